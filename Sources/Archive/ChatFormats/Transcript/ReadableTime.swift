import Chats

/// Parses Korean and English dates and times, which have words in fixed positions.
struct ReadableTimeScanner {
  private(set) var rest: Substring

  init(_ text: some StringProtocol) {
    rest = Substring(text)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Passes this text.
  mutating func skip(_ text: String) -> Bool {
    guard rest.begins(with: text) else { return false }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: text.utf8.count)...]
    return true
  }

  /// Passes blanks of all kinds; returns whether there was at least one.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let before = rest.startIndex
    rest = Substring(
      rest.unicodeScalars.drop { $0 == " " || !$0.isGraphicASCII && $0.properties.isWhitespace })
    return rest.startIndex != before
  }

  /// The number that the next digits form.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = rest.utf8.prefix(digits.upperBound + 1).prefix { $0.isDigit }
    guard digits.contains(run.count) else { return nil }
    rest = rest[run.endIndex...]
    return run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The next letters.
  mutating func word() -> Substring? {
    guard let first = rest.unicodeScalars.first, first.canBeginWord else { return nil }
    let run = rest.prefix(24).prefix { $0.isLetter }
    guard !run.isEmpty else { return nil }
    rest = rest[run.endIndex...]
    return run
  }

  /// Reads `2021년 12월 29일`, `2021. 12. 29.`, `2021/12/29`, `2021.12.29`, `December 29, 2021` or `29 December 2021`.
  mutating func date() -> CivilDate? {
    var ahead = self
    guard let date = ahead.numericDate() ?? ahead.englishDate() else { return nil }
    self = ahead
    return date
  }

  private mutating func numericDate() -> CivilDate? {
    var ahead = self
    guard let year = ahead.number(digits: 4...4),
      let sign = ["년", ".", "/", "-", "年"].first(where: { ahead.skip($0) })
    else { return nil }
    ahead.skipBlanks()
    guard let month = ahead.number(digits: 1...2), ahead.skip(sign == "년" ? "월" : sign == "年" ? "月" : sign)
    else {
      return nil
    }
    ahead.skipBlanks()
    guard let day = ahead.number(digits: 1...2) else { return nil }
    if sign == "년" || sign == "年" {
      guard ahead.skip(sign == "년" ? "일" : "日") else { return nil }
    } else if sign == "." {
      _ = ahead.skip(".")
    }
    self = ahead
    return CivilDate(year: year, month: month, day: day)
  }

  private mutating func englishDate() -> CivilDate? {
    var ahead = self
    let leading = ahead.number(digits: 1...2)
    if leading != nil, !ahead.skipBlanks() { return nil }
    guard let month = ahead.word().flatMap(EnglishMonth.number) else { return nil }
    _ = ahead.skip(".")
    guard ahead.skipBlanks(), let day = leading ?? ahead.number(digits: 1...2) else { return nil }
    if leading == nil {
      _ = ahead.skip(",")
      ahead.skipBlanks()
    }
    guard let year = ahead.number(digits: 4...4) else { return nil }
    self = ahead
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads `오후 8:36`, `20:36`, `8:36 PM` or `8:36:12 p.m.`
  mutating func time() -> ClockTime? {
    var ahead = self
    var period: DayPeriod?
    if let word = ahead.word() {
      guard let found = DayPeriod(word) else { return nil }
      period = found
      ahead.skipBlanks()
    }
    guard let hour = ahead.number(digits: 1...2), ahead.skip(":"), let minute = ahead.number(digits: 2...2),
      minute < 60
    else { return nil }
    var second: Int?
    var further = ahead
    if further.skip(":"), let found = further.number(digits: 2...2), found <= 60 {
      second = min(found, 59)
      ahead = further
    }
    if period == nil, let found = ahead.periodAfterTime() { period = found }
    guard let hour = period.map({ $0.hour(hour) }) ?? hour, hour < 24 else { return nil }
    self = ahead
    return ClockTime(second: hour * 3600 + minute * 60 + (second ?? 0), hasSeconds: second != nil)
  }

  private mutating func periodAfterTime() -> DayPeriod? {
    var ahead = self
    ahead.skipBlanks()
    guard let first = ahead.rest.unicodeScalars.first, first.canBeginWord || first == "." else { return nil }
    let run = ahead.rest.prefix(8).prefix { $0.isLetter || $0 == "." }
    guard let period = DayPeriod(run) else { return nil }
    rest = ahead.rest[run.endIndex...]
    return period
  }
}

extension Unicode.Scalar {
  fileprivate var isGraphicASCII: Bool { (0x21..<0x7f).contains(value) }
  /// False for signs and digits, so that their properties need not be looked up.
  fileprivate var canBeginWord: Bool { !isASCII || properties.isAlphabetic }
}

extension ClockTime {
  var resolution: TimeResolution { hasSeconds ? .seconds : .minutes }
}

extension CivilDate {
  /// The first second of the day, in seconds since 1970-01-01 00:00 local time.
  package var start: Int64 { Int64(dayNumber * CivilDate.secondsPerDay) }
}
