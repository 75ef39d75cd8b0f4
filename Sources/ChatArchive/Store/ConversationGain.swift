import GRDB

/// What one conversation gains from a batch: added to its counters at the end, once.
struct ConversationGain {
  private var added = 0
  private var newestSentAt = Int64.min
  /// The first participant who wrote as the archive's owner.
  private var owner: Participant.ID?
  private var addedBySender: [Participant.ID: Int] = [:]

  /// Takes account of a message that was stored.
  mutating func count(_ message: ImportedMessage, sender: Participant.ID?) {
    added += 1
    newestSentAt = max(newestSentAt, message.sentAt)
    guard let sender else { return }
    if message.isOwn, owner == nil { owner = sender }
    // Who only joined, or pinned something, has not written in the conversation.
    if message.kind != .service { addedBySender[sender, default: 0] += 1 }
  }

  /// Adds the gain to the counters; to be called once, in the transaction that stored the messages.
  func store(in conversation: Conversation.ID, _ db: Database) throws {
    for (sender, count) in addedBySender {
      try db.cachedStatement(
        sql: """
          INSERT INTO membership (conversation, participant, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count
          """
      ).execute(arguments: [conversation, sender, count])
    }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET
          message_count = message_count + ?1,
          participant_count = (SELECT count(*) FROM membership WHERE conversation = ?4),
          last_sent_at = max(coalesce(last_sent_at, ?2), ?2),
          owner = coalesce(owner, ?3)
        WHERE id = ?4
        """
    ).execute(arguments: [added, newestSentAt, owner, conversation])
  }
}
