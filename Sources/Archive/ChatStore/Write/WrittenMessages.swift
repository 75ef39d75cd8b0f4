import Chats
import Foundation
import GRDB

/// Messages and notes that are written in an archive rather than imported: adding, changing and deleting them.
///
/// A message that was written here has a source key of its own and belongs to no import. Imported messages are never
/// changed or deleted here. Each change is one transaction: after an error or a kill, all of it is stored or nothing.
extension Archive {
  /// Appends a message of the archive's owner to the conversation and returns it once it is stored.
  ///
  /// The message becomes the last one: a `sentAt` before the newest message's is raised to it. Its sender is the
  /// person whose messages in the conversation are the owner's, or a person named "You".
  ///
  /// Nothing is sent from an imported conversation: messages that are written there are notes. See
  /// ``addNote(_:in:at:)``.
  ///
  /// - Parameter sentAt: Milliseconds since 1970 UTC.
  public func send(
    _ text: String, in conversation: Conversation.ID, at sentAt: Int64
  ) async throws(ArchiveError) -> Message {
    try await changing { [path] db in
      try WrittenMessages(db, path: path).append(text, to: conversation, at: sentAt, kind: .normal)
    }
  }

  /// Adds a note to a chat and returns it once it is stored.
  ///
  /// A note is written by the reader beside an imported chat. It has no sender, so the people of the chat stay as they
  /// are, and nothing is marked as read. Its position is that of the time at which it was written, after all messages
  /// that the chat has by then.
  ///
  /// - Parameter writtenAt: Milliseconds since 1970 UTC; raised to the newest message's time if it is earlier.
  public func addNote(
    _ text: String, in conversation: Conversation.ID, at writtenAt: Int64
  ) async throws(ArchiveError) -> Message {
    try await changing { [path] db in
      try WrittenMessages(db, path: path).append(text, to: conversation, at: writtenAt, kind: .note)
    }
  }

  /// Changes the text of a note that was written here. The note keeps its position and its time; the old text is
  /// overwritten in the file.
  ///
  /// - Returns: The changed note.
  public func editNote(_ id: Message.ID, to text: String) async throws(ArchiveError) -> Message {
    try await changing { [path] db in try WrittenMessages(db, path: path).edit(id, to: text) }
  }

  /// Deletes a message or a note that was written here; its text is overwritten in the file. Files stay where they are.
  ///
  /// Its words are deleted from the search index, but are overwritten only when SQLite next merges the index.
  ///
  /// Takes a few milliseconds. If many messages follow the deleted one, it takes time in proportion to them.
  ///
  /// - Returns: The data with which ``restore(_:)`` restores the message.
  public func deleteWritten(_ id: Message.ID) async throws(ArchiveError) -> DeletedMessage {
    try await changing { [path] db in try WrittenMessages(db, path: path).delete(id) }
  }

  /// Restores a deleted message with all its parts, at its position. If the archive has the message again, for example
  /// from an import of an export that contained it, that one stays.
  ///
  /// - Returns: The message. Its number changes if a new message has taken it.
  public func restore(_ deleted: DeletedMessage) async throws(ArchiveError) -> Message {
    try await changing { [path] db in try WrittenMessages(db, path: path).restore(deleted) }
  }
}

/// A deleted message, with the data to restore it.
public struct DeletedMessage: Sendable, Hashable {
  /// The message as it was shown.
  public let message: Message
  fileprivate let conversation: Conversation.ID
  fileprivate let source: String?
  /// The row of the message, followed by its rows in other tables.
  fileprivate let rows: [StoredRow]
}

/// A row of any table.
private struct StoredRow: Sendable, Hashable {
  let table: String
  private var columns: [String]
  private var values: [DatabaseValue]

  init(_ row: Row, of table: String) {
    self.table = table
    columns = Array(row.columnNames)
    values = Array(row.databaseValues)
  }

