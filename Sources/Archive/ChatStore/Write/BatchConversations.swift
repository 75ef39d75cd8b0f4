import Chats
import GRDB

/// A row of `conversation`, and the changes to it by the batch.
final class BatchConversation {
  let id: Conversation.ID
  /// The chat that shows its messages.
  let chat: Conversation.ID
  /// The participants who are the owner; nil while that is a guess.
  fileprivate(set) var owners: Set<Participant.ID>?
  /// The owner whom the import has stated.
  fileprivate var toldOwner: Participant.ID?
  /// The position after which a message is the last of its chat.
  private var last: MessageCursor
  fileprivate private(set) var gain = BatchGain()
  /// The index words of filters. Most messages share them with earlier ones.
  private var filterWords: [FilterKey: [UInt8]] = [:]

  private struct FilterKey: Hashable {
    let sender: Participant.ID?
    let traits: SearchDocument.Traits
  }

  fileprivate init(
    id: Conversation.ID, chat: Conversation.ID, owners: Set<Participant.ID>?, last: MessageCursor
  ) {
    self.id = id
    self.chat = chat
    self.owners = owners
    self.last = last
  }

  /// Whether the archive's owner sent a message. An owner that was given explicitly takes precedence over the source's guess.
  func isOwn(_ message: ImportedMessage, from sender: Participant.ID?) -> Bool {
    guard let owners, let sender, !message.sourceID.hasPrefix(ImportedMessage.sentPrefix) else {
      return message.isOwn
    }
    return owners.contains(sender)
  }

  /// See ``SearchDocument/filterWords(_:in:from:)``.
  func filterWords(_ traits: SearchDocument.Traits, from sender: Participant.ID?) -> [UInt8] {
    let key = FilterKey(sender: sender, traits: traits)
    if let known = filterWords[key] { return known }
    let words = SearchDocument.filterWords(traits, in: id, from: sender)
    filterWords[key] = words
    return words
  }

  /// Counts a message that was added as a row at a position.
  ///
  /// - Returns: Whether it follows all messages of the chat.
  @discardableResult
  func add(_ message: ImportedMessage, of sender: Participant.ID?, at cursor: MessageCursor) -> Bool {
    let isOwn = isOwn(message, from: sender)
    gain.count(message, of: sender, isOwn: isOwn)
    let isLast = cursor > last
    if isLast { last = cursor } else { gain.shift(at: cursor) }
    return isLast
  }

  /// Counts a message that the batch has added as a row, and that is in the row of its album now.
  func removeRow(of sender: Participant.ID?) { gain.uncount(sender) }

  /// Records that a message has moved.
  ///
  /// - Parameter orderKey: The first order key whose messages have other ordinals.
  func move(from orderKey: Int64) { gain.shift(at: MessageCursor(orderKey: orderKey, id: .min)) }

  /// Records that the messages of a minute have moved.
  ///
  /// - Parameter newestSentAt: The time of the last message.
  func move(minute: Int64, newestSentAt: Int64) {
    gain.move(minute: minute, newestSentAt: newestSentAt)
  }
}

/// Changes to a conversation's counters, accumulated over a batch.
private struct BatchGain {
  /// Messages that are rows of their own.
  private(set) var added = 0
  private(set) var newestSentAt = Int64.min
  /// The first participant who sent a message of the archive's owner.
  private(set) var owner: Participant.ID?
  private(set) var addedBySender: [Participant.ID: Int] = [:]
  /// The first message that does not follow all others and therefore shifts the ordinals.
  private(set) var earliest: MessageCursor?

  /// Whether the batch adds or moves messages.
  var hasChanged: Bool { added > 0 || earliest != nil }

  mutating func count(_ message: ImportedMessage, of sender: Participant.ID?, isOwn: Bool) {
    added += 1
    newestSentAt = max(newestSentAt, message.sentAt)
    guard let sender else { return }
    if isOwn, owner == nil { owner = sender }
    // A person who only joined or pinned a message has not written.
    if message.kind != .service { addedBySender[sender, default: 0] += 1 }
  }

  mutating func uncount(_ sender: Participant.ID?) {
    added -= 1
    if let sender { addedBySender[sender]? -= 1 }
  }

