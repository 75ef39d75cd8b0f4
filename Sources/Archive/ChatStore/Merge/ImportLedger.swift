import Chats
import Foundation
import GRDB

/// Records what an import contains, new or not, while a batch of it is written, so that the import can be undone.
///
/// New messages cost nothing but the end of a range of numbers. A message that the archive already had costs a look at
/// its versions, and a row where they differ.
final class ImportLedger {
  /// A part of an import; see `import_part` in ``Schema``.
  struct Part {
    let id: Int64
    let importID: ImportRecord.ID
    /// Nil for messages with keys.
    let conversation: Conversation.ID?
    /// Minutes since 1970; nil for messages with keys.
    var minutes: ClosedRange<Int64>?
    /// Whether the run continues with more messages.
    var isOpen = false
    /// The number of times it has given a person a new name.
    fileprivate(set) var names: Int64 = 0
  }

  private struct Mention {
    let part: Int64
    let name: String
  }

  private let db: Database
  private let importID: ImportRecord.ID
  private let run: Int
  /// The parts of this import, by conversation; nil for messages with keys.
  private var parts: [Conversation.ID?: Part] = [:]
  /// The part that is being written.
  private(set) var current: Part?
  private var added: [Int64: NumberRanges] = [:]
  /// The range that is growing.
  private var last: (part: Int64, numbers: ClosedRange<Int64>)?
  /// The last name of each person.
  private var mentions: [Participant.ID: Mention] = [:]

  /// Creates a ledger; nil for messages that belong to no import.
  init?(_ db: Database, _ context: ImportContext) throws {
    guard let id = context.id else { return nil }
    self.db = db
    importID = id
    run = context.run
    if let format = context.format {
      try db.cachedStatement(sql: "UPDATE import SET format = ? WHERE id = ? AND format IS NULL").execute(
        arguments: [format, id])
    }
  }

  /// Makes the part of messages with keys the current one.
  func beginKeyed() throws {
    if let current, current.conversation == nil { return }
    if let part = parts[nil] {
      current = part
      return
    }
    current = try part(in: nil, run: 0)
    parts[nil] = current
  }

  /// Makes the run with these minutes the current part, for messages without keys.
  ///
  /// - Parameter isOpen: Whether messages of later minutes follow.
  func beginRun(
    in conversation: Conversation.ID, minutes: ClosedRange<Int64>?, isOpen: Bool = false
  ) throws {
    var part = try parts[conversation] ?? part(in: conversation, run: run)
    if let minutes {
      let before = part.minutes ?? minutes
      part.minutes =
        min(before.lowerBound, minutes.lowerBound)...max(before.upperBound, minutes.upperBound)
      part.isOpen = isOpen
      try db.cachedStatement(sql: "UPDATE import_part SET starts = ?, ends = ? WHERE id = ?").execute(
        arguments: [part.minutes?.lowerBound, part.minutes?.upperBound, part.id])
    }
    parts[conversation] = part
    current = part
  }

