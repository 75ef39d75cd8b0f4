import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Paging through a conversation", .dedicatedThreads)
struct ArchivePagingTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("Pages in both directions agree with a sorted array, also with many equal times", arguments: 1...6)
  func pagesLikeAnArray(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    // From all times different to all times equal.
    let distinctTimes = [1_000_000, 400, 60, 12, 3, 1][seed - 1]
    for batch in 0..<4 {
      _ = try archive.writeBatch(
        (0..<100).map { i in
          // Two conversations, so that a page could contain messages of the wrong one.
          .sample(
            "\(batch)-\(i)", at: Int64(random.below(distinctTimes)) - 50,
            in: random.oneIn(3) ? "other" : "walks")
        })
    }
    for conversation in try await archive.conversations() {
      let sorted = try await archive.newest(in: conversation.id, limit: .max).sorted { $0.cursor < $1.cursor }
      #expect(sorted.count == conversation.messageCount)
      #expect(sorted.allSatisfy { $0.conversation == conversation.id })
      for limit in 1...50 {
        #expect(try await archive.newest(in: conversation.id, limit: limit) == sorted.suffix(limit))

        var cursor = sorted[random.below(sorted.count)].cursor
        if random.oneIn(2) { cursor.orderKey += (Int64(random.below(7)) - 3) * OrderKey.ranks }
        if random.oneIn(4) { cursor.id += Int64(random.below(100)) - 50 }
        let before = try await archive.messages(in: conversation.id, before: cursor, limit: limit)
        #expect(before == sorted.filter { $0.cursor < cursor }.suffix(limit))
        let after = try await archive.messages(in: conversation.id, after: cursor, limit: limit)
        #expect(after == Array(sorted.filter { $0.cursor > cursor }.prefix(limit)))

        let time = cursor.orderKey / OrderKey.ranks
        let first = try await archive.firstMessage(in: conversation.id, atOrAfter: time)
        #expect(first == sorted.first { $0.sentAt >= time })
      }
    }
  }

  @Test("Walking page by page from either end returns every message once", arguments: [1, 7, 50])
  func walks(limit: Int) async throws {
    _ = try archive.writeBatch((0..<211).map { .sample("\($0)", at: Int64($0 / 9)) })
    let conversation = try await archive.onlyConversation().id
    let all = try await archive.allMessages()

    var up = try await archive.newest(in: conversation, limit: limit)
    while up.count < all.count {
      let page = try await archive.messages(in: conversation, before: up[0].cursor, limit: limit)
      try #require(!page.isEmpty)
      up = page + up
    }
    #expect(up == all)
    #expect(try await archive.messages(in: conversation, before: up[0].cursor, limit: limit).isEmpty)

    var down: [Message] = []
    while down.count < all.count {
      let cursor = down.last?.cursor ?? MessageCursor(orderKey: .min, id: .min)
      let page = try await archive.messages(in: conversation, after: cursor, limit: limit)
      try #require(!page.isEmpty)
      down += page
    }
    #expect(down == all)
    #expect(try await archive.messages(in: conversation, after: down[210].cursor, limit: limit).isEmpty)
  }

  @Test("A limit below one and an unknown conversation give no messages", arguments: [0, -1, .min])
  func nothing(limit: Int) async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3))
    let known = try await archive.onlyConversation().id
    let cursor = MessageCursor(orderKey: OrderKey.make(sentAt: 1000), id: 2)
    #expect(try await archive.newest(in: known, limit: limit).isEmpty)
    #expect(try await archive.messages(in: known, before: cursor, limit: limit).isEmpty)
    #expect(try await archive.messages(in: known, after: cursor, limit: limit).isEmpty)
    #expect(try await archive.newest(in: known + 1, limit: 10).isEmpty)
    #expect(try await archive.firstMessage(in: known + 1, atOrAfter: .min) == nil)
  }

  @Test("A message is found by its number")
  func byNumber() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3))
    let all = try await archive.allMessages()
    #expect(try await archive.message(all[1].id) == all[1])
    #expect(try await archive.message(all[2].id + 1) == nil)
  }

  @Test("The first message at a time is the first one with that time or a later one")
  func firstMessage() async throws {
    _ = try archive.writeBatch([
      .sample("a", at: 10), .sample("b", at: 20), .sample("c", at: 20), .sample("d", at: 30),
    ])
    let conversation = try await archive.onlyConversation().id
    for (time, text) in [(Int64.min, "a"), (10, "a"), (11, "b"), (20, "b"), (21, "d"), (30, "d")] {
      let found = try await archive.firstMessage(in: conversation, atOrAfter: time)
      #expect(found?.text == "Message \(text)", "at \(time)")
    }
    #expect(try await archive.firstMessage(in: conversation, atOrAfter: 31) == nil)
  }

  @Test("No page scans a table or sorts: SQLite only searches indexes")
  func plans() async throws {
    let cursor = MessageCursor(orderKey: 5, id: 5)
    let queries: [MessageQuery] = [
      .newest(in: 1, limit: 60), .before(cursor, in: 1, limit: 60), .after(cursor, in: 1, limit: 60),
      .first(in: 1, atOrAfter: 5), .message(1),
    ]
    try await DatabaseQueue(path: archive.path).read { db in
      for (sql, arguments) in queries.flatMap(\.statements) {
        let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
          .map { $0["detail"] as String }
        #expect(plan.filter { $0.hasPrefix("SEARCH ") }.count == 10, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
      }
    }
  }

  @Test("A page that starts among messages of the same time is found by a search, too")
  func tiesAreSearched() async throws {
    try await DatabaseQueue(path: archive.path).read { db in
      let (sql, arguments) = MessageQuery.before(.init(orderKey: 5, id: 5), in: 1, limit: 60).statements[0]
      let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
      #expect((plan[0]["detail"] as String).hasSuffix("(chat=? AND order_key=? AND rowid<?)"))
    }
  }

  @Test("Conversations are sorted by activity and have their counts and last time")
  func conversations() async throws {
    _ = try archive.writeBatch([
      .sample("1", at: 100, in: "old"), .sample("1", at: 50, in: "new"),
      .sample("2", at: 300, from: ImportedMessage.jonas, in: "new"), .sample("3", at: 200, in: "new"),
      .sample("1", at: -500, from: nil, in: "ancient", kind: .service),
    ])
    let all = try await archive.conversations()
    #expect(all.map(\.lastSentAt) == [300, 100, -500])
    #expect(all.map(\.messageCount) == [3, 1, 1])
    #expect(all.map(\.participantCount) == [2, 1, 0])
  }

  @Test("A cancelled read throws an error that says so")
  func cancelled() async throws {
    let archive = archive
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await archive.conversations()
    }
    await #expect(throws: ArchiveError.cancelled(path: archive.path)) { try await task.value }
  }
}

