import Chats
import GRDB

/// A message that is not in the archive yet.
///
/// A class, because a copy of a value would count the references of each text.
final class NewMessage {
  let conversation: Conversation.ID
  let chat: Conversation.ID
  let orderKey: Int64
  /// The import to which the message counts.
  let importID: ImportRecord.ID?
  /// Nil for a message without a key.
  let source: String?
  let flags: MessageFlags
  let version: MessageVersion
  /// See ``MessageVersion/digest``.
  let digest: Int64

  init(
    in conversation: Conversation.ID, chat: Conversation.ID, orderKey: Int64, importID: ImportRecord.ID?,
    source: String? = nil, flags: MessageFlags, _ version: MessageVersion,
    digest: Int64? = nil
  ) {
    self.conversation = conversation
    self.chat = chat
    self.orderKey = orderKey
    self.importID = importID
    self.source = source
    self.flags = flags
    self.version = version
    self.digest = digest ?? version.digest
  }
}

/// Writes rows of messages, with their rows in other tables. Only one value of this type may be in use for a connection
/// at a time.
///
/// A statement opens the table and its indices, and searches them from their roots. For several messages it does so
/// only once, which takes a quarter less time than a statement for each message.
struct MessageRows {
  /// The number of messages in a statement. Larger groups are not faster.
  static let groupSize = 16
  /// The limit of the last row's number below which SQLite numbers the rows of any batch consecutively.
  private static let largestNumber: Message.ID = 1 << 62

  private let db: Database
  private let one: RepeatedStatement
  private let group: RepeatedStatement
  private let attachment: RepeatedStatement
  private let reaction: RepeatedStatement
  private let edit: RepeatedStatement
  private let numbersAreConsecutive: Bool

