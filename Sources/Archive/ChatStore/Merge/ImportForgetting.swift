import Chats
import Foundation
import GRDB

/// The result of ``Archive/forget(_:)``.
public struct ForgottenImport: Sendable, Hashable {
  /// Messages that only this import had. They are deleted.
  public var removed: Int
  /// Messages that other imports had, too. They stay, in the versions of those imports.
  public var kept: Int
  /// The chats that show messages of the import, before it is undone.
  public var chats: Set<Conversation.ID> = []
}

extension Archive {
  /// A forecast of the result of ``forget(_:)``; nil if there is no such import. Changes nothing.
  public func forgetting(_ id: ImportRecord.ID) async throws(ArchiveError) -> ForgottenImport? {
    try await reading { db in
      guard
        let forgetting = try ImportForgetting(db, id, with: WatchedFolders(db).imports(with: id).imports)
      else { return nil }
      return try forgetting.forecast()
    }
  }

  /// Undoes an import: deletes its messages, except for those that other imports had, too; these get the versions of
  /// the other imports. The archive is then as if the import had never been made, apart from what was read, renamed,
  /// merged or sent since. Deleted texts are overwritten in the file.
  ///
  /// Works in one transaction: after an error, a cancellation or a kill, all of it is done or nothing. Takes time in
  /// proportion to the messages of the import and of the conversations that it contributed to.
  ///
  /// If the import is that of a folder that is kept up to date, the folder no longer is.
  ///
  /// - Returns: The removed and kept messages; nil if there is no such import.
  @discardableResult
  public func forget(_ id: ImportRecord.ID) async throws(ArchiveError) -> ForgottenImport? {
    try await forget([id]).first
  }

  /// Undoes several imports, all of them or, after an error, none. See ``forget(_:)-(ImportRecord.ID)``.
  ///
  /// - Parameters:
  ///   - imports: Their numbers. Numbers of imports that do not exist are ignored.
  ///   - progress: Called on a thread of the archive with the completed fraction, 0…1, which never decreases; at most
  ///     some hundred times for an import.
  ///   - isCancelled: Called on that thread, more often. Once it returns true, or the task is cancelled, this throws
  ///     ``ArchiveError/cancelled(path:)``, and the archive is as before.
  /// - Returns: The result for each import, as of the moment before it was undone; the latest import first.
  @discardableResult
  public func forget(
    _ imports: [ImportRecord.ID], progress: @escaping @Sendable (Double) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ArchiveError) -> [ForgottenImport] {
    try await changing { db in
      try db.overwritingDeleted {
        let ids = Set(imports).sorted(by: >)
        return try ids.enumerated().compactMap { index, id in
          let share = 1 / Double(ids.count)
          let folders = WatchedFolders(db)
          let (folder, all) = try folders.imports(with: id)
          try ImportGrowth.join(all, in: db)
          let forgotten = try ImportForgetting.forget(all[0], in: db) {
            if isCancelled() { throw CancellationError() }
            if let fraction = $0 { progress((Double(index) + fraction) * share) }
          }
          if let folder { try folders.remove(folder) }
          return forgotten
        }
      }
    }
  }
}

/// Undoes an import.
struct ImportForgetting {
  private let db: Database
  private let id: ImportRecord.ID
  /// The import and those that are undone with it, for a forecast.
  private let ids: [ImportRecord.ID]
  private let parts: [Int64]
  /// The messages that this import had, and those that all others had.
  private let mine: NumberRanges
  private let others: NumberRanges

  /// Undoes an import. Returns nil if there is no such import.
  ///
  /// - Parameter progress: See ``run(_:)``.
  static func forget(
    _ id: ImportRecord.ID, in db: Database, progress: @escaping (Double?) throws -> Void = { _ in }
  ) throws -> ForgottenImport? {
    guard let forgetting = try ImportForgetting(db, id) else { return nil }
    let forecast = try forgetting.forecast()
    try forgetting.run(progress)
    return forecast
  }

  private init?(_ db: Database, _ id: ImportRecord.ID) throws { try self.init(db, id, with: [id]) }

