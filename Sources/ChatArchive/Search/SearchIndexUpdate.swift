import GRDB

/// The changes of the search index that belong to changes of messages, in the same transaction.
///
/// Messages that are not in the index yet are left to ``Archive/buildSearchIndex(progress:)``.
final class SearchIndexUpdate {
  private enum Change {
    case new(words: String, orderKey: Int64)
    /// New, and changed since.
    case dirty
    /// As it was before the first change.
    case changed(SearchDocument.Stored)
  }

  private let db: Database
  private let pendingTo: Message.ID
  private var changes: [Message.ID: Change] = [:]

  init(_ db: Database) throws {
    self.db = db
    pendingTo = try SearchIndex(db).pendingTo() ?? .max
  }

  /// A message was added.
  func add(_ id: Message.ID, orderKey: Int64, _ document: @autoclosure () -> SearchDocument) {
    if id > pendingTo { changes[id] = .new(words: document().words, orderKey: orderKey) }
  }

  /// A message is about to change.
  func willChange(_ id: Message.ID) throws {
    guard id > pendingTo else { return }
    switch changes[id] {
    case .new: changes[id] = .dirty
    case .dirty, .changed: break
    case nil: if let before = try stored(id) { changes[id] = .changed(before) }
    }
  }

  private func stored(_ id: Message.ID) throws -> SearchDocument.Stored? {
    try SearchDocument.fetch(db, "id = ?", [id]).first
  }

  /// Writes the changes. Call it once, when the messages are written.
  func finish() throws {
    guard !changes.isEmpty else { return }
    var writes: [SearchIndex.Change] = []
    writes.reserveCapacity(changes.count)
    for (id, change) in changes {
      switch change {
      case .new(let words, let orderKey):
        if let row = SearchIndex.row(of: id, orderKey: orderKey) {
          writes.append(.insert(row: row, words: words))
        }
      case .dirty:
        if let now = try stored(id), let row = now.row {
          writes.append(.insert(row: row, words: now.document.words))
        }
      case .changed(let before):
        guard let row = before.row, let now = try stored(id), now.document != before.document else {
          continue
        }
        writes.append(.delete(row: row, words: before.document.words))
        writes.append(.insert(row: row, words: now.document.words))
      }
    }
    changes = [:]
    try write(writes)
  }

  /// Removes the messages of conversations that are about to be deleted, and their words from the file.
  func remove(conversations: [Conversation.ID]) throws {
    var first = pendingTo
    let list = conversations.map(String.init).joined(separator: ",")
    while true {
      // In parts: a conversation can be larger than the memory.
      let found = try SearchDocument.fetch(
        db, "id > ? AND +conversation IN (\(list)) ORDER BY id LIMIT 10000", [first])
      guard let last = found.last else { break }
      first = last.id
      try write(found.compactMap { item in item.row.map { .delete(row: $0, words: item.document.words) } })
    }
    do { try SearchIndex(db).overwriteDeleted() } catch { try giveUp(error) }
  }

  private func write(_ changes: [SearchIndex.Change]) throws {
    do { try SearchIndex(db).write(changes) } catch { try giveUp(error) }
  }

  /// A damaged index keeps no message from being stored.
  private func giveUp(_ error: any Error) throws {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CORRUPT else { throw error }
    try SearchIndex(db).abandon()
  }
}
