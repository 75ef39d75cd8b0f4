import Chats
import Foundation
import GRDB

/// Changes of whole chats. Each is one transaction: after an error or a kill, all of it is stored or nothing.
extension Archive {
  /// Pins a chat above the others, or unpins it.
  ///
  /// - Parameter time: Milliseconds since 1970 UTC; nil to unpin.
  public func pin(_ chat: Conversation.ID, at time: Int64?) async throws(ArchiveError) {
    try await update(chat, "pinned_at = ?", [time])
  }

  /// Gives a chat a title that takes precedence over the source's, including its later titles. An empty or blank title
  /// restores the source's. Titles are cut after 200 characters.
  public func rename(_ chat: Conversation.ID, to title: String) async throws(ArchiveError) {
    let line = title.split(whereSeparator: { $0.isNewline || $0 == "\0" }).joined(separator: " ")
    let trimmed = String(line.trimmingCharacters(in: .whitespaces).prefix(200))
    try await update(chat, "custom_title = nullif(nullif(?, ''), title)", [trimmed])
  }

  /// Sets the time zone in which the days of a chat are shown, an identifier such as "Europe/Lisbon"; nil for the
  /// machine's time zone.
  public func setTimeZone(_ identifier: String?, of chat: Conversation.ID) async throws(ArchiveError) {
    try await update(chat, "time_zone = ?", [identifier])
  }

  /// Marks all messages of a chat as read.
  public func markAsRead(_ chat: Conversation.ID) async throws(ArchiveError) {
    try await changing(.ofNoCount) { db in try ReadMark(chat: chat, db: db).moveToEnd(ifSet: false) }
  }

  /// Marks the messages of a chat, or of one of its topics or threads, as read.
  ///
  /// - Parameter end: The last of them.
  public func markAsRead(_ number: Conversation.ID, upTo end: MessageCursor) async throws(ArchiveError) {
    try await changing(.ofNoCount) { db in
      guard let chat = try db.wholeChat(number) else { return }
      let mark = ReadMark(chat: chat, db: db)
      if let topic = Topic.id(ofPart: number) {
        try mark.move(topic, to: end)
      } else {
        try mark.move(to: end)
      }
    }
  }

  private func update(
    _ chat: Conversation.ID, _ assignment: String, _ values: [(any DatabaseValueConvertible & Sendable)?]
  ) async throws(ArchiveError) {
    try await changing { [path] db in
      try db.execute(
        sql: "UPDATE conversation SET \(assignment) WHERE id = ?",
        arguments: StatementArguments(values + [chat]))
      if db.changesCount == 0 { throw ArchiveError.noSuchConversation(path: path, id: chat) }
    }
  }

  // MARK: Merging

  /// The conversations that ``Archive/merge(_:into:)`` has moved.
  public struct Merge: Sendable, Hashable {
    /// The conversations that were moved, each with the chat that showed it.
    public fileprivate(set) var moved: [Conversation.ID: Conversation.ID]
  }

  /// Shows a chat, with all chats that are merged into it, as a part of another one. Its messages keep their origin, so that
  /// imports still find them, and the merge can be undone at any time; the chat's own title and marks are kept for that.
  ///
  /// Takes time in proportion to the messages of both.
  public func merge(
    _ chat: Conversation.ID, into target: Conversation.ID
  ) async throws(ArchiveError) -> Merge {
    try await changing { [path] db in
      var moved: [Conversation.ID: Conversation.ID] = [:]
      let parts = ChatParts(db)
      for id in [chat, target] where try !parts.isChat(id) {
        throw ArchiveError.noSuchConversation(path: path, id: id)
      }
      guard chat != target else { return Merge(moved: moved) }
      for id in try parts.conversations(of: chat) { moved[id] = chat }
      try parts.move(moved.mapValues { _ in target })
      return Merge(moved: moved)
    }
  }

  /// Undoes a merge, including messages that were imported since. Conversations that were deleted meanwhile stay deleted.
  public func undo(_ merge: Merge) async throws(ArchiveError) {
    try await changing { db in
      let parts = ChatParts(db)
      // The chat itself first: it must be a chat again before others are moved into it.
      let own = merge.moved.filter { $0.key == $0.value }
      try parts.move(own)
      try parts.move(try merge.moved.filter { try $0.key != $0.value && parts.isChat($0.value) })
    }
  }

  /// Makes a merged conversation a separate chat again.
  public func part(_ conversation: Conversation.ID) async throws(ArchiveError) {
    try await changing { db in try ChatParts(db).move([conversation: conversation]) }
  }

  // MARK: Deleting

  /// Deletes a chat with all conversations that are merged into it: the messages with all their parts, its entries in
  /// the list of imports, and the people who have no other message. The texts are overwritten in the file. The files of
  /// attachments stay.
  ///
  /// Takes time in proportion to the messages of the archive.
  public func delete(_ chat: Conversation.ID) async throws(ArchiveError) {
    try await changing { db in
      try db.overwritingDeleted { try ChatParts(db).delete(chat) }
    }
  }
}

extension Database {
  /// The chat that shows a conversation; nil if there is no such conversation.
  func chat(of conversation: Conversation.ID) throws -> Conversation.ID? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT coalesce(merged_into, id) FROM conversation WHERE id = ?"),
      arguments: [conversation])
  }
}

