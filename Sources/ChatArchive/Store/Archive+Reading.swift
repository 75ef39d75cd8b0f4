import GRDB

extension Archive {
  /// All conversations, the one with the newest message first.
  ///
  /// - Complexity: O(c log c) in the number of conversations; their messages are not touched.
  public func conversations() async throws(ArchiveError) -> [Conversation] {
    try await reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT id, title, message_count, participant_count, last_sent_at FROM conversation
          ORDER BY last_sent_at DESC NULLS LAST, id DESC
          """)
      return try Array(
        rows.map { row in
          Conversation(
            id: row[0], title: row[1], messageCount: row[2], participantCount: row[3], lastSentAt: row[4])
        })
    }
  }

  /// The `limit` messages just before the cursor, in ascending order; fewer at the start of the conversation,
  /// none for a limit below 1.
  ///
  /// The cursor need not be that of a message.
  ///
  /// - Complexity: O(log n + limit), as that of all pages.
  public func messages(
    in conversation: Conversation.ID, before cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [Message] {
    try await fetch(.before(cursor, in: conversation, limit: limit))
  }

  /// The `limit` messages just after the cursor, in ascending order; fewer at the end of the conversation,
  /// none for a limit below 1.
  public func messages(
    in conversation: Conversation.ID, after cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [Message] {
    try await fetch(.after(cursor, in: conversation, limit: limit))
  }

  /// The last `limit` messages in ascending order; all of a shorter conversation, none of an unknown one.
  public func newest(in conversation: Conversation.ID, limit: Int) async throws(ArchiveError) -> [Message] {
    try await fetch(.newest(in: conversation, limit: limit))
  }

  /// The message with this number, if there is one.
  public func message(_ id: Message.ID) async throws(ArchiveError) -> Message? {
    try await fetch(.message(id)).first
  }

  /// The earliest message that was sent at this time (milliseconds since 1970 UTC) or later; nil when all are
  /// older.
  public func firstMessage(
    in conversation: Conversation.ID, atOrAfter sentAt: Int64
  ) async throws(ArchiveError) -> Message? {
    try await fetch(.first(in: conversation, atOrAfter: sentAt)).first
  }

  private func fetch(_ query: MessageQuery) async throws(ArchiveError) -> [Message] {
    try await reading { db in try query.fetch(db) }
  }
}
