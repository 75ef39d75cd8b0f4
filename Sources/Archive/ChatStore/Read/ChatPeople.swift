import Chats
import GRDB
import Translation

/// The people of chats, and which of them is the owner.
extension Archive {
  /// The people who write in a chat, for a topic or thread those of its chat; those with most messages first; at most 10,000.
  ///
  /// - Complexity: O(p log p) in the number of people.
  public func people(of chat: Conversation.ID) async throws(ArchiveError) -> [ChatPerson] {
    try await reading { db in try People(db).of(db.wholeChat(chat) ?? 0) }
  }

  /// The people who write in any chat, those with most messages first; at most 10,000.
  ///
  /// - Complexity: O(p log p) in the number of people of the archive.
  public func people() async throws(ArchiveError) -> [ChatPerson] {
    try await reading { db in try People(db).of(nil) }
  }

  /// The details of a chat, for a topic or thread those of its chat; nil if it does not exist.
  public func details(of chat: Conversation.ID) async throws(ArchiveError) -> ChatDetails? {
    try await reading { db in try ChatDetails(db.wholeChat(chat) ?? 0, db) }
  }

  // MARK: Merging people

  /// Merges two people in all chats. Messages keep their participants, so the merge can be undone. Messages without keys that
  /// both wrote in two exports are merged, too. Takes time in proportion to the messages without keys of their chats.
  ///
  /// - Parameters:
  ///   - person: Any participant of a person.
  ///   - other: The person whose name and colour both get.
  public func mergePerson(
    _ person: Participant.ID, into other: Participant.ID
  ) async throws(ArchiveError) {
    try await changing { db in try Self.merge(person, into: other, db) }
  }

  private static func merge(_ person: Participant.ID, into other: Participant.ID, _ db: Database) throws {
    let people = People(db)
    guard let person = try people.root(of: person), let other = try people.root(of: other), person != other
    else { return }
    try people.join(person, into: other)
    try NamedPeople(db).follow()
    try SamePeople(db).realign(try people.participants(of: other))
  }

  /// Makes a person another account of the owner: merges both, which ``partPerson(_:)`` undoes, and makes the owner known
  /// in the chats with either account whose owner is not known, which ``setOwner(_:of:)`` changes.
  ///
  /// - Parameters:
  ///   - account: Any participant of the person.
  ///   - owner: Any participant of the owner, whose name and colour both get.
  public func addOwnAccount(
    _ account: Participant.ID, of owner: Participant.ID
  ) async throws(ArchiveError) {
    try await changing { db in
      try Self.merge(account, into: owner, db)
      let people = People(db)
      guard let root = try people.root(of: owner) else { return }
      for conversation in try people.conversationsWithoutOwner(of: root) {
        try people.setOwner(root, of: conversation)
      }
    }
  }

  /// Makes each participant of a person a separate person again. Costs as much as ``mergePerson(_:into:)``. A name of
  /// Telegram's pages stays the person whose number has it, unless these are all participants of the person.
  public func partPerson(_ person: Participant.ID) async throws(ArchiveError) {
    try await changing { db in
      let people = People(db)
      guard let root = try people.root(of: person) else { return }
      let parts = try people.participants(of: root)
      try db.execute(sql: "UPDATE participant SET person = NULL WHERE person = ?", arguments: [root])
      try people.updateOwnMessages(of: parts)
      try NamedPeople(db).keepApart(parts)
      try NamedPeople(db).follow()
      try PersonPairs(db).part(parts)
      try SamePeople(db).realign(parts)
    }
  }

  // MARK: The owner

  /// Sets the owner in some chats, and thereby which messages are own. Later imports follow it.
  ///
  /// - Parameter person: Any participant of the person; nil if the owner is not among the people.
  public func setOwner(
    _ person: Participant.ID?, of chats: Set<Conversation.ID>
  ) async throws(ArchiveError) {
    try await changing { db in
      let people = People(db)
      let root = try person.flatMap { try people.root(of: $0) }
      for chat in chats.sorted() {
        for conversation in try people.conversations(of: chat) {
          try people.setOwner(root, of: conversation)
        }
      }
    }
  }

