import Testing

@testable import ScrollCore

@Suite("A first page that is asked for anew")
struct PagerRefreshTests {
  private typealias State = PagerState<Number, Int>

  /// Items in the order given, loaded in one page, with more after them or not.
  private static func loaded(_ ids: [Int], next: Int?) -> State {
    var state = State()
    let ticket = state.restart(.newest)
    _ = state.finish(ticket, page(ids, next: next))
    return state
  }

  private static func page(_ ids: [Int], next: Int?) -> Page<Number, Int> {
    Page(items: ids.map(Number.init), previous: nil, next: next)
  }

  /// The items after a refresh that was answered so, and where the next page is asked for. Whoever follows the effects
  /// one after the other gets the same items.
  private static func refreshed(
    _ old: [Int], next: Int?, by new: [Int], next newNext: Int?
  ) -> (ids: [Int], next: Int?) {
    var state = loaded(old, next: next)
    let ticket = state.refresh()
    var follower = old
    for effect in state.finish(ticket, page(new, next: newNext)) {
      guard case .splice(let index, let removed, let inserted) = effect else { continue }
      let arrived = state.items[index..<index + inserted].map(\.id)
      follower.replaceSubrange(index..<index + removed, with: arrived)
    }
    #expect(follower == state.items.map(\.id))
    #expect(state.state(.around) == .idle)
    #expect(state.state(.next) == (state.next == nil ? .end : .idle))
    return (state.items.map(\.id), state.next)
  }

  @Test("New items come on top, and what follows the page stays, as does the place of the next one")
  func newOnTop() {
    let after = Self.refreshed([10, 9, 8, 7, 6, 5, 4], next: 3, by: [12, 11, 10, 9], next: 8)
    #expect(after.ids == [12, 11, 10, 9, 8, 7, 6, 5, 4])
    #expect(after.next == 3)
  }

  @Test("Nothing new leaves everything as it was")
  func nothingNew() {
    let after = Self.refreshed([10, 9, 8, 7], next: 6, by: [10, 9], next: 8)
    #expect(after.ids == [10, 9, 8, 7])
    #expect(after.next == 6)
  }

  @Test("One that has moved to the top from below is there once")
  func moved() {
    let after = Self.refreshed([10, 9, 8, 7, 6, 5], next: 4, by: [7, 5, 10, 9], next: 8)
    #expect(after.ids == [7, 5, 10, 9, 8, 6])
    #expect(after.next == 4)
  }

  @Test("Where nothing is known any more, all is replaced")
  func allNew() {
    let after = Self.refreshed([10, 9, 8, 7], next: 6, by: [20, 19, 18], next: 17)
    #expect(after.ids == [20, 19, 18])
    #expect(after.next == 17)
  }

  @Test(
    "Where items have gone the next page would begin too late: all is replaced, but not at the end of all")
  func gone() {
    let more = Self.refreshed([10, 9, 8, 7, 6, 5], next: 4, by: [10, 8, 7], next: 6)
    #expect(more.ids == [10, 8, 7])
    #expect(more.next == 6)
    let end = Self.refreshed([10, 9, 8, 7, 6, 5], next: nil, by: [10, 8, 7], next: 6)
    #expect(end.ids == [10, 8, 7, 6, 5])
    #expect(end.next == nil)
  }

  @Test("An empty answer, and an answer to nothing, replace all")
  func empty() {
    #expect(Self.refreshed([3, 2, 1], next: nil, by: [], next: nil).ids == [])
    #expect(Self.refreshed([], next: nil, by: [3, 2], next: 1).ids == [3, 2])
  }

  @Test("What is asked for in place of all replaces all, also after a refresh that nobody waited for")
  func restart() {
    var state = Self.loaded([10, 9, 8, 7], next: 6)
    let stale = state.refresh()
    let ticket = state.restart(.newest)
    #expect(state.finish(stale, Self.page([11, 10], next: 9)).isEmpty)
    _ = state.finish(ticket, Self.page([11, 10], next: 9))
    #expect(state.items.map(\.id) == [11, 10])
  }

  @Test(
    "Items of another source are nothing to put an answer among, and lead nowhere", arguments: [false, true])
  func otherSource(fails: Bool) {
    var state = Self.loaded([10, 9, 8, 7], next: 6)
    let first = state.restart(.newest, elsewhere: true)
    if fails { _ = state.fail(first, reason: "no") }
    #expect(state.begin(.next) == nil)
    #expect(state.next == nil && !state.isComplete(.next))
    let ticket = state.refresh()
    let effects = state.finish(ticket, Self.page([9, 8], next: 3))
    #expect(effects.first == .splice(index: 0, removed: 4, inserted: 2))
    #expect(state.items.map(\.id) == [9, 8])
    #expect(state.next == 3)
    let again = state.refresh()
    _ = state.finish(again, Self.page([11, 9], next: 5))
    #expect(state.items.map(\.id) == [11, 9, 8])
  }
}
