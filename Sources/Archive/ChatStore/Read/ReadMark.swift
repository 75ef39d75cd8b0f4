import Chats
import GRDB

/// The position up to which a chat was read, as an order key. A chat without a mark has no unread messages.
///
/// A topic or thread that is read alone has a mark of its own; its messages are read up to the later one of both.
struct ReadMark {
  let chat: Conversation.ID
  let db: Database

  /// The condition in SQL for an unread message.
  ///
  /// - Parameters:
  ///   - message: The name of its row.
  ///   - chat: The name of the row of the `conversation` that shows it.
  static func isUnread(_ message: String = "message", in chat: String) -> String {
    """
    \(message).order_key > \(chat).read_order AND NOT \(message).is_own
    AND NOT EXISTS (SELECT 1 FROM topic WHERE id = \(message).topic AND read_order >= \(message).order_key)
    """
  }

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

  /// Moves the mark of a topic or thread of the chat forward to a message, and the chat's own mark up to its first unread
  /// message. A chat without a mark stays as it is.
  ///
  /// - Complexity: O(n) in the number of messages between the chat's mark and its first unread message.
  func move(_ topic: Topic.ID, to end: MessageCursor) throws {
    try db.cachedStatement(
      sql: """
        UPDATE topic SET read_order = ?2
        WHERE id = ?1 AND (read_order IS NULL OR read_order < ?2)
          AND EXISTS (SELECT 1 FROM conversation WHERE id = ?3 AND read_order < ?2)
        """
    ).execute(arguments: [topic, end.orderKey, chat])
    guard db.changesCount > 0 else { return }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET read_order = max(read_order, coalesce(
          (SELECT order_key - 1 FROM message
            WHERE chat = conversation.id AND \(Self.isUnread(in: "conversation")) ORDER BY order_key LIMIT 1),
          (SELECT order_key FROM message WHERE chat = conversation.id ORDER BY order_key DESC LIMIT 1), read_order))
        WHERE id = ? AND read_order IS NOT NULL
        """
    ).execute(arguments: [chat])
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
