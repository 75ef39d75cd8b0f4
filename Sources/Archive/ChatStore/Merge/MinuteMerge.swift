import Chats
import GRDB

/// The messages without keys of a conversation, minute by minute. The messages of several runs in a minute form one
/// list, which depends only on the runs, not on the order in which they were imported. See ``SequenceAligner``.
struct MinuteMerge {
  /// The changes to the messages of a minute.
  struct Outcome {
    /// The messages that are rows of their own now, by their index among the delivered ones.
    var inserted: [(index: Int, cursor: MessageCursor)] = []
    /// Whether messages were added, changed or moved.
    var hasChanged = false
    /// Whether rows were removed or have another sender, so that counters must be counted again.
    var needsCount = false
    /// The latest of the changed times.
    var newestSentAt = Int64.min
    /// People who wrote the same text at the same time in two runs.
    var samePeople: [PeoplePair] = []
  }

  private let db: Database
  private let rows: MessageRows
  private let search: SearchIndexUpdate
  private let conversation: Conversation.ID
  private let chat: Conversation.ID
  private let people: PeopleRoots
  private let ranges: ImportRanges
  private let versions: MessageVersions
  /// The runs of the conversation, in the order of the imports. At most one of them is open.
  private let parts: [ImportLedger.Part]
  /// The participants who are the owner; nil while that is a guess. An owner that was given explicitly takes precedence
  /// over what exports say.
  private let owners: Set<Participant.ID>?
  private let names: ChatNames

  /// - Parameters:
  ///   - minutes: The minutes that are merged, in ascending order.
  ///   - chat: The chat that shows the conversation, if it is known.
  ///   - current: The run that is being written.
  init(
    _ db: Database, _ rows: MessageRows, _ search: SearchIndexUpdate, conversation: Conversation.ID,
    minutes: [Int64], chat: Conversation.ID? = nil, people: PeopleRoots, current: ImportLedger.Part? = nil
  ) throws {
    self.db = db
    self.rows = rows
    self.search = search
    self.conversation = conversation
    self.chat = try chat ?? db.chat(of: conversation) ?? conversation
    self.people = people
    names = ChatNames(db, conversation)
    ranges = ImportRanges(db: db)
    versions = MessageVersions(db)
    owners = try People(db).owners(of: conversation)
    let span = minutes.first.map { $0...max($0, minutes.last ?? $0) }
    let parts = try span.map { try ConversationRuns(db: db).parts(of: conversation, in: $0) } ?? []
    self.parts = parts.map { $0.id == current?.id ? current ?? $0 : $0 }
  }

  // MARK: Reading

