import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

/// Messages that are imported again are found by the digests of their versions.
@Suite("Importing known messages", .dedicatedThreads)
struct KnownVersionsTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private func message(_ source: String, text: String, hasKey: Bool) -> ImportedMessage {
    var message = ImportedMessage.sample(source, at: Int64(source.count) * 60_000)
    message.text = text
    if !hasKey { message.sequence = .minutes }
    return message
  }

  private func add(_ messages: [ImportedMessage], keeping name: String) throws -> BatchResult {
    let context = ImportContext(id: try archive.beginImport(of: "/\(name)", at: 1))
    return try archive.writeBatch(messages, context: context)
  }

  /// Makes the database differ from what was imported, so that a comparison with it can be seen.
  private func change(_ sql: String) throws {
    try DatabaseQueue(path: folder.path("a")).write { try $0.execute(sql: sql) }
  }

  private func values(_ sql: String) throws -> [String] {
    try DatabaseQueue(path: folder.path("a")).read { try String.fetchAll($0, sql: sql) }
  }

  @Test("A known message is not compared", arguments: [true, false])
  func equal(hasKey: Bool) throws {
    let messages = ["1", "22", "333"].map { message($0, text: "text \($0)", hasKey: hasKey) }
    #expect(try add(messages, keeping: "a").added == 3)
    try change("UPDATE message SET text = 'other'")
    let again = try add(messages, keeping: "b")
    #expect((again.added, again.duplicates) == (0, 3))
    #expect(try values("SELECT text FROM message") == ["other", "other", "other"])
    #expect(try values("SELECT version FROM message_version").isEmpty)
    #expect(
      try values("SELECT first || '-' || last FROM import_range ORDER BY part") == ["1-3", "1-3"])
  }

  @Test("A version that another import has, too, is copied")
  func copied() throws {
    func messages(_ text: String) -> [ImportedMessage] {
      ["1", "22"].map { message($0, text: text, hasKey: true) }
    }
    _ = try add(messages("first"), keeping: "a")
    _ = try add(messages("second"), keeping: "b")
    try change("UPDATE message_version SET version = '{}' WHERE part = 2")
    let again = try add(messages("second"), keeping: "c")
    #expect((again.added, again.duplicates) == (0, 2))
    #expect(try values("SELECT CAST(version AS TEXT) FROM message_version WHERE part = 3") == ["{}", "{}"])
    // The versions of the first import need no rows.
    _ = try add(messages("first"), keeping: "d")
    #expect(try values("SELECT version FROM message_version WHERE part = 4").isEmpty)
  }

  @Test("Two versions in one import are merged, in both orders", arguments: [true, false])
  func twice(isReversed: Bool) async throws {
    let (first, second) = (
      message("1", text: "first", hasKey: true), message("1", text: "second", hasKey: true)
    )
    _ = try add([first], keeping: "a")
    _ = try add([second], keeping: "b")
    _ = try add(isReversed ? [second, first] : [first, second], keeping: "c")
    try await archive.forget([1, 2])
    #expect(try await archive.allMessages().map(\.text) == ["second"])
    #expect(try values("SELECT text FROM edit") == ["first"])
  }
}
