import Foundation
import GRDB
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStatistics
@testable import ChatStore
@testable import Chats

@Suite("Topics and threads", .dedicatedThreads)
struct TopicTests {
  private let bench: ImportBench
  private var archive: Archive { bench.archive }

  init() throws { bench = try ImportBench() }

  /// Writes a batch like an import.
  private func write(_ messages: [ImportedMessage], as path: String = "/export") throws -> ImportRecord.ID {
    let id = try archive.beginImport(of: path, at: 1, format: "telegram")
    let result = try archive.writeBatch(messages, context: ImportContext(id: id))
    try archive.endImport(into: result.conversations)
    return id
  }

  /// A forum: ten messages in turn in "Boots", "Keys" and no topic.
  @discardableResult
  private func writeForum() throws -> ImportRecord.ID {
    try write(
      (0..<30).map { number in
        var message = ImportedMessage.sample(
          "\(number)", at: Int64(number) * 86_400_000, text: "Message \(number) of the hut",
          from: number.isMultiple(of: 2) ? ImportedMessage.mara : ImportedMessage.jonas)
        if number % 3 < 2 {
          message.topic = .init(source: "t\(number % 3)", title: ["Boots", "Keys"][number % 3])
        }
        if number == 4 {
          message.attachments = [Chats.Attachment(kind: .photo, width: 1, height: 1, name: "key.jpg")]
        }
        return message
      })
  }

  private func part(_ title: String) async throws -> Conversation.ID {
    let topic = try #require(try await archive.topics(in: nil).first { $0.title == title })
    return Topic.part(topic.id)
  }

