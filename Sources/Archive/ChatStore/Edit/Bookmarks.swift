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
    try await changing { [path] db in
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

  /// The most characters of a bookmark's word.
  public static let maximumBookmarkWord = 60

  /// The words of bookmarks with the numbers of their bookmarks, the most frequent first. Bookmarks without a word have
  /// an empty one.
  ///
  /// - Complexity: O(b) for b bookmarks.
  public func bookmarkWords() async throws(ArchiveError) -> [BookmarkWord] {
    try await reading { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT substr(word, 1, \(Bookmarks.longestWord)) AS word, count(*) AS count FROM bookmark
          GROUP BY word ORDER BY count DESC, word
          """
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
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT order_key, id FROM message WHERE chat = ?1 AND flags & \(Self.flag) AND \(condition)
          ORDER BY order_key \(direction), id \(direction) LIMIT ?4
          """), arguments: [chat, cursor.orderKey, cursor.id, limit]
    ).map { MessageCursor(orderKey: $0.value("order_key") ?? 0, id: try $0.required("id")) }
  }

  // MARK: Messages that go and come

  /// A bookmark that an import states.
  struct Stated {
    let conversation: Conversation.ID
    let message: MessageBox
    let word: String
  }

  /// Adds bookmarks for messages that are about to be written; ``restore(in:_:)`` gives them to the messages.
  func add(_ stated: [Stated]) throws {
    for bookmark in stated {
      let message = bookmark.message.message
      try db.cachedStatement(
        sql: """
          INSERT INTO lost_bookmark (conversation, source, sent_at, text_hash, word)
          SELECT key, ?2, ?3, ?4, ?5 FROM conversation WHERE id = ?1
          """
      ).execute(
        arguments: [
          bookmark.conversation, message.sequence == nil ? message.sourceID.withoutNUL : nil, message.sentAt,
          Self.hash(message.text.withoutNUL), Self.line(bookmark.word),
        ])
    }
  }

  /// Keeps the bookmarks of messages that are about to be removed.
  ///
  /// - Parameter condition: An SQL condition for messages.
  func lose(_ condition: String, _ arguments: StatementArguments = []) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT m.id, c.key, m.source, m.sent_at, m.text, b.word
          FROM (SELECT * FROM message WHERE \(condition)) m JOIN bookmark b ON b.message = m.id
          JOIN conversation c ON c.id = m.conversation WHERE m.flags & \(Self.flag)
          """), arguments: arguments)
    for row in rows {
      let text: String = row.value("text") ?? ""
      try db.cachedStatement(
        sql: """
          INSERT INTO lost_bookmark (conversation, source, sent_at, text_hash, word) VALUES (?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          row.value("key") as String?, row.value("source") as String?, row.value("sent_at") ?? Int64(0),
          Self.hash(text), row.value("word") ?? "",
        ])
      try db.cachedStatement(sql: "DELETE FROM bookmark WHERE message = ?").execute(
        arguments: [row.value("id") as Int64?])
    }
  }

  private static func hash(_ text: String) -> Int64 { Int64(bitPattern: FNV1a.hash(text)) }

  /// Gives lost bookmarks to their messages, as far as a conversation has them again. A message that has a bookmark
  /// keeps its word.
  ///
  /// - Complexity: O(b log n) for b lost bookmarks of the conversation, which are few.
  func restore(in conversation: Conversation.ID, _ search: SearchIndexUpdate) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT rowid AS lost, source, sent_at, text_hash, word FROM lost_bookmark WHERE conversation IN (
            SELECT key FROM conversation WHERE id = ?1
            UNION ALL SELECT key FROM conversation_alias WHERE conversation = ?1)
          ORDER BY rowid
          """), arguments: [conversation])
    for row in rows {
      guard let id = try message(of: row, in: conversation) else { continue }
      if try word(of: id) == nil { _ = try set(row.value("word") ?? "", of: id, search) }
      try db.cachedStatement(sql: "DELETE FROM lost_bookmark WHERE rowid = ?").execute(
        arguments: [row.value("lost") as Int64?])
    }
  }

  /// The message of a lost bookmark. Of several equal messages of a minute, the first one without a bookmark.
  private func message(of row: Row, in conversation: Conversation.ID) throws -> Message.ID? {
    if let source: String = row.value("source") {
      return try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT id FROM message WHERE conversation = ?1 AND source = ?2
            UNION ALL SELECT message FROM album_part WHERE conversation = ?1 AND source = ?2 LIMIT 1
            """), arguments: [conversation, source])
    }
    let sentAt = min(max(row.value("sent_at") ?? 0, -OrderKey.furthest), OrderKey.furthest)
    let minute = TimeResolution.minute(of: sentAt)
    let texts = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, text FROM message
          WHERE chat = (SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?1)
            AND order_key >= ?2 AND order_key < ?3 AND conversation = ?1 AND source IS NULL
          ORDER BY flags & \(Self.flag), order_key, id
          """),
      arguments: [
        conversation, OrderKey.make(sentAt: minute * 60_000), OrderKey.make(sentAt: (minute + 1) * 60_000),
      ])
    while let found = try texts.next() {
      if Self.hash(found.value("text") ?? "") == row.value("text_hash") { return found.value("id") }
    }
    return nil
  }
}
