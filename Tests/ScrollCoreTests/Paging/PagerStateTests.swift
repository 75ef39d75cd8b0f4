import Testing

@testable import ScrollCore

/// An item of the numbers 0..<n, which stand for something long.
struct Number: Identifiable, Equatable, Sendable {
  let id: Int
}

/// Answers requests out of 0..<count, as a source would; cursors are the numbers themselves.
struct Numbers {
  var count: Int
  var limit = 10

  func page(_ request: PageRequest<Int, Int>) -> Page<Number, Int> {
    let range =
      switch request {
      case .newest: count - limit..<count
      case .before(let cursor): cursor - limit..<cursor
      case .after(let cursor): cursor + 1..<cursor + 1 + limit
      case .around(let id): id - limit / 2..<id + limit / 2
      }
    let known = range.clamped(to: 0..<count)
    return Page(
      items: known.map(Number.init), previous: known.first.flatMap { $0 > 0 ? $0 : nil },
      next: known.last.flatMap { $0 < count - 1 ? $0 : nil },
      context: known.first.flatMap { $0 > 0 ? Number(id: $0 - 1) : nil })
  }
}

/// The state by reference, since `#expect` takes no mutating calls.
private final class Subject {
  typealias State = PagerState<Number, Int>

  private var state = State()

  var items: [Number] { state.items }
  var context: Number? { state.context }
  func state(_ direction: PageDirection) -> LoadState { state.state(direction) }
  func begin(_ direction: PageDirection) -> State.Ticket? { state.begin(direction) }
  func recheck(_ direction: PageDirection) -> State.Ticket? { state.recheck(direction) { $0.id } }
  func isComplete(_ direction: PageDirection) -> Bool { state.isComplete(direction) }
  func restart(_ request: PageRequest<Int, Int>) -> State.Ticket { state.restart(request) }
  func finish(_ ticket: State.Ticket, _ page: Page<Number, Int>) -> [State.Effect] {
    state.finish(ticket, page)
  }
  func fail(_ ticket: State.Ticket, reason: String) -> [State.Effect] { state.fail(ticket, reason: reason) }
  func append(_ item: Number) -> [State.Effect]? { state.append(item) }
  func trim(
    awayFrom direction: PageDirection, to count: Int, keeping kept: Range<Int>, cursor: (Number) -> Int?
  ) -> [State.Effect] {
    state.trim(awayFrom: direction, to: count, keeping: kept, cursor: cursor)
  }
}

@Suite("Decisions about paging")
struct PagerStateTests {
  typealias State = PagerState<Number, Int>

  private func loaded(_ request: PageRequest<Int, Int> = .newest, of numbers: Numbers) -> Subject {
    let state = Subject()
    let ticket = state.restart(request)
    _ = state.finish(ticket, numbers.page(request))
    return state
  }

  private func ids(_ state: Subject) -> [Int] { state.items.map(\.id) }

