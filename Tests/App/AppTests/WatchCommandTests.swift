import Foundation
import XCTest

@testable import AppTestSupport

/// A command that runs until a signal ends it.
final class LongCommand {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let hasEnded = DispatchSemaphore(value: 0)
  private var rest = ""

  init(_ arguments: [String]) throws {
    AppUnderTest.prepare(process, arguments)
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    try process.run()
  }

  /// The next line of its output. Waits for it.
  func line() throws -> String {
    while !rest.contains("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw TestFault(
          "no line: \(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))")
      }
      rest += String(decoding: more, as: UTF8.self)
    }
    let end = rest.firstIndex(of: "\n") ?? rest.endIndex
    defer { rest = String(rest[end...].dropFirst()) }
    return String(rest[..<end])
  }

  /// Ends it with a signal, and returns its exit status; nil if the signal has ended it.
  func end(_ signal: Int32) -> Int32? {
    kill(process.processIdentifier, signal)
    if hasEnded.wait(timeout: .now() + AppUnderTest.patience) == .timedOut {
      XCTFail("The command does not end")
      kill(process.processIdentifier, SIGKILL)
      hasEnded.wait()
    }
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }
}

/// `backscroll import --watch`: an archive that is kept up to date with a folder without a window.
final class WatchCommandTests: XCTestCase {
  func testALineOfALogIsImportedWhileTheCommandRunsAndAtItsNextStart() throws {
    try inFolder { folder in
      let logs = folder.appendingPathComponent("logs")
      try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: false)
      let log = logs.appendingPathComponent("irc.libera.#walks.weechatlog")
      func write(_ count: Int) throws {
        let lines = (0..<count).map { "2024-01-02 12:00:0\($0)\tann\thello \($0)\n" }
        try lines.joined().write(to: log, atomically: false, encoding: .utf8)
      }
      try write(1)
      let archive = folder.appendingPathComponent("a.sqlite").path
      let first = try LongCommand(["import", logs.path, "--into", archive, "--watch", "--yes"])
      XCTAssertTrue(try first.line().hasPrefix("1 message added to"))
      try write(3)
      let line = try first.line()
      XCTAssertTrue(line.hasSuffix("2 messages added from irc.libera.#walks.weechatlog"), line)
      XCTAssertEqual(first.end(SIGTERM), 0)

      // While nothing runs, nothing is imported.
      try write(4)
      XCTAssertTrue(try AppUnderTest.command(["info", archive]).out.contains("Messages:      3\n"))
      let second = try LongCommand(["import", "--into", archive, "--watch"])
      let next = try second.line()
      XCTAssertTrue(next.hasSuffix("1 message added from irc.libera.#walks.weechatlog"), next)
      XCTAssertEqual(second.end(SIGINT), 0)
      let info = try AppUnderTest.command(["info", archive]).out
      XCTAssertTrue(info.contains("Imports:       1\n"), info)
      XCTAssertTrue(info.contains("4 messages  \(logs.path)"), info)
    }
  }

  // The signal was lost: the command went on to follow the folder, and ignored the next signals.
  func testASignalAtTheEndOfTheFirstImportEndsTheCommand() throws {
    try inFolder { folder in
      let logs = folder.appendingPathComponent("logs")
      try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: false)
      let archive = folder.appendingPathComponent("a.sqlite").path
      try "2024-01-02 12:00:00\tann\thello\n".write(
        to: logs.appendingPathComponent("irc.libera.#walks.weechatlog"), atomically: true, encoding: .utf8)
      let command = try LongCommand(["import", logs.path, "--into", archive, "--watch", "--yes"])
      XCTAssertTrue(try command.line().hasPrefix("1 message added to"))
      let status = command.end(SIGTERM)
      XCTAssertTrue(status == 0 || status == nil, "\(status ?? -1)")
      let info = try AppUnderTest.command(["info", archive]).out
      XCTAssertTrue(info.contains("1 message  \(logs.path)"), info)
    }
  }

  func testWhatCannotBeKeptUpToDateIsASentence() throws {
    try inFolder { folder in
      let archive = folder.appendingPathComponent("a.sqlite").path
      let without = try AppUnderTest.command(["import", "--into", archive])
      XCTAssertEqual(without.status, 2)
      let wide = try AppUnderTest.command(["import", "/", "--into", archive, "--watch"])
      XCTAssertEqual(wide.status, 2)
      XCTAssertTrue(wide.err.contains("holds only exports"), wide.err)
      let log = folder.appendingPathComponent("irc.libera.#walks.weechatlog")
      try "2024-01-02 12:00:00\tann\thello\n".write(to: log, atomically: true, encoding: .utf8)
      XCTAssertEqual(try AppUnderTest.command(["import", log.path, "--into", archive]).status, 0)
      let none = try AppUnderTest.command(["import", "--into", archive, "--watch"])
      XCTAssertEqual(none.status, 2)
      XCTAssertTrue(none.err.contains("No folder keeps"), none.err)
    }
  }
}