  /// The question about the owner, if some of the chats have several people and no owner; nil if there is nothing to
  /// ask.
  public func ownerQuestion(
    for chats: Set<Conversation.ID>
  ) async throws(ArchiveError) -> OwnerQuestion? {
    try await reading { db in try People(db).question(for: chats) }
  }
}

/// Reads and writes the people of chats.
struct People {
  private let db: Database

  init(_ db: Database) { self.db = db }

  private static let limit = 10_000
  private static let nameLimit = 20
  private static let candidateLimit = 1_000

  func conversations(of chat: Conversation.ID) throws -> [Conversation.ID] {
    try Int64.fetchAll(
      db, sql: "SELECT id FROM conversation WHERE id = ?1 OR merged_into = ?1 ORDER BY id", arguments: [chat])
  }

  /// The participant who represents the person; nil if there is no such participant.
  func root(of participant: Participant.ID) throws -> Participant.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT coalesce(person, id) FROM participant WHERE id = ?"),
      arguments: [participant])
  }

  /// SQL for the participants of a person.
  static func participants(of root: String) -> String {
    "SELECT id FROM participant WHERE id = \(root) OR person = \(root)"
  }

  func participants(of root: Participant.ID) throws -> [Participant.ID] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "\(Self.participants(of: "?1")) ORDER BY id"), arguments: [root])
  }

  /// - Parameter chat: Nil for all chats.
  func of(_ chat: Conversation.ID?) throws -> [ChatPerson] {
    let scope =
      chat == nil
      ? "" : "WHERE s.conversation IN (SELECT id FROM conversation WHERE id = ?1 OR merged_into = ?1)"
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT coalesce(p.person, p.id) AS person, coalesce(pp.name, p.name) AS name,
            coalesce(pp.color_seed, p.color_seed) AS color, sum(s.message_count) AS messages
          FROM membership s
          JOIN participant p ON p.id = s.participant
          LEFT JOIN participant pp ON pp.id = p.person
          \(scope)
          GROUP BY 1 ORDER BY messages DESC, name, person LIMIT \(Self.limit)
          """), arguments: chat.map { [$0] } ?? [])
    // The participants of all people, in all chats, because a query for each person takes longer.
    var parts: [Participant.ID: [Participant.ID]] = [:]
    let others = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT person, id FROM participant WHERE person IS NOT NULL ORDER BY id"))
    while let row = try others.next() {
      parts[try row.required("person"), default: []].append(try row.required("id"))
    }
    var people: [ChatPerson] = []
    while let row = try rows.next() {
      people.append(
        ChatPerson(
          id: try row.required("person"), name: row.value("name") ?? tr("Unknown"), otherNames: [],
          colorSeed: UInt64(bitPattern: row.value("color") ?? 0), messageCount: row.value("messages") ?? 0,
          participants: []))
    }
    for index in people.indices {
      let person = people[index]
      let all = ([person.id] + (parts[person.id] ?? [])).sorted()
      people[index].otherNames = try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT DISTINCT name FROM participant_name
            WHERE participant IN (SELECT value FROM json_each(?1)) AND name <> ?2
            ORDER BY name LIMIT \(Self.nameLimit)
            """), arguments: ["\(all)", person.name])
      people[index].participants = all
    }
    return people
  }

  /// SQL for the number of people who write in a conversation.
  static func count(in conversation: String) -> String {
    """
    (SELECT count(DISTINCT coalesce(p.person, p.id)) FROM membership s
      JOIN participant p ON p.id = s.participant WHERE s.conversation = \(conversation))
    """
  }

  /// Merges a participant who represents a person, with all participants of that person, into another person.
  func join(_ person: Participant.ID, into other: Participant.ID) throws {
    try setPerson(other, of: person)
    try updateOwnMessages(of: [other])
  }

  /// As ``join(_:into:)``, without the own messages.
  func setPerson(_ other: Participant.ID, of person: Participant.ID) throws {
    try db.cachedStatement(
      sql: "UPDATE participant SET person = ?1 WHERE id = ?2 OR person = ?2"
    ).execute(arguments: [other, person])
  }

  // MARK: The owner

  /// The conversations in which a person writes and the owner is a guess.
  func conversationsWithoutOwner(of root: Participant.ID) throws -> [Conversation.ID] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT DISTINCT c.id FROM membership s JOIN conversation c ON c.id = s.conversation
        WHERE s.participant IN (\(Self.participants(of: "?1"))) AND NOT c.owner_is_known ORDER BY c.id
        """, arguments: [root])
  }

  func setOwner(_ root: Participant.ID?, of conversation: Conversation.ID) throws {
    // The participant who writes here, so that sent messages have this name.
    let owner = try root.flatMap { root in
      try Int64.fetchOne(
        db,
        sql: """
          SELECT s.participant FROM membership s JOIN participant p ON p.id = s.participant
          WHERE s.conversation = ?1 AND coalesce(p.person, p.id) = ?2 ORDER BY s.message_count DESC, p.id LIMIT 1
          """, arguments: [conversation, root]) ?? root
    }
    try db.execute(
      sql: "UPDATE conversation SET owner = ?1, owner_is_known = 1 WHERE id = ?2",
      arguments: [owner, conversation])
    try updateOwnMessages(in: conversation, root)
  }

  /// Applies the owner that an import's user has named, unless the conversation's owner is known.
  func tell(_ owner: ImportOwner, of conversation: Conversation.ID) throws {
    guard try owners(of: conversation) == nil else { return }
    switch owner {
    case .nobody: try setOwner(nil, of: conversation)
    case .person(let sender):
      let root = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT coalesce(person, id) FROM participant WHERE key = ?"),
        arguments: [sender.key.withoutNUL])
      // A person who is new here becomes known with their first message.
      if let root { try setOwner(root, of: conversation) }
    case .told:
      try db.cachedStatement(
        sql: "UPDATE conversation SET owner_is_known = 1 WHERE id = ? AND owner IS NOT NULL"
      ).execute(arguments: [conversation])
    case .guessed: break
    }
  }

  /// The participants who are the conversation's owner; nil while that is a guess.
  func owners(of conversation: Conversation.ID) throws -> Set<Participant.ID>? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT owner_is_known, owner FROM conversation WHERE id = ?"),
      arguments: [conversation])
    guard let row, row.value("owner_is_known") == true else { return nil }
    guard let owner: Participant.ID = row.value("owner"), let root = try root(of: owner) else { return [] }
    return Set(try participants(of: root))
  }

  /// Marks the owner's messages as own, if the owner is known, or stated by an import.
  func followOwner(of conversation: Conversation.ID) throws {
    try followStatedOwners(of: conversation)
    guard let owners = try owners(of: conversation) else { return }
    try updateOwnMessages(in: conversation, try owners.first.flatMap { try root(of: $0) })
  }

  /// Removes the marks from the owner's messages, after the last import that told the owner was undone.
  func forgetOwner(of conversation: Conversation.ID) throws { try updateOwnMessages(in: conversation, nil) }

  /// While the owner is not known, marks the messages without keys as own of the people whom any part of an import states
  /// to be the owner, under any name.
  ///
  /// - Returns: Whether messages were changed.
  @discardableResult
  func followStatedOwners(of conversation: Conversation.ID) throws -> Bool {
    let isKeyless = try ConversationRuns(db: db).exist(in: conversation)
    guard try isKeyless && owners(of: conversation) == nil else { return false }
    try db.cachedStatement(
      sql: """
        UPDATE message SET is_own = NOT is_own
        WHERE conversation = ?1 AND source IS NULL AND sender IS NOT NULL
          AND is_own <> (sender IN (\(Self.statedOwners)) AND kind <> \(Message.Kind.service.rawValue))
        """
    ).execute(arguments: [conversation])
    let hasChanged = db.changesCount > 0
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET owner = coalesce((
          SELECT p.id FROM membership m JOIN participant p ON p.id = m.participant
          WHERE m.conversation = ?1 AND p.id IN (\(Self.statedOwners)) ORDER BY p.key LIMIT 1), owner)
        WHERE id = ?1
        """
    ).execute(arguments: [conversation])
    return hasChanged
  }

  /// SQL for the participants of the people whom parts of imports without keys state to be the owner of conversation `?1`.
  ///
  /// If two people in it have exported it, each export states another one, and has the other one's messages. Then the first
  /// in the alphabet counts, which does not depend on the order of imports.
  private static let statedOwners: String = {
    let roots = """
      SELECT pr.id FROM participant p JOIN participant pr ON pr.id = coalesce(p.person, p.id)
      WHERE p.id IN (
        SELECT n.participant FROM import_part i JOIN import_name n ON n.part = i.id
        WHERE i.conversation = ?1 AND n.is_own)
      AND NOT EXISTS (
        SELECT 1 FROM import_part i CROSS JOIN import_name named ON named.part = i.id
        JOIN participant q ON q.id = named.participant
        JOIN import_name own ON own.part = i.id AND own.is_own JOIN participant o ON o.id = own.participant
        JOIN participant r ON r.id = coalesce(o.person, o.id)
        WHERE i.conversation = ?1 AND NOT named.is_own AND coalesce(q.person, q.id) = pr.id AND r.key < pr.key)
      """
    return "SELECT id FROM participant WHERE id IN (\(roots)) OR person IN (\(roots))"
  }()

  /// Makes the owner known if no import states it any more, but one has a person under one name whom another stated under
  /// a different one. Call it before participants without a name are removed.
  func keepOwner(of conversation: Conversation.ID) throws {
    let owner = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT coalesce(p.person, p.id) FROM conversation c JOIN participant p ON p.id = c.owner
          WHERE c.id = ?1 AND NOT c.owner_is_known AND c.owner NOT IN (\(Self.statedOwners))
          """), arguments: [conversation])
    guard let owner else { return }
    let all = try participants(of: owner)
    let named = try all.filter { participant in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM import_name WHERE participant = ?)"),
        arguments: [participant]) ?? false
    }
    guard named.count < all.count, let first = named.first else { return }
    try db.execute(
      sql: "UPDATE conversation SET owner = ?, owner_is_known = 1 WHERE id = ?",
      arguments: [first, conversation])
  }

  /// Messages that were written in the archive stay the owner's.
  private func updateOwnMessages(in conversation: Conversation.ID, _ root: Participant.ID?) throws {
    try db.execute(
      sql: """
        UPDATE message SET is_own = NOT is_own
        WHERE conversation = ?1 AND sender IS NOT NULL
          AND is_own <> (coalesce(source, '') GLOB '\(ImportedMessage.sentPrefix)*'
            OR sender IN (\(Self.participants(of: "?2"))))
        """, arguments: [conversation, root])
  }

  /// Updates the own messages after the participants of people changed, of those who are owners.
  func updateOwnMessages(of people: [Participant.ID]) throws {
    let conversations = try Row.fetchAll(
      db,
      sql: """
        SELECT c.id, coalesce(p.person, p.id) AS person FROM conversation c JOIN participant p ON p.id = c.owner
        WHERE c.owner_is_known AND c.owner IN (
          SELECT value FROM json_each(?1)
          UNION SELECT id FROM participant WHERE person IN (SELECT value FROM json_each(?1)))
        """, arguments: ["\(people)"])
    for row in conversations { try updateOwnMessages(in: row.required("id"), row.required("person")) }
  }

  // MARK: The question

  func question(for chats: Set<Conversation.ID>) throws -> OwnerQuestion? {
    let list = chats.map(String.init).joined(separator: ",")
    let conversations = try Row.fetchAll(
      db,
      sql: """
        SELECT id, coalesce(merged_into, id) AS chat, title FROM conversation
        WHERE (id IN (\(list)) OR merged_into IN (\(list)))
          AND owner IS NULL AND NOT owner_is_known AND participant_count > 1
        """)
    guard !conversations.isEmpty else { return nil }
    let asked = try conversations.map { try $0.required("id") as Int64 }.map(String.init).joined(
      separator: ",")
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT coalesce(p.person, p.id) AS person, coalesce(pp.name, p.name) AS name,
          coalesce(pp.color_seed, p.color_seed) AS color, count(DISTINCT s.conversation) AS chats,
          sum(s.message_count) AS messages
        FROM membership s
        JOIN participant p ON p.id = s.participant
        LEFT JOIN participant pp ON pp.id = p.person
        WHERE s.conversation IN (\(asked))
        GROUP BY 1 ORDER BY chats DESC, messages DESC, name, person LIMIT \(Self.candidateLimit)
        """)
    var candidates: [OwnerQuestion.Candidate] = []
    while let row = try rows.next() {
      candidates.append(
        OwnerQuestion.Candidate(
          id: try row.required("person"), name: row.value("name") ?? tr("Unknown"),
          colorSeed: UInt64(bitPattern: row.value("color") ?? 0), chatCount: row.value("chats") ?? 0,
          messageCount: row.value("messages") ?? 0))
    }
    guard candidates.count > 1 else { return nil }
    return OwnerQuestion(
      chats: Set(try conversations.map { try $0.required("chat") }), candidates: candidates,
      guess: OwnerQuestion.guess(candidates, titles: conversations.compactMap { $0.value("title") }))
  }
}

