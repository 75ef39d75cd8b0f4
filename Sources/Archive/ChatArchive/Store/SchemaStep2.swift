import Foundation
import GRDB

/// Version 2 of the tables: all that a message is. See docs/ARCHIVES.md.
enum SchemaStep2 {
  static func run(_ db: Database, _ report: Schema.Report) throws {
    try createTables(db)
    try copyMessages(db, report)
    try db.execute(sql: "DROP TABLE message; ALTER TABLE message_2 RENAME TO message")
    // Building them at the end is cheaper than keeping them while rows are copied.
    for (index, statement) in indexes.enumerated() {
      try report(Share.copying + Share.indexing * Double(index) / Double(indexes.count))
      try db.execute(sql: statement)
    }
    try db.execute(
      sql: """
        INSERT INTO checkpoint (chat, ordinal, order_key, id)
        SELECT chat, ordinal, order_key, id FROM (
          SELECT chat, order_key, id,
            row_number() OVER (PARTITION BY chat ORDER BY order_key, id) - 1 AS ordinal
          FROM message
        ) WHERE ordinal % \(Checkpoints.distance) = 0
        """)
    try report(1)
  }

  /// Shares of the time that a million messages take.
  private enum Share {
    static let copying = 0.6
    static let indexing = 0.35
  }

  private static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        -- A merged conversation is shown as a part of another; the title that a person gave goes before the source's.
        ALTER TABLE conversation ADD COLUMN merged_into INTEGER REFERENCES conversation;
        ALTER TABLE conversation ADD COLUMN custom_title TEXT;
        ALTER TABLE conversation ADD COLUMN pinned_at INTEGER;
        ALTER TABLE conversation ADD COLUMN read_order INTEGER;
        ALTER TABLE conversation ADD COLUMN time_zone TEXT;
        -- 1 when the source or a person has told who the owner is, 0 while it is a guess.
        ALTER TABLE conversation ADD COLUMN owner_is_known INTEGER NOT NULL DEFAULT 0;

        -- The participant that stands for all of a person's; NULL for one that stands for itself.
        ALTER TABLE participant ADD COLUMN person INTEGER REFERENCES participant;

        CREATE TABLE participant_name (
          participant INTEGER NOT NULL REFERENCES participant,
          name TEXT NOT NULL,
          PRIMARY KEY (participant, name)
        ) WITHOUT ROWID;
        INSERT OR IGNORE INTO participant_name SELECT id, name FROM participant;

        CREATE TABLE import (
          id INTEGER PRIMARY KEY,
          path TEXT NOT NULL,
          imported_at INTEGER NOT NULL
        );

        CREATE TABLE import_conversation (
          import INTEGER NOT NULL REFERENCES import,
          conversation INTEGER NOT NULL REFERENCES conversation,
          message_count INTEGER NOT NULL,
          PRIMARY KEY (import, conversation)
        ) WITHOUT ROWID;

        CREATE TABLE topic (
          id INTEGER PRIMARY KEY,
          conversation INTEGER NOT NULL REFERENCES conversation,
          source TEXT NOT NULL,
          title TEXT NOT NULL,
          UNIQUE (conversation, source)
        );

        -- "conversation" is where a message comes from, in which its source key is unique; "chat" is where it is shown.
        -- The text comes last: SQLite can then read all the rest without walking a long text's pages.
        CREATE TABLE message_2 (
          id INTEGER PRIMARY KEY,
          conversation INTEGER NOT NULL REFERENCES conversation,
          chat INTEGER NOT NULL REFERENCES conversation,
          order_key INTEGER NOT NULL,
          sent_at INTEGER,
          sender INTEGER REFERENCES participant,
          is_own INTEGER NOT NULL,
          kind INTEGER NOT NULL,
          flags INTEGER NOT NULL,
          edited_at INTEGER,
          topic INTEGER REFERENCES topic,
          import INTEGER REFERENCES import,
          source TEXT,
          reply_source TEXT,
          album TEXT,
          details TEXT,
          entities BLOB,
          text TEXT
        );

        -- The source keys of an album's messages after the first, whose message has them all.
        CREATE TABLE album_part (
          conversation INTEGER NOT NULL REFERENCES conversation,
          source TEXT NOT NULL,
          message INTEGER NOT NULL REFERENCES message,
          PRIMARY KEY (conversation, source)
        ) WITHOUT ROWID;

        CREATE TABLE attachment (
          message INTEGER NOT NULL REFERENCES message,
          position INTEGER NOT NULL,
          chat INTEGER NOT NULL REFERENCES conversation,
          order_key INTEGER NOT NULL,
          shelf INTEGER,
          kind INTEGER NOT NULL,
          width INTEGER,
          height INTEGER,
          bytes INTEGER,
          duration INTEGER,
          is_spoiler INTEGER NOT NULL,
          name TEXT,
          path TEXT,
          thumbnail TEXT,
          PRIMARY KEY (message, position)
        ) WITHOUT ROWID;

