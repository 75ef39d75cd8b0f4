import Chats
import GRDB
import Translation

/// The question whether two people of an archive, with different names in two exports, are the same person.
public struct PeopleQuestion: Sendable, Hashable, Identifiable {
  /// The two people, as passed to ``Archive/answer(_:areSame:)``.
  public var id: PeoplePair
  /// The name of both if they are one person.
  public var name: String
  /// The other name.
  public var otherName: String
  /// The number of messages that both wrote at the same times with the same words.
  public var messageCount: Int
  /// The chats in which both write, those with most messages first; at least one.
  public var chats: [Conversation.ID]
  /// The title of the first of the chats.
  public var chatTitle: String
}

extension Archive {
  /// The pairs of people who may be one person and about whom no answer is stored, those with most messages in common
  /// first. Imports of overlapping exports find them.
  ///
  public func peopleQuestions() async throws(ArchiveError) -> [PeopleQuestion] {
    try await reading { db in try PersonPairs(db).questions() }
  }

  /// Stores the answer about pairs of people. The question is not asked again.
  ///
  /// If they are the same person, they are merged under the better of the two names, and messages that are stored twice
  /// because of the two names are merged. Takes time in proportion to the messages without keys of their chats.
  /// ``partPerson(_:)`` undoes it.
  ///
  /// - Parameters:
  ///   - pairs: The pairs of ``PeopleQuestion/id``, or any others.
  ///   - areSame: Whether the two of each pair are one person.
  public func answer(_ pairs: [PeoplePair], areSame: Bool) async throws(ArchiveError) {
    guard !pairs.isEmpty else { return }
    try await changing { db in
      try PersonPairs(db).answer(pairs, areSame: areSame)
      if areSame { try SamePeople(db).join(pairs) }
    }
  }
}

/// The pairs of people about whom a question was or will be asked.
struct PersonPairs {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// A pair, and the people whom its participants belong to now.
  private struct Entry {
    let stored: PeoplePair
    let roots: PeoplePair
    let messageCount: Int
    let isSame: Bool?
  }

  private func entries() throws -> [Entry] {
    let people = PeopleRoots(db)
    let rows = try Row.fetchAll(db, sql: "SELECT person, other, message_count, is_same FROM person_pair")
    return try rows.map { row in
      let stored = PeoplePair(try row.required("person"), try row.required("other"))
      return Entry(
        stored: stored, roots: try people.roots(of: stored).sorted,
        messageCount: row.value("message_count") ?? 0, isSame: row.value("is_same"))
    }
  }

  /// Records the questions about pairs of people, each with the number of messages in common, apart from those that have
  /// been answered. Returns the pairs about whom the question is still open.
  func note(_ pairs: [(pair: PeoplePair, count: Int)]) throws -> [PeoplePair] {
    let entries = try Dictionary(grouping: entries(), by: \.roots)
    let people = PeopleRoots(db)
    return try pairs.filter { pair, count in
      let roots = try people.roots(of: pair).sorted
      let known = entries[roots] ?? []
      guard known.allSatisfy({ $0.isSame == nil }) else { return false }
      let stored = known.first?.stored ?? roots
      try db.cachedStatement(
        sql: """
          INSERT INTO person_pair (person, other, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = max(message_count, excluded.message_count)
          """
      ).execute(arguments: [stored.person, stored.other, count])
      return true
    }.map(\.pair)
  }

  /// Whether a question about two people is open.
  func isOpen(_ pair: PeoplePair) throws -> Bool {
    let roots = try PeopleRoots(db).roots(of: pair).sorted
    let found = try entries().filter { $0.roots == roots }
    return !found.isEmpty && found.allSatisfy { $0.isSame == nil }
  }

  func answer(_ pairs: [PeoplePair], areSame: Bool) throws {
    let entries = try Dictionary(grouping: entries(), by: \.roots)
    let people = PeopleRoots(db)
    for pair in pairs {
      let roots = try people.roots(of: pair).sorted
      for stored in entries[roots]?.map(\.stored) ?? [roots] {
        try db.cachedStatement(
          sql: """
            INSERT INTO person_pair (person, other, message_count, is_same) VALUES (?1, ?2, 0, ?3)
            ON CONFLICT DO UPDATE SET is_same = ?3
            """
        ).execute(arguments: [stored.person, stored.other, areSame])
      }
    }
  }

  /// Records that participants who were one person are parted, so that no question about them is asked again.
  func part(_ participants: [Participant.ID]) throws {
    let list = participants.map(String.init).joined(separator: ",")
    try db.execute(
      sql: "UPDATE person_pair SET is_same = 0 WHERE is_same AND person IN (\(list)) AND other IN (\(list))")
  }

  /// Removes the pairs of deleted participants, because their numbers can be reused.
  func trim() throws {
    try db.execute(
      sql: """
        DELETE FROM person_pair WHERE person NOT IN (SELECT id FROM participant)
          OR other NOT IN (SELECT id FROM participant)
        """)
  }

  // MARK: Questions

  func questions() throws -> [PeopleQuestion] {
    let entries = try entries()
    let answered = Set(entries.filter { $0.isSame != nil }.map(\.roots))
    var counts: [PeoplePair: Int] = [:]
    for entry in entries where entry.roots.person != entry.roots.other && !answered.contains(entry.roots) {
      counts[entry.roots] = max(counts[entry.roots] ?? 0, entry.messageCount)
    }
    return try counts.sorted {
      ($1.value, $0.key.person, $0.key.other) < ($0.value, $1.key.person, $1.key.other)
    }
    .compactMap { try question($0.key, messageCount: $0.value) }
  }

  /// Returns nil if a later import named both people, or a chat was deleted.
  private func question(_ pair: PeoplePair, messageCount: Int) throws -> PeopleQuestion? {
    let same = SamePeople(db)
    guard try !same.areInOneRun(pair) else { return nil }
    let names = try [pair.person, pair.other].map { id in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT name FROM participant WHERE id = ?"), arguments: [id])
        ?? tr("Unknown")
    }
    func chats(_ person: String) -> String {
      """
      SELECT coalesce(c.merged_into, c.id) FROM membership s JOIN conversation c ON c.id = s.conversation
      WHERE s.participant IN (\(People.participants(of: person)))
      """
    }
    let chats = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, coalesce(custom_title, title) AS title FROM conversation
          WHERE id IN (\(chats("?1")) INTERSECT \(chats("?2"))) ORDER BY message_count DESC, id
          """), arguments: [pair.person, pair.other])
    guard let first = chats.first else { return nil }
    let keepsFirst = same.keepsFirst(names[0], names[1])
    return PeopleQuestion(
      id: pair, name: keepsFirst ? names[0] : names[1], otherName: keepsFirst ? names[1] : names[0],
      messageCount: messageCount, chats: try chats.map { try $0.required("id") },
      chatTitle: first.value("title") ?? tr("Unknown"))
  }
}

extension PeoplePair {
  /// The pair with the smaller number first.
  fileprivate var sorted: Self { person <= other ? self : PeoplePair(other, person) }
}

extension PeopleRoots {
  func roots(of pair: PeoplePair) throws -> PeoplePair {
    PeoplePair(try root(of: pair.person), try root(of: pair.other))
  }
}
