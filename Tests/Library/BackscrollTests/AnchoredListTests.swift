import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// Rows are inserted, removed and changed while nothing moves. The numbers are those of failures in other chat clients;
/// each position is that in a painted frame.
final class AnchoredListTests: XCTestCase {
  private static let pages = [1, 30, 1000]

  // 18: the list opened elsewhere and then scrolled to the end visibly.
  func testOpensAtTheEndInTheFirstPaintedFrame() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      let last = bench.store.items.last!.id
      for frame in bench.frames { XCTAssertEqual(frame[last], bench.frames[0][last]) }
      XCTAssertEqual(bench.lastRowBottom, Double(bench.list.height))
      bench.close()
    }
  }

  func testAnEmptyListFillsFromTheBottom() {
    onMainThread {
      let bench = ListBench(rows: 0)
      bench.open()
      bench.append(1)
      bench.paint()
      XCTAssertEqual(bench.lastRowBottom, Double(bench.list.height))
      bench.store.remove(0..<1)
      bench.paint()
      XCTAssertTrue(bench.frames.last!.isEmpty)
      bench.close()
    }
  }

  // 1: after a page was inserted, other rows were in view, for one frame or for ever.
  func testAPagePrependedAtRestMovesNothing() {
    onMainThread {
      for count in AnchoredListTests.pages {
        let bench = ListBench(rows: 200)
        bench.open()
        bench.scroll(by: -900)
        bench.settle()
        let value = bench.scroller.vadjustment.value
        let lower = bench.scroller.vadjustment.lower
        bench.expectStill { bench.prepend(count) }
        XCTAssertEqual(bench.scroller.vadjustment.value, value, "the value is not ours to touch")
        XCTAssertLessThan(bench.scroller.vadjustment.lower, lower)
        bench.close()
      }
    }
  }

  // 6, the opposite: the reader's own new message is always shown.
  func testScrollToEndAfterAnAppendShowsTheNewRow() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.scroll(by: -2500)
      bench.paint()
      bench.append(1)
      bench.list.scrollToEnd()
      pump("the end") { bench.list.isAtEnd && !bench.list.isJumping }
      bench.paint()
      XCTAssertEqual(bench.lastRowBottom, Double(bench.list.height))
      bench.close()
    }
  }

  // 7: the list was no longer at its end, for a frame or for ever.
  func testAtTheEndEveryFrameIsAtTheEnd() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.expectAtEnd { bench.append(3) }
      bench.expectAtEnd { bench.setLines(14, ofID: bench.store.items.last!.id) }
      bench.expectAtEnd { bench.append(1) { _ in 1 } }
      bench.expectAtEnd { bench.store.remove(bench.store.count - 1..<bench.store.count) }
      bench.expectAtEnd { bench.stage.size.height = 470 }
      bench.expectAtEnd { bench.stage.size.height = 600 }
      bench.expectAtEnd { bench.prepend(30) }
      bench.expectAtEnd { bench.stage.size.width = 390 }
      bench.expectAtEnd { bench.append(1000) }
      bench.close()
    }
  }

  // 9: a picture above was loaded, or failed and shrank.
  func testRowsAboveThatGrowAndShrinkMoveNothing() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.scroll(by: -1234)
      bench.settle()
      let first = bench.list.visibleRange.lowerBound
      XCTAssertLessThan(bench.top(bench.store.items[first].id), 0, "the first row should cross the top edge")
      for index in [first - 3, first - 1, first] {
        let id = bench.store.items[index].id
        bench.expectStill { bench.setLines(25, ofID: id) }
        bench.expectStill { bench.setLines(1, ofID: id) }
      }
      bench.close()
    }
  }

  // 9: the row requests another height by itself, without a change of the model.
  func testARowThatGrowsByItselfIsPlacedInTheSameFrame() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.scroll(by: -1234)
      bench.settle()
      let above = bench.list.visibleRange.lowerBound - 2
      bench.expectStill { bench.list.row(bench.store.items[above].id)!.line.lines = 30 }
      bench.close()
    }
  }

  // 21: after all rows were wrapped anew, other rows were in view.
  func testAnotherWidthKeepsTheReadRow() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.scroll(by: -5000)
      bench.paint()
      let held = bench.store.items.first { (bench.frames.last![$0.id] ?? -1) >= 0 }!.id
      let place = bench.top(held)
      let start = bench.frames.count
      for width in [360, 420, 610, 800, 333, 480] {
        bench.stage.size.width = width
        bench.paint()
      }
      XCTAssertEqual(bench.drift(of: held, from: place, since: start), 0)
      bench.close()
    }
  }

  // 21: when the composer grew, the place was lost.
  func testAnotherHeightKeepsTheTopRow() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.scroll(by: -5000)
      bench.paint()
      let held = bench.store.items.first { (bench.frames.last![$0.id] ?? -1) >= 0 }!.id
      let place = bench.top(held)
      let start = bench.frames.count
      for height in [500, 420, 600, 700] {
        bench.stage.size.height = height
        bench.paint()
      }
      XCTAssertEqual(bench.drift(of: held, from: place, since: start), 0)
      bench.close()
    }
  }

  // 26: each of 600 pages moved the content by a pixel.
  func testSixHundredPrependsLoseNoPixelAndMakeNoWidgets() {
    onMainThread {
      let bench = ListBench(rows: 10_000)
      bench.open()
      bench.scroll(by: -3000)
      bench.settle()
      let row = bench.readRow
      let place = bench.top(row)
      let start = bench.frames.count
      let widgets = Widget.liveCount
      for _ in 0..<600 {
        bench.prepend(30)
        if bench.store.count % 300 == 0 { bench.paint() }
      }
      bench.paint()
      XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
      XCTAssertLessThanOrEqual(Widget.liveCount, widgets + 20)
      bench.close()
    }
  }

  func testARepeatedOpenAndCloseLeavesNothingBehind() {
    onMainThread {
      expectNothingLeft(times: 10) { ListBench(rows: 50).openAndClose() }
    }
  }

  func testTheFocusComesInBetweenAChangeToFewRowsAndItsLayout() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.store.replace(0..<200, with: [Line(id: 1, lines: 2)])
      _ = bench.list.moveFocus(.forward)
      bench.paint()
      XCTAssertEqual(bench.list.visibleRange, 0..<1)
      bench.close()
    }
  }

  // GTK leaves a size request of a row pending on ancestors that have their allocation, and does not draw them.
  func testRowsAreBoundOutsideOfAllocations() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.scroll(by: -5000)
      bench.paint()
      for (width, height) in [(360, 600), (800, 780), (480, 500)] {
        bench.stage.size = (width, height)
        bench.paint()
        bench.prepend(30)
        bench.list.scrollToStart(animated: false)
        bench.settle()
      }
      XCTAssertEqual(bench.bindingsInAllocation, 0)
      bench.close()
    }
  }

  func testTheEndRestsAboveTheBottomInset() {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.list.bottomInset = 30
      bench.open()
      XCTAssertEqual(bench.lastRowBottom, 570)
      bench.expectAtEnd { bench.append(3) }
      bench.expectAtEnd { bench.list.bottomInset = 90 }
      XCTAssertEqual(bench.lastRowBottom, 510)
      bench.scroll(by: -1500)
      bench.paint()
      bench.expectStill { bench.list.bottomInset = 0 }
      bench.close()
    }
  }

  func testARowWithTheFocusIsHeldUnlessItIsNotWorthIt() {
    onMainThread {
      for isWorthHolding in [true, false] {
        let bench = ListBench(rows: 200)
        bench.list.isWorthHolding = { _ in isWorthHolding }
        bench.open()
        bench.scroll(by: -1500)
        bench.settle()
        let visible = bench.list.visibleRange
        let first = bench.store.items[visible.lowerBound + 1].id
        let focused = bench.store.items[visible.lowerBound + 5].id
        XCTAssertTrue(bench.list.row(focused)!.takeFocus())
        bench.paint()
        let (held, moved) = isWorthHolding ? (focused, first) : (first, focused)
        let places = (bench.top(held), bench.top(moved))
        bench.setLines(30, ofID: bench.store.items[visible.lowerBound + 3].id)
        bench.settle()
        XCTAssertEqual(bench.top(held), places.0)
        XCTAssertNotEqual(bench.top(moved), places.1)
        bench.close()
      }
    }
  }

  func testArrivingAtTheEndAndLeavingItAreToldOnce() {
    onMainThread {
      let bench = ListBench(rows: 200)
      var told: [Bool] = []
      bench.list.didChangeAtEnd.connect { told.append($0) }
      bench.open()
      bench.settle()
      bench.append(3)
      bench.settle()
      XCTAssertEqual(told, [true])
      bench.scroll(by: -500)
      bench.settle()
      bench.append(1)
      bench.settle()
      XCTAssertEqual(told, [true, false])
      bench.list.scrollToEnd(animated: false)
      bench.settle()
      XCTAssertEqual(told, [true, false, true])
      bench.close()
    }
  }

  func testRowsAreMadeByKindAndBoundAnewWhenTheirMakersAreSet() {
    onMainThread {
      let store = KindedListStore<Line, Bool> { $0.lines > 5 }
      store.append((0..<4).map { Line(id: $0, lines: $0 == 2 ? 9 : 1) })
      let list = AnchoredList<KindedListStore<Line, Bool>, LineRow>(store)
      let window = Window()
      let scroller = ScrolledWindow(child: list)
      scroller.setSizeRequest(width: 480, height: 400)
      window.child = scroller
      window.present()
      pump("the window") { list.isMapped }
      XCTAssertNil(list.row(0), "nothing makes rows")
      var made: [Bool] = []
      list.makeRow = { kind in
        made.append(kind)
        return LineRow()
      }
      pump("rows") { list.row(0) != nil }
      XCTAssertEqual(made.sorted { !$0 && $1 }, [false, false, false, true])
      var bound: Set<Int> = []
      list.bind = { row, line in
        row.line = line
        bound.insert(line.id)
      }
      pump("all rows bound") { bound == [0, 1, 2, 3] }
      store[0] = Line(id: 0, lines: 7)
      pump("a row of another kind") { made.count == 5 }
      XCTAssertEqual(made.last, true)
      window.destroy()
      drain()
    }
  }

  // GTK moved the menu with its row out of view, which is off the screen: gdk_monitor_get_geometry, a critical.
  func testTheMenuOfARowThatLeavesTheViewCloses() {
    onMainThread {
      RealPointer.park()
      for leaves in [true, false] {
        let bench = ListBench(rows: 200)
        bench.open()
        bench.list.scrollToEnd(animated: false)
        bench.settle()
        let id = bench.store.items[198].id
        let menu = Menu()
        menu.append("Choose", action: "test.choose")
        let focused = bench.window.focusWidget
        weak var popover: Widget?
        if let row = bench.list.row(id) { popover = ContextMenu.open(menu, at: Point(x: 20, y: 5), in: row) }
        pump("the menu, with the focus") { popover?.isMapped == true && popover?.containsFocus == true }
        if leaves {
          bench.list.scroll(to: bench.store.items[3].id, at: .start, animated: false)
          bench.paint()
          XCTAssertNotEqual(popover?.isMapped, true)
          XCTAssertTrue(bench.window.focusWidget === focused, "the focus returns")
        } else {
          bench.list.scroll(by: -40)
          bench.paint()
          XCTAssertEqual(popover?.isMapped, true, "a menu that is in view stays open")
        }
        bench.close()
      }
    }
  }

  func testAMovedRowKeepsItsWidgetAndItsFocus() {
    onMainThread {
      let bench = ListBench(rows: 8)
      bench.open()
      let id = bench.store.items[2].id
      let row = bench.list.row(id)!
      XCTAssertTrue(row.takeFocus())
      bench.store.move(from: 2, to: 6)
      bench.paint()
      XCTAssertTrue(bench.list.row(id) === row)
      XCTAssertTrue(row.containsFocus)
      XCTAssertEqual(
        bench.frames.last!.sorted { $0.value < $1.value }.map(\.key), bench.store.items.map(\.id))
      bench.close()
    }
  }

  func testItemsThatAreSetKeepTheReadersPlace() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.scroll(by: -5000)
      bench.settle()
      bench.expectStill {
        let inView = bench.frames.last!
        bench.store.items = bench.store.items.filter { inView[$0.id] != nil || !$0.id.isMultiple(of: 9) }
      }
      bench.close()
    }
  }

  func testTheEstimateOfAKindCountsUntilARowOfItIsMeasured() {
    onMainThread {
      let store = KindedListStore<Line, Bool> { $0.id < 100 }
      store.append((0..<200).map { Line(id: $0, lines: 1) })
      let list = AnchoredList(store, makeRow: { _ in LineRow() }) { row, line in row.line = line }
      list.estimatedHeight = { $0 ? 500 : 40 }
      let window = Window()
      let scroller = ScrolledWindow(child: list)
      scroller.setSizeRequest(width: 480, height: 400)
      window.child = scroller
      window.present()
      pump("a layout") { list.distanceToStart > 0 }
      XCTAssertGreaterThan(list.distanceToStart, 50_000)
      list.estimatedHeight = { $0 ? 5 : 500 }
      pump("another one") { list.distanceToStart < 5_000 }
      list.scrollToStart(animated: false)
      pump("measured rows") { list.visibleRange.contains(0) }
      list.estimatedHeight = { _ in 500 }
      window.destroy()
      drain()
    }
  }

  // A heading of fixed height above the first row.
  private final class Heading: CustomWidget {
    var tall = 44 { didSet { queueResize() } }
    override init() {
      super.init()
      focusable = true
    }
    override func measure(_ orientation: Orientation, for size: Int) -> Measure {
      Measure(minimum: orientation == .horizontal ? 50 : tall)
    }
  }

  func testAHeaderAboveTheFirstRowComesGrowsAndGoesWithoutMotion() {
    onMainThread {
      let bench = ListBench(rows: 100)
      let heading = Heading()
      bench.open()
      bench.settle()
      @MainActor func headingTop() -> Double { heading.convert(Point(x: 0, y: 0), to: bench.stage)!.y }
      let row = bench.readRow
      let start = bench.frames.count
      let place = bench.top(row)
      bench.list.header = heading
      bench.paint()
      heading.tall = 60
      bench.frame(3)
      XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
      XCTAssertFalse(bench.list.isHeaderInView)
      bench.list.scrollToStart(animated: false)
      bench.settle()
      XCTAssertTrue(bench.list.isHeaderInView)
      XCTAssertEqual(headingTop(), 0)
      let first = bench.store.items[0].id
      XCTAssertEqual(bench.top(first), 60)
      XCTAssertEqual(bench.list.distanceToStart, 0)
      // Rows inserted above the first one are below the header, which goes out of view.
      let landing = bench.frames.count
      bench.prepend(30)
      bench.settle()
      XCTAssertEqual(bench.drift(of: first, from: 60, since: landing), 0)
      XCTAssertFalse(bench.list.isHeaderInView)
      bench.list.scrollToStart()
      pump("the start") {
        bench.frame()
        return bench.list.isHeaderInView && headingTop() == 0
      }
      bench.list.scrollToStart(animated: false)
      bench.settle()
      bench.scroll(by: 20)
      bench.settle()
      let second = bench.store.items[1].id
      let (going, before) = (bench.frames.count, bench.top(second))
      // Enough rows to fill the place of the header.
      bench.prepend(5)
      heading.visible = false
      bench.settle()
      XCTAssertEqual(
        bench.drift(of: second, from: before, since: going), 0,
        "from \(before): \(bench.frames[going...].map { $0[second] ?? .nan })")
      bench.close()
    }
  }

  func testTheFocusGoesFromTheFirstRowToTheHeaderAndBack() {
    onMainThread {
      let bench = ListBench(rows: 100)
      let heading = Heading()
      bench.list.header = heading
      bench.open()
      bench.list.scrollToStart(animated: false)
      bench.settle()
      XCTAssertTrue(bench.list.row(bench.store.items[0].id)!.takeFocus())
      XCTAssertTrue(bench.list.focus(.up))
      XCTAssertTrue(heading.hasFocus)
      XCTAssertTrue(bench.list.focus(.down))
      XCTAssertTrue(bench.list.row(bench.store.items[0].id)!.hasFocus)
      XCTAssertTrue(bench.list.focus(.backward))
      XCTAssertTrue(heading.hasFocus)
      XCTAssertTrue(bench.list.focus(.forward))
      XCTAssertFalse(heading.hasFocus)
      bench.close()
    }
  }
}
