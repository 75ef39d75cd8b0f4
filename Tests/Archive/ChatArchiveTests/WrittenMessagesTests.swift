import Foundation
import GRDB
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@testable import SampleChat

private typealias Attachment = Chats.Attachment

@Suite("Messages and notes that are written here", .dedicatedThreads)
struct WrittenMessagesTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  /// Imports samples, none of which the owner wrote.
  private func importSamples(_ range: Range<Int>, in key: String = "test:walks") throws {
    let context = ImportContext(id: try archive.beginImport(of: "/export.json", at: 1, format: "telegram"))
    let result = try archive.writeBatch(ImportedMessage.samples(range, in: key), context: context)
    try archive.endImport(into: result.conversations)
  }

  /// All stored data, except the search index, and its words.
  private func contents() throws -> [String: [String]] {
    var contents = ["search": try IndexedWords.found(archive.path).lines]
    try DatabaseQueue(path: archive.path).read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'grdb%' AND name NOT LIKE 'search%' AND name NOT LIKE 'kept%' ORDER BY name
          """)
      for table in tables {
        contents[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).sorted()
      }
    }
    return contents
  }

  private func expectSound() async throws {
    #expect(try await archive.searchIndexIsSound())
    #expect(try IndexedWords.found(archive.path) == IndexedWords.expected(archive.path))
    for chat in try await archive.conversations() {
      let all = try await archive.newest(in: chat.id, limit: .max)
      #expect(all.count == chat.messageCount)
      for (ordinal, message) in all.enumerated() {
        #expect(try await archive.ordinal(of: message.cursor, in: chat.id) == ordinal)
      }
    }
  }

  private func found(_ words: String) async throws -> [String] {
    try await archive.search(SearchQuery(words), in: nil, limit: 10).map(\.message.text)
  }

  // MARK: Origins

  @Test("A conversation is imported if an import added to it, or if its key is that of an importer")
  func origins() async throws {
    try SyntheticConversation.generate(into: archive, messages: 5, seed: 1)
    try importSamples(0..<3, in: "test:imported")
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3, in: "whatsapp:Walks"))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3, in: "test:written"))
    let origins = try await Dictionary(
      uniqueKeysWithValues: archive.conversations().map { ($0.id, $0.origin) })
    #expect(
      origins == [
        1: .here, 2: .imported(program: nil), 3: .imported(program: "WhatsApp"), 4: .here,
      ])
  }

  @Test("A chat is imported if anything that is merged into it is")
  func mergedOrigin() async throws {
    try SyntheticConversation.generate(into: archive, messages: 5, seed: 1)
    try importSamples(0..<3, in: "telegram:user1")
    _ = try await archive.merge(2, into: 1)
    #expect(try await archive.onlyConversation().origin == .imported(program: "Telegram"))
  }

  // MARK: Notes

  @Test("A note is the last of its chat, found by its words, and nobody's message")
  func note() async throws {
    try importSamples(0..<300)
    let people = try await archive.people(of: 1).map(\.name)
    let note = try await archive.addNote("Ask about the hut", in: 1, at: 900_000)
    #expect(note.kind == .note && note.isOwn && note.isWrittenHere && note.sender == nil)
    #expect(note.sentAt == 900_000)
    #expect(try await archive.allMessages().last == note)
    #expect(try await archive.people(of: 1).map(\.name) == people)
    #expect(try await found("hut") == ["Ask about the hut"])
    let chat = try #require(try await archive.chats().first)
    #expect(chat.last?.kind == .note && chat.unreadCount == 0 && chat.messageCount == 301)
    #expect(chat.noteCount == 1)
    let info = try await archive.info()
    #expect(info.noteCount == 1 && info.messageCount == 301 && info.senders.map(\.messageCount) == [300])
    #expect(try await archive.onlyConversation().noteCount == 1)
    let details = try #require(try await archive.details(of: 1))
    #expect(details.noteCount == 1 && details.messageCount == 301)
    try await expectSound()
  }

  // The details showed the day of the reader's own note as that of the last message.
  @Test("The first and the last message of a chat are none of its notes")
  func spanWithoutNotes() async throws {
    try importSamples(0..<3)
    let before = try #require(try await archive.details(of: 1))
    _ = try await archive.addNote("after all", in: 1, at: 900_000_000)
    _ = try await archive.addNote("and once more", in: 1, at: 900_000_001)
    let after = try #require(try await archive.details(of: 1))
    #expect(after.firstSentAt == before.firstSentAt && after.lastSentAt == before.lastSentAt)
    #expect(after.lastSentAt.map { $0 < 900_000_000 } == true)
  }

  @Test("A chat that was merged into another counts its messages without its notes")
  func mergedNotes() async throws {
    try importSamples(0..<3, in: "telegram:user1")
    try importSamples(0..<5, in: "telegram:user2")
    _ = try await archive.addNote("mine", in: 1, at: 900_000)
    _ = try await archive.merge(1, into: 2)
    let details = try #require(try await archive.details(of: 2))
    #expect(details.merged.map(\.messageCount) == [3])
    #expect(details.noteCount == 1 && details.messageCount == 9)
    #expect(try await archive.chats().map(\.noteCount) == [1])
  }

  @Test("A note marks nothing as read")
  func noteLeavesUnread() async throws {
    try importSamples(0..<3)
    try await archive.markAsRead(1)
    try importSamples(3..<8)
    _ = try await archive.addNote("note", in: 1, at: 900_000)
    #expect(try await archive.chats().map(\.unreadCount) == [5])
  }

  @Test("A note that is changed keeps its place, and is found by its new words only")
  func edit() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("the red hut", in: 1, at: 900_000)
    try importSamples(1000..<1003)
    let edited = try await archive.editNote(note.id, to: "the green hut")
    #expect(edited.cursor == note.cursor && edited.text == "the green hut" && edited.kind == .note)
    #expect(try await archive.allMessages()[3] == edited)
    #expect(try await found("red") == [])
    #expect(try await found("green") == ["the green hut"])
    try await expectSound()
  }

  @Test("Addresses in a note are links, also after it was changed")
  func links() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("See www.a.org", in: 1, at: 900_000)
    #expect(note.entities == [TextEntity(start: 4, length: 9, kind: .link(target: "https://www.a.org"))])
    let edited = try await archive.editNote(note.id, to: "Ask ann@a.org")
    #expect(edited.entities == [TextEntity(start: 4, length: 9, kind: .link(target: "mailto:ann@a.org"))])
    #expect(try await archive.allMessages().last == edited)
    #expect(try await archive.editNote(note.id, to: "Nobody").entities == [])
    try await expectSound()
  }

  @Test("What was typed into an imported chat is a note, which can be changed and deleted")
  func sentInAnImportedChat() async throws {
    try importSamples(0..<3)
    let typed = try await archive.send("typed", in: 1, at: 900_000)
    #expect(typed.kind == .note && typed.isWrittenHere)
    #expect(try await archive.chats().first?.last?.kind == .note)
    #expect(try await archive.info().noteCount == 1)
    #expect(try await archive.editNote(typed.id, to: "changed").text == "changed")
    let deleted = try await archive.deleteWritten(typed.id)
    #expect(try await archive.info().senders.map(\.name) == ["Mara Lind"])
    try await expectSound()
    #expect(try await archive.restore(deleted).text == "changed")
    try await expectSound()
  }

  @Test("What is sent in the demo is a message")
  func sentInTheDemo() async throws {
    try SyntheticConversation.generate(into: archive, messages: 20, seed: 1)
    let sent = try await archive.send("sent", in: 1, at: .max)
    #expect(sent.kind == .normal && sent.isWrittenHere)
    await #expect(throws: ArchiveError.notWrittenHere(path: archive.path, id: sent.id)) {
      try await archive.editNote(sent.id, to: "x")
    }
  }

  // MARK: Deleting

  @Test("Deleting leaves everything as it was before, and undoing it as it was then", arguments: [3, 600])
  func deleteAndRestore(count: Int) async throws {
    try importSamples(0..<count)
    let before = try contents()
    let note = try await archive.addNote("Ask about the hut", in: 1, at: 1)
    let with = try contents()
    let deleted = try await archive.deleteWritten(note.id)
    #expect(deleted.message == note)
    #expect(try contents() == before)
    #expect(try await found("hut") == [])
    #expect(try await archive.restore(deleted) == note)
    #expect(try contents() == with)
    #expect(try await found("hut") == ["Ask about the hut"])
    try await expectSound()
  }

  @Test("A sent message that is deleted takes its sender's count with it, and brings it back")
  func sentMessage() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<600))
    let first = try await archive.send("first", in: 1, at: 100_000_000)
    let with = try contents()
    _ = try await archive.send("second", in: 1, at: 200_000_000)
    for message in try await archive.newest(in: 1, limit: 1) {
      _ = try await archive.deleteWritten(message.id)
    }
    #expect(try contents() == with)
    let deleted = try await archive.deleteWritten(first.id)
    #expect(try await archive.onlyConversation().participantCount == 1)
    #expect(try await archive.onlyConversation().lastSentAt == 599_000)
    _ = try await archive.restore(deleted)
    #expect(try contents() == with)
  }

  @Test("Everything that the message had comes back, also its files' places")
  func parts() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("with a picture", in: 1, at: 900_000)
    try archive.writing { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (message, position, chat, order_key, shelf, kind, is_spoiler, path)
          VALUES (?1, 0, 1, ?2, 0, 0, 0, '/p/hut.jpg');
          """, arguments: [note.id, note.orderKey])
      try db.execute(sql: "UPDATE message SET flags = flags | 2 WHERE id = ?", arguments: [note.id])
    }
    let deleted = try await archive.deleteWritten(note.id)
    #expect(deleted.message.attachments.map(\.path) == ["/p/hut.jpg"])
    // The number is free, and is used again.
    let other = try await archive.addNote("other", in: 1, at: 950_000)
    #expect(other.id == note.id)
    let back = try await archive.restore(deleted)
    #expect(back.id != note.id && back.attachments.map(\.path) == ["/p/hut.jpg"])
    #expect(try await archive.allMessages().suffix(2).map(\.text) == ["with a picture", "other"])
    // A second restore changes nothing.
    #expect(try await archive.restore(deleted) == back)
    try await expectSound()
  }

  @Test("The text of a deleted note is not in the file any more")
  func overwritten() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("Zwiebelkuchenrezept, das niemand sieht", in: 1, at: 900_000)
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: Data("Zwiebelk".utf8)) != nil)
    _ = try await archive.deleteWritten(note.id)
    archive.close()
    let text = Data("Zwiebelkuchenrezept, das".utf8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: text) == nil)
  }

  @Test("An imported message is never deleted or changed")
  func importedMessages() async throws {
    var own = ImportedMessage.sample("7", at: 7, own: true)
    own.sourceID = "sent:imported"
    let context = ImportContext(id: try archive.beginImport(of: "/export.json", at: 1))
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3) + [own], context: context)
    let before = try contents()
    for message in try await archive.allMessages() {
      let error = ArchiveError.notWrittenHere(path: archive.path, id: message.id)
      await #expect(throws: error) { try await archive.deleteWritten(message.id) }
      await #expect(throws: error) { try await archive.editNote(message.id, to: "x") }
    }
    #expect(try contents() == before)
  }

  @Test("A message that is gone says so")
  func goneMessage() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("note", in: 1, at: 900_000)
    _ = try await archive.deleteWritten(note.id)
    let error = ArchiveError.noSuchMessage(path: archive.path, id: note.id)
    await #expect(throws: error) { try await archive.deleteWritten(note.id) }
    await #expect(throws: error) { try await archive.editNote(note.id, to: "x") }
  }

  // MARK: With imports

  @Test("Importing again, merging and forgetting leave notes as they are")
  func otherChanges() async throws {
    try importSamples(0..<3)
    try importSamples(0..<3, in: "test:other")
    let note = try await archive.addNote("note", in: 2, at: 900_000)
    try importSamples(0..<5, in: "test:other")
    #expect(try await archive.newest(in: 2, limit: 1) == [note])
    let merge = try await archive.merge(2, into: 1)
    let deleted = try await archive.deleteWritten(note.id)
    let back = try await archive.restore(deleted)
    #expect(back.conversation == 1 && back.kind == .note)
    #expect(try await archive.onlyConversation().noteCount == 1)
    try await archive.undo(merge)
    for record in try await archive.imports() { _ = try await archive.forget(record.id) }
    let left = try await archive.allMessages()
    #expect(left.map(\.text) == ["note"] && left.map(\.kind) == [.note])
    try await expectSound()
  }

  @Test("An export that has a note comes back with it, and changes none of the archive's own")
  func roundTrip() async throws {
    try importSamples(0..<3)
    let note = try await archive.addNote("as exported", in: 1, at: 900_000)
    let file = URL(fileURLWithPath: folder.path("chat.json"))
    let options = ExportOptions(format: .json, timeZone: .gmt)
    _ = try await Exporter(archive, chat: 1, options: options).run(to: .file(file))
    _ = try await archive.editNote(note.id, to: "changed since")
    _ = Importer(into: archive, timeZone: .gmt).run([file])
    let mine = try await archive.message(note.id)
    #expect(mine?.text == "changed since" && mine?.isWrittenHere == true)
    // That import contained the note, but the note does not belong to it.
    _ = try await archive.editNote(note.id, to: "changed again")
    let last = try #require(try await archive.imports().first)
    _ = try await archive.forget(last.id)
    #expect(try await archive.message(note.id)?.text == "changed again")
    try await expectSound()
    let other = try Archive(path: folder.path("b"), mode: .createIfMissing)
    _ = Importer(into: other, timeZone: .gmt).run([file])
    let theirs = try #require(try await other.allMessages().last)
    #expect(theirs.text == "as exported" && theirs.kind == .note && !theirs.isWrittenHere)
  }

  @Test("What is exported for other people has no notes", arguments: [ExportFormat.txt, .html])
  func exports(format: ExportFormat) async throws {
    try importSamples(0..<3)
    _ = try await archive.addNote("private words", in: 1, at: 900_000)
    let file = URL(fileURLWithPath: folder.path("out"))
    let options = ExportOptions(format: format, timeZone: .gmt)
    let summary = try await Exporter(archive, chat: 1, options: options).run(to: .file(file))
    #expect(summary.messages == 3)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("private words") && text.contains("3 messages"))
  }
}
