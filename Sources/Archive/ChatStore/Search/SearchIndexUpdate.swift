import Chats
import GRDB

/// The changes of the search index that belong to changes of messages, in the same transaction.
///
/// Messages that are not in the index yet are left to ``Archive/buildSearchIndex(progress:)``.
final class SearchIndexUpdate {
  private enum Change {
    /// New, and changed since.
    case dirty
    /// As it was before the first change.
    case changed(SearchDocument.Stored)
    /// As it was before it was removed.
    case removed(SearchDocument.Stored)
  }

  private let db: Database
  private let pendingTo: Message.ID
  /// Whether there is an index that this release writes.
  private let hasIndex: Bool
  private var changes: [Message.ID: Change] = [:]
  /// New messages with their words, in the order of their numbers.
  private var added: [Added] = []

  private struct Added {
    let id: Message.ID
    let orderKey: Int64
    let filters: [UInt8]
    /// The message's number among those whose words are known.
    let index: Int
  }

  /// The words of the texts of messages that are added.
  var textWords = TextWords()

  init(_ db: Database) throws {
    self.db = db
    let pending = try SearchIndex(db).pendingTo()
    pendingTo = pending ?? .max
    hasIndex = pending != nil
  }

  /// A message was added. Its words are these, which filters ask for, and those at an index of ``textWords``.
  func add(_ id: Message.ID, orderKey: Int64, filters: [UInt8], textsAt index: Int) {
    guard id > pendingTo else { return }
    if !changes.isEmpty, changes[id] != nil { return add(id) }
    added.append(Added(id: id, orderKey: orderKey, filters: filters, index: index))
  }

  /// A message was added, and is to be read again.
  func add(_ id: Message.ID) {
    guard id > pendingTo else { return }
    // SQLite gives the number of the last message again when that is removed.
    if case .removed(let before)? = changes[id] {
      changes[id] = .changed(before)
    } else {
      changes[id] = .dirty
    }
  }

  /// A message is about to be removed.
  func willRemove(_ id: Message.ID) throws {
    guard id > pendingTo else { return }
    switch changes[id] {
    case .dirty: break
    case .changed(let before), .removed(let before): changes[id] = .removed(before)
    case nil: if let before = try stored(id) { changes[id] = isAdded(id) ? .dirty : .removed(before) }
    }
  }

  /// A message is about to change.
  func willChange(_ id: Message.ID) throws {
    guard id > pendingTo, changes[id] == nil else { return }
    if isAdded(id) {
      changes[id] = .dirty
    } else if let before = try stored(id) {
      changes[id] = .changed(before)
    }
  }

  /// Whether a message was added by this update.
  private func isAdded(_ id: Message.ID) -> Bool { added.first.map { id >= $0.id } ?? false }

  private func stored(_ id: Message.ID) throws -> SearchDocument.Stored? {
    try SearchDocument.fetch(db, "id = ?", [id]).first
  }

  /// Writes the changes. Call it once, when the messages are written.
  func finish() throws {
    guard !changes.isEmpty || !added.isEmpty else { return }
    var writes = SearchIndex.Changes()
    for message in added where changes.isEmpty || changes[message.id] == nil {
      if let row = SearchIndex.row(of: message.id, orderKey: message.orderKey) {
        writes.insert(row, message.filters, textWords.bytes[textWords[message.index]])
      }
    }
    for (id, change) in changes {
      switch change {
      case .dirty:
        if let now = try stored(id), let row = now.row {
          writes.insert(row, now.document.list())
        }
      case .changed(let before):
        guard let row = before.row, let now = try stored(id), let newRow = now.row,
          now.document != before.document || newRow != row
        else { continue }
        writes.delete(row, before.document.list())
        writes.insert(newRow, now.document.list())
      case .removed(let before):
        if let row = before.row { writes.delete(row, before.document.list()) }
      }
    }
    changes = [:]
    added = []
    // A damaged index keeps no message from being stored.
    do {
      try SearchIndex(db).writing { try $0.write(writes) }
    } catch is SearchIndexDamage {
      try SearchIndex(db).abandon()
    }
  }

  /// Removes the messages of conversations that are about to be deleted, and their words from the file.
  func remove(conversations: [Conversation.ID]) throws {
    try remove("+conversation IN (\(conversations.map(String.init).joined(separator: ",")))")
  }

  /// Removes messages that are about to be deleted, and their words from the file.
  ///
  /// - Parameters:
  ///   - condition: A condition of SQL for messages.
  ///   - progress: Called with the number of messages whose words were removed since the last call.
  func remove(_ condition: String, progress: (Int) -> Void = { _ in }) throws {
    do {
      guard hasIndex else { throw SearchIndexDamage() }
      try removeWords(of: condition, progress)
    } catch is SearchIndexDamage {
      try clear()
    }
  }

  private func removeWords(of condition: String, _ progress: (Int) -> Void) throws {
    let index = SearchIndex(db)
    var first = pendingTo
    while true {
      // In parts: a conversation can be larger than the memory.
      let found = try SearchDocument.fetch(
        db, "id > ? AND \(condition) ORDER BY id LIMIT 10000", [first])
      guard let last = found.last else { break }
      first = last.id
      var changes = SearchIndex.Changes()
      for item in found {
        if let row = item.row { changes.delete(row, item.document.list()) }
      }
      try index.writing { try $0.write(changes) }
      progress(found.count)
    }
    try index.writing { try $0.overwriteDeleted() }
  }

  /// Gives up an index from which nothing can be removed, with all words that it has: those of what is deleted must not stay
  /// in the file.
  private func clear() throws {
    let index = SearchIndex(db)
    do {
      try index.writing { try $0.reset() }
    } catch is SearchIndexDamage {
      // Damaged beyond that. The messages are deleted all the same.
    }
    try index.abandon()
  }
}
