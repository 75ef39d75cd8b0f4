import Foundation
import XCTest

@testable import AppTestSupport

/// GTK's warnings about the program. A warning also fails the other tests: see `TestedProgram.use`.
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

  func testAWarningOfALibraryIsToldFromALineOfTheLog() throws {
    let script = FileManager.default.temporaryDirectory.appendingPathComponent("warns-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: script) }
    let text = """
      #!/bin/sh
      echo "warning: Gtk-WARNING ** is what GTK says" >&2
      echo "(backscroll:7): Gtk-WARNING **: 12:00:00.000: GtkLabel 0x1 (label) reported min width -4" >&2
      echo "(backscroll:7): GLib-GObject-CRITICAL **: 12:00:00.000: a signal is not there" >&2
      echo "(backscroll:7): Gtk-DEBUG: 12:00:00.000: nothing" >&2
      """
    try text.write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    try AppUnderTest(.synthetic(1), program: script).use(self, allowsWarnings: true) { app in
      XCTAssertEqual(try app.ended(), 0)
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.count, 4)
      XCTAssertEqual(app.warnings, Array(app.lines[1...2]))
    }
  }
}