/// The conversations that make up chats.
private struct ChatParts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Whether this is a conversation that is not merged into another.
  func isChat(_ id: Conversation.ID) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM conversation WHERE id = ? AND merged_into IS NULL)",
      arguments: [id]) ?? false
  }

  /// The chat itself and the conversations that are merged into it.
  func conversations(of chat: Conversation.ID) throws -> [Conversation.ID] {
    try Int64.fetchAll(
      db, sql: "SELECT id FROM conversation WHERE id = ?1 OR merged_into = ?1 ORDER BY id", arguments: [chat])
  }

  /// Shows each conversation in a chat. A conversation that is shown in itself becomes a chat of its own.
  func move(_ destinations: [Conversation.ID: Conversation.ID]) throws {
    var changed: Set<Conversation.ID> = []
    for (id, chat) in destinations.sorted(by: { $0.key < $1.key }) {
      guard let before = try db.chat(of: id), before != chat else { continue }
      changed.formUnion([before, chat])
      try db.execute(
        sql: "UPDATE conversation SET merged_into = nullif(?1, id) WHERE id = ?2", arguments: [chat, id])
      try db.execute(
        sql: """
          UPDATE attachment SET chat = ?1 WHERE message IN (SELECT id FROM message WHERE conversation = ?2)
          """, arguments: [chat, id])
      try db.execute(sql: "UPDATE message SET chat = ?1 WHERE conversation = ?2", arguments: [chat, id])
    }
    for chat in changed { try OrdinalIndex(chat: chat, db: db).rebuild() }
  }

  func delete(_ chat: Conversation.ID) throws {
    let conversations = try conversations(of: chat)
    try SearchIndexUpdate(db).remove(conversations: conversations)
    let list = conversations.map(String.init).joined(separator: ",")
    let messages = "SELECT id FROM message WHERE conversation IN (\(list))"
    try db.execute(
      sql: """
        CREATE TEMP TABLE gone AS
          SELECT sender AS id FROM message WHERE conversation IN (\(list))
          UNION SELECT participant FROM membership WHERE conversation IN (\(list))
          UNION SELECT owner FROM conversation WHERE id IN (\(list))
          UNION SELECT participant FROM reaction WHERE message IN (\(messages));
        CREATE TEMP TABLE gone_import AS
          SELECT DISTINCT import AS id FROM import_conversation WHERE conversation IN (\(list));
        INSERT OR IGNORE INTO watched_exception (folder, key)
          SELECT i.folder, c.key FROM import_conversation s JOIN import i ON i.id = s.import
            JOIN conversation c ON c.id = s.conversation
          WHERE s.conversation IN (\(list)) AND i.folder IS NOT NULL;
        DELETE FROM attachment WHERE message IN (\(messages));
        DELETE FROM reaction WHERE message IN (\(messages));
        DELETE FROM edit WHERE message IN (\(messages));
        DELETE FROM bookmark WHERE message IN (\(messages));
        DELETE FROM lost_bookmark WHERE conversation IN (
          SELECT key FROM conversation WHERE id IN (\(list))
          UNION SELECT key FROM conversation_alias WHERE conversation IN (\(list)));
        DELETE FROM album_part WHERE conversation IN (\(list));
        DELETE FROM message_version WHERE message IN (\(messages));
        DELETE FROM conversation_alias WHERE conversation IN (\(list));
        DELETE FROM import_target WHERE conversation IN (\(list));
        DELETE FROM checkpoint WHERE chat IN (\(list));
        DELETE FROM topic WHERE conversation IN (\(list));
        DELETE FROM topic_title WHERE conversation IN (\(list));
        DELETE FROM membership WHERE conversation IN (\(list));
        DELETE FROM import_conversation WHERE conversation IN (\(list));
        DELETE FROM message WHERE conversation IN (\(list));
        DELETE FROM conversation WHERE id IN (\(list));
        DELETE FROM import WHERE id IN (SELECT id FROM gone_import)
          AND id NOT IN (SELECT import FROM import_conversation);
        UPDATE folder_read SET import = NULL WHERE import NOT IN (SELECT id FROM import);
        CREATE TEMP TABLE gone_part AS SELECT id FROM import_part
          WHERE conversation IN (\(list)) OR import NOT IN (SELECT id FROM import);
        DELETE FROM import_range WHERE part IN (SELECT id FROM gone_part);
        DELETE FROM import_name WHERE part IN (SELECT id FROM gone_part);
        DELETE FROM import_part WHERE id IN (SELECT id FROM gone_part);
        DELETE FROM gone WHERE id IS NULL OR id IN (SELECT participant FROM membership)
          OR id IN (SELECT owner FROM conversation WHERE owner IS NOT NULL);
        DELETE FROM gone WHERE id IN (SELECT participant FROM reaction);
        DELETE FROM gone WHERE id IN (SELECT sender FROM message WHERE sender IN (SELECT id FROM gone));
        DELETE FROM gone WHERE id IN (
          SELECT person FROM participant WHERE person IS NOT NULL AND id NOT IN (SELECT id FROM gone));
        DELETE FROM import_name WHERE participant IN (SELECT id FROM gone);
        DELETE FROM participant_name WHERE participant IN (SELECT id FROM gone);
        DELETE FROM participant WHERE id IN (SELECT id FROM gone);
        DROP TABLE gone;
        DROP TABLE gone_import;
        DROP TABLE gone_part;
        DELETE FROM import_alias WHERE key NOT IN (SELECT key FROM conversation_alias)
          OR import NOT IN (SELECT id FROM import);
        """)
    try NamedPeople(db).follow()
    try PersonPairs(db).trim()
    try ImportRanges(db: db).trim()
  }
}
