import Foundation
import GRDB
import Testing

@testable import ChatStore

@Suite("Statements that are executed for many rows")
struct RepeatedStatementTests {
  private static let sql = "INSERT INTO t (number, text, bytes) VALUES (?, ?, ?)"

  private func withTable(_ body: (Database) throws -> Void) throws {
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE TABLE t (number INTEGER, text TEXT NOT NULL, bytes BLOB)")
      try body(db)
    }
  }

  private func rows(_ db: Database) throws -> [[DatabaseValue]] {
    try Row.fetchAll(db, sql: "SELECT number, text, bytes FROM t ORDER BY rowid").map {
      Array($0.databaseValues)
    }
  }

  @Test("Each row has its own values, whatever the row before had")
  func values() throws {
    let all: [(Int64?, String, Data?)] = [
      (1, "a", Data([0, 1])), (1, "", nil), (nil, "b", nil), (nil, "longer than it was", Data()),
      (1, "é", Data([2])), (2, "é", Data([2])), (0, "", Data([0])),
    ]
    try withTable { db in
      let statement = try RepeatedStatement(db, sql: Self.sql)
      for (number, text, bytes) in all {
        let count = try statement.execute { row in
          row.append(number)
          row.append(text)
          row.append(bytes)
        }
        #expect(count == 1)
      }
      let expected = all.map { [$0.0.databaseValue, $0.1.databaseValue, $0.2.databaseValue] }
      #expect(try rows(db) == expected)
      #expect(statement.lastRow == Int64(all.count))
    }
  }

  @Test("A text has spaces in place of NUL, and bytes stay as they are")
  func nul() throws {
    try withTable { db in
      try RepeatedStatement(db, sql: Self.sql).execute { row in
        row.append(nil as Int64?)
        row.append("\0a\0\0b\0")
        row.append(Data([0, 0x20, 0]))
      }
      #expect(try rows(db) == [[.null, " a  b ".databaseValue, Data([0, 0x20, 0]).databaseValue]])
    }
  }

  @Test("GRDB can execute the same statement in between")
  func shared() throws {
    try withTable { db in
      let statement = try RepeatedStatement(db, sql: Self.sql)
      func insert() throws {
        try statement.execute { row in
          row.append(7 as Int64)
          row.append("a")
          row.append(nil as Data?)
        }
      }
      try insert()
      try db.cachedStatement(sql: Self.sql).execute(arguments: [1, "b", nil])
      try insert()
      #expect(try rows(db).map { $0[0] } == [7, 1, 7].map(\.databaseValue))
    }
  }

  @Test("An error is SQLite's, and the next row is inserted")
  func errors() throws {
    try withTable { db in
      let statement = try RepeatedStatement(db, sql: Self.sql)
      func insert(_ text: String?) throws {
        try statement.execute { row in
          row.append(1 as Int64)
          row.append(text)
          row.append(Data([1]))
        }
      }
      let error = #expect(throws: DatabaseError.self) { try insert(nil) }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL)
      #expect(error?.message == "NOT NULL constraint failed: t.text")
      try insert("a")
      #expect(try rows(db).count == 1)
    }
  }

  @Test("A number and a text of many are taken from their place, with the error of one that fails")
  func places() throws {
    try withTable { db in
      try db.execute(sql: "CREATE UNIQUE INDEX t_number ON t (number)")
      let statement = try RepeatedStatement(db, sql: "INSERT INTO t (number, text) VALUES (?, ?)")
      let bytes = Array("ab\0\0é\0".utf8)
      for (number, start) in [(1, 0), (2, 3), (3, 4), (4, 1)] {
        try statement.execute(Int64(number), bytes, from: start)
      }
      #expect(try rows(db).map { $0[1] } == ["ab", "", "é", "b"].map(\.databaseValue))
      let error = #expect(throws: DatabaseError.self) { try statement.execute(1, bytes, from: 0) }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    }
  }

  @Test("A query's answer is its first column")
  func answers() throws {
    try withTable { db in
      let statement = try RepeatedStatement(db, sql: "SELECT ?1 = ?2")
      func areEqual(_ a: String, _ b: String) throws -> Bool {
        try statement.number { row in
          row.append(a)
          row.append(b)
        } == 1
      }
      #expect(try areEqual("a", "a"))
      #expect(try !areEqual("a", "b"))
      #expect(try areEqual("é", "é"))
    }
  }
}
