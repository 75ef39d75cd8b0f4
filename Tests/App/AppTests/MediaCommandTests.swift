import Foundation
import XCTest

@testable import AppTestSupport

final class MediaCommandTests: XCTestCase {
  private func media(_ words: String...) throws -> (status: Int32, err: String) {
    let result = try AppUnderTest.command(["media"] + words, environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"])
    XCTAssertEqual(result.out, "")
    return (result.status, result.err)
  }

  func testFilesAreSavedAndTheExitStatusTellsWhetherThereWereAny() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = folder.appendingPathComponent("export/photos")
    try FileManager.default.createDirectory(at: export, withIntermediateDirectories: true)
    try Data("picture".utf8).write(to: export.appendingPathComponent("1.jpg"))
    let json = """
      {"name": "Walks", "type": "personal_chat", "id": 7, "messages": [
        {"id": 1, "type": "message", "date_unixtime": "1709316125", "from": "Mara", "from_id": "user1",
          "photo": "photos/1.jpg", "text": "The hut"},
        {"id": 2, "type": "message", "date_unixtime": "1709316126", "from": "Mara", "from_id": "user1",
          "photo": "photos/2.jpg", "text": ""}]}
      """
    let file = folder.appendingPathComponent("export/result.json")
    try Data(json.utf8).write(to: file)
    let archive = folder.appendingPathComponent("a.sqlite").path
    let imported = try AppUnderTest.command(["import", file.path, "--into", archive, "--yes"])
    XCTAssertEqual(imported.status, 0, imported.err)
    let target = folder.appendingPathComponent("saved").path
    let first = try media(archive, target, "--chat", "walks")
    XCTAssertEqual(first.status, 0)
    XCTAssertEqual(
      first.err.split(separator: "\n").last,
      "1 file saved in “\(target)” (7 bytes). 1 file is not in the export.")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: target), ["2024-03-01 18.02.05 Mara 1.jpg"])
    XCTAssertEqual(try media(archive, target, "--search", "hut", "--kind", "pictures").status, 0)
    let nothing = try media(archive, target, "--kind", "videos")
    XCTAssertEqual(nothing.status, 1)
    XCTAssertTrue(nothing.err.contains("There is no file to save."))
    XCTAssertEqual(try media(archive, target, "--from", "2025").status, 1)
    XCTAssertEqual(try media(archive, target, "--search", "hut", "--from", "2025").status, 2)
    XCTAssertEqual(try media(archive, target, "--kind", "sounds").status, 2)
    XCTAssertEqual(try media(archive, "/proc/none").status, 2)
    XCTAssertEqual(try media(archive + ".none", target).status, 2)
  }
}
