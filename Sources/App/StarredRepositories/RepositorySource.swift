import Foundation

/// A list of repositories, page by page from the first: the sample, or a user's stars on a server.
public protocol RepositorySource: Sendable {
  /// The page at `cursor`, which the previous page named; nil for the first.
  ///
  /// - Throws: ``FeedError``, or `CancellationError` if the task was cancelled.
  func page(_ cursor: RepositoryCursor?, unreachable: UnreachablePolicy) async throws -> RepositoryPage
}

/// The answer of a source whose server cannot be reached.
public enum UnreachablePolicy: Sendable {
  /// The page as of last time, marked as stale, if the cache has it. Lets the feed open offline.
  case answerFromCache
  /// The error. This is for a refresh, which would otherwise replace rows with the same old rows.
  case fail
}

extension RepositorySource {
  /// The page at `cursor`, from the cache if the server cannot be reached.
  public func page(_ cursor: RepositoryCursor?) async throws -> RepositoryPage {
    try await page(cursor, unreachable: .answerFromCache)
  }
}

/// The place of a page: its number, and the address that the server gave for it, if any.
public struct RepositoryCursor: Sendable, Hashable, CustomStringConvertible {
  /// The page's number, from 1.
  public let page: Int
  /// GitHub asks clients to follow the addresses it sends instead of building them.
  let address: URL?

  init(page: Int, address: URL? = nil) {
    self.page = page
    self.address = address
  }

  /// The page's number.
  public var description: String { String(page) }
}

/// Some repositories in the order they were starred, the latest first.
public struct RepositoryPage: Sendable, Equatable {
  /// The origin of the items.
  public enum Origin: Sendable, Equatable {
    /// The source has just sent the items.
    case source
    /// The items are from the cache, and the source confirmed that they are unchanged.
    case confirmed
    /// The items are from the cache and may be old: the source could not be reached, for this reason.
    case stale(since: Date, reason: FeedError)
  }

  /// The repositories, the latest star first.
  public var items: [Repository]
  /// The place of the next page; nil: this is the last.
  public var next: RepositoryCursor?
  /// The origin of the items, and whether they may be old.
  public var origin: Origin
  /// The number of records that could not be read and are missing from `items`.
  public var skipped: Int
  /// The number of repositories in the whole list, if known.
  public var total: Int?

  /// A page, by default one that the source has just sent.
  public init(
    items: [Repository], next: RepositoryCursor?, origin: Origin = .source, skipped: Int = 0,
    total: Int? = nil
  ) {
    self.items = items
    self.next = next
    self.origin = origin
    self.skipped = skipped
    self.total = total
  }

  /// Whether the items are from the cache, confirmed or not.
  public var isFromCache: Bool { origin != .source }

  /// The reason why the items may be old; nil if they are not.
  public var staleReason: FeedError? {
    if case .stale(_, let reason) = origin { reason } else { nil }
  }
}
