import ChatStore
import Foundation
import XCTest

@testable import AppTestSupport

/// What counts as a pull on the real window, and what it asks for. The numbers are those of the field's list of cases that went wrong
/// elsewhere.
final class PullTests: XCTestCase {
  // Case 28. A release short of the mark loaded; so did one after the hand had gone back.
  private func expectThatOnlyAReadyReleaseLoads(_ app: AppUnderTest) throws {
    // 60 px: seen, not certain.
    try app.hand.press(at: AppUnderTest.middle)
    try app.hand.move(60)
    try app.waitForPull("none", "pending")
    try app.hand.release()
    try app.waitForPull("pending", "none")
    // 120 px and back to 50.
    try app.pullUntilReady()
    try app.hand.move(-70)
    try app.waitForPull("ready", "pending")
    try app.hand.release()
    try app.waitForPull("pending", "none")
    let refused = [
      "none→pending", "pending→none", "none→pending", "pending→ready", "ready→pending", "pending→none",
    ]
    XCTAssertEqual(app.pullSteps, refused)
    XCTAssertEqual(app.requests, [])
    // 120 px.
    try app.pullUntilReady()
    try app.hand.release()
    try app.waitForPull("ready", "loading")
    try app.waitForPull("loading", "none")
    XCTAssertEqual(app.requests, ["previous"])
    try app.goToTop()
    try app.loadByKey()
    XCTAssertEqual(app.requests, ["previous", "previous"])
    XCTAssertEqual(app.pullSteps, refused + AppUnderTest.pullLoadSteps + AppUnderTest.keyLoadSteps)
    XCTAssertEqual(app.pagesLanded, 2)
  }

  func testOnlyAReleaseBeyondTheMarkLoadsAndItLoadsOnePage() throws {
    try AppUnderTest.atTheTop(self) { try expectThatOnlyAReadyReleaseLoads($0) }
  }

  func testOnlyAReleaseBeyondTheMarkLoadsFromASlowArchive() throws {
    try AppUnderTest.atTheTop(self, latency: 1_500) { try expectThatOnlyAReadyReleaseLoads($0) }
  }

  // Case 28. Exactly on a mark is not beyond it, on the way there and on the way back.
  func testTheMarksAre40And90PixelsOfTheHandsWay() throws {
    try AppUnderTest.inPullMode(self, .synthetic(3)) { app in
      try app.hand.press(at: AppUnderTest.middle)
      var steps: [String] = []
      for (way, step) in [
        (40, nil), (1, "none→pending"), (49, nil), (1, "pending→ready"), (-1, "ready→pending"),
        (-49, nil), (-1, "pending→none"),
      ] {
        try app.hand.move(way)
        if let step {
          steps.append(step)
          try app.wait(for: "pull: state")
        } else {
          try app.settledPicture()
          try app.readWhatHasCome()
        }
        XCTAssertEqual(app.pullSteps, steps, "after \(way) more")
      }
      try app.hand.release()
      try app.wait(for: "drag: end")
      XCTAssertEqual(app.requests, [])
    }
  }

  // Case 26. A wheel has no release: what it pulls can never be let go.
  func testTheWheelAtTheTopNeverPulls() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.wheel(up: 10)
      try app.wheel(up: 40)
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
    }
  }

  // Case 27. The reader scrolls up to the first row and goes on: that is no pull.
  func testADragThatReachesTheTopDoesNotPull() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.wheel(down: 2)
      try app.settledPicture()
      try app.hand.drag(from: (540, 200), 440)
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
      XCTAssertEqual(app.lines.filter { $0 == "drag: begin" }.count, 1)
    }
  }

  // Case 27. A throw runs into the top edge and on.
  func testAFlingToTheTopDoesNotPull() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.wheel(down: 3)
      try app.settledPicture()
      for _ in 0..<2 {
        try app.hand.drag(from: (540, 200), 160, .quick)
        try app.wait(for: "drag: end")
        try app.settledPicture()
        try app.wheel(down: 3)
        try app.settledPicture()
      }
      try app.goToTop()
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
    }
  }

  // At the end edge all is mirrored: it asks for what has been written since.
  func testAtTheEndAnUpwardPullAsksForNewerMessagesOnce() throws {
    try AppUnderTest.inPullMode(self, .answer, latency: 300) { app in
      // A release short of the mark, and one after going back.
      try app.hand.press(at: AppUnderTest.middle)
      try app.hand.move(-60)
      try app.waitForPull("none", "pending", edge: "end")
      try app.hand.release()
      try app.waitForPull("pending", "none", edge: "end")
      try app.pullUntilReady(edge: "end")
      try app.hand.move(70)
      try app.waitForPull("ready", "pending", edge: "end")
      try app.hand.release()
      try app.waitForPull("pending", "none", edge: "end")
      XCTAssertEqual(app.requests, [])
      // Meanwhile somebody writes.
      let archive = try Archive(path: app.archivePath, mode: .existing)
      _ = try archive.writeBatch(Contents.messages(40..<45))
      try app.pullUntilReady(edge: "end")
      try app.hand.release()
      try app.waitForPull("ready", "loading", edge: "end")
      try app.wait(for: "pager: loaded direction=next count=5")
      try app.waitForPull("loading", "none", edge: "end")
      XCTAssertEqual(app.requests, ["next"])
      // The list has gone on to the end with what came: the key asks there.
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["next", "next"])
    }
  }

  // Case 29. Nothing to scroll is no reason not to pull; both edges are where the pointer is.
  func testAListShorterThanTheWindowPullsAtBothEdges() throws {
    for latency in [0, 1_500] {
      try AppUnderTest.inPullMode(self, .synthetic(3), latency: latency) { app in
        for edge in ["start", "end"] {
          let asked = app.requests
          try app.hand.press(at: AppUnderTest.middle)
          try app.hand.move(edge == "start" ? 60 : -60)
          try app.waitForPull("none", "pending", edge: edge)
          try app.hand.release()
          try app.waitForPull("pending", "none", edge: edge)
          XCTAssertEqual(app.requests, asked)
          try app.pullUntilReady(edge: edge)
          try app.hand.release()
          try app.waitForPull("ready", "loading", edge: edge)
          try app.waitForPull("loading", "none", edge: edge)
        }
        XCTAssertEqual(app.requests, ["previous", "next"])
      }
    }
  }

  // Case 29. Where there is no message there is no list: the page that says so pulls as well.
  func testAConversationWithoutMessagesPulls() throws {
    for latency in [0, 1_500] {
      try AppUnderTest.inPullMode(self, .synthetic(0), latency: latency) { app in
        try app.hand.press(at: AppUnderTest.middle)
        try app.hand.move(60)
        try app.waitForPull("none", "pending")
        try app.hand.release()
        try app.waitForPull("pending", "none")
        XCTAssertEqual(app.requests, [])
        try app.pullUntilReady()
        try app.hand.release()
        try app.waitForPull("ready", "loading")
        try app.waitForPull("loading", "none")
        XCTAssertEqual(app.requests.count, 1)
      }
    }
  }
}
