import Foundation
import Gtk
import ScrollCore

/// The picture in the pull indicator: an arrow in a ring that turn and fill with the pull, an arc that runs round
/// while loading, a tick or an exclamation mark at the end. Drawn in the style's colour.
@MainActor
final class PullDisc: CustomWidget {
  private let edge: ScrollEdge
  private var isTicking = false
  private var turn = 0.0

  /// Points across.
  private static let size = 36.0
  private static let ringRadius = 12.5
  /// Seconds a turn of the running arc, and its length in radians.
  private static let turnTime = 0.9
  private static let arcLength = 100.0 / 180 * Double.pi
  private static let lineWidth = 2.5

  var display = RefreshDisplay.hidden {
    didSet {
      guard display != oldValue, display != .hidden else { return }
      shown = display
      queueDraw()
      runIfLoading()
    }
  }
  /// What is drawn: the last there was while the pill fades away.
  private var shown = RefreshDisplay.hidden

  init(edge: ScrollEdge) {
    self.edge = edge
    super.init()
    addClass("bs-disc")
    align(vertical: .center)
  }

  override class var cssName: String { "pulldisc" }
  override class var accessibleRole: AccessibleRole { .presentation }
  override func styleChanged() { queueDraw() }
  override func mapped() { runIfLoading() }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: Int(Self.size))
  }

  /// Turns the arc while it can be seen; a tick that nobody sees would cost frames.
  private func runIfLoading() {
    guard display == .loading, isMapped, !isTicking else { return }
    isTicking = true
    onTick { [weak self] time in
      guard let self else { return false }
      isTicking = display == .loading && isMapped
      // Without motion the three dots change once a second.
      let period = animates ? Self.turnTime : 3
      let next = time.truncatingRemainder(dividingBy: period) / period
      if animates || Int(next * 3) != Int(turn * 3) { queueDraw() }
      turn = next
      return isTicking
    }
  }

  private var animates: Bool { DesktopSettings.current?.animates ?? false }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.cairo(Rect(x: 0, y: 0, width: Self.size, height: Self.size)) { context in
      context.setColor(foreground)
      context.setLine(width: Self.lineWidth)
      switch shown {
      case .hidden: break
      case .pulling(let progress, _):
        drawRing(context, from: -.pi / 2, length: 2 * .pi * progress)
        drawArrow(context, progress: progress)
      case .loading:
        if animates {
          drawRing(context, from: 2 * .pi * turn, length: Self.arcLength)
        } else {
          drawDots(context)
        }
      case .done: drawTick(context)
      case .failed: drawExclamation(context)
      }
    }
  }

  private var center: Point { Point(x: Self.size / 2, y: Self.size / 2) }

  private func drawRing(_ context: CairoContext, from start: Double, length: Double) {
    context.setColor(foreground.faded(0.2))
    context.arc(center: center, radius: Self.ringRadius, start: 0, end: 2 * .pi)
    context.stroke()
    context.setColor(foreground)
    guard length > 0 else { return }
    context.arc(center: center, radius: Self.ringRadius, start: start, end: start + length)
    context.stroke()
  }

  /// Points the way of the pull at first, and against it when it is ready: let go.
  private func drawArrow(_ context: CairoContext, progress: Double) {
    let angle = progress * .pi
    let flip = edge == .start ? 1.0 : -1.0
    func place(_ x: Double, _ y: Double) -> Point {
      // Down at first, turned clockwise; mirrored at the other edge.
      let turned = Point(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
      return Point(x: center.x + turned.x, y: center.y + flip * turned.y)
    }
    context.move(to: place(0, -5))
    context.line(to: place(0, 5))
    context.move(to: place(-4, 1.5))
    context.line(to: place(0, 5.5))
    context.line(to: place(4, 1.5))
    context.stroke()
  }

  private func drawDots(_ context: CairoContext) {
    for index in 0..<3 {
      context.setColor(foreground.faded(index == Int(turn * 3) ? 1 : 0.3))
      context.arc(
        center: Point(x: center.x + 8 * Double(index - 1), y: center.y), radius: 2.5, start: 0, end: 2 * .pi)
      context.fill()
    }
  }

  private func drawTick(_ context: CairoContext) {
    context.move(to: Point(x: center.x - 5.5, y: center.y + 0.5))
    context.line(to: Point(x: center.x - 1.5, y: center.y + 4.5))
    context.line(to: Point(x: center.x + 6, y: center.y - 4))
    context.stroke()
  }

  private func drawExclamation(_ context: CairoContext) {
    context.move(to: Point(x: center.x, y: center.y - 7))
    context.line(to: Point(x: center.x, y: center.y + 1))
    context.stroke()
    context.arc(center: Point(x: center.x, y: center.y + 6), radius: 1.8, start: 0, end: 2 * .pi)
    context.fill()
  }
}
