import Chats
import GRDB
import SeededRandom
import Translation

/// The topics and threads of chats. The methods that read messages take the number of one, ``Topic/part(_:)``, in place
/// of that of a chat.
extension Archive {
  /// The topics of a chat that have messages, the one with the newest message first; those of all chats if `chat` is nil.
  /// Most chats have none.
  ///
  /// - Complexity: O(n) steps of an index for n messages in topics.
  public func topics(in chat: Conversation.ID?) async throws(ArchiveError) -> [Topic] {
    try await reading { db in try TopicList(db).topics(of: chat) }
  }

  /// The topic or thread with this number; nil if there is none, or if it has no messages.
  ///
  /// - Complexity: O(n) steps of an index for its n messages.
  public func topic(_ id: Topic.ID) async throws(ArchiveError) -> Topic? {
    try await reading { db in try TopicList(db).topic(id) }
  }

  /// The topics whose titles have words with the given beginnings, as completions of `topic:`. An empty title matches all.
  public func topics(titled title: String, limit: Int = 6) async throws(ArchiveError) -> [SearchSuggestion] {
    try await reading { db in
      let pattern = NamePattern(title)
      return try TopicList(db).topics(of: nil).lazy
        .filter { pattern.isEmpty || pattern.fit($0.title) != nil }.prefix(max(0, limit))
        .map { topic in
          SearchSuggestion(
            id: topic.id, name: topic.title, colorSeed: FNV1a.hash(topic.title),
            messageCount: topic.messageCount)
        }
    }
  }

  /// The conversation with this number, or its topic or thread, as in ``conversations()``; nil if there is none.
  ///
  /// - Complexity: That of ``conversations()`` and ``topic(_:)``.
  public func conversation(_ number: Conversation.ID) async throws(ArchiveError) -> Conversation? {
    guard let id = Topic.id(ofPart: number) else {
      return try await conversations().first { $0.id == number }
    }
    guard let topic = try await topic(id) else { return nil }
    return try await conversations().first { $0.id == topic.chat }?.limited(to: topic)
  }
}

extension Conversation {
  /// The conversation limited to one of its topics or threads.
  public func limited(to topic: Topic) -> Conversation {
    Conversation(
      id: Topic.part(topic.id), title: title, messageCount: topic.messageCount,
      participantCount: participantCount, lastSentAt: topic.lastSentAt, isPinned: isPinned,
      timeZone: timeZone, origin: origin, topic: topic)
  }
}

/// Reads topics and threads.
struct TopicList {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The number of code points of a thread's first message that are its title.
  private static let titleCodePoints = 300

  func topics(of chat: Conversation.ID?) throws -> [Topic] {
    try fetch("NOT t.is_thread AND (?1 IS NULL OR c.id = ?1 OR c.merged_into = ?1)", [chat])
  }

  func topic(_ id: Topic.ID) throws -> Topic? { try fetch("t.id = ?1", [id]).first }

  /// The topics, or the threads, with a title. That of a thread is its first message, which must have the words anywhere.
  func named(_ title: String, isThread: Bool) throws -> [Topic] {
    let pattern = NamePattern(title)
    let fits = try fetch("t.is_thread = ?1", [isThread]).compactMap { topic in
      pattern.fit(topic.title).map { (topic, $0) }
    }
    let best = fits.map(\.1).max()
    return fits.filter { isThread || $0.1 == best }.map(\.0)
  }

  private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [Topic] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT t.id, t.source, t.title, t.is_thread, coalesce(c.merged_into, c.id) AS chat, s.count,
            (SELECT sent_at FROM message WHERE topic = t.id ORDER BY order_key DESC, id DESC LIMIT 1) AS last,
            substr(r.text, 1, \(Self.titleCodePoints)) AS root, r.entities, r.id IS NOT NULL AS has_opener
          FROM topic t JOIN conversation c ON c.id = t.conversation
          LEFT JOIN message r ON t.is_thread AND r.conversation = t.conversation AND r.source = t.source
          JOIN (SELECT topic, count(*) AS count FROM message WHERE topic IS NOT NULL GROUP BY topic) s
            ON s.topic = t.id
          WHERE \(condition) ORDER BY last DESC, t.id
          """), arguments: arguments)
    return try Array(rows.map { try Self.topic($0) })
  }

  private static func topic(_ row: Row) throws -> Topic {
    let isThread = row.value("is_thread") ?? false
    var title: String = row.value(isThread ? "root" : "title") ?? ""
    if isThread { title = Quote.excerpt(of: title, row.value("entities").map(EntityCoding.decode) ?? []) }
    if title.isEmpty {
      title = isThread ? tr("Thread") : row.value("source") == Topics.general ? tr("General") : tr("Unknown")
    }
    return Topic(
      id: try row.required("id"), chat: row.value("chat") ?? 0, title: title, isThread: isThread,
      hasOpener: row.value("has_opener") ?? false, messageCount: row.value("count") ?? 0,
      lastSentAt: row.value("last") ?? 0)
  }
}
