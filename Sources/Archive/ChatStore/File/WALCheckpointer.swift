import CSQLite
import Chats
import Dispatch
import Foundation
import GRDB
import Synchronization

/// Moves SQLite's log into an archive's file on its own thread while a long import continues to write.
///
/// A writer that moves its own log spends a tenth of its time waiting for that, and for the disk. Pages that are written
/// meanwhile stay for the next time. The writer itself moves the rest when the log is very long, which lets SQLite restart it.
final class WALCheckpointer: Sendable {
  private struct State {
    /// A connection that only moves the log.
    var connection: DatabaseQueue?
    var isRunning = false
    var isClosed = false
    /// The number of pages that the writer had written when the log was last moved.
    var moved = 0
  }

  /// The number of pages of the log that justify writing to the disk: 8 MB.
  private static let pages = 2_000

  private let place: FilePlace
  private let queue = DispatchQueue(label: "archive.log", qos: .userInitiated)
  private let state = Mutex(State())

  /// Creates a mover for the archive that was opened at this place.
  init(_ place: FilePlace) { self.place = place }

  /// Starts moving the log if the writer has written enough since the last time, and the log is not being moved.
  ///
  /// - Parameters:
  ///   - writer: The connection that writes, outside of a transaction.
  ///   - before: Called at once if moving starts. From then on the file changes without a commit.
  ///   - after: Called on another thread when the file no longer changes.
  func move(_ writer: Database, before: () -> Void, after: @escaping @Sendable () -> Void) {
    let written = Self.pagesWritten(writer)
    let begins = state.withLock { state in
      guard !state.isRunning, !state.isClosed, written - state.moved >= Self.pages else { return false }
      state.isRunning = true
      state.moved = written
      return true
    }
    guard begins else { return }
    before()
    queue.async { [self] in
      // After an error, the writer moves the log.
      try? connection()?.writeWithoutTransaction { db in _ = try db.checkpoint(.passive) }
      after()
      state.withLock { $0.isRunning = false }
    }
  }

  /// Waits until the log is not being moved, and closes the connection.
  func finish() {
    queue.sync {
      let connection = state.withLock { state in
        defer { state.connection = nil }
        return state.connection
      }
      // A connection that cannot be closed now is closed when it is released.
      try? connection?.close()
    }
  }

  /// Prevents new moves, and waits until the log is not being moved.
  func close() {
    state.withLock { $0.isClosed = true }
    finish()
  }

  private func connection() throws -> DatabaseQueue? {
    // The log belongs to the file that was opened.
    try place.check()
    if let known = state.withLock({ $0.connection }) { return known }
    var configuration = Configuration()
    configuration.label = "archive.log"
    configuration.busyMode = .immediateError
    // Never create a new file, if the archive has just been deleted.
    guard let escaped = place.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else {
      return nil
    }
    let connection = try DatabaseQueue(path: "file:\(escaped)?mode=rw", configuration: configuration)
    state.withLock { $0.connection = connection }
    return connection
  }

  /// The number of pages that a connection has written so far.
  private static func pagesWritten(_ db: Database) -> Int {
    var current: CInt = 0
    var highest: CInt = 0
    let code = sqlite3_db_status(
      db.sqliteConnection, CInt(SQLITE_DBSTATUS_CACHE_WRITE), &current, &highest, 0)
    return code == SQLITE_OK ? Int(current) : 0
  }
}
