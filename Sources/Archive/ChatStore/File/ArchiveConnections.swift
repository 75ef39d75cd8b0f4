import Chats
import Foundation
import GRDB
import Synchronization

/// The connections to one archive: a writer, and readers.
///
/// Each use of them first looks whether the file is still the archive that was opened; see ``FilePlace`` and
/// ``ContentsWatch``.
final class ArchiveConnections: Sendable {
  private let place: FilePlace
  /// Nil if the archive cannot be written to.
  private let writer: DatabaseQueue?
  /// GRDB's pool writes a table and drops it whenever it opens a file for writing, so this one is for reading only. Its
  /// own connection, which takes the place of a writer, watches the contents.
  private let readers: DatabasePool
  private let writerWatch: Mutex<ContentsWatch?>
  private let readerWatch: Mutex<ContentsWatch>
  private let companions: ArchiveFile.Companions
  /// Whether the files beside the archive are there because these connections read it.
  private let madeCompanions: Bool
  private let logMover: LogMover
  /// Milliseconds for which a connection waits for a lock.
  private let busyMilliseconds: Int

  /// Whether messages were written that may be in the log only.
  private let hasLogged = Atomic(false)
  /// The file was overwritten, or closed after it was replaced. That stays so whatever becomes of the file.
  private let isOverwritten = Atomic(false)
  private let isClosed = Mutex(false)
  /// Reads that have begun. GRDB opens another connection for one that has not got its own when the pool is closed, and
  /// SQLite's log would stay beside the file.
  private let reads = DispatchGroup()
  private let isClosing = Atomic(false)
  /// The longest time in seconds that closing waits for them.
  private static let longestRead = 2.0

  // MARK: Opening

  /// Opens a file that `ArchiveFile.inspect` has accepted: for writing, else for reading, else as an immutable file.
  static func open(
    _ place: FilePlace, _ options: Archive.ConnectionOptions
  ) throws(ArchiveError) -> (ArchiveConnections, obstacle: ArchiveError?) {
    let path = place.path
    let before = ArchiveFile.Companions(of: path)
    func connections(_ location: String? = nil, writes: Bool) throws(ArchiveError) -> ArchiveConnections {
      do {
        let writer = writes ? try openWriter(path, options) : nil
        return try ArchiveConnections(
          place, writer: writer, readers: try openReaders(path, options, location: location), before, options)
      } catch {
        throw ArchiveError(error, path: path)
      }
    }
    let obstacle: ArchiveError
    do {
      return (try connections(writes: true), nil)
    } catch {
      switch error {
      case .readOnly, .unreadable, .diskFull, .damaged: obstacle = error
      default: throw error
      }
    }
    // A reader of a WAL database creates a shared-memory file beside it. If it cannot, and no log is pending, the
    // file alone is complete and can be declared immutable.
    do {
      return (try connections(writes: false), obstacle)
    } catch {
      guard !ArchiveFile.hasPendingLog(path), let uri = immutableURI(path) else { throw error }
      return (try connections(uri, writes: false), obstacle)
    }
  }

  private init(
    _ place: FilePlace, writer: DatabaseQueue?, readers: DatabasePool, _ before: ArchiveFile.Companions,
    _ options: Archive.ConnectionOptions
  ) throws {
    let path = place.path
    self.place = place
    self.writer = writer
    self.readers = readers
    logMover = LogMover(place)
    busyMilliseconds = Self.milliseconds(options)
    writerWatch = Mutex(try writer?.writeWithoutTransaction { db in try ContentsWatch(path: path, db) })
    readerWatch = Mutex(try readers.writeWithoutTransaction { db in try ContentsWatch(path: path, db) })
    companions = ArchiveFile.Companions(of: path)
    madeCompanions = before.isEmpty
    OpenArchives.add(self, place.file)
    // Renamed while it was opened: its identity is that of another file.
    do { try place.check() } catch {
      close()
      throw error
    }
  }

