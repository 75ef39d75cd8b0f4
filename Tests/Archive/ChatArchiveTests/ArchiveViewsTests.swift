import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

@Suite("The views for other programs")
struct ArchiveViewsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ sql: String) throws -> [[String?]] {
    try DatabaseQueue(path: folder.path("a")).read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? nil : $0.storage.value.map { "\($0)" } ?? nil }
      }
    }
  }

  @Test("Messages and attachments are rows with names and ISO times, in the order of their chats")
  func contents() throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    let photo = Attachment(kind: .photo, width: 4, height: 3, byteCount: 12, name: "ridge.jpg")
    _ = try archive.writeBatch([
      .sample("2", at: 1_700_000_060_000, text: "Later", own: true),
      .sample("1", at: 1_700_000_000_000, text: "Look", attachments: [photo]),
      .sample("3", at: 1_700_000_120_000, text: "Mara joined", from: nil, kind: .service),
    ])
    archive.close()
    #expect(
      try rows("SELECT * FROM messages") == [
        ["Walks", "2023-11-14T22:13:20Z", "Mara Lind", "Look", "text", "0", "2"],
        ["Walks", "2023-11-14T22:14:20Z", "Mara Lind", "Later", "text", "1", "1"],
        ["Walks", "2023-11-14T22:15:20Z", nil, "Mara joined", "event", "0", "3"],
      ])
    #expect(
      try rows("SELECT * FROM attachments") == [
        ["Walks", "2023-11-14T22:13:20Z", "photo", "ridge.jpg", nil, "12", "4", "3", nil, "2", nil]
      ])
  }

  @Test("All kinds have names, and the first messages are found without sorting")
  func kinds() throws {
    try Archive(path: folder.path("a"), mode: .createIfMissing).close()
    for kind in Message.Kind.allCases { #expect(Schema.views.contains("WHEN \(kind.rawValue) THEN")) }
    for kind in Attachment.Kind.allCases { #expect(Schema.views.contains("WHEN \(kind.rawValue) THEN")) }
    let plan = try rows("EXPLAIN QUERY PLAN SELECT * FROM messages LIMIT 5").compactMap(\.last).compactMap(
      \.self)
    #expect(plan.contains { $0.contains("message_order") })
    #expect(!plan.contains { $0.contains("TEMP B-TREE") })
  }
}
