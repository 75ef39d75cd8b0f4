/// A pull at the edge of scrollable content, from the first movement to the end of the load that it starts.
///
/// ```
/// none ──> 40──> pending ──> 90──> ready ──release──> loading ──end──> none
///   ^────────────────┴──release────┘ <──back to 90 or less
/// ```
///
/// Travel is the pointer's way since the press in points. It alone decides the effect of a release. The content's
/// offset plays no part in it, so neither a wheel nor a fling can start a load.
public struct PullToRefresh: Sendable, Equatable {
  /// The raw values appear in logs.
  public enum State: String, Sendable, CaseIterable {
    /// Not pulled, or not far enough to count.
    case none
    /// Pulled a little: a release does nothing.
    case pending
    /// Pulled far enough: a release loads.
    case ready
    /// A load is running.
    case loading
  }

  /// Travel in points beyond which a pull is pending.
  public static let pendingDistance = 40.0
  /// Travel in points beyond which a pull is ready.
  public static let readyDistance = 90.0
  /// The stretch of the content in points at which the indicator stands at its resting place.
  public static let restingStretch = 60.0

  /// The present effect of a release, or that a load is running.
  public private(set) var state = State.none
  /// Travel of the running pull in points, at least 0; 0 without one.
  public private(set) var travel = 0.0
  /// Whether a gesture that may pull is running. One that began during a load never pulls.
  public private(set) var isPulling = false

  /// Makes an instance without a pull or a load.
  public init() {}

  /// Begins a gesture with the content at the edge.
  public mutating func gestureBegan() {
    isPulling = state != .loading
    travel = 0
  }

  /// Moves the pointer to `travel` points from the press in the direction that pulls; negative in the other direction.
  public mutating func gestureMoved(to travel: Double) {
    guard isPulling else { return }
    self.travel = max(0, travel)
    state =
      if travel > Self.readyDistance { .ready } else if travel > Self.pendingDistance { .pending } else {
        .none
      }
  }

  /// Releases the pointer. Returns whether to load; the state is ``State/loading`` then.
  public mutating func gestureEnded() -> Bool {
    guard isPulling else { return false }
    let loads = state == .ready
    stopPulling()
    if loads { state = .loading }
    return loads
  }

  /// Cancels the gesture, without a load.
  public mutating func gestureCancelled() {
    if isPulling { stopPulling() }
  }

  /// Starts a load by a key, a button or the program. Returns `false` if one is running.
  public mutating func begin() -> Bool {
    guard state != .loading else { return false }
    stopPulling()
    state = .loading
    return true
  }

  /// Ends the load, with or without success.
  public mutating func finish() {
    if state == .loading { state = .none }
  }

  private mutating func stopPulling() {
    isPulling = false
    travel = 0
    state = .none
  }

  // MARK: The indicator

  /// The indicator's opacity in a state, 0…1: low while a release does nothing.
  public static func opacity(_ state: State) -> Double {
    switch state {
    case .none: 0
    case .pending: 0.2
    case .ready, .loading: 1
    }
  }

  /// The progress of the pull from pending (0) to ready (1).
  public var progress: Double {
    let span = Self.readyDistance - Self.pendingDistance
    return min(1, max(0, (travel - Self.pendingDistance) / span))
  }

  /// The indicator's place in points from its resting place, at most 0. It comes in with content that is stretched by
  /// `stretch` points, ahead of its edge, and stops at the resting place.
  public static func indicatorOffset(stretch: Double) -> Double { min(0, abs(stretch) - restingStretch) }
}
