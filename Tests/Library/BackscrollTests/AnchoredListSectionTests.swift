@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// Sections of eight rows, whose first one is the heading, and the place of each widget in every painted frame.
@MainActor
private final class SectionBench {
  /// A widget's place in a painted frame.
  struct Place: Equatable {
    let top: Double
    let height: Double
    var bottom: Double { top + height }
  }

  let list: ListBench
  private(set) var frames: [[Int: Place]] = []

  /// A list that was scrolled into the middle of its sections.
  init(rows: Int = 400, width: Int = 480, lines: (Int) -> Int = { 1 + $0 * 7 % 5 }) {
    list = ListBench(rows: 0, width: width)
    list.append(rows, lines: lines)
    list.list.sectionHeading = { [store = list.store] in store.index(of: Self.heading(of: store[$0].id)) }
    list.open()
    list.window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
    list.scroll(by: -2_000)
    settle()
  }

  static func heading(of id: Int) -> Int { id & ~7 }

  private func record() {
    var places: [Int: Place] = [:]
    for shown in list.list.pool.shown where shown.widget.isMapped {
      let top = shown.widget.convert(Point(x: 0, y: 0), to: list.stage)!.y
      places[shown.id] = Place(top: top, height: Double(shown.widget.height))
    }
    frames.append(places)
  }

  func settle() {
    list.settle()
    list.frame()
  }

  /// The section at the top edge of a frame, and the place of its heading by the rule: at the top edge, unless the
  /// section's last row pushes it out. The places of the other rows are those that were painted.
  func expectation(_ frame: [Int: Place]) -> (heading: Int, top: Double)? {
    let rows = frame.filter { Self.heading(of: $0.key) != $0.key }.sorted { $0.value.top < $1.value.top }
    guard let first = rows.first(where: { $0.value.bottom > 0 }) else { return nil }
    let heading = Self.heading(of: first.key)
    guard let height = frame[heading]?.height else { return (heading, .nan) }
    return (heading, min(0, (frame[heading + 7]?.bottom ?? .infinity) - height))
  }

  /// Expects the heading at its place in all frames since `start`; returns the numbers of frames in which it was at the
  /// top edge, and in which it was pushed.
  @discardableResult
  func expectHeadings(
    since start: Int, file: StaticString = #filePath, line: UInt = #line
  ) -> (still: Int, pushed: Int) {
    var seen = (still: 0, pushed: 0)
    for frame in frames[start...] {
      guard let (heading, top) = expectation(frame) else { continue }
      XCTAssertEqual(frame[heading]?.top ?? .nan, top, "heading \(heading)", file: file, line: line)
      if top == 0 { seen.still += 1 } else { seen.pushed += 1 }
    }
    return seen
  }

  /// The heading at the top edge, as it was painted last.
  var heading: Int { expectation(frames.last!)!.heading }

  var focused: Int? { (list.window.focusWidget as? LineRow)?.line.id }

  /// The row that begins in the heading's place.
  func covered() -> Int {
    let bottom = frames.last![heading]!.bottom
    return frames.last!.filter { $0.key != heading && $0.value.bottom > 0 && $0.value.top < bottom }
      .min { $0.value.top < $1.value.top }!.key
  }
}

/// The headings of sections, which stay at the top edge.
final class AnchoredListSectionTests: XCTestCase {
  private static func run(width: Int = 480, _ body: @escaping @MainActor (SectionBench) -> Void) {
    onMainThread {
      let bench = SectionBench(width: width)
      body(bench)
      bench.list.close()
    }
  }

  func testTheHeadingIsAtTheTopWhileItsSectionIsScrolledAndTheNextOnePushesItOut() {
    for width in [480, 240] {
      Self.run(width: width) { bench in
        for step in [-7.0, 11] {
          let start = bench.frames.count
          for _ in 0..<120 {
            bench.list.scroll(by: step)
            bench.list.frame()
          }
          let seen = bench.expectHeadings(since: start)
          XCTAssertGreaterThan(seen.still, 60)
          XCTAssertGreaterThan(seen.pushed, 4)
        }
      }
    }
  }

  func testEveryFrameOfAnyMovementHasItsHeading() {
    Self.run { bench in
      let (list, store) = (bench.list.list, bench.list.store)
      let start = bench.frames.count
      bench.list.scroller.fling(velocity: -1_140)
      bench.list.frame(20)
      list.scroll(by: -6_000)
      bench.settle()
      list.scroll(to: store.items[33].id, at: .start)
      bench.settle()
      list.scrollToStart()
      bench.settle()
      bench.list.scroll(by: -500)
      bench.list.frame()
      list.scrollToEnd()
      bench.settle()
      bench.list.scroll(by: 500)
      bench.list.frame()
      list.thumbPressed(.began(Point(x: 0, y: 0)))
      for part in stride(from: 0.9, to: 0, by: -0.1) {
        let adjustment = bench.list.scroller.vadjustment
        adjustment.value = adjustment.lower + part * (adjustment.upper - adjustment.lower)
        bench.list.frame()
      }
      list.thumbPressed(.ended)
      bench.settle()
      bench.list.stage.size.width = 300
      bench.settle()
      bench.expectHeadings(since: start)
    }
  }

