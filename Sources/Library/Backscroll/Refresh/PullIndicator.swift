import Foundation
import Gtk
import ScrollCore

/// The default indicator: a pill with a disc and a short text.
///
/// Style classes: `bs-pull` on the pill, with `ready`, `done` or `failed`; `bs-disc` on the disc.
@MainActor
public final class PullIndicator: Box, RefreshIndicator {
  /// The texts. The result of a load that is shown keeps its text, which is the overlay's.
  public var words: RefreshWords {
    didSet {
      nameButtons()
      show(disc.display)
    }
  }
  public let didRequestRetry: Callback<> = Callback()
  public let didRequestDismissal: Callback<> = Callback()

  private let disc: PullDisc
  private let label = Label()
  private let retry: Button
  private let close = Button(iconName: "window-close-symbolic")

  /// Makes an indicator for pulls at `edge`; its arrow points away from the edge and turns round with the pull.
  public init(edge: ScrollEdge, words: RefreshWords = RefreshWords()) {
    self.words = words
    disc = PullDisc(edge: edge)
    retry = Button("")
    super.init(.horizontal, spacing: 8)
    LibraryStyle.install()
    addClass("bs-pull")
    label.ellipsize()
    nameButtons()
    retry.addClass("bs-button")
    retry.clicked.connect(weak: self) { $0.didRequestRetry() }
    close.addClass("bs-flat")
    close.clicked.connect(weak: self) { $0.didRequestDismissal() }
    setAccessibleRole(.status)
    append(disc, label, retry, close)
    show(.hidden)
  }

  private func nameButtons() {
    retry.label = words.retry
    close.tooltipText = words.dismiss
    close.setAccessibleLabel(words.dismiss)
  }

  public func show(_ display: RefreshDisplay) {
    disc.display = display
    var (style, reason): (String?, String?)
    switch display {
    // The pill keeps its text while it fades out.
    case .hidden: return
    case .pulling(_, let isReady):
      label.text = isReady ? words.release : words.pull
      if isReady { style = "ready" }
    case .refused: label.text = words.again
    case .loading: label.text = words.loading
    case .done(let text):
      label.text = text
      style = "done"
    case .failed(let text, let why):
      label.text = text
      (style, reason) = ("failed", why)
    }
    for name in ["ready", "done", "failed"] { setClass(name, name == style) }
    retry.visible = reason != nil
    close.visible = reason != nil
    label.tooltipText = reason
    setAccessibleLabel(label.text)
  }
}

/// The picture in the pull indicator, in the style's colour: an arrow that turns and a ring that fills with the pull, a
/// turning arc while loading, and a tick or an exclamation mark at the end.
@MainActor
private final class PullDisc: CustomWidget {
  private let edge: ScrollEdge
  private lazy var spin = Animation(on: self)
  /// The arc's place, 0..<1 of a turn.
  private var turn = 0.0

  /// Points across.
  private static let size = 36.0
  private static let ringRadius = 12.5
  /// Seconds for a turn of the arc, or for a round of the three dots that replace it without animations, and the arc's
  /// length in radians.
  private static let turnTime = 0.9
  private static let dotsTime = 3.0
  private static let arcLength = 100.0 / 180 * Double.pi
  private static let lineWidth = 2.5

  var display = RefreshDisplay.hidden {
    didSet {
      guard display != oldValue, display != .hidden else { return }
      shown = display
      queueDraw()
      spinIfLoading()
    }
  }
  /// The state that is drawn; while the pill fades out, the state before.
  private var shown = RefreshDisplay.hidden

  init(edge: ScrollEdge) {
    self.edge = edge
    super.init()
    addClass("bs-disc")
    valign = .center
  }

  override class var cssName: String { "pulldisc" }
  override class var accessibleRole: AccessibleRole { .presentation }
  override func styleChanged() { queueDraw() }
  override func mapped() { spinIfLoading() }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: Int(Self.size))
  }

  private func spinIfLoading() {
    guard display == .loading else { return spin.cancel() }
    guard !spin.isRunning else { return }
    spin.start { [weak self] delta in
      guard let self else { return }
      let next = (turn + delta / (animates ? Self.turnTime : Self.dotsTime)).truncatingRemainder(
        dividingBy: 1)
      if animates || Int(next * 3) != Int(turn * 3) { queueDraw() }
      turn = next
    }
  }

  private var animates: Bool { DesktopSettings.current?.enableAnimations ?? false }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.cairo(Rect(x: 0, y: 0, width: Self.size, height: Self.size)) { context in
      context.setColor(foreground)
      context.setLine(width: Self.lineWidth)
      switch shown {
      case .hidden: break
      case .pulling(let progress, _):
        drawRing(context, from: -.pi / 2, length: 2 * .pi * progress)
        drawArrow(context, progress: progress)
      case .refused: drawArrow(context, progress: 0)
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

  /// Draws the arrow in the direction of the pull, and turned round when the pull is ready.
  private func drawArrow(_ context: CairoContext, progress: Double) {
    let angle = progress * .pi
    let flip = edge == .start ? 1.0 : -1.0
    func place(_ x: Double, _ y: Double) -> Point {
      // It points down and turns clockwise; the end edge mirrors it.
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
