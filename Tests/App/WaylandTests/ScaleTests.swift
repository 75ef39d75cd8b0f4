import XCTest

@testable import AppTestSupport

/// Monitors on which a point is not a pixel, and several of them.
final class ScaleTests: XCTestCase {
  /// For each scale, the pixels that a finger moves: whole points that are a whole number of steps of the pixel grid.
  private static let travels = [(1.25, 100), (1.5, 120)]

  func testTheListFollowsTheFingerAndAPageMovesNoRowAtAnyScale() throws {
    for (scale, travel) in Self.travels {
      try WaylandApp.whileAPageLoads(self, scale: scale) { app in
        let before = try app.restingPicture(in: WaylandApp.belowPull)
        guard try app.stillLoads() else { return false }
        try app.expectNoFrameUnlike(before, in: WaylandApp.belowPull) {
          try app.wait(for: "pager: loaded direction=previous count=60")
          try app.waitForPull("loading", "none")
        }
        let (landed, text) = (try app.settledPicture(), app.text(at: scale))
        try app.hand.touch(at: (400, 200))
        try app.hand.moveFinger(from: (400, 200), to: (400, 200 + travel))
        let after = try app.picture(movedBy: travel, since: landed, in: text, "at a scale of \(scale)")
        try app.hand.liftFingerAtRest()
        XCTAssertTrue(try app.comesToShow(after, in: text))
        return true
      }
    }
  }

  func testTheRowsAreWhereTheyWereAfterAnotherMonitorOfAnotherScale() throws {
    try WaylandApp.run(self, .lines(400), scales: [1, 1.5]) { app in
      let end = try app.settledPicture()
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.turnWheel(-5)
      let before = try app.settledPicture(unlike: end)
      try app.hand.keys(.superKey, .shift, .right)
      try app.settledPicture(unlike: before)
      try app.hand.keys(.superKey, .shift, .left)
      XCTAssertTrue(try app.comesToShow(before))
    }
  }

  func testTheRowsStayWhenTheMonitorWithTheWindowIsUnplugged() throws {
    try WaylandApp.run(self, .lines(400), scales: [1, 1]) { app in
      let end = try app.settledPicture()
      try app.hand.point(at: WaylandApp.middle)
      try app.hand.turnWheel(-5)
      let before = try app.settledPicture(unlike: end)
      try app.hand.keys(.superKey, .shift, .right)
      try app.settledPicture(unlike: before)
      // Check that the window exists, since mutter can lose one that it is still moving.
      for (number, tab) in [(RemoteHand.Key.two, "lab"), (.one, "chat")] {
        try app.hand.keys(.alt, number)
        try app.wait(for: "tabs: shown name=\(tab)")
      }
      try app.compositor.arrange([1])
      XCTAssertTrue(try app.comesToShow(before))
    }
  }
}

extension WaylandApp {
  /// ``text`` on a monitor with that many pixels for each point, below the parts that are shown at the top for a while.
  func text(at scale: Double) -> Screenshot.Rectangle {
    func pixels(_ points: Int) -> Int { Int(Double(points) * scale) }
    let text = Self.text
    return Screenshot.Rectangle(
      x: pixels(text.x.lowerBound)..<pixels(text.x.upperBound),
      y: pixels(120)..<compositor.size.height - pixels(80))
  }

  /// A picture that is the same as the settled one before it: on a busy machine, a program that has not begun to move may
  /// seem to have settled.
  func restingPicture(in place: Screenshot.Rectangle) throws -> Screenshot {
    var last = try settledPicture(in: place)
    while true {
      let next = try settledPicture(in: place)
      if next.shows(last, in: place) { return next }
      last = next
    }
  }

  /// Runs `body`, and expects that `place` looks like in a picture in each frame that is painted meanwhile.
  func expectNoFrameUnlike(
    _ picture: Screenshot, in place: Screenshot.Rectangle, _ body: () throws -> Void
  ) throws {
    let frames = try screen.record(in: place) {
      try body()
      try settledPicture(in: place)
    }
    let expected = picture.cropped(to: place)
    XCTAssertGreaterThan(frames.count, 1)
    let moved = frames.indices.filter { !frames[$0].shows(expected, in: expected.bounds) }
    XCTAssertEqual(moved, [], "frames of \(frames.count) that look otherwise")
    if let first = moved.first, let part = frames[first].difference(from: expected) {
      print("Frame \(first) looks different in \(part), from (\(place.x.lowerBound), \(place.y.lowerBound)).")
    }
  }
}
