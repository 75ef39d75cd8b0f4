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

/// What `Archive.writeBatch` tells of the messages' source.
public struct ImportContext: Sendable, Hashable {
  /// The import that the messages are counted for; see ``Archive/beginImport(of:at:)``.
  public var id: ImportRecord.ID?
  /// The first import of the same run, with which the others are one; nil for ``id`` itself. What comes after messages of
  /// earlier imports is unread.
  public var firstID: ImportRecord.ID?
  /// The time zone of the source, an identifier such as "Europe/Lisbon": that of conversations without one.
  public var timeZone: String?

  /// The context of messages with this origin.
  public init(id: ImportRecord.ID? = nil, timeZone: String? = nil) {
    self.id = id
    self.timeZone = timeZone
  }
}

/// Writes messages within one transaction and updates the counters of their conversations.
struct BatchWriter {
  /// A row of `participant` with its current name.
  private struct Named {
    let id: Int64
    let name: String
    /// The name in the source.
    let source: String
  }

  /// A row of `conversation` with its current title.
  private struct Place {
    let id: Conversation.ID
    let title: String
    /// Where its messages are shown.
    let chat: Conversation.ID
    /// The participants who are the owner; nil while that is a guess.
    let owners: Set<Participant.ID>?
    /// The position after which a message is the last of its chat.
    var last: MessageCursor
    var hasTopics: Bool

    /// Whether the archive's owner sent a message: what was told of the owner goes before what the source guesses.
    func isOwn(_ message: ImportedMessage, from sender: Participant.ID?) -> Bool {
      guard let owners, let sender, !message.sourceID.hasPrefix(ImportedMessage.sentPrefix) else {
        return message.isOwn
      }
      return owners.contains(sender)
    }
  }

  /// What the batch adds to the counters of one conversation.
  private struct Gain {
    /// Messages that are rows of their own.
    private(set) var added = 0
    private(set) var newestSentAt = Int64.min
    /// The first participant whose message is the archive owner's.
    private(set) var owner: Participant.ID?
    private(set) var addedBySender: [Participant.ID: Int] = [:]
    /// The first message that does not come after all others, which shifts the ordinals.
    private(set) var earliest: MessageCursor?

    mutating func count(_ message: ImportedMessage, of sender: Participant.ID?, isOwn: Bool) {
      added += 1
      newestSentAt = max(newestSentAt, message.sentAt)
      guard let sender else { return }
      if isOwn, owner == nil { owner = sender }
      // A person who only joined or pinned a message has not written.
      if message.kind != .service { addedBySender[sender, default: 0] += 1 }
    }

    mutating func shift(at cursor: MessageCursor) { earliest = min(earliest ?? cursor, cursor) }
  }

  private let db: Database
  private let context: ImportContext
  private var conversations: [String: Place] = [:]
  private var participants: [String: Named] = [:]
  private var gains: [Conversation.ID: Gain] = [:]
  private let search: SearchIndexUpdate
  private let messageInsertion: RepeatedStatement
  private let attachmentInsertion: RepeatedStatement
  private let reactionInsertion: RepeatedStatement
  /// The conversation of the last message, by its key and title in the source.
  private var lastPlace: (key: String, title: String, place: Place)?
  /// The index words of the texts of the message that is stored, if they are known; see ``SearchDocument/textWords(of:)``.
  private var textWords: [UInt8]?

