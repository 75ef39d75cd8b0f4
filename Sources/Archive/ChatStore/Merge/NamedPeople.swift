import Chats
import GRDB

/// Makes the people of Telegram's pages, who are known by their names only, the people with numbers of the same names.
///
/// A person of a name is the one with a number who has the name, in any chat of both. If there are several, the name is a
/// person of its own. So the result depends on what the imports hold, and not on their order; a person whom the user has
/// made one with others takes these along.
struct NamedPeople {
  private let db: Database
  private let people: People

  private static let prefix = "telegram:name/"
  private static let numbers = "telegram:user*"
  /// What Telegram writes for everybody whose account is gone.
  private static let gone = "telegram:name/Deleted account"

  init(_ db: Database) { (self.db, people) = (db, People(db)) }

  /// Follows the people who write in a conversation.
  func follow(in conversation: Conversation.ID) throws {
    try follow(
      Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT p.id FROM membership m JOIN participant p ON p.id = m.participant
            WHERE m.conversation = ? AND p.key GLOB '\(Self.prefix)*'
            """), arguments: [conversation]))
  }

  /// Follows those of the participants who are known by their names only.
  func follow(_ participants: [Participant.ID]) throws {
    let changed = try participants.filter(follow)
    guard !changed.isEmpty else { return }
    try db.execute(
      sql: """
        UPDATE conversation SET participant_count = \(People.count(in: "conversation.id"))
        WHERE id IN (SELECT conversation FROM membership WHERE participant IN (SELECT value FROM json_each(?)))
        """, arguments: ["\(changed)"])
  }

  /// Returns whether the participant is another person now.
  private func follow(_ participant: Participant.ID) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT key, person FROM participant WHERE id = ?"), arguments: [participant])
    guard let row, let key: String = row.value("key"), key.hasPrefix(Self.prefix), key != Self.gone else {
      return false
    }
    let name = String(key.dropFirst(Self.prefix.count))
    let numbered = try numbered(name, besides: participant)
    var hasChanged = false
    if let person: Participant.ID = row.value("person"), !numbered.contains(person) || numbered.count > 1,
      try isNumbered(person, name)
    {
      try db.cachedStatement(sql: "UPDATE participant SET person = NULL WHERE id = ?").execute(
        arguments: [participant])
      for parted in [participant, person] { try people.updateOwnMessages(of: parted) }
      hasChanged = true
    }
    guard numbered.count == 1, let person = try people.root(of: numbered[0]),
      let own = try people.root(of: participant), person != own
    else { return hasChanged }
    // The name of a person whom the user has chosen stays.
    if own == participant { try people.join(own, into: person) } else { try people.join(person, into: own) }
    return true
  }

  /// The participants with numbers who have a name, in any conversation in which the participant writes.
  private func numbered(_ name: String, besides participant: Participant.ID) throws -> [Participant.ID] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT n.participant FROM participant_name n JOIN participant u ON u.id = n.participant
          WHERE n.name = ?1 AND u.key GLOB '\(Self.numbers)' AND EXISTS (
            SELECT 1 FROM membership a JOIN membership b ON b.conversation = a.conversation
            WHERE a.participant = ?2 AND b.participant = n.participant)
          LIMIT 2
          """), arguments: [name, participant])
  }

  /// Whether a person has a number, and the name.
  private func isNumbered(_ person: Participant.ID, _ name: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM participant WHERE id = ?1 AND key GLOB '\(Self.numbers)' AND (name = ?2
            OR EXISTS (SELECT 1 FROM participant_name WHERE participant = ?1 AND name = ?2)))
          """), arguments: [person, name]) ?? false
  }
}
