import Chats
import Foundation

/// A time of day in a log.
struct ClockTime: Sendable, Hashable {
  /// Seconds since midnight.
  var second: Int
  /// False if the log contains only hours and minutes.
  var hasSeconds: Bool
}

extension ByteCursor {
  /// Reads `12:34` or `12:34:56`.
  mutating func clockTime() -> ClockTime? {
    var ahead = self
    guard let hour = ahead.number(digits: 2...2), hour < 24, ahead.skip(":"),
      let minute = ahead.number(digits: 2...2), minute < 60
    else { return nil }
    self = ahead
    let start = hour * 3600 + minute * 60
    // Second 60 is a leap second.
    guard ahead.skip(":"), let second = ahead.number(digits: 2...2), second <= 60 else {
      return ClockTime(second: start, hasSeconds: false)
    }
    self = ahead
    return ClockTime(second: start + min(second, 59), hasSeconds: true)
  }

  /// Reads `2024-01-02`.
  mutating func isoDate() -> CivilDate? {
    var ahead = self
    guard let year = ahead.number(digits: 4...4), ahead.skip("-"), let month = ahead.number(digits: 2...2),
      ahead.skip("-"), let day = ahead.number(digits: 2...2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self = ahead
    return date
  }

  /// Reads `+0100`, `-05:00` or `Z`; returns it in seconds.
  mutating func zoneOffset() -> Int? {
    if skip("Z") { return 0 }
    var ahead = self
    let isWest = ahead.skip("-")
    guard isWest || ahead.skip("+"), let hours = ahead.number(digits: 2...2), hours <= 14 else { return nil }
    _ = ahead.skip(":")
    guard let minutes = ahead.number(digits: 2...2), minutes < 60 else { return nil }
    self = ahead
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Reads the rest as `Tue Jan 02 2024` or `Tue Jan 02 12:34:56 2024`.
  func longDate() -> IRCDate? {
    let words = text.split(separator: " ", maxSplits: 5)
    guard words.count >= 4, let month = MonthName.number(of: words[1]),
      let day = Int(words[2]), let year = Int(words[words.count > 4 ? 4 : 3]),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var time = ByteCursor(Array(words[3].utf8)[...])
    return IRCDate(day: date.dayNumber, time: words.count > 4 ? time.clockTime() : nil)
  }

  /// The date among words of any language. The date itself is English: `**** BEGINNE LOGBUCH UM Tue Jan  9 12:34:56 2024`.
  func dateAmongWords() -> IRCDate? {
    guard rest.count <= 256 else { return nil }
    let words = text.split { $0 == " " || !$0.isASCII }
    return words.indices.lazy.compactMap { start in
      ByteCursor(Array(words[start...].joined(separator: " ").utf8)[...]).longDate()
    }.first
  }

  /// The number of the month whose name, or its abbreviation, ends before a blank or a hyphen.
  mutating func monthName() -> Int? {
    let name = String(decoding: rest.prefix(24).prefix { $0 != 0x20 && $0 != 0x2d }, as: UTF8.self)
    guard let month = MonthName.number(of: name), skip(name) else { return nil }
    return month
  }
}

enum EnglishMonth {
  /// The number of a month by its English name, in full or in three letters, in any case. People have such names, too.
  static func number(of name: some StringProtocol) -> Int? {
    let name = name.lowercased()
    return names.firstIndex { $0 == name || $0.prefix(3) == name }.map { $0 + 1 }
  }

  private static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
}

/// Converts local times to instants.
///
/// Local times are seconds since 1970-01-01 00:00 local time; instants are seconds since 1970 UTC.
struct WallClock {
  private static let day = Int64(CivilDate.secondsPerDay)

  private let timeZone: TimeZone
  /// The day for which `offsets` are valid.
  private var cachedDay: Int64?
  /// Seconds east of Greenwich well before and well after the cached day. They differ when the clocks change.
  private var offsets: (before: Int64, after: Int64) = (0, 0)

  init(_ timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The instant of a local time.
  ///
  /// For an hour that occurs twice in autumn, this is the first one, unless that is before `floor`; in a list with the
  /// newest first, the second one, unless that is after `ceiling`. An hour that is skipped in spring is counted from the
  /// time before it.
  mutating func instant(
    ofLocal local: Int64, notBefore floor: Int64 = .min, notAfter ceiling: Int64? = nil
  ) -> Int64 {
    let offsets = offsets(around: local)
    let early = local - max(offsets.before, offsets.after)
    let late = local - min(offsets.before, offsets.after)
    guard early != late else { return early }
    switch (shows(local, at: early), shows(local, at: late)) {
    case (true, true):
      if let ceiling { return late > ceiling ? early : late }
      return early < floor ? late : early
    case (true, false): return early
    case (false, true): return late
    case (false, false): return local - offsets.before
    }
  }

  private func shows(_ local: Int64, at instant: Int64) -> Bool {
    instant + offset(at: instant) == local
  }

  private mutating func offsets(around local: Int64) -> (before: Int64, after: Int64) {
    let start = local - (local % WallClock.day + WallClock.day) % WallClock.day
    if cachedDay != start {
      cachedDay = start
      offsets = (offset(at: start - WallClock.day), offset(at: start + 2 * WallClock.day))
    }
    return offsets
  }

  private func offset(at instant: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}
