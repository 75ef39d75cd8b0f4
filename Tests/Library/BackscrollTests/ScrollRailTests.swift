@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// The rail beside a list of which all rows are loaded: an ordinary scrollbar.
final class ScrollRailTests: XCTestCase {
  @MainActor
  private final class Bench {
    let rail = ScrollRail(name: "Lines")
    private(set) var frame: RailFrame!
    private(set) var list: ListBench!
    /// The position of the thumb at each time that the list has reported its place.
    var places: [RailPosition?] = []

    init(rows: Int, width: Int = 700) {
      list = ListBench(rows: rows, width: width) { [rail] scroller in
        let frame = RailFrame(scroller, rail)
        self.frame = frame
        return frame
      }
      list.scroller.setPolicy(horizontal: .never, vertical: .external)
      list.list.didChangeViewport.connect(weak: self) { $0.follow() }
      rail.didSeek.connect(weak: self) { $0.list.list.scroll(to: $1) }
      rail.didScroll.connect(weak: self) { $0.list.list.scroll(by: $1) }
      list.window.title = "rail-of-\(rows)-\(width)"
      list.open()
      paint()
    }

    /// Runs the loop until the frame is painted, and the list has reported its place.
    func paint() {
      list.paint()
      drain()
    }

    private func follow() {
      rail.position = list.list.position()
      places.append(rail.position)
    }

    var scale: RailScale { rail.scale() }
    var thumb: Double { rail.shownPosition.map { scale.y(ofFraction: $0.fraction) } ?? .nan }

    func drag(from y: Double, by ways: [Double], _ device: RailDrag.Device = .pointer) {
      rail.begin(at: y, by: device)
      for way in ways {
        rail.move(by: way)
        paint()
      }
    }
  }

  func testTheBubbleAtAStarShowsWhatItsRowsAre() {
    Self.run(rows: 400) { bench in
      let rail = bench.rail
      rail.ticks = [RailTick(ordinal: 0, rank: .month, label: "", name: "March 2019")]
      // The second star has no room of its own.
      rail.stars = [100, 101, 300]
      var pointed: [[Int]] = []
      rail.didPointAtStars.connect { pointed.append($0) }
      let bubble = rail.children.lazy.compactMap { $0 as? RailBubbleView }.first!
      rail.hovered(bench.scale.y(of: 100) + 3)
      XCTAssertEqual(pointed, [[100, 101]])
      XCTAssertEqual(bubble.texts, ["March 2019"], "until it is known")
      rail.starCaption = ("2 bookmarks", "")
      XCTAssertEqual(bubble.texts, ["2 bookmarks"])
      rail.hovered(bench.scale.y(of: 300))
      XCTAssertEqual(pointed.last, [300])
      rail.starCaption = ("key", "Mara: The gate")
      XCTAssertEqual(bubble.texts, ["key", "Mara: The gate"])
      rail.hovered(bench.scale.y(of: 200))
      XCTAssertEqual(pointed.last, [])
      XCTAssertEqual(bubble.texts, ["March 2019"])
      // A finger on a star goes there, and sees what it is until it moves.
      rail.hovered(nil)
      rail.begin(at: bench.scale.y(of: 300) + 2, by: .finger)
      XCTAssertEqual(pointed.last, [300])
      rail.starCaption = ("key", "Mara: The gate")
      XCTAssertEqual(bubble.texts, ["key", "Mara: The gate"])
      rail.move(by: -80)
      XCTAssertNotEqual(bubble.texts, ["key", "Mara: The gate"])
      rail.end(isCancelled: false)
    }
  }

