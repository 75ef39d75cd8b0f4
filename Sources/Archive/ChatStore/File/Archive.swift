import CSQLite
import Chats
import Foundation
import GRDB
import Translation

/// A chat archive: one SQLite file that holds conversations of any length.
///
/// Several processes can open the same archive. One of them writes at a time; readers never wait for the writer.
/// Messages that `send` or `writeBatch` has returned survive a kill of the process.
///
/// For example:
///
/// ```swift
/// let archive = try Archive(path: "/home/mara/walks.backscroll", mode: .existing)
/// let page = try await archive.newest(in: conversation, limit: 60)
/// let older = try await archive.messages(in: conversation, before: page[0].cursor, limit: 60)
/// ```
///
/// All methods can be called from any thread and any actor. The asynchronous ones do not block the caller.
///
/// After each sent message and at the end of an import, SQLite's log is moved into the file as far as other connections
/// allow, so that a copy of the file alone is complete. ``close()`` and ``closeAll()`` do the same.
///
/// Opening and reading do not change the file. If another file replaces the archive while it is open, or another
/// program overwrites it, as synchronization and restored backups do, nothing more is written; see ``displacement``.
public final class Archive: Sendable {
  /// How `init` treats a file that does not exist.
  public enum OpenMode: Sendable {
    /// The file must exist.
    case existing
    /// Create the file if it is missing. Its folder must exist. An existing file is never replaced.
    case createIfMissing
  }

  /// Settings of a connection. Tests change them to provoke locks and full disks without waiting.
  package struct ConnectionOptions: Sendable {
    /// Seconds to wait for a lock that another process holds: long enough for another program's batch, and short enough
    /// not to look like a hang.
    var busyTimeout: TimeInterval = 5
    /// The largest size of the file, in pages; nil for no limit other than the disk's.
    var maximumPageCount: Int?
    /// Called with the connection that writes, before its first use.
    var prepareWriter: @Sendable (Database) throws -> Void = { _ in }
  }

  /// Absolute path of the archive's file.
  public let path: String

  /// The reason why the file at ``path`` is not the archive that was opened: it was `.replaced` by another file or
  /// overwritten, or it was `.removed`. Nil if it is the same archive.
  ///
  /// A displaced archive is never written to; a removed one can be read. Close it, and open the file at the path as
  /// another archive. Costs a look at the file system, and a few microseconds in SQLite if the file has changed.
  public var displacement: ArchiveError? {
    get async { await connections.displacement }
  }

  /// The reason why the archive cannot be written to: a read-only medium, a full disk or damage; nil if it is writable.
  ///
  /// The value is determined once, when the archive is opened.
  public let writeObstacle: ArchiveError?

  private let connections: ArchiveConnections

  // MARK: Opening

  /// Opens the archive at `path`, or creates it.
  ///
  /// An archive that cannot be written to is opened for reading if possible; see `writeObstacle`.
  ///
  /// Blocks for a few milliseconds, or for up to five seconds while another program locks the archive.
  ///
  /// - Complexity: Independent of the number of messages.
  public convenience init(path: String, mode: OpenMode) throws(ArchiveError) {
    try self.init(path: path, mode: mode, options: ConnectionOptions())
  }

  /// Configures SQLite before its first use.
  private static let preparation: Void = backscroll_forgo_memory_statistics()

  package init(path: String, mode: OpenMode, options: ConnectionOptions) throws(ArchiveError) {
    Self.preparation
    // Resolve symbolic links first: SQLite then finds the log beside the real file, and the path is absolute,
    // so SQLite does not parse it as a URI.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    try ArchiveFile.checkName(path)
    ArchiveFile.removeStaleDrafts(of: path)
    switch (try ArchiveFile.inspect(path), mode) {
    case (.archive, _): break
    case (.missing, .createIfMissing): try ArchiveFile.create(path)
    case (.missing, .existing): throw .missing(path: path)
    }
    guard let file = FileIdentity(path) else { throw .missing(path: path) }
    self.path = path
    (connections, writeObstacle) = try ArchiveConnections.open(FilePlace(path: path, file: file), options)
  }

  deinit {
    // The window must not wait for the disk.
    if Thread.isMainThread {
      DispatchQueue.global().async { [connections] in connections.close() }
    } else {
      connections.close()
    }
  }

