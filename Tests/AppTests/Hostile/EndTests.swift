import Foundation
import XCTest

/// The ways to end the program, after each of which the archive's file alone has every message.
final class EndTests: XCTestCase {
  private func end(
    sending: Bool, status: Int32, _ end: (AppUnderTest) throws -> Void, line: UInt = #line
  ) throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    try AppUnderTest(.lines(12), home: home).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      if sending {
        try app.type("Goodbye")
        try app.key("Return")
        try app.wait(for: "chat: stored")
      }
      try end(app)
      XCTAssertEqual(try app.ended(), status, line: line)
      for suffix in ["-wal", "-shm"] {
        XCTAssertFalse(FileManager.default.fileExists(atPath: app.archivePath + suffix), suffix, line: line)
      }
      XCTAssertEqual(try Contents.messageCount(in: app.archivePath), sending ? 13 : 12, line: line)
      if sending { XCTAssertEqual(try Contents.newestText(in: app.archivePath), "Goodbye", line: line) }
    }
  }

  func testQuittingClosesTheArchive() throws {
    for sending in [false, true] {
      try end(sending: sending, status: 0) { try $0.key("ctrl+q") }
      try end(sending: sending, status: 0) { try $0.key("alt+F4") }
    }
  }

  func testASignalClosesTheArchiveAndEndsTheProgramAsItDoesOthers() throws {
    for sending in [false, true] {
      for number in [SIGTERM, SIGHUP, SIGINT] {
        try end(sending: sending, status: number) { $0.signal(number) }
      }
    }
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

  // Its log stayed beside the new archive, which the next start read with it.
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
        // The interrupt is awaited before the archive is created.
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
