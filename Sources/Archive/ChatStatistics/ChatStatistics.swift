import Chats
import Foundation

/// The numbers of a chat, or of all chats of an archive, in a span of time.
///
/// Messages are those that people wrote: no notes, events, deleted messages and gaps.
public struct ChatStatistics: Sendable, Hashable, Codable {
  /// A person and what they wrote.
  public struct Person: Sendable, Hashable, Identifiable, Codable {
    /// The number of the participant that stands for the person; 0 for unknown senders.
    public var id: Participant.ID
    public var name: String
    /// The seed of the person's colours.
    public var colorSeed: UInt64
    public var messages = 0
    public var words = 0
    /// Pictures, videos, files and voice messages.
    public var media = 0
    /// Messages by month; see ``ChatStatistics/month(ofDay:)``.
    public var months: [Int: Int] = [:]
    public var replies = ReplyTimes()
  }

  /// A chat and what is in it.
  public struct Chat: Sendable, Hashable, Identifiable, Codable {
    public var id: Conversation.ID
    public var title: String
    public var messages = 0
    /// The number of people who wrote.
    public var people = 0
    /// The time of the last message, in milliseconds since 1970 UTC.
    public var lastSentAt: Int64 = .min
  }

  /// A run of days, the first and the last one as days since 1970-01-01.
  public struct Days: Sendable, Hashable {
    public var first: Int
    public var last: Int
    /// The number of days.
    public var count: Int { last - first + 1 }
  }

  public var messages = 0
  public var words = 0
  public var pictures = 0
  public var videos = 0
  /// Files, music and voice messages.
  public var files = 0
  /// Messages by day, as days since 1970-01-01 in the time zone of the count. Days without messages are not in it.
  public var days: [Int: Int] = [:]
  /// Messages by day of the week, Monday first, and hour.
  public var hours = Array(repeating: Array(repeating: 0, count: 24), count: 7)
  /// Those with most messages first.
  public var people: [Person] = []
  /// Those with most messages first.
  public var chats: [Chat] = []
  /// The most used words, apart from links, numbers, code, single letters, and the words of forwarded messages.
  public var usedWords: [CountedWord] = []
  /// The most used emoji in texts.
  public var emoji: [CountedWord] = []
  /// The most frequent reactions.
  public var reactions: [CountedWord] = []

  /// Statistics of nothing.
  public init() {}

  /// The month of a day, as months since year 0: 12 for each year.
  public static func month(ofDay day: Int) -> Int {
    CivilDate(dayNumber: day).map { $0.year * 12 + $0.month - 1 } ?? 0
  }

  /// Messages by month.
  public var months: [Int: Int] {
    days.reduce(into: [:]) { months, day in months[Self.month(ofDay: day.key), default: 0] += day.value }
  }

  /// The day with most messages, the first of several; nil without messages.
  public var busiestDay: (day: Int, count: Int)? {
    days.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }

  /// The most days in a row with messages, the first of several such runs; nil without messages.
  public var longestStreak: Days? {
    var (best, run): (Days?, Days?) = (nil, nil)
    for day in days.keys.sorted() {
      run = run?.last == day - 1 ? Days(first: run?.first ?? day, last: day) : Days(first: day, last: day)
      if let run, run.count > best?.count ?? 0 { best = run }
    }
    return best
  }

  /// The most days in a row without messages between two with some; nil if there is no such day.
  public var longestPause: Days? {
    let all = days.keys.sorted()
    let pauses = zip(all, all.dropFirst()).lazy.filter { $1 > $0 + 1 }.map {
      Days(first: $0 + 1, last: $1 - 1)
    }
    return pauses.max { ($0.count, $1.first) < ($1.count, $0.first) }
  }
}
