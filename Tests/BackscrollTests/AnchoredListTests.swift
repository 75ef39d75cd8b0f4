import Backscroll
import Gtk
import XCTest

final class AnchoredListTests: XCTestCase {
  func testOpensAtTheEndInTheFirstPaintedFrame() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      for frame in bench.frames.indices {
        XCTAssertNotNil(bench.frames[frame][bench.store.items.last!.id])
      }
      XCTAssertEqual(bench.lastRowBottom, Double(bench.list.height))
      bench.close()
    }
  }

  func testPrependAtRest() {
    onMainThread {
      for count in [1, 30, 1000] {
        let bench = ListBench(rows: 200)
        bench.open()
        bench.scroll(by: -900)
        bench.frame(2)
        let row = bench.readRow
        let place = bench.top(row)
        let start = bench.frames.count
        let value = bench.scroller.verticalAdjustment.value
        bench.prepend(count)
        bench.frame(3)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.scroller.verticalAdjustment.value, value)
        bench.close()
      }
    }
  }
}
