import ScrollCore

/// Keeps a window of a source's items loaded. It loads more pages at both ends, or replaces all items; with a
/// ``Window``, the number of items is bounded.
///
/// The pager is the store of the items. A model presents ``items`` and forwards the splices:
///
///     let pager = Pager(source, pageSize: 30)
///     pager.didChangeItems = { splice in print("\(splice.inserted) items at \(splice.index)") }
///     pager.didEndLoad = { request, result in print(request, result) }
///     pager.loadNewest()
///
/// ``PagerState`` makes all decisions. Callbacks run on the main actor: ``didChangeItems`` after each single change,
/// ``didEndLoad`` after all changes of an answer.
@MainActor
public final class Pager<Source: PageSource> {
  /// An element of the source's pages.
  public typealias Item = Source.Item
  /// The request of a load to the source.
  public typealias Request = PageRequest<Source.Item.ID, Source.Cursor>
  private typealias State = PagerState<Source.Item, Source.Cursor>
  private typealias Trimming = (window: Window, cursor: (Source, Item) -> Source.Cursor)

  /// The bounds of the number of loaded items.
  public struct Window: Sendable {
    /// The most items to keep. When a page exceeds it, items at the opposite end are dropped.
    public var limit: Int
    /// The number of items that are left after dropping. Leave far more than is ever loaded ahead. Otherwise the
    /// dropped items would be loaded again immediately.
    public var kept: Int

    /// Makes the bounds. `kept` must not exceed `limit`.
    public init(limit: Int, kept: Int) {
      precondition(kept <= limit, "A window cannot keep more items than its limit")
      self.limit = limit
      self.kept = kept
    }
  }

  /// The outcome of a load.
  public enum Outcome: Sendable {
    /// `count` items arrived that were not loaded before.
    case loaded(count: Int)
    /// The source threw this error. The items are unchanged.
    case failed(any Error)
    /// All items were requested anew, or the pager was stopped.
    case superseded

    /// The number of new items.
    ///
    /// - Throws: The error of the source; `CancellationError` for a superseded load.
    public func get() throws -> Int {
      switch self {
      case .loaded(let count): count
      case .failed(let error): throw error
      case .superseded: throw CancellationError()
      }
    }
  }

  /// A load, under way or ended.
  @MainActor
  public final class Load {
    private enum Progress {
      case running([CheckedContinuation<Outcome, Never>])
      case ended(Outcome)
    }

    /// The request of the load.
    public let request: Request
    fileprivate var task: Task<Void, Never>?
    private var progress = Progress.running([])

    fileprivate init(_ request: Request) { self.request = request }

    /// The outcome of the load. Waits for its end.
    public var outcome: Outcome {
      get async {
        switch progress {
        case .ended(let outcome): outcome
        case .running(let waiting):
          await withCheckedContinuation { progress = .running(waiting + [$0]) }
        }
      }
    }

    fileprivate func end(_ outcome: Outcome) {
      guard case .running(let waiting) = progress else { return }
      progress = .ended(outcome)
      task = nil
      for continuation in waiting { continuation.resume(returning: outcome) }
    }
  }

  /// Called after each change to ``items``.
  public var didChangeItems: ((Splice) -> Void)?
  /// Called when a load has begun, after the states have changed.
  public var didBeginLoad: ((Request) -> Void)?
  /// Called when a load has ended, with the changes to ``items`` in their order. Not called for a superseded load.
  public var didEndLoad: ((Request, Result<[Splice], any Error>) -> Void)?
  /// Returns the indices of items that must not be dropped, such as those in view. While it is nil, a ``Window`` has no
  /// effect: all items are kept.
  public var keptRange: (() -> Range<Int>)?

  private let pageSize: Int
  private let trimming: Trimming?
  private var source: Source
  private var state = State()
  private var loads: [Load] = []

  private init(_ source: Source, _ pageSize: Int, _ trimming: Trimming?) {
    self.source = source
    self.pageSize = pageSize
    self.trimming = trimming
  }

  /// Creates a pager that keeps all items that it has loaded.
  public convenience init(_ source: Source, pageSize: Int) { self.init(source, pageSize, nil) }

  isolated deinit { supersede() }

  // MARK: State

  /// The loaded items, in ascending order and without duplicates.
  public var items: [Item] { state.items }
  /// The item before the first one, if known; see ``Page/context``.
  public var context: Item? { state.context }
  /// Incremented by each request that replaces the items, and when loading is stopped; 0 before the first. An answer to a
  /// request of an earlier generation is ignored.
  public var generation: Int { state.generation }
  /// The state of the content as a whole.
  public var content: PagedContent { state.content }
  /// The cursor of the page after the last item; nil if there is none or none is known.
  public var nextCursor: Source.Cursor? { state.nextCursor }
  /// The state of the load that replaces all items; never `.end`.
  public var replacement: LoadState { state.replacement }

  /// The state of loading at an end.
  public func state(_ direction: PageDirection) -> LoadState { state.state(direction) }

  /// Whether all items in this direction are loaded, as far as is known.
  public func isComplete(_ direction: PageDirection) -> Bool { state.isComplete(direction) }

  // MARK: Loading

  /// Loads one more page after the last item, again after a failure. Does nothing while a load is under way there
  /// or for all items, and at the end.
  public func loadNext() {
    if let ticket = state.begin(.next) { runForward(ticket) }
  }

  /// Loads the newest items in place of all.
  public func loadNewest() { runForward(state.restart(.newest)) }

  /// Loads the newest items of a source whose newest items come first, and keeps those that follow; see
  /// ``PagerState/refresh()``.
  @discardableResult
  public func refresh() -> Load { runForward(state.refresh()) }