  @Test("Asked once more at an end, it asks beyond the last item, and keeps being complete meanwhile")
  func recheck() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.recheck(.next))
    #expect(ticket.request == .after(99))
    #expect(state.state(.next) == .loading)
    #expect(state.isComplete(.next) && !state.isComplete(.previous))
    #expect(state.recheck(.next) == nil, "one request an end")
    _ = state.finish(ticket, Numbers(count: 100).page(.after(99)))
    #expect(state.state(.next) == .end)
    let again = try #require(state.recheck(.next))
    _ = state.finish(again, Numbers(count: 103).page(.after(99)))
    #expect(ids(state).suffix(3) == [100, 101, 102])
    #expect(state.state(.next) == .end)
  }

  @Test("Asked once more, a failure at the end can be tried again")
  func recheckFails() throws {
    let state = loaded(of: Numbers(count: 100))
    _ = state.fail(try #require(state.recheck(.next)), reason: "gone")
    #expect(state.state(.next) == .failed("gone"))
    #expect(try #require(state.recheck(.next)).request == .after(99))
  }

  @Test(
    "Asked once more where there is more, it is an ordinary page; where there is nothing, all is asked for")
  func recheckElsewhere() throws {
    let state = loaded(of: Numbers(count: 100))
    #expect(try #require(state.recheck(.previous)).request == .before(90))
    let empty = loaded(of: Numbers(count: 0))
    for direction in [PageDirection.previous, .next] {
      let ticket = try #require(empty.recheck(direction))
      #expect(ticket.request == .newest && ticket.direction == .around)
      #expect(empty.recheck(direction) == nil)
      _ = empty.finish(ticket, Numbers(count: 0).page(.newest))
    }
  }

  @Test("The newest page ends at the end and has more before it")
  func newest() {
    let state = Subject()
    let ticket = state.restart(.newest)
    #expect(state.state(.around) == .loading)
    let effects = state.finish(ticket, Numbers(count: 30).page(.newest))
    #expect(
      effects == [
        .splice(index: 0, removed: 0, inserted: 10), .state(.previous, .idle), .state(.next, .end),
        .state(.around, .idle),
      ])
    #expect(ids(state) == Array(20..<30))
    #expect(state.context == Number(id: 19))
  }

  @Test("Pages before lead to the start of all, where it ends")
  func toTheStart() throws {
    let numbers = Numbers(count: 25)
    let state = loaded(of: numbers)
    let first = try #require(state.begin(.previous))
    #expect(
      state.finish(first, numbers.page(first.request)) == [
        .splice(index: 0, removed: 0, inserted: 10), .state(.previous, .idle),
      ])
    let second = try #require(state.begin(.previous))
    #expect(
      state.finish(second, numbers.page(second.request)) == [
        .splice(index: 0, removed: 0, inserted: 5), .state(.previous, .end),
      ])
    #expect(ids(state) == Array(0..<25))
    #expect(state.context == nil)
    #expect(state.begin(.previous) == nil)
  }

  @Test("From the middle it goes both ways")
  func bothWays() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(.around(50), of: numbers)
    #expect(ids(state) == Array(45..<55))
    for direction in [PageDirection.previous, .next] {
      let ticket = try #require(state.begin(direction))
      _ = state.finish(ticket, numbers.page(ticket.request))
    }
    #expect(ids(state) == Array(35..<65))
  }

  @Test("One request an end at a time, and none at the ends while all is being replaced")
  func oneRequest() {
    let state = loaded(.around(50), of: Numbers(count: 100))
    #expect(state.begin(.previous) != nil)
    #expect(state.begin(.previous) == nil)
    #expect(state.begin(.next) != nil)
    _ = state.restart(.newest)
    #expect(state.begin(.previous) == nil)
    #expect(state.begin(.next) == nil)
  }

  @Test("An answer from before a restart neither inserts nor clears the newer request's flag")
  func stale() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(of: numbers)
    let old = try #require(state.begin(.previous))
    let newer = state.restart(.around(50))
    #expect(state.finish(old, numbers.page(old.request)) == [])
    #expect(state.fail(old, reason: "late") == [])
    #expect(state.state(.around) == .loading)
    #expect(ids(state) == Array(90..<100))
    _ = state.finish(newer, numbers.page(newer.request))
    #expect(state.finish(old, numbers.page(old.request)) == [])
    #expect(ids(state) == Array(45..<55))
  }

  @Test("A failure keeps the items, and trying again asks for the same page")
  func failure() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(of: numbers)
    let ticket = try #require(state.begin(.previous))
    #expect(state.fail(ticket, reason: "no") == [.state(.previous, .failed("no"))])
    #expect(ids(state).count == 10)
    #expect(state.begin(.previous)?.request == ticket.request)
    let restart = state.restart(.around(7))
    _ = state.fail(restart, reason: "no")
    #expect(state.state(.around) == .failed("no"))
    #expect(state.begin(.around)?.request == .around(7))
  }

  @Test("An empty page is the end, whatever its cursor says")
  func emptyPage() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.begin(.previous))
    #expect(state.finish(ticket, Page(items: [], previous: 3, next: nil)) == [.state(.previous, .end)])
  }

  @Test("Items that are there already are not taken twice; pages of nothing else end after a few")
  func duplicates() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.begin(.previous))
    let page = Page(items: [88, 89, 90, 89].map(Number.init), previous: 88, next: nil)
    #expect(state.finish(ticket, page).first == .splice(index: 0, removed: 0, inserted: 2))
    for turn in 1...State.barrenLimit {
      let ticket = try #require(state.begin(.previous))
      _ = state.finish(ticket, page)
      #expect(state.state(.previous) == (turn < State.barrenLimit ? .idle : .end))
    }
    #expect(ids(state) == Array(88..<100))
  }

  @Test("A new item goes to the end only where the end is loaded")
  func append() throws {
    let numbers = Numbers(count: 100)
    let atEnd = loaded(of: numbers)
    #expect(atEnd.append(Number(id: 100)) == [.splice(index: 10, removed: 0, inserted: 1)])
    #expect(atEnd.append(Number(id: 100)) == [])
    let middle = loaded(.around(50), of: numbers)
    #expect(middle.append(Number(id: 100)) == nil)
    _ = atEnd.restart(.newest)
    #expect(atEnd.append(Number(id: 101)) == nil)
    let failed = Subject()
    _ = failed.fail(failed.restart(.newest), reason: "no")
    #expect(failed.append(Number(id: 0)) == nil)
    let empty = loaded(of: Numbers(count: 0))
    #expect(empty.append(Number(id: 0)) == [.splice(index: 0, removed: 0, inserted: 1)])
  }

  @Test("What is dropped far from the reader can be loaded again, and the rest stands still")
  func trim() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(.around(50), of: numbers)
    let effects = state.trim(awayFrom: .previous, to: 6, keeping: 0..<3) { $0.id }
    #expect(effects == [.splice(index: 6, removed: 4, inserted: 0), .state(.next, .idle)])
    let again = try #require(state.begin(.next))
    #expect(again.request == .after(50))
    _ = state.finish(again, numbers.page(again.request))
    #expect(ids(state) == Array(45..<61))
    _ = state.trim(awayFrom: .next, to: 6, keeping: 12..<16) { $0.id }
    #expect(ids(state) == Array(55..<61))
    #expect(state.context == Number(id: 54))
    #expect(state.begin(.previous)?.request == .before(55))
  }

  @Test("What the reader sees is never dropped, nor anything without a way back")
  func trimKeeps() {
    let state = loaded(.around(50), of: Numbers(count: 100))
    #expect(state.trim(awayFrom: .previous, to: 2, keeping: 0..<10) { $0.id } == [])
    #expect(state.trim(awayFrom: .next, to: 2, keeping: 0..<1) { $0.id } == [])
    #expect(state.trim(awayFrom: .previous, to: 2, keeping: 0..<1) { _ in nil } == [])
    _ = state.begin(.next)
    #expect(state.trim(awayFrom: .previous, to: 2, keeping: 0..<1) { $0.id } == [])
    #expect(ids(state) == Array(45..<55))
  }

  @Test(
    "Whatever happens in whatever order, the window is a run of the source without gaps",
    arguments: 0..<40 as Range<UInt64>)
  func randomly(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var numbers = Numbers(count: 200, limit: 7)
    let state = Subject()
    var mirror: [Int] = []
    var open: [State.Ticket] = []
    func apply(_ effects: [State.Effect]) {
      for case .splice(let index, let removed, let inserted) in effects {
        mirror.replaceSubrange(index..<index + removed, with: state.items[index..<index + inserted].map(\.id))
      }
    }
    for _ in 0..<300 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        open.append(
          state.restart(
            Bool.random(using: &random) ? .newest : .around(Int.random(in: 0..<200, using: &random))))
      case 1...3: state.begin(.previous).map { open.append($0) }
      case 4...5: state.begin(.next).map { open.append($0) }
      case 6:
        if let effects = state.append(Number(id: numbers.count)) {
          numbers.count += 1
          apply(effects)
        }
      case 7:
        let middle = state.items.count / 2
        apply(
          state.trim(
            awayFrom: Bool.random(using: &random) ? .previous : .next, to: 20, keeping: middle..<middle + 1
          ) { $0.id })
      default:
        guard !open.isEmpty else { continue }
        let ticket = open.remove(at: Int.random(in: 0..<open.count, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 {
          apply(state.fail(ticket, reason: "no"))
        } else {
          apply(state.finish(ticket, numbers.page(ticket.request)))
        }
      }
      let ids = state.items.map(\.id)
      #expect(ids == mirror)
      #expect(ids.isEmpty || ids == Array(ids[0]...ids[ids.count - 1]))
      #expect(ids.isEmpty || state.context?.id == (ids[0] > 0 ? ids[0] - 1 : nil))
    }
    // No flag is left behind: once all is answered, everything can be asked for again.
    for ticket in open { apply(state.finish(ticket, numbers.page(ticket.request))) }
    for direction in PageDirection.allCases { #expect(state.state(direction) != .loading) }
  }
}
