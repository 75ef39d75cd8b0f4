/// A pull at the edge of a scrollable, from the first movement to the end of the load it started.
///
/// ```
/// none ──> 40──> pending ──> 90──> ready ──release──> loading ──end──> none
///   ^────────────────┴──release────┘ <──back to 90 or less
/// ```
///
/// Travel is how far the pointer has gone since the press, in points, 1:1. What a release means is decided by
/// where the pointer is at that moment and by nothing else: no offset of the content is looked at, so neither
/// a wheel nor a fling can start a load.
public struct PullToRefresh: Sendable, Equatable {
  /// The raw values are what logs show.
  public enum State: String, Sendable, CaseIterable {
    /// Not pulled, or too little to count.
    case none
    /// Pulled a little: letting go does nothing.
    case pending
    /// Pulled far enough: letting go loads.
    case ready
    /// A load is under way.
    case loading
  }

  /// Farther than this, in points, a pull is pending; farther than that, ready.
  public static let pendingDistance = 40.0
  public static let readyDistance = 90.0
  /// More travel than this is not shown any more.
  public static let maxDistance = 150.0
  /// How much of the pull the indicator follows.
  public static let resistance = 0.3

  public private(set) var state = State.none
  /// Travel of the pull under way, in points, not negative; 0 while nothing is pulled.
  public private(set) var travel = 0.0
  /// A gesture that may pull is under way. One that began during a load never pulls.
  public private(set) var isPulling = false

  public init() {}

  /// A drag has begun with the content at the edge.
  public mutating func gestureBegan() {
    isPulling = state != .loading
    travel = 0
  }

  /// The pointer is `travel` points away from the press, in the direction that pulls; negative on the other side.
  public mutating func gestureMoved(to travel: Double) {
    guard isPulling else { return }
    self.travel = max(0, travel)
    state =
      if travel > Self.readyDistance { .ready } else if travel > Self.pendingDistance { .pending } else {
        .none
      }
  }

  /// The pointer was let go. True: load now; the state is ``State/loading`` already.
  public mutating func gestureEnded() -> Bool {
    guard isPulling else { return false }
    let loads = state == .ready
    stopPulling()
    if loads { state = .loading }
    return loads
  }

  /// The gesture was taken away: nothing loads.
  public mutating func gestureCancelled() {
    if isPulling { stopPulling() }
  }

  /// The program, a key or a button wants a load. False: one is under way already.
  public mutating func begin() -> Bool {
    guard state != .loading else { return false }
    stopPulling()
    state = .loading
    return true
  }

  /// The load has ended, well or not.
  public mutating func finish() {
    if state == .loading { state = .none }
  }

  private mutating func stopPulling() {
    isPulling = false
    travel = 0
    state = .none
  }

  // MARK: What the indicator shows

  /// The indicator's opacity in a state, 0…1: faint while letting go does nothing.
  public static func opacity(_ state: State) -> Double {
    switch state {
    case .none: 0
    case .pending: 0.2
    case .ready, .loading: 1
    }
  }

  /// How far the pull is from pending (0) to ready (1): the turn of the arrow, the filling of the ring.
  public var progress: Double {
    let span = Self.readyDistance - Self.pendingDistance
    return min(1, max(0, (travel - Self.pendingDistance) / span))
  }

  /// How far the indicator follows the pull, in points: 0.3 of it, and beyond ready ever less.
  public var indicatorOffset: Double {
    let shown = min(travel, Self.maxDistance)
    let beyond = max(0, shown - Self.readyDistance)
    let band = RubberBand(dimension: Self.maxDistance - Self.readyDistance)
    return Self.resistance * (shown - beyond + band.offset(beyond))
  }
}
