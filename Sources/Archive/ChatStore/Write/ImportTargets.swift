import Chats
import GRDB

/// Questions of an import about conversations of an archive, and its answers.
extension Archive {
  /// Applies the given owners of conversations to the messages in the archive. A conversation whose owner is known keeps it.
  public func tell(_ owners: [String: ImportOwner]) throws(ArchiveError) {
    let told = owners.compactMap { key, owner -> (key: String, person: String?)? in
      switch owner {
      case .person(let sender): (key.withoutNUL, sender.key.withoutNUL)
      case .nobody: (key.withoutNUL, nil)
      case .guessed, .told: nil
      }
    }
    guard !told.isEmpty else { return }
    try writing { db in
      let people = People(db)
      for (key, person) in told {
        let conversation = try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM conversation WHERE key = ? AND NOT owner_is_known"),
          arguments: [key])
        guard let conversation else { continue }
        let root = try person.flatMap { person in
          try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT coalesce(person, id) FROM participant WHERE key = ?"),
            arguments: [person])
        }
        // A person who is new here becomes known with their first message.
        if root != nil || person == nil { try people.setOwner(root, of: conversation) }
      }
    }
  }

  /// Records that a person has confirmed the owner that the files name for some conversations.
  public func noteToldOwner(ofKeys keys: [String]) throws(ArchiveError) {
    guard !keys.isEmpty else { return }
    try writing { db in
      for key in keys {
        try db.cachedStatement(
          sql: "UPDATE conversation SET owner_is_known = 1 WHERE key = ? AND owner IS NOT NULL"
        ).execute(arguments: [key.withoutNUL])
      }
    }
  }

  /// Records that a person is not among the people of some conversations, unless their owner is known.
  public func noteNoOwner(ofKeys keys: [String]) throws(ArchiveError) {
    guard !keys.isEmpty else { return }
    try writing { db in
      for key in keys {
        try db.cachedStatement(
          sql: "UPDATE conversation SET owner = NULL, owner_is_known = 1 WHERE key = ? AND NOT owner_is_known"
        ).execute(arguments: [key.withoutNUL])
      }
    }
  }

  /// The owners of those conversations whose owner is known, so that no question about them is needed.
  ///
  /// - Parameter keys: The keys of the conversations in their sources.
  /// - Returns: The keys of the people who are the owner; empty if the owner is not among the conversation's people.
  public func knownOwners(ofKeys keys: [String]) async throws(ArchiveError) -> [String: Set<String>] {
    try await reading { db in
      let people = People(db)
      // Usually one person owns all of them.
      var keysOfPeople: [Set<Participant.ID>: Set<String>] = [:]
      var known: [String: Set<String>] = [:]
      for key in keys {
        let id = try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM conversation WHERE key = ?"), arguments: [key.withoutNUL])
        guard let id, let owners = try people.owners(of: id) else { continue }
        if keysOfPeople[owners] == nil {
          keysOfPeople[owners] = Set(
            try owners.compactMap {
              try String.fetchOne(
                db.cachedStatement(sql: "SELECT key FROM participant WHERE id = ?"), arguments: [$0])
            })
        }
        known[key] = keysOfPeople[owners]
      }
      return known
    }
  }
}
