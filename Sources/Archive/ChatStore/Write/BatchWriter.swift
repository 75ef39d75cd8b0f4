import Chats
import GRDB

/// Writes messages within one transaction and updates the counters of their conversations.
///
/// A class, because copying a struct would retain every part.
final class BatchWriter {
  private let db: Database
  private let context: ImportContext
  private let people: BatchPeople
  private let roots: PeopleRoots
  private var places: BatchConversations
  private let search: SearchIndexUpdate
  private let ledger: ImportLedger?
  /// Messages without keys, which are written minute by minute at the end.
  private var sequences: [Conversation.ID: [Delivered]] = [:]

  private struct Delivered {
    /// Its index in the batch.
    let index: Int
    let sender: Participant.ID?
  }

  private struct Thread: Hashable {
    let conversation: Conversation.ID
    let source: String
  }

  private struct Waiting {
    /// Its index in the batch.
    let index: Int
    let place: BatchConversation
    let message: NewMessage
  }

  /// The second of a message that was inserted before others, or was moved.
  private struct Moved: Hashable {
    let conversation: Conversation.ID
    let second: Int64
  }

  private let batch: [MessageBox]
  private var result = BatchResult()
  private let rows: MessageRows
  private let albums: Albums
  /// Messages that are about to be inserted.
  private var waiting: [Waiting] = []
  private let partSearch: RepeatedStatement
  /// Whether conversations have albums.
  private var withAlbums: [Conversation.ID: Bool] = [:]
  /// The albums that the batch can have changed.
  private var albumKeys: Set<Albums.Key> = []
  /// The positions of other messages that can separate or join the messages of an album.
  private var moved: Set<Moved> = []
  /// The rows of messages with album keys that the batch has inserted.
  private var newPictures: Set<Message.ID> = []
  private let known: KnownVersions?
  /// The bookmarks that the batch states, by the index of the message, with the conversation of the message.
  private var bookmarks: [Int: Conversation.ID] = [:]
  /// The threads that were noted, of which the first message that names one says all.
  private var threads: Set<Thread> = []
  /// Whether the archive had the last message, so that it probably has the next one.
  private var expectsKnown = false

  private init(_ db: Database, _ batch: [MessageBox], _ textWords: TextWords?, _ context: ImportContext)
    throws
  {
    self.db = db
    self.batch = batch
    self.context = context
    search = try SearchIndexUpdate(db)
    search.textWords = textWords ?? TextWords(of: batch)
    roots = PeopleRoots(db)
    ledger = try ImportLedger(db, context, roots)
    people = BatchPeople(db, ledger)
    places = BatchConversations(db, batch, context, ledger, people, roots)
    rows = try MessageRows(db)
    albums = Albums(db, rows, search, roots)
    known = try ledger.map { try KnownVersions(db, $0) }
    partSearch = try RepeatedStatement(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM album_part WHERE conversation = ? AND source = ?)")
  }

  /// Stores the new messages of a batch. Call it in a transaction.
  static func write(
    _ batch: [MessageBox], context: ImportContext = ImportContext(), to db: Database
  ) throws -> BatchResult {
    var words = SearchIndex.Changes()
    let result = try write(batch, textWords: nil, context: context, to: db, words: &words)
    try SearchIndexUpdate.write(words, to: db)
    return result
  }

  /// Stores the new messages of a batch, apart from their words. Call it in a transaction.
  ///
  /// - Parameters:
  ///   - textWords: The words of the messages' texts, if they are known.
  ///   - words: Gets the changes of the search index, which are written after the last batch of the transaction; see
  ///     ``SearchIndexUpdate/write(_:to:)``.
  static func write(
    _ batch: [MessageBox], textWords: TextWords?, context: ImportContext, to db: Database,
    words: inout SearchIndex.Changes
  ) throws -> BatchResult {
    let writer = try BatchWriter(db, batch, textWords, context)
    try writer.writeAll(&words)
    return writer.result
  }

