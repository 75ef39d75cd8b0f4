import AppBase
import ChatStore
import Chats
import Foundation
import Translation

/// A message or a time to go to, as a command line names it. Its chat is not known yet.
package enum PlaceRequest: Hashable, Sendable {
  /// `sentAt`: the time of the message that is meant, in milliseconds since 1970 UTC. The number of a message that is
  /// forgotten may become another's.
  case message(Message.ID, sentAt: Int64? = nil)
  /// The first message at or after a time in milliseconds since 1970 UTC, or the newest one if all are older.
  /// `words`: the text from which the time was read.
  case time(Int64, words: String)

  /// The message at this place.
  ///
  /// A time belongs to the conversation `shown` or to the most recent one. Throws ``CommandFailure`` if there is no
  /// such message, ``ArchiveError`` if the archive cannot be read.
  package func resolved(
    in archive: Archive, conversations: [Conversation], shown: Conversation.ID? = nil
  ) async throws -> ChatDestination {
    let message: Message
    switch self {
    case .message(let id, let sentAt):
      guard let found = try await archive.message(id), sentAt == nil || sentAt == found.sentAt else {
        throw CommandFailure(
          sentAt == nil
            ? tr("There is no message {number} in {path}.", ["number": "\(id)", "path": archive.path])
            : tr("The message of this link is no longer in {path}.", ["path": archive.path]))
      }
      message = found
    case .time(let time, let words):
      guard let conversation = shown ?? conversations.first?.id,
        let found = try await Self.message(at: time, in: conversation, of: archive)
      else {
        throw CommandFailure(
          tr(
            "There is no message at {time} in {path}: the archive is empty.",
            ["time": words, "path": archive.path]))
      }
      message = found
    }
    return .message(message.id, in: message.conversation)
  }

  private static func message(at time: Int64, in chat: Conversation.ID, of archive: Archive) async throws
    -> Message?
  {
    if let message = try await archive.firstMessage(in: chat, atOrAfter: time) { return message }
    return try await archive.newest(in: chat, limit: 1).first
  }
}

extension PlaceRequest: CustomStringConvertible {
  /// Reads "4711", "4711@1709280000000", "2024-03-14" or "2024-03-14T18:42", also with seconds, or with a blank in place
  /// of the T. Times are in `timeZone`. Returns nil for any other text.
  package init?(_ words: String, timeZone: TimeZone = .current) {
    let numbers = words.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if let id = Message.ID(numbers[0]) {
      let sentAt = numbers.count > 1 ? Int64(numbers[1]) : nil
      guard numbers.count == 1 || sentAt != nil else { return nil }
      self = .message(id, sentAt: sentAt)
      return
    }
    guard let date = Self.date(words, timeZone) else { return nil }
    self = .time(Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)), words: words)
  }

  /// The text that gives this place when it is read.
  package var description: String {
    switch self {
    case .message(let id, let sentAt): sentAt.map { "\(id)@\($0)" } ?? "\(id)"
    case .time(_, let words): words
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
