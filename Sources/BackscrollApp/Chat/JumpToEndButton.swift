import Gtk

/// The round button that leads back to the newest message; it comes when the reader has left the end.
final class JumpToEndButton: Box {
  private let button = Button(iconName: "go-down-symbolic")

  /// Farther from the end than this, in points, the button shows.
  static let distance = 80.0

  init() {
    super.init(.horizontal)
    align(horizontal: .end, vertical: .end)
    setMargins(end: 18, bottom: 14)
    addClass("bs-jump")
    button.addClass("bs-round")
    button.addClass("floating")
    button.setTooltip("Go to the newest message")
    button.setAccessibleLabel("Go to the newest message")
    button.setAction("win.jump-to-end")
    append(button)
    isShown = false
  }

  /// Faded in or out by the stylesheet; while out it takes neither clicks nor the focus.
  var isShown = true {
    didSet {
      guard isShown != oldValue else { return }
      setClass("shown", isShown)
      canTarget = isShown
      button.isSensitive = isShown
      button.isFocusable = isShown
    }
  }
}
