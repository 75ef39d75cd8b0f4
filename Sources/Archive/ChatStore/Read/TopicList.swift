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
      timeZone: timeZone, origin: origin, noteCount: topic.noteCount, topic: topic)
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

  /// A topic or thread that a search can mean.
  struct Named {
    let id: Topic.ID
    let chat: Conversation.ID
  }

  /// The topics with a title, in each chat those that it fits best, or the threads whose first message has the words.
  ///
  /// - Complexity: O(t) in the number of topics, or threads.
  func named(_ title: String, isThread: Bool) throws -> [Named] {
    let pattern = NamePattern(title)
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT t.id, t.source, \(isThread ? "substr(r.text, 1, \(Self.titleCodePoints))" : "t.title") AS title,
            r.entities, coalesce(c.merged_into, c.id) AS chat
          FROM topic t JOIN conversation c ON c.id = t.conversation
          LEFT JOIN message r ON t.is_thread AND r.conversation = t.conversation AND r.source = t.source
          WHERE t.is_thread = ? AND t.id > 0
          """), arguments: [isThread])
    var found: [Conversation.ID: [(topic: Named, fit: NamePattern.Fit)]] = [:]
    while let row = try rows.next() {
      guard let id: Topic.ID = row.value("id"), let chat: Conversation.ID = row.value("chat") else {
        continue
      }
      let title: String = row.value("title") ?? ""
      // Also by its English name, so that a query means the same in all languages.
      let isGeneral = !isThread && row.value("source") == Topics.general
      let names =
        isThread
        ? [Quote.excerpt(of: title, row.value("entities").map(EntityCoding.decode) ?? [])]
        : isGeneral ? [tr("General"), "General"] : [title]
      guard let fit = names.compactMap(pattern.fit).max() else { continue }
      found[chat, default: []].append((Named(id: id, chat: chat), fit))
    }
    return found.values.flatMap { topics in
      let best = topics.map(\.fit).max()
      return topics.filter { isThread || $0.fit == best }.map(\.topic)
    }
  }

  /// The order keys of the messages of a few topics, the last one excluded; nil for many topics, or without messages.
  func span(of topics: [Topic.ID]) throws -> Range<Int64>? {
    guard (1...Self.fewTopics).contains(topics.count) else { return nil }
    let statement = try db.cachedStatement(
      sql: """
        SELECT (SELECT min(order_key) FROM message WHERE topic = ?1) AS first,
          (SELECT max(order_key) FROM message WHERE topic = ?1) AS last
        """)
    var span: Range<Int64>?
    for topic in topics {
      guard let row = try Row.fetchOne(statement, arguments: [topic]), let first: Int64 = row.value("first"),
        let last: Int64 = row.value("last"), first <= last, last < .max
      else { continue }
      span = min(span?.lowerBound ?? first, first)..<max(span?.upperBound ?? last + 1, last + 1)
    }
    return span
  }

  private static let fewTopics = 50

  private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [Topic] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT t.id, t.source, t.title, t.is_thread, coalesce(c.merged_into, c.id) AS chat,
            (SELECT count(*) FROM message WHERE topic = t.id) AS count,
            (SELECT count(*) FROM message WHERE conversation = t.conversation AND source >= ?2 AND source < ?3
              AND +topic = t.id AND kind = \(Message.Kind.note.rawValue)) AS notes,
            (SELECT count(*) FROM (SELECT 1 FROM message
              WHERE topic = t.id AND order_key > max(w.read_order, coalesce(t.read_order, w.read_order)) AND NOT is_own
              LIMIT \(ChatSummary.unreadLimit))) AS unread,
            (SELECT sent_at FROM message WHERE topic = t.id ORDER BY order_key DESC, id DESC LIMIT 1) AS last,
            substr(r.text, 1, \(Self.titleCodePoints)) AS root, r.entities, r.id IS NOT NULL AS has_opener
          FROM topic t JOIN conversation c ON c.id = t.conversation
          JOIN conversation w ON w.id = coalesce(c.merged_into, c.id)
          LEFT JOIN message r ON t.is_thread AND r.conversation = t.conversation AND r.source = t.source
          WHERE \(condition) AND t.id > 0 AND EXISTS (SELECT 1 FROM message WHERE topic = t.id)
          ORDER BY last DESC, t.id
          """),
      arguments: arguments + [ImportedMessage.sentPrefix, ImportedMessage.sentPrefix + "\u{10FFFF}"])
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
      noteCount: row.value("notes") ?? 0, unreadCount: row.value("unread") ?? 0,
      lastSentAt: row.value("last") ?? 0)
  }
}
