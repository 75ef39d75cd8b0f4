import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

/// A flipped bit turns a value into NULL: GRDB then ended the process and printed the row.
@Suite("Rows that are damaged", .dedicatedThreads)
struct ArchiveDamagedRowsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// An archive of 100 messages after statements that its tables do not allow.
  private func archive(after statements: String...) throws -> Archive {
    let path = folder.path("a")
    do {
      let archive = try Archive(path: path, mode: .createIfMissing)
      _ = try archive.writeBatch(ImportedMessage.samples(0..<99))
      _ = try archive.writeBatch([.sample("99", at: 99_000, own: true, replyTo: "50")])
    }
    try rewriteSchema(path, "replace(sql, ' NOT NULL', '')")
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in for statement in statements { try db.execute(sql: statement) } }
    try queue.close()
    return try Archive(path: path, mode: .existing)
  }

  private func rewriteSchema(_ path: String, _ expression: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = \(expression) WHERE name IN ('message', 'conversation', 'participant');
          PRAGMA writable_schema = RESET;
          """)
    }
    try queue.close()
  }

  @Test(
    "A value that is missing or of another type costs no other message",
    arguments: [
      "is_own", "kind", "sent_at", "text", "entities", "flags", "details", "order_key", "topic", "edited_at",
      "sender",
      "conversation", "chat", "source",
    ], ["NULL", "x'ff00fe'", "'letters'", "1e300"])
  func message(column: String, value: String) async throws {
    let archive = try archive(after: "UPDATE message SET \(column) = \(value) WHERE source = '50'")
    let found = try await archive.newest(in: 1, limit: .max)
    // A message of another conversation, and one outside of the index's numbers, is not found here.
    #expect(found.count >= 99)
    #expect(found.filter { $0.text.hasPrefix("Message ") }.count >= 99)
    let page = try await archive.messages(in: 1, before: found[found.count - 1].cursor, limit: .max)
    #expect(page.count >= 98)
    #expect(try await archive.conversations().map(\.messageCount) == [100])
    let sent = try await archive.send("on top", in: 1, at: 200_000)
    #expect(sent.text == "on top")
  }

  @Test("A text that cannot be shown is a sentence")
  func text() async throws {
    let archive = try archive(
      after: "UPDATE message SET text = x'ff00fe', entities = x'00' WHERE source = '50'")
    let found = try await archive.allMessages()
    #expect(found[50].text == "This message is damaged and cannot be shown.")
    #expect(found[50].entities.isEmpty)
    #expect(found[99].reply?.excerpt == found[50].text)
  }

  @Test(
    "Damaged names and counters are replaced by others",
    arguments: [
      "UPDATE participant SET name = NULL, color_seed = 'x'", "UPDATE conversation SET title = NULL",
      "UPDATE conversation SET message_count = NULL, participant_count = 'x', last_sent_at = 'x'",
      "UPDATE membership SET message_count = 'x'", "UPDATE conversation SET owner = 'x'",
    ])
  func names(statement: String) async throws {
    let archive = try archive(after: statement)
    #expect(try await archive.conversations().count == 1)
    #expect(try await archive.newest(in: 1, limit: .max).count == 100)
    #expect(try await archive.info().conversationCount == 1)
    #expect(try await archive.send("on top", in: 1, at: 200_000).text == "on top")
  }

  @Test("A conversation without its key can be read, and sending to it is a sentence")
  func conversationKey() async throws {
    let archive = try archive(after: "UPDATE conversation SET key = NULL")
    #expect(try await archive.newest(in: 1, limit: .max).count == 100)
    let error = await #expect(throws: ArchiveError.self) { try await archive.send("x", in: 1, at: 0) }
    guard case .damaged = error else {
      Issue.record("Not called damaged: \(String(describing: error))")
      return
    }
    #expect(try await archive.newest(in: 1, limit: .max).count == 100)
  }

  @Test("An archive with a format that never was can be read", arguments: [-1, -2_147_483_648, -99])
  func negativeVersion(version: Int) async throws {
    let path = try folder.closedArchive("a", 0..<18)
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try queue.close()
    let archive = try Archive(path: path, mode: .existing)
    let damage = ArchiveError.damaged(path: path, reason: "its format cannot be \(version)")
    #expect(archive.writeObstacle == damage)
    #expect(try await archive.conversations().map(\.messageCount) == [18])
    #expect(try await archive.info().integrity == .damaged(["its format cannot be \(version)"]))
    await #expect(throws: damage) { try await archive.send("x", in: 1, at: 0) }
    archive.close()
    #expect(try folder.names() == ["a"])
  }

  /// Offset and size of each field after the magic (https://www.sqlite.org/fileformat2.html#the_database_header).
  private static let headerFields = [
    (16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 4), (28, 4), (32, 4), (36, 4),
    (40, 4),
    (44, 4), (48, 4), (52, 4), (56, 4), (60, 4), (64, 4), (68, 4), (92, 4), (96, 4),
  ]

  @Test(
    "A damaged field of the header is a sentence, or does no harm", arguments: [0x00, 0x01, 0x7f, 0x80, 0xff])
  func header(byte: UInt8) async throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.closedArchive("whole", 0..<40)))
    for (offset, size) in Self.headerFields {
      var damaged = whole
      damaged.replaceSubrange(offset..<offset + size, with: Data(repeating: byte, count: size))
      let path = try folder.write(damaged, to: "\(offset)")
      do throws(ArchiveError) {
        let archive = try Archive(path: path, mode: .existing)
        defer { archive.close() }
        let conversations = try await archive.conversations()
        _ = try await archive.newest(in: conversations.first?.id ?? 1, limit: 50)
        _ = try await archive.info()
        _ = try await archive.send("x", in: conversations.first?.id ?? 1, at: 0)
        #expect(try await archive.newest(in: conversations.first?.id ?? 1, limit: 1).first?.text == "x")
      } catch {
        switch error {
        case .damaged, .foreign, .olderSchema, .newerSchema, .readOnly: break
        default: Issue.record("\(offset): \(error)")
        }
      }
    }
  }

  @Test("An error of GRDB says nothing of what is in a row")
  func errorWithoutRow() throws {
    let queue = try DatabaseQueue()
    let error = #expect(throws: (any Error).self) {
      try queue.read { db in
        try Row.fetchOne(db, sql: "SELECT 'a secret' AS text, NULL AS n")?.decode(Int.self, atIndex: 1)
      }
    }
    let found = ArchiveError(try #require(error), path: "/a")
    #expect(found == .damaged(path: "/a", reason: "its contents are corrupt"))
  }

  @Test(
    "The check of an archive finds rows that contradict each other",
    arguments: [
      "UPDATE conversation SET message_count = 9000000000000000000",
      "UPDATE conversation SET participant_count = 7", "UPDATE membership SET message_count = 3",
      "UPDATE checkpoint SET ordinal = 5", "UPDATE checkpoint SET order_key = order_key + 1",
      "INSERT INTO import_range (part, first, last) VALUES (1, 9, 3)",
      "INSERT INTO import_range (part, first, last) VALUES (1, 1, 5), (1, 4, 9)",
      "UPDATE message SET sent_at = 'soon' WHERE source = '50'",
      "UPDATE message SET sender = 700 WHERE source = '50'",
    ])
  func contradictions(statement: String) async throws {
    let archive = try archive(after: statement)
    guard case .damaged(let defects) = try await archive.info().integrity else {
      Issue.record("it seems sound")
      return
    }
    #expect(!defects.isEmpty)
  }
}
