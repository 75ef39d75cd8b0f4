import GRDB

/// Version 4 of the tables: what each import had, so that imports of messages without keys can be aligned, and each import
/// can be taken back. All tables are empty at first. See docs/ARCHIVES.md.
enum SchemaStep4 {
  static func run(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE import ADD COLUMN format TEXT;

        -- What the import called the conversation and told of it.
        ALTER TABLE import_conversation ADD COLUMN title TEXT;
        ALTER TABLE import_conversation ADD COLUMN time_zone TEXT;
        ALTER TABLE import_conversation ADD COLUMN owner INTEGER;

        -- A part of an import: all its messages with keys, or a run of messages without keys in a conversation. "starts" and
        -- "ends" are the minutes since 1970 of a run's first and last messages, and "names" counts names.
        CREATE TABLE import_part (
          id INTEGER PRIMARY KEY,
          import INTEGER NOT NULL,
          conversation INTEGER,
          run INTEGER NOT NULL,
          starts INTEGER,
          ends INTEGER,
          names INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX import_part_import ON import_part (import, conversation, run);
        CREATE INDEX import_part_conversation ON import_part (conversation) WHERE conversation IS NOT NULL;

        -- The messages that a part had, new or not, by their numbers. Part 0 had those whose origin is not known.
        CREATE TABLE import_range (
          part INTEGER NOT NULL,
          first INTEGER NOT NULL,
          last INTEGER NOT NULL,
          PRIMARY KEY (part, first)
        ) WITHOUT ROWID;

        -- Of messages of which the parts had different versions: in row 0, the version of all parts without a row.
        CREATE TABLE message_version (
          message INTEGER NOT NULL,
          part INTEGER NOT NULL,
          version BLOB NOT NULL,
          PRIMARY KEY (message, part)
        ) WITHOUT ROWID;

        -- The names that a part gave people; the one with the largest "seen" was its last.
        CREATE TABLE import_name (
          part INTEGER NOT NULL,
          participant INTEGER NOT NULL,
          name TEXT NOT NULL,
          seen INTEGER NOT NULL,
          PRIMARY KEY (part, participant, name)
        ) WITHOUT ROWID;

        -- The keys of conversations whose messages go to another one.
        CREATE TABLE conversation_alias (
          key TEXT PRIMARY KEY,
          conversation INTEGER NOT NULL,
          import INTEGER
        ) WITHOUT ROWID;
        """)
  }
}
