import ScrollCore

/// A window of items into a longer sequence, and the state of loading at its ends: all decisions about paging, without
/// the loading itself.
///
/// At each end, at most one request is under way. Replacing all items (``restart(_:)``, ``refresh()``) begins a new
/// *generation*; answers to requests of an older generation are ignored.
public struct PagerState<Item: Identifiable, Cursor> {
  /// The request of a load to the source.
  public typealias Request = PageRequest<Item.ID, Cursor>

  /// A request that is under way.
  public struct Ticket {
    /// The request to the source.
    public let request: Request
    let generation: Int
  }

  /// The effect of an answer on the items.
  public struct Change: Equatable, Sendable {
    /// Nil if the items are the same.
    public var splice: Splice?
    /// The number of items that were not loaded before.
    public var newCount: Int

    /// Makes the effect of an answer.
    public init(splice: Splice?, newCount: Int) {
      self.splice = splice
      self.newCount = newCount
    }
  }

  private struct End {
    enum Beyond {
      /// No answer has arrived yet.
      case unknown
      case page(Cursor)
      case nothing
    }

    enum Load {
      case idle, loading
      /// The cursor is that of the request, which the end may no longer have: see ``PagerState/recheck(_:cursor:)``.
      case failed(any Error, at: Cursor)
    }

    var beyond = Beyond.unknown
    var load = Load.idle
    /// Consecutive pages without a new item.
    var barrenCount = 0

    init() {}

    init(_ cursor: Cursor?) { beyond = cursor.map { .page($0) } ?? .nothing }

    var cursor: Cursor? { if case .page(let cursor) = beyond { cursor } else { nil } }
    /// The cursor of the next request.
    var request: Cursor? { if case .failed(_, let cursor) = load { cursor } else { cursor } }
    var isComplete: Bool { if case .nothing = beyond { true } else { false } }
    var isLoading: Bool { if case .loading = load { true } else { false } }

    var state: LoadState {
      switch load {
      case .idle: isComplete ? .end : .idle
      case .loading: .loading
      case .failed(let error, _): .failed(error)
      }
    }
  }

  private enum Replacement {
    case idle
    case loading(Purpose)
    case failed(any Error)

    enum Purpose {
      /// The answer replaces all items.
      case restart
      /// The answer replaces the items that it covers; see ``PagerState/refresh()``.
      case refresh
      /// Asks whether there are items now, where there were none.
      case recheck
    }
  }

  /// The loaded items, ascending and without duplicates, and without gaps unless the source has some.
  public private(set) var items: [Item] = []
  /// The item before the first one, if known; see ``Page/context``.
  public private(set) var context: Item?
  /// Incremented by each request that replaces the items, and by ``stop()``; 0 before the first.
  public private(set) var generation = 0

  private var known: Set<Item.ID> = []
  private var previous = End()
  private var next = End()
  private var replaced = Replacement.idle

  /// The number of consecutive pages without a new item after which the source counts as being at its end.
  public static var barrenLimit: Int { 5 }

  /// Makes a state without items, in which both ends are unknown.
  public init() {}

  /// The state of loading at an end.
  public func state(_ direction: PageDirection) -> LoadState { self[direction].state }

  /// The state of the load that replaces all items; never `.end`.
  public var replacement: LoadState {
    switch replaced {
    case .idle: .idle
    case .loading: .loading
    case .failed(let error): .failed(error)
    }
  }

  /// Whether all items in this direction are loaded, as far as is known; also during a ``recheck(_:cursor:)``.
  public func isComplete(_ direction: PageDirection) -> Bool { self[direction].isComplete }

  /// The cursor of the page after the last item; nil if there is none or none is known.
  public var nextCursor: Cursor? { next.cursor }

  /// The state of the content as a whole. A ``recheck(_:cursor:)`` of an empty source does not change it before the
  /// answer arrives.
  public var content: PagedContent {
    guard items.isEmpty else { return .items }
    return switch replaced {
    case .failed(let error): .failed(error)
    case .loading(.restart), .loading(.refresh): .loading
    case .loading(.recheck): .empty
    case .idle: next.isComplete ? .empty : .loading
    }
  }

  // MARK: Requests

  /// Requests one more page at an end, again after a failure.
  ///
  /// - Returns: Nil if a request is under way there or for all items, the end is reached, or nothing is loaded
  ///   yet.
  public mutating func begin(_ direction: PageDirection) -> Ticket? {
    guard replacement != .loading, !self[direction].isLoading, let cursor = self[direction].request else {
      return nil
    }
    return begin(direction, at: cursor)
  }

