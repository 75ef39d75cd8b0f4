import Chats
import Foundation
import GRDB

/// A message and its time, for going to it.
public struct MessageMoment: Sendable, Hashable {
  /// The number of the message.
  public var id: Message.ID
  /// When it was sent, in milliseconds since 1970 UTC.
  public var sentAt: Int64
}

/// A span of time, and the number of a conversation's messages in it.
public struct MessageCount: Sendable, Hashable {
  /// Milliseconds since 1970 UTC.
  public var span: Range<Int64>
  /// The number of messages, apart from notes.
  public var count: Int
  /// The number of notes.
  public var notes: Int

  /// A span and its numbers.
  public init(span: Range<Int64>, count: Int, notes: Int = 0) {
    (self.span, self.count, self.notes) = (span, count, notes)
  }

  /// Whether there is no message and no note.
  public var isEmpty: Bool { count + notes == 0 }
}

/// Finds messages by their time.
///
/// The messages of a span are counted by the ordinals of its ends, without reading them: a month of a hundred messages
/// costs as much as one of a hundred thousand.
extension Archive {
  /// The earliest and the newest message of a conversation. They are notes only if it has nothing else; nil if it is empty.
  ///
  /// - Complexity: O(log n + w) for w notes.
  public func ends(
    of conversation: Conversation.ID
  ) async throws(ArchiveError) -> (first: MessageMoment, last: MessageMoment)? {
    try await reading { db in
      let dates = MessageDates(chat: conversation, db: db)
      let notes = Set(try ConversationOrigins(db: db).notes(of: conversation).map(\.id))
      guard let first = try dates.end(.earliest, without: notes),
        let last = try dates.end(.newest, without: notes)
      else { return nil }
      return (first.moment, last.moment)
    }
  }

  /// The numbers of messages that were sent in spans of time.
  ///
  /// - Complexity: O(s log n) for s spans, and up to 255 steps of an index for each of their ends.
  public func messageCounts(
    in conversation: Conversation.ID, of spans: [Range<Int64>]
  ) async throws(ArchiveError) -> [MessageCount] {
    try await reading { db in try MessageDates(chat: conversation, db: db).counts(of: spans) }
  }

  /// The years in which a conversation has messages, the earliest first, with their numbers of messages.
  ///
  /// - Complexity: That of ``messageCounts(in:of:)`` for as many spans as there are years with messages.
  public func yearsWithMessages(
    in conversation: Conversation.ID, _ calendar: DayCalendar
  ) async throws(ArchiveError) -> [MessageCount] {
    try await reading { db in try MessageDates(chat: conversation, db: db).years(calendar) }
  }

  /// The message whose time is nearest to an instant, the later of two equally near ones; nil if there is none.
  ///
  /// - Complexity: O(log n).
  public func nearestMessage(
    in conversation: Conversation.ID, to instant: Int64
  ) async throws(ArchiveError) -> MessageMoment? {
    try await reading { db in
      let dates = MessageDates(chat: conversation, db: db)
      let (after, before) = (try dates.first(from: instant), try dates.last(before: instant))
      guard let after, let before else { return (after ?? before)?.moment }
      // An instant far beyond all messages has the key of the furthest time.
      let (early, late) = (
        instant.subtractingReportingOverflow(before.time), after.time.subtractingReportingOverflow(instant)
      )
      guard !early.overflow, !late.overflow else { return early.overflow ? after.moment : before.moment }
      return early.partialValue < late.partialValue ? before.moment : after.moment
    }
  }

  /// The earliest message that was sent at or after an instant, or the newest one if all are older; nil if there is none.
  ///
  /// - Complexity: O(log n).
  public func firstMoment(
    in conversation: Conversation.ID, from instant: Int64
  ) async throws(ArchiveError) -> MessageMoment? {
    try await reading { db in
      let dates = MessageDates(chat: conversation, db: db)
      return try (dates.first(from: instant) ?? dates.last(before: nil))?.moment
    }
  }

