import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Controls
@testable import Gtk

/// The time for which the day above the list stays.
final class FloatingDateTests: XCTestCase {
  /// A clock that the test advances.
  @MainActor
  private final class Clock {
    private var now = ContinuousClock.now
    private var calls: [(due: ContinuousClock.Instant, body: @MainActor () -> Void)] = []

    var timing: FloatingDate.Timing {
      FloatingDate.Timing(
        now: { self.now },
        after: { seconds, body in self.calls.append((self.now + .seconds(seconds), body)) })
    }

    func pass(_ seconds: Double) {
      let end = now + .seconds(seconds)
      while let next = calls.indices.min(by: { calls[$0].due < calls[$1].due }), calls[next].due <= end {
        let call = calls.remove(at: next)
        now = call.due
        call.body()
      }
      now = end
    }
  }

  /// A window of 600 × 400 with the place of a list and the date over it.
  @MainActor
  private static func run(_ body: (FloatingDate, Clock, _ middle: Point) -> Void) {
    let clock = Clock()
    let date = FloatingDate(isButton: true, timing: clock.timing)
    let overlay = Overlay(child: Box(.vertical))
    overlay.addOverlay(date)
    date.takePresses(of: overlay)
    let window = Window()
    window.setDefaultSize(width: 600, height: 400)
    window.child = overlay
    window.present()
    date.noteMovement()
    date.show("Saturday, 15 March")
    pump("the date") { date.isMapped && date.width > 20 }
    guard let middle = date.convert(Point(x: Double(date.width) / 2, y: Double(date.height) / 2), to: overlay)
    else { return XCTFail("no place") }
    body(date, clock, middle)
    window.destroy()
    drain()
  }

  func testItGoesTwoSecondsAfterTheListHasMoved() {
    onMainThread {
      Self.run { date, clock, _ in
        clock.pass(1.9)
        XCTAssertNotNil(date.shownDay)
        date.noteMovement()
        clock.pass(1.9)
        XCTAssertNotNil(date.shownDay)
        clock.pass(0.2)
        XCTAssertNil(date.shownDay)
      }
    }
  }

  // When the choice of a date was opened, the date appeared over the day pill of the list, of which a sliver was left.
  func testItGivesWayToADayOfTheListAlsoWhileTheChoiceIsOpen() {
    onMainThread {
      Self.run { date, _, _ in
        date.isOpen = true
        XCTAssertNotNil(date.shownDay)
        date.show(nil)
        XCTAssertNil(date.shownDay)
        date.show("Sunday, 16 March")
        XCTAssertEqual(date.shownDay, "Sunday, 16 March")
        XCTAssertGreaterThan(date.pillHeight, 20)
      }
    }
  }

  // The date disappeared before a hand that had turned the wheel could reach it.
  func testItStaysForAPointerOnItsWay() {
    onMainThread {
      Self.run { date, clock, middle in
        clock.pass(1.5)
        for step in 1...4 {
          date.pointerMoved(to: Point(x: middle.x + 200 / Double(step), y: middle.y + 200 / Double(step)))
          clock.pass(1.5)
          XCTAssertNotNil(date.shownDay, "step \(step)")
        }
        date.pointerMoved(to: middle)
        clock.pass(60)
        XCTAssertNotNil(date.shownDay, "the pointer is on it")
        date.pointerMoved(to: Point(x: middle.x, y: middle.y + 150))
        clock.pass(5)
        XCTAssertNil(date.shownDay)
      }
    }
  }

  // The date disappeared before a slow hand could reach it.
  func testItStaysForAPointerThatRestsInTheUpperPartOfTheList() {
    onMainThread {
      Self.run { date, clock, middle in
        date.pointerMoved(to: Point(x: middle.x + 200, y: middle.y + 60))
        clock.pass(60)
        XCTAssertNotNil(date.shownDay)
        date.pointerMoved(to: middle)
        clock.pass(1)
        XCTAssertNotNil(date.shownDay)
        date.pointerMoved(to: Point(x: middle.x, y: middle.y + 250))
        clock.pass(5)
        XCTAssertNil(date.shownDay)
      }
    }
  }

  // The pointer had reported its place before there was a date.
  func testItStaysUnderAPointerThatRestsWhereItAppears() {
    onMainThread {
      Self.run { date, clock, middle in
        clock.pass(5)
        XCTAssertNil(date.shownDay)
        date.pointerMoved(to: middle)
        date.noteMovement()
        date.show("Friday, 14 March")
        clock.pass(60)
        XCTAssertEqual(date.shownDay, "Friday, 14 March")
        date.pointerMoved(to: nil)
        clock.pass(3)
        XCTAssertNil(date.shownDay)
      }
    }
  }
}
