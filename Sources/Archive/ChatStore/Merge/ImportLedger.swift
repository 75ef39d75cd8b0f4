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
  }

  /// A name that a part gave a person.
  private struct Name: Hashable {
    let part: Int64
    let participant: Participant.ID
    let text: String
  }

  /// Facts from the messages with a name.
  private struct Mention {
    /// The time of the last message with the name.
    var seen: Int64
    /// Whether the part states that the person is the owner.
    var isOwn = false
  }

  /// The last name of a person. A class, because most messages change only the time.
  private final class LastName {
    var name: Name
    var mention: Mention

    init(_ name: Name, _ mention: Mention) { (self.name, self.mention) = (name, mention) }
  }

  private let db: Database
  private let people: PeopleRoots
  private let importID: ImportRecord.ID
  private let run: Int
  /// The parts of this import, by conversation; nil for messages with keys.
  private var parts: [Conversation.ID?: Part] = [:]
  /// The part that is being written.
  private(set) var current: Part?
  private var added: [Int64: NumberRanges] = [:]
  /// The range that is growing.
  private var last: (part: Int64, numbers: ClosedRange<Int64>)?
  /// The last name of each person, and the earlier ones, which can contain it.
  private var names: [Participant.ID: LastName] = [:]
  private var earlierNames: [Name: Mention] = [:]
  /// The time of the message that is being written.
  private var sentAt = Int64.min
  /// The time of the last message of the conversation that is being written, and of the others.
  private var newest: (conversation: Conversation.ID, time: Int64)?
  private var newestOfOthers: [(conversation: Conversation.ID, time: Int64)] = []

  /// Creates a ledger; nil for messages that belong to no import.
  init?(_ db: Database, _ context: ImportContext, _ people: PeopleRoots) throws {
    guard let id = context.id else { return nil }
    self.db = db
    self.people = people
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
          SELECT id, starts, ends FROM import_part WHERE import = ? AND conversation IS ? AND run = ?
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
      id: try row.required("id"), importID: importID, conversation: conversation, minutes: minutes)
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
  ///   - digest: The version's digest.
  func add(_ stored: StoredMessage, as version: MessageVersion, digest: Int64) throws {
    // The row of a message that this import added has all that the import states about it.
    guard let current, stored.importID != importID else { return }
    let isRepeated = try has(stored.id)
    add(stored.id)
    if stored.importID == nil {
      try ImportRanges(db: db).insert(stored.id...stored.id, part: ImportRanges.unknown)
    }
    let versions = MessageVersions(db)
    guard let known = try versions.all(of: stored.id) else {
      if version == stored.version { return try set(digest, of: stored) }
      try versions.setBase(stored.version, of: stored.id)
      let mine = isRepeated ? try stored.version.merged(with: version, people) : version
      return try versions.set(mine, of: stored.id, part: current.id, base: stored.version)
    }
    // The import can have the message twice.
    let mine = isRepeated ? try known.version(of: current.id).merged(with: version, people) : version
    try versions.set(mine, of: stored.id, part: current.id, base: known.base)
  }

  /// Whether the part has the message already.
  func has(_ id: Message.ID) throws -> Bool {
    guard let part = current?.id else { return false }
    if let last, last.part == part, last.numbers.contains(id) { return true }
    return try added[part]?.contains(id) == true || ImportRanges(db: db).contains(id, part: part)
  }

  /// Sets the digest of a message with only one version, so that the next import finds it by that.
  private func set(_ digest: Int64, of stored: StoredMessage) throws {
    guard digest != stored.digest else { return }
    try db.cachedStatement(sql: "UPDATE message SET digest = ? WHERE id = ?").execute(
      arguments: [digest, stored.id])
  }

  // MARK: Names

  /// Sets the message whose time the next names and the facts of its conversation get.
  func begin(_ message: ImportedMessage, in conversation: Conversation.ID) {
    sentAt = message.sentAt
    var time = sentAt
    if let newest {
      if newest.conversation == conversation {
        time = max(time, newest.time)
      } else {
        newestOfOthers.append(newest)
      }
    }
    newest = (conversation, time)
  }

  /// Records that the part names a person.
  func mention(_ participant: Participant.ID, _ name: String) {
    guard let part = current?.id else { return }
    guard let known = names[participant] else {
      names[participant] = LastName(
        Name(part: part, participant: participant, text: name), Mention(seen: sentAt))
      return
    }
    if known.name.part == part, known.name.text == name {
      known.mention.seen = max(known.mention.seen, sentAt)
    } else {
      keep(known)
      known.name = Name(part: part, participant: participant, text: name)
      known.mention = Mention(seen: sentAt)
    }
  }

  /// Records that the part states that a person, whom it has just named, is the owner.
  func mentionOwner(_ participant: Participant.ID) { names[participant]?.mention.isOwn = true }

  /// Keeps the last name of a person, who has another one now. People can change between names at every message.
  private func keep(_ last: LastName) {
    Self.add(last.mention, to: &earlierNames[last.name, default: last.mention])
  }

  private static func add(_ mention: Mention, to other: inout Mention) {
    other = Mention(seen: max(other.seen, mention.seen), isOwn: other.isOwn || mention.isOwn)
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
    names.values.forEach(keep)
    for (name, mention) in earlierNames {
      try db.cachedStatement(
        sql: """
          INSERT INTO import_name (part, participant, name, seen, is_own) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET seen = max(seen, excluded.seen), is_own = max(is_own, excluded.is_own)
          """
      ).execute(
        arguments: [name.part, name.participant, name.text, mention.seen, mention.isOwn])
    }
    (names, earlierNames) = ([:], [:])
    for (conversation, time) in newestOfOthers + [newest].compactMap(\.self) {
      try db.cachedStatement(
        sql: """
          UPDATE import_conversation SET newest_at = max(coalesce(newest_at, ?1), ?1)
          WHERE import = ?2 AND conversation = ?3
          """
      ).execute(arguments: [time, importID, conversation])
    }
    (newest, newestOfOthers) = (nil, [])
  }
}

