/// How far a swipe has moved something that has a few places to rest at: a panel that is out of view (0) or in view (1), a
/// sentence that stands (0) or has gone to one of its sides (−1, 1).
///
/// The places are the whole numbers of ``range``.
public struct SwipeProgress: Sendable, Equatable {
  /// Points from one place to the next.
  public let extent: Double
  /// What the progress stays within.
  public let range: ClosedRange<Double>
  /// Where the swipe has taken hold of it.
  public let start: Double
  /// Where the swipe has moved it.
  public private(set) var value: Double

  /// A swipe that takes hold of something at `value`, which is moved from one place to the next by `extent` points.
  public init(from value: Double, extent: Double, within range: ClosedRange<Double> = 0...1) {
    self.extent = max(1, extent)
    self.range = range
    start = min(max(value, range.lowerBound), range.upperBound)
    self.value = start
  }

  /// The swipe has moved by `points`. It turns round at once where there is nothing farther.
  public mutating func move(by points: Double) {
    value = min(max(value + points / extent, range.lowerBound), range.upperBound)
  }

  /// The place to which a release leads: a flick goes to the next one on its way, anything slower to the nearest.
  ///
  /// - Parameters:
  ///   - velocity: Points per second.
  ///   - device: What the swipe was made with, on which it depends how fast a flick is.
  public func end(velocity: Double, on device: SwipeTracker.Device) -> Double {
    let place =
      if velocity >= device.flickVelocity {
        value.rounded(.down) + 1
      } else if velocity
        <= -device.flickVelocity
      { value.rounded(.up) - 1 } else { value.rounded() }
    return min(max(place, range.lowerBound), range.upperBound)
  }
}

/// The strip at the leading edge of a window from which a finger pulls what lies before: the left edge, or the right one in
/// a window that is read from right to left.
public enum EdgeZone {
  /// The strip's width in points; half of a finger, so that it takes little from what is below.
  public static let width = 24.0

  /// Whether a press at `x` of a window that is `width` points wide is in the strip.
  public static func contains(_ x: Double, width: Double, isRightToLeft: Bool) -> Bool {
    (isRightToLeft ? width - x : x) < Self.width
  }
}
