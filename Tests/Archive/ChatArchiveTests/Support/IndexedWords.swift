import Foundation
import GRDB

@testable import ChatStore

/// The words of each message in the search index of an archive, and the words that should be there.
struct IndexedWords: Equatable {
  private let words: [Int64: [String]]

  /// The content of the index of the archive at a path.
  static func found(_ path: String) throws -> Self {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, search, instance)")
      defer { try? db.execute(sql: "DROP TABLE temp.instances") }
      var words: [Int64: [(offset: Int, word: String)]] = [:]
      let rows = try Row.fetchCursor(db, sql: "SELECT doc, \"offset\", term FROM temp.instances")
      while let row = try rows.next() { words[row[0], default: []].append((row[1], row[2])) }
      return Self(words: words.mapValues { $0.sorted { $0.offset < $1.offset }.map(\.word) })
    }
  }

  /// The expected content.
  static func expected(_ path: String) throws -> Self {
    try DatabaseQueue(path: path).read { db in
      let pending = try SearchIndex(db).pendingTo() ?? .max
      var words: [Int64: [String]] = [:]
      for item in try SearchDocument.fetch(db, "id > ?", [pending]) {
        guard let row = item.row else { continue }
        words[row] = item.document.list().split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      }
      return Self(words: words)
    }
  }

  var count: Int { words.count }
  /// The words of each message in a line.
  var lines: [String] { words.map { "\($0.key): \($0.value.joined(separator: " "))" }.sorted() }
}