  /// - Parameter ids: The imports of a forecast.
  fileprivate init?(_ db: Database, _ id: ImportRecord.ID, with ids: [ImportRecord.ID]) throws {
    guard
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM import WHERE id = ?)", arguments: [id]) == true
    else { return nil }
    self.db = db
    self.id = id
    self.ids = ids
    parts = try Int64.fetchAll(
      db, sql: "SELECT id FROM import_part WHERE import IN (\(Self.list(ids))) ORDER BY id")
    let list = Self.list(parts)
    let ranges = ImportRanges(db: db)
    others = try ranges.all("part NOT IN (\(list))")
    mine = try ranges.all("part IN (\(list))")
  }

  private static func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ",") }

  private func count(_ numbers: NumberRanges, _ condition: String = "1") throws -> Int {
    let statement = try db.makeStatement(
      sql: "SELECT count(*) FROM message WHERE id BETWEEN ? AND ? AND \(condition)")
    return try numbers.ranges.reduce(0) {
      $0 + (try Int.fetchOne(statement, arguments: [$1.lowerBound, $1.upperBound]) ?? 0)
    }
  }

  fileprivate func forecast() throws -> ForgottenImport {
    let removed = try count(mine.subtracting(others), "import IN (\(Self.list(ids)))")
    let chats = try Int64.fetchSet(
      db,
      sql: """
        SELECT coalesce(c.merged_into, c.id) FROM import_conversation i JOIN conversation c ON c.id = i.conversation
        WHERE i.import IN (\(Self.list(ids)))
        """)
    return ForgottenImport(removed: removed, kept: try count(mine) - removed, chats: chats)
  }

  /// - Parameter progress: Called with the completed fraction, or with nil if it has hardly changed. What it throws ends
  ///   the work.
  private func run(_ progress: @escaping (Double?) throws -> Void) throws {
    let conversations = try Int64.fetchAll(
      db, sql: "SELECT conversation FROM import_conversation WHERE import = ? ORDER BY conversation",
      arguments: [id])
    let minutes = try minutes()
    let versioned = try versionedMessages()
    let (members, roots) = try namedPeople()
    let removed = try count(mine.subtracting(others), "import = \(id)")
    let meter = ForgettingMeter(
      [
        .words: removed, .removal: removed, .versions: versioned.count,
        .minutes: minutes.values.reduce(0) { $0 + $1.count }, .chats: conversations.count,
      ], progress)
    try removeMessages(meter)
    try removeParts()
    try Topics(db: db).forget(id)
    try passOn()
    // Before messages are merged again, because merging follows what is known of the owner.
    var ownerless: Set<Conversation.ID> = []
    for conversation in conversations {
      let hadOwner = try People(db).owners(of: conversation) != nil
      try restoreFacts(of: conversation)
      try People(db).keepOwner(of: conversation)
      if hadOwner, try People(db).owners(of: conversation) == nil { ownerless.insert(conversation) }
    }
    let search = try SearchIndexUpdate(db)
    let rows = try MessageRows(db)
    let albums = Albums(db, rows, search, PeopleRoots(db))
    var keys = try restore(versioned, rows, search, albums, meter)
    for conversation in conversations { keys.formUnion(try albums.keys(in: conversation)) }
    for key in keys {
      try progress(nil)
      _ = try albums.regroup(key)
    }
    try regroup(minutes, rows, search, meter)
    for conversation in conversations { try Bookmarks(db).restore(in: conversation, search) }
    try search.finish()
    for chat in try Set(conversations.compactMap { try db.chat(of: $0) }) {
      try OrdinalIndex(chat: chat, db: db).rebuild()
    }
    for conversation in conversations {
      if ownerless.contains(conversation) { try People(db).forgetOwner(of: conversation) }
      try restore(conversation)
      try meter.add(1, of: .chats)
    }
    try ImportFacts(db: db).nameParticipants(members + roots)
    try removeNames(members + roots)
    try NamedPeople(db).follow()
    // The members first, because a participant who represents others is kept.
    for people in [members, roots] { try removeUnused(people) }
    try PersonPairs(db).trim()
    try removeAliases()
    try db.execute(sql: "DELETE FROM import WHERE id = ?", arguments: [id])
    try ImportRanges(db: db).trim()
  }

  // MARK: Messages

  /// The minutes of the messages without keys, by conversation.
  private func minutes() throws -> [Conversation.ID: Set<Int64>] {
    var minutes: [Conversation.ID: Set<Int64>] = [:]
    let statement = try db.makeStatement(
      sql: "SELECT conversation, order_key FROM message WHERE id BETWEEN ? AND ? AND source IS NULL")
    for range in mine.ranges {
      let rows = try Row.fetchCursor(statement, arguments: [range.lowerBound, range.upperBound])
      while let row = try rows.next() {
        guard let conversation: Int64 = row.value("conversation"), let key: Int64 = row.value("order_key")
        else { continue }
        minutes[conversation, default: []].insert(TimeResolution.minute(of: OrderKey.time(of: key)))
      }
    }
    return minutes
  }

  /// The messages of this import that have several versions.
  private func versionedMessages() throws -> [Message.ID] {
    let statement = try db.makeStatement(
      sql: "SELECT DISTINCT message FROM message_version WHERE message BETWEEN ? AND ?")
    return try mine.ranges.flatMap { range in
      try Int64.fetchAll(statement, arguments: [range.lowerBound, range.upperBound])
    }
  }

  /// The number of messages that are removed between two reports.
  private static let removedAtOnce = 20_000

  /// Removes the messages that no other import had.
  private func removeMessages(_ meter: ForgettingMeter) throws {
    try db.execute(sql: "CREATE TEMP TABLE forgotten (id INTEGER PRIMARY KEY)")
    let insert = try db.makeStatement(
      sql: "INSERT INTO forgotten SELECT id FROM message WHERE id BETWEEN ? AND ? AND import = ?")
    for range in mine.subtracting(others).ranges {
      try insert.execute(arguments: [range.lowerBound, range.upperBound, id])
    }
    // All at once, because the place of a message among equal ones counts.
    try Bookmarks(db).lose("id IN (SELECT id FROM forgotten)")
    let next = "SELECT id FROM forgotten WHERE id > ?1 ORDER BY id LIMIT \(SearchIndexUpdate.removedAtOnce)"
    try SearchIndexUpdate(db).remove("id IN (\(next))") { try meter.add($0, of: .words) }
    try meter.complete(.words)
    while true {
      let last = try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM (SELECT id FROM forgotten ORDER BY id LIMIT \(Self.removedAtOnce))")
      guard let last else { break }
      let forgotten = "(SELECT id FROM forgotten WHERE id <= \(last))"
      for table in ["attachment", "reaction", "edit", "album_part", "message_version", "bookmark"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE message IN \(forgotten)")
      }
      try db.execute(sql: "DELETE FROM message WHERE id IN \(forgotten)")
      try meter.add(db.changesCount, of: .removal)
      try db.execute(sql: "DELETE FROM forgotten WHERE id <= \(last)")
    }
    try db.execute(sql: "DROP TABLE forgotten")
  }

  private func removeParts() throws {
    let list = Self.list(parts)
    try db.execute(
      sql: """
        DELETE FROM import_range WHERE part IN (\(list));
        DELETE FROM import_name WHERE part IN (\(list));
        DELETE FROM import_target WHERE import = \(id);
        DELETE FROM import_part WHERE id IN (\(list));
        """)
    let versions = try db.makeStatement(
      sql: "DELETE FROM message_version WHERE message BETWEEN ? AND ? AND part IN (\(list)) AND record <> ''")
    for range in mine.ranges { try versions.execute(arguments: [range.lowerBound, range.upperBound]) }
  }

  /// Assigns the remaining messages to the first of the other imports that had them.
  private func passOn() throws {
    let owners = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT r.part, p.import FROM import_range r LEFT JOIN import_part p ON p.id = r.part ORDER BY r.part
        """)
    let statement = try db.makeStatement(
      sql: "UPDATE message SET import = ? WHERE id BETWEEN ? AND ? AND import = ?")
    for row in owners {
      let part = try ImportRanges(db: db).all("part = ?", [try row.required("part") as Int64])
      for range in part.intersection(mine).ranges {
        try statement.execute(
          arguments: [row.value("import") as Int64?, range.lowerBound, range.upperBound, id])
      }
    }
  }

  /// Rebuilds each message with a key from the versions of the other imports. Returns the keys of their albums.
  private func restore(
    _ messages: [Message.ID], _ rows: MessageRows, _ search: SearchIndexUpdate, _ albums: Albums,
    _ meter: ForgettingMeter
  ) throws -> Set<Albums.Key> {
    let versions = MessageVersions(db)
    let people = PeopleRoots(db)
    var keys: Set<Albums.Key> = []
    // Only these parts have messages with keys.
    let keyed = try Int64.fetchAll(
      db, sql: "SELECT \(ImportRanges.unknown) UNION SELECT id FROM import_part WHERE conversation IS NULL")
    let ranges = try keyed.sorted().map { part in
      (part: part, numbers: try ImportRanges(db: db).all("part = ?", [part]))
    }
    for message in messages {
      try meter.add(1, of: .versions)
      guard let stored = try StoredMessage.fetch(db, "id = ? AND source IS NOT NULL", [message]).first
      else { continue }
      func note(_ album: String?) {
        if let album { keys.insert(Albums.Key(conversation: stored.conversation, album: album)) }
      }
      note(stored.version.rest.album)
      guard let known = try versions.all(of: message) else {
        note(try albums.update(stored))
        continue
      }
      var owners = ranges.filter { $0.numbers.contains(message) }.map(\.part)
      if owners.isEmpty { owners = [ImportRanges.unknown] }
      let all = owners.map { (part: $0, version: known.version(of: $0)) }
      let whole = try MessageVersion.merged(all.map(\.version), people)
      note(whole.rest.album)
      try search.willChange(message)
      let orderKey = whole.time.orderKey ?? stored.orderKey
      try rows.change(stored, to: whole, orderKey: orderKey, digest: all[0].version.digest)
      // A message of any kind can separate an album.
      if orderKey != stored.orderKey, let chat = try db.chat(of: stored.conversation) {
        let second = OrderKey.time(of: orderKey) / 1000
        keys.formUnion(try albums.keys(atSecond: second, in: stored.conversation, of: chat))
      }
      try versions.replace(all, of: message, known: known)
    }
    return keys
  }

  /// Rebuilds the messages without keys from the versions of the other imports.
  private func regroup(
    _ minutes: [Conversation.ID: Set<Int64>], _ rows: MessageRows, _ search: SearchIndexUpdate,
    _ meter: ForgettingMeter
  ) throws {
    let people = PeopleRoots(db)
    for (conversation, minutes) in minutes.sorted(by: { $0.key < $1.key }) {
      let minutes = minutes.sorted()
      let sequence = try MinuteMerge(
        db, rows, search, conversation: conversation, minutes: minutes, people: people)
      for minute in minutes {
        _ = try sequence.regroup(minute)
        try meter.add(1, of: .minutes)
      }
    }
  }

  // MARK: Conversations

  /// Rebuilds the facts about a conversation from what the other imports stated.
  private func restoreFacts(of conversation: Conversation.ID) throws {
    let others = "FROM import_conversation WHERE conversation = ?1 AND import <> ?2"
    let mine = "FROM import_conversation WHERE conversation = ?1 AND import = ?2"
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET
          owner_is_known = owner_is_known AND NOT (
            owner IS NOT NULL AND owner IS (SELECT owner \(mine))
            AND owner NOT IN (SELECT owner \(others) AND owner IS NOT NULL)),
          time_zone = CASE WHEN time_zone IS (SELECT time_zone \(mine)) THEN NULL ELSE time_zone END
        WHERE id = ?1
        """
    ).execute(arguments: [conversation, id])
    try db.cachedStatement(sql: "DELETE FROM import_conversation WHERE conversation = ? AND import = ?")
      .execute(arguments: [conversation, id])
    try ImportFacts(db: db).describe(conversation)
  }

  /// Counts a conversation again, and removes one without messages.
  private func restore(_ conversation: Conversation.ID) throws {
    try People(db).followOwner(of: conversation)
    try ConversationCount(db).run(conversation)
    try Topics(db: db).update(conversation)
    try removeIfEmpty(conversation)
  }

  /// Removes the aliases that only this import followed.
  private func removeAliases() throws {
    try db.execute(sql: "DELETE FROM import_alias WHERE import = ?", arguments: [id])
    try db.execute(
      sql: "DELETE FROM conversation_alias WHERE import = ? AND key NOT IN (SELECT key FROM import_alias)",
      arguments: [id])
    try db.execute(
      sql: """
        UPDATE conversation_alias
        SET import = (SELECT min(import) FROM import_alias i WHERE i.key = conversation_alias.key)
        WHERE import = ?
        """, arguments: [id])
    try db.execute(
      sql: "DELETE FROM import_alias WHERE key NOT IN (SELECT key FROM conversation_alias)")
  }

  private func removeIfEmpty(_ conversation: Conversation.ID) throws {
    let isUsed = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM message WHERE conversation = ?1)
            OR EXISTS (SELECT 1 FROM conversation WHERE merged_into = ?1)
          """), arguments: [conversation])
    guard isUsed == false else { return }
    for statement in [
      "DELETE FROM import_conversation WHERE conversation = ?",
      "DELETE FROM membership WHERE conversation = ?",
      "DELETE FROM conversation_alias WHERE conversation = ?",
      "DELETE FROM topic_title WHERE conversation = ?",
      "DELETE FROM topic WHERE conversation = ?", "DELETE FROM conversation WHERE id = ?",
    ] { try db.cachedStatement(sql: statement).execute(arguments: [conversation]) }
  }

  // MARK: People

  /// The people whom the import names: the participants whom others represent, and the participants who represent
  /// themselves or these.
  private func namedPeople() throws -> (members: [Participant.ID], roots: [Participant.ID]) {
    let named = """
      FROM participant WHERE id IN (SELECT participant FROM import_name WHERE part IN (\(Self.list(parts))))
      """
    return (
      try Int64.fetchAll(db, sql: "SELECT id \(named) AND person IS NOT NULL"),
      try Int64.fetchAll(db, sql: "SELECT DISTINCT coalesce(person, id) \(named)")
    )
  }

  /// Removes the names that no import gives people.
  private func removeNames(_ people: [Participant.ID]) throws {
    try db.execute(
      sql: """
        DELETE FROM participant_name WHERE participant IN (
            SELECT value FROM json_each(?) WHERE value IN (SELECT participant FROM import_name))
          AND NOT EXISTS (SELECT 1 FROM import_name n
            WHERE n.participant = participant_name.participant AND n.name = participant_name.name)
        """, arguments: ["\(people)"])
  }

  /// Removes the people whom neither an import nor anything else has.
  private func removeUnused(_ people: [Participant.ID]) throws {
    let unused = try Int64.fetchAll(
      db,
      sql: """
        SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM import_name WHERE participant = value)
          AND NOT EXISTS (SELECT 1 FROM membership WHERE participant = value)
          AND NOT EXISTS (SELECT 1 FROM conversation WHERE owner = value)
          AND NOT EXISTS (SELECT 1 FROM participant WHERE person = value)
          AND NOT EXISTS (SELECT 1 FROM message WHERE sender = value AND import IS NULL)
          AND value NOT IN (
            SELECT r.participant FROM message m JOIN reaction r ON r.message = m.id WHERE m.import IS NULL)
        """, arguments: ["\(people)"])
    for table in ["participant_name WHERE participant", "participant WHERE id"] {
      try db.execute(
        sql: "DELETE FROM \(table) IN (SELECT value FROM json_each(?))", arguments: ["\(unused)"])
    }
  }
}

/// Reports the progress of undoing an import.
private final class ForgettingMeter {
  enum Work: CaseIterable {
    case words, removal, versions, minutes, chats

    /// The cost of one unit of work, relative to the removal of one message.
    var cost: Int {
      switch self {
      case .words, .removal: 1
      case .versions: 4
      case .minutes: 8
      case .chats: 200
      }
    }
  }

  private let work: [Work: Int]
  private let total: Int
  private var done: [Work: Int] = [:]
  private var told = -1
  private let progress: (Double?) throws -> Void

  /// The number of equal steps of the whole. Each completed step is reported.
  private static let steps = 200

  init(_ work: [Work: Int], _ progress: @escaping (Double?) throws -> Void) {
    self.work = work
    total = max(1, work.reduce(0) { $0 + $1.value * $1.key.cost })
    self.progress = progress
  }

  /// Completes a kind of work early: messages without an index have no words to remove.
  func complete(_ kind: Work) throws { try add(work[kind] ?? 0, of: kind) }

  func add(_ count: Int, of kind: Work) throws {
    done[kind] = min(work[kind] ?? 0, (done[kind] ?? 0) + count)
    let done = self.done.reduce(0) { $0 + $1.value * $1.key.cost }
    let step = done * Self.steps / total
    let fraction = step > told ? Double(done) / Double(total) : nil
    told = step
    try progress(fraction)
  }
}
