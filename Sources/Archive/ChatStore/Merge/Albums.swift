import Chats
import GRDB

/// Merges the messages of albums. An album is one row in `message`, which follows from all versions of all its messages:
/// its files in their order, and what else they state. So the archive does not depend on the order of imports, unless in one
/// of them the messages do not form an album.
struct Albums {
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

  /// The row of the album of a message.
  ///
  /// - Parameter source: The key of the message.
  func stored(_ source: String, of album: String?, in conversation: Conversation.ID) throws -> StoredMessage?
  {
    try StoredMessage.fetch(
      db,
      """
      id = coalesce(
        (SELECT id FROM message WHERE conversation = ?1 AND source = ?2),
        (SELECT message FROM album_part WHERE conversation = ?1 AND source = ?2),
        (SELECT min(id) FROM message WHERE conversation = ?1 AND album = ?3 AND album IS NOT NULL))
      """, [conversation, source, album]
    ).first
  }

  /// Adds a version of one of the album's messages.
  ///
  /// - Parameters:
  ///   - stored: The row of the album, or its only message.
  ///   - ledger: Records the import of the version; nil for messages that belong to no import.
  /// - Returns: Whether the message is new, and the row as it is now.
  func add(
    _ version: MessageVersion, of source: String, to stored: StoredMessage, _ ledger: ImportLedger?
  ) throws -> (isNew: Bool, row: Outcome) {
    var records = try versions.records(of: stored.id)
    if records.isEmpty, let first = stored.source {
      // The row is a message of its own so far.
      let known = try versions.all(of: stored.id)
      for part in try parts(of: stored, ledger) {
        records[first, default: [:]][part] = known?.version(of: part) ?? stored.version
      }
      try versions.remove(stored.id)
      for (part, version) in records[first] ?? [:] {
        try versions.set(version, of: stored.id, record: first, part: part)
      }
    }
    let part = ledger?.current?.id ?? ImportRanges.unknown
    let isNew = records[source] == nil
    var mine = version
    mine.rest.parts = []
    if let before = records[source]?[part] { mine = try before.merged(with: mine, people) }
    if records[source]?[part] != mine {
      records[source, default: [:]][part] = mine
      try versions.set(mine, of: stored.id, record: source, part: part)
    }
    ledger?.add(stored.id)
    return (isNew, try update(stored, records))
  }

  /// The version and order key of a changed row.
  struct Outcome {
    var version: MessageVersion
    var orderKey: Int64
  }

  /// The parts of imports that had the only message of a row.
  private func parts(of stored: StoredMessage, _ ledger: ImportLedger?) throws -> [Int64] {
    if let part = ledger?.current, part.importID == stored.importID { return [part.id] }
    let parts = try ImportRanges(db: db).parts(having: stored.id)
    return parts.isEmpty || stored.importID == nil ? parts + [ImportRanges.unknown] : parts
  }

  /// Rebuilds the row of an album from the versions of its messages; nothing for other messages.
  func update(_ stored: StoredMessage) throws {
    let records = try versions.records(of: stored.id)
    if !records.isEmpty { _ = try update(stored, records) }
  }

  private func update(
    _ stored: StoredMessage, _ records: [String: [Int64: MessageVersion]]
  ) throws -> Outcome {
    let merged = try records.map { source, versions in
      (source: source, version: try MessageVersion.merged(Array(versions.values), people))
    }.sorted {
      ($0.version.time.orderKey ?? 0, $0.source.utf8.count, $0.source)
        < ($1.version.time.orderKey ?? 0, $1.source.utf8.count, $1.source)
    }
    guard let first = merged.first else {
      return Outcome(version: stored.version, orderKey: stored.orderKey)
    }
    var digest: Int64?
    if merged.count == 1, let versions = records[first.source] {
      // It is a message of its own again.
      try self.versions.remove(stored.id)
      let all = versions.sorted { $0.key < $1.key }.map { (part: $0.key, version: $0.value) }
      try self.versions.replace(all, of: stored.id, known: nil)
      digest = all.first?.version.digest
    }
    var whole = first.version
    for next in merged.dropFirst() { whole.append(next.version) }
    // The versions are of a time at which the owner may not have been known.
    if let owners = try People(db).owners(of: stored.conversation), let sender = whole.author.sender {
      whole.author.isOwn = owners.contains(sender)
    }
    whole.rest.parts = merged.dropFirst().map(\.source).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let orderKey = whole.time.orderKey ?? stored.orderKey
    if whole != stored.version || orderKey != stored.orderKey || first.source != stored.source {
      try search.willChange(stored.id)
      try rows.change(stored, to: whole, orderKey: orderKey, source: first.source, digest: digest)
    }
    return Outcome(version: whole, orderKey: orderKey)
  }
}

extension MessageVersion {
  /// Adds the next message of an album. Usually only one of the messages has a text, and that is the album's text. A later
  /// export can have changed another one.
  fileprivate mutating func append(_ next: MessageVersion) {
    files = Array((files + next.files).prefix(ImportedMessage.maximumAttachments))
    for reaction in next.reactions
    where !reactions.contains(where: { $0.key == reaction.key && $0.participant == reaction.participant }) {
      reactions.append(reaction)
    }
    reactions.sort { $0.isBefore($1) }
    if body.text.isEmpty, !next.body.text.isEmpty {
      body = next.body
    } else if !next.body.text.isEmpty, !"\n\(body.text)\n".contains("\n\(next.body.text)\n") {
      let texts = [body, next.body].map { body in
        StyledText(Array(body.text.utf8)[...], body.entities.map(EntityCoding.decode) ?? [])
      }
      let whole = StyledText(lines: texts)
      (body.text, body.entities) = (whole.text, EntityCoding.encode(whole.entities, of: whole.text))
      body.editedAt = [body.editedAt, next.body.editedAt].compactMap(\.self).max()
    }
    earlier = Self.earlier(earlier + next.earlier, apartFrom: body)
    author.isOwn = author.isOwn || next.author.isOwn
    rest.reply = rest.reply ?? next.rest.reply
    rest.details = rest.details ?? next.rest.details
  }
}
