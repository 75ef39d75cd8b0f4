import Foundation
import GRDB

/// A statement that is executed for each of many rows.
///
/// GRDB boxes each argument, counts them and binds them in nested closures, which takes longer than SQLite takes for the row.
/// Here each value is bound as it is.
struct RepeatedStatement {
  private let statement: Statement

  /// A statement of the connection's cache. Only one value of this type may be in use for it at a time.
  init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
  }

  /// The parameters of one execution; those that are not set are null.
  struct Parameters {
    fileprivate let statement: Statement
    private var index: CInt = 0

    fileprivate init(_ statement: Statement) { self.statement = statement }

    /// Sets the next parameter.
    mutating func append(_ value: Int64?) {
      index += 1
      if let value { _ = value.bind(to: statement.sqliteStatement, at: index) }
    }

    /// Sets the next parameter.
    mutating func append(_ value: Int?) { append(value.map(Int64.init)) }

    /// Sets the next parameter.
    mutating func append(_ value: Bool) { append(value ? 1 as Int64 : 0) }

    /// Sets the next parameter. The text has no NUL, at which it would end.
    mutating func append(_ value: String?) {
      index += 1
      if let value { _ = value.bind(to: statement.sqliteStatement, at: index) }
    }

    /// Sets the next parameter.
    mutating func append(_ value: Data?) {
      index += 1
      if let value { _ = value.bind(to: statement.sqliteStatement, at: index) }
    }
  }

  /// Executes the statement with the parameters that `body` sets, in their order.
  func execute(_ body: (inout Parameters) throws -> Void) throws {
    // Resets the statement and its parameters. GRDB neither knows nor counts those that are set then.
    statement.setUncheckedArguments(StatementArguments())
    var parameters = Parameters(statement)
    try body(&parameters)
    try statement.execute()
  }
}
