import Gtk

/// The light that passes over a place where something is awaited. It stands still where the desktop wants no animations.
@MainActor
final class Sheen {
  /// Seconds that the light takes for its way.
  private static let duration = 1.4
  /// The light's half width, of the widget's.
  private static let share = 0.3
  private weak var widget: CustomWidget?
  private var time = 0.0
  private var isTicking = false

  init(on widget: CustomWidget) { self.widget = widget }

  /// Lets the light pass as long as the widget shows; to be called as it is mapped.
  func start() {
    guard DesktopSettings.current?.animates == true, !isTicking, let widget else { return }
    isTicking = true
    widget.onTick { [weak self] time in
      guard let self, let widget = self.widget else { return false }
      self.time = time
      isTicking = widget.isMapped
      if isTicking { widget.queueDraw() }
      return isTicking
    }
  }

  /// Draws the light where it is now, within `shape`, which the widget has drawn.
  func draw(_ snapshot: Snapshot, _ shape: RoundedRect) {
    guard isTicking, let widget else { return }
    let light = widget.color(named: "bs_hover") ?? widget.foreground.faded(0.06)
    let part = (time / Self.duration).truncatingRemainder(dividingBy: 1)
    let wide = Double(widget.width)
    let band = wide * Self.share
    let middle = -band + (wide + 2 * band) * (widget.isRightToLeft ? 1 - part : part)
    snapshot.gradient(
      shape, from: Point(x: middle - band, y: 0), to: Point(x: middle + band, y: band * 0.3),
      [(0, light.faded(0)), (0.5, light), (1, light.faded(0))])
  }
}
