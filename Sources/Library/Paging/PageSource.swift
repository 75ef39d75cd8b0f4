/// An end of the loaded items.
public enum PageDirection: String, Sendable, CaseIterable {
  /// Before the first item.
  case previous
  /// After the last item.
  case next
}

/// A run of items as a source returns it, in ascending order.
public struct Page<Item, Cursor> {
  /// The items of this page; may be empty.
  public var items: [Item]
  /// The cursor of the page before this one; nil if there is none.
  public var previous: Cursor?
  /// The cursor of the page after this one; nil if there is none.
  public var next: Cursor?
  /// The item before the first one, which is not shown.
  ///
  /// The look of a row may depend on the row above it (a new day, the same sender). With the context the first
  /// row has its final look before the previous page is loaded.
  public var context: Item?

  /// Makes a page. Without `previous` or `next` it is the last one in that direction.
  public init(items: [Item], previous: Cursor? = nil, next: Cursor?, context: Item? = nil) {
    self.items = items
    self.previous = previous
    self.next = next
    self.context = context
  }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}

/// A request of a pager to its source.
public enum PageRequest<ID, Cursor> {
  /// The page that the source starts with, in place of all items.
  case newest
  /// An item and its neighbours, in place of all items.
  case around(ID)
  /// The page before the first item.
  case before(Cursor)
  /// The page after the last item.
  case after(Cursor)

  /// The end that the page extends; nil for a request that replaces all items.
  public var direction: PageDirection? {
    switch self {
    case .newest, .around: nil
    case .before: .previous
    case .after: .next
    }
  }
}

extension PageRequest: Sendable where ID: Sendable, Cursor: Sendable {}
extension PageRequest: Equatable where ID: Equatable, Cursor: Equatable {}

/// A source of pages that are read forward, such as a feed.
///
///     struct Stars: PageSource {
///       func page(after cursor: Int?, limit: Int) async throws -> Page<Repository, Int> {
///         let first = cursor ?? 0
///         return Page(items: (first..<first + limit).map { Repository(id: $0) }, next: first + limit)
///       }
///     }
///
/// A source that can also be read backward and from the middle is a ``BidirectionalPageSource``.
public protocol PageSource<Item, Cursor>: Sendable {
  /// An element of a page.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  /// The place of a page, which only the source needs to understand.
  associatedtype Cursor: Sendable

  /// Returns the page after `cursor`, of about `limit` items.
  ///
  /// An empty page or one without a next cursor is the last one. Items that are loaded already are skipped.
  ///
  /// - Parameters:
  ///   - cursor: The ``Page/next`` cursor of an earlier page; nil for the page that the source starts with.
  ///   - limit: The page size of the pager.
  func page(after cursor: Cursor?, limit: Int) async throws -> Page<Item, Cursor>
}

/// A source of pages that are read in both directions and from any item, such as a conversation.
public protocol BidirectionalPageSource: PageSource {
  /// Returns the page before `cursor`, of about `limit` items. An empty page or one without a previous cursor is
  /// the first one.
  func page(before cursor: Cursor, limit: Int) async throws -> Page<Item, Cursor>

  /// Returns an item and its neighbours, about `limit` items in all.
  ///
  /// - Throws: An error if the item does not exist.
  func page(around id: Item.ID, limit: Int) async throws -> Page<Item, Cursor>

  /// Returns the cursor of the pages before and after `item`, from which a pager with a ``Pager/Window`` loads dropped items again.
  func cursor(of item: Item) -> Cursor
}
