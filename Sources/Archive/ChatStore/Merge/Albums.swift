import Chats
import GRDB

/// Makes albums of messages. An album is one row in `message`, with the files of all its messages.
///
/// Which messages form an album follows from all versions of all messages with its key, so it does not depend on the order
/// of imports: messages of one sender and second that follow one another, answer the same message, and of which one has a
/// text.
struct Albums {
  /// The messages of a conversation that can be in one album.
  struct Key: Hashable {
    let conversation: Conversation.ID
    let album: String
  }

  /// Messages that only one part of an import has.
  struct New {
    let part: Int64
    var messages: Set<Message.ID>
  }

  /// The changes of ``regroup(_:new:)``.
  struct Outcome {
    /// The rows that were removed, as they were.
    var removed: [StoredMessage] = []
    /// The rows that were inserted or changed.
    var written: [Message.ID] = []
    /// Whether there are new rows.
    var hasInserted = false
    /// Whether a row that stays has another time, sender or import.
    var hasMoved = false
    /// The smallest order key of the changed rows.
    var firstKey = Int64.max
  }

  /// A message of an album.
  private struct Record {
    let source: String
    /// The index of its row.
    let row: Int
    /// By the parts of imports that had it.
    let versions: [Int64: MessageVersion]
    let merged: MessageVersion

    /// In the order of the parts.
    var ordered: [(part: Int64, version: MessageVersion)] {
      versions.sorted { $0.key < $1.key }.map { (part: $0.key, version: $0.value) }
    }
  }

  /// The largest number of messages in an album, which is Telegram's.
  private static let albumLimit = 10
  /// The largest number of messages with one key of which albums are made, because each new one regroups all of them.
  private static let keyLimit = 200

  private let db: Database
  private let rows: MessageRows
  private let search: SearchIndexUpdate
  private let people: PeopleRoots
  private let versions: MessageVersions

  init(_ db: Database, _ rows: MessageRows, _ search: SearchIndexUpdate, _ people: PeopleRoots) {
    self.db = db
    self.rows = rows
    self.search = search
    self.people = people
    versions = MessageVersions(db)
  }

  // MARK: One message

  /// The album that has a message which is not its first.
  func album(of source: String, in conversation: Conversation.ID) throws -> StoredMessage? {
    try StoredMessage.fetch(
      db, "id = (SELECT message FROM album_part WHERE conversation = ? AND source = ?)",
      [conversation, source]
    ).first
  }

  /// Adds a version of one of an album's messages.
  ///
  /// - Parameter ledger: Records the import of the version; nil for messages that belong to no import.
  /// - Returns: The row as it is now.
  func add(
    _ version: MessageVersion, of source: String, to stored: StoredMessage, _ ledger: ImportLedger?
  ) throws -> (version: MessageVersion, orderKey: Int64) {
    let part = ledger?.current?.id ?? ImportRanges.unknown
    var records = try versions.records(of: stored.id)
    let before = records[source]?[part]
    let mine = try before?.merged(with: version, people) ?? version
    if mine != before {
      records[source, default: [:]][part] = mine
      try versions.set(mine, of: stored.id, record: source, part: part)
    }
    ledger?.add(stored.id)
    return try update(stored, records)
  }

  /// Rebuilds the row of an album from the versions of its messages; nothing for other messages. Returns the key of the
  /// album.
  func update(_ stored: StoredMessage) throws -> String? {
    let records = try versions.records(of: stored.id)
    return records.isEmpty ? nil : try update(stored, records).version.rest.album
  }

  private func update(
    _ stored: StoredMessage, _ records: [String: [Int64: MessageVersion]]
  ) throws -> (version: MessageVersion, orderKey: Int64) {
    let album = try sorted(records.map { try record($0, $1, row: 0) })
    guard !album.isEmpty else { return (stored.version, stored.orderKey) }
    // It is a message of its own again.
    if album.count == 1 { try store(album, of: stored.id) }
    return try change(stored, to: album)
  }

