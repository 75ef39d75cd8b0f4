import GRDB
import Testing

@testable import ChatStore

@Suite("Columns by their names")
struct ColumnIndexesTests {
  private enum Name: Int, CaseIterable, CodingKey { case id, sentAt, text }

  @Test("Columns are found in any order, among others and behind a prefix")
  func anyOrder() throws {
    try DatabaseQueue().read { db in
      let statement = try db.makeStatement(
        sql: "SELECT 'own' AS text, 1 AS id, 'other' AS m_text, 2 AS m_sentAt, 3 AS sentAt, 4 AS m_id")
      let row = try #require(try Row.fetchOne(statement))
      let (own, other) = (
        ColumnIndexes<Name>(of: statement), ColumnIndexes<Name>(of: statement, prefix: "m_")
      )
      #expect(row.value(own[.id]) == 1 && row.value(own[.sentAt]) == 3 && row.value(own[.text]) == "own")
      #expect(row.value(other[.id]) == 4 && row.value(other[.sentAt]) == 2)
      #expect(row.value(other[.text]) == "other")
    }
  }
}
