@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A swipe controller on a widget that knows nothing of it, as a program uses it.
final class SwipeControllerTests: XCTestCase {
  @MainActor
  private final class Bench {
    let window = Window()
    let widget = Bin(child: Label("Swipe me"))
    let swipe: SwipeController
    var events: [String] = []

    init(_ title: String, _ axis: SwipeTracker.Axis = .horizontal) {
      swipe = SwipeController(on: widget, axis)
      swipe.didBegin.connect(weak: self) { $0.events.append("begin") }
      swipe.didMove.connect(weak: self) { $0.events.append("move \(Int($1.rounded()))") }
      swipe.didEnd.connect(weak: self) { bench, release in
        switch release {
        case .unclaimed: bench.events.append("tap")
        case .swiped(let velocity): bench.events.append(velocity > 0 ? "forward" : "backward")
        }
      }
      swipe.didCancel.connect(weak: self) { $0.events.append($1 ? "cancel" : "deny") }
      window.title = title
      window.setDefaultSize(width: 400, height: 300)
      window.child = widget
    }

    func open() {
      window.present()
      pump("the window") { widget.isMapped && widget.width > 0 }
    }

    func close() {
      window.destroy()
      drain()
    }

    /// Swipes by `points` along the axis, of which 8 are the slop.
    func drag(by points: Double) {
      swipe.press(at: Point(x: 200, y: 150), time: 0)
      for step in 1...4 {
        let way = points * Double(step) / 4
        swipe.move(
          to: swipe.axis == .horizontal ? Point(x: way, y: 0) : Point(x: 0, y: way), at: 0.01 * Double(step))
      }
      swipe.release(at: 0.05)
    }
  }

  func testASwipeIsReportedInOrderAndAPressThatStaysIsATap() {
    onMainThread {
      for axis in [SwipeTracker.Axis.horizontal, .vertical] {
        let bench = Bench("swipe", axis)
        bench.open()
        bench.drag(by: 80)
        XCTAssertEqual(bench.events, ["begin", "move 12", "move 20", "move 20", "move 20", "forward"])
        XCTAssertEqual(bench.swipe.travel, 72)
        XCTAssertEqual(bench.swipe.state, .coasting)
        bench.swipe.settle()
        bench.events = []
        bench.drag(by: 4)
        XCTAssertEqual(bench.events, ["tap"])
        bench.close()
      }
    }
  }

  func testReversedItReportsTheOppositeSign() {
    onMainThread {
      let bench = Bench("reversed")
      var asked: [Double] = []
      bench.swipe.claim = { distance, _ in
        asked.append(distance)
        return .fromPress
      }
      bench.swipe.isReversed = true
      bench.open()
      bench.drag(by: 80)
      XCTAssertEqual(bench.events, ["begin", "move -20", "move -20", "move -20", "move -20", "backward"])
      XCTAssertEqual(bench.swipe.travel, -80)
      bench.swipe.touchpadBegan()
      XCTAssertTrue(bench.swipe.touchpadMoved(dx: 30, dy: 0))
      XCTAssertEqual(asked, [-20, -30])
      XCTAssertEqual(bench.swipe.travel, -30)
      bench.close()
    }
  }

  func testDisabledItCancelsTheSwipeAndIgnoresEverything() {
    onMainThread {
      let bench = Bench("disabled")
      var turns = 0
      bench.swipe.handleWheel = { _, _, _ in
        turns += 1
        return true
      }
      bench.open()
      bench.swipe.press(at: Point(x: 1, y: 1), time: 0)
      bench.swipe.move(to: Point(x: 40, y: 0), at: 0.1)
      bench.swipe.isEnabled = false
      bench.swipe.move(to: Point(x: 60, y: 0), at: 0.2)
      bench.swipe.release(at: 0.3)
      XCTAssertEqual(bench.events, ["begin", "move 32", "cancel"])
      bench.events = []
      bench.drag(by: 80)
      bench.swipe.touchpadBegan()
      XCTAssertFalse(bench.swipe.touchpadMoved(dx: 30, dy: 0))
      XCTAssertFalse(bench.swipe.scroll.emit("scroll", 0.0, 1.0))
      XCTAssertEqual(bench.events, [])
      XCTAssertEqual(turns, 0)
      bench.swipe.isEnabled = true
      bench.drag(by: 80)
      XCTAssertEqual(bench.events.first, "begin")
      XCTAssertTrue(bench.swipe.scroll.emit("scroll", 0.0, 1.0))
      XCTAssertEqual(turns, 1)
      bench.close()
    }
  }

  // The widgets of the library used to forward the window to their controllers, which others would forget.
  func testEscapeCancelsASwipeInWhicheverWindowTheWidgetIs() {
    onMainThread {
      let bench = Bench("first-window")
      bench.open()
      let second = Window()
      second.title = "second-window"
      second.setDefaultSize(width: 400, height: 300)
      bench.window.child = nil
      second.child = bench.widget
      second.present()
      pump("the second window") { bench.widget.isMapped && second.isActive }
      RealPointer.press(over: "second-window", x: 100, y: 100)
      pump("the press") { bench.swipe.state == .pressed }
      RealPointer.move(by: (60, 0))
      pump("the swipe") { bench.swipe.state == .claimed }
      RealPointer.key("Escape")
      pump("the end of the swipe") { bench.events.last == "cancel" }
      RealPointer.release()
      RealPointer.park()
      second.destroy()
      bench.close()
    }
  }

  func testAnotherAxisCancelsTheSwipe() {
    onMainThread {
      let bench = Bench("axis")
      bench.open()
      bench.swipe.press(at: Point(x: 1, y: 1), time: 0)
      bench.swipe.move(to: Point(x: 40, y: 0), at: 0.1)
      bench.swipe.axis = .vertical
      XCTAssertEqual(bench.events.last, "cancel")
      bench.events = []
      bench.drag(by: 80)
      XCTAssertEqual(bench.events.first, "begin")
      bench.close()
    }
  }

  func testNothingIsLeftOfAWidgetThatIsSwiped() {
    onMainThread {
      expectNothingLeft(times: 5) {
        let bench = Bench("leak")
        bench.open()
        bench.swipe.press(at: Point(x: 1, y: 1), time: 0)
        bench.swipe.move(to: Point(x: 40, y: 0), at: 0.1)
        bench.close()
      }
    }
  }
}
