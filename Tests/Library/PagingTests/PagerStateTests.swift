import Paging
import ScrollCore
import SeededRandom
import Testing

struct Number: Identifiable, Equatable, Sendable {
  let id: Int
}

struct Refusal: Error, CustomStringConvertible { var description = "The source refused." }

/// Answers requests from the numbers 0..<count; the cursors are the numbers themselves.
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

/// The state by reference: `#expect` accepts no mutating calls.
private final class Subject {
  typealias State = PagerState<Number, Int>

  private var state = State()

  var items: [Number] { state.items }
  var ids: [Int] { state.items.map(\.id) }
  var context: Number? { state.context }
  var replacement: LoadState { state.replacement }
  var content: PagedContent { state.content }
  func state(_ direction: PageDirection) -> LoadState { state.state(direction) }
  func begin(_ direction: PageDirection) -> State.Ticket? { state.begin(direction) }
  func recheck(_ direction: PageDirection) -> State.Ticket? { state.recheck(direction) { $0.id } }
  func isComplete(_ direction: PageDirection) -> Bool { state.isComplete(direction) }
  func restart(_ request: PageRequest<Int, Int>) -> State.Ticket { state.restart(request) }
  func refresh() -> State.Ticket { state.refresh() }
  func append(_ item: Number) -> Splice? { state.append(item) }
  func remove(_ id: Int) -> Splice? { state.remove(id) }
  func insert(_ item: Number) -> Splice? { state.insert(item) { $0.id < $1.id } }

  /// Ends a load with a page; nil if the answer is stale.
  @discardableResult
  func finish(_ ticket: State.Ticket, _ page: Page<Number, Int>) -> State.Change? {
    try? state.loadEnded(ticket, .success(page))?.get()
  }

  /// Ends a load with a ``Refusal``; false if the answer is stale.
  @discardableResult
  func fail(_ ticket: State.Ticket) -> Bool { state.loadEnded(ticket, .failure(Refusal())) != nil }

  func trim(awayFrom direction: PageDirection, to count: Int, keeping kept: Range<Int>) -> Splice? {
    state.trim(awayFrom: direction, to: count, keeping: kept) { $0.id }
  }
}

@Suite("Decisions about paging")
struct PagerStateTests {
  typealias State = PagerState<Number, Int>

  private func loaded(_ request: PageRequest<Int, Int> = .newest, of numbers: Numbers) -> Subject {
    let state = Subject()
    state.finish(state.restart(request), numbers.page(request))
    return state
  }

  /// The change when `count` new items are inserted at `index`.
  private func inserted(_ count: Int, at index: Int) -> State.Change {
    State.Change(splice: Splice(at: index, inserting: count), newCount: count)
  }

  @Test("The newest page ends at the end and has more before it")
  func newest() {
    let state = Subject()
    let ticket = state.restart(.newest)
    #expect(state.replacement == .loading)
    #expect(state.finish(ticket, Numbers(count: 30).page(.newest)) == inserted(10, at: 0))
    #expect(state.ids == Array(20..<30))
    #expect(state.context == Number(id: 19))
    #expect(state.replacement == .idle)
    #expect(state.state(.previous) == .idle)
    #expect(state.state(.next) == .end)
  }

  @Test("Pages before the first item lead to the start and end there")
  func toTheStart() throws {
    let numbers = Numbers(count: 25)
    let state = loaded(of: numbers)
    for (count, end) in [(10, LoadState.idle), (5, .end)] {
      let ticket = try #require(state.begin(.previous))
      #expect(state.finish(ticket, numbers.page(ticket.request)) == inserted(count, at: 0))
      #expect(state.state(.previous) == end)
    }
    #expect(state.ids == Array(0..<25))
    #expect(state.context == nil)
    #expect(state.begin(.previous) == nil)
  }

