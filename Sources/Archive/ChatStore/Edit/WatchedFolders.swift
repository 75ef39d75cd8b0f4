import Chats
import Foundation
import GRDB

/// The folders that an archive is kept up to date with.
///
/// Each reading of a folder is an import, like any other. When the next one ends, it is joined to the earlier ones; see
/// ``ImportGrowth``. So the list of imports has one entry for the folder, and the newest reading can be undone alone.
extension Archive: WatchDestination {
  // MARK: Reading

  /// All folders, also paused and stopped ones, the first one first.
  public func watchedFolders() async throws(ArchiveError) -> [WatchedFolder] {
    try await reading { db in try WatchedFolders(db).all("1") }
  }

  /// The folders from which messages of a chat came.
  public func watchedFolders(of chat: Conversation.ID) async throws(ArchiveError) -> [WatchedFolder] {
    try await reading { db in
      try WatchedFolders(db).all(
        """
        id IN (SELECT i.folder FROM import i JOIN import_conversation s ON s.import = i.id
          JOIN conversation c ON c.id = s.conversation WHERE c.id = ?1 OR c.merged_into = ?1)
        """, [chat])
    }
  }

  /// The last readings of a folder, the newest one first.
  public func readings(of folder: WatchedFolder.ID) async throws(ArchiveError) -> [FolderReading] {
    try await reading { db in try WatchedFolders(db).readings(of: folder) }
  }

  public func watchedFiles(of folder: WatchedFolder.ID) throws(ArchiveError) -> [WatchedFile] {
    try writing { db in try WatchedFolders(db).files(of: folder) }
  }

  public func watchedFolder(_ id: WatchedFolder.ID) throws(ArchiveError) -> WatchedFolder? {
    try writing { db in try WatchedFolders(db).all("id = ?", [id]).first }
  }

