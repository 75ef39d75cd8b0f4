import Chats
import GRDB

/// The changes of the search index that belong to changes of messages, written in the same transaction.
///
/// Messages that are not in the index yet are left to ``Archive/buildSearchIndex(progress:)``.
final class SearchIndexUpdate {
  private enum Change {
    /// The message is new, and was changed since.
    case dirty
    /// The message as it was before the first change.
    case changed(SearchDocument.Stored)
    /// The message as it was before it was removed.
    case removed(SearchDocument.Stored)

    /// Whether the message was stored before this update.
    var isOfStored: Bool { if case .dirty = self { false } else { true } }
  }

  private let db: Database
  private let pendingTo: Message.ID
  /// Whether there is an index of the version that this release writes.
  private let hasIndex: Bool
  private var changes: [Message.ID: Change] = [:]
  /// New messages with their words, in the order of their numbers.
  private var added: [Added] = []

  private struct Added {
    let id: Message.ID
    let orderKey: Int64
    let filters: [UInt8]
    /// The index of the message among those whose words are known.
    let index: Int
  }

  /// The words of the texts of added messages.
  var textWords = TextWords()

  init(_ db: Database) throws {
    self.db = db
    let pending = try SearchIndex(db).pendingTo()
    pendingTo = pending ?? .max
    hasIndex = pending != nil
  }

  /// Adds a message. Its words are `filters`, which filters search for, and those at an index of ``textWords``.
  func add(_ id: Message.ID, orderKey: Int64, filters: [UInt8], textsAt index: Int) {
    guard id > pendingTo else { return }
    if !changes.isEmpty, changes[id] != nil { return add(id) }
    added.append(Added(id: id, orderKey: orderKey, filters: filters, index: index))
  }

  /// Adds a message that must be read again.
  func add(_ id: Message.ID) {
    guard id > pendingTo else { return }
    // SQLite reuses the number of the last message after it was removed.
    if case .removed(let before)? = changes[id] {
      changes[id] = .changed(before)
    } else {
      changes[id] = .dirty
    }
  }

  /// Call it before a message is removed.
  func willRemove(_ id: Message.ID) throws {
    guard id > pendingTo else { return }
    switch changes[id] {
    case .dirty: break
    case .changed(let before), .removed(let before): changes[id] = .removed(before)
    case nil: if let before = try stored(id) { changes[id] = isAdded(id) ? .dirty : .removed(before) }
    }
  }

  /// Call it before a message is changed.
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

  /// Writes the changes. Call it once, after the messages are written.
  func finish() throws {
    var writes = SearchIndex.Changes()
    try finish(&writes)
    try Self.write(writes, to: db)
  }

  /// Adds the changes to those of earlier updates, which are written together. Call it once, after the messages are
  /// written.
  func finish(_ writes: inout SearchIndex.Changes) throws {
    guard !changes.isEmpty || !added.isEmpty else { return }
    // FTS5 begins a new piece for each row that is deleted after it was inserted since the last writing.
    if changes.values.contains(where: \.isOfStored) {
      try Self.write(writes, to: db)
      writes = SearchIndex.Changes()
    }
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
  }

  /// Writes the changes of one or several updates of a transaction.
  static func write(_ changes: SearchIndex.Changes, to db: Database) throws {
    guard !changes.isEmpty else { return }
    // Messages are stored even if the index is damaged.
    do {
      try SearchIndex(db).writing { try $0.write(changes) }
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
  ///   - condition: An SQL condition for messages. `?1` is the number of the last message whose words were removed.
  ///   - progress: Called with the number of messages whose words were removed since the last call.
  func remove(_ condition: String, progress: (Int) throws -> Void = { _ in }) throws {
    do {
      guard hasIndex else { throw SearchIndexDamage() }
      try removeWords(of: condition, progress)
    } catch is SearchIndexDamage {
      try clear()
    }
  }

  /// A conversation can be larger than the memory.
  static let removedAtOnce = 10_000

  private func removeWords(of condition: String, _ progress: (Int) throws -> Void) throws {
    let index = SearchIndex(db)
    var first = pendingTo
    while true {
      let found = try SearchDocument.fetch(
        db, "id > ?1 AND \(condition) ORDER BY id LIMIT \(Self.removedAtOnce)", [first])
      guard let last = found.last else { break }
      first = last.id
      var changes = SearchIndex.Changes()
      for item in found {
        if let row = item.row { changes.delete(row, item.document.list()) }
      }
      try index.writing { try $0.write(changes) }
      try progress(found.count)
    }
    try index.writing { try $0.overwriteDeleted() }
  }

  /// Abandons an index from which nothing can be removed, and all its words, because the words of deleted messages must
  /// not stay in the file.
  private func clear() throws {
    let index = SearchIndex(db)
    do {
      try index.writing { try $0.reset() }
    } catch is SearchIndexDamage {
      // The index is too damaged to be emptied. The messages are deleted all the same.
    }
    try index.abandon()
  }
}
