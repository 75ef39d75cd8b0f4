import Chats
import Foundation
import GRDB
import Translation

/// A query for messages, with the result in ascending order.
///
/// A page is fetched, with senders and quotes, by one statement that searches the index `message_order`. A page that
/// starts among messages with the same order key needs a second statement for those, because SQLite cannot search an
/// index by the pair of order key and number, and would scan all messages of that key for each page. Parts that only
/// some messages have are in other tables, which are read only for those messages.
struct MessageQuery: Sendable {
  /// A part of the order that one search of the index finds.
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

  static func before(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    let scope = MessageScope(conversation)
    return Self(
      start: cursor.orderKey,
      stretches: [
        Stretch(
          condition: "m.\(scope.column) = ? AND m.order_key = ? AND m.id < ?",
          arguments: [scope.value, cursor.orderKey, cursor.id]),
        Stretch(
          condition: "m.\(scope.column) = ? AND m.order_key < ?", arguments: [scope.value, cursor.orderKey]),
      ], isDescending: true, limit: limit)
  }

  static func after(_ cursor: MessageCursor, in conversation: Conversation.ID, limit: Int) -> Self {
    let scope = MessageScope(conversation)
    return Self(
      start: cursor.orderKey,
      stretches: [
        Stretch(
          condition: "m.\(scope.column) = ? AND m.order_key = ? AND m.id > ?",
          arguments: [scope.value, cursor.orderKey, cursor.id]),
        Stretch(
          condition: "m.\(scope.column) = ? AND m.order_key > ?", arguments: [scope.value, cursor.orderKey]),
      ], isDescending: false, limit: limit)
  }

  static func newest(in conversation: Conversation.ID, limit: Int) -> Self {
    let scope = MessageScope(conversation)
    return Self(
      start: OrderKey.make(sentAt: Int64(Date().timeIntervalSince1970 * 1_000)),
      stretches: [Stretch(condition: "m.\(scope.column) = ?", arguments: [scope.value])],
      isDescending: true, limit: limit)
  }

  static func first(in conversation: Conversation.ID, atOrAfter sentAt: Int64) -> Self {
    let key = OrderKey.make(sentAt: sentAt)
    let scope = MessageScope(conversation)
    return Self(
      start: key,
      stretches: [
        Stretch(condition: "m.\(scope.column) = ? AND m.order_key >= ?", arguments: [scope.value, key])
      ],
      isDescending: false, limit: 1)
  }

  static func message(_ id: Message.ID) -> Self {
    Self(
      start: 0, stretches: [Stretch(condition: "m.id = ?", arguments: [id])], isDescending: false, limit: 1)
  }

