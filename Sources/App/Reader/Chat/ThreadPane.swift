import AppBase
import Chats
import Controls
import Gtk
import Translation

/// A thread: its first message and the replies, below a head with its name and above a button that leads to the chat.
final class ThreadPane: Box {
  let view: ChatView
  let search = Button(iconName: "system-search-symbolic")
  let showInChat: Button
  /// Called for the buttons that close the pane.
  var didClose: (() -> Void)?
  private let back = Button(iconName: "go-previous-symbolic")
  private let close = Button(iconName: "window-close-symbolic")

  /// Whether the pane takes the place of the chat, rather than being beside it.
  var coversChat = false {
    didSet { (back.visible, close.visible) = (coversChat, !coversChat) }
  }

  init(_ view: ChatView) {
    self.view = view
    let content = Box(.horizontal, spacing: 8)
    content.append(Image(iconName: "find-location-symbolic", size: 16), Label(tr("Show in Chat")))
    showInChat = Button(child: content)
    super.init(.vertical)
    addClass("bs-thread")
    setAccessibleRole(.group)
    let topic = view.conversation.topic
    setAccessibleLabel(tr("Thread: {message}", ["message": topic?.title ?? ""]))
    append(makeHead())
    if topic?.hasOpener == false {
      let words = Label(tr("The first message is not in the archive"))
      words.addClass("bs-caption")
      words.setMargins(start: 16, end: 16, top: 10, bottom: 2)
      words.wrap(maxCharacters: 40, isCentered: false)
      append(words)
    }
    view.vexpand = true
    append(view, makeFoot())
  }

  private func makeHead() -> Box {
    let head = Box(.horizontal, spacing: 4)
    head.addClass("bs-thread-head")
    let name = Label(tr("Thread"))
    name.addClass("bs-heading")
    let conversation = view.conversation
    let messages = conversation.messageCount - conversation.noteCount
    let replies = messages - (conversation.topic?.hasOpener == true ? 1 : 0)
    let caption = Label("\(Counted.replies(replies)) · \(conversation.title)")
    caption.addClass("bs-caption")
    let lines = Box(.vertical)
    lines.valign = .center
    lines.hexpand = true
    for label in [name, caption] {
      label.ellipsize()
      label.xalign = 0
      lines.append(label)
    }
    for (button, words) in [
      (back, tr("Back")), (search, tr("Search in Thread")), (close, tr("Close Thread")),
    ] {
      button.addClass("bs-flat")
      button.valign = .center
      button.tooltipText = words
      button.setAccessibleLabel(words)
    }
    for button in [back, close] { button.clicked.connect(weak: self) { $0.didClose?() } }
    back.visible = false
    head.append(back, lines, search, close)
    return head
  }

  private func makeFoot() -> Box {
    let foot = Box(.horizontal)
    foot.addClass("bs-thread-foot")
    showInChat.addClass("bs-flat")
    showInChat.setAccessibleLabel(tr("Show in Chat"))
    showInChat.hexpand = true
    showInChat.halign = .center
    showInChat.valign = .center
    foot.append(showInChat)
    return foot
  }
}
