/// Decides whether a press, a finger or two fingers on a touchpad become a tap, a swipe along one axis, or a gesture
/// that belongs to another widget.
///
/// ```
/// idle ──press──> pressed ──claim──> claimed ──release──> coasting ──settle──> idle
///                    │                  └──cancel──> denied
///                    ├──release──> idle (a tap), or coasting if the press has stopped moving content
///                    └──deny, cancel──> denied
/// ```
///
/// A press leads from any state to `pressed` or `claimed`. `denied` lasts until then, or on a touchpad until the fingers
/// are lifted. Times are seconds of a clock that never runs backwards.
public struct SwipeTracker: Sendable {
  /// The input device of a swipe.
  public enum Device: Sendable {
    case mouse, touch, touchpad

    /// The points by which a tap may move, as in libadwaita. A desktop's setting replaces them for a mouse.
    public var slop: Double {
      switch self {
      case .mouse: 8
      case .touch: 16
      case .touchpad: 0
      }
    }

    /// The least ratio of a swipe's way along its axis to that across it. Fingers on a touchpad wander more.
    public var axisRatio: Double { self == .touchpad ? 1.2 : 1 }

    /// Points per second from which a release is a flick, as in libadwaita.
    public var flickVelocity: Double { self == .touchpad ? 600 : 300 }
  }

  /// The axis along which a swipe goes.
  public enum Axis: Sendable { case horizontal, vertical }

  /// The state of a gesture.
  public enum State: Sendable {
    /// Nothing is pressed, and no swipe moves the content.
    case idle
    /// Pressed, within the slop: it may become a tap, a swipe, or another widget's gesture.
    case pressed
    /// A swipe is under way, and the events belong to this widget.
    case claimed
    /// The swipe was released, and the content moves on by itself.
    case coasting
    /// The gesture belongs to another widget, or was cancelled. The state lasts until the next press, so that the
    /// release does not count as a click; on a touchpad, until the gesture ends.
    case denied
  }

  /// The effect of a press on the content.
  public enum Grip: Sendable {
    /// The content is at rest. The slop and the axis decide.
    case free
    /// The press stops moving content, so it is not a tap. The slop and the axis decide whether it swipes.
    case held
    /// The press stops moving content, and swipes from its first point on.
    case claimed
  }

  /// The owner's answer when a press has left the slop along the axis.
  public enum Claim: Sendable {
    /// The gesture belongs to another widget.
    case denied
    /// Another widget may use this event; the next one asks again.
    case undecided
    /// A swipe that begins where the slop ends, so that the content does not leap.
    case fromSlop
    /// A swipe that counts from the press.
    case fromPress
  }

  /// The result of a movement. Ways are points since the step before, along the axis.
  public enum Step: Sendable, Equatable {
    /// No swipe yet, or no longer.
    case none
    /// The swipe begins.
    case claimed(by: Double)
    /// The swipe continues.
    case moved(by: Double)
    /// The gesture belongs to another widget.
    case denied

    /// The result of this step followed by `next`.
    public func followed(by next: Step) -> Step {
      switch (self, next) {
      case (_, .none): self
      case (.claimed(let distance), .moved(let more)): .claimed(by: distance + more)
      case (.moved(let distance), .moved(let more)): .moved(by: distance + more)
      default: next
      }
    }
  }

  /// The result of a release.
  public enum Release: Sendable, Equatable {
    /// No swipe: a press was a tap, or another widget used the fingers on a touchpad.
    case unclaimed
    /// A swipe, with its velocity in points per second along the axis.
    case swiped(velocity: Double)
  }

  /// The axis along which swipes go.
  public let axis: Axis
  /// Seconds without an event after which fingers on a touchpad count as lifted: the pointer may have left the surface,
  /// and some compositors send no end.
  public let silence: Double

  /// The state of the gesture.
  public private(set) var state = State.idle
  /// The device of the latest press.
  public private(set) var device = Device.mouse
  /// Points of the running swipe along the axis since it was claimed, without the slop.
  public private(set) var travel = 0.0

  private var grip = Grip.free
  private var slop = 0.0
  /// Points from the press to the origin of ``travel``.
  private var origin = 0.0
  private var velocity = VelocityTracker()
  private var lastEvent = 0.0

  /// A tracker for swipes along `axis`. See ``silence``, in seconds.
  public init(_ axis: Axis, silence: Double = 0.15) {
    self.axis = axis
    self.silence = silence
  }

  /// Whether a button, a finger or fingers are down and not denied.
  public var isPressed: Bool { state == .pressed || state == .claimed }

  /// Begins a press of a button, a finger, or fingers on a touchpad. `slop` defaults to that of the device.
  public mutating func press(_ grip: Grip = .free, on device: Device, slop: Double? = nil, at time: Double) {
    self.grip = grip
    self.device = device
    self.slop = slop ?? device.slop
    (travel, origin, lastEvent) = (0, 0, time)
    state = grip == .claimed ? .claimed : .pressed
    velocity.reset()
    // A busy window may deliver a whole swipe as this press and one movement.
    velocity.add(0, at: time)
  }

