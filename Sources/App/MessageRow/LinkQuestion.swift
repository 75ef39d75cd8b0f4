import Chats
import Gtk
import Translation

/// Asks before a link is opened that leads neither to the web nor to a person, and shows its address whole.
package final class LinkQuestion: Window {
  private let target: String
  private weak var parentWindow: Window?

  /// Opens an address, after a question if its scheme is none of those that everybody uses.
  package static func open(_ target: String, from window: Window?) {
    guard LinkTarget.isAllowed(target) else { return }
    if LinkTarget.opensDirectly(target) {
      Desktop.open(target, from: window)
    } else if let window {
      let question = LinkQuestion(target)
      question.parentWindow = window
      question.present(over: window)
    }
  }

  package init(_ target: String) {
    self.target = target
    super.init()
    addClass("backscroll")
    title = tr("Open Link?")
    setTitlebar(HeaderBar())
    setDefaultSize(width: 400, height: -1)
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 18, end: 18, top: 12, bottom: 18)
    let words = Label(tr("It opens in another program:"))
    words.wrap(maxCharacters: 40, isCentered: false)
    words.halign = .start
    let address = Label(target)
    address.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    address.halign = .start
    let scroller = ScrolledWindow(child: address)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.maxContentHeight = 200
    scroller.setAccessibleLabel(tr("Address: {address}", ["address": target]))
    let buttons = Box(.horizontal, spacing: 6)
    buttons.halign = .end
    let cancel = Button(tr("Cancel"))
    let open = Button(tr("Open"))
    for button in [cancel, open] { button.addClass("bs-button") }
    open.addClass("primary")
    cancel.clicked.connect(weak: self) { $0.close() }
    open.clicked.connect(weak: self) { question in
      Desktop.open(question.target, from: question.parentWindow)
      question.close()
    }
    buttons.append(cancel, open)
    page.append(words, scroller, buttons)
    child = page
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { question, key, _, _ in
      guard key == Key.escape else { return false }
      question.close()
      return true
    }
    add(keys)
    // The safe answer has the focus.
    cancel.takeFocus()
  }
}
