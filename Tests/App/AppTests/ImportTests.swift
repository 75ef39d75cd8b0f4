import Foundation
import Gtk
import XCTest

@testable import AppTestSupport

/// Exports that are imported through the program's window, with real drags.
final class ImportTests: XCTestCase {
  private static func export(in folder: URL, messages: Int) throws -> String {
    let texts = (0..<messages).map {
      """
      {"id": \($0), "type": "message", "date_unixtime": "\(1_800_000_000 + $0)", "from": "Ann", \
      "from_id": "user1", "text": "Number \($0)"}
      """
    }
    let file = folder.appendingPathComponent("result.json")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try """
    {"name": "Ann", "type": "personal_chat", "id": 1, "messages": [\(texts.joined(separator: ","))]}
    """.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  func testAnExportDraggedOntoTheWindowIsImported() throws {
    try AppUnderTest(.lines(40)).use(self) { app in
      try app.wait(for: "window: first-frame")
      let before = try app.settledPicture()
      let file = try Self.export(in: app.folder, messages: 3)
      try DragSource.with([file], on: app.display) { source in
        // Over the composer, which takes text, and must not receive the files' names.
        try app.hand.press(at: source)
        try app.hand.move(by: (500 - source.x, 735 - source.y))
        try app.wait(for: "import: hovering files=1")
        XCTAssertFalse(try app.settledPicture().shows(before, in: AppUnderTest.quietPlace), "no hint")
        try app.hand.release()
        try app.wait(for: "import: surveyed chats=1 messages=3")
        try app.settledPicture()
        // The window of the drag source still has the keyboard.
        try app.hand.click(at: (500, 500))
        try app.key("Return")
        try app.wait(for: "import: begin file=\(file)")
        try app.wait(for: "import: done messages=3 conversations=1")
      }
      XCTAssertEqual(try Contents.newestText(in: app.archivePath), "Number 2")
    }
  }

  func testADragWhoseSourceCrashesEnds() throws {
    try AppUnderTest(.lines(40)).use(self) { app in
      try app.wait(for: "window: first-frame")
      let file = try Self.export(in: app.folder, messages: 3)
      try DragSource.with([file], on: app.display) { source in
        try app.hand.press(at: source)
        try app.hand.move(by: (500 - source.x, 400 - source.y))
        try app.wait(for: "import: hovering files=1")
      }
      try app.hand.release()
      try app.hand.move(by: (20, 20))
      try app.wait(for: "import: drag-lost")
      try DragSource.with([file], on: app.display) { source in
        try app.hand.press(at: source)
        try app.hand.move(by: (500 - source.x, 400 - source.y))
        try app.wait(for: "import: hovering files=1")
        try app.hand.release()
        try app.wait(for: "import: surveyed chats=1 messages=3")
      }
    }
  }

  func testAnExportThatIsOpenedIsOfferedAndImportedOnAKey() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    let file = try Self.export(in: home.appendingPathComponent("Holiday"), messages: 3)
    try AppUnderTest(.lines(2), [file], home: home, opens: false).use(self) { app in
      try app.wait(for: "import: offered file=\(file)")
      try app.wait(for: "import: surveyed")
      try app.settledPicture()
      func place() -> String? {
        // The tool fails while there is no window.
        let found = try? app.display.run(
          "xdotool", "search", "--onlyvisible", "--name", "Backscroll$", "getwindowgeometry", "%@")
        return found.map { String(decoding: $0, as: UTF8.self).split(separator: "\n").dropFirst().joined() }
      }
      let before = place()
      XCTAssertNotNil(before)
      try app.key("Return")
      // The synthetic conversation does not belong to the user, so a new archive is created, whose window replaces the demo's.
      let path = home.appendingPathComponent("backscroll/My Chats.sqlite").path
      try app.wait(for: "import: begin file=\(file) files=1 into=\"\(path)\"")
      try app.wait(for: "import: done messages=3 conversations=1")
      try app.wait(for: "archive: opened conversations=1 path=\"\(path)\"")
      try app.wait(until: "the demo's window is gone") {
        // The tool fails while there is no window.
        let names = try? app.display.run(
          "xdotool", "search", "--onlyvisible", "--name", "Backscroll$", "getwindowname", "%@")
        return names == Data("Ann – Backscroll\n".utf8)
      }
      XCTAssertEqual(place(), before, "the window seems to be the same")
    }
  }

