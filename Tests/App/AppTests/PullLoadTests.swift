import XCTest

@testable import AppTestSupport

/// The load that a pull or a key starts: one at a time, under all circumstances.
final class PullLoadTests: XCTestCase {
  // Case 30. Two requests for the same page in flight.
  func testWhileAPageIsOnItsWayNeitherAnotherPullNorTheKeyAsksAgain() throws {
    try AppUnderTest.atTheTop(self, latency: 900) { app in
      try app.pullUntilReady()
      try app.hand.release()
      try app.waitForPull("ready", "loading")
      try app.hand.drag(from: AppUnderTest.middle, 120)
      try app.key("F5")
      try app.key("F5")
      try app.key("ctrl+r")
      try app.waitForPull("loading", "none")
      try app.goToTop()
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous", "previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.pullLoadSteps + AppUnderTest.keyLoadSteps)
    }
  }

  // Case 30. The release loaded again the page that the key was loading.
  func testTheKeyDuringAPullLoadsOnce() throws {
    try AppUnderTest.atTheTop(self, latency: 300) { app in
      try app.pullUntilReady()
      try app.key("F5")
      try app.waitForPull("ready", "loading")
      try app.hand.move(20)
      try app.hand.release()
      try app.waitForPull("loading", "none")
      try app.goToTop()
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous", "previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.pullLoadSteps + AppUnderTest.keyLoadSteps)
    }
  }

  // Case 32. A failure removed the rows, or left the indicator spinning.
  func testAFailedPageLeavesTheRowsAndCanBePulledAgain() throws {
    try AppUnderTest.atTheTop(self) { app in
      let before = try app.settledPicture()
      try Contents.setReadable(false, in: app.archivePath)
      try app.pullUntilReady()
      try app.hand.release()
      try app.wait(for: "pager: failed direction=previous")
      try app.waitForPull("loading", "none")
      let after = try app.settledPicture()
      XCTAssertEqual(
        after.pixels(in: AppUnderTest.quietPlace), before.pixels(in: AppUnderTest.quietPlace))
      try Contents.setReadable(true, in: app.archivePath)
      try app.pullUntilReady()
      try app.hand.release()
      try app.wait(for: "pager: loaded direction=previous count=60")
      try app.waitForPull("loading", "none")
      XCTAssertEqual(app.requests, ["previous", "previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.pullLoadSteps + AppUnderTest.pullLoadSteps)
    }
  }

  // Case 34. Loading started in a hidden window, and never ended there.
  func testAWindowThatGoesAwayWhileLoadingLoadsAllTheSame() throws {
    try AppUnderTest.atTheTop(self, latency: 600) { app in
      try app.pullUntilReady()
      try app.hand.release()
      try app.waitForPull("ready", "loading")
      let window = try app.window()
      try app.minimize(window)
      try app.waitForPull("loading", "none")
      try app.bringBack(window)
      try app.goToTop()
      try app.loadByKey()
      XCTAssertEqual(app.pagesLanded, 2)
      XCTAssertEqual(app.pullSteps, AppUnderTest.pullLoadSteps + AppUnderTest.keyLoadSteps)
    }
  }

  // Case 31. A load that ended before its release was drawn was never shown, or shown for ever.
  func testKeyPressedTwiceLoadsOnce() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.display.run("xdotool", "key", "--delay", "1", "F5", "F5")
      try app.waitForPull("none", "loading")
      try app.waitForPull("loading", "none")
      try app.goToTop()
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous", "previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps + AppUnderTest.keyLoadSteps)
    }
  }
}
