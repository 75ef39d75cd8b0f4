import CSQLite
import Foundation
import GRDB

/// A statement that is executed for each of many rows, and has at most a number as its result.
///
/// GRDB boxes each argument, counts them and binds them in nested closures, and looks for observers of the database at
/// each execution. Together this takes longer than SQLite takes for the row. This class binds each value directly and
/// calls SQLite itself.
final class RepeatedStatement {
  private let statement: Statement
  private let connection: SQLiteConnection?
  private var parameters = Parameters()
  /// The current values of the statement's parameters.
  private var known: [backscroll_parameter] = []

  /// Creates a statement from the connection's cache. Only one value of this type may use it at a time, and only on the
  /// connection's thread.
  init(_ db: Database, sql: String) throws {
    // A different statement from the one that GRDB executes, which clears the parameters.
    statement = try db.cachedStatement(sql: "\(sql) -- repeated")
    connection = db.sqliteConnection
    // GRDB neither knows nor counts the parameters that are set here.
    statement.setUncheckedArguments(StatementArguments())
  }

  /// The parameters of one execution. All must be set.
  struct Parameters {
    fileprivate var list: [backscroll_parameter] = []
    /// The texts and blobs in sequence. SQLite reads them without copying.
    fileprivate var bytes: [UInt8] = []

    /// Sets the next parameter.
    mutating func append(_ value: Int64?) {
      list.append(
        value.map { backscroll_parameter(value: $0, length: 0, type: SQLITE_INTEGER) } ?? Self.null)
    }

    /// Sets the next parameter.
    mutating func append(_ value: Int?) { append(value.map(Int64.init)) }

    /// Sets the next parameter.
    mutating func append(_ value: Bool) { append(value ? 1 as Int64 : 0) }

    /// Sets the next parameter, with spaces in place of NUL. A text with more bytes than an `Int32` can count is too
    /// long for SQLite as well.
    mutating func append(_ value: String?) {
      guard let value else { return list.append(Self.null) }
      append(value.utf8, as: SQLITE_TEXT)
    }

    /// Sets the next parameter.
    mutating func append(_ value: Data?) {
      guard let value else { return list.append(Self.null) }
      append(value, as: SQLITE_BLOB)
    }

    private static let null = backscroll_parameter(value: 0, length: 0, type: SQLITE_NULL)

    private mutating func append(_ value: some Collection<UInt8>, as type: CInt) {
      let start = bytes.count
      bytes.append(contentsOf: value)
      let length = CInt(clamping: bytes.count - start)
      list.append(backscroll_parameter(value: Int64(start), length: length, type: type))
    }

    fileprivate mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Executes the statement with the parameters that `body` sets, in their order.
  ///
  /// - Returns: The number of inserted, changed or deleted rows.
  @discardableResult
  func execute(_ body: (inout Parameters) throws -> Void) throws -> Int {
    var result: Int64 = 0
    try run(body, &result)
    return Int(sqlite3_changes(connection))
  }

  /// The number in the first column of a query's first row; 0 if there is none.
  func number(_ body: (inout Parameters) throws -> Void) throws -> Int64 {
    var result: Int64 = 0
    try run(body, &result)
    return result
  }

  private func run(_ body: (inout Parameters) throws -> Void, _ result: inout Int64) throws {
    parameters.removeAll()
    try body(&parameters)
    let count = parameters.list.count
    if known.count < count {
      known = Array(repeating: backscroll_parameter(value: 0, length: 0, type: 0), count: count)
    }
    let code = backscroll_execute_list(
      statement.sqliteStatement, parameters.list, &known, CInt(count), &parameters.bytes, &result)
    // After reading the error, which this would clear.
    defer { backscroll_forget_bytes(statement.sqliteStatement, &known, CInt(count)) }
    try check(code)
  }

  /// Executes a statement with two parameters: a number and a UTF-8 text, the bytes from `start` to the next NUL.
  func execute(_ number: Int64, _ bytes: [UInt8], from start: Int) throws {
    precondition(start < bytes.count && bytes.last == 0)
    let code = backscroll_execute(statement.sqliteStatement, number, bytes, start)
    // After reading the error, which this would clear.
    defer { sqlite3_bind_null(statement.sqliteStatement, 2) }
    try check(code)
  }

  private func check(_ code: CInt) throws {
    guard code != SQLITE_DONE, code != SQLITE_ROW else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) }, sql: statement.sql)
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(connection) }
}
