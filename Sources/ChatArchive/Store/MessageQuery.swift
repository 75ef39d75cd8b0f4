import Foundation
import GRDB
import Translation

/// A query for messages, with the result in ascending order.
///
/// A page is fetched, with senders and quotes, by one statement that searches the index `message_order`. A page that
/// starts among messages of the same millisecond needs a second statement for those: SQLite cannot search an index by
/// the pair of time and number, and would scan all messages of that time for each page.
struct MessageQuery: Sendable {
  /// A part of the order that one index search finds.
  private struct Stretch: Sendable {
    let condition: String
    let arguments: [Int64]
  }

  /// The time from which the search starts, in milliseconds since 1970 UTC.
  private let time: Int64
  /// In the direction of the search.
  private let stretches: [Stretch]
  private let isDescending: Bool
  private let limit: Int

  static func before(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      time: cursor.sentAt,
      stretches: [
        Stretch(
          condition: "m.conversation = ? AND m.sent_at = ? AND m.id < ?",
          arguments: [conversation, cursor.sentAt, cursor.id]),
        Stretch(condition: "m.conversation = ? AND m.sent_at < ?", arguments: [conversation, cursor.sentAt]),
      ], isDescending: true, limit: limit)
  }

  static func after(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      time: cursor.sentAt,
      stretches: [
        Stretch(
          condition: "m.conversation = ? AND m.sent_at = ? AND m.id > ?",
          arguments: [conversation, cursor.sentAt, cursor.id]),
        Stretch(condition: "m.conversation = ? AND m.sent_at > ?", arguments: [conversation, cursor.sentAt]),
      ], isDescending: false, limit: limit)
  }

  static func newest(in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      time: Int64(Date().timeIntervalSince1970 * 1_000),
      stretches: [Stretch(condition: "m.conversation = ?", arguments: [conversation])],
      isDescending: true, limit: limit)
  }

  static func first(in conversation: Conversation.ID, atOrAfter sentAt: Int64) -> Self {
    Self(
      time: sentAt,
      stretches: [
        Stretch(condition: "m.conversation = ? AND m.sent_at >= ?", arguments: [conversation, sentAt])
      ],
      isDescending: false, limit: 1)
  }

  static func message(_ id: Message.ID) -> Self {
    Self(
      time: 0, stretches: [Stretch(condition: "m.id = ?", arguments: [id])], isDescending: false, limit: 1)
  }

  /// - Complexity: O(log n + limit).
  func fetch(_ db: Database) throws -> [Message] {
    var found: [Message] = []
    for stretch in stretches where found.count < limit {
      let statement = try db.cachedStatement(sql: sql(for: stretch))
      let arguments = StatementArguments(stretch.arguments + [Int64(limit - found.count)])
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() { found.append(Message(row, near: found.last?.sentAt ?? time)) }
    }
    return isDescending ? found.reversed() : found
  }

  /// The statements and their arguments, for a test of SQLite's query plans.
  var statements: [(sql: String, arguments: StatementArguments)] {
    stretches.map { (sql(for: $0), StatementArguments($0.arguments + [Int64(limit)])) }
  }

  private func sql(for stretch: Stretch) -> String {
    let direction = isDescending ? "DESC" : "ASC"
    return """
      \(MessageQuery.selection)
      WHERE \(stretch.condition)
      ORDER BY m.sent_at \(direction), m.id \(direction)
      LIMIT ?
      """
  }

  /// The columns in the order in which `Message.init` reads them.
  ///
  /// Each read looks up the target of a reply by its source key, so the order in which the two were imported does not
  /// matter.
  private static let selection = """
    SELECT
      m.id, m.conversation, m.is_own, m.sent_at, m.kind, m.text, m.entities,
      p.id, p.name, p.color_seed,
      q.id, q.is_own, q.attachment_kind, substr(q.text, 1, \(excerptCodePoints)),
      qp.id, qp.name, qp.color_seed,
      m.attachment_kind, m.attachment_width, m.attachment_height, m.attachment_bytes,
      m.attachment_name, m.attachment_path
    FROM message m
    LEFT JOIN participant p ON p.id = m.sender
    LEFT JOIN message q ON q.conversation = m.conversation AND q.source = m.reply_source
    LEFT JOIN participant qp ON qp.id = q.sender
    """

  /// Code points of a quoted text that are fetched: enough for an excerpt of emoji with many code points each, and
  /// few of a text of ten megabytes.
  private static let excerptCodePoints = 2000
}

extension Message {
  /// Reads what there is of a damaged row. A row is never left out: a page with fewer rows than asked for would be the end
  /// of the conversation.
  ///
  /// - Parameter neighbour: The time of the row before, which stands in for a damaged one.
  fileprivate init(_ row: Row, near neighbour: Int64) {
    let text: String? = row.value(5)
    self.init(
      id: row.value(0) ?? 0,
      conversation: row.value(1) ?? 0,
      sender: Participant(row, at: 7),
      isOwn: row.value(2) ?? false,
      sentAt: row.value(3) ?? neighbour,
      kind: row.value(4).flatMap(Kind.init(rawValue:)) ?? .normal,
      text: text ?? tr("This message is damaged and cannot be shown."),
      entities: text == nil ? [] : row.value(6).map(EntityCoding.decode) ?? [],
      reply: Quote(row),
      attachment: Attachment(row))
  }
}

extension Participant {
  fileprivate init?(_ row: Row, at column: Int) {
    guard let id: Int64 = row.value(column) else { return nil }
    self.init(
      id: id, name: row.value(column + 1) ?? tr("Unknown"),
      colorSeed: UInt64(bitPattern: row.value(column + 2) ?? 0))
  }
}

extension Quote {
  fileprivate init?(_ row: Row) {
    guard let id: Int64 = row.value(10) else { return nil }
    self.init(
      id: id,
      sender: Participant(row, at: 14),
      isOwn: row.value(11) ?? false,
      excerpt: row.value(13).map(Quote.excerpt) ?? tr("This message is damaged and cannot be shown."),
      attachmentKind: row.value(12).flatMap(Attachment.Kind.init(rawValue:)))
  }

  /// The first line that is not blank, trimmed and cut after 200 characters.
  static func excerpt(of text: String) -> String {
    let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }.prefix(200)
    guard let end = line.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(line[...end])
  }
}

extension Attachment {
  fileprivate init?(_ row: Row) {
    guard let rawKind: Int = row.value(17) else { return nil }
    self.init(
      // An unknown kind of a later version is shown as a file.
      kind: Kind(rawValue: rawKind) ?? .file,
      width: row.value(18), height: row.value(19), byteCount: row.value(20), name: row.value(21),
      path: row.value(22))
  }
}
