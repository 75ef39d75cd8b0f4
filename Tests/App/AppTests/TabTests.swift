import XCTest

@testable import AppTestSupport

/// Switching tabs in the real program.
final class TabTests: XCTestCase {
  // The focus stayed in the hidden menu, and no key had an effect until a field was clicked.
  func testTheKeysWorkAfterAMenuWasLeftInASubmenu() throws {
    try AppUnderTest(.lines(40)).use(self) { app in
      try app.wait(for: "list: at-end value=true")
      try app.withMenu {
        try app.key("F10")
      } body: {
        // From the first entry back to the last submenu.
        for key in ["Up", "Up", "Return", "Escape"] { try app.key(key) }
      }
      try app.key("alt+2")
      try app.wait(for: "tabs: shown name=lab")
    }
  }

  // Messages that arrived meanwhile left the whole window blank after the return, until something else in it moved.
  func testTheChatIsDrawnAfterMessagesHaveComeWhileTheLabShowed() throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    try AppUnderTest(.synthetic(3_000), ["--load-older", "pull"], environment: bus.environment).use(self) {
      app in
      try app.wait(for: "pager: loaded")
      try app.settledPicture()
      // The entry of the demo's menu.
      try bus.activate("simulate-sender", inWindow: true)
      try app.wait(for: "chat: arrived")
      try app.goToTop()
      for _ in 0..<3 {
        try app.key("alt+2")
        try app.wait(for: "tabs: shown name=lab")
        try app.wait(for: "chat: arrived")
        try app.key("alt+1")
        try app.wait(for: "tabs: shown name=chat")
        let rows = Set(try app.settledPicture().pixels(in: AppUnderTest.quietPlace))
        XCTAssertGreaterThan(rows.count, 20, "rows of pixels; a blank window has a few shades of one colour")
      }
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.filter { $0.contains("without a current allocation") }, [])
    }
  }
}
