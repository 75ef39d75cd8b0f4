import Chats
import GRDB

/// The facts about people and conversations that follow from what all imports state: where imports differ, those of the
/// import with the latest message are valid.
struct ImportFacts {
  let db: Database

  /// Gives people the last of the names that imports give them. An identifier in place of a name, which ends the key, comes
  /// after all names.
  ///
  /// - Parameter people: Nil for the people who have several names.
  func nameParticipants(_ people: [Participant.ID]? = nil) throws {
    let named =
      people == nil
      ? "SELECT participant FROM import_name GROUP BY participant HAVING min(name) <> max(name)"
      : "SELECT value FROM json_each(?)"
    try db.cachedStatement(
      sql: """
        UPDATE participant SET name = n.name FROM (
          SELECT n.participant, n.name, row_number() OVER (
            PARTITION BY n.participant
            ORDER BY substr(p.key, -length(n.name) - 1) = ':' || n.name, max(n.seen) DESC, n.name DESC) AS place
          FROM import_name n JOIN participant p ON p.id = n.participant
          WHERE n.participant IN (\(named)) GROUP BY n.participant, n.name) n
        WHERE n.participant = participant.id AND n.place = 1 AND participant.name <> n.name
        """
    ).execute(arguments: people.map { ["\($0)"] } ?? [])
  }

  /// Gives a conversation the last of its titles, and a time zone. A time zone that no import states was set by a person
  /// and stays.
  func describe(_ conversation: Conversation.ID) throws {
    func last(_ column: String) -> String {
      """
      (SELECT \(column) FROM import_conversation WHERE conversation = ?1 AND \(column) IS NOT NULL
        ORDER BY newest_at DESC, \(column) DESC LIMIT 1)
      """
    }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET title = coalesce(\(last("title")), title),
          time_zone = CASE WHEN time_zone IS NULL OR time_zone IN (
              SELECT time_zone FROM import_conversation WHERE conversation = ?1)
            THEN \(last("time_zone")) ELSE time_zone END
        WHERE id = ?1
        """
    ).execute(arguments: [conversation])
    try tellOwner(of: conversation)
  }

  /// Makes the person whom the last import states the owner, if any import states the present one. An owner that a person
  /// named stays.
  private func tellOwner(of conversation: Conversation.ID) throws {
    let told = "FROM import_conversation i JOIN participant p ON p.id = i.owner WHERE i.conversation = ?1"
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT i.owner \(told) ORDER BY i.newest_at DESC, p.key DESC LIMIT 1"),
      arguments: [conversation])
    guard let last else { return }
    try db.cachedStatement(
      sql: """
        UPDATE conversation SET owner = ?2, owner_is_known = 1
        WHERE id = ?1 AND (NOT owner_is_known OR owner <> ?2 AND owner IN (SELECT i.owner \(told)))
        """
    ).execute(arguments: [conversation, last])
    if db.changesCount > 0 { try People(db).followOwner(of: conversation) }
  }
}
