import XCTest

@testable import AppTestSupport

final class ReadingTests: XCTestCase {
  func testOpensOnTheNewestMessageAtTheEnd() throws {
    try AppUnderTest(messages: 500).use(self) { app in
      try app.wait(for: "window: first-frame ms=")
      try app.wait(for: "list: at-end value=true")
      XCTAssertTrue(app.lines.contains("tabs: shown name=chat"))
    }
  }

  // There were two requests for the same page in flight, or requests one after another for ever.
  func testTheWheelLoadsOlderPagesOneAtATimeDownToTheFirstMessage() throws {
    try AppUnderTest(messages: 300).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      var loaded = 60
      while loaded < 300 {
        try app.wheel(up: 150)
        let line = try app.wait(for: "pager: loaded direction=previous")
        loaded += Int(line.split(separator: " ").first { $0.hasPrefix("count=") }!.dropFirst(6))!
      }
      XCTAssertEqual(loaded, 300)
      let events = app.lines.filter { $0.contains("direction=previous") }.map {
        $0.hasPrefix("pager: loading")
      }
      for (first, second) in zip(events, events.dropFirst()) {
        XCTAssertFalse(first && second, "a page was asked for while another was on its way")
      }
    }
  }

  // After a page landed, the reader's place had changed: measured here in pixels of the real window.
  func testNothingInTheLowerHalfOfTheWindowMovesWhenAPageLands() throws {
    try AppUnderTest(messages: 2000, "--latency", "8000").use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.wheel(up: 70)
      try app.wait(for: "pager: loading direction=previous")
      let before = try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertEqual(app.pagesLanded, 0, "the page was to land after the picture")
      try app.wait(for: "pager: loaded direction=previous")
      let after = try app.settledPicture()
      // Left of the scrollbar, which does move.
      let width = 80..<before.width / 2
      let height = before.height / 2..<before.height * 3 / 4
      XCTAssertEqual(before.pixels(x: width, y: height), after.pixels(x: width, y: height))
    }
  }

  func testASentMessageIsStoredBeforeItIsShown() throws {
    try AppUnderTest(messages: 200).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.wheel(up: 30)
      try app.wait(for: "list: at-end value=false")
      try app.type("hello from the test")
      try app.key("Return")
      try app.wait(for: "chat: stored")
      try app.wait(for: "list: at-end value=true")
      let info = try AppUnderTest.command(["info", app.archivePath])
      XCTAssertEqual(info.status, 0)
      XCTAssertTrue(info.out.contains("201"), info.out)
    }
  }

  func testControlEndGoesToTheEndFromFarAway() throws {
    try AppUnderTest(messages: 2000).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.wheel(up: 150)
      try app.wait(for: "list: at-end value=false")
      try app.key("ctrl+End")
      try app.wait(for: "list: at-end value=true")
    }
  }

  func testControlGGoesToADateThatIsTyped() throws {
    try AppUnderTest(messages: 2000).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.key("ctrl+g")
      try app.wait(for: "chat: go-to-date state=opened")
      try app.type("31 feb")
      try app.key("Escape")
      try app.wait(for: "chat: go-to-date state=closed")
      try app.key("ctrl+g")
      try app.wait(for: "chat: go-to-date state=opened")
      // Earlier than all messages, so the first one is the nearest.
      try app.type("2001")
      try app.key("Return")
      try app.wait(for: "chat: go-to-date state=chosen id=1")
      try app.wait(for: "list: at-end value=false")
    }
  }

  // The date appeared below the pointer, and the wheel no longer scrolled.
  func testTheFloatingDatePassesOnTheWheelAndOpensTheDates() throws {
    try AppUnderTest(messages: 500).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      let place = try app.floatingDatePlace()
      try app.wheel(up: 150, at: place)
      try app.wait(for: "pager: loaded direction=previous")
      // From a place beside it, while it is visible.
      try app.hand.point(at: (place.x + 200, place.y + 200))
      try app.wheel(down: 1, at: (place.x + 200, place.y + 200))
      try app.hand.click(at: place)
      try app.wait(for: "chat: go-to-date state=opened form=popover")
      try app.key("Escape")
      try app.wait(for: "chat: go-to-date state=closed")
    }
  }

  // The composer has the focus most of the time, and its Page Up had no effect.
  func testPageKeysScrollTheMessagesWhileOneWrites() throws {
    try AppUnderTest(messages: 200).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.type("half a sent")
      try app.key("Prior")
      try app.wait(for: "list: at-end value=false")
      try app.key("Next")
      try app.wait(for: "list: at-end value=true")
      try app.type("ence")
      try app.key("Return")
      try app.wait(for: "chat: stored")
    }
  }

  // With the focus on a button, these keys had no effect.
  func testPageKeysAndHomeScrollTheMessagesWhateverHasTheFocus() throws {
    try AppUnderTest(messages: 200).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      // To the button beside the composer.
      try app.key("shift+Tab")
      for (key, isAtEnd) in [("Prior", false), ("End", true), ("Home", false), ("End", true)] {
        try app.key(key)
        try app.wait(for: "list: at-end value=\(isAtEnd)")
      }
    }
  }

  func testAClickOnAMessageGivesItTheKeys() throws {
    try AppUnderTest(messages: 200).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.type("half a sentence")
      try app.hand.click(at: (500, 400))
      // In the composer, the key moves to the start of the text.
      try app.key("Home")
      try app.wait(for: "list: at-end value=false")
    }
  }
}
