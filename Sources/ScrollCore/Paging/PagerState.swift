/// A window of items into something longer, and how loading goes at its ends: every decision about paging,
/// without the loading itself.
///
/// One request is under way in a direction at a time. Replacing all items (``restart(_:elsewhere:)``) begins a new
/// *generation*; an answer of an older one changes nothing, whenever it comes.
public struct PagerState<Item: Identifiable, Cursor> {
  /// A request that is under way.
  public struct Ticket {
    public let direction: PageDirection
    public let request: PageRequest<Item.ID, Cursor>
    public let generation: Int
  }

  /// What a step has changed, in the order in which it has to be told.
  public enum Effect: Equatable {
    /// At `index`, `removed` items went and `inserted` came in their place.
    case splice(index: Int, removed: Int, inserted: Int)
    case state(PageDirection, LoadState)
  }

  /// Ascending, without duplicates, and without a gap as far as the source has none.
  public private(set) var items: [Item] = []
  /// The item before the first, if it is known; see ``Page/context``.
  public private(set) var context: Item?
  /// Goes up with each restart, and at the end.
  public private(set) var generation = 0

  private var known: Set<Item.ID> = []
  /// The items are an answer of the source; before that an end without a cursor is not the end of all.
  private var isLoaded = false
  private var previous: Cursor?
  /// Where the page after the last item is asked for; nil at the end of all.
  public private(set) var next: Cursor?
  private var states: [PageDirection: LoadState] = [.previous: .idle, .next: .idle, .around: .idle]
  /// Pages in a row, in a direction, that brought nothing new.
  private var barren: [PageDirection: Int] = [:]
  /// The answer to the last restart is to leave what follows it.
  private var isRefreshing = false
  private var lastRestart = PageRequest<Item.ID, Cursor>.newest

  /// A source that answers this many pages in a row with nothing but what is there already is taken to be at
  /// its end.
  public static var barrenLimit: Int { 5 }

  public init() {}

  public func state(_ direction: PageDirection) -> LoadState { states[direction] ?? .idle }

  // MARK: Asking

  /// Asks for one more page at an end, again after a failure. Nil when there is nothing to ask: a request is
  /// under way there or for all, the end is reached, or nothing is loaded yet.
  public mutating func begin(_ direction: PageDirection) -> Ticket? {
    guard direction != .around else { return restart(lastRestart) }
    guard state(direction) != .loading, state(direction) != .end, state(.around) != .loading else {
      return nil
    }
    let request: PageRequest<Item.ID, Cursor>? =
      direction == .previous ? previous.map { .before($0) } : next.map { .after($0) }
    guard let request else { return nil }
    states[direction] = .loading
    return Ticket(direction: direction, request: request, generation: generation)
  }

  /// As ``begin(_:)``, and where the end was reached asks once more whether something has come there since.
  ///
  /// - Parameters:
  ///   - direction: The end to ask at.
  ///   - cursor: Where pages beyond an item are asked for; with no item, or no cursor, all are asked for anew.
  public mutating func recheck(_ direction: PageDirection, cursor: (Item) -> Cursor?) -> Ticket? {
    guard direction != .around, state(direction) != .loading, state(.around) != .loading else { return nil }
    guard isComplete(direction) || items.isEmpty else { return begin(direction) }
    let edge = direction == .previous ? items.first : items.last
    guard let cursor = edge.flatMap(cursor) else { return restart(.newest) }
    states[direction] = .loading
    return Ticket(
      direction: direction, request: direction == .previous ? .before(cursor) : .after(cursor),
      generation: generation)
  }

  /// Whether all there is in this direction is loaded, as far as is known; also while that is being looked at
  /// once more.
  public func isComplete(_ direction: PageDirection) -> Bool {
    switch direction {
    case .previous: isLoaded && previous == nil
    case .next: isLoaded && next == nil
    case .around: isComplete(.previous) && isComplete(.next)
    }
  }

  /// Asks for other items in place of all. The old ones stay until the answer is there.
  ///
  /// - Parameters:
  ///   - request: Which items.
  ///   - elsewhere: Another source is asked: where the pages beyond the old items are it does not know.
  public mutating func restart(_ request: PageRequest<Item.ID, Cursor>, elsewhere: Bool = false) -> Ticket {
    generation += 1
    isRefreshing = false
    lastRestart = request
    if elsewhere { (isLoaded, previous, next) = (false, nil, nil) }
    // What was under way at the ends will not be heard.
    settleEnds()
    states[.around] = .loading
    return Ticket(direction: .around, request: request, generation: generation)
  }

  /// Answers to what is under way will change nothing.
  public mutating func stop() {
    generation += 1
    settleEnds()
    states[.around] = .idle
  }

  /// As ``restart(_:elsewhere:)`` with the newest, of a source whose newest items come first: what the answer brings is put in
  /// place of the items it goes over, and those after them stay. Where they cannot, all are replaced: when none is known
  /// in the answer, when items have gone, so that the next page would begin too late, or when they are another source's.
  public mutating func refresh() -> Ticket {
    let ticket = restart(.newest)
    isRefreshing = isLoaded
    return ticket
  }

  // MARK: Answers

  /// Takes in an answer. Splices come before states.
  public mutating func finish(_ ticket: Ticket, _ page: Page<Item, Cursor>) -> [Effect] {
    guard ticket.generation == generation else { return [] }
    switch ticket.direction {
    case .around: return (isRefreshing ? replaceFirst(page) : nil) ?? replaceAll(page)
    case .previous: return prepend(page)
    case .next: return append(page)
    }
  }

