import XCTest

@testable import AppTestSupport

/// The meaning of a press on a card: a click, a drag, or a hold on moving cards.
final class CarouselHandTests: XCTestCase {
  /// Pixels that a press may move and still be a click.
  private static let slop = 8

  // The first press after a drag was lost.
  func testAPressWithinTheSlopOpensTheFilmAndEachWayBackIsExact() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try app.dragOneCard(forwards: true)
      try app.wait(for: "carousel: settle index=1")
      let before = try app.carouselPicture()
      let waysBack: [(String, () throws -> Void)] = [
        ("Escape", { try app.key("Escape") }),
        ("the button", { try app.hand.click(at: (82, 68)) }),
        ("Alt+Left", { try app.key("alt+Left") }),
      ]
      for (name, goBack) in waysBack {
        try app.hand.press(at: AppUnderTest.card)
        try app.hand.move(by: (Self.slop - 1, -3))
        try app.hand.release()
        try app.wait(for: "carousel: activate index=1")
        try app.carouselPicture(unlike: before)
        try goBack()
        XCTAssertTrue(try app.carouselShowsInFocus(before), "back by \(name)")
      }
      XCTAssertEqual(app.settles, ["0", "1"])
      XCTAssertEqual(app.activations, ["1", "1", "1"])
    }
  }

  func testAPressBeyondTheSlopOpensNothing() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      let before = try app.carouselPicture()
      // Along and across; the last ones return to the place of the press.
      for ways in [
        [(Self.slop + 1, 0)], [(-30, 0)], [(0, 12)], [(0, 80)], [(40, 0), (-40, 0)], [(0, 40), (0, -40)],
      ] {
        try app.hand.press(at: AppUnderTest.card)
        for way in ways { try app.hand.move(by: way) }
        // Without a velocity that would turn the page.
        try app.settledPicture()
        try app.hand.release()
        XCTAssertTrue(try app.carouselShows(before), "after \(ways)")
      }
      // All events before it are handled when this one is.
      try app.wheel(down: 1)
      try app.wait(for: "carousel: settle index=1")
      XCTAssertEqual(app.activations, [])
      XCTAssertEqual(app.selects.dropFirst(), ["1 wheel"])
    }
  }

  // The card jumped to its destination, or back, when it was caught.
  func testADragBegunBeforeTheCardsAreAtRestGoesOnFromWhereTheyAre() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try catchInMotion(app)
      let caught = try app.settledPicture(in: AppUnderTest.middleCard)
      try app.hand.move(by: (-60, 0))
      try app.settledPicture(unlike: caught, in: AppUnderTest.middleCard)
      // The slop of a drag is not compensated: when nothing has moved, the pointer is that far from the press.
      try app.hand.move(by: (60 - Self.slop, 0))
      XCTAssertTrue(try app.comesToShow(caught, in: AppUnderTest.middleCard))
      let before = app.settles.count
      try app.hand.flick(by: (-300, 0))
      try app.wait(for: "carousel: settle index=")
      XCTAssertEqual(app.settles.count, before + 1)
      XCTAssertEqual(app.selects.suffix(2), ["1 drag", "2 drag"])
      XCTAssertEqual(app.settles.last, "2")
      XCTAssertEqual(app.activations, [])
    }
  }

  /// Throws the first card, and catches it in motion. On a busy machine it may be too late for that.
  private func catchInMotion(_ app: AppUnderTest) throws {
    for _ in 0..<5 {
      let known = app.settles.count
      try app.hand.swipeAndCatch(from: AppUnderTest.card, by: (-120, 0), afterMilliseconds: 60)
      try app.wait(for: "carousel: select index=1")
      try app.settledPicture(in: AppUnderTest.middleCard)
      try app.readWhatHasCome()
      if app.settles.count == known { return XCTAssertEqual(app.selects.last, "1 drag") }
      // Far away, so that no film is opened.
      try app.hand.move(by: (0, 60))
      try app.hand.release()
      try app.wheel(up: 1)
      try app.wait(for: "carousel: settle index=0")
    }
    throw TestFault("The cards came to rest each time before they were caught")
  }

  // Each throw counts, also if it catches the cards of the previous one: it starts from their present place.
  func testFiveFastSwipesMoveFiveCards() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      let start: Hand.Place = (500, 300)
      try app.hand.swipe(from: start, by: (-120, 0), times: 5)
      try app.wait(for: "carousel: settle index=5")
      XCTAssertEqual(app.selects.dropFirst(), ["1 drag", "2 drag", "3 drag", "4 drag", "5 drag"])
      try app.hand.swipe(from: start, by: (120, 0), times: 5)
      try app.wait(for: "carousel: settle index=0")
      XCTAssertEqual(
        app.selects.dropFirst(6), ["4 drag", "3 drag", "2 drag", "1 drag", "0 drag"])
      XCTAssertEqual(app.activations, [])
    }
  }
}
