import Foundation
import Testing

@testable import ChatArchive

@Suite("Writing batches", .dedicatedThreads)
struct ArchiveWritingTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("Every field comes back as it was written")
  func roundTrip() async throws {
    let text = "Grüße, 서연 👩‍👩‍👧‍👦: example.org\nline two"
    let photo = Attachment(
      kind: .photo, width: 4000, height: 3000, byteCount: 5_000_000_000, name: "ridge.jpg",
      path: "/p/ridge.jpg")
    let entities = [
      TextEntity(start: 0, length: 7, kind: .bold),
      TextEntity(start: 9, length: 6, kind: .mention),
      TextEntity(start: text.utf8.count - 20, length: 11, kind: .link(target: "https://example.org/ä?x=1")),
    ]
    _ = try archive.writeBatch([
      .sample("1", at: 1000, from: nil, kind: .service),
      .sample(
        "2", at: 2000, text: text, from: ImportedMessage.jonas, own: true, kind: .action, entities: entities,
        replyTo: "1", attachment: photo),
      .sample("3", at: 3000, text: "", attachment: Attachment(kind: .sticker)),
    ])
    let all = try await archive.allMessages()
    #expect(all.map(\.sentAt) == [1000, 2000, 3000])
    #expect(all.map(\.kind) == [.service, .action, .normal])
    #expect(all.map(\.sender?.name) == [nil, "Jonas Weber", "Mara Lind"])
    #expect(all.map(\.isOwn) == [false, true, false])
    #expect(all.map(\.text) == ["Message 1", text, ""])
    #expect(all.map(\.entities) == [[], entities, []])
    #expect(all.map(\.attachment) == [nil, photo, Attachment(kind: .sticker)])
    #expect(all.map(\.reply?.id) == [nil, all[0].id, nil])
    #expect(all[1].sender?.colorSeed == FNV1a.hash("user:jonas"))
  }

  @Test("The same batch again adds nothing and counts its duplicates")
  func idempotent() async throws {
    let batch = ImportedMessage.samples(0..<50)
    #expect(try archive.writeBatch(batch) == BatchResult(added: 50, duplicates: 0, conversations: [1]))
    let before = try await archive.allMessages()
    #expect(try archive.writeBatch(batch) == BatchResult(added: 0, duplicates: 50))
    #expect(
      try archive.writeBatch(ImportedMessage.samples(40..<60))
        == BatchResult(added: 10, duplicates: 10, conversations: [1]))
    let after = try await archive.allMessages()
    #expect(after.prefix(50) == before[...])
    #expect(try await archive.onlyConversation().messageCount == 60)
  }

  @Test("The same key twice in one batch is one message: the first")
  func duplicateWithinBatch() async throws {
    let result = try archive.writeBatch([.sample("1", text: "first"), .sample("1", text: "second")])
    #expect(result == BatchResult(added: 1, duplicates: 1, conversations: [1]))
    #expect(try await archive.allMessages().map(\.text) == ["first"])
  }

  @Test("The same key in another conversation is another message")
  func keysAreByConversation() throws {
    let result = try archive.writeBatch([.sample("1", in: "a"), .sample("1", in: "b")])
    #expect(result == BatchResult(added: 2, duplicates: 0, conversations: [1, 2]))
  }

  @Test("An empty batch is no work")
  func emptyBatch() throws {
    #expect(try archive.writeBatch([]) == BatchResult())
  }

  @Test("The counters agree with the messages after batches in any order", arguments: 1...4)
  func counters(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    var model: [String: [String: ImportedMessage]] = [:]
    for _ in 0..<20 {
      let batch = (0..<random.below(40)).map { _ in
        let people = [ImportedMessage.mara, ImportedMessage.jonas, nil]
        return ImportedMessage.sample(
          "\(random.below(300))", at: Int64(random.below(100_000)), from: random.pick(people),
          in: "c\(random.below(3))", kind: random.oneIn(5) ? .service : .normal)
      }
      for message in batch where model[message.conversationKey]?[message.sourceID] == nil {
        model[message.conversationKey, default: [:]][message.sourceID] = message
      }
      _ = try archive.writeBatch(batch)
    }
    let expected = model.values.map { messages in
      let speakers = messages.values.filter { $0.kind != .service }.compactMap(\.sender?.key)
      return [
        messages.count, Set(speakers).count, messages.values.map { Int($0.sentAt) }.max() ?? -1,
      ]
    }
    let found = try await archive.conversations().map {
      [$0.messageCount, $0.participantCount, Int($0.lastSentAt ?? -1)]
    }
    #expect(Set(found) == Set(expected))
    #expect(found.count == expected.count)
  }

  @Test("A reply finds its target whether that was imported before it or after", arguments: [true, false])
  func replies(targetFirst: Bool) async throws {
    let target = ImportedMessage.sample("t", at: 1, text: "  \nWhere do we meet?\nI forgot", own: true)
    let reply = ImportedMessage.sample("r", at: 2, from: ImportedMessage.jonas, replyTo: "t")
    for message in targetFirst ? [target, reply] : [reply, target] {
      _ = try archive.writeBatch([message])
    }
    let all = try await archive.allMessages()
    let quote = try #require(all[1].reply)
    #expect(quote.id == all[0].id)
    #expect(quote.sender == all[0].sender)
    #expect(quote.isOwn)
    #expect(quote.excerpt == "Where do we meet?")
    #expect(quote.attachmentKind == nil)
  }

  @Test("A reply to a message that is nowhere, or in another conversation, quotes nothing")
  func replyToNowhere() async throws {
    _ = try archive.writeBatch([.sample("x", in: "other"), .sample("r", replyTo: "x")])
    for conversation in try await archive.conversations() {
      #expect(try await archive.newest(in: conversation.id, limit: 9).allSatisfy { $0.reply == nil })
    }
  }

  @Test("A quoted photograph without a caption says what it is")
  func quotedPhoto() async throws {
    _ = try archive.writeBatch([
      .sample("p", at: 1, text: "", attachment: Attachment(kind: .photo)), .sample("r", at: 2, replyTo: "p"),
    ])
    let quote = try await archive.allMessages()[1].reply
    #expect(quote?.excerpt == "")
    #expect(quote?.attachmentKind == .photo)
  }

  @Test("Names and titles follow the batch written last")
  func renamed() async throws {
    var message = ImportedMessage.sample("1")
    _ = try archive.writeBatch([message])
    message.sender?.name = "Mara Berg"
    message.conversationTitle = "Ridge walk"
    _ = try archive.writeBatch([message])
    #expect(try await archive.onlyConversation().title == "Ridge walk")
    #expect(try await archive.allMessages().map(\.sender?.name) == ["Mara Berg"])
  }

  @Test("Nobody is nameless and nothing is without a title")
  func namesAreNeverEmpty() async throws {
    var message = ImportedMessage.sample("1", from: .init(key: "user:7", name: " "), in: "chat:9")
    message.conversationTitle = ""
    _ = try archive.writeBatch([message, .sample("2", from: .init(key: "", name: ""), in: "chat:9")])
    #expect(try await archive.onlyConversation().title == "Walks")
    _ = try archive.writeBatch([message])
    #expect(try await archive.onlyConversation().title == "chat:9")
    #expect(try await archive.allMessages().map(\.sender?.name) == ["user:7", "Unknown"])
  }

  @Test("A text of ten megabytes survives, also as a quote")
  func hugeText() async throws {
    let text = String(repeating: "Höhenweg 🏔 ", count: 10 * 1024 * 1024 / 15)
    _ = try archive.writeBatch([.sample("1", at: 1, text: text), .sample("2", at: 2, replyTo: "1")])
    let all = try await archive.allMessages()
    #expect(all[0].text == text)
    #expect(all[1].reply?.excerpt.count == 200)
  }

  @Test("Times far out of range are stored as they are")
  func farTimes() async throws {
    // Year 1, year 9999, and the ends of the type.
    let times: [Int64] = [.min, -62_135_596_800_000, 0, 253_402_300_799_999, .max]
    _ = try archive.writeBatch(times.map { .sample("\($0)", at: $0) })
    #expect(try await archive.allMessages().map(\.sentAt) == times)
    let id = try await archive.onlyConversation().id
    let last = MessageCursor(sentAt: .max, id: .max)
    #expect(try await archive.messages(in: id, before: last, limit: 2).map(\.sentAt) == times.suffix(2))
  }

  @Test("A NUL in a text or a name, which would end it in SQLite, becomes a space")
  func nul() async throws {
    let bold = TextEntity(start: 4, length: 5, kind: .bold)
    let message = ImportedMessage.sample(
      "1\u{0}a", text: "one\u{0}three", from: .init(key: "m\u{0}", name: "M\u{0}L"), entities: [bold])
    _ = try archive.writeBatch([message, .sample("1\u{0}b")])
    #expect(try archive.writeBatch([message]).duplicates == 1)
    let all = try await archive.allMessages()
    #expect(all.map(\.text) == ["one three", "Message 1 b"])
    #expect(all[0].sender?.name == "M L")
    #expect(all[0].entities == [bold])
  }
}
