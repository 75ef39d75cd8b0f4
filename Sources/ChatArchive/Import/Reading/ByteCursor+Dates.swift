/// A time of day as a log writes it.
struct ClockTime: Sendable, Hashable {
  /// Seconds since midnight.
  var second: Int
  /// False when it was written as hours and minutes only.
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
    // The sixtieth second is a leap second.
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

  /// `Tue Jan 02 2024` or `Tue Jan 02 12:34:56 2024`, to the end.
  func longDate() -> CivilDate? {
    let words = text.split(separator: " ")
    guard words.count >= 4, let month = ByteCursor.months.firstIndex(of: words[1].lowercased()),
      let day = Int(words[2]), let year = Int(words[words.count > 4 ? 4 : 3])
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