  // MARK: Closing

  /// Closes the archive. When the last connection of any process closes, SQLite moves the log into the file and deletes
  /// it, so that only the archive's file remains.
  ///
  /// Blocks until pending messages are stored. All later calls throw. A released archive is closed as well, off the
  /// main thread; call this method when the moment matters, such as before the process ends.
  public func close() { connections.close() }

  /// Closes the archive as ``close()`` does, without blocking the caller.
  public func closeInBackground() async {
    // Do not use a thread of Swift's tasks, because there are few.
    await withCheckedContinuation { [connections] continuation in
      DispatchQueue.global().async {
        connections.close()
        continuation.resume()
      }
    }
  }

  /// Closes all archives of the process. Call it when the process is about to end, for whatever reason.
  ///
  /// - Parameter seconds: The longest time to wait for a disk that does not respond.
  /// - Returns: Whether all are closed.
  @discardableResult
  public static func closeAll(within seconds: Double = 5) -> Bool { OpenArchives.closeAll(seconds: seconds) }

  /// Moves SQLite's log into the file, as far as other connections allow, so that a copy of the file alone has all messages.
  public func moveLogIntoFile() { connections.moveLogIntoFile() }

  /// The ``displacement``, for code that writes: blocks until pending messages are stored.
  public var loss: ArchiveError? { connections.loss }

  // MARK: Reading

