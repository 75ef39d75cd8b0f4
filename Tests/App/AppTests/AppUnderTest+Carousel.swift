import Foundation
import XCTest

@testable import AppTestSupport

/// The Carousel and the Picker tab, and their lines in the log.
extension AppUnderTest {
  /// A place for the pointer beside the window, so that nothing is hovered.
  static let parkingPlace: Hand.Place = (10, 790)

  /// The window's content and its header's title, which a screenshot of the carousel contains.
  static let carouselPlace = Screenshot.Rectangle(x: 56..<944, y: 44..<752)
  /// The middle card, without its rounded corners and without the arrows on its edges.
  static let middleCard = Screenshot.Rectangle(x: 170..<830, y: 140..<610)
  /// The window's content without the edges of the middle card, at which the focus ring is visible for some seconds
  /// after a key.
  static let withinTheFocus = [
    Screenshot.Rectangle(x: 56..<134, y: 44..<690), Screenshot.Rectangle(x: 148..<852, y: 130..<618),
    Screenshot.Rectangle(x: 866..<944, y: 44..<690), Screenshot.Rectangle(x: 56..<944, y: 634..<690),
  ]
  /// The area in which every card, also those beside the middle one, is in view from top to bottom.
  static let allCards = Screenshot.Rectangle(x: 58..<942, y: 176..<580)

  /// A place on the middle card, with room to drag in both directions.
  static let card: Hand.Place = (500, 300)

  /// The end of the tool row, which is at the window's edge. The size of its icons does not depend on the font.
  static let insertButton: Hand.Place = (846, 728)
  static let removeButton: Hand.Place = (880, 728)
  static let shuffleButton: Hand.Place = (914, 728)
  static let loadLateButton: Hand.Place = (780, 728)

  /// Runs `body` with the Carousel tab, with ten cards in a ring and the first in the middle.
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

  /// A screenshot of the tab at rest, with the pointer away.
  @discardableResult
  func carouselPicture() throws -> Screenshot {
    try hand.point(at: Self.parkingPlace)
    return try settledPicture(in: Self.carouselPlace)
  }

  /// A screenshot of the tab once it has changed.
  @discardableResult
  func carouselPicture(unlike other: Screenshot) throws -> Screenshot {
    try hand.point(at: Self.parkingPlace)
    return try settledPicture(unlike: other, in: Self.carouselPlace)
  }

  /// Whether the tab returns to its former look, with the pointer away.
  func carouselShows(_ picture: Screenshot, in place: Screenshot.Rectangle = carouselPlace) throws -> Bool {
    try hand.point(at: Self.parkingPlace)
    return try comesToShow(picture, in: place)
  }

  /// Whether the tab returns to its former look, apart from the focus.
  func carouselShowsInFocus(_ picture: Screenshot) throws -> Bool {
    try Self.withinTheFocus.allSatisfy { try carouselShows(picture, in: $0) }
  }

  /// Removes the current card until `count` of the ten are left.
  func removeCards(from old: Int = 10, to count: Int) throws {
    for _ in count..<old {
      try hand.click(at: Self.removeButton)
      try wait(for: "carousel: settle index=")
    }
  }

  /// One drag of a card: over more than half of it, or a shorter throw.
  func dragOneCard(forwards: Bool, length: Int = 420) throws {
    let way = forwards ? -length : length
    try hand.swipe(from: (Self.card.x - way / 2, Self.card.y), by: (way, 0))
  }
}
