import GRDB
import Synchronization
import Testing

@testable import ChatStore
@testable import Chats

/// The statements of a connection, counted.
private final class StatementCounts: Sendable {
  /// By their SQL without its numbers; with one of the statements.
  private let counts = Mutex<[String: (count: Int, sql: String)]>([:])

  func observe(_ db: Database) {
    db.trace { [self] event in
      guard case .statement(let statement) = event else { return }
      let sql = statement.sql
      counts.withLock { $0[sql.filter { !$0.isNumber }, default: (0, sql)].count += 1 }
    }
  }

  func reset() { counts.withLock { $0 = [:] } }

  /// The statements that were executed at least this often.
  func frequent(_ least: Int) -> [String] {
    counts.withLock { $0.values.filter { $0.count >= least }.map(\.sql).sorted() }
  }
}

@Suite("Statements that run for each person, message or chat", .dedicatedThreads)
struct StatementPlanTests {
  private static let people = 40
  private let folder: TemporaryFolder
  private let archive: Archive
  private let counts = StatementCounts()

  init() throws {
    folder = try TemporaryFolder()
    var options = Archive.ConnectionOptions()
    options.prepareWriter = { [counts] db in counts.observe(db) }
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing, options: options)
  }

  /// A group, and a chat with each of its members, in an export that adds the style to the names of people.
  private func lines(_ style: String, keyed: Bool) -> [ImportedMessage] {
    let group = (0..<Self.people * 3).map { ($0, "group", $0 % Self.people) }
    let chats = (0..<Self.people * 3).map { ($0, "chat \($0 % Self.people)", $0 % Self.people) }
    return (group + chats).map { index, chat, person in
      let name = "Person \(person)\(keyed ? "" : style)"
      var message = ImportedMessage.sample(
        "\(index)", at: Int64(index) * 60_000, text: "Message number \(index), long enough",
        from: .init(key: "u:\(name)", name: name + style), in: "\(keyed):\(chat)")
      if keyed {
        if index % 3 == 0 { message.album = "\(index / 6)" }
        message.details.bot = style
        message.reactions = [.init(key: "👍", count: 1, people: [.init(sender: message.sender!)])]
      } else {
        message.sourceID = ""
        message.sequence = .minutes
      }
      return message
    }
  }

  private func importLines(_ style: String, keyed: Bool) throws -> (ImportRecord.ID, [PeoplePair: Int]) {
    let id = try archive.beginImport(of: "/\(style)", at: 0)
    let result = try archive.writeBatch(lines(style, keyed: keyed), context: ImportContext(id: id))
    try archive.endImport(into: result.conversations)
    return (id, result.samePeople)
  }

  private func plan(of sql: String) async throws -> [String] {
    try await archive.reading { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
      statement.setUncheckedArguments(StatementArguments())
      return try Row.fetchAll(statement).map { $0["detail"] as String }
    }
  }

  /// Expects the statements since the last call to search all tables.
  private func expectSearches(_ note: String) async throws {
    let statements = counts.frequent(Self.people)
    #expect(!statements.isEmpty)
    for sql in statements where ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(sql.prefix(6)) {
      // FTS5's own statements.
      guard !sql.contains("'main'.'search") else { continue }
      let plan = try await plan(of: sql)
      // No row, the arguments, or the result of a search.
      let small = /SCAN (CONSTANT ROW|json_each |\(subquery)/
      let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains(small) }
      #expect(scans.isEmpty, "\(note): \(sql)\n\(plan)")
    }
    counts.reset()
  }

  @Test("They scan no table when imports are forgotten", arguments: [false, true])
  func forgetting(keyed: Bool) async throws {
    let imports = try ["", " A"].map { try importLines($0, keyed: keyed).0 }
    counts.reset()
    for id in imports.reversed() {
      try await archive.forget(id)
      try await expectSearches("\(id)")
    }
  }

  @Test("They scan no table when an account with many chats is imported, also again")
  func importing() async throws {
    let messages = lines("", keyed: true).map { line in
      var message = line
      message.conversationKey = "telegram:user\(line.conversationKey)"
      return message
    }
    for round in 0..<2 {
      counts.reset()
      let id = try archive.beginImport(of: "/\(round)", at: 0)
      let result = try archive.writeBatch(messages, context: ImportContext(id: id))
      try archive.endImport(into: result.read)
      // A search among the keys of all chats of the service counts as no scan.
      let byTitle = counts.frequent(Self.people).filter { $0.contains("title = ?") }
      #expect(byTitle.isEmpty == (round > 0))
      for sql in byTitle { #expect(try await plan(of: sql).contains { $0.contains("conversation_title") }) }
      try await expectSearches("\(round)")
    }
  }

  @Test("People who change between names at every message cost no statement for each message")
  func changingNames() throws {
    let messages = (0..<Self.people * 3).map { index in
      ImportedMessage.sample(
        "\(index)", at: Int64(index), from: .init(key: "u:\(index % 2)", name: "Name \(index % 3)"))
    }
    let id = try archive.beginImport(of: "/a", at: 0)
    counts.reset()
    #expect(try archive.writeBatch(messages, context: ImportContext(id: id)).added == messages.count)
    let frequent = counts.frequent(Self.people)
    #expect(frequent.contains { $0.contains("INTO search") })
    #expect(frequent.filter { $0.contains("name") } == [])
  }

  @Test("They scan no table when people are asked about, joined and parted")
  func joining() async throws {
    _ = try importLines("", keyed: false)
    let found = try importLines(" A", keyed: false).1
    counts.reset()
    let pairs = try archive.noteSamePeople(found)
    #expect(pairs.count == Self.people)
    try await expectSearches("noting")
    // On the connection whose statements are counted.
    #expect(try archive.writing { db in try PersonPairs(db).questions() }.count == Self.people)
    try await archive.answer(pairs, areSame: true)
    try await expectSearches("joining")
    for pair in pairs { try await archive.partPerson(pair.person) }
    try await expectSearches("parting")
  }
}
