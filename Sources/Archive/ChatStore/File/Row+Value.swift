import GRDB

extension Row {
  /// The value of a column; nil if it is NULL or of another type.
  ///
  /// A damaged file has NULL in columns that are NOT NULL, and texts in place of numbers. GRDB's subscripts end the
  /// process in this case, and its errors print the row; both would show messages on standard error.
  func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    Value.fromDatabaseValue(self[column] as DatabaseValue)
  }

  /// The value of a column at an index of ``ColumnIndexes``.
  func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(self[index] as DatabaseValue)
  }

  /// The value of a column without which the row is useless. Throws SQLite's error for a damaged file.
  func required<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    guard let value: Value = value(column) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return value
  }

  /// The value of a column at an index of ``ColumnIndexes`` without which the row is useless.
  func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = value(index) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return value
  }
}

/// The indexes of a statement's columns, whose names are the cases of `Name`, ideally in the same order.
///
/// For rows that are read by the thousand, because GRDB looks up a name again in each row.
struct ColumnIndexes<Name: CaseIterable & CodingKey & RawRepresentable<Int>> {
  private let indexes: [Int]

  /// - Parameter prefix: The prefix of the column names, which the cases lack.
  init(of statement: Statement, prefix: String = "") {
    let columns = statement.columnNames
    indexes = Name.allCases.map { name in
      let column = prefix + name.stringValue
      if name.rawValue < columns.count, columns[name.rawValue] == column { return name.rawValue }
      guard let index = columns.firstIndex(of: column) else {
        preconditionFailure("The statement has no column \(column)")
      }
      return index
    }
  }

  subscript(name: Name) -> Int { indexes[name.rawValue] }
}
