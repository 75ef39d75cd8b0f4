import Foundation

/// A date of the Gregorian calendar from 1970 to 2199.
///
/// No chat is older. A later date is damage, and would stay at the end of its conversation forever.
struct CivilDate: Hashable {
  static let years = 1970...2199
  static let secondsPerDay = 86_400

  let year: Int
  let month: Int
  let day: Int

  /// Nil for a date that does not exist or is out of range.
  init?(year: Int, month: Int, day: Int) {
    guard CivilDate.years.contains(year), (1...12).contains(month),
      (1...CivilDate.length(of: month, in: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that is this many days after 1970-01-01.
  ///
  /// Howard Hinnant: chrono-compatible low-level date algorithms. The year starts in March, so that the leap day is
  /// last.
  init?(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    guard shifted >= 0 else { return nil }
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days since 1970-01-01.
  var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601, for example “2024-01-02”.
  var description: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))" }
}

/// The number with a leading zero if it is less than 10.
func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

/// A time of day in a log.
struct ClockTime: Sendable, Hashable {
  /// Seconds since midnight.
  var second: Int
  /// False if the log contains only hours and minutes.
  var hasSeconds: Bool
}

extension ByteCursor {
  /// `12:34` or `12:34:56`.
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

  /// `2024-01-02`.
  mutating func isoDate() -> CivilDate? {
    var ahead = self
    guard let year = ahead.number(digits: 4...4), ahead.skip("-"), let month = ahead.number(digits: 2...2),
      ahead.skip("-"), let day = ahead.number(digits: 2...2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self = ahead
    return date
  }

  /// The rest as `Tue Jan 02 2024` or `Tue Jan 02 12:34:56 2024`.
  func longDate() -> CivilDate? {
    let words = text.split(separator: " ", maxSplits: 5)
    guard words.count >= 4, let month = ByteCursor.months.firstIndex(of: words[1].lowercased()),
      let day = Int(words[2]), let year = Int(words[words.count > 4 ? 4 : 3])
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }

  /// The number of a month in three letters.
  mutating func monthName() -> Int? {
    guard
      let index = ByteCursor.months.firstIndex(
        of: String(decoding: rest.prefix(3), as: UTF8.self).lowercased())
    else { return nil }
    for byte in rest.prefix(3) { _ = skip(byte) }
    return index + 1
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

/// Converts local times to instants.
///
/// Local times are seconds since 1970-01-01 00:00 local time; instants are seconds since 1970 UTC.
struct WallClock {
  private static let day = Int64(CivilDate.secondsPerDay)

  private let timeZone: TimeZone
  /// The day to which `offsets` belong.
  private var cachedDay: Int64?
  /// Seconds east of Greenwich well before and well after the cached day. They differ where the clocks change.
  private var offsets: (before: Int64, after: Int64) = (0, 0)

  init(_ timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The instant of a local time.
  ///
  /// Of an hour that occurs twice in autumn, this is the first, unless that is before `floor`. An hour that spring
  /// skips is counted from the time before it.
  mutating func instant(ofLocal local: Int64, notBefore floor: Int64 = .min) -> Int64 {
    let offsets = offsets(around: local)
    let early = local - max(offsets.before, offsets.after)
    let late = local - min(offsets.before, offsets.after)
    guard early != late else { return early }
    switch (shows(local, at: early), shows(local, at: late)) {
    case (true, true): return early < floor ? late : early
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