  subscript(column: String) -> DatabaseValue {
    get { columns.firstIndex(of: column).map { values[$0] } ?? .null }
    set { if let index = columns.firstIndex(of: column) { values[index] = newValue } }
  }

  /// Inserts the row. Returns whether it is new.
  func insert(_ db: Database) throws -> Bool {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try db.execute(
      sql: """
        INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT DO NOTHING
        """, arguments: StatementArguments(values))
    return db.changesCount > 0
  }
}

extension ImportedMessage.Sender {
  /// The archive's owner in a conversation that has no message of theirs.
  package static let you = Self(key: "you", name: "You")
}

extension ImportedMessage {
  /// The prefix of the source keys of messages that were written in the archive.
  static let sentPrefix = "sent:"

  /// SQL for whether a row of the table `message`, or of an alias of it, was written in the archive.
  static func isWrittenHere(in table: String = "message") -> String {
    "\(table).import IS NULL AND \(table).source GLOB '\(sentPrefix)*'"
  }
}

/// Changes messages that were written here, within one transaction.
private struct WrittenMessages {
  private let db: Database
  private let path: String

  init(_ db: Database, path: String) {
    self.db = db
    self.path = path
  }

  // MARK: Adding

  /// - Parameter number: A conversation, or a topic or thread, to which the message then belongs.
  func append(
    _ text: String, to number: Conversation.ID, at sentAt: Int64, kind: Message.Kind
  ) throws -> Message {
    let topic = Topic.id(ofPart: number)
    let conversation = try topic == nil ? number : conversation(ofTopic: topic) ?? 0
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT c.key, c.title, p.key AS owner, p.name AS owner_name,
          (SELECT order_key FROM message WHERE chat = coalesce(c.merged_into, c.id) ORDER BY order_key DESC LIMIT 1)
            AS last_key,
          (SELECT max(last_sent_at) FROM conversation s
            WHERE coalesce(s.merged_into, s.id) = coalesce(c.merged_into, c.id)) AS last_sent_at
        FROM conversation c LEFT JOIN participant p ON p.id = c.owner
        WHERE c.id = ?
        """, arguments: [conversation])
    guard let row else { throw ArchiveError.noSuchConversation(path: path, id: conversation) }
    let owner: ImportedMessage.Sender =
      if let key: String = row.value("owner") {
        .init(key: key, name: row.value("owner_name") ?? "")
      } else {
        .you
      }
    let time = max(sentAt, row.value("last_sent_at") ?? .min)
    let message = ImportedMessage(
      conversationKey: try row.required("key"), conversationTitle: row.value("title") ?? "",
      sourceID: "\(ImportedMessage.sentPrefix)\(UUID().uuidString)", sender: kind == .note ? nil : owner,
      isOwn: true, sentAt: time, kind: kind, text: text, entities: LinkDetector.addresses(in: text),
      orderKey: max(OrderKey.make(sentAt: time), row.value("last_key") ?? .min))
    _ = try BatchWriter.write([MessageBox(message)], to: db)
    // A person who answers has read the messages before. A note can be written in the middle of the chat.
    if kind != .note, let chat = try db.chat(of: conversation) {
      try ReadMark(chat: chat, db: db).moveToEnd(ifSet: true)
    }
    // Not the newest message, because one with a damaged order can be sorted after all others.
    let id = try Int64.fetchOne(db, sql: "SELECT max(id) FROM message") ?? 0
    try assign(topic, to: id, in: conversation)
    return try stored(id)
  }

  private func conversation(ofTopic topic: Topic.ID?) throws -> Conversation.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT conversation FROM topic WHERE id = ?"), arguments: [topic])
  }

  /// Puts a message into a topic or a thread; without one, into the topic of a forum's messages that state none.
  private func assign(_ topic: Topic.ID?, to id: Message.ID, in conversation: Conversation.ID) throws {
    try db.cachedStatement(
      sql: """
        UPDATE message SET (topic, topic_source) = (
          SELECT id, nullif(source, '\(Topics.general)') FROM topic
          WHERE CASE WHEN ?1 IS NULL THEN conversation = ?3 AND source = '\(Topics.general)' ELSE id = ?1 END)
        WHERE id = ?2
        """
    ).execute(arguments: [topic, id, conversation])
  }

  private func stored(_ id: Message.ID) throws -> Message {
    guard let message = try MessageQuery.message(id).fetch(db).first else {
      throw ArchiveError.noSuchMessage(path: path, id: id)
    }
    return message
  }

  private func writtenMessage(_ id: Message.ID) throws -> Message {
    let message = try stored(id)
    guard message.isWrittenHere else { throw ArchiveError.notWrittenHere(path: path, id: id) }
    return message
  }

  /// Puts a restored message into its topic, which can have another number since, or be gone until the next import.
  private func reassign(_ id: Message.ID, in conversation: Conversation.ID) throws {
    try db.cachedStatement(
      sql: """
        UPDATE message SET topic = coalesce(
          (SELECT id FROM topic WHERE conversation = ?2 AND source = message.topic_source),
          (SELECT id FROM topic WHERE conversation = ?2 AND source = '\(Topics.general)'))
        WHERE id = ?1
        """
    ).execute(arguments: [id, conversation])
  }

  // MARK: Changing

  func edit(_ id: Message.ID, to text: String) throws -> Message {
    guard try writtenMessage(id).kind == .note else {
      throw ArchiveError.notWrittenHere(path: path, id: id)
    }
    return try db.overwritingDeleted {
      let search = try SearchIndexUpdate(db)
      let (text, links) = (text.withoutNUL, LinkDetector.addresses(in: text))
      try search.willChange(id)
      try db.execute(
        sql: "UPDATE message SET text = ?, entities = ?, flags = (flags & ~?4) | (?4 * ?5) WHERE id = ?3",
        arguments: [
          text, EntityCoding.encode(links, of: text), id, MessageFlags.link.rawValue, !links.isEmpty,
        ])
      try search.finish()
      return try stored(id)
    }
  }

  // MARK: Deleting

  /// The other tables with rows of a message.
  private static let tables = ["attachment", "reaction", "edit", "album_part", "message_version", "bookmark"]

  func delete(_ id: Message.ID) throws -> DeletedMessage {
    let message = try writtenMessage(id)
    guard let row = try Row.fetchOne(db, sql: "SELECT * FROM message WHERE id = ?", arguments: [id]) else {
      throw ArchiveError.noSuchMessage(path: path, id: id)
    }
    let head = StoredRow(row, of: "message")
    var rows = [head]
    for table in Self.tables {
      rows += try Row.fetchAll(db, sql: "SELECT * FROM \(table) WHERE message = ?", arguments: [id])
        .map { StoredRow($0, of: table) }
    }
    let conversation = Int64.fromDatabaseValue(head["conversation"]) ?? 0
    try db.overwritingDeleted {
      let search = try SearchIndexUpdate(db)
      try search.willRemove(id)
      for table in Self.tables {
        try db.execute(sql: "DELETE FROM \(table) WHERE message = ?", arguments: [id])
      }
      try db.execute(sql: "DELETE FROM message WHERE id = ?", arguments: [id])
      try search.finish()
      try countDeleted(head, in: conversation, chat: message.conversation)
      try recount(from: message.cursor, in: message.conversation)
    }
    return DeletedMessage(
      message: message, conversation: conversation, source: String.fromDatabaseValue(head["source"]),
      rows: rows)
  }

  /// The number of last messages among which the conversation's newest one is searched for. Only sources with an order
  /// of their own have it elsewhere.
  private static let lastMessages = 500

  private func countDeleted(_ row: StoredRow, in conversation: Conversation.ID, chat: Conversation.ID) throws
  {
    try db.execute(
      sql:
        "UPDATE membership SET message_count = message_count - 1 WHERE conversation = ? AND participant = ?",
      arguments: [conversation, row["sender"]])
    try db.execute(
      sql: "DELETE FROM membership WHERE conversation = ? AND participant = ? AND message_count < 1",
      arguments: [conversation, row["sender"]])
    try db.execute(
      sql: """
        UPDATE conversation SET
          message_count = max(0, message_count - 1),
          participant_count = \(People.count(in: "?1")),
          last_sent_at = CASE WHEN last_sent_at > ?3 THEN last_sent_at ELSE (
            SELECT max(sent_at) FROM (
              SELECT sent_at FROM message WHERE chat = ?2 AND conversation = ?1
              ORDER BY order_key DESC LIMIT \(Self.lastMessages))) END,
          owner = CASE WHEN owner_is_known OR owner IS NOT ?4 THEN owner ELSE (
            SELECT sender FROM message WHERE conversation = ?1 AND is_own AND sender IS NOT NULL ORDER BY id LIMIT 1)
            END
        WHERE id = ?1
        """, arguments: [conversation, chat, row["sent_at"], row["sender"]])
  }

  /// Updates the checkpoints after a message was added or removed at a position.
  private func recount(from cursor: MessageCursor, in chat: Conversation.ID) throws {
    let checkpoints = OrdinalIndex(chat: chat, db: db)
    try checkpoints.remove(after: cursor)
    try checkpoints.extend()
  }

  // MARK: Restoring

  func restore(_ deleted: DeletedMessage) throws -> Message {
    let conversation = deleted.conversation
    // The conversation can have been merged into another one since.
    let chat = try Int64.fetchOne(
      db, sql: "SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?", arguments: [conversation])
    guard let chat else { throw ArchiveError.noSuchConversation(path: path, id: conversation) }
    let known = try Int64.fetchOne(
      db, sql: "SELECT id FROM message WHERE conversation = ? AND source = ?",
      arguments: [conversation, deleted.source])
    if let known { return try stored(known) }
    guard var row = deleted.rows.first else {
      throw ArchiveError.noSuchMessage(path: path, id: deleted.message.id)
    }
    row["chat"] = chat.databaseValue
    if try !row.insert(db) {
      row["id"] = .null
      guard try row.insert(db) else {
        throw ArchiveError.noSuchMessage(path: path, id: deleted.message.id)
      }
    }
    let id = db.lastInsertedRowID
    for var part in deleted.rows.dropFirst() {
      part["message"] = id.databaseValue
      part["chat"] = chat.databaseValue
      _ = try part.insert(db)
    }
    try reassign(id, in: conversation)
    let search = try SearchIndexUpdate(db)
    search.add(id)
    try search.finish()
    try countRestored(row, in: conversation)
    let message = try stored(id)
    try recount(from: message.cursor, in: chat)
    return message
  }

  private func countRestored(_ row: StoredRow, in conversation: Conversation.ID) throws {
    try db.execute(
      sql: """
        INSERT INTO membership (conversation, participant, message_count) SELECT ?1, ?2, 1 WHERE ?2 IS NOT NULL
        ON CONFLICT DO UPDATE SET message_count = message_count + 1
        """, arguments: [conversation, row["sender"]])
    try db.execute(
      sql: """
        UPDATE conversation SET
          message_count = message_count + 1,
          participant_count = \(People.count(in: "?1")),
          last_sent_at = coalesce(max(last_sent_at, ?2), last_sent_at, ?2),
          owner = CASE WHEN owner_is_known THEN owner ELSE coalesce(owner, ?3) END
        WHERE id = ?1
        """, arguments: [conversation, row["sent_at"], row["sender"]])
  }
}

extension Database {
  /// Overwrites content in the file that `body` deletes or replaces.
  func overwritingDeleted<T>(_ body: () throws -> T) throws -> T {
    let overwrites = try Int.fetchOne(self, sql: "PRAGMA secure_delete") ?? 0
    _ = try Int.fetchOne(self, sql: "PRAGMA secure_delete = 1")
    defer { _ = try? Int.fetchOne(self, sql: "PRAGMA secure_delete = \(overwrites)") }
    return try body()
  }
}
