import Chats
import Foundation
import GRDB

/// What statistics need of a message that a person wrote.
package struct CountedMessage {
  package let id: Message.ID
  package let chat: Conversation.ID
  /// Milliseconds since 1970 UTC.
  package let sentAt: Int64
  /// The participant who represents the sender; nil if the sender is unknown.
  package let sender: Participant.ID?
  package let text: String
  /// The links and the code in the text, as ranges of bytes.
  package let marked: [Range<Int>]
  package let isForwarded: Bool
}

/// A place in the order of chats and times.
package struct CountedPlace: Sendable {
  let chat: Conversation.ID
  let cursor: MessageCursor
}

/// The messages that statistics count.
package struct CountedScope: Sendable, Hashable {
  /// A chat, or a topic or thread; see ``Topic/part(_:)``. Nil for all chats.
  package var chat: Conversation.ID?
  /// Milliseconds since 1970 UTC; nil for all times.
  package var span: Range<Int64>?

  package init(chat: Conversation.ID? = nil, span: Range<Int64>? = nil) {
    (self.chat, self.span) = (chat, span)
  }
}

extension Archive {
  /// A page of the messages of people in a scope, in the order of chats and times. Notes, events, deleted messages and
  /// gaps are left out.
  ///
  /// - Parameter place: The place after which the page begins; nil for the beginning.
  /// - Returns: The messages, and the place after which the next page begins; nil if there is none.
  /// - Complexity: O(log n + limit).
  package func countedMessages(
    _ scope: CountedScope, after place: CountedPlace?, limit: Int
  ) async throws(ArchiveError) -> (messages: [CountedMessage], next: CountedPlace?) {
    try await reading { db in
      var conditions = [Self.isWritten]
      var arguments: StatementArguments = []
      let first = MessageCursor(
        orderKey: scope.span.map { OrderKey.make(sentAt: $0.lowerBound) } ?? .min, id: .min)
      if let chat = scope.chat {
        let from = place?.cursor ?? first
        let scope = MessageScope(chat)
        conditions.append("m.\(scope.column) = ? AND (m.order_key, m.id) > (?, ?)")
        arguments += [scope.value, from.orderKey, from.id]
      } else if let place {
        conditions.append("(m.chat, m.order_key, m.id) > (?, ?, ?)")
        arguments += [place.chat, place.cursor.orderKey, place.cursor.id]
      }
      if let span = scope.span {
        conditions.append("m.order_key >= ? AND m.order_key < ?")
        arguments += [OrderKey.make(sentAt: span.lowerBound), OrderKey.make(sentAt: span.upperBound)]
      }
      let statement = try db.cachedStatement(
        sql: """
          SELECT m.id, m.chat, m.order_key AS orderKey, m.sent_at AS sentAt, coalesce(p.person, m.sender) AS sender,
            m.text, m.entities, m.details
          FROM message m LEFT JOIN participant p ON p.id = m.sender
          WHERE \(conditions.joined(separator: " AND "))
          ORDER BY \(scope.chat == nil ? "m.chat, " : "")m.order_key, m.id LIMIT \(limit)
          """)
      let columns = ColumnIndexes<CountedColumn>(of: statement)
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      var (found, last): ([CountedMessage], CountedPlace?) = ([], nil)
      while let row = try rows.next() {
        let id: Message.ID = try row.required(columns[.id])
        let chat: Conversation.ID = row.value(columns[.chat]) ?? 0
        let orderKey: Int64 = row.value(columns[.orderKey]) ?? 0
        found.append(
          CountedMessage(
            id: id, chat: chat, sentAt: row.value(columns[.sentAt]) ?? OrderKey.time(of: orderKey),
            sender: row.value(columns[.sender]), text: row.value(columns[.text]) ?? "",
            marked: Self.marked(row.value(columns[.entities])),
            isForwarded: Self.isForwarded(row.value(columns[.details]))))
        last = CountedPlace(chat: chat, cursor: MessageCursor(orderKey: orderKey, id: id))
      }
      return (found, found.count < limit ? nil : last)
    }
  }

  /// SQL for whether a person wrote `message m`.
  private static let isWritten =
    "m.kind IN (\(Message.Kind.normal.rawValue), \(Message.Kind.action.rawValue))"

  private enum CountedColumn: Int, CaseIterable, CodingKey {
    case id, chat, orderKey, sentAt, sender, text, entities, details
  }

