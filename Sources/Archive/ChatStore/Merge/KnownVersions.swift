import Chats
import GRDB

/// Finds messages with keys whose version the archive has, by its digest. So what is imported again is neither read nor
/// merged: a version that was merged before changes nothing.
struct KnownVersions {
  private let ledger: ImportLedger
  private let shared: RepeatedStatement
  private let own: RepeatedStatement
  private let copy: RepeatedStatement

  init(_ db: Database, _ ledger: ImportLedger) throws {
    self.ledger = ledger
    shared = try RepeatedStatement(
      db,
      sql: """
        SELECT id FROM message m WHERE conversation = ?1 AND source = ?2 AND digest = ?3 AND import IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM message_version WHERE message = m.id AND record = '' AND part = ?4)
        """)
    own = try RepeatedStatement(
      db,
      sql: """
        SELECT message FROM message_version v
        WHERE message = coalesce(
            (SELECT id FROM message WHERE conversation = ?1 AND source = ?2),
            (SELECT message FROM album_part WHERE conversation = ?1 AND source = ?2))
          AND record = ?5 AND part > 0 AND digest = ?3
          AND NOT EXISTS (SELECT 1 FROM message_version o WHERE o.message = v.message AND o.record = ?5 AND o.part = ?4)
        LIMIT 1
        """)
    copy = try RepeatedStatement(
      db,
      sql: """
        INSERT INTO message_version (message, record, part, digest, version)
        SELECT message, record, ?1, digest, version FROM message_version
        WHERE message = ?2 AND record = ?3 AND digest = ?4 AND part > 0 LIMIT 1
        """)
  }

  /// Adds a message to the ledger's part if another part has the same version of it.
  ///
  /// - Returns: Whether it does.
  func add(_ version: MessageVersion, of source: String, in conversation: Conversation.ID, digest: Int64)
    throws
    -> Bool
  {
    guard let part = ledger.current?.id else { return false }
    let message = try shared.number { row in
      row.append(conversation)
      row.append(source)
      row.append(digest)
      row.append(part)
    }
    if message != 0 {
      ledger.add(message)
      return true
    }
    return try addOwn(version, of: source, in: conversation, digest: digest, part: part)
  }

  /// The same for a version that differs from that of most imports.
  private func addOwn(
    _ version: MessageVersion, of source: String, in conversation: Conversation.ID, digest: Int64, part: Int64
  ) throws -> Bool {
    // Each message of an album has versions of its own.
    let record = version.rest.album == nil ? "" : source.withoutNUL
    let message = try own.number { row in
      row.append(conversation)
      row.append(source)
      row.append(digest)
      row.append(part)
      row.append(record)
    }
    // The import can have another version of the message, too.
    guard message != 0, try !record.isEmpty || !ledger.has(message) else { return false }
    try copy.execute { row in
      row.append(part)
      row.append(message)
      row.append(record)
      row.append(digest)
    }
    ledger.add(message)
    return true
  }
}
