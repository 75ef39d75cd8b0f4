/// A run of items as a source answers it, in ascending order.
public struct Page<Item, Cursor> {
  public var items: [Item]
  /// Where the page before this one is asked for; nil: there is none.
  public var previous: Cursor?
  /// Where the page after this one is asked for; nil: there is none.
  public var next: Cursor?
  /// The item before the first one, which is not shown: what a row looks like may depend on the row above it
  /// (a new day, the same sender), and with this it never changes because an older page lands.
  public var context: Item?

  public init(items: [Item], previous: Cursor?, next: Cursor?, context: Item? = nil) {
    self.items = items
    self.previous = previous
    self.next = next
    self.context = context
  }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}

/// Which page is asked for.
public enum PageRequest<ID, Cursor> {
  case newest
  case around(ID)
  case before(Cursor)
  case after(Cursor)
}

extension PageRequest: Sendable where ID: Sendable, Cursor: Sendable {}
extension PageRequest: Equatable where ID: Equatable, Cursor: Equatable {}

/// Where pages come from.
public protocol PageSource<Item, Cursor>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  associatedtype Cursor: Sendable

  /// The page asked for, of about `limit` items. An empty one means there are no more that way.
  func page(_ request: PageRequest<Item.ID, Cursor>, limit: Int) async throws -> Page<Item, Cursor>

  /// Where the pages before and after an item are asked for. Nil (as by default) if the source cannot tell;
  /// then nothing is ever dropped.
  func cursor(of item: Item) -> Cursor?
}

extension PageSource {
  public func cursor(of item: Item) -> Cursor? { nil }
}
