import Foundation

/// The row that is read in a column, and the drift of each painted frame from its expected place.
struct LabReading {
  let row: LabMessage.ID
  private(set) var path: FlingPath?
  private(set) var meter: DriftMeter

  private enum Phase {
    /// The page was not inserted yet.
    case waiting
    /// `frames` were painted since the page was inserted; `atRest`: no fling was running then.
    case landed(frames: Int, atRest: Bool)
  }

  private var phase = Phase.waiting
  /// Whether painted frames are recorded.
  private(set) var isRunning = true

  /// The row's top edge in the viewport at the frame time `begun`.
  private let top: Double
  private let begun: Double

  /// Frames that are measured after the page was inserted: more than any remedy takes.
  static let framesAfterLanding = 40

  /// Makes a measurement. `path` is the fling that moves the row; nil at rest.
  init(row: LabMessage.ID, top: Double, at time: Double, path: FlingPath?) {
    self.row = row
    self.top = top
    self.path = path
    begun = time
    meter = DriftMeter()
  }

  /// The right place of the row's top edge.
  func expected(at time: Double) -> Double {
    guard let path else { return top }
    return top + path.displacement(at: time) - path.displacement(at: begun)
  }

  /// Derives the start of the fling from the first frame in which the row has moved.
  mutating func calibrate(top now: Double, at time: Double) {
    guard begun == path?.start, now != top else { return }
    path?.calibrate(displacement: now - top, at: time)
  }

  /// Records a painted frame. A row without a widget (`now` is nil) is at least a viewport away.
  mutating func record(top now: Double?, at time: Double, viewport: Double) {
    guard isRunning else { return }
    if case .landed(let frames, let atRest) = phase { phase = .landed(frames: frames + 1, atRest: atRest) }
    meter.record(now.map { drift(of: $0, at: time) } ?? max(meter.worst, viewport))
  }

  /// The position of a fling is a fraction, but rows are on whole points: both neighbours are right.
  private func drift(of now: Double, at time: Double) -> Double {
    let drift = now - expected(at: time)
    return path != nil && abs(drift) < 1 ? 0 : drift
  }

  /// Marks the page as inserted at a frame time.
  mutating func landed(at time: Double) {
    guard isRunning else { return }
    phase = .landed(frames: 0, atRest: path?.isOver(at: time) ?? true)
  }

  mutating func stop() { isRunning = false }

  /// Whether the page was not inserted yet.
  var isWaiting: Bool { if case .waiting = phase { true } else { false } }

  /// Whether no fling was running when the page was inserted.
  var hasLandedAtRest: Bool { if case .landed(_, true) = phase { true } else { false } }

  /// Whether every frame has to be painted from now on.
  var countsFrames: Bool { isRunning && !isWaiting }

  func isDone(at time: Double) -> Bool {
    guard isRunning, case .landed(Self.framesAfterLanding..., _) = phase else { return false }
    return path?.isOver(at: time) ?? true
  }
}

/// The distance of a row from its right place, frame by frame.
struct DriftMeter: Equatable {
  /// Points of drift that count as right: a list may round once.
  static let tolerance = 1.0
  /// Number of frames in the trace.
  static let traceLength = 96

  /// Signed drift of the newest frames in points, oldest first.
  private(set) var trace: [Double] = []
  private(set) var wrongFrames = 0
  /// Largest absolute drift, in points.
  private(set) var worst = 0.0

  /// Absolute drift of the newest frame, in points.
  var now: Double { abs(trace.last ?? 0) }
  var isWrongNow: Bool { now > Self.tolerance }
  var holds: Bool { wrongFrames == 0 }
  /// Whether the worst drift is more than 0 when it is rounded to tenths of a point.
  var hasVisibleDrift: Bool { (worst * 10).rounded() > 0 }

  /// Records the drift of a painted frame.
  mutating func record(_ drift: Double) {
    worst = max(worst, abs(drift))
    if abs(drift) > Self.tolerance { wrongFrames += 1 }
    trace.append(drift)
    if trace.count > Self.traceLength { trace.removeFirst() }
  }
}

/// The displacement of GTK's fling: x(t) = v/4 · (1 − e^(−4t)).
///
/// This is GTK's kinetic scrolling as measured on GTK 4.8: the velocity decays by e^(−4t), and the fling ends below a
/// tenth of a point per second.
struct FlingPath: Equatable {
  /// Decay rate of the velocity, per second.
  static let friction = 4.0
  /// Velocity at which the fling ends, in points per second.
  static let leastVelocity = 0.1

  /// Velocity at the start in points per second; positive moves the rows down the screen.
  let velocity: Double
  /// Frame time of the start, in seconds.
  private(set) var start: Double

  init(velocity: Double, start: Double) {
    self.velocity = velocity
    self.start = start
  }

  /// Points that the rows have moved by a frame time.
  func displacement(at time: Double) -> Double {
    let elapsed = min(max(0, time - start), duration)
    return velocity / Self.friction * (1 - exp(-Self.friction * elapsed))
  }

  /// Seconds from start to rest.
  var duration: Double {
    abs(velocity) > Self.leastVelocity ? log(abs(velocity) / Self.leastVelocity) / Self.friction : 0
  }

  func isOver(at time: Double) -> Bool { time - start > duration }

  /// Moves the start so that the displacement at `time` is the measured one: GTK may have read another clock than the
  /// caller. Differences within the rounding to whole pixels change nothing.
  mutating func calibrate(displacement measured: Double, at time: Double) {
    guard abs(measured - displacement(at: time)) > Self.rounding else { return }
    let rest = 1 - measured * Self.friction / velocity
    guard rest > 0, rest <= 1 else { return }
    start = time + log(rest) / Self.friction
  }

  /// Rows are on whole points, while the fling's position is a fraction.
  private static let rounding = 1.0
}
