import Chats
import Foundation
import GRDB
import Synchronization

/// The connections to one archive: a writer, and readers.
///
/// Each use first checks whether the file is still the archive that was opened; see ``FilePlace`` and
/// ``ContentsWatch``.
final class ArchiveConnections: Sendable {
  private let place: FilePlace
  /// Nil if the archive cannot be written to.
  private let writer: DatabaseQueue?
  /// GRDB's pool creates and drops a table whenever it opens a file for writing, so this pool is for reading only. The
  /// connection that would be its writer watches the contents.
  private let readers: DatabasePool
  private let writerWatch: Mutex<ContentsWatch?>
  private let readerWatch: Mutex<ContentsWatch>
  private let companions: ArchiveFile.Companions
  /// Whether the files beside the archive were created by these connections for reading.
  private let madeCompanions: Bool
  private let logMover: WALCheckpointer
  /// The time in milliseconds for which a connection waits for a lock.
  private let busyMilliseconds: Int

  /// Whether messages were written that may only be in the log.
  private let hasLogged = Atomic(false)
  /// Whether the file was overwritten, or closed after it was replaced. Never reset, whatever happens to the file later.
  private let isOverwritten = Atomic(false)
  private let isClosed = Mutex(false)
  /// Reads that have begun. If the pool is closed before a read has its connection, GRDB opens another one, and
  /// SQLite's log would stay beside the file.
  private let reads = DispatchGroup()
  private let isClosing = Atomic(false)
  /// The longest time in seconds for which closing waits for reads.
  private static let longestRead = 2.0

  // MARK: Opening