  private static func openWriter(
    _ path: String, _ options: Archive.ConnectionOptions
  ) throws -> DatabaseQueue {
    // SQLite opens such a file for reading, and tells only who writes to it.
    guard FileManager.default.isWritableFile(atPath: path) else { throw ArchiveError.readOnly(path: path) }
    var configuration = configuration(options)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = \(-writerCacheKibibytes)")
      try db.execute(sql: "PRAGMA wal_autocheckpoint = \(longestLogPages)")
      if let limit = options.maximumPageCount {
        _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(limit)")
      }
      try options.prepareWriter(db)
    }
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { db in
      // Changes nothing in an archive, which has a log since it was created.
      guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw ArchiveError.readOnly(path: path)
      }
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try checkWritable(db, busyMilliseconds: milliseconds(options))
    }
    try writer.read { db in try Schema.checkVersion(in: db, path: path) }
    return writer
  }

  /// Throws SQLite's error if the file cannot be written to, without writing to it.
  private static func checkWritable(_ db: Database, busyMilliseconds: Int) throws {
    try withoutWaiting(db, busyMilliseconds: busyMilliseconds) {
      do {
        try db.inTransaction(.immediate) { .rollback }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // Another program writes to it.
      }
    }
  }

  /// `location`: the path, or a URI of it.
  private static func openReaders(
    _ path: String, _ options: Archive.ConnectionOptions, location: String?
  ) throws -> DatabasePool {
    var configuration = configuration(options)
    configuration.readonly = true
    let readers = try DatabasePool(path: location ?? path, configuration: configuration)
    // A damaged version keeps nobody from reading the messages.
    try readers.read { db in
      if try Schema.storedVersion(in: db) > 0 { try Schema.checkVersion(in: db, path: path) }
    }
    return readers
  }

  private static func configuration(_ options: Archive.ConnectionOptions) -> Configuration {
    var configuration = Configuration()
    configuration.label = "archive"
    configuration.busyMode = .timeout(options.busyTimeout)
    // The writer inserts or finds every row before it refers to it, so checks would only cost time.
    configuration.foreignKeysEnabled = false
    return configuration
  }

  /// Holds the upper levels of both indexes of a million messages in memory during an import.
  private static let writerCacheKibibytes = 32_768

  /// Pages of the log after which the writer moves it into the file: 64 MB. In an import, ``LogMover`` has moved most of them
  /// by then. A page that several batches change is written once.
  private static let longestLogPages = 16_000

  private static func milliseconds(_ options: Archive.ConnectionOptions) -> Int {
    Int(options.busyTimeout * 1_000)
  }

  /// SQLite's URI for the file at `path` as a file that no process writes to.
  private static func immutableURI(_ path: String) -> String? {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "file:\($0)?immutable=1" }
  }

  // MARK: The file

  /// See ``Archive/displacement``.
  var displacement: ArchiveError? {
    get async {
      if let displacement = place.displacement { return displacement }
      do {
        try await checkForReading()
        return nil
      } catch {
        // Anything else is the business of the next read.
        return error as? ArchiveError == .replaced(path: place.path) ? .replaced(path: place.path) : nil
      }
    }
  }

  /// Throws if the file is another or was overwritten. A deleted archive can still be read.
  private func checkForReading() async throws {
    // The log of a replaced archive may already be the new file's.
    if case .replaced = place.displacement { throw ArchiveError.replaced(path: place.path) }
    try checkOverwritten()
    guard !readerWatch.withLock({ $0.isUnchanged }) else { return }
    try await readers.writeWithoutTransaction { db in
      try self.noticing { try self.readerWatch.withLock { try $0.check(db) } }
    }
  }

  /// Throws if the file is another one, does not exist any more, or was overwritten.
  private func checkForWriting(_ db: Database) throws {
    try place.check()
    try checkOverwritten()
    try noticing { try writerWatch.withLock { try $0?.check(db) } }
  }

  private func checkOverwritten() throws(ArchiveError) {
    if isOverwritten.load(ordering: .relaxed) { throw .replaced(path: place.path) }
  }

  private func noticing(_ check: () throws -> Void) throws {
    do {
      try check()
    } catch let error as ArchiveError {
      isOverwritten.store(true, ordering: .relaxed)
      throw error
    }
  }

  // MARK: Reading and writing

  func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    reads.enter()
    defer { reads.leave() }
    // After the entry, so that closing either waits for this read or is seen by it.
    if isClosing.load(ordering: .sequentiallyConsistent) {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The archive is closed")
    }
    try await checkForReading()
    let result: Result<T, any Error>
    do { result = .success(try await readers.read(body)) } catch { result = .failure(error) }
    // What was read while the file was overwritten has rows of both, or is damage.
    try await checkForReading()
    return try result.get()
  }

  /// Writes in one transaction. Blocks until it is committed.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try writer.writeWithoutTransaction { db in try transaction(db, body) }
  }

  /// Writes in one transaction, of many that follow each other. Blocks until it is committed.
  func writePart<T>(_ body: (Database) throws -> T) throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try writer.writeWithoutTransaction { db in
      let result = try transaction(db, body)
      logMover.move(db) {
        writerWatch.withLock { $0?.suspend() }
      } after: { [weak self] in
        self?.writerWatch.withLock { $0?.resume() }
      }
      return result
    }
  }

  /// Writes in one transaction, and moves the log into the file.
  func writeAndMoveLog<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try await writer.writeWithoutTransaction { db in
      let result = try self.transaction(db, body)
      self.moveLogIntoFile(db)
      // Otherwise the message is in a file that is lost.
      try self.place.check()
      return result
    }
  }

  private func transaction<T>(_ db: Database, _ body: (Database) throws -> T) throws -> T {
    try checkForWriting(db)
    var result: T?
    do {
      try db.inTransaction(.immediate) {
        // Once more: the transaction may have waited for another program's.
        try checkForWriting(db)
        result = try body(db)
        try checkForWriting(db)
        return .commit
      }
    } catch {
      // Pages of two files look like damage.
      try checkForWriting(db)
      throw error
    }
    hasLogged.store(true, ordering: .relaxed)
    writerWatch.withLock { $0?.noteOwnChange(db) }
    try place.check()
    guard let result else { preconditionFailure("A transaction without an error has a result") }
    return result
  }

  /// Moves what the log holds into the file and empties the log, as far as that is possible without waiting for other
  /// connections. Does nothing after an error: the log has the messages.
  func moveLogIntoFile() { writer?.writeWithoutTransaction { db in moveLogIntoFile(db) } }

  private func moveLogIntoFile(_ db: Database) {
    // Fails if the connection is closed, which GRDB's checkpoint does not look at.
    guard (try? checkForWriting(db)) != nil else { return }
    logMover.finish()
    try? Self.withoutWaiting(db, busyMilliseconds: busyMilliseconds) {
      try db.checkpoint(.truncate)
      hasLogged.store(false, ordering: .relaxed)
    }
    writerWatch.withLock { $0?.noteOwnChange(db) }
  }

  /// Runs `body` with a connection that does not wait for locks.
  private static func withoutWaiting(
    _ db: Database, busyMilliseconds: Int, _ body: () throws -> Void
  ) throws {
    try db.execute(sql: "PRAGMA busy_timeout = 0")
    defer { try? db.execute(sql: "PRAGMA busy_timeout = \(busyMilliseconds)") }
    try body()
  }

  // MARK: Closing

  /// See ``Archive/close()``. Does nothing the second time: another archive can have the same place by then.
  func close() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      isClosing.store(true, ordering: .sequentiallyConsistent)
      _ = reads.wait(timeout: .now() + Self.longestRead)
      closeOnce()
    }
  }

  private func closeOnce() {
    defer { OpenArchives.remove(self) }
    logMover.close()
    if hasLogged.load(ordering: .relaxed) { moveLogIntoFile() }
    if loss != nil {
      if case .replaced = place.displacement { isOverwritten.store(true, ordering: .relaxed) }
      // The readers last: a connection that can write would move the log into what is there now. Then SQLite keeps it.
      try? writer?.close()
      try? readers.close()
      companions.remove()
    } else {
      // The writer last: a connection that only reads would leave the log.
      try? readers.close()
      try? writer?.close()
      // SQLite keeps the empty log of a file that it may not write to.
      if writer == nil, madeCompanions, !ArchiveFile.hasPendingLog(place.path) { companions.remove() }
    }
  }

  /// See ``Archive/loss``.
  var loss: ArchiveError? {
    if let displacement = place.displacement { return displacement }
    // Any other error is none of the file's place.
    do { try writer?.writeWithoutTransaction { db in try checkForWriting(db) } } catch {}
    return isOverwritten.load(ordering: .relaxed) ? .replaced(path: place.path) : place.displacement
  }
}
