import Chats
import GRDB
import SeededRandom

/// Bookmarks: messages that the reader has marked, each with a word of the reader's own, which can be empty.
///
/// A bookmark belongs to the archive rather than to an import. If its message is forgotten, it waits for an import that
/// brings the message again.
extension Archive {
  /// Bookmarks a message, or changes the word of its bookmark.
  ///
  /// - Parameter word: Line breaks become blanks, and the word is cut after ``maximumBookmarkWord`` characters. Nil
  ///   removes the bookmark.
  /// - Returns: The changed message.
  @discardableResult
  public func setBookmark(_ word: String?, of id: Message.ID) async throws(ArchiveError) -> Message {
    try await changing(.ofNoCount) { [path] db in
      let search = try SearchIndexUpdate(db)
      guard try Bookmarks(db).set(word.map(Bookmarks.line), of: id, search) else {
        throw ArchiveError.noSuchMessage(path: path, id: id)
      }
      try search.finish()
      guard let message = try MessageQuery.message(id).fetch(db).first else {
        throw ArchiveError.noSuchMessage(path: path, id: id)
      }
      return message
    }
  }

  /// Adds bookmarks without a word to the messages that have none, or removes (false) those without a word.
  ///
  /// - Returns: The numbers of the messages that have changed.
  @discardableResult
  public func setBookmarks(
    _ isOn: Bool, of ids: [Message.ID]
  ) async throws(ArchiveError) -> [Message.ID] {
    var changed: [Message.ID] = []
    // A long transaction would hold up other programs.
    for start in stride(from: 0, to: ids.count, by: Bookmarks.batch) {
      let batch = ids[start..<min(start + Bookmarks.batch, ids.count)]
      changed += try await changing(.ofNoCount) { db in
        let search = try SearchIndexUpdate(db)
        let bookmarks = Bookmarks(db)
        let changed = try batch.filter { id in
          guard try bookmarks.word(of: id) == (isOn ? nil : "") else { return false }
          return try bookmarks.set(isOn ? "" : nil, of: id, search)
        }
        try search.finish()
        return changed
      }
    }
    return changed
  }

  /// The most characters of a bookmark's word.
  public static let maximumBookmarkWord = 60

