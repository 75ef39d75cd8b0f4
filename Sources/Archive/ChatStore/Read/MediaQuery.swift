import Chats
import Foundation
import GRDB

/// A query for media, with the result in ascending order.
///
/// The index `attachment_shelf` ends with the table's primary key, so one search of it finds the beginning of a page.
/// Pictures and films are merged from two searches. The rows themselves are read one by one, by their keys.
struct MediaQuery: Sendable {
  private let chat: Conversation.ID
  private let scope: MediaScope
  private let place: MediaPlace
  private let limit: Int

  init(in chat: Conversation.ID, _ scope: MediaScope, _ place: MediaPlace, limit: Int) {
    self.chat = chat
    self.scope = scope
    self.place = place
    self.limit = max(0, limit)
  }

  /// - Complexity: O(log n + limit); O(n) steps of the index from an ordinal.
  func fetch(_ db: Database) throws -> [MediaItem] {
    let (sql, arguments) = keys
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    let reader = try MediaReader(scope, db)
    var found: [MediaItem] = []
    while let row = try rows.next() {
      let id = MediaItem.ID(message: row.value("message") ?? 0, position: row.value("position") ?? 0)
      if let item = try reader.item(id, orderKey: row.value("order_key") ?? 0) { found.append(item) }
    }
    if case .before = place { found.reverse() }
    return found
  }

  /// The statement for the keys of a page, and its arguments.
  var keys: (sql: String, arguments: StatementArguments) {
    let comparison: (sign: String, cursor: MediaCursor)?
    let direction: String
    var offset = 0
    switch place {
    case .before(let cursor): (comparison, direction) = (("<", cursor), "DESC")
    case .after(let cursor): (comparison, direction) = ((">", cursor), "ASC")
    case .from(let ordinal): (comparison, direction, offset) = (nil, "ASC", max(0, ordinal))
    }
    let parts = Self.selections(of: scope, in: chat, comparison?.sign)
    var values: [Int64] = []
    for part in parts {
      values.append(MessageScope(chat).value)
      if let cursor = comparison?.cursor {
        values += [cursor.orderKey, cursor.id.message, Int64(cursor.id.position)].prefix(part.columns)
      }
    }
    let sql = """
      \(parts.map(\.sql).joined(separator: "\nUNION ALL\n"))
      ORDER BY 1 \(direction), 2 \(direction), 3 \(direction)
      LIMIT ? OFFSET ?
      """
    return (sql, StatementArguments(values + [Int64(limit), Int64(offset)]))
  }

  /// The number of items before a place.
  static func ordinal(
    of cursor: MediaCursor, in chat: Conversation.ID, _ scope: MediaScope, _ db: Database
  ) throws -> Int {
    try selections(of: scope, in: chat, "<").reduce(0) { sum, part in
      let values = [MessageScope(chat).value, cursor.orderKey, cursor.id.message, Int64(cursor.id.position)]
      let statement = try db.cachedStatement(sql: "SELECT count(*) FROM (\(part.sql))")
      return try sum
        + (Int.fetchOne(statement, arguments: StatementArguments(values.prefix(part.columns + 1))) ?? 0)
    }
  }

  static func count(in chat: Conversation.ID, _ scope: MediaScope, _ db: Database) throws -> Int {
    try selections(of: scope, in: chat, nil).reduce(0) { sum, part in
      let statement = try db.cachedStatement(sql: "SELECT count(*) FROM (\(part.sql))")
      return try sum + (Int.fetchOne(statement, arguments: [MessageScope(chat).value]) ?? 0)
    }
  }

  /// One search of an index for each shelf. `columns`: the number of compared values of a cursor, if any.
  static func selections(
    of scope: MediaScope, in chat: Conversation.ID, _ sign: String?
  ) -> [(sql: String, columns: Int)] {
    let column = MessageScope(chat).column
    guard scope != .links else {
      let condition = sign.map { " AND (order_key, id) \($0) (?, ?)" } ?? ""
      return [
        (
          "SELECT order_key, id AS message, 0 AS position FROM message WHERE \(column) = ? AND flags & 1\(condition)",
          2
        )
      ]
    }
    let condition = sign.map { " AND (order_key, message, position) \($0) (?, ?, ?)" } ?? ""
    let isPart = Topic.id(ofPart: chat) != nil
    let owner = isPart ? "message IN (SELECT id FROM message WHERE \(column) = ?)" : "chat = ?"
    return scope.shelves.map { shelf in
      (
        """
        SELECT order_key, message, position FROM attachment
        WHERE \(owner) AND shelf = \(shelf.rawValue)\(condition)
        """, 3
      )
    }
  }

