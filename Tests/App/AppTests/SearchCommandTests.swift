import Foundation
import GRDB
import XCTest

@testable import AppTestSupport

final class SearchCommandTests: XCTestCase {
  private func withArchive(_ body: (_ archive: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("#walks-2024-01-31.log")
    try """
    [10:01] <ann> The boiler is cold
    [10:02] <bo> 서울역에서 만나요
    [10:03] <ann> cold spring \u{1B}]0;title

    """.write(to: log, atomically: true, encoding: .utf8)
    let archive = folder.appendingPathComponent("a.sqlite").path
    XCTAssertEqual(try AppUnderTest.command(["import", log.path, "--into", archive]).status, 0)
    try body(archive)
  }

  private func search(_ words: String...) throws -> (status: Int32, out: String, err: String) {
    let result = try AppUnderTest.command(
      ["search"] + words, environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"])
    return (result.status, result.out, result.err)
  }

  func testTheStatusIsThatOfGrep() throws {
    try withArchive { archive in
      XCTAssertEqual(try search(archive, "boiler").status, 0)
      XCTAssertEqual(try search(archive, "kettle").status, 1)
      XCTAssertEqual(try search(archive, "kettle").out, "")
      XCTAssertEqual(try search(archive, "\"(*:^ -").status, 1)
      XCTAssertEqual(try search(archive + ".none", "boiler").status, 2)
      XCTAssertEqual(try search(archive).status, 2)
      XCTAssertEqual(try search(archive, "boiler", "--limit", "0").status, 2)
      XCTAssertEqual(try AppUnderTest.command(["index", archive + ".none"]).status, 2)
    }
  }

  // Hits are read in pages of 200.
  func testTheStatusIsThatOfGrepWhereTheLastPageIsFull() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("#walks-2024-01-31.log")
    let lines = (0..<200).map { "[\($0 / 50 + 10):\($0 % 50 + 10)] <ann> boiler \($0)\n" }
    try lines.joined().write(to: log, atomically: true, encoding: .utf8)
    let archive = folder.appendingPathComponent("a.sqlite").path
    XCTAssertEqual(try AppUnderTest.command(["import", log.path, "--into", archive]).status, 0)
    let found = try search(archive, "boiler", "--limit", "1000")
    XCTAssertEqual(found.out.split(separator: "\n").count, 200)
    XCTAssertEqual(found.status, 0)
    XCTAssertEqual(found.err, "")
  }

  func testALineHasTimeChatSenderTextAndNumber() throws {
    try withArchive { archive in
      let korean = try search(archive, "역")
      XCTAssertNotNil(
        korean.out.wholeMatch(of: /2024-01-31 10:02:\d\d  #walks  bo  서울역에서 만나요  \d+\n/), korean.out)
      let cold = try search(archive, "cold", "-boiler")
      XCTAssertEqual(cold.status, 2, "an option that is none: \(cold)")
      let other = try search(archive, "--", "cold", "-boiler")
      XCTAssertEqual(other.out.split(separator: "\n").count, 1, other.out)
      XCTAssertFalse(other.out.unicodeScalars.contains("\u{1B}"), other.out)
      let limited = try search(archive, "cold", "--limit", "1")
      XCTAssertTrue(limited.out.contains("spring") && !limited.out.contains("boiler"), limited.out)
      XCTAssertTrue(limited.err.contains("--limit"), limited.err)
    }
  }

  func testEachLineOfJSONIsAnObject() throws {
    try withArchive { archive in
      let result = try search(archive, "cold", "--json")
      let objects = try result.out.split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      XCTAssertEqual(objects.map { $0?["sender"] as? String }, ["ann", "ann"])
      XCTAssertEqual(objects.last??["text"] as? String, "The boiler is cold")
      XCTAssertEqual(objects.last??["chat"] as? String, "#walks")
      XCTAssertEqual((objects.last??["time"] as? String)?.hasPrefix("2024-01-31T10:01"), true)
      XCTAssertFalse(result.out.unicodeScalars.contains("\u{1B}"), result.out)
    }
  }

  func testAnIndexIsCompletedBeforeASearch() throws {
    try withArchive { archive in
      try DatabaseQueue(path: archive).write { try $0.execute(sql: "UPDATE search_state SET version = 0") }
      let info = try AppUnderTest.command(["info", archive], environment: ["LC_ALL": "C.UTF-8"])
      XCTAssertEqual(info.status, 0, "the index is none of the archive's data")
      XCTAssertTrue(info.out.contains("backscroll index --rebuild"), info.out)
      let first = try search(archive, "boiler")
      XCTAssertEqual(first.status, 0)
      XCTAssertEqual(first.err, "Completing the search index of “\(archive)” first.\n")
      let second = try search(archive, "boiler")
      XCTAssertEqual(second.out, first.out)
      XCTAssertEqual(second.err, "")
    }
  }

  func testInfoTellsOfTheIndexAndAnotherIsBuilt() throws {
    try withArchive { archive in
      let info = try AppUnderTest.command(["info", archive], environment: ["LC_ALL": "C.UTF-8"])
      XCTAssertNotNil(info.out.firstMatch(of: /Search index: +version [0-9]+, .*, sound\n/), info.out)
      let index = try AppUnderTest.command(["index", archive, "--rebuild"])
      XCTAssertEqual(index.status, 0, index.err)
      XCTAssertEqual(try search(archive, "boiler").status, 0)
    }
  }
}