  init(_ db: Database, _ context: ImportContext = ImportContext()) throws {
    self.db = db
    self.context = context
    search = try SearchIndexUpdate(db)
    messageInsertion = try RepeatedStatement(
      db,
      sql: """
        INSERT INTO message (
          conversation, chat, order_key, sent_at, sender, is_own, kind, flags, edited_at, topic, import,
          source, reply_source, album, details, entities, text
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """)
    attachmentInsertion = try RepeatedStatement(
      db,
      sql: """
        INSERT INTO attachment (
          message, position, chat, order_key, shelf, kind, width, height, bytes, duration, is_spoiler, name, path,
          thumbnail
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    reactionInsertion = try RepeatedStatement(
      db,
      sql:
        "INSERT OR IGNORE INTO reaction (message, key, participant, count, reacted_at) VALUES (?, ?, ?, ?, ?)"
    )
  }

  /// Stores the new messages. Call it in a transaction.
  ///
  /// - Parameter textWords: What ``SearchDocument/textWords(of:)`` is for each message, if that is known.
  consuming func write(_ batch: [ImportedMessage], textWords: [[UInt8]]? = nil) throws -> BatchResult {
    var result = BatchResult()
    for (index, message) in batch.enumerated() {
      self.textWords = textWords?[index]
      let place = try place(of: message)
      let sender = try message.sender.map { try participantID(of: $0) }
      switch try store(message, in: place, sender: sender) {
      case .known:
        result.duplicates += 1
      case .part:
        result.added += 1
        result.conversations.insert(place.id)
      case .row(let cursor):
        result.added += 1
        var gain = gains[place.id] ?? Gain()
        gain.count(message, of: sender, isOwn: place.isOwn(message, from: sender))
        if cursor > place.last {
          conversations[message.conversationKey]?.last = cursor
          lastPlace?.place.last = cursor
        } else {
          gain.shift(at: cursor)
        }
        gains[place.id] = gain
      }
    }
    for place in conversations.values {
      if let gain = gains[place.id] { try store(gain, of: place) }
    }
    result.conversations.formUnion(gains.keys)
    try search.finish()
    return result
  }

  private func store(_ gain: Gain, of place: Place) throws {
    for (sender, count) in gain.addedBySender {
      try db.cachedStatement(
        sql: """
          INSERT INTO membership (conversation, participant, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count
          """
      ).execute(arguments: [place.id, sender, count])
    }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET
          message_count = message_count + ?1,
          participant_count = (SELECT count(*) FROM membership WHERE conversation = ?4),
          last_sent_at = max(coalesce(last_sent_at, ?2), ?2),
          owner = CASE WHEN owner_is_known THEN owner ELSE coalesce(owner, ?3) END
        WHERE id = ?4
        """
    ).execute(arguments: [gain.added, gain.newestSentAt, gain.owner, place.id])
    if let id = context.id {
      try db.cachedStatement(
        sql: """
          INSERT INTO import_conversation (import, conversation, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count
          """
      ).execute(arguments: [id, place.id, gain.added])
    }
    let checkpoints = Checkpoints(chat: place.chat, db: db)
    if let earliest = gain.earliest { try checkpoints.remove(after: earliest) }
    // Of messages that are appended, all; the rest when the import is complete.
    try checkpoints.extend(limit: gain.added / Checkpoints.distance + 1)
  }

  // MARK: Conversations and people

  private mutating func place(of message: ImportedMessage) throws -> Place {
    if let lastPlace, lastPlace.key == message.conversationKey, lastPlace.title == message.conversationTitle {
      return lastPlace.place
    }
    let place = try newPlace(of: message)
    lastPlace = (message.conversationKey, message.conversationTitle, place)
    return place
  }

  private mutating func newPlace(of message: ImportedMessage) throws -> Place {
    let key = message.conversationKey
    let title = (message.conversationTitle.nonBlank ?? key.nonBlank ?? "Conversation").withoutNUL
    if let known = conversations[key], known.title == title { return known }
    let stored = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, title, merged_into, EXISTS (SELECT 1 FROM topic WHERE conversation = c.id), time_zone, owner
          FROM conversation c WHERE key = ?
          """), arguments: [key.withoutNUL])
    let id: Conversation.ID
    if let stored {
      id = try stored.required(0)
      if stored.value(1) != title {
        try db.cachedStatement(sql: "UPDATE conversation SET title = ? WHERE id = ?").execute(
          arguments: [title, id])
      }
    } else {
      try db.cachedStatement(sql: "INSERT INTO conversation (key, title) VALUES (?, ?)").execute(
        arguments: [key.withoutNUL, title])
      id = db.lastInsertedRowID
    }
    if let zone = message.timeZone ?? context.timeZone, stored?.value(4) as String? == nil {
      try db.cachedStatement(sql: "UPDATE conversation SET time_zone = ? WHERE id = ?").execute(
        arguments: [zone, id])
    }
    if let owner = message.owner {
      try db.cachedStatement(
        sql: "UPDATE conversation SET owner = ?, owner_is_known = 1 WHERE id = ? AND NOT owner_is_known"
      ).execute(arguments: [try participantID(of: owner), id])
    }
    let chat: Conversation.ID = stored?.value(2) ?? id
    let last = try last(in: chat)
    // What a later import brings is unread.
    if let first = context.firstID ?? context.id {
      try ReadMark(chat: chat, db: db).set(before: first, to: last)
    }
    let place = Place(
      id: id, title: title, chat: chat, owners: try owners(of: id), last: last,
      hasTopics: stored?.value(3) ?? false)
    conversations[key] = place
    return place
  }

  /// The participants who are the conversation's owner; nil while that is a guess.
  private func owners(of conversation: Conversation.ID) throws -> Set<Participant.ID>? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT owner_is_known, owner FROM conversation WHERE id = ?"),
      arguments: [conversation])
    guard let row, row.value(0) == true else { return nil }
    guard let owner: Participant.ID = row.value(1) else { return [] }
    let participants = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM participant WHERE coalesce(person, id) = (
            SELECT coalesce(person, id) FROM participant WHERE id = ?1)
          """), arguments: [owner])
    return Set(participants)
  }

  /// The position of the last message of a chat.
  private func last(in chat: Conversation.ID) throws -> MessageCursor {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT order_key, id FROM message WHERE chat = ? ORDER BY order_key DESC, id DESC LIMIT 1"),
      arguments: [chat])
    guard let row else { return MessageCursor(orderKey: .min, id: .min) }
    // A damaged key comes after all others.
    return MessageCursor(orderKey: row.value(0) ?? .max, id: row.value(1) ?? .max)
  }

  /// Finds or inserts the person with this key, and updates the name if it has changed.
  private mutating func participantID(of sender: ImportedMessage.Sender) throws -> Participant.ID {
    if let known = participants[sender.key], known.source == sender.name { return known.id }
    let name = (sender.name.nonBlank ?? sender.key.nonBlank ?? "Unknown").withoutNUL
    if let known = participants[sender.key], known.name == name { return known.id }
    let key = sender.key.withoutNUL
    let id: Participant.ID
    let stored = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, name FROM participant WHERE key = ?"), arguments: [key])
    if let stored {
      id = try stored.required(0)
      if stored.value(1) != name {
        try db.cachedStatement(sql: "UPDATE participant SET name = ? WHERE id = ?").execute(
          arguments: [name, id])
      }
    } else {
      try db.cachedStatement(sql: "INSERT INTO participant (key, name, color_seed) VALUES (?, ?, ?)").execute(
        arguments: [key, name, Int64(bitPattern: FNV1a.hash(sender.key))])
      id = db.lastInsertedRowID
    }
    if stored?.value(1) != name {
      try db.cachedStatement(sql: "INSERT OR IGNORE INTO participant_name (participant, name) VALUES (?, ?)")
        .execute(arguments: [id, name])
    }
    participants[sender.key] = Named(id: id, name: name, source: sender.name)
    return id
  }

  // MARK: Messages

  private enum Outcome {
    /// The archive had it.
    case known
    /// It was added to the message of its album.
    case part
    case row(MessageCursor)
  }

  private mutating func store(
    _ message: ImportedMessage, in place: Place, sender: Participant.ID?
  ) throws -> Outcome {
    if message.album != nil, try hasPart(of: message, in: place) {
      // Before it is inserted: a part of an album is no row of its own.
      if let known = try known(message, in: place) {
        try complete(known, with: message, in: place)
        return .known
      }
      if let whole = try whole(of: message, in: place) {
        try completePart(of: whole, with: message)
        return .known
      }
      if let head = try head(of: message, in: place) {
        try append(message, to: head, in: place)
        return .part
      }
    }
    let orderKey = message.orderKey ?? OrderKey.make(sentAt: message.sentAt)
    guard let id = try insert(message, in: place, sender: sender, orderKey: orderKey) else {
      if message.hasMoreThanText, let known = try known(message, in: place) {
        try complete(known, with: message, in: place)
      }
      return .known
    }
    try insertAttachments(of: message, from: 0, id, place.chat, orderKey)
    try insertReactions(of: message, id)
    for edit in message.edits.prefix(ImportedMessage.maximumAttachments) {
      try insert(edit, of: id)
    }
    search.add(
      id, orderKey: orderKey,
      SearchDocument.words(
        of: message, message.flags, in: place.id, from: sender,
        textWords: textWords ?? SearchDocument.textWords(of: message)))
    return .row(MessageCursor(orderKey: orderKey, id: id))
  }

  /// Nil if the conversation already has a message with this source key.
  private mutating func insert(
    _ message: ImportedMessage, in place: Place, sender: Participant.ID?, orderKey: Int64
  ) throws -> Message.ID? {
    let (topic, reply) = try topicAndReply(of: message, in: place)
    try messageInsertion.execute { row in
      row.append(place.id)
      row.append(place.chat)
      row.append(orderKey)
      row.append(message.sentAt)
      row.append(sender)
      row.append(place.isOwn(message, from: sender))
      row.append(message.kind.rawValue)
      row.append(message.flags.rawValue)
      row.append(message.editedAt)
      row.append(topic)
      row.append(context.id)
      row.append(message.sourceID.withoutNUL)
      row.append(reply)
      row.append(message.album?.withoutNUL)
      row.append(DetailsCoding.encode(message.details))
      row.append(EntityCoding.encode(message.entities, of: message.text))
      row.append(message.text.withoutNUL)
    }
    return db.changesCount > 0 ? db.lastInsertedRowID : nil
  }

  private func insertAttachments(
    of message: ImportedMessage, from position: Int, _ id: Message.ID, _ chat: Conversation.ID,
    _ orderKey: Int64
  ) throws {
    let room = max(0, ImportedMessage.maximumAttachments - position)
    for (offset, attachment) in message.attachments.prefix(room).enumerated() {
      try attachmentInsertion.execute { row in
        row.append(id)
        row.append(position + offset)
        row.append(chat)
        row.append(orderKey)
        row.append(attachment.kind.shelf?.rawValue)
        row.append(attachment.kind.rawValue)
        row.append(attachment.width)
        row.append(attachment.height)
        row.append(attachment.byteCount)
        row.append(attachment.duration)
        row.append(attachment.isSpoiler)
        row.append(attachment.name?.withoutNUL)
        row.append(attachment.path?.withoutNUL)
        row.append(attachment.thumbnail?.withoutNUL)
      }
    }
  }

  private mutating func insertReactions(of message: ImportedMessage, _ id: Message.ID) throws {
    func insert(_ key: String, _ person: Participant.ID, _ count: Int, _ time: Int64?) throws {
      try reactionInsertion.execute { row in
        row.append(id)
        row.append(key)
        row.append(person)
        row.append(count)
        row.append(time)
      }
    }
    for reaction in message.reactions.prefix(ImportedMessage.maximumReactions) where reaction.count > 0 {
      let people = reaction.people.prefix(ImportedMessage.maximumReactions)
      let key = reaction.key.withoutNUL
      for person in people {
        try insert(key, try participantID(of: person.sender), 1, person.reactedAt)
      }
      let rest = reaction.count - people.count
      if rest > 0 { try insert(key, 0, rest, nil) }
    }
  }

  private func insert(_ edit: Edit, of id: Message.ID) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO edit (message, replaced_at, text) VALUES (?, ?, ?)")
      .execute(arguments: [id, edit.replacedAt, edit.text.withoutNUL])
  }

  // MARK: Topics

  /// The topic of a message, and what it replies to. A message in a topic that replies to nothing is written as a reply to
  /// the message that opened the topic.
  private mutating func topicAndReply(
    of message: ImportedMessage, in place: Place
  ) throws -> (Topic.ID?, reply: String?) {
    let source = message.sourceID.withoutNUL
    if let known = message.topic {
      let opener = known.source.withoutNUL
      try db.cachedStatement(
        sql: "INSERT INTO topic (conversation, source, title) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
      ).execute(arguments: [place.id, opener, (known.title.nonBlank ?? "Topic").withoutNUL])
      conversations[message.conversationKey]?.hasTopics = true
      return (try topic(openedBy: opener, in: place), message.replyTo?.withoutNUL)
    }
    if let title = message.opensTopic {
      try db.cachedStatement(
        sql: """
          INSERT INTO topic (conversation, source, title) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET title = excluded.title
          """
      ).execute(arguments: [place.id, source, (title.nonBlank ?? "Topic").withoutNUL])
      conversations[message.conversationKey]?.hasTopics = true
      lastPlace?.place.hasTopics = true
      return (try topic(openedBy: source, in: place), nil)
    }
    guard let reply = message.replyTo?.withoutNUL else { return (nil, nil) }
    guard place.hasTopics || conversations[message.conversationKey]?.hasTopics == true else {
      return (nil, reply)
    }
    if let opened = try topic(openedBy: reply, in: place) {
      if let title = message.renamesTopic?.nonBlank {
        try db.cachedStatement(sql: "UPDATE topic SET title = ? WHERE id = ?").execute(
          arguments: [title.withoutNUL, opened])
      }
      return (opened, nil)
    }
    let inherited = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT topic FROM message WHERE conversation = ? AND source = ?"),
      arguments: [place.id, reply])
    return (inherited?.value(0), reply)
  }

  private func topic(openedBy source: String, in place: Place) throws -> Topic.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM topic WHERE conversation = ? AND source = ?"),
      arguments: [place.id, source])
  }

  // MARK: Albums and messages that are known

  /// A message that the archive has.
  private struct Known {
    let id: Message.ID
    let flags: MessageFlags
    let editedAt: Int64?
    let orderKey: Int64
    let text: String
    /// Whether an import of version 1 wrote it, which put into words what now has a place of its own.
    let isOfVersion1: Bool
  }

  private static func known(_ row: Row) throws -> Known {
    Known(
      id: try row.required(0), flags: MessageFlags(rawValue: row.value(1) ?? 0), editedAt: row.value(2),
      orderKey: row.value(3) ?? 0, text: row.value(4) ?? "", isOfVersion1: (row.value(5) as Int64?) == nil)
  }

  private func known(_ message: ImportedMessage, in place: Place) throws -> Known? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, flags, edited_at, order_key, text, import FROM message WHERE conversation = ? AND source = ?
          """),
      arguments: [place.id, message.sourceID.withoutNUL]
    ).map(Self.known)
  }

  /// Whether the archive has this message of an album, or another one of the album.
  private func hasPart(of message: ImportedMessage, in place: Place) throws -> Bool {
    let source = message.sourceID.withoutNUL
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM message WHERE conversation = ?1 AND source = ?2)
            OR EXISTS (SELECT 1 FROM album_part WHERE conversation = ?1 AND source = ?2)
            OR EXISTS (SELECT 1 FROM message WHERE conversation = ?1 AND album = ?3 AND album IS NOT NULL)
          """),
      arguments: [place.id, source, message.album?.withoutNUL]) ?? true
  }

  /// The message that has the attachments of this one.
  private func whole(of message: ImportedMessage, in place: Place) throws -> Known? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, flags, edited_at, order_key, text, import FROM message
          WHERE id = (SELECT message FROM album_part WHERE conversation = ? AND source = ?)
          """),
      arguments: [place.id, message.sourceID.withoutNUL]
    ).map(Self.known)
  }

  private func head(of message: ImportedMessage, in place: Place) throws -> Known? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, flags, edited_at, order_key, text, import FROM message
          WHERE conversation = ? AND album = ? AND album IS NOT NULL LIMIT 1
          """),
      arguments: [place.id, message.album?.withoutNUL]
    ).map(Self.known)
  }

  private mutating func append(_ message: ImportedMessage, to head: Known, in place: Place) throws {
    try search.willChange(head.id)
    try db.cachedStatement(sql: "INSERT INTO album_part (conversation, source, message) VALUES (?, ?, ?)")
      .execute(arguments: [place.id, message.sourceID.withoutNUL, head.id])
    let count =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT max(position) + 1 FROM attachment WHERE message = ?"),
        arguments: [head.id]) ?? 0
    try insertAttachments(of: message, from: count, head.id, place.chat, head.orderKey)
    try insertReactions(of: message, head.id)
    let takesText = head.text.isEmpty && !message.text.isEmpty
    try db.cachedStatement(
      sql: """
        UPDATE message SET flags = flags | ?1, text = CASE WHEN ?2 THEN ?3 ELSE text END,
          entities = CASE WHEN ?2 THEN ?4 ELSE entities END, edited_at = coalesce(max(edited_at, ?5), edited_at, ?5)
        WHERE id = ?6
        """
    ).execute(
      arguments: [
        message.flags.rawValue, takesText, message.text.withoutNUL,
        EntityCoding.encode(message.entities, of: message.text), message.editedAt, head.id,
      ])
  }

  /// Adds what a later export knows of a part of an album. Only one part has a text, which is the album's.
  private mutating func completePart(of whole: Known, with message: ImportedMessage) throws {
    try search.willChange(whole.id)
    try insertReactions(of: message, whole.id)
    var flags = message.flags.intersection(.reactions)
    let isNewer = !message.text.isEmpty && isEdited(whole, by: message)
    if isNewer, let editedAt = message.editedAt {
      try insert(Edit(replacedAt: editedAt, text: whole.text), of: whole.id)
      flags.formUnion(message.flags.intersection(.link).union(.edits))
    }
    guard isNewer || !flags.isEmpty else { return }
    try db.cachedStatement(
      sql: """
        UPDATE message SET flags = (CASE WHEN ?2 THEN flags & ~\(MessageFlags.link.rawValue) ELSE flags END) | ?1,
          text = CASE WHEN ?2 THEN ?3 ELSE text END,
          entities = CASE WHEN ?2 THEN ?4 ELSE entities END, edited_at = CASE WHEN ?2 THEN ?5 ELSE edited_at END
        WHERE id = ?6
        """
    ).execute(
      arguments: [
        flags.rawValue, isNewer, message.text.withoutNUL,
        EntityCoding.encode(message.entities, of: message.text), message.editedAt, whole.id,
      ])
  }

  /// Whether the message has a text that was written after the known one.
  private func isEdited(_ known: Known, by message: ImportedMessage) -> Bool {
    guard let editedAt = message.editedAt else { return false }
    return editedAt > known.editedAt ?? .min && message.text.withoutNUL != known.text
  }

  private func attachmentCount(of known: Known) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM attachment WHERE message = ?"), arguments: [known.id])
      ?? 0
  }

  /// Adds what a later export knows of a message: a text that was edited since, and what the archive had no place for.
  private mutating func complete(_ known: Known, with message: ImportedMessage, in place: Place) throws {
    try search.willChange(known.id)
    // The import that wrote the message had no place for what this one has.
    let replaces = known.isOfVersion1 && context.id != nil
    var flags = message.flags.subtracting([.link, .attachments, .edits])
    if replaces, !message.attachments.isEmpty {
      try db.cachedStatement(sql: "DELETE FROM attachment WHERE message = ?").execute(arguments: [known.id])
      try insertAttachments(of: message, from: 0, known.id, place.chat, known.orderKey)
      flags.insert(.attachments)
    } else if !known.flags.contains(.attachments), !message.attachments.isEmpty {
      try insertAttachments(of: message, from: 0, known.id, place.chat, known.orderKey)
      flags.insert(.attachments)
    }
    if !message.reactions.isEmpty {
      // The later export has all of them.
      try db.cachedStatement(sql: "DELETE FROM reaction WHERE message = ?").execute(arguments: [known.id])
      try insertReactions(of: message, known.id)
    }
    for edit in message.edits {
      try insert(edit, of: known.id)
      flags.insert(.edits)
    }
    let text = message.text.withoutNUL
    var isNewer = false
    if replaces {
      flags.formUnion(message.flags.intersection(.link))
      isNewer = true
    } else if isEdited(known, by: message), let editedAt = message.editedAt,
      try !text.isEmpty || attachmentCount(of: known) <= message.attachments.count
    {
      // The text of an album can be that of another part.
      try insert(Edit(replacedAt: editedAt, text: known.text), of: known.id)
      flags.formUnion(message.flags.intersection(.link).union(.edits))
      isNewer = true
    }
    try db.cachedStatement(
      sql: """
        UPDATE message SET flags = (CASE WHEN ?2 THEN flags & ~\(MessageFlags.link.rawValue) ELSE flags END) | ?1,
          text = CASE WHEN ?2 THEN ?3 ELSE text END,
          entities = CASE WHEN ?2 THEN ?4 ELSE entities END, edited_at = coalesce(max(edited_at, ?5), edited_at, ?5),
          album = coalesce(album, ?6), details = coalesce(?7, details), import = coalesce(import, ?8),
          kind = CASE WHEN ?10 THEN ?11 ELSE kind END
        WHERE id = ?9
        """
    ).execute(
      arguments: [
        flags.rawValue, isNewer, text, EntityCoding.encode(message.entities, of: message.text),
        message.editedAt, message.album?.withoutNUL, DetailsCoding.encode(message.details), context.id,
        known.id, replaces, message.kind.rawValue,
      ])
  }
}

extension ImportedMessage {
  /// What is stored of it in other tables.
  fileprivate var flags: MessageFlags {
    var flags: MessageFlags = []
    if entities.contains(where: { $0.kind.isLink }) { flags.insert(.link) }
    if !attachments.isEmpty { flags.insert(.attachments) }
    if !reactions.isEmpty { flags.insert(.reactions) }
    if !edits.isEmpty { flags.insert(.edits) }
    return flags
  }

  /// Whether a later export may know more than the archive.
  fileprivate var hasMoreThanText: Bool {
    editedAt != nil || !reactions.isEmpty || !edits.isEmpty || !attachments.isEmpty || !details.isEmpty
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
