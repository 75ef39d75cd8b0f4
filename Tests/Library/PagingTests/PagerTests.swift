import Paging
import ScrollCore
import Synchronization
import Testing

/// A source that the test answers for, in any order.
private final class HeldSource: BidirectionalPageSource {
  typealias Request = PageRequest<Int, Int>
  private typealias Answer = CheckedContinuation<Page<Number, Int>, any Error>

  private struct State {
    var held: [(request: Request, answer: Answer)] = []
    var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    mutating func wake() {
      guard let (count, continuation) = waiting, held.count >= count else { return }
      waiting = nil
      continuation.resume()
    }
  }

  private let state = Mutex(State())

  func page(after cursor: Int?, limit: Int) async throws -> Page<Number, Int> {
    try await hold(cursor.map { .after($0) } ?? .newest)
  }
  func page(before cursor: Int, limit: Int) async throws -> Page<Number, Int> {
    try await hold(.before(cursor))
  }
  func page(around id: Int, limit: Int) async throws -> Page<Number, Int> { try await hold(.around(id)) }
  func cursor(of item: Number) -> Int { item.id }

  private func hold(_ request: Request) async throws -> Page<Number, Int> {
    try await withCheckedThrowingContinuation { answer in
      state.withLock {
        $0.held.append((request, answer))
        $0.wake()
      }
    }
  }

  /// Waits until `count` requests are held, and returns them.
  func requests(_ count: Int) async -> [Request] {
    await withCheckedContinuation { continuation in
      state.withLock {
        $0.waiting = (count, continuation)
        $0.wake()
      }
    }
    return state.withLock { $0.held.map(\.request) }
  }

  func answer(_ index: Int = 0, from numbers: Numbers) {
    let held = state.withLock { $0.held.remove(at: index) }
    held.answer.resume(returning: numbers.page(held.request))
  }

  func answer(_ ids: [Int], next: Int?) {
    state.withLock { $0.held.removeFirst() }.answer
      .resume(returning: Page(items: ids.map(Number.init), next: next))
  }

  func refuse() { state.withLock { $0.held.removeFirst() }.answer.resume(throwing: Refusal()) }
}

@MainActor
@Suite("A pager at work", .timeLimit(.minutes(1)))
struct PagerTests {
  private typealias TestPager = Pager<HeldSource>
  private let source = HeldSource()
  private let numbers = Numbers(count: 100)
  /// An element for each load that has ended.
  private let ends = AsyncStream<HeldSource.Request>.makeStream()

  private func makePager(window: TestPager.Window? = nil) async -> TestPager {
    let pager =
      window.map { Pager(source, pageSize: 10, window: $0) } ?? Pager(source, pageSize: 10)
    pager.didEndLoad = { [ends] request, _ in ends.continuation.yield(request) }
    pager.loadNewest()
    await answer()
    return pager
  }

  /// Waits for a request, answers it and waits for the end of its load.
  private func answer() async {
    _ = await source.requests(1)
    source.answer(from: numbers)
    await end()
  }

  /// Waits until a load has ended.
  private func end() async {
    var iterator = ends.stream.makeAsyncIterator()
    _ = await iterator.next()
  }

  @Test("A load reports that it begins, each change, and that it ends with these changes")
  func order() async {
    let pager = await makePager()
    var reports: [String] = []
    pager.didChangeItems = { reports.append("\($0.index) \($0.removed) \($0.inserted) \(pager.items.count)") }
    pager.didBeginLoad = { reports.append("begin \($0) \(pager.state(.previous))") }
    pager.didEndLoad = { [ends] request, result in
      reports.append("end \(request) \((try? result.get())?.count ?? -1) \(pager.state(.previous))")
      ends.continuation.yield(request)
    }
    pager.loadPrevious()
    pager.loadPrevious()
    #expect(reports == ["begin before(90) loading"])
    await answer()
    #expect(reports == ["begin before(90) loading", "0 0 10 20", "end before(90) 1 idle"])
  }

  @Test("Of answers in the wrong order, only the one to the newest request counts")
  func staleAnswers() async {
    let pager = await makePager()
    pager.loadPrevious()
    _ = await source.requests(1)
    pager.load(around: 50)
    _ = await source.requests(2)
    pager.load(around: 20)
    _ = await source.requests(3)
    source.answer(2, from: numbers)
    await end()
    source.answer(1, from: numbers)
    source.answer(0, from: numbers)
    #expect(pager.items.map(\.id) == Array(15..<25))
    #expect(pager.state(.previous) == .idle)
    pager.loadNext()
    await answer()
    #expect(pager.items.map(\.id) == Array(15..<35))
  }