  /// Whether the conversation's chat has messages in a span of minutes.
  func hasMessages(in minutes: ClosedRange<Int64>) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM message WHERE chat = ? AND order_key >= ? AND order_key < ?)"),
      arguments: [chat, Self.firstKey(of: minutes.lowerBound), Self.firstKey(of: minutes.upperBound + 1)])
      ?? false
  }

  /// The messages of a minute, in order.
  func messages(of minute: Int64) throws -> [StoredMessage] {
    try StoredMessage.fetch(
      db,
      """
      chat = ? AND order_key >= ? AND order_key < ? AND +conversation = ? AND +source IS NULL
      ORDER BY order_key, id
      """, [chat, Self.firstKey(of: minute), Self.firstKey(of: minute + 1), conversation])
  }

  /// The smallest order key of a minute.
  static func firstKey(of minute: Int64) -> Int64 {
    let (time, overflows) = minute.multipliedReportingOverflow(by: TimeResolution.minutes.milliseconds)
    return OrderKey.make(sentAt: overflows ? (minute < 0 ? .min : .max) : time)
  }

  /// The order keys of the messages of a minute, which are all different. The key of a message that is precise only to
  /// the minute follows the previous message's key.
  static func orderKeys(_ times: [MessageVersion.Time], minute: Int64) -> [Int64] {
    var last: Int64?
    var time = OrderKey.time(of: firstKey(of: minute))
    return times.map { next in
      if next.resolution != .minutes { time = max(time, next.sentAt) }
      var key = OrderKey.make(sentAt: time)
      if let last { key = max(key, last == .max ? last : last + 1) }
      last = key
      return key
    }
  }

  // MARK: Writing

  /// Adds the current run's messages of a minute.
  func add(
    _ delivered: [MessageVersion], to stored: [StoredMessage], of minute: Int64, _ ledger: ImportLedger
  ) throws -> Outcome {
    guard let current = ledger.current else { return Outcome() }
    try ledger.flush()
    return try regroup(stored, of: minute, delivered: (current.id, delivered))
  }

  /// Merges the messages of a minute again, after people were joined or a run was undone.
  func regroup(_ minute: Int64) throws -> Outcome {
    let stored = try messages(of: minute)
    return stored.isEmpty ? Outcome() : try regroup(stored, of: minute, delivered: nil)
  }

  /// A message of a run.
  private struct Entry {
    /// The index among the stored messages, or among the delivered ones.
    var stored: Int?
    var delivered: Int?
    var version: MessageVersion
  }

  /// The messages of all runs in a minute, and the stored messages.
  private struct Group {
    let stored: [StoredMessage]
    /// The versions of each stored message, and the parts that have it.
    var known: [MessageVersions.Known?] = []
    var owners: [[Int64]] = []
    /// In the order of the imports.
    var runs: [(part: Int64, entries: [Entry])] = []
  }

  private func group(
    _ stored: [StoredMessage], of minute: Int64, _ delivered: (part: Int64, versions: [MessageVersion])?
  ) throws -> Group {
    var group = Group(stored: stored)
    let parts = parts.filter { $0.minutes?.contains(minute) == true }.map(\.id)
    var entries: [Int64: [Entry]] = [:]
    for (index, message) in stored.enumerated() {
      let known = try versions.all(of: message.id)
      var owners = try parts.filter { try ranges.contains(message.id, part: $0) }
      // Messages of unknown imports.
      if try owners.isEmpty || ranges.contains(message.id, part: ImportRanges.unknown) {
        owners.insert(ImportRanges.unknown, at: 0)
      }
      for part in owners {
        let version = known?.version(of: part) ?? message.version
        entries[part, default: []].append(Entry(stored: index, version: version))
      }
      group.known.append(known)
      group.owners.append(owners)
    }
    if let delivered {
      for (index, version) in delivered.versions.enumerated() {
        entries[delivered.part, default: []].append(Entry(delivered: index, version: version))
      }
    }
    group.runs = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return group
  }

  private func regroup(
    _ stored: [StoredMessage], of minute: Int64,
    delivered: (part: Int64, versions: [MessageVersion])?
  ) throws -> Outcome {
    let group = try group(stored, of: minute, delivered)
    let runs = try group.runs.map { run in
      let part = parts.first { $0.id == run.part }
      return SequenceAligner.Run(
        items: try run.entries.map { try item($0.version) },
        begins: part?.minutes?.lowerBound == minute,
        ends: part.map { !$0.isOpen && $0.minutes?.upperBound == minute } ?? false)
    }
    let hasEvents = runs.contains { $0.items.contains { $0.kind == .service } }
    let columns = SequenceAligner.merge(runs, names: hasEvents ? try names.all() : [])
    var outcome = try write(columns, of: group, minute)
    if let delivered {
      outcome.samePeople = PeoplePair.candidates(
        columns, runs, run: group.runs.firstIndex { $0.part == delivered.part })
    }
    return outcome
  }

  /// Stores the merged list. Messages keep their numbers where possible.
  private func write(_ columns: [SequenceAligner.Column], of group: Group, _ minute: Int64) throws -> Outcome
  {
    var outcome = Outcome()
    let entries = columns.map { column in
      column.items.sorted { $0.key < $1.key }.map { run, item in
        (part: group.runs[run].part, entry: group.runs[run].entries[item])
      }
    }
    let merged = try entries.map { column in
      var version = try MessageVersion.merged(column.map(\.entry.version), people)
      version.follow(owners)
      return version
    }
    let keys = Self.orderKeys(merged.map(\.time), minute: minute)
    var free = Set(group.stored.indices)
    let kept = entries.map { column in
      column.compactMap(\.entry.stored).filter(free.contains).min().map { index in
        free.remove(index)
        return index
      }
    }
    if !free.isEmpty {
      (outcome.needsCount, outcome.hasChanged) = (true, true)
      for index in free.sorted() { try remove(group.stored[index], owners: group.owners[index]) }
    }
    for (place, column) in entries.enumerated() {
      let id: Message.ID
      let digest = column[0].entry.version.digest
      var (owners, known): ([Int64], MessageVersions.Known?) = ([], nil)
      let importID = parts.first { $0.id == column[0].part }?.importID
      if let index = kept[place] {
        let stored = group.stored[index]
        (id, owners, known) = (stored.id, group.owners[index], group.known[index])
        if merged[place] != stored.version || keys[place] != stored.orderKey {
          outcome.hasChanged = true
          try search.willChange(id)
          outcome.newestSentAt = max(outcome.newestSentAt, merged[place].time.sentAt)
          if stored.version.isCountedOtherwise(than: merged[place]) { outcome.needsCount = true }
        }
        try rows.change(stored, to: merged[place], orderKey: keys[place], digest: digest)
        if let importID, stored.importID != importID, column[0].part != ImportRanges.unknown {
          try db.cachedStatement(sql: "UPDATE message SET import = ? WHERE id = ?").execute(
            arguments: [importID, id])
          outcome.needsCount = true
        }
      } else {
        outcome.hasChanged = true
        let message = NewMessage(
          in: conversation, chat: chat, orderKey: keys[place], importID: importID,
          flags: merged[place].flags, merged[place], digest: digest)
        // A message without a key is always inserted.
        guard let new = try rows.insert([message])[0] else { continue }
        id = new
        search.add(id)
        let cursor = MessageCursor(orderKey: keys[place], id: id)
        if let delivered = column.first(where: { $0.entry.delivered != nil })?.entry.delivered {
          outcome.inserted.append((delivered, cursor))
        } else {
          outcome.needsCount = true
        }
      }
      let now = column.map(\.part)
      for part in owners where !now.contains(part) && part != ImportRanges.unknown {
        try ranges.remove(id, part: part)
      }
      for part in now where !owners.contains(part) { try ranges.insert(id...id, part: part) }
      try versions.replace(column.map { ($0.part, $0.entry.version) }, of: id, known: known)
    }
    return outcome
  }

  private func remove(_ stored: StoredMessage, owners: [Int64]) throws {
    try search.willRemove(stored.id)
    for part in owners { try ranges.remove(stored.id, part: part) }
    try versions.remove(stored.id)
    try rows.remove(stored.id)
  }

  private func item(_ version: MessageVersion) throws -> SequenceItem {
    SequenceItem(
      sentAt: version.time.sentAt, resolution: version.time.resolution ?? .milliseconds,
      person: try version.author.sender.map { try people.root(of: $0) },
      kind: Message.Kind(rawValue: version.body.kind) ?? .normal, text: version.body.text,
      isEdited: version.body.editedAt != nil,
      files: version.files)
  }
}

