import Foundation
import XCTest

@testable import AppTestSupport

/// The feed in the real program, on the sample: 300 repositories on ten pages.
final class FeedTests: XCTestCase {
  private static let pages = (1...10).map { "\($0)" }

  // C1, 35.
  func testTheWheelAsksForEachPageOnceAndInOrderDownToTheEnd() throws {
    try AppUnderTest.atTheFeed(self) { app in
      XCTAssertEqual(app.feed("loading", "page"), ["1"], "the first page fills the window")
      try app.wheelDown(everyMilliseconds: 8, until: "feed: end total=300")
      // Beyond the end, back to the start and down again.
      try app.wheel(down: 40)
      try app.settledPicture()
      try app.wheel(up: 500)
      try app.settledPicture()
      try app.wheel(down: 500)
      try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("loading", "page"), Self.pages)
      XCTAssertEqual(Set(app.feed("loading", "generation")), ["1"])
      XCTAssertEqual(app.feed("loaded", "page"), Self.pages)
      XCTAssertEqual(app.feed("loaded", "count"), Self.pages.map { _ in "30" })
      XCTAssertEqual(app.feed("loaded", "total"), (1...10).map { "\($0 * 30)" })
      XCTAssertEqual(app.feed("end", "total"), ["300"])
      XCTAssertEqual(app.feed("failed", "page"), [])
    }
  }

  // C2 against C3: the same input, the same latency.
  func testPagesAreAwaitedInViewAtTheLastRowButNotThreeRowsAhead() throws {
    try AppUnderTest.atTheFeed(self) { app in
      try app.wheelDown(everyMilliseconds: Self.tempo, until: "feed: loaded page=3", resting: true)
      XCTAssertEqual(app.feed("loading", "page"), ["1", "2", "3"])
      XCTAssertEqual(app.feed("loading", "below").dropFirst(), ["3", "3"], "rows not yet in view")
      XCTAssertEqual(app.feed("waiting", "page"), [])
      try app.choose(.loadLate)
      try app.wait(for: "feed: prefetch rows=0")
      // On a busy machine the input is slower, and a page can land before the end is reached. A later one is awaited.
      try app.wheelDown(everyMilliseconds: Self.tempo, until: "feed: waiting")
      XCTAssertEqual(Set(app.feed("loading", "below").dropFirst(3)), ["0"])
      XCTAssertTrue(
        Set(app.feed("waiting", "page")).isSubset(of: app.feed("loading", "page").dropFirst(3)),
        "none of the pages that were loaded ahead")
    }
  }

  /// Milliseconds between notches, each of which moves less than a row, as for a person who reads while scrolling.
  private static let tempo = 130

  // C7, 40.
  func testARepositoryAndBackAsksForNothingAndMovesNothing() throws {
    try AppUnderTest.atTheFeed(self) { app in
      try app.wheel(down: 37)
      try app.wait(for: "feed: loaded page=2")
      let before = try app.feedPicture()
      let asked = app.feed("loading", "page")
      let ways: [(AppUnderTest) throws -> Void] = [
        { try $0.key("Escape") }, { try $0.key("alt+Left") },
        { try $0.hand.click(at: AppUnderTest.backButton) },
      ]
      for goBack in ways {
        try app.hand.click(at: AppUnderTest.feedRow)
        try app.wait(for: "feed: detail repository=")
        try app.settledPicture(unlike: before)
        try goBack(app)
        try app.wait(for: "feed: back")
        try app.hand.point(at: AppUnderTest.parkingPlace)
        XCTAssertTrue(try app.comesToShow(before, in: AppUnderTest.quietPlace))
      }
      for tab in ["chat", "lab"] {
        try app.key(tab == "chat" ? "alt+1" : "alt+2")
        try app.wait(for: "tabs: shown name=\(tab)")
        try app.settledPicture(unlike: before)
        try app.key("alt+3")
        try app.wait(for: "tabs: shown name=feed")
        try app.hand.point(at: AppUnderTest.parkingPlace)
        XCTAssertTrue(try app.comesToShow(before, in: AppUnderTest.quietPlace))
      }
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("loading", "page"), asked)
    }
  }

  // C5.
  func testAPullAndTheKeyAskAnewAndTheOldRowsStayUntilTheAnswer() throws {
    try AppUnderTest.atTheFeed(self, latency: 4_000) { app in
      let before = try app.feedPicture()
      for generation in 2...3 {
        if generation == 2 {
          try app.hand.drag(from: (500, 250), 160)
          try app.hand.point(at: AppUnderTest.parkingPlace)
        } else {
          try app.key("F5")
        }
        try app.wait(for: "feed: loading page=1 generation=\(generation)")
        // Below the indicator at the top, before and after the answer; a pulled list springs back first.
        XCTAssertTrue(try app.comesToShow(before, in: Self.belowTheIndicator))
        try app.readWhatHasCome()
        XCTAssertEqual(app.feed("loaded", "page").count, generation - 1, "the picture came too late")
        try app.wait(for: "feed: loaded page=1 count=30 total=30")
        try XCTAssertTrue(app.feedPicture().shows(before, in: Self.belowTheIndicator))
      }
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("loading", "generation"), ["1", "2", "3"])
      XCTAssertEqual(app.feed("loaded", "count"), ["30", "30", "30"])
    }
  }

  private static let aboveTheFooter = Screenshot.Rectangle(x: 160..<840, y: 240..<600)
  private static let belowTheIndicator = Screenshot.Rectangle(x: 60..<930, y: 380..<620)

  // 38.
  func testAPageThatFailsSaysSoAtTheEndAndIsTriedAgainOnce() throws {
    try AppUnderTest.atTheFeed(self) { app in
      try app.choose(.failNext)
      try app.wait(for: "feed: fail-next")
      try app.wheel(down: 80)
      try app.wait(for: "feed: failed page=2 reason=")
      let failed = try app.feedPicture()
      // Further wheel movement at the end requests nothing.
      try app.wheel(down: 20)
      try XCTAssertEqual(
        app.feedPicture().pixels(in: AppUnderTest.quietPlace), failed.pixels(in: AppUnderTest.quietPlace))
      XCTAssertEqual(app.feed("loading", "page"), ["1", "2"])
      try app.hand.click(at: AppUnderTest.footerRetry)
      try app.wait(for: "feed: loaded page=2 count=30 total=60")
      let after = try app.feedPicture()
      XCTAssertTrue(after.shows(failed, in: Self.aboveTheFooter), "the reader was carried past the page")
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("loading", "page"), ["1", "2", "2"])
      XCTAssertEqual(Set(app.feed("loading", "generation")), ["1"])
    }
  }
}