  public func knownConversations(ofKeys keys: Set<String>) throws(ArchiveError) -> Set<String> {
    try writing { db in
      let identity = ConversationIdentity(db: db, people: PeopleRoots(db), isZoneAssumed: false)
      return try keys.filter { key in
        let key = key.withoutNUL
        if try !identity.candidates(for: key).isEmpty { return true }
        return try Bool.fetchOne(
          db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM conversation_alias WHERE key = ?)"),
          arguments: [key]) ?? false
      }
    }
  }

  /// The folder at a path, also a stopped one; nil if there is none. Blocks.
  public func watchedFolder(at path: String) throws(ArchiveError) -> WatchedFolder? {
    try writing { db in try WatchedFolders(db).all("path = ?", [path]).first }
  }

  // MARK: Changing

  /// Keeps the archive up to date with a folder from now on. A folder that was kept up to date before is again, with the
  /// new answers. Blocks.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - answers: See ``WatchedFolder/answers``.
  ///   - exceptions: The keys of conversations that are not imported.
  ///   - imports: The imports that have read the folder, or files in it. They become one.
  ///   - files: The files that count as read.
  ///   - time: Milliseconds since 1970 UTC.
  @discardableResult
  public func keepUpToDate(
    with path: String, answers: String, exceptions: Set<String> = [], imports: [ImportRecord.ID] = [],
    files: [WatchedFile] = [], at time: Int64
  ) throws(ArchiveError) -> WatchedFolder.ID {
    try writing { db in
      try db.execute(
        sql: """
          INSERT INTO watched_folder (path, answers, state, since, looked_at) VALUES (?1, ?2, 0, ?3, ?3)
          ON CONFLICT DO UPDATE SET answers = excluded.answers, state = 0, since = excluded.since
          """, arguments: [path, answers, time])
      guard
        let id = try Int64.fetchOne(
          db, sql: "SELECT id FROM watched_folder WHERE path = ?", arguments: [path])
      else { throw ArchiveError.missing(path: path) }
      let folders = WatchedFolders(db)
      try db.execute(sql: "DELETE FROM watched_exception WHERE folder = ?", arguments: [id])
      for key in exceptions { try folders.except(key, from: id) }
      for file in files { try folders.store(file, of: id) }
      for other in imports {
        try db.execute(sql: "UPDATE import SET folder = ? WHERE id = ?", arguments: [id, other])
      }
      try ImportGrowth.join(try folders.imports(of: id), in: db)
      return id
    }
  }

  /// Pauses, stops or resumes a folder.
  public func setState(_ state: WatchedFolder.State, of folder: WatchedFolder.ID) async throws(ArchiveError) {
    try await changing { db in
      let (number, time) = WatchedFolders.stored(state)
      // The time of an active folder is not used.
      try db.execute(
        sql: "UPDATE watched_folder SET state = ?, since = ? WHERE id = ?", arguments: [number, time, folder])
    }
  }

  /// Sets where a folder is now.
  public func setPath(_ path: String, of folder: WatchedFolder.ID) async throws(ArchiveError) {
    try await changing { db in
      try db.execute(
        sql:
          "UPDATE watched_folder SET path = ? WHERE id = ? AND ?1 NOT IN (SELECT path FROM watched_folder)",
        arguments: [path, folder])
    }
  }

  /// Adds answers that were given later.
  public func setAnswers(_ answers: String, of folder: WatchedFolder.ID) throws(ArchiveError) {
    try writing { db in
      try db.execute(
        sql: "UPDATE watched_folder SET answers = ? WHERE id = ?", arguments: [answers, folder])
    }
  }

  public func retryFiles(
    of folder: WatchedFolder.ID, _ outcome: WatchedFile.Outcome
  ) throws(ArchiveError) {
    try writing { db in
      try db.execute(
        sql: "DELETE FROM watched_file WHERE folder = ? AND outcome = ?",
        arguments: [folder, outcome.rawValue])
    }
  }

  public func assign(_ id: ImportRecord.ID, to folder: WatchedFolder.ID) throws(ArchiveError) {
    try writing { db in
      try db.execute(
        sql: "UPDATE import SET folder = ?1 WHERE id = ?2 AND ?1 IN (SELECT id FROM watched_folder)",
        arguments: [folder, id])
    }
  }

  public func noteLook(
    at folder: WatchedFolder.ID, files: [WatchedFile], reading: FolderReading?, paths: [String],
    importID: ImportRecord.ID?, lookedAt time: Int64?
  ) throws(ArchiveError) {
    try writing(.ofNoCount) { db in
      let folders = WatchedFolders(db)
      // The folder was forgotten meanwhile.
      guard try !folders.all("id = ?", [folder]).isEmpty else { return }
      for file in files { try folders.store(file, of: folder) }
      if let time {
        try db.execute(
          sql: "UPDATE watched_folder SET looked_at = ? WHERE id = ?", arguments: [time, folder])
      }
      // The newest reading that has added something stays an import of its own, so that it can be undone alone. Later
      // readings without anything new have its messages, too.
      let isNew = (reading?.messageCount ?? 0) > 0
      let all = try folders.imports(of: folder)
      let newest = try isNew ? importID : folders.newest(of: folder)
      try ImportGrowth.join(all.filter { isNew ? $0 != newest : $0 < newest ?? .max }, in: db)
      if !isNew { try ImportGrowth.join(all.filter { $0 > newest ?? .max }, in: db) }
      guard let reading else { return }
      try folders.add(reading, of: folder, paths: paths, importID: isNew ? importID : nil)
    }
  }

  /// Undoes the newest reading of a folder. Its files are not read again.
  ///
  /// - Returns: The removed and kept messages; nil if there is nothing to undo.
  @discardableResult
  public func undoReading(of folder: WatchedFolder.ID) async throws(ArchiveError) -> ForgottenImport? {
    try await changing { db in
      try db.overwritingDeleted {
        let folders = WatchedFolders(db)
        guard let newest = try folders.newest(of: folder),
          let row = try Row.fetchOne(
            db, sql: "SELECT id, files FROM folder_read WHERE import = ?", arguments: [newest])
        else { return nil }
        var forgotten: ForgottenImport?
        for id in try folders.imports(of: folder).reversed() where id >= newest {
          forgotten = try ImportForgetting.forget(id, in: db)
        }
        try db.execute(
          sql: """
            UPDATE watched_file SET outcome = ? WHERE folder = ? AND path IN (SELECT value FROM json_each(?))
            """,
          arguments: [
            WatchedFile.Outcome.undone.rawValue, folder, row.value("files") as String? ?? "[]",
          ])
        try db.execute(sql: "DELETE FROM folder_read WHERE id = ?", arguments: [row.value("id") as Int64?])
        return forgotten
      }
    }
  }
}

/// The rows of the folders.
struct WatchedFolders {
  private let db: Database

  init(_ db: Database) { self.db = db }

  static func stored(_ state: WatchedFolder.State) -> (number: Int, since: Int64) {
    switch state {
    case .active: (0, 0)
    case .paused(let since): (1, since)
    case .stopped(let since): (2, since)
    }
  }

  private static func state(_ number: Int, _ since: Int64) -> WatchedFolder.State {
    switch number {
    case 0: .active
    case 1: .paused(since: since)
    default: .stopped(since: since)
    }
  }

