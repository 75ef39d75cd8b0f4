import Gtk
import GtkTestSupport
import Paging
import XCTest

@testable import Backscroll

/// A feed whose requests are answered in another order, or never.
final class PagedFeedRaceTests: XCTestCase {
  private struct Refusal: Error {}

  @MainActor
  private static func open(body: (FeedBench) -> Void) {
    let bench = FeedBench(count: 300)
    bench.open()
    bench.wait(for: .items)
    bench.source.close()
    body(bench)
    bench.close()
  }

  // The page of the old items was inserted among the new ones.
  func testARefreshSupersedesAPageThatIsLoading() {
    onMainThread {
      for order in [["30", "first"], ["first", "30"]] {
        PagedFeedRaceTests.open { bench in
          bench.feed.pager.loadNext()
          pump("the request") { bench.source.asked.count == 2 }
          bench.source.grow(by: 2)
          bench.feed.refresh()
          pump("the other") { bench.source.asked.count == 3 }
          XCTAssertEqual(bench.source.asked, ["first", "30", "first"])
          bench.source.answer(order[0])
          let isRefreshFirst = order[0] == "first"
          if isRefreshFirst { pump("the new items") { bench.feed.items.count == 32 } }
          bench.settle()
          XCTAssertEqual(bench.feed.items.map(\.id), Array((isRefreshFirst ? -2 : 0)..<30))
          bench.source.answer(order[1])
          pump("the end of the refresh") { bench.feed.overlay.state == .none }
          bench.settle()
          XCTAssertEqual(bench.feed.items.map(\.id), Array(-2..<30))
          // The superseded page is requested again.
          bench.source.open()
          bench.scroll(by: 10_000)
          pump("the next page") { bench.feed.items.count == 62 }
          XCTAssertEqual(bench.feed.items.map(\.id), Array(-2..<60))
          XCTAssertEqual(bench.source.asked.prefix(4), ["first", "30", "first", "30"])
        }
      }
    }
  }

  // The source that answered last was shown.
  func testOnlyTheLastOfThreeSourcesShowsInAnyOrderOfAnswers() {
    onMainThread {
      for order in [[2, 1, 0], [0, 1, 2], [1, 2, 0], [1, 0, 2]] {
        PagedFeedRaceTests.open { bench in
          let filters = [EntrySource(count: 7), EntrySource(count: 5), EntrySource(count: 7)]
          for filter in filters {
            filter.close()
            bench.feed.setSource(filter)
            XCTAssertEqual(bench.feed.items, [], "the old items go immediately")
          }
          var isLastAnswered = false
          for number in order {
            filters[number].open()
            if number == 2 {
              isLastAnswered = true
              bench.wait(for: .items)
            }
            bench.settle()
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

  // The answer was merged into the items of the earlier source, and the next page crashed.
  func testARefreshBeforeASourceHasAnsweredReplacesAllItems() {
    onMainThread {
      for fails in [false, true] {
        PagedFeedRaceTests.open { bench in
          let filter = EntrySource(count: 45)
          filter.close()
          bench.feed.setSource(filter)
          if fails {
            filter.open(failing: Refusal())
            bench.wait(for: .failed(Refusal()))
            filter.close()
          }
          bench.feed.refresh()
          pump("the refresh") { bench.feed.pager.generation == 3 }
          filter.open()
          bench.wait(for: .items)
          XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<30))
          XCTAssertEqual(bench.feed.pager.items, bench.feed.items)
          bench.settle()
          bench.scroll(by: 10_000)
          pump("the rest") { bench.feed.pager.state(.next) == .end }
          XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<45))
        }
      }
    }
  }

  // The pull ended with the answer to another request, or never.
  func testAnotherSourceEndsARefresh() {
    onMainThread {
      PagedFeedRaceTests.open { bench in
        bench.feed.refresh()
        pump("the request") { bench.source.asked.count == 2 }
        bench.feed.setSource(EntrySource(count: 5))
        pump("the other rows") { bench.feed.items.count == 5 }
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        bench.source.open()
        bench.settle()
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<5))
      }
    }
  }

  // The new items were counted by the place of the former first item, which had been removed.
  func testNewItemsAreCountedThoughTheFormerFirstIsGone() {
    onMainThread {
      PagedFeedRaceTests.open { bench in
        bench.scroll(by: 400)
        let (row, place) = bench.readItem
        bench.source.open()
        bench.source.replaceFirst(by: -50)
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -50 }
        bench.settle()
        XCTAssertEqual(bench.newItems, [1])
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
      }
    }
  }

  // The task that waited for the answer retained the pager.
  func testAClosedFeedWaitsForNoAnswer() {
    onMainThread {
      weak var pager: Pager<EntrySource>?
      let source: EntrySource
      do {
        let bench = FeedBench(count: 300)
        source = bench.source
        bench.open()
        bench.wait(for: .items)
        bench.source.close()
        bench.feed.refresh()
        pump("the request") { bench.source.asked.count == 2 }
        pager = bench.feed.pager
        bench.window.destroy()
      }
      drain()
      XCTAssertNil(pager)
      source.open()
      drain()
    }
  }
}
