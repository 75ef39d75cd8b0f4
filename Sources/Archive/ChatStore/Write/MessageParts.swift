import Chats
import GRDB

/// Reads what a message has in tables of its own.
struct MessageParts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Adds attachments and reactions to a message that has such.
  func add(to message: inout Message, flags: MessageFlags) throws {
    if flags.contains(.attachments) { message.attachments = try attachments(of: message.id) }
    if flags.contains(.reactions) { message.reactions = try reactions(to: message.id) }
  }

  private func attachments(of message: Message.ID) throws -> [Attachment] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(Attachment.columns) FROM attachment a WHERE a.message = ? ORDER BY a.position
          LIMIT \(ImportedMessage.maximumAttachments)
          """), arguments: [message])
    return try Array(rows.map { Attachment($0, at: 0) })
  }

  /// A person of an owner's counts as the owner, who is the last of the people.
  private func reactions(to message: Message.ID) throws -> [Reaction] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT r.key, r.count, p.id, coalesce(pp.name, p.name), coalesce(pp.color_seed, p.color_seed), pp.id,
            coalesce(p.person, p.id) = (
              SELECT coalesce(o.person, o.id)
              FROM message m JOIN conversation c ON c.id = m.conversation JOIN participant o ON o.id = c.owner
              WHERE m.id = r.message)
          FROM reaction r
          LEFT JOIN participant p ON p.id = r.participant
          LEFT JOIN participant pp ON pp.id = p.person
          WHERE r.message = ? ORDER BY r.key, r.reacted_at, r.participant DESC
          LIMIT \(ImportedMessage.maximumReactions * ImportedMessage.maximumReactions)
          """), arguments: [message])
    var reactions: [Reaction] = []
    while let row = try rows.next() {
      guard let key: String = row.value(0) else { continue }
      if reactions.last?.key != key { reactions.append(Reaction(key: key, count: 0)) }
      let last = reactions.count - 1
      // Damaged numbers must not overflow.
      reactions[last].count += min(max(row.value(1) ?? 1, 1), 1_000_000_000)
      guard let person = Participant(row, at: 2, person: 5) else { continue }
      if reactions[last].isOwn {
        reactions[last].people.insert(person, at: reactions[last].people.count - 1)
      } else {
        reactions[last].people.append(person)
        reactions[last].isOwn = row.value(6) == true
      }
    }
    return reactions.sorted { $0.count > $1.count }
  }
}

extension Attachment {
  /// The columns of `attachment a` in the order in which `init` reads them.
  static let columns =
    "a.kind, a.width, a.height, a.bytes, a.duration, a.is_spoiler, a.name, a.path, a.thumbnail"

  /// Reads the columns from one on.
  package init(_ row: Row, at column: Int) {
    self.init(
      // An unknown kind of a later version is shown as a file.
      kind: row.value(column).flatMap(Kind.init(rawValue:)) ?? .file,
      width: row.value(column + 1), height: row.value(column + 2), byteCount: row.value(column + 3),
      duration: row.value(column + 4), name: row.value(column + 6), path: row.value(column + 7),
      thumbnail: row.value(column + 8), isSpoiler: row.value(column + 5) ?? false)
  }
}