  private static func isForwarded(_ details: String?) -> Bool {
    details.map { DetailsCoding.decode($0).forward != nil } ?? false
  }

  private static func marked(_ entities: Data?) -> [Range<Int>] {
    guard let entities else { return [] }
    return EntityCoding.decode(entities).compactMap { entity in
      let isLeftOut = entity.kind == .code || entity.kind == .pre || entity.kind.isLink
      let (end, isTooLarge) = entity.start.addingReportingOverflow(entity.length)
      return isLeftOut && !isTooLarge && entity.length > 0 ? entity.start..<end : nil
    }
  }

  // MARK: What belongs to messages

  /// Files of people in a scope, as (person, shelf, count).
  package func countedFiles(
    _ scope: CountedScope
  ) async throws(ArchiveError) -> [(sender: Participant.ID?, shelf: MediaShelf, count: Int)] {
    try await reading { db in
      let (condition, arguments) = Self.condition(scope, of: "a")
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT coalesce(p.person, m.sender) AS sender, a.shelf, count(*) AS count
          FROM attachment a JOIN message m ON m.id = a.message LEFT JOIN participant p ON p.id = m.sender
          WHERE a.shelf IS NOT NULL AND \(condition) GROUP BY 1, 2
          """, arguments: arguments)
      return rows.compactMap { row in
        row.value("shelf").flatMap(MediaShelf.init(rawValue:)).map {
          (row.value("sender"), $0, row.value("count") ?? 0)
        }
      }
    }
  }

  /// The words of the voice messages in a scope, apart from forwarded ones.
  package func transcripts(
    _ scope: CountedScope
  ) async throws(ArchiveError) -> [(sender: Participant.ID?, words: String)] {
    try await reading { db in
      let (condition, arguments) = Self.condition(scope, of: "a")
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT coalesce(p.person, m.sender) AS sender, a.transcript, m.details
          FROM attachment a JOIN message m ON m.id = a.message LEFT JOIN participant p ON p.id = m.sender
          WHERE a.transcript IS NOT NULL AND \(condition)
          """, arguments: arguments)
      return rows.filter { !Self.isForwarded($0.value("details")) }
        .map { ($0.value("sender"), $0.value("transcript") ?? "") }
    }
  }

  /// The reactions to messages of a scope with their numbers, the most frequent first.
  package func countedReactions(
    _ scope: CountedScope, limit: Int
  ) async throws(ArchiveError) -> [(key: String, count: Int)] {
    try await reading { db in
      let (condition, arguments) = Self.condition(scope, of: "m")
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT r.key, CAST(min(total(r.count), 1e15) AS INTEGER) AS count FROM reaction r JOIN message m ON m.id = r.message
          WHERE \(condition) GROUP BY r.key ORDER BY count DESC, r.key LIMIT \(limit)
          """, arguments: arguments)
      return rows.map { ($0.value("key") ?? "", $0.value("count") ?? 0) }
    }
  }

  /// The people with these numbers.
  package func countedPeople(
    _ ids: [Participant.ID]
  ) async throws(ArchiveError) -> [Participant.ID: Participant] {
    try await reading { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, name, color_seed AS color FROM participant WHERE id IN (SELECT value FROM json_each(?))
          """, arguments: ["\(ids)"])
      return Dictionary(
        rows.compactMap { row in
          row.value("id").map { (id: Int64) in
            (
              id,
              Participant(
                id: id, name: row.value("name") ?? "", colorSeed: UInt64(bitPattern: row.value("color") ?? 0))
            )
          }
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  private static func condition(
    _ scope: CountedScope, of table: String
  ) -> (sql: String, arguments: StatementArguments) {
    var (conditions, arguments): ([String], StatementArguments) = ([isWritten], [])
    // Attachments have no column of the topic.
    let table = scope.chat.flatMap(Topic.id(ofPart:)) == nil ? table : "m"
    if let chat = scope.chat {
      let scope = MessageScope(chat)
      conditions.append("\(table).\(scope.column) = ?")
      arguments += [scope.value]
    }
    if let span = scope.span {
      conditions.append("\(table).order_key >= ? AND \(table).order_key < ?")
      arguments += [OrderKey.make(sentAt: span.lowerBound), OrderKey.make(sentAt: span.upperBound)]
    }
    return (conditions.joined(separator: " AND "), arguments)
  }
}