  /// The words of bookmarks with the numbers of their bookmarks, the most frequent first. Bookmarks without a word have
  /// an empty one.
  ///
  /// - Parameter chat: Nil for all chats.
  /// - Complexity: O(b) for b bookmarks.
  public func bookmarkWords(
    in chat: Conversation.ID? = nil
  ) async throws(ArchiveError) -> [BookmarkWord] {
    let scope = chat.map(MessageScope.init)
    return try await reading { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT substr(b.word, 1, \(Bookmarks.longestWord)) AS word, count(*) AS count
          FROM bookmark b JOIN message m ON m.id = b.message
          WHERE ?1 IS NULL OR m.\(scope?.column ?? "chat") = ?1 GROUP BY 1 ORDER BY count DESC, 1
          """, arguments: [scope?.value]
      ).map { BookmarkWord(word: $0.value("word") ?? "", count: $0.value("count") ?? 0) }
    }
  }

  /// The ordinals of the `limit` newest bookmarked messages in a chat, in ascending order; see ``ordinal(of:in:)``.
  public func bookmarkOrdinals(
    in chat: Conversation.ID, limit: Int = 2_000
  ) async throws(ArchiveError) -> [Int] {
    try await reading { db in
      let places = OrdinalIndex(chat: chat, db: db)
      return try Bookmarks(db).cursors(in: chat, before: nil, limit: limit).reversed().map {
        try places.ordinal(of: $0)
      }
    }
  }

  /// The message with a number of messages before it, with its word if it is bookmarked; nil if there are not so many.
  public func bookmarkedMessage(
    at ordinal: Int, in chat: Conversation.ID
  ) async throws(ArchiveError) -> Message? {
    try await reading { db in
      guard let cursor = try OrdinalIndex(chat: chat, db: db).cursor(at: ordinal) else { return nil }
      return try MessageQuery.message(cursor.id).fetch(db).first
    }
  }

  /// The position of the bookmarked message before or after another position; nil if there is none.
  public func bookmark(
    in chat: Conversation.ID, nextTo cursor: MessageCursor, isOlder: Bool
  ) async throws(ArchiveError) -> MessageCursor? {
    try await reading { db in
      let bookmarks = Bookmarks(db)
      return isOlder
        ? try bookmarks.cursors(in: chat, before: cursor, limit: 1).first
        : try bookmarks.first(in: chat, after: cursor)
    }
  }
}

/// A word of bookmarks, and the number of bookmarks with it.
public struct BookmarkWord: Sendable, Hashable {
  /// Empty for the bookmarks without a word.
  public var word: String
  /// At least 1.
  public var count: Int
}

/// The tables of bookmarks. The flag of a message says whether it has one.
struct Bookmarks {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The number of messages that are changed in a transaction.
  fileprivate static let batch = 1_000

  private static let flag = MessageFlags.bookmark.rawValue

  /// The most scalars of a word.
  fileprivate static let longestWord = 600

  /// A word as it is stored.
  static func line(_ word: String) -> String {
    let line = word.withoutNUL.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A single character can have a million scalars.
    let short = String(line.unicodeScalars.prefix(longestWord))
    return String(short.prefix(Archive.maximumBookmarkWord))
  }

  /// The word of a message's bookmark; nil if the message has none.
  func word(of id: Message.ID) throws -> String? {
    // Another program can have written any value.
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT substr(word, 1, \(Self.longestWord)) AS word FROM bookmark WHERE message = ?"),
      arguments: [id]
    ).map { $0.value("word") ?? "" }
  }

  /// Sets or removes the bookmark of a message. Returns whether the message exists.
  func set(_ word: String?, of id: Message.ID, _ search: SearchIndexUpdate) throws -> Bool {
    try search.willChange(id)
    try db.cachedStatement(
      sql: "UPDATE message SET flags = (flags & ~\(Self.flag)) | (\(Self.flag) * ?2) WHERE id = ?1"
    ).execute(arguments: [id, word != nil])
    guard db.changesCount > 0 else { return false }
    if let word {
      try db.cachedStatement(
        sql: """
          INSERT INTO bookmark (message, word) VALUES (?1, ?2)
          ON CONFLICT DO UPDATE SET word = excluded.word
          """
      ).execute(arguments: [id, word])
    } else {
      try db.cachedStatement(sql: "DELETE FROM bookmark WHERE message = ?").execute(arguments: [id])
    }
    return true
  }

  // MARK: Reading

  /// The newest bookmarked messages of a chat before a position, the newest first.
  func cursors(in chat: Conversation.ID, before cursor: MessageCursor?, limit: Int) throws -> [MessageCursor]
  {
    try fetch(
      "(order_key, id) < (?2, ?3)", "DESC", chat, cursor ?? MessageCursor(orderKey: .max, id: .max), limit)
  }

  /// The bookmarked message after a position.
  func first(in chat: Conversation.ID, after cursor: MessageCursor) throws -> MessageCursor? {
    try fetch("(order_key, id) > (?2, ?3)", "ASC", chat, cursor, 1).first
  }

  private func fetch(
    _ condition: String, _ direction: String, _ chat: Conversation.ID, _ cursor: MessageCursor, _ limit: Int
  ) throws -> [MessageCursor] {
    let scope = MessageScope(chat)
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT order_key, id FROM message WHERE \(scope.column) = ?1 AND flags & \(Self.flag) AND \(condition)
          ORDER BY order_key \(direction), id \(direction) LIMIT ?4
          """), arguments: [scope.value, cursor.orderKey, cursor.id, limit]
    ).map { MessageCursor(orderKey: $0.value("order_key") ?? 0, id: try $0.required("id")) }
  }

  // MARK: Messages that go and come

  /// A bookmark of a message that is to be found.
  struct Wanted {
    /// Nil for a message without a key.
    var source: String?
    var sentAt: Int64
    /// The key of the sender.
    var sender: String?
    var textHash: Int64
    /// The number of equal messages before it in its minute.
    var rank: Int
    var word: String
  }

  static func hash(_ text: String) -> Int64 { Int64(bitPattern: FNV1a.hash(text)) }

  /// Keeps the bookmarks of messages that are about to be removed.
  ///
  /// - Parameter condition: An SQL condition for messages.
  func lose(_ condition: String, _ arguments: StatementArguments = []) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT m.id, m.conversation, c.key, m.source, m.sent_at, m.order_key
          FROM (SELECT * FROM message WHERE \(condition)) m
          JOIN bookmark b ON b.message = m.id JOIN conversation c ON c.id = m.conversation
          """), arguments: arguments)
    var minutes = Minutes(db)
    for row in rows {
      let id: Message.ID = try row.required("id")
      let source: String? = row.value("source")
      var place: (sender: String?, textHash: Int64, rank: Int)?
      if source == nil {
        let equal = try minutes.messages(of: row.value("order_key") ?? 0, in: row.value("conversation") ?? 0)
        if let own = equal.first(where: { $0.id == id }) {
          let before = equal.prefix { $0.id != id }
          let rank = before.count { $0.sender == own.sender && $0.textHash == own.textHash }
          place = (own.sender, own.textHash, rank)
        }
      }
      try db.cachedStatement(
        sql: """
          INSERT INTO lost_bookmark (conversation, source, sent_at, sender, text_hash, rank, word)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          row.value("key") as String?, source, row.value("sent_at") as Int64?, place?.sender, place?.textHash,
          place?.rank, try word(of: id) ?? "",
        ])
      try db.cachedStatement(sql: "DELETE FROM bookmark WHERE message = ?").execute(arguments: [id])
    }
  }

  /// Gives lost bookmarks, and those that an import states, to their messages, as far as a conversation has them. A
  /// message that has a bookmark keeps its word.
  ///
  /// - Parameter stated: The bookmarks of messages that the import has just written.
  /// - Complexity: O(b log n + m) for b bookmarks and the m messages of their minutes.
  func restore(
    in conversation: Conversation.ID, stated: [Wanted] = [], _ search: SearchIndexUpdate
  ) throws {
    var minutes = Minutes(db)
    for wanted in stated { _ = try give(wanted, in: conversation, &minutes, search) }
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT rowid AS lost, source, sent_at, sender, text_hash, rank, word FROM lost_bookmark
          WHERE conversation IN (
            SELECT key FROM conversation WHERE id = ?1
            UNION ALL SELECT key FROM conversation_alias WHERE conversation = ?1)
          ORDER BY rowid
          """), arguments: [conversation])
    for row in rows {
      let wanted = Wanted(
        source: row.value("source"), sentAt: row.value("sent_at") ?? 0, sender: row.value("sender"),
        textHash: row.value("text_hash") ?? 0, rank: row.value("rank") ?? 0, word: row.value("word") ?? "")
      guard try give(wanted, in: conversation, &minutes, search) else { continue }
      try db.cachedStatement(sql: "DELETE FROM lost_bookmark WHERE rowid = ?").execute(
        arguments: [row.value("lost") as Int64?])
    }
  }

  /// Bookmarks the message of a bookmark, unless it has one. Returns whether there is such a message.
  private func give(
    _ wanted: Wanted, in conversation: Conversation.ID, _ minutes: inout Minutes, _ search: SearchIndexUpdate
  ) throws -> Bool {
    guard let id = try message(of: wanted, in: conversation, &minutes) else { return false }
    let isBookmarked = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT flags & \(Self.flag) AND EXISTS (SELECT 1 FROM bookmark WHERE message = ?1)
          FROM message WHERE id = ?1
          """), arguments: [id])
    if isBookmarked != true { _ = try set(Self.line(wanted.word), of: id, search) }
    return true
  }

  private func message(
    of wanted: Wanted, in conversation: Conversation.ID, _ minutes: inout Minutes
  ) throws -> Message.ID? {
    if let source = wanted.source {
      return try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT id FROM message WHERE conversation = ?1 AND source = ?2
            UNION ALL SELECT message FROM album_part WHERE conversation = ?1 AND source = ?2 LIMIT 1
            """), arguments: [conversation, source])
    }
    let all = try minutes.messages(of: OrderKey.make(sentAt: wanted.sentAt), in: conversation).filter {
      $0.textHash == wanted.textHash
    }
    // Two names of one person can have become one.
    let own = all.filter { $0.sender == wanted.sender }
    let equal = own.isEmpty ? all : own
    return equal.isEmpty ? nil : equal[min(max(wanted.rank, 0), equal.count - 1)].id
  }

  /// The messages without keys of minutes, each of which is read once.
  private struct Minutes {
    struct Entry {
      let id: Message.ID
      let sender: String?
      let textHash: Int64
    }

    private struct Key: Hashable {
      let conversation: Conversation.ID
      let minute: Int64
    }

    private let db: Database
    private var known: [Key: [Entry]] = [:]

    init(_ db: Database) { self.db = db }

    /// The messages in the minute of an order key, in order.
    mutating func messages(of orderKey: Int64, in conversation: Conversation.ID) throws -> [Entry] {
      let minute = TimeResolution.minute(of: OrderKey.time(of: orderKey))
      let key = Key(conversation: conversation, minute: minute)
      if let found = known[key] { return found }
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT m.id, m.text, p.key FROM message m LEFT JOIN participant p ON p.id = m.sender
            WHERE m.chat = (SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?1)
              AND m.order_key >= ?2 AND m.order_key < ?3 AND +m.conversation = ?1 AND +m.source IS NULL
            ORDER BY m.order_key, m.id
            """),
        arguments: [
          conversation, OrderKey.make(sentAt: minute * 60_000),
          OrderKey.make(sentAt: (minute + 1) * 60_000),
        ])
      let found = try Array(
        rows.map { row in
          Entry(
            id: try row.required("id"), sender: row.value("key"),
            textHash: Bookmarks.hash(row.value("text") ?? ""))
        })
      known[key] = found
      return found
    }
  }
}