  /// All conversations, sorted by their newest message in descending order.
  ///
  /// - Complexity: O(c log n + w) for c conversations and w messages that were written here, regardless of imported messages.
  public func conversations() async throws(ArchiveError) -> [Conversation] {
    try await reading { db in
      let origins = try ConversationOrigins(db: db).imported()
      let notes = try ConversationOrigins(db: db).noteCounts()
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT c.id, coalesce(c.custom_title, c.title) AS title, s.messages, s.people, s.last,
            c.pinned_at IS NOT NULL AS is_pinned, c.time_zone
          FROM (
            SELECT coalesce(merged_into, id) AS chat, sum(message_count) AS messages,
              max(participant_count) AS people, max(last_sent_at) AS last
            FROM conversation GROUP BY chat
          ) s JOIN conversation c ON c.id = s.chat
          ORDER BY s.last DESC NULLS LAST, c.id DESC
          """)
      return try Array(
        rows.map { row in
          let id: Conversation.ID = try row.required("id")
          return Conversation(
            id: id, title: row.value("title") ?? tr("Unknown"), messageCount: row.value("messages") ?? 0,
            participantCount: row.value("people") ?? 0, lastSentAt: row.value("last"),
            isPinned: row.value("is_pinned") ?? false, timeZone: row.value("time_zone"),
            origin: origins[id] ?? .here, noteCount: notes[id] ?? 0)
        })
    }
  }

  /// The `limit` messages just before the cursor, in ascending order: fewer at the start of the conversation,
  /// none if `limit` is less than 1.
  ///
  /// The cursor does not need to be that of an existing message.
  ///
  /// - Complexity: O(log n + limit), as for all pages.
  public func messages(
    in conversation: Conversation.ID, before cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [Message] {
    try await fetch(.before(cursor, in: conversation, limit: limit))
  }

  /// The `limit` messages just after the cursor, in ascending order: fewer at the end of the conversation,
  /// none if `limit` is less than 1.
  public func messages(
    in conversation: Conversation.ID, after cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [Message] {
    try await fetch(.after(cursor, in: conversation, limit: limit))
  }

  /// The last `limit` messages in ascending order: all of a shorter conversation, none of an unknown one.
  public func newest(in conversation: Conversation.ID, limit: Int) async throws(ArchiveError) -> [Message] {
    try await fetch(.newest(in: conversation, limit: limit))
  }

  /// The message with this number, or nil.
  public func message(_ id: Message.ID) async throws(ArchiveError) -> Message? {
    try await fetch(.message(id)).first
  }

  /// The earliest message sent at or after a time (milliseconds since 1970 UTC); nil if all are older.
  public func firstMessage(
    in conversation: Conversation.ID, atOrAfter sentAt: Int64
  ) async throws(ArchiveError) -> Message? {
    try await fetch(.first(in: conversation, atOrAfter: sentAt)).first
  }

  /// The number of messages of a conversation before a position.
  ///
  /// - Complexity: O(log n), and up to 255 steps of an index.
  public func ordinal(
    of cursor: MessageCursor, in conversation: Conversation.ID
  ) async throws(ArchiveError) -> Int {
    try await reading { db in try OrdinalIndex(chat: conversation, db: db).ordinal(of: cursor) }
  }

  /// The ordinals of a conversation's notes, in ascending order: the number of messages before each note, notes included.
  ///
  /// - Complexity: That of ``ordinal(of:in:)`` for each note.
  public func noteOrdinals(in conversation: Conversation.ID) async throws(ArchiveError) -> [Int] {
    try await reading { db in
      let checkpoints = OrdinalIndex(chat: conversation, db: db)
      return try ConversationOrigins(db: db).notes(of: conversation).map(checkpoints.ordinal)
    }
  }

  /// The position of the message with a number of messages before it; nil if there are not enough messages.
  ///
  /// - Complexity: That of ``ordinal(of:in:)``.
  public func cursor(
    at ordinal: Int, in conversation: Conversation.ID
  ) async throws(ArchiveError) -> MessageCursor? {
    try await reading { db in try OrdinalIndex(chat: conversation, db: db).cursor(at: ordinal) }
  }

  /// The place of a position among all messages of a conversation.
  ///
  /// - Complexity: Twice that of ``ordinal(of:in:)``.
  public func place(
    of cursor: MessageCursor, in conversation: Conversation.ID
  ) async throws(ArchiveError) -> MessagePlace {
    try await reading { db in try MessagePlace(of: cursor, OrdinalIndex(chat: conversation, db: db)) }
  }

  /// A message with up to `before` messages before it and `after` messages after it, read in one transaction; nil if
  /// the conversation does not have it.
  ///
  /// - Complexity: O(log n + before + after).
  public func surroundings(
    of id: Message.ID, in conversation: Conversation.ID, before: Int, after: Int
  ) async throws(ArchiveError) -> MessageSurroundings? {
    try await reading { db in
      guard let message = try MessageQuery.message(id).fetch(db).first, message.isIn(conversation)
      else { return nil }
      let cursor = message.cursor
      return MessageSurroundings(
        before: try MessageQuery.before(cursor, in: conversation, limit: before).fetch(db), message: message,
        after: try MessageQuery.after(cursor, in: conversation, limit: after).fetch(db))
    }
  }

  /// The first message of each period that has messages, in order. Periods are months if `next` returns the beginning
  /// of the month after a time. Times are in milliseconds since 1970 UTC.
  ///
  /// - Complexity: O(log n) and up to 255 steps of an index, for each period.
  public func periods(
    in conversation: Conversation.ID, next: @escaping @Sendable (Int64) -> Int64
  ) async throws(ArchiveError) -> [PeriodStart] {
    try await reading { db in try OrdinalIndex(chat: conversation, db: db).periods(next: next) }
  }

  /// The earlier texts of a message, the oldest first.
  public func edits(of message: Message.ID) async throws(ArchiveError) -> [Edit] {
    try await reading { db in try Edit.fetchAll(db, of: message, limit: 1_000) }
  }

  /// Counts, time span, size and integrity of the archive.
  ///
  /// The integrity check reads the whole file, which takes seconds for a gigabyte; everything else comes from counters.
  /// Damage is reported in `ArchiveInfo.integrity` if the counters are readable. Otherwise it is thrown.
  ///
  /// - Complexity: O(size of the file).
  public func info() async throws(ArchiveError) -> ArchiveInfo {
    try await reading { [path] db in try ArchiveInfo(db, path: path) }
  }

  private func fetch(_ query: MessageQuery) async throws(ArchiveError) -> [Message] {
    try await reading { db in try query.fetch(db) }
  }

  /// Runs a query. Every error is an ``ArchiveError``.
  func reading<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(ArchiveError) -> T {
    do {
      return try await connections.read(body)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  // MARK: Writing

  /// Stores a batch in one transaction: after an error or a kill, all of it is stored or nothing.
  ///
  /// Blocks until the batch is stored; do not call it on the main actor. About a thousand messages make a good
  /// batch: larger ones gain little and delay other writers.
  ///
  /// Messages without keys need an import and the order of their file; see ``ImportedMessage/sequence``.
  ///
  /// A message with a known conversation and source key is counted as a duplicate. Parts that the stored message lacks
  /// are added: a text that was edited since, whose old text is kept; attachments, reactions and details. Messages with
  /// the key of an album become one. Titles and names follow the batch written last. Entities that are out of order,
  /// overlap, or do not start and end on Unicode scalar boundaries are dropped.
  public func writeBatch(
    _ batch: [ImportedMessage], context: ImportContext = ImportContext()
  ) throws(ArchiveError) -> BatchResult {
    try writing { [path] db in
      try Self.checkImport(context, db, path)
      return try BatchWriter.write(batch.map(MessageBox.init), context: context, to: db)
    }
  }

  /// Throws if the import of a batch was undone on another connection while it runs: its messages would belong to none.
  private static func checkImport(_ context: ImportContext, _ db: Database, _ path: String) throws {
    guard let id = context.id else { return }
    let exists = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM import WHERE id = ?)"), arguments: [id])
    if exists != true { throw ArchiveError.other(path: path, reason: tr("The import was undone meanwhile.")) }
  }

  /// Stores batches as `writeBatch(_:context:)` does, all in one transaction. Their words are written to the search index
  /// together, because FTS5 sorts the words each time and merges the results later.
  ///
  /// - Parameter next: Returns the next batch; nil ends the transaction.
  /// - Returns: The results of all batches together.
  package func writeBatches(
    _ next: () -> (batch: WordedBatch, context: ImportContext)?
  ) throws(ArchiveError) -> BatchResult {
    if let writeObstacle { throw writeObstacle }
    do {
      return try connections.writePart { [path] db in
        var result = BatchResult()
        var words = SearchIndex.Changes()
        while let (batch, context) = next() {
          try Self.checkImport(context, db, path)
          result.add(
            try BatchWriter.write(
              batch.messages, textWords: batch.textWords, context: context, to: db, words: &words))
          guard words.byteCount >= Self.mostWordBytes else { continue }
          try SearchIndexUpdate.write(words, to: db)
          words = SearchIndex.Changes()
        }
        try SearchIndexUpdate.write(words, to: db)
        return result
      }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// The bytes of words that are kept in memory for the batches that follow: those of some ten thousand usual messages.
  private static let mostWordBytes = 8 << 20

  /// Adds an import to the archive's list, for the messages of `writeBatch`. An import without messages is left out of
  /// the list. Blocks until it is stored.
  ///
  /// - Parameters:
  ///   - path: Absolute path of the file or folder.
  ///   - time: Milliseconds since 1970 UTC.
  ///   - format: The format of the file, such as "telegram"; nil if it is not known yet.
  public func beginImport(
    of path: String, at time: Int64, format: String? = nil
  ) throws(ArchiveError) -> ImportRecord.ID {
    try writing { db in
      try db.cachedStatement(sql: "INSERT INTO import (path, imported_at, format) VALUES (?, ?, ?)").execute(
        arguments: [path, time, format])
      return db.lastInsertedRowID
    }
  }

  /// See ``ProvisionalConversation/awaited(_:)``.
  public func awaitedMessages() throws(ArchiveError) -> [String: Set<String>] {
    try writing { db in try ProvisionalConversation.awaited(db) }
  }

  /// Completes an import: people, conversations and topics get what follows from all imports, and messages are found fast
  /// by their ordinals, also after batches that were not in order. Blocks: a second for some millions of messages.
  ///
  /// - Parameter conversations: Those of the messages that were read, new or not.
  public func endImport(into conversations: Set<Conversation.ID>) throws(ArchiveError) {
    for conversation in conversations.sorted() {
      try writing { db in
        if let chat = try db.chat(of: conversation) { try OrdinalIndex(chat: chat, db: db).extend() }
        try ImportFacts(db: db).describe(conversation)
        try Topics(db: db).update(conversation)
        try People(db).followStatedOwners(of: conversation)
      }
    }
    try writing { db in
      try NamedPeople(db).follow()
      try ImportFacts(db: db).nameParticipants()
      try db.execute(sql: "DELETE FROM import_target")
    }
  }

  /// The titles of the chats that show conversations, by chat. Blocks; for an import that has just written them.
  public func titles(of conversations: Set<Conversation.ID>) throws(ArchiveError) -> [Conversation.ID: String]
  {
    guard !conversations.isEmpty else { return [:] }
    return try writing { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT s.id, coalesce(s.custom_title, s.title) AS title FROM conversation c
          JOIN conversation s ON s.id = coalesce(c.merged_into, c.id) WHERE c.id = ?
          """)
      var titles: [Conversation.ID: String] = [:]
      for conversation in conversations {
        guard let row = try Row.fetchOne(statement, arguments: [conversation]) else { continue }
        titles[try row.required("id")] = row.value("title") ?? ""
      }
      return titles
    }
  }

  /// The imports that had messages of a conversation, or of any, the latest first. Imports that added no message are
  /// listed only for the whole archive. All readings of a folder that is kept up to date are one import.
  public func imports(into conversation: Conversation.ID? = nil) async throws(ArchiveError) -> [ImportRecord]
  {
    try await reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT min(i.id) AS id, coalesce(w.path, i.path) AS path, i.imported_at,
            sum(s.message_count) AS added, i.format, count(DISTINCT s.conversation) AS conversations, i.folder
          FROM import i JOIN import_conversation s ON s.import = i.id JOIN conversation c ON c.id = s.conversation
          LEFT JOIN watched_folder w ON w.id = i.folder
          WHERE ?1 IS NULL OR c.id = ?1 OR c.merged_into = ?1
          GROUP BY coalesce(-i.folder, i.id) HAVING ?1 IS NULL OR added > 0 ORDER BY 1 DESC
          """, arguments: [conversation])
      return try Array(
        rows.map { row in
          ImportRecord(
            id: try row.required("id"), path: row.value("path") ?? "",
            importedAt: row.value("imported_at") ?? 0, messageCount: row.value("added") ?? 0,
            format: row.value("format"), conversationCount: row.value("conversations") ?? 0,
            folder: row.value("folder"))
        })
    }
  }

  package func writing<T>(_ body: (Database) throws -> T) throws(ArchiveError) -> T {
    try writing(.ofCounts, body)
  }

  func writing<T>(
    _ change: ArchiveChange, _ body: (Database) throws -> T
  ) throws(ArchiveError) -> T {
    if let writeObstacle { throw writeObstacle }
    do {
      return try connections.write(change) { db in try body(db) }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Changes the archive in one transaction, and moves the log into the file, without blocking the caller. Every error is an
  /// ``ArchiveError``.
  func changing<T: Sendable>(
    _ change: ArchiveChange = .ofCounts, _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(ArchiveError) -> T {
    if let writeObstacle { throw writeObstacle }
    do {
      return try await connections.writeAndMoveLog(change, body)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Writes what is only kept for speed. Does nothing if that is not possible at once.
  func keeping(_ body: @escaping @Sendable (Database) throws -> Void) async {
    if writeObstacle == nil { try? await connections.keep(body) }
  }

  // MARK: Files

  /// Whether this process has the file at a path open as an archive. Do not open such a file in any other way: closing
  /// it again would release SQLite's locks.
  package static func isOpen(at path: String) -> Bool { ArchiveFile.isOpenHere(path) }

  /// Whether the file at a path has the header of a Backscroll archive. The rest of the file can be damaged.
  ///
  /// Reads the first hundred bytes of the file.
  public static func isArchive(at path: String) -> Bool {
    ArchiveFile.hasArchiveHeader(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  /// Removes the archive at a path if it is empty and no connection to it is open; returns whether it did.
  ///
  /// Use it to clean up an archive that was created for an import that added nothing. An archive that another import,
  /// in any process, has open is kept. Close your own connections first.
  @discardableResult
  public static func removeIfEmpty(at path: String) -> Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard isArchive(at: path) else { return false }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    // This fails if another connection is open, because each holds a lock on the index of the log.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    do {
      return try DatabaseQueue(path: path, configuration: configuration).write { db in
        for table in ["message", "conversation", "participant"] {
          guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == false else {
            return false
          }
        }
        // Delete while the lock is held, so that no other process can open the archive in between.
        for suffix in ["-wal", "-shm", ""] { try? FileManager.default.removeItem(atPath: path + suffix) }
        return true
      }
    } catch {
      return false
    }
  }
}

/// A summary of what an archive contains.
public struct ArchiveInfo: Sendable, Hashable {
  /// A person and the number of their messages.
  public struct Sender: Sendable, Hashable {
    /// The name in the most recent import.
    public var name: String
    /// Messages in all conversations, without service messages.
    public var messageCount: Int
  }

  /// The result of SQLite's check of the file's structure, and of a comparison of counters and indices with the messages.
  public enum Integrity: Sendable, Hashable {
    /// The check found no defect.
    case ok
    /// The defects, at least one line: those that SQLite reports, or else those of the contents.
    case damaged([String])
  }

  /// Number of conversations.
  public var conversationCount: Int
  /// Number of messages, service messages and notes included.
  public var messageCount: Int
  /// Number of notes that were written beside imported chats.
  public var noteCount: Int
  /// All senders, each person once, sorted by their number of messages in descending order.
  public var senders: [Sender]
  /// When the earliest message was sent, in milliseconds since 1970 UTC; nil if there is none.
  public var firstSentAt: Int64?
  /// When the newest message was sent, in milliseconds since 1970 UTC; nil if there is none.
  public var lastSentAt: Int64?
  /// Bytes on disk, including SQLite's write-ahead log.
  public var byteCount: Int64
  /// The version of the file format, from 1.
  public var schemaVersion: Int
  /// Whether the file is intact.
  public var integrity: Integrity
  /// The progress of the search index; see ``Archive/searchIndexIsSound()`` for its integrity.
  public var searchIndex: SearchIndexState
  /// The part of ``byteCount`` that the search index takes.
  public var searchIndexByteCount: Int64

  fileprivate init(_ db: Database, path: String) throws {
    conversationCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM conversation") ?? 0
    messageCount = try Int.fetchOne(db, sql: "SELECT total(message_count) FROM conversation") ?? 0
    noteCount = try ConversationOrigins(db: db).noteCounts().values.reduce(0, +)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT p.name, sum(s.message_count) AS messages
        FROM membership s JOIN participant part ON part.id = s.participant
        JOIN participant p ON p.id = coalesce(part.person, part.id)
        GROUP BY p.id ORDER BY messages DESC, p.name, p.id
        """)
    senders = try Array(
      rows.map { row in
        Sender(name: row.value("name") ?? tr("Unknown"), messageCount: row.value("messages") ?? 0)
      })
    // One index search for each conversation; a plain minimum would scan the whole index.
    firstSentAt = try Int64.fetchOne(
      db,
      sql: """
        SELECT min((SELECT sent_at FROM message WHERE chat = conversation.id ORDER BY order_key, id LIMIT 1)) FROM conversation
        """)
    lastSentAt = try Int64.fetchOne(db, sql: "SELECT max(last_sent_at) FROM conversation")
    byteCount = ArchiveFile.totalByteCount(path)
    schemaVersion = try Schema.storedVersion(in: db)
    // A damaged index does not make the archive damaged.
    searchIndex = (try? SearchIndex(db).state()) ?? SearchIndexState(version: nil, fraction: 0)
    searchIndexByteCount = (try? SearchIndex(db).byteCount()) ?? 0
    do {
      var defects = try Self.defects(of: db)
      if let defect = Schema.defect(ofVersion: schemaVersion) { defects.append(defect) }
      if defects.isEmpty { defects = try ContentsCheck(db: db).defects() }
      integrity = defects.isEmpty ? .ok : .damaged(defects)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      integrity = .damaged([error.message ?? tr("The file is too damaged to be checked.")])
    }
  }

  /// The defects that SQLite finds in the file, apart from the search index.
  ///
  /// Since 3.44 SQLite checks FTS5 tables as well. The check fails if it cannot open such a table, and a connection that wrote
  /// nothing checks with its last knowledge of the table (seen with 3.46.1), so that a sound index can seem damaged.
  private static func defects(of db: Database) throws -> [String] {
    func check(_ table: String?) throws -> [String] {
      let argument = table.map { "(\($0.quotedDatabaseIdentifier))" } ?? ""
      return try String.fetchAll(db, sql: "PRAGMA quick_check\(argument)").filter { $0 != "ok" }
    }
    do {
      let ofIndex = (try? check("search")) ?? []
      return try check(nil).filter { !ofIndex.contains($0) }
    } catch is DatabaseError {
      // If the whole file cannot be checked, check each table.
      return try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'"
      ).flatMap { try check($0) }
    }
  }
}
