import ChatStore
import Foundation
import XCTest

@testable import AppTestSupport

/// The conditions for a pull in the real window, and its requests. The case numbers refer to the list of known failures
/// of other clients.
final class PullTests: XCTestCase {
  // Case 28. A release short of the mark loaded, and so did a release after the hand had moved back.
  private func expectThatOnlyAReadyReleaseLoads(_ app: AppUnderTest) throws {
    // 60 px: visible, but not ready.
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

  // Case 28. A position exactly on a mark is not beyond it, in both directions.
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

  // Case 26. A wheel has no release, so its pull could never end.
  func testTheWheelAtTheTopNeverPulls() throws {
    try AppUnderTest.atTheTop(self) { app in
      try app.wheel(up: 10)
      try app.wheel(up: 40)
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps, AppUnderTest.keyLoadSteps)
    }
  }

  // Case 27. Scrolling up to the first row and beyond in one drag is not a pull.
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

  // Case 27. A fling reaches the top edge and continues.
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

  // At the end edge all is mirrored: the pull requests newer messages.
  func testAtTheEndAnUpwardPullAsksForNewerMessagesOnce() throws {
    try AppUnderTest.inPullMode(self, .answer, latency: 300) { app in
      // A release short of the mark, and a release after moving back.
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
      // Meanwhile new messages are written.
      let archive = try Archive(path: app.archivePath, mode: .existing)
      _ = try archive.writeBatch(Contents.messages(40..<45))
      try app.pullUntilReady(edge: "end")
      try app.hand.release()
      try app.waitForPull("ready", "loading", edge: "end")
      try app.wait(for: "pager: loaded direction=next count=5")
      try app.waitForPull("loading", "none", edge: "end")
      XCTAssertEqual(app.requests, ["next"])
      // The list has moved on to the end with the new messages: the key requests there.
      try app.loadByKey()
      XCTAssertEqual(app.requests, ["next", "next"])
    }
  }

  // Case 29. A list without scrolling can be pulled as well; both edges are below the pointer.
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

  // Case 29. Without messages there is no list, but the page that says so can be pulled as well.
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
