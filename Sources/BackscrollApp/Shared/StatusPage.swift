import Gtk

/// What stands where the messages would be when there are none: a symbol, a title, a sentence, and perhaps
/// something to press.
final class StatusPage: Box {
  enum Picture {
    case symbol(Symbol)
    /// An icon of the icon theme.
    case icon(String)
    case spinner
  }

  private let title = Label()
  private let text = Label()

  /// `isFailure` puts the picture on the colour of things that failed.
  init(_ picture: Picture, title: String, text: String, isFailure: Bool = false, action: Button? = nil) {
    super.init(.vertical, spacing: 12)
    align(horizontal: .center, vertical: .center)
    setMargins(start: 18, end: 18, top: 18, bottom: 18)
    setAccessibleRole(isFailure ? .alert : .group)
    self.title.addClass("bs-status-title")
    self.title.wrap(maxCharacters: 40)
    self.text.addClass("bs-status-text")
    self.text.wrap(maxCharacters: 48)
    append(Self.disc(picture, isFailure: isFailure), self.title, self.text)
    show(title: title, text: text)
    if let action {
      action.addClass("bs-button")
      action.addClass("primary")
      action.align(horizontal: .center)
      append(action)
    }
  }

  func show(title: String, text: String) {
    self.title.text = title
    self.text.text = text
    self.text.isVisible = !text.isEmpty
    setAccessibleLabel(title)
    setAccessibleDescription(text)
  }

  /// The sentence below the title.
  var words: String { text.text }

  private static func disc(_ picture: Picture, isFailure: Bool) -> Widget {
    let content: Widget
    switch picture {
    case .symbol(let symbol): content = SymbolIcon(symbol, size: 32)
    case .icon(let name): content = Image(iconName: name, size: 32)
    case .spinner:
      let spinner = Spinner()
      spinner.isSpinning = true
      spinner.setSizeRequest(width: 32, height: 32)
      content = spinner
    }
    let disc = Disc(content, cssClass: "bs-status-disc")
    disc.setClass("failed", isFailure)
    disc.align(horizontal: .center)
    return disc
  }
}
