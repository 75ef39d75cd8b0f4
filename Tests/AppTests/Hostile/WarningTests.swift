import XCTest

@testable import AppTestSupport

/// What GTK says about the program.
final class WarningTests: XCTestCase {
  // In GTK's own window, two labels “reported min width -4” at each opening.
  func testTheShortcutsAreShownWithoutAWarning() throws {
    try AppUnderTest(messages: 12).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.key("ctrl+question")
      try app.display.run("xdotool", "search", "--sync", "--onlyvisible", "--name", "^Keyboard Shortcuts$")
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.filter { $0.contains("-WARNING") || $0.contains("-CRITICAL") }, [])
    }
  }

  // “Trying to snapshot … without a current allocation”, and popovers of negative sizes.
  func testNoTabAndNoMenuWarnsAtAnySize() throws {
    try AppUnderTest(messages: 200).use(self) { app in
      try app.wait(for: "window: first-frame")
      let window = try app.window()
      for (number, tab) in ["chat", "lab", "feed", "carousel", "picker"].enumerated() {
        // On a busy machine the last menu may still be open, and take the key.
        for _ in 0..<10 where !app.lines.contains("tabs: shown name=\(tab)") {
          try app.key("alt+\(number + 1)")
          try app.settledPicture()
          try app.readWhatHasCome()
        }
        XCTAssertTrue(app.lines.contains("tabs: shown name=\(tab)"), tab)
        for (width, isNarrow) in [(360, true), (1_000, false)] {
          try app.display.run("xdotool", "windowsize", window, "\(width)", isNarrow ? "294" : "800")
          try app.wait(for: "window: layout narrow=\(isNarrow)")
          try app.display.run(
            "xdotool", "key", "--delay", "50", "F10", "Down", "Escape", "Escape", "Menu", "Down", "Escape",
            "Escape")
        }
      }
      try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.filter { $0.contains("-WARNING") || $0.contains("-CRITICAL") }, [])
    }
  }
}
