import Chats
import Foundation
import XCTest

@testable import AppTestSupport

/// The media viewer by touch.
final class MediaTests: XCTestCase {
  /// A place on the newest picture in the chat.
  private static let tile: RemoteHand.Place = (122, 600)
  /// A part of the stage, beside its bars.
  private static let stage = Screenshot.Rectangle(x: 100..<800, y: 100..<600)

  private static let pictures = ["carousel", "feed", "picker"].map { name in
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Resources/screenshots/\(name).png")
  }

  private func withViewer(_ body: (WaylandApp, _ whole: Screenshot) throws -> Void) throws {
    try WaylandApp.run(self, .pictures(Self.pictures)) { app in
      let before = try app.settledPicture(in: Self.stage)
      try app.hand.tap(Self.tile)
      try app.wait(for: "media: shown")
      // A busy compositor shows the picture later. Until then all lines of the stage are the same.
      let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
      var whole: Screenshot
      repeat {
        guard deadline > Date() else { throw TestFault("The picture was never painted") }
        whole = try app.settledPicture(unlike: before, in: Self.stage)
      } while Set(whole.pixels(in: Self.stage)).count == 1
      try body(app, whole)
    }
  }

  func testTwoFingersEnlargeThePictureAndMakeItSmallAgain() throws {
    try withViewer { app, whole in
      func pinch(from start: Int, to end: Int) throws {
        let middle = (x: 450, y: 350)
        try app.hand.touch(at: (middle.x - start, middle.y))
        try app.hand.touch(at: (middle.x + start, middle.y), finger: 1)
        for step in stride(from: start, to: end, by: (end - start).signum() * 8) {
          try app.hand.moveFinger(to: (middle.x - step, middle.y))
          try app.hand.moveFinger(to: (middle.x + step, middle.y), finger: 1)
        }
        try app.hand.liftFinger(1)
        try app.hand.liftFinger()
      }
      try pinch(from: 80, to: 240)
      let large = try app.settledPicture(unlike: whole, in: Self.stage)
      try pinch(from: 240, to: 40)
      XCTAssertTrue(try app.comesToShow(whole, in: Self.stage))
      XCTAssertFalse(whole.shows(large, in: Self.stage))
      try app.readWhatHasCome()
    }
  }

  // A tap on an enlarged picture had no effect: the bars stayed hidden.
  func testOnAnEnlargedPictureATapShowsTheBarsAndADoubleTapZooms() throws {
    try withViewer { app, _ in
      let place = (x: 450, y: 350)
      // A busy machine may be too slow for a double tap. After each tap the bars appear or disappear, because of it or
      // by themselves.
      func doubleTap(until line: String) throws {
        let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
        repeat {
          guard deadline > Date() else { throw TestFault("“\(line)” never came") }
          try app.readWhatHasCome()
          for _ in 0..<2 {
            try app.hand.tap(place)
            try app.wait(for: "media: bars")
          }
        } while !app.lines.contains(line)
      }
      try doubleTap(until: "media: enlarged value=true")
      // Without another touch they disappear by themselves.
      try app.wait(for: "media: bars shown=false")
      try app.hand.tap(place)
      try app.wait(for: "media: bars shown=true")
      try app.wait(for: "media: bars shown=false")
      XCTAssertEqual(app.values(of: "value", in: "media: enlarged"), ["true"], "one tap enlarges nothing")
      try doubleTap(until: "media: enlarged value=false")
      XCTAssertEqual(app.values(of: "value", in: "media: enlarged"), ["true", "false"])
    }
  }

  func testASwipeTurnsToTheNextPictureAndOneDownCloses() throws {
    try withViewer { app, newest in
      // From the place of an arrow button, over more than half a page, which is also enough if a busy machine turns the
      // swipe into a slow drag.
      let (left, right): (RemoteHand.Place, RemoteHand.Place) = ((40, 350), (860, 350))
      try app.hand.swipe(from: right, to: left)
      let next = try app.settledPicture(unlike: newest, in: Self.stage)
      try app.hand.swipe(from: left, to: right)
      XCTAssertTrue(try app.comesToShow(newest, in: Self.stage))
      XCTAssertFalse(next.shows(newest, in: Self.stage))
      try app.hand.swipe(from: (450, 300), to: (450, 560))
      try app.wait(for: "media: close")
    }
  }
}
