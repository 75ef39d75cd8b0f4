import Chats
import Foundation

/// Assigns an instant to each line of a log.
///
/// A line with a date has that date. A line with only a time has a day counted from the last date; see ``LogDayRule``.
struct IRCLogClock {
  struct Place {
    /// Milliseconds since 1970 UTC.
    let sentAt: Int64
    /// Date and time as in the log, independent of the time zone.
    let wall: String
    /// Days since 1970-01-01.
    let day: Int
    let isGuess: Bool
    /// The number of preceding lines with the same time.
    let ordinal: Int
  }

  private let log: ByteReader
  private let format: ImportFormat
  private var wallClock: WallClock

  /// The last date that the log, or the name of its file, contains.
  private var statedDay: Int
  /// Days from `statedDay` to the last line, as if the first line after the statement was on that day.
  private var nights = 0
  /// Whether the first lines after the statement are on the day before it.
  private var beganEarly = false
  /// The distinction of this file's days 0 from those of other files, if `statedDay` is a guess. Keys then count days
  /// from the first one: a later import may guess another date because the file was modified again.
  private var guess: String?
  /// Seconds since midnight of the last line or statement; nil after a statement without a time.
  private var lastSecond: Int?
  /// The day of the next statement, for logs whose lines have no years; nil before the first one.
  private var limit: Limit?
  /// Whether no line follows the last statement yet. A bouncer plays back older lines first.
  private var isFirstAfterStatement = false

  private enum Limit {
    case day(Int)
    /// No statement follows.
    case unknown
  }

  /// The instant of the last line, in seconds.
  private var lastInstant = Int64.min
  private var ordinals = DailyCounts<Int64>()
  /// The date of the last line as ``wall(_:_:)`` writes it.
  private var writtenDate = WrittenDate(stated: .min, nights: 0, guess: nil, text: "")

  private struct WrittenDate {
    let stated: Int
    let nights: Int
    let guess: String?
    let text: String
  }

  /// Readers of the lines ahead: of the next line, and of the lines up to the next statement.
  private var nextLine: IRCLookahead?
  private var nextDate: IRCLookahead?

  /// - Parameter guess: The part of the conversation that the file contains, if its first day is a guess.
  init(log: ByteReader, format: ImportFormat, timeZone: TimeZone, firstDay: Int, guess: String?) {
    self.log = log
    self.format = format
    wallClock = WallClock(timeZone)
    statedDay = firstDay
    self.guess = guess
  }

  private var day: Int { statedDay + nights - (beganEarly ? 1 : 0) }

  /// Sets the date that a line of the log states.
  mutating func begin(_ date: IRCDate, at line: Int) {
    lastSecond = date.time?.second
    state(date.day)
    guard format.hasDatesWithoutYears else { return }
    let next = lookingAhead(\.nextDate) { $0.date(after: line) }
    limit = next.flatMap { $0 >= date.day ? .day($0) : nil } ?? .unknown
    isFirstAfterStatement = true
  }

  private mutating func state(_ day: Int) {
    statedDay = day
    nights = 0
    beganEarly = false
    guess = nil
  }

  /// The order of dates of numbers, once a line has proven it.
  private var isMonthFirst: Bool?

  /// The place of the next line. A line without a time has the time of the preceding line.
  mutating func place(_ stamp: IRCStamp?, at line: Int) -> Place {
    let second = stamp?.time.second ?? lastSecond ?? 0
    isMonthFirst = stamp?.isMonthFirst ?? isMonthFirst
    if let day = stamp?.day ?? stamp.flatMap(dayOf) {
      state(day)
      isFirstAfterStatement = false
    } else if stamp != nil {
      count(second, at: line)
    }
    if stamp != nil { lastSecond = second }
    let sentAt = sentAt(stamp, second: second)
    return Place(
      sentAt: sentAt, wall: wall(second, stamp), day: day, isGuess: guess != nil,
      ordinal: ordinals.add(sentAt, on: day))
  }

  /// Counts the days to a line with only a time.
  private mutating func count(_ second: Int, at line: Int) {
    if let lastSecond {
      let days = LogDayRule.days(from: lastSecond, to: second) {
        lookingAhead(\.nextLine) { $0.time(after: line) }
      }
      nights += days
    } else if guess == nil, second >= LogDayRule.noon {
      beganEarly = lookingAhead(\.nextDate) { $0.beginsEarly(from: line) } ?? false
    }
  }

