import Gtk
import GtkTestSupport
import Paging
import XCTest

@testable import Backscroll

/// Answers in another order than their requests; the source gives each when the test says so.
final class PagedFeedRaceTests: XCTestCase {
  private struct Refusal: Error {}

  @MainActor
  private static func open(body: (FeedBench) -> Void) {
    let bench = FeedBench(count: 300)
    bench.open()
    bench.wait(for: .items)
    bench.frame(2)
    bench.gate { await $0.close() }
    body(bench)
    bench.close()
  }

  // 37: a page of the old rows came after the new ones, or before them and among them.
  func testARefreshWhileAPageIsOnItsWayHearsOfThatPageNoMore() {
    onMainThread {
      for order in [["30", "first"], ["first", "30"]] {
        PagedFeedRaceTests.open { bench in
          bench.feed.pager.loadNext()
          pump("the request") { bench.asked.count == 2 }
          bench.gate { await $0.grow(by: 2) }
          bench.feed.refresh()
          pump("the other") { bench.asked.count == 3 }
          XCTAssertEqual(bench.asked, ["first", "30", "first"])
          bench.gate { await $0.answer(order[0]) }
          bench.frame(3)
          let isRefreshFirst = order[0] == "first"
          XCTAssertEqual(bench.feed.items.map(\.id), Array((isRefreshFirst ? -2 : 0)..<30))
          bench.gate { await $0.answer(order[1]) }
          pump("the end of the refresh") { bench.feed.overlay.state == .none }
          bench.frame(3)
          XCTAssertEqual(bench.feed.items.map(\.id), Array(-2..<30))
          // From where the rows end, once more.
          bench.gate { await $0.open() }
          bench.scroll(by: 10_000)
          pump("the next page") { bench.feed.items.count == 62 }
          XCTAssertEqual(bench.feed.items.map(\.id), Array(-2..<60))
          XCTAssertEqual(bench.asked.prefix(4), ["first", "30", "first", "30"])
        }
      }
    }
  }

  // 37: whichever came last was shown.
  func testOfThreeFiltersOnlyTheLastOneShowsWhateverTheOrderOfTheAnswers() {
    onMainThread {
      for order in [[2, 1, 0], [0, 1, 2], [1, 2, 0], [1, 0, 2]] {
        PagedFeedRaceTests.open { bench in
          let filters = [EntrySource(count: 7), EntrySource(count: 5), EntrySource(count: 7)]
          for filter in filters {
            bench.gate(of: filter) { await $0.close() }
            bench.feed.setSource(filter)
            XCTAssertEqual(bench.feed.items, [], "the old ones are no answer to what is asked now")
          }
          var isLastAnswered = false
          for number in order {
            bench.gate(of: filters[number]) { await $0.open() }
            if number == 2 {
              isLastAnswered = true
              bench.wait(for: .items)
            }
            bench.frame(3)
            XCTAssertEqual(bench.feed.items.map(\.id), isLastAnswered ? Array(0..<7) : [])
            XCTAssertEqual(bench.feed.content, isLastAnswered ? .items : .loading)
            if isLastAnswered { XCTAssertEqual(bench.feed.list.model.count, 8, "seven rows and a footer") }
          }
          XCTAssertEqual(bench.feed.pager.state(.next), .end)
          XCTAssertEqual(bench.feed.pager.replacement, .idle)
        }
      }
    }
  }

  // The answer was put among the rows of the source before, which nobody saw any more; the next page crashed.
  func testARefreshBeforeAFilterHasAnsweredIsAboutTheFilterOnly() {
    onMainThread {
      for fails in [false, true] {
        PagedFeedRaceTests.open { bench in
          let filter = EntrySource(count: 45)
          bench.gate(of: filter) { await $0.close() }
          bench.feed.setSource(filter)
          if fails {
            bench.gate(of: filter) { await $0.open(failing: Refusal()) }
            bench.wait(for: .failed(Refusal()))
            bench.gate(of: filter) { await $0.close() }
          }
          bench.feed.refresh()
          pump("the refresh") { bench.feed.pager.generation == 3 }
          bench.gate(of: filter) { await $0.open() }
          bench.wait(for: .items)
          XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<30))
          XCTAssertEqual(bench.feed.pager.items, bench.feed.items)
          bench.frame(3)
          bench.scroll(by: 10_000)
          pump("the rest") { bench.feed.pager.state(.next) == .end }
          XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<45))
        }
      }
    }
  }

  // A pull was over as soon as the answer to something else was there, or never.
  func testAFilterDuringARefreshEndsIt() {
    onMainThread {
      PagedFeedRaceTests.open { bench in
        bench.feed.refresh()
        pump("the request") { bench.asked.count == 2 }
        bench.feed.setSource(EntrySource(count: 5))
        pump("the other rows") { bench.feed.items.count == 5 }
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        bench.gate { await $0.open() }
        bench.frame(3)
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<5))
      }
    }
  }

  // One that was on top has gone: how many were above it said nothing of how many are new.
  func testNewItemsAreCountedThoughTheFormerFirstHasGone() {
    onMainThread {
      PagedFeedRaceTests.open { bench in
        bench.scroll(by: 400)
        let (row, place) = bench.frames.last!.min { abs($0.value - 100) < abs($1.value - 100) }!
        bench.gate {
          await $0.open()
          await $0.replaceFirst(by: -50)
        }
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -50 }
        bench.frame(5)
        XCTAssertEqual(bench.told, [1])
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
      }
    }
  }

  // What waited for the answer kept the pager, and the pager the request, until that came.
  func testAClosedFeedWaitsForNoAnswer() {
    onMainThread {
      weak var pager: Pager<EntrySource>?
      let source: EntrySource
      do {
        let bench = FeedBench(count: 300)
        source = bench.source
        bench.open()
        bench.wait(for: .items)
        bench.gate { await $0.close() }
        bench.feed.refresh()
        pump("the request") { bench.asked.count == 2 }
        pager = bench.feed.pager
        bench.window.destroy()
      }
      drain()
      XCTAssertNil(pager)
      Task { await source.desk.open() }
      drain()
    }
  }
}
