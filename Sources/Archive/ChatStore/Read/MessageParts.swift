import Chats
import GRDB
import Translation

/// Reads the parts of a message that are stored in other tables.
struct MessageParts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Adds the attachments, the reactions and the bookmark of a message, if it has any.
  func add(to message: inout Message, flags: MessageFlags) throws {
    if flags.contains(.attachments) { message.attachments = try attachments(of: message.id) }
    if flags.contains(.reactions) { message.reactions = try reactions(to: message.id) }
    if flags.contains(.bookmark) { message.bookmark = try Bookmarks(db).word(of: message.id) }
  }

  /// The replies in the thread that a message opens; nil if it has none. Notes are no replies.
  ///
  /// - Complexity: O(replies) steps of an index, and ``Topic/readReplies`` messages.
  func replies(to message: Message) throws -> Topic.Replies? {
    let (note, prefix) = (Message.Kind.note.rawValue, ImportedMessage.sentPrefix)
    guard let topic = message.topic,
      let last = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT sent_at, (SELECT count(*) FROM message WHERE topic = ?1 AND id <> ?2) AS count,
              (SELECT count(*) FROM message WHERE conversation = t.conversation AND source >= ?3 AND source < ?4
                AND +topic = ?1 AND kind = \(note)) AS notes
            FROM message JOIN topic t ON t.id = ?1
            WHERE topic = ?1 AND message.id <> ?2 AND kind <> \(note) ORDER BY order_key DESC, message.id DESC LIMIT 1
            """), arguments: [topic, message.id, prefix, prefix + "\u{10FFFF}"])
    else { return nil }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Participant.columns("p", "pp", prefix: "person_"))
        FROM (
          SELECT sender, order_key, id FROM message WHERE topic = ?1 AND id <> ?2 AND kind <> \(note)
          ORDER BY order_key, id LIMIT \(Topic.readReplies)
        ) m JOIN participant p ON p.id = m.sender LEFT JOIN participant pp ON pp.id = p.person
        GROUP BY coalesce(p.person, p.id) ORDER BY min(m.order_key), min(m.id)
        """)
    let personColumns = ColumnIndexes<Participant.Column>(of: statement, prefix: "person_")
    let people = try Array(
      Row.fetchCursor(statement, arguments: [topic, message.id]).map { Participant($0, personColumns) }
    ).compactMap(\.self)
    return Topic.Replies(
      count: max(1, (last.value("count") ?? 0) - (last.value("notes") ?? 0)),
      people: Array(people.prefix(Topic.shownPeople)), peopleCount: people.count,
      lastSentAt: last.value("sent_at") ?? message.sentAt)
  }

  private func attachments(of message: Message.ID) throws -> [Attachment] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Attachment.columns) FROM attachment a WHERE a.message = ? ORDER BY a.position
        LIMIT \(ImportedMessage.maximumAttachments)
        """)
    let columns = ColumnIndexes<Attachment.Column>(of: statement)
    return try Array(Row.fetchCursor(statement, arguments: [message]).map { Attachment($0, columns) })
  }

  /// The people who reacted. A participant of an owner counts as the owner, who is sorted last.
  private func reactions(to message: Message.ID) throws -> [Reaction] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT r.key, r.count, \(Participant.columns("p", "pp", prefix: "person_")),
          coalesce(p.person, p.id) = (
            SELECT coalesce(o.person, o.id)
            FROM message m JOIN conversation c ON c.id = m.conversation JOIN participant o ON o.id = c.owner
            WHERE m.id = r.message) AS is_own
        FROM reaction r
        LEFT JOIN participant p ON p.id = r.participant
        LEFT JOIN participant pp ON pp.id = p.person
        WHERE r.message = ? ORDER BY r.key, r.reacted_at, coalesce(pp.name, p.name), p.key
        LIMIT \(ImportedMessage.maximumReactions + ImportedMessage.maximumReactors)
        """)
    let personColumns = ColumnIndexes<Participant.Column>(of: statement, prefix: "person_")
    let rows = try Row.fetchCursor(statement, arguments: [message])
    var reactions: [Reaction] = []
    while let row = try rows.next() {
      guard let key: String = row.value("key") else { continue }
      if reactions.last?.key != key { reactions.append(Reaction(key: key, count: 0)) }
      let last = reactions.count - 1
      // Damaged numbers must not overflow.
      reactions[last].count += min(max(row.value("count") ?? 1, 1), 1_000_000_000)
      guard let person = Participant(row, personColumns) else { continue }
      if reactions[last].isOwn {
        reactions[last].people.insert(person, at: reactions[last].people.count - 1)
      } else {
        reactions[last].people.append(person)
        reactions[last].isOwn = row.value("is_own") == true
      }
    }
    return reactions.sorted { $0.count > $1.count }
  }
}

