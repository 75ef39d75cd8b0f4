import Chats
import Foundation
import GRDB

/// A message as it is stored, with the values that its version lacks.
struct StoredMessage {
  let id: Message.ID
  let conversation: Conversation.ID
  let chat: Conversation.ID
  let orderKey: Int64
  /// The import that added it; nil if unknown.
  let importID: ImportRecord.ID?
  /// Nil for a message without a key.
  let source: String?
  /// The digest of the version that imports without a row in `message_version` had; nil if it is not known.
  let digest: Int64?
  var version: MessageVersion

  /// Whether it was written in this archive, which no import changes.
  var isWrittenHere: Bool { importID == nil && source?.hasPrefix(ImportedMessage.sentPrefix) == true }

  private enum Column: Int, CaseIterable, CodingKey {
    case id, conversation, chat, orderKey, importID, source, sentAt, sender, isOwn, kind, flags, digest
    case editedAt, reply, topic, album, details, entities, text
  }

  private static let columns = """
    id, conversation, chat, order_key AS orderKey, import AS importID, source, sent_at AS sentAt, sender,
    is_own AS isOwn, kind, flags, digest, edited_at AS editedAt, reply_source AS reply, topic_source AS topic, album,
    details, entities, text
    """

  /// Reads the messages that an SQL condition selects.
  static func fetch(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [StoredMessage] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM message WHERE \(condition)")
    let columns = ColumnIndexes<Column>(of: statement)
    return try Row.fetchAll(statement, arguments: arguments).map { try StoredMessage($0, columns, db) }
  }

  /// Reads the intact columns of a damaged row.
  private init(_ row: Row, _ columns: ColumnIndexes<Column>, _ db: Database) throws {
    id = try row.required(columns[.id])
    conversation = row.value(columns[.conversation]) ?? 0
    chat = row.value(columns[.chat]) ?? 0
    orderKey = row.value(columns[.orderKey]) ?? 0
    importID = row.value(columns[.importID])
    source = row.value(columns[.source])
    digest = row.value(columns[.digest])
    let flags = MessageFlags(rawValue: row.value(columns[.flags]) ?? 0)
    let album: String? = row.value(columns[.album])
    version = MessageVersion(
      time: MessageVersion.Time(
        sentAt: row.value(columns[.sentAt]) ?? OrderKey.time(of: orderKey),
        isAssumed: flags.contains(.assumedTime), resolution: source == nil ? flags.resolution : nil,
        orderKey: source == nil ? nil : orderKey),
      author: MessageVersion.Author(
        sender: row.value(columns[.sender]), isOwn: row.value(columns[.isOwn]) ?? false),
      body: MessageVersion.Body(
        kind: row.value(columns[.kind]) ?? 0, text: row.value(columns[.text]) ?? "",
        entities: row.value(columns[.entities]), editedAt: row.value(columns[.editedAt])),
      earlier: flags.contains(.edits) ? try Self.earlier(of: id, db) : [],
      files: flags.contains(.attachments) ? try Self.files(of: id, db) : [],
      reactions: flags.contains(.reactions) ? try Self.reactions(to: id, db) : [],
      rest: MessageVersion.Rest(
        reply: row.value(columns[.reply]), topic: row.value(columns[.topic]), album: album,
        details: row.value(columns[.details]),
        parts: album == nil ? [] : try Self.parts(of: id, db)))
  }