  private func writeAll(_ words: inout SearchIndex.Changes) throws {
    for index in batch.indices { try write(index) }
    try insertWaiting()
    for (id, messages) in sequences.sorted(by: { $0.key < $1.key }) {
      let isOpen = context.isRunOpen && id == places.lastID
      try write(messages, in: id, isOpen: isOpen)
    }
    try ledger?.flush()
    try makeAlbums()
    result.conversations.formUnion(try places.storeGains())
    result.read = places.ids
    result.apart = places.apart
    for id in recounted { try ConversationCount(db).run(id) }
    let stated = statedBookmarks()
    for id in places.ids { try Bookmarks(db).restore(in: id, stated: stated[id] ?? [], search) }
    try search.finish(&words)
  }

  /// The bookmarks of the batch by conversation, in the order of the batch.
  private func statedBookmarks() -> [Conversation.ID: [Bookmarks.Wanted]] {
    var found: [Conversation.ID: [Bookmarks.Wanted]] = [:]
    for (index, conversation) in bookmarks.sorted(by: { $0.key < $1.key }) {
      let message = batch[index].message
      let minute = TimeResolution.minute(of: message.sentAt)
      var rank = 0
      if message.sequence != nil {
        for other in batch[..<index].reversed().lazy.map(\.message) {
          guard other.conversationKey == message.conversationKey,
            TimeResolution.minute(of: other.sentAt) == minute
          else { break }
          if other.sender?.key == message.sender?.key, other.text == message.text { rank += 1 }
        }
      }
      found[conversation, default: []].append(
        Bookmarks.Wanted(
          source: message.sequence == nil ? message.sourceID.withoutNUL : nil, sentAt: message.sentAt,
          sender: message.sender?.key, textHash: Bookmarks.hash(message.text.withoutNUL), rank: rank,
          word: message.bookmark ?? ""))
    }
    return found
  }

  private func write(_ index: Int) throws {
    let message = batch[index].message
    let place = try nextPlace(of: message)
    try begin(message, in: place)
    for name in message.samePeople.joined() { _ = try people.id(of: name) }
    if message.bookmark != nil { bookmarks[index] = place.id }
    let sender = try message.sender.map { try people.id(of: $0) }
    // For messages with keys, the unique index finds existing ones. For others, ``MinuteMerge`` compares the minute.
    if message.sequence == nil {
      if message.isOwn, let sender { try places.tellOwner(sender, of: place, by: message) }
      try store(index, try version(of: message, from: sender, in: place), in: place)
    } else {
      if message.isOwn, let sender { ledger?.mentionOwner(sender) }
      sequences[place.id, default: []].append(Delivered(index: index, sender: sender))
    }
  }

  private func nextPlace(of message: ImportedMessage) throws -> BatchConversation {
    if let place = places.sameAsLast(for: message) { return place }
    // The search for another conversation examines the messages of the archive, so insert these first.
    try insertWaiting()
    return try places.next(for: message)
  }