  // MARK: All messages with a key

  /// The keys in a conversation of which albums can be made, because several rows have them.
  func keys(in conversation: Conversation.ID) throws -> [Key] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT album FROM message WHERE conversation = ? AND album IS NOT NULL GROUP BY album HAVING count(*) > 1
          """), arguments: [conversation]
    ).map { Key(conversation: conversation, album: $0) }
  }

  /// Whether a conversation has albums of several messages.
  func exist(in conversation: Conversation.ID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM album_part WHERE conversation = ?)"),
      arguments: [conversation]) ?? false
  }

  /// Whether a conversation has messages that can be in albums.
  func haveKeys(in conversation: Conversation.ID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM message WHERE conversation = ? AND album IS NOT NULL)"),
      arguments: [conversation]) ?? false
  }

  /// The keys of the messages of a second since 1970.
  func keys(
    atSecond second: Int64, in conversation: Conversation.ID, of chat: Conversation.ID
  ) throws -> [Key] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT album FROM message
          WHERE chat = ? AND order_key >= ? AND order_key < ? AND +conversation = ? AND album IS NOT NULL
          """),
      arguments: [
        chat, OrderKey.make(sentAt: second * 1000), OrderKey.make(sentAt: (second + 1) * 1000), conversation,
      ]
    ).map { Key(conversation: conversation, album: $0) }
  }

  /// Makes albums of the messages with a key. An album keeps the number of the row of its first message.
  ///
  /// - Parameter new: Messages that only one part has, apart from other messages of their albums.
  func regroup(_ key: Key, new: New? = nil) throws -> Outcome {
    let condition = "conversation = ? AND album = ?"
    let arguments: StatementArguments = [key.conversation, key.album]
    let parted = "EXISTS (SELECT 1 FROM album_part WHERE message = message.id)"
    let counts = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) AS rows, total((SELECT count(*) FROM album_part WHERE message = message.id)) AS parts
          FROM message WHERE \(condition)
          """), arguments: arguments)
    let (rowCount, partCount) = (counts?.value("rows") ?? 0, Int(counts?.value("parts") ?? 0.0))
    guard rowCount > 1 || partCount > 0 else { return Outcome() }
    let isExceeded = rowCount + partCount > Self.keyLimit
    guard !isExceeded || partCount > 0 else { return Outcome() }
    let stored = try StoredMessage.fetch(
      db, condition + (isExceeded ? " AND \(parted)" : ""), arguments)
    let records = try sorted(stored.indices.flatMap { try self.records(of: stored[$0], row: $0, new) })
    // Versions can be missing only in a damaged archive. Their messages stay as they are.
    guard records.count == stored.reduce(0, { $0 + 1 + $1.version.rest.parts.count }) else {
      return Outcome()
    }
    let albums = isExceeded ? records.map { [$0] } : try self.albums(of: records, in: stored)
    return try write(albums, to: stored)
  }

  private func record(_ source: String, _ versions: [Int64: MessageVersion], row: Int) throws -> Record {
    Record(
      source: source, row: row, versions: versions,
      merged: try MessageVersion.merged(versions.sorted { $0.key < $1.key }.map(\.value), people))
  }

  private func sorted(_ records: [Record]) -> [Record] {
    records.sorted {
      ($0.merged.time.orderKey ?? 0, $0.source.utf8.count, $0.source)
        < ($1.merged.time.orderKey ?? 0, $1.source.utf8.count, $1.source)
    }
  }

  /// The messages of a row.
  private func records(
    of stored: StoredMessage, row: Int, _ new: New?
  ) throws -> [Record] {
    guard stored.version.rest.parts.isEmpty else {
      return try versions.records(of: stored.id).map { try record($0, $1, row: row) }
    }
    let known = try versions.all(of: stored.id)
    let parts = try parts(of: stored, new)
    let all = parts.map { ($0, known?.version(of: $0) ?? stored.version) }
    return [try record(stored.source ?? "", Dictionary(uniqueKeysWithValues: all), row: row)]
  }

  /// The parts of imports that had the only message of a row.
  private func parts(of stored: StoredMessage, _ new: New?) throws -> [Int64] {
    if let new, new.messages.contains(stored.id) { return [new.part] }
    let parts = try ImportRanges(db: db).parts(having: stored.id)
    return parts.isEmpty || stored.importID == nil ? parts + [ImportRanges.unknown] : parts
  }

  private func albums(of records: [Record], in stored: [StoredMessage]) throws -> [[Record]] {
    var albums: [[Record]] = []
    for record in records {
      if let last = albums.last, canAppend(record, to: last),
        try !hasMessage(between: last[last.count - 1], record, in: stored[record.row])
      {
        albums[albums.count - 1].append(record)
      } else {
        albums.append([record])
      }
    }
    return albums
  }

  /// Whether Telegram shows the messages in one album. It does not export which messages were sent together.
  private func canAppend(_ record: Record, to album: [Record]) -> Bool {
    let (first, next) = (album[0].merged, record.merged)
    return album.count < Self.albumLimit
      && [first, next].allSatisfy { $0.body.kind == Message.Kind.normal.rawValue }
      && first.time.sentAt / 1000 == next.time.sentAt / 1000
      && first.rest.album != nil && first.rest.album == next.rest.album
      && first.author.sender == next.author.sender
      && first.rest.reply == next.rest.reply
      && first.rest.details == next.rest.details
      && (next.body.text.isEmpty || album.allSatisfy(\.merged.body.text.isEmpty))
  }

  private func hasMessage(between a: Record, _ b: Record, in stored: StoredMessage) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM message WHERE chat = ? AND order_key > ? AND order_key < ?
            AND +conversation = ? AND album IS NOT ?)
          """),
      arguments: [
        stored.chat, a.merged.time.orderKey, b.merged.time.orderKey, stored.conversation,
        stored.version.rest.album,
      ]) ?? false
  }

  // MARK: Writing

  /// Stores each album in one row. Rows of which the messages stay are not changed.
  private func write(_ albums: [[Record]], to stored: [StoredMessage]) throws -> Outcome {
    var outcome = Outcome()
    let ranges = ImportRanges(db: db)
    var (owners, sizes) = ([Set<Int64>](repeating: [], count: stored.count), stored.map { _ in 0 })
    for record in albums.joined() {
      owners[record.row].formUnion(record.versions.keys)
      sizes[record.row] += 1
    }
    var free = Set(stored.indices)
    let kept = albums.map { album in
      album.map(\.row).first(where: free.contains).map { row in
        free.remove(row)
        return row
      }
    }
    let changed = zip(albums, kept).filter { album, row in
      !album.allSatisfy { $0.row == row } || row.map { sizes[$0] } != album.count
    }
    // Before messages get other rows, because each has only one.
    for row in free.union(changed.compactMap(\.1)) {
      outcome.firstKey = min(outcome.firstKey, stored[row].orderKey)
      try rows.removeParts(of: stored[row])
    }
    for row in free.sorted() {
      let message = stored[row]
      try search.willRemove(message.id)
      for part in owners[row] { try ranges.remove(message.id, part: part) }
      try versions.remove(message.id)
      try rows.remove(message.id)
      outcome.removed.append(message)
    }
    for (album, row) in changed {
      let parts = album.reduce(into: Set<Int64>()) { $0.formUnion($1.versions.keys) }
      let importID = try importID(of: parts)
      let id: Message.ID
      if let row {
        var message = stored[row]
        (id, message.version.rest.parts) = (message.id, [])
        try store(album, of: id)
        let (whole, key) = try change(message, to: album)
        outcome.firstKey = min(outcome.firstKey, key)
        if key != message.orderKey || message.importID != importID
          || message.version.isCountedOtherwise(than: whole)
        {
          outcome.hasMoved = true
        }
        if message.importID != importID {
          try db.cachedStatement(sql: "UPDATE message SET import = ? WHERE id = ?").execute(
            arguments: [importID, id])
        }
      } else {
        guard let new = try insert(album, beside: stored[album[0].row], importID) else { continue }
        id = new
        outcome.hasInserted = true
      }
      outcome.written.append(id)
      let before = row.map { owners[$0] } ?? []
      for part in before.subtracting(parts) { try ranges.remove(id, part: part) }
      for part in parts.subtracting(before) { try ranges.insert(id...id, part: part) }
    }
    return outcome
  }

  /// Stores the versions of the messages of a row.
  private func store(_ album: [Record], of id: Message.ID) throws {
    try versions.remove(id)
    guard album.count > 1 else { return try versions.replace(album[0].ordered, of: id, known: nil) }
    for record in album {
      for (part, version) in record.versions {
        try versions.set(version, of: id, record: record.source, part: part)
      }
    }
  }

  /// The digest of the version that imports without a row in `message_version` had; nil for several messages.
  private func digest(of album: [Record]) -> Int64? {
    album.count == 1 ? album[0].ordered[0].version.digest : nil
  }

  private func change(_ stored: StoredMessage, to album: [Record]) throws -> (
    version: MessageVersion, orderKey: Int64
  ) {
    var whole = try whole(album, in: stored.conversation)
    // If all have lost their keys, ``regroup(_:new:)`` still finds the row, and splits it.
    if album.count > 1 { whole.rest.album = whole.rest.album ?? stored.version.rest.album }
    let orderKey = whole.time.orderKey ?? stored.orderKey
    if whole != stored.version || orderKey != stored.orderKey { try search.willChange(stored.id) }
    try rows.change(stored, to: whole, orderKey: orderKey, source: album[0].source, digest: digest(of: album))
    return (whole, orderKey)
  }

  private func insert(_ album: [Record], beside stored: StoredMessage, _ importID: ImportRecord.ID?) throws
    -> Message.ID?
  {
    let whole = try whole(album, in: stored.conversation)
    let message = NewMessage(
      in: stored.conversation, chat: stored.chat, orderKey: whole.time.orderKey ?? stored.orderKey,
      importID: importID, source: album[0].source, flags: whole.flags, whole, digest: digest(of: album))
    guard let id = try rows.insert([message])[0] else { return nil }
    try store(album, of: id)
    search.add(id)
    return id
  }

  private func whole(_ album: [Record], in conversation: Conversation.ID) throws -> MessageVersion {
    var whole = album[0].merged
    for next in album.dropFirst() { whole.append(next.merged) }
    whole.follow(try People(db).owners(of: conversation), source: album[0].source)
    // The first message can have lost its key with an import.
    whole.rest.album = album.lazy.compactMap(\.merged.rest.album).first
    whole.rest.parts = album.dropFirst().map(\.source).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return whole
  }

  /// The import to which a message of some parts counts.
  private func importID(of parts: Set<Int64>) throws -> ImportRecord.ID? {
    guard let first = parts.min(), first != ImportRanges.unknown else { return nil }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT import FROM import_part WHERE id = ?"), arguments: [first])
  }
}

extension MessageVersion {
  /// Adds the next message of an album, of which at most one has a text.
  fileprivate mutating func append(_ next: MessageVersion) {
    files = Array((files + next.files).prefix(ImportedMessage.maximumAttachments))
    for reaction in next.reactions
    where !reactions.contains(where: { $0.key == reaction.key && $0.participant == reaction.participant }) {
      reactions.append(reaction)
    }
    reactions.sort { $0.isBefore($1) }
    if body.text.isEmpty, !next.body.text.isEmpty { body = next.body }
    earlier = Self.earlier(earlier + next.earlier, apartFrom: body)
    author.isOwn = author.isOwn || next.author.isOwn
    rest.topic = rest.topic ?? next.rest.topic
  }
}
