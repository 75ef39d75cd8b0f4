import Chats
import GRDB

extension PeoplePair {
  /// People who wrote the same text at the same time, once in one run and once in others.
  static func candidates(
    _ columns: [SequenceAligner.Column], _ runs: [SequenceAligner.Run], run: Int?
  ) -> [PeoplePair] {
    guard let run else { return [] }
    let mine = columns.filter { $0.items.count == 1 }.compactMap { $0.items[run].map { runs[run].items[$0] } }
    let others = columns.filter { $0.items[run] == nil }.compactMap { column in
      column.items.min { $0.key < $1.key }.map { runs[$0.key].items[$0.value] }
    }
    func same(_ a: SequenceItem, _ b: SequenceItem) -> Bool {
      a.isDistinctive && a.person != nil && b.person != nil && a.likenessApartFromPerson(to: b) >= .alike
    }
    // In a minute of thousands of messages, such matches may be chance.
    guard mine.count * others.count <= SequenceAligner.exactCells else { return [] }
    return mine.compactMap { item in
      let found = others.filter { same(item, $0) }
      guard found.count == 1, mine.count(where: { same($0, found[0]) }) == 1, let person = item.person,
        let other = found[0].person
      else { return nil }
      return PeoplePair(person, other)
    }
  }
}

extension Archive {
  /// Finds people who are surely one person under two names, because they wrote the same texts at the same times in two
  /// imports. Pairs that were already answered are left out. The others are added to ``peopleQuestions()``.
  ///
  /// - Parameter messages: The number of messages that each pair has in common; see ``BatchResult/samePeople``.
  /// - Returns: Pairs in which no person occurs twice, sorted by their number of messages in descending order.
  @discardableResult
  public func noteSamePeople(_ messages: [PeoplePair: Int]) throws(ArchiveError) -> [PeoplePair] {
    guard !messages.isEmpty else { return [] }
    return try writing { db in try SamePeople(db).note(messages) }
  }
}

extension Archive {
  public func joinPeople(
    _ people: [[String]], since first: ImportRecord.ID?
  ) throws(ArchiveError) -> [[String]] {
    guard !people.isEmpty else { return [] }
    return try writing { db in try people.flatMap { try SamePeople(db).join($0, since: first) } }
  }
}

/// Finds people who are one person under two names, and merges them.
struct SamePeople {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func note(_ messages: [PeoplePair: Int]) throws -> [PeoplePair] {
    let people = PeopleRoots(db)
    var counts: [PeoplePair: Int] = [:]
    for (pair, count) in messages {
      let pair = try people.roots(of: pair)
      if pair.person != pair.other { counts[pair, default: 0] += count }
    }
    var found: [(pair: PeoplePair, count: Int)] = []
    var known: Set<Participant.ID> = []
    let sorted = counts.sorted {
      ($1.value, $0.key.person, $0.key.other) < ($0.value, $1.key.person, $1.key.other)
    }
    for (pair, count) in sorted where count >= Self.fewestMessages {
      guard !known.contains(pair.person), !known.contains(pair.other) else { continue }
      known.formUnion([pair.person, pair.other])
      if try !areInOneRun(pair) { found.append((pair, count)) }
    }
    return try PersonPairs(db).note(found)
  }

  /// Fewer common messages can be chance.
  private static let fewestMessages = 3

