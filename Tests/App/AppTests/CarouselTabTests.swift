import Foundation
import XCTest

@testable import AppTestSupport

/// The carousel by wheel and keys, on its own, and with changing cards.
final class CarouselTabTests: XCTestCase {
  func testABurstOfTheWheelIsOneCard() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try app.wheel(down: 6)
      try app.wait(for: "carousel: settle index=1")
      try app.carouselPicture()
      try app.wheel(up: 3)
      try app.wait(for: "carousel: settle index=0")
      try app.carouselPicture()
      // The same over the seam.
      try app.wheel(up: 1)
      try app.wait(for: "carousel: settle index=9")
      XCTAssertEqual(app.selects.dropFirst(), ["1 wheel", "0 wheel", "9 wheel"])
    }
  }

  func testKeysGoFromCardToCardAndOpenAFilm() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      let ways = [
        ("Right", 1), ("Right", 2), ("Left", 1), ("Home", 0), ("Left", 9), ("Right", 0), ("End", 9),
        ("Home", 0),
      ]
      for (key, index) in ways {
        try app.key(key)
        try app.wait(for: "carousel: settle index=\(index)")
      }
      XCTAssertEqual(app.selects.dropFirst(), ways.map { "\($0.1) key" }[...])
      let before = try app.carouselPicture()
      try app.key("Return")
      try app.wait(for: "carousel: activate index=0")
      try app.carouselPicture(unlike: before)
      try app.key("Escape")
      XCTAssertTrue(try app.carouselShowsInFocus(before))
    }
  }

  func testTheCardsDoNotMoveByThemselvesUntilTheyAreToldTo() throws {
    try AppUnderTest.atTheCarousel(self) { app in
      try app.readWhatHasCome()
      XCTAssertEqual(app.settles, ["0"])
      // The switch.
      try app.hand.click(at: (458, 728))
      try app.hand.point(at: AppUnderTest.parkingPlace)
      try app.wait(for: "carousel: select index=1 reason=program")
    }
  }

  func testTheCardInTheMiddleStaysWhileOthersComeAndGo() throws {
    try AppUnderTest.atTheCarousel(self, ["--latency", "300"]) { app in
      let before = try app.carouselPicture()
      for button in [AppUnderTest.insertButton, AppUnderTest.insertButton, AppUnderTest.shuffleButton] {
        let known = try app.carouselPicture()
        try app.hand.click(at: button)
        try app.carouselPicture(unlike: known)
        XCTAssertTrue(try app.carouselShows(before, in: AppUnderTest.middleCard))
      }
      try app.readWhatHasCome()
      XCTAssertEqual(app.selects.count, 1)
      try app.hand.click(at: AppUnderTest.loadLateButton)
      try app.wait(for: "carousel: settle index=0")
      try app.carouselPicture()
      try app.dragOneCard(forwards: true)
      try app.wait(for: "carousel: settle index=1")
    }
  }
}
