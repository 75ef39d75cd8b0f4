import ScrollCore

/// A model that holds its items, which are all of one kind.
///
///     let messages = ListStore<Message>()
///     messages.append([Message(id: 2)])
///     messages.prepend([Message(id: 1)])
///     messages.items = [Message(id: 2), Message(id: 3)]  // sends the differences, by identity
public typealias ListStore<Item: Identifiable> = KindedListStore<Item, OneKind>

/// A model that holds its items, and knows the kind of each.
///
/// Each method changes the items and then notifies the lists. Reading is O(1).
@MainActor
public final class KindedListStore<Item: Identifiable, Kind: Hashable>: ListModel {
  private var storage: [Item] = []
  /// The indices of the items, from ``origin``; nil until they were searched often enough since the last change.
  private var places: [Item.ID: Int]?
  /// The searches without ``places``.
  private var searches = 0
  /// Changes with each item that is prepended, so that the places of the others stay.
  private var origin = 0
  private let kindOf: (Item) -> Kind
  private let areEqual: (Item, Item) -> Bool

  /// The lists that show the items.
  public let changes = ListChanges()

  /// Makes an empty store; `kind` returns an item's kind.
  public init(kind: @escaping (Item) -> Kind) {
    kindOf = kind
    areEqual = { old, new in
      func isEqual<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
      guard let old = old as? any Equatable else { return false }
      return isEqual(old)
    }
  }

  /// Makes an empty store; `kind` returns an item's kind.
  public init(kind: @escaping (Item) -> Kind) where Item: Equatable {
    kindOf = kind
    // Without the casts above, which cost milliseconds for thousands of items.
    areEqual = { $0 == $1 }
  }

  // MARK: Reading

  /// The items, in order.
  ///
  /// Setting them compares old and new items by identity: the rest of the list stays as it is, and so does the reader's
  /// place. An item that is equal to the one before it is not bound again, if items are `Equatable`.
  ///
  /// - Complexity: O(n log n) to set.
  public var items: [Item] {
    get { storage }
    set { setItems(newValue) }
  }

  /// The number of items.
  public var count: Int { storage.count }

  /// The item at an index. Set another item with the same identity to update the row, see ``update(_:)``; an item with
  /// another identity replaces the row.
  public subscript(index: Int) -> Item {
    get { storage[index] }
    set {
      if storage[index].id == newValue.id {
        storage[index] = newValue
        changes(.update(index: index))
      } else {
        replace(index..<index + 1, with: [newValue])
      }
    }
  }

  /// The identity of the item at an index.
  public func id(at index: Int) -> Item.ID { storage[index].id }

  /// The kind of the item at an index.
  public func kind(at index: Int) -> Kind { kindOf(storage[index]) }

  /// The index of the item with an identity; nil if there is none.
  ///
  /// - Complexity: O(1), but O(n) for the first searches after a change elsewhere than at an end.
  public func index(of id: Item.ID) -> Int? {
    if let places { return places[id].map { $0 - origin } }
    // A few searches cost less than noting all items, for instance if each is followed by a removal.
    searches += 1
    guard searches > Self.searchLimit else { return storage.firstIndex { $0.id == id } }
    origin = 0
    let places = Dictionary(storage.enumerated().lazy.map { ($1.id, $0) }) { first, _ in first }
    self.places = places
    return places[id]
  }

  private static var searchLimit: Int { 8 }

  private func notePlaces(_ range: Range<Int>, _ new: some Collection<Item>) {
    guard places != nil else { return }
    if range.isEmpty, range.lowerBound == storage.count {
      for (index, item) in zip(storage.count..., new) { places?[item.id] = origin + index }
    } else if range == 0..<0 {
      origin -= new.count
      for (index, item) in zip(0..., new) { places?[item.id] = origin + index }
    } else if new.isEmpty, range.lowerBound == 0 || range.upperBound == storage.count {
      for item in storage[range] { places?[item.id] = nil }
      if range.lowerBound == 0 { origin += range.count }
    } else {
      (places, searches) = (nil, 0)
    }
  }

  // MARK: Changing

  /// Puts `new` in place of `range`, which may be empty.
  public func replace(_ range: Range<Int>, with new: some Collection<Item>) {
    guard !range.isEmpty || !new.isEmpty else { return }
    notePlaces(range, new)
    storage.replaceSubrange(range, with: new)
    changes(.splice(Splice(at: range.lowerBound, removing: range.count, inserting: new.count)))
  }

  /// Adds items at the end.
  public func append(_ new: some Collection<Item>) { replace(count..<count, with: new) }

  /// Adds items at the start.
  public func prepend(_ new: some Collection<Item>) { replace(0..<0, with: new) }

  /// Inserts items; the first of them gets the index.
  public func insert(_ new: some Collection<Item>, at index: Int) { replace(index..<index, with: new) }

  /// Removes a range of items.
  public func remove(_ range: Range<Int>) { replace(range, with: EmptyCollection()) }

  /// Removes the item with an identity; does nothing if there is none.
  public func remove(id: Item.ID) {
    if let index = index(of: id) { remove(index..<index + 1) }
  }

  /// Moves an item; `destination` is its index afterwards. Its row keeps its widget, its focus and its selection.
  public func move(from index: Int, to destination: Int) {
    guard index != destination else { return }
    let item = storage[index]
    remove(index..<index + 1)
    insert([item], at: destination)
  }

  /// Puts an item in place of the one with the same identity; does nothing if there is none.
  public func update(_ item: Item) {
    if let index = index(of: item.id) { self[index] = item }
  }

  /// The most splices that are sent. More than these are sent as one that covers them, since each costs O(n).
  private static var spliceLimit: Int { 64 }

  private func setItems(_ new: [Item]) {
    var splices = Splice.steps(from: storage.map(\.id), to: new.map(\.id))
    if splices.count > Self.spliceLimit { splices = [splices.reduce(Splice(at: 0)) { $0.then($1) }] }
    // In ascending order, so that the items before each splice are already the new ones.
    for splice in splices { replace(splice.removedRange, with: new[splice.insertedRange]) }
    for index in new.indices where !splices.contains(where: { $0.insertedRange.contains(index) }) {
      guard !areEqual(storage[index], new[index]) else { continue }
      self[index] = new[index]
    }
  }
}

extension KindedListStore where Kind == OneKind {
  /// Makes an empty store, or one that holds `items`.
  public convenience init(_ items: [Item] = []) {
    self.init { _ in .row }
    append(items)
  }

  /// Makes an empty store, or one that holds `items`.
  public convenience init(_ items: [Item] = []) where Item: Equatable {
    self.init { _ in .row }
    append(items)
  }
}