extension ChatDetails {
  fileprivate init?(_ chat: Conversation.ID, _ db: Database) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT coalesce(c.custom_title, c.title) AS shown_title, c.title, c.time_zone, c.owner_is_known,
          \(Participant.columns("p", "pp", prefix: "owner_")),
          (SELECT sum(message_count) FROM conversation WHERE id = c.id OR merged_into = c.id) AS messages
        FROM conversation c
        LEFT JOIN participant p ON p.id = c.owner
        LEFT JOIN participant pp ON pp.id = p.person
        WHERE c.id = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [chat]) else { return nil }
    let owner = Participant(row, ColumnIndexes(of: statement, prefix: "owner_"))
    var mediaCounts: [MediaShelf: Int] = [:]
    for shelf in MediaShelf.allCases {
      mediaCounts[shelf] = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM attachment WHERE chat = ? AND shelf = ?",
        arguments: [chat, shelf.rawValue])
    }
    let merged = try Row.fetchAll(
      db,
      sql: "SELECT id, title, message_count FROM conversation WHERE merged_into = ? ORDER BY id LIMIT 1000",
      arguments: [chat])
    let origins = ConversationOrigins(db: db)
    let notes = merged.isEmpty ? [:] : try origins.noteCounts(isMerged: false)
    self.init(
      title: row.value("shown_title") ?? tr("Unknown"), sourceTitle: row.value("title") ?? tr("Unknown"),
      firstSentAt: try origins.sentAt(isLast: false, in: chat),
      lastSentAt: try origins.sentAt(isLast: true, in: chat), messageCount: row.value("messages") ?? 0,
      noteCount: try origins.noteCounts()[chat] ?? 0, mediaCounts: mediaCounts,
      timeZone: row.value("time_zone"),
      owner: ChatOwner(person: owner, isKnown: row.value("owner_is_known") ?? false),
      merged: try merged.map {
        let id: Conversation.ID = try $0.required("id")
        return Merged(
          id: id, title: $0.value("title") ?? tr("Unknown"),
          messageCount: ($0.value("message_count") ?? 0) - (notes[id] ?? 0))
      })
  }
}