  /// The newest message that was sent before an instant; nil if there is none.
  ///
  /// - Complexity: O(log n).
  public func lastMoment(
    in conversation: Conversation.ID, before instant: Int64
  ) async throws(ArchiveError) -> MessageMoment? {
    try await reading { db in try MessageDates(chat: conversation, db: db).last(before: instant)?.moment }
  }
}

/// The statements behind the methods above. Messages are found by their order keys, which contain their times.
struct MessageDates {
  let chat: Conversation.ID
  let db: Database

  private var scope: MessageScope { MessageScope(chat) }

  /// The largest number of years. More are damage.
  private static let yearLimit = 400

  /// A message, and the time by which it is ordered, which can differ from the shown one.
  struct Found {
    let moment: MessageMoment
    let time: Int64
  }

  /// The smallest order key of messages that are not before an instant.
  private static func key(_ instant: Int64) -> Int64 {
    // All later instants have the furthest key, and nothing follows it.
    instant > OrderKey.furthest ? .max : OrderKey.make(sentAt: instant)
  }

  func first(from instant: Int64) throws -> Found? {
    try find("order_key >= ? ORDER BY order_key, id", Self.key(instant))
  }

  /// The newest message before an instant, or the newest of all without one.
  func last(before instant: Int64?) throws -> Found? {
    try find(
      "order_key < ? ORDER BY order_key DESC, id DESC", instant.map(Self.key) ?? .max)
  }

  enum End { case earliest, newest }

  /// The first or last message of the chat that is not a note; if there are only notes, the first or last note.
  func end(_ end: End, without notes: Set<Message.ID>) throws -> Found? {
    let order = end == .earliest ? "ORDER BY order_key, id" : "ORDER BY order_key DESC, id DESC"
    let statement = try db.cachedStatement(
      sql: "SELECT id, sent_at, order_key FROM message WHERE \(scope.column) = ? \(order)")
    let rows = try Row.fetchCursor(statement, arguments: [scope.value])
    var note: Found?
    while let row = try rows.next() {
      guard let found = Self.found(row) else { continue }
      if !notes.contains(found.moment.id) { return found }
      note = note ?? found
    }
    return note
  }

  private func find(_ condition: String, _ key: Int64) throws -> Found? {
    let statement = try db.cachedStatement(
      sql: "SELECT id, sent_at, order_key FROM message WHERE \(scope.column) = ? AND \(condition) LIMIT 1")
    return try Row.fetchOne(statement, arguments: [scope.value, key]).flatMap(Self.found)
  }

  private static func found(_ row: Row) -> Found? {
    // A damaged key has no order.
    guard let id: Int64 = row.value("id"), let orderKey: Int64 = row.value("order_key") else { return nil }
    let time = OrderKey.time(of: orderKey)
    return Found(moment: MessageMoment(id: id, sentAt: row.value("sent_at") ?? time), time: time)
  }

  func counts(of spans: [Range<Int64>]) throws -> [MessageCount] {
    let notes = try ConversationOrigins(db: db).notes(of: chat).map(\.orderKey)
    typealias Edge = (instant: Int64, ordinal: Int, notes: Int)
    // Most spans begin at the end of the previous one.
    var known: Edge?
    func edge(_ instant: Int64) throws -> Edge {
      if let known, known.instant == instant { return known }
      let key = Self.key(instant)
      let ordinal = try OrdinalIndex(chat: chat, db: db).ordinal(of: MessageCursor(orderKey: key, id: .min))
      let found = (instant, ordinal, notes.prefix { $0 < key }.count)
      known = found
      return found
    }
    return try spans.map { span in
      let start = try edge(span.lowerBound)
      let end = try edge(span.upperBound)
      let notes = end.notes - start.notes
      return MessageCount(span: span, count: end.ordinal - start.ordinal - notes, notes: notes)
    }
  }

  func years(_ calendar: DayCalendar) throws -> [MessageCount] {
    var years: [Range<Int64>] = []
    var next = Int64.min
    while years.count < Self.yearLimit, let found = try first(from: next) {
      let year = calendar.span(.year, containing: found.time)
      years.append(year)
      guard year.upperBound > next else { break }
      next = year.upperBound
    }
    return try counts(of: years)
  }
}