  init(_ db: Database) throws {
    self.db = db
    one = try RepeatedStatement(db, sql: Self.sql(rows: 1))
    group = try RepeatedStatement(db, sql: Self.sql(rows: Self.groupSize))
    attachment = try RepeatedStatement(
      db,
      sql: """
        INSERT INTO attachment (
          message, position, chat, order_key, shelf, kind, width, height, bytes, duration, is_spoiler, name, path,
          thumbnail, transcript, transcript_file
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    reaction = try RepeatedStatement(
      db,
      sql:
        "INSERT OR IGNORE INTO reaction (message, key, participant, count, reacted_at) VALUES (?, ?, ?, ?, ?)"
    )
    edit = try RepeatedStatement(
      db, sql: "INSERT OR IGNORE INTO edit (message, position, written_at, text) VALUES (?, ?, ?, ?)")
    let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM message"))
    numbersAreConsecutive = last ?? 0 < Self.largestNumber
  }

  // MARK: Inserting

  private static let columns = [
    "conversation", "chat", "order_key", "sent_at", "sender", "is_own", "kind", "flags", "digest",
    "edited_at",
    "topic_source",
    "import", "source", "reply_source", "album", "details", "entities", "text",
  ]

  /// A failing statement keeps the rows that it has inserted. The transaction ends then anyway, and a journal of each
  /// statement, which would undo them, takes a tenth of the time.
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
  /// - Returns: The number of each message; nil if its conversation already has a message with its source key, possibly
  ///   an earlier one of the list.
  func insert(_ messages: [NewMessage]) throws -> [Message.ID?] {
    let numbers = try insertRows(messages)
    for (message, id) in zip(messages, numbers) {
      guard let id else { continue }
      try insertFiles(of: message.version, id, chat: message.chat, orderKey: message.orderKey)
      try insertReactions(of: message.version, id)
      try insertEdits(of: message.version, id)
      try insertParts(message.version.rest.parts, id, in: message.conversation)
    }
    return numbers
  }

  private func insertRows(_ messages: [NewMessage]) throws -> [Message.ID?] {
    guard messages.count == Self.groupSize, numbersAreConsecutive else {
      return try messages.map { message in
        let count = try one.execute { append(message, to: &$0) }
        return count > 0 ? one.lastRow : nil
      }
    }
    let count = try group.execute { parameters in
      for message in messages { append(message, to: &parameters) }
    }
    guard count > 0 else { return messages.map { _ in nil } }
    // SQLite numbers the rows of a statement consecutively, in their order.
    var next = group.lastRow - Int64(count) + 1
    return try messages.map { message in
      let isNew = try count == messages.count || isNumbered(next, message)
      defer { if isNew { next += 1 } }
      return isNew ? next : nil
    }
  }

  /// Whether a message got this number. A message without a key is always inserted.
  private func isNumbered(_ id: Message.ID, _ message: NewMessage) throws -> Bool {
    guard let source = message.source else { return true }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM message WHERE conversation = ? AND source = ?"),
      arguments: [message.conversation, source.withoutNUL]) == id
  }

  /// Sets the parameters of ``columns``.
  private func append(_ message: NewMessage, to list: inout RepeatedStatement.Parameters) {
    list.append(message.conversation)
    list.append(message.chat)
    list.append(message.orderKey)
    list.append(message.version.time.sentAt)
    list.append(message.version.author.sender)
    list.append(message.version.author.isOwn)
    list.append(message.version.body.kind)
    list.append(message.flags.rawValue)
    list.append(message.digest)
    list.append(message.version.body.editedAt)
    list.append(message.version.rest.topic)
    list.append(message.importID)
    list.append(message.source)
    list.append(message.version.rest.reply)
    list.append(message.version.rest.album)
    list.append(message.version.rest.details)
    list.append(message.version.body.entities)
    list.append(message.version.body.text)
  }

  private func insertFiles(
    of version: MessageVersion, _ id: Message.ID, chat: Conversation.ID, orderKey: Int64
  ) throws {
    for (position, file) in version.files.enumerated() {
      try attachment.execute { row in
        row.append(id)
        row.append(position)
        row.append(chat)
        row.append(orderKey)
        row.append(Attachment.Kind(rawValue: file.kind)?.shelf?.rawValue)
        row.append(file.kind)
        row.append(file.width)
        row.append(file.height)
        row.append(file.bytes)
        row.append(file.duration)
        row.append(file.isSpoiler)
        row.append(file.name)
        row.append(file.path)
        row.append(file.thumbnail)
        row.append(file.transcript?.text)
        row.append(file.transcript?.file)
      }
    }
  }

  private func insertReactions(of version: MessageVersion, _ id: Message.ID) throws {
    for item in version.reactions {
      try reaction.execute { row in
        row.append(id)
        row.append(item.key)
        row.append(item.participant)
        row.append(item.count)
        row.append(item.reactedAt)
      }
    }
  }

  private func insertEdits(of version: MessageVersion, _ id: Message.ID) throws {
    for (position, item) in version.earlier.enumerated() {
      try edit.execute { row in
        row.append(id)
        row.append(position)
        row.append(item.writtenAt)
        row.append(item.text)
      }
    }
  }

  private func insertParts(_ parts: [String], _ id: Message.ID, in conversation: Conversation.ID) throws {
    for part in parts {
      try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO album_part (conversation, source, message) VALUES (?, ?, ?)"
      ).execute(arguments: [conversation, part, id])
    }
  }

  // MARK: Changing

  /// Changes a stored message to a version. Tables without changes are not written.
  ///
  /// - Parameters:
  ///   - orderKey: The new order key of the message.
  ///   - source: The new source key of an album; nil to leave it.
  ///   - digest: The digest of the version that imports without a row in `message_version` had; nil if there is none.
  func change(
    _ stored: StoredMessage, to version: MessageVersion, orderKey: Int64, source: String? = nil,
    digest: Int64? = nil
  ) throws {
    let before = stored.version
    let moves = orderKey != stored.orderKey
    let source = source ?? stored.source
    guard version != before || moves || source != stored.source || digest != stored.digest else { return }
    try db.cachedStatement(
      sql: """
        UPDATE message SET order_key = ?, sent_at = ?, sender = ?, is_own = ?, kind = ?,
          flags = ? | (flags & \(MessageFlags.bookmark.rawValue)), digest = ?, edited_at = ?, source = ?, reply_source = ?, topic_source = ?, album = ?, details = ?, entities = ?, text = ?
        WHERE id = ?
        """
    ).execute(
      arguments: [
        orderKey, version.time.sentAt, version.author.sender, version.author.isOwn, version.body.kind,
        version.flags.rawValue, digest, version.body.editedAt, source, version.rest.reply, version.rest.topic,
        version.rest.album, version.rest.details, version.body.entities, version.body.text, stored.id,
      ])
    if version.files != before.files || moves && !version.files.isEmpty {
      try delete(from: "attachment", stored.id)
      try insertFiles(of: version, stored.id, chat: stored.chat, orderKey: orderKey)
    }
    if version.reactions != before.reactions {
      try delete(from: "reaction", stored.id)
      try insertReactions(of: version, stored.id)
    }
    if version.earlier != before.earlier {
      try delete(from: "edit", stored.id)
      try insertEdits(of: version, stored.id)
    }
    for part in before.rest.parts where !version.rest.parts.contains(part) {
      try db.cachedStatement(sql: "DELETE FROM album_part WHERE conversation = ? AND source = ?")
        .execute(arguments: [stored.conversation, part])
    }
    try insertParts(
      version.rest.parts.filter { !before.rest.parts.contains($0) }, stored.id, in: stored.conversation)
  }

  // MARK: Removing

  /// Removes the further messages of an album.
  func removeParts(of stored: StoredMessage) throws {
    if !stored.version.rest.parts.isEmpty { try delete(from: "album_part", stored.id) }
  }

  /// Removes a message whose parts and versions are removed already.
  func remove(_ id: Message.ID) throws {
    try Bookmarks(db).lose("id = ?", [id])
    for table in ["attachment", "reaction", "edit"] { try delete(from: table, id) }
    try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?").execute(arguments: [id])
  }

  private func delete(from table: String, _ message: Message.ID) throws {
    try db.cachedStatement(sql: "DELETE FROM \(table) WHERE message = ?").execute(arguments: [message])
  }
}
