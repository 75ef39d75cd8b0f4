@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// The keyboard focus in a list.
final class AnchoredListFocusTests: XCTestCase {
  private static func run(_ body: @escaping @MainActor (ListBench) -> Void) {
    onMainThread {
      let bench = ListBench(rows: 200)
      bench.open()
      bench.settle()
      body(bench)
      bench.close()
    }
  }

  /// The rows that are completely in view.
  @MainActor
  private static func whole(_ bench: ListBench) -> [Int] {
    let height = Double(bench.list.height)
    return bench.list.visibleRange.map { bench.store.items[$0].id }.filter { id in
      let top = bench.top(id)
      return top >= 0 && top + Double(bench.list.row(id)!.height) <= height
    }
  }

  @MainActor
  private static func focused(_ bench: ListBench) -> Int? {
    (bench.window.focusWidget as? LineRow)?.line.id
  }

  // The next row of a group covered the lower edge of the ring.
  func testTheRingOfTheFocusIsAboveTheNextRow() {
    Self.run { bench in
      let row = bench.list.row(Self.whole(bench)[1])!
      XCTAssertTrue(row.takeFocus())
      row.queueDraw()
      bench.paint()
      let place = row.convert(Point(x: 5, y: Double(row.height) + 2), to: bench.window)!
      guard let picture = try? Renderer(.cairo).picture(of: bench.window) else {
        return XCTFail("no picture")
      }
      let pixel = picture.pixels[Int(place.y) * picture.width + Int(place.x)]
      XCTAssertEqual(Color(hex: pixel & 0xff_ffff), LineRow.ring)
    }
  }

  // After Tab and Shift+Tab the newest row had the focus.
  func testTheFocusReturnsToTheRowThatHadItAndNothingMoves() {
    Self.run { bench in
      let row = Self.whole(bench)[2]
      XCTAssertNotEqual(row, Self.whole(bench).last)
      XCTAssertTrue(bench.list.row(row)!.takeFocus())
      for direction in [FocusDirection.forward, .backward] {
        bench.window.focusWidget = nil
        bench.paint()
        let (place, start) = (bench.top(row), bench.frames.count)
        XCTAssertTrue(bench.list.moveFocus(direction))
        bench.paint()
        XCTAssertEqual(Self.focused(bench), row, "\(direction)")
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
      }
      XCTAssertEqual(bench.list.lastFocused, row)
    }
  }

  func testOfARowThatIsGoneNothingIsKept() {
    Self.run { bench in
      let row = Self.whole(bench)[2]
      XCTAssertTrue(bench.list.row(row)!.takeFocus())
      bench.window.focusWidget = nil
      bench.store.remove(bench.store.index(of: row)!..<bench.store.index(of: row)! + 1)
      bench.settle()
      XCTAssertNil(bench.list.lastFocused)
      XCTAssertTrue(bench.list.moveFocus(.forward))
      XCTAssertEqual(Self.focused(bench), Self.whole(bench).last)
    }
  }

  // The focus stayed on a row out of view, without a ring anywhere.
  func testAfterAPageTheRowAtTheEdgeHasTheFocusAndArrowsGoOn() {
    Self.run { bench in
      bench.window.lastInput = .keyboard
      XCTAssertTrue(bench.list.row(Self.whole(bench)[2])!.takeFocus())
      for (key, isFirst) in [
        (Key.pageUp, true), (Key.pageUp, true), (Key.pageDown, false), (Key.home, true), (Key.end, false),
      ] {
        // As after a while of reading, when the key's movement has not begun yet.
        pump("rest") {
          bench.list.queueDraw()
          return bench.list.isAtRest
        }
        XCTAssertTrue(bench.list.pressed(key, []))
        bench.settle()
        pump("the focus after \(key)") {
          let shown = Self.whole(bench)
          bench.list.queueDraw()
          return bench.list.isSettled && Self.focused(bench) == (isFirst ? shown.first : shown.last)
        }
        XCTAssertTrue(bench.list.row(Self.focused(bench) ?? 0)?.showsFocus ?? false, "a ring")
      }
      XCTAssertEqual(Self.focused(bench), bench.store.items.last!.id)
      XCTAssertTrue(bench.list.focus(.up))
      XCTAssertEqual(Self.focused(bench), bench.store.items[198].id)
    }
  }

  func testAnArrowDoesNotWaitForTheEndOfAPage() {
    Self.run { bench in
      bench.scroll(by: -1_500)
      bench.settle()
      XCTAssertTrue(bench.list.row(Self.whole(bench)[1])!.takeFocus())
      XCTAssertTrue(bench.list.pressed(Key.pageDown, []))
      bench.paint()
      let last = bench.store.index(of: Self.whole(bench).last!)!
      XCTAssertTrue(bench.list.focus(.up))
      XCTAssertEqual(Self.focused(bench), bench.store.items[last - 1].id)
    }
  }

  func testAPageLeavesTheFocusElsewhereAlone() {
    Self.run { bench in
      let button = Button("Elsewhere")
      let box = Box(.vertical)
      bench.window.child = nil
      box.append(button, bench.stage)
      bench.window.child = box
      pump("the button") { button.isMapped && button.takeFocus() }
      bench.list.scroll(.pageUp)
      bench.settle()
      XCTAssertTrue(button.hasFocus)
    }
  }
}
