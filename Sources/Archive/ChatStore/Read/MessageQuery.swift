import Chats
import Foundation
import GRDB
import Translation

/// A query for messages, with the result in ascending order.
///
/// A page is fetched, with senders and quotes, by one statement that searches the index `message_order`. A page that
/// starts among messages of the same order key needs a second statement for those: SQLite cannot search an index by the
/// pair of order key and number, and would scan all messages of that key for each page. What only some messages have is in
/// other tables, which are read for those.
package struct MessageQuery: Sendable {
  /// A part of the order that one index search finds.
  private struct Stretch: Sendable {
    let condition: String
    let arguments: [Int64]
  }

  /// The order key from which the search starts.
  private let start: Int64
  /// In the direction of the search.
  private let stretches: [Stretch]
  private let isDescending: Bool
  private let limit: Int

  package static func before(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      start: cursor.orderKey,
      stretches: [
        Stretch(
          condition: "m.chat = ? AND m.order_key = ? AND m.id < ?",
          arguments: [conversation, cursor.orderKey, cursor.id]),
        Stretch(condition: "m.chat = ? AND m.order_key < ?", arguments: [conversation, cursor.orderKey]),
      ], isDescending: true, limit: limit)
  }

  package static func after(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      start: cursor.orderKey,
      stretches: [
        Stretch(
          condition: "m.chat = ? AND m.order_key = ? AND m.id > ?",
          arguments: [conversation, cursor.orderKey, cursor.id]),
        Stretch(condition: "m.chat = ? AND m.order_key > ?", arguments: [conversation, cursor.orderKey]),
      ], isDescending: false, limit: limit)
  }

  package static func newest(in conversation: Conversation.ID, limit: Int) -> Self {
    Self(
      start: OrderKey.make(sentAt: Int64(Date().timeIntervalSince1970 * 1_000)),
      stretches: [Stretch(condition: "m.chat = ?", arguments: [conversation])],
      isDescending: true, limit: limit)
  }

  package static func first(in conversation: Conversation.ID, atOrAfter sentAt: Int64) -> Self {
    let key = OrderKey.make(sentAt: sentAt)
    return Self(
      start: key,
      stretches: [Stretch(condition: "m.chat = ? AND m.order_key >= ?", arguments: [conversation, key])],
      isDescending: false, limit: 1)
  }

  package static func message(_ id: Message.ID) -> Self {
    Self(
      start: 0, stretches: [Stretch(condition: "m.id = ?", arguments: [id])], isDescending: false, limit: 1)
  }

  /// - Complexity: O(log n + limit).
  package func fetch(_ db: Database) throws -> [Message] {
    var found: [Message] = []
    let parts = MessageParts(db)
    for stretch in stretches where found.count < limit {
      let statement = try db.cachedStatement(sql: sql(for: stretch))
      let arguments = StatementArguments(stretch.arguments + [Int64(limit - found.count)])
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() {
        var message = Message(row, near: found.last?.orderKey ?? start)
        try parts.add(to: &message, flags: MessageFlags(rawValue: row.value(23) ?? 0))
        if message.isWrittenHere {
          message.kind = try ConversationOrigins(db: db).shownKind(
            message.kind, isWrittenHere: true, of: row.value(25) ?? message.conversation)
        }
        found.append(message)
      }
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
      ORDER BY m.order_key \(direction), m.id \(direction)
      LIMIT ?
      """
  }

  /// The columns in the order in which `Message.init` reads them.
  ///
  /// Each read looks up the target of a reply by its source key, so the order in which the two were imported does not
  /// matter.
  private static let selection = """
    SELECT
      m.id, m.chat, m.is_own, m.sent_at, m.kind, m.text, m.entities,
      p.id, coalesce(pp.name, p.name), coalesce(pp.color_seed, p.color_seed),
      q.id, q.is_own, qa.kind, substr(q.text, 1, \(excerptCodePoints)),
      qp.id, coalesce(qpp.name, qp.name), coalesce(qpp.color_seed, qp.color_seed),
      m.order_key, m.edited_at, m.topic, m.details, pp.id, qpp.id, m.flags,
      m.import IS NULL AND m.source GLOB '\(ImportedMessage.sentPrefix)*', m.conversation
    FROM message m
    LEFT JOIN participant p ON p.id = m.sender
    LEFT JOIN participant pp ON pp.id = p.person
    LEFT JOIN message q ON q.id = (
      SELECT id FROM message WHERE conversation = m.conversation AND source = m.reply_source
      UNION ALL
      SELECT message FROM album_part WHERE conversation = m.conversation AND source = m.reply_source
      LIMIT 1)
    LEFT JOIN attachment qa ON qa.message = q.id AND qa.position = 0
    LEFT JOIN participant qp ON qp.id = q.sender
    LEFT JOIN participant qpp ON qpp.id = qp.person
    """

  /// Code points of a quoted text that are fetched: enough for an excerpt of emoji with many code points each, and
  /// few of a text of ten megabytes.
  private static let excerptCodePoints = 2000
}

extension Message {
  /// Reads what there is of a damaged row. A row is never left out: a page with fewer rows than asked for would be the end
  /// of the conversation.
  ///
  /// - Parameter neighbour: The order key of the row before, which stands in for a damaged one, and its time.
  fileprivate init(_ row: Row, near neighbour: Int64) {
    let orderKey = row.value(17) ?? neighbour
    let text: String? = row.value(5)
    self.init(
      id: row.value(0) ?? 0,
      conversation: row.value(1) ?? 0,
      sender: Participant(row, at: 7, person: 21),
      isOwn: row.value(2) ?? false,
      sentAt: row.value(3) ?? OrderKey.time(of: orderKey),
      kind: row.value(4).flatMap(Kind.init(rawValue:)) ?? .normal,
      text: text ?? tr("This message is damaged and cannot be shown."),
      entities: text == nil ? [] : row.value(6).map(EntityCoding.decode) ?? [],
      reply: Quote(row),
      editedAt: row.value(18),
      hasEarlierTexts: MessageFlags(rawValue: row.value(23) ?? 0).contains(.edits),
      topic: row.value(19),
      details: row.value(20).map(DetailsCoding.decode) ?? Details(),
      orderKey: orderKey, isWrittenHere: row.value(24) ?? false)
  }
}

extension Participant {
  /// - Parameter person: The column of the number that stands for the participant, if that is another.
  package init?(_ row: Row, at column: Int, person: Int) {
    guard let id: Int64 = row.value(person) ?? row.value(column) else { return nil }
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
      sender: Participant(row, at: 14, person: 22),
      isOwn: row.value(11) ?? false,
      excerpt: row.value(13).map(Quote.excerpt) ?? tr("This message is damaged and cannot be shown."),
      attachmentKind: row.value(12).flatMap(Attachment.Kind.init(rawValue:)))
  }
}
