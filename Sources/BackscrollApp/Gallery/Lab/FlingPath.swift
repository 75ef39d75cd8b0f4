import Foundation

/// Where GTK's own fling carries the content: x(t) = v/4 · (1 − e^(−4t)).
///
/// The source of the law is GTK's kinetic scrolling, as measured on GTK 4.8: velocity falls by e^(−4t), and below a
/// tenth of a point a second, long after anyone sees it move, the fling is over.
struct FlingPath: Equatable {
  /// Share of the velocity lost, per second.
  static let friction = 4.0
  /// Points a second, below which the fling is over.
  static let leastVelocity = 0.1

  /// Points a second at the start; positive: the rows move down the screen.
  let velocity: Double
  /// The frame time at which it began, in seconds.
  private(set) var start: Double

  init(velocity: Double, start: Double) {
    self.velocity = velocity
    self.start = start
  }

  /// Points that the rows have moved at a frame time.
  func displacement(at time: Double) -> Double {
    let elapsed = min(max(0, time - start), duration)
    return velocity / Self.friction * (1 - exp(-Self.friction * elapsed))
  }

  /// Seconds from start to rest.
  var duration: Double {
    abs(velocity) > Self.leastVelocity ? log(abs(velocity) / Self.leastVelocity) / Self.friction : 0
  }

  func isOver(at time: Double) -> Bool { time - start > duration }

  /// Moves the start to where a displacement measured at `time` puts it: the clock that GTK reads need not be the
  /// one that the caller read. A difference that whole pixels explain changes nothing, as the path would only
  /// inherit the rounding.
  mutating func calibrate(displacement measured: Double, at time: Double) {
    guard abs(measured - displacement(at: time)) > Self.rounding else { return }
    let rest = 1 - measured * Self.friction / velocity
    guard rest > 0, rest <= 1 else { return }
    start = time + log(rest) / Self.friction
  }

  /// Rows stand on whole points while the fling's place is a fraction.
  private static let rounding = 1.0
}