  /// Drops all items, and loads the newest ones of another source, such as the same one with another filter.
  public func setSource(_ source: Source) {
    self.source = source
    let splice = state.removeAll()
    let ticket = state.restart(.newest)
    supersede()
    if let splice { didChangeItems?(splice) }
    // The callback may have begun another load.
    if ticket.generation == generation { runForward(ticket) }
  }

  /// Ends all loads; no callback follows. Call it when the owner is removed. Otherwise a task that waits for an outcome
  /// would keep the owner until the source has answered.
  public func stop() {
    state.stop()
    supersede()
  }

  // MARK: Single items

  /// Appends a new item if the end is loaded.
  ///
  /// - Returns: False if the end is not loaded; paging will load the item.
  public func append(_ item: Item) -> Bool {
    guard let splice = state.append(item) else { return false }
    if splice.inserted > 0 { didChangeItems?(splice) }
    return true
  }

  /// Removes an item that the source no longer has.
  ///
  /// - Returns: False if it is not loaded.
  @discardableResult
  public func remove(_ id: Item.ID) -> Bool {
    guard let splice = state.remove(id) else { return false }
    didChangeItems?(splice)
    return true
  }

  /// Inserts an item that the source has now.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - precedes: Whether an item comes before another one.
  /// - Returns: False if its place is not loaded; paging will load the item.
  @discardableResult
  public func insert(_ item: Item, by precedes: (Item, Item) -> Bool) -> Bool {
    guard let splice = state.insert(item, by: precedes) else { return false }
    didChangeItems?(splice)
    return true
  }

  /// Replaces an item by another one with the same identity, without a callback.
  ///
  /// - Returns: Its index; nil if the item is not loaded.
  public func update(_ item: Item) -> Int? { state.update(item) }

  // MARK: Running

  @discardableResult
  private func runForward(_ ticket: State.Ticket) -> Load {
    let cursor: Source.Cursor? = if case .after(let cursor) = ticket.request { cursor } else { nil }
    return run(ticket) { try await $0.page(after: cursor, limit: $1) }
  }

  @discardableResult
  private func run(
    _ ticket: State.Ticket,
    _ page: @escaping @Sendable (Source, Int) async throws -> Page<Item, Source.Cursor>
  ) -> Load {
    if ticket.request.direction == nil { supersede() }
    let load = Load(ticket.request)
    loads.append(load)
    load.task = Task { [weak self, source, pageSize] in
      do {
        let page = try await page(source, pageSize)
        self?.end(load, ticket, .success(page))
      } catch {
        self?.end(load, ticket, .failure(error))
      }
    }
    didBeginLoad?(ticket.request)
    return load
  }

  private func end(
    _ load: Load, _ ticket: State.Ticket, _ answer: Result<Page<Item, Source.Cursor>, any Error>
  ) {
    guard let result = state.loadEnded(ticket, answer) else { return }
    loads.removeAll { $0 === load }
    switch result {
    case .failure(let error):
      didEndLoad?(ticket.request, .failure(error))
      load.end(.failed(error))
    case .success(let change):
      var splices: [Splice] = []
      if let splice = change.splice {
        splices.append(splice)
        didChangeItems?(splice)
      }
      if let direction = ticket.request.direction, let splice = trim(awayFrom: direction) {
        splices.append(splice)
        didChangeItems?(splice)
      }
      didEndLoad?(ticket.request, .success(splices))
      load.end(.loaded(count: change.newCount))
    }
  }

  private func trim(awayFrom direction: PageDirection) -> Splice? {
    guard let (window, cursor) = trimming, items.count > window.limit else { return nil }
    return state.trim(awayFrom: direction, to: window.kept, keeping: keptRange?() ?? items.indices) {
      cursor(source, $0)
    }
  }

  private func supersede() {
    let superseded = loads
    loads = []
    for load in superseded {
      load.task?.cancel()
      load.end(.superseded)
    }
  }
}

extension Pager where Source: BidirectionalPageSource {
  /// Creates a pager that keeps a bounded number of items.
  public convenience init(_ source: Source, pageSize: Int, window: Window) {
    self.init(source, pageSize, (window, { $0.cursor(of: $1) }))
  }

  /// Loads one more page before the first item, again after a failure. Does nothing while a load is under way there
  /// or for all items, and at the start.
  public func loadPrevious() { load(.previous) }

  /// Loads one more page at an end; see ``loadPrevious()`` and ``loadNext()``.
  public func load(_ direction: PageDirection) {
    if let ticket = state.begin(direction) { run(ticket) }
  }

  /// Loads one more page at an end, also if the end was reached before: items may have been added since. Without
  /// items, loads the newest ones.
  ///
  /// - Returns: This load, or the one that is under way there or for all items.
  @discardableResult
  public func recheck(_ direction: PageDirection) -> Load? {
    if let ticket = state.recheck(direction, cursor: { source.cursor(of: $0) }) { return run(ticket) }
    return loads.first { $0.request.direction == nil || $0.request.direction == direction }
  }

  /// Loads an item and its neighbours in place of all items.
  public func load(around id: Item.ID) { run(state.restart(.around(id))) }

  @discardableResult
  private func run(_ ticket: State.Ticket) -> Load {
    let request = ticket.request
    return run(ticket) { source, limit in
      switch request {
      case .newest: try await source.page(after: nil, limit: limit)
      case .around(let id): try await source.page(around: id, limit: limit)
      case .before(let cursor): try await source.page(before: cursor, limit: limit)
      case .after(let cursor): try await source.page(after: cursor, limit: limit)
      }
    }
  }
}
