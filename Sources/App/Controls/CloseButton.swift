import Gtk

extension Button {
  /// The ground of a button that closes something.
  package enum ClosingStyle {
    /// None: for a line of a page.
    case flat
    /// Round, without one: among other round buttons.
    case round
    /// Round, with one: over other things.
    case floating
  }

  /// A button with a cross, which closes what it stands in.
  ///
  /// - Parameter words: What it does: its tooltip, and its label for assistive technology.
  package convenience init(closing words: String, style: ClosingStyle = .flat) {
    self.init(iconName: "window-close-symbolic")
    addClass(style == .flat ? "bs-flat" : "bs-round")
    if style == .floating { addClass("floating") }
    tooltipText = words
    setAccessibleLabel(words)
  }
}
