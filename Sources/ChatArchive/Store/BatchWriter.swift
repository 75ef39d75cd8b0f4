import GRDB

/// Writes messages within one transaction, and keeps the counters in step.
struct BatchWriter {
  /// A row of `conversation` or `participant`, with its text as it is now.
  private struct Named {
    let id: Int64
    let name: String
  }

  private let db: Database
  private var conversations: [String: Named] = [:]
  private var participants: [String: Named] = [:]
  private var gains: [Conversation.ID: ConversationGain] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// Stores the messages that are new. To be called once, in a transaction.
  consuming func write(_ batch: [ImportedMessage]) throws -> BatchResult {
    var result = BatchResult()
    for message in batch {
      let conversation = try conversationID(of: message)
      let sender = try message.sender.map { try participantID(of: $0) }
      guard try insert(message, conversation: conversation, sender: sender) else {
        result.duplicates += 1
        continue
      }
      result.added += 1
      gains[conversation, default: ConversationGain()].count(message, sender: sender)
    }
    for (conversation, gain) in gains { try gain.store(in: conversation, db) }
    result.conversations = Set(gains.keys)
    return result
  }

  private mutating func conversationID(of message: ImportedMessage) throws -> Conversation.ID {
    let title = message.conversationTitle.nonBlank ?? message.conversationKey.nonBlank ?? "Conversation"
    return try id(
      of: message.conversationKey, named: title, in: \.conversations,
      find: "SELECT id, title FROM conversation WHERE key = ?",
      insert: "INSERT INTO conversation (key, title) VALUES (?, ?)", insertArguments: [],
      rename: "UPDATE conversation SET title = ? WHERE id = ?")
  }

  private mutating func participantID(of sender: ImportedMessage.Sender) throws -> Participant.ID {
    let name = sender.name.nonBlank ?? sender.key.nonBlank ?? "Unknown"
    return try id(
      of: sender.key, named: name, in: \.participants,
      find: "SELECT id, name FROM participant WHERE key = ?",
      insert: "INSERT INTO participant (key, name, color_seed) VALUES (?, ?, ?)",
      insertArguments: [Int64(bitPattern: FNV1a.hash(sender.key))],
      rename: "UPDATE participant SET name = ? WHERE id = ?")
  }

  /// Finds or inserts the row with this key; a name that has changed since is brought up to date.
  private mutating func id(
    of key: String, named name: String, in cache: WritableKeyPath<Self, [String: Named]>,
    find: String, insert: String, insertArguments: StatementArguments, rename: String
  ) throws -> Int64 {
    if let known = self[keyPath: cache][key], known.name == name { return known.id }
    let key = key.withoutNUL
    let name = name.withoutNUL
    let id: Int64
    if let row = try Row.fetchOne(db.cachedStatement(sql: find), arguments: [key]) {
      id = row[0]
      if row[1] != name { try db.cachedStatement(sql: rename).execute(arguments: [name, id]) }
    } else {
      try db.cachedStatement(sql: insert).execute(arguments: [key, name] + insertArguments)
      id = db.lastInsertedRowID
    }
    self[keyPath: cache][key] = Named(id: id, name: name)
    return id
  }

  /// False when the conversation has a message with this source key already.
  private func insert(
    _ message: ImportedMessage, conversation: Conversation.ID, sender: Participant.ID?
  ) throws -> Bool {
    let attachment = message.attachment
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO message (
          conversation, sent_at, sender, is_own, kind, source, reply_source,
          attachment_kind, attachment_width, attachment_height, attachment_bytes, attachment_name,
          attachment_path, entities, text
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """)
    try statement.execute(
      arguments: [
        conversation, message.sentAt, sender, message.isOwn, message.kind.rawValue,
        message.sourceID.withoutNUL, message.replyTo?.withoutNUL,
        attachment?.kind.rawValue, attachment?.width, attachment?.height, attachment?.byteCount,
        attachment?.name?.withoutNUL, attachment?.path?.withoutNUL,
        EntityCoding.encode(message.entities, of: message.text), message.text.withoutNUL,
      ])
    return db.changesCount > 0
  }
}

extension String {
  /// The string, or nil when there is nothing in it to be read.
  fileprivate var nonBlank: String? {
    contains { !$0.isWhitespace } ? self : nil
  }

  /// The string as SQLite can keep it. A NUL would end it; a space is as long, so that offsets stay true.
  fileprivate var withoutNUL: String {
    utf8.contains(0) ? String(decoding: utf8.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self) : self
  }
}
