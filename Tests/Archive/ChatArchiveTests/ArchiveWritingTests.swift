import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Writing batches", .dedicatedThreads)
struct ArchiveWritingTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("Every field is read as it was written")
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
        replyTo: "1", attachments: [photo]),
      .sample("3", at: 3000, text: "", attachments: [Attachment(kind: .sticker)]),
    ])
    let all = try await archive.allMessages()
    #expect(all.map(\.sentAt) == [1000, 2000, 3000])
    #expect(all.map(\.kind) == [.service, .action, .normal])
    #expect(all.map(\.sender?.name) == [nil, "Jonas Weber", "Mara Lind"])
    #expect(all.map(\.isOwn) == [false, true, false])
    #expect(all.map(\.text) == ["Message 1", text, ""])
    #expect(all.map(\.entities) == [[], entities, []])
    #expect(all.map(\.attachments) == [[], [photo], [Attachment(kind: .sticker)]])
    #expect(all.map(\.reply?.id) == [nil, all[0].id, nil])
    #expect(all[1].sender?.colorSeed == FNV1a.hash("user:jonas"))
  }

  @Test("The same batch again adds nothing and counts its duplicates")
  func idempotent() async throws {
    let batch = ImportedMessage.samples(0..<50)
    #expect(
      try archive.writeBatch(batch) == BatchResult(added: 50, duplicates: 0, conversations: [1], read: [1]))
    let before = try await archive.allMessages()
    #expect(try archive.writeBatch(batch) == BatchResult(added: 0, duplicates: 50, read: [1]))
    #expect(
      try archive.writeBatch(ImportedMessage.samples(40..<60))
        == BatchResult(added: 10, duplicates: 10, conversations: [1], read: [1]))
    let after = try await archive.allMessages()
    #expect(after.prefix(50) == before[...])
    #expect(try await archive.onlyConversation().messageCount == 60)
  }

  @Test("The same key twice in one batch is one message, with both texts")
  func duplicateWithinBatch() async throws {
    let result = try archive.writeBatch([.sample("1", text: "first"), .sample("1", text: "second")])
    #expect(result == BatchResult(added: 1, duplicates: 1, conversations: [1], read: [1]))
    let all = try await archive.allMessages()
    #expect(all.map(\.text) == ["second"])
    #expect(try await archive.edits(of: all[0].id).map(\.text) == ["first"])
  }

  @Test("The same key in another conversation is another message")
  func keysAreByConversation() throws {
    let result = try archive.writeBatch([.sample("1", in: "a"), .sample("1", in: "b")])
    #expect(result == BatchResult(added: 2, duplicates: 0, conversations: [1, 2], read: [1, 2]))
  }

  @Test("An empty batch changes nothing")
  func emptyBatch() throws {
    #expect(try archive.writeBatch([]) == BatchResult())
  }

  @Test("The counters agree with the messages after random batches", arguments: 1...4)
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
      for message in batch {
        model[message.conversationKey, default: [:]].merge([(message.sourceID, message)]) { known, new in
          var whole = known
          whole.sentAt = min(known.sentAt, new.sentAt)
          whole.sender = [known.sender, new.sender].compactMap(\.self).max { $0.key < $1.key }
          whole.kind = known.kind == .service ? new.kind : known.kind
          return whole
        }
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

  @Test("A reply finds its target, whether that was imported before or after it", arguments: [true, false])
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

  @Test("A reply to a message that is missing or in another conversation has no quote")
  func replyToNowhere() async throws {
    _ = try archive.writeBatch([.sample("x", in: "other"), .sample("r", replyTo: "x")])
    for conversation in try await archive.conversations() {
      #expect(try await archive.newest(in: conversation.id, limit: 9).allSatisfy { $0.reply == nil })
    }
  }

  @Test("The quote of a photo without a caption has the kind of the attachment")
  func quotedPhoto() async throws {
    _ = try archive.writeBatch([
      .sample("p", at: 1, text: "", attachments: [Attachment(kind: .photo)]),
      .sample("r", at: 2, replyTo: "p"),
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

  @Test("A person has the name of the last message or reaction with one")
  func renamedWithinBatch() async throws {
    func named(_ name: String) -> ImportedMessage.Sender { .init(key: ImportedMessage.mara.key, name: name) }
    for names in [["Mara", "M.", "Mara"], ["M.", "Mara", "Mara", "M."], ["A", "B", "C", "A", "C", "B"]] {
      for isReaction in [false, true] {
        let messages = names.indices.map { index in
          guard isReaction, index == names.count - 2 else {
            return ImportedMessage.sample("\(index)", at: Int64(index), from: named(names[index]))
          }
          var message = ImportedMessage.sample("\(index)", at: Int64(index), from: ImportedMessage.jonas)
          message.reactions = [.init(key: "👍", count: 1, people: [.init(sender: named(names[index]))])]
          return message
        }
        let id = try archive.beginImport(of: "/a", at: 0)
        let result = try archive.writeBatch(messages, context: ImportContext(id: id))
        try archive.endImport(into: result.read)
        #expect(try await archive.allMessages().last?.sender?.name == names.last)
        try await archive.forget(id)
      }
    }
  }

  @Test("Senders without a name and conversations without a title get one")
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
    expectSame(all[0].text, text)
    #expect(all[1].reply?.excerpt.count == 200)
  }

  @Test("Extreme times are stored unchanged")
  func farTimes() async throws {
    // Year 1, year 9999, and the ends of the type.
    let times: [Int64] = [.min, -62_135_596_800_000, 0, 253_402_300_799_999, .max]
    _ = try archive.writeBatch(times.map { .sample("\($0)", at: $0) })
    #expect(try await archive.allMessages().map(\.sentAt) == times)
    let id = try await archive.onlyConversation().id
    let last = MessageCursor(orderKey: .max, id: .max)
    #expect(try await archive.messages(in: id, before: last, limit: 2).map(\.sentAt) == times.suffix(2))
  }

  @Test("A NUL, which would end a text in SQLite, becomes a space")
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

@Suite("Sending", .dedicatedThreads)
struct ArchiveSendingTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("A sent message is returned as stored, as the last of its conversation")
  func sends() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3))
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("On my way", in: conversation, at: 5000)
    #expect(sent.text == "On my way")
    #expect(sent.isOwn)
    #expect(sent.kind == .normal)
    #expect(sent.sender?.name == "You")
    #expect(sent.sentAt == 5000)
    #expect(try await archive.newest(in: conversation, limit: 1) == [sent])
    let counted = try await archive.onlyConversation()
    #expect(counted.messageCount == 4)
    #expect(counted.participantCount == 2)
    #expect(counted.lastSentAt == 5000)
  }

  @Test("A clock that is behind does not place a sent message before others", arguments: [-9, 1999, 2000])
  func clockBehind(sentAt: Int64) async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3).shuffled(seed: 4))
    let conversation = try await archive.onlyConversation().id
    for text in ["one", "two", "three"] {
      let sent = try await archive.send(text, in: conversation, at: sentAt)
      #expect(sent.sentAt == 2000)
      #expect(try await archive.allMessages().last == sent)
    }
    #expect(try await archive.newest(in: conversation, limit: 3).map(\.text) == ["one", "two", "three"])
  }

  @Test("The same words at the same time are two messages")
  func sameTwice() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let conversation = try await archive.onlyConversation().id
    let first = try await archive.send("ok", in: conversation, at: 7)
    let second = try await archive.send("ok", in: conversation, at: 7)
    #expect(first.id != second.id)
    #expect(try await archive.onlyConversation().messageCount == 3)
  }

  @Test("A sent message has the owner of an imported conversation as its sender")
  func knownOwner() async throws {
    _ = try archive.writeBatch([.sample("1"), .sample("2", from: ImportedMessage.jonas, own: true)])
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("Me again", in: conversation, at: 9)
    #expect(sent.sender?.name == "Jonas Weber")
    #expect(try await archive.onlyConversation().participantCount == 2)
  }

  @Test("A later import leaves a sent message unchanged")
  func importAfterSending() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<2))
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("mine", in: conversation, at: 1500)
    #expect(
      try archive.writeBatch(ImportedMessage.samples(0..<4))
        == BatchResult(added: 2, duplicates: 2, conversations: [1], read: [1]))
    #expect(try await archive.message(sent.id) == sent)
    #expect(try await archive.allMessages().map(\.text).firstIndex(of: "mine") == 2)
  }

  @Test("Sending to a conversation that does not exist is an error")
  func unknownConversation() async throws {
    await #expect(throws: ArchiveError.noSuchConversation(path: archive.path, id: 7)) {
      try await archive.send("anyone?", in: 7, at: 0)
    }
    #expect(try await archive.info().messageCount == 0)
  }

  @Test("Messages that are sent at once are all stored in the order of their numbers")
  func concurrently() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let conversation = try await archive.onlyConversation().id
    let sent = try await withThrowingTaskGroup(of: Message.self) { group in
      for i in 0..<20 {
        group.addTask { try await archive.send("\(i)", in: conversation, at: Int64(20 - i)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let stored = try await archive.allMessages().dropFirst()
    #expect(Set(stored.map(\.text)) == Set(sent.map(\.text)))
    // The numbers are assigned in the order of storing.
    #expect(stored.map(\.id) == stored.map(\.id).sorted())
  }
}

extension Array {
  /// The elements in an order that depends on the seed.
  func shuffled(seed: UInt64) -> [Element] {
    var random = SplitMix64(seed: seed)
    return shuffled(using: &random)
  }
}