  @Test("A topic that was read alone has no unread messages, and the chat those of the other topics")
  func unread() async throws {
    try writeForum()
    let chat = try await archive.onlyConversation().id
    let later = ImportContext(id: try archive.beginImport(of: "/later", at: 2))
    let result = try archive.writeBatch(
      (30..<42).map { number in
        var message = ImportedMessage.sample("\(number)", at: Int64(number) * 86_400_000)
        if number % 3 < 2 {
          message.topic = .init(source: "t\(number % 3)", title: ["Boots", "Keys"][number % 3])
        }
        return message
      }, context: later)
    try archive.endImport(into: result.conversations)
    func counts() async throws -> [String: Int] {
      var found = Dictionary(
        uniqueKeysWithValues: try await archive.topics(in: chat).map { ($0.title, $0.unreadCount) })
      found["all"] = try await archive.chats()[0].unreadCount
      return found
    }
    #expect(try await counts() == ["General": 4, "Keys": 4, "Boots": 4, "all": 12])
    let keys = try await part("Keys")
    let messages = try await archive.newest(in: keys, limit: 4)
    try await archive.markAsRead(keys, upTo: messages[1].cursor)
    #expect(try await counts() == ["General": 4, "Keys": 2, "Boots": 4, "all": 10])
    #expect(try await archive.unread(in: keys) == messages[2...].map(\.cursor))
    try await archive.markAsRead(keys, upTo: messages[0].cursor)
    #expect(try await counts()["Keys"] == 2, "the mark only moves onward")
    try await archive.markAsRead(keys, upTo: messages[3].cursor)
    #expect(try await counts() == ["General": 4, "Keys": 0, "Boots": 4, "all": 8])
    #expect(try await archive.unread(in: chat).count == 8)
    #expect(try await archive.unread(in: keys).isEmpty)
    for title in ["General", "Boots"] {
      let part = try await part(title)
      try await archive.markAsRead(
        part, upTo: try #require(try await archive.newest(in: part, limit: 1).last).cursor)
    }
    #expect(try await counts().values.allSatisfy { $0 == 0 })
    // The chat's own mark is at its end.
    let last = ImportContext(id: try archive.beginImport(of: "/last", at: 3))
    var message = ImportedMessage.sample("50", at: 50 * 86_400_000)
    message.topic = .init(source: "t1", title: "Keys")
    try archive.endImport(into: try archive.writeBatch([message], context: last).conversations)
    #expect(try await counts() == ["General": 0, "Keys": 1, "Boots": 0, "all": 1])
    // Who reads the whole chat reads its topics.
    try await archive.markAsRead(
      chat, upTo: try #require(try await archive.newest(in: chat, limit: 1).last).cursor)
    #expect(try await counts().values.allSatisfy { $0 == 0 })
    // What was read with the chat gets no mark of its own: looking at it changes nothing.
    func marks() throws -> [Int64?] {
      try DatabaseQueue(path: archive.path).read { db in
        try Int64?.fetchAll(db, sql: "SELECT read_order FROM topic ORDER BY id")
      }
    }
    let before = try marks()
    try await archive.markAsRead(
      keys, upTo: try #require(try await archive.newest(in: keys, limit: 1).last).cursor)
    #expect(try marks() == before)
  }

  /// A thread of three replies on two days, and a reply to the thread that is not in it.
  private var thread: [ImportedMessage] {
    let root = ImportedMessage.sample("r", at: 1_000, text: "Who opens the hut?")
    let replies = (1...3).map { number in
      var reply = ImportedMessage.sample(
        "r\(number)", at: Int64(number) * 2_000, text: "Reply \(number)",
        from: number == 2 ? ImportedMessage.jonas : ImportedMessage.mara, replyTo: "r")
      reply.topic = .thread("r")
      return reply
    }
    return [
      .sample("0", at: 0), root, replies[0], .sample("1", at: 3_000), replies[1], replies[2],
      .sample("2", at: 9_000, text: "About that", replyTo: "r2"),
    ]
  }

  // MARK: Topics

  @Test("The topics of a forum have all of its messages, the newest topic first")
  func list() async throws {
    try writeForum()
    let chat = try await archive.onlyConversation()
    let topics = try await archive.topics(in: chat.id)
    #expect(topics.map(\.title) == ["General", "Keys", "Boots"])
    #expect(topics.map(\.messageCount) == [10, 10, 10])
    #expect(topics.allSatisfy { $0.chat == chat.id && !$0.isThread && !$0.hasOpener })
    #expect(topics.map(\.lastSentAt) == [29, 28, 27].map { $0 * 86_400_000 })
    let keys = try #require(try await archive.conversation(Topic.part(topics[1].id)))
    #expect(keys.topic == topics[1] && keys.chat == chat.id && keys.title == chat.title)
    #expect(keys.messageCount == 10)
    #expect(try await archive.conversation(Topic.part(99)) == nil)
    #expect(try await archive.conversation(.min) == nil)
  }

  @Test("A topic is read like a chat: pages, places, days, periods and people")
  func reading() async throws {
    try writeForum()
    let keys = try await part("Keys")
    let all = try await archive.newest(in: keys, limit: 100)
    #expect(all.map(\.text) == (0..<10).map { "Message \($0 * 3 + 1) of the hut" })
    #expect(all.allSatisfy { $0.isIn(keys) && $0.conversation > 0 && !$0.isIn(Topic.part(99)) })
    #expect(try await archive.newest(in: keys, limit: 2) == Array(all.suffix(2)))
    let middle = all[5].cursor
    #expect(try await archive.messages(in: keys, before: middle, limit: 2) == Array(all[3..<5]))
    #expect(try await archive.messages(in: keys, after: middle, limit: 2) == Array(all[6..<8]))
    for (ordinal, message) in all.enumerated() {
      #expect(try await archive.ordinal(of: message.cursor, in: keys) == ordinal)
      #expect(try await archive.cursor(at: ordinal, in: keys) == message.cursor)
    }
    #expect(try await archive.place(of: middle, in: keys) == MessagePlace(ordinal: 5, count: 10))
    let around = try await archive.surroundings(of: all[5].id, in: keys, before: 1, after: 1)
    #expect(around?.before == [all[4]] && around?.after == [all[6]])
    let elsewhere = try #require(try await archive.newest(in: part("Boots"), limit: 1).first)
    #expect(try await archive.surroundings(of: elsewhere.id, in: keys, before: 1, after: 1) == nil)
    let ends = try await archive.ends(of: keys)
    #expect(ends?.first.id == all[0].id && ends?.last.id == all[9].id)
    #expect(try await archive.firstMoment(in: keys, from: 2 * 86_400_000)?.id == all[1].id)
    #expect(
      try await archive.messageCounts(in: keys, of: [0..<7 * 86_400_000]).map(\.count) == [2])
    #expect(
      try await archive.messageIDs(in: keys, from: all[1].cursor, through: all[3].cursor, limit: 9)
        == all[1...3].map(\.id))
    #expect(try await archive.mediaCount(in: keys, .shelf(.pictures)) == 1)
    #expect(try await archive.mediaCount(in: part("Boots"), .shelf(.pictures)) == 0)
    #expect(try await archive.media(in: keys, .shelf(.pictures), .from(0), limit: 5).count == 1)
    #expect(try await archive.people(of: keys).map(\.name).sorted() == ["Jonas Weber", "Mara Lind"])
    try await archive.setBookmark("word", of: all[2].id)
    #expect(try await archive.bookmarkOrdinals(in: keys) == [2])
    #expect(try await archive.bookmarkOrdinals(in: part("Boots")) == [])
  }

  @Test("A topic is searched and counted alone")
  func searching() async throws {
    try writeForum()
    let keys = try await part("Keys")
    func found(_ text: String, in chat: Conversation.ID? = nil) async throws -> Int {
      try await archive.searchCount(SearchQuery(text), in: chat)
    }
    #expect(try await found("hut") == 30)
    #expect(try await found("hut", in: keys) == 10)
    #expect(try await found("topic:keys") == 10)
    #expect(try await found("topic:ke hut") == 10)
    #expect(try await found("-topic:keys") == 20)
    #expect(try await found("topic:keys from:mara") == 5)
    #expect(try await found("topic:general") == 10)
    #expect(try await found("topic:nowhere") == 0)
    #expect(try await found("topic:nowhere", in: keys) == 0)
    #expect(try await archive.topics(titled: "ke").map(\.name) == ["Keys"])
    #expect(try await archive.topics(titled: "").count == 3)
    let counted = try await archive.statistics(of: keys, in: nil, timeZone: .gmt) { _, _ in }
    #expect(counted.messages == 10)
    #expect(counted.pictures == 1)
  }

  @Test("A note in a topic belongs to it, also after the next import")
  func notes() async throws {
    try writeForum()
    let keys = try await part("Keys")
    let note = try await archive.addNote("Ask Tove", in: keys, at: 1)
    #expect(note.isIn(keys) && note.kind == .note)
    #expect(try await archive.newest(in: keys, limit: 1) == [note])
    #expect(try await archive.noteOrdinals(in: keys) == [10])
    #expect(try await archive.noteOrdinals(in: part("Boots")) == [])
    let other = try await archive.addNote("For all", in: note.conversation, at: 1)
    #expect(other.isIn(try await part("General")))
    try writeForum()
    #expect(try await archive.message(note.id)?.isIn(keys) == true)
    let deleted = try await archive.deleteWritten(note.id)
    #expect(try await archive.restore(deleted).isIn(keys))
  }

  @Test("A topic is exported alone")
  func exporting() async throws {
    try writeForum()
    let chat = try await archive.chat(named: "Walks", topic: "key")
    let text = try await Exporter(
      archive, chat: chat.id, options: ExportOptions(format: .txt, timeZone: .gmt)
    ).copiedText()
    #expect(text.contains("Message 28 of the hut") && !text.contains("Message 27 of the hut"))
    #expect(try await archive.chat(named: "Walks", topic: nil).topic == nil)
    await #expect(
      throws: ExportError.noSuchTopic(name: "x", chat: "Walks", titles: ["General", "Keys", "Boots"])
    ) {
      _ = try await archive.chat(named: "Walks", topic: "x")
    }
    await #expect(throws: ExportError.self) { _ = try await archive.chat(named: "Walks", topic: "e") }
  }

