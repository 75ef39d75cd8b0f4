import Foundation
import XCTest

@testable import AppTestSupport

final class StatsCommandTests: XCTestCase {
  private struct Stats: Decodable {
    struct Person: Decodable { let name: String, messages: Int, replies: Int, medianReply: Double? }
    struct Word: Decodable { let text: String, count: Int }
    let chat: String?
    let messages: Int
    let days: [String: Int]
    let hours: [[Int]]
    let people: [Person]
    let words: [Word]
  }

  private func withArchive(_ body: (_ archive: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("#walks-2024-01-31.log")
    try """
    [10:01] <ann> The boiler is cold
    [10:03] <bo> The boiler?
    [11:03] <ann> boiler and spring

    """.write(to: log, atomically: true, encoding: .utf8)
    let archive = folder.appendingPathComponent("a.sqlite").path
    XCTAssertEqual(
      try AppUnderTest.command(
        ["import", log.path, "--into", archive, "--time-zone", "UTC"]).status, 0)
    try body(archive)
  }

  private func stats(_ words: String...) throws -> (status: Int32, out: String, err: String) {
    let result = try AppUnderTest.command(["stats"] + words, environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"])
    return (result.status, result.out, result.err)
  }

  func testTheNumbersOfAChatAreText() throws {
    try withArchive { archive in
      let found = try stats(archive, "--chat", "walks")
      XCTAssertEqual(found.status, 0)
      let lines = found.out.split(separator: "\n").map { line in
        line.split(separator: " ").joined(separator: " ")
      }
      for line in ["Messages 3", "2024 3", "ann 2 7 1 hour", "bo 1 2 2 minutes", "boiler 3"] {
        XCTAssertTrue(lines.contains(line), "“\(line)” in\n\(found.out)")
      }
      XCTAssertFalse(found.out.contains("\nand "), "a stop word")
      XCTAssertFalse(found.out.contains("Chat  "), "the list of chats")
    }
  }

  func testJSONHasAllNumbers() throws {
    try withArchive { archive in
      let found = try stats(archive, "--json")
      XCTAssertEqual(found.status, 0)
      let stats = try JSONDecoder().decode(Stats.self, from: Data(found.out.utf8))
      XCTAssertNil(stats.chat)
      XCTAssertEqual(stats.messages, 3)
      XCTAssertEqual(stats.days, ["2024-01-31": 3])
      XCTAssertEqual(stats.hours[2][10], 2)
      XCTAssertEqual(stats.people.map(\.name), ["ann", "bo"])
      XCTAssertEqual(stats.people.map(\.medianReply), [3_600, 120])
      XCTAssertEqual(stats.words.first?.text, "boiler")
      XCTAssertEqual(stats.words.first?.count, 3)
    }
  }

  func testTheStatusTellsWhetherThereIsAnything() throws {
    try withArchive { archive in
      XCTAssertEqual(try stats(archive, "--from", "2024-01-31", "--to", "2024-01-31").status, 0)
      let nothing = try stats(archive, "--from", "2025")
      XCTAssertEqual(nothing.status, 1)
      XCTAssertEqual(nothing.out, "There is no message to count.\n")
      XCTAssertEqual(try stats(archive, "--from", "2025", "--json").status, 1)
      XCTAssertEqual(try stats(archive, "--from", "soon").status, 2)
      XCTAssertEqual(try stats(archive, "--chat", "hut").status, 2)
      XCTAssertEqual(try stats(archive + ".none").status, 2)
    }
  }
}