@Suite("The information about an archive", .dedicatedThreads)
struct ArchiveInfoTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("An empty archive contains nothing and is intact")
  func empty() async throws {
    let info = try await archive.info()
    #expect(info.conversationCount == 0)
    #expect(info.messageCount == 0)
    #expect(info.senders.isEmpty)
    #expect(info.firstSentAt == nil)
    #expect(info.lastSentAt == nil)
    #expect(info.byteCount > 0)
    #expect(info.schemaVersion == Schema.version)
    #expect(info.integrity == .ok)
  }

  @Test("Counts, senders and the time span are those of the messages")
  func counts() async throws {
    _ = try archive.writeBatch([
      .sample("1", at: 500, in: "a"), .sample("2", at: -20, in: "a"),
      .sample("1", at: 900, in: "b"), .sample("2", at: 30, from: ImportedMessage.jonas, in: "b"),
      .sample("3", at: 40, from: ImportedMessage.jonas, in: "b", kind: .service),
      .sample("4", at: 50, from: nil, in: "b", kind: .service),
    ])
    let info = try await archive.info()
    #expect(info.conversationCount == 2)
    #expect(info.messageCount == 6)
    #expect(info.senders.map(\.name) == ["Mara Lind", "Jonas Weber"])
    #expect(info.senders.map(\.messageCount) == [3, 1])
    #expect(info.firstSentAt == -20)
    #expect(info.lastSentAt == 900)
  }

  @Test("The size includes the write-ahead log")
  func size() async throws {
    let before = try await archive.info().byteCount
    _ = try archive.writeBatch([.sample("1", text: String(repeating: "x", count: 1_000_000))])
    #expect(try await archive.info().byteCount > before + 1_000_000)
  }

  @Test("Every error is a sentence that names the file")
  func sentences() {
    let path = "/home/mara/walks.backscroll"
    let errors: [ArchiveError] = [
      .missing(path: path), .folderMissing(path: path, folder: "/home/mara"), .isDirectory(path: path),
      .unreadable(path: path), .empty(path: path), .notSQLite(path: path),
      .damaged(path: path, reason: "it is cut off"), .foreign(path: path),
      .olderSchema(path: path), .newerSchema(path: path, found: 9, supported: 1), .locked(path: path),
      .diskFull(path: path), .readOnly(path: path), .noSuchConversation(path: path, id: 4),
      .cancelled(path: path),
      .other(path: path, reason: "out of memory"),
    ]
    for error in errors {
      #expect(error.description.contains("“\(path)”"))
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains("\n"))
      #expect(error.localizedDescription == error.description)
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