  private static func files(of id: Message.ID, _ db: Database) throws -> [MessageVersion.File] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Attachment.columns) FROM attachment a WHERE a.message = ? ORDER BY a.position")
    let columns = ColumnIndexes<Attachment.Column>(of: statement)
    return try Array(
      Row.fetchCursor(statement, arguments: [id]).map { row in
        MessageVersion.File(
          kind: row.value(columns[.kind]) ?? Attachment.Kind.file.rawValue, width: row.value(columns[.width]),
          height: row.value(columns[.height]), bytes: row.value(columns[.bytes]),
          duration: row.value(columns[.duration]), isSpoiler: row.value(columns[.isSpoiler]) ?? false,
          name: row.value(columns[.name]), path: row.value(columns[.path]),
          thumbnail: row.value(columns[.thumbnail]), transcript: Attachment.Transcript(row, columns))
      })
  }

  private static func reactions(to id: Message.ID, _ db: Database) throws -> [MessageVersion.Reaction] {
    let statement = try db.cachedStatement(
      sql:
        "SELECT key, participant, count, reacted_at FROM reaction WHERE message = ? ORDER BY key, participant"
    )
    return try Array(
      Row.fetchCursor(statement, arguments: [id]).map { row in
        MessageVersion.Reaction(
          key: row.value("key") ?? "", participant: row.value("participant") ?? 0,
          count: row.value("count") ?? 1, reactedAt: row.value("reacted_at"))
      })
  }

  private static func earlier(of id: Message.ID, _ db: Database) throws -> [MessageVersion.Earlier] {
    try Array(
      Row.fetchCursor(
        db.cachedStatement(sql: "SELECT text, written_at FROM edit WHERE message = ? ORDER BY position"),
        arguments: [id]
      ).map { MessageVersion.Earlier(text: $0.value("text") ?? "", writtenAt: $0.value("written_at")) })
  }

  private static func parts(of id: Message.ID, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT a.source FROM album_part a JOIN message m ON m.id = ?1
          WHERE a.conversation = m.conversation AND a.message = ?1 ORDER BY a.source
          """), arguments: [id])
  }
}

// MARK: Delivered versions

extension Attachment.Transcript {
  fileprivate var withoutNUL: Self? { Self(text.withoutNUL, file: file?.withoutNUL) }
}

extension MessageVersion {
  /// Creates the version that an import delivers.
  ///
  /// - Parameters:
  ///   - sender: The participant that sent it.
  ///   - participant: Finds a person, or adds them.
  init(
    _ message: ImportedMessage, sender: Participant.ID?, isOwn: Bool,
    participant: (ImportedMessage.Sender) throws -> Participant.ID
  ) throws {
    let hasKey = message.sequence == nil
    time = Time(
      sentAt: message.sentAt, resolution: message.sequence,
      orderKey: hasKey ? message.orderKey ?? OrderKey.make(sentAt: message.sentAt) : nil)
    author = Author(sender: sender, isOwn: isOwn)
    body = Body(
      kind: message.kind.rawValue, text: message.text.withoutNUL,
      entities: EntityCoding.encode(message.entities, of: message.text),
      editedAt: message.editedAt
        ?? message.edits.last.flatMap { $0.replacedAt > message.sentAt ? $0.replacedAt : nil })
    // A text was written when the previous one was replaced.
    earlier = []
    if !message.edits.isEmpty {
      let edits = message.edits
        .sorted { $0.replacedAt < $1.replacedAt }
      let times = [nil] + edits.dropLast().map(\.replacedAt)
      earlier = Self.earlier(
        zip(edits, times).map { Earlier(text: $0.text.withoutNUL, writtenAt: $1) }, apartFrom: body)
    }
    files = message.attachments.map { file in
      File(
        kind: file.kind.rawValue, width: file.width, height: file.height, bytes: file.byteCount,
        duration: file.duration, isSpoiler: file.isSpoiler, name: file.name?.withoutNUL,
        path: file.path?.withoutNUL, thumbnail: file.thumbnail?.withoutNUL,
        transcript: file.transcript?.withoutNUL)
    }
    reactions = try Self.reactions(message, participant: participant)
    rest = Rest(
      reply: hasKey ? message.replyTo?.withoutNUL : nil, topic: message.topic?.source.withoutNUL,
      album: hasKey ? message.album?.withoutNUL : nil,
      details: message.isPlain ? nil : DetailsCoding.encode(message.details), parts: [])
  }

  private static func reactions(
    _ message: ImportedMessage, participant: (ImportedMessage.Sender) throws -> Participant.ID
  ) throws -> [Reaction] {
    var found: [Reaction] = []
    // If a person has several reactions with one key, the first one counts.
    var known: [String: Set<Participant.ID>] = [:]
    func add(_ reaction: Reaction) {
      if known[reaction.key, default: []].insert(reaction.participant).inserted { found.append(reaction) }
    }
    for reaction in message.storedReactions {
      let people = reaction.people
      let key = reaction.key.withoutNUL
      for person in people {
        add(
          Reaction(
            key: key, participant: try participant(person.sender), count: 1, reactedAt: person.reactedAt))
      }
      let rest = reaction.count - people.count
      if rest > 0 { add(Reaction(key: key, participant: 0, count: rest, reactedAt: nil)) }
    }
    return found.sorted { $0.isBefore($1) }
  }
}
