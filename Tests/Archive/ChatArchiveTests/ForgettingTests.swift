import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("Forgetting imports", .dedicatedThreads)
struct ForgettingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ name: String) throws -> Archive {
    try Archive(path: folder.path(name), mode: .createIfMissing)
  }

  /// The readable contents of an archive whose indexes and counters are sound.
  private func contents(_ archive: Archive) async throws -> [String] {
    try await ArchiveFacts.expectSound(archive)
    return try await ArchiveFacts(archive, checksPlaces: true).lines
  }

  private func expectSame(_ archive: Archive, _ expected: Archive) async throws {
    let difference = try await contents(archive).difference(from: contents(expected))
    #expect(difference.isEmpty, "\(difference.map { "\($0)" }.joined(separator: "\n"))")
  }

  /// The sizes of all tables whose rows do not depend on the assigned numbers.
  private func tableSizes(_ archive: Archive) async throws -> [String: Int] {
    try await DatabaseQueue(path: archive.path).read { db in
      let tables = try String.fetchAll(
        db,
        sql:
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%' AND name NOT LIKE 'search%' AND name NOT LIKE 'kept%'"
      )
      return try Dictionary(
        uniqueKeysWithValues: tables.map {
          ($0, try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0)
        })
    }
  }

  // MARK: Messages with keys

  /// Exports of two chats with keys, each with different messages, names and texts.
  private func keyed(_ random: inout SplitMix64, _ number: Int, topics: Bool) -> [ImportedMessage] {
    let start = random.below(30)
    return (start..<(start + 20 + random.below(40))).filter { _ in !random.oneIn(9) }.flatMap { index in
      ["a", "b"].filter { _ in !random.oneIn(5) }.map { key in
        var message = ImportedMessage.sample(
          "\(index)", at: Int64(index * 1000), text: "Text \(index)",
          from: index % 3 == 0 ? .init(key: "u:j", name: "Jonas") : .init(key: "u:m", name: "Mara"), in: key,
          own: index % 3 == 0, replyTo: index % 4 == 0 ? "\(index - 1)" : nil)
        message.conversationTitle = key
        if random.oneIn(4) {
          message.text = "Text \(index) of \(number)"
          message.editedAt = Int64(index * 1000 + number)
        }
        if random.oneIn(4) { message.sender?.name += " \(number)" }
        if random.oneIn(4) { message.attachments = [Attachment(kind: .photo, path: "/\(number)/\(index)")] }
        if random.oneIn(4) {
          message.reactions = [
            .init(key: "👍", count: 2, people: [.init(sender: .init(key: "u:\(number)", name: "R \(number)"))])
          ]
        }
        if random.oneIn(6) { message.details.bot = "bot\(number)" }
        if topics, index == 33 { message.opensTopic = "Topic" }
        return message
      }
    }
  }

  private func importKeyed(_ messages: [ImportedMessage], _ number: Int, into archive: Archive) throws
    -> ImportRecord.ID
  {
    let id = try archive.beginImport(of: "/\(number)", at: Int64(number))
    for start in stride(from: 0, to: messages.count, by: 11) {
      let context = ImportContext(id: id, timeZone: ["Asia/Seoul", "Europe/Lisbon", nil][number % 3])
      let result = try archive.writeBatch(Array(messages[start...].prefix(11)), context: context)
      try archive.endImport(into: result.conversations)
    }
    return id
  }

  @Test("Of imports with keys, one that is forgotten has never been there", arguments: 0..<20)
  func withKeys(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let exports = (0..<(2 + random.below(2))).map { keyed(&random, $0, topics: seed % 2 == 0) }
    let forgotten = random.below(exports.count)
    let (archive, expected) = (try archive("a"), try archive("b"))
    var ids: [ImportRecord.ID] = []
    for (number, export) in exports.enumerated() {
      ids.append(try importKeyed(export, number, into: archive))
      if number != forgotten { _ = try importKeyed(export, number, into: expected) }
    }
    let forecast = try await archive.forgetting(ids[forgotten])
    let before = try await archive.info().messageCount
    let fractions = Mutex<[Double]>([])
    let done = try await archive.forget([ids[forgotten]]) { fraction in
      fractions.withLock { $0.append(fraction) }
    }
    #expect(done == [forecast].compactMap(\.self))
    #expect(fractions.withLock { $0 == $0.sorted() && $0.last == 1 && $0.count <= 202 })
    #expect(try await archive.info().messageCount == before - (forecast?.removed ?? 0))
    try await expectSame(archive, expected)
    var (found, sizes) = (try await tableSizes(archive), try await tableSizes(expected))
    // Ranges have gaps at deleted messages; a base can be left if the versions of the others are the same.
    for table in ["import_range"] { (found[table], sizes[table]) = (0, 0) }
    #expect(found == sizes)
    // Forgetting all imports leaves nothing.
    for id in ids where id != ids[forgotten] { try await archive.forget(id) }
    #expect(try await archive.chats().isEmpty)
    #expect(try await tableSizes(archive).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
  }

  @Test("Of an import that has a message twice, both versions stay when another import is forgotten")
  func twiceInAnImport() async throws {
    let archive = try archive("a")
    let first = try importKeyed([.sample("1", text: "First")], 0, into: archive)
    var edited = ImportedMessage.sample("1", text: "Second")
    edited.editedAt = 5
    var bot = ImportedMessage.sample("1", text: "First")
    bot.details.bot = "guide"
    _ = try importKeyed([edited, bot], 1, into: archive)
    try await archive.forget(first)
    let message = try #require(try await archive.allMessages().first)
    #expect(message.text == "Second" && message.details.bot == "guide")
  }

  // MARK: Messages without keys

  @Test("Of imports without keys, one that is forgotten has never been there", arguments: 0..<20)
  func withoutKeys(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed &+ 1000)
    let chat = KeylessChat(&random, minutes: 10 + random.below(10))
    var parts = chat.parts(&random) + [0..<chat.lines.count]
    for i in parts.indices.dropFirst() { parts.swapAt(i, random.below(i + 1)) }
    let exports = parts.map { part in
      chat.export(
        part,
        KeylessChat.Style(
          hasSeconds: random.oneIn(2), hasFiles: random.oneIn(2),
          names: random.oneIn(4) ? ["Mara": "Mara Lind"] : [:]))
    }
    let forgotten = random.below(exports.count)
    let (archive, expected) = (try archive("a"), try archive("b"))
    var ids: [ImportRecord.ID] = []
    for (number, export) in exports.enumerated() {
      ids.append(try archive.importFile(export, batch: 9, at: Int64(number)).id)
      if number != forgotten { try expected.importFile(export, batch: 9, at: Int64(number)) }
    }
    try await archive.forget(ids[forgotten])
    try await expectSame(archive, expected)
    for id in ids where id != ids[forgotten] { try await archive.forget(id) }
    #expect(try await tableSizes(archive).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
  }

  // MARK: Others

  @Test("An album that two imports had in parts is what the other had of it")
  func albums() async throws {
    func part(_ number: Int) -> ImportedMessage {
      var message = ImportedMessage.sample(
        "\(number)", at: 5000, text: number == 1 ? "Caption" : "",
        attachments: [Attachment(kind: .photo, path: "/\(number)")])
      message.album = "x"
      return message
    }
    let (archive, expected) = (try archive("a"), try archive("b"))
    _ = try importKeyed([part(0), part(1)], 0, into: archive)
    let second = try importKeyed([part(0), part(1), part(2)], 1, into: archive)
    #expect(try await archive.allMessages().map(\.attachments.count) == [3])
    try await archive.forget(second)
    _ = try importKeyed([part(0), part(1)], 0, into: expected)
    try await expectSame(archive, expected)
    #expect(try await tableSizes(archive) == tableSizes(expected))
  }

  @Test("What was sent, named and merged stays when an import is forgotten")
  func ownChanges() async throws {
    let archive = try archive("a")
    let first = try importKeyed(ImportedMessage.samples(0..<20), 0, into: archive)
    let chat = try await archive.onlyConversation().id
    let sent = try await archive.send("Mine", in: chat, at: 99_000)
    try await archive.rename(chat, to: "My walks")
    try await archive.forget(first)
    #expect(try await archive.allMessages().map(\.id) == [sent.id])
    #expect(try await archive.onlyConversation().title == "My walks")
    #expect(try await archive.imports().isEmpty)
    // Numbers that are free again do not belong to an earlier import.
    let second = try importKeyed(ImportedMessage.samples(0..<20), 1, into: archive)
    #expect(try await archive.forgetting(second)?.removed == 20)
  }

  @Test("After a chat is deleted, its numbers belong to no import of the past")
  func deletedChats() async throws {
    let archive = try archive("a")
    let both = ImportedMessage.samples(0..<10) + ImportedMessage.samples(0..<10, in: "test:other")
    let first = try importKeyed(both, 0, into: archive)
    let other = try #require(try await archive.chats().map(\.id).max())
    try await archive.delete(other)
    let second = try importKeyed(ImportedMessage.samples(0..<10, in: "test:other"), 1, into: archive)
    #expect(try await archive.forgetting(first)?.removed == 10)
    #expect(try await archive.forgetting(second)?.removed == 10)
    try await archive.forget(first)
    #expect(try await archive.info().messageCount == 10)
  }

  @Test("The texts of a forgotten import are no longer in the file")
  func texts() async throws {
    let archive = try archive("a")
    _ = try importKeyed(ImportedMessage.samples(0..<50), 0, into: archive)
    let second = try importKeyed(
      (0..<400).map { .sample("s\($0)", at: Int64($0), text: "Secret word \($0) ophiuchus") }, 1,
      into: archive)
    archive.moveLogIntoFile()
    let word = Data("ophiuchus".utf8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: word) != nil)
    try await archive.forget(second)
    archive.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive.path)).range(of: word) == nil)
  }

  // The person who represents the other one was left in the file.
  @Test("An import whose people were joined leaves nobody", arguments: [false, true])
  func joinedInOneImport(_ keepsFirst: Bool) async throws {
    let archive = try archive("a")
    let id = try importKeyed(
      [.sample("1", from: ImportedMessage.mara), .sample("2", from: ImportedMessage.jonas)], 0, into: archive)
    let people = try await archive.people(of: archive.onlyConversation().id).map(\.id).sorted()
    try await archive.mergePerson(people[keepsFirst ? 1 : 0], into: people[keepsFirst ? 0 : 1])
    try await archive.forget(id)
    #expect(try await tableSizes(archive).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
  }

  @Test("Forgetting that is cancelled at any moment changes nothing, and can be done later", arguments: 0..<4)
  func cancelled(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let exports = (0..<2).map { keyed(&random, $0, topics: true) }
    let (archive, expected) = (try archive("a"), try archive("b"))
    _ = try importKeyed(exports[0], 0, into: archive)
    let id = try importKeyed(exports[1], 1, into: archive)
    _ = try importKeyed(exports[0], 0, into: expected)
    let before = try await contents(archive)
    let rest = Mutex(0)
    for calls in [0, 1, 5] + (0..<4).map({ _ in random.below(20) }) {
      rest.withLock { $0 = calls }
      await #expect(throws: ArchiveError.cancelled(path: archive.path)) {
        try await archive.forget(
          [id],
          isCancelled: {
            rest.withLock {
              $0 -= 1
              return $0 < 0
            }
          })
      }
      #expect(try await contents(archive) == before, "after \(calls) calls")
    }
    try await cancelTask(forgetting: id, in: archive)
    #expect(try await contents(archive) == before)
    try await archive.forget(id)
    try await expectSame(archive, expected)
  }

  /// Cancels the task that forgets an import as soon as it reports progress.
  private func cancelTask(forgetting id: ImportRecord.ID, in archive: Archive) async throws {
    let cancel = Mutex<(@Sendable () -> Void)?>(nil)
    let task = Task {
      while cancel.withLock({ $0 == nil }) { await Task.yield() }
      return try await archive.forget([id], progress: { _ in cancel.withLock { $0?() } })
    }
    cancel.withLock { $0 = { task.cancel() } }
    await #expect(throws: ArchiveError.cancelled(path: archive.path)) { try await task.value }
  }

  @Test("An import that does not exist is not forgotten")
  func unknown() async throws {
    let archive = try archive("a")
    #expect(try await archive.forgetting(1) == nil)
    #expect(try await archive.forget(1) == nil)
  }

  // MARK: After an answer about people

  private static let joinedName = "+49 170 1234567"

  /// Two exports of one chat with two names of a person, which are merged.
  private func joinedImports(into archive: Archive) async throws -> (
    chat: KeylessChat, ids: [ImportRecord.ID]
  ) {
    var random = SplitMix64(seed: 3)
    let chat = KeylessChat(&random, minutes: 60)
    let third = chat.lines.count / 3
    let first = try archive.importFile(chat.export(0..<2 * third, .init()), at: 0)
    let second = try archive.importFile(
      chat.export(third..<chat.lines.count, .init(hasSeconds: false, names: ["Mara": Self.joinedName])), at: 1
    )
    let pairs = try archive.noteSamePeople(second.result.samePeople)
    try #require(pairs.count == 1)
    try await archive.answer(pairs, areSame: true)
    return (chat, [first.id, second.id])
  }

  @Test("After people were made one, the import with the lesser name is forgotten without a trace")
  func secondOfJoined() async throws {
    let (archive, expected) = (try archive("a"), try archive("b"))
    let (chat, ids) = try await joinedImports(into: archive)
    try expected.importFile(chat.export(0..<2 * (chat.lines.count / 3), .init()), at: 0)
    try await archive.forget(ids[1])
    try await expectSame(archive, expected)
    #expect(try await tableSizes(archive) == tableSizes(expected))
  }

  @Test("After people were made one, the import with the better name is forgotten, and the name stays")
  func firstOfJoined() async throws {
    let archive = try archive("a")
    let (chat, ids) = try await joinedImports(into: archive)
    try await archive.forget(ids[0])
    _ = try await contents(archive)
    let lines = chat.lines[(chat.lines.count / 3)...]
    let messages = try await archive.allMessages()
    #expect(messages.map(\.sender?.name) == lines.map(\.sender))
    #expect(messages.map(\.text) == lines.map(\.text))
    let other = try self.archive("b")
    for id in try await joinedImports(into: other).ids { try await other.forget(id) }
    #expect(try await tableSizes(other).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
    // When the first export comes again, it is the same person, without a question.
    let again = try archive.importFile(chat.export(0..<2 * (chat.lines.count / 3), .init()), at: 2)
    #expect(try archive.noteSamePeople(again.result.samePeople).isEmpty)
    #expect(try await archive.allMessages().count == chat.lines.count)
    for id in [ids[1], again.id] { try await archive.forget(id) }
    #expect(try await tableSizes(archive).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
  }

  /// Imports the chat under another key into the existing one.
  private func importInto(_ conversation: Conversation.ID?, _ messages: [ImportedMessage], _ archive: Archive)
    throws -> ImportRecord.ID
  {
    var context = ImportContext(id: try archive.beginImport(of: "/other", at: 5), timeZone: "Asia/Seoul")
    context.conversation = conversation
    let result = try archive.writeBatch(messages, context: context)
    try archive.endImport(into: result.conversations)
    return context.id!
  }

  @Test("An import into another chat is forgotten without a trace, and its chat is its own again")
  func intoChat() async throws {
    var random = SplitMix64(seed: 5)
    let chat = KeylessChat(&random, minutes: 30)
    let half = chat.lines.count / 2
    let other = chat.export((half - 9)..<chat.lines.count, .init(hasFiles: false)).map { message in
      var message = message
      (message.conversationKey, message.conversationTitle) = ("whatsapp:Other", "Other")
      return message
    }
    for follows in [false, true] {
      let (archive, expected) = (try archive("a\(follows)"), try archive("b\(follows)"))
      for each in [archive, expected] { try each.importFile(chat.export(0..<half, .init()), at: 0) }
      let id = try await importInto(archive.onlyConversation().id, other, archive)
      #expect(try await archive.allMessages().count == chat.lines.count)
      // A later import of the other chat goes to the same place as the first one, and stays there.
      let later = follows ? try importInto(nil, other, archive) : nil
      try await archive.forget(id)
      if let later {
        #expect(try await archive.chats().map(\.messageCount) == [chat.lines.count])
        let last = try importInto(nil, other, archive)
        #expect(try await archive.chats().count == 1, "as before")
        try await archive.forget([later, last])
      }
      try await expectSame(archive, expected)
      #expect(try await tableSizes(archive) == tableSizes(expected))
      _ = try importInto(nil, other, archive)
      #expect(try await archive.chats().map(\.title).sorted() == ["Other", "Walks"])
    }
  }

  @Test("When the chat's own import is forgotten, one that went into it stays there")
  func hostOfIntoChat() async throws {
    var random = SplitMix64(seed: 5)
    let chat = KeylessChat(&random, minutes: 30)
    let half = chat.lines.count / 2
    let archive = try archive("a")
    let first = try archive.importFile(chat.export(0..<half, .init()), at: 0).id
    let other = chat.export((half - 9)..<chat.lines.count, .init()).map { message in
      var message = message
      (message.conversationKey, message.conversationTitle) = ("whatsapp:Other", "Other")
      return message
    }
    let second = try await importInto(archive.onlyConversation().id, other, archive)
    try await archive.forget(first)
    #expect(try await archive.chats().map(\.title) == ["Walks"])
    #expect(try await archive.allMessages().map(\.text) == other.map(\.text))
    _ = try await contents(archive)
    try await archive.forget(second)
    #expect(try await tableSizes(archive).filter { $0.value > 0 && $0.key != "sqlite_sequence" } == [:])
  }

  @Test("Several imports are forgotten at once, and their chats are told")
  func several() async throws {
    let (archive, expected) = (try archive("a"), try archive("b"))
    let ids = try (0..<3).map {
      try importKeyed(ImportedMessage.samples($0 * 7..<$0 * 7 + 12), $0, into: archive)
    }
    _ = try importKeyed(ImportedMessage.samples(7..<19), 1, into: expected)
    let chat = try await archive.onlyConversation().id
    let forgotten = try await archive.forget([ids[0], ids[2], 99])
    #expect(forgotten.map(\.chats) == [[chat], [chat]])
    #expect(forgotten.map(\.removed) == [7, 7])
    try await expectSame(archive, expected)
  }
}