  @Test("A refusal keeps the error of the source, and the next load requests the same page")
  func refusal() async throws {
    let pager = await makePager()
    pager.loadPrevious()
    _ = await source.requests(1)
    source.refuse()
    await end()
    guard case .failed(let error) = pager.state(.previous) else { throw Refusal() }
    #expect(error is Refusal)
    pager.loadPrevious()
    #expect(await source.requests(1) == [.before(90)])
    source.answer(from: numbers)
    await end()
    #expect(pager.items.count == 20)
  }

  @Test("The window stays bounded, kept items stay, and dropped ones can be loaded again")
  func bounded() async {
    let pager = await makePager(window: .init(limit: 25, kept: 15))
    pager.keptRange = { 0..<12 }
    var splices: [Splice] = []
    pager.didChangeItems = { splices.append($0) }
    for _ in 0..<2 {
      pager.loadPrevious()
      await answer()
    }
    #expect(
      splices == [
        Splice(at: 0, inserting: 10), Splice(at: 0, inserting: 10), Splice(at: 15, removing: 15),
      ])
    #expect(pager.items.map(\.id) == Array(70..<85))
    #expect(pager.state(.next) == .idle)
    pager.loadNext()
    #expect(await source.requests(1) == [.after(84)])
    await answer()
    #expect(pager.items.count == 25)
  }

  @Test("Another source drops the items before it answers")
  func otherSource() async {
    let pager = await makePager()
    var splices: [Splice] = []
    pager.didChangeItems = { splices.append($0) }
    pager.setSource(source)
    #expect(pager.items.isEmpty && pager.content == .loading)
    await answer()
    #expect(splices == [Splice(at: 0, removing: 10), Splice(at: 0, inserting: 10)])
  }

  @Test("A load that begins while the items of the old source leave takes the place of the first one")
  func loadWhileSourceChanges() async throws {
    let pager = await makePager()
    var inner: Int?
    pager.didChangeItems = { _ in
      if pager.items.isEmpty, inner == nil {
        pager.loadNewest()
        inner = pager.generation
      }
    }
    pager.setSource(source)
    await answer()
    #expect(pager.generation == inner && pager.items.count == 10)
    #expect(pager.replacement == .idle)
  }

  // MARK: Outcomes

  // The outcome of a refresh was the size of its last splice.
  @Test("The outcome of a refresh is the number of items that were not loaded before")
  func outcomeOfRefresh() async throws {
    let pager = Pager(source, pageSize: 10)
    for (ids, newCount) in [
      ([9, 8, 7, 6, 5, 4], 6), ([11, 10, 9, 8], 2), ([12, 5, 11, 10], 1), ([12, 5], 0),
    ] {
      let load = pager.refresh()
      _ = await source.requests(1)
      source.answer(ids, next: 3)
      #expect(try await load.outcome.get() == newCount)
    }
    #expect(pager.items.map(\.id) == [12, 5, 11, 10, 9, 8, 7, 6, 4])
  }

  @Test("A recheck has the outcome of the load that is under way, also of a refused one")
  func outcomeOfRecheck() async throws {
    let pager = await makePager()
    pager.loadPrevious()
    let load = try #require(pager.recheck(.previous))
    _ = await source.requests(1)
    source.refuse()
    await #expect(throws: Refusal.self) { try await load.outcome.get() }
    let again = try #require(pager.recheck(.previous))
    await answer()
    #expect(try await again.outcome.get() == 10)
  }

  @Test("A superseded or stopped load ends before its answer arrives")
  func superseded() async throws {
    let pager = await makePager()
    for supersede in [{ pager.loadNewest() }, { pager.stop() }] {
      let load = pager.refresh()
      supersede()
      await #expect(throws: CancellationError.self) { try await load.outcome.get() }
    }
    _ = await source.requests(3)
    for _ in 0..<3 { source.answer(from: numbers) }
  }

  @Test("A released pager is not retained by its load")
  func release() async {
    weak var released: TestPager?
    do {
      let pager = await makePager()
      released = pager
      pager.loadPrevious()
      _ = await source.requests(1)
    }
    #expect(released == nil)
    source.answer(from: numbers)
  }
}
