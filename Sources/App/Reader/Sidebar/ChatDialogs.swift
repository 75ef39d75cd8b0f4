import AppBase
import Backscroll
import Chats
import Controls
import Gtk
import Translation

extension Question {
  /// Asks for a chat's title.
  static func title(of chat: ChatSummary, over window: Window?, then rename: @escaping (String) -> Void)
    -> Question
  {
    let question = Question(
      tr("Rename Chat"), text: tr("Leave it empty to use the name from the source."), over: window)
    let entry = Entry()
    entry.addClass("bs-field")
    entry.text = LayoutCost.line(chat.title)
    entry.setAccessibleLabel(tr("Name"))
    entry.activated.connect(weak: question) { $0.accept() }
    question.body.append(entry)
    question.ask(tr("Rename")) { rename(entry.text) }
    entry.takeFocus()
    return question
  }
}

/// Lets a person choose one of many chats.
final class ChooseChatWindow: Window {
  var didChoose: ((ChatSummary) -> Void)?
  let view: ChatSidebar

  init(_ title: String, chats: [ChatSummary]) {
    view = ChatSidebar(offersSearch: false)
    super.init()
    addClass("backscroll")
    self.title = title
    setDefaultSize(width: 400, height: 560)
    setTitlebar(HeaderBar())
    view.vexpand = true
    child = view
    view.contents.chats = chats
    view.show(chats.isEmpty ? .empty : .chats)
    view.didChoose = { [weak self] id in
      guard let self, let chat = chats.first(where: { $0.id == id }) else { return }
      let answer = didChoose
      close()
      answer?(chat)
    }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, _ in
      guard key == Key.escape else { return false }
      window.close()
      return true
    }
    add(keys)
  }
}
