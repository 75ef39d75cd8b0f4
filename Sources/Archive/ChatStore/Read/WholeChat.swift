import Chats
import Foundation
import GRDB

/// A message with everything that its archive stores about it.
package struct WholeMessage: Sendable {
  /// The message as it is shown.
  package var message: Message
  /// The conversation that it comes from: the chat itself, or one that is merged into it.
  package var origin: Conversation.ID
  /// Its key in that conversation; of a message without a key, one that is made up for the export. Empty unless keys
  /// were requested.
  package var source: String
  /// The precision of its time, for messages without keys; nil for messages with keys.
  package var resolution: TimeResolution?
  /// The sender as named by the source; `message.sender` is the person.
  package var sender: ImportedMessage.Sender?
  /// The key of the message that it replies to, which may be missing in the archive.
  package var replyTo: String?
  /// The position of the message that it replies to.
  package var quoted: MessageCursor?
  /// The key of its album, and the keys of the album's messages after the first, in order.
  package var album: String?
  package var albumParts: [String] = []
  package var reactions: [ImportedMessage.ImportedReaction] = []
  package var edits: [Edit] = []
  package var topic: ImportedMessage.TopicKey?
  /// The first message of its thread.
  package var threadOpener: Message.ID?
}

/// A chat with the conversations that make it up.
package struct WholeChat: Sendable {
  /// A conversation of the chat.
  package struct Origin: Sendable {
    package var id: Conversation.ID
    package var key: String
    package var title: String
    package var timeZone: String?
    /// The owner; nil while that is a guess.
    package var owner: ImportedMessage.Sender?
  }

  /// The shown title.
  package var title: String
  /// Whether at most two people write in it.
  package var isDirect: Bool
  /// The chat itself, and the conversations that are merged into it.
  package var origins: [Origin]
  /// The names of each person who has several in the chat's imports, first the one that is shown.
  package var samePeople: [[ImportedMessage.Sender]] = []
}

/// The number of messages in a span of a chat, and their times.
package struct SpanSurvey: Sendable {
  package var count = 0
  /// The earliest and the latest time of a message.
  package var times: ClosedRange<Int64>?
  /// The months with messages, the earliest first.
  package var months: [MessageCount] = []
  /// The participants who wrote them.
  package var senders: Set<Participant.ID> = []

  package init() {}
}

/// Reads chats for exports.
extension Archive {
  /// A chat with its conversations, also for a topic or thread, whose title then follows; nil if the archive does not
  /// have it.
  package func whole(_ number: Conversation.ID) async throws(ArchiveError) -> WholeChat? {
    try await reading { db in
      let chat = try db.wholeChat(number)
      let part = try Topic.id(ofPart: number).flatMap { try TopicList(db).topic($0) }
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT c.id, c.key, c.title, c.custom_title, c.time_zone, c.participant_count,
              p.key AS owner, p.name AS owner_name, c.owner_is_known
            FROM conversation c LEFT JOIN participant p ON p.id = c.owner
            WHERE c.id = ?1 OR c.merged_into = ?1 ORDER BY c.merged_into IS NOT NULL, c.id
            """), arguments: [chat])
      guard let first = rows.first, first.value("id") == chat else { return nil }
      let origins = try rows.map { row in
        let id: Conversation.ID = try row.required("id")
        let owner: String? = row.value("owner_is_known") == true ? row.value("owner") : nil
        return WholeChat.Origin(
          id: id, key: row.value("key") ?? "backscroll:\(id)", title: row.value("title") ?? "",
          timeZone: row.value("time_zone"),
          owner: owner.map { .init(key: $0, name: row.value("owner_name") ?? $0) })
      }
      let samePeople = try Self.samePeople(in: origins.map(\.id), db)
      let people: Int = first.value("participant_count") ?? 0
      let title: String = first.value("custom_title") ?? origins[0].title
      return WholeChat(
        title: part.map { "\(title) · \($0.title)" } ?? title, isDirect: people <= 2, origins: origins,
        samePeople: samePeople)
    }
  }

  private static func samePeople(
    in conversations: [Conversation.ID], _ db: Database
  ) throws -> [[ImportedMessage.Sender]] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT o.key AS person, o.name AS person_name, p.key, p.name
        FROM participant p JOIN participant o ON o.id = p.person WHERE p.id IN (
          SELECT participant FROM membership WHERE conversation IN (SELECT value FROM json_each(?1))
          UNION SELECT n.participant FROM import_part i JOIN import_name n ON n.part = i.id
          WHERE i.conversation IN (SELECT value FROM json_each(?1)))
        ORDER BY o.key, p.key
        """, arguments: ["\(conversations)"])
    var people: [[ImportedMessage.Sender]] = []
    for row in rows {
      guard let person: String = row.value("person"), let key: String = row.value("key") else { continue }
      if people.last?[0].key != person {
        people.append([.init(key: person, name: row.value("person_name") ?? person)])
      }
      people[people.count - 1].append(.init(key: key, name: row.value("name") ?? key))
    }
    return people
  }

