import AppBase
import ChatStore
import Chats
import Foundation
import ScrollCore
import Translation

/// A place in a chat that the reader goes to or has left, and the reason. ``ChatTab/open(_:anew:)`` goes to it.
package struct ChatDestination: Hashable, Sendable {
  /// The chat. Nil before ``resolved(in:conversations:shown:)`` for a place whose chat is unknown.
  var chat: Conversation.ID?
  var target: Target
  var reason = Reason.other
  var focus = Focus.usual

  enum Target: Hashable, Sendable {
    /// The place at which the reader left the chat, or else its end.
    case lastPlace
    case end
    case message(Message.ID, at: RowPlace, isHighlighted: Bool)
    case row(Row)
    /// The first message at or after a time in milliseconds since 1970 UTC, or the newest one if all are older.
    /// `words`: the text from which the time was read.
    case time(Int64, words: String)
  }

  /// The place of a message's row.
  struct Row: Codable, Hashable, Sendable {
    var message: Message.ID
    /// The message's order key. With it, the nearest message is found if this one is gone. Nil if the message is known to exist.
    var order: Int64?
    /// Points between the view's top edge and the row's; negative for a row that begins above the list.
    var top: Double
    var cursor: MessageCursor? { order.map { MessageCursor(orderKey: $0, id: message) } }
  }

  /// The reason for going to a place. Determines what happens with the previous place.
  enum Reason: Hashable, Sendable {
    /// The first hit of a search.
    case search
    /// A further hit of the same search. Back leads to the place before the search.
    case hit
    /// A message: by a quote, a date.
    case message
    /// The end, the unread line, another chat.
    case other
    /// A return: the place that the reader leaves is not kept.
    case restoring
  }

  /// The focus at the place.
  enum Focus: Hashable, Sendable {
    /// In a newly shown chat, the composer. In a chat that was already shown, the focus stays, but a focus on a message
    /// moves along.
    case usual
    /// The message, or otherwise the last one in view.
    case messages
  }

  package static func lastPlace(in chat: Conversation.ID) -> Self { Self(chat: chat, target: .lastPlace) }

  static func end(of chat: Conversation.ID? = nil, focus: Focus = .usual) -> Self {
    Self(chat: chat, target: .end, focus: focus)
  }

  /// A message, which is highlighted.
  package static func message(_ id: Message.ID, in chat: Conversation.ID? = nil) -> Self {
    message(id, in: chat, at: .center)
  }

  static func message(
    _ id: Message.ID, in chat: Conversation.ID? = nil, at place: RowPlace, reason: Reason = .message,
    focus: Focus = .usual
  ) -> Self {
    Self(
      chat: chat, target: .message(id, at: place, isHighlighted: true), reason: reason,
      focus: focus)
  }

  /// A former place of the reader.
  static func row(_ row: Row, in chat: Conversation.ID) -> Self { Self(chat: chat, target: .row(row)) }

  /// The message below the unread line.
  static func unreadLine(_ id: Message.ID) -> Self {
    Self(target: .message(id, at: .fraction(unreadPlace), isHighlighted: false))
  }

  /// The place of the unread line as a fraction of the list's height, below the last read messages.
  static let unreadPlace = 0.3

  /// The same place as a return, with the focus on its message.
  var returning: Self {
    var copy = self
    (copy.reason, copy.focus) = (.restoring, .messages)
    return copy
  }

  /// Whether it is the same place, up to a few points.
  func isNear(_ other: Self) -> Bool {
    guard chat == other.chat else { return false }
    return if case (.row(let a), .row(let b)) = (target, other.target) {
      a.message == b.message
    } else {
      target == other.target
    }
  }

  /// The message at this place, if the place is given by a message or a time.
  ///
  /// A time belongs to the conversation `shown` or to the most recent one. Throws ``CommandFailure`` if there is no
  /// such message, ``ArchiveError`` if the archive cannot be read.
  package func resolved(
    in archive: Archive, conversations: [Conversation], shown: Conversation.ID? = nil
  ) async throws -> Self {
    let message: Message
    switch target {
    case .lastPlace, .end, .row: return self
    case .message(let id, _, _):
      guard let found = try await archive.message(id) else {
        throw CommandFailure(
          tr("There is no message {number} in {path}.", ["number": "\(id)", "path": archive.path]))
      }
      message = found
    case .time(let time, let words):
      guard let conversation = chat ?? shown ?? conversations.first?.id,
        let found = try await Self.message(at: time, in: conversation, of: archive)
      else {
        throw CommandFailure(
          tr(
            "There is no message at {time} in {path}: the archive is empty.",
            ["time": words, "path": archive.path]))
      }
      message = found
    }
    var resolved = Self.message(message.id, in: message.conversation)
    (resolved.reason, resolved.focus) = (reason, focus)
    return resolved
  }

  private static func message(at time: Int64, in chat: Conversation.ID, of archive: Archive) async throws
    -> Message?
  {
    if let message = try await archive.firstMessage(in: chat, atOrAfter: time) { return message }
    return try await archive.newest(in: chat, limit: 1).first
  }
}

extension ChatDestination: CustomStringConvertible {
  /// Reads "4711", "2024-03-14" or "2024-03-14T18:42", also with seconds, or with a blank in place of the T. Times are in
  /// `timeZone`. Returns nil for any other text.
  package init?(_ words: String, timeZone: TimeZone = .current) {
    if let id = Message.ID(words) {
      self = .message(id)
      return
    }
    guard let date = Self.date(words, timeZone) else { return nil }
    target = .time(Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)), words: words)
    reason = .message
  }

  /// The text that gives this place when it is read, for a message or a time.
  package var description: String {
    switch target {
    case .message(let id, _, _): "\(id)"
    case .row(let row): "\(row.message)"
    case .time(_, let words): words
    case .end: "end"
    case .lastPlace: "last-place"
    }
  }

  private static func date(_ words: String, _ timeZone: TimeZone) -> Date? {
    let pattern = /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/
    guard let match = words.wholeMatch(of: pattern)?.output else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = DateComponents(
      year: Int(match.1), month: Int(match.2), day: Int(match.3), hour: match.4.flatMap { Int($0) } ?? 0,
      minute: match.5.flatMap { Int($0) } ?? 0, second: match.6.flatMap { Int($0) } ?? 0)
    // `Calendar` reads 31 February as 3 March, so check the date. On the day when clocks go forward, midnight may not
    // exist; the day then begins later.
    guard parts.isValidDate(in: calendar) || isMissingHour(parts, calendar), (parts.hour ?? 0) < 24 else {
      return nil
    }
    return calendar.date(from: parts)
  }

  private static func isMissingHour(_ parts: DateComponents, _ calendar: Calendar) -> Bool {
    var day = parts
    (day.hour, day.minute, day.second) = (12, 0, 0)
    return day.isValidDate(in: calendar) && (parts.hour ?? 0) < 24 && (parts.minute ?? 0) < 60
      && (parts.second ?? 0) < 60
  }
}
