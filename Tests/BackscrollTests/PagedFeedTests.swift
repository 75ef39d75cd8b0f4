import Gtk
import GtkTestSupport
import Paging
import XCTest

@testable import Backscroll

/// A feed on a source that answers when the test says so; cases 35 to 40 of feeds.
final class PagedFeedTests: XCTestCase {
  private struct Failure: Error, CustomStringConvertible { let description = "no network" }

  @MainActor
  private static func open(_ count: Int, height: Int = 600, body: (FeedBench) -> Void) {
    let bench = FeedBench(count: count, height: height)
    bench.open()
    body(bench)
    bench.close()
  }

  func testItOpensAtTheTopWithRowsInThePlaceOfWhatIsAwaited() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.gate { await $0.close() }
      bench.open()
      bench.frame(2)
      XCTAssertEqual(bench.feed.content, .loading)
      XCTAssertEqual(bench.feed.list.model.count, 3, "skeletons")
      bench.gate { await $0.open() }
      bench.wait(for: .items)
      bench.frame(3)
      XCTAssertEqual(bench.frames.last![0], 0)
      XCTAssertEqual(bench.contents, [.items])
      bench.close()
    }
  }

  // 35: once for each page, whatever happens meanwhile; C4.
  func testEachPageIsAskedForOnceInOrderDownToTheEnd() {
    onMainThread {
      PagedFeedTests.open(95) { bench in
        bench.wait(for: .items)
        for _ in 0..<400 where bench.feed.pager.state(.next) != .end {
          for _ in 0..<3 { bench.feed.list.verticalAdjustment!.value += 30 }
          bench.frame()
        }
        XCTAssertEqual(bench.asked, ["first", "30", "60", "90"])
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<95))
        bench.scroll(by: 100_000)
        bench.scroll(by: 100_000)
        XCTAssertEqual(bench.feed.list.model.count, 96, "one footer")
        XCTAssertEqual(bench.asked.count, 4, "nothing beyond the end")
      }
    }
  }

  // C2 against C3.
  func testThePrefetchDistanceSaysHowEarlyThePageIsAskedFor() {
    onMainThread {
      for (distance, visible) in [(3, 27), (0, 30)] {
        PagedFeedTests.open(300) { bench in
          bench.feed.prefetchDistance = distance
          bench.wait(for: .items)
          bench.frame(2)
          bench.gate { await $0.close() }
          while bench.asked.count < 2 { bench.scroll(by: 10) }
          XCTAssertEqual(bench.feed.visibleItems.upperBound, visible)
        }
      }
    }
  }

  // Rows in the place of what is awaited had been in view: of the rows that came, none seemed to be below them.
  func testAFirstPageThatFillsTheWindowDoesNotAskForTheSecond() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.gate { await $0.close() }
      bench.open()
      bench.frame(3)
      bench.gate { await $0.open() }
      bench.wait(for: .items)
      bench.frame(5)
      XCTAssertEqual(bench.asked, ["first"])
      bench.close()
    }
  }

  // The same rows in the same places: nothing of what is in view has changed, and still there is more to ask for.
  func testARefreshAtTheEndAsksForMoreThoughTheRowsAreTheSame() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.gate { await $0.open(failing: Failure()) }
        while bench.feed.pager.state(.next) != .failed(Failure()) { bench.scroll(by: 400) }
        bench.scroll(by: 10_000)
        XCTAssertEqual(bench.feed.itemsBelow, 0)
        bench.gate { await $0.open() }
        bench.feed.refresh()
        pump("the page after the first") { bench.feed.items.count == 60 }
        XCTAssertEqual(bench.asked, ["first", "30", "first", "30"])
      }
    }
  }

  // 36: nobody can scroll what is shorter than the window.
  func testPagesComeUntilTheWindowIsFull() {
    onMainThread {
      let bench = FeedBench(count: 300, pageSize: 4)
      bench.open()
      bench.wait(for: .items)
      pump("a full window") { bench.feed.list.distanceToEnd > 0 }
      bench.frame(3)
      XCTAssertLessThanOrEqual(bench.feed.items.count, 20, "and no further")
      bench.close()
      PagedFeedTests.open(2) { bench in
        bench.wait(for: .items)
        bench.frame(3)
        XCTAssertEqual(bench.asked, ["first"])
        XCTAssertEqual(bench.frames.last![0], 0, "it rests on the top")
      }
    }
  }

  // 37: a stale answer, in the wrong order.
  func testAfterAnotherFilterTheAnswersToTheOldOneChangeNothing() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.gate { await $0.close() }
        bench.feed.pager.loadNext()
        bench.feed.setSource(EntrySource(count: 5))
        XCTAssertEqual(bench.feed.content, .loading)
        pump("the other items") { bench.feed.items.count == 5 }
        bench.gate { await $0.open() }
        bench.frame(5)
        XCTAssertEqual(bench.feed.items.map(\.id), Array(0..<5))
        XCTAssertEqual(bench.feed.pager.state(.next), .end)
      }
    }
  }

  // 38.
  func testAFailedPageIsTriedAgainFromTheFooterAndNotByScrolling() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.gate { await $0.open(failing: Failure()) }
        while bench.feed.pager.state(.next) != .failed(Failure()) { bench.scroll(by: 60) }
        for _ in 0..<10 { bench.scroll(by: 5) }
        XCTAssertEqual(bench.asked, ["first", "30"])
        bench.gate { await $0.open() }
        bench.feed.retry()
        pump("the page") { bench.feed.items.count == 60 }
        XCTAssertEqual(bench.asked, ["first", "30", "30"])
      }
    }
  }

  // What came above the footer carried the reader along who had pressed its button, past all of it.
  func testTryingAgainFromTheFooterLeavesTheReaderWhereHeIs() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.gate { await $0.open(failing: Failure()) }
        while bench.feed.pager.state(.next) != .failed(Failure()) { bench.scroll(by: 400) }
        bench.scroll(by: 10_000)
        bench.gate { await $0.open() }
        bench.frame(2)
        XCTAssertTrue(bench.feed.list.row(.footer)?.moveFocus(.forward) ?? false)
        bench.frame(2)
        let place = bench.frames.last![29]!
        let start = bench.frames.count
        bench.feed.retry()
        pump("the page") { bench.feed.items.count == 60 }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: 29, from: place, since: start), 0)
        XCTAssertEqual(bench.asked, ["first", "30", "30"])
      }
    }
  }

  // The same of a hand that holds the footer while the page comes.
  func testAPointerHeldOnTheFooterLeavesTheReaderWhereHeIs() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.gate { await $0.close() }
        bench.scroll(by: 10_000)
        bench.scroll(by: 10_000)
        XCTAssertEqual(bench.feed.pager.state(.next), .loading)
        let footer = bench.feed.list.row(.footer)!
        bench.feed.list.pressed(.began(footer.convert(Point(x: 1, y: 1), to: bench.feed.window!)!))
        XCTAssertEqual(bench.feed.list.pressedRow, .footer)
        bench.frame(2)
        let place = bench.frames.last![29]!
        let start = bench.frames.count
        bench.gate { await $0.open() }
        pump("the page") { bench.feed.items.count == 60 }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: 29, from: place, since: start), 0)
        XCTAssertEqual(bench.asked, ["first", "30"])
      }
    }
  }

  func testAFirstPageThatFailsSaysSoAndCanBeTriedAgain() {
    onMainThread {
      let bench = FeedBench(count: 300)
      bench.gate { await $0.open(failing: Failure()) }
      bench.open()
      bench.wait(for: .failed(Failure()))
      bench.frame(2)
      XCTAssertEqual(bench.feed.list.model.count, 0)
      bench.gate { await $0.open() }
      bench.feed.retry()
      bench.wait(for: .items)
      XCTAssertEqual(bench.feed.items.count, 30)
      bench.close()
      PagedFeedTests.open(0) { $0.wait(for: .empty) }
    }
  }

  // C5; 32 of pulls.
  func testARefreshThatFailsKeepsTheItemsAndOneThatSucceedsLeadsToTheTop() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.gate { await $0.open(failing: Failure()) }
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the end of it") { bench.feed.overlay.state == .none }
        XCTAssertEqual(bench.feed.items.count, 30)
        XCTAssertEqual(bench.drift(of: 0, from: 0, since: start), 0)
        bench.gate {
          await $0.open()
          await $0.grow(by: 3)
        }
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -3 }
        bench.frame(3)
        XCTAssertEqual(bench.frames.last![-3], 0)
        XCTAssertEqual(bench.told, [])
      }
    }
  }

  func testNewItemsAboveTheReaderAreToldOfAndMoveNothing() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.scroll(by: 400)
        let (row, place) = bench.frames.last!.min { abs($0.value - 100) < abs($1.value - 100) }!
        bench.gate { await $0.grow(by: 4) }
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -4 }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.told, [4])
        bench.feed.scrollToStart(animated: false)
        bench.frame(3)
        XCTAssertEqual(bench.told, [4, 0])
        XCTAssertEqual(bench.frames.last![-4], 0)
      }
    }
  }

  // Pages further down stay, as does who reads there.
  func testAFirstPageThatComesAnewMovesNobodyWhoReadsFarBelowIt() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        while bench.feed.items.count < 90 { bench.scroll(by: 200) }
        bench.frame(2)
        let (row, place) = bench.frames.last!.min { abs($0.value - 100) < abs($1.value - 100) }!
        XCTAssertGreaterThan(row, 30)
        bench.gate { await $0.grow(by: 4) }
        let start = bench.frames.count
        bench.feed.refresh()
        pump("the new items") { bench.feed.items.first?.id == -4 }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.told, [4])
        XCTAssertEqual(bench.feed.items.count, 94)
        // The pages after them come as before, and repeat nothing.
        while bench.feed.pager.state(.next) != .end { bench.scroll(by: 400) }
        XCTAssertEqual(bench.feed.items.map(\.id), Array(-4..<300))
      }
    }
  }

  // 39: the server has put items in: a page repeats what the one before had.
  func testItemsThatComeTwiceAreShownOnce() {
    onMainThread {
      PagedFeedTests.open(90) { bench in
        bench.wait(for: .items)
        bench.gate { await $0.grow(by: 2) }
        while bench.feed.pager.state(.next) != .end { bench.scroll(by: 200) }
        let ids = bench.feed.items.map(\.id)
        XCTAssertEqual(Set(ids).count, ids.count)
        XCTAssertEqual(ids.sorted(), Array(0..<90))
      }
    }
  }

  // 40, C7.
  func testHiddenAndBackItAsksForNothingAndStandsWhereItWas() {
    onMainThread {
      PagedFeedTests.open(300) { bench in
        bench.wait(for: .items)
        bench.frame(2)
        bench.scroll(by: 333)
        let (row, place) = bench.frames.last!.min { abs($0.value - 100) < abs($1.value - 100) }!
        let asked = bench.asked
        bench.feed.isVisible = false
        pump("the unmapping") { !bench.feed.isMapped }
        bench.feed.update(Entry(id: 299, lines: 9))
        bench.feed.isVisible = true
        pump("the mapping") { bench.feed.isMapped }
        let start = bench.frames.count
        bench.frame(4)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.asked, asked)
      }
    }
  }

  func testNothingIsLeftOfIt() {
    onMainThread {
      expectNothingLeft {
        let bench = FeedBench(count: 100)
        bench.open()
        bench.wait(for: .items)
        bench.frame(2)
        bench.close()
      }
    }
  }
}
