import Chats
import GRDB

/// Questions of an import about conversations of an archive, and its answers.
extension Archive {
  public func tell(
    _ owners: [String: ImportOwner], in conversations: Set<Conversation.ID>
  ) throws(ArchiveError) {
    guard !owners.isEmpty, !conversations.isEmpty else { return }
    try writing { db in
      let people = People(db)
      let identity = ConversationIdentity(db: db, people: PeopleRoots(db), isZoneAssumed: false)
      for (key, owner) in owners {
        for id in try identity.candidates(for: key.withoutNUL) where conversations.contains(id) {
          try people.tell(owner, of: id)
        }
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
