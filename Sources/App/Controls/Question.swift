import Gtk
import Translation

/// A question, or a sentence, in a small window over another. Escape closes it.
package final class Question: Window {
  private let buttons = Box(.horizontal, spacing: 8)
  private weak var parentWindow: Window?

  package init(_ heading: String, text: String, over parent: Window) {
    parentWindow = parent
    super.init()
    addClass("backscroll")
    title = heading
    // The page contains the heading.
    let header = HeaderBar()
    header.titleWidget = Box(.horizontal)
    setTitlebar(header)
    setDefaultSize(width: 360, height: -1)
    let column = Box(.vertical, spacing: 10)
    column.setMargins(start: 18, end: 18, top: 16, bottom: 16)
    let first = Label(heading)
    first.addClass("bs-status-title")
    let words = Label(text)
    for label in [first, words] {
      label.wrap(maxCharacters: 44)
      column.append(label)
    }
    buttons.halign = .center
    column.append(buttons)
    child = column
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, _ in
      guard key == Key.escape else { return false }
      window.close()
      return true
    }
    add(keys)
  }

  /// Shows the window. `action` is the label of a button that calls `body`; without it there is only one that closes.
  package func ask(_ action: String? = nil, _ body: @escaping () -> Void = {}) {
    add(action == nil ? tr("Close") : tr("Cancel")) {}
    if let action { add(action, isPrimary: true, body) }
    if let parentWindow { present(over: parentWindow) }
  }

  /// Shows the window with several buttons that act, of which the last one is the most likely.
  package func ask(_ choices: [(label: String, body: () -> Void)]) {
    for (number, choice) in choices.enumerated() {
      add(choice.label, isPrimary: number == choices.count - 1, choice.body)
    }
    if let parentWindow { present(over: parentWindow) }
  }

  private func add(_ label: String, isPrimary: Bool = false, _ body: @escaping () -> Void) {
    let button = Button(label)
    button.addClass("bs-button")
    button.setClass("primary", isPrimary)
    button.clicked.connect(weak: self) { window in
      window.close()
      body()
    }
    buttons.append(button)
  }
}
