import XCTest

@testable import AppTestSupport

/// The scrollbar of all messages by touch and touchpad.
final class RailTests: XCTestCase {
  /// In the lane of the thumb, which is at the bottom first, and in the middle of the rail.
  private static let thumb: RemoteHand.Place = (888, 636)
  private static let middle: RemoteHand.Place = (888, 350)

  func testAFingerTakesTheRowsAlongAndTheyStayWhereItIsLifted() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      try app.waitOnce(for: "rail: ticks")
      let end = try app.settledPicture()
      try app.hand.touch(at: Self.thumb)
      try app.hand.moveFinger(from: Self.thumb, to: Self.middle)
      try app.wait(for: "rail: drag from=399")
      let held = try app.settledPicture(unlike: end)
      try app.hand.liftFinger()
      let place = try app.wait(for: "rail: drag-end at=")
      XCTAssertTrue(try app.comesToShow(held), "a finger that is lifted throws nothing")
      let ordinal = try XCTUnwrap(place.split(separator: "=").last.flatMap { Int($0) })
      XCTAssertTrue((120...280).contains(ordinal), "in the middle of 400: \(place)")
    }
  }

  func testTwoFingersOverTheRailScrollTheRows() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      try app.waitOnce(for: "rail: ticks")
      let end = try app.settledPicture()
      try app.hand.point(at: Self.middle)
      // The first event of a scroll can be lost; see TouchpadTests.
      try app.hand.scroll(y: -40)
      let before = try app.settledPicture(unlike: end)
      try app.hand.point(at: Self.middle)
      try app.hand.scroll(y: -40)
      let after = try app.settledPicture(unlike: before)
      XCTAssertGreaterThan(try XCTUnwrap(app.travel(from: before, to: after)), 20, "the rows go down")
    }
  }
}
