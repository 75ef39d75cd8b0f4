import Foundation
import XCTest

@testable import AppTestSupport

final class CommandTests: XCTestCase {
  func testWhatCannotBeOpenedIsASentenceAndStatus2() throws {
    try inFolder { folder in
      let text = folder.appendingPathComponent("notes.txt")
      try "not a database, just words".write(to: text, atomically: true, encoding: .utf8)
      let empty = folder.appendingPathComponent("empty.sqlite")
      try Data().write(to: empty)
      for path in [folder.appendingPathComponent("none.sqlite").path, text.path, empty.path, folder.path] {
        let result = try AppUnderTest.command(["info", path])
        XCTAssertEqual(result.status, 2, path)
        XCTAssertTrue(result.err.hasPrefix("backscroll: ") && result.err.contains(path), result.err)
        XCTAssertEqual(result.err.split(separator: "\n").count, 1, result.err)
      }
    }
  }

  func testWithoutADisplayItSaysSo() throws {
    let result = try AppUnderTest.command([], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    XCTAssertEqual(result.status, 2)
    XCTAssertTrue(result.err.contains("display"), result.err)
  }

  func testASkippedRecordIsNamedAndTheRestIsImportedOnce() throws {
    try inFolder { folder in
      let log = folder.appendingPathComponent("#walks-2024-01-31.log")
      try "[23:59] <ann> late\nthis is no chat line\n[00:01] <bo> and early\n".write(
        to: log, atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("a.sqlite").path
      let first = try AppUnderTest.command(["import", log.path, "--into", archive])
      XCTAssertEqual(first.status, 1)
      XCTAssertTrue(first.err.contains("#walks-2024-01-31.log:2"), first.err)
      let again = try AppUnderTest.command(["import", log.path, "--into", archive])
      XCTAssertEqual(again.status, 1)
      let info = try AppUnderTest.command(["info", archive])
      XCTAssertTrue(info.out.contains("Messages:      2"), info.out)
      XCTAssertTrue(info.out.contains("1 February 2024"), "the clock went past midnight: \(info.out)")
    }
  }

  func testADashIsStandardOutput() throws {
    try inFolder { folder in
      let log = folder.appendingPathComponent("#walks-2024-01-31.log")
      try "[23:58] <ann> late\n".write(to: log, atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("a.sqlite").path
      XCTAssertEqual(try AppUnderTest.command(["import", log.path, "--into", archive]).status, 0)
      let export = ["export", archive, "--chat", "1", "--format", "txt"]
      let plain = try AppUnderTest.command(export)
      let dash = try AppUnderTest.command(export + ["--output", "-"])
      XCTAssertTrue(dash.out.contains("late"), dash.out)
      XCTAssertEqual(dash.out, plain.out)
      XCTAssertEqual(dash.err, plain.err)
    }
  }

  func testNamesControlNoTerminal() throws {
    try inFolder { folder in
      let hostile = "\u{1B}]0;title\u{7}\u{9B}2J\u{202E}name"
      let log = folder.appendingPathComponent("\(hostile).log")
      try "[23:59] <\(hostile)> late\nthis is no chat line\n[00:01] <bo> and early\n".write(
        to: log, atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("\(hostile).sqlite").path
      let commands = [["import", log.path, "--into", archive], ["info", archive], ["info", log.path]]
      for words in commands {
        let result = try AppUnderTest.command(words)
        XCTAssertTrue((result.out + result.err).contains("]0;title"), "\(words[0]): \(result)")
        let controls = (result.out + result.err).unicodeScalars.filter {
          $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
        }
        XCTAssertEqual(controls.count, 0, "\(words[0]): \(result)")
      }
    }
  }

  func testTheWindowReportsThatTheMessageOfALinkIsGone() throws {
    try inFolder { home in
      let path = home.appendingPathComponent("a.sqlite").path
      try AppUnderTest(.lines(40), ["backscroll://\(path)#5@-7"], home: home, opens: false).use(self) { app in
        try app.wait(for: "archive: no-such-place at=5@-7")
        try app.wait(for: "window: first-frame")
      }
    }
    let wrong = try AppUnderTest.command(["backscroll:///a.sqlite#yesterday"])
    XCTAssertEqual(wrong.status, 2)
    XCTAssertTrue(wrong.err.contains("is not a link to a message"), wrong.err)
  }

  /// Writes a chat in WhatsApp's export format.
  private static func transcript(_ mara: String, in folder: URL) throws -> String {
    let lines = (0..<20).map { minute in
      let second = String(minute + 100).dropFirst()
      return "3/4/24, 9:\(second) PM - \(minute % 2 == 0 ? mara : "Jonas"): Words of minute \(minute)\n"
    }
    let subfolder = folder.appendingPathComponent(mara)
    try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    let file = subfolder.appendingPathComponent("WhatsApp Chat with Walks.txt")
    try lines.joined().write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  func testOnePersonUnderTwoNamesIsLeftApartUntilSomebodySays() throws {
    for (answer, messages) in [("yes", 20), ("no", 30)] {
      try inFolder { folder in
        let archive = folder.appendingPathComponent("a.sqlite").path
        let first = try AppUnderTest.command(
          ["import", try Self.transcript("Mara", in: folder), "--into", archive])
        XCTAssertFalse(first.err.contains("one person"), first.err)
        let file = try Self.transcript("+49 170 1234567", in: folder)
        let second = try AppUnderTest.command(["import", file, "--into", archive, "--yes"])
        XCTAssertEqual(second.status, 0)
        XCTAssertTrue(second.err.contains("Mara and +49 170 1234567: 10 messages"), second.err)
        XCTAssertTrue(second.err.contains("--same-people yes"), second.err)
        XCTAssertTrue(try AppUnderTest.command(["info", archive]).out.contains("Messages:      30"))
        let third = try AppUnderTest.command(["import", file, "--into", archive, "--same-people", answer])
        XCTAssertEqual(third.status, 0)
        XCTAssertTrue(third.err.contains("“Mara”"), third.err)
        let info = try AppUnderTest.command(["info", archive]).out
        XCTAssertTrue(info.contains("Messages:      \(messages)"), info)
        let fourth = try AppUnderTest.command(["import", file, "--into", archive])
        XCTAssertFalse(fourth.err.contains("Mara and"), "asked once: \(fourth.err)")
      }
    }
  }

  func testAnImportOfNothingMakesNoArchive() throws {
    try inFolder { folder in
      let notes = folder.appendingPathComponent("notes.txt")
      try "just words".write(to: notes, atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("new.sqlite").path
      let result = try AppUnderTest.command(["import", notes.path, "--into", archive])
      XCTAssertEqual(result.status, 2)
      XCTAssertTrue(result.out.hasPrefix("Nothing was imported"), result.out)
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["notes.txt"])
    }
  }

  // A table was created and dropped at each opening of an archive.
  func testReadingChangesNoByte() throws {
    try AppUnderTest(.synthetic(400)).use(self) { app in
      let path = app.archivePath
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      try app.wheel(up: 20)
      try app.settledPicture()
      try app.key("ctrl+q")
      XCTAssertEqual(try app.ended(), 0)
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), before, "the window has written")
      XCTAssertEqual(try AppUnderTest.command(["info", path]).status, 0)
      XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), before, "“info” has written")
    }
  }

  func testAnArchiveThatMayNotBeWrittenToIsRead() throws {
    try inFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      XCTAssertEqual(try AppUnderTest.command(["generate", path, "--messages", "400"]).status, 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      // The file and its folder, only the folder, and only the file are read-only.
      for (file, around) in [(0o444, 0o555), (0o666, 0o555), (0o444, 0o777)] {
        try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: around], ofItemAtPath: folder.path)
        let words = try Tool.run(
          Self.asAnybody + [AppUnderTest.program.path, "info", path], environment: ["LC_ALL": "C.UTF-8"])
        let text = String(decoding: words, as: UTF8.self)
        XCTAssertTrue(text.contains("Messages:      400"), "\(file) \(around)")
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), before, "\(file) \(around)")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["a.sqlite"])
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }
  }

  /// The superuser can write anywhere, so run as another user.
  private static let asAnybody =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  // An empty value was skipped and the option took the next word, so another archive than the named one was opened.
  func testAnEmptyValueIsRefused() throws {
    for option in ["--user", "--api-base"] {
      let result = try AppUnderTest.command([option, ""])
      XCTAssertEqual(result.status, 2, result.err)
      XCTAssertTrue(result.err.contains("\(option) needs a value"), result.err)
    }
    let date = try AppUnderTest.command(["--at", "yesterday"])
    XCTAssertEqual(date.status, 2, date.err)
    XCTAssertTrue(date.err.contains("2024-03-14T18:42"), date.err)
    XCTAssertEqual(try AppUnderTest.command([""]).status, 2)
  }

  func testAnInterruptedImportKeepsWholeBatchesAndSaysHowMany() throws {
    try inFolder { folder in
      let log = folder.appendingPathComponent("long.weechatlog")
      try String(repeating: "2024-01-02 12:00:00\tann\thello\n", count: 400_000).write(
        to: log, atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("a.sqlite").path
      let process = Process()
      let errors = Pipe()
      AppUnderTest.prepare(process, ["import", log.path, "--into", archive])
      process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
      process.standardError = errors
      try process.run()
      // The archive is created once the program listens for interrupts, and seconds before it is full.
      let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
      while !FileManager.default.fileExists(atPath: archive), process.isRunning, deadline > Date() {
        sched_yield()
      }
      process.interrupt()
      let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      XCTAssertEqual(process.terminationReason, .exit)
      XCTAssertEqual(process.terminationStatus, 2)
      let added = words.firstMatch(of: /Interrupted\. The ([\d,]+) message/)?.output.1 ?? "none"
      let info = try AppUnderTest.command(["info", archive])
      XCTAssertTrue(info.out.contains("Messages:      \(added)\n"), "\(words), and \(info.out)")
    }
  }
}
