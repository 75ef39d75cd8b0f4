import Foundation
import GRDB
import Synchronization

/// Keeps pages in one small SQLite file, so that a feed opens offline with what it had.
///
/// Nothing here is worth an error to the reader. A cache that cannot be opened is done without; one whose file is
/// broken is made anew; a page that cannot be kept is not.
public final class PageCache: Sendable {
  private enum State {
    case open(DatabaseQueue)
    case closed
  }

  /// The file's name in its folder. It is the cache's own, so the cache may delete it.
  static let fileName = "starred-repositories.sqlite"
  /// All bodies together are kept below this; the pages unconfirmed for longest go first.
  static let defaultByteLimit = 64_000_000

  private let path: String
  private let byteLimit: Int
  private let state: Mutex<State>

  /// Opens the cache in a folder, which is made if it is missing, or goes without.
  public convenience init(folder: String) {
    self.init(folder: folder, byteLimit: Self.defaultByteLimit)
  }

  init(folder: String, byteLimit: Int) {
    path = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(Self.fileName).path
    self.byteLimit = byteLimit
    // What a person has starred in private is theirs alone to read.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    state = Mutex(Self.openOrRemake(path).map { .open($0) } ?? .closed)
  }

  /// The file's path.
  public var filePath: String { path }
  /// Whether pages are kept at all.
  public var isOpen: Bool { queue != nil }

  func page(_ key: CachedPage.Key) async -> CachedPage? {
    await attempt { queue in
      try await queue.read { db in
        try CachedPage.fetchOne(
          db, sql: "SELECT tag, next, body, fetchedAt FROM page WHERE \(Self.matching)",
          arguments: key.arguments)
      }
    } ?? nil
  }

  /// Keeps a page in place of what was kept for it. After the last page, none is kept.
  func store(_ page: CachedPage, at key: CachedPage.Key, isLast: Bool) async {
    await attempt { [byteLimit] queue in
      try await queue.write { db in
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO page (base, stargazer, pageSize, number, tag, next, body, fetchedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: key.arguments + [
            page.tag, page.next?.absoluteString, page.body, page.fetchedAt.timeIntervalSince1970,
          ])
        if isLast {
          try db.execute(
            sql: "DELETE FROM page WHERE base = ? AND stargazer = ? AND pageSize = ? AND number > ?",
            arguments: key.arguments)
        }
        try Self.prune(db, to: byteLimit)
      }
    }
  }

  /// Notes that a page is still as it is kept.
  func confirm(_ key: CachedPage.Key, at date: Date) async {
    await attempt { queue in
      try await queue.write { db in
        try db.execute(
          sql: "UPDATE page SET fetchedAt = ? WHERE \(Self.matching)",
          arguments: [date.timeIntervalSince1970] + key.arguments)
      }
    }
  }

  /// Closes the file.
  public func close() {
    state.withLock { state in
      if case .open(let queue) = state { try? queue.close() }
      state = .closed
    }
  }

  // MARK: Damage

  private var queue: DatabaseQueue? {
    state.withLock { if case .open(let queue) = $0 { queue } else { nil } }
  }

  /// Does something with the file; if that shows it to be broken, makes it anew and does it again.
  @discardableResult
  private func attempt<T: Sendable>(_ work: (DatabaseQueue) async throws -> T) async -> T? {
    guard let queue else { return nil }
    do {
      return try await work(queue)
    } catch let error as DatabaseError where Self.isDamage(error) {
      guard let remade = remake(insteadOf: queue) else { return nil }
      return try? await work(remade)
    } catch {
      // Full, locked or read-only for now, or the task was cancelled: the cache stays as it is.
      return nil
    }
  }

  private func remake(insteadOf broken: DatabaseQueue) -> DatabaseQueue? {
    state.withLock { state in
      // Another task may have met the damage first.
      guard case .open(let current) = state, current === broken else {
        if case .open(let current) = state { return current } else { return nil }
      }
      try? broken.close()
      Self.delete(path)
      let queue = try? Self.open(path)
      state = queue.map { .open($0) } ?? .closed
      return queue
    }
  }

  private static func openOrRemake(_ path: String) -> DatabaseQueue? {
    do {
      return try open(path)
    } catch let error as DatabaseError where isDamage(error) {
      delete(path)
      return try? open(path)
    } catch {
      return nil
    }
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    // A missing table, too: somebody has changed the file.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH:
      true
    default: false
    }
  }

  private static func delete(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
