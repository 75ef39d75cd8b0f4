/// A model that holds its items: the ordinary case.
@MainActor
public final class ListStore<Item: Identifiable>: ListModel {
  /// The items, in order. Change them by the methods, which tell the lists.
  public private(set) var items: [Item] = []

  public let changes = ListChanges()
  private let kindOf: (Item) -> Int

  /// `kind`: a number in 0..<8 for items alike in height.
  public init(kind: @escaping (Item) -> Int = { _ in 0 }) { kindOf = kind }

  public var count: Int { items.count }
  public func id(at index: Int) -> Item.ID { items[index].id }
  public func kind(at index: Int) -> Int { kindOf(items[index]) }

  /// - Complexity: O(n): a search is rare, and a map would have to be kept at every change.
  public func index(of id: Item.ID) -> Int? { items.firstIndex { $0.id == id } }

  /// Puts `new` in place of `range`, which may be empty.
  public func replace(_ range: Range<Int>, with new: some Collection<Item>) {
    guard !range.isEmpty || !new.isEmpty else { return }
    items.replaceSubrange(range, with: new)
    changes.send(.splice(index: range.lowerBound, removed: range.count, inserted: new.count))
  }

  public func append(_ new: some Collection<Item>) { replace(count..<count, with: new) }
  public func prepend(_ new: some Collection<Item>) { replace(0..<0, with: new) }
  public func insert(_ new: some Collection<Item>, at index: Int) { replace(index..<index, with: new) }
  public func remove(_ range: Range<Int>) { replace(range, with: []) }

  /// Puts an item of the same identity in place of the one at `index`.
  public func update(_ item: Item, at index: Int) {
    precondition(items[index].id == item.id, "An update keeps the row's identity")
    items[index] = item
    changes.send(.update(index: index))
  }
}
