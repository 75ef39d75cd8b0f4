import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("What a message has besides its text", .dedicatedThreads)
struct ArchiveDetailsTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private func photo(_ name: String) -> Attachment {
    Attachment(kind: .photo, width: 40, height: 30, path: "/export/\(name).jpg")
  }

  @Test("Everything that is written is read again")
  func roundTrip() async throws {
    let contents: [Message.Content?] = [
      .poll(
        Poll(
          question: "Boots?", options: [.init(text: "Yes", votes: 3, isChosen: true), .init(text: "No")],
          voterCount: 3, isClosed: true)),
      Place(latitude: 61.5, longitude: -8.25, name: "Old mill", address: "Car park", isLive: true)
        .map(Message.Content.place),
      .contact(Contact(name: "Ines", phone: "+351 900", path: "/export/ines.vcf")),
      .call(Call(outcome: .missed, duration: nil, isGroup: true)), nil,
    ]
    let details = contents.map {
      Message.Details(
        forward: Forward(name: "Tove", key: "user:tove", sentAt: 5),
        quotation: Quotation(name: "Ines", text: "Boots"), bot: "gif", content: $0,
        unsupportedKind: "story", gap: Gap(token: "t1", count: 200))
    }
    var messages = details.indices.map { ImportedMessage.sample("\($0)", at: Int64($0)) }
    for (index, details) in details.enumerated() { messages[index].details = details }
    let film = Attachment(
      kind: .roundVideo, width: 200, height: 200, byteCount: 9, duration: 19_000, name: "a.mp4",
      path: "/export/a.mp4", thumbnail: "/export/a.jpg", isSpoiler: true)
    messages[0].attachments = [photo("1"), film, Attachment(kind: .voice, duration: 1)]
    messages[0].editedAt = 70
    messages[0].edits = [Edit(replacedAt: 60, text: "first"), Edit(replacedAt: 70, text: "second")]
    messages[1].kind = .gap
    _ = try archive.writeBatch(messages)
    let all = try await archive.allMessages()
    #expect(all.map(\.details) == details)
    #expect(all.map(\.attachments) == [messages[0].attachments, [], [], [], []])
    #expect(all[0].editedAt == 70 && all[0].hasEarlierTexts)
    #expect(try await archive.edits(of: all[0].id) == messages[0].edits)
    #expect(all[1].kind == .gap && all[1].editedAt == nil && !all[1].hasEarlierTexts)
  }

  @Test("A reply shows the words that it came with, and their message once the archive has it")
  func quotation() async throws {
    var reply = ImportedMessage.sample("2", at: 2)
    reply.replyTo = "1"
    reply.details.quotation = Quotation(name: "Ines", text: " \nTen at the car park\nand bring tea")
    _ = try archive.writeBatch([reply])
    let words = try #require(try await archive.allMessages()[0].reply)
    #expect(words.id == nil && words.sender?.name == "Ines" && words.excerpt == "Ten at the car park")
    _ = try archive.writeBatch([.sample("1", at: 1, text: "Ten at the car park, and bring tea")])
    let all = try await archive.allMessages()
    #expect(all[1].reply?.id == all[0].id && all[1].reply?.sender == all[0].sender)
    #expect(all[1].reply?.excerpt == all[0].text)
    #expect(Quotation(name: "Ines", text: " \n") == nil)
  }

  @Test(
    "Reactions are counted with those who are not known, the most frequent first, and the owner's are marked")
  func reactions() async throws {
    var message = ImportedMessage.sample("1", at: 0)
    message.reactions = [
      .init(key: "🥾", count: 1, people: [.init(sender: ImportedMessage.jonas, reactedAt: 9)]),
      .init(
        key: "👍", count: 5,
        people: [
          .init(sender: ImportedMessage.mara, reactedAt: 3),
          .init(sender: ImportedMessage.jonas, reactedAt: 2),
        ]),
      .init(key: "🫥", count: 0),
    ]
    _ = try archive.writeBatch([message, .sample("2", at: 1, from: ImportedMessage.mara, own: true)])
    let found = try await archive.allMessages()[0].reactions
    #expect(found.map(\.key) == ["👍", "🥾"])
    #expect(found.map(\.count) == [5, 1])
    #expect(found.map { $0.people.map(\.name) } == [["Jonas Weber", "Mara Lind"], ["Jonas Weber"]])
    #expect(found.map(\.isOwn) == [true, false])
  }

  @Test("A later export adds what the first one did not have, and keeps the text from before an edit")
  func laterExport() async throws {
    let first = ImportedMessage.sample("1", at: 0, text: "One")
    _ = try archive.writeBatch([first])
    var second = first
    second.text = "Two"
    second.editedAt = 50
    second.reactions = [.init(key: "👍", count: 2)]
    second.attachments = [photo("1")]
    second.details.forward = Forward(name: "Tove")
    for _ in 1...2 {
      let result = try archive.writeBatch([second])
      #expect(result.added == 0 && result.duplicates == 1)
      let found = try await archive.allMessages()[0]
      #expect(found.text == "Two" && found.editedAt == 50)
      #expect(try await archive.edits(of: found.id) == [Edit(replacedAt: 50, text: "One")])
      #expect(found.reactions == [Reaction(key: "👍", count: 2)])
      #expect(found.attachments == second.attachments)
      #expect(found.details == second.details)
    }
    // The first export again.
    _ = try archive.writeBatch([first])
    #expect(try await archive.allMessages()[0].text == "Two")
  }

  // MARK: Albums

  private func album(_ sources: Range<Int>, key: String = "a") -> [ImportedMessage] {
    sources.map { index in
      var message = ImportedMessage.sample("\(index)", at: 1000, text: index == 1 ? "Caption" : "")
      message.attachments = [photo("\(index)")]
      message.album = key
      return message
    }
  }

  @Test("The messages of an album are one, and replies to each of them find it")
  func albums() async throws {
    let result = try archive.writeBatch(
      album(0..<4) + [.sample("r", at: 2000, replyTo: "2")] + album(10..<11, key: "b"))
    #expect(result.added == 6)
    let all = try await archive.allMessages()
    #expect(all.map { $0.attachments.count } == [4, 1, 0])
    #expect(all[0].attachments == (0..<4).map { photo("\($0)") })
    #expect(all[0].text == "Caption")
    #expect(all[2].reply?.id == all[0].id)
    #expect(try await archive.conversations().map(\.messageCount) == [3])
  }

  @Test("An album grows by a later export, and the same export adds nothing")
  func growingAlbum() async throws {
    _ = try archive.writeBatch(album(0..<2))
    var result = try archive.writeBatch(album(0..<3))
    #expect(result.added == 1 && result.duplicates == 2)
    result = try archive.writeBatch(album(0..<3))
    #expect(result.added == 0 && result.duplicates == 3)
    #expect(try await archive.allMessages().map(\.attachments) == [(0..<3).map { photo("\($0)") }])
  }

  @Test("An album has at most ten messages")
  func boundedAlbum() async throws {
    _ = try archive.writeBatch(album(0..<25))
    #expect(try await archive.allMessages().map { $0.attachments.count } == [10, 10, 5])
  }

  // MARK: Topics

  @Test("Messages are in the topic whose first message they reply to, and so are replies to those")
  func topics() async throws {
    var opening = ImportedMessage.sample("7", at: 0, kind: .service)
    opening.opensTopic = "Boots"
    _ = try archive.writeBatch([
      .sample("1", at: 0), opening, .sample("8", at: 1, replyTo: "7"), .sample("9", at: 2, replyTo: "8"),
      .sample("10", at: 3, replyTo: "1"),
    ])
    try archive.endImport(into: [try await archive.onlyConversation().id])
    let topics = try await archive.topics(in: archive.onlyConversation().id)
    // All others are in one topic, too.
    #expect(topics.map(\.title) == ["General", "Boots"])
    let all = try await archive.allMessages()
    let (general, boots) = (topics[0].id, topics[1].id)
    #expect(all.map(\.topic) == [general, boots, boots, boots, general])
    // The next message is not a reply to the one that opened the topic.
    #expect(all.map { $0.reply?.excerpt } == [nil, nil, nil, "Message 8", "Message 1"])
  }

  // MARK: Imports

  @Test("An import is listed with the messages that it added, and sets the time zone of new conversations")
  func imports() async throws {
    let first = try archive.beginImport(of: "/export/a", at: 5)
    let second = try archive.beginImport(of: "/export/b", at: 6)
    let third = try archive.beginImport(of: "/export/c", at: 7)
    _ = try archive.writeBatch(
      ImportedMessage.samples(0..<3), context: ImportContext(id: first, timeZone: "Europe/Lisbon"))
    _ = try archive.writeBatch(
      ImportedMessage.samples(1..<4), context: ImportContext(id: second, timeZone: "Asia/Seoul"))
    _ = try archive.writeBatch(ImportedMessage.samples(1..<4), context: ImportContext(id: third))
    let found = try await archive.imports()
    #expect(found.map(\.path) == ["/export/c", "/export/b", "/export/a"])
    #expect(found.map(\.messageCount) == [0, 1, 3])
    let chat = try await archive.onlyConversation().id
    #expect(try await archive.imports(into: chat) == Array(found.dropFirst()))
    #expect(try await archive.onlyConversation().timeZone == "Europe/Lisbon")
  }

  // MARK: Ordinals

  @Test("Ordinals are exact whatever order messages are written in", arguments: [1, 2, 3])
  func ordinals(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var sources = Array(0..<3_000)
    for i in sources.indices.dropFirst() where random.oneIn(seed == 1 ? 1_000 : 3) {
      sources.swapAt(i, random.below(i + 1))
    }
    while !sources.isEmpty {
      let count = 1 + random.below(400)
      _ = try archive.writeBatch(sources.prefix(count).map { .sample("\($0)", at: Int64($0 / 7)) })
      sources.removeFirst(min(count, sources.count))
      if random.oneIn(3) { try await checkOrdinals(&random) }
    }
    try archive.endImport(into: [try await archive.onlyConversation().id])
    try await checkOrdinals(&random)
    #expect(try await checkpointCount() == 3_000 / OrdinalIndex.distance + 1)
  }

  private func checkOrdinals(_ random: inout SplitMix64) async throws {
    let conversation = try await archive.onlyConversation().id
    let all = try await archive.allMessages()
    for _ in 0..<20 {
      let ordinal = random.below(all.count)
      #expect(try await archive.cursor(at: ordinal, in: conversation) == all[ordinal].cursor)
      #expect(try await archive.ordinal(of: all[ordinal].cursor, in: conversation) == ordinal)
    }
    #expect(try await archive.cursor(at: all.count, in: conversation) == nil)
    #expect(try await archive.cursor(at: -1, in: conversation) == nil)
    #expect(
      try await archive.ordinal(of: MessageCursor(orderKey: .max, id: .max), in: conversation) == all.count)
  }

  private func checkpointCount() async throws -> Int {
    try await DatabaseQueue(path: archive.path).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM checkpoint") ?? 0
    }
  }
}
