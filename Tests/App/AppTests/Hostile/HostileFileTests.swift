import ChatStore
import Chats
import Foundation
import SeededRandom
import XCTest

@testable import AppTestSupport

/// Files that are made to do harm, given to the real program.
final class HostileFileTests: XCTestCase {
  /// The most megabytes that the program may use for any import.
  private static let limit = 200

  private struct Ending {
    var status: Int32
    var isBySignal: Bool
    /// The peak of the process's memory, in megabytes.
    var peak = 0
  }

  /// Runs the program without a window to its end.
  private func run(_ arguments: [String], errors: URL) throws -> Ending {
    let process = Process()
    process.executableURL = AppUnderTest.program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["DISPLAY": "", "WAYLAND_DISPLAY": "", "LC_ALL": "C.UTF-8"]) { $1 }
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var peak = 0
    let deadline = Date(timeIntervalSinceNow: 4 * AppUnderTest.patience)
    while process.isRunning {
      guard deadline > Date() else {
        process.terminate()
        throw TestFault("“\(arguments)” goes on and on")
      }
      // The kernel keeps the peak, so only an increase in the last two milliseconds is missed.
      peak = max(peak, (try? AppUnderTest.status("VmHWM", of: process.processIdentifier)) ?? 0)
      poll(nil, 0, 2)
    }
    return Ending(
      status: process.terminationStatus, isBySignal: process.terminationReason == .uncaughtSignal,
      peak: peak / 1_024)
  }

  func testHostileExportsAreReadInBoundedMemory() throws {
    func repeated(_ text: String, megabytes: Int) -> String {
      String(repeating: text, count: megabytes * 1_000_000 / text.utf8.count)
    }
    func export(_ messages: String) -> String {
      #"{"name": "A", "type": "personal_chat", "id": 1, "messages": [\#(messages)]}"#
    }
    let message = #""id": 1, "type": "message", "date_unixtime": "1700000000", "from_id": "user1""#
    let exports: [(name: String, text: String)] = [
      ("result.json", export(repeated(#"{"id": 1, "text": "a" "b"},"#, megabytes: 2) + "{}")),
      ("result.json", export("{\(message), \"text\": [\(repeated("1,", megabytes: 12))1]}")),
      (
        "result.json",
        export("{\(message), \"poll\": {\"answers\": [\(repeated(#"{"text": "a"},"#, megabytes: 12)){}]}}")
      ),
      ("result.json", repeated("[", megabytes: 8)),
      ("result.json", export(repeated(#"{"a":"#, megabytes: 8))),
      ("#a-2024-01-31.log", "[00:00] <ann> " + repeated("http://a.b/(x ", megabytes: 8) + "\n"),
      ("#a-2024-01-31.log", repeated("[00:00] <", megabytes: 8)),
    ]
    for (number, export) in exports.enumerated() {
      try inFolder { folder in
        let file = folder.appendingPathComponent(export.name)
        try export.text.write(to: file, atomically: false, encoding: .utf8)
        let ending = try run(
          ["import", file.path, "--into", folder.appendingPathComponent("a.sqlite").path],
          errors: folder.appendingPathComponent("errors"))
        XCTAssertFalse(ending.isBySignal, "export \(number) ended the program by signal \(ending.status)")
        XCTAssertTrue((0...2).contains(ending.status), "export \(number): status \(ending.status)")
        XCTAssertLessThan(ending.peak, Self.limit, "megabytes for export \(number)")
        XCTAssertGreaterThan(ending.peak, 0)
      }
    }
  }

  /// Random flipped bits, read by the commands that need no display.
  func testDamagedArchivesEndNothingAndTellNoMessage() throws {
    try inFolder { folder in
      let whole = folder.appendingPathComponent("whole.sqlite")
      let archive = try Archive(path: whole.path, mode: .createIfMissing)
      _ = try archive.writeBatch(Contents.messages(0..<400))
      archive.close()
      let bytes = try Data(contentsOf: whole)
      var random = SplitMix64(seed: 14)
      for number in 0..<60 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          // Half of the flips are in the header and the first page, which describes the tables.
          let end = Bool.random(using: &random) ? 4_096 : damaged.count
          damaged[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if number % 10 == 9 { damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random)) }
        let file = folder.appendingPathComponent("damaged.sqlite")
        let errors = folder.appendingPathComponent("errors")
        try damaged.write(to: file)
        let ending = try run(
          number % 2 == 0 ? ["info", file.path] : [file.path, "--at", "2023-11-15"], errors: errors)
        XCTAssertFalse(ending.isBySignal, "damage \(number) ended the program by signal \(ending.status)")
        XCTAssertTrue((0...2).contains(ending.status), "damage \(number): status \(ending.status)")
        let said = try String(contentsOf: errors, encoding: .utf8)
        XCTAssertFalse(said.contains("Message number"), "damage \(number): \(said)")
        for name in ["-wal", "-shm", "-journal"] {
          try? FileManager.default.removeItem(atPath: file.path + name)
        }
      }
    }
  }

  // A NULL ended the process, which printed the row with the message's text.
  func testDamagedRowsAreShownAndNoneIsToldToTheLog() throws {
    let columns = [
      "is_own", "kind", "sent_at", "entities", "sender", "source", "reply_source", "flags", "order_key",
      "edited_at",
      "topic", "details", "album", "attachment.kind", "attachment.width", "attachment.bytes",
      "attachment.name",
      "attachment.path", "reaction.count", "reaction.reacted_at",
    ]
    let values = ["NULL", "x'ff00fe'", "'letters'", "1e300"]
    try AppUnderTest(.damaged(columns.flatMap { column in values.map { (column, $0) } })).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      for _ in 0..<12 { try app.wheel(up: 10) }
      try app.settledPicture()
      try app.readWhatHasCome()
      XCTAssertTrue(app.isRunning)
      XCTAssertEqual(app.lines.filter { $0.contains("Message number") || $0.contains("letters") }, [])
    }
  }
}
