import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("The list of chats", .dedicatedThreads)
struct ChatListTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private func chat(_ title: String) async throws -> ChatSummary {
    try #require(try await archive.chats().first { $0.title == title })
  }

  private func named(_ key: String, _ messages: [ImportedMessage]) -> [ImportedMessage] {
    messages.map { message in
      var message = message
      message.conversationKey = "test:\(key)"
      message.conversationTitle = key
      return message
    }
  }

  @Test("A chat has its newest message, with the sender and what came with it")
  func lastMessages() async throws {
    _ = try archive.writeBatch(
      named(
        "Two",
        [.sample("1", at: 1), .sample("2", at: 5, text: "\n Hello \nall", from: ImportedMessage.jonas)])
        + named("Photo", [.sample("1", at: 9, text: "", own: true, attachments: [Attachment(kind: .photo)])])
        + named("Event", [.sample("1", at: 3, text: "joined", from: nil, kind: .service)]))
    let chats = try await archive.chats()
    #expect(chats.map(\.title) == ["Photo", "Two", "Event"])
    #expect(chats.map(\.messageCount) == [1, 2, 1])
    #expect(chats.map(\.last?.excerpt) == ["", "Hello", "joined"])
    #expect(chats.map(\.last?.sender?.name) == ["Mara Lind", "Jonas Weber", nil])
    #expect(chats.map(\.last?.attachmentKind) == [.photo, nil, nil])
    #expect(chats.map(\.last?.isOwn) == [true, false, false])
    #expect(chats.map(\.hasMedia) == [true, false, false])
    #expect(chats.map(\.last?.kind) == [.normal, .normal, .service])
  }

  @Test("A chat of two has the colour of the other one, a group one of its own")
  func colours() async throws {
    let three = ImportedMessage.Sender(key: "user:tove", name: "Tove")
    _ = try archive.writeBatch(
      named(
        "Jonas",
        [
          .sample("1", at: 1, own: true), .sample("2", at: 2, from: ImportedMessage.jonas),
        ])
        + named(
          "Group",
          [
            .sample("1", at: 1, own: true), .sample("2", at: 2, from: ImportedMessage.jonas),
            .sample("3", at: 3, from: three),
          ]))
    let direct = try await chat("Jonas")
    let group = try await chat("Group")
    let jonas = try #require(direct.last?.sender)
    #expect(direct.isDirect && direct.colorSeed == jonas.colorSeed)
    #expect(!group.isDirect)
    #expect(try await archive.people(of: group.id).allSatisfy { $0.colorSeed != group.colorSeed })
  }

  @Test("What a later import brings is unread, until it is marked as read")
  func unread() async throws {
    let first = ImportContext(id: try archive.beginImport(of: "/first", at: 1))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<10), context: first)
    _ = try archive.writeBatch(ImportedMessage.samples(10..<20), context: first)
    #expect(try await archive.chats()[0].unreadCount == 0)
    let second = ImportContext(id: try archive.beginImport(of: "/second", at: 2))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<23), context: second)
    _ = try archive.writeBatch(ImportedMessage.samples(23..<25), context: second)
    let id = try await archive.onlyConversation().id
    #expect(try await archive.chats()[0].unreadCount == 5)
    try await archive.markAsRead(id)
    #expect(try await archive.chats()[0].unreadCount == 0)
    let third = ImportContext(id: try archive.beginImport(of: "/third", at: 3))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<400), context: third)
    #expect(try await archive.chats()[0].unreadCount == ChatSummary.unreadLimit)
    _ = try await archive.send("Seen", in: id, at: 1_000_000)
    #expect(try await archive.chats()[0].unreadCount == 0)
  }

  @Test("What came after the message up to which a chat was read stays unread")
  func unreadAfter() async throws {
    let first = ImportContext(id: try archive.beginImport(of: "/first", at: 1))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<10), context: first)
    let id = try await archive.onlyConversation().id
    #expect(try await archive.chats()[0].lastUnreadKey == nil)
    try await archive.markAsRead(
      id, upTo: try #require(try await archive.newest(in: id, limit: 1).first).cursor)
    let second = ImportContext(id: try archive.beginImport(of: "/second", at: 2))
    _ = try archive.writeBatch(ImportedMessage.samples(10..<15), context: second)
    let seen = try #require(try await archive.newest(in: id, limit: 1).first)
    #expect(try await archive.chats()[0].lastUnreadKey == seen.orderKey)
    let third = ImportContext(id: try archive.beginImport(of: "/third", at: 3))
    _ = try archive.writeBatch(ImportedMessage.samples(15..<18), context: third)
    try await archive.markAsRead(id, upTo: seen.cursor)
    #expect(try await archive.chats()[0].unreadCount == 3)
    try await archive.markAsRead(id, upTo: MessageCursor(orderKey: .min, id: 1))
    #expect(try await archive.chats()[0].unreadCount == 3, "the mark only moves onward")
  }

  @Test("The files of one run are one import: what the second brings is not unread")
  func unreadOfRuns() async throws {
    var context = ImportContext(id: try archive.beginImport(of: "/one", at: 1))
    context.firstID = context.id
    _ = try archive.writeBatch(ImportedMessage.samples(0..<10), context: context)
    context.id = try archive.beginImport(of: "/two", at: 1)
    _ = try archive.writeBatch(ImportedMessage.samples(10..<20), context: context)
    #expect(try await archive.chats()[0].unreadCount == 0)
  }

  @Test("A pinned chat is marked, and no longer when it is unpinned")
  func pinning() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let id = try await archive.onlyConversation().id
    try await archive.pin(id, at: 5)
    #expect(try await archive.chats()[0].isPinned)
    try await archive.pin(id, at: nil)
    #expect(try await archive.chats()[0].isPinned == false)
    await #expect(throws: ArchiveError.noSuchConversation(path: archive.path, id: 99)) {
      try await archive.pin(99, at: 1)
    }
  }

  @Test("A title that a person gave stays when the source changes its own, and an empty one gives that back")
  func renaming() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let id = try await archive.onlyConversation().id
    try await archive.rename(id, to: "  Long\nwalks ")
    var renamed = ImportedMessage.sample("2")
    renamed.conversationTitle = "Walks 2"
    _ = try archive.writeBatch([renamed])
    let chat = try await archive.chats()[0]
    #expect(chat.title == "Long walks" && chat.isRenamed)
    #expect(try await archive.onlyConversation().title == "Long walks")
    try await archive.rename(id, to: " ")
    #expect(try await archive.onlyConversation().title == "Walks 2")
    try await archive.rename(id, to: "Walks 2")
    #expect(try await archive.chats()[0].isRenamed == false)
    try await archive.rename(id, to: String(repeating: "x", count: 1000))
    #expect(try await archive.chats()[0].title.count == 200)
  }

  @Test("The list is read by searches of indexes: no message table is scanned")
  func plan() async throws {
    try await DatabaseQueue(path: archive.path).read { db in
      let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + ChatList.sql).map {
        $0["detail"] as String
      }
      // The scans of the conversations themselves, and of the results of subqueries.
      let scans = plan.filter { $0.hasPrefix("SCAN ") && !$0.hasPrefix("SCAN (subquery") }
      #expect(scans == ["SCAN conversation", "SCAN s"], "\(scans)")
      #expect(plan.contains { $0.contains("SEARCH message USING COVERING INDEX message_order") }, "\(plan)")
    }
  }

  @Test("Damaged values leave out no chat")
  func damage() async throws {
    _ = try archive.writeBatch([.sample("1"), .sample("1", in: "test:other")])
    archive.close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try await DatabaseQueue(path: archive.path, configuration: configuration).write { db in
      try db.execute(
        sql: "UPDATE message SET kind = 'x', text = NULL, details = x'00', sender = 77, is_own = 'y'")
      try db.execute(sql: "UPDATE conversation SET last_sent_at = 'z', message_count = 'many' WHERE id = 1")
    }
    let again = try Archive(path: archive.path, mode: .existing)
    let chats = try await again.chats()
    #expect(chats.count == 2)
    #expect(chats.allSatisfy { $0.last?.sender == nil && $0.last?.excerpt.isEmpty == false })
  }

  @Test("People are found by the chat in which they write, also in a merged one")
  func names() async throws {
    _ = try archive.writeBatch([
      .sample("1"), .sample("1", from: ImportedMessage.jonas, in: "test:other"),
    ])
    let ids = try await archive.conversations().map(\.id).sorted()
    #expect(try await archive.namesByChat() == [ids[0]: ["Mara Lind"], ids[1]: ["Jonas Weber"]])
    _ = try await archive.merge(ids[1], into: ids[0])
    #expect(try await archive.namesByChat().mapValues(Set.init) == [ids[0]: ["Mara Lind", "Jonas Weber"]])
  }
}
