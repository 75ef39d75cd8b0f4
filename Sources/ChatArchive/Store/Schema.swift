import GRDB

/// The tables of an archive and how an older archive becomes a current one.
enum Schema {
  /// "BSCR": marks an SQLite file as a Backscroll archive (`PRAGMA application_id`).
  static let applicationID: UInt32 = 0x4253_4352

  /// The schema this program writes (`PRAGMA user_version`).
  static var version: Int { steps.count }

  /// Step i leads from version i to version i + 1. Released steps are never edited.
  private static let steps: [@Sendable (Database) throws -> Void] = [createTables]

  /// Makes an empty database an archive.
  static func create(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try migrate(db)
  }

  /// Whether `migrate` has work to do.
  ///
  /// Throws `ArchiveError.newerSchema` for an archive from the future.
  static func isOutdated(in db: Database, path: String) throws -> Bool {
    let found = try storedVersion(in: db)
    guard found <= version else {
      throw ArchiveError.newerSchema(path: path, found: found, supported: version)
    }
    return found < version
  }

  /// Takes the missing steps; to be called in a transaction.
  static func migrate(_ db: Database) throws {
    for step in try steps.dropFirst(storedVersion(in: db)) { try step(db) }
    try db.execute(sql: "PRAGMA user_version = \(version)")
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

        -- One message a source key, so that a second import adds nothing; replies find their targets by it.
        CREATE UNIQUE INDEX message_source ON message (conversation, source);

        -- The order of a conversation. Every index ends with the row's id, so ties are in order as well.
        CREATE INDEX message_order ON message (conversation, sent_at);
        """)
  }
}