  /// Requests one more page at an end, also if the end was reached before: items may have been added since. With
  /// no items, requests the newest ones.
  ///
  /// - Returns: Nil if a request is under way there or for all items.
  public mutating func recheck(_ direction: PageDirection, cursor: (Item) -> Cursor) -> Ticket? {
    guard replacement != .loading, !self[direction].isLoading else { return nil }
    guard let edge = direction == .previous ? items.first : items.last else {
      return replace(.recheck, .newest)
    }
    return isComplete(direction) ? begin(direction, at: cursor(edge)) : begin(direction)
  }

  /// Requests other items in place of all. The present items stay until the answer arrives.
  public mutating func restart(_ request: Request) -> Ticket { replace(.restart, request) }

  /// Requests the newest items of a source whose newest items come first.
  ///
  /// The answer replaces the items that it covers, and the items after those stay. All items are replaced if the
  /// answer contains no present item, or if items are gone, so that the next page would start too late.
  public mutating func refresh() -> Ticket { replace(.refresh, .newest) }

  /// Supersedes all requests under way, so that their answers are ignored.
  public mutating func stop() {
    generation += 1
    settleEnds()
    replaced = .idle
  }

  /// Drops all items, before a request to another source. Follow it with ``restart(_:)``.
  public mutating func removeAll() -> Splice? {
    let count = items.count
    (items, known, context, previous, next) = ([], [], nil, End(), End())
    return count > 0 ? Splice(at: 0, removing: count, inserting: 0) : nil
  }

  private mutating func begin(_ direction: PageDirection, at cursor: Cursor) -> Ticket {
    self[direction].load = .loading
    return Ticket(
      request: direction == .previous ? .before(cursor) : .after(cursor), generation: generation)
  }

  private mutating func replace(_ purpose: Replacement.Purpose, _ request: Request) -> Ticket {
    generation += 1
    settleEnds()
    replaced = .loading(purpose)
    return Ticket(request: request, generation: generation)
  }

  // MARK: Answers

  /// Applies the answer to a request. After a failure the items stay, and the same page can be requested again.
  ///
  /// - Returns: Nil if the request is of an older generation: nothing has changed.
  public mutating func loadEnded(
    _ ticket: Ticket, _ result: Result<Page<Item, Cursor>, any Error>
  ) -> Result<Change, any Error>? {
    guard ticket.generation == generation else { return nil }
    switch (ticket.request, result) {
    case (.before(let cursor), .failure(let error)): previous.load = .failed(error, at: cursor)
    case (.after(let cursor), .failure(let error)): next.load = .failed(error, at: cursor)
    case (.newest, .failure(let error)), (.around, .failure(let error)): replaced = .failed(error)
    case (_, .success(let page)):
      return .success(ticket.request.direction.map { extend($0, with: page) } ?? replace(with: page))
    }
    return result.map { _ in Change(splice: nil, newCount: 0) }
  }

  private mutating func replace(with page: Page<Item, Cursor>) -> Change {
    defer {
      replaced = .idle
      settleEnds()
    }
    let before = known
    var ids: Set<Item.ID> = []
    let new = page.items.filter { ids.insert($0.id).inserted }
    let newCount = new.count { !before.contains($0.id) }
    context = page.context
    previous = End(page.items.isEmpty ? nil : page.previous)
    if case .loading(.refresh) = replaced, let splice = replaceFirst(with: new, ids) {
      return Change(splice: splice, newCount: newCount)
    }
    let splice = Splice(at: 0, removing: items.count, inserting: new.count)
    (items, known) = (new, ids)
    next = End(page.items.isEmpty ? nil : page.next)
    return Change(splice: splice.removed + splice.inserted > 0 ? splice : nil, newCount: newCount)
  }

  /// Puts `new` in place of the items down to the last known one among them, and drops those of `new` further
  /// down. Nil if the items below could not follow: see ``refresh()``.
  private mutating func replaceFirst(with new: [Item], _ ids: Set<Item.ID>) -> Splice? {
    // A known item above that one in the answer may have moved up from further down.
    guard let border = new.last(where: { known.contains($0.id) })?.id,
      let last = items.firstIndex(where: { $0.id == border }), last + 1 < items.count,
      let lastMoved = items.lastIndex(where: { ids.contains($0.id) }),
      next.isComplete || items[...last].allSatisfy({ ids.contains($0.id) })
    else { return nil }
    // One splice down to the last item that has moved up: `items` are final when it is reported.
    let untouched = items.count - (lastMoved + 1)
    items = new + items[(last + 1)...].filter { !ids.contains($0.id) }
    known = Set(items.map(\.id))
    return Splice(at: 0, removing: lastMoved + 1, inserting: items.count - untouched)
  }