  func testAHeadingAtTheTopIsDrawnOverTheRowsAndHasAClass() {
    Self.run { bench in
      let heading = bench.heading
      let row = bench.list.list.row(heading)!
      XCTAssertTrue(row.hasClass("stuck"))
      XCTAssertEqual(bench.list.list.children.filter { $0.hasClass("stuck") }.count, 1)
      guard let picture = try? Renderer(.cairo).picture(of: bench.list.window) else {
        return XCTFail("no picture")
      }
      let color = Color(hex: picture.pixels[5 * picture.width + 5] & 0xff_ffff)
      XCTAssertEqual(color.red, 0.2, accuracy: 0.01, "the color of a heading")
      bench.list.list.scroll(to: heading, at: .start, animated: false)
      bench.settle()
      XCTAssertEqual(bench.frames.last![heading]!.top, 0)
      XCTAssertEqual(bench.list.list.visibleRange.first, bench.list.store.index(of: heading), "its own place")
      XCTAssertFalse(row.hasClass("stuck"))
    }
  }

  func testNothingMovesWhenSectionsAreInsertedAndRemovedAbove() {
    Self.run { bench in
      let (heading, start) = (bench.heading, bench.frames.count)
      for count in [8, 40, 1_000] { bench.list.expectStill { bench.list.prepend(count) } }
      bench.list.expectStill { bench.list.store.remove(8..<24) }
      // Between the heading and the rows in view.
      let second = bench.list.store.index(of: heading)! + 1
      bench.list.expectStill { bench.list.store.insert([Line(id: -1, lines: 9)], at: second) }
      bench.list.expectStill { bench.list.store.remove(second..<second + 1) }
      // While the heading is pressed.
      bench.list.list.pressed(.began(bench.list.list.convert(Point(x: 20, y: 5), to: bench.list.window)!))
      let row = bench.list.readRow
      let (place, press) = (bench.list.top(row), bench.list.frames.count)
      for count in [8, 40, 1_000] {
        bench.list.prepend(count)
        bench.list.paint()
        bench.list.frame()
      }
      XCTAssertEqual(bench.list.drift(of: row, from: place, since: press), 0)
      bench.list.list.pressed(.ended)
      bench.settle()
      bench.expectHeadings(since: start)
      XCTAssertEqual(bench.heading, heading)
      XCTAssertEqual(bench.frames.last![heading]?.top, 0)
    }
  }

  func testAHeadingFarAboveTheRowsIsBoundAndChangesItsHeightWithoutMotion() {
    Self.run { bench in
      let (list, store) = (bench.list.list, bench.list.store)
      list.sectionHeading = { index in store.index(of: store[index].id & ~127) }
      list.scroll(to: (bench.list.readRow & ~127) + 64, at: .start, animated: false)
      bench.settle()
      let heading = bench.list.readRow & ~127
      XCTAssertFalse(list.scrolling.layout.frame.rows.contains(store.index(of: heading)!))
      for lines in [6, 3] {
        bench.list.expectStill {
          if lines == 6 { bench.list.setLines(6, ofID: heading) } else { list.row(heading)?.line.lines = 3 }
        }
        bench.list.frame()
        let height = Double(LineRow.height(lines, width: 480))
        XCTAssertEqual(bench.frames.last![heading], SectionBench.Place(top: 0, height: height))
      }
      // The widget is reused once its section is not in view.
      list.scroll(to: heading - 20, at: .start, animated: false)
      bench.settle()
      list.scroll(to: heading - 90, at: .start, animated: false)
      bench.settle()
      XCTAssertNil(list.row(heading))
    }
  }

  func testARemovedHeadingLeavesNothingAtTheTopAndIsBackWithItsRow() {
    Self.run { bench in
      let heading = bench.heading
      let index = bench.list.store.index(of: heading)!
      let row = bench.list.list.row(heading)!
      bench.list.expectStill { bench.list.store.remove(index..<index + 1) }
      bench.list.frame()
      XCTAssertNil(bench.frames.last![heading])
      XCTAssertFalse(row.hasClass("stuck"))
      XCTAssertEqual(bench.list.list.children.filter { $0.hasClass("stuck") }.count, 0)
      bench.list.expectStill { bench.list.store.insert([Line(id: heading, lines: 2)], at: index) }
      bench.list.frame()
      XCTAssertEqual(bench.frames.last![heading]?.top, 0)
      bench.list.store.remove(0..<bench.list.store.count)
      bench.settle()
      XCTAssertEqual(bench.list.list.children.filter { $0.hasClass("stuck") || $0.isMapped }.count, 0)
      bench.list.append(400)
      bench.settle()
      bench.list.list.sectionHeading = nil
      bench.settle()
      XCTAssertEqual(bench.list.list.children.filter { $0.hasClass("stuck") }.count, 0)
    }
  }

