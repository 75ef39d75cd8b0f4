import Chats
import GRDB

/// Distinguishes imported conversations from those that were started in the archive.
///
/// A conversation is imported if an import added messages to it, or if its key has an importer's form, because an
/// undone import is no longer in the list of imports.
struct ConversationOrigins {
  let db: Database

  /// The prefixes of keys, up to the colon, and the names of the programs.
  private static let programs = [
    "telegram": "Telegram", "whatsapp": "WhatsApp", "messenger": "Messenger", "discord": "Discord",
    "slack": "Slack", "signal": "Signal", "kakaotalk": "KakaoTalk", "line": "LINE",
    "imessage": "iMessage", "matrix": "Element", "skype": "Skype", "pidgin": "Pidgin", "irc": "IRC",
  ]

  private static func program(ofKey key: String) -> String? {
    key.firstIndex(of: ":").flatMap { programs[String(key[..<$0])] }
  }

  /// Whether a conversation is imported, regardless of merged conversations.
  func isImported(_ conversation: Conversation.ID) throws -> Bool {
    let key = try String.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM conversation WHERE id = ?"), arguments: [conversation])
    if let key, Self.program(ofKey: key) != nil { return true }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM import_conversation WHERE conversation = ? AND message_count > 0)"),
      arguments: [conversation]) ?? false
  }

  /// The origins of all imported chats; for a chat of several conversations, the origin of the first one.
  ///
  /// - Complexity: O(c) in the number of conversations and their imports.
  func imported() throws -> [Conversation.ID: Conversation.Origin] {
    let listed = try Int64.fetchSet(
      db, sql: "SELECT conversation FROM import_conversation WHERE message_count > 0")
    var origins: [Conversation.ID: Conversation.Origin] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, coalesce(merged_into, id) AS chat, key FROM conversation ORDER BY merged_into IS NOT NULL, id
        """)
    while let row = try rows.next() {
      guard let id: Conversation.ID = row.value("id"), let chat: Conversation.ID = row.value("chat") else {
        continue
      }
      let program = (row.value("key") as String?).flatMap(Self.program)
      guard program != nil || listed.contains(id), origins[chat] == nil else { continue }
      origins[chat] = .imported(program: program)
    }
    return origins
  }

  /// The numbers of notes of the chats that have any. If messages are damaged, the result is empty, so that the chats
  /// can still be listed.
  ///
  /// - Parameter isMerged: Whether the notes of merged conversations count for the chat; otherwise each conversation
  ///   has its own number.
  /// - Complexity: O(c log n + w) for c conversations and w messages that were written here, which are found by their keys.
  func noteCounts(isMerged: Bool = true) throws -> [Conversation.ID: Int] {
    do {
      return try countNotes(isMerged: isMerged)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return [:]
    }
  }

  private func countNotes(isMerged: Bool) throws -> [Conversation.ID: Int] {
    let prefix = ImportedMessage.sentPrefix
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT c.id AS conversation, m.kind, m.import IS NULL AS is_written_here,
          coalesce(c.merged_into, c.id) AS chat, count(*) AS notes
        FROM conversation c JOIN message m ON m.conversation = c.id AND m.source >= ?1 AND m.source < ?2
        GROUP BY 1, 2, 3
        """, arguments: [prefix, prefix + "\u{10FFFF}"])
    var counts: [Conversation.ID: Int] = [:]
    while let row = try rows.next() {
      guard let id: Conversation.ID = row.value("conversation"),
        let chat: Conversation.ID = row.value("chat"),
        let count: Int = row.value("notes")
      else { continue }
      if try shownKind(in: row) == .note { counts[isMerged ? chat : id, default: 0] += count }
    }
    return counts
  }

  /// The positions of a chat's notes, in ascending order. If messages are damaged, the result is empty, as in
  /// ``noteCounts(isMerged:)``.
  ///
  /// - Complexity: O(c log n + w) for the c conversations of the chat and w messages that were written in them.
  func notes(of chat: Conversation.ID) throws -> [MessageCursor] {
    do {
      return try findNotes(of: chat)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return []
    }
  }

  private func findNotes(of chat: Conversation.ID) throws -> [MessageCursor] {
    let prefix = ImportedMessage.sentPrefix
    let statement = try db.cachedStatement(
      sql: """
        SELECT m.order_key, m.id, m.kind, m.import IS NULL AS is_written_here, c.id AS conversation
        FROM conversation c JOIN message m ON m.conversation = c.id AND m.source >= ?1 AND m.source < ?2
        WHERE (c.id = ?3 OR c.merged_into = ?3) AND (?4 IS NULL OR m.topic = ?4) ORDER BY 1, 2
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [prefix, prefix + "\u{10FFFF}", db.wholeChat(chat), Topic.id(ofPart: chat)])
    var notes: [MessageCursor] = []
    while let row = try rows.next() {
      guard let orderKey: Int64 = row.value("order_key"), let id: Int64 = row.value("id") else { continue }
      if try shownKind(in: row) == .note { notes.append(MessageCursor(orderKey: orderKey, id: id)) }
    }
    return notes
  }

  /// The time of a chat's first or last message, apart from notes; nil if there is none.
  ///
  /// - Complexity: O(log n), plus the number of notes before or after it.
  func sentAt(isLast: Bool, in chat: Conversation.ID) throws -> Int64? {
    let order = isLast ? "DESC" : "ASC"
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT sent_at, kind, \(ImportedMessage.isWrittenHere()) AS is_written_here, conversation
        FROM message WHERE chat = ? ORDER BY order_key \(order), id \(order)
        """, arguments: [chat])
    while let row = try rows.next() {
      if try shownKind(in: row) != .note { return row.value("sent_at") }
    }
    return nil
  }

  /// The kind that is shown for a message. A message that was written in an imported conversation was never sent, so it
  /// is a note, even if it was stored as a message before the first import.
  func shownKind(
    _ kind: Message.Kind, isWrittenHere: Bool, of conversation: Conversation.ID
  ) throws -> Message.Kind {
    guard isWrittenHere, kind == .normal else { return kind }
    return try isImported(conversation) ? .note : kind
  }

  /// The shown kind of a row with the columns `kind`, `is_written_here` and `conversation`.
  func shownKind(in row: Row) throws -> Message.Kind {
    try shownKind(
      row.value("kind").flatMap(Message.Kind.init(rawValue:)) ?? .normal,
      isWrittenHere: row.value("is_written_here") ?? false, of: row.value("conversation") ?? 0)
  }
}
