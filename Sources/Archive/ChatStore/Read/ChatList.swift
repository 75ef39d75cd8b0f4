import Chats
import GRDB
import SeededRandom
import Translation

/// Reads the contents of a list of chats.
extension Archive {
  /// All chats, the most recent first.
  ///
  /// - Complexity: O(c log n + w + r): some searches of indexes for each chat, regardless of its number of messages, the
  ///   w messages that were written here, and the r messages that were read in topics alone, above an unread one.
  public func chats() async throws(ArchiveError) -> [ChatSummary] {
    try await reading { db in
      let origins = ConversationOrigins(db: db)
      let notes = try origins.noteCounts()
      let statement = try db.makeStatement(sql: ChatList.sql)
      let sender = ColumnIndexes<Participant.Column>(of: statement, prefix: "sender_")
      return try Array(
        Row.fetchCursor(statement).map {
          try ChatSummary($0, sender: Participant($0, sender), origins, notes)
        })
    }
  }

  /// The imported messages of a chat after the read ones, the earliest first, at most ``ChatSummary/unreadLimit``.
  ///
  /// - Complexity: O(log n), plus the messages of the owner and those read in topics alone between them.
  public func unread(in chat: Conversation.ID) async throws(ArchiveError) -> [MessageCursor] {
    let scope = MessageScope(chat)
    return try await reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT m.order_key, m.id FROM conversation c CROSS JOIN message m ON m.\(scope.column) = ?1
          WHERE c.id = ?2 AND \(ReadMark.isUnread("m", in: "c"))
          ORDER BY m.order_key, m.id LIMIT \(ChatSummary.unreadLimit)
          """, arguments: [scope.value, db.wholeChat(chat)])
      return try Array(rows.map { try MessageCursor($0) })
    }
  }

  /// The earliest message that imports have added to a chat that already had messages; nil if they added none, or if
  /// the chat is new.
  ///
  /// - Complexity: O(n) in the number of messages of the imports.
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
      return try row.map { try MessageCursor($0) }
    }
  }

  /// The names of the people who write in each chat, for searching chats by name.
  ///
  /// - Complexity: O(m) in the number of memberships.
  public func namesByChat() async throws(ArchiveError) -> [Conversation.ID: [String]] {
    try await reading { db in
      var names: [Conversation.ID: [String]] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT coalesce(c.merged_into, c.id) AS chat, p.name
          FROM membership s JOIN conversation c ON c.id = s.conversation JOIN participant p ON p.id = s.participant
          """)
      while let row = try rows.next() {
        guard let chat: Conversation.ID = row.value("chat"), let name: String = row.value("name") else {
          continue
        }
        names[chat, default: []].append(name)
      }
      return names
    }
  }
}

/// The statement of ``Archive/chats()``.
enum ChatList {
  /// The number of code points of a text to fetch: enough for an excerpt of emoji with many code points each.
  private static let excerptCodePoints = 2000

  static let sql = """
    SELECT
      c.id, coalesce(c.custom_title, c.title) AS title, c.custom_title IS NOT NULL AS is_renamed, c.key,
      c.pinned_at IS NOT NULL AS is_pinned, s.messages, s.people <= 2 AS is_direct, s.last,
      s.parts - 1 AS merged,
      (SELECT count(*) FROM (
        SELECT 1 FROM message WHERE chat = c.id AND \(ReadMark.isUnread(in: "c"))
        LIMIT \(ChatSummary.unreadLimit))) AS unread,
      EXISTS (SELECT 1 FROM attachment WHERE chat = c.id AND shelf = \(MediaShelf.pictures.rawValue))
        OR EXISTS (SELECT 1 FROM attachment WHERE chat = c.id AND shelf = \(MediaShelf.films.rawValue))
        AS has_media,
      CASE WHEN s.people <= 2 THEN coalesce(
        (SELECT o.color_seed FROM membership b JOIN participant o ON o.id = b.participant
        WHERE b.conversation = c.id AND o.name = c.title AND o.id IS NOT c.owner LIMIT 1),
        (SELECT o.color_seed FROM membership b JOIN participant o ON o.id = b.participant
        WHERE b.conversation = c.id AND o.id IS NOT c.owner LIMIT 1)) END AS color,
      m.id AS message, m.is_own, m.kind, substr(m.text, 1, \(excerptCodePoints)) AS text,
      a.kind AS attachment, m.details, \(Participant.columns("p", "pp", prefix: "sender_")),
      \(ImportedMessage.isWrittenHere(in: "m")) AS is_written_here, m.conversation,
      (SELECT order_key FROM message WHERE chat = c.id AND \(ReadMark.isUnread(in: "c"))
        ORDER BY order_key DESC LIMIT 1) AS last_unread
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
    _ row: Row, sender: Participant?, _ origins: ConversationOrigins, _ notes: [Conversation.ID: Int]
  ) throws {
    let id: Conversation.ID = try row.required("id")
    let last = try (row.value("message") as Int64?).map { _ in
      LastMessage(
        sender: sender, isOwn: row.value("is_own") ?? false, kind: try origins.shownKind(in: row),
        excerpt: row.value("text").map(Quote.excerpt) ?? tr("This message is damaged and cannot be shown."),
        attachmentKind: row.value("attachment").flatMap(Attachment.Kind.init(rawValue:)),
        content: row.value("details").map(DetailsCoding.decode)?.content)
    }
    self.init(
      id: id, title: row.value("title") ?? tr("Unknown"), isRenamed: row.value("is_renamed") ?? false,
      colorSeed: row.value("color").map { UInt64(bitPattern: $0) } ?? FNV1a.hash(row.value("key") ?? ""),
      last: last, lastSentAt: row.value("last"), messageCount: row.value("messages") ?? 0,
      unreadCount: row.value("unread") ?? 0, lastUnreadKey: row.value("last_unread"),
      isPinned: row.value("is_pinned") ?? false, isDirect: row.value("is_direct") ?? false,
      hasMedia: row.value("has_media") ?? false, mergedCount: row.value("merged") ?? 0,
      noteCount: notes[id] ?? 0)
  }
}

extension MessageCursor {
  /// The position in the columns `order_key` and `id`.
  fileprivate init(_ row: Row) throws {
    self.init(orderKey: try row.required("order_key"), id: try row.required("id"))
  }
}
