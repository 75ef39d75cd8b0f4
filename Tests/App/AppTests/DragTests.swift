import Chats
import Foundation
import XCTest

@testable import AppTestSupport

/// A plain drag of the messages with the mouse scrolls them.
final class DragTests: XCTestCase {
  /// Its colour changes when there is a text to send.
  private static let sendButton = Screenshot.Rectangle(x: 834..<864, y: 712..<740)
  /// The texts of ``Contents/lines(_:)``, within their bubbles.
  private static let texts = Screenshot.Rectangle(x: 140..<300, y: AppUnderTest.quietPlace.y)
  /// The same as `texts`, above the answer.
  private static let textsAboveAnswer = Screenshot.Rectangle(
    x: texts.x, y: texts.y.lowerBound..<Contents.answerTop)
  private static let start: Hand.Place = (820, 300)
  /// Pixels that a press may move and still be a click: GTK's default.
  private static let slop = 8

  private func inTheMiddle(_ body: (AppUnderTest) throws -> Void) throws {
    try AppUnderTest(.lines(400)).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.wheel(up: 10)
      try app.settledPicture()
      try body(app)
    }
  }

  private func travel(_ app: AppUnderTest, since before: Screenshot, in place: Screenshot.Rectangle = texts)
    throws
    -> Int
  {
    let now = try app.settledPicture()
    guard let travel = now.travel(since: before, in: place) else {
      throw TestFault("What was in the window is not there any more")
    }
    return travel
  }

  // The content lagged behind the hand, jumped at the start, or drifted.
  func testTheContentGoesWithTheHandPixelByPixel() throws {
    try inTheMiddle { app in
      let rest = try app.settledPicture()
      try app.hand.press(at: Self.start)
      try app.hand.move(16)
      try app.wait(for: "drag: begin")
      // The slop is not compensated by a jump; the rest of the movement is not lost.
      let before = try app.settledPicture()
      XCTAssertEqual(try travel(app, since: rest), 16 - Self.slop)
      for way in [100, 83, -183, -120] {
        let here = try app.settledPicture()
        try app.hand.move(way)
        XCTAssertEqual(try travel(app, since: here), way)
      }
      XCTAssertEqual(try travel(app, since: before), -120)
      // After a pause without a movement, the velocity is zero.
      try app.hand.release()
      let line = try app.wait(for: "drag: end velocity=")
      XCTAssertEqual(Double(line.dropFirst("drag: end velocity=".count)) ?? .nan, 0, accuracy: 1, line)
      XCTAssertEqual(try travel(app, since: before), -120)
    }
  }

  func testAShortPressDoesNotMoveTheContent() throws {
    try inTheMiddle { app in
      let before = try app.settledPicture()
      try app.hand.press(at: Self.start)
      try app.hand.move(5)
      try app.hand.release()
      XCTAssertEqual(try travel(app, since: before), 0)
      try app.hand.drag(from: Self.start, 60)
      try app.wait(for: "drag: end")
      XCTAssertEqual(app.lines.filter { $0 == "drag: begin" }.count, 1)
    }
  }

  func testAThrowGoesOnAfterTheReleaseAndAPressStopsIt() throws {
    try inTheMiddle { app in
      var before = try app.settledPicture()
      try app.hand.drag(from: Self.start, 56)
      try app.wait(for: "drag: end")
      let thrown = try travel(app, since: before)
      XCTAssertGreaterThan(thrown, 56 - Self.slop + 30)
      before = try app.settledPicture()
      try app.hand.dragAndCatch(from: Self.start, 56, afterMilliseconds: 30)
      let caught = try travel(app, since: before)
      try app.hand.release()
      XCTAssertEqual(try travel(app, since: before), caught, "letting go of what was caught throws nothing")
      XCTAssertLessThan(caught, thrown - 20)
      XCTAssertGreaterThanOrEqual(caught, 56 - Self.slop)
    }
  }

  // A drag does not click the rows, and a click does not drag them.
  func testAQuoteIsClickedUnlessItIsDragged() throws {
    try AppUnderTest(.answer).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.settledPicture()
      try app.hand.drag(from: Contents.quote, 40)
      try app.wait(for: "drag: end")
      try app.key("ctrl+End")
      try app.settledPicture()
      XCTAssertFalse(app.lines.contains { $0.hasPrefix("chat: show") })
      // A real hand is never completely still.
      try app.hand.drag(from: Contents.quote, 4)
      try app.wait(for: "chat: show id=")
      XCTAssertEqual(app.lines.filter { $0 == "drag: begin" }.count, 1)
    }
  }

  func testShiftAndDragSelectsTextAndDoesNotScroll() throws {
    try AppUnderTest(.answer).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      let before = try app.settledPicture()
      try app.hand.point(at: Contents.answerText)
      try app.hand.keyDown("shift")
      try app.hand.press(at: Contents.answerText)
      try app.hand.move(by: (160, -2))
      try app.hand.release()
      try app.hand.keyUp("shift")
      XCTAssertEqual(try travel(app, since: before, in: Self.textsAboveAnswer), 0)
      // The middle button pastes the selection.
      try app.hand.click(at: (400, 726), button: 2)
      try app.settledPicture(unlike: before, in: Self.sendButton)
      try app.key("Return")
      try app.wait(for: "chat: stored")
      XCTAssertFalse(app.lines.contains("drag: begin"))
      let sent = try Contents.newestText(in: app.archivePath)
      XCTAssertTrue(sent.count > 4 && Contents.answerWords.contains(sent), "“\(sent)” was selected")
    }
  }

  func testADragSelectsTextOfAMessageAfterItsMenuHasOfferedIt() throws {
    try AppUnderTest(.answer).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      let before = try app.settledPicture()
      try app.withMenu {
        try app.hand.click(at: Contents.answerText, button: 3)
      } body: {
        // Up selects the last entry, "Select", then the ones before it: "Bookmark…", the link, and "Select Text".
        for _ in 0..<4 { try app.key("Up") }
        try app.key("Return")
      }
      let selected = try app.settledPicture(unlike: before)
      try app.hand.press(at: Contents.answerText)
      try app.hand.move(by: (160, -2))
      try app.hand.release()
      try app.settledPicture(unlike: selected)
      XCTAssertEqual(try travel(app, since: before), 0)
      // The middle button pastes the selection.
      try app.hand.click(at: (400, 726), button: 2)
      try app.settledPicture(unlike: before, in: Self.sendButton)
      try app.key("Return")
      try app.wait(for: "chat: stored")
      XCTAssertFalse(app.lines.contains("drag: begin"))
      let sent = try Contents.newestText(in: app.archivePath)
      XCTAssertTrue(sent.count > 4 && sent.count < Contents.answerWords.count, "“\(sent)” was selected")
      XCTAssertTrue(Contents.answerWords.contains(sent), "“\(sent)” was selected")
    }
  }

  // The picture jumped under a held pointer when a page landed.
  func testAPageThatLandsUnderAHeldHandMovesNothing() throws {
    try AppUnderTest(.lines(400), ["--latency", "8000"]).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.settledPicture()
      // The next page is requested at two window heights from the top of the loaded messages.
      try app.hand.press(at: (820, 120))
      try app.hand.move(400)
      for _ in 0..<8 where app.requests.isEmpty {
        try app.hand.move(20)
        try app.settledPicture()
        try app.readWhatHasCome()
      }
      let before = try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertEqual(app.pagesLanded, 0, "the page was to land after the picture")
      try app.wait(for: "pager: loaded direction=previous")
      XCTAssertEqual(try travel(app, since: before), 0)
      try app.hand.move(-50)
      XCTAssertEqual(try travel(app, since: before), -50)
      try app.hand.release()
      try app.wait(for: "drag: end")
      XCTAssertEqual(app.lines.filter { $0 == "drag: begin" }.count, 1)
    }
  }

  // Stretched content is beyond its edge, like a rubber band. When a page lands, the edge disappears.
  func testAPageThatLandsUnderStretchedContentMovesNothing() throws {
    try AppUnderTest(.lines(400), ["--latency", "6000"]).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.wheel(up: 60)
      try app.wait(for: "pager: loading direction=previous")
      let atEdge = try app.settledPicture()
      try app.hand.press(at: (820, 300))
      try app.hand.move(150)
      try app.wait(for: "drag: begin")
      let before = try app.settledPicture()
      XCTAssertGreaterThan(try travel(app, since: atEdge), 40)
      try app.readWhatHasCome()
      XCTAssertEqual(app.pagesLanded, 0, "the page was to land after the picture")
      try app.wait(for: "pager: loaded direction=previous")
      XCTAssertEqual(try travel(app, since: before), 0)
      try app.hand.move(-20)
      XCTAssertEqual(try travel(app, since: before), -20)
      try app.hand.move(60)
      XCTAssertEqual(try travel(app, since: before), 40)
      try app.hand.release()
      try app.wait(for: "drag: end")
      XCTAssertEqual(try travel(app, since: before), 40)
      XCTAssertEqual(app.pullSteps, [])
    }
  }
}

extension Contents {
  /// The middle of the quote in the answer, which is the newest message and in view when the window opens.
  fileprivate static let quote: Hand.Place = (800, 630)
  /// The top of the answer's bubble.
  fileprivate static let answerTop = 585
  /// A place in the answer's text.
  fileprivate static let answerText: Hand.Place = (700, 668)
}
