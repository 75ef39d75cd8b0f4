import XCTest

/// What GTK says about the program.
final class WarningTests: XCTestCase {
  // Two labels “reported min width -4” at each opening.
  func testTheShortcutsAreShownWithoutAWarning() throws {
    try AppUnderTest(messages: 12).use(self) { app in
      try app.wait(for: "window: first-frame")
      let before = try app.settledPicture()
      try app.key("ctrl+question")
      try app.settledPicture(unlike: before)
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.filter { $0.contains("Gtk-WARNING") }, [])
    }
  }
}
