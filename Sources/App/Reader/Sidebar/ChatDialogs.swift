import AppBase
import Backscroll
import Chats
import Controls
import Gtk
import Translation

/// A window over another one with a question, and buttons that answer it. Escape cancels.
class QuestionWindow: PageWindow {
  /// The question was answered with yes.
  var didAccept: (() -> Void)?
  /// What stands between the text and the buttons.
  let body = Box(.vertical, spacing: 12)
  let acceptButton: Button
  private let cancel = Button(tr("Cancel"))

  /// - Parameter isDestructive: Whether something is lost if the answer is yes.
  init(_ title: String, text: String, accept: String, isDestructive: Bool = false) {
    acceptButton = Button(accept)
    let page = Box(.vertical, spacing: 18)
    page.setMargins(start: 18, end: 18, top: 18, bottom: 18)
    super.init(title, page: page, column: 480, width: 420, hasHeading: true)
    let heading = Label(title)
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 48, isCentered: false)
    heading.xalign = 0
    let label = Label(text)
    label.addClass("bs-status-text")
    label.wrap(maxCharacters: 56, isCentered: false)
    label.xalign = 0
    label.visible = !text.isEmpty
    acceptButton.addClass(isDestructive ? "destructive" : "primary")
    for button in [cancel, acceptButton] { button.addClass("bs-button") }
    cancel.clicked.connect(weak: self) { $0.close() }
    acceptButton.clicked.connect(weak: self) { $0.accept() }
    let spacer = Box(.horizontal)
    spacer.hexpand = true
    let buttons = Box(.horizontal, spacing: 8)
    buttons.append(spacer, cancel, acceptButton)
    page.append(heading, label, body, buttons)
  }

  override var coversNarrow: Bool { false }

  func accept() {
    let answer = didAccept
    close()
    answer?()
  }
}

/// Asks for a chat's title.
final class RenameWindow: QuestionWindow {
  /// Replaces ``QuestionWindow/didAccept``.
  var didAcceptTitle: ((String) -> Void)?
  let entry = Entry()

  init(_ chat: ChatSummary) {
    super.init(
      tr("Rename Chat"), text: tr("Leave it empty to use the name from the source."),
      accept: tr("Rename"))
    entry.addClass("bs-field")
    entry.text = LayoutCost.line(chat.title)
    entry.setAccessibleLabel(tr("Name"))
    entry.activated.connect(weak: self) { $0.accept() }
    body.append(entry)
    entry.takeFocus()
  }

  override func accept() {
    let title = entry.text
    didAccept = { [didAcceptTitle] in didAcceptTitle?(title) }
    super.accept()
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
