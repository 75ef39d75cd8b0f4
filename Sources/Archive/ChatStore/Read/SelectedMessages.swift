import Chats
import GRDB

/// Reads messages that the user has selected, by their numbers.
extension Archive {
  /// The messages with these numbers, in the same order, without those that do not exist.
  ///
  /// - Complexity: O(ids × log n).
  public func messages(_ ids: [Message.ID]) async throws(ArchiveError) -> [Message] {
    try await reading { db in try ids.compactMap { try MessageQuery.message($0).fetch(db).first } }
  }

  /// The numbers of the messages between two positions of a chat, both included, in ascending order. Events and gaps
  /// are left out.
  ///
  /// - Parameter limit: The most numbers; the first ones are returned.
  /// - Complexity: O(log n + limit).
  public func messageIDs(
    in chat: Conversation.ID, from first: MessageCursor, through last: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [Message.ID] {
    let scope = MessageScope(chat)
    return try await reading { db in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id FROM message
            WHERE \(scope.column) = ?1 AND order_key BETWEEN ?2 AND ?4
              AND (order_key, id) >= (?2, ?3) AND (order_key, id) <= (?4, ?5)
              AND kind NOT IN (\(Message.Kind.service.rawValue), \(Message.Kind.gap.rawValue))
            ORDER BY order_key, id LIMIT ?6
            """),
        arguments: [scope.value, first.orderKey, first.id, last.orderKey, last.id, max(0, limit)])
    }
  }

  /// These numbers in the order of their messages, without those of no message.
  ///
  /// - Complexity: O(ids × log n).
  public func inOrder(_ ids: some Sequence<Message.ID> & Sendable) async throws(ArchiveError) -> [Message.ID]
  {
    try await reading { db in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id FROM message WHERE id IN (SELECT value FROM json_each(?)) ORDER BY order_key, id
            """), arguments: ["\(Array(ids))"])
    }
  }

  /// The number of messages that were written here among some messages. In an imported chat these are notes.
  ///
  /// - Complexity: O(ids × log n).
  public func noteCount(of ids: some Sequence<Message.ID> & Sendable) async throws(ArchiveError) -> Int {
    let here = ImportedMessage.isWrittenHere()
    return try await count("message WHERE \(here) AND id", ids)
  }

  /// The number of pictures, films and files of some messages.
  ///
  /// - Complexity: O(ids × log n).
  public func mediaCount(of ids: some Sequence<Message.ID> & Sendable) async throws(ArchiveError) -> Int {
    try await count("attachment WHERE shelf IS NOT NULL AND message", ids)
  }

  /// The number of rows of a table, by a condition that ends with the column of the messages' numbers.
  private func count(
    _ condition: String, _ ids: some Sequence<Message.ID> & Sendable
  ) async throws(ArchiveError) -> Int {
    try await reading { db in
      let sql = "SELECT count(*) FROM \(condition) IN (SELECT value FROM json_each(?))"
      return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: ["\(Array(ids))"]) ?? 0
    }
  }
}