  mutating func shift(at cursor: MessageCursor) { earliest = min(earliest ?? cursor, cursor) }

  /// Records that the messages of a minute have moved.
  mutating func move(minute: Int64, newestSentAt: Int64) {
    shift(at: MessageCursor(orderKey: MinuteMerge.firstKey(of: minute), id: .min))
    self.newestSentAt = max(self.newestSentAt, newestSentAt)
  }
}

/// Finds the conversations of a batch's messages, and updates their counters.
struct BatchConversations {
  private let db: Database
  private let context: ImportContext
  private let ledger: ImportLedger?
  private let people: BatchPeople
  private var places: [Conversation.ID: BatchConversation] = [:]
  /// By the keys in the source, with the last title of each. Several keys can lead to one conversation.
  private var known: [String: (title: String, place: BatchConversation)] = [:]
  private var last: Last?
  /// The titles of new conversations beside another one with their key.
  private(set) var apart: [Conversation.ID: String] = [:]
  private let batch: [MessageBox]
  /// The messages of the batch by their keys; made when they are first needed.
  private var messages: [String: [MessageBox]]?
  private let roots: PeopleRoots
  /// The conversations for messages that are not those of a place, by the place.
  private var nextPlaces: [Conversation.ID: BatchConversation] = [:]

  /// The conversation of the last message, by its key and title in the source.
  private final class Last {
    let key: String
    let title: String
    let place: BatchConversation

    init(key: String, title: String, place: BatchConversation) {
      self.key = key
      self.title = title
      self.place = place
    }
  }

  /// - Parameter ledger: Records the contents of the import; nil for messages that belong to no import.
  init(
    _ db: Database, _ batch: [MessageBox], _ context: ImportContext, _ ledger: ImportLedger?,
    _ people: BatchPeople, _ roots: PeopleRoots
  ) {
    self.db = db
    self.batch = batch
    self.roots = roots
    self.context = context
    self.ledger = ledger
    self.people = people
  }

  /// The conversation that ``next(for:)`` returned last.
  var lastID: Conversation.ID? { last?.place.id }

  /// The conversations of the batch.
  var ids: Set<Conversation.ID> { Set(places.keys) }

  /// Returns a conversation of the batch.
  subscript(id: Conversation.ID) -> BatchConversation? { places[id] }

  /// The conversation of the next message if it is the same as that of the last one.
  func sameAsLast(for message: ImportedMessage) -> BatchConversation? {
    guard let last, last.key == message.conversationKey, last.title == message.conversationTitle else {
      return nil
    }
    return last.place
  }

  /// The conversation of the next message of the batch.
  mutating func next(for message: ImportedMessage) throws -> BatchConversation {
    let place = try place(for: message)
    last = Last(key: message.conversationKey, title: message.conversationTitle, place: place)
    return place
  }

  /// The conversation of a message. Inserts a new one, and writes what the message states about it.
  private mutating func place(for message: ImportedMessage) throws -> BatchConversation {
    let key = message.conversationKey
    let title = title(of: message)
    if let known = known[key], known.title == title { return known.place }
    let (stored, newKey) = try storedPlace(of: key, title: title)
    let place = try place(for: message, title: title, stored, newKey: newKey)
    try note(place.id, for: key.withoutNUL)
    known[key] = (title, place)
    return place
  }

  /// The next conversation with the key of a message, for a message that is not that of the place.
  mutating func next(to place: BatchConversation, for message: ImportedMessage) throws -> BatchConversation {
    if let known = nextPlaces[place.id] { return known }
    let key = message.conversationKey.withoutNUL
    let identity = identity
    let after = try identity.candidates(for: key).drop { $0 != place.id }.dropFirst().first
    let next = try self.place(
      for: message, title: title(of: message), after.flatMap(row), newKey: identity.nextKey(for: key))
    nextPlaces[place.id] = next
    return next
  }

  private func title(of message: ImportedMessage) -> String {
    (message.conversationTitle.nonBlank ?? message.conversationKey.nonBlank ?? "Conversation").withoutNUL
  }

