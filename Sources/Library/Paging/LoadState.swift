/// The state of loading at one end of the items.
///
/// Two failures are equal if their errors have the same description.
public enum LoadState: Sendable {
  /// No load is under way, and there is more to load.
  case idle
  /// A load is under way.
  case loading
  /// The last load failed. Loading again repeats its request.
  case failed(any Error)
  /// All items at this end are loaded.
  case end
}

extension LoadState: Equatable {
  public static func == (a: LoadState, b: LoadState) -> Bool {
    switch (a, b) {
    case (.idle, .idle), (.loading, .loading), (.end, .end): true
    case (.failed(let a), .failed(let b)): "\(a)" == "\(b)"
    default: false
    }
  }
}

/// The state of a pager's content as a whole.
///
/// Two failures are equal if their errors have the same description.
public enum PagedContent: Sendable {
  /// There are no items yet.
  case loading
  /// There are items to show, whatever the state of a load.
  case items
  /// The source has no items.
  case empty
  /// The items could not be loaded, and there are no older ones to show.
  case failed(any Error)
}

extension PagedContent: Equatable {
  public static func == (a: PagedContent, b: PagedContent) -> Bool {
    switch (a, b) {
    case (.loading, .loading), (.items, .items), (.empty, .empty): true
    case (.failed(let a), .failed(let b)): "\(a)" == "\(b)"
    default: false
    }
  }
}

/// Decides when to load the next page at one end: as soon as less than a given amount is left before it.
///
/// If too little is left after a page, another one is loaded. A failed page is not loaded again until the reader has
/// moved away from the end and returned.
public struct LoadTrigger: Sendable {
  private var wasNear = false

  /// Makes a trigger for a reader who has not been near the end yet.
  public init() {}

  /// Returns whether to load now. Call it whenever the reader has moved, the items have changed or a load has
  /// ended.
  ///
  /// The load must set `state` to `.loading` immediately, so that a burst of calls loads once.
  ///
  /// - Parameters:
  ///   - remaining: The amount between the reader and the end, in any unit.
  ///   - limit: The amount below which to load, in the same unit; 0 never loads.
  ///   - state: The state of loading at this end.
  public mutating func update(remaining: Double, limit: Double, state: LoadState) -> Bool {
    let isNear = limit > 0 && remaining < limit
    defer { wasNear = isNear }
    guard isNear else { return false }
    return switch state {
    case .idle: true
    case .failed: !wasNear
    case .loading, .end: false
    }
  }
}
