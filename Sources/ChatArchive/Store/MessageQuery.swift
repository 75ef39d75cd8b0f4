import GRDB

/// A question to the archive that is answered with messages in ascending order.
///
/// A page is fetched with its senders and quotes in one statement, along the index `message_order`. Only where
/// it starts among messages of the very same millisecond is a statement for those put before it: SQLite does not
/// search an index by a pair of time and number, and would walk through all messages of that time on each page.
struct MessageQuery: Sendable {
  /// A stretch of the order that one search of an index finds.
  private struct Stretch: Sendable {
    let condition: String
    let arguments: [Int64]
  }

  /// In the direction of the search.
  private let stretches: [Stretch]
  private let isDescending: Bool
  private let limit: Int

  static func before(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      stretches: [
        Stretch(
          condition: "m.conversation = ? AND m.sent_at = ? AND m.id < ?",
          arguments: [conversation, cursor.sentAt, cursor.id]),
        Stretch(condition: "m.conversation = ? AND m.sent_at < ?", arguments: [conversation, cursor.sentAt]),
      ], isDescending: true, limit: limit)
  }

  static func after(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      stretches: [
        Stretch(
          condition: "m.conversation = ? AND m.sent_at = ? AND m.id > ?",
          arguments: [conversation, cursor.sentAt, cursor.id]),
        Stretch(condition: "m.conversation = ? AND m.sent_at > ?", arguments: [conversation, cursor.sentAt]),
      ], isDescending: false, limit: limit)
  }

  static func newest(in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      stretches: [Stretch(condition: "m.conversation = ?", arguments: [conversation])],
      isDescending: true, limit: limit)
  }

  static func first(in conversation: Conversation.ID, atOrAfter sentAt: Int64) -> Self {
    Self(
      stretches: [
        Stretch(condition: "m.conversation = ? AND m.sent_at >= ?", arguments: [conversation, sentAt])
      ],
      isDescending: false, limit: 1)
  }

  static func message(_ id: Message.ID) -> Self {
    Self(stretches: [Stretch(condition: "m.id = ?", arguments: [id])], isDescending: false, limit: 1)
  }

  /// - Complexity: O(log n + limit).
  func fetch(_ db: Database) throws -> [Message] {
    var found: [Message] = []
    for stretch in stretches where found.count < limit {
      let statement = try db.cachedStatement(sql: sql(for: stretch))
      let arguments = StatementArguments(stretch.arguments + [Int64(limit - found.count)])
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() { found.append(MessageRow.decode(row)) }
    }
    return isDescending ? found.reversed() : found
  }

  /// The statements with their arguments, for the test that looks at SQLite's plan for them.
  var statements: [(sql: String, arguments: StatementArguments)] {
    stretches.map { (sql(for: $0), StatementArguments($0.arguments + [Int64(limit)])) }
  }

  private func sql(for stretch: Stretch) -> String {
    let direction = isDescending ? "DESC" : "ASC"
    return """
      \(MessageRow.selection)
      WHERE \(stretch.condition)
      ORDER BY m.sent_at \(direction), m.id \(direction)
      LIMIT ?
      """
  }
}
