import Foundation
import GRDB

extension Archive {
  /// Stores a batch in one transaction: after an error or a kill, all of it is there or none.
  ///
  /// Blocks until it is done, so importers call it away from the main actor. A batch of about a thousand
  /// messages is a good size: larger ones gain little and hold up other writers.
  ///
  /// A message whose conversation and source key are known already is left as it is and counted as a
  /// duplicate. Titles and names follow the batch written last. Entities that are out of order, overlap or do
  /// not stand on the text's scalar boundaries are left out.
  public func writeBatch(_ batch: [ImportedMessage]) throws(ArchiveError) -> BatchResult {
    if let writeObstacle { throw writeObstacle }
    do {
      return try pool.write { db in try BatchWriter(db).write(batch) }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Adds a message of the owner's at the end of the conversation, and returns it once it is stored.
  ///
  /// It is the last message whatever the clock says: a `sentAt` before the newest message's is raised to it.
  /// The sender is the one whose messages the conversation knows as the owner's, else "You".
  ///
  /// - Parameter sentAt: Milliseconds since 1970 UTC.
  public func send(
    _ text: String, in conversation: Conversation.ID, at sentAt: Int64
  ) async throws(ArchiveError) -> Message {
    if let writeObstacle { throw writeObstacle }
    do {
      return try await pool.write { [path] db in
        guard let place = try SendingPlace(conversation, in: db) else {
          throw ArchiveError.noSuchConversation(path: path, id: conversation)
        }
        let message = ImportedMessage(
          conversationKey: place.key, conversationTitle: place.title, sourceID: "sent:\(UUID().uuidString)",
          sender: place.owner, isOwn: true, sentAt: max(sentAt, place.lastSentAt), text: text)
        _ = try BatchWriter(db).write([message])
        return try MessageQuery.newest(in: conversation, limit: 1).fetch(db)[0]
      }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }
}

/// What a new message of the owner's has to know about its conversation.
private struct SendingPlace {
  let key: String
  let title: String
  let lastSentAt: Int64
  let owner: ImportedMessage.Sender

  /// Nil when there is no such conversation.
  init?(_ conversation: Conversation.ID, in db: Database) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT c.key, c.title, c.last_sent_at, p.key, p.name
        FROM conversation c LEFT JOIN participant p ON p.id = c.owner
        WHERE c.id = ?
        """, arguments: [conversation])
    guard let row else { return nil }
    key = row[0]
    title = row[1]
    lastSentAt = row[2] ?? .min
    owner = if let key: String = row[3] { .init(key: key, name: row[4]) } else { .you }
  }
}

extension ImportedMessage.Sender {
  /// The owner, in a conversation that has heard nothing of the owner yet.
  static let you = Self(key: "you", name: "You")
}
