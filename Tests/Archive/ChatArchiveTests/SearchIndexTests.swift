import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import ChatStore
@testable import Chats

@Suite("The search index", .dedicatedThreads)
struct SearchIndexTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func expectInStep(_ path: String, _ comment: Comment? = nil) throws {
    #expect(try IndexedWords.found(path) == IndexedWords.expected(path), comment)
  }

  private func count(_ archive: Archive, _ text: String) async throws -> Int {
    try await archive.searchCount(SearchQuery(text), in: nil, limit: .max)
  }

  // MARK: In step with the messages

  private static func photo(_ source: String, _ text: String, album: String? = nil, edited: Int64? = nil)
    -> ImportedMessage
  {
    var message = ImportedMessage.sample(
      source, at: 1_000, text: text, attachments: [Attachment(kind: .photo, name: "\(source).jpg")])
    message.album = album
    message.editedAt = edited
    return message
  }

  /// All operations that change messages, step by step.
  private static let steps: [@Sendable (Archive) async throws -> Void] = [
    { archive in
      let context = ImportContext(id: try archive.beginImport(of: "/x", at: 1))
      _ = try archive.writeBatch(ImportedMessage.samples(0..<300), context: context)
    },
    // Out of order, with duplicates.
    { archive in
      _ = try archive.writeBatch(
        (0..<300).map {
          .sample(
            "r\($0 % 250)", at: Int64($0 * 7_919 % 300) * 90_000_000, text: "word\($0 % 17) 서울역\($0 % 5)",
            in: "test:\($0 % 3)")
        })
    },
    // Albums, within one batch and over several.
    { archive in
      _ = try archive.writeBatch([
        photo("a1", "", album: "a"), photo("a2", "album", album: "a"), photo("b1", "", album: "b"),
      ])
    },
    { archive in
      _ = try archive.writeBatch([
        photo("b2", "later", album: "b"), photo("a2", "edited", album: "a", edited: 5_000),
      ])
    },
    // Facts from a later export.
    { archive in
      var message = ImportedMessage.sample("5", at: 5_000, text: "changed words")
      message.editedAt = 9_000
      message.reactions = [.init(key: "👍", count: 2)]
      message.attachments = [Attachment(kind: .file, name: "plan.pdf")]
      message.details.content = .poll(Poll(question: "Tea?", options: [.init(text: "Green")]))
      _ = try archive.writeBatch([message, .sample("new", at: 6_000, text: "new"), message])
    },
    { archive in
      let chats = try await archive.conversations().map(\.id).sorted()
      _ = try await archive.send("sent from here", in: chats[0], at: 0)
      let merge = try await archive.merge(chats[1], into: chats[0])
      _ = try archive.writeBatch([.sample("m", text: "merged meanwhile", in: "test:0")])
      try await archive.undo(merge)
      try await archive.setOwner(archive.people(of: chats[0])[0].id, of: [chats[0]])
    },
    { archive in try await archive.delete(archive.conversations().map(\.id).sorted()[1]) },
    { archive in try await archive.resetSearchIndex() },
    { archive in
      _ = try archive.writeBatch(ImportedMessage.samples(290..<350))
      _ = try archive.writeBatch([photo("b3", "not yet", album: "b")])
      try await archive.delete(archive.conversations().map(\.id).sorted()[1])
    },
    { archive in try await archive.buildSearchIndex() },
  ]

  @Test("The index has the words of all messages after each change of them")
  func inStep() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    for (index, step) in Self.steps.enumerated() {
      try await step(archive)
      try expectInStep(archive.path, "step \(index)")
      #expect(try await archive.searchIndexIsSound(), "step \(index)")
    }
    #expect(try await archive.searchIndexState().isComplete)
    #expect(try await count(archive, "sent from here") == 1)
    #expect(try await count(archive, "has:photo") == 3)
    #expect(try IndexedWords.found(archive.path).count > 300)
  }

  private func write(_ batches: [[ImportedMessage]], to archive: Archive, _ context: ImportContext) throws
    -> BatchResult
  {
    var rest = batches[...]
    return try archive.write {
      rest.popFirst().map { messages in
        var batch = WordedBatch()
        for message in messages { batch.append(MessageBox(message)) }
        return (batch, context)
      }
    }
  }

  @Test("Batches of one transaction are one piece of the index, which has the words of all of them")
  func batchesOfTransaction() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    let context = ImportContext(id: try archive.beginImport(of: "/x", at: 1))
    let samples = ImportedMessage.samples(0..<300)
    let first = try write(
      [Array(samples[..<100]), Array(samples[100..<200])], to: archive, context)
    #expect(first.added == 200)
    let pieces = try await archive.reading { db in
      try Int.fetchOne(db, sql: "SELECT count(DISTINCT segid) FROM search_idx")
    }
    #expect(pieces == 1)
    try expectInStep(archive.path)

    // Messages that an earlier batch of the same transaction has added are changed by a later one.
    var edited = ImportedMessage.sample("250", at: 250_000, text: "changed words")
    edited.editedAt = 900_000
    let second = try write(
      [
        Array(samples[200...]), [edited, Self.photo("a1", "", album: "a")],
        [Self.photo("a2", "album", album: "a"), samples[299]],
      ], to: archive, ImportContext(id: try archive.beginImport(of: "/y", at: 2)))
    #expect(second.added + second.duplicates == 104)
    try expectInStep(archive.path)
    #expect(try await archive.searchIndexIsSound())
  }

  @Test("After an error in one batch, nothing of its transaction is stored")
  func failureInTransaction() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    let known = ImportContext(id: try archive.beginImport(of: "/x", at: 1))
    // An import that was undone meanwhile.
    var contexts = [ImportContext(id: 99), known]
    #expect(throws: ArchiveError.self) {
      try archive.write {
        guard let context = contexts.popLast() else { return nil }
        var batch = WordedBatch()
        batch.append(MessageBox(.sample("\(contexts.count)")))
        return (batch, context)
      }
    }
    #expect(contexts.isEmpty)
    #expect(try await archive.conversations().isEmpty)
    #expect(try await archive.info().messageCount == 0)
    #expect(try await count(archive, "has:photo") == 0)
    try expectInStep(archive.path)
  }

  /// Copies the archive as it would be after a kill, before some of the statements that it executes.
  private final class Killer: Sendable {
    private let state: Mutex<(count: Int, moments: Set<Int>, names: [String])>
    private let folder: TemporaryFolder

    init(_ folder: TemporaryFolder, at moments: Set<Int>) {
      self.folder = folder
      state = Mutex((0, moments, []))
    }

    var count: Int { state.withLock(\.count) }
    var names: [String] { state.withLock(\.names) }

    func archive(_ name: String) throws -> Archive {
      var options = Archive.ConnectionOptions()
      options.prepareWriter = { db in
        // With a small cache, a part of each transaction is in the log before it ends.
        try db.execute(sql: "PRAGMA cache_size = 4")
        db.trace(options: .statement) { _ in self.step(name) }
      }
      return try Archive(path: folder.path(name), mode: .createIfMissing, options: options)
    }

    private func step(_ archive: String) {
      state.withLock { state in
        state.count += 1
        guard state.moments.contains(state.count) else { return }
        let name = "killed\(state.names.count)"
        if (try? folder.copyFiles(of: archive, to: name)) != nil { state.names.append(name) }
      }
    }
  }

  @Test("A kill at any of 50 moments leaves index and messages in step")
  func kills() async throws {
    let counter = Killer(folder, at: [])
    let rehearsal = try counter.archive("rehearsal")
    for step in Self.steps { try await step(rehearsal) }
    var random = SplitMix64(seed: "kills")
    var moments: Set<Int> = []
    while moments.count < 50 { moments.insert(1 + random.below(counter.count)) }
    let killer = Killer(folder, at: moments)
    let archive = try killer.archive("a")
    for step in Self.steps { try await step(archive) }
    archive.close()
    #expect(killer.names.count >= 45)
    for name in killer.names {
      let killed = try Archive(path: folder.path(name), mode: .existing)
      #expect(try await killed.info().integrity == .ok)
      #expect(try await killed.searchIndexIsSound(), "\(name)")
      try expectInStep(killed.path, "\(name)")
      try await killed.buildSearchIndex()
      #expect(try await killed.searchIndexState().isComplete)
      try expectInStep(killed.path, "\(name), completed")
    }
  }

  // MARK: Archives without an index

  /// A closed archive whose search index is empty.
  private func unindexed(_ range: Range<Int>) async throws -> String {
    let path = try folder.closedArchive("a", range)
    let archive = try Archive(path: path, mode: .existing)
    try await archive.resetSearchIndex()
    archive.close()
    return path
  }

  @Test("An archive without an index is searchable as far as it is indexed, and its index is completed")
  func completion() async throws {
    let path = try await unindexed(0..<9_000)
    let archive = try Archive(path: path, mode: .existing)
    #expect(
      try await archive.searchIndexState() == SearchIndexState(version: SearchText.version, fraction: 0))
    #expect(try await count(archive, "message") == 0)
    // New messages are found at once.
    _ = try await archive.send("message", in: archive.onlyConversation().id, at: 0)
    #expect(try await count(archive, "message") == 1)
    let fractions = Mutex<[Double]>([])
    try await archive.buildSearchIndex { fraction in fractions.withLock { $0.append(fraction) } }
    let seen = fractions.withLock(\.self)
    #expect(seen.first == 0 && seen.last == 1 && seen == seen.sorted() && seen.count > 3)
    #expect(try await archive.searchIndexState().isComplete)
    #expect(try await count(archive, "message") == 9_001)
    try expectInStep(path)
    try await archive.buildSearchIndex { _ in Issue.record("It is complete") }
  }

  @Test("Building stops when its task is cancelled, and goes on from there; the newest messages come first")
  func cancel() async throws {
    let path = try await unindexed(0..<9_000)
    let archive = try Archive(path: path, mode: .existing)
    let task = Task {
      try await archive.buildSearchIndex { fraction in
        if fraction > 0 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: ArchiveError.cancelled(path: path)) { try await task.value }
    let state = try await archive.searchIndexState()
    #expect(state.fraction > 0 && !state.isComplete)
    #expect(try await count(archive, "8999") == 1)
    #expect(try await count(archive, "\"message 1\"") == 0)
    try expectInStep(path)
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "\"message 1\"") == 1)
    try expectInStep(path)
  }

  @Test("Two programs that complete an index at the same time do it once")
  func twoBuilders() async throws {
    let path = try await unindexed(0..<20_000)
    let archives = try [Archive(path: path, mode: .existing), Archive(path: path, mode: .existing)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for archive in archives { group.addTask { try await archive.buildSearchIndex() } }
      try await group.waitForAll()
    }
    try expectInStep(path)
  }

  @Test("An index of another version counts as none, and is built anew")
  func otherVersion() async throws {
    let path = try folder.closedArchive("a", 0..<100)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE search_state SET version = 99") }
    let archive = try Archive(path: path, mode: .existing)
    #expect(try await archive.searchIndexState().version == nil)
    _ = try archive.writeBatch(ImportedMessage.samples(100..<120))
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "message") == 120)
    try expectInStep(path)
  }

  // MARK: Damage

  @Test("A damaged index is told apart from the archive, keeps nothing from being stored, and is built anew")
  func damage() async throws {
    let path = try folder.closedArchive("a", 0..<5_000)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: Self.zeroed) }
    let archive = try Archive(path: path, mode: .existing)
    await #expect(throws: ArchiveError.searchIndexDamaged(path: path)) { try await count(archive, "message") }
    #expect(try await !archive.searchIndexIsSound())
    #expect(try await archive.allMessages().count == 5_000)
    #expect(try archive.writeBatch(ImportedMessage.samples(5_000..<5_100)).added == 100)
    try await archive.resetSearchIndex()
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "message") == 5_100)
    #expect(try await archive.searchIndexIsSound())
    try expectInStep(path)
  }

  @Test("An index of which something is missing is built anew", arguments: missing)
  func missingParts(damage: String) async throws {
    let path = try folder.closedArchive("a", 0..<100)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: damage) }
    let archive = try Archive(path: path, mode: .existing)
    #expect(try await !archive.searchIndexIsSound())
    await #expect(throws: ArchiveError.searchIndexDamaged(path: path)) { try await count(archive, "message") }
    #expect(try await archive.allMessages().count == 100)
    #expect(try archive.writeBatch(ImportedMessage.samples(100..<110)).added == 10)
    await #expect(throws: ArchiveError.searchIndexDamaged(path: path)) { try await count(archive, "message") }
    try await archive.resetSearchIndex()
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "message") == 110)
    #expect(try await archive.searchIndexIsSound())
  }

  private static let missing = [
    "DROP TABLE search_config", "DROP TABLE search_idx", "DELETE FROM search_data", "DROP TABLE search",
    "DELETE FROM search_state", "UPDATE search_state SET version = 0",
  ]

  private static let zeroed = "UPDATE search_data SET block = zeroblob(length(block)) WHERE id > 10"

  @Test("A damaged index is not damage of the archive", arguments: missing + [zeroed])
  func integrity(damage: String) async throws {
    let path = try folder.closedArchive("a", 0..<100)
    try await DatabaseQueue(path: path).write { db in try db.execute(sql: damage) }
    let integrity = try await Archive(path: path, mode: .existing).info().integrity
    #expect(integrity == .ok)
  }

  @Test(
    "A chat can be deleted whatever the index lacks, and none of its words stay",
    arguments: missing + [zeroed])
  func deletingWithoutIndex(damage: String) async throws {
    let path = try folder.closedArchive("a", 0..<100)
    var archive = try Archive(path: path, mode: .existing)
    let other = try #require(try await archive.conversations().first).id
    _ = try archive.writeBatch([.sample("1", text: "unmistakablyxyz", in: "test:other")])
    let chat = try #require(try await archive.conversations().first { $0.id != other }).id
    archive.close()
    try await DatabaseQueue(path: path).write { db in
      _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = 1")
      try db.execute(sql: damage)
    }
    archive = try Archive(path: path, mode: .existing)
    try await archive.delete(chat)
    await #expect(throws: ArchiveError.searchIndexDamaged(path: path)) { try await count(archive, "message") }
    archive.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.range(of: Data("mistakablyxyz".utf8)) == nil)
    archive = try Archive(path: path, mode: .existing)
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "message") == 100)
    try expectInStep(path)
  }

  @Test("Damage that FTS5 meets only when it merges what it has in memory keeps nothing from being stored")
  func damageInMerge() async throws {
    let path = try folder.closedArchive("a", 0..<10)
    var archive = try Archive(path: path, mode: .existing)
    for batch in 1..<15 {
      _ = try archive.writeBatch(ImportedMessage.samples(batch * 10..<batch * 10 + 10))
    }
    archive.close()
    try await DatabaseQueue(path: path).write { try $0.execute(sql: Self.zeroed) }
    archive = try Archive(path: path, mode: .existing)
    for batch in 15..<40 {
      #expect(try archive.writeBatch(ImportedMessage.samples(batch * 10..<batch * 10 + 10)).added == 10)
    }
    let sent = try await archive.send("sent", in: archive.onlyConversation().id, at: 1)
    #expect(try await archive.allMessages().last == sent)
    await #expect(throws: ArchiveError.searchIndexDamaged(path: path)) { try await count(archive, "message") }
    #expect(try await archive.searchIndexState().version == nil)
    #expect(try await !archive.people(named: "").isEmpty)
    try await archive.buildSearchIndex()
    #expect(try await count(archive, "message") == 400)
    try expectInStep(path)
  }

  @Test("Damage of the messages is not called damage of the index")
  func damagedMessages() async throws {
    let path = try folder.closedArchive("a", 0..<100)
    let (root, size) = try await DatabaseQueue(path: path).read { db in
      (
        try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'message'") ?? 0,
        try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
      )
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64((root - 1) * size))
    try file.write(contentsOf: Data(repeating: 0xFF, count: size))
    try file.close()
    let archive = try Archive(path: path, mode: .existing)
    await #expect {
      try await count(archive, "message")
    } throws: { error in
      if case .damaged? = error as? ArchiveError { true } else { false }
    }
  }

  @Test("An index with a row too few or too many is not sound")
  func unsound() async throws {
    let path = try folder.closedArchive("a", 0..<100)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM message WHERE id = 50") }
    let archive = try Archive(path: path, mode: .existing)
    #expect(try await !archive.searchIndexIsSound())
  }

  @Test("The words of a deleted chat are no more in the file")
  func deletedWords() async throws {
    let path = folder.path("a")
    let archive = try Archive(path: path, mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<500))
    _ = try archive.writeBatch([.sample("1", text: "unmistakablyxyz", in: "test:other")])
    let other = try #require(try await archive.conversations().first { $0.messageCount == 1 }).id
    try await archive.delete(other)
    archive.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.range(of: Data("unmistakablyxyz".utf8)) == nil)
    #expect(bytes.range(of: Data("mistakablyxyz".utf8)) == nil)
    try expectInStep(path)
  }

  @Test("Damaged rows are indexed as far as they can be read")
  func damagedRows() async throws {
    let path = try await unindexed(0..<100)
    try await DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'message';
          PRAGMA writable_schema = RESET;
          """)
      try db.execute(
        sql: """
          UPDATE message SET text = x'00ff', order_key = NULL, flags = 'x', conversation = NULL, sender = 'y' WHERE id = 5
          """)
    }
    let archive = try Archive(path: path, mode: .existing)
    try await archive.buildSearchIndex()
    #expect(try await archive.searchIndexIsSound())
    #expect(try await count(archive, "message") == 99)
    try expectInStep(path)
  }
}

@Suite("Words that are cut ahead")
struct SearchTextWordsTests {
  @Test("A list of words has the words of the text, whether the text is ASCII or not", arguments: 1...50)
  func lists(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let signs = (0x20..<0x7f).map { String(UnicodeScalar(UInt8($0))) } + ["\n", "\t", " ", " "]
    for isASCII in [true, false] {
      var text = (0..<random.below(200)).map { _ in random.pick(signs) }.joined()
      if random.oneIn(3) { text += String(repeating: "Ab1", count: 40) }
      if !isASCII { text += random.pick(["é", " 서연", "😀", "ß x"]) }
      var list: [UInt8] = []
      SearchText.append(text, to: &list)
      let words = SearchText.words(of: text).map(\.text)
      #expect(String(decoding: list, as: UTF8.self) == words.map { "\($0) " }.joined(), "\(text)")
    }
  }

  @Test("The words of a new message are those of its document, if its texts were cut ahead")
  func documents() {
    var message = ImportedMessage(
      conversationKey: "c", conversationTitle: "C", sourceID: "1", sender: nil, sentAt: 0,
      text: "See https://example.org, Grüße",
      attachments: [
        Attachment(kind: .photo), Attachment(kind: .file, name: "Route 1.gpx"),
        Attachment(kind: .sticker, name: "🥾"),
      ])
    message.details.content = .contact(Contact(name: "Amir", phone: "+49 1"))
    for flags: MessageFlags in [[], [.link, .attachments], [.reactions]] {
      for sender: Participant.ID? in [nil, 7] {
        var words = SearchDocument.filterWords(.init(message, flags), in: 3, from: sender)
        SearchDocument.appendTextWords(of: message, to: &words)
        #expect(words == SearchDocument(message, flags, in: 3, from: sender).list())
      }
    }
  }
}
