import GRDB
import Translation

extension Archive {
  /// Counts, span of time, size and soundness of the archive.
  ///
  /// The check reads the whole file, which takes seconds for a gigabyte; all else is kept in counters.
  /// Damage is reported in the result's `integrity` as long as the counters can be read; else thrown.
  ///
  /// - Complexity: O(size of the file).
  public func info() async throws(ArchiveError) -> ArchiveInfo {
    try await reading { [path] db in
      ArchiveInfo(
        conversationCount: try Int.fetchOne(db, sql: "SELECT count(*) FROM conversation") ?? 0,
        messageCount: try Int.fetchOne(db, sql: "SELECT total(message_count) FROM conversation") ?? 0,
        senders: try Archive.senders(db),
        firstSentAt: try Archive.firstSentAt(db),
        lastSentAt: try Int64.fetchOne(db, sql: "SELECT max(last_sent_at) FROM conversation"),
        byteCount: ArchiveFile.totalByteCount(path),
        schemaVersion: try Schema.storedVersion(in: db),
        integrity: try Archive.integrity(db))
    }
  }

  private static func senders(_ db: Database) throws -> [ArchiveInfo.Sender] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT p.name, sum(s.message_count) AS messages
        FROM membership s JOIN participant p ON p.id = s.participant
        GROUP BY p.id ORDER BY messages DESC, p.name, p.id
        """)
    return try Array(rows.map { row in ArchiveInfo.Sender(name: row[0], messageCount: row[1]) })
  }

  /// One search of the index a conversation; a plain minimum over all would walk the whole of it.
  private static func firstSentAt(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT min((SELECT min(sent_at) FROM message WHERE conversation = conversation.id)) FROM conversation
        """)
  }

  private static func integrity(_ db: Database) throws -> ArchiveInfo.Integrity {
    do {
      let lines = try String.fetchAll(db, sql: "PRAGMA quick_check")
      return lines == ["ok"] ? .ok : .damaged(lines)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return .damaged([error.message ?? tr("The file is too damaged to be checked.")])
    }
  }
}
