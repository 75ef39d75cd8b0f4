import Chats
import GRDB

/// Joins imports of one folder to one, as if their files had been read together, so that a folder that is read every few
/// seconds stays one import.
///
/// The messages and their facts do not change, and neither does what other imports have of them: a part of an import
/// keeps the messages and the versions that it had. Parts are joined only if each message has the same version in both.
/// Of a log that has only grown, one part remains.
struct ImportGrowth {
  private let db: Database
  /// The import that grows.
  private let id: ImportRecord.ID

  /// Joins imports to the first of them.
  ///
  /// - Complexity: O(r + n) for r ranges of the parts and n messages that the later imports have added.
  static func join(_ imports: [ImportRecord.ID], in db: Database) throws {
    let imports = imports.sorted()
    guard let first = imports.first else { return }
    let growth = ImportGrowth(db: db, id: first)
    for other in imports.dropFirst() { try growth.take(other) }
  }

  private func take(_ other: ImportRecord.ID) throws {
    let keyed = try parts(of: other, "conversation IS NULL")
    let runs = try parts(of: other, "conversation IS NOT NULL")
    let ranges = ImportRanges(db: db)
    let own = try ranges.all("part IN (SELECT id FROM import_part WHERE import = ?)", [id])
    let added = try ranges.all("part IN (SELECT id FROM import_part WHERE import = ?)", [other])
      .subtracting(own)
    let pass = try db.makeStatement(
      sql: "UPDATE message SET import = ? WHERE id BETWEEN ? AND ? AND import = ?")
    for range in added.ranges {
      try pass.execute(arguments: [id, range.lowerBound, range.upperBound, other])
    }
    try takeFacts(of: other)
    let before = (
      keyed: try parts(of: id, "conversation IS NULL"), runs: try parts(of: id, "conversation IS NOT NULL")
    )
    // The numbers of the runs, which distinguish the files, follow those of this import.
    let last = try Int.fetchOne(db, sql: "SELECT max(run) FROM import_part WHERE import = ?", arguments: [id])
    try db.execute(
      sql: "UPDATE import_part SET import = ?, run = run + ? WHERE import = ?",
      arguments: [id, (last ?? 0) + 1, other])
    for part in keyed { try joinKeyed(part, to: before.keyed) }
    for part in runs { try joinRun(part, to: before.runs) }
    try db.execute(
      sql: """
        UPDATE folder_read SET import = NULL WHERE import IN (\(id), \(other));
        DELETE FROM import_target WHERE import = \(other);
        DELETE FROM import WHERE id = \(other);
        """)
  }

  private struct Part {
    let id: Int64
    let conversation: Conversation.ID?
    let ranges: NumberRanges
  }