  // MARK: Months

  /// The months that have items, in the order of the items. A month occurs twice if an item of another month lies between.
  static func months(
    in chat: Conversation.ID, _ scope: MediaScope, calendar: Calendar, _ db: Database
  ) throws -> [MediaMonth] {
    let parts = selections(of: scope, in: chat, nil)
    // CROSS JOIN keeps SQLite from beginning with the messages.
    let sql = """
      SELECT m.sent_at FROM (
        \(parts.map(\.sql).joined(separator: " UNION ALL ")) ORDER BY 1, 2, 3
      ) k CROSS JOIN message m ON m.id = k.message
      """
    let arguments = StatementArguments(parts.map { _ in MessageScope(chat).value })
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var months: [MediaMonth] = []
    var current = Int64.max..<Int64.max
    while let row = try rows.next() {
      let time: Int64 = row.value("sent_at") ?? months.last?.start ?? 0
      if current.contains(time), !months.isEmpty {
        months[months.count - 1].count += 1
      } else {
        current = month(of: time, calendar)
        months.append(MediaMonth(start: current.lowerBound, count: 1))
      }
    }
    return months
  }

  /// The month around a time, in milliseconds.
  private static func month(of time: Int64, _ calendar: Calendar) -> Range<Int64> {
    // Damaged times are outside the range of a calendar.
    let clamped = min(max(time, -62_135_596_800_000), 253_402_300_799_999)
    guard
      let interval = calendar.dateInterval(
        of: .month, for: Date(timeIntervalSince1970: Double(clamped) / 1_000))
    else { return time..<time }
    let start = Int64(interval.start.timeIntervalSince1970 * 1_000)
    return start..<max(start + 1, Int64(interval.end.timeIntervalSince1970 * 1_000))
  }
}

/// Reads media by their keys.
private struct MediaReader {
  private enum Column: Int, CaseIterable, CodingKey { case sentAt, isOwn, caption }
  private enum LinkColumn: Int, CaseIterable, CodingKey { case text, entities }

  private let statement: Statement
  private let columns: ColumnIndexes<Column>
  private let senderColumns: ColumnIndexes<Participant.Column>
  private let contentColumns: ContentColumns

  private enum ContentColumns {
    case links(ColumnIndexes<LinkColumn>)
    case attachment(ColumnIndexes<Attachment.Column>)
  }

  init(_ scope: MediaScope, _ db: Database) throws {
    let isLink = scope == .links
    statement = try db.cachedStatement(
      sql: """
        SELECT m.sent_at AS sentAt, m.is_own AS isOwn, substr(m.text, 1, \(MediaItem.captionLimit)) AS caption,
          \(Participant.columns("p", "pp", prefix: "sender_")),
          \(isLink ? "m.text, m.entities" : Attachment.columns)
        FROM message m \(isLink ? "" : "JOIN attachment a ON a.message = m.id AND a.position = ?2")
        LEFT JOIN participant p ON p.id = m.sender
        LEFT JOIN participant pp ON pp.id = p.person
        WHERE m.id = ?1
        """)
    columns = ColumnIndexes(of: statement)
    senderColumns = ColumnIndexes(of: statement, prefix: "sender_")
    contentColumns =
      isLink ? .links(ColumnIndexes(of: statement)) : .attachment(ColumnIndexes(of: statement))
  }

  /// Returns nil if another transaction has removed the row, or if it is damaged.
  func item(_ id: MediaItem.ID, orderKey: Int64) throws -> MediaItem? {
    let arguments: StatementArguments =
      if case .links = contentColumns { [id.message] } else { [id.message, id.position] }
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
    let content: MediaItem.Content =
      switch contentColumns {
      case .links(let columns):
        .links(
          Self.links(
            of: row.value(columns[.text]) ?? "", row.value(columns[.entities]).map(EntityCoding.decode) ?? [])
        )
      case .attachment(let columns): .attachment(Attachment(row, columns))
      }
    return MediaItem(
      id: id, orderKey: orderKey, sender: Participant(row, senderColumns),
      isOwn: row.value(columns[.isOwn]) ?? false,
      sentAt: row.value(columns[.sentAt]) ?? OrderKey.time(of: orderKey),
      caption: row.value(columns[.caption]) ?? "", content: content)
  }

