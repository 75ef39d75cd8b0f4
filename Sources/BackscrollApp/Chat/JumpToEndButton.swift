import Gtk
import Translation

/// The round button that leads back to the newest message, with the number of those that came meanwhile; it
/// comes when the reader has left the end.
final class JumpToEndButton: Box {
  private let button = Button(iconName: "go-down-symbolic")
  private let badge = Label()

  /// Farther from the end than this, in points, the button shows.
  static let distance = 80.0
  /// More than this many are not counted out.
  private static let countLimit = 99

  init() {
    super.init(.horizontal)
    align(horizontal: .end, vertical: .end)
    setMargins(end: 18, bottom: 14)
    addClass("bs-jump")
    button.addClass("bs-round")
    button.addClass("floating")
    button.setTooltip(tr("Go to the newest message"))
    button.setAction("win.jump-to-end")
    button.setAccessibleKeys("Control+End")
    badge.addClass("bs-count")
    badge.align(horizontal: .center, vertical: .start)
    badge.canTarget = false
    badge.isVisible = false
    // Half above the button: the room for it is the overlay's own margin.
    button.setMargins(top: 7)
    let stack = Overlay(child: button)
    stack.addOverlay(badge)
    append(stack)
    isShown = false
    unread = 0
  }

  /// Faded in or out by the stylesheet; while out it takes neither clicks nor the focus.
  var isShown = true {
    didSet {
      guard isShown != oldValue else { return }
      setClass("shown", isShown)
      canTarget = isShown
      button.isSensitive = isShown
      button.isFocusable = isShown
      button.setAccessibleHidden(!isShown)
    }
  }

  /// Messages that came and were not seen.
  var unread = -1 {
    didSet {
      guard unread != oldValue else { return }
      badge.isVisible = unread > 0
      badge.text = unread > Self.countLimit ? tr("{count}+", ["count": "\(Self.countLimit)"]) : "\(unread)"
      let name = tr("Go to the newest message")
      button.setAccessibleLabel(
        unread > 0 ? tr("{name}, {unread}", ["name": name, "unread": Counted.unread(unread)]) : name)
    }
  }
}