  // GTK's own dialog took the focus from the field, and then did nothing.
  func testTheButtonOfTheDialogTakesATypedPath() throws {
    // The name of a folder is completed late there, over what is typed meanwhile, and with criticals.
    try XCTSkipUnless(gtkVersion.hasPrefix("4.8."), "GTK \(gtkVersion) changes a path while it is typed")
    try AppUnderTest(.lines(2)).use(self) { app in
      try app.wait(for: "window: first-frame")
      let file = try Self.export(in: app.folder, messages: 3)
      let own = try app.windows(1)
      try app.key("ctrl+i")
      try app.display.run(
        "xdotool", "search", "--sync", "--name", "^Import Chats$", "windowactivate", "--sync")
      let dialog = try app.window()
      XCTAssertNotEqual([dialog], own)
      var shown: [Data] = []
      func isSettled(unlike before: [Data] = []) throws -> Bool {
        let last = shown
        let picture = try Screenshot(xwd: app.display.run("xwd", "-id", dialog, "-silent"))
        shown = picture.pixels(x: 0..<picture.width, y: 0..<picture.height)
        return Set(shown).count > 1 && shown == last && shown != before
      }
      try app.wait(until: "the dialog is painted") { try isSettled() }
      let before = shown
      // Typing a path opens the field.
      try app.display.run("xdotool", "type", file)
      try app.wait(until: "the path is in the field") { try isSettled(unlike: before) }
      // A click beside the list of completions only closes it.
      try app.wait(until: "the file is offered") {
        try app.readWhatHasCome()
        if app.lines.contains(where: { $0.hasPrefix("import: offered file=\(file)") }) { return true }
        // The button that accepts the file is in the corner. The dialog may close meanwhile.
        if (try? isSettled()) == true { try? app.clickInCorner(of: dialog, -25, -22) }
        return false
      }
    }
  }

  func testQuittingDuringAnImportEndsItWithWholeBatches() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    let file = try Self.export(in: home.appendingPathComponent("Long"), messages: 100_000)
    try AppUnderTest(.lines(2), [file], home: home, opens: false).use(self) { app in
      try app.wait(for: "import: offered file=\(file)")
      try app.wait(for: "import: surveyed")
      try app.settledPicture()
      try app.key("Return")
      try app.wait(for: "import: progress")
      try app.key("ctrl+q")
      let line = try app.wait(for: "import: cancelled messages=")
      XCTAssertEqual(try app.ended(), 0)
      let path = home.appendingPathComponent("backscroll/My Chats.sqlite").path
      let count = try Contents.messageCount(in: path)
      XCTAssertEqual(line, "import: cancelled messages=\(count)")
      XCTAssertGreaterThan(count, 0)
    }
  }

  // The archive was listed before it was opened.
  func testAnArchiveThatCannotBeOpenedIsNotListedAsRecent() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    let folder = home.appendingPathComponent("backscroll")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let broken = home.appendingPathComponent("broken.sqlite").path
    try "nothing of the kind".write(toFile: broken, atomically: true, encoding: .utf8)
    try #"{"recentArchives": ["\#(broken)"], "tab": "of tomorrow"}"#.write(
      to: folder.appendingPathComponent("settings.json"), atomically: true, encoding: .utf8)
    try AppUnderTest(.lines(2), home: home, opens: false).use(self) { app in
      try app.wait(for: "settings: unknown-value key=tab")
      try app.wait(for: "app: recent count=1")
      try app.wait(for: "archive: failed")
      try app.wait(for: "app: recent count=0")
    }
  }
}
