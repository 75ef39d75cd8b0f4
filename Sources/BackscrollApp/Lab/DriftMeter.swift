/// How far a row is from where it should be, frame by frame.
struct DriftMeter: Equatable {
  /// Points of drift that are still right. At rest 1: a list may round once. In a fling the expected place is a
  /// fraction and the row stands on a whole point, on either side of it, so there is half a point more.
  static let toleranceAtRest = 1.0
  static let toleranceInFling = 1.5
  /// Frames that the trace shows.
  static let traceLength = 96

  let tolerance: Double
  /// Signed drift of the newest frames, oldest first.
  private(set) var trace: [Double] = []
  private(set) var wrongFrames = 0
  /// Largest distance from the right place, in points.
  private(set) var worst = 0.0

  init(tolerance: Double = DriftMeter.toleranceAtRest) { self.tolerance = tolerance }

  /// Distance in the newest frame.
  var now: Double { abs(trace.last ?? 0) }
  var isWrongNow: Bool { now > tolerance }
  var holds: Bool { wrongFrames == 0 }

  /// Takes in a painted frame.
  mutating func record(_ drift: Double) {
    worst = max(worst, abs(drift))
    if abs(drift) > tolerance { wrongFrames += 1 }
    trace.append(drift)
    if trace.count > Self.traceLength { trace.removeFirst() }
  }
}
