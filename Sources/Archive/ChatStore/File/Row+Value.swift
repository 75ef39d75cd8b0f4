import GRDB

extension Row {
  /// The value of a column; nil if it is NULL or of another type.
  ///
  /// A damaged file has NULL where its tables say NOT NULL, and texts in place of numbers. GRDB's subscripts end the
  /// process there, and its errors print the row: both would show messages on standard error.
  package func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(self[index] as DatabaseValue)
  }

  /// The value of a column without which the row is of no use. Throws SQLite's error of a damaged file.
  package func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = value(index) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return value
  }
}
