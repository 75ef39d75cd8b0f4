import XCTest

@testable import AppTestSupport

/// Going round the ring, and the pictures on the way.
final class CarouselRoundTests: XCTestCase {
  /// Points between two cards, and the light parts at their edges.
  private static let gap = 16
  /// The least points beside a single card.
  private static let margin = 60

  // A round ends where it began, for any number of cards, without accumulated or remaining offsets.
  func testAsManyDragsAsThereAreCardsComeBackToTheSamePicture() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      var count = 10
      for next in [10, 4, 3, 2] {
        try app.removeCards(from: count, to: next)
        count = next
        try assertRoundsEndWhereTheyBegan(app, count)
      }
    }
  }

  // The other two styles: cards with more resistance at the edge, and small ones.
  func testARoundOfTheOtherStylesEndsWhereItBegan() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try app.removeCards(to: 3)
      for style in [(x: 100, y: 728), (x: 159, y: 728)] {
        let before = try app.carouselPicture()
        try app.hand.click(at: style)
        try app.carouselPicture(unlike: before)
        // The cards of one style have more resistance, those of the other are small.
        try assertRoundsEndWhereTheyBegan(app, 3, dragLength: 200)
      }
    }
  }

  private func assertRoundsEndWhereTheyBegan(_ app: AppUnderTest, _ count: Int, dragLength: Int = 420) throws
  {
    let before = try app.carouselPicture()
    for forwards in [true, false] {
      let indices = forwards ? Array(1..<count) + [0] : (0..<count).reversed()
      for index in indices {
        let known = app.selects.count
        try app.dragOneCard(forwards: forwards, length: dragLength)
        try app.wait(for: "carousel: settle index=")
        XCTAssertEqual(Array(app.selects.dropFirst(known)), ["\(index) drag"])
        XCTAssertEqual(app.settles.last, "\(index)")
      }
      XCTAssertTrue(
        try app.carouselShows(before),
        "\(count) cards, \(forwards ? "forwards" : "backwards"): another picture")
    }
  }

  // If only each end is copied, or pages are made late, the neighbour's place is empty for a moment.
  func testNothingIsBlankAtTheSeamUnderAHandThatGoesSlowly() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try app.removeCards(to: 3)
      for count in [3, 2] {
        try app.removeCards(from: 3, to: count)
        try app.carouselPicture()
        // From the first card over the last to the one before, and all the way back and beyond.
        try app.hand.press(at: (160, 300))
        for way in [200, 200, 200, -300, -340] {
          try app.hand.move(by: (way, 0), .quick)
          try assertNothingIsBlank(app.settledPicture(), "\(count) cards, after \(way)")
        }
        try app.hand.release()
        try app.carouselPicture()
      }
      // Otherwise the blank area would not be detected.
      try app.removeCards(from: 2, to: 1)
      let lone = try app.carouselPicture()
      XCTAssertGreaterThan(lone.widestBlank(in: AppUnderTest.allCards), Self.margin)
    }
  }

  func testNothingIsBlankWhileTheSeamGoesBy() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      var pictures = 0
      for forwards in [false, true, false, true] {
        try app.dragOneCard(forwards: forwards)
        let known = app.settles.count
        repeat {
          try assertNothingIsBlank(app.display.screenshot(), "in motion")
          pictures += 1
          try app.readWhatHasCome()
        } while app.settles.count == known && pictures < 1_000
      }
      XCTAssertEqual(app.settles.dropFirst(), ["9", "0", "9", "0"])
    }
  }

  private func assertNothingIsBlank(_ picture: Screenshot, _ place: String) {
    XCTAssertLessThanOrEqual(picture.widestBlank(in: AppUnderTest.allCards), Self.gap, place)
  }
}
