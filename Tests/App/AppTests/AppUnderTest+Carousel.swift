import Foundation
import XCTest

@testable import AppTestSupport

/// The Carousel and the Picker tab, and what the log tells of them.
extension AppUnderTest {
  /// Where the pointer is out of the way: beside the window, so that nothing is hovered.
  static let parkingPlace: Hand.Place = (10, 790)

  /// All of the window's content and its header's title: what a picture of the carousel consists of.
  static let carouselPlace = Screenshot.Rectangle(x: 56..<944, y: 44..<752)
  /// The card in the middle, without its rounded corners and without the arrows on its edges.
  static let middleCard = Screenshot.Rectangle(x: 170..<830, y: 140..<610)
  /// The window's content without the edges of the card in the middle, round which the focus shows itself for some
  /// seconds after a key.
  static let withinTheFocus = [
    Screenshot.Rectangle(x: 56..<134, y: 44..<690), Screenshot.Rectangle(x: 148..<852, y: 130..<618),
    Screenshot.Rectangle(x: 866..<944, y: 44..<690), Screenshot.Rectangle(x: 56..<944, y: 634..<690),
  ]
  /// Every card is in view here from top to bottom, also those beside the middle one.
  static let allCards = Screenshot.Rectangle(x: 58..<942, y: 176..<580)

  /// A place on the card in the middle, with room to drag either way.
  static let card: Hand.Place = (500, 300)

  /// The tool row's end, which stands at the window's edge; its icons are of one size whatever the font.
  static let insertButton: Hand.Place = (846, 728)
  static let removeButton: Hand.Place = (880, 728)
  static let shuffleButton: Hand.Place = (914, 728)
  static let loadLateButton: Hand.Place = (780, 728)

  /// Runs `body` with the Carousel tab, with ten cards in a ring, the first in the middle.
  static func atTheCarousel(
    _ test: XCTestCase, _ arguments: [String] = [], _ body: (AppUnderTest) throws -> Void
  ) throws {
    try AppUnderTest(.synthetic(10), ["--tab", "carousel"] + arguments).use(test) { app in
      try app.hand.point(at: parkingPlace)
      try app.wait(for: "carousel: settle index=0")
      try app.wait(for: "window: first-frame")
      try app.carouselPicture()
      try body(app)
    }
  }

  /// How the tab looks at rest, with the pointer away.
  @discardableResult
  func carouselPicture() throws -> Screenshot {
    try hand.point(at: Self.parkingPlace)
    return try settledPicture(in: Self.carouselPlace)
  }

  /// How the tab looks once it no longer looks as it did.
  @discardableResult
  func carouselPicture(unlike other: Screenshot) throws -> Screenshot {
    try hand.point(at: Self.parkingPlace)
    return try settledPicture(unlike: other, in: Self.carouselPlace)
  }

  /// Whether the tab comes to look as it did, with the pointer away.
  func carouselShows(_ picture: Screenshot, in place: Screenshot.Rectangle = carouselPlace) throws -> Bool {
    try hand.point(at: Self.parkingPlace)
    return try comesToShow(picture, in: place)
  }

  /// Whether the tab comes to look as it did, but for the focus.
  func carouselShowsInFocus(_ picture: Screenshot) throws -> Bool {
    try Self.withinTheFocus.allSatisfy { try carouselShows(picture, in: $0) }
  }

  /// Takes the current card away until `count` of the ten are left.
  func removeCards(from old: Int = 10, to count: Int) throws {
    for _ in count..<old {
      try hand.click(at: Self.removeButton)
      try wait(for: "carousel: settle index=")
    }
  }

  /// One drag of one card: over more than half of it, or over less of it and thrown.
  func dragOneCard(forwards: Bool, length: Int = 420) throws {
    let way = forwards ? -length : length
    try hand.swipe(from: (Self.card.x - way / 2, Self.card.y), by: (way, 0))
  }
}
