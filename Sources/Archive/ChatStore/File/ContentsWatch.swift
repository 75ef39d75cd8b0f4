import Chats
import GRDB

/// Notices that something else than SQLite has written to an archive's file while a connection has it open.
///
/// SQLite does not look for that: it goes on with the pages that it has in memory, and moves its log into what is there
/// now. But with a log, the file changes only when pages are moved into it that some connection has committed before.
/// A file that has changed although nothing was committed was therefore overwritten.
///
/// It is not noticed while the log has pages that another connection has committed, because that connection may move them
/// at any time. A file that is only given another time counts as overwritten.
///
/// The watch belongs to one connection, because `PRAGMA data_version` does: it changes with the commits of all others.
struct ContentsWatch: Sendable {
  private struct Contents: Sendable {
    let stamp: FileStamp
    /// SQLite's number for what the other connections have committed.
    let version: Int
  }

  private enum State {
    case known(Contents)
    /// The file may change with what was committed before.
    case unknown
    /// The log is being moved into the file beside the connection, which knew this version.
    case suspended(version: Int)
  }

  private let path: String
  private var state = State.unknown

  private var known: Contents? { if case .known(let contents) = state { contents } else { nil } }

  /// `db` has nothing in its cache that is older than this call.
  init(path: String, _ db: Database) throws {
    self.path = path
    learn(version: try Self.version(db), isLogOwn: false)
  }

  /// Whether nothing has written to the file since the last look. False if that is not known.
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

  /// Call it before another connection of this process moves the log into the file. Nothing is noticed until ``resume()``.
  mutating func suspend() {
    if let known { state = .suspended(version: known.version) }
  }

  /// Call it when the log has been moved.
  mutating func resume() {
    guard case .suspended(let version) = state else { return }
    state = contents(version: version)
  }

  /// `isLogOwn`: whether only this connection has committed what is in the log.
  ///
  /// The log is looked at after the version was read, and the stamp last. Otherwise pages that are moved meanwhile would
  /// count as overwriting.
  private mutating func learn(version: Int, isLogOwn: Bool) {
    if case .suspended = state { return }
    state = isLogOwn || !ArchiveFile.hasPendingLog(path) ? contents(version: version) : .unknown
  }

  /// What the file has now.
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
