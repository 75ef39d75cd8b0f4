import GRDB

extension Row {
  /// The value of a column; nil if it is NULL or of another type.
  ///
  /// A damaged file has NULL where its tables say NOT NULL, and texts in place of numbers. GRDB's subscripts end the
  /// process there, and its errors print the row: both would show messages on standard error.
  func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    Value.fromDatabaseValue(self[column] as DatabaseValue)
  }

  /// The value of a column at an index of ``ColumnIndexes``.
  func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(self[index] as DatabaseValue)
  }

  /// The value of a column without which the row is of no use. Throws SQLite's error of a damaged file.
  func required<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    guard let value: Value = value(column) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return value
  }

  /// The value of a column at an index of ``ColumnIndexes`` without which the row is of no use.
  func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = value(index) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return value
  }
}

/// The indexes of a statement's columns, of which `Name` has the names: a case for each, best in their order.
///
/// For rows that are read by the thousand: GRDB looks up a name anew in each row.
struct ColumnIndexes<Name: CaseIterable & CodingKey & RawRepresentable<Int>> {
  private let indexes: [Int]

  /// - Parameter prefix: The beginning of the columns' names, which the cases do not have.
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