  @Test("A topic is the best fit in its own chat, whatever topics others have")
  func namesInSeveralChats() async throws {
    var messages: [ImportedMessage] = []
    for (chat, title) in [("test:a", "Keys"), ("test:b", "Keys and locks")] {
      var message = ImportedMessage.sample("1", at: 0, text: "Words", in: chat)
      message.topic = .init(source: "t", title: title)
      messages += [message, .sample("2", at: 1, text: "Words", in: chat)]
    }
    _ = try write(messages)
    #expect(try await archive.searchCount(SearchQuery("topic:keys"), in: nil) == 2)
    #expect(try await archive.searchCount(SearchQuery("topic:\"keys and\""), in: nil) == 1)
    for chat in try await archive.conversations() {
      #expect(try await archive.searchCount(SearchQuery("topic:keys"), in: chat.id) == 1)
    }
  }

  @Test("A note that is restored while its topic is gone returns to it with the next import")
  func restoredNote() async throws {
    _ = try write([.sample("apart", at: 0)])
    let forum = try writeForum()
    let note = try await archive.addNote("Ask Tove", in: part("Keys"), at: 1)
    let deleted = try await archive.deleteWritten(note.id)
    _ = try await archive.forget(forum)
    let restored = try await archive.restore(deleted)
    #expect(restored.topic == nil)
    try writeForum()
    #expect(try await archive.message(restored.id)?.isIn(part("Keys")) == true)
  }

