import Gtk
import Translation

/// A question, or a sentence, in a small window over another, with buttons that answer it. Escape cancels.
package final class Question: PageWindow {
  /// The widgets between the text and the buttons.
  package let body = Box(.vertical, spacing: 12)
  /// The button of the most likely answer.
  package private(set) var acceptButton: Button?
  /// Gives the most likely answer.
  package private(set) var accept: () -> Void = {}
  private let buttons = Box(.horizontal, spacing: 8)
  private weak var parentWindow: Window?

  /// Points.
  private static let width = 420
  private static let columnWidth = 480

  package init(_ heading: String, text: String, over parent: Window?) {
    parentWindow = parent
    let page = Box(.vertical, spacing: 18)
    page.setMargins(start: 18, end: 18, top: 18, bottom: 18)
    super.init(heading, page: page, column: Self.columnWidth, width: Self.width, hasHeading: true)
    let (first, words) = (Label(heading), Label(text))
    first.addClass("bs-status-title")
    first.wrap(maxCharacters: 48, isCentered: false)
    words.addClass("bs-status-text")
    words.wrap(maxCharacters: 56, isCentered: false)
    words.visible = !text.isEmpty
    let spacer = Box(.horizontal)
    spacer.hexpand = true
    buttons.append(spacer)
    page.append(first, words, body, buttons)
    for label in [first, words] { label.xalign = 0 }
  }

  package override var coversNarrow: Bool { false }

  /// Shows the window. `action` is the label of a button that calls `body`; without it, the only button closes the window.
  /// `isDestructive`: whether something is lost by the action.
  package func ask(_ action: String? = nil, isDestructive: Bool = false, _ body: @escaping () -> Void = {}) {
    var choices: [(label: String, body: () -> Void)] = [(action == nil ? tr("Close") : tr("Cancel"), {})]
    if let action { choices.append((action, body)) }
    ask(choices, isDestructive: isDestructive)
  }

  /// Shows the window with several buttons that act, of which the last one is the most likely.
  package func ask(_ choices: [(label: String, body: () -> Void)], isDestructive: Bool = false) {
    for (number, choice) in choices.enumerated() {
      let button = Button(choice.label)
      button.addClass("bs-button")
      let answer: () -> Void = { [weak self] in
        self?.close()
        choice.body()
      }
      button.clicked.connect(weak: self) { _ in answer() }
      buttons.append(button)
      // The safe answer has the focus.
      if number == 0 { button.takeFocus() }
      (acceptButton, accept) = (button, answer)
    }
    if choices.count > 1 { acceptButton?.addClass(isDestructive ? "destructive" : "primary") }
    if let parentWindow { present(over: parentWindow) }
  }
}
