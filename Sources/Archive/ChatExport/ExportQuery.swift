import ChatStore
import Chats
import Foundation
import GRDB

/// A message with all that its archive has of it.
package struct ExportedMessage: Sendable {
  /// The message as it is shown.
  var message: Message
  /// The conversation that it comes from, which is merged into the chat or the chat itself.
  var origin: Conversation.ID
  /// Its key in that conversation.
  var source: String
  /// The sender as the source tells; `message.sender` is the person.
  var sender: ImportedMessage.Sender?
  /// The key of the message that it replies to, which the archive may not have.
  var replyTo: String?
  /// The position of the message that it replies to.
  var quoted: MessageCursor?
  /// The key of its album, and the keys of the album's messages after the first, in order.
  var album: String?
  var albumParts: [String] = []
  var reactions: [ImportedMessage.ImportedReaction] = []
  var edits: [Edit] = []
  var topic: ImportedMessage.TopicKey?
}

/// What an export needs to know before its first message.
struct ExportSurvey: Sendable {
  /// Messages of the span.
  var count = 0
  /// The earliest and the latest time of a message.
  var times: ClosedRange<Int64>?
  /// The months with messages, the earliest first.
  var months: [MessageCount] = []
}

/// The chat of an export.
package struct ExportedChat: Sendable {
  /// A conversation of which the chat consists.
  struct Origin: Sendable {
    var id: Conversation.ID
    var key: String
    var title: String
    var timeZone: String?
    /// The owner, where the source or a person has told.
    var owner: ImportedMessage.Sender?
  }

  /// The title that is shown.
  var title: String
  /// Whether two people write in it, or one.
  var isDirect: Bool
  /// The chat itself, and the conversations that are merged into it.
  var origins: [Origin]
}

/// Reads a chat for an export, page by page.
struct ExportQuery: Sendable {
  let archive: Archive
  let chat: Conversation.ID
  let span: ExportSpan
  /// Whether keys, topics and the times of reactions are read, too, which only an importer needs.
  let isWhole: Bool
  /// Whether the reader's notes are among the messages. They are not in what is made for other people.
  let hasNotes: Bool

  /// Messages of the first page, and of a page at most. A page of long texts makes the next one smaller.
  private static let pageSizes = 16...512
  /// Bytes of text that a page should not exceed.
  private static let pageBytes = 4 << 20

