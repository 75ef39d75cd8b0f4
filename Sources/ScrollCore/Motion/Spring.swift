#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A critically damped spring on its way to 0: as fast as can be without swinging over.
///
/// A closed form of time, so a late frame shows the right place and errors do not add up.
public struct Spring: Sendable, Equatable {
  /// Distance from rest at time 0, in points (or whatever unit the caller counts in).
  public let offset: Double
  /// Units a second at time 0.
  public let velocity: Double
  /// Stiffness as a rate, a second: √(stiffness / mass).
  public let rate: Double

  /// The rate of an overshoot that goes back to its edge: GTK's overshoot friction. 100 points are 1 after
  /// 0.33 s.
  public static let overshootRate = 20.0

  public init(offset: Double, velocity: Double = 0, rate: Double = Spring.overshootRate) {
    self.offset = offset
    self.velocity = velocity
    self.rate = rate
  }

  /// Distance from rest after `time` seconds.
  public func offset(at time: Double) -> Double {
    let time = max(0, time)
    return (offset + (velocity + rate * offset) * time) * exp(-rate * time)
  }

  /// Units a second after `time` seconds.
  public func velocity(at time: Double) -> Double {
    let time = max(0, time)
    return (velocity - rate * (velocity + rate * offset) * time) * exp(-rate * time)
  }

  /// Whether it is nearer to rest than `distance` and will stay there.
  public func isAtRest(at time: Double, within distance: Double = 0.5) -> Bool {
    abs(offset(at: time)) < distance && abs(velocity(at: time)) < distance * rate
  }
}
