import XCTest

@testable import AppTestSupport

/// The events that cancel a pull, and the places at which a pull cannot begin.
final class PullCancelTests: XCTestCase {
  // Case 33. A cancelled pull stayed visible for ever, or loaded when the button was finally released.
  func testTheOtherButtonEndsAPullThatIsReady() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.pullUntilReady()
      try app.hand.press(button: 3)
      try app.waitForPull("ready", "none")
      try app.hand.release(button: 3)
      try app.hand.move(30)
      try app.hand.release()
      try expectNoLoad(app)
    }
  }

  func testEscapeEndsAPullThatIsReady() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.pullUntilReady()
      try app.key("Escape")
      try app.waitForPull("ready", "none")
      try app.hand.move(30)
      try app.hand.release()
      try expectNoLoad(app)
    }
  }

  func testAnotherWindowThatTakesTheFocusEndsAPullThatIsReady() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.pullUntilReady()
      try app.withAnotherWindow {
        try app.waitForPull("ready", "none")
        try app.hand.release()
      }
      try expectNoLoad(app)
    }
  }

  func testAWindowThatGoesAwayEndsAPullThatIsReady() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.pullUntilReady()
      let window = try app.window()
      try app.minimize(window)
      try app.waitForPull("ready", "none")
      try app.hand.release()
      try app.bringBack(window)
      try expectNoLoad(app)
    }
  }

  /// Expects that the next pull works as usual, and that the previous events loaded nothing.
  private func expectNoLoad(_ app: AppUnderTest) throws {
    try app.settledPicture()
    let steps = ["none→pending", "pending→ready", "ready→none"]
    try app.pullUntilReady()
    XCTAssertEqual(app.requests, [])
    try app.hand.release()
    try app.waitForPull("ready", "loading")
    try app.waitForPull("loading", "none")
    XCTAssertEqual(app.requests, ["previous"])
    XCTAssertEqual(app.pullSteps, steps + AppUnderTest.pullLoadSteps)
  }

  // Case 34. Widgets that can be dragged or pressed themselves do not pull.
  func testADragOnTheComposerOrAButtonNeitherPullsNorScrolls() throws {
    try AppUnderTest.atTheTop(self) { app in
      // The composer's text.
      try app.type("some words in the composer")
      try app.hand.drag(from: (200, 726), -140)
      try app.hand.drag(from: (200, 726), 60)
      // The button that leads to the end, which is visible here.
      try app.hand.press(at: (846, 662))
      try app.hand.move(by: (-10, 120))
      try app.hand.release()
      // The key requests a page at the top, so the list is still there.
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
      XCTAssertFalse(app.lines.contains("drag: begin"))
    }
  }

  func testTheScrollbarIsDraggedByItself() throws {
    try AppUnderTest(messages: 2_000, "--load-older", "pull").use(self) { app in
      try app.wait(for: "list: at-end value=true")
      // Over the list and then over the bar, which grows below the pointer.
      try app.wheel(up: 1)
      try app.wait(for: "list: at-end value=false")
      try app.hand.point(at: (941, 500))
      try app.settledPicture()
      try app.hand.press(at: (941, 640))
      try app.hand.move(60)
      try app.wait(for: "list: at-end value=true")
      try app.hand.move(-200)
      try app.wait(for: "list: at-end value=false")
      try app.hand.release()
      try app.loadByKey()
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
      XCTAssertFalse(app.lines.contains("drag: begin"))
    }
  }
}