  /// Counts the messages of a chat between two positions, or some messages.
  ///
  /// - Parameters:
  ///   - ids: The messages to count; nil for all between the positions.
  ///   - first: The position after which the messages are counted; only its order key is used, as with `last`.
  ///   - countsNotes: Whether the reader's notes are counted.
  ///   - isCancelled: Called once every thousand messages.
  /// - Complexity: O(n), without the texts.
  package func survey(
    _ chat: Conversation.ID, after first: MessageCursor, before last: MessageCursor, countsNotes: Bool,
    in timeZone: TimeZone, only ids: [Message.ID]? = nil, isCancelled: @escaping @Sendable () -> Bool
  ) async throws(ArchiveError) -> SpanSurvey {
    enum Column: Int, CaseIterable, CodingKey {
      case sentAt, orderKey, kind, isWrittenHere, conversation, sender
    }
    return try await reading { db in
      let origins = ConversationOrigins(db: db)
      var survey = SpanSurvey()
      var counts: [Range<Int64>: Int] = [:]
      var month: Range<Int64> = 0..<0
      var monthCount = 0
      let calendar = DayCalendar(timeZone: timeZone)
      let scope = MessageScope(chat)
      let statement = try db.cachedStatement(
        sql: """
          SELECT sent_at AS sentAt, order_key AS orderKey, kind,
            \(ImportedMessage.isWrittenHere()) AS isWrittenHere, conversation, sender
          FROM message
          WHERE \(ids == nil ? "" : "id IN (SELECT value FROM json_each(?4)) AND +")\(scope.column) = ?1
            AND order_key >= ?2 AND order_key < ?3
          ORDER BY order_key, id
          """)
      let columns = ColumnIndexes<Column>(of: statement)
      let chosen = ids.map { ["\($0)"] } ?? []
      let rows = try Row.fetchCursor(
        statement, arguments: [scope.value, first.orderKey, last.orderKey] + StatementArguments(chosen))
      while let row = try rows.next() {
        if !countsNotes {
          let kind = row.value(columns[.kind]).flatMap(Message.Kind.init(rawValue:)) ?? .normal
          let shown = try origins.shownKind(
            kind, isWrittenHere: row.value(columns[.isWrittenHere]) ?? false,
            of: row.value(columns[.conversation]) ?? 0)
          if shown == .note { continue }
        }
        survey.count += 1
        if let sender: Participant.ID = row.value(columns[.sender]) { survey.senders.insert(sender) }
        if survey.count % 1024 == 0, isCancelled() { throw CancellationError() }
        let time: Int64 = row.value(columns[.sentAt]) ?? OrderKey.time(of: row.value(columns[.orderKey]) ?? 0)
        let (first, last) = (survey.times?.lowerBound ?? time, survey.times?.upperBound ?? time)
        survey.times = min(first, time)...max(last, time)
        if !month.contains(time) {
          if monthCount > 0 { counts[month, default: 0] += monthCount }
          (month, monthCount) = (calendar.span(.month, containing: time), 0)
        }
        monthCount += 1
      }
      if monthCount > 0 { counts[month, default: 0] += monthCount }
      survey.months = counts.map { MessageCount(span: $0.key, count: $0.value) }
        .sorted { $0.span.lowerBound < $1.span.lowerBound }
      return survey
    }
  }

  /// The `limit` messages after a position, in ascending order.
  ///
  /// - Parameter hasKeys: Whether to read keys, topics and the times of reactions, too, which only the JSON export
  ///   contains.
  /// - Complexity: O(log n + limit).
  package func wholeMessages(
    in chat: Conversation.ID, after cursor: MessageCursor, limit: Int, hasKeys: Bool
  ) async throws(ArchiveError) -> [WholeMessage] {
    try await reading { db in
      let parts = try WholeMessageParts(db)
      return try MessageQuery.after(cursor, in: chat, limit: limit).fetch(db).map {
        hasKeys ? try parts.complete($0) : try parts.shown($0, in: chat)
      }
    }
  }

  /// The messages of a chat with these numbers, in the same order.
  ///
  /// - Complexity: O(ids × log n).
  package func wholeMessages(
    _ ids: some Sequence<Message.ID> & Sendable, in chat: Conversation.ID, hasKeys: Bool
  ) async throws(ArchiveError) -> [WholeMessage] {
    try await reading { db in
      let parts = try WholeMessageParts(db)
      return try ids.compactMap { id in
        guard let message = try MessageQuery.message(id).fetch(db).first, message.isIn(chat) else {
          return nil
        }
        return hasKeys ? try parts.complete(message) : try parts.shown(message, in: chat)
      }
    }
  }
}