  /// Notes a failure; the items stay, and the same page can be asked for again.
  public mutating func fail(_ ticket: Ticket, reason: String) -> [Effect] {
    guard ticket.generation == generation else { return [] }
    return set(ticket.direction, .failed(reason))
  }

  /// Puts a new item at the end; nil when the end is not loaded, or about to be replaced.
  public mutating func append(_ item: Item) -> [Effect]? {
    guard state(.next) == .end, state(.around) != .loading else { return nil }
    guard known.insert(item.id).inserted else { return [] }
    items.append(item)
    return [.splice(index: items.count - 1, removed: 0, inserted: 1)]
  }

  private mutating func replaceFirst(_ page: Page<Item, Cursor>) -> [Effect]? {
    var ids: Set<Item.ID> = []
    let new = page.items.filter { ids.insert($0.id).inserted }
    // The answer goes down to the last item of it that was there: one further up may have come from below.
    guard let border = new.last(where: { known.contains($0.id) })?.id,
      let last = items.firstIndex(where: { $0.id == border }), last + 1 < items.count,
      next == nil || items[...last].allSatisfy({ ids.contains($0.id) })
    else { return nil }
    let rest = items[(last + 1)...]
    var effects = [Effect.splice(index: 0, removed: last + 1, inserted: new.count)]
    var index = new.count
    for item in rest {
      if ids.contains(item.id) {
        effects.append(.splice(index: index, removed: 1, inserted: 0))
      } else {
        index += 1
      }
    }
    items = new + rest.filter { !ids.contains($0.id) }
    known = Set(items.map(\.id))
    (context, previous) = (page.context, page.previous)
    return effects + settled()
  }

  private mutating func replaceAll(_ page: Page<Item, Cursor>) -> [Effect] {
    let removed = items.count
    known = []
    items = page.items.filter { known.insert($0.id).inserted }
    context = page.context
    previous = page.previous
    next = page.next
    isLoaded = true
    let splice = Effect.splice(index: 0, removed: removed, inserted: items.count)
    return (removed + items.count > 0 ? [splice] : []) + settled()
  }

  /// All has been answered.
  private mutating func settled() -> [Effect] {
    barren = [:]
    settleEnds()
    return [PageDirection.previous, .next].map { Effect.state($0, state($0)) } + set(.around, .idle)
  }

  private mutating func prepend(_ page: Page<Item, Cursor>) -> [Effect] {
    let new = page.items.filter { known.insert($0.id).inserted }
    items.insert(contentsOf: new, at: 0)
    context = page.context
    previous = page.items.isEmpty ? nil : page.previous
    return grown(.previous, at: 0, by: new.count)
  }

  private mutating func append(_ page: Page<Item, Cursor>) -> [Effect] {
    let new = page.items.filter { known.insert($0.id).inserted }
    items += new
    next = page.items.isEmpty ? nil : page.next
    return grown(.next, at: items.count - new.count, by: new.count)
  }

  private mutating func grown(_ direction: PageDirection, at index: Int, by count: Int) -> [Effect] {
    barren[direction] = count > 0 ? 0 : barren[direction, default: 0] + 1
    let isBarren = barren[direction, default: 0] >= Self.barrenLimit
    let hasMore = (direction == .previous ? previous : next) != nil && !isBarren
    let splice = count > 0 ? [Effect.splice(index: index, removed: 0, inserted: count)] : []
    return splice + set(direction, hasMore ? .idle : .end)
  }

  private mutating func set(_ direction: PageDirection, _ state: LoadState) -> [Effect] {
    states[direction] = state
    return [.state(direction, state)]
  }

  private mutating func settleEnds() {
    states[.previous] = isLoaded && previous == nil ? .end : .idle
    states[.next] = isLoaded && next == nil ? .end : .idle
  }
}

// MARK: Trimming

extension PagerState {
  /// Drops items from the end opposite to `direction`, down to `count`, but none of `kept`. The dropped ones
  /// are loaded again when the reader comes back to them.
  ///
  /// - Parameters:
  ///   - direction: Where the reader goes; items are dropped at the other end.
  ///   - count: How many are to be left.
  ///   - kept: Indices of items that stay in any case.
  ///   - cursor: Where pages beyond an item are asked for; if it answers nil, nothing is dropped.
  public mutating func trim(
    awayFrom direction: PageDirection, to count: Int, keeping kept: Range<Int>, cursor: (Item) -> Cursor?
  ) -> [Effect] {
    let surplus = items.count - count
    guard surplus > 0, state(.around) != .loading else { return [] }
    switch direction {
    case .previous:
      let end = max(items.count - surplus, kept.upperBound)
      guard end > 0, end < items.count, state(.next) != .loading, let edge = cursor(items[end - 1]) else {
        return []
      }
      let dropped = end..<items.count
      forget(dropped)
      next = edge
      return [.splice(index: end, removed: dropped.count, inserted: 0)] + set(.next, .idle)
    case .next:
      let start = min(surplus, kept.lowerBound)
      guard start > 0, start < items.count, state(.previous) != .loading, let edge = cursor(items[start])
      else { return [] }
      context = items[start - 1]
      forget(0..<start)
      previous = edge
      return [.splice(index: 0, removed: start, inserted: 0)] + set(.previous, .idle)
    case .around: return []
    }
  }

  private mutating func forget(_ range: Range<Int>) {
    for item in items[range] { known.remove(item.id) }
    items.removeSubrange(range)
  }
}