  private func part(in conversation: Conversation.ID?, run: Int) throws -> Part {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, starts, ends, names FROM import_part WHERE import = ? AND conversation IS ? AND run = ?
          """),
      arguments: [importID, conversation, run])
    if let row { return try Self.part(row, of: importID, in: conversation) }
    try db.cachedStatement(sql: "INSERT INTO import_part (import, conversation, run) VALUES (?, ?, ?)")
      .execute(arguments: [importID, conversation, run])
    return Part(
      id: db.lastInsertedRowID, importID: importID, conversation: conversation, minutes: nil)
  }

  fileprivate static func part(
    _ row: Row, of importID: ImportRecord.ID, in conversation: Conversation.ID?
  ) throws -> Part {
    let (starts, ends): (Int64?, Int64?) = (row.value("starts"), row.value("ends"))
    let minutes = starts.flatMap { first in ends.map { first...max(first, $0) } }
    return Part(
      id: try row.required("id"), importID: importID, conversation: conversation, minutes: minutes,
      names: row.value("names") ?? 0)
  }

  // MARK: Messages

  /// Adds a message to the part.
  func add(_ id: Message.ID) {
    guard let current else { return }
    if let last, last.part == current.id, last.numbers.upperBound == id - 1 {
      self.last?.numbers = last.numbers.lowerBound...id
    } else {
      endRange()
      last = (current.id, id...id)
    }
  }

  private func endRange() {
    if let last { added[last.part, default: NumberRanges()].insert(last.numbers) }
    last = nil
  }

  /// Adds a message with a key that the archive already had to the part.
  ///
  /// - Parameters:
  ///   - stored: The message, before it is completed.
  ///   - version: The part's version of it.
  func add(_ stored: StoredMessage, as version: MessageVersion) throws {
    // A message that occurs twice in an import was counted as its own the first time.
    guard let current, stored.importID != importID else { return }
    add(stored.id)
    if stored.importID == nil {
      try ImportRanges(db: db).insert(stored.id...stored.id, part: ImportRanges.unknown)
    }
    let versions = MessageVersions(db)
    if let base = try versions.base(of: stored.id) {
      try versions.set(version, of: stored.id, part: current.id, base: base)
    } else if version != stored.version {
      try versions.setBase(stored.version, of: stored.id)
      try versions.set(version, of: stored.id, part: current.id, base: stored.version)
    }
  }

  // MARK: Names

  /// Records that the part names a person.
  func mention(_ participant: Participant.ID, _ name: String) throws {
    guard var part = current else { return }
    if let known = mentions[participant], known.part == part.id, known.name == name { return }
    mentions[participant] = Mention(part: part.id, name: name)
    part.names += 1
    current = part
    parts[part.conversation] = part
    try db.cachedStatement(
      sql: """
        INSERT INTO import_name (part, participant, name, seen) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET seen = excluded.seen
        """
    ).execute(arguments: [part.id, participant, name, part.names])
  }

  /// Records what the import states about a conversation.
  func tell(
    _ conversation: Conversation.ID, title: String?, timeZone: String?, owner: Participant.ID?
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO import_conversation (import, conversation, message_count, title, time_zone, owner)
        VALUES (?, ?, 0, ?, ?, ?)
        ON CONFLICT DO UPDATE SET title = coalesce(excluded.title, title),
          time_zone = coalesce(excluded.time_zone, time_zone), owner = coalesce(excluded.owner, owner)
        """
    ).execute(arguments: [importID, conversation, title, timeZone, owner])
  }

  /// Records that the import has messages with this key, if the key is an alias of another conversation.
  func follow(aliasOf key: String) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO import_alias (key, import)
        SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM conversation_alias WHERE key = ?1)
        """
    ).execute(arguments: [key, importID])
  }

  /// Writes what is in memory only. Call it at the end of the batch, and before ranges are read.
  func flush() throws {
    let ranges = ImportRanges(db: db)
    endRange()
    for (part, numbers) in added {
      for range in numbers.ranges { try ranges.insert(range, part: part) }
    }
    added = [:]
    for part in parts.values {
      try db.cachedStatement(sql: "UPDATE import_part SET names = ?1 WHERE id = ?2 AND names <> ?1").execute(
        arguments: [part.names, part.id])
    }
  }
}

/// The runs of messages without keys that make up a conversation.
struct ConversationRuns {
  let db: Database

  /// In the order of the imports.
  func parts(of conversation: Conversation.ID) throws -> [ImportLedger.Part] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT id, starts, ends, names, import FROM import_part WHERE conversation = ? ORDER BY id"),
      arguments: [conversation]
    ).map { try ImportLedger.part($0, of: try $0.required("import"), in: conversation) }
  }
}

/// The versions of messages that differ between imports.
struct MessageVersions {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The version of all parts that have no version of their own; nil if there is only one version.
  func base(of id: Message.ID) throws -> MessageVersion? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT version FROM message_version WHERE message = ? AND part = 0"),
      arguments: [id]
    ).flatMap(Self.whole)
  }

  /// A base stores every part of its version, so it can be decoded from an empty one.
  private static func whole(_ bytes: Data) -> MessageVersion? {
    MessageVersionChange(bytes)?.version(from: .empty)
  }

  func setBase(_ version: MessageVersion, of id: Message.ID) throws {
    try set(MessageVersionChange(version, from: nil).encoded, of: id, part: 0)
  }

  /// Sets the version of a part, if it differs from the base.
  func set(_ version: MessageVersion, of id: Message.ID, part: Int64, base: MessageVersion) throws {
    guard version != base else { return }
    try set(MessageVersionChange(version, from: base).encoded, of: id, part: part)
  }

  private func set(_ bytes: Data, of id: Message.ID, part: Int64) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO message_version (message, part, version) VALUES (?, ?, ?)"
    ).execute(arguments: [id, part, bytes])
  }

  /// The versions of a message; nil if there is only one.
  func all(of id: Message.ID) throws -> Known? {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT part, version FROM message_version WHERE message = ? ORDER BY part"),
      arguments: [id])
    guard let first = rows.first, first.value("part") == 0 as Int64,
      let base = (first.value("version") as Data?).flatMap(Self.whole)
    else { return nil }
    var own: [Int64: MessageVersion] = [:]
    for row in rows.dropFirst() {
      guard let part: Int64 = row.value("part"), let bytes: Data = row.value("version") else { continue }
      own[part] = MessageVersionChange(bytes)?.version(from: base)
    }
    return Known(base: base, own: own)
  }

  struct Known: Equatable {
    var base: MessageVersion
    var own: [Int64: MessageVersion]

    func version(of part: Int64) -> MessageVersion { own[part] ?? base }
  }

  /// Stores the versions of some parts, and removes all others.
  ///
  /// - Parameter versions: In the order of the parts.
  func replace(_ versions: [(part: Int64, version: MessageVersion)], of id: Message.ID, known: Known?) throws
  {
    guard let base = versions.first?.version, versions.contains(where: { $0.version != base }) else {
      if known != nil { try remove(id) }
      return
    }
    var own: [Int64: MessageVersion] = [:]
    for (part, version) in versions where version != base { own[part] = version }
    guard Known(base: base, own: own) != known else { return }
    if known != nil { try remove(id) }
    try setBase(base, of: id)
    for (part, version) in own { try set(version, of: id, part: part, base: base) }
  }

  func remove(_ id: Message.ID) throws {
    try db.cachedStatement(sql: "DELETE FROM message_version WHERE message = ?").execute(arguments: [id])
  }
}

extension MessageVersion {
  fileprivate static let empty = MessageVersion(
    time: Time(sentAt: 0, resolution: nil, orderKey: nil), author: Author(sender: nil, isOwn: false),
    body: Body(kind: 0, text: "", entities: nil), files: [], reactions: [],
    editing: Editing(editedAt: nil, texts: []),
    rest: Rest(reply: nil, album: nil, details: nil, parts: []))
}