  // X11 does not report that the pointer is outside of a window that became smaller, and the label stayed.
  func testTheLabelUnderThePointerGoesWhenTheRailChangesItsSize() {
    Self.run(rows: 400) { bench in
      bench.rail.ticks = [RailTick(ordinal: 0, rank: .month, label: "", name: "March 2019")]
      bench.rail.hovered(100)
      guard let bubble = bench.rail.children.lazy.compactMap({ $0 as? RailBubbleView }).first else {
        return XCTFail("no bubble")
      }
      XCTAssertEqual(bubble.texts, ["March 2019"])
      bench.list.stage.size.height = 300
      pump("the end of the label") { bubble.texts.isEmpty }
      bench.rail.hovered(100)
      XCTAssertEqual(bubble.texts, ["March 2019"])
    }
  }

  // GTK reports that a finger has come over a widget, as if it were a pointer, but not that it was lifted.
  func testNoLabelStaysWhereAFingerHasPressedTheRail() {
    Self.run(rows: 400) { bench in
      bench.rail.ticks = [RailTick(ordinal: 0, rank: .month, label: "", name: "March 2019")]
      bench.rail.caption = RailCaption(title: "Saturday", detail: "message 1 of 400")
      guard let bubble = bench.rail.children.lazy.compactMap({ $0 as? RailBubbleView }).first else {
        return XCTFail("no bubble")
      }
      bench.rail.hovered(bench.thumb)
      bench.drag(from: bench.thumb, by: [-40, -90], .finger)
      bench.rail.hovered(bench.thumb)
      XCTAssertEqual(bubble.texts, ["Saturday", "message 1 of 400"])
      bench.rail.end(isCancelled: false)
      bench.paint()
      XCTAssertEqual(bubble.texts, [])
    }
  }

  private static func run(rows: Int, width: Int = 700, _ body: @MainActor (Bench) -> Void) {
    onMainThread {
      let bench = Bench(rows: rows, width: width)
      body(bench)
      bench.list.close()
    }
  }

  func testADragMovesTheListFromEndToStartAndTheThumbStays() {
    Self.run(rows: 400) { bench in
      XCTAssertEqual(bench.rail.position?.fraction, 1)
      let height = bench.scale.height
      bench.drag(from: height - 14, by: stride(from: 0.0, through: -(height - 28), by: -31).map { $0 })
      bench.rail.move(by: -height)
      bench.paint()
      XCTAssertEqual(bench.list.list.visibleRange.lowerBound, 0)
      XCTAssertLessThan(bench.list.list.distanceToStart, 0.5)
      bench.rail.move(by: -200)
      bench.rail.end(isCancelled: false)
      let released = bench.thumb
      bench.paint()
      bench.paint()
      XCTAssertEqual(bench.thumb, released, accuracy: 0.01)
      XCTAssertGreaterThan(bench.list.list.distanceToStart, 100)
    }
  }

  // The thumb of the list's own scrollbar moves as rows are measured.
  func testTheThumbStaysWhileRowsOutOfViewAreMeasuredAndChange() {
    Self.run(rows: 3_000) { bench in
      bench.drag(from: 200, by: [0])
      bench.rail.end(isCancelled: false)
      bench.paint()
      let before = bench.thumb
      pump("rows around the view") { bench.list.list.isSettled }
      for index in [5, 40, 2_900] { bench.list.store[index].lines += 30 }
      bench.paint()
      bench.paint()
      XCTAssertEqual(bench.thumb, before, accuracy: 0.01)
    }
  }

  func testEscapeTakesADragBackAndTheReleaseThatFollowsDoesNothing() {
    Self.run(rows: 400) { bench in
      bench.list.list.scroll(by: -3_000)
      bench.paint()
      let rows = bench.list.frames.last!
      let place = bench.rail.position
      bench.drag(from: bench.thumb + 3, by: [-20, -60, -90])
      XCTAssertNotEqual(bench.list.frames.last!, rows)
      XCTAssertTrue(bench.rail.isDragging)
      bench.rail.end(isCancelled: true)
      bench.paint()
      XCTAssertFalse(bench.rail.isDragging)
      for (id, top) in bench.list.frames.last! where rows[id] != nil {
        XCTAssertEqual(top, rows[id]!, accuracy: 1)
      }
      XCTAssertEqual(bench.rail.position?.fraction ?? .nan, place!.fraction, accuracy: 1e-6)
      bench.rail.move(by: 50)
      bench.rail.end(isCancelled: false)
      XCTAssertEqual(bench.rail.position?.fraction ?? .nan, place!.fraction, accuracy: 1e-6)
    }
  }