  private mutating func place(
    for message: ImportedMessage, title: String, _ stored: Row?, newKey: String
  ) throws -> BatchConversation {
    let key = message.conversationKey
    // A conversation keeps its title when another one is imported into it.
    let isGuest = try stored != nil && isAlias(key.withoutNUL)
    if isGuest { try ledger?.follow(aliasOf: key.withoutNUL) }
    let id: Conversation.ID
    if let stored {
      id = try stored.required("id")
      if ledger == nil, stored.value("title") != title, !isGuest {
        try db.cachedStatement(sql: "UPDATE conversation SET title = ? WHERE id = ?").execute(
          arguments: [title, id])
      }
    } else {
      try db.cachedStatement(sql: "INSERT INTO conversation (key, title) VALUES (?, ?)").execute(
        arguments: [newKey, title])
      id = db.lastInsertedRowID
      if newKey != key.withoutNUL, context.placement == .byKey { apart[id] = title }
    }
    let zone = message.timeZone ?? context.timeZone
    if let zone, stored?.value("time_zone") as String? == nil {
      try db.cachedStatement(sql: "UPDATE conversation SET time_zone = ? WHERE id = ?").execute(
        arguments: [zone, id])
    }
    if let named = context.owners[key], named != .told { try People(db).tell(named, of: id) }
    if message.owner != nil, let ledger {
      // The part names the owner, at the time of this message.
      ledger.begin(message, in: id)
      if message.sequence == nil {
        try ledger.beginKeyed()
      } else {
        try ledger.beginRun(in: id, minutes: nil)
      }
    }
    let owner = try message.owner.map { try people.id(of: $0) }
    if let owner { try setOwner(owner, of: id, isNew: stored == nil) }
    try ledger?.tell(id, title: isGuest ? nil : title, timeZone: zone, owner: owner)
    let chat: Conversation.ID = stored?.value("merged_into") ?? id
    let last = try self.last(in: chat)
    // Messages of a later import are unread.
    if let first = context.firstID ?? context.id {
      try ReadMark(chat: chat, db: db).set(before: first, to: last)
    }
    let place: BatchConversation
    if let known = places[id] {
      place = known
      place.owners = try People(db).owners(of: id)
    } else {
      place = BatchConversation(
        id: id, chat: chat, owners: try People(db).owners(of: id), last: last)
      places[id] = place
    }
    place.toldOwner = owner ?? place.toldOwner
    return place
  }

  /// Sets the owner, unless that is known. Messages of earlier imports, which did not tell, become own.
  private func setOwner(_ owner: Participant.ID, of id: Conversation.ID, isNew: Bool = false) throws {
    try db.cachedStatement(
      sql: "UPDATE conversation SET owner = ?, owner_is_known = 1 WHERE id = ? AND NOT owner_is_known"
    ).execute(arguments: [owner, id])
    if !isNew, db.changesCount > 0 { try People(db).followOwner(of: id) }
  }

  /// Takes the sender of an own message with a key for the owner, unless the import or its user names another person.
  func tellOwner(_ sender: Participant.ID, of place: BatchConversation, by message: ImportedMessage) throws {
    guard place.toldOwner == nil, let ledger, context.owners[message.conversationKey] == nil,
      !message.sourceID.hasPrefix(ImportedMessage.sentPrefix)
    else { return }
    place.toldOwner = sender
    try setOwner(sender, of: place.id)
    try ledger.tell(place.id, title: nil, timeZone: nil, owner: sender)
    place.owners = try People(db).owners(of: place.id)
  }