/// Reads the parts of messages that a window does not show.
private struct WholeMessageParts {
  private enum Column: Int, CaseIterable, CodingKey {
    case conversation, source, flags, replySource, album, sender, senderName, topic, topicTitle, isThread,
      opener
  }

  private let db: Database
  private let statement: Statement
  private let columns: ColumnIndexes<Column>

  init(_ db: Database) throws {
    self.db = db
    statement = try db.cachedStatement(
      sql: """
        SELECT m.conversation, m.source, m.flags, m.reply_source AS replySource, m.album, p.key AS sender,
          p.name AS senderName, nullif(t.source, '\(Topics.general)') AS topic, t.title AS topicTitle,
          t.is_thread AS isThread, CASE WHEN t.is_thread THEN (
            SELECT id FROM message WHERE conversation = t.conversation AND source = t.source) END AS opener
        FROM message m LEFT JOIN participant p ON p.id = m.sender LEFT JOIN topic t ON t.id = m.topic
        WHERE m.id = ?
        """)
    columns = ColumnIndexes(of: statement)
  }

  /// A message with the parts that a page shows.
  ///
  /// - Parameter number: The chat, or the topic or thread, that is exported.
  func shown(_ message: Message, in number: Conversation.ID) throws -> WholeMessage {
    var found = WholeMessage(message: message, origin: message.conversation, source: "")
    if let id = message.reply?.id {
      let scope = MessageScope(number)
      let key = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT order_key FROM message WHERE id = ? AND \(scope.column) = ?"),
        arguments: [id, scope.value])
      found.quoted = key.map { MessageCursor(orderKey: $0, id: id) }
    }
    if message.hasEarlierTexts { found.edits = try edits(of: message.id) }
    return found
  }

  /// A message with all its parts.
  func complete(_ message: Message) throws -> WholeMessage {
    let row = try Row.fetchOne(statement, arguments: [message.id])
    // A damaged row still gets a key of its own.
    var found = WholeMessage(
      message: message, origin: row?.value(columns[.conversation]) ?? message.conversation,
      source: row?.value(columns[.source]) ?? "number:\(message.id)")
    guard let row else { return found }
    if row.hasNull(atIndex: columns[.source]) {
      found.resolution = MessageFlags(rawValue: row.value(columns[.flags]) ?? 0).resolution
    }
    if let key: String = row.value(columns[.sender]) {
      found.sender = .init(key: key, name: row.value(columns[.senderName]) ?? key)
    }
    found.replyTo = row.value(columns[.replySource])
    found.album = row.value(columns[.album])
    if let source: String = row.value(columns[.topic]) {
      found.topic =
        row.value(columns[.isThread]) == true
        ? .thread(source) : .init(source: source, title: row.value(columns[.topicTitle]) ?? "")
    }
    found.threadOpener = row.value(columns[.opener])
    if found.album != nil { found.albumParts = try albumParts(of: message.id) }
    if !message.reactions.isEmpty { found.reactions = try reactions(to: message.id) }
    if message.hasEarlierTexts { found.edits = try edits(of: message.id) }
    return found
  }

  /// The keys of an album's messages, with numbers sorted by value rather than by digits.
  private func albumParts(of message: Message.ID) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT source FROM album_part WHERE message = ? ORDER BY length(source), source LIMIT 1000"),
      arguments: [message])
  }

  private func reactions(to message: Message.ID) throws -> [ImportedMessage.ImportedReaction] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT r.key, r.count, r.reacted_at, p.key AS person, p.name
          FROM reaction r LEFT JOIN participant p ON p.id = r.participant
          WHERE r.message = ? ORDER BY r.key, r.reacted_at, p.key
          LIMIT \(ImportedMessage.maximumReactions + ImportedMessage.maximumReactors)
          """), arguments: [message])
    var found: [ImportedMessage.ImportedReaction] = []
    while let row = try rows.next() {
      guard let key: String = row.value("key") else { continue }
      if found.last?.key != key { found.append(.init(key: key, count: 0)) }
      let last = found.count - 1
      found[last].count += min(max(row.value("count") ?? 1, 1), 1_000_000_000)
      guard let person: String = row.value("person") else { continue }
      found[last].people.append(
        .init(
          sender: .init(key: person, name: row.value("name") ?? person), reactedAt: row.value("reacted_at")))
    }
    return found
  }

  private func edits(of message: Message.ID) throws -> [Edit] {
    try Edit.fetchAll(db, of: message, limit: ImportedMessage.maximumEdits)
  }
}
