import Foundation
import XCTest

@testable import AppTestSupport

/// The ways to end the program. After each, the archive's file alone contains every message.
///
/// Each way is tried with a message just sent, and some also while idle and during an import; `./meson-wrapper.sh soak` tries
/// all ways at all moments.
final class EndTests: XCTestCase {
  /// The activity of the program at its end.
  private enum Moment: CaseIterable {
    case idle, sent
    /// An import into the archive that the window shows.
    case importing
  }

  /// A way to end the program, and its visible effects.
  private struct Ending {
    let name: String
    /// The exit status, or the signal's number.
    var status: Int32 = 0
    /// Whether the program is notified of its end. Otherwise SQLite's log has messages that are not in the file.
    var isTold = true
    let end: (AppUnderTest) throws -> Void
  }

  func testQuittingClosesTheArchive() throws {
    try check(Ending(name: "Ctrl+Q") { try $0.key("ctrl+q") }, at: [.idle, .sent, .importing])
  }

  // A window manager does this with all windows when the session ends.
  func testClosingTheWindowClosesTheArchive() throws {
    try check(Ending(name: "Alt+F4") { try $0.key("alt+F4") })
  }

  // The program is not a client of the session manager. The session's end arrives as SIGTERM, or as the end of the
  // display, but the desktop can activate the program's actions.
  func testQuittingOverTheBusClosesTheArchive() throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    try check(Ending(name: "D-Bus") { _ in try bus.activate("quit") }, bus: bus)
  }

  func testASignalClosesTheArchiveAndEndsTheProgramAsItDoesOthers() throws {
    for (number, moments) in [(SIGTERM, [Moment.sent, .importing]), (SIGHUP, [.sent]), (SIGINT, [.sent])] {
      try check(Ending(name: "signal \(number)", status: number) { $0.signal(number) }, at: moments)
    }
  }

  func testAKillAndACrashOfTheDisplayLoseNothing() throws {
    try check(
      Ending(name: "kill", status: SIGKILL, isTold: false) { $0.signal(SIGKILL) }, at: [.sent, .importing])
    // GDK ends the process at once.
    try check(Ending(name: "crash", status: 1, isTold: false) { $0.display.crash() })
  }

  private func check(_ ending: Ending, at moments: [Moment] = [.sent], bus: AccessibilityBus? = nil) throws {
    for moment in Soak.isAsked ? Moment.allCases : moments {
      try inFolder { home in try check(ending, moment, in: home, bus: bus) }
    }
  }

  private func check(_ ending: Ending, _ moment: Moment, in home: URL, bus: AccessibilityBus?) throws {
    let name = "\(ending.name), \(moment)"
    let variable = "DBUS_SESSION_BUS_ADDRESS"
    let session = [variable: bus?.environment[variable]].compactMapValues(\.self)
    let arguments = moment == .importing ? [try export(in: home, messages: 60_000)] : []
    try AppUnderTest(
      .lines(12), arguments, home: home, opens: moment != .importing, environment: session
    ).use(self) { app in
      var stored = 12
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      switch moment {
      case .idle: break
      case .sent:
        try app.type("Goodbye")
        try app.key("Return")
        try app.wait(for: "chat: stored")
        stored += 1
      case .importing:
        // Return imports after the survey has ended.
        try app.wait(for: "import: surveyed")
        try app.settledPicture()
        try app.key("Return")
        try app.wait(for: "import: begin file=\(arguments[0]) files=1 into=\(app.archivePath)")
        try app.wait(for: "import: progress")
      }
      try ending.end(app)
      XCTAssertEqual(try app.ended(), ending.status, name)
      try app.readWhatHasCome()
      if moment == .importing, ending.isTold {
        let line = app.lines.last { $0.hasPrefix("import: cancelled messages=") }
        stored += try XCTUnwrap(line.flatMap { Int($0.drop { !$0.isNumber }) }, name)
      }
      if ending.isTold {
        XCTAssertEqual(try Self.companions(of: app.archivePath), [], name)
      } else {
        // The next start does the same.
        let info = try AppUnderTest.command(["info", app.archivePath])
        XCTAssertEqual(info.status, 0, "\(name): \(info.err)")
        XCTAssertEqual(try Self.companions(of: app.archivePath), [], name)
      }
      // Only the file, without other files beside it.
      let copy = home.appendingPathComponent("copy.sqlite").path
      try FileManager.default.copyItem(atPath: app.archivePath, toPath: copy)
      let count = try Contents.messageCount(in: copy)
      if moment == .importing, !ending.isTold {
        XCTAssertGreaterThan(count, stored, name)
      } else {
        XCTAssertEqual(count, stored, name)
      }
      if moment == .sent { XCTAssertEqual(try Contents.newestText(in: copy), "Goodbye", name) }
    }
  }

  /// Makes an export, and settings with which the program offers to import it into the archive in `home`.
  private func export(in home: URL, messages: Int) throws -> String {
    let texts = (0..<messages).map {
      #"{"id": \#($0), "type": "message", "date_unixtime": "1700000000", "from_id": "user1", "text": "t"}"#
    }
    let file = home.appendingPathComponent("result.json")
    try #"{"name": "A", "type": "personal_chat", "id": 1, "messages": [\#(texts.joined(separator: ","))]}"#
      .write(to: file, atomically: false, encoding: .utf8)
    let settings = home.appendingPathComponent("backscroll")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    let archive = home.appendingPathComponent("a.sqlite").path
    try #"{"recentArchives": ["\#(archive)"]}"#.write(
      to: settings.appendingPathComponent("settings.json"), atomically: true, encoding: .utf8)
    return file.path
  }

  private static func companions(of path: String) throws -> [String] {
    ["-wal", "-shm", "-journal"].filter { FileManager.default.fileExists(atPath: path + $0) }
  }

  // Another program's import has the archive open when the window is closed.
  func testClosingDuringAnotherProgramsImportLeavesOnlyTheArchive() throws {
    try inFolder { home in
      let file = try export(in: home, messages: 60_000)
      try AppUnderTest(.lines(12), home: home).use(self) { app in
        try app.wait(for: "window: first-frame")
        try app.settledPicture()
        let process = Process()
        AppUnderTest.prepare(process, ["import", file, "--into", app.archivePath])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // The log contains the first batch.
        let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
        while try Self.size(app.archivePath + "-wal") < 4_096, process.isRunning, Date() < deadline {
          sched_yield()
        }
        try app.key("ctrl+q")
        XCTAssertEqual(try app.ended(), 0)
        XCTAssertTrue(process.isRunning, "the import was over before the window")
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        XCTAssertEqual(try Self.companions(of: app.archivePath), [])
        XCTAssertEqual(try Contents.messageCount(in: app.archivePath), 60_012)
      }
    }
  }

  private static func size(_ path: String) throws -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  func testAMessageSentAtTheLastMomentIsStored() throws {
    try AppUnderTest(.lines(12)).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      try app.type("Goodbye")
      try app.display.run("xdotool", "key", "--delay", "0", "Return", "ctrl+q")
      XCTAssertEqual(try app.ended(), 0)
      XCTAssertEqual(try Contents.newestText(in: app.archivePath), "Goodbye")
    }
  }

  // The draft beside the target, to which an export is written, stayed.
  func testAnExportThatIsEndedLeavesNothing() throws {
    try checkExport(status: 0) { try $0.key("ctrl+q") }
    try checkExport(status: SIGTERM) { $0.signal(SIGTERM) }
  }

  private func checkExport(status: Int32, _ end: (AppUnderTest) throws -> Void) throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    // The program is slow with the accessibility bus.
    let environment = bus.environment.merging(["GTK_A11Y": "none"]) { $1 }
    try AppUnderTest(.lines(60_000), environment: environment).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      let window = try app.window()
      try bus.activate("export-chat", inWindow: true)
      var dialog = window
      for what in ["the dialog opens", "the place is asked for"] {
        let before = dialog
        try app.wait(until: what) {
          // Between two windows, none may have the focus.
          dialog = (try? app.window()) ?? before
          return ![before, window].contains(dialog)
        }
        if before == window { try app.key("Return") }
      }
      let folder = app.folder.appendingPathComponent("exports")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try app.key("ctrl+a")
      try app.type("\(folder.path)/lines.html")
      try app.key("Return")
      try app.wait(for: "export: begin")
      let files = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
      try app.wait(until: "the export has a draft") { try !files().isEmpty }
      try end(app)
      XCTAssertEqual(try app.ended(), status)
      XCTAssertEqual(try files(), [])
    }
  }

  // The old log stayed beside the new archive, and the next start read it with the archive.
  func testAnArchiveThatReplacesAnOpenOneIsSound() throws {
    for ending in ["ctrl+q", "alt+F4"] {
      try AppUnderTest(.lines(12)).use(self) { app in
        try app.wait(for: "window: first-frame")
        try app.settledPicture()
        try app.type("Goodbye")
        try app.key("Return")
        try app.wait(for: "chat: stored")
        let new = app.folder.appendingPathComponent("new.sqlite").path
        XCTAssertEqual(try AppUnderTest.command(["generate", new, "--messages", "3000"]).status, 0)
        XCTAssertEqual(rename(new, app.archivePath), 0)
        try app.wait(for: "archive: displaced")
        try app.key(ending)
        XCTAssertEqual(try app.ended(), 0)
        let info = try AppUnderTest.command(["info", app.archivePath])
        XCTAssertEqual(info.status, 0, info.err)
        XCTAssertEqual(try Contents.messageCount(in: app.archivePath), 3000)
      }
    }
  }

  // The old file's pages were written into the new contents.
  func testAnArchiveThatIsOverwrittenIsSound() throws {
    for isSending in [false, true] {
      try AppUnderTest(.lines(12)).use(self) { app in
        try app.wait(for: "window: first-frame")
        try app.settledPicture()
        let new = app.folder.appendingPathComponent("new.sqlite").path
        XCTAssertEqual(try AppUnderTest.command(["generate", new, "--messages", "3000"]).status, 0)
        if isSending { try app.type("Goodbye") }
        _ = try Tool.run(["cp", new, app.archivePath], environment: [:])
        // The message is refused, and the refusal is reported only once.
        if isSending { try app.key("Return") }
        try app.wait(for: "archive: displaced")
        try app.settledPicture()
        try app.key("ctrl+q")
        XCTAssertEqual(try app.ended(), 0)
        XCTAssertFalse(app.lines.contains { $0.hasPrefix("chat: stored") })
        XCTAssertTrue(
          FileManager.default.contentsEqual(atPath: app.archivePath, andPath: new), "the contents changed")
        XCTAssertEqual(try Self.companions(of: app.archivePath), [])
      }
    }
  }

  func testAnImportThatIsEndedBySignalsLeavesOnlyTheArchive() throws {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      try inFolder { folder in
        let texts = (0..<100_000).map {
          #"{"id": \#($0), "type": "message", "date_unixtime": "1700000000", "from_id": "user1", "text": "t"}"#
        }
        let file = folder.appendingPathComponent("result.json").path
        try
          #"{"name": "A", "type": "personal_chat", "id": 1, "messages": [\#(texts.joined(separator: ","))]}"#
          .write(toFile: file, atomically: false, encoding: .utf8)
        let path = folder.appendingPathComponent("a.sqlite").path
        let process = Process()
        AppUnderTest.prepare(process, ["import", file, "--into", path])
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
        // The interrupt handler is installed before the archive is created.
        while !FileManager.default.fileExists(atPath: path), Date() < deadline { sched_yield() }
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 2)
        XCTAssertEqual(process.terminationReason, .exit)
        XCTAssertEqual(
          try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
          ["a.sqlite", "result.json"])
      }
    }
  }
}