  /// The row of the conversation for messages with this key, or the key for a new one.
  private mutating func storedPlace(of source: String, title: String) throws -> (row: Row?, key: String) {
    let key = source.withoutNUL
    if let id = context.conversation,
      let found = try row(id)
    {
      try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO conversation_alias (key, conversation, import)
          SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM conversation WHERE key = ?1)
          """
      ).execute(arguments: [key, id, context.id])
      return (found, key)
    }
    let candidates = try identity.candidates(for: key)
    if let first = candidates.first {
      // Messages that are written in the archive name their conversation.
      guard context.id != nil else { return (try row(first), key) }
      // The chat of an earlier batch can have been deleted meanwhile.
      if let found = try target(of: key).flatMap(row) { return (found, key) }
      switch context.placement {
      case .conversation(let id): if let found = try row(id) { return (found, key) }
      case .apart: return (nil, try identity.nextKey(for: key))
      case .byKey: break
      }
      if let id = try identity.conversation(of: messages(with: source), among: candidates) {
        return (try row(id), key)
      }
      return (nil, try identity.nextKey(for: key))
    }
    let byAlias = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT conversation FROM conversation_alias WHERE key = ?"), arguments: [key])
    if let found = try byAlias.flatMap(row) { return (found, key) }
    let provisional = ProvisionalConversation(
      db: db, importID: context.id, isZoneAssumed: context.timeZone != nil, witnesses: context.witnesses)
    let found = try provisional.conversation(for: key, title: title, of: messages(with: source))
    return (try found.flatMap(row), key)
  }

  var identity: ConversationIdentity {
    ConversationIdentity(db: db, people: roots, isZoneAssumed: context.timeZone != nil)
  }

  private func row(_ id: Conversation.ID) throws -> Row? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, title, merged_into, time_zone FROM conversation WHERE id = ?"),
      arguments: [id])
  }

  private mutating func messages(with key: String) -> [MessageBox] {
    let all = messages ?? Dictionary(grouping: batch) { $0.message.conversationKey }
    messages = all
    return all[key] ?? []
  }

  /// The conversation for the key in the import's earlier batches.
  private func target(of key: String) throws -> Conversation.ID? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT conversation FROM import_target WHERE import = ? AND run = ? AND key = ?"),
      arguments: [context.id, context.run, key])
  }

  /// Records the conversation for a key, for the import's later batches.
  private func note(_ id: Conversation.ID, for key: String) throws {
    guard let importID = context.id else { return }
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO import_target (import, run, key, conversation) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [importID, context.run, key, id])
  }

  /// Whether messages with this key belong to a conversation with another key.
  private func isAlias(_ key: String) throws -> Bool {
    if context.conversation != nil { return true }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM conversation_alias WHERE key = ?)"),
      arguments: [key]) ?? false
  }

  /// The position of the last message of a chat.
  private func last(in chat: Conversation.ID) throws -> MessageCursor {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT order_key, id FROM message WHERE chat = ? ORDER BY order_key DESC, id DESC LIMIT 1"),
      arguments: [chat])
    guard let row else { return MessageCursor(orderKey: .min, id: .min) }
    // A damaged key is sorted after all others.
    return MessageCursor(orderKey: row.value("order_key") ?? .max, id: row.value("id") ?? .max)
  }

  // MARK: Counters

  /// Adds the batch's changes to the counters of its conversations. Call it at the end of the batch.
  ///
  /// - Returns: The changed conversations.
  func storeGains() throws -> Set<Conversation.ID> {
    var changed: Set<Conversation.ID> = []
    for place in places.values {
      guard place.gain.hasChanged else { continue }
      try store(place.gain, of: place)
      changed.insert(place.id)
    }
    return changed
  }

  private func store(_ gain: BatchGain, of place: BatchConversation) throws {
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
          participant_count = \(People.count(in: "?4")),
          last_sent_at = coalesce(max(last_sent_at, ?2), last_sent_at, ?2),
          owner = CASE WHEN owner_is_known THEN owner ELSE coalesce(owner, ?3) END
        WHERE id = ?4
        """
    ).execute(
      arguments: [gain.added, gain.newestSentAt == .min ? nil : gain.newestSentAt, gain.owner, place.id])
    if let id = context.id {
      try db.cachedStatement(
        sql: """
          INSERT INTO import_conversation (import, conversation, message_count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count
          """
      ).execute(arguments: [id, place.id, gain.added])
    }
    let checkpoints = OrdinalIndex(chat: place.chat, db: db)
    if let earliest = gain.earliest { try checkpoints.remove(after: earliest) }
    // Adds all checkpoints of appended messages; the rest is added when the import is complete.
    try checkpoints.extend(limit: gain.added / OrdinalIndex.distance + 1)
  }
}