  @Test("From the middle, pages come in both directions")
  func bothWays() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(.around(50), of: numbers)
    #expect(state.ids == Array(45..<55))
    for direction in PageDirection.allCases {
      let ticket = try #require(state.begin(direction))
      #expect(ticket.request.direction == direction)
      state.finish(ticket, numbers.page(ticket.request))
    }
    #expect(state.ids == Array(35..<65))
  }

  @Test("Each end has one request at a time, and none while all items are being replaced")
  func oneRequest() {
    let state = loaded(.around(50), of: Numbers(count: 100))
    #expect(state.begin(.previous) != nil)
    #expect(state.begin(.previous) == nil)
    #expect(state.begin(.next) != nil)
    _ = state.restart(.newest)
    #expect(state.begin(.previous) == nil)
    #expect(state.begin(.next) == nil)
  }

  @Test("An answer from before a restart inserts nothing and does not end the newer load")
  func stale() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(of: numbers)
    let old = try #require(state.begin(.previous))
    let newer = state.restart(.around(50))
    #expect(state.finish(old, numbers.page(old.request)) == nil)
    #expect(!state.fail(old))
    #expect(state.replacement == .loading)
    #expect(state.ids == Array(90..<100))
    state.finish(newer, numbers.page(newer.request))
    #expect(state.finish(old, numbers.page(old.request)) == nil)
    #expect(state.ids == Array(45..<55))
  }

  @Test("A failure keeps the items and the error, and the next try requests the same page")
  func failure() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.begin(.previous))
    state.fail(ticket)
    guard case .failed(let error) = state.state(.previous) else { throw Refusal() }
    #expect(error is Refusal)
    #expect(state.items.count == 10)
    #expect(state.begin(.previous)?.request == ticket.request)
    state.fail(state.restart(.around(7)))
    #expect(state.replacement == .failed(Refusal()))
    #expect(state.content == .items)
  }

  @Test("An empty page is the end, even if it has a cursor")
  func emptyPage() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.begin(.previous))
    #expect(state.finish(ticket, Page(items: [], previous: 3, next: nil))?.splice == nil)
    #expect(state.state(.previous) == .end)
    state.finish(state.restart(.newest), Page(items: [], previous: 3, next: 4))
    #expect(state.content == .empty)
    #expect(state.begin(.next) == nil)
  }

  @Test("Items that are loaded already are skipped; several pages without new ones are the end")
  func duplicates() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.begin(.previous))
    let page = Page(items: [88, 89, 90, 89].map(Number.init), previous: 88, next: nil)
    #expect(state.finish(ticket, page) == inserted(2, at: 0))
    for turn in 1...State.barrenLimit {
      let ticket = try #require(state.begin(.previous))
      state.finish(ticket, page)
      #expect(state.state(.previous) == (turn < State.barrenLimit ? .idle : .end))
    }
    #expect(state.ids == Array(88..<100))
  }

  @Test("A new item is appended only if the end is loaded")
  func append() throws {
    let numbers = Numbers(count: 100)
    let atEnd = loaded(of: numbers)
    #expect(atEnd.append(Number(id: 100)) == Splice(at: 10, inserting: 1))
    #expect(atEnd.append(Number(id: 100))?.isEmpty == true)
    let middle = loaded(.around(50), of: numbers)
    #expect(middle.append(Number(id: 100)) == nil)
    _ = atEnd.restart(.newest)
    #expect(atEnd.append(Number(id: 101)) == nil)
    let failed = Subject()
    failed.fail(failed.restart(.newest))
    #expect(failed.append(Number(id: 0)) == nil)
    let empty = loaded(of: Numbers(count: 0))
    #expect(empty.append(Number(id: 0)) == Splice(at: 0, inserting: 1))
  }

  @Test("An item that was removed is not loaded any more, and comes back at its place")
  func removeAndInsert() throws {
    let state = loaded(of: Numbers(count: 100))
    #expect(state.remove(95) == Splice(at: 5, removing: 1))
    #expect(state.ids == [90, 91, 92, 93, 94, 96, 97, 98, 99])
    #expect(state.remove(95) == nil)
    #expect(state.insert(Number(id: 95)) == Splice(at: 5, inserting: 1))
    #expect(state.insert(Number(id: 95))?.isEmpty == true)
    #expect(state.ids == Array(90..<100))
    #expect(state.remove(99) == Splice(at: 9, removing: 1))
    #expect(state.insert(Number(id: 99)) == Splice(at: 9, inserting: 1))
  }

  @Test("The item before the first one can be removed and inserted without being loaded")
  func removeContext() throws {
    let state = loaded(of: Numbers(count: 100))
    #expect(state.remove(89)?.isEmpty == true)
    #expect(state.context == nil)
    #expect(state.insert(Number(id: 88))?.isEmpty == true)
    #expect(state.insert(Number(id: 89))?.isEmpty == true)
    #expect(state.context == Number(id: 89))
    #expect(state.insert(Number(id: 87)) == nil, "paging loads it")
    #expect(state.ids == Array(90..<100))
  }

  @Test("An item beyond an end that is not loaded is left to paging")
  func insertBeyondEnd() throws {
    let state = loaded(.around(50), of: Numbers(count: 100))
    #expect(state.insert(Number(id: 70)) == nil)
    let whole = loaded(of: Numbers(count: 3))
    #expect(whole.insert(Number(id: -1)) == Splice(at: 0, inserting: 1))
    #expect(whole.ids == [-1, 0, 1, 2])
    _ = whole.restart(.newest)
    #expect(whole.insert(Number(id: 7)) == nil)
  }

  // MARK: What there is to show

  @Test("The content is loading, then items, empty or failed; a failure with items is not the content's")
  func content() {
    let state = Subject()
    #expect(state.content == .loading)
    state.fail(state.restart(.newest))
    #expect(state.content == .failed(Refusal()))
    var ticket = state.restart(.newest)
    #expect(state.content == .loading)
    state.finish(ticket, Numbers(count: 0).page(.newest))
    #expect(state.content == .empty)
    ticket = state.refresh()
    #expect(state.content == .loading)
    state.finish(ticket, Numbers(count: 5).page(.newest))
    #expect(state.content == .items)
    state.fail(state.refresh())
    #expect(state.content == .items)
  }

  @Test("A recheck of an empty source keeps showing that it is empty")
  func contentOfRecheck() throws {
    let state = loaded(of: Numbers(count: 0))
    let ticket = try #require(state.recheck(.next))
    #expect(state.content == .empty)
    state.finish(ticket, Numbers(count: 5).page(.newest))
    #expect(state.content == .items)
  }

  // MARK: Rechecking

  @Test("A recheck of a complete end requests the page after the last item and leaves the end complete")
  func recheck() throws {
    let state = loaded(of: Numbers(count: 100))
    let ticket = try #require(state.recheck(.next))
    #expect(ticket.request == .after(99))
    #expect(state.state(.next) == .loading)
    #expect(state.isComplete(.next) && !state.isComplete(.previous))
    #expect(state.recheck(.next) == nil, "one request at each end")
    state.finish(ticket, Numbers(count: 100).page(.after(99)))
    #expect(state.state(.next) == .end)
    let again = try #require(state.recheck(.next))
    state.finish(again, Numbers(count: 103).page(.after(99)))
    #expect(state.ids.suffix(3) == [100, 101, 102])
    #expect(state.state(.next) == .end)
  }

  @Test("A failed recheck can be repeated")
  func recheckFails() throws {
    let state = loaded(of: Numbers(count: 100))
    state.fail(try #require(state.recheck(.next)))
    #expect(state.state(.next) == .failed(Refusal()))
    #expect(try #require(state.recheck(.next)).request == .after(99))
    let other = loaded(of: Numbers(count: 100))
    other.fail(try #require(other.recheck(.next)))
    #expect(try #require(other.append(Number(id: 100))).inserted == 1, "as far as is known this is the end")
    #expect(try #require(other.begin(.next)).request == .after(99), "loading again repeats the request")
  }

  @Test("A recheck of an incomplete end requests a page, and without items the newest ones")
  func recheckElsewhere() throws {
    let state = loaded(of: Numbers(count: 100))
    #expect(try #require(state.recheck(.previous)).request == .before(90))
    let empty = loaded(of: Numbers(count: 0))
    for direction in PageDirection.allCases {
      let ticket = try #require(empty.recheck(direction))
      #expect(ticket.request == .newest)
      #expect(empty.recheck(direction) == nil)
      empty.finish(ticket, Numbers(count: 0).page(.newest))
    }
  }

  // MARK: Trimming

  @Test("Dropped items can be loaded again, and the others stay")
  func trim() throws {
    let numbers = Numbers(count: 100)
    let state = loaded(.around(50), of: numbers)
    #expect(state.trim(awayFrom: .previous, to: 6, keeping: 0..<3) == Splice(at: 6, removing: 4))
    #expect(state.state(.next) == .idle)
    let again = try #require(state.begin(.next))
    #expect(again.request == .after(50))
    state.finish(again, numbers.page(again.request))
    #expect(state.ids == Array(45..<61))
    #expect(state.trim(awayFrom: .next, to: 6, keeping: 12..<16) == Splice(at: 0, removing: 10))
    #expect(state.ids == Array(55..<61))
    #expect(state.context == Number(id: 54))
    #expect(state.begin(.previous)?.request == .before(55))
  }

  @Test("Kept items are never dropped, nor items at an end that is loading")
  func trimKeeps() {
    let state = loaded(.around(50), of: Numbers(count: 100))
    #expect(state.trim(awayFrom: .previous, to: 2, keeping: 0..<10) == nil)
    #expect(state.trim(awayFrom: .next, to: 2, keeping: 0..<1) == nil)
    _ = state.begin(.next)
    #expect(state.trim(awayFrom: .previous, to: 2, keeping: 0..<1) == nil)
    #expect(state.ids == Array(45..<55))
  }

  // MARK: Everything at once

  @Test(
    "Whatever happens in whatever order, the items are a part of the source without gaps",
    arguments: 0..<40 as Range<UInt64>)
  func randomly(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var numbers = Numbers(count: 200, limit: 7)
    let state = Subject()
    var mirror: [Int] = []
    var open: [State.Ticket] = []
    func apply(_ splice: Splice?) {
      guard let splice else { return }
      mirror.replaceSubrange(splice.removedRange, with: state.ids[splice.insertedRange])
    }
    for _ in 0..<300 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        let isNewest = Bool.random(using: &random)
        open.append(state.restart(isNewest ? .newest : .around(Int.random(in: 0..<200, using: &random))))
      case 1...3: state.begin(.previous).map { open.append($0) }
      case 4...5: state.begin(.next).map { open.append($0) }
      case 6:
        if let splice = state.append(Number(id: numbers.count)) {
          numbers.count += 1
          apply(splice)
        }
      case 7:
        let middle = state.items.count / 2
        let direction: PageDirection = Bool.random(using: &random) ? .previous : .next
        apply(state.trim(awayFrom: direction, to: 20, keeping: middle..<middle + 1))
      default:
        guard !open.isEmpty else { continue }
        let ticket = open.remove(at: Int.random(in: 0..<open.count, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 {
          state.fail(ticket)
        } else {
          apply(state.finish(ticket, numbers.page(ticket.request))?.splice)
        }
      }
      let ids = state.ids
      #expect(ids == mirror)
      #expect(ids.isEmpty || ids == Array(ids[0]...ids[ids.count - 1]))
      #expect(ids.isEmpty || state.context?.id == (ids[0] > 0 ? ids[0] - 1 : nil))
    }
    for ticket in open { apply(state.finish(ticket, numbers.page(ticket.request))?.splice) }
    #expect(state.replacement != .loading)
    for direction in PageDirection.allCases { #expect(state.state(direction) != .loading) }
  }
}
