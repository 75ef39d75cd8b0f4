import Gtk

extension Button {
  /// The background of a button that closes a widget.
  package enum ClosingStyle {
    /// No background: for a line of a page.
    case flat
    /// Round, without a background: among other round buttons.
    case round
    /// Round, with a background: over other widgets.
    case floating
  }

  /// A button with a cross, which closes the widget that contains it.
  ///
  /// - Parameter words: A description of its action: the tooltip, and the label for assistive technology.
  package convenience init(closing words: String, style: ClosingStyle = .flat) {
    self.init(iconName: "window-close-symbolic")
    addClass(style == .flat ? "bs-flat" : "bs-round")
    if style == .floating { addClass("floating") }
    tooltipText = words
    setAccessibleLabel(words)
  }
}