  private mutating func extend(_ direction: PageDirection, with page: Page<Item, Cursor>) -> Change {
    let new = page.items.filter { known.insert($0.id).inserted }
    let index = direction == .previous ? 0 : items.count
    items.insert(contentsOf: new, at: index)
    if direction == .previous { context = page.context }
    var end = End(page.items.isEmpty ? nil : direction == .previous ? page.previous : page.next)
    end.barrenCount = new.isEmpty ? self[direction].barrenCount + 1 : 0
    if end.barrenCount >= Self.barrenLimit { end.beyond = .nothing }
    self[direction] = end
    return Change(
      splice: new.isEmpty ? nil : Splice(at: index, removing: 0, inserting: new.count), newCount: new.count)
  }

  private mutating func settleEnds() {
    for direction in PageDirection.allCases {
      self[direction].load = .idle
      self[direction].barrenCount = 0
    }
  }

  private subscript(direction: PageDirection) -> End {
    get { direction == .previous ? previous : next }
    set { if direction == .previous { previous = newValue } else { next = newValue } }
  }

  // MARK: Single items

  /// Appends an item; an item that is loaded already changes nothing.
  ///
  /// - Returns: Nil if the end is not loaded, is being loaded, or is about to be replaced.
  public mutating func append(_ item: Item) -> Splice? {
    guard next.isComplete, !next.isLoading, replacement != .loading else { return nil }
    let isNew = known.insert(item.id).inserted
    if isNew { items.append(item) }
    return Splice(at: isNew ? items.count - 1 : items.count, removing: 0, inserting: isNew ? 1 : 0)
  }

  /// Replaces an item by another one with the same identity.
  ///
  /// - Returns: Its index; nil if the item is not loaded.
  /// - Complexity: O(n).
  public mutating func update(_ item: Item) -> Int? {
    guard known.contains(item.id), let index = items.firstIndex(where: { $0.id == item.id }) else {
      return nil
    }
    items[index] = item
    return index
  }

  /// Removes an item that the source no longer has. If it is the ``context``, the context is then unknown.
  ///
  /// - Returns: Nil if it is not loaded; an empty splice for the context, on which the first item may depend.
  /// - Complexity: O(n).
  public mutating func remove(_ id: Item.ID) -> Splice? {
    if context?.id == id {
      context = nil
      return Splice(at: 0)
    }
    guard known.remove(id) != nil, let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    items.remove(at: index)
    return Splice(at: index, removing: 1)
  }

  /// Inserts an item that the source has now, if its place is among the loaded items or at a loaded end; an item that is loaded
  /// already changes nothing.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - precedes: Whether an item comes before another one.
  /// - Returns: Nil if paging will load the item, or all items are about to be replaced; an empty splice if it is the item
  ///   before the first one.
  /// - Complexity: O(n).
  public mutating func insert(_ item: Item, by precedes: (Item, Item) -> Bool) -> Splice? {
    guard replacement != .loading else { return nil }
    guard !known.contains(item.id) else { return Splice(at: items.count) }
    let index = items.firstIndex { precedes(item, $0) } ?? items.count
    if index == items.count { return append(item) }
    if index == 0, !previous.isComplete {
      guard context.map({ precedes($0, item) }) ?? true else { return nil }
      context = item
      return Splice(at: 0)
    }
    known.insert(item.id)
    items.insert(item, at: index)
    return Splice(at: index, inserting: 1)
  }

  // MARK: Trimming

  /// Drops items from the end opposite to `direction`, down to `count` items, but none of `kept`. They are loaded
  /// again when the reader comes back to them.
  ///
  /// - Parameters:
  ///   - direction: The end that the reader moves towards.
  ///   - count: The number of items to leave.
  ///   - kept: Indices of items that stay in any case.
  ///   - cursor: Returns the cursor of the pages before and after an item.
  /// - Returns: Nil if nothing was dropped.
  public mutating func trim(
    awayFrom direction: PageDirection, to count: Int, keeping kept: Range<Int>, cursor: (Item) -> Cursor
  ) -> Splice? {
    let surplus = items.count - count
    guard surplus > 0, replacement != .loading else { return nil }
    switch direction {
    case .previous:
      let end = max(items.count - surplus, kept.upperBound)
      guard end > 0, end < items.count, !next.isLoading else { return nil }
      next = End(cursor(items[end - 1]))
      return drop(end..<items.count)
    case .next:
      let start = min(surplus, kept.lowerBound)
      guard start > 0, start < items.count, !previous.isLoading else { return nil }
      previous = End(cursor(items[start]))
      context = items[start - 1]
      return drop(0..<start)
    }
  }

  private mutating func drop(_ range: Range<Int>) -> Splice {
    for item in items[range] { known.remove(item.id) }
    items.removeSubrange(range)
    return Splice(at: range.lowerBound, removing: range.count, inserting: 0)
  }
}
