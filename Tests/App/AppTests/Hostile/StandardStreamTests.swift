import Foundation
import XCTest

@testable import AppTestSupport

/// Standard streams that are full, closed, or not read.
final class StandardStreamTests: XCTestCase {
  /// Runs a script with the program as `$P` and `folder` as the working directory.
  private func run(_ script: String, in folder: URL) throws -> (status: Int32, out: String, err: String) {
    try AppUnderTest.command(
      ["-c", "cd \"$F\" && \(script)"], program: URL(fileURLWithPath: "/bin/sh"),
      environment: ["P": AppUnderTest.program.path, "F": folder.path])
  }

  private func writeLog(to folder: URL) throws {
    try "[23:59] <ann> late\nthis is no chat line\n[00:01] <bo> and early\n".write(
      to: folder.appendingPathComponent("#walks-2024-01-31.log"), atomically: true, encoding: .utf8)
  }

  // `FileHandle.write` trapped at the first skipped record, and the import ended by SIGILL.
  func testAStandardErrorThatCannotBeWrittenToEndsNoImport() throws {
    for stream in ["2>/dev/full", "2>&-"] {
      try inFolder { folder in
        try writeLog(to: folder)
        XCTAssertEqual(try run("\"$P\" import *.log --into a.sqlite \(stream)", in: folder).status, 1, stream)
        let info = try run("\"$P\" info a.sqlite", in: folder)
        XCTAssertEqual(info.status, 0, info.err)
        XCTAssertTrue(info.out.contains("Messages:      2"), "\(stream): \(info.out)")
      }
    }
  }

  func testAResultThatCannotBeWrittenIsStatus2() throws {
    try inFolder { folder in
      try writeLog(to: folder)
      for stream in [">/dev/full", ">&-"] {
        for words in [
          "import *.log --into a.sqlite", "generate g.sqlite --messages 10", "info g.sqlite", "--version",
          "--help",
        ] {
          let result = try run("\"$P\" \(words) \(stream)", in: folder)
          XCTAssertEqual(result.status, 2, "\(words) \(stream)")
          XCTAssertTrue(
            result.err.split(separator: "\n").last?.hasPrefix("backscroll: Standard output") == true,
            "\(words) \(stream): \(result.err)")
        }
      }
      XCTAssertEqual(try Contents.messageCount(in: folder.appendingPathComponent("a.sqlite").path), 2)
    }
  }

  // The archive got the number of the closed stream, and output was written into it.
  func testClosedStreamsGiveTheirNumbersToNoFile() throws {
    try inFolder { folder in
      try writeLog(to: folder)
      let result = try run("\"$P\" import *.log --into a.sqlite <&- >&- 2>&-", in: folder)
      XCTAssertEqual(result.status, 2)
      let info = try run("\"$P\" info a.sqlite", in: folder)
      XCTAssertEqual(info.status, 0, info.err)
      XCTAssertTrue(info.out.contains("Messages:      2"), info.out)
    }
  }

  func testAReaderThatHasGoneIsAFailureAndNoSignal() throws {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = AppUnderTest.program
    process.arguments = ["--help"]
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationReason, .exit)
    XCTAssertEqual(process.terminationStatus, 2)
    XCTAssertTrue(words.contains("Broken pipe"), words)
  }

  // The first line of the log ended the window, and the message that was being sent was lost.
  func testAMessageIsStoredThoughTheLogCannotBeWritten() throws {
    try inFolder { folder in
      let program = folder.appendingPathComponent("logs-to-a-full-disk")
      try "#!/bin/sh\nexec '\(AppUnderTest.program.path)' \"$@\" 2>/dev/full\n".write(
        to: program, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
      try AppUnderTest(.lines(5), program: program).use(self) { app in
        try app.display.run("xdotool", "search", "--sync", "--onlyvisible", "--class", "backscroll")
        try app.settledPicture()
        try app.type("still here")
        try app.key("Return")
        let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
        while try Contents.messageCount(in: app.archivePath) < 6, deadline > Date() { sched_yield() }
        XCTAssertEqual(try Contents.newestText(in: app.archivePath), "still here")
      }
    }
  }
}