  private static func links(of text: String, _ entities: [TextEntity]) -> [MediaItem.Link] {
    let bytes = text.utf8
    return entities.lazy.compactMap { entity -> MediaItem.Link? in
      guard case .link(let target) = entity.kind, entity.start >= 0, entity.length >= 0
      else { return nil }
      let words = bytes.dropFirst(entity.start).prefix(entity.length)
      return MediaItem.Link(text: String(decoding: words, as: UTF8.self), target: target)
    }.prefix(ImportedMessage.maximumAttachments).map(\.self)
  }
}

extension Archive {
  /// At most `limit` media of a conversation, in ascending order.
  ///
  /// - Complexity: O(log n + limit); ``MediaPlace/from(_:)`` walks over an index, about a millisecond for 100,000 items.
  public func media(
    in conversation: Conversation.ID, _ scope: MediaScope, _ place: MediaPlace, limit: Int
  ) async throws(ArchiveError) -> [MediaItem] {
    try await reading { db in try MediaQuery(in: conversation, scope, place, limit: limit).fetch(db) }
  }

  /// The number of media; for links, the number of messages that have any.
  ///
  /// - Complexity: O(n) steps of an index.
  public func mediaCount(
    in conversation: Conversation.ID, _ scope: MediaScope
  ) async throws(ArchiveError) -> Int {
    try await reading { db in try MediaQuery.count(in: conversation, scope, db) }
  }

  /// The number of media before a position.
  ///
  /// - Complexity: O(n) steps of an index.
  public func mediaOrdinal(
    of cursor: MediaCursor, in conversation: Conversation.ID, _ scope: MediaScope
  ) async throws(ArchiveError) -> Int {
    try await reading { db in try MediaQuery.ordinal(of: cursor, in: conversation, scope, db) }
  }

  /// The months that have media, in the order of the media, each with its number of media.
  ///
  /// - Parameter timeZone: The time zone of the months.
  /// - Complexity: O(n): about 0.2 s for 100,000 items.
  public func mediaMonths(
    in conversation: Conversation.ID, _ scope: MediaScope, timeZone: TimeZone
  ) async throws(ArchiveError) -> [MediaMonth] {
    try await reading { db in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone
      return try MediaQuery.months(in: conversation, scope, calendar: calendar, db)
    }
  }

  /// Updates the paths of attachments, in all conversations, after files below one folder have moved to another one.
  ///
  /// - Parameters:
  ///   - folder: Absolute path, without a slash at its end.
  ///   - new: The new folder, likewise.
  ///   - hasMoved: Called for each path below `folder`, with the new path.
  /// - Returns: The number of changed attachments. Blocks until they are stored; call it off the main actor.
  /// - Complexity: O(attachments of the archive).
  @discardableResult
  public func relocate(
    from folder: String, to new: String, where hasMoved: (String, String) -> Bool = { _, _ in true }
  ) throws(ArchiveError) -> Int {
    func moved(_ path: String?) -> String? {
      guard let path, path.utf8.starts(with: (folder + "/").utf8) else { return nil }
      let place = new + String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
      return hasMoved(path, place) ? place : nil
    }
    return try relocate(
      sql: "WHERE substr(path, 1, ?2) = ?1 OR substr(thumbnail, 1, ?2) = ?1",
      // SQLite counts code points.
      arguments: [folder + "/", folder.unicodeScalars.count + 1], moved: moved)
  }

  /// Updates the paths of attachments after their files were copied.
  ///
  /// - Complexity: O(attachments of the archive).
  public func relocate(_ places: [String: String]) throws(ArchiveError) {
    guard !places.isEmpty else { return }
    _ = try relocate(sql: "", arguments: []) { path in path.flatMap { places[$0] } }
  }

  private func relocate(
    sql condition: String, arguments: StatementArguments, moved: (String?) -> String?
  ) throws(ArchiveError) -> Int {
    try writing { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT message, position, path, thumbnail FROM attachment \(condition)",
        arguments: arguments)
      var changes: [StatementArguments] = []
      while let row = try rows.next() {
        let (path, thumbnail) = (moved(row["path"]), moved(row["thumbnail"]))
        guard path != nil || thumbnail != nil else { continue }
        changes.append([row["message"] as Int64, row["position"] as Int64, path, thumbnail])
      }
      for change in changes {
        try db.execute(
          sql: """
            UPDATE attachment SET path = coalesce(?3, path), thumbnail = coalesce(?4, thumbnail)
            WHERE message = ?1 AND position = ?2
            """, arguments: change)
      }
      return changes.count
    }
  }
}
