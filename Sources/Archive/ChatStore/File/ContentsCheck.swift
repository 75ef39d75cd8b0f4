import Chats
import GRDB
import Translation

/// Finds rows that contradict each other, which SQLite's check of the file's structure does not see.
struct ContentsCheck {
  let db: Database

  /// The defects as sentences.
  ///
  /// - Complexity: O(n) in the number of messages.
  func defects() throws -> [String] {
    var defects: [String] = []
    for chat in try miscounted() { defects.append(tr("The counters of “{chat}” are wrong.", ["chat": chat])) }
    for chat in try misplaced() {
      defects.append(tr("The places of the messages in “{chat}” are wrong.", ["chat": chat]))
    }
    if try hasWrongRanges() { defects.append(tr("The contents of the imports are wrong.")) }
    let numbers = try count(
      """
      message WHERE typeof(sent_at) <> 'integer' OR typeof(order_key) <> 'integer'
        OR typeof(conversation) <> 'integer' OR typeof(chat) <> 'integer'
      """)
    if numbers > 0 {
      defects.append(
        trn("{count} message has an invalid number.", "{count} messages have an invalid number.", numbers))
    }
    let bookmarks = try count(
      """
      message WHERE (flags & \(MessageFlags.bookmark.rawValue) <> 0) <> (id IN (SELECT message FROM bookmark))
      """)
    let dangling = try count("pragma_foreign_key_check") + bookmarks
    if dangling > 0 {
      defects.append(
        trn(
          "{count} row refers to a missing one.", "{count} rows refer to missing ones.", dangling))
    }
    return defects
  }

  private func count(_ rows: String) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
  }

  private func miscounted() throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        WITH written AS MATERIALIZED (
          SELECT conversation, sender, count(*) AS messages,
            sum(sender IS NOT NULL AND kind <> \(Message.Kind.service.rawValue)) AS counted
          FROM message GROUP BY conversation, sender)
        SELECT title FROM conversation c
        WHERE participant_count <> \(People.count(in: "c.id"))
          OR message_count <> (SELECT total(messages) FROM written WHERE conversation = c.id)
          OR (SELECT total(message_count) FROM membership WHERE conversation = c.id)
            <> (SELECT total(counted) FROM written WHERE conversation = c.id)
        ORDER BY id
        """)
  }

  /// The chats in which a message has another ordinal than the index says.
  private func misplaced() throws -> [String] {
    let chats = try Row.fetchAll(
      db, sql: "SELECT id, title FROM conversation WHERE id IN (SELECT chat FROM checkpoint) ORDER BY id")
    return try chats.compactMap { row in
      guard let chat: Conversation.ID = row.value("id"), try OrdinalIndex(chat: chat, db: db).hasDefect()
      else {
        return nil
      }
      return row.value("title") ?? tr("Unknown")
    }
  }

  private func hasWrongRanges() throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM (
          SELECT first, last, lag(last) OVER (PARTITION BY part ORDER BY first) AS before FROM import_range)
        WHERE first > last OR first <= before OR first < 1)
        """) ?? false
  }
}