  func testKeysGoByRowsScreensMonthsAndToTheEnds() {
    Self.run(rows: 400) { bench in
      bench.rail.ticks = [0, 100, 200, 300].map { RailTick(ordinal: $0, rank: .month) }
      bench.rail.rowsInView = 11
      @MainActor func press(_ key: UInt32, _ modifiers: Modifiers = []) -> Int {
        XCTAssertTrue(bench.rail.pressed(key, modifiers))
        bench.paint()
        return bench.list.list.position()?.ordinal ?? -1
      }
      XCTAssertEqual(press(Key.pageUp, .shift), 300)
      XCTAssertEqual(press(Key.pageUp, .shift), 200)
      XCTAssertEqual(press(Key.pageDown, .shift), 300)
      XCTAssertEqual(press(Key.up), 299)
      XCTAssertEqual(press(Key.pageUp), 289)
      XCTAssertEqual(press(Key.pageDown), 299)
      XCTAssertEqual(press(Key.down), 300)
      XCTAssertEqual(press(Key.home), 0)
      XCTAssertEqual(press(Key.end), 399)
      XCTAssertTrue(bench.list.list.isAtEnd)
      XCTAssertFalse(bench.rail.pressed(Key.space, []))
      XCTAssertFalse(bench.rail.pressed(Key.up, .alt))
      // These keys are left to the parent.
      XCTAssertFalse(bench.rail.pressed(Key.pageUp, .control))
    }
  }

  func testRowsThatFitIntoTheViewHaveAnEmptyRailWithItsColumn() {
    Self.run(rows: 3) { bench in
      XCTAssertNil(bench.rail.position)
      XCTAssertFalse(bench.rail.focusable)
      XCTAssertEqual(bench.rail.width, 60)
      bench.rail.begin(at: 100, by: .pointer)
      XCTAssertFalse(bench.rail.isDragging)
      bench.list.append(400)
      bench.paint()
      XCTAssertNotNil(bench.rail.position)
      XCTAssertTrue(bench.rail.focusable)
      XCTAssertEqual(bench.rail.width, 60)
    }
  }

  func testANarrowFrameHasANarrowColumnThatGrowsWhileItIsHeld() {
    Self.run(rows: 400, width: 500) { bench in
      XCTAssertEqual(bench.rail.width, 20)
      XCTAssertEqual(bench.rail.share, 0)
      bench.rail.begin(at: 100, by: .finger)
      pump("the growth") {
        bench.paint()
        return bench.rail.share == 1
      }
      XCTAssertEqual(bench.list.scroller.width, 480, "nothing moves under it")
      bench.rail.end(isCancelled: false)
      pump("the end") {
        bench.paint()
        return bench.rail.share == 0
      }
    }
  }

  // Among hundreds of marks, which have its width, the thumb could hardly be seen.
  func testTheThumbHasAnEdgeAmongMarks() {
    Self.run(rows: 400) { bench in
      bench.rail.marks = Array(0..<400)
      bench.paint()
      var painted: Texture?
      // The painted positions are known only immediately after painting.
      let handle = bench.list.window.frameClock?.afterPaint.connect(weak: bench.list.window) { window in
        painted = try? Renderer(.cairo).picture(of: window)
      }
      pump("a picture") {
        bench.rail.queueDraw()
        return painted != nil
      }
      handle?.disconnect()
      guard let picture = painted, let corner = bench.rail.convert(Point(x: 0, y: 0), to: bench.list.window)
      else { return XCTFail("no picture") }
      let pixels = picture.pixels
      @MainActor func color(across x: Double, _ y: Double) -> UInt32 {
        let left = corner.x + Double(bench.rail.width) - x
        return pixels[Int(corner.y + y) * picture.width + Int(left)]
      }
      let middle = RailMetrics.laneMiddle
      let mark = color(across: middle, 20)
      XCTAssertEqual(mark, color(across: middle, 40), "marks all along")
      let (thumb, edge) = (color(across: middle, bench.thumb), color(across: middle - 3.5, bench.thumb))
      XCTAssertNotEqual(thumb, mark)
      XCTAssertNotEqual(edge, mark, "its edge")
      XCTAssertNotEqual(edge, thumb)
    }
  }