  @Test("Numbers that no topic has name nothing", arguments: [Int64(-1), 0, .min])
  func damagedNumbers(_ number: Int64) async throws {
    try writeForum()
    let topic = try #require(try await archive.topics(in: nil).first { $0.title == "Keys" })
    archive.close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try await DatabaseQueue(path: archive.path, configuration: configuration).write { db in
      try db.execute(sql: "UPDATE topic SET id = ?1 WHERE id = ?2", arguments: [number, topic.id])
      try db.execute(sql: "UPDATE message SET topic = ?1 WHERE topic = ?2", arguments: [number, topic.id])
    }
    let damaged = try Archive(path: archive.path, mode: .existing)
    #expect(try await damaged.topics(in: nil).map(\.title) == ["General", "Boots"])
    let all = try await damaged.newest(in: damaged.onlyConversation().id, limit: 100)
    #expect(all.count == 30 && all.count { $0.topic == nil } == 10)
    #expect(!all[1].isIn(Topic.part(number)))
    #expect(try await damaged.topic(number) == nil)
    #expect(try await damaged.conversation(Topic.part(number)) == nil)
    damaged.close()
  }

  // MARK: Threads

  @Test("A thread has its first message and those that name it, and the first message knows the replies")
  func threads() async throws {
    _ = try write(thread)
    let all = try await archive.allMessages()
    #expect(all.map(\.isInThread) == [false, true, true, false, true, true, false])
    #expect(all.map { $0.replies?.count } == [nil, 3, nil, nil, nil, nil, nil])
    let replies = try #require(all[1].replies)
    #expect(replies.people.map(\.name) == ["Mara Lind", "Jonas Weber"])
    #expect(replies.peopleCount == 2 && replies.lastSentAt == 6_000)
    // In the chat, a reply says what it answers.
    #expect(all[2].reply?.excerpt == "Who opens the hut?" && all[2].reply?.isThreadOpener == true)
    #expect(all[6].reply?.isThreadOpener == false)
    let topic = try #require(all[1].topic)
    let messages = try await archive.newest(in: Topic.part(topic), limit: 10)
    #expect(messages.map(\.text) == ["Who opens the hut?", "Reply 1", "Reply 2", "Reply 3"])
    let found = try #require(try await archive.topic(topic))
    #expect(found.isThread && found.hasOpener && found.title == "Who opens the hut?")
    #expect(try await archive.topics(in: nil) == [])
    // A note beside the replies is none.
    let note = try await archive.addNote("Ask Tove", in: Topic.part(topic), at: 1)
    #expect(note.isInThread)
    #expect(try await archive.message(all[1].id)?.replies == replies)
    #expect(try await archive.conversation(Topic.part(topic))?.noteCount == 1)
    _ = try await archive.deleteWritten(note.id)
    let alone = try await archive.chat(named: "Walks", topic: "\(topic)")
    #expect(alone.topic == found && alone.messageCount == 4)
    func count(_ text: String) async throws -> Int {
      try await archive.searchCount(SearchQuery(text), in: nil)
    }
    #expect(try await count("thread:opens") == 4)
    #expect(try await count("thread:\"the hut\" reply") == 3)
    #expect(try await count("thread:elsewhere") == 0)
  }

  @Test("The first message of a thread can be missing, and can come later")
  func missingOpener() async throws {
    let messages = thread
    _ = try write(messages.filter { $0.sourceID != "r" })
    let topic = try #require(try await archive.allMessages()[1].topic)
    #expect(try await archive.topic(topic)?.hasOpener == false)
    #expect(try await archive.topic(topic)?.title == "Thread")
    #expect(try await archive.topic(topic)?.messageCount == 3)
    let second = try write([messages[1]], as: "/other")
    #expect(try await archive.topic(topic)?.hasOpener == true)
    #expect(try await archive.allMessages()[1].replies?.count == 3)
    _ = try await archive.forget(second)
    #expect(try await archive.topic(topic)?.hasOpener == false)
  }

