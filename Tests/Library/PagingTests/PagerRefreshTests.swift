import Paging
import ScrollCore
import Testing

@Suite("A refresh of the first page")
struct PagerRefreshTests {
  private typealias State = PagerState<Number, Int>

  /// A state with items in this order, loaded in one page. With `next`, more items follow.
  private static func loaded(_ ids: [Int], next: Int?) -> State {
    var state = State()
    let ticket = state.restart(.newest)
    _ = state.loadEnded(ticket, page(ids, next: next))
    return state
  }

  private static func page(_ ids: [Int], next: Int?) -> Result<Page<Number, Int>, any Error> {
    .success(Page(items: ids.map(Number.init), next: next))
  }

  /// The items after a refresh with this answer, the next cursor, and the number of new items. A mirror that follows
  /// the splice gets the same items.
  private static func refreshed(
    _ old: [Int], next: Int?, by new: [Int], next newNext: Int?
  ) throws -> (ids: [Int], next: Int?, newCount: Int) {
    var state = loaded(old, next: next)
    let ticket = state.refresh()
    let change = try #require(try state.loadEnded(ticket, page(new, next: newNext))?.get())
    var mirror = old
    if let splice = change.splice {
      mirror.replaceSubrange(splice.removedRange, with: state.items[splice.insertedRange].map(\.id))
    }
    #expect(mirror == state.items.map(\.id))
    #expect(state.replacement == .idle)
    #expect(state.state(.next) == (state.nextCursor == nil ? .end : .idle))
    return (state.items.map(\.id), state.nextCursor, change.newCount)
  }

  @Test("New items come on top, and the items and the cursor after the page stay")
  func newOnTop() throws {
    let after = try Self.refreshed([10, 9, 8, 7, 6, 5, 4], next: 3, by: [12, 11, 10, 9], next: 8)
    #expect(after.ids == [12, 11, 10, 9, 8, 7, 6, 5, 4])
    #expect(after.next == 3)
    #expect(after.newCount == 2)
  }

  @Test("Without new items everything stays")
  func nothingNew() throws {
    let after = try Self.refreshed([10, 9, 8, 7], next: 6, by: [10, 9], next: 8)
    #expect(after.ids == [10, 9, 8, 7])
    #expect(after.next == 6)
    #expect(after.newCount == 0)
  }

  // The last of several splices, which removed an item, counted as the number of new ones.
  @Test("An item that has moved to the top from below is there once and is not new")
  func moved() throws {
    let after = try Self.refreshed([10, 9, 8, 7, 6, 5], next: 4, by: [11, 7, 5, 10, 9], next: 8)
    #expect(after.ids == [11, 7, 5, 10, 9, 8, 6])
    #expect(after.next == 4)
    #expect(after.newCount == 1)
  }

  @Test("An answer without a present item replaces all items")
  func allNew() throws {
    let after = try Self.refreshed([10, 9, 8, 7], next: 6, by: [20, 19, 18], next: 17)
    #expect(after.ids == [20, 19, 18])
    #expect(after.next == 17)
  }

  @Test(
    "If items are gone, the next page would start too late: all are replaced, unless the end is loaded")
  func gone() throws {
    let more = try Self.refreshed([10, 9, 8, 7, 6, 5], next: 4, by: [10, 8, 7], next: 6)
    #expect(more.ids == [10, 8, 7])
    #expect(more.next == 6)
    let end = try Self.refreshed([10, 9, 8, 7, 6, 5], next: nil, by: [10, 8, 7], next: 6)
    #expect(end.ids == [10, 8, 7, 6, 5])
    #expect(end.next == nil)
  }

  @Test("An empty answer and an answer without present items replace all items")
  func empty() throws {
    #expect(try Self.refreshed([3, 2, 1], next: nil, by: [], next: nil).ids == [])
    #expect(try Self.refreshed([], next: nil, by: [3, 2], next: 1).ids == [3, 2])
  }

  @Test("A restart replaces all items, also after a refresh whose answer comes late")
  func restart() throws {
    var state = Self.loaded([10, 9, 8, 7], next: 6)
    let stale = state.refresh()
    let ticket = state.restart(.newest)
    #expect(state.loadEnded(stale, Self.page([11, 10], next: 9)) == nil)
    _ = state.loadEnded(ticket, Self.page([11, 10], next: 9))
    #expect(state.items.map(\.id) == [11, 10])
  }

  @Test(
    "Another source begins with nothing and leads nowhere before it has answered", arguments: [false, true])
  func otherSource(fails: Bool) throws {
    var state = Self.loaded([10, 9, 8, 7], next: 6)
    #expect(state.removeAll() == Splice(at: 0, removing: 4))
    let first = state.restart(.newest)
    if fails { _ = state.loadEnded(first, .failure(Refusal())) }
    #expect(state.begin(.next) == nil)
    #expect(state.nextCursor == nil && !state.isComplete(.next))
    let ticket = state.refresh()
    let change = try state.loadEnded(ticket, Self.page([9, 8], next: 3))?.get()
    #expect(change == PagerState.Change(splice: Splice(at: 0, inserting: 2), newCount: 2))
    #expect(state.nextCursor == 3)
    let again = state.refresh()
    _ = state.loadEnded(again, Self.page([11, 9], next: 5))
    #expect(state.items.map(\.id) == [11, 9, 8])
  }
}
