import GRDB
import Translation

/// The tables of an archive, and the migrations from older versions.
enum Schema {
  /// "BSCR": marks an SQLite file as a Backscroll archive (`PRAGMA application_id`).
  static let applicationID: UInt32 = 0x4253_4352

  /// The version that this program writes (`PRAGMA user_version`).
  static var version: Int { steps.count }

  /// A step of a migration. Reports the fraction of it that is done, 0…1; throws what the report throws.
  typealias Report = (Double) throws -> Void

  /// Step i migrates version i to version i + 1. Never edit a released step.
  private static let steps: [@Sendable (Database, Report) throws -> Void] = [
    { db, _ in try createTables(db) }, SchemaStep2.run, { db, _ in try SearchIndex.createTables(db) },
    { db, _ in try SchemaStep4.run(db) }, { db, _ in try SchemaStep5.run(db) },
  ]

  /// Steps from this version on only add empty tables: the archive opens without waiting, and needs no copy.
  static let firstWithSmallSteps = 2

  /// `user_version` stays the version of record: earlier releases check it, and archives that they wrote have no
  /// list of GRDB's migrations. A step that `user_version` covers is therefore only entered into that list.
  private static func migrator(_ report: @escaping @Sendable (Double) throws -> Void) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (version, step) in zip(1..., steps) {
      migrator.registerMigration("\(version)") { db in
        guard try storedVersion(in: db) < version else { return }
        try step(db, report)
        try db.execute(sql: "PRAGMA user_version = \(version)")
      }
    }
    return migrator
  }

  /// Makes an archive of an empty database.
  static func create(_ writer: some DatabaseWriter) throws {
    try writer.write { db in try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
    try migrate(writer) { _ in }
  }

  /// Whether `migrate` has work to do.
  ///
  /// Throws `ArchiveError.newerSchema` for an archive of a newer version, and `.damaged` for a version that never was.
  static func isOutdated(in db: Database, path: String) throws -> Bool {
    let found = try storedVersion(in: db)
    if let defect = defect(ofVersion: found) { throw ArchiveError.damaged(path: path, reason: defect) }
    guard found <= version else {
      throw ArchiveError.newerSchema(path: path, found: found, supported: version)
    }
    return found < version
  }

  /// What is wrong with a version that never was; nil for all others.
  static func defect(ofVersion version: Int) -> String? {
    version < 1 ? tr("its format cannot be {number}", ["number": "\(version)"]) : nil
  }

  /// Applies the missing steps, each in a transaction of its own.
  ///
  /// - Parameter report: Called on the writer's thread with the fraction of a step that is done. What it throws ends the
  ///   migration, and the step changes nothing.
  static func migrate(
    _ writer: some DatabaseWriter, report: @escaping @Sendable (Double) throws -> Void
  ) throws {
    do {
      try migrator(report).migrate(writer)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // Another process entered the same step into the list first. Its transaction did the work.
      guard try writer.read({ db in try storedVersion(in: db) }) == version else { throw error }
    }
  }

  static func storedVersion(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  private static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE participant (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          color_seed INTEGER NOT NULL
        );

        -- The counters spare a scan of the messages whenever the archive is opened.
        CREATE TABLE conversation (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          title TEXT NOT NULL,
          owner INTEGER REFERENCES participant,
          message_count INTEGER NOT NULL DEFAULT 0,
          participant_count INTEGER NOT NULL DEFAULT 0,
          last_sent_at INTEGER
        );

        CREATE TABLE membership (
          conversation INTEGER NOT NULL REFERENCES conversation,
          participant INTEGER NOT NULL REFERENCES participant,
          message_count INTEGER NOT NULL,
          PRIMARY KEY (conversation, participant)
        ) WITHOUT ROWID;

        -- The text comes last: SQLite can then read all the rest without walking a long text's pages.
        CREATE TABLE message (
          id INTEGER PRIMARY KEY,
          conversation INTEGER NOT NULL REFERENCES conversation,
          sent_at INTEGER NOT NULL,
          sender INTEGER REFERENCES participant,
          is_own INTEGER NOT NULL,
          kind INTEGER NOT NULL,
          source TEXT NOT NULL,
          reply_source TEXT,
          attachment_kind INTEGER,
          attachment_width INTEGER,
          attachment_height INTEGER,
          attachment_bytes INTEGER,
          attachment_name TEXT,
          attachment_path TEXT,
          entities BLOB,
          text TEXT NOT NULL
        );

        -- One message for each source key, so that a second import adds nothing. Replies find their targets by it.
        CREATE UNIQUE INDEX message_source ON message (conversation, source);

        -- The order of a conversation. SQLite appends the row's id to every index, which orders ties.
        CREATE INDEX message_order ON message (conversation, sent_at);
        """)
  }
}