  /// Prepares the ledger for the next message.
  private func begin(_ message: ImportedMessage, in place: BatchConversation) throws {
    ledger?.begin(message, in: place.id)
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
  private func write(
    _ delivered: [Delivered], in conversation: Conversation.ID, isOpen: Bool
  ) throws {
    let minutes = minutes(of: delivered)
    guard let first = minutes.first?.minute, let last = minutes.last?.minute, let place = places[conversation]
    else { return }
    try ledger?.beginRun(in: conversation, minutes: first...last, isOpen: isOpen)
    let archive = try MinuteMerge(
      db, rows, search, conversation: conversation, minutes: minutes.map(\.minute), chat: place.chat,
      people: roots,
      current: ledger?.current)
    let isNew = try !archive.hasMessages(in: first...last)
    let known = try isNew ? nil : ledger.map { try KnownMinutes(db, place, first...last, $0) }
    for (minute, messages) in minutes {
      let versions = try messages.map { item in
        ledger?.begin(batch[item.index].message, in: place.id)
        return try version(of: batch[item.index].message, from: item.sender, in: place)
      }
      if try known?.add(versions.map(\.digest), of: minute) == true {
        result.duplicates += messages.count
        continue
      }
      let stored = isNew ? [] : try archive.messages(of: minute)
      guard let ledger, !stored.isEmpty else {
        try insert(messages, versions, of: minute, in: place)
        continue
      }
      try insertWaiting()
      count(try archive.add(versions, to: stored, of: minute, ledger), messages, in: place)
    }
    try insertWaiting()
  }

  /// Inserts messages of a minute that has no messages in the archive.
  private func insert(
    _ messages: [Delivered], _ versions: [MessageVersion], of minute: Int64, in place: BatchConversation
  ) throws {
    let keys = MinuteMerge.orderKeys(versions.map(\.time), minute: minute)
    for (index, item) in messages.enumerated() {
      try store(item.index, versions[index], in: place, orderKey: keys[index])
    }
  }

  private func count(
    _ outcome: MinuteMerge.Outcome, _ messages: [Delivered], in place: BatchConversation
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

  /// Groups messages by their minutes, in ascending order.
  private func minutes(of delivered: [Delivered]) -> [(minute: Int64, messages: [Delivered])] {
    var items = delivered[...]
    if zip(items, items.dropFirst()).contains(where: { minute(of: $0) > minute(of: $1) }) {
      items.sort { (minute(of: $0), $0.index) < (minute(of: $1), $1.index) }
    }
    var groups: [(minute: Int64, messages: [Delivered])] = []
    while let first = items.first {
      let minute = minute(of: first)
      let group = items.prefix { self.minute(of: $0) == minute }
      groups.append((minute, Array(group)))
      items = items.dropFirst(group.count)
    }
    return groups
  }

  private func minute(of item: Delivered) -> Int64 {
    TimeResolution.minute(of: batch[item.index].message.sentAt)
  }

  /// The version that the batch has of a message. Records the names that it gives to the people who reacted to it.
  private func version(
    of message: ImportedMessage, from sender: Participant.ID?, in place: BatchConversation
  ) throws -> MessageVersion {
    for reaction in message.storedReactions {
      for person in reaction.people { _ = try people.id(of: person.sender) }
    }
    var version = try MessageVersion(message, sender: sender, isOwn: place.isOwn(message, from: sender)) {
      try people.namedID(of: $0)
    }
    version.time.isAssumed = message.sequence == nil && (context.timeZone != nil || message.isTimeAssumed)
    return version
  }

  // MARK: Messages

  /// Stores a message; messages are inserted in groups, later.
  ///
  /// - Parameters:
  ///   - index: Its index in the batch.
  ///   - orderKey: Its order key; nil for that of its source, or of its time.
  private func store(
    _ index: Int, _ version: MessageVersion, in place: BatchConversation, orderKey: Int64? = nil
  ) throws {
    let message = batch[index].message
    let digest = version.digest
    if !message.isPlain { try noteTopic(of: message, in: place.id) }
    if expectsKnown, try addIfKnown(message, version, digest, in: place) { return }
    if try message.sequence == nil && hasAlbums(place.id), try addToAlbum(message, version, in: place) {
      return
    }
    let row = NewMessage(
      in: place.id, chat: place.chat,
      orderKey: orderKey ?? version.time.orderKey ?? OrderKey.make(sentAt: message.sentAt),
      importID: context.id, source: message.sequence == nil ? message.sourceID : nil,
      flags: message.flags.union(MessageFlags(version.time)).union(version.earlier.isEmpty ? [] : .edits),
      version, digest: digest)
    waiting.append(Waiting(index: index, place: place, message: row))
    if waiting.count == MessageRows.groupSize { try insertWaiting() }
  }

  private func noteTopic(of message: ImportedMessage, in conversation: Conversation.ID) throws {
    if let topic = message.topic, topic.isThread,
      !threads.insert(Thread(conversation: conversation, source: topic.source)).inserted
    {
      return
    }
    try Topics(db: db).note(message, in: conversation, importID: context.id)
  }

  /// Adds a message with a key to the import if the archive has this version of it.
  /// - Returns: Whether the archive has it.
  private func addIfKnown(
    _ message: ImportedMessage, _ version: MessageVersion, _ digest: Int64, in place: BatchConversation
  ) throws -> Bool {
    guard let known, message.sequence == nil else { return false }
    expectsKnown = try known.add(version, of: message.sourceID, in: place.id, digest: digest)
    if expectsKnown { result.duplicates += 1 }
    return expectsKnown
  }

  /// Whether the archive had albums of several messages in a conversation before the batch.
  private func hasAlbums(_ conversation: Conversation.ID) throws -> Bool {
    if let known = withAlbums[conversation] { return known }
    let has = try albums.exist(in: conversation)
    withAlbums[conversation] = has
    return has
  }

  /// Merges a message with the version that an album of the archive has of it.
  ///
  /// - Returns: Whether an album has it. Otherwise the message is inserted like others, and ``makeAlbums()`` adds it to its
  ///   album.
  private func addToAlbum(
    _ message: ImportedMessage, _ version: MessageVersion, in place: BatchConversation
  ) throws -> Bool {
    let source = message.sourceID.withoutNUL
    let isPart = try partSearch.number { row in
      row.append(place.id)
      row.append(source)
    }
    guard isPart != 0 else { return false }
    // A waiting message can be the first one of the album.
    try insertWaiting()
    guard let known = try albums.album(of: source, in: place.id) else { return false }
    try add(version, of: source, to: known, in: place)
    result.duplicates += 1
    return true
  }

  /// Inserts the waiting messages. Call it before messages are read from the archive.
  private func insertWaiting() throws {
    guard !waiting.isEmpty else { return }
    var others: [Waiting] = []
    for (next, id) in zip(waiting, try rows.insert(waiting.map(\.message))) {
      if let id {
        didInsert(next, id)
      } else {
        let (message, row) = (batch[next.index].message, next.message)
        if try addIfKnown(message, row.version, row.digest, in: next.place) { continue }
        let stored = try stored(message, in: next.place)
        if let stored, ledger != nil, try places.identity.isAnother(message, than: stored) {
          others.append(next)
          continue
        }
        result.duplicates += 1
        expectsKnown = true
        if let stored {
          try complete(stored, with: row.version, row.digest, in: next.place)
        } else if let album = try albums.album(of: message.sourceID.withoutNUL, in: next.place.id) {
          // An earlier message of the group has become the first one of the album.
          try add(row.version, of: message.sourceID.withoutNUL, to: album, in: next.place)
        }
      }
    }
    waiting.removeAll(keepingCapacity: true)
    for next in others { try storeApart(next) }
    if !others.isEmpty { try insertWaiting() }
  }

  /// Stores a message whose key is that of another message.
  private func storeApart(_ next: Waiting) throws {
    let message = batch[next.index].message
    let place = try places.next(to: next.place, for: message)
    ledger?.begin(message, in: place.id)
    if message.bookmark != nil { bookmarks[next.index] = place.id }
    let version = try version(of: message, from: next.message.version.author.sender, in: place)
    try store(next.index, version, in: place)
  }

  /// Counts a new message.
  private func didInsert(_ next: Waiting, _ id: Message.ID) {
    let (message, row) = (batch[next.index].message, next.message)
    let sender = row.version.author.sender
    ledger?.add(id)
    search.add(
      id, orderKey: row.orderKey,
      filters: next.place.filterWords(SearchDocument.Traits(message, row.flags), from: sender),
      textsAt: next.index)
    result.added += 1
    let isLast = next.place.add(message, of: sender, at: MessageCursor(orderKey: row.orderKey, id: id))
    if row.version.rest.album != nil { newPictures.insert(id) }
    noteAlbum(row.version.rest.album, in: next.place)
    // A picture with another key can separate an album, too.
    if !isLast, row.source != nil { noteMove(to: row.orderKey, in: next.place) }
  }

  // MARK: Albums and messages that are known

  private func stored(_ message: ImportedMessage, in place: BatchConversation) throws -> StoredMessage? {
    try StoredMessage.fetch(
      db, "conversation = ? AND source = ?", [place.id, message.sourceID.withoutNUL]
    ).first
  }

  private func add(
    _ version: MessageVersion, of source: String, to album: StoredMessage, in place: BatchConversation
  ) throws {
    noteAlbum(version.rest.album, in: place)
    let row = try albums.add(version, of: source, to: album, ledger)
    didChange(album, to: row.version, orderKey: row.orderKey, in: place)
  }

  /// Makes albums of the messages that were inserted or changed. Call it after the ledger is written.
  private func makeAlbums() throws {
    for (conversation, moved) in Dictionary(grouping: moved, by: \.conversation) {
      guard let chat = places[conversation]?.chat, try albums.haveKeys(in: conversation) else { continue }
      for item in moved {
        albumKeys.formUnion(try albums.keys(atSecond: item.second, in: conversation, of: chat))
      }
    }
    guard !albumKeys.isEmpty else { return }
    try ledger?.beginKeyed()
    var new = Albums.New(part: ledger?.current?.id ?? ImportRanges.unknown, messages: newPictures)
    let keys = albumKeys.sorted { ($0.conversation, $0.album) < ($1.conversation, $1.album) }
    var hasInserted = false
    for key in keys { hasInserted = try regroup(key, &new) || hasInserted }
    // A message that has left an album can have another key, and belong to a later one.
    if hasInserted { for key in keys { _ = try regroup(key, &new) } }
  }

  /// Makes albums of the messages with a key. Returns whether there are new rows.
  private func regroup(_ key: Albums.Key, _ new: inout Albums.New) throws -> Bool {
    guard let place = places[key.conversation] else { return false }
    let outcome = try albums.regroup(key, new: new)
    // They can have versions of several parts now.
    new.messages.subtract(outcome.written)
    var isCountedAgain = outcome.hasInserted || outcome.hasMoved
    for row in outcome.removed {
      if newPictures.contains(row.id) {
        place.removeRow(of: row.version.author.sender)
      } else {
        isCountedAgain = true
      }
    }
    if isCountedAgain {
      recounted.insert(place.id)
      place.move(from: outcome.firstKey)
    }
    return outcome.hasInserted
  }

  /// Merges a message with the version of another export.
  private func complete(
    _ known: StoredMessage, with version: MessageVersion, _ digest: Int64, in place: BatchConversation
  ) throws {
    // An export of this archive contains the message unchanged.
    guard !known.isWrittenHere else { return }
    if !known.version.rest.parts.isEmpty, let source = known.source {
      return try add(version, of: source, to: known, in: place)
    }
    var whole = try known.version.merged(with: version, roots)
    whole.follow(place.owners, source: known.source)
    try ledger?.add(known, as: version, digest: digest)
    guard whole != known.version else { return }
    let orderKey = whole.time.orderKey ?? known.orderKey
    try search.willChange(known.id)
    try rows.change(known, to: whole, orderKey: orderKey, digest: ledger.flatMap { _ in known.digest })
    didChange(known, to: whole, orderKey: orderKey, in: place)
  }

  /// Updates the counters after a message was changed.
  private func didChange(
    _ known: StoredMessage, to version: MessageVersion, orderKey: Int64, in place: BatchConversation
  ) {
    if known.version.time.sentAt != version.time.sentAt || known.version.isCountedOtherwise(than: version) {
      recounted.insert(place.id)
    }
    for album in [known.version.rest.album, version.rest.album] { noteAlbum(album, in: place) }
    guard orderKey != known.orderKey || version.rest.album != known.version.rest.album else { return }
    if orderKey != known.orderKey { place.move(from: min(orderKey, known.orderKey)) }
    for key in [orderKey, known.orderKey] { noteMove(to: key, in: place) }
  }

  private func noteAlbum(_ album: String?, in place: BatchConversation) {
    if let album { albumKeys.insert(Albums.Key(conversation: place.id, album: album)) }
  }

  private func noteMove(to orderKey: Int64, in place: BatchConversation) {
    moved.insert(Moved(conversation: place.id, second: OrderKey.time(of: orderKey) / 1000))
  }
}

extension ImportedMessage {
  /// The tables that have rows of the message.
  var flags: MessageFlags {
    var flags: MessageFlags = []
    if entities.contains(where: { $0.kind.isLink }) { flags.insert(.link) }
    if !attachments.isEmpty { flags.insert(.attachments) }
    if !reactions.isEmpty { flags.insert(.reactions) }
    return flags
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