  /// - Complexity: O(log n + limit).
  func fetch(_ db: Database) throws -> [Message] {
    var found: [Message] = []
    let parts = MessageParts(db)
    let origins = ConversationOrigins(db: db)
    for stretch in stretches where found.count < limit {
      let statement = try db.cachedStatement(sql: sql(for: stretch))
      let arguments = StatementArguments(stretch.arguments + [Int64(limit - found.count)])
      let columns = MessageColumns(of: statement)
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() {
        let flags = columns.flags(in: row)
        var message = columns.message(in: row, flags, near: found.last?.orderKey ?? start)
        try parts.add(to: &message, flags: flags)
        if columns.opensThread(row) { message.replies = try parts.replies(to: message) }
        if message.isWrittenHere {
          message.kind = try origins.shownKind(
            message.kind, isWrittenHere: true, of: columns.conversation(in: row) ?? message.conversation)
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
      \(MessageColumns.selection)
      WHERE \(stretch.condition)
      ORDER BY m.order_key \(direction), m.id \(direction)
      LIMIT ?
      """
  }
}

/// The columns of a message with its sender and its quote.
private struct MessageColumns {
  private enum Column: Int, CaseIterable, CodingKey {
    case id, chat, isOwn, sentAt, kind, text, entities, orderKey, editedAt, topic, details, flags,
      isWrittenHere
    case conversation, isInThread, opensThread
    case quote, quoteIsOwn, quoteOpensThread, quoteAttachment, quoteText, quoteEntities
  }

  /// Each read looks up the target of a reply by its source key, so the order in which the two were imported is irrelevant.
  /// A reply to the message that opened the topic says only that the message is in the topic; a reply in a thread does
  /// not follow the first message in the chat.
  static let selection = """
    SELECT
      m.id, m.chat, m.is_own AS isOwn, m.sent_at AS sentAt, m.kind, m.text, m.entities, m.order_key AS orderKey,
      m.edited_at AS editedAt, m.topic, m.details, m.flags,
      \(ImportedMessage.isWrittenHere(in: "m")) AS isWrittenHere, m.conversation,
      t.is_thread AS isInThread, t.is_thread AND t.source = m.source AS opensThread,
      q.id AS quote, q.is_own AS quoteIsOwn, t.is_thread AND t.source = q.source AS quoteOpensThread, qa.kind AS quoteAttachment,
      substr(q.text, 1, \(excerptCodePoints)) AS quoteText, q.entities AS quoteEntities,
      \(Participant.columns("p", "pp", prefix: "sender_")),
      \(Participant.columns("qp", "qpp", prefix: "quoteSender_"))
    FROM message m
    LEFT JOIN participant p ON p.id = m.sender
    LEFT JOIN participant pp ON pp.id = p.person
    LEFT JOIN topic t ON t.id = m.topic
    LEFT JOIN message q ON q.id = CASE
      WHEN NOT t.is_thread AND m.reply_source IS t.source THEN NULL
      ELSE (
        SELECT id FROM message WHERE conversation = m.conversation AND source = m.reply_source
        UNION ALL
        SELECT message FROM album_part WHERE conversation = m.conversation AND source = m.reply_source
        LIMIT 1) END
    LEFT JOIN attachment qa ON qa.message = q.id AND qa.position = 0
    LEFT JOIN participant qp ON qp.id = q.sender
    LEFT JOIN participant qpp ON qpp.id = qp.person
    """

  /// The number of code points of a quoted text to fetch: enough for an excerpt of emoji with many code points each,
  /// and few compared with a text of ten megabytes.
  private static let excerptCodePoints = 2000

  private let own: ColumnIndexes<Column>
  private let sender: ColumnIndexes<Participant.Column>
  private let quoteSender: ColumnIndexes<Participant.Column>

  init(of statement: Statement) {
    own = ColumnIndexes(of: statement)
    sender = ColumnIndexes(of: statement, prefix: "sender_")
    quoteSender = ColumnIndexes(of: statement, prefix: "quoteSender_")
  }

  func flags(in row: Row) -> MessageFlags { MessageFlags(rawValue: row.value(own[.flags]) ?? 0) }

  func conversation(in row: Row) -> Conversation.ID? { row.value(own[.conversation]) }

  func opensThread(_ row: Row) -> Bool { row.value(own[.opensThread]) ?? false }

  /// Reads the intact columns of a damaged row. No row is left out, because a page with fewer rows than requested would
  /// mark the end of the conversation.
  ///
  /// - Parameter neighbour: The order key of the previous row, which replaces a damaged one, and its time.
  func message(in row: Row, _ flags: MessageFlags, near neighbour: Int64) -> Message {
    let orderKey = row.value(own[.orderKey]) ?? neighbour
    let text: String? = row.value(own[.text])
    let details = row.value(own[.details]).map(DetailsCoding.decode) ?? Message.Details()
    var message = Message(
      id: row.value(own[.id]) ?? 0,
      conversation: row.value(own[.chat]) ?? 0,
      sender: Participant(row, sender),
      isOwn: row.value(own[.isOwn]) ?? false,
      sentAt: row.value(own[.sentAt]) ?? OrderKey.time(of: orderKey),
      kind: row.value(own[.kind]).flatMap(Message.Kind.init(rawValue:)) ?? .normal,
      text: text ?? tr("This message is damaged and cannot be shown."),
      entities: text == nil ? [] : row.value(own[.entities]).map(EntityCoding.decode) ?? [],
      reply: quote(in: row) ?? details.quotation.map { Quote($0) },
      editedAt: row.value(own[.editedAt]),
      hasEarlierTexts: flags.contains(.edits),
      topic: row.value(own[.topic]).flatMap { $0 > 0 ? $0 : nil },
      details: details,
      orderKey: orderKey, isWrittenHere: row.value(own[.isWrittenHere]) ?? false)
    message.isInThread = row.value(own[.isInThread]) ?? false
    return message
  }

  private func quote(in row: Row) -> Quote? {
    guard let id: Int64 = row.value(own[.quote]) else { return nil }
    var quote = Quote(
      id: id,
      sender: Participant(row, quoteSender),
      isOwn: row.value(own[.quoteIsOwn]) ?? false,
      excerpt: row.value(own[.quoteText]).map { text in
        Quote.excerpt(of: text, row.value(own[.quoteEntities]).map(EntityCoding.decode) ?? [])
      }
        ?? tr("This message is damaged and cannot be shown."),
      attachmentKind: row.value(own[.quoteAttachment]).flatMap(Attachment.Kind.init(rawValue:)))
    quote.isThreadOpener = row.value(own[.quoteOpensThread]) ?? false
    return quote
  }
}
