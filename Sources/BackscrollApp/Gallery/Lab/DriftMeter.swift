/// How far a row is from where it should be, frame by frame.
struct DriftMeter: Equatable {
  /// Points of drift that are still right: a list may round once.
  static let tolerance = 1.0
  /// Frames that the trace shows.
  static let traceLength = 96

  /// Signed drift of the newest frames, oldest first.
  private(set) var trace: [Double] = []
  private(set) var wrongFrames = 0
  /// Largest distance from the right place, in points.
  private(set) var worst = 0.0

  /// Distance in the newest frame.
  var now: Double { abs(trace.last ?? 0) }
  var isWrongNow: Bool { now > Self.tolerance }
  var holds: Bool { wrongFrames == 0 }

  /// Takes in a painted frame.
  mutating func record(_ drift: Double) {
    worst = max(worst, abs(drift))
    if abs(drift) > Self.tolerance { wrongFrames += 1 }
    trace.append(drift)
    if trace.count > Self.traceLength { trace.removeFirst() }
  }
}
