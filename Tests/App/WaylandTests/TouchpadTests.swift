import XCTest

@testable import AppTestSupport

/// The chat and the carousel by touchpad and wheel.
///
/// mutter 43 does not report that the fingers were lifted, so each of these scrolls is one without an end, as when the
/// pointer leaves the window during the scroll.
final class TouchpadTests: XCTestCase {
  /// Points that GTK scrolls for each point on the touchpad.
  private static let factor = 2.5

  func testTwoFingersScrollTheList() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      let untouched = try app.settledPicture()
      try app.hand.point(at: WaylandApp.middle)
      // GTK 4.8's scrolled window loses the first event of a scroll, which contains the movement since the previous frame.
      try app.hand.scroll(y: -32)
      let before = try app.settledPicture(unlike: untouched)
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.scroll(y: -80)
      let after = try app.picture(movedBy: Int(80 * Self.factor), since: before)
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.scroll(y: 40)
      try app.picture(movedBy: -Int(40 * Self.factor), since: after)
    }
  }

  func testAScrollWithAnEndGoesOn() throws {
    try XCTSkipUnless(Compositor.passesScrollEnds, "this version of mutter does not pass on a scroll's end")
    try WaylandApp.run(self, .lines(400)) { app in
      let before = try app.settledPicture()
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.scroll(y: -40)
      try app.hand.endScroll()
      let after = try app.settledPicture(unlike: before)
      // Rows that have moved through the whole picture count as well.
      let travel = app.travel(from: before, to: after) ?? .max
      XCTAssertGreaterThan(travel, Int(40 * Self.factor))
    }
  }

  func testAPullOfTwoFingersAtEitherEndLoadsOnePageAndMovesNothing() throws {
    try WaylandApp.run(self, .lines(400), "--load-older", "pull") { app in
      func pull(_ edge: WaylandApp.Edge) throws {
        let way = edge == .start ? -60 : 60
        try app.hand.point(at: WaylandApp.middle)
        try app.hand.scroll(y: way)
        try app.waitForPull("none", "pending", edge: edge.rawValue)
        try app.hand.scroll(y: way)
        try app.waitForPull("pending", "ready", edge: edge.rawValue)
        try app.hand.endScroll()
        try app.waitForPull("ready", "loading", edge: edge.rawValue)
        try app.waitForPull("loading", "none", edge: edge.rawValue)
      }
      let end = try app.settledPicture()
      try pull(.end)
      XCTAssertTrue(try app.comesToShow(end))
      try app.goToTop()
      let before = try app.settledPicture()
      try pull(.start)
      try app.picture(movedBy: 0, since: before, in: WaylandApp.textBelowOlder)
      XCTAssertEqual(app.requests, ["next", "previous"])
      XCTAssertEqual(app.pagesLanded, 1)
    }
  }

  func testTheWheelScrollsAndNeverPulls() throws {
    try WaylandApp.run(self, .lines(400), "--load-older", "pull") { app in
      let before = try app.settledPicture()
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.turnWheel(-1)
      let after = try app.settledPicture(unlike: before)
      let one = try XCTUnwrap(app.travel(from: before, to: after))
      XCTAssertGreaterThan(one, 20)
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.turnWheel(-2)
      let three = try XCTUnwrap(app.travel(from: before, to: try app.settledPicture(unlike: after)))
      // Each travel is rounded to whole pixels.
      XCTAssertEqual(Double(three), Double(3 * one), accuracy: 2)
      try app.goToTop()
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.turnWheel(-20)
      try app.hand.keys(.f5)
      try app.waitForPull("loading", "none")
      XCTAssertEqual(app.pullSteps, ProgramUnderTest.keyLoadSteps)
    }
  }

  // The carousel stayed between two pages, and ignored the wheel.
  func testASwipeWithoutAnEndRestsOnAPageAndTheWheelGoesOn() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "carousel") { app in
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.scroll(x: 420)
      try app.wait(for: "carousel: settle index=1")
      try app.hand.turnWheel(1)
      try app.wait(for: "carousel: settle index=2")
      try app.hand.scroll(x: -420)
      try app.wait(for: "carousel: settle index=1")
      XCTAssertEqual(app.settles, ["0", "1", "2", "1"])
    }
  }
}