  func all(_ condition: String, _ arguments: StatementArguments = []) throws -> [WatchedFolder] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM watched_folder WHERE \(condition) ORDER BY id", arguments: arguments)
    return try rows.map { row in
      let id: WatchedFolder.ID = try row.required("id")
      return WatchedFolder(
        id: id, path: row.value("path") ?? "",
        state: Self.state(row.value("state") ?? 2, row.value("since") ?? 0),
        answers: row.value("answers") ?? "",
        exceptions: try String.fetchSet(
          db, sql: "SELECT key FROM watched_exception WHERE folder = ?", arguments: [id]),
        lookedAt: row.value("looked_at"))
    }
  }

  /// The imports of a folder, the first one first.
  func imports(of folder: WatchedFolder.ID) throws -> [ImportRecord.ID] {
    try Int64.fetchAll(db, sql: "SELECT id FROM import WHERE folder = ? ORDER BY id", arguments: [folder])
  }

  /// The imports of the folder to which an import belongs; the import alone if it belongs to none.
  func imports(with id: ImportRecord.ID) throws -> (folder: WatchedFolder.ID?, imports: [ImportRecord.ID]) {
    let folder = try Int64.fetchOne(db, sql: "SELECT folder FROM import WHERE id = ?", arguments: [id])
    return (folder, try folder.map(imports) ?? [id])
  }

  /// The import of the newest reading that has added something and can be undone alone.
  func newest(of folder: WatchedFolder.ID) throws -> ImportRecord.ID? {
    try Int64.fetchOne(
      db, sql: "SELECT import FROM folder_read WHERE folder = ? AND import IS NOT NULL", arguments: [folder])
  }

  func files(of folder: WatchedFolder.ID) throws -> [WatchedFile] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT path, stamp, outcome, note FROM watched_file WHERE folder = ?", arguments: [folder])
    return rows.map { row in
      WatchedFile(
        path: row.value("path") ?? "", stamp: row.value("stamp") ?? "",
        outcome: row.value("outcome").flatMap(WatchedFile.Outcome.init) ?? .read, note: row.value("note"))
    }
  }

  func store(_ file: WatchedFile, of folder: WatchedFolder.ID) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO watched_file (folder, path, stamp, outcome, note) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET stamp = excluded.stamp, outcome = excluded.outcome, note = excluded.note
        """
    ).execute(arguments: [folder, file.path, file.stamp, file.outcome.rawValue, file.note])
  }

  func except(_ key: String, from folder: WatchedFolder.ID) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO watched_exception (folder, key) VALUES (?, ?)")
      .execute(
        arguments: [folder, key])
  }

  // MARK: Readings

  func add(
    _ reading: FolderReading, of folder: WatchedFolder.ID, paths: [String], importID: ImportRecord.ID?
  ) throws {
    if importID != nil {
      try db.execute(sql: "UPDATE folder_read SET import = NULL WHERE folder = ?", arguments: [folder])
    }
    try db.execute(
      sql: """
        INSERT INTO folder_read (folder, read_at, import, files, file_count, message_count, chat_count)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        folder, reading.readAt, importID, try String(decoding: JSONEncoder().encode(paths), as: UTF8.self),
        reading.fileCount, reading.messageCount, reading.chatCount,
      ])
    try db.execute(
      sql: """
        DELETE FROM folder_read WHERE folder = ?1 AND id NOT IN (
          SELECT id FROM folder_read WHERE folder = ?1 ORDER BY id DESC LIMIT \(FolderReading.limit))
        """, arguments: [folder])
  }

  func readings(of folder: WatchedFolder.ID) throws -> [FolderReading] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, read_at, import, files ->> 0 AS file, file_count, message_count, chat_count
        FROM folder_read WHERE folder = ? ORDER BY id DESC
        """, arguments: [folder])
    return try rows.map { row in
      FolderReading(
        id: try row.required("id"), readAt: row.value("read_at") ?? 0, file: row.value("file") ?? "",
        fileCount: row.value("file_count") ?? 0, messageCount: row.value("message_count") ?? 0,
        chatCount: row.value("chat_count") ?? 0,
        canUndo: row.value("import") as Int64? != nil)
    }
  }

  /// Removes a folder after its imports were undone.
  func remove(_ folder: WatchedFolder.ID) throws {
    for statement in [
      "DELETE FROM folder_read WHERE folder = ?", "DELETE FROM watched_exception WHERE folder = ?",
      "DELETE FROM watched_file WHERE folder = ?", "UPDATE import SET folder = NULL WHERE folder = ?",
      "DELETE FROM watched_folder WHERE id = ?",
    ] { try db.execute(sql: statement, arguments: [folder]) }
  }
}
