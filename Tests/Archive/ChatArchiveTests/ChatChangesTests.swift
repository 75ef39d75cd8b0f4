import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("Merging and deleting chats", .dedicatedThreads)
struct ChatChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ name: String) throws -> Archive {
    try Archive(path: folder.path(name), mode: .createIfMissing)
  }

  /// Messages of three conversations with all kinds of details, interleaved in time.
  private func messages(_ range: Range<Int>) -> [ImportedMessage] {
    range.flatMap { number in
      ["a", "b", "c"].enumerated().map { index, key in
        var message = ImportedMessage.sample(
          "\(number)", at: Int64(number * 10 + index),
          from: index == 1 ? ImportedMessage.jonas : ImportedMessage.mara,
          in: "test:\(key)", replyTo: number > 0 ? "\(number - 1)" : nil,
          attachments: number % 5 == 0 ? [Attachment(kind: .photo, path: "/p")] : [])
        message.conversationTitle = key.uppercased()
        message.reactions = [
          .init(key: "👍", count: 2, people: [.init(sender: .init(key: "r:\(key)", name: "R \(key)"))])
        ]
        message.edits = [Edit(replacedAt: 5, text: "before")]
        message.opensTopic = number == 3 ? "Topic" : nil
        message.album = number == 7 || number == 8 ? "album" : nil
        return message
      }
    }
  }

  private func write(_ range: Range<Int>, to archive: Archive, as number: Int64) throws {
    let context = ImportContext(id: try archive.beginImport(of: "/import\(number)", at: number))
    let result = try archive.writeBatch(messages(range), context: context)
    try archive.endImport(into: result.conversations)
  }

  private func ids(_ archive: Archive) async throws -> [String: Conversation.ID] {
    try await Dictionary(uniqueKeysWithValues: archive.conversations().map { ($0.title, $0.id) })
  }

  /// All rows of all tables, after the archive was closed. Of the search index, the words of each message.
  private func contents(_ archive: Archive) throws -> [String: [String]] {
    archive.close()
    let words = try IndexedWords.found(archive.path).lines
    return try DatabaseQueue(path: archive.path).read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'grdb%' AND name NOT LIKE 'search%' AND name NOT LIKE 'kept%' ORDER BY name
          """)
      var contents = ["search": words]
      for table in tables {
        contents[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).sorted()
      }
      return contents
    }
  }

  @Test("A merged chat shows the messages of both in order, and is one of the list")
  func merging() async throws {
    let archive = try archive("a")
    try write(0..<300, to: archive, as: 1)
    let ids = try await ids(archive)
    let (a, b) = (try #require(ids["A"]), try #require(ids["B"]))
    let count = try await archive.newest(in: a, limit: .max).count
    let merge = try await archive.merge(b, into: a)
    #expect(merge.moved == [b: b])
    let chats = try await archive.chats()
    #expect(Set(chats.map(\.title)) == ["A", "C"])
    #expect(chats.first { $0.id == a }?.messageCount == 2 * count)
    #expect(chats.first { $0.id == a }?.mergedCount == 1)
    let all = try await archive.newest(in: a, limit: .max)
    #expect(all.count == 2 * count)
    #expect(all.map(\.sentAt) == all.map(\.sentAt).sorted())
    #expect(try await archive.newest(in: b, limit: 9).isEmpty)
    // The ordinals are exact.
    for (ordinal, message) in all.enumerated() where ordinal % 97 == 0 {
      #expect(try await archive.ordinal(of: message.cursor, in: a) == ordinal)
      #expect(try await archive.cursor(at: ordinal, in: a) == message.cursor)
    }
    // A reply finds its target among the messages of its source.
    #expect(all.filter { $0.reply != nil }.allSatisfy { $0.reply?.excerpt.isEmpty == false })
    #expect(try await archive.imports(into: a).map(\.messageCount) == [2 * count])
  }

  @Test("A merge that is undone leaves the archive as it was, also with what was imported meanwhile")
  func undoing() async throws {
    let (plain, merged) = (try archive("plain"), try archive("merged"))
    for archive in [plain, merged] {
      try write(0..<300, to: archive, as: 1)
      let ids = try await ids(archive)
      try await archive.rename(try #require(ids["B"]), to: "Mine")
      try await archive.pin(try #require(ids["B"]), at: 7)
    }
    let ids = try await ids(merged)
    let (a, b, c) = (try #require(ids["A"]), try #require(ids["Mine"]), try #require(ids["C"]))
    // Merges a chat that already has a merged part.
    let first = try await merged.merge(c, into: b)
    let second = try await merged.merge(b, into: a)
    #expect(try await merged.chats().map(\.id) == [a])
    for archive in [plain, merged] {
      let context = ImportContext(id: try archive.beginImport(of: "/later", at: 2))
      let result = try archive.writeBatch(messages(200..<600), context: context)
      try archive.endImport(into: result.conversations)
    }
    try await merged.undo(second)
    #expect(try await merged.chats().map(\.id).sorted() == [a, b])
    try await merged.undo(first)
    for archive in [plain, merged] {
      // Unread messages are known only for the chat that showed them, so mark all as read before comparing.
      for id in [a, b, c] { try await archive.markAsRead(id) }
    }
    let (expected, found) = (try contents(plain), try contents(merged))
    for (table, rows) in expected { #expect(found[table] == rows, "\(table)") }
    #expect(expected["checkpoint"]?.isEmpty == false && expected["message"]?.count ?? 0 > 1500)
  }

  @Test("A conversation can be parted from a chat at any time")
  func parting() async throws {
    let archive = try archive("a")
    try write(0..<20, to: archive, as: 1)
    let ids = try await ids(archive)
    let (a, b, c) = (try #require(ids["A"]), try #require(ids["B"]), try #require(ids["C"]))
    _ = try await archive.merge(c, into: b)
    _ = try await archive.merge(b, into: a)
    #expect(try await archive.details(of: a)?.merged.map(\.title) == ["B", "C"])
    try await archive.part(c)
    #expect(try await archive.chats().map(\.id).sorted() == [a, c].sorted())
    #expect(try await archive.details(of: a)?.merged.map(\.id) == [b])
  }

  @Test("A chat cannot be merged into itself, into none, or into a part of another")
  func impossibleMerges() async throws {
    let archive = try archive("a")
    try write(0..<5, to: archive, as: 1)
    let ids = try await ids(archive)
    let (a, b, c) = (try #require(ids["A"]), try #require(ids["B"]), try #require(ids["C"]))
    #expect(try await archive.merge(a, into: a).moved.isEmpty)
    _ = try await archive.merge(b, into: a)
    for (chat, target) in [(c, 99), (99, a), (c, b), (b, c)] {
      await #expect(throws: ArchiveError.self) { try await archive.merge(chat, into: target) }
    }
    #expect(try await archive.chats().map(\.id).sorted() == [a, c].sorted())
  }

  @Test("A deleted chat leaves nothing behind: an archive that never had it is the same")
  func deleting() async throws {
    let (without, with) = (try archive("without"), try archive("with"))
    let others = { (messages: [ImportedMessage]) in messages.filter { $0.conversationKey == "test:a" } }
    for (archive, batch) in [(without, others(messages(0..<300))), (with, others(messages(0..<300)))] {
      let context = ImportContext(id: try archive.beginImport(of: "/one", at: 1))
      let result = try archive.writeBatch(batch, context: context)
      try archive.endImport(into: result.conversations)
    }
    let context = ImportContext(id: try with.beginImport(of: "/two", at: 2))
    _ = try with.writeBatch(messages(0..<300).filter { $0.conversationKey != "test:a" }, context: context)
    let ids = try await ids(with)
    _ = try await with.merge(try #require(ids["C"]), into: try #require(ids["B"]))
    try await with.delete(try #require(ids["B"]))
    #expect(try await with.chats().map(\.title) == ["A"])
    let (expected, found) = (try contents(without), try contents(with))
    for (table, rows) in expected { #expect(found[table] == rows, "\(table)") }
  }

  @Test("The texts of a deleted chat are no longer in the file")
  func deletedTexts() async throws {
    let archive = try archive("a")
    _ = try archive.writeBatch(
      (0..<400).map { .sample("\($0)", text: "Secret word \($0) ophiuchus", in: "test:x") })
    _ = try archive.writeBatch(ImportedMessage.samples(0..<10))
    let id = try #require(try await archive.chats().first { $0.messageCount == 400 }?.id)
    archive.moveLogIntoFile()
    let word = Data("ophiuchus".utf8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: word) != nil)
    try await archive.delete(id)
    archive.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: word) == nil)
  }
}
