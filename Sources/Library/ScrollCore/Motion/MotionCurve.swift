#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A movement along one axis as a closed form of time.
///
/// A late frame therefore shows the right place, and errors do not add up. Times are seconds since the start, not
/// negative; the unit of offsets is the caller's.
public protocol MotionCurve: Sendable {
  /// The offset after `time` seconds.
  func offset(at time: Double) -> Double
  /// Units per second after `time` seconds.
  func velocity(at time: Double) -> Double
  /// Whether the rest of the movement is too small to see.
  func isAtRest(at time: Double) -> Bool
  /// The offset at which the movement ends.
  var end: Double { get }
}

/// A critically damped spring that moves to offset 0: the fastest way there without overshooting.
public struct Spring: MotionCurve, Equatable {
  /// Distance from rest at time 0.
  public let offset: Double
  /// Units per second at time 0.
  public let velocity: Double
  /// √(stiffness / mass), per second.
  public let rate: Double
  /// The spring is at rest when it stays nearer to 0 than this.
  public let restDistance: Double

  /// The rate of content that returns from beyond its edge: GTK's overshoot friction. 100 points shrink to 1 in 0.33 s.
  public static let overshootRate = 20.0

  /// `restDistance` defaults to half a point.
  public init(
    offset: Double, velocity: Double = 0, rate: Double = Spring.overshootRate, restDistance: Double = 0.5
  ) {
    self.offset = offset
    self.velocity = velocity
    self.rate = rate
    self.restDistance = restDistance
  }

  public func offset(at time: Double) -> Double {
    (offset + (velocity + rate * offset) * time) * exp(-rate * time)
  }

  public func velocity(at time: Double) -> Double {
    (velocity - rate * (velocity + rate * offset) * time) * exp(-rate * time)
  }

  public func isAtRest(at time: Double) -> Bool {
    abs(offset(at: time)) < restDistance && abs(velocity(at: time)) < restDistance * rate
  }

  public var end: Double { 0 }
}

/// A movement that friction brings to rest: the fling after a drag.
///
/// The velocity is `v(t) = v₀·e^(−ft)`, so the distance is `v₀/f·(1 − e^(−ft))`. GTK's kinetic scrolling uses the same
/// curve with the same friction, so a drag with the mouse feels like a drag on a touch screen.
public struct Decay: MotionCurve, Equatable {
  /// Points per second at time 0.
  public let velocity: Double

  /// Per second; the value of GTK's kinetic scrolling.
  public static let friction = 4.0
  /// The movement is at rest when less than this remains, in points.
  public static let restDistance = 0.5

  /// A fling that begins at `velocity` points per second.
  public init(velocity: Double) { self.velocity = velocity }

  public func offset(at time: Double) -> Double { end * (1 - exp(-Self.friction * time)) }

  public func velocity(at time: Double) -> Double { velocity * exp(-Self.friction * time) }

  public func isAtRest(at time: Double) -> Bool { abs(end - offset(at: time)) < Self.restDistance }

  public var end: Double { velocity / Self.friction }
}

/// A movement from 0 to 1 in a fixed time: fades, and jumps of a known length.
public struct Ease: MotionCurve, Equatable {
  /// The growth of the offset over the duration.
  public enum Shape: Sendable {
    /// At constant velocity.
    case linear
    /// Fast at first, then slower: `1 − (1 − x)³`.
    case outCubic
  }

  /// Seconds.
  public let duration: Double
  /// The growth of the offset.
  public let shape: Shape

  /// `duration` is in seconds; 0 jumps to the end.
  public init(duration: Double, shape: Shape = .linear) {
    self.duration = duration
    self.shape = shape
  }

  /// The share of the duration that remains, 0…1.
  private func rest(at time: Double) -> Double { duration > 0 ? min(1, max(0, 1 - time / duration)) : 0 }

  public func offset(at time: Double) -> Double {
    let rest = rest(at: time)
    return shape == .linear ? 1 - rest : 1 - rest * rest * rest
  }

  public func velocity(at time: Double) -> Double {
    let rest = rest(at: time)
    guard rest > 0 else { return 0 }
    return (shape == .linear ? 1 : 3 * rest * rest) / duration
  }

  public func isAtRest(at time: Double) -> Bool { time >= duration }

  public var end: Double { 1 }
}
