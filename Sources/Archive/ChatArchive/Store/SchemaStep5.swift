import GRDB

/// Version 5 of the tables: what was asked of people, and which imports followed an alias. Both tables are empty at first. See
/// docs/ARCHIVES.md.
enum SchemaStep5 {
  static func run(_ db: Database) throws {
    try db.execute(
      sql: """
        -- Two participants who may be one person, the smaller number first. "is_same" is what a person has said: NULL for
        -- nothing yet.
        CREATE TABLE person_pair (
          person INTEGER NOT NULL,
          other INTEGER NOT NULL,
          message_count INTEGER NOT NULL,
          is_same INTEGER,
          PRIMARY KEY (person, other)
        ) WITHOUT ROWID;

        -- The imports that had messages of a key in "conversation_alias".
        CREATE TABLE import_alias (
          key TEXT NOT NULL,
          import INTEGER NOT NULL,
          PRIMARY KEY (key, import)
        ) WITHOUT ROWID;
        """)
  }
}
