import Chats
import GRDB
import Translation

/// The tables of an archive. See docs/ARCHIVES.md.
enum Schema {
  /// "BSCR": marks an SQLite file as a Backscroll archive (`PRAGMA application_id`).
  static let applicationID: UInt32 = 0x4253_4352

  /// The version of the tables (`PRAGMA user_version`). Archives of other versions are refused.
  static let version = 13

  /// Turns an empty database into an archive, in one transaction.
  static func create(_ writer: some DatabaseWriter) throws {
    try writer.write { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      try db.execute(sql: tables)
      try db.execute(sql: searchTable)
      try db.execute(sql: views)
    }
  }

  /// Throws `ArchiveError.olderSchema` or `.newerSchema` for an archive of another version, and `.damaged` for a version that
  /// never existed.
  static func checkVersion(in db: Database, path: String) throws {
    let found = try storedVersion(in: db)
    if let defect = defect(ofVersion: found) { throw ArchiveError.damaged(path: path, reason: defect) }
    if found < version { throw ArchiveError.olderSchema(path: path) }
    guard found <= version else {
      throw ArchiveError.newerSchema(path: path, found: found, supported: version)
    }
    if let name = try foreignPart(in: db) {
      throw ArchiveError.damaged(path: path, reason: tr("“{name}” is not a table", ["name": name]))
    }
  }

  /// The name of a view in the place of a table, or of a trigger; nil if there is none. A view can have rows without
  /// end, and a trigger can undo any change.
  private static func foreignPart(in db: Database) throws -> String? {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT name, type FROM sqlite_master WHERE type IN ('view', 'trigger')")
    while let row = try rows.next() {
      let name: String = row.value("name") ?? ""
      if row.value("type") == "trigger" || tables.contains("CREATE TABLE \(name) (") || name == "search" {
        return name
      }
    }
    return nil
  }

  /// The defect of a version that never existed; nil for all others.
  static func defect(ofVersion version: Int) -> String? {
    version < 1 ? tr("its format cannot be {number}", ["number": "\(version)"]) : nil
  }

