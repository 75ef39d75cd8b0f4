import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Foreign parts in the place of an archive's", .dedicatedThreads)
struct ArchiveForeignPartsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  // A view with rows without end kept every reader busy for ever.
  @Test(
    "A view in the place of a table, and a trigger, are a sentence",
    arguments: [
      (
        "message",
        "ALTER TABLE message RENAME TO old; CREATE VIEW message AS WITH RECURSIVE n(id) AS "
          + "(SELECT 1 UNION ALL SELECT id FROM n) SELECT n.id, old.* FROM n, old"
      ),
      (
        "search_state",
        "DROP TABLE search_state; CREATE VIEW search_state AS SELECT 1 AS id, 0 AS version, 9 AS pending_to"
      ),
      (
        "again",
        "CREATE TRIGGER again AFTER UPDATE ON search_state BEGIN UPDATE search_state SET pending_to = 99; END"
      ),
    ])
  func views(name: String, sql: String) throws {
    let path = try folder.closedArchive("a", 0..<5)
    try change(path, sql)
    #expect(throws: ArchiveError.damaged(path: path, reason: "“\(name)” is not a table")) {
      try Archive(path: path, mode: .existing)
    }
  }

  // The index was built again and again.
  @Test(
    "A state of the search index that does not change is a sentence",
    arguments: [
      "CREATE TABLE search_state (id, version, pending_to, total); INSERT INTO search_state VALUES (1, 0, 5, 5)",
      "CREATE TABLE search_state (id, version, pending_to, total); INSERT INTO search_state VALUES (1, NULL, NULL, NULL)",
    ])
  func searchState(table: String) async throws {
    let path = try folder.closedArchive("a", 0..<5)
    try change(path, "DROP TABLE search_state; \(table)")
    let archive = try Archive(path: path, mode: .existing)
    await #expect(throws: ArchiveError.self) { try await archive.buildSearchIndex() }
    #expect(try await archive.newest(in: 1, limit: 10).count == 5)
  }

  @Test("A pipe in the place of an archive is a sentence, at once")
  func pipe() throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ArchiveError.notSQLite(path: path)) { try Archive(path: path, mode: .existing) }
    #expect(!Archive.isArchive(at: path) && !Archive.removeIfEmpty(at: path))
  }

  @Test(
    "A damaged checkpoint changes no ordinal, and scrolling goes on",
    arguments: ["9223372036854775807", "-1"])
  func checkpoint(ordinal: String) async throws {
    let path = try folder.closedArchive("a", 0..<600)
    try change(path, "UPDATE checkpoint SET ordinal = \(ordinal) WHERE ordinal = 256")
    let archive = try Archive(path: path, mode: .existing)
    let last = try #require(try await archive.newest(in: 1, limit: 1).first)
    #expect(try await archive.ordinal(of: last.cursor, in: 1) == 599)
    #expect(try await archive.cursor(at: 300, in: 1) != nil)
    #expect(try await archive.send("on top", in: 1, at: 900_000).text == "on top")
  }
}
