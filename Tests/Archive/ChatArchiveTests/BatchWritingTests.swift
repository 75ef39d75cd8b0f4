import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

/// Batches with several chats, some of which are written to one conversation, under changing titles.
@Suite("Writing batches of several chats", .dedicatedThreads)
struct BatchWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ name: String = "a") throws -> Archive {
    try Archive(path: folder.path(name), mode: .createIfMissing)
  }

  private func titled(
    _ title: String, _ source: String, in key: String, sequence: TimeResolution? = nil
  ) -> ImportedMessage {
    var message = ImportedMessage.sample(source, at: Int64(source.count) * 60_000, in: key)
    message.conversationTitle = title
    message.sequence = sequence
    return message
  }

  @Test("A chat takes a title that a guest had before it in the same batch")
  func titleOfGuest() async throws {
    let archive = try archive()
    _ = try archive.writeBatch([titled("Old", "1", in: "host")])
    let host = try await archive.onlyConversation().id
    var guest = ImportContext(id: try archive.beginImport(of: "/guest", at: 1))
    guest.conversation = host
    _ = try archive.writeBatch([titled("New", "2", in: "guest")], context: guest)
    #expect(try await archive.onlyConversation().title == "Old")
    _ = try archive.writeBatch([
      titled("Old", "3", in: "host"), titled("New", "4", in: "guest"), titled("New", "5", in: "host"),
    ])
    #expect(try await archive.onlyConversation().title == "New")
    #expect(try await archive.allMessages().count == 5)
  }

  @Test("Of a chat without keys whose title changes within a batch, the last title stays")
  func lastTitle() async throws {
    let archive = try archive()
    let context = ImportContext(id: try archive.beginImport(of: "/a", at: 1))
    _ = try archive.writeBatch(
      [
        titled("Old", "1", in: "a", sequence: .minutes), titled("New", "22", in: "a", sequence: .minutes),
      ], context: context)
    try archive.endImport(into: [1])
    #expect(try await archive.onlyConversation().title == "New")
  }

  @Test("Of messages that one statement inserts, those are left out that are known or come twice")
  func knownInGroup() async throws {
    let archive = try archive()
    func message(_ number: Int) -> ImportedMessage {
      var message = ImportedMessage.sample("\(number)", at: Int64(number) * 1000, text: "Word\(number) \0")
      message.attachments = [Attachment(kind: .file, name: "name\(number)\0", path: "/\(number)")]
      return message
    }
    _ = try archive.writeBatch((5..<8).map(message))
    let numbers = [Int](0..<10) + [3, 3, 39, 6] + [Int](8..<40) + [39, 0]
    let result = try archive.writeBatch(numbers.map(message))
    #expect(result.added == 37)
    #expect(result.duplicates == numbers.count - 37)
    let stored = try await archive.allMessages()
    #expect(stored.map(\.text) == (0..<40).map { "Word\($0)  " })
    #expect(stored.map { $0.attachments.map(\.path) } == (0..<40).map { ["/\($0)"] })
    #expect(stored.map { $0.attachments.map(\.name) } == (0..<40).map { ["name\($0) "] })
    #expect(try await archive.searchIndexIsSound())
    archive.close()
    #expect(try IndexedWords.found(archive.path).lines == IndexedWords.expected(archive.path).lines)
  }

  @Test("Messages are stored whole after one with the largest number, which leaves no numbers in a row")
  func afterLargestNumber() async throws {
    var archive = try archive()
    _ = try archive.writeBatch([.sample("first", at: -1000)])
    archive.close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try await DatabaseQueue(path: archive.path, configuration: configuration).write { db in
      try db.execute(sql: "UPDATE message SET id = ?", arguments: [Int64.max])
    }
    archive = try self.archive()
    let messages = (0..<40).map { number in
      var message = ImportedMessage.sample("\(number)", at: Int64(number) * 1000)
      message.attachments = [Attachment(kind: .file, path: "/\(number)")]
      return message
    }
    #expect(try archive.writeBatch(messages + messages).added == 40)
    let stored = try await archive.allMessages().dropFirst()
    #expect(stored.map(\.text) == messages.map(\.text))
    #expect(stored.map { $0.attachments.map(\.path) } == messages.map { $0.attachments.map(\.path) })
  }

  // MARK: Counters

  /// Messages of some chats: with keys or without, in albums and topics, with times that decrease and titles that change.
  private func messages(_ random: inout SplitMix64, count: Int) -> [ImportedMessage] {
    (0..<count).map { _ in
      let number = random.below(400)
      let key = ["a", "b", "guest", "c"][random.below(4)]
      var message = ImportedMessage.sample(
        "\(number)", at: Int64((random.oneIn(7) ? random.below(400) : number) * 20_000),
        text: random.oneIn(20) ? "" : "Wörter \(random.below(50)) no\0\0nul \(key)",
        from: random.oneIn(9) ? nil : .init(key: "u:\(random.below(5))", name: "P \(random.below(7))\0"),
        in: key, own: random.oneIn(3), kind: random.oneIn(5) ? .service : .normal,
        replyTo: random.oneIn(3) ? "\(random.below(400))" : nil)
      message.conversationTitle = random.oneIn(9) ? "T \(random.below(3))" : "T"
      if key == "c" { message.sequence = .seconds }
      if random.oneIn(12) { message.opensTopic = "Topic \(number)" }
      if random.oneIn(12) { message.topic = .init(source: "\(random.below(400))", title: "Told") }
      if random.oneIn(9) { message.editedAt = message.sentAt + Int64(random.below(9)) }
      if random.oneIn(6) {
        message.attachments = (0..<(random.oneIn(4) ? ImportedMessage.maximumAttachments : 2)).map {
          Attachment(kind: .file, name: "file\0 \($0)", path: "/\($0)")
        }
        if random.oneIn(2) { message.album = "\(number / 3)" }
      }
      if random.oneIn(9) {
        message.reactions = [.init(key: "👍", count: 3, people: [.init(sender: .init(key: "u:9", name: "N"))])]
      }
      return message
    }
  }

  /// The counters of the archive and the counted values, where the two differ.
  private func differences(_ archive: Archive) async throws -> [String] {
    try await DatabaseQueue(path: archive.path).read { db in
      let checks = [
        "SELECT id FROM conversation c WHERE message_count <> (SELECT count(*) FROM message WHERE conversation = c.id)",
        """
        SELECT id FROM conversation c
        WHERE last_sent_at IS NOT (SELECT max(sent_at) FROM message WHERE conversation = c.id)
        """,
        """
        SELECT id FROM conversation c
        WHERE participant_count <> (SELECT count(*) FROM membership WHERE conversation = c.id)
        """,
        """
        SELECT conversation FROM (
          SELECT conversation, participant, message_count FROM membership WHERE message_count > 0
          EXCEPT SELECT conversation, sender, count(*) FROM message WHERE kind <> 2 GROUP BY 1, 2)
        """,
        """
        SELECT conversation FROM (
          SELECT conversation, sender, count(*) FROM message WHERE kind <> 2 AND sender IS NOT NULL GROUP BY 1, 2
          EXCEPT SELECT conversation, participant, message_count FROM membership)
        """,
        """
        SELECT conversation FROM (
          SELECT import, conversation, count(*) FROM message WHERE import IS NOT NULL GROUP BY 1, 2
          EXCEPT SELECT import, conversation, message_count FROM import_conversation)
        """,
        """
        SELECT chat FROM (
          SELECT chat, ordinal, order_key, id FROM checkpoint
          EXCEPT SELECT chat, row_number() OVER (PARTITION BY chat ORDER BY order_key, id) - 1, order_key, id
            FROM message)
        """,
        """
        SELECT m.id FROM message m JOIN conversation c ON c.id = m.conversation
        WHERE m.chat <> coalesce(c.merged_into, c.id)
        """,
        """
        SELECT message FROM attachment a JOIN message m ON m.id = a.message
        WHERE a.chat <> m.chat OR a.order_key <> m.order_key OR a.position > 99
        """,
      ]
      return try checks.filter { try !Row.fetchAll(db, sql: $0).isEmpty }
    }
  }

  @Test("What is counted and indexed is what a count and a scan find", arguments: 0..<12)
  func counters(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let archive = try archive()
    _ = try archive.writeBatch([.sample("first", in: "a"), .sample("first", in: "b")])
    let chats = try await archive.conversations().map(\.id)
    if seed % 2 == 0 { _ = try await archive.merge(chats[0], into: chats[1]) }
    for run in 1...3 {
      var context = ImportContext(id: try archive.beginImport(of: "/\(run)", at: Int64(run)))
      context.run = run
      // From then on, the guest's key leads to another chat.
      if run == 2 {
        context.conversation = chats[random.below(2)]
        _ = try archive.writeBatch([.sample("g\(seed)", in: "guest\(seed % 3)")], context: context)
        context.conversation = nil
      }
      for _ in 0..<(1 + random.below(4)) {
        let batch = messages(&random, count: 1 + random.below(700))
        let result = try archive.writeBatch(batch, context: context)
        #expect(result.added + result.duplicates == batch.count)
      }
    }
    try archive.endImport(into: Set(try await archive.conversations().map(\.id)))
    #expect(try await differences(archive) == [])
    #expect(try await archive.searchIndexIsSound())
    archive.close()
    #expect(try IndexedWords.found(archive.path).lines == IndexedWords.expected(archive.path).lines)
  }
}