  static func storedVersion(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  private static let tables = """
    -- The counters spare a scan of the messages whenever the archive is opened.
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      -- The title that a person gave; it goes before the source's.
      custom_title TEXT,
      owner INTEGER REFERENCES participant,
      -- 1 if the source or a person has named the owner, 0 while it is a guess.
      owner_is_known INTEGER NOT NULL DEFAULT 0,
      -- The conversation that shows the messages of this one.
      merged_into INTEGER REFERENCES conversation,
      time_zone TEXT,
      pinned_at INTEGER,
      read_order INTEGER,
      message_count INTEGER NOT NULL DEFAULT 0,
      participant_count INTEGER NOT NULL DEFAULT 0,
      last_sent_at INTEGER
    );
    -- Each new chat of an account is searched for among those with its title; see `ProvisionalConversation`.
    CREATE INDEX conversation_title ON conversation (title);
    CREATE INDEX conversation_owner ON conversation (owner) WHERE owner IS NOT NULL;
    CREATE INDEX conversation_merged ON conversation (merged_into) WHERE merged_into IS NOT NULL;

    CREATE TABLE participant (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      color_seed INTEGER NOT NULL,
      -- The participant that stands for all of a person's; NULL for one that stands for itself.
      person INTEGER REFERENCES participant
    );
    CREATE INDEX participant_person ON participant (person) WHERE person IS NOT NULL;

    CREATE TABLE participant_name (
      participant INTEGER NOT NULL REFERENCES participant,
      name TEXT NOT NULL,
      PRIMARY KEY (participant, name)
    ) WITHOUT ROWID;
    CREATE INDEX participant_name_name ON participant_name (name);

    -- The names of Telegram's pages, and the participant with a number whom each follows; itself if the user has parted
    -- them.
    CREATE TABLE named_person (
      participant INTEGER PRIMARY KEY,
      number INTEGER NOT NULL
    );

    -- Two participants who may be one person, the smaller number first. "is_same" is the answer of the user: NULL for
    -- none yet.
    CREATE TABLE person_pair (
      person INTEGER NOT NULL,
      other INTEGER NOT NULL,
      message_count INTEGER NOT NULL,
      is_same INTEGER,
      PRIMARY KEY (person, other)
    ) WITHOUT ROWID;

    CREATE TABLE membership (
      conversation INTEGER NOT NULL REFERENCES conversation,
      participant INTEGER NOT NULL REFERENCES participant,
      message_count INTEGER NOT NULL,
      PRIMARY KEY (conversation, participant)
    ) WITHOUT ROWID;
    CREATE INDEX membership_participant ON membership (participant);

    -- Topics of forums, and threads. "source" is the key of the first message; it is empty for the topic of all messages
    -- of a forum that state no topic.
    CREATE TABLE topic (
      id INTEGER PRIMARY KEY,
      conversation INTEGER NOT NULL REFERENCES conversation,
      source TEXT NOT NULL,
      title TEXT NOT NULL,
      is_thread INTEGER NOT NULL,
      -- As in "conversation"; the messages up to the later one of both are read.
      read_order INTEGER,
      UNIQUE (conversation, source)
    );

    -- The titles that imports state, with the times of their messages; a topic has the last one.
    CREATE TABLE topic_title (
      conversation INTEGER NOT NULL REFERENCES conversation,
      source TEXT NOT NULL,
      import INTEGER NOT NULL,
      title TEXT NOT NULL,
      is_thread INTEGER NOT NULL,
      titled_at INTEGER NOT NULL,
      PRIMARY KEY (conversation, source, import, title)
    ) WITHOUT ROWID;

    -- "conversation" is where a message comes from, in which its source key is unique; "chat" is where it is shown.
    -- The text comes last: SQLite can then read all the rest without walking a long text's pages.
    CREATE TABLE message (
      id INTEGER PRIMARY KEY,
      conversation INTEGER NOT NULL REFERENCES conversation,
      chat INTEGER NOT NULL REFERENCES conversation,
      order_key INTEGER NOT NULL,
      sent_at INTEGER,
      sender INTEGER REFERENCES participant,
      is_own INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      flags INTEGER NOT NULL,
      -- The hash of the version that most imports had; NULL if it is not known. See `MessageVersion.digest`.
      digest INTEGER,
      edited_at INTEGER,
      topic INTEGER REFERENCES topic,
      -- The topic that the source states; "topic" is the one that follows from it, or from the reply.
      topic_source TEXT,
      import INTEGER REFERENCES import,
      source TEXT,
      reply_source TEXT,
      album TEXT,
      details TEXT,
      entities BLOB,
      text TEXT
    );
    -- One message for each source key, so that a second import adds nothing. Replies find their targets by it.
    CREATE UNIQUE INDEX message_source ON message (conversation, source);
    -- The order of a conversation. SQLite appends the row's id to every index, which orders ties.
    CREATE INDEX message_order ON message (chat, order_key);
    CREATE INDEX message_topic ON message (topic, order_key) WHERE topic IS NOT NULL;
    CREATE INDEX message_album ON message (conversation, album) WHERE album IS NOT NULL;
    -- The number is that of `MessageFlags.link`.
    CREATE INDEX message_link ON message (chat, order_key) WHERE flags & 1;
    -- The number is that of `MessageFlags.bookmark`.
    CREATE INDEX message_bookmark ON message (chat, order_key) WHERE flags & 128;
    -- Messages that belong to no import. Of all others, "import_name" has the people.
    CREATE INDEX message_unimported ON message (sender) WHERE import IS NULL;

    -- The source keys of an album's messages after the first, whose message has the attachments of all.
    CREATE TABLE album_part (
      conversation INTEGER NOT NULL REFERENCES conversation,
      source TEXT NOT NULL,
      message INTEGER NOT NULL REFERENCES message,
      PRIMARY KEY (conversation, source)
    ) WITHOUT ROWID;
    CREATE INDEX album_part_message ON album_part (message);

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
      -- The words of a voice message, and the name of the file that had them, if it was not the export.
      transcript TEXT,
      transcript_file TEXT,
      PRIMARY KEY (message, position)
    ) WITHOUT ROWID;
    CREATE INDEX attachment_shelf ON attachment (chat, shelf, order_key);

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
      position INTEGER NOT NULL,
      -- The time since which the message had this text; NULL for its first text, or if that is not known.
      written_at INTEGER,
      text TEXT NOT NULL,
      PRIMARY KEY (message, position)
    ) WITHOUT ROWID;

    -- The bookmarks of the reader. The word can be empty.
    CREATE TABLE bookmark (
      message INTEGER PRIMARY KEY REFERENCES message,
      word TEXT NOT NULL
    );

    -- The bookmarks of messages that the archive does not have now, for the next import of the messages. "conversation"
    -- is a key. A message without a key is found by its minute, its sender's key and the hash of its text; "rank" is the
    -- number of equal ones before it.
    CREATE TABLE lost_bookmark (
      conversation TEXT NOT NULL,
      source TEXT,
      sent_at INTEGER,
      sender TEXT,
      text_hash INTEGER,
      rank INTEGER,
      word TEXT NOT NULL
    );
    CREATE INDEX lost_bookmark_conversation ON lost_bookmark (conversation);

    -- Every 256th message of a chat; see `OrdinalIndex`.
    CREATE TABLE checkpoint (
      chat INTEGER NOT NULL REFERENCES conversation,
      ordinal INTEGER NOT NULL,
      order_key INTEGER NOT NULL,
      id INTEGER NOT NULL REFERENCES message,
      PRIMARY KEY (chat, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX checkpoint_order ON checkpoint (chat, order_key, id);

    CREATE TABLE import (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      format TEXT,
      -- The folder that is kept up to date and whose contents this import read; NULL for all others.
      folder INTEGER REFERENCES watched_folder
    );
    CREATE INDEX import_folder ON import (folder) WHERE folder IS NOT NULL;

    -- Folders that are kept up to date. "state" is 0 for an active one, 1 for a paused one and 2 for a stopped one, since
    -- "since". "answers" is JSON.
    CREATE TABLE watched_folder (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      answers TEXT NOT NULL,
      state INTEGER NOT NULL,
      since INTEGER NOT NULL,
      looked_at INTEGER
    );

    -- The files of such a folder as they were when they were last read. "path" is relative to the folder, and "stamp" is
    -- the size and the time of the last change. "outcome" is that of `WatchedFile`.
    CREATE TABLE watched_file (
      folder INTEGER NOT NULL REFERENCES watched_folder,
      path TEXT NOT NULL,
      stamp TEXT NOT NULL,
      outcome INTEGER NOT NULL,
      note TEXT,
      PRIMARY KEY (folder, path)
    ) WITHOUT ROWID;

    -- The keys of the conversations that are not imported from such a folder.
    CREATE TABLE watched_exception (
      folder INTEGER NOT NULL REFERENCES watched_folder,
      key TEXT NOT NULL,
      PRIMARY KEY (folder, key)
    ) WITHOUT ROWID;

    -- The last times that something was read from such a folder. "import" is that of the newest time, until the next
    -- one joins it to the earlier ones.
    CREATE TABLE folder_read (
      id INTEGER PRIMARY KEY,
      folder INTEGER NOT NULL REFERENCES watched_folder,
      read_at INTEGER NOT NULL,
      import INTEGER,
      files TEXT NOT NULL,
      file_count INTEGER NOT NULL,
      message_count INTEGER NOT NULL,
      chat_count INTEGER NOT NULL
    );
    CREATE INDEX folder_read_folder ON folder_read (folder);

    -- The title, time zone and owner are those of the import; "newest_at" is the time of its last message.
    CREATE TABLE import_conversation (
      import INTEGER NOT NULL REFERENCES import,
      conversation INTEGER NOT NULL REFERENCES conversation,
      message_count INTEGER NOT NULL,
      newest_at INTEGER,
      title TEXT,
      time_zone TEXT,
      owner INTEGER,
      PRIMARY KEY (import, conversation)
    ) WITHOUT ROWID;
    CREATE INDEX import_conversation_conversation ON import_conversation (conversation);

    -- A part of an import: all its messages with keys, or a run of messages without keys in a conversation. "starts" and
    -- "ends" are the minutes since 1970 of its first and last messages.
    CREATE TABLE import_part (
      id INTEGER PRIMARY KEY,
      import INTEGER NOT NULL,
      conversation INTEGER,
      run INTEGER NOT NULL,
      starts INTEGER,
      ends INTEGER
    );
    CREATE INDEX import_part_import ON import_part (import, conversation, run);
    CREATE INDEX import_part_conversation ON import_part (conversation, ends, starts);

    -- The messages that a part had, new or not, by their numbers. Part 0 had those whose origin is not known.
    CREATE TABLE import_range (
      part INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (part, first)
    ) WITHOUT ROWID;

    -- The versions of messages that differ between parts. Row 0 is the version of all parts without a row. For an album,
    -- each part has a row for each of the album's messages that it had, whose source key is "record".
    CREATE TABLE message_version (
      message INTEGER NOT NULL,
      record TEXT NOT NULL DEFAULT '',
      part INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      version BLOB NOT NULL,
      PRIMARY KEY (message, record, part)
    ) WITHOUT ROWID;

    -- The names that a part gave people; "seen" is the time of the last message with the name, and "is_own" is 1 if the
    -- part without keys states that the person is the owner.
    CREATE TABLE import_name (
      part INTEGER NOT NULL,
      participant INTEGER NOT NULL,
      name TEXT NOT NULL,
      seen INTEGER NOT NULL,
      is_own INTEGER NOT NULL,
      PRIMARY KEY (part, participant, name)
    ) WITHOUT ROWID;
    CREATE INDEX import_name_participant ON import_name (participant);

    -- The keys of conversations whose messages go to another one.
    CREATE TABLE conversation_alias (
      key TEXT PRIMARY KEY,
      conversation INTEGER NOT NULL,
      import INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX conversation_alias_conversation ON conversation_alias (conversation);

    -- The imports that had messages of a key in "conversation_alias".
    CREATE TABLE import_alias (
      key TEXT NOT NULL,
      import INTEGER NOT NULL,
      PRIMARY KEY (key, import)
    ) WITHOUT ROWID;

    -- While an import runs: the conversations for the keys in each of its files. See `ConversationIdentity`.
    CREATE TABLE import_target (
      import INTEGER NOT NULL,
      run INTEGER NOT NULL,
      key TEXT NOT NULL,
      conversation INTEGER NOT NULL,
      PRIMARY KEY (import, run, key)
    ) WITHOUT ROWID;

    -- A number that each change gives anew, apart from those that change no count; see `KeptCounts`.
    CREATE TABLE kept_stamp (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      stamp INTEGER NOT NULL
    );
    INSERT INTO kept_stamp (id, stamp) VALUES (1, 0);

    -- Numbers that were counted over many messages, which are right while the stamp is that of the archive.
    CREATE TABLE kept_count (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      stamp INTEGER NOT NULL,
      numbers BLOB NOT NULL
    );

    -- Messages whose number is at most "pending_to" are not in the search index yet; "total" is where it began.
    CREATE TABLE search_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      pending_to INTEGER NOT NULL,
      total INTEGER NOT NULL
    );
    INSERT INTO search_state (id, version, pending_to, total) VALUES (1, \(SearchText.version), 0, 0);
    """

  /// The search index, which can be dropped and created again; see `SearchIndex`.
  ///
  /// FTS5 merges segments of one level when there are 16. With its default of 4, each word is written more often during
  /// an import. With its default of 1 MB in memory, it writes the words of a large batch in two pieces. The words are
  /// already cut. Neither ranking nor snippets are used, so the table stores no lengths.
  static let searchTable = """
    CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, tokenize='ascii');
    INSERT INTO search (search, rank) VALUES
      ('automerge', 16), ('crisismerge', 32), ('hashsize', \(16 << 20));
    """
}
