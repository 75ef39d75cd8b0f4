import Chats
import GRDB

/// The topics of a conversation: which messages are in one, and its title. Both follow from all messages, so they do not
/// depend on the order of imports.
struct Topics {
  let db: Database

  /// The title of a topic whose source has none.
  private static let untitled = "Topic"

  /// Records what a message states about a topic.
  ///
  /// - Parameter importID: The import of the message; nil for messages that belong to none.
  func note(_ message: ImportedMessage, in conversation: Conversation.ID, importID: ImportRecord.ID?) throws {
    let stated: (source: String, title: String)?
    if let topic = message.topic {
      stated = (topic.source, topic.title)
    } else if let title = message.opensTopic {
      stated = (message.sourceID, title)
    } else if let title = message.renamesTopic?.nonBlank, let opener = message.replyTo {
      stated = (opener, title)
    } else {
      stated = nil
    }
    guard let stated else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO topic_title (conversation, source, import, title, titled_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET titled_at = max(titled_at, excluded.titled_at)
        """
    ).execute(
      arguments: [
        conversation, stated.source.withoutNUL, importID ?? 0,
        (stated.title.nonBlank ?? Self.untitled).withoutNUL, message.sentAt,
      ])
  }

  /// Removes what an import stated.
  func forget(_ importID: ImportRecord.ID) throws {
    try db.execute(sql: "DELETE FROM topic_title WHERE import = ?", arguments: [importID])
  }

  /// Determines the topics of a conversation, and the topic of each message: the one that its source states or that it
  /// opens, otherwise that of the message to which it replies.
  ///
  /// - Complexity: O(n log n) in the number of messages if there are topics.
  func update(_ conversation: Conversation.ID) throws {
    let titles = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT source, title FROM (
            SELECT source, title, row_number() OVER (PARTITION BY source ORDER BY max(titled_at) DESC, title DESC) AS place
            FROM topic_title WHERE conversation = ? GROUP BY source, title)
          WHERE place = 1
          """), arguments: [conversation])
    let known = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, source FROM topic WHERE conversation = ?"),
      arguments: [conversation])
    guard !titles.isEmpty || !known.isEmpty else { return }
    var topics: [String: Topic.ID] = [:]
    for row in known {
      if let source: String = row.value("source") { topics[source] = row.value("id") }
    }
    var stale = topics
    for row in titles {
      guard let source: String = row.value("source"), let title: String = row.value("title") else { continue }
      if let id = topics[source] {
        stale[source] = nil
        try db.cachedStatement(sql: "UPDATE topic SET title = ?1 WHERE id = ?2 AND title <> ?1").execute(
          arguments: [title, id])
      } else {
        try db.cachedStatement(sql: "INSERT INTO topic (conversation, source, title) VALUES (?, ?, ?)")
          .execute(
            arguments: [conversation, source, title])
        topics[source] = db.lastInsertedRowID
      }
    }
    for source in stale.keys { topics[source] = nil }
    try assign(topics, in: conversation)
    for id in stale.values { try db.execute(sql: "DELETE FROM topic WHERE id = ?", arguments: [id]) }
  }

  private struct Member {
    let id: Message.ID
    let stated: String?
    let reply: String?
    let topic: Topic.ID?
  }

  private func assign(_ topics: [String: Topic.ID], in conversation: Conversation.ID) throws {
    var members: [Member] = []
    var bySource: [String: Int] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT id, source, topic_source, reply_source, topic FROM message WHERE conversation = ?",
      arguments: [conversation])
    while let row = try rows.next() {
      if let source: String = row.value("source") { bySource[source] = members.count }
      members.append(
        Member(
          id: try row.required("id"), stated: row.value("topic_source"), reply: row.value("reply_source"),
          topic: row.value("topic")))
    }
    let parts = try Row.fetchCursor(
      db,
      sql: """
        SELECT a.source, m.source AS head FROM album_part a JOIN message m ON m.id = a.message
        WHERE a.conversation = ?
        """, arguments: [conversation])
    while let row = try parts.next() {
      if let source: String = row.value("source"), let head: String = row.value("head") {
        bySource[source] = bySource[head]
      }
    }
    var opened: [Int: Topic.ID] = [:]
    for (source, topic) in topics {
      if let index = bySource[source] { opened[index] = topic }
    }
    var found: [Topic.ID?] = Array(repeating: nil, count: members.count)
    var isDone = Array(repeating: false, count: members.count)
    for index in members.indices where !isDone[index] {
      // The replies up to a message whose topic is known. A cycle ends at its first message.
      var chain: [Int] = []
      var next: Int? = index
      var topic: Topic.ID?
      while let place = next {
        guard !isDone[place] else {
          topic = found[place]
          break
        }
        isDone[place] = true
        chain.append(place)
        let member = members[place]
        topic = member.stated.flatMap { topics[$0] } ?? opened[place] ?? member.reply.flatMap { topics[$0] }
        next = topic == nil ? member.reply.flatMap { bySource[$0] } : nil
      }
      for place in chain { found[place] = topic }
    }
    for (member, topic) in zip(members, found) where member.topic != topic {
      try db.cachedStatement(sql: "UPDATE message SET topic = ? WHERE id = ?").execute(
        arguments: [topic, member.id])
    }
  }
}
