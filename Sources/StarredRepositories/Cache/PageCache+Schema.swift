import Foundation
import GRDB

extension PageCache {
  /// Raised whenever the table changes. Pages of another version are dropped: they can be had again.
  private static let version = 1
  /// Another process may be writing. Nobody waits longer for what is only a cache.
  private static let busyTimeout: TimeInterval = 1

  static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "starred-repositories"
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(busyTimeout)
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") != version else { return }
      try db.execute(
        sql: """
          DROP TABLE IF EXISTS page;
          CREATE TABLE page (
            base TEXT NOT NULL, stargazer TEXT NOT NULL, pageSize INTEGER NOT NULL, number INTEGER NOT NULL,
            tag TEXT, next TEXT, body BLOB NOT NULL, fetchedAt REAL NOT NULL,
            PRIMARY KEY (base, stargazer, pageSize, number));
          PRAGMA user_version = \(version);
          """)
    }
    return queue
  }

  /// Which row a key means; ``CachedPage/Key/arguments`` are its arguments.
  static let matching = "base = ? AND stargazer = ? AND pageSize = ? AND number = ?"

  /// Drops the pages unconfirmed for longest until the bodies of the rest are no longer than `byteLimit`.
  static func prune(_ db: Database, to byteLimit: Int) throws {
    try db.execute(
      sql: """
        DELETE FROM page WHERE rowid IN (
          SELECT rowid FROM (
            SELECT rowid, SUM(LENGTH(body)) OVER (ORDER BY fetchedAt DESC, rowid DESC) AS size FROM page)
          WHERE size > ?)
        """,
      arguments: [byteLimit])
  }
}

extension CachedPage.Key {
  var arguments: StatementArguments { [base, stargazer, pageSize, number] }
}