/// The runs of messages without keys that make up a conversation.
struct ConversationRuns {
  let db: Database

  /// Whether the conversation has messages without keys.
  func exist(in conversation: Conversation.ID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM import_part WHERE conversation = ?)"),
      arguments: [conversation]) ?? false
  }

  /// The runs with messages in a span of minutes, in the order of the imports.
  func parts(of conversation: Conversation.ID, in minutes: ClosedRange<Int64>) throws -> [ImportLedger.Part] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, starts, ends, import FROM import_part
          WHERE conversation = ? AND ends >= ? AND starts <= ? ORDER BY id
          """),
      arguments: [conversation, minutes.lowerBound, minutes.upperBound]
    ).map { try ImportLedger.part($0, of: try $0.required("import"), in: conversation) }
  }
}

/// The versions of messages that differ between imports.
struct MessageVersions {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// A base stores every part of its version, so it can be decoded from an empty one.
  private static func whole(_ bytes: Data) -> MessageVersion? {
    MessageVersionChange(bytes)?.version(from: .empty)
  }

  func setBase(_ version: MessageVersion, of id: Message.ID) throws {
    try set(MessageVersionChange(version, from: nil), of: id, part: 0, digest: version.digest)
  }

  /// The versions of an album's messages, by their keys and the parts that had them; empty for other messages.
  func records(of id: Message.ID) throws -> [String: [Int64: MessageVersion]] {
    var found: [String: [Int64: MessageVersion]] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT record, part, version FROM message_version WHERE message = ? AND record <> ''"),
      arguments: [id])
    while let row = try rows.next() {
      guard let record: String = row.value("record"), let part: Int64 = row.value("part"),
        let version = (row.value("version") as Data?).flatMap(Self.whole)
      else { continue }
      found[record, default: [:]][part] = version
    }
    return found
  }

  /// Sets the version that a part has of an album's message.
  func set(_ version: MessageVersion, of id: Message.ID, record: String, part: Int64) throws {
    try set(
      MessageVersionChange(version, from: nil), of: id, record: record, part: part, digest: version.digest)
  }

  /// Sets the version of a part, if it differs from the base.
  func set(_ version: MessageVersion, of id: Message.ID, part: Int64, base: MessageVersion) throws {
    guard version != base else { return }
    try set(MessageVersionChange(version, from: base), of: id, part: part, digest: version.digest)
  }

  private func set(
    _ change: MessageVersionChange, of id: Message.ID, record: String = "", part: Int64, digest: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO message_version (message, record, part, digest, version) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [id, record, part, digest, change.encoded])
  }

  /// The versions of a message; nil if there is only one.
  func all(of id: Message.ID) throws -> Known? {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT part, version FROM message_version WHERE message = ? AND record = '' ORDER BY part"),
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
    body: Body(kind: 0, text: "", entities: nil, editedAt: nil), earlier: [], files: [], reactions: [],
    rest: Rest(reply: nil, topic: nil, album: nil, details: nil, parts: []))
}
