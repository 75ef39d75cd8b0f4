import AppBase
import ChatStore
import Chats
import Foundation
import Translation

/// A place in an archive, given by the id of a message or by a time.
package enum StartPlace: Hashable, Sendable, CustomStringConvertible {
  case message(Message.ID)
  /// Milliseconds since 1970 UTC, and the text that it was read from.
  case time(Int64, words: String)

  /// Reads "4711", "2024-03-14" or "2024-03-14T18:42", also with seconds, or with a blank in place of the T. Times are in
  /// `timeZone`. Returns nil for any other text.
  package init?(_ words: String, timeZone: TimeZone = .current) {
    if let id = Message.ID(words) {
      self = .message(id)
      return
    }
    guard let date = Self.date(words, timeZone) else { return nil }
    self = .time(Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)), words: words)
  }

  /// The text that it was read from.
  package var description: String {
    switch self {
    case .message(let id): "\(id)"
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
    // `Calendar` reads 31 February as 3 March, so check the date. On the day that clocks go forward, midnight may not
    // exist; then the day begins later.
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

  /// The message at this place. For a time, the first message at or after it, or the newest one if all are older, in the
  /// conversation `shown` or in the most recent one.
  ///
  /// Throws ``CommandFailure`` if there is none, ``ArchiveError`` if the archive cannot be read.
  package func message(
    in archive: Archive, conversations: [Conversation], shown: Conversation.ID? = nil
  ) async throws -> Message {
    switch self {
    case .message(let id):
      guard let message = try await archive.message(id) else {
        throw CommandFailure(
          tr("There is no message {number} in {path}.", ["number": "\(id)", "path": archive.path]))
      }
      return message
    case .time(let time, let words):
      if let conversation = shown ?? conversations.first?.id {
        if let message = try await archive.firstMessage(in: conversation, atOrAfter: time) { return message }
        if let newest = try await archive.newest(in: conversation, limit: 1).first { return newest }
      }
      throw CommandFailure(
        tr(
          "There is no message at {time} in {path}: the archive is empty.",
          ["time": words, "path": archive.path]))
    }
  }
}
