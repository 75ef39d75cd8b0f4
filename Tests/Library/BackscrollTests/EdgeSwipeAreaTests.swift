@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A finger that brings a panel into view, or goes back.
final class EdgeSwipeAreaTests: XCTestCase {
  @MainActor
  private final class Panel: EdgeSwipeTarget {
    let swipeExtent = 200.0
    var swipeProgress = 0.0
    var events: [String] = []

    func swipeBegan() { events.append("began") }
    func swipeMoved(to progress: Double) { swipeProgress = progress }
    func swipeEnded(isOpen: Bool, velocity: Double) { events.append(isOpen ? "open" : "closed") }
  }

  @MainActor
  private static func open(isRightToLeft: Bool, body: (EdgeSwipeArea, _ drag: (Double) -> Void) -> Void) {
    let area = EdgeSwipeArea(Label("A page"))
    area.setRightToLeft(isRightToLeft)
    let window = Window()
    window.setDefaultSize(width: 400, height: 300)
    window.child = area
    window.present()
    pump("the window") { area.isMapped && area.width > 0 }
    body(area) { points in
      let sign = isRightToLeft ? -1.0 : 1
      area.swipe.press(at: Point(x: isRightToLeft ? Double(area.width) - 5 : 5, y: 150), on: .touch, time: 0)
      area.swipe.move(to: Point(x: sign * 16, y: 0), at: 0.1)
      area.swipe.move(to: Point(x: sign * points, y: 0), at: 0.2)
      area.swipe.release(at: 9)
    }
    window.destroy()
    drain()
  }

  func testAPanelFollowsAFingerFromTheLeadingEdge() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Self.open(isRightToLeft: isRightToLeft) { area, drag in
          let panel = Panel()
          area.response = { way in way == .back ? .move(panel) : nil }
          drag(16 + 50)
          XCTAssertEqual(panel.swipeProgress, 0.25, accuracy: 1e-9)
          XCTAssertEqual(panel.events, ["began", "closed"])
          panel.swipeProgress = 0
          drag(16 + 150)
          XCTAssertEqual(panel.swipeProgress, 0.75, accuracy: 1e-9)
          XCTAssertEqual(panel.events, ["began", "closed", "began", "open"])
          XCTAssertEqual(area.swipe.state, .idle)
        }
      }
    }
  }

  func testASwipeOfHalfTheWayGoesBackAndACancelledOneDoesNot() {
    onMainThread {
      Self.open(isRightToLeft: false) { area, drag in
        var count = 0
        area.response = { way in way == .back ? .goBack { count += 1 } : nil }
        drag(16 + 40)
        XCTAssertEqual(count, 0)
        drag(16 + 80)
        XCTAssertEqual(count, 1)
        area.swipe.press(at: Point(x: 5, y: 150), on: .touch, time: 10)
        area.swipe.move(to: Point(x: 16, y: 0), at: 10.1)
        area.swipe.move(to: Point(x: 120, y: 0), at: 10.2)
        XCTAssertGreaterThan(area.arrowProgress, 0.5)
        area.swipe.cancel()
        XCTAssertEqual(count, 1)
        pump("the arrow's end") { area.arrowProgress == 0 }
      }
    }
  }

  func testNothingIsLeftOfIt() {
    onMainThread {
      expectNothingLeft(times: 5) {
        Self.open(isRightToLeft: false) { area, drag in
          area.response = { _ in .goBack {} }
          drag(50)
        }
      }
    }
  }
}