  /// Whether one run names both. A file calls a person by one name, so two names in it are two people.
  func areInOneRun(_ pair: PeoplePair) throws -> Bool {
    func names(_ person: String) -> String {
      """
      SELECT n.part FROM import_name n JOIN import_part i ON i.id = n.part AND i.conversation IS NOT NULL
      WHERE n.participant IN (\(People.participants(of: person)))
      """
    }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (\(names("?1")) INTERSECT \(names("?2")))"),
      arguments: [pair.person, pair.other]) ?? true
  }

  /// Merges each pair into one person under the better of the two names, and merges the messages that are stored twice
  /// because of the two names.
  func join(_ pairs: [PeoplePair]) throws {
    let people = People(db)
    var roots: Set<Participant.ID> = []
    for pair in pairs {
      guard let a = try people.root(of: pair.person), let b = try people.root(of: pair.other), a != b else {
        continue
      }
      let names = try [a, b].map { id in
        try String.fetchOne(db, sql: "SELECT name FROM participant WHERE id = ?", arguments: [id]) ?? ""
      }
      let keepsFirst = keepsFirst(names[0], names[1])
      try people.join(keepsFirst ? b : a, into: keepsFirst ? a : b)
      roots.remove(keepsFirst ? b : a)
      roots.insert(keepsFirst ? a : b)
    }
    try realign(try roots.sorted().flatMap { try people.participants(of: $0) })
  }

  /// Merges the people with these keys, apart from those whom the archive had before an import without asking about them.
  ///
  /// - Returns: Pairs of names of the people who stay two.
  func join(_ keys: [String], since first: ImportRecord.ID?) throws -> [[String]] {
    let (people, roots) = (People(db), PeopleRoots(db))
    let found = try Set(keys.compactMap { try roots.root(ofKey: $0) })
    guard let first, found.count > 1,
      let shown = try keys.lazy.compactMap({ try roots.root(ofKey: $0) }).first
    else { return [] }
    let known = try found.filter { try isNamed($0, before: first) }.sorted()
    let root = known.contains(shown) ? shown : known.first ?? shown
    var apart: [[String]] = []
    for person in found.sorted() where person != root {
      let pair = PeoplePair(person, root)
      if known.contains(person), try !PersonPairs(db).isOpen(pair) {
        apart.append(try [root, person].map { try roots.name(of: $0) ?? "" })
        continue
      }
      try PersonPairs(db).answer([pair], areSame: true)
      try people.join(person, into: root)
    }
    try realign(try people.participants(of: root))
    return apart
  }

  /// Whether an earlier import names a person.
  private func isNamed(_ person: Participant.ID, before first: ImportRecord.ID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM import_name n JOIN import_part i ON i.id = n.part
            WHERE n.participant IN (\(People.participants(of: "?1"))) AND i.import < ?2)
            OR EXISTS (SELECT 1 FROM message m JOIN participant p ON p.id = m.sender
              WHERE m.import IS NULL AND p.id = ?1)
          """), arguments: [person, first]) ?? true
  }

  /// Merges the participants' messages without keys again, after the participants were joined or parted.
  func realign(_ participants: [Participant.ID]) throws {
    let list = "\(participants)"
    let conversations = try Int64.fetchAll(
      db,
      sql: """
        SELECT DISTINCT conversation FROM membership
        WHERE participant IN (SELECT value FROM json_each(?)) ORDER BY conversation
        """, arguments: [list])
    let runs = ConversationRuns(db: db)
    for conversation in conversations where try runs.exist(in: conversation) {
      try realign(conversation, list)
    }
    try db.execute(
      sql: """
        UPDATE conversation SET participant_count = \(People.count(in: "conversation.id"))
        WHERE id IN (SELECT value FROM json_each(?))
        """, arguments: ["\(conversations)"])
  }

  /// Whether the first of two names is preferred to the other one.
  func keepsFirst(_ name: String, _ other: String) -> Bool { Self.rank(name) > Self.rank(other) }

  /// The rank of a name. A name with letters ranks highest, unless it means oneself; then a name that WhatsApp marks with "~"
  /// because the person is in no address book ("~ Tove"). Of two names of one kind, the longer one ranks higher.
  private static func rank(_ name: String) -> (Int, Int, String) {
    let hasLetters = name.contains { $0.isLetter }
    let isOwn = OwnerQuestion.isOwnName(name)
    return (!hasLetters || isOwn ? 0 : name.hasPrefix("~") ? 1 : 2, name.count, name)
  }

  /// Merges the minutes of a conversation in which some participants write again.
  ///
  /// - Parameter participants: JSON.
  private func realign(_ conversation: Conversation.ID, _ participants: String) throws {
    let keys = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT order_key FROM message
          WHERE conversation = ? AND source IS NULL AND sender IN (SELECT value FROM json_each(?))
          """), arguments: [conversation, participants])
    let minutes = Set(keys.map { TimeResolution.minute(of: OrderKey.time(of: $0)) }).sorted()
    let search = try SearchIndexUpdate(db)
    let merge = try MinuteMerge(
      db, MessageRows(db), search, conversation: conversation, minutes: minutes, people: PeopleRoots(db))
    var hasChanged = false
    for minute in minutes {
      if try merge.regroup(minute).hasChanged { hasChanged = true }
    }
    try Bookmarks(db).restore(in: conversation, search)
    try search.finish()
    let hasOtherOwner = try People(db).followStatedOwners(of: conversation)
    if hasChanged || hasOtherOwner { try ConversationCount(db).run(conversation) }
    if hasChanged, let chat = try db.chat(of: conversation) {
      try OrdinalIndex(chat: chat, db: db).rebuild()
    }
  }
}

/// Recounts conversations after changes other than added messages.
struct ConversationCount {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// - Complexity: O(n) in the number of messages.
  func run(_ conversation: Conversation.ID) throws {
    for sql in [
      "DELETE FROM membership WHERE conversation = ?1",
      """
      INSERT INTO membership (conversation, participant, message_count)
      SELECT ?1, sender, count(*) FROM message
      WHERE conversation = ?1 AND sender IS NOT NULL AND kind <> \(Message.Kind.service.rawValue) GROUP BY sender
      """,
      """
      UPDATE conversation SET
        message_count = (SELECT count(*) FROM message WHERE conversation = ?1),
        participant_count = \(People.count(in: "?1")),
        last_sent_at = (SELECT max(sent_at) FROM message WHERE conversation = ?1),
        owner = CASE WHEN owner_is_known THEN owner ELSE (
          SELECT p.id FROM message m JOIN participant p ON p.id = m.sender
          WHERE m.conversation = ?1 AND m.is_own ORDER BY p.key LIMIT 1) END
      WHERE id = ?1
      """,
      "UPDATE import_conversation SET message_count = 0 WHERE conversation = ?1",
      """
      INSERT INTO import_conversation (import, conversation, message_count)
      SELECT import, ?1, count(*) FROM message WHERE conversation = ?1 AND import IS NOT NULL GROUP BY import
      ON CONFLICT DO UPDATE SET message_count = excluded.message_count
      """,
    ] { try db.cachedStatement(sql: sql).execute(arguments: [conversation]) }
  }
}