  private func parts(of importID: ImportRecord.ID, _ condition: String) throws -> [Part] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, conversation FROM import_part WHERE import = ? AND \(condition) ORDER BY id",
      arguments: [importID])
    return try rows.map { row in
      let id: Int64 = try row.required("id")
      return Part(
        id: id, conversation: row.value("conversation"),
        ranges: try ImportRanges(db: db).all("part = ?", [id]))
    }
  }

  // MARK: Parts

  /// Joins a part of messages with keys to one that has the same versions of all messages that both have.
  private func joinKeyed(_ part: Part, to others: [Part]) throws {
    for other in others {
      guard try haveSameVersions(part, other) else { continue }
      try moveVersions(of: part, to: other, common: part.ranges.intersection(other.ranges))
      for range in part.ranges.ranges { try ImportRanges(db: db).insert(range, part: other.id) }
      return try remove(part, namesTo: other)
    }
  }

  /// Removes those of two runs of a conversation that the other one contains, such as a log before it has grown.
  private func joinRun(_ part: Part, to others: [Part]) throws {
    for other in others where other.conversation == part.conversation {
      if other.ranges.subtracting(part.ranges).isEmpty, try haveSameVersions(part, other) {
        try removeVersions(of: other)
        try remove(other, namesTo: part)
      } else if part.ranges.subtracting(other.ranges).isEmpty, try haveSameVersions(part, other) {
        try removeVersions(of: part)
        return try remove(part, namesTo: other)
      }
    }
  }

  /// Whether two parts have the same version of each message that both have. A part without a row has the common version.
  private func haveSameVersions(_ part: Part, _ other: Part) throws -> Bool {
    let statement = try db.makeStatement(
      sql: """
        SELECT EXISTS (
          SELECT message, record FROM message_version
          WHERE message BETWEEN ?1 AND ?2 AND part IN (?3, ?4)
          GROUP BY message, record HAVING count(*) < 2 OR min(digest) <> max(digest))
        """)
    for range in part.ranges.intersection(other.ranges).ranges {
      let differs = try Bool.fetchOne(
        statement, arguments: [range.lowerBound, range.upperBound, part.id, other.id])
      if differs == true { return false }
    }
    return true
  }

  /// Moves the versions of messages that only the first part has, and removes those that both have.
  private func moveVersions(of part: Part, to other: Part, common: NumberRanges) throws {
    for range in common.ranges {
      try db.cachedStatement(
        sql: "DELETE FROM message_version WHERE message BETWEEN ? AND ? AND part = ?"
      ).execute(arguments: [range.lowerBound, range.upperBound, part.id])
    }
    for range in part.ranges.subtracting(common).ranges {
      try db.cachedStatement(
        sql: "UPDATE message_version SET part = ? WHERE message BETWEEN ? AND ? AND part = ?"
      ).execute(arguments: [other.id, range.lowerBound, range.upperBound, part.id])
    }
  }

  private func removeVersions(of part: Part) throws {
    for range in part.ranges.ranges {
      try db.cachedStatement(sql: "DELETE FROM message_version WHERE message BETWEEN ? AND ? AND part = ?")
        .execute(arguments: [range.lowerBound, range.upperBound, part.id])
    }
  }

  private func remove(_ part: Part, namesTo other: Part) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO import_name (part, participant, name, seen, is_own)
        SELECT ?1, participant, name, seen, is_own FROM import_name WHERE part = ?2
        ON CONFLICT DO UPDATE SET seen = max(seen, excluded.seen), is_own = max(is_own, excluded.is_own)
        """
    ).execute(arguments: [other.id, part.id])
    for table in ["import_name WHERE part", "import_range WHERE part", "import_part WHERE id"] {
      try db.cachedStatement(sql: "DELETE FROM \(table) = ?").execute(arguments: [part.id])
    }
  }

  // MARK: Facts

  /// Takes what an import states about conversations. Where both state something, the one with the later message counts.
  private func takeFacts(of other: ImportRecord.ID) throws {
    func latest(_ column: String) -> String {
      """
      \(column) = CASE WHEN \(column) IS NULL OR coalesce(excluded.newest_at, 0) >= coalesce(newest_at, 0)
        THEN coalesce(excluded.\(column), \(column)) ELSE \(column) END
      """
    }
    try db.execute(
      sql: """
        INSERT INTO import_conversation (import, conversation, message_count, newest_at, title, time_zone, owner)
        SELECT \(id), conversation, message_count, newest_at, title, time_zone, owner
        FROM import_conversation WHERE import = \(other)
        ON CONFLICT DO UPDATE SET message_count = message_count + excluded.message_count,
          \(latest("title")), \(latest("time_zone")), \(latest("owner")),
          newest_at = CASE WHEN newest_at IS NULL OR excluded.newest_at > newest_at
            THEN excluded.newest_at ELSE newest_at END;
        DELETE FROM import_conversation WHERE import = \(other);
        INSERT INTO topic_title (conversation, source, import, title, is_thread, titled_at)
        SELECT conversation, source, \(id), title, is_thread, titled_at FROM topic_title WHERE import = \(other)
        ON CONFLICT DO UPDATE SET titled_at = max(titled_at, excluded.titled_at);
        DELETE FROM topic_title WHERE import = \(other);
        UPDATE OR IGNORE import_alias SET import = \(id) WHERE import = \(other);
        DELETE FROM import_alias WHERE import = \(other);
        UPDATE conversation_alias SET import = \(id) WHERE import = \(other);
        UPDATE import SET format = coalesce(format, (SELECT format FROM import WHERE id = \(other))) WHERE id = \(id);
        """)
  }
}
