import Chats
import GRDB

/// Writes messages within one transaction and updates the counters of their conversations.
struct BatchWriter {
  private let db: Database
  private let context: ImportContext
  private let people: BatchPeople
  private var places: BatchPlaces
  private let search: SearchIndexUpdate
  private let ledger: ImportLedger?
  /// Messages without keys, which are written minute by minute at the end.
  private var sequences: [Conversation.ID: [Delivered]] = [:]

  private struct Delivered {
    /// Its index in the batch.
    let index: Int
    let sender: Participant.ID?
  }

  private struct Waiting {
    /// Its index in the batch.
    let index: Int
    let place: BatchPlace
    let message: NewMessage
  }

  private let batch: [MessageBox]
  private var result = BatchResult()
  private let rows: MessageRows
  /// Messages that are about to be inserted.
  private var waiting: [Waiting] = []
  private let partSearch: RepeatedStatement

  private init(_ db: Database, _ batch: [MessageBox], _ textWords: TextWords?, _ context: ImportContext)
    throws
  {
    self.db = db
    self.batch = batch
    self.context = context
    search = try SearchIndexUpdate(db)
    search.textWords = textWords ?? TextWords(of: batch)
    ledger = try ImportLedger(db, context)
    people = BatchPeople(db, ledger)
    places = BatchPlaces(db, context, ledger, people)
    rows = try MessageRows(db)
    partSearch = try RepeatedStatement(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM message WHERE conversation = ?1 AND source = ?2)
          OR EXISTS (SELECT 1 FROM album_part WHERE conversation = ?1 AND source = ?2)
          OR EXISTS (SELECT 1 FROM message WHERE conversation = ?1 AND album = ?3 AND album IS NOT NULL)
        """)
  }

  /// Stores the new messages of a batch. Call it in a transaction.
  ///
  /// - Parameter textWords: The words of the messages' texts, if they are known.
  static func write(
    _ batch: [MessageBox], textWords: TextWords? = nil, context: ImportContext = ImportContext(),
    to db: Database
  ) throws -> BatchResult {
    var writer = try BatchWriter(db, batch, textWords, context)
    try writer.writeAll()
    return writer.result
  }

  private mutating func writeAll() throws {
    for index in batch.indices { try write(index) }
    try insertWaiting()
    for (id, messages) in sequences.sorted(by: { $0.key < $1.key }) {
      let isOpen = context.isRunOpen && id == places.lastID
      try write(messages, in: id, isOpen: isOpen)
    }
    result.conversations.formUnion(try places.storeGains())
    for id in recounted { try ConversationCount(db).run(id) }
    try ledger?.flush()
    try search.finish()
  }

  private mutating func write(_ index: Int) throws {
    let message = batch[index].message
    let place = try nextPlace(of: message)
    try begin(message, in: place)
    let sender = try message.sender.map { try people.id(of: $0) }
    if message.sequence == nil {
      try store(index, in: place, sender: sender)
    } else {
      sequences[place.id, default: []].append(Delivered(index: index, sender: sender))
    }
  }

  private mutating func nextPlace(of message: ImportedMessage) throws -> BatchPlace {
    if let place = places.sameAsLast(for: message) { return place }
    // The search for another conversation examines the messages of the archive, so insert these first.
    try insertWaiting()
    return try places.next(for: message, of: batch)
  }

  /// Prepares the ledger for the next message.
  private mutating func begin(_ message: ImportedMessage, in place: BatchPlace) throws {
    if message.sequence == nil {
      try ledger?.beginKeyed()
    } else {
      try insertWaiting()
      try ledger?.beginRun(in: place.id, minutes: nil)
    }
  }

  // MARK: Messages without keys

  /// Conversations whose counters must be counted again.
  private var recounted: Set<Conversation.ID> = []

  /// Writes a run's messages of a conversation, in chronological order.
  private mutating func write(
    _ delivered: [Delivered], in conversation: Conversation.ID, isOpen: Bool
  ) throws {
    let minutes = Dictionary(grouping: delivered) { minute(of: $0) }
    guard let first = minutes.keys.min(), let last = minutes.keys.max(), let place = places[conversation]
    else { return }
    try ledger?.beginRun(in: conversation, minutes: first...last, isOpen: isOpen)
    let archive = try SequenceMinutes(
      db, rows, search, conversation: conversation, chat: place.chat, people: PeopleRoots(db),
      current: ledger?.current)
    let isNew = try !archive.hasMessages(in: first...last)
    for (minute, messages) in minutes.sorted(by: { $0.key < $1.key }) {
      let stored = isNew ? [] : try archive.messages(of: minute)
      if stored.isEmpty || ledger == nil {
        try insert(messages, of: minute, in: place)
      } else if let ledger {
        try insertWaiting()
        let versions = try messages.map { item in
          try noteNames(of: batch[item.index].message)
          return try version(of: batch[item.index].message, from: item.sender, in: place)
        }
        let outcome = try archive.add(versions, to: stored, of: minute, ledger)
        count(outcome, messages, in: place)
      }
    }
    try insertWaiting()
  }

  /// Inserts messages of a minute that has no messages in the archive.
  private mutating func insert(_ messages: [Delivered], of minute: Int64, in place: BatchPlace) throws {
    let times = messages.map {
      MessageVersion.Time(
        sentAt: batch[$0.index].message.sentAt, resolution: batch[$0.index].message.sequence, orderKey: nil)
    }
    for (item, key) in zip(messages, SequenceMinutes.orderKeys(times, minute: minute)) {
      try store(item.index, in: place, sender: item.sender, orderKey: key)
    }
  }

  private mutating func count(
    _ outcome: SequenceMinutes.Outcome, _ messages: [Delivered], in place: BatchPlace
  ) {
    for (index, cursor) in outcome.inserted {
      result.added += 1
      place.add(batch[messages[index].index].message, of: messages[index].sender, at: cursor)
    }
    result.duplicates += messages.count - outcome.inserted.count
    for pair in outcome.samePeople { result.samePeople[pair, default: 0] += 1 }
    if outcome.needsCount { recounted.insert(place.id) }
    guard outcome.hasChanged else { return }
    place.move(minute: minute(of: messages[0]), newestSentAt: outcome.newestSentAt)
  }

  private func minute(of item: Delivered) -> Int64 {
    TimeResolution.minute(of: batch[item.index].message.sentAt)
  }

  /// Records the names that a message gives to the people who reacted to it. Call it in the order of the messages,
  /// because the last name of a person is kept.
  private func noteNames(of message: ImportedMessage) throws {
    for reaction in message.storedReactions {
      for person in reaction.storedPeople { _ = try people.id(of: person.sender) }
    }
  }

  private func version(
    of message: ImportedMessage, from sender: Participant.ID?, in place: BatchPlace
  ) throws -> MessageVersion {
    try MessageVersion(message, sender: sender, isOwn: place.isOwn(message, from: sender)) {
      try people.namedID(of: $0)
    }
  }

  // MARK: Messages

  /// Stores a message; messages are inserted in groups, later.
  ///
  /// - Parameters:
  ///   - index: Its index in the batch.
  ///   - orderKey: Its order key; nil for that of its source, or of its time.
  private mutating func store(
    _ index: Int, in place: BatchPlace, sender: Participant.ID?, orderKey: Int64? = nil
  ) throws {
    let message = batch[index].message
    try noteNames(of: message)
    var version = try version(of: message, from: sender, in: place)
    if message.album != nil, try storePart(message, version, in: place) { return }
    let topic: Topic.ID?
    (topic, version.rest.reply) = try topicAndReply(of: message, in: place)
    let row = NewMessage(
      in: place.id, chat: place.chat,
      orderKey: orderKey ?? version.time.orderKey ?? OrderKey.make(sentAt: message.sentAt),
      importID: context.id, source: message.sequence == nil ? message.sourceID : nil, topic: topic,
      flags: message.flags, version)
    waiting.append(Waiting(index: index, place: place, message: row))
    if waiting.count == MessageRows.groupSize { try insertWaiting() }
  }

  /// Stores a message of an album if the archive has this or another message of the album. A part of an album is not a
  /// separate row.
  ///
  /// - Returns: Whether the message was stored.
  private mutating func storePart(
    _ message: ImportedMessage, _ part: MessageVersion, in place: BatchPlace
  ) throws -> Bool {
    let isWaiting = waiting.contains {
      let other = batch[$0.index].message
      return other.album == message.album || other.sourceID == message.sourceID
    }
    if isWaiting { try insertWaiting() }
    guard try hasPart(of: message, in: place) else { return false }
    if let known = try known(message, in: place) {
      try complete(known, with: part, in: place)
      result.duplicates += 1
    } else if let whole = try whole(of: message, in: place) {
      try change(whole, to: whole.version.completed(byPart: part), as: nil)
      result.duplicates += 1
    } else if let head = try head(of: message, in: place) {
      try change(head, to: head.version.appending(part, source: message.sourceID.withoutNUL), as: nil)
      result.added += 1
      result.conversations.insert(place.id)
    } else {
      return false
    }
    return true
  }

  /// Inserts the waiting messages. Call it before messages are read from the archive.
  private mutating func insertWaiting() throws {
    guard !waiting.isEmpty else { return }
    for (next, id) in zip(waiting, try rows.insert(waiting.map(\.message))) {
      if let id {
        didInsert(next, id)
      } else {
        result.duplicates += 1
        if let known = try known(batch[next.index].message, in: next.place) {
          try complete(known, with: next.message.version, in: next.place)
        }
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Counts a new message.
  private mutating func didInsert(_ next: Waiting, _ id: Message.ID) {
    let (message, row) = (batch[next.index].message, next.message)
    let sender = row.version.author.sender
    ledger?.add(id)
    search.add(
      id, orderKey: row.orderKey,
      filters: next.place.filterWords(SearchDocument.Traits(message, row.flags), from: sender),
      textsAt: next.index)
    result.added += 1
    next.place.add(message, of: sender, at: MessageCursor(orderKey: row.orderKey, id: id))
  }

  // MARK: Topics

  /// The topic of a message, and the target of its reply. A message in a topic that replies to nothing is written as a
  /// reply to the message that opened the topic.
  private mutating func topicAndReply(
    of message: ImportedMessage, in place: BatchPlace
  ) throws -> (Topic.ID?, reply: String?) {
    if let known = message.topic {
      let opener = known.source.withoutNUL
      try db.cachedStatement(
        sql: "INSERT INTO topic (conversation, source, title) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
      ).execute(arguments: [place.id, opener, (known.title.nonBlank ?? "Topic").withoutNUL])
      place.hasTopics = true
      return (try topic(openedBy: opener, in: place), message.replyTo?.withoutNUL)
    }
    if let title = message.opensTopic {
      let source = message.sourceID.withoutNUL
      try db.cachedStatement(
        sql: """
          INSERT INTO topic (conversation, source, title) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET title = excluded.title
          """
      ).execute(arguments: [place.id, source, (title.nonBlank ?? "Topic").withoutNUL])
      place.hasTopics = true
      return (try topic(openedBy: source, in: place), nil)
    }
    guard let reply = message.replyTo?.withoutNUL else { return (nil, nil) }
    guard place.hasTopics else { return (nil, reply) }
    if let opened = try topic(openedBy: reply, in: place) {
      if let title = message.renamesTopic?.nonBlank {
        try db.cachedStatement(sql: "UPDATE topic SET title = ? WHERE id = ?").execute(
          arguments: [title.withoutNUL, opened])
      }
      return (opened, nil)
    }
    try insertWaiting()
    let inherited = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT topic FROM message WHERE conversation = ? AND source = ?"),
      arguments: [place.id, reply])
    return (inherited?.value("topic"), reply)
  }

  private func topic(openedBy source: String, in place: BatchPlace) throws -> Topic.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM topic WHERE conversation = ? AND source = ?"),
      arguments: [place.id, source])
  }

  // MARK: Albums and messages that are known

  private func known(_ message: ImportedMessage, in place: BatchPlace) throws -> StoredMessage? {
    try StoredMessage.fetch(
      db, "conversation = ? AND source = ?", [place.id, message.sourceID.withoutNUL]
    ).first
  }

  /// Whether the archive has this message of an album, or another one of the album.
  private func hasPart(of message: ImportedMessage, in place: BatchPlace) throws -> Bool {
    try partSearch.isTrue { row in
      row.append(place.id)
      row.append(message.sourceID)
      row.append(message.album)
    }
  }

  /// The message that contains the attachments of this one.
  private func whole(of message: ImportedMessage, in place: BatchPlace) throws -> StoredMessage? {
    try StoredMessage.fetch(
      db, "id = (SELECT message FROM album_part WHERE conversation = ? AND source = ?)",
      [place.id, message.sourceID.withoutNUL]
    ).first
  }

  private func head(of message: ImportedMessage, in place: BatchPlace) throws -> StoredMessage? {
    try StoredMessage.fetch(
      db, "conversation = ? AND album = ? AND album IS NOT NULL LIMIT 1",
      [place.id, message.album?.withoutNUL]
    ).first
  }

  /// Adds the new information of a later export to a message: a text that was edited since, and parts that the archive lacks.
  private func complete(_ known: StoredMessage, with version: MessageVersion, in place: BatchPlace) throws {
    // An export of this archive contains the message unchanged.
    guard !known.isWrittenHere else { return }
    var version = version
    // A message in a topic is not a reply to the message that opened the topic.
    if place.hasTopics { version.rest.reply = known.version.rest.reply }
    let whole = known.version.completed(by: version)
    // A message of an album is only a part of the version.
    let isAlbum = known.version.rest.album != nil || version.rest.album != nil
    try change(known, to: whole, as: isAlbum ? nil : version)
  }

  /// - Parameter version: The import's version of the message; nil for the result.
  private func change(_ known: StoredMessage, to whole: MessageVersion, as version: MessageVersion?) throws {
    try ledger?.add(known, as: version ?? whole)
    guard whole != known.version else { return }
    try search.willChange(known.id)
    try rows.change(known, to: whole, orderKey: known.orderKey)
  }
}

extension ImportedMessage {
  /// The tables that have rows of the message.
  var flags: MessageFlags {
    var flags: MessageFlags = []
    if entities.contains(where: { $0.kind.isLink }) { flags.insert(.link) }
    if !attachments.isEmpty { flags.insert(.attachments) }
    if !reactions.isEmpty { flags.insert(.reactions) }
    if !edits.isEmpty { flags.insert(.edits) }
    return flags.union(MessageFlags(sequence))
  }
}

extension String {
  /// The string with spaces in place of NUL, at which SQLite would end it. The offsets of entities stay valid.
  var withoutNUL: String {
    hasNUL ? String(decoding: utf8.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self) : self
  }

  private var hasNUL: Bool {
    let bytes = utf8Span.span
    for index in bytes.indices where bytes[index] == 0 { return true }
    return false
  }
}
