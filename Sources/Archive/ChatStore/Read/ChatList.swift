import Chats
import GRDB
import SeededRandom
import Translation

/// Reads what a list of chats shows.
extension Archive {
  /// All chats, the most recent first.
  ///
  /// - Complexity: O(c log n + w): some searches of indexes for each chat, whatever their number of messages, and the w messages
  ///   that were written here.
  public func chats() async throws(ArchiveError) -> [ChatSummary] {
    try await reading { db in
      let origins = ConversationOrigins(db: db)
      let notes = try origins.noteCounts()
      return try Array(Row.fetchCursor(db, sql: ChatList.sql).map { try ChatSummary($0, origins, notes) })
    }
  }

  /// The messages of a chat that came with an import after those that were read, the earliest first, at most
  /// ``ChatSummary/unreadLimit``.
  ///
  /// - Complexity: O(log n), and the messages of the owner between them.
  public func unread(in chat: Conversation.ID) async throws(ArchiveError) -> [MessageCursor] {
    try await reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT order_key, id FROM message
          WHERE chat = ?1 AND order_key > (SELECT read_order FROM conversation WHERE id = ?1) AND NOT is_own
          ORDER BY order_key, id LIMIT \(ChatSummary.unreadLimit)
          """, arguments: [chat])
      return try Array(rows.map { MessageCursor(orderKey: try $0.required(0), id: try $0.required(1)) })
    }
  }

  /// The earliest message that imports have added to a chat which had messages before; nil if they have added none, or the chat
  /// is new.
  ///
  /// - Complexity: O(n) in the number of messages that the imports had.
  public func firstAdded(
    by imports: [ImportRecord.ID], to chat: Conversation.ID
  ) async throws(ArchiveError) -> MessageCursor? {
    let list = imports.map(String.init).joined(separator: ",")
    return try await reading { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT m.order_key, m.id FROM import_part p
          JOIN import_range r ON r.part = p.id
          JOIN message m ON m.id BETWEEN r.first AND r.last AND m.chat = ?1 AND m.import IN (\(list))
          WHERE p.import IN (\(list))
            AND EXISTS (SELECT 1 FROM conversation WHERE id = ?1 AND read_order IS NOT NULL)
          ORDER BY m.order_key, m.id LIMIT 1
          """, arguments: [chat])
      return try row.map { MessageCursor(orderKey: try $0.required(0), id: try $0.required(1)) }
    }
  }

  /// The names of the people who write in each chat, to find chats by them.
  ///
  /// - Complexity: O(m) in the number of memberships.
  public func namesByChat() async throws(ArchiveError) -> [Conversation.ID: [String]] {
    try await reading { db in
      var names: [Conversation.ID: [String]] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT coalesce(c.merged_into, c.id), p.name
          FROM membership s JOIN conversation c ON c.id = s.conversation JOIN participant p ON p.id = s.participant
          """)
      while let row = try rows.next() {
        guard let chat: Conversation.ID = row.value(0), let name: String = row.value(1) else { continue }
        names[chat, default: []].append(name)
      }
      return names
    }
  }
}

/// The statement of ``Archive/chats()``.
enum ChatList {
  /// Code points of a text that are fetched: enough for an excerpt of emoji with many code points each.
  private static let excerptCodePoints = 2000

  /// In the order in which `ChatSummary.init` reads the columns.
  static let sql = """
    SELECT
      c.id, coalesce(c.custom_title, c.title), c.custom_title IS NOT NULL, c.key, c.pinned_at IS NOT NULL,
      s.messages, s.people <= 2, s.last, s.parts - 1,
      (SELECT count(*) FROM (
        SELECT 1 FROM message WHERE chat = c.id AND order_key > c.read_order AND NOT is_own
        LIMIT \(ChatSummary.unreadLimit))),
      EXISTS (SELECT 1 FROM attachment WHERE chat = c.id AND shelf = \(MediaShelf.pictures.rawValue))
        OR EXISTS (SELECT 1 FROM attachment WHERE chat = c.id AND shelf = \(MediaShelf.films.rawValue)),
      CASE WHEN s.people <= 2 THEN coalesce(
        (SELECT o.color_seed FROM membership b JOIN participant o ON o.id = b.participant
        WHERE b.conversation = c.id AND o.name = c.title AND o.id IS NOT c.owner LIMIT 1),
        (SELECT o.color_seed FROM membership b JOIN participant o ON o.id = b.participant
        WHERE b.conversation = c.id AND o.id IS NOT c.owner LIMIT 1)) END,
      m.id, m.is_own, m.kind, substr(m.text, 1, \(excerptCodePoints)), a.kind, m.details,
      p.id, coalesce(pp.name, p.name), coalesce(pp.color_seed, p.color_seed), pp.id,
      m.import IS NULL AND m.source GLOB '\(ImportedMessage.sentPrefix)*', m.conversation,
      (SELECT order_key FROM message WHERE chat = c.id AND order_key > c.read_order AND NOT is_own
        ORDER BY order_key DESC LIMIT 1)
    FROM (
      SELECT coalesce(merged_into, id) AS chat, sum(message_count) AS messages,
        max(participant_count) AS people, max(last_sent_at) AS last, count(*) AS parts
      FROM conversation GROUP BY chat
    ) s
    JOIN conversation c ON c.id = s.chat
    LEFT JOIN message m ON m.id = (
      SELECT id FROM message WHERE chat = c.id ORDER BY order_key DESC, id DESC LIMIT 1)
    LEFT JOIN attachment a ON a.message = m.id AND a.position = 0
    LEFT JOIN participant p ON p.id = m.sender
    LEFT JOIN participant pp ON pp.id = p.person
    ORDER BY s.last DESC NULLS LAST, c.id DESC
    """
}

extension ChatSummary {
  fileprivate init(
    _ row: Row, _ origins: ConversationOrigins, _ notes: [Conversation.ID: Int]
  ) throws {
    let id: Conversation.ID = try row.required(0)
    let key: String = row.value(3) ?? ""
    let last = try (row.value(12) as Int64?).map { _ in
      LastMessage(
        sender: Participant(row, at: 18, person: 21), isOwn: row.value(13) ?? false,
        kind: try origins.shownKind(
          row.value(14).flatMap(Message.Kind.init(rawValue:)) ?? .normal,
          isWrittenHere: row.value(22) ?? false,
          of: row.value(23) ?? 0),
        excerpt: row.value(15).map(Quote.excerpt) ?? tr("This message is damaged and cannot be shown."),
        attachmentKind: row.value(16).flatMap(Attachment.Kind.init(rawValue:)),
        content: row.value(17).map(DetailsCoding.decode)?.content)
    }
    self.init(
      id: id, title: row.value(1) ?? tr("Unknown"), isRenamed: row.value(2) ?? false,
      colorSeed: row.value(11).map { UInt64(bitPattern: $0) } ?? FNV1a.hash(key), last: last,
      lastSentAt: row.value(7), messageCount: row.value(5) ?? 0, unreadCount: row.value(9) ?? 0,
      lastUnreadKey: row.value(24), isPinned: row.value(4) ?? false, isDirect: row.value(6) ?? false,
      hasMedia: row.value(10) ?? false,
      mergedCount: row.value(8) ?? 0, noteCount: notes[id] ?? 0)
  }
}
