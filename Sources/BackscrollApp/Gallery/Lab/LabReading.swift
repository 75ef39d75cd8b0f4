/// The row that is read in a column, and how far from its right place each frame has painted it.
struct LabReading {
  let row: LabMessage.ID
  private(set) var path: FlingPath?
  private(set) var meter: DriftMeter

  /// Frames painted after the page has landed; nil before.
  private(set) var framesSinceLanding: Int?
  private(set) var isRunning = true
  /// No fling was under way as the page landed.
  private(set) var hasLandedAtRest = false

  /// Where the row's top edge stood in the viewport when the reading began, and when that was.
  private let top: Double
  private let begun: Double

  /// Frames to be looked at after the page has landed: more than any remedy takes.
  static let framesAfterLanding = 40

  /// `path` is what carries the row; nil at rest.
  init(row: LabMessage.ID, top: Double, at time: Double, path: FlingPath?) {
    self.row = row
    self.top = top
    self.path = path
    begun = time
    meter = DriftMeter()
  }

  /// Where the row's top edge should be.
  func expected(at time: Double) -> Double {
    guard let path else { return top }
    return top + path.displacement(at: time) - path.displacement(at: begun)
  }

  /// The first frame in which the row has moved tells when the fling has begun.
  mutating func calibrate(top now: Double, at time: Double) {
    guard begun == path?.start, now != top else { return }
    path?.calibrate(displacement: now - top, at: time)
  }

  mutating func record(top now: Double?, at time: Double, viewport: Double) {
    guard isRunning else { return }
    framesSinceLanding? += 1
    meter.record(now.map { drift(of: $0, at: time) } ?? max(meter.worst, viewport))
  }

  /// A fling's place is a fraction and a row stands on a whole point: on either side of that place it is right.
  private func drift(of now: Double, at time: Double) -> Double {
    let drift = now - expected(at: time)
    return path != nil && abs(drift) < 1 ? 0 : drift
  }

  /// The page has been put in, at a frame time.
  mutating func landed(at time: Double) {
    guard isRunning else { return }
    framesSinceLanding = 0
    hasLandedAtRest = path?.isOver(at: time) ?? true
  }

  mutating func stop() { isRunning = false }

  /// The page is still on its way.
  var isWaiting: Bool { framesSinceLanding == nil }

  /// Each frame is wanted from here on.
  var countsFrames: Bool { isRunning && framesSinceLanding != nil }

  func isDone(at time: Double) -> Bool {
    isRunning && framesSinceLanding ?? 0 >= Self.framesAfterLanding && path?.isOver(at: time) ?? true
  }
}