extension Attachment {
  enum Column: Int, CaseIterable, CodingKey {
    case kind, width, height, bytes, duration, isSpoiler, name, path, thumbnail, transcript, transcriptFile
  }

  /// SQL for the columns of `attachment a`.
  static let columns = """
    a.kind, a.width, a.height, a.bytes, a.duration, a.is_spoiler AS isSpoiler, a.name, a.path, a.thumbnail,
    a.transcript, a.transcript_file AS transcriptFile
    """

  init(_ row: Row, _ columns: ColumnIndexes<Column>) {
    self.init(
      // An unknown kind of a later version is shown as a file.
      kind: row.value(columns[.kind]).flatMap(Kind.init(rawValue:)) ?? .file,
      width: row.value(columns[.width]), height: row.value(columns[.height]),
      byteCount: row.value(columns[.bytes]), duration: row.value(columns[.duration]),
      name: row.value(columns[.name]), path: row.value(columns[.path]),
      thumbnail: row.value(columns[.thumbnail]), isSpoiler: row.value(columns[.isSpoiler]) ?? false,
      transcript: Transcript(row, columns))
  }
}

extension Attachment.Transcript {
  init?(_ row: Row, _ columns: ColumnIndexes<Attachment.Column>) {
    guard let text: String = row.value(columns[.transcript]) else { return nil }
    self.init(text, file: row.value(columns[.transcriptFile]))
  }
}

extension Edit {
  /// The earlier texts of a message, the oldest first.
  static func fetchAll(_ db: Database, of message: Message.ID, limit: Int) throws -> [Edit] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT coalesce(lead(e.written_at) OVER (ORDER BY e.position), m.edited_at, m.sent_at) AS replaced_at, e.text
          FROM edit e JOIN message m ON m.id = e.message WHERE e.message = ? ORDER BY e.position LIMIT ?
          """), arguments: [message, limit])
    return try Array(
      rows.map { Edit(replacedAt: $0.value("replaced_at") ?? 0, text: $0.value("text") ?? "") })
  }
}

extension Participant {
  enum Column: Int, CaseIterable, CodingKey { case id, name, color }

  /// SQL for the columns of a person.
  ///
  /// - Parameters:
  ///   - participant: The alias of the participant.
  ///   - person: The alias of the participant who represents the person, which may have no row.
  static func columns(_ participant: String, _ person: String, prefix: String) -> String {
    """
    coalesce(\(person).id, \(participant).id) AS \(prefix)id,
    coalesce(\(person).name, \(participant).name) AS \(prefix)name,
    coalesce(\(person).color_seed, \(participant).color_seed) AS \(prefix)color
    """
  }

  init?(_ row: Row, _ columns: ColumnIndexes<Column>) {
    guard let id: Int64 = row.value(columns[.id]) else { return nil }
    self.init(
      id: id, name: row.value(columns[.name]) ?? tr("Unknown"),
      colorSeed: UInt64(bitPattern: row.value(columns[.color]) ?? 0))
  }
}
