import GRDB
import SeededRandom

/// What `Archive.writeBatch` has done with a batch.
public struct BatchResult: Sendable, Hashable {
  /// Messages that are new in the archive.
  public var added: Int
  /// Messages that the archive already had, or that came twice in the batch. They were left unchanged.
  public var duplicates: Int
  /// Conversations to which a message was added.
  public var conversations: Set<Conversation.ID>

  /// A result with the given values; by default, nothing was done.
  public init(added: Int = 0, duplicates: Int = 0, conversations: Set<Conversation.ID> = []) {
    self.added = added
    self.duplicates = duplicates
    self.conversations = conversations
  }
}

/// Writes messages within one transaction and updates the counters of their conversations.
struct BatchWriter {
  /// A row of `conversation` or `participant` with its current name.
  private struct Named {
    let id: Int64
    let name: String
  }

  /// What the batch adds to the counters of one conversation.
  private struct Gain {
    private(set) var added = 0
    private(set) var newestSentAt = Int64.min
    /// The first participant whose message is the archive owner's.
    private(set) var owner: Participant.ID?
    private(set) var addedBySender: [Participant.ID: Int] = [:]

    mutating func count(_ message: ImportedMessage, of sender: Participant.ID?) {
      added += 1
      newestSentAt = max(newestSentAt, message.sentAt)
      guard let sender else { return }
      if message.isOwn, owner == nil { owner = sender }
      // A person who only joined or pinned a message has not written.
      if message.kind != .service { addedBySender[sender, default: 0] += 1 }
    }
  }

  private let db: Database
  private var conversations: [String: Named] = [:]
  private var participants: [String: Named] = [:]
  private var gains: [Conversation.ID: Gain] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// Stores the new messages. Call it in a transaction.
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
      gains[conversation, default: Gain()].count(message, of: sender)
    }
    for (conversation, gain) in gains { try store(gain, of: conversation) }
    result.conversations = Set(gains.keys)
    return result
  }

  private func store(_ gain: Gain, of conversation: Conversation.ID) throws {
    for (sender, count) in gain.addedBySender {
      try db.cachedStatement(
        sql: """
          INSERT INTO membership (conversation, participant, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count
          """
      ).execute(arguments: [conversation, sender, count])
    }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET
          message_count = message_count + ?1,
          participant_count = (SELECT count(*) FROM membership WHERE conversation = ?4),
          last_sent_at = max(coalesce(last_sent_at, ?2), ?2),
          owner = coalesce(owner, ?3)
        WHERE id = ?4
        """
    ).execute(arguments: [gain.added, gain.newestSentAt, gain.owner, conversation])
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

  /// Finds or inserts the row with this key, and updates its name if it has changed.
  private mutating func id(
    of key: String, named name: String, in cache: WritableKeyPath<Self, [String: Named]>,
    find: String, insert: String, insertArguments: StatementArguments, rename: String
  ) throws -> Int64 {
    if let known = self[keyPath: cache][key], known.name == name { return known.id }
    let key = key.withoutNUL
    let name = name.withoutNUL
    let id: Int64
    if let row = try Row.fetchOne(db.cachedStatement(sql: find), arguments: [key]) {
      id = try row.required(0)
      if row.value(1) != name { try db.cachedStatement(sql: rename).execute(arguments: [name, id]) }
    } else {
      try db.cachedStatement(sql: insert).execute(arguments: [key, name] + insertArguments)
      id = db.lastInsertedRowID
    }
    self[keyPath: cache][key] = Named(id: id, name: name)
    return id
  }

  /// False if the conversation already has a message with this source key.
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
  /// The string; nil if it is empty or only whitespace.
  fileprivate var nonBlank: String? {
    contains { !$0.isWhitespace } ? self : nil
  }

  /// The string with spaces in place of NUL, at which SQLite would end it. The offsets of entities stay valid.
  fileprivate var withoutNUL: String {
    utf8.contains(0) ? String(decoding: utf8.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self) : self
  }
}
