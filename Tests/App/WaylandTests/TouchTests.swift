import Foundation
import XCTest

@testable import AppTestSupport

/// The chat and the carousel by touch.
final class TouchTests: XCTestCase {
  private static let start: RemoteHand.Place = (400, 200)
  /// A place on the text of one of the messages, which have a line each.
  private static let word: RemoteHand.Place = (240, 290)

  func testTheListFollowsTheFingerPointForPoint() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      let before = try app.settledPicture()
      try app.hand.touch(at: Self.start)
      try app.hand.moveFinger(from: Self.start, to: (400, 400))
      let after = try app.picture(movedBy: 200, since: before)
      try app.hand.liftFingerAtRest()
      XCTAssertTrue(try app.comesToShow(after), "a finger that rests throws nothing")
    }
  }

  // A second touch must stop a fling without a jump.
  func testAFlingGoesOnAndIsCaughtByASecondTouch() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      func flick() throws {
        try app.hand.touch(at: Self.start)
        try app.hand.moveFinger(from: Self.start, to: (400, 260), milliseconds: 16)
        try app.hand.liftFinger()
      }
      let before = try app.settledPicture()
      try flick()
      let thrown = try app.settledPicture(unlike: before)
      let free = try XCTUnwrap(app.travel(from: before, to: thrown))
      XCTAssertGreaterThan(free, 60)
      try flick()
      // Lifted at once, since a finger that rests during screenshots opens the context menu.
      try app.hand.touch(at: (400, 300))
      try app.hand.liftFinger()
      let caught = try app.settledPicture(unlike: thrown)
      let held = try XCTUnwrap(app.travel(from: thrown, to: caught))
      XCTAssertLessThan(held, free)
    }
  }

  func testASecondFingerIsIgnored() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      let before = try app.settledPicture()
      try app.hand.touch(at: Self.start)
      try app.hand.moveFinger(from: Self.start, to: (400, 280))
      let first = try app.picture(movedBy: 80, since: before)
      try app.hand.touch(at: (600, 200), finger: 1)
      try app.hand.moveFinger(from: (600, 200), to: (600, 500), finger: 1)
      XCTAssertTrue(try app.comesToShow(first))
      try app.hand.liftFinger(1)
      try app.hand.moveFinger(from: (400, 280), to: (400, 320))
      try app.picture(movedBy: 120, since: before)
      try app.hand.liftFinger()
    }
  }

  func testALongPressOpensTheMenuOfTheMessageAndKeepsWhatIsSelected() throws {
    try WaylandApp.run(self, .lines(400)) { app in
      let before = try app.settledPicture()
      try app.hand.touch(at: Self.word)
      let menu = try app.settledPicture(unlike: before)
      try app.hand.liftFinger()
      XCTAssertTrue(try app.comesToShow(menu), "it stays open when the finger is lifted")
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(before))
      try app.hand.click(Self.word)
      let clicked = try app.settledPicture()
      var selected = clicked
      let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
      // A busy machine may be too slow for a double click.
      while selected.shows(clicked, in: WaylandApp.quietPlace) {
        guard deadline > Date() else { return XCTFail("nothing is selected") }
        for _ in 0..<2 { try app.hand.click(Self.word) }
        selected = try app.settledPicture()
      }
      try app.hand.touch(at: Self.word)
      let copying = try app.settledPicture(unlike: selected)
      XCTAssertFalse(copying.shows(menu, in: WaylandApp.quietPlace), "what is selected can be copied")
      try app.hand.liftFinger()
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(selected), "it stays selected")
    }
  }

  func testALongPressOnAMissingPictureOpensTheMenuThatLocatesIt() throws {
    try WaylandApp.run(self, .pictures([URL(fileURLWithPath: "/nonexistent/picture.png")])) { app in
      let before = try app.settledPicture(in: WaylandApp.content)
      try app.hand.touch(at: (120, 590))
      try app.settledPicture(unlike: before, in: WaylandApp.content)
      try app.hand.liftFinger()
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(before, in: WaylandApp.content))
    }
  }

  // MARK: Pulls

  func testACancelledPullLoadsNothingAndTheNextLoadsOnePage() throws {
    try WaylandApp.atTheTop(self) { app in
      let before = try app.settledPicture()
      let place = try app.pullUntilReady(.start)
      try app.hand.moveFinger(from: place, to: (place.x, place.y - 110))
      try app.waitForPull("ready", "pending")
      try app.waitForPull("pending", "none")
      try app.hand.liftFinger()
      try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertEqual(app.requests, [])
      try app.pullUntilReady(.start)
      try app.hand.liftFinger()
      try app.wait(for: "pager: loaded direction=previous count=60")
      try app.waitForPull("loading", "none")
      try app.picture(movedBy: 0, since: before, in: WaylandApp.textBelowOlder)
      XCTAssertEqual(app.requests, ["previous"])
      XCTAssertEqual(app.pullSteps.suffix(4), ProgramUnderTest.pullLoadSteps[...])
    }
  }

  func testAPullAtTheEndAsksForNewerMessages() throws {
    try WaylandApp.run(self, .lines(400), "--load-older", "pull") { app in
      try app.pullUntilReady(.end)
      try app.hand.liftFinger()
      try app.wait(for: "pager: loaded direction=next")
      try app.waitForPull("loading", "none", edge: "end")
      XCTAssertEqual(app.requests, ["next"])
      XCTAssertEqual(app.pullSteps, ProgramUnderTest.pullLoadSteps)
    }
  }

  // The page lands while the finger rests on the content. Each painted frame is checked.
  func testAPageThatLandsUnderAFingerMovesNoRowInAnyFrame() throws {
    try WaylandApp.whileAPageLoads(self) { app in
      let before = try app.restingPicture(in: WaylandApp.belowPull)
      try app.hand.touch(at: (400, 400))
      try app.hand.moveFinger(from: (400, 400), to: (400, 300))
      let strip = Screenshot.Rectangle(x: WaylandApp.text.x, y: WaylandApp.belowPull.y)
      let held = try app.picture(movedBy: -100, since: before, in: strip)
      guard try app.stillLoads() else { return false }
      try app.expectNoFrameUnlike(held, in: WaylandApp.belowPull) {
        try app.wait(for: "pager: loaded direction=previous count=60")
        try app.waitForPull("loading", "none")
      }
      try app.hand.moveFinger(from: (400, 300), to: (400, 340))
      try app.picture(movedBy: 40, since: held, "the finger holds the rows that it held")
      try app.hand.liftFinger()
      return true
    }
  }

  // MARK: The carousel

  func testASwipeTurnsOnePageAndATapOpensIt() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "carousel") { app in
      // Over more than half a page, which is also enough if a busy machine turns the swipe into a slow drag.
      try app.hand.swipe(from: (700, 300), to: (280, 300))
      try app.wait(for: "carousel: settle index=1")
      try app.hand.swipe(from: (280, 300), to: (700, 300))
      try app.wait(for: "carousel: settle index=0")
      try app.hand.tap(WaylandApp.middle)
      try app.wait(for: "carousel: activate index=0")
      XCTAssertEqual(app.selects.dropFirst(), ["1 drag", "0 drag"])
    }
  }

  // Arrow buttons were on the edges of the cards, and a swipe that began on one had no effect.
  func testASwipeThatBeginsOnTheEdgeOfACardTurnsThePage() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "carousel", size: Compositor.phoneSize) { app in
      try app.hand.swipe(from: (324, 264), to: (60, 264))
      try app.wait(for: "carousel: settle index=1")
      try app.hand.swipe(from: (36, 264), to: (300, 264))
      try app.wait(for: "carousel: settle index=0")
    }
  }
}

extension WaylandApp {
  /// The rows below a pull's indicator.
  static let belowPull = Screenshot.Rectangle(x: 60..<800, y: 200..<640)

  enum Edge: String {
    case start, end
  }

  /// Touches the list and pulls until a release would load a page, with that many pixels for each point. Returns the
  /// place of the finger.
  @discardableResult
  func pullUntilReady(_ edge: Edge, at scale: Double = 1) throws -> RemoteHand.Place {
    let way = Int((edge == .start ? 60 : -60) * scale)
    let start = Self.middle
    try hand.touch(at: start)
    try hand.moveFinger(from: start, to: (start.x, start.y + way))
    try waitForPull("none", "pending", edge: edge.rawValue)
    try hand.moveFinger(from: (start.x, start.y + way), to: (start.x, start.y + 2 * way))
    try waitForPull("pending", "ready", edge: edge.rawValue)
    return (start.x, start.y + 2 * way)
  }
}
