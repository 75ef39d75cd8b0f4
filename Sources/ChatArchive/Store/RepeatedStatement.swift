import CSQLite
import Foundation
import GRDB

/// A statement that is executed for each of many rows, and has at most a yes or no as its result.
///
/// GRDB boxes each argument, counts them and binds them in nested closures, and looks at each execution for what observes
/// the database, which together takes longer than SQLite takes for the row. Here each value is bound as it is, and SQLite is
/// called directly.
struct RepeatedStatement {
  private let statement: Statement
  private let connection: SQLiteConnection?

  /// A statement of the connection's cache. Only one value of this type may be in use for it at a time, and the connection's
  /// thread only may use it.
  init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
    connection = db.sqliteConnection
    // GRDB neither knows nor counts the parameters that are set here.
    statement.setUncheckedArguments(StatementArguments())
  }

  /// The parameters of one execution, each of which has to be set.
  struct Parameters {
    private let statement: SQLiteStatement
    private var index: CInt = 0

    fileprivate init(_ statement: SQLiteStatement) { self.statement = statement }

    /// Sets the next parameter.
    mutating func append(_ value: Int64?) {
      index += 1
      if let value {
        sqlite3_bind_int64(statement, index, value)
      } else {
        sqlite3_bind_null(statement, index)
      }
    }

    /// Sets the next parameter.
    mutating func append(_ value: Int?) { append(value.map(Int64.init)) }

    /// Sets the next parameter.
    mutating func append(_ value: Bool) { append(value ? 1 as Int64 : 0) }

    /// Sets the next parameter, with spaces in place of NUL. A text of more bytes than an `Int32` can count is too long for
    /// SQLite as well.
    mutating func append(_ value: String?) {
      index += 1
      if let value {
        guard !backscroll_bind_text(statement, index, value, CInt(clamping: value.utf8.count)) else { return }
        let text = value.withoutNUL
        _ = backscroll_bind_text(statement, index, text, CInt(clamping: text.utf8.count))
      } else {
        sqlite3_bind_null(statement, index)
      }
    }

    /// Sets the next parameter.
    mutating func append(_ value: Data?) {
      index += 1
      if let value { _ = value.bind(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }
  }

  /// Executes the statement with the parameters that `body` sets, in their order.
  ///
  /// - Returns: How many rows were inserted, changed or deleted.
  @discardableResult
  func execute(_ body: (inout Parameters) throws -> Void) throws -> Int {
    let pointer = statement.sqliteStatement
    // GRDB may have executed the same statement in between, and resets before, not after.
    sqlite3_reset(pointer)
    var parameters = Parameters(pointer)
    try body(&parameters)
    let code = sqlite3_step(pointer)
    // Gives the code again, with what SQLite has to say of it.
    sqlite3_reset(pointer)
    try check(code)
    return Int(sqlite3_changes(connection))
  }

  /// Whether the first column of a query's row is true.
  func isTrue(_ body: (inout Parameters) throws -> Void) throws -> Bool {
    let pointer = statement.sqliteStatement
    sqlite3_reset(pointer)
    var parameters = Parameters(pointer)
    try body(&parameters)
    let code = sqlite3_step(pointer)
    let result = code == SQLITE_ROW && sqlite3_column_int(pointer, 0) != 0
    sqlite3_reset(pointer)
    try check(code == SQLITE_ROW ? SQLITE_DONE : code)
    return result
  }

  /// Executes a statement whose parameters are a number and a text, the bytes at `range`, which are UTF-8.
  func execute(_ number: Int64, _ bytes: [UInt8], _ range: Range<Int>) throws {
    precondition(range.upperBound <= bytes.count && bytes.count <= CInt.max)
    try check(
      backscroll_execute(
        statement.sqliteStatement, number, bytes, CInt(range.lowerBound), CInt(range.count)))
  }

  private func check(_ code: CInt) throws {
    guard code != SQLITE_DONE else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) }, sql: statement.sql)
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(connection) }
}
