import Chats
import Foundation
import GRDB

/// What a transaction changes, as far as kept counts are concerned.
enum ArchiveChange {
  /// Possibly something that counts depend on, so that they are counted again.
  case ofCounts
  /// Nothing of messages, their files and reactions, the people who wrote them, or the chats that show them.
  case ofNoCount
}

extension Archive {
  /// Numbers that were counted before, if nothing has changed since that they can depend on.
  ///
  /// - Parameter key: What was counted, and how.
  /// - Returns: The numbers, or nil, and the archive's present stamp, which ``keepCount(_:as:stamp:)`` takes once they
  ///   are counted. The stamp is nil in a damaged archive, which keeps nothing.
  package func keptCount(_ key: String) async throws(ArchiveError) -> (numbers: Data?, stamp: Int64?) {
    try await reading { db in
      let counts = KeptCounts(db)
      guard let stamp = try counts.stamp else { return (nil, nil) }
      return (try counts.numbers(key, stamp), stamp)
    }
  }

  /// Keeps counted numbers, unless the archive has changed since `stamp` was read. Does nothing if the archive cannot be
  /// written to, or another program is writing to it.
  package func keepCount(_ numbers: Data, as key: String, stamp: Int64) async {
    await keeping { db in try KeptCounts(db).keep(numbers, key, stamp) }
  }
}

/// Numbers that were counted over many messages. They are right while the stamp beside them is that of the archive,
/// which each transaction changes, in this or another process, unless it states that it changes no count.
struct KeptCounts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The most counts that are kept, the latest ones.
  private static let most = 32
  /// The most bytes of a count. Larger ones would fill the archive.
  private static let mostBytes = 4 << 20

  var stamp: Int64? {
    get throws {
      try Row.fetchOne(db.cachedStatement(sql: "SELECT stamp FROM kept_stamp WHERE id = 1"))?.value("stamp")
    }
  }

  /// Makes all kept counts wrong.
  func invalidate() throws {
    // A random number cannot overflow, and does not return to a value that an earlier copy of the file had.
    try db.cachedStatement(sql: "UPDATE kept_stamp SET stamp = random() WHERE id = 1").execute()
  }

  func numbers(_ key: String, _ stamp: Int64) throws -> Data? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT numbers FROM kept_count
          WHERE key = ? AND stamp = ? AND length(numbers) <= \(Self.mostBytes)
          """),
      arguments: [key, stamp])?.value("numbers")
  }

  func keep(_ numbers: Data, _ key: String, _ stamp: Int64) throws {
    guard numbers.count <= Self.mostBytes, try self.stamp == stamp else { return }
    try db.cachedStatement(sql: "DELETE FROM kept_count WHERE key = ? OR stamp <> ?").execute(
      arguments: [key, stamp])
    try db.cachedStatement(sql: "INSERT INTO kept_count (key, stamp, numbers) VALUES (?, ?, ?)").execute(
      arguments: [key, stamp, numbers])
    try db.cachedStatement(
      sql: """
        DELETE FROM kept_count WHERE id NOT IN (SELECT id FROM kept_count ORDER BY id DESC LIMIT \(Self.most))
        """
    ).execute()
  }
}