/// The names of a chat's people, read when they are needed.
private final class ChatNames {
  private let db: Database
  private let conversation: Conversation.ID
  private var names: [String]?

  init(_ db: Database, _ conversation: Conversation.ID) { (self.db, self.conversation) = (db, conversation) }

  /// At most 1,000 names of at least two characters, in lower case.
  func all() throws -> [String] {
    if let names { return names }
    let found = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT n.name FROM membership m JOIN participant_name n ON n.participant = m.participant
          WHERE m.conversation = ? ORDER BY m.message_count DESC, n.name LIMIT 1000
          """), arguments: [conversation])
    let names = found.map { $0.lowercased() }.filter { $0.count > 1 }
    self.names = names
    return names
  }
}

extension MessageVersion {
  /// Whether the two versions are counted differently for people and chats.
  func isCountedOtherwise(than other: Self) -> Bool {
    let service = Message.Kind.service.rawValue
    return author != other.author
      || (body.kind == service) != (other.body.kind == service)
  }
}

/// The participants who represent people, and the keys of participants.
final class PeopleRoots {
  private let db: Database
  private var roots: [Participant.ID: Participant.ID] = [:]
  private var keys: [Participant.ID: String] = [:]

  init(_ db: Database) { self.db = db }

  func root(of participant: Participant.ID) throws -> Participant.ID {
    if let known = roots[participant] { return known }
    let root =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT coalesce(person, id) FROM participant WHERE id = ?"),
        arguments: [participant]) ?? participant
    roots[participant] = root
    return root
  }

  /// The participant that stands for the person with a key; nil for a new person.
  func root(ofKey key: String) throws -> Participant.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT coalesce(person, id) FROM participant WHERE key = ?"),
      arguments: [key.withoutNUL])
  }

  func name(of participant: Participant.ID) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT name FROM participant WHERE id = ?"), arguments: [participant])
  }

  /// The key in the source; empty for unknown people.
  func key(of participant: Participant.ID) throws -> String {
    if let known = keys[participant] { return known }
    let key =
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT key FROM participant WHERE id = ?"), arguments: [participant]) ?? ""
    keys[participant] = key
    return key
  }

  /// The one whose key comes last in the alphabet, or the only one.
  func larger(_ a: Participant.ID?, _ b: Participant.ID?) throws -> Participant.ID? {
    guard let a, let b, a != b else { return a ?? b }
    return try key(of: a) < key(of: b) ? b : a
  }
}