        -- Participant 0 stands for all who are not known, whose number is the count.
        CREATE TABLE reaction (
          message INTEGER NOT NULL REFERENCES message,
          key TEXT NOT NULL,
          participant INTEGER NOT NULL,
          count INTEGER NOT NULL,
          reacted_at INTEGER,
          PRIMARY KEY (message, key, participant)
        ) WITHOUT ROWID;

        CREATE TABLE edit (
          message INTEGER NOT NULL REFERENCES message,
          replaced_at INTEGER NOT NULL,
          text TEXT NOT NULL,
          PRIMARY KEY (message, replaced_at)
        ) WITHOUT ROWID;

        CREATE TABLE checkpoint (
          chat INTEGER NOT NULL REFERENCES conversation,
          ordinal INTEGER NOT NULL,
          order_key INTEGER NOT NULL,
          id INTEGER NOT NULL REFERENCES message,
          PRIMARY KEY (chat, ordinal)
        ) WITHOUT ROWID;
        CREATE INDEX checkpoint_order ON checkpoint (chat, order_key, id);
        """)
  }

  private static let indexes = [
    // One message for each source key, so that a second import adds nothing. Replies find their targets by it.
    "CREATE UNIQUE INDEX message_source ON message (conversation, source)",
    // The order of a conversation. SQLite appends the row's id to every index, which orders ties.
    "CREATE INDEX message_order ON message (chat, order_key)",
    "CREATE INDEX message_album ON message (conversation, album) WHERE album IS NOT NULL",
    "CREATE INDEX message_link ON message (chat, order_key) WHERE flags & 1",
    "CREATE INDEX attachment_shelf ON attachment (chat, shelf, order_key)",
  ]

  /// Copies what version 1 has of each message. Damaged values, which version 1 shows as well as it can, stay damaged.
  private static func copyMessages(_ db: Database, _ report: Schema.Report) throws {
    let hasLink = DatabaseFunction("has_link", argumentCount: 1, pure: true) { values in
      guard let bytes = Data.fromDatabaseValue(values[0]) else { return false }
      return EntityCoding.decode(bytes).contains { $0.kind.isLink }
    }
    db.add(function: hasLink)
    defer { db.remove(function: hasLink) }
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM message") ?? 0
    var next = try Int64.fetchOne(db, sql: "SELECT min(id) FROM message") ?? 0
    let first = next
    let messages = try db.makeStatement(sql: copyOfMessages)
    let attachments = try db.makeStatement(sql: copyOfAttachments)
    while next <= last {
      try report(Share.copying * Double(next - first) / Double(last - first + 1))
      let end = next + Int64(chunk)
      try messages.execute(arguments: [next, end])
      try attachments.execute(arguments: [next, end])
      next = end
    }
  }

  /// Messages that are copied between two reports.
  private static let chunk = 10_000

  private static let orderKey = """
    CASE typeof(sent_at) WHEN 'integer'
    THEN max(min(sent_at, \(OrderKey.furthest)), -\(OrderKey.furthest)) * \(OrderKey.ranks) ELSE 0 END
    """

  private static let copyOfMessages = """
    INSERT INTO message_2 (
      id, conversation, chat, order_key, sent_at, sender, is_own, kind, flags, source, reply_source, entities, text
    )
    SELECT
      id, coalesce(conversation, 0), coalesce(conversation, 0), \(orderKey), sent_at, sender,
      coalesce(is_own, 0), coalesce(kind, 0),
      has_link(entities) * \(MessageFlags.link.rawValue)
        + (attachment_kind IS NOT NULL) * \(MessageFlags.attachments.rawValue),
      source, reply_source, entities, text
    FROM message WHERE id >= ? AND id < ?
    """

  private static let copyOfAttachments = """
    INSERT INTO attachment (
      message, position, chat, order_key, shelf, kind, width, height, bytes, is_spoiler, name, path
    )
    SELECT
      id, 0, coalesce(conversation, 0), \(orderKey),
      CASE attachment_kind WHEN 0 THEN 0 WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 2 END,
      attachment_kind, attachment_width, attachment_height, attachment_bytes, 0, attachment_name, attachment_path
    FROM message WHERE id >= ? AND id < ? AND attachment_kind IS NOT NULL
    """
}

/// What a message has in other tables, so that only those are read that have something.
struct MessageFlags: OptionSet, Sendable {
  let rawValue: Int

  /// A range of the text opens something. The index of links has this number.
  static let link = Self(rawValue: 1)
  static let attachments = Self(rawValue: 2)
  static let reactions = Self(rawValue: 4)
  static let edits = Self(rawValue: 8)
}

extension TextEntity.Kind {
  var isLink: Bool { if case .link = self { true } else { false } }
}
