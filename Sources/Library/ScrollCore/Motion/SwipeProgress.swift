/// The progress of a swipe that moves a widget between a few resting places: a panel that is out of view (0) or in view
/// (1), a sentence at its place (0) or out of view on one of its sides (−1, 1).
///
/// The places are the whole numbers of ``range``.
public struct SwipeProgress: Sendable, Equatable {
  /// Points from one place to the next.
  public let extent: Double
  /// The range of the progress.
  public let range: ClosedRange<Double>
  /// The progress at which the swipe began.
  public let start: Double
  /// The progress to which the swipe has moved the widget.
  public private(set) var value: Double

  /// Makes a swipe that begins at `value`. `extent` points lead from one place to the next.
  public init(from value: Double, extent: Double, within range: ClosedRange<Double> = 0...1) {
    self.extent = max(1, extent)
    self.range = range
    start = min(max(value, range.lowerBound), range.upperBound)
    self.value = start
  }

  /// Moves the swipe by `points`. At an end of ``range`` further points are ignored, so a swipe back takes effect at once.
  public mutating func move(by points: Double) {
    value = min(max(value + points / extent, range.lowerBound), range.upperBound)
  }

  /// Returns the place to which a release leads: a flick to the next one on its way, a slower release to the nearest.
  ///
  /// - Parameters:
  ///   - velocity: Points per second.
  ///   - device: The device of the swipe, which determines the velocity of a flick.
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

/// The strip at the leading edge of a window in which a finger begins to pull in a panel: the left edge, or the right
/// one in a window that is read from right to left.
public enum EdgeZone {
  /// The strip's width in points: half of a finger, so that it covers little of the content.
  public static let width = 24.0

  /// Whether a press at `x` of a window that is `width` points wide is in the strip.
  public static func contains(_ x: Double, width: Double, isRightToLeft: Bool) -> Bool {
    (isRightToLeft ? width - x : x) < Self.width
  }
}
