/// A pull at the edge of scrollable content and the loads there: from the first movement to the end of the load that a
/// pull starts, and what an indicator shows of it.
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

  /// A load at the edge that no pull started.
  public enum Activity: Sendable, Equatable {
    /// No load is running, and no failure is shown.
    case none
    /// A load is running. The indicator shows it, and nothing can be pulled.
    case loading
    /// The load has failed, for a reason.
    case failed(reason: String)
  }

  private enum Gesture: Equatable {
    case none
    /// It may pull, and has not moved yet.
    case pressed
    case pulled(Double)
  }

  /// Travel in points beyond which a pull is pending.
  public static let pendingDistance = 40.0
  /// Travel in points beyond which a pull is ready.
  public static let readyDistance = 90.0
  /// The stretch of the content in points at which the indicator stands at its resting place.
  public static let restingStretch = 60.0

  private var gesture = Gesture.none
  private var isLoading = false
  /// What is shown in place of the activity: the result of a load, a refusal, or nothing, once a failure was dismissed.
  private var notice: RefreshDisplay?

  /// A load that runs at the edge without a pull. While it loads, no pull begins. A pull and its load go on, and the
  /// activity is shown after them.
  public var activity = Activity.none {
    didSet { if activity != oldValue { notice = nil } }
  }

  /// Makes an instance without a pull or a load.
  public init() {}

  /// The present effect of a release, or that a load is running.
  public var state: State {
    if isLoading { return .loading }
    return travel > Self.readyDistance ? .ready : travel > Self.pendingDistance ? .pending : .none
  }

  /// Travel of the running pull in points, at least 0; 0 without one.
  public var travel: Double {
    if case .pulled(let travel) = gesture { travel } else { 0 }
  }

  /// Whether a gesture that may pull is running. One that began during a load never pulls.
  public var isPulling: Bool { gesture != .none }

  // MARK: Gestures

  /// Begins a gesture with the content at the edge.
  public mutating func gestureBegan() { gesture = isLoading || activity == .loading ? .none : .pressed }

  /// Moves the pointer to `travel` points from the press in the direction that pulls; negative in the other direction.
  public mutating func gestureMoved(to travel: Double) {
    guard isPulling, max(0, travel) != self.travel else { return }
    gesture = .pulled(max(0, travel))
    notice = nil
  }

  /// Releases the pointer. Returns whether to load; the state is ``State/loading`` then.
  public mutating func gestureEnded() -> Bool {
    let loads = state == .ready
    gestureCancelled()
    return loads && begin()
  }

  /// Cancels the gesture, without a load.
  public mutating func gestureCancelled() { gesture = .none }

  /// Follows a gesture that stretches the content by its `travel` but does not pull, as it began away from the edge.
  public mutating func stretched(by travel: Double) {
    guard !isLoading, activity != .loading, !isPulling else { return }
    if travel > Self.pendingDistance {
      notice = .refused
    } else if notice == .refused {
      notice = nil
    }
  }

  // MARK: Loads

  /// Starts a load by a key, a button or the program. Returns `false` if one is running.
  public mutating func begin() -> Bool {
    guard !isLoading, activity != .loading else { return false }
    gestureCancelled()
    isLoading = true
    notice = nil
    return true
  }

  /// Ends the load. `result` is shown until ``dismiss()`` or the next event: ``RefreshDisplay/done(_:)`` or
  /// ``RefreshDisplay/failed(_:reason:)``, or nil. A running ``activity`` hides a failure.
  public mutating func finish(_ result: RefreshDisplay? = nil) {
    guard isLoading else { return }
    isLoading = false
    if case .failed = result, activity == .loading { return }
    notice = result
  }

  /// Removes a result or a failure from the screen. A load that goes on without a pull is shown.
  public mutating func dismiss() {
    if case .failed = display(failed: "") { notice = .hidden } else { notice = nil }
  }

  // MARK: The indicator

  /// What the indicator shows; `words` is the sentence for a failure of the ``activity``.
  public func display(failed words: String) -> RefreshDisplay {
    if isLoading { return .loading }
    if case .pulled = gesture { return .pulling(progress: progress, isReady: state == .ready) }
    if let notice { return notice }
    return switch activity {
    case .none: .hidden
    case .loading: .loading
    case .failed(let reason): .failed(words, reason: reason)
    }
  }

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

/// What an indicator of a pull and its load shows.
public enum RefreshDisplay: Sendable, Equatable {
  /// Nothing. The indicator fades out, so it keeps its last content.
  case hidden
  /// Pulled: `progress` is 0 when pending and 1 when ready; if `isReady`, a release loads.
  case pulling(progress: Double, isReady: Bool)
  /// The content is stretched by a gesture that does not count as a pull, as it began away from the edge.
  case refused
  /// A load is running.
  case loading
  /// The load has succeeded, with a sentence about the result.
  case done(String)
  /// The load has failed, with a sentence and the reason.
  case failed(String, reason: String)
}
