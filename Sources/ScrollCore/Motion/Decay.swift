#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A movement that friction brings to rest: what is left of a drag when the pointer has let go.
///
/// Velocity falls by `friction` a second: `v(t) = v₀·e^(−ft)`, so the way is `v₀/f·(1 − e^(−ft))`. GTK's kinetic
/// scrolling has the same curve with the same friction, so a drag with the mouse feels like one on a touch
/// screen.
public struct Decay: Sendable, Equatable {
  /// Points a second at the start.
  public let velocity: Double

  /// A second, as in GTK's kinetic scrolling.
  public static let friction = 4.0
  /// Less way than this to go, in points, is no movement any more.
  public static let restDistance = 1.0

  public init(velocity: Double) { self.velocity = velocity }

  /// The whole way, in points.
  public var distance: Double { velocity / Self.friction }

  /// Way gone after `time` seconds, in points.
  public func offset(at time: Double) -> Double { distance * (1 - exp(-Self.friction * max(0, time))) }

  /// Points a second after `time` seconds.
  public func velocity(at time: Double) -> Double { velocity * exp(-Self.friction * max(0, time)) }

  /// Whether what is left is too little to see.
  public func isAtRest(at time: Double) -> Bool { abs(distance - offset(at: time)) < Self.restDistance }
}
