import Chats
import GRDB
import SeededRandom

/// Finds the people who are named by the messages of a batch.
///
/// A class, because messages and conversations name people. Both use the same instance, which searches for each person once.
final class BatchPeople {
  /// A row of `participant` with the last name of the person.
  private struct Named {
    let id: Participant.ID
    let name: String
    /// The name in the source; nil for the name in the archive.
    let source: String?
  }

  /// A row of `participant_name`.
  private struct Name: Hashable {
    let participant: Participant.ID
    let name: String
  }

  private let db: Database
  private let ledger: ImportLedger?
  /// By their keys in the source.
  private var known: [String: Named] = [:]
  /// The names of the batch, so that each is stored once.
  private var names: Set<Name> = []

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
    let before = try known[sender.key] ?? stored(sender.key.withoutNUL)
    let id = try before?.id ?? insert(sender.key, name)
    if before?.name != name {
      if ledger == nil, before != nil {
        try db.cachedStatement(sql: "UPDATE participant SET name = ? WHERE id = ?").execute(
          arguments: [name, id])
      }
      if names.insert(Name(participant: id, name: name)).inserted {
        try db.cachedStatement(
          sql: "INSERT OR IGNORE INTO participant_name (participant, name) VALUES (?, ?)"
        ).execute(arguments: [id, name])
      }
    }
    known[sender.key] = Named(id: id, name: name, source: sender.name)
    ledger?.mention(id, name)
    return id
  }

  private func stored(_ key: String) throws -> Named? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, name FROM participant WHERE key = ?"), arguments: [key]
    ).map { Named(id: try $0.required("id"), name: $0.value("name") ?? "", source: nil) }
  }

  private func insert(_ key: String, _ name: String) throws -> Participant.ID {
    try db.cachedStatement(sql: "INSERT INTO participant (key, name, color_seed) VALUES (?, ?, ?)").execute(
      arguments: [key.withoutNUL, name, Int64(bitPattern: FNV1a.hash(key))])
    return db.lastInsertedRowID
  }

  /// The person with this key, whom the batch has named already, perhaps with a different name since.
  func namedID(of sender: ImportedMessage.Sender) throws -> Participant.ID {
    if let known = known[sender.key] { return known.id }
    return try id(of: sender)
  }
}
