import Chats
import Foundation

/// A date or a part of one in the path of a log: `2024-01-02`, `2024-01`, `2024`, `01-02`, `January` or `02`.
struct LogPathDate: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case day(CivilDate)
    case month(year: Int, month: Int)
    case year(Int)
    /// A day without its year.
    case dayOfYear(month: Int, day: Int)
    case nameOfMonth(Int)
    /// A month or a day.
    case number(Int)
  }

  private var year: Int?
  private var month: Int?
  private var day: Int?

  /// Combines the parts of a path, the outermost first.
  init(_ parts: [Part]) {
    for part in parts {
      switch part {
      case .day(let date): (year, month, day) = (date.year, date.month, date.day)
      case .month(let year, let month): (self.year, self.month, day) = (year, month, nil)
      case .year(let year): (self.year, month, day) = (year, nil, nil)
      case .dayOfYear(let month, let day): (self.month, self.day) = (month, day)
      case .nameOfMonth(let month): (self.month, day) = (month, nil)
      case .number(let number): if month == nil { month = number } else { day = number }
      }
    }
  }

  /// The date, if the path contains all its parts.
  var date: CivilDate? {
    guard let year, let month, let day else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The days of the year or the month, in days since 1970-01-01; nil if the path contains no year.
  var days: ClosedRange<Int>? {
    guard let year, let first = CivilDate(year: year, month: month ?? 1, day: 1) else { return nil }
    let last = (28...31).compactMap { CivilDate(year: year, month: month ?? 12, day: $0) }.last ?? first
    return first.dayNumber...last.dayNumber
  }
}

extension LogPathDate.Part {
  /// Whether the part contains a year but no day, so that a name below it can contain the rest.
  var isPeriod: Bool {
    switch self {
    case .month, .year: true
    default: false
    }
  }

  /// The part that makes up the whole text; nil if it is anything else.
  package init?(_ text: some StringProtocol) {
    var cursor = ByteCursor(Array(text.utf8)[...])
    guard let part = cursor.dateWithYear() ?? cursor.dateWithoutYear(), cursor.isAtEnd else { return nil }
    self = part
  }

  /// Removes a date from a name, or a partial date from its end.
  ///
  /// A number at the end may belong to the name, as in “#fosdem-2024”. A year alone is therefore a part of a date only
  /// after a full stop, and a smaller part only in a folder of a year.
  package static func split(_ name: String, inPeriod: Bool) -> (rest: String, part: Self, removed: String)? {
    let bytes = Array(name.utf8)
    let starts = bytes.indices.filter { $0 == 0 || !bytes[$0 - 1].isDigit && bytes[$0].isDigit }
    for start in starts.reversed() {
      var cursor = ByteCursor(bytes[start...])
      guard let part = cursor.dateWithYear() ?? cursor.dayMonthYear(), case .day = part else { continue }
      cursor.skipTimeOfFile()
      let (before, after) = (bytes[..<start], cursor.rest)
      return (joined(before, after), part, text(bytes[start..<after.startIndex]))
    }
    for start in starts {
      guard let part = Self(text(bytes[start...])) else { continue }
      let separator = start == 0 ? nil : bytes[start - 1]
      let isDotted = separator == UInt8(ascii: ".")
      let isPart =
        switch part {
        case .month: bytes.count - start > 6 && (separator.map(isSeparator) ?? true)
        case .year: separator == nil || isDotted
        case .dayOfYear: separator == nil || inPeriod && separator.map(isSeparator) ?? true
        default: separator == nil || inPeriod && isDotted
        }
      if isPart { return (joined(bytes[..<start], []), part, text(bytes[start...])) }
    }
    return nil
  }

  private static func joined(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> String {
    [before, after].map { text($0).trimmingCharacters(in: separators) }.filter { !$0.isEmpty }
      .joined(separator: "-")
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isSeparator(_ byte: UInt8) -> Bool { " ._-".utf8.contains(byte) }

  private static let separators = CharacterSet(charactersIn: " ._-")
}

extension ByteCursor {
  /// Reads `2024`, `2024-01`, `202401`, `2024-01-02` or `20240102`, with `-`, `_` or `.` between the parts. No further
  /// digit may follow.
  fileprivate mutating func dateWithYear() -> LogPathDate.Part? {
    var ahead = self
    guard let year = ahead.number(digits: 4...4), CivilDate.years.contains(year) else { return nil }
    let afterYear = ahead
    let separator = ahead.dateSeparator()
    guard let month = ahead.number(digits: 2...2), (1...12).contains(month) else {
      return afterYear.endsNumber ? passed(to: afterYear, .year(year)) : nil
    }
    let afterMonth = ahead
    guard ahead.skip(separator), let day = ahead.number(digits: 2...2), ahead.endsNumber else {
      return afterMonth.endsNumber ? passed(to: afterMonth, .month(year: year, month: month)) : nil
    }
    return CivilDate(year: year, month: month, day: day).flatMap { passed(to: ahead, .day($0)) }
  }

  /// Reads `30.01.2021`. In `03-04-2021`, either number can be the month.
  fileprivate mutating func dayMonthYear() -> LogPathDate.Part? {
    var ahead = self
    guard let first = ahead.number(digits: 2...2) else { return nil }
    let separator = ahead.dateSeparator()
    guard !separator.isEmpty, let second = ahead.number(digits: 2...2), ahead.skip(separator),
      let year = ahead.number(digits: 4...4), ahead.endsNumber
    else { return nil }
    let dayFirst = CivilDate(year: year, month: second, day: first)
    let monthFirst = CivilDate(year: year, month: first, day: second)
    if separator != ".", dayFirst != nil, monthFirst != nil, first != second { return nil }
    return (dayFirst ?? monthFirst).flatMap { passed(to: ahead, .day($0)) }
  }

  /// Reads `01-02`, `1` or `01`.
  fileprivate mutating func dateWithoutYear() -> LogPathDate.Part? {
    var ahead = self
    guard let number = ahead.number(digits: 1...2), (1...31).contains(number) else { return nil }
    if ahead.isAtEnd { return passed(to: ahead, .number(number)) }
    guard number <= 12, !ahead.dateSeparator().isEmpty, let day = ahead.number(digits: 2...2),
      (1...31).contains(day), ahead.endsNumber
    else { return nil }
    return passed(to: ahead, .dayOfYear(month: number, day: day))
  }

  /// Passes the time of day after the date in a file name: `_235900`, `T23:59:00+0100`.
  fileprivate mutating func skipTimeOfFile() {
    var ahead = self
    guard ahead.skip(anyOf: "T_ .-"), let hour = ahead.number(digits: 2...2), hour < 24 else { return }
    _ = ahead.skip(anyOf: ":._-")
    guard let minute = ahead.number(digits: 2...2), minute < 60 else { return }
    var seconds = ahead
    _ = seconds.skip(anyOf: ":._-")
    if seconds.number(digits: 2...2) != nil { ahead = seconds }
    if ahead.skip(anyOf: "+-"), ahead.number(digits: 4...4) == nil { return }
    _ = ahead.skip("Z")
    if ahead.endsNumber { self = ahead }
  }

  private var endsNumber: Bool { rest.first?.isDigit != true }

  /// Passes a separator; empty if there is none.
  private mutating func dateSeparator() -> String {
    ["-", "_", "."].first { skip($0) } ?? ""
  }

  private mutating func skip(anyOf signs: String) -> Bool {
    guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
    return skip(byte)
  }

  private mutating func passed(to other: ByteCursor, _ part: LogPathDate.Part) -> LogPathDate.Part {
    self = other
    return part
  }
}
