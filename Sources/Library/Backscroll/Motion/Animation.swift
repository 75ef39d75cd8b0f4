import Gtk
import ScrollCore

/// A movement on the frame clock of a widget: a spring, a fling, a fade, an endless turn.
///
///     let fade = Animation(on: label)
///     fade.start(Ease(duration: 0.18)) { [weak label] in label?.opacity = $0 }
///
/// An animation has at most one movement and one tick callback. A second start replaces the movement and keeps the
/// callback, so no frame steps twice. The animation does not keep its widget alive, and ends when either of them goes.
/// It does not check whether the desktop's animations are on: a caller does, and sets the end value if they are off.
///
/// A movement ends when the widget is unmapped: in the next frame, and at its end.
@MainActor
public final class Animation {
  /// The longest time between the start and the first step, in seconds. A movement that starts while the main loop is
  /// busy would otherwise begin with a leap.
  public static let longestFirstStep = 1.0 / 30

  private struct Movement {
    let tick: TickHandle
    /// nil: endless; `step` then gets the time since the step before.
    var curve: (any MotionCurve)?
    var step: (Double) -> Void
    /// Seconds along the curve.
    var elapsed = 0.0
    /// Frame time of the latest step, or of the start.
    var last: Double
    var hasStepped = false
  }

  private weak var widget: Widget?
  private var movement: Movement?

  /// Makes an animation of `widget` at rest.
  public init(on widget: Widget) { self.widget = widget }

  isolated deinit { cancel() }

  /// Whether a movement is under way.
  public var isRunning: Bool { movement != nil }

  /// The running curve's velocity as of its latest step, in units per second, with which another curve can take over;
  /// 0 without a curve.
  public var velocity: Double { movement.flatMap { $0.curve?.velocity(at: $0.elapsed) } ?? 0 }

  /// Moves along `curve` in place of the running movement.
  ///
  /// `step` gets the curve's offset once a frame. The last offset is the curve's `MotionCurve.end`; by then the
  /// animation is at rest, so `step` may start the next movement. If the widget is not mapped, `step` gets the end at
  /// once.
  public func start(_ curve: some MotionCurve, step: @escaping (_ offset: Double) -> Void) {
    guard isWidgetMapped else {
      cancel()
      return step(curve.end)
    }
    begin(curve, step)
  }

  /// Calls `step` once a frame with the seconds since the call before, until ``cancel()``, in place of the running
  /// movement. Does nothing if the widget is not mapped.
  public func start(step: @escaping (_ delta: Double) -> Void) {
    if isWidgetMapped { begin(nil, step) } else { cancel() }
  }

  /// Ends the movement where it is.
  public func cancel() {
    movement?.tick.cancel()
    movement = nil
  }

  private var isWidgetMapped: Bool { widget?.isMapped ?? false }

  private func begin(_ curve: (any MotionCurve)?, _ step: @escaping (Double) -> Void) {
    if movement != nil {
      movement?.curve = curve
      movement?.step = step
      movement?.elapsed = 0
    } else if let widget {
      let tick = widget.addTickCallback { [weak self] time in self?.tick(at: time) ?? false }
      movement = Movement(tick: tick, curve: curve, step: step, last: widget.frameClock?.frameTime ?? 0)
    }
  }

  private func tick(at time: Double) -> Bool {
    guard var current = movement else { return false }
    let delta = max(
      0, current.hasStepped ? time - current.last : min(time - current.last, Self.longestFirstStep))
    current.elapsed += delta
    current.last = time
    current.hasStepped = true
    movement = current
    let isEnded = !isWidgetMapped || current.curve?.isAtRest(at: current.elapsed) ?? false
    if isEnded { cancel() }
    if let curve = current.curve {
      current.step(isEnded ? curve.end : curve.offset(at: current.elapsed))
    } else if !isEnded {
      current.step(delta)
    }
    return true
  }
}
