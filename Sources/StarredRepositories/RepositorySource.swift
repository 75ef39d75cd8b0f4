/// Where the feed's pages come from. Pages are asked for one after another, from the first.
public protocol RepositorySource: Sendable {
  /// The page at `cursor`, which the page before it has told; nil: the first.
  ///
  /// - Throws: ``FeedError``, or `CancellationError` if the task was cancelled.
  func page(_ cursor: RepositoryCursor?, unreachable: UnreachablePolicy) async throws -> RepositoryPage
}

/// What to answer with when a source cannot be asked.
public enum UnreachablePolicy: Sendable {
  /// The page as it was the last time, marked as stale, if it was kept: what opens the feed offline.
  case answerFromCache
  /// The error: what a refresh wants, which else would put old rows in place of the same old rows.
  case fail
}

extension RepositorySource {
  /// The page at `cursor`, from the cache if the source cannot be asked.
  public func page(_ cursor: RepositoryCursor?) async throws -> RepositoryPage {
    try await page(cursor, unreachable: .answerFromCache)
  }
}