  func testAPressNearAStarGoesToItsRow() {
    Self.run(rows: 400) { bench in
      bench.rail.stars = [37, 300]
      bench.paint()
      for (row, distance) in [(37, 5.0), (300, -5.0)] {
        bench.drag(from: bench.scale.y(of: row) + distance, by: [])
        bench.rail.end(isCancelled: false)
        bench.paint()
        XCTAssertEqual(bench.rail.shownPosition?.ordinal, row)
      }
      bench.drag(from: bench.scale.y(of: 37) + 30, by: [])
      bench.rail.end(isCancelled: false)
      XCTAssertNotEqual(bench.rail.shownPosition?.ordinal, 37, "too far away")
    }
  }

  func testFromRightToLeftTheRailIsAtTheLeftEdge() {
    Self.run(rows: 400) { bench in
      @MainActor func place() -> Double { bench.rail.convert(Point(x: 0, y: 0), to: bench.frame)!.x }
      XCTAssertEqual(place(), 640)
      XCTAssertEqual(bench.rail.rect(4, 0, width: 8, height: 1).x, 48)
      bench.frame.setRightToLeft(true)
      bench.rail.setRightToLeft(true)
      bench.frame.queueAllocate()
      bench.paint()
      XCTAssertEqual(place(), 0)
      XCTAssertEqual(bench.rail.rect(4, 0, width: 8, height: 1).x, 4)
    }
  }

  func testAScreenReaderHearsTheCaption() {
    Self.run(rows: 400) { bench in
      XCTAssertTrue(bench.rail.hasAccessibleRole(.scrollbar))
      XCTAssertEqual(bench.rail.accessibleLabel, "Lines")
      bench.rail.caption = RailCaption(title: "Today", detail: "line 3", spoken: "today, line 3")
      pump("the text") { bench.rail.accessibleValueText == "today, line 3" }
    }
  }

  func testTheWheelScrollsTheContent() {
    Self.run(rows: 400) { bench in
      let before = bench.list.list.distanceToEnd
      RealPointer.wheel(-2, over: bench.list.window.title, x: 690, y: 300, on: bench.rail)
      pump("the scroll") {
        bench.paint()
        return bench.list.list.distanceToEnd > before + 50
      }
      RealPointer.park()
    }
  }

  func testARealPressAndDragGoThroughTheWholeRail() {
    Self.run(rows: 2_000) { bench in
      var changes: [Bool] = []
      bench.rail.didChangeDragging.connect { changes.append($0) }
      RealPointer.press(over: bench.list.window.title, x: 692, y: 300)
      pump("the press") { bench.rail.isDragging }
      RealPointer.move(by: (0, -150))
      pump("the movement") {
        bench.paint()
        return abs(bench.thumb - 150) < 1.5
      }
      RealPointer.release()
      pump("the release") { changes == [true, false] }
      bench.paint()
      XCTAssertEqual(bench.thumb, 150, accuracy: 1.5)
      RealPointer.park()
    }
  }

  func testNothingIsLeftOfARail() {
    onMainThread {
      expectNothingLeft(times: 3) {
        let bench = Bench(rows: 400)
        bench.rail.marks = Array(0..<400)
        bench.rail.currentMark = 200
        bench.drag(from: 100, by: [10, 20])
        bench.paint()
        bench.list.close()
      }
    }
  }
}
