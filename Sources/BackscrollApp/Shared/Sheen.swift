import Gtk

/// The light that moves over a placeholder while its content loads. It stands still if the desktop disables animations.
@MainActor
final class Sheen {
  /// Seconds for one pass.
  private static let duration = 1.4
  /// Half the width of the light, as a fraction of the widget's.
  private static let share = 0.3
  private weak var widget: CustomWidget?
  private var time = 0.0
  private var isTicking = false

  init(on widget: CustomWidget) { self.widget = widget }

  /// Moves the light until the widget is unmapped. Call it when the widget is mapped.
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

  /// Draws the light within `shape`, which the widget has drawn.
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
