import GRDB

/// Makes archives of earlier versions of the tables from those of this one.
enum OlderVersions {
  /// Undoes the steps after version 3.
  static let three = """
    DROP TABLE import_part; DROP TABLE import_range; DROP TABLE message_version; DROP TABLE import_name;
    DROP TABLE conversation_alias; DROP TABLE person_pair; DROP TABLE import_alias;
    ALTER TABLE import DROP COLUMN format;
    ALTER TABLE import_conversation DROP COLUMN title; ALTER TABLE import_conversation DROP COLUMN time_zone;
    ALTER TABLE import_conversation DROP COLUMN owner;
    PRAGMA user_version = 3; DELETE FROM grdb_migrations WHERE identifier IN ('4', '5');
    """

  /// Undoes the steps after version 2.
  static let two =
    three + """
      DROP TABLE search; DROP TABLE search_state;
      PRAGMA user_version = 2; DELETE FROM grdb_migrations WHERE identifier = '3';
      """

  /// Makes a closed archive one of an earlier version.
  static func downgrade(_ path: String, by statements: String) throws {
    try DatabaseQueue(path: path).write { db in try db.execute(sql: statements) }
  }
}
