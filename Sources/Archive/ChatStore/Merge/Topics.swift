import Chats
import GRDB

/// The topics and threads of a conversation: which messages are in one, and its title. Both follow from all messages, so
/// they do not depend on the order of imports.
struct Topics {
  let db: Database

  /// The title of a topic whose source has none.
  private static let untitled = "Topic"

  /// The key of the topic that has the messages of a forum that state none.
  static let general = ""

  /// Records what a message states about a topic.
  ///
  /// - Parameter importID: The import of the message; nil for messages that belong to none.
  func note(_ message: ImportedMessage, in conversation: Conversation.ID, importID: ImportRecord.ID?) throws {
    let stated: ImportedMessage.TopicKey?
    if let topic = message.topic {
      stated = topic
    } else if let title = message.opensTopic {
      stated = .init(source: message.sourceID, title: title)
    } else if let title = message.renamesTopic?.nonBlank, let opener = message.replyTo {
      stated = .init(source: opener, title: title)
    } else {
      stated = nil
    }
    guard let stated, stated.source != Self.general else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO topic_title (conversation, source, import, title, is_thread, titled_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET titled_at = max(titled_at, excluded.titled_at)
        """
    ).execute(
      arguments: [
        conversation, stated.source.withoutNUL, importID ?? 0,
        stated.isThread ? "" : (stated.title.nonBlank ?? Self.untitled).withoutNUL, stated.isThread,
        message.sentAt,
      ])
  }

  /// Removes what an import stated.
  func forget(_ importID: ImportRecord.ID) throws {
    try db.execute(sql: "DELETE FROM topic_title WHERE import = ?", arguments: [importID])
  }

  /// Determines the topics of a conversation, and the topic of each message: the one that its source states or that it
  /// opens, otherwise the topic of the message to which it replies. In a forum, all others are in one topic, too.
  ///
  /// - Complexity: O(n log n) in the number of messages if there are topics.
  func update(_ conversation: Conversation.ID) throws {
    let titles = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT source, title, is_thread FROM (
            SELECT source, title, min(is_thread) AS is_thread,
              row_number() OVER (PARTITION BY source ORDER BY min(is_thread), max(titled_at) DESC, title DESC) AS place
            FROM topic_title WHERE conversation = ? GROUP BY source, title)
          WHERE place = 1
          """), arguments: [conversation])
    let known = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, source FROM topic WHERE conversation = ?"),
      arguments: [conversation])
    guard !titles.isEmpty || !known.isEmpty else { return }
    var numbers: [String: Topic.ID] = [:]
    for row in known {
      if let source: String = row.value("source") { numbers[source] = row.value("id") }
    }
    var stale = numbers
    var parts: [String: Part] = [:]
    func add(_ source: String, _ title: String, isThread: Bool) throws {
      if let id = numbers[source] {
        stale[source] = nil
        try db.cachedStatement(
          sql: """
            UPDATE topic SET title = ?1, is_thread = ?2 WHERE id = ?3 AND (title <> ?1 OR is_thread <> ?2)
            """
        ).execute(arguments: [title, isThread, id])
        parts[source] = Part(id: id, isThread: isThread)
      } else {
        try db.cachedStatement(
          sql: "INSERT INTO topic (conversation, source, title, is_thread) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [conversation, source, title, isThread])
        parts[source] = Part(id: db.lastInsertedRowID, isThread: isThread)
      }
    }
    for row in titles {
      guard let source: String = row.value("source"), let title: String = row.value("title") else { continue }
      try add(source, title, isThread: row.value("is_thread") ?? false)
    }
    if parts.values.contains(where: { !$0.isThread }) { try add(Self.general, "", isThread: false) }
    try assign(parts, in: conversation)
    for id in stale.values { try db.execute(sql: "DELETE FROM topic WHERE id = ?", arguments: [id]) }
  }

  private struct Part {
    let id: Topic.ID
    let isThread: Bool

    /// The topic of the replies to its messages; nil for a thread.
    var ofReplies: Self? { isThread ? nil : self }
  }

  private struct Member {
    let id: Message.ID
    let stated: String?
    let reply: String?
    let topic: Topic.ID?
  }

  private func assign(_ topics: [String: Part], in conversation: Conversation.ID) throws {
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
    var opened: [Int: Part] = [:]
    for (source, topic) in topics where source != Self.general {
      if let index = bySource[source] { opened[index] = topic }
    }
    var found: [Part?] = Array(repeating: nil, count: members.count)
    var isDone = Array(repeating: false, count: members.count)
    for index in members.indices where !isDone[index] {
      // The replies up to a message whose topic is known. A cycle ends at its first message.
      var chain: [Int] = []
      var next: Int? = index
      var topic: Part?
      while let place = next {
        guard !isDone[place] else {
          topic = found[place]?.ofReplies
          break
        }
        isDone[place] = true
        let member = members[place]
        if let own = member.stated.flatMap({ topics[$0] }) ?? opened[place] {
          found[place] = own
          topic = own.ofReplies
          break
        }
        chain.append(place)
        topic = member.reply.flatMap { topics[$0]?.ofReplies }
        next = topic == nil ? member.reply.flatMap { bySource[$0] } : nil
      }
      for place in chain { found[place] = topic }
    }
    let general = topics[Self.general]
    for (member, topic) in zip(members, found) where member.topic != (topic ?? general)?.id {
      try db.cachedStatement(sql: "UPDATE message SET topic = ? WHERE id = ?").execute(
        arguments: [(topic ?? general)?.id, member.id])
    }
  }
}