  // A row under the heading had the focus, and its ring was not seen.
  func testNoKeyBringsTheFocusUnderTheHeading() {
    Self.run { bench in
      let list = bench.list.list
      bench.list.window.lastInput = .keyboard
      XCTAssertTrue(list.row(bench.covered())!.takeFocus())
      @MainActor func expectSeen(_ key: String) {
        bench.settle()
        let place = bench.frames.last![bench.focused ?? 0]
        let heading = bench.frames.last![bench.heading]!
        XCTAssertGreaterThanOrEqual(
          place?.top ?? -1, bench.focused == bench.heading ? 0 : heading.bottom,
          "\(key): \(String(describing: bench.focused)), heading \(bench.heading)")
        XCTAssertLessThanOrEqual(place?.bottom ?? .infinity, Double(list.height), key)
      }
      var before = bench.list.store.index(of: bench.focused!)!
      for _ in 0..<12 {
        XCTAssertTrue(list.focus(.up))
        expectSeen("up")
        XCTAssertEqual(bench.focused, bench.list.store.items[before - 1].id)
        before -= 1
      }
      for (key, name) in [
        (Key.pageUp, "page up"), (Key.pageDown, "page down"), (Key.pageUp, "page up"), (Key.home, "home"),
      ] {
        XCTAssertTrue(list.pressed(key, []))
        bench.settle()
        pump("the focus after \(name)") {
          list.queueDraw()
          return list.isSettled && list.isAtRest && list.scrolling.arrivals.isEmpty
        }
        expectSeen(name)
      }
      for _ in 0..<14 {
        XCTAssertTrue(list.focus(.down))
        expectSeen("down")
      }
    }
  }

  // In a low view the rows that two pages have in common were under the heading.
  func testAPageHidesNothingUnderTheHeadingThatWasNotSeen() {
    onMainThread {
      let bench = SectionBench { _ in 1 }
      let height = 160.0
      bench.list.stage.size.height = Int(height)
      bench.settle()
      XCTAssertTrue(bench.list.list.row(bench.heading)!.takeFocus())
      for _ in 0..<8 {
        let (last, before) = bench.frames.last!.filter { $0.value.top < height }.max { $0.key < $1.key }!
        XCTAssertTrue(bench.list.list.pressed(Key.pageDown, []))
        bench.settle()
        let after = bench.frames.last!
        XCTAssertLessThan(after[last]!.top, before.top)
        XCTAssertGreaterThanOrEqual(after[last]!.top + height - before.top, after[bench.heading]!.bottom)
      }
      bench.list.close()
    }
  }

  func testAScrollToARowShowsItBelowTheHeadingAndAScrollToAHeadingGoesToItsPlace() {
    Self.run { bench in
      let list = bench.list.list
      for (row, place) in [(bench.covered(), RowPlace.nearest), (bench.list.store.items[100].id | 3, .start)]
      {
        list.scroll(to: row, at: place)
        bench.settle()
        XCTAssertTrue(list.isInView(row))
        XCTAssertEqual(bench.frames.last![row]!.top, bench.frames.last![bench.heading]!.bottom)
      }
      let heading = bench.heading
      list.scroll(to: heading)
      bench.settle()
      XCTAssertEqual(bench.frames.last![heading]?.top, 0)
      XCTAssertEqual(list.visibleRange.first.map { bench.list.store.items[$0].id }, heading)
    }
  }

  // The row under the heading was clicked: it is a later child of the list.
  func testThePointerReachesTheHeadingAndNotTheRowUnderIt() {
    Self.run { bench in
      let list = bench.list.list
      list.selectionMode = .multiple
      let (heading, covered) = (bench.heading, bench.covered())
      bench.list.window.title = "sections"
      RealPointer.press(over: "sections", x: 200, y: 10)
      pump("the pointer over the heading") { list.row(heading)!.containsPointer }
      XCTAssertFalse(list.row(covered)!.containsPointer)
      RealPointer.release()
      pump("the focus") { bench.focused == heading }
      XCTAssertEqual(list.id(at: Point(x: 200, y: 10)), heading)
      XCTAssertEqual(list.selection, [])
      RealPointer.park()
    }
  }

  func testAssistiveTechnologyMeetsTheHeadingBeforeTheRowsBelowItAndElseInItsPlace() {
    Self.run { bench in
      let list = bench.list.list
      @MainActor func order() -> [Int] {
        list.children.filter(\.isChildVisible).compactMap { ($0 as? LineRow)?.line.id }
      }
      let heading = bench.heading
      XCTAssertLessThan(list.row(heading)!.convert(Point(x: 0, y: 0), to: bench.list.stage)!.y, 1)
      let after = order().drop { $0 != heading }.dropFirst().first ?? 0
      XCTAssertGreaterThanOrEqual(bench.frames.last![after]?.top ?? -1, bench.frames.last![heading]!.bottom)
      XCTAssertEqual(order().filter { $0 != heading }, order().filter { $0 != heading }.sorted())
      list.scroll(to: heading, at: .start, animated: false)
      bench.settle()
      XCTAssertEqual(order(), order().sorted())
    }
  }

  func testAListWithSectionsLeavesNothingBehind() {
    onMainThread {
      expectNothingLeft(times: 3) {
        let bench = SectionBench(rows: 300)
        bench.list.close()
      }
    }
  }
}
