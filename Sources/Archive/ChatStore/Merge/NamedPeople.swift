import Chats
import GRDB

/// Makes the people of Telegram's pages, who are known by their names only, the people with numbers who have these names.
///
/// A name stands for the person with a number who has it and writes in a conversation with it. If there are several such
/// people, it is a person of its own. This follows from all imports, so it is determined again after each change. The
/// table `named_person` has the number of each name that follows one, so that people whom the user has made one stay so.
struct NamedPeople {
  private let db: Database
  private let people: People

  private static let prefix = "telegram:name/"

  init(_ db: Database) { (self.db, people) = (db, People(db)) }

  /// - Complexity: O(n) in the number of names that people with numbers have.
  func follow() throws {
    try db.execute(
      sql: """
        DELETE FROM named_person WHERE participant > 0 AND (participant NOT IN (SELECT id FROM participant)
          OR number NOT IN (SELECT id FROM participant))
        """)
    let known = try pairs(Self.known)
    let wanted = try pairs(Self.names)
    // The names that follow another person now, and the people that they have left or joined.
    var (changed, owners): ([Participant.ID], [Participant.ID]) = ([], [])
    for (name, number) in known.sorted(by: { $0.key < $1.key }) where name != number {
      if let other = wanted[name], try people.root(of: other) == people.root(of: number) { continue }
      owners += [name, try people.root(of: name) ?? name]
      try part(name)
      changed.append(name)
    }
    for (name, number) in wanted.sorted(by: { $0.key < $1.key }) where known[name] != name {
      if let person = try join(name, number) {
        owners.append(person)
        changed.append(name)
      }
    }
    guard !changed.isEmpty else { return }
    try people.updateOwnMessages(of: owners)
    try db.execute(
      sql: """
        UPDATE conversation SET participant_count = \(People.count(in: "conversation.id"))
        WHERE id IN (SELECT conversation FROM membership WHERE participant IN (SELECT value FROM json_each(?)))
        """, arguments: ["\(changed)"])
  }

  /// Keeps a name apart from its number if these are all participants of a person whom the user parts.
  func keepApart(_ parts: [Participant.ID]) throws {
    let names = try pairs(Self.known).filter { parts.contains($0.key) }
    guard !names.isEmpty, parts.allSatisfy({ names[$0] != nil || names.values.contains($0) }) else { return }
    for name in names.keys {
      try db.execute(
        sql: "UPDATE named_person SET number = participant WHERE participant = ?", arguments: [name])
    }
  }

  /// The number of each name that one person has, in any conversation with it; the first of several accounts of a person.
  /// The plus sign makes SQLite search the keys instead of all participants.
  private static let names = """
    SELECT n.id AS participant, min(u.id) AS number FROM participant n
    JOIN participant_name un ON un.name = substr(n.key, \(prefix.count + 1)) JOIN participant u ON u.id = un.participant
    WHERE n.key >= '\(prefix)' AND n.key < 'telegram:name0' AND n.key <> '\(prefix)Deleted account'
    AND u.key GLOB 'telegram:user*' AND EXISTS (
      SELECT 1 FROM membership a JOIN membership b ON b.conversation = a.conversation
      WHERE a.participant = n.id AND b.participant = u.id)
    GROUP BY +n.id HAVING count(DISTINCT coalesce(u.person, u.id)) = 1
    """

  private static let known = "SELECT participant, number FROM named_person WHERE participant > 0"

  private func pairs(_ sql: String) throws -> [Participant.ID: Participant.ID] {
    var pairs: [Participant.ID: Participant.ID] = [:]
    for row in try Row.fetchAll(db.cachedStatement(sql: sql)) {
      pairs[try row.required("participant")] = try row.required("number") as Participant.ID
    }
    return pairs
  }

  private func part(_ name: Participant.ID) throws {
    try db.execute(sql: "UPDATE participant SET person = NULL WHERE id = ?", arguments: [name])
    try db.execute(sql: "DELETE FROM named_person WHERE participant = ?", arguments: [name])
  }

  /// Returns the person whom both are now; nil if they were one person before.
  private func join(_ name: Participant.ID, _ number: Participant.ID) throws -> Participant.ID? {
    try db.cachedStatement(
      sql: """
        INSERT INTO named_person (participant, number) VALUES (?1, ?2)
        ON CONFLICT DO UPDATE SET number = ?2 WHERE number <> ?2
        """
    ).execute(arguments: [name, number])
    guard let own = try people.root(of: name), let person = try people.root(of: number), own != person else {
      return nil
    }
    // The person whom the user has made one with the name keeps that one's name.
    let (joined, root) = own == name ? (own, person) : (person, own)
    try people.setPerson(root, of: joined)
    return root
  }
}
