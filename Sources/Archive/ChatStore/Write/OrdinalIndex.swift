import Chats
import GRDB

/// The ordinals of messages in their chat. Every 256th message has a row, so that a message is found by its ordinal,
/// and its ordinal by its position, in at most 255 steps of the index.
///
/// The rows of a chat are exact and have no gaps, but can end early: a message that is inserted in between removes the
/// rows after it. While rows are missing, the search takes more steps. As in ``MessageQuery``, messages with the same
/// order key are searched separately. A topic or thread has no rows: each search takes as many steps as it has messages.
struct OrdinalIndex {
  static let distance = 256

  let chat: Conversation.ID
  let db: Database

  private var scope: MessageScope { MessageScope(chat) }

  private struct Row {
    let ordinal: Int
    let cursor: MessageCursor
  }

  /// Removes the rows whose ordinals a message at this position shifts.
  func remove(after cursor: MessageCursor) throws {
    try db.cachedStatement(
      sql: "DELETE FROM checkpoint WHERE chat = ? AND (order_key, id) >= (?, ?)"
    ).execute(arguments: [chat, cursor.orderKey, cursor.id])
  }

  /// Makes the rows anew, after messages of the whole chat were changed.
  func rebuild() throws {
    try db.cachedStatement(sql: "DELETE FROM checkpoint WHERE chat = ?").execute(arguments: [chat])
    try extend()
  }

  /// Adds missing rows, at most `limit` of them.
  func extend(limit: Int = .max) throws {
    var last = try last(before: MessageCursor(orderKey: .max, id: .max))
    if last == nil {
      guard let first = try message(0, after: nil) else { return }
      last = try insert(ordinal: 0, first)
    }
    var count = 0
    while count < limit, let row = last, let next = try message(Self.distance, after: row.cursor) {
      last = try insert(ordinal: row.ordinal + Self.distance, next)
      count += 1
    }
  }

  /// Whether a row is not that of the message with its ordinal.
  ///
  /// - Complexity: O(n) in the number of messages.
  func hasDefect() throws -> Bool {
    let rows = try GRDB.Row.fetchCursor(
      db, sql: "SELECT ordinal, order_key, id FROM checkpoint WHERE chat = ? ORDER BY ordinal",
      arguments: [chat])
    var last: Row?
    while let found = try rows.next() {
      let ordinal = last.map { $0.ordinal + Self.distance } ?? 0
      guard let row = Self.row(found), row.ordinal == ordinal,
        try message(last == nil ? 0 : Self.distance, after: last?.cursor) == row.cursor
      else { return true }
      last = row
    }
    return false
  }

  /// The number of messages before a position.
  func ordinal(of cursor: MessageCursor) throws -> Int {
    let row = try last(before: cursor)
    let start = row?.cursor ?? MessageCursor(orderKey: .min, id: .min)
    let steps: Int
    if start.orderKey == cursor.orderKey {
      steps = try count("order_key = ? AND id >= ? AND id < ?", [cursor.orderKey, start.id, cursor.id])
    } else {
      steps =
        try count("order_key = ? AND id >= ?", [start.orderKey, start.id])
        + count("order_key > ? AND order_key < ?", [start.orderKey, cursor.orderKey])
        + count("order_key = ? AND id < ?", [cursor.orderKey, cursor.id])
    }
    return (row?.ordinal ?? 0) + steps
  }

  private func count(_ condition: String, _ values: [Int64]) throws -> Int {
    let statement = try db.cachedStatement(
      sql: "SELECT count(*) FROM message WHERE \(scope.column) = ? AND \(condition)")
    return try Int.fetchOne(statement, arguments: StatementArguments([scope.value] + values)) ?? 0
  }

  /// The position of the message with this ordinal; nil if there are too few messages.
  func cursor(at ordinal: Int) throws -> MessageCursor? {
    guard ordinal >= 0 else { return nil }
    let row = try GRDB.Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT ordinal, order_key, id FROM checkpoint WHERE chat = ? AND ordinal <= ?
          ORDER BY ordinal DESC LIMIT 1
          """), arguments: [chat, ordinal]
    ).flatMap(Self.row)
    return try message(ordinal - (row?.ordinal ?? 0), after: row?.cursor)
  }

  /// The last row at a position or before it.
  private func last(before cursor: MessageCursor) throws -> Row? {
    try GRDB.Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT ordinal, order_key, id FROM checkpoint WHERE chat = ? AND (order_key, id) <= (?, ?)
          ORDER BY order_key DESC, id DESC LIMIT 1
          """), arguments: [chat, cursor.orderKey, cursor.id]
    ).flatMap(Self.row)
  }

  /// A row; nil if it is damaged. The search then begins at an earlier one.
  private static func row(_ row: GRDB.Row) -> Row? {
    guard let ordinal: Int = row.value("ordinal"), (0...largestOrdinal).contains(ordinal),
      let orderKey: Int64 = row.value("order_key"), let id: Int64 = row.value("id")
    else { return nil }
    return Row(ordinal: ordinal, cursor: MessageCursor(orderKey: orderKey, id: id))
  }

  /// More messages than any archive has. Sums with it do not overflow.
  private static let largestOrdinal = 1 << 48

  /// The message that is a number of steps after the one at a position, or after the first one.
  private func message(_ steps: Int, after cursor: MessageCursor?) throws -> MessageCursor? {
    let start = cursor ?? MessageCursor(orderKey: .min, id: .min)
    let tie = try Int64.fetchOne(
      db.cachedStatement(
        sql:
          "SELECT id FROM message WHERE \(scope.column) = ? AND order_key = ? AND id >= ? ORDER BY id LIMIT 1 OFFSET ?"
      ),
      arguments: [scope.value, start.orderKey, start.id, steps])
    if let tie { return MessageCursor(orderKey: start.orderKey, id: tie) }
    let ties = try count("order_key = ? AND id >= ?", [start.orderKey, start.id])
    let row = try GRDB.Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT order_key, id FROM message WHERE \(scope.column) = ? AND order_key > ?
          ORDER BY order_key, id LIMIT 1 OFFSET ?
          """), arguments: [scope.value, start.orderKey, steps - ties])
    // A damaged key has no order.
    guard let orderKey: Int64 = row?.value("order_key"), let id: Int64 = row?.value("id") else { return nil }
    return MessageCursor(orderKey: orderKey, id: id)
  }

  /// See ``Archive/periods(in:next:)``.
  func periods(next: (Int64) -> Int64) throws -> [PeriodStart] {
    let statement = try db.cachedStatement(
      sql:
        "SELECT order_key, id FROM message WHERE \(scope.column) = ? AND order_key >= ? ORDER BY order_key, id LIMIT 1"
    )
    var periods: [PeriodStart] = []
    var key = Int64.min
    while let row = try GRDB.Row.fetchOne(statement, arguments: [scope.value, key]),
      let orderKey: Int64 = row.value("order_key"), let id: Int64 = row.value("id")
    {
      let time = OrderKey.time(of: orderKey)
      let cursor = MessageCursor(orderKey: orderKey, id: id)
      periods.append(PeriodStart(ordinal: try ordinal(of: cursor), time: time))
      // The last possible order key has no period after it.
      let following = OrderKey.make(sentAt: next(time))
      guard following > orderKey else { break }
      key = following
    }
    return periods
  }

  private func insert(ordinal: Int, _ cursor: MessageCursor) throws -> Row {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO checkpoint (chat, ordinal, order_key, id) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [chat, ordinal, cursor.orderKey, cursor.id])
    return Row(ordinal: ordinal, cursor: cursor)
  }
}
