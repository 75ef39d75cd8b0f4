import Chats
import GRDB

/// Detects that something other than SQLite has written to an archive's file while a connection has it open.
///
/// SQLite does not check this: it continues with the pages in its memory, and moves its log into the new contents. But
/// with a log, the file changes only when pages are moved into it that a connection committed before. A file that has
/// changed although nothing was committed was therefore overwritten.
///
/// Overwriting is not detected while the log has pages that another connection has committed, because that connection
/// may move them at any time. A file whose modification time alone changes counts as overwritten.
///
/// The watch belongs to one connection, because `PRAGMA data_version` does: it changes with the commits of all others.
struct ContentsWatch: Sendable {
  private struct Contents: Sendable {
    let stamp: FileStamp
    /// SQLite's number for the commits of the other connections.
    let version: Int
  }

  private enum State {
    case known(Contents)
    /// The file may change by commits made before.
    case unknown
    /// The log is being moved into the file by another connection of the process. The version is the last known one.
    case suspended(version: Int)
  }

  private let path: String
  private var state = State.unknown

  private var known: Contents? { if case .known(let contents) = state { contents } else { nil } }

  /// - Parameter db: A connection whose cache has nothing older than this call.
  init(path: String, _ db: Database) throws {
    self.path = path
    learn(version: try Self.version(db), isLogOwn: false)
  }

  /// Whether nothing has written to the file since the last check. False if that is unknown.
  var isUnchanged: Bool { known != nil && FileStamp(path) == known?.stamp }

  /// Throws `ArchiveError.replaced` if the file was overwritten.
  mutating func check(_ db: Database) throws {
    guard let stamp = FileStamp(path), stamp != known?.stamp else { return }
    let version: Int
    do {
      version = try Self.version(db)
    } catch let error as DatabaseError where known != nil && Self.meansOtherContents(error) {
      throw ArchiveError.replaced(path: path)
    }
    guard version != known?.version else { throw ArchiveError.replaced(path: path) }
    learn(version: version, isLogOwn: false)
  }

  /// Call it after the connection itself has committed, or moved the log into the file.
  mutating func noteOwnChange(_ db: Database) {
    if case .suspended = state { return }
    let before = known?.version
    state = .unknown
    guard let version = try? Self.version(db) else { return }
    learn(version: version, isLogOwn: version == before)
  }

  /// Call it before another connection of this process moves the log into the file. Nothing is detected until
  /// ``resume()``.
  mutating func suspend() {
    if let known { state = .suspended(version: known.version) }
  }

  /// Call it after the log was moved.
  mutating func resume() {
    guard case .suspended(let version) = state else { return }
    state = contents(version: version)
  }

  /// - Parameter isLogOwn: Whether only this connection has committed the contents of the log.
  ///
  /// The log is checked after the version was read, and the stamp last. Otherwise pages that are moved meanwhile would
  /// count as overwriting.
  private mutating func learn(version: Int, isLogOwn: Bool) {
    if case .suspended = state { return }
    state = isLogOwn || !ArchiveFile.hasPendingLog(path) ? contents(version: version) : .unknown
  }

  /// The state with the current contents of the file.
  private func contents(version: Int) -> State {
    FileStamp(path).map { .known(Contents(stamp: $0, version: version)) } ?? .unknown
  }

  private static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }

  private static func meansOtherContents(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR].contains(error.resultCode)
  }
}
