import XCTest

@testable import AppTestSupport

/// The option picker of the real program.
final class PickerTests: XCTestCase {
  /// The picker and the strip that shows its pages. The log beside them contains the time.
  private static let panels = Screenshot.Rectangle(x: 66..<592, y: 148..<744)
  private static let middle: Hand.Place = (329, 273)

  /// Places in the row of sets.
  private enum Sets {
    static let none: Hand.Place = (161, 121)
    static let one: Hand.Place = (211, 121)
    static let two: Hand.Place = (247, 121)
  }

  private func atThePicker(_ body: (AppUnderTest) throws -> Void) throws {
    try AppUnderTest(.synthetic(10), ["--tab", "picker"]).use(self) { app in
      try app.hand.point(at: AppUnderTest.parkingPlace)
      try app.wait(for: "picker: layout index=0 option=\"option one\"")
      try picture(app)
      try body(app)
    }
  }

  @discardableResult
  private func picture(_ app: AppUnderTest) throws -> Screenshot {
    try app.hand.point(at: AppUnderTest.parkingPlace)
    return try app.settledPicture(in: Self.panels)
  }

  func testAClickAnywhereGoesOnByOneOptionAndRound() throws {
    try atThePicker { app in
      let before = try picture(app)
      // The window, a neighbour, the edge, a corner.
      let ways: [(Hand.Place, String)] = [
        (Self.middle, "1 option=\"option two\""), ((500, 273), "2 option=\"option three\""),
        ((84, 250), "3 option=\"option four\""), ((570, 405), "0 option=\"option one\""),
      ]
      for (place, name) in ways {
        try app.hand.click(at: place)
        try app.wait(for: "picker: settle index=\(name)")
      }
      XCTAssertEqual(app.pickerSettles, ["1", "2", "3", "0"])
      XCTAssertTrue(try app.comesToShow(before, in: Self.panels))
    }
  }

  // No click is lost, and options that only pass by are not reported.
  func testQuickClicksCountEach() throws {
    try atThePicker { app in
      try app.hand.point(at: Self.middle)
      try app.display.run("xdotool", "click", "--repeat", "7", "--delay", "20", "1")
      try app.wait(for: "picker: settle index=3")
      try picture(app)
      try app.readWhatHasCome()
      XCTAssertEqual(app.pickerSettles.last, "3")
    }
  }

  func testADragPagesEitherWayAndRound() throws {
    try atThePicker { app in
      let before = try picture(app)
      for (way, index) in [(-100, 1), (100, 0), (100, 3), (-100, 0)] {
        try app.hand.swipe(from: Self.middle, by: (way, 0))
        try app.wait(for: "picker: settle index=\(index)")
      }
      XCTAssertEqual(app.pickerSettles, ["1", "0", "3", "0"])
      XCTAssertTrue(try app.comesToShow(before, in: Self.panels))
    }
  }

  func testWithNoneOrOneOptionNothingMoves() throws {
    try atThePicker { app in
      for set in [Sets.none, Sets.one] {
        let known = try picture(app)
        try app.hand.click(at: set)
        let before = try picture(app)
        XCTAssertFalse(before.shows(known, in: Self.panels), "these are other options")
        try app.hand.click(at: Self.middle)
        try app.hand.swipe(from: Self.middle, by: (-100, 0))
        try app.hand.point(at: Self.middle)
        try app.wheel(down: 2, at: Self.middle)
        XCTAssertTrue(try app.comesToShow(before, in: Self.panels))
      }
      try app.hand.click(at: Sets.two)
      try picture(app)
      try app.hand.click(at: Self.middle)
      try app.wait(for: "picker: settle index=1")
      XCTAssertEqual(app.pickerSettles, ["1"])
    }
  }
}