  /// The chat; nil if the archive does not have it.
  func head() async throws(ArchiveError) -> ExportedChat? {
    try await archive.reading { [chat] db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT c.id, c.key, c.title, c.custom_title, c.time_zone, c.participant_count,
            p.key, p.name, c.owner_is_known
          FROM conversation c LEFT JOIN participant p ON p.id = c.owner
          WHERE c.id = ?1 OR c.merged_into = ?1 ORDER BY c.merged_into IS NOT NULL, c.id
          """, arguments: [chat])
      guard let first = rows.first, first.value(0) == chat else { return nil }
      let origins = try rows.map { row in
        let isKnown: Bool = row.value(8) ?? false
        let owner: ImportedMessage.Sender? =
          if isKnown, let key: String = row.value(6) { .init(key: key, name: row.value(7) ?? key) } else {
            nil
          }
        let id: Conversation.ID = try row.required(0)
        return ExportedChat.Origin(
          id: id, key: row.value(1) ?? "backscroll:\(id)", title: row.value(2) ?? "", timeZone: row.value(4),
          owner: owner)
      }
      let people: Int = first.value(5) ?? 0
      return ExportedChat(
        title: first.value(3) ?? first.value(2) ?? "", isDirect: people <= 2, origins: origins)
    }
  }

  /// Counts the messages of the span.
  ///
  /// - Complexity: O(n), without the texts.
  func survey(_ timeZone: TimeZone, isCancelled: @escaping @Sendable () -> Bool) async throws(ArchiveError)
    -> ExportSurvey
  {
    try await archive.reading { [chat, span, hasNotes] db in
      let origins = ConversationOrigins(db: db)
      var survey = ExportSurvey()
      var counts: [Range<Int64>: Int] = [:]
      var month: Range<Int64> = 0..<0
      var monthCount = 0
      let calendar = DayCalendar(timeZone: timeZone)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT sent_at, order_key, kind, import IS NULL AND source GLOB '\(ImportedMessage.sentPrefix)*', conversation
          FROM message WHERE chat = ?1 AND order_key >= ?2 AND order_key < ?3
          ORDER BY order_key, id
          """, arguments: [chat, span.first.orderKey, span.last.orderKey])
      while let row = try rows.next() {
        if !hasNotes {
          let kind = row.value(2).flatMap(Message.Kind.init(rawValue:)) ?? .normal
          let isWrittenHere: Bool = row.value(3) ?? false
          guard try origins.shownKind(kind, isWrittenHere: isWrittenHere, of: row.value(4) ?? 0) != .note
          else { continue }
        }
        survey.count += 1
        if survey.count % 1024 == 0, isCancelled() { throw CancellationError() }
        let time: Int64 = row.value(0) ?? OrderKey.time(of: row.value(1) ?? 0)
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

  /// Passes each message of the span in order.
  ///
  /// - Complexity: O(n); memory for a page.
  func eachMessage(
    _ body: (ExportedMessage) throws(ExportError) -> Void
  ) async throws(ExportError) {
    var cursor = span.first
    var limit = Self.pageSizes.lowerBound
    while true {
      let page: [ExportedMessage]
      do { page = try await self.page(after: cursor, limit: limit) } catch {
        throw ExportError(reading: error)
      }
      for message in page {
        guard message.message.cursor < span.last else { return }
        if hasNotes || message.message.kind != .note { try body(message) }
      }
      guard let last = page.last, page.count == limit else { return }
      cursor = last.message.cursor
      let bytes = page.reduce(0) { $0 + $1.message.text.utf8.count }
      limit = bytes > Self.pageBytes ? max(1, limit / 8) : min(limit * 2, Self.pageSizes.upperBound)
    }
  }

  private func page(
    after cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [ExportedMessage] {
    try await archive.reading { [chat, isWhole] db in
      let parts = ExportParts(db)
      return try MessageQuery.after(cursor, in: chat, limit: limit).fetch(db).map {
        isWhole ? try parts.complete($0) : try parts.shown($0)
      }
    }
  }
}

/// Reads what an export has more than a window.
private struct ExportParts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// A message with what a page shows of it.
  func shown(_ message: Message) throws -> ExportedMessage {
    var found = ExportedMessage(message: message, origin: message.conversation, source: "")
    if let reply = message.reply {
      let key = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT order_key FROM message WHERE id = ? AND chat = ?"),
        arguments: [reply.id, message.conversation])
      found.quoted = key.map { MessageCursor(orderKey: $0, id: reply.id) }
    }
    if message.hasEarlierTexts { found.edits = try edits(of: message.id) }
    return found
  }

  /// A message with all there is of it.
  func complete(_ message: Message) throws -> ExportedMessage {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT m.conversation, m.source, m.reply_source, m.album, p.key, p.name, t.source, t.title
          FROM message m LEFT JOIN participant p ON p.id = m.sender LEFT JOIN topic t ON t.id = m.topic
          WHERE m.id = ?
          """), arguments: [message.id])
    // A damaged row still has a key of its own.
    var found = ExportedMessage(
      message: message, origin: row?.value(0) ?? message.conversation,
      source: row?.value(1) ?? "damaged:\(message.id)")
    guard let row else { return found }
    if let key: String = row.value(4) { found.sender = .init(key: key, name: row.value(5) ?? key) }
    found.replyTo = row.value(2)
    found.album = row.value(3)
    if let source: String = row.value(6) { found.topic = .init(source: source, title: row.value(7) ?? "") }
    if found.album != nil { found.albumParts = try albumParts(of: message.id) }
    if !message.reactions.isEmpty { found.reactions = try reactions(to: message.id) }
    if message.hasEarlierTexts { found.edits = try edits(of: message.id) }
    return found
  }

  /// Numbers in their order, and not in that of their digits.
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
          SELECT r.key, r.count, r.reacted_at, p.key, p.name
          FROM reaction r LEFT JOIN participant p ON p.id = r.participant
          WHERE r.message = ? ORDER BY r.key, r.reacted_at, r.participant
          LIMIT \(ImportedMessage.maximumReactions * ImportedMessage.maximumReactions)
          """), arguments: [message])
    var found: [ImportedMessage.ImportedReaction] = []
    while let row = try rows.next() {
      guard let key: String = row.value(0) else { continue }
      if found.last?.key != key { found.append(.init(key: key, count: 0)) }
      let last = found.count - 1
      found[last].count += min(max(row.value(1) ?? 1, 1), 1_000_000_000)
      guard let person: String = row.value(3) else { continue }
      found[last].people.append(
        .init(sender: .init(key: person, name: row.value(4) ?? person), reactedAt: row.value(2)))
    }
    return found
  }

  private func edits(of message: Message.ID) throws -> [Edit] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT replaced_at, text FROM edit WHERE message = ? ORDER BY replaced_at
          LIMIT \(ImportedMessage.maximumAttachments)
          """), arguments: [message])
    return try Array(rows.map { Edit(replacedAt: $0.value(0) ?? 0, text: $0.value(1) ?? "") })
  }
}