  @Test("An undone import takes its threads and topics with it")
  func forgetting() async throws {
    _ = try write([.sample("0", at: 0), .sample("r", at: 1_000)])
    let second = try write(thread, as: "/other")
    #expect(try await archive.allMessages()[1].isInThread)
    _ = try await archive.forget(second)
    let left = try await archive.allMessages()
    #expect(left.count == 2 && left.allSatisfy { $0.topic == nil && !$0.isInThread })
  }

  @Test("An export of this program keeps threads and topics")
  func roundTrip() async throws {
    _ = try write(thread)
    let exporter = Exporter(
      archive, chat: try await archive.onlyConversation().id,
      options: ExportOptions(format: .json, timeZone: .gmt))
    let file = bench.folder.url.appendingPathComponent("result.json")
    _ = try await exporter.run(to: .file(file))
    let other = try ImportBench()
    #expect(other.run(file).lines == [])
    let (before, after) = (try await archive.allMessages(), try await other.archive.allMessages())
    #expect(after.map(\.isInThread) == before.map(\.isInThread))
    #expect(after.map(\.replies?.count) == before.map(\.replies?.count))
  }

  // MARK: Sources

  @Test("Slack's threads are threads, and so are Matrix's")
  func sources() async throws {
    try bench.run(
      text: """
        [{"type": "message", "user": "U1", "text": "Who?", "ts": "1709280000.000100", "thread_ts": "1709280000.000100"},
        {"type": "message", "user": "U2", "text": "Me", "ts": "1709280060.000100", "thread_ts": "1709280000.000100"},
        {"type": "message", "user": "U2", "text": "Apart", "ts": "1709280090.000100"}]
        """, named: "slack/general/2024-03-01.json", format: .slack)
    let slack = try await archive.allMessages()
    #expect(slack.map(\.isInThread) == [true, true, false])
    #expect(slack[0].replies?.count == 1)
    let element = try ImportBench()
    try element.run(
      text: """
        {"room_name": "Walks", "messages": [
        {"type": "m.room.message", "event_id": "$1", "sender": "@m:x", "origin_server_ts": 1, "content": {"msgtype": "m.text", "body": "Who?"}},
        {"type": "m.room.message", "event_id": "$2", "sender": "@j:x", "origin_server_ts": 2, "content": {"msgtype": "m.text", "body": "Me",
        "m.relates_to": {"rel_type": "m.thread", "event_id": "$1", "is_falling_back": true, "m.in_reply_to": {"event_id": "$1"}}}},
        {"type": "m.room.message", "event_id": "$3", "sender": "@m:x", "origin_server_ts": 3, "content": {"msgtype": "m.text", "body": "To all",
        "m.relates_to": {"m.in_reply_to": {"event_id": "$2"}}}}]}
        """, named: "element/export.json", format: .element)
    #expect(try await element.archive.allMessages().map(\.isInThread) == [true, true, false])
  }

  @Test("Discord's threads are topics of their channel")
  func discord() async throws {
    func export(_ channel: String, _ id: Int, _ text: String) -> String {
      """
      {"guild": {"id": "1", "name": "Walkers"}, "channel": \(channel), "messages": [
      {"id": "\(id)", "type": "Default", "timestamp": "2024-03-01T08:00:0\(id % 10)+00:00", "content": "\(text)",
      "author": {"id": "7", "name": "mara", "isBot": false}}]}
      """
    }
    let channel =
      #"{"id": "901", "type": "GuildTextChat", "categoryId": "5", "category": "Text", "name": "ridge"}"#
    let thread =
      #"{"id": "950", "type": "GuildPublicThread", "categoryId": "901", "category": "ridge", "name": "Which boots?"}"#
    try bench.run(text: export(thread, 951, "Leather"), named: "thread.json")
    let alone = try await archive.onlyConversation()
    #expect(alone.title == "ridge (Walkers)")
    #expect(try await archive.topics(in: alone.id).map(\.title) == ["Which boots?"])
    try bench.run(text: export(channel, 950, "Boots?"), named: "channel.json")
    let chat = try await archive.onlyConversation()
    #expect(chat.messageCount == 2)
    // The message from which the thread was made is its first one.
    #expect(
      try await archive.topics(in: chat.id).map { "\($0.title) \($0.messageCount)" } == ["Which boots? 2"])
  }
}
