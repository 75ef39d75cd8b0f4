import Chats
import GRDB

/// The position up to which a chat was read, as an order key. A chat without a mark has no unread messages.
struct ReadMark {
  let chat: Conversation.ID
  let db: Database

  /// Sets the mark of a chat without one to the end that the chat had before an import. Does nothing while that import,
  /// or a later one, fills a new chat.
  func set(before later: ImportRecord.ID, to last: MessageCursor) throws {
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET read_order = ?1
        WHERE id = ?2 AND read_order IS NULL
          AND EXISTS (SELECT 1 FROM message WHERE id = ?3 AND coalesce(import, 0) < ?4)
        """
    ).execute(arguments: [last.orderKey, chat, last.id, later])
  }

  /// Moves the mark forward to a message. A chat without a mark stays as it is.
  func move(to end: MessageCursor) throws {
    try db.cachedStatement(sql: "UPDATE conversation SET read_order = ?2 WHERE id = ?1 AND read_order < ?2")
      .execute(arguments: [chat, end.orderKey])
  }

  /// Moves the mark to the newest message.
  ///
  /// - Parameter ifSet: Whether a chat without a mark stays as it is.
  func moveToEnd(ifSet: Bool) throws {
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET
          read_order = (SELECT order_key FROM message WHERE chat = ?1 ORDER BY order_key DESC LIMIT 1)
        WHERE id = ?1 AND (NOT ?2 OR read_order IS NOT NULL)
        """
    ).execute(arguments: [chat, ifSet])
  }
}
