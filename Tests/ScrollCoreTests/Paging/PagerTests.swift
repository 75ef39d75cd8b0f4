import ScrollCore
import Synchronization
import Testing

/// A source whose answers the test gives, one by one and in any order.
private final class HeldSource: PageSource {
  typealias Request = PageRequest<Int, Int>

  struct Refusal: Error, CustomStringConvertible { var description: String { "The source refused." } }

  private let waiting = Mutex<
    [(request: Request, answer: CheckedContinuation<Page<Number, Int>, any Error>)]
  >([])

  func page(_ request: Request, limit: Int) async throws -> Page<Number, Int> {
    try await withCheckedThrowingContinuation { answer in waiting.withLock { $0.append((request, answer)) } }
  }

  func cursor(of item: Number) -> Int? { item.id }

  var requests: [Request] { waiting.withLock { $0.map(\.request) } }

  func answer(_ index: Int, from numbers: Numbers) {
    let held = waiting.withLock { $0.remove(at: index) }
    held.answer.resume(returning: numbers.page(held.request))
  }

  func refuse(_ index: Int) { waiting.withLock { $0.remove(at: index) }.answer.resume(throwing: Refusal()) }
}

@MainActor
@Suite("A pager at work")
struct PagerTests {
  private let source = HeldSource()
  private let numbers = Numbers(count: 100)

  /// Lets tasks run until a condition holds. Bounded, so that a fault fails the test instead of hanging it.
  private func settle(_ condition: () -> Bool) async {
    for _ in 0..<1_000_000 {
      if condition() { break }
      await Task.yield()
    }
    #expect(condition())
  }

  private func makePager(window: Pager<HeldSource>.Window? = nil) async -> Pager<HeldSource> {
    let pager = Pager(source, pageSize: 10, window: window)
    pager.loadNewest()
    await settle { source.requests.count == 1 }
    source.answer(0, from: numbers)
    await settle { pager.items.count == 10 }
    return pager
  }

  @Test("Splices are told before the state they lead to, and loading before both")
  func order() async {
    let pager = await makePager()
    var told: [String] = []
    pager.onChange = { told.append("splice \($0.index) \($0.removed) \($0.inserted)") }
    pager.onState = { told.append("\($0.rawValue) \($1)") }
    pager.loadPrevious()
    pager.loadPrevious()
    #expect(told == ["previous loading"])
    await settle { source.requests.count == 1 }
    source.answer(0, from: numbers)
    await settle { told.count == 3 }
    #expect(told == ["previous loading", "splice 0 0 10", "previous idle"])
  }

  @Test("Answers in the wrong order: only the newest question's counts")
  func staleAnswers() async {
    let pager = await makePager()
    pager.loadPrevious()
    await settle { source.requests.count == 1 }
    pager.load(around: 50)
    await settle { source.requests.count == 2 }
    pager.load(around: 20)
    await settle { source.requests.count == 3 }
    source.answer(2, from: numbers)
    await settle { pager.state(.around) == .idle }
    source.answer(1, from: numbers)
    source.answer(0, from: numbers)
    for _ in 0..<100 { await Task.yield() }
    #expect(pager.items.map(\.id) == Array(15..<25))
    #expect(pager.state(.previous) == .idle)
  }

  @Test("A refusal is told with its reason; loading again asks for the same page")
  func refusal() async {
    let pager = await makePager()
    pager.loadPrevious()
    await settle { source.requests.count == 1 }
    source.refuse(0)
    await settle { pager.state(.previous) == .failed("The source refused.") }
    pager.loadPrevious()
    await settle { source.requests.count == 1 }
    #expect(source.requests == [.before(90)])
    source.answer(0, from: numbers)
    await settle { pager.items.count == 20 }
  }

  @Test("The window stays bounded, what the reader sees stays, and what was dropped comes back")
  func bounded() async {
    let pager = await makePager(window: .init(limit: 25, kept: 15))
    pager.keptRange = { 0..<12 }
    for count in [20, 15] {
      pager.loadPrevious()
      await settle { source.requests.count == 1 }
      source.answer(0, from: numbers)
      await settle { pager.items.count == count }
    }
    #expect(pager.items.map(\.id) == Array(70..<85))
    #expect(pager.state(.next) == .idle)
    pager.loadNext()
    await settle { source.requests.count == 1 }
    #expect(source.requests == [.after(84)])
    source.answer(0, from: numbers)
    await settle { pager.items.count == 25 }
  }

  @Test("A pager that goes away leaves no task behind that holds it")
  func release() async {
    weak var gone: Pager<HeldSource>?
    do {
      let pager = await makePager()
      gone = pager
      pager.loadPrevious()
      await settle { source.requests.count == 1 }
    }
    #expect(gone == nil)
    source.answer(0, from: numbers)
  }
}
