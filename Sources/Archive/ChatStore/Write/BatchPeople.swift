import Chats
import GRDB
import SeededRandom

/// Finds the people who are named by the messages of a batch.
///
/// A class, because messages and conversations name people. Both use the same instance, which searches for each person once.
final class BatchPeople {
  /// A row of `participant` with its current name.
  private struct Named {
    let id: Int64
    let name: String
    /// The name in the source.
    let source: String
  }

  private let db: Database
  private let ledger: ImportLedger?
  /// By their keys in the source.
  private var known: [String: Named] = [:]

  /// - Parameter ledger: Records the named people; nil for messages that belong to no import.
  init(_ db: Database, _ ledger: ImportLedger?) {
    self.db = db
    self.ledger = ledger
  }

  /// Finds or inserts the person with this key. A changed name is applied here only for messages that belong to no
  /// import; of the names in imports, ``ImportFacts`` selects one.
  func id(of sender: ImportedMessage.Sender) throws -> Participant.ID {
    if let known = known[sender.key], known.source == sender.name {
      ledger?.mention(known.id, known.name)
      return known.id
    }
    let name = (sender.name.nonBlank ?? sender.key.nonBlank ?? "Unknown").withoutNUL
    if let known = known[sender.key], known.name == name {
      ledger?.mention(known.id, name)
      return known.id
    }
    let key = sender.key.withoutNUL
    let id: Participant.ID
    let stored = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, name FROM participant WHERE key = ?"), arguments: [key])
    if let stored {
      id = try stored.required("id")
      if ledger == nil, stored.value("name") != name {
        try db.cachedStatement(sql: "UPDATE participant SET name = ? WHERE id = ?").execute(
          arguments: [name, id])
      }
    } else {
      try db.cachedStatement(sql: "INSERT INTO participant (key, name, color_seed) VALUES (?, ?, ?)").execute(
        arguments: [key, name, Int64(bitPattern: FNV1a.hash(sender.key))])
      id = db.lastInsertedRowID
    }
    if stored?.value("name") != name {
      try db.cachedStatement(sql: "INSERT OR IGNORE INTO participant_name (participant, name) VALUES (?, ?)")
        .execute(arguments: [id, name])
    }
    known[sender.key] = Named(id: id, name: name, source: sender.name)
    ledger?.mention(id, name)
    return id
  }

  /// The person with this key, whom the batch has named already, perhaps with a different name since.
  func namedID(of sender: ImportedMessage.Sender) throws -> Participant.ID {
    if let known = known[sender.key] { return known.id }
    return try id(of: sender)
  }
}
