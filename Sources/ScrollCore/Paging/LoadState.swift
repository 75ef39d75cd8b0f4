/// A place where pages are loaded.
public enum PageDirection: String, Sendable, CaseIterable {
  /// Before the first item.
  case previous
  /// After the last item.
  case next
  /// In place of all items.
  case around
}

/// How loading goes in one direction.
public enum LoadState: Sendable, Equatable {
  /// Nothing is under way; there is more to load.
  case idle
  case loading
  /// The last try failed, for this reason. Loading again repeats it.
  case failed(String)
  /// There is nothing more this way.
  case end
}