  /// Opens a file that `ArchiveFile.inspect` has accepted: for writing if possible, else for reading, else as an
  /// immutable file.
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
    // A reader of a WAL database creates a shared-memory file beside it. If it cannot, and no log is pending, the file
    // alone is complete and can be declared immutable.
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
    logMover = WALCheckpointer(place)
    busyMilliseconds = Self.milliseconds(options)
    writerWatch = Mutex(try writer?.writeWithoutTransaction { db in try ContentsWatch(path: path, db) })
    readerWatch = Mutex(try readers.writeWithoutTransaction { db in try ContentsWatch(path: path, db) })
    companions = ArchiveFile.Companions(of: path)
    madeCompanions = before.isEmpty
    OpenArchives.add(self, place.file)
    // If the archive was renamed while it was opened, the identity belongs to another file.
    do { try place.check() } catch {
      close()
      throw error
    }
  }

  private static func openWriter(
    _ path: String, _ options: Archive.ConnectionOptions
  ) throws -> DatabaseQueue {
    // SQLite opens such a file for reading, and reports the error only on writing.
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
      // Does nothing in an archive, which has a log from its creation.
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
        // Another program is writing to it.
      }
    }
  }

  /// - Parameter location: The path, or a URI of it.
  private static func openReaders(
    _ path: String, _ options: Archive.ConnectionOptions, location: String?
  ) throws -> DatabasePool {
    var configuration = configuration(options)
    configuration.readonly = true
    let readers = try DatabasePool(path: location ?? path, configuration: configuration)
    // A damaged version number must not prevent reading the messages.
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

  /// The cache holds the upper levels of both indexes of a million messages during an import.
  private static let writerCacheKibibytes = 32_768

  /// The number of pages of the log after which the writer moves it into the file: 64 MB. During an import,
  /// ``WALCheckpointer`` has moved most of them by then. A page that several batches change is written once.
  private static let longestLogPages = 16_000

  private static func milliseconds(_ options: Archive.ConnectionOptions) -> Int {
    Int(options.busyTimeout * 1_000)
  }

  /// SQLite's URI for the file at `path`, declared as a file that no process writes to.
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
        // The next read reports any other error.
        return error as? ArchiveError == .replaced(path: place.path) ? .replaced(path: place.path) : nil
      }
    }
  }

  /// Throws if the file was replaced or overwritten. A deleted archive can still be read.
  private func checkForReading() async throws {
    // The log of a replaced archive may already belong to the new file.
    if case .replaced = place.displacement { throw ArchiveError.replaced(path: place.path) }
    try checkOverwritten()
    guard !readerWatch.withLock({ $0.isUnchanged }) else { return }
    try await readers.writeWithoutTransaction { db in
      try self.noticing { try self.readerWatch.withLock { try $0.check(db) } }
    }
  }

  /// Throws if the file was replaced, deleted or overwritten.
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
    // Check after entering the group, so that closing either waits for this read or is seen by it.
    if isClosing.load(ordering: .sequentiallyConsistent) {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The archive is closed")
    }
    try await checkForReading()
    let result: Result<T, any Error>
    do { result = .success(try await readers.read(body)) } catch { result = .failure(error) }
    // A result that was read while the file was overwritten mixes rows of both files, or looks like damage.
    try await checkForReading()
    return try result.get()
  }

  /// Writes in one transaction. Blocks until it is committed.
  func write<T>(_ change: ArchiveChange, _ body: (Database) throws -> T) throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try writer.writeWithoutTransaction { db in try transaction(db, change, body) }
  }

  /// Writes what is only kept for speed, in one transaction, unless another program is writing.
  func keep(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
    guard let writer else { return }
    try await writer.writeWithoutTransaction { db in
      try Self.withoutWaiting(db, busyMilliseconds: self.busyMilliseconds) {
        try self.transaction(db, .ofNoCount, body)
      }
    }
  }

  /// Writes in one transaction of a long series. Blocks until it is committed.
  func writePart<T>(_ body: (Database) throws -> T) throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try writer.writeWithoutTransaction { db in
      let result = try transaction(db, .ofCounts, body)
      logMover.move(db) {
        writerWatch.withLock { $0?.suspend() }
      } after: { [weak self] in
        self?.writerWatch.withLock { $0?.resume() }
      }
      return result
    }
  }

  /// Writes in one transaction, and moves the log into the file.
  func writeAndMoveLog<T: Sendable>(
    _ change: ArchiveChange, _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    guard let writer else { throw ArchiveError.readOnly(path: place.path) }
    return try await writer.writeWithoutTransaction { db in
      let result = try self.transaction(db, change, body)
      self.moveLogIntoFile(db)
      // If the file was displaced, the message is in a lost file.
      try self.place.check()
      return result
    }
  }

  private func transaction<T>(
    _ db: Database, _ change: ArchiveChange, _ body: (Database) throws -> T
  ) throws -> T {
    try checkForWriting(db)
    var result: T?
    do {
      try db.inTransaction(.immediate) {
        // Check again, because the transaction may have waited for another program's.
        try checkForWriting(db)
        let before = db.totalChangesCount
        result = try body(db)
        if change == .ofCounts, db.totalChangesCount != before { try KeptCounts(db).invalidate() }
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

  /// Moves the contents of the log into the file and empties the log, as far as possible without waiting for other
  /// connections. Does nothing after an error, because the log has the messages.
  func moveLogIntoFile() { writer?.writeWithoutTransaction { db in moveLogIntoFile(db) } }

  private func moveLogIntoFile(_ db: Database) {
    // This fails if the connection is closed, which GRDB's checkpoint does not check.
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

  /// See ``Archive/close()``. Does nothing the second time, because another archive can have the same path by then.
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
      // Close the readers last: if a connection that can write were the last one, it would move the log into the new
      // file. After a reader, SQLite keeps the log.
      try? writer?.close()
      try? readers.close()
      companions.remove()
    } else {
      // Close the writer last: a connection that only reads would leave the log.
      try? readers.close()
      try? writer?.close()
      // SQLite keeps the empty log of a file to which it may not write.
      if writer == nil, madeCompanions, !ArchiveFile.hasPendingLog(place.path) { companions.remove() }
    }
  }

  /// See ``Archive/loss``.
  var loss: ArchiveError? {
    if let displacement = place.displacement { return displacement }
    // Any other error does not concern the file's identity.
    do { try writer?.writeWithoutTransaction { db in try checkForWriting(db) } } catch {}
    return isOverwritten.load(ordering: .relaxed) ? .replaced(path: place.path) : place.displacement
  }
}
