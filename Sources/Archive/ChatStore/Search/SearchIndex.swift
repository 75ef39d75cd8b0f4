import Chats
import Foundation
import GRDB

/// The index is damaged. The messages are intact, as far as they were read.
struct SearchIndexDamage: Error {}

/// The search index of an archive: an FTS5 table without contents. Each row has the words of a message.
///
/// The row number has the time in its high bits and the message's number in its low bits. So FTS5's own order is
/// chronological, except within one span of 37 hours; the newest hits come first without sorting, and dates are ranges
/// of rows.
///
/// The index is derived from the messages and can be rebuilt at any time. Messages whose number is at most `pending_to`
/// are not in it yet; all others are.
///
/// Messages of one span of 37 hours are sorted when they are read, so a search costs at least the hits of a span.
/// Sources with order keys of their own should make them as large as those of times.
struct SearchIndex {
  private let db: Database

  init(_ db: Database) { self.db = db }

  // MARK: Rows

  /// The row of a message; nil if its number is too large for a row.
  static func row(of id: Message.ID, orderKey: Int64) -> Int64? {
    (1...message).contains(id) ? span(of: orderKey) << messageBits | id : nil
  }

  /// The rows of the messages in a span of time.
  static func rows(ofSpan span: Int64) -> ClosedRange<Int64> {
    (span << messageBits)...(span << messageBits | message)
  }

  /// The span of time that contains an order key.
  static func span(of orderKey: Int64) -> Int64 { orderKey >> spanBits }

  /// The number of bits of an order key within 37 hours.
  static let spanBits: Int64 = 47
  /// The number of bits for a message's number, enough for a thousand million messages. More bits would make the index larger.
  private static let messageBits: Int64 = 30
  /// The mask of the bits of a row that are the message's number.
  static let message: Int64 = 1 << messageBits - 1

  // MARK: State

  func state() throws -> SearchIndexState {
    guard
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT version, pending_to, total FROM search_state WHERE id = 1"))
    else { return SearchIndexState(version: nil, fraction: 0) }
    let pending: Int64 = row.value("pending_to") ?? .max
    let total: Int64 = max(row.value("total") ?? 1, pending, 1)
    return SearchIndexState(
      version: row.value("version") == SearchText.version ? SearchText.version : nil,
      fraction: pending <= 0 ? 1 : min(1 - Double(pending) / Double(total), 0.999))
  }

