@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// What a list makes of its model, its header and its scrolled window.
final class AnchoredListModelTests: XCTestCase {
  func testAFarScrollMakesNoWidgetsOnItsWay() {
    onMainThread {
      let bench = ListBench(rows: 100_000)
      bench.open()
      bench.settle()
      var bound = 0
      let bind = bench.list.bind
      bench.list.bind = {
        bound += 1
        bind?($0, $1)
      }
      bench.settle()
      bound = 0
      bench.list.scroll(by: -1_000_000)
      bench.settle()
      XCTAssertLessThan(bound, 200)
      XCTAssertEqual(bench.list.distanceToEnd, 1_000_000, accuracy: 100_000)
      bench.list.scroll(by: -100_000_000)
      bench.settle()
      XCTAssertEqual(bench.list.visibleRange.lowerBound, 0)
      XCTAssertEqual(bench.top(bench.store.items[0].id), 0)
      bench.close()
    }
  }

  // It ran to the end, as if rows had been appended.
  func testAChangeOfNoRowsMovesNothing() {
    onMainThread {
      let bench = ListBench(rows: 100)
      bench.open()
      bench.list.scroll(by: -60)
      bench.settle()
      bench.expectStill { bench.store.insert([], at: bench.store.count) }
      bench.expectStill { bench.store.changes(.splice(Splice(at: bench.store.count))) }
      XCTAssertFalse(bench.list.isAtEnd)
      bench.close()
    }
  }

  func testAHeaderIsReadBeforeTheRowsWheneverItIsSet() {
    onMainThread {
      let bench = ListBench(rows: 10)
      bench.open()
      let header = LineRow()
      bench.list.header = header
      bench.settle()
      XCTAssertTrue(bench.list.children.first === header)
      bench.close()
    }
  }

  func testAListThatMovesNoLongerWatchesItsFormerScrollbar() {
    onMainThread {
      let bench = ListBench(rows: 100)
      bench.open()
      let (former, next) = (bench.scroller, ScrolledWindow())
      let count = former.vscrollbar.controllerCount
      former.child = nil
      next.child = bench.list
      bench.window.child = next
      pump("the list in its new place") { bench.list.isMapped }
      XCTAssertEqual(former.vscrollbar.controllerCount, count - 1)
      bench.window.destroy()
      drain()
    }
  }

  // The estimate of those that share one was that of any of them.
  func testKindsBeyondTheLimitShareTheEstimateOfTheLastWithin() {
    onMainThread {
      let store = KindedListStore<Line, Int> { $0.lines }
      let list = AnchoredList<KindedListStore<Line, Int>, LineRow>(store)
      list.estimatedHeight = { Double(10 * $0) }
      store.append((1...12).map { Line(id: $0, lines: $0) })
      XCTAssertEqual(list.scrolling.layout.heights.total, 360 + 4 * 80)
      list.estimatedHeight = { Double(20 * $0) }
      XCTAssertEqual(list.scrolling.layout.heights.total, 720 + 4 * 160)
    }
  }
}
