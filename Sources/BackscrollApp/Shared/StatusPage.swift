import Gtk

/// Stands in the place of items when there are none: a picture, a title, a sentence, and optionally a button.
final class StatusPage: Box {
  enum Picture {
    case symbol(Symbol)
    /// An icon of the icon theme, by its name.
    case icon(String)
    case spinner
  }

  private let title = Label()
  private let text = Label()

  /// `isFailure` shows the picture on the colour of failures and gives the page the role of an alert.
  init(_ picture: Picture, title: String, text: String, isFailure: Bool = false, action: Button? = nil) {
    super.init(.vertical, spacing: 12)
    halign = .center
    valign = .center
    setMargins(start: 18, end: 18, top: 18, bottom: 18)
    setAccessibleRole(isFailure ? .alert : .group)
    self.title.addClass("bs-status-title")
    self.title.wrap(maxCharacters: 40)
    self.text.addClass("bs-status-text")
    self.text.wrap(maxCharacters: 48)
    let disc = Disc(Self.widget(for: picture), cssClass: "bs-status-disc")
    disc.setClass("failed", isFailure)
    disc.halign = .center
    append(disc, self.title, self.text)
    show(title: title, text: text)
    if let action {
      action.addClass("bs-button")
      action.addClass("primary")
      action.halign = .center
      append(action)
    }
  }

  func show(title: String, text: String) {
    self.title.text = title
    self.text.text = text
    self.text.visible = !text.isEmpty
    setAccessibleLabel(title)
    setAccessibleDescription(text)
  }

  /// The sentence below the title.
  var words: String { text.text }

  private static func widget(for picture: Picture) -> Widget {
    switch picture {
    case .symbol(let symbol): return Image(symbol, size: 32)
    case .icon(let name): return Image(iconName: name, size: 32)
    case .spinner:
      let spinner = Spinner()
      spinner.spinning = true
      spinner.setSizeRequest(width: 32, height: 32)
      return spinner
    }
  }
}

/// A round ground with a picture in its middle, or with several of which one shows.
final class Disc: Box {
  /// `cssClass` gives the size and the colour.
  init(_ pictures: Widget..., cssClass: String) {
    super.init(.horizontal)
    addClass(cssClass)
    valign = .center
    for picture in pictures {
      picture.hexpand = true
      picture.halign = .center
      picture.valign = .center
      append(picture)
    }
    // GTK propagates a child's expand flag to its parent, which would stretch the disc.
    hexpand = false
  }
}
