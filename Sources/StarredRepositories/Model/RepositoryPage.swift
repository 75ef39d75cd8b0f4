import Foundation

/// Some repositories in the order they were starred, the latest first.
public struct RepositoryPage: Sendable, Equatable {
  /// Where the items come from.
  public enum Origin: Sendable, Equatable {
    /// The source has just sent them.
    case source
    /// They were kept from an earlier time, and the source says that nothing has changed since.
    case confirmed
    /// They were kept from an earlier time, and may be old: the source could not be asked, for this reason.
    case stale(since: Date, reason: FeedError)
  }

  public var items: [Repository]
  /// Where the next page is asked for; nil: this is the last.
  public var next: RepositoryCursor?
  public var origin: Origin
  /// How many records could not be read, and are missing here.
  public var skipped: Int
  /// How many repositories there are in all, where that is known.
  public var total: Int?

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

  /// Whether the items were kept from an earlier time, confirmed or not.
  public var isFromCache: Bool { origin != .source }

  /// Why the items may be old, if they may.
  public var staleReason: FeedError? {
    if case .stale(_, let reason) = origin { reason } else { nil }
  }
}
