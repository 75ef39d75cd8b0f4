import Chats
import GRDB

extension Archive {
  /// The conversations with a key, the first one first, as far as an export needs them to find its own. Blocks.
  ///
  /// - Complexity: O(log n) in the number of messages, plus the number of people.
  public func titledChats(withKey key: String) throws(ArchiveError) -> [TitledChat] {
    try writing { db in
      let identity = ConversationIdentity(db: db, people: PeopleRoots(db), isZoneAssumed: false)
      return try identity.candidates(for: key.withoutNUL).map { id in
        let moments = TitledMoments(db: db, conversation: id)
        return TitledChat(id: id, people: try moments.people, ends: try moments.ends) {
          given throws(ArchiveError) in
          try self.writing { db in try TitledMoments(db: db, conversation: id).countCommon(given) }
        }
      }
    }
  }
}

/// The messages of a conversation as ``TitledChat/Moment``.
struct TitledMoments {
  let db: Database
  let conversation: Conversation.ID

  var people: Set<String> {
    get throws {
      try String.fetchSet(
        db.cachedStatement(
          sql: """
            SELECT p.name FROM membership m JOIN participant p ON p.id = m.participant
            WHERE m.conversation = ? AND m.message_count > 0
            """), arguments: [conversation])
    }
  }

  var ends: Set<TitledChat.Moment> {
    get throws {
      var ends: Set<TitledChat.Moment> = []
      for order in ["ASC", "DESC"] {
        let rows = try Row.fetchCursor(
          db.cachedStatement(
            sql: """
              SELECT sent_at, text FROM message
              WHERE chat = (SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?1)
                AND +conversation = ?1 AND import IS NOT NULL
              ORDER BY order_key \(order), id \(order) LIMIT \(TitledChat.endLength)
              """), arguments: [conversation])
        while let row = try rows.next() {
          guard let sentAt: Int64 = row.value("sent_at") else { continue }
          ends.insert(.init(minute: TimeResolution.minute(of: sentAt), text: row.value("text") ?? ""))
        }
      }
      return ends
    }
  }

  func countCommon(_ moments: Set<TitledChat.Moment>) throws -> Int {
    try moments.count { try has(text: $0.text.withoutNUL, inMinute: $0.minute) }
  }

  /// Whether a message with this text is in a minute.
  func has(text: String, inMinute minute: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM message
            WHERE chat = (SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?1)
              AND order_key >= ?2 AND order_key < ?3 AND +conversation = ?1 AND text = ?4)
          """),
      arguments: [
        conversation, MinuteMerge.firstKey(of: minute), MinuteMerge.firstKey(of: minute + 1), text,
      ]) ?? false
  }
}
