import Gtk
import GtkTestSupport
import Paging
import XCTest

@testable import Backscroll

/// A feed on a source whose answers the test controls.
final class PagedFeedTests: XCTestCase {
  private struct Failure: Error, CustomStringConvertible { let description = "no network" }

  @MainActor
  private static func open(_ count: Int, height: Int = 600, body: (FeedBench) -> Void) {
    let bench = FeedBench(count: count, height: height)
    bench.open()
    body(bench)
    bench.close()
  }

  func testItOpensAtTheTopWithSkeletonRows() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.source.close()
      bench.open()
      bench.settle()
      XCTAssertEqual(bench.feed.content, .loading)
      XCTAssertEqual(bench.feed.list.model.count, 3, "skeletons")
      bench.source.open()
      bench.wait(for: .items)
      XCTAssertEqual(bench.frames.last![0], 0)
      XCTAssertEqual(bench.contents, [.items])
      bench.close()
    }
  }

  func testEachPageIsRequestedOnceInOrderDownToTheEnd() {
    onMainThread {
      PagedFeedTests.open(95) { bench in
        bench.wait(for: .items)
        bench.scroll(by: 90, until: "the end") { bench.feed.pager.state(.next) == .end }
        XCTAssertEqual(bench.source.asked, ["first", "30", "60", "90"])
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<95))
        bench.scroll(by: 100_000)
        bench.scroll(by: 100_000)
        XCTAssertEqual(bench.feed.list.model.count, 96, "one footer")
        XCTAssertEqual(bench.source.asked.count, 4, "no requests beyond the end")
      }
    }
  }

  func testThePrefetchDistanceDeterminesWhenTheNextPageIsRequested() {
    onMainThread {
      for (distance, visible) in [(3, 27), (0, 30)] {
        PagedFeedTests.open(300) { bench in
          bench.feed.prefetchDistance = distance
          bench.wait(for: .items)
          bench.source.close()
          bench.scroll(by: 10, until: "the request") { bench.feed.pager.state(.next) == .loading }
          XCTAssertEqual(bench.feed.visibleItems.upperBound, visible)
        }
      }
    }
  }

  // The visible skeletons were counted as visible items, so that no item seemed to be below the view.
  func testAFirstPageThatFillsTheWindowDoesNotRequestTheSecond() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.source.close()
      bench.open()
      bench.settle()
      bench.source.open()
      bench.wait(for: .items)
      XCTAssertEqual(bench.source.asked, ["first"])
      bench.close()
    }
  }

  // The rows in view do not change, so no change of the viewport triggers the next page.
  func testARefreshAtTheEndRequestsTheNextPageForEqualRows() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.open(failing: Failure())
        bench.scroll(by: 400, until: "the failure") { bench.feed.pager.state(.next) == .failed(Failure()) }
        bench.scroll(by: 10_000)
        XCTAssertEqual(bench.feed.itemsBelow, 0)
        bench.source.open()
        bench.feed.refresh()
        pump("the page after the first") { bench.feed.items.count == 60 }
        XCTAssertEqual(bench.source.asked, ["first", "30", "first", "30"])
      }
    }
  }

  // A feed that is shorter than the window cannot be scrolled.
  func testPagesLoadUntilTheWindowIsFull() {
    onMainThread {
      let bench = FeedBench(count: 300, pageSize: 4)
      bench.open()
      bench.wait(for: .items)
      pump("a full window") { bench.feed.list.distanceToEnd > 0 }
      bench.settle()
      XCTAssertLessThanOrEqual(bench.feed.items.count, 20, "no more than needed")
      bench.close()
      PagedFeedTests.open(2) { bench in
        bench.wait(for: .items)
        XCTAssertEqual(bench.source.asked, ["first"])
        XCTAssertEqual(bench.frames.last![0], 0, "it rests on the top")
      }
    }
  }

  func testAnswersOfAnEarlierSourceChangeNothing() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.close()
        bench.feed.pager.loadNext()
        bench.feed.setSource(EntrySource(count: 5))
        XCTAssertEqual(bench.feed.content, .loading)
        pump("the other items") { bench.feed.items.count == 5 }
        bench.source.open()
        bench.settle()
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<5))
        XCTAssertEqual(bench.feed.pager.state(.next), .end)
      }
    }
  }

  func testAFailedPageIsRetriedFromTheFooterAndNotByScrolling() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.open(failing: Failure())
        bench.scroll(by: 60, until: "the failure") { bench.feed.pager.state(.next) == .failed(Failure()) }
        for _ in 0..<10 { bench.scroll(by: 5) }
        XCTAssertEqual(bench.source.asked, ["first", "30"])
        bench.source.open()
        bench.feed.retry()
        pump("the page") { bench.feed.items.count == 60 }
        XCTAssertEqual(bench.source.asked, ["first", "30", "30"])
      }
    }
  }

  // The focused footer was held in place and dragged the view past the rows inserted above it.
  func testARetryFromTheFooterDoesNotMoveTheReader() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.open(failing: Failure())
        bench.scroll(by: 400, until: "the failure") { bench.feed.pager.state(.next) == .failed(Failure()) }
        bench.scroll(by: 10_000)
        bench.source.open()
        bench.settle()
        XCTAssertTrue(bench.feed.list.row(.footer)?.moveFocus(.forward) ?? false)
        bench.settle()
        let place = bench.frames.last![29]!
        let start = bench.frames.count
        bench.feed.retry()
        pump("the page") { bench.feed.items.count == 60 }
        bench.settle()
        XCTAssertEqual(bench.drift(of: 29, from: place, since: start), 0)
        XCTAssertEqual(bench.source.asked, ["first", "30", "30"])
      }
    }
  }

  // The same for a footer under a held pointer.
  func testAPointerHeldOnTheFooterDoesNotMoveTheReader() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.close()
        bench.scroll(by: 10_000)
        bench.scroll(by: 10_000)
        XCTAssertEqual(bench.feed.pager.state(.next), .loading)
        let footer = bench.feed.list.row(.footer)!
        bench.feed.list.pressed(.began(footer.convert(Point(x: 1, y: 1), to: bench.feed.window!)!))
        XCTAssertEqual(bench.feed.list.scrolling.preferredRow(focused: nil), 30)
        bench.settle()
        let place = bench.frames.last![29]!
        let start = bench.frames.count
        bench.source.open()
        pump("the page") { bench.feed.items.count == 60 }
        bench.settle()
        XCTAssertEqual(bench.drift(of: 29, from: place, since: start), 0)
        XCTAssertEqual(bench.source.asked, ["first", "30"])
      }
    }
  }

  // As in the example: the window is presented after the feed has begun.
  func testAFeedThatBeginsBeforeItsWindowIsShownHasSkeletonsAndThenItems() {
    onMainThread {
      let source = EntrySource(count: 300)
      source.close()
      let feed = PagedFeed(source, makeRow: { ListRow(Label()) }) { row, entry in
        row.content.text = "Entry \(entry.id)"
      }
      let window = Window()
      window.setDefaultSize(width: 300, height: 400)
      window.child = feed
      feed.start()
      window.present()
      pump("the skeletons") { feed.list.row(.skeleton(2))?.isMapped ?? false }
      source.open()
      pump("the items") { (feed.list.row(.item(3)) as? ListRow<Label>)?.content.text == "Entry 3" }
      window.close()
    }
  }

  func testAFailedFirstPageIsReportedAndCanBeRetried() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.source.open(failing: Failure())
      bench.open()
      bench.wait(for: .failed(Failure()))
      let footer = { bench.feed.list.row(.footer) as? FeedFooter }
      pump("the reason and a button") { footer()?.isMapped ?? false }
      XCTAssertEqual(footer()?.first(Label.self)?.text, "Could not load")
      bench.feed.showsContentState = false
      XCTAssertEqual(bench.feed.list.model.count, 0)
      bench.feed.showsContentState = true
      pump("the button again") { footer()?.first(Button.self)?.isMapped ?? false }
      bench.source.open()
      footer()!.first(Button.self)!.emit("clicked")
      bench.wait(for: .items)
      XCTAssertEqual(bench.feed.items.count, 30)
      bench.close()
      PagedFeedTests.open(0) { bench in
        bench.wait(for: .empty)
        let footer = { bench.feed.list.row(.footer) as? FeedFooter }
        pump("a sentence") { footer()?.first(Label.self)?.text == "Nothing here yet" }
      }
    }
  }

  func testARefreshScrollsToTheTopUnlessItFails() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.source.open(failing: Failure())
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        XCTAssertEqual(bench.feed.items.count, 30)
        XCTAssertEqual(bench.drift(of: 0, from: 0, since: start), 0)
        bench.source.open()
        bench.source.grow(by: 3)
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -3 }
        bench.settle()
        XCTAssertEqual(bench.frames.last![-3], 0)
        XCTAssertEqual(bench.newItems, [])
      }
    }
  }

  func testNewItemsAboveTheReaderAreCountedAndMoveNothing() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.scroll(by: 400)
        let (row, place) = bench.readItem
        bench.source.grow(by: 4)
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -4 }
        bench.settle()
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.newItems, [4])
        bench.feed.scrollToStart(animated: false)
        bench.settle()
        XCTAssertEqual(bench.newItems, [4, 0])
        XCTAssertEqual(bench.frames.last![-4], 0)
      }
    }
  }

  func testNewItemsOfSeveralRefreshesAddUpUntilTheyAreSeen() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.scroll(by: 400)
        for (count, asked) in [(4, 2), (0, 3), (2, 4)] {
          bench.source.grow(by: count)
          pump("the overlay's rest") { bench.feed.overlay.state == .none }
          bench.feed.refresh()
          pump("the refresh") { bench.source.asked.count == asked && bench.feed.pager.replacement == .idle }
          bench.settle()
        }
        XCTAssertEqual(bench.feed.items.first?.id, -6)
        XCTAssertEqual(bench.newItems, [4, 6])
      }
    }
  }

  func testALoadThatTheReaderLeavesAndSeesAgainIsReportedOnce() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        var reports = 0
        bench.feed.didStartWaiting.connect { reports += 1 }
        bench.source.close()
        bench.scroll(by: 10, until: "the request") { bench.feed.pager.state(.next) == .loading }
        bench.settle()
        XCTAssertEqual(reports, 0, "the end is not in view")
        for _ in 0..<2 {
          bench.scroll(by: 10_000)
          XCTAssertEqual(bench.feed.itemsBelow, 0)
          bench.scroll(by: -1_000)
          XCTAssertGreaterThan(bench.feed.itemsBelow, 0)
        }
        XCTAssertEqual(reports, 1)
        bench.source.open()
        pump("the second page") { bench.feed.items.count == 60 }
        bench.settle()
        bench.source.close()
        bench.scroll(by: 10_000)
        bench.settle()
        XCTAssertEqual(reports, 2)
        bench.source.open()
      }
    }
  }

  func testARefreshDoesNotMoveAReaderFarBelowTheFirstPage() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.scroll(by: 200, until: "three pages") { bench.feed.items.count == 90 }
        bench.settle()
        let (row, place) = bench.readItem
        XCTAssertGreaterThan(row, 30)
        bench.source.grow(by: 4)
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -4 }
        bench.settle()
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.newItems, [4])
        XCTAssertEqual(bench.feed.items.count, 94)
        // The following pages load as before, without duplicates.
        bench.scroll(by: 400, until: "the end") { bench.feed.pager.state(.next) == .end }
        XCTAssertEqual(bench.feed.items.map(\.id), Array(-4..<300))
      }
    }
  }

  // The server has inserted items, so a page repeats items of the previous one.
  func testItemsThatArriveTwiceAreShownOnce() {
    onMainThread {
      PagedFeedTests.open(90) { bench in
        bench.wait(for: .items)
        bench.source.grow(by: 2)
        bench.scroll(by: 200, until: "the end") { bench.feed.pager.state(.next) == .end }
        let ids = bench.feed.items.map(\.id)
        XCTAssertEqual(Set(ids).count, ids.count)
        XCTAssertEqual(ids.sorted(), Array(0..<90))
      }
    }
  }

  func testAFeedThatIsHiddenAndShownAgainStaysAndRequestsNothing() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.scroll(by: 333)
        let (row, place) = bench.readItem
        let asked = bench.source.asked
        bench.feed.visible = false
        pump("the unmapping") { !bench.feed.isMapped }
        bench.feed.update(Entry(id: 299, lines: 9))
        bench.feed.visible = true
        pump("the mapping") { bench.feed.isMapped }
        let start = bench.frames.count
        bench.settle()
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.source.asked, asked)
      }
    }
  }

  func testRowsCanBeSetAfterInit() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.feed.makeRow = nil
        pump("no rows") { bench.feed.list.row(.item(0)) == nil }
        bench.feed.bind = { row, entry in row.entry = Entry(id: entry.id, lines: 9) }
        bench.feed.makeRow = EntryRow.init
        pump("higher rows") { bench.feed.list.row(.item(0))?.height == 210 }
      }
    }
  }

  func testItScrollsToAnItem() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.feed.scroll(to: 20, at: .start, animated: false)
        bench.settle()
        XCTAssertEqual(bench.frames.last![20], 0)
        bench.feed.scroll(to: 299, at: .start, animated: false)
        bench.settle()
        XCTAssertEqual(bench.frames.last![20], 0, "an item that is not loaded")
      }
    }
  }

  func testAClosedFeedReleasesEverything() {
    onMainThread {
      expectNothingLeft {
        let bench = FeedBench(count: 100)
        bench.open()
        bench.wait(for: .items)
        bench.close()
      }
    }
  }
}