  /// Moves the pointer to (`x`, `y`), measured from the press. `claim` is called when the press leaves the slop, with
  /// the signed distance along the axis in points: since the press, or on a touchpad that of this event.
  public mutating func move(x: Double, y: Double, at time: Double, claim: (_ distance: Double) -> Claim)
    -> Step
  {
    let (distance, across) = axis == .horizontal ? (x, y) : (y, x)
    switch state {
    case .idle, .coasting, .denied: return .none
    case .claimed:
      let before = travel
      advance(to: distance, at: time)
      return .moved(by: travel - before)
    case .pressed:
      guard max(abs(distance), abs(across)) >= slop else { return .none }
      // The axis is decided once for the whole gesture.
      let isAlong =
        device == .touchpad
        ? abs(distance) >= device.axisRatio * abs(across) : abs(distance) > abs(across)
      switch isAlong ? claim(distance) : .denied {
      case .undecided: return .none
      case .denied:
        state = .denied
        return .denied
      case .fromSlop: origin = min(max(distance, -slop), slop)
      case .fromPress: origin = 0
      }
      state = .claimed
      advance(to: distance, at: time)
      return .claimed(by: travel)
    }
  }

  /// Follows fingers on a touchpad that move the content by (`dx`, `dy`). Returns ``Step/none`` without a press before.
  /// Some devices report no beginning, and none follows a silence, so call `press` first whenever ``awaitsEnd`` is `false`.
  public mutating func scroll(dx: Double, dy: Double, at time: Double, claim: (_ distance: Double) -> Claim)
    -> Step
  {
    guard dx != 0 || dy != 0 else { return .none }
    lastEvent = time
    // Movements that another widget used do not count.
    let before = state == .claimed ? travel : 0
    return axis == .horizontal
      ? move(x: before + dx, y: dy, at: time, claim: claim)
      : move(x: dx, y: before + dy, at: time, claim: claim)
  }

  private mutating func advance(to distance: Double, at time: Double) {
    velocity.add(distance, at: time)
    travel = distance - origin
  }

  /// Releases the pointer, or lifts the fingers. Returns `nil` if that ends nothing.
  public mutating func release(at time: Double) -> Release? {
    switch state {
    case .idle, .coasting: return nil
    case .denied:
      if device == .touchpad { state = .idle }
      return nil
    case .pressed where grip == .free:
      state = .idle
      return .unclaimed
    case .pressed:
      state = .coasting
      return .swiped(velocity: 0)
    case .claimed:
      state = .coasting
      return .swiped(velocity: velocity.velocity(at: time))
    }
  }

  /// Whether fingers on a touchpad have sent no event for ``silence``, so that they count as lifted.
  public func isSilent(at time: Double) -> Bool { awaitsEnd && time >= lastEvent + silence }

  /// Whether a touchpad gesture has begun and not ended.
  public var awaitsEnd: Bool { device == .touchpad && (isPressed || state == .denied) }

  /// Cancels the gesture. Returns whether there was one.
  public mutating func cancel() -> Bool {
    guard isPressed else { return false }
    state = device == .touchpad ? .idle : .denied
    return true
  }

  /// Notes that the content has come to rest after a swipe.
  public mutating func settle() {
    if state == .coasting { state = .idle }
  }
}

/// The velocity of a pointer at its release, from the last 150 ms of its movement.
///
/// GTK's gestures and libadwaita use the same window. A shorter one follows the jitter of single events; a longer one
/// remembers a movement that has ended.
public struct VelocityTracker: Sendable {
  /// The length of that window in seconds.
  public static let window = 0.15
  /// The least duration of a swipe in seconds: a stalled display server stamps all queued events with one time.
  private static let shortestSpan = 0.03

  /// Samples in the window, and the latest earlier one.
  private var samples: [(time: Double, position: Double)] = []

  /// A tracker without positions, whose velocity is 0.
  public init() {}

  /// Adds a position. Times ascend, in seconds.
  public mutating func add(_ position: Double, at time: Double) {
    let first = firstIndex(since: time - Self.window) ?? samples.count
    if first > 1 { samples.removeFirst(first - 1) }
    samples.append((time, position))
  }

  /// Forgets all positions.
  public mutating func reset() { samples = [] }

  /// Points per second over the window that ends at `time`; 0 for a pointer that has rested that long.
  public func velocity(at time: Double) -> Double {
    guard let first = firstIndex(since: time - Self.window), let last = samples.last else { return 0 }
    let from = samples[first]
    let velocity =
      time > from.time ? (last.position - from.position) / max(time - from.time, Self.shortestSpan) : 0
    guard first > 0, from.time - samples[first - 1].time >= Self.window else { return velocity }
    // The pointer rested before, so a swipe of one or two samples is measured best from its resting place.
    let fromRest = (last.position - samples[first - 1].position) / Self.window
    return abs(fromRest) > abs(velocity) ? fromRest : velocity
  }

  /// The first sample at or after `time`, if there is one.
  private func firstIndex(since time: Double) -> Int? { samples.firstIndex { $0.time >= time } }
}
