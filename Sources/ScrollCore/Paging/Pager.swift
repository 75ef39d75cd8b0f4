/// Keeps a window of items loaded out of something longer: pages at both ends, jumps, a bounded size.
///
/// All decisions are ``PagerState``'s; this runs its requests and tells what changed.
///
///     let pager = Pager(source, pageSize: 30)
///     pager.onChange = { [weak pager] change in
///       guard let added = pager?.items[change.index..<change.index + change.inserted] else { return }
///       store.replace(change.index..<change.index + change.removed, with: added)
///     }
///     pager.loadNewest()
///
/// `onChange` and `onState` are called on the main actor and in the order of events: first the splices of an
/// answer, then the states it leads to. While they run, ``items`` is what it is after the last of them.
@MainActor
public final class Pager<Source: PageSource> {
  public typealias State = PagerState<Source.Item, Source.Cursor>

  /// How many items are kept.
  public struct Window: Sendable {
    /// More than these, and the end away from the reader is cut…
    public var limit: Int
    /// …down to these. Far more than are ever loaded ahead, or what was just dropped would be asked for
    /// again.
    public var kept: Int

    public init(limit: Int, kept: Int) {
      precondition(kept <= limit, "A window is cut to no more than its limit")
      self.limit = limit
      self.kept = kept
    }
  }

  /// At `index`, `removed` items went and `inserted` came in their place.
  public struct Change: Sendable, Equatable {
    public var index: Int
    public var removed: Int
    public var inserted: Int
  }

  /// How a load ended.
  public enum Outcome: Sendable, Equatable {
    case loaded(count: Int)
    case failed(reason: String)
    /// Other items were asked for in place of all, or the pager was stopped.
    case superseded
  }

  public var onChange: ((Change) -> Void)?
  public var onState: ((PageDirection, LoadState) -> Void)?
  /// Items that must not be dropped: what the reader sees, and some around it.
  public var keptRange: (() -> Range<Int>)?

  private let pageSize: Int
  private let window: Window?
  private var source: Source
  private var state = State()
  private var tasks: [PageDirection: Task<Void, Never>] = [:]
  private var waiting: [PageDirection: [CheckedContinuation<Outcome, Never>]] = [:]
  /// Items that the answer being told has brought.
  private var arrivedCount = 0

  /// `window` nil: everything that was loaded stays.
  public init(_ source: Source, pageSize: Int, window: Window? = nil) {
    self.source = source
    self.pageSize = pageSize
    self.window = window
  }

  isolated deinit { supersede() }

  public var items: [Source.Item] { state.items }
  /// The item before the first, if it is known; see ``Page/context``.
  public var context: Source.Item? { state.context }
  /// Goes up whenever all items are asked for anew.
  public var generation: Int { state.generation }

  public func state(_ direction: PageDirection) -> LoadState { state.state(direction) }

  // MARK: Loading

  /// Waits for the end of the load that is under way in a direction; nil when there is none.
  public func outcome(_ direction: PageDirection) async -> Outcome? {
    guard state(direction) == .loading else { return nil }
    return await withCheckedContinuation { waiting[direction, default: []].append($0) }
  }

  /// Loads one more page before the first item, again after a failure. Does nothing while one is under way,
  /// or at the start of all.
  public func loadPrevious() { load(.previous) }

  /// Loads one more page after the last item.
  public func loadNext() { load(.next) }

  /// Loads in a direction what it is up to there; `around` repeats what was asked for last.
  public func load(_ direction: PageDirection) {
    if let ticket = state.begin(direction) { run(ticket) }
  }

  /// Loads one more page in a direction, also where the end was reached before: others may have written since.
  /// With nothing loaded, loads the newest items. Does nothing while a load is under way there.
  public func recheck(_ direction: PageDirection) {
    if let ticket = state.recheck(direction, cursor: { source.cursor(of: $0) }) { run(ticket) }
  }

  /// Whether all there is in this direction is loaded, as far as is known.
  public func isComplete(_ direction: PageDirection) -> Bool { state.isComplete(direction) }

  /// Where the page after the last item is asked for; nil at the end of all.
  public var nextCursor: Source.Cursor? { state.next }

  /// Loads the newest items of a source that has them first, and leaves what follows them; see
  /// ``PagerState/refresh()``.
  public func refresh() { run(state.refresh()) }

  /// Loads the newest items in place of all.
  public func loadNewest() { run(state.restart(.newest)) }

  /// Loads an item and what is around it in place of all.
  public func load(around id: Source.Item.ID) { run(state.restart(.around(id))) }

  /// Goes over to another source, such as the same with another filter, and loads its newest items.
  public func setSource(_ source: Source) {
    self.source = source
    run(state.restart(.newest, elsewhere: true))
  }

  /// Gives up what is under way, for good: nothing is told of it any more. Whoever waits for it would else keep the
  /// pager, and it the request.
  public func stop() {
    state.stop()
    supersede()
  }

  /// Puts a new item at the end, if the end is loaded; else answers false, and paging will bring it.
  public func append(_ item: Source.Item) -> Bool {
    guard let effects = state.append(item) else { return false }
    tell(effects)
    return true
  }

  private func run(_ ticket: State.Ticket) {
    // What was under way will not be heard.
    if ticket.direction == .around { supersede() }
    onState?(ticket.direction, .loading)
    tasks[ticket.direction] = Task { [weak self, source, pageSize] in
      do {
        let page = try await source.page(ticket.request, limit: pageSize)
        self?.finish(ticket, page)
      } catch {
        self?.fail(ticket, error)
      }
    }
  }

  private func supersede() {
    for task in tasks.values { task.cancel() }
    for direction in PageDirection.allCases { resume(direction, .superseded) }
  }

  private func finish(_ ticket: State.Ticket, _ page: Page<Source.Item, Source.Cursor>) {
    tell(state.finish(ticket, page))
    guard let window, ticket.direction != .around, state.items.count > window.limit else { return }
    let kept = keptRange?() ?? 0..<state.items.count
    let source = self.source
    tell(state.trim(awayFrom: ticket.direction, to: window.kept, keeping: kept) { source.cursor(of: $0) })
  }

  private func fail(_ ticket: State.Ticket, _ error: any Error) {
    tell(state.fail(ticket, reason: "\(error)"))
  }

  private func resume(_ direction: PageDirection, _ outcome: Outcome) {
    for continuation in waiting.removeValue(forKey: direction) ?? [] {
      continuation.resume(returning: outcome)
    }
  }

  private func tell(_ effects: [State.Effect]) {
    arrivedCount = 0
    defer { answer(effects) }
    for effect in effects {
      switch effect {
      case .splice(let index, let removed, let inserted):
        arrivedCount = inserted
        onChange?(Change(index: index, removed: removed, inserted: inserted))
      case .state(let direction, let state): onState?(direction, state)
      }
    }
  }

  /// Lets those go on who wait for a load that has ended.
  private func answer(_ effects: [State.Effect]) {
    for case .state(let direction, let state) in effects {
      switch state {
      case .loading: break
      case .failed(let reason): resume(direction, .failed(reason: reason))
      case .idle, .end: resume(direction, .loaded(count: arrivedCount))
      }
    }
  }
}
