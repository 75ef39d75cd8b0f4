import Foundation
import GRDB
import SeededRandom
import Synchronization

/// Stores pages in one small SQLite file, so that the feed opens offline with its last content.
///
/// Failures of the cache are never reported to the reader. If the file cannot be opened, there is no cache; a damaged
/// file is replaced; a page that cannot be written is not stored.
public final class PageCache: Sendable {
  /// The file's name in its folder. Only the cache uses the file, so the cache may delete it.
  static let fileName = "starred-repositories.sqlite"
  /// The most bytes of all bodies together. Beyond it, the pages confirmed longest ago are removed first.
  static let defaultByteLimit = 64_000_000

  /// The file's path.
  public let filePath: String
  private let byteLimit: Int
  /// Nil if the file could not be opened, or is closed.
  private let queue: Mutex<DatabaseQueue?>

  /// Opens the cache in a folder, which is created if it is missing.
  public convenience init(folder: String) {
    self.init(folder: folder, byteLimit: Self.defaultByteLimit)
  }

  init(folder: String, byteLimit: Int) {
    filePath = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(Self.fileName).path
    self.byteLimit = byteLimit
    // Private stars must not be readable by other users.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    queue = Mutex(Self.openOrReplace(filePath))
  }

  /// Whether the cache stores pages.
  public var isOpen: Bool { current != nil }

  /// The stored page of a key.
  func page(_ key: CachedPage.Key) async -> CachedPage? {
    await attempt { queue in
      try await queue.read { db in
        try CachedPage.fetchOne(
          db, sql: "SELECT tag, next, body, fetchedAt FROM page WHERE \(Self.matching)",
          arguments: key.arguments)
      }
    } ?? nil
  }

  /// Stores a page in place of the previous one of its key. `isLast` removes the pages with higher numbers.
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

  /// Notes that a page is unchanged until `date`.
  func confirm(_ key: CachedPage.Key, at date: Date) async {
    await attempt { queue in
      try await queue.write { db in
        try db.execute(
          sql: "UPDATE page SET fetchedAt = ? WHERE \(Self.matching)",
          arguments: [date.timeIntervalSince1970] + key.arguments)
      }
    }
  }

  /// Closes the file. From then on no page is stored or found.
  public func close() {
    queue.withLock { queue in
      try? queue?.close()
      queue = nil
    }
  }

  /// The row of a key; ``CachedPage/Key/arguments`` are its arguments.
  private static let matching = "base = ? AND stargazer = ? AND pageSize = ? AND number = ?"

  /// Removes the pages confirmed longest ago until the bodies of the rest are no longer than `byteLimit`.
  private static func prune(_ db: Database, to byteLimit: Int) throws {
    try db.execute(
      sql: """
        DELETE FROM page WHERE rowid IN (
          SELECT rowid FROM (
            SELECT rowid, SUM(LENGTH(body)) OVER (ORDER BY fetchedAt DESC, rowid DESC) AS size FROM page)
          WHERE size > ?)
        """,
      arguments: [byteLimit])
  }

  // MARK: The file

  /// Seconds to wait while another process writes.
  private static let busyTimeout: TimeInterval = 1

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("page") { db in
      try db.execute(
        sql: """
          DROP TABLE IF EXISTS page;
          CREATE TABLE page (
            base TEXT NOT NULL, stargazer TEXT NOT NULL, pageSize INTEGER NOT NULL, number INTEGER NOT NULL,
            tag TEXT, next TEXT, body BLOB NOT NULL, fetchedAt REAL NOT NULL,
            PRIMARY KEY (base, stargazer, pageSize, number));
          """)
    }
    return migrator
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "starred-repositories"
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(busyTimeout)
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // Erase pages of a later version, since they can be downloaded again.
    if try queue.read(migrator.hasBeenSuperseded) { try queue.erase() }
    try migrator.migrate(queue)
    return queue
  }

  private static func openOrReplace(_ path: String) -> DatabaseQueue? {
    do {
      return try open(path)
    } catch let error as DatabaseError where isDamage(error) {
      delete(path)
      return try? open(path)
    } catch {
      return nil
    }
  }

  private var current: DatabaseQueue? { queue.withLock { $0 } }

  /// Runs an operation on the file. If the file turns out to be damaged, replaces it and tries again.
  @discardableResult
  private func attempt<T: Sendable>(_ work: (DatabaseQueue) async throws -> T) async -> T? {
    guard let queue = current else { return nil }
    do {
      return try await work(queue)
    } catch let error as DatabaseError where Self.isDamage(error) {
      guard let replacement = replace(queue) else { return nil }
      return try? await work(replacement)
    } catch {
      // The disk is full, the file locked or read-only, or the task cancelled: the file itself is sound.
      return nil
    }
  }

  private func replace(_ damaged: DatabaseQueue) -> DatabaseQueue? {
    queue.withLock { queue in
      // Another task may have replaced it already.
      guard queue === damaged else { return queue }
      try? damaged.close()
      Self.delete(filePath)
      queue = try? Self.open(filePath)
      return queue
    }
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    // SQLITE_ERROR: another program has dropped or changed the table.
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

/// A page as sent by a server, with the data for asking whether it has changed.
struct CachedPage: Sendable, Equatable {
  /// The server's name for this state of the page (`ETag`), with its quotes.
  var tag: String?
  /// The address of the next page; nil: this was the last.
  var next: URL?
  /// The JSON as received, since a later version may read more of it.
  var body: Data
  /// The time at which the server last sent or confirmed the page.
  var fetchedAt: Date
}

extension CachedPage {
  /// The user whose stars are listed, and the number of the page.
  struct Key: Sendable, Hashable {
    private var base: String
    private var stargazer: String
    private var pageSize: Int
    private var number: Int

    init(base: APIBase, stargazer: Stargazer, token: AccessToken?, pageSize: Int, number: Int) {
      self.base = base.url.absoluteString
      switch stargazer {
      case .user(let name): self.stargazer = "user:\(name.lowercased())"
      // Distinguishes accounts. A token cannot be recovered from its hash: it is long and random.
      case .tokenOwner:
        self.stargazer = "token:\(token.map { String(FNV1a.hash($0.secret), radix: 16) } ?? "")"
      }
      self.pageSize = pageSize
      self.number = number
    }

    fileprivate var arguments: StatementArguments { [base, stargazer, pageSize, number] }
  }
}

extension CachedPage: FetchableRecord {
  init(row: Row) throws {
    tag = row["tag"]
    next = (row["next"] as String?).flatMap { URL(string: $0) }
    body = row["body"]
    fetchedAt = Date(timeIntervalSince1970: row["fetchedAt"])
  }
}
