import Foundation
import GRDB
import Testing

@testable import ChatFormats
@testable import ChatStatistics
@testable import ChatStore
@testable import Chats

@Suite("Statistics that an archive keeps", .dedicatedThreads)
struct KeptStatisticsTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private func kept(_ archive: Archive? = nil, of chat: Conversation.ID? = nil) async throws -> ChatStatistics
  {
    try await (archive ?? self.archive).statistics(of: chat, timeZone: .gmt, keepingFrom: 0)
  }

  /// The numbers as they are counted without those that are kept.
  private func counted(of chat: Conversation.ID? = nil) async throws -> ChatStatistics {
    try await archive.statistics(of: chat, in: .min..<Int64.max, timeZone: .gmt)
  }

  private func keptRows() throws -> Int {
    try DatabaseQueue(path: archive.path).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM kept_count") ?? 0
    }
  }

  /// Overwrites the kept numbers, so that they can be told from counted ones.
  private func markKept(_ numbers: ChatStatistics) throws {
    let data = try #require(numbers.kept)
    try DatabaseQueue(path: archive.path).write { db in
      try db.execute(sql: "UPDATE kept_count SET numbers = ?", arguments: [data])
    }
  }

  private func importMessages(_ messages: [ImportedMessage], at time: Int64 = 1) throws -> ImportRecord.ID {
    let id = try archive.beginImport(of: "/x", at: time)
    let result = try archive.writeBatch(messages, context: ImportContext(id: id))
    try archive.endImport(into: Set(result.conversations))
    return id
  }

  private static func messages(_ range: Range<Int>, in chat: String, text: String = "gate")
    -> [ImportedMessage]
  {
    range.map { index in
      var message = ImportedMessage.sample(
        "\(index)", at: Int64(index) * 60_000, text: "\(text) \(index % 3)",
        from: index % 2 == 0 ? ImportedMessage.mara : ImportedMessage.jonas, in: chat, own: index % 2 == 0)
      message.conversationTitle = chat
      if index % 4 == 0 {
        message.attachments = [Chats.Attachment(kind: .voice, transcript: .init("Left then"))]
        message.reactions = [.init(key: "👍", count: 2)]
      }
      return message
    }
  }

  @Test("The second time, numbers are read; the names of people and chats are the present ones")
  func reading() async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    let first = try await kept()
    #expect(first == (try await counted()) && first.messages == 20)
    var marked = first
    marked.words = 77
    try markKept(marked)
    #expect(try await kept().words == 77, "kept")
    #expect(try await counted().words != 77, "a span is counted")
    #expect(try await kept().people.map(\.name) == first.people.map(\.name))
    let chat = try #require(first.chats.first)
    #expect(try await kept(of: chat.id).words == first.words, "another count")
    let own = try await archive.statistics(wordsOf: first.people[0].id, timeZone: .gmt, keepingFrom: 0)
    #expect(own.words == first.words && own.usedWords != first.usedWords, "the words of a person")
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    #expect(try await archive.statistics(timeZone: seoul, keepingFrom: 0).words == first.words)
    try await archive.rename(chat.id, to: "Renamed")
    #expect(try await kept().chats.map(\.title) == ["Renamed"])
  }

  @Test("Bookmarks, read marks and the search index leave the numbers as they are")
  func otherChanges() async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    var marked = try await kept()
    marked.words = 77
    try markKept(marked)
    let chat = try await archive.onlyConversation().id
    try await archive.setBookmark("hut", of: 1)
    try await archive.setBookmarks(true, of: [2, 3])
    try await archive.markAsRead(chat)
    try await archive.resetSearchIndex()
    try await archive.buildSearchIndex { _ in }
    #expect(try await kept().words == 77)
  }

  /// A change of an archive, and a number by which it is chosen.
  private func change(_ step: Int) async throws {
    let chats = try await archive.chats().map(\.id).sorted()
    let people = try await archive.people().map(\.id)
    switch step {
    case 0: _ = try importMessages(Self.messages(15..<30, in: "a"), at: 2)
    case 1: _ = try importMessages(Self.messages(0..<9, in: "b"), at: 3)
    case 2:
      let edited = Self.messages(3..<5, in: "a", text: "edited later").map { message in
        var message = message
        message.editedAt = 900_000_000
        return message
      }
      _ = try importMessages(edited, at: 4)
    case 3: _ = try await archive.merge(chats[1], into: chats[0])
    case 4: try await archive.part(2)
    case 5: try await archive.mergePerson(people[1], into: people[0])
    case 6: try await archive.partPerson(people[0])
    case 7: _ = try await archive.send("A word of mine", in: chats[0], at: 5_000_000)
    case 8:
      let note = try await archive.addNote("A note", in: chats[0], at: 6_000_000)
      _ = try await archive.editNote(note.id, to: "Another note")
    case 9:
      let sent = try await archive.send("To be deleted", in: chats[0], at: 7_000_000)
      _ = try await kept()
      let deleted = try await archive.deleteWritten(sent.id)
      try await expectRight("deleted")
      _ = try await archive.restore(deleted)
    case 10: _ = try await archive.forget(2)
    case 11: _ = try await archive.forget(4)
    case 12: try await archive.delete(chats[chats.count - 1])
    default: _ = try importMessages(Self.messages(0..<3, in: "c"), at: 9)
    }
  }

  private func expectRight(_ note: String) async throws {
    #expect(try await kept() == (try await counted()), "\(note)")
    for chat in try await archive.chats().map(\.id) {
      #expect(try await kept(of: chat) == (try await counted(of: chat)), "\(note), chat \(chat)")
    }
  }

  @Test("After each kind of change, the numbers are those of a new count")
  func changes() async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    try await expectRight("at first")
    #expect(try keptRows() == 2)
    for step in 0...13 {
      let before = try await counted()
      try await change(step)
      try await expectRight("step \(step)")
      if ![4, 6, 8].contains(step) {
        #expect(try await counted() != before || step == 3 || step == 9, "step \(step) changes the numbers")
      }
    }
  }

  @Test("Another connection's change is seen, and numbers that were counted before it are not kept")
  func otherConnection() async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    let other = try Archive(path: archive.path, mode: .existing)
    defer { other.close() }
    #expect(try await kept(other).messages == 20)
    let (numbers, stamp) = try await archive.keptCount("test")
    #expect(numbers == nil)
    _ = try importMessages(Self.messages(20..<25, in: "a"), at: 2)
    #expect(try await kept(other).messages == 25)
    await other.keepCount(Data([1]), as: "test", stamp: try #require(stamp))
    #expect(try await archive.keptCount("test").numbers == nil, "counted before the change")
    let now = try #require(try await archive.keptCount("test").stamp)
    await other.keepCount(Data([1]), as: "test", stamp: now)
    #expect(try await archive.keptCount("test").numbers == Data([1]))
  }

  @Test("Few messages are counted each time, and the oldest of many kept numbers go")
  func limits() async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    _ = try await archive.statistics(timeZone: .gmt, keepingFrom: 21)
    #expect(try keptRows() == 0)
    let stamp = try #require(try await archive.keptCount("0").stamp)
    for index in 0..<40 { await archive.keepCount(Data([1]), as: "\(index)", stamp: stamp) }
    #expect(try keptRows() == 32)
    #expect(try await archive.keptCount("7").numbers == nil)
    #expect(try await archive.keptCount("8").numbers != nil)
    await archive.keepCount(Data(count: 5 << 20), as: "8", stamp: stamp)
    #expect(try await archive.keptCount("8").numbers == Data([1]), "too large")
  }

  @Test(
    "Kept numbers that no count has are counted again",
    arguments: [
      "[]", "{", "{\"hours\":[]}", "days 9223372036854775807", "hours", "messages -1", "months", "replies",
    ])
  func damage(_ kind: String) async throws {
    _ = try importMessages(Self.messages(0..<20, in: "a"))
    let right = try await kept()
    var wrong = right
    switch kind {
    case "hours": wrong.hours = [[1]]
    case "messages -1": wrong.messages = -1
    case "months": wrong.people[0].months = [Int.max: 1]
    case "days 9223372036854775807": wrong.days = [Int.max: 1]
    default: break
    }
    var data = wrong == right ? Data(kind.utf8) : try JSONEncoder().encode(wrong)
    if kind == "replies" {
      let text = String(decoding: try JSONEncoder().encode(right), as: UTF8.self)
      data = Data(text.replacing("\"sum\":", with: "\"sum\":-").utf8)
    }
    try await DatabaseQueue(path: archive.path).write { [data] db in
      try db.execute(sql: "UPDATE kept_count SET numbers = ?", arguments: [data])
    }
    #expect(try await kept() == right)
  }
}