  /// The number up to which messages are not in the index; nil if it contains none.
  func pendingTo() throws -> Message.ID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT pending_to FROM search_state WHERE id = 1 AND version = ?"),
      arguments: [SearchText.version])
  }

  /// The size of the index in the file, in bytes.
  func byteCount() throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql:
        "SELECT (SELECT total(length(block)) FROM search_data) + (SELECT total(length(term) + 8) FROM search_idx)"
    )
      ?? 0
  }

  // MARK: Writing

  /// Changes to rows. Those of one row are made in their order.
  struct Changes {
    fileprivate struct Change {
      let row: Int64
      let isInsertion: Bool
      /// The start of its words in `words`.
      let start: Int
    }

    /// The words of all changes in sequence. Each ends with a NUL, without which SQLite would copy them to append one.
    private(set) var words: [UInt8] = []
    fileprivate private(set) var list: [Change] = []

    var isEmpty: Bool { list.isEmpty }
    /// The bytes of all words.
    var byteCount: Int { words.count }

    mutating func delete(_ row: Int64, _ words: [UInt8]) { append(row, isInsertion: false, words) }

    /// Inserts a row with these words, followed by others.
    mutating func insert(_ row: Int64, _ words: [UInt8], _ more: ArraySlice<UInt8> = []) {
      append(row, isInsertion: true, words, more)
    }

    private mutating func append(
      _ row: Int64, isInsertion: Bool, _ words: [UInt8], _ more: ArraySlice<UInt8> = []
    ) {
      let start = self.words.count
      self.words.append(contentsOf: words)
      self.words.append(contentsOf: more)
      self.words.append(0)
      list.append(Change(row: row, isInsertion: isInsertion, start: start))
    }
  }

  /// Writes changes in the order of the rows, because FTS5 would begin a new segment with each step back.
  func write(_ changes: Changes) throws {
    let insert = try RepeatedStatement(db, sql: "INSERT INTO search (rowid, words) VALUES (?, ?)")
    // A deletion must pass the words, because an index without contents does not store them.
    let delete = try RepeatedStatement(
      db, sql: "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)")
    let list = changes.list
    func write(_ change: Changes.Change) throws {
      try (change.isInsertion ? insert : delete).execute(change.row, changes.words, from: change.start)
    }
    // Most imports are sorted.
    let isSorted = zip(list, list.dropFirst()).allSatisfy { $0.row <= $1.row }
    if isSorted {
      for change in list { try write(change) }
      return
    }
    for index in list.indices.sorted(by: { (list[$0].row, $0) < (list[$1].row, $1) }) {
      try write(list[index])
    }
  }

  /// Runs changes of the index, and undoes them and throws ``SearchIndexDamage`` if the index turns out to be damaged.
  /// Call it in a transaction. The rest of the transaction is not affected.
  func writing(_ body: (SearchIndex) throws -> Void) throws {
    try db.cachedStatement(sql: "SAVEPOINT search_index").execute()
    do {
      try body(self)
      // FTS5 keeps changes in memory until the next savepoint or the end of the transaction, and only then finds
      // damage. At the end it would be too late to store the messages without the index.
      try db.cachedStatement(sql: "SAVEPOINT search_index_written").execute()
      try db.cachedStatement(sql: "RELEASE search_index_written").execute()
    } catch let error as DatabaseError where Self.canBeDamage(error) && db.isInsideTransaction {
      try db.execute(sql: "ROLLBACK TO search_index; RELEASE search_index")
      throw SearchIndexDamage()
    }
    try db.cachedStatement(sql: "RELEASE search_index").execute()
  }

  /// Adds the newest messages that are not yet in the index.
  func indexNextBatch() throws {
    guard let pending = try pendingTo() else { return try reset() }
    guard pending > 0 else {
      // Another process has completed it. Otherwise its state has rows that contradict each other.
      guard try state().isComplete else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      return
    }
    let documents = try SearchDocument.fetch(db, "id <= ? ORDER BY id DESC LIMIT ?", [pending, Self.batch])
    var changes = Changes()
    for item in documents {
      if let row = item.row { changes.insert(row, item.document.list()) }
    }
    try writing { try $0.write(changes) }
    let last = documents.count < Int(Self.batch) ? 1 : documents.last?.id ?? 1
    let rest = max(last, 1) - 1
    try db.execute(sql: "UPDATE search_state SET pending_to = ? WHERE id = 1", arguments: [rest])
    // Otherwise the same batch would be indexed for ever.
    guard rest < pending, try pendingTo() == rest else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
  }

  /// The number of messages in a transaction, which takes some tens of milliseconds.
  private static let batch: Int64 = 4_000

  /// Empties the index, regardless of its state.
  func reset() throws {
    do {
      try db.execute(sql: "DROP TABLE IF EXISTS search")
    } catch is DatabaseError {
      // FTS5 cannot even open the table. It consists of ordinary tables.
      try db.execute(
        sql:
          "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'search'; PRAGMA writable_schema = RESET"
      )
    }
    for part in ["data", "idx", "content", "docsize", "config"] {
      try db.execute(sql: "DROP TABLE IF EXISTS search_\(part)")
    }
    try db.execute(sql: Schema.searchTable)
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO search_state (id, version, pending_to, total)
        SELECT 1, \(SearchText.version), max(coalesce(max(id), 0), 0), max(coalesce(max(id), 0), 0) FROM message
        """)
    // Otherwise the index would be emptied for ever.
    guard try pendingTo() != nil else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
  }

  /// Removes deleted words from the file, not only from the results.
  func overwriteDeleted() throws { try db.execute(sql: "INSERT INTO search (search) VALUES ('optimize')") }

  /// Abandons the index until it is rebuilt; meanwhile, messages are stored without it.
  func abandon() throws { try db.execute(sql: "UPDATE search_state SET version = 0 WHERE id = 1") }

  /// Whether the index was abandoned, or its state is unknown. Such an index lacks the messages that were added since.
  func isAbandoned() throws -> Bool {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT version FROM search_state WHERE id = 1")) ?? 0 == 0
  }

  // MARK: Checking

  /// Whether damage of the index can be the reason why a statement that reads or writes it has failed. FTS5 reports
  /// missing or unreadable data with many codes.
  static func canBeDamage(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_NOMEM,
      .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_CANTOPEN:
      false
    default: true
    }
  }

  /// Throws ``SearchIndexDamage`` if the tables of the index cannot be read, regardless of the messages.
  ///
  /// - Complexity: O(n): reads all pages. Call it after an error.
  func checkReadable() throws {
    do {
      _ = try Int64.fetchOne(
        db, sql: "SELECT rowid FROM search WHERE search MATCH ?",
        arguments: ["\"\(SearchDocument.everyMessage)\""])
      _ = try byteCount()
      _ = try state()
    } catch let error as DatabaseError where Self.canBeDamage(error) {
      throw SearchIndexDamage()
    }
  }

  /// Whether the rows are exactly those of the messages that should have one.
  func hasRightRows() throws -> Bool {
    guard let pending = try pendingTo() else { return false }
    let all = SearchDocument.everyMessage
    let right = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM search s
        CROSS JOIN message m ON m.id = s.rowid & \(Self.message)
          AND (coalesce(m.order_key, 0) >> \(Self.spanBits)) = s.rowid >> \(Self.messageBits)
        WHERE search MATCH ?
        """, arguments: ["\"\(all)\""])
    let rows = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM search WHERE search MATCH ?", arguments: ["\"\(all)\""])
    let messages = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM message WHERE id > ? AND id BETWEEN 1 AND \(Self.message)",
      arguments: [pending])
    return right == rows && rows == messages
  }

  /// Throws ``SearchIndexDamage`` if FTS5 finds its tables damaged. FTS5 treats the check as a change, so it needs a
  /// connection that writes.
  func checkStructure() throws {
    try writing { _ in try db.execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')") }
  }

  // MARK: Estimates

  /// The number of leaves of FTS5's trees, each about four kilobytes, with the words that have a beginning: the cost of
  /// reading all these words. It is exact to one leaf for each segment.
  ///
  /// FTS5's table "search_idx" has the first word of each leaf (https://www.sqlite.org/fts5.html#the_idx_table).
  func leaves(ofPrefix prefix: String) throws -> Int {
    let lower = Data([0x30]) + Data(prefix.utf8)
    // This byte does not occur in UTF-8.
    let upper = lower + Data([0xFF])
    let nextSegment = try db.cachedStatement(sql: "SELECT min(segid) FROM search_idx WHERE segid > ?")
    let leaf = try db.cachedStatement(
      sql: "SELECT pgno >> 1 FROM search_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1")
    var leaves = 0
    var segment: Int64? = 0
    while let last = segment {
      segment = try Int64.fetchOne(nextSegment, arguments: [last])
      guard let segment else { break }
      let first = try Int.fetchOne(leaf, arguments: [segment, lower]) ?? 0
      leaves += max(0, (try Int.fetchOne(leaf, arguments: [segment, upper]) ?? 0) - first)
    }
    return leaves
  }
}
