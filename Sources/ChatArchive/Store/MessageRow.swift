import Foundation
import GRDB

/// How a message with its sender and its quote is read: the columns, and what they mean.
enum MessageRow {
  /// Characters of a quoted message that are shown at most.
  static let excerptLength = 200

  /// Code points of a quoted text that are fetched: enough for `excerptLength` emoji of many code points each,
  /// and little of a text of ten megabytes.
  private static let excerptCodePoints = 2000

  /// The columns in the order that `decode` reads them by number.
  ///
  /// The reply's target is looked up by its source key on each read. So it is found no matter whether it was
  /// imported before the reply or years after.
  static let selection = """
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

  static func decode(_ row: Row) -> Message {
    Message(
      id: row[0],
      conversation: row[1],
      sender: participant(in: row, at: 7),
      isOwn: row[2],
      sentAt: row[3],
      kind: Message.Kind(rawValue: row[4]) ?? .normal,
      text: row[5],
      entities: (row[6] as Data?).map(EntityCoding.decode) ?? [],
      reply: quote(in: row),
      attachment: attachment(in: row))
  }

  private static func participant(in row: Row, at column: Int) -> Participant? {
    guard let id: Int64 = row[column] else { return nil }
    return Participant(
      id: id, name: row[column + 1], colorSeed: UInt64(bitPattern: row[column + 2] as Int64))
  }

  private static func quote(in row: Row) -> Quote? {
    guard let id: Int64 = row[10] else { return nil }
    return Quote(
      id: id,
      sender: participant(in: row, at: 14),
      isOwn: row[11],
      excerpt: excerpt(of: row[13]),
      attachmentKind: (row[12] as Int?).flatMap(Attachment.Kind.init(rawValue:)))
  }

  private static func attachment(in row: Row) -> Attachment? {
    guard let rawKind: Int = row[17] else { return nil }
    return Attachment(
      // A kind from the future is still a file.
      kind: Attachment.Kind(rawValue: rawKind) ?? .file,
      width: row[18], height: row[19], byteCount: row[20], name: row[21], path: row[22])
  }

  /// The first line that is not blank, without white space around it, cut after `excerptLength` characters.
  static func excerpt(of text: String) -> String {
    let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }.prefix(excerptLength)
    guard let end = line.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(line[...end])
  }
}