  /// The day of a date without its year. Of two possible dates, the one in the order of an earlier line, or else the nearer
  /// one.
  private func dayOf(_ stamp: IRCStamp) -> Int? {
    if let isMonthFirst, let monthFirst = stamp.monthFirst {
      return (isMonthFirst ? monthFirst : stamp.dayOfYear).flatMap(dayOf)
    }
    return [stamp.dayOfYear, stamp.monthFirst].compactMap { $0.flatMap(dayOf) }.min {
      abs($0 - day) < abs($1 - day)
    }
  }

  private func dayOf(_ date: DayOfYear) -> Int? {
    switch limit {
    case nil where !format.hasDatesWithoutYears:
      LogDayRule.day(of: date, after: day, before: day + LogDayRule.longestPause)
    case nil: LogDayRule.day(of: date, after: day, before: nil)
    case .day(let next)? where !isFirstAfterStatement: LogDayRule.day(of: date, after: day, before: next)
    case .day(let next)?:
      LogDayRule.day(of: date, after: day, before: min(next, day + LogDayRule.longestPause))
    case .unknown?: LogDayRule.day(of: date, after: day, before: day + LogDayRule.longestPause)
    }
  }

  private mutating func lookingAhead<Value>(
    _ reader: WritableKeyPath<Self, IRCLookahead?>, _ look: (inout IRCLookahead) -> Value?
  ) -> Value? {
    guard var ahead = self[keyPath: reader] ?? (try? IRCLookahead(log, format: format)) else { return nil }
    self[keyPath: reader] = nil
    defer { self[keyPath: reader] = ahead }
    return look(&ahead)
  }

  private mutating func sentAt(_ stamp: IRCStamp?, second: Int) -> Int64 {
    let local = Int64(day * CivilDate.secondsPerDay + second)
    let instant =
      stamp?.offset.map { local - Int64($0) } ?? wallClock.instant(ofLocal: local, notBefore: lastInstant)
    lastInstant = instant
    return instant * 1000 + Int64(stamp?.milliseconds ?? 0)
  }

  /// The line's date and time, from the statement and the number of nights alone. They do not change when a log that
  /// has grown shows that it began early. A night after a day is not the next day: another file can have that one.
  private mutating func wall(_ second: Int, _ stamp: IRCStamp?) -> String {
    // Most lines have the date of the line before. Appending is several times as fast as interpolation.
    if (writtenDate.stated, writtenDate.nights, writtenDate.guess) != (statedDay, nights, guess) {
      writtenDate = WrittenDate(stated: statedDay, nights: nights, guess: guess, text: dateText)
    }
    var wall = ""
    wall.reserveCapacity(Self.wallLength)
    wall += writtenDate.text
    wall += twoDigits(second / 3600)
    wall += ":"
    wall += twoDigits(second / 60 % 60)
    if stamp?.time.hasSeconds ?? true {
      wall += ":"
      wall += twoDigits(second % 60)
      if let milliseconds = stamp?.milliseconds, milliseconds != 0 { wall += ".\(milliseconds)" }
    }
    return wall
  }

  /// The bytes of most dates with their times, such as “2024-01-02T12:34:56”.
  private static let wallLength = 19

  private var dateText: String {
    if let guess { return guess.isEmpty ? "day \(nights)T" : "\(guess) day \(nights)T" }
    let stated = CivilDate(dayNumber: statedDay)?.description ?? "\(statedDay)"
    return nights == 0 ? "\(stated)T" : "\(stated)\(nights < 0 ? "" : "+")\(nights)T"
  }
}

/// Counts of things by the day of a log. Lines of neighbouring days can alternate around midnight, so the days next to
/// the last one are kept.
struct DailyCounts<Key: Hashable> {
  private var counts: [Int: [Key: Int]] = [:]

  /// Adds a thing, and returns the number of those before it.
  mutating func add(_ key: Key, on day: Int) -> Int {
    if counts[day] == nil { counts = counts.filter { (day - 1...day + 1).contains($0.key) } }
    return Self.increment(&counts[day, default: [:]][key, default: 0])
  }

  private static func increment(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }
}
