import Chats
import GRDB

/// Inserts rows of messages, several by one statement.
///
/// A statement opens the table and its indices, and searches them from their roots. For several rows it does so once: that
/// takes a quarter less time than a statement for each row.
struct MessageInsertion {
  /// A message of a batch that is to be inserted.
  final class Row {
    let box: MessageBox
    /// Its index in the batch.
    let index: Int
    let place: BatchPlace
    let sender: Participant.ID?
    let flags: MessageFlags
    let orderKey: Int64
    let topic: Topic.ID?
    /// The key of the message that it replies to.
    let reply: String?

    init(
      _ box: MessageBox, index: Int, in place: BatchPlace, from sender: Participant.ID?,
      orderKey: Int64, topic: Topic.ID?, reply: String?
    ) {
      self.box = box
      flags = box.message.flags
      self.index = index
      self.place = place
      self.sender = sender
      self.orderKey = orderKey
      self.topic = topic
      self.reply = reply
    }
  }

  /// Rows of one statement. Larger ones are not faster.
  static let groupSize = 16
  /// A number up to which SQLite counts on from the last row for as many rows as a batch can have.
  private static let largestNumber: Message.ID = 1 << 62

  private let db: Database
  private let importID: ImportRecord.ID?
  private let one: RepeatedStatement
  private let group: RepeatedStatement
  private let numbersAreConsecutive: Bool

  /// - Parameter importID: The import that the messages are counted for.
  init(_ db: Database, importID: ImportRecord.ID?) throws {
    self.db = db
    self.importID = importID
    one = try RepeatedStatement(db, sql: Self.sql(rows: 1))
    group = try RepeatedStatement(db, sql: Self.sql(rows: Self.groupSize))
    let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM message"))
    numbersAreConsecutive = last ?? 0 < Self.largestNumber
  }

  private static let columns = [
    "conversation", "chat", "order_key", "sent_at", "sender", "is_own", "kind", "flags", "edited_at", "topic",
    "import", "source", "reply_source", "album", "details", "entities", "text",
  ]

  /// A statement that fails leaves the rows before: the transaction ends then, and a journal of each statement, which would
  /// take them back, costs a tenth of the time.
  private static func sql(rows: Int) -> String {
    let values = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    return """
      INSERT OR FAIL INTO message (\(columns.joined(separator: ", ")))
      VALUES \(Array(repeating: values, count: rows).joined(separator: ", "))
      ON CONFLICT DO NOTHING
      """
  }

  /// Inserts messages, in their order.
  ///
  /// - Returns: The number of each; nil if its conversation already has a message with its source key, which may be one of
  ///   those before it.
  func insert(_ rows: [Row]) throws -> [Message.ID?] {
    guard rows.count == Self.groupSize, numbersAreConsecutive else {
      return try rows.map { row in
        let count = try one.execute { append(row, row.box, to: &$0) }
        return count > 0 ? one.lastRow : nil
      }
    }
    let count = try group.execute { parameters in
      for row in rows { append(row, row.box, to: &parameters) }
    }
    guard count > 0 else { return rows.map { _ in nil } }
    // SQLite numbers the rows of a statement in their order, one after the other.
    var next = group.lastRow - Int64(count) + 1
    return try rows.map { row in
      let isNew = try count == rows.count || isNumbered(next, row)
      defer { if isNew { next += 1 } }
      return isNew ? next : nil
    }
  }

  /// Whether a message got this number. One without a key is always inserted.
  private func isNumbered(_ id: Message.ID, _ row: Row) throws -> Bool {
    guard row.box.message.sequence == nil else { return true }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM message WHERE conversation = ? AND source = ?"),
      arguments: [row.place.id, row.box.message.sourceID.withoutNUL]) == id
  }

  /// Sets the columns of a row.
  private func append(_ row: Row, _ box: MessageBox, to list: inout RepeatedStatement.Parameters) {
    let message = box.message
    list.append(row.place.id)
    list.append(row.place.chat)
    list.append(row.orderKey)
    list.append(message.sentAt)
    list.append(row.sender)
    list.append(row.place.isOwn(message, from: row.sender))
    list.append(message.kind.rawValue)
    list.append(row.flags.rawValue)
    list.append(message.editedAt)
    list.append(row.topic)
    list.append(importID)
    list.append(message.sequence == nil ? message.sourceID : nil)
    list.append(row.reply)
    list.append(message.album)
    list.append(message.isPlain ? nil : DetailsCoding.encode(message.details))
    list.append(EntityCoding.encode(message.entities, of: message.text))
    list.append(message.text)
  }
}
