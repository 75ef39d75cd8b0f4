import Chats
import Foundation

/// A date with a time of day in a human-readable form: “13.06.18, 15:22:10”, “6/13/18, 3:22 PM”, “2018. 6. 13. 오후
/// 3:22”, “15:22, 13/06/2018”.
///
/// The position of the day in the date depends on the language, and one date does not reveal it; see
/// ``DayOrderEvidence``.
struct WrittenTime: Sendable, Hashable {
  /// The numbers of the date, in the order in which they were written.
  let date: WrittenDate
  let hour: Int
  let minute: Int
  /// Nil if the text has none.
  let second: Int?
  let period: DayPeriod?
  /// Whether the part of the day is “AM” or “PM”. Of the languages that write the month first, only American English has
  /// words, and these.
  let hasAmericanPeriod: Bool
  /// Equal for texts that differ only in numbers, words and blanks.
  let shape: String

  /// The number of scalars of the longest text that can be a time.
  static let longest = 64
}

/// The three numbers of a date, in the order in which they were written.
struct WrittenDate: Sendable, Hashable {
  let first: WrittenNumber
  let second: WrittenNumber
  let third: WrittenNumber

  init(_ first: WrittenNumber, _ second: WrittenNumber, _ third: WrittenNumber) {
    (self.first, self.second, self.third) = (first, second, third)
  }
}

/// A number in a text.
package struct WrittenNumber: Sendable, Hashable {
  var value: Int
  var digits: Int
}

extension WrittenTime {
  /// The time that makes up the whole text; nil if it is anything else.
  init?(_ text: some StringProtocol) {
    guard let runs = NumberRuns(text.unicodeScalars), runs.numbers.count == 5 || runs.numbers.count == 6
    else {
      return nil
    }
    let gaps = runs.gaps.map(TimeGap.init)
    let hasTimeFirst = gaps[1].isTimeSign && gaps[1].signs == ":"
    let timeCount = runs.numbers.count - 3
    let timeStart = hasTimeFirst ? 0 : 3
    let dateStart = hasTimeFirst ? timeCount : 0
    let between = gaps[3 - (hasTimeFirst ? 3 - timeCount : 0)]
    guard
      (dateStart + 1..<dateStart + 3).allSatisfy({ gaps[$0].isDateSign }),
      (timeStart + 1..<timeStart + timeCount).allSatisfy({ gaps[$0].isTimeSign }),
      between.isWords, between.length > 0, gaps[0].isWords, hasTimeFirst || gaps[0].length == 0,
      let end = gaps.last, end.isWords, !end.hasComma
    else { return nil }
    let time = runs.numbers[timeStart..<timeStart + timeCount]
    let date = Array(runs.numbers[dateStart..<dateStart + 3])
    guard time.dropFirst().allSatisfy({ $0.digits == 2 }), (time.first?.digits ?? 0) <= 2,
      date.allSatisfy({ $0.digits <= 2 || $0.digits == 4 }), date[1].digits <= 2,
      date.count(where: { $0.digits == 4 }) <= 1
    else { return nil }
    self.date = WrittenDate(date[0], date[1], date[2])
    hour = time[timeStart].value
    minute = time[timeStart + 1].value
    second = timeCount == 3 ? time[timeStart + 2].value : nil
    let around = hasTimeFirst ? [gaps[0], between] : [between, end]
    period = around.lazy.compactMap(\.period).first
    hasAmericanPeriod = around.contains(where: \.isAmericanPeriod)
    shape =
      gaps.map(\.signs).joined(separator: "0") + (date[0].digits == 4 ? "Y" : date[2].digits == 4 ? "y" : "")
  }

  /// The second of the day; nil if the clock has no such time.
  var secondOfDay: Int? {
    guard minute < 60, (second ?? 0) <= 60, let hour = period.map({ $0.hour(hour) }) ?? hour, hour <= 24
    else {
      return nil
    }
    return (hour % 24) * 3600 + minute * 60 + min(second ?? 0, 59)
  }

  /// The date with its numbers in this order; nil if there is no such date.
  func date(_ order: ImportOptions.DayOrder) -> CivilDate? {
    let (year, month, day) =
      switch order {
      case .dayFirst: (date.third, date.second, date.first)
      case .monthFirst: (date.third, date.first, date.second)
      case .yearFirst: (date.first, date.second, date.third)
      }
    guard day.digits <= 2, month.digits <= 2 else { return nil }
    return CivilDate(writtenYear: year, month: month.value, day: day.value)
  }

  /// Seconds since 1970-01-01 00:00 local time; nil if there is no such time.
  func local(_ order: ImportOptions.DayOrder) -> Int64? {
    guard let date = date(order), let secondOfDay else { return nil }
    return Int64(date.dayNumber * CivilDate.secondsPerDay + secondOfDay)
  }

  var resolution: TimeResolution { second == nil ? .minutes : .seconds }
}

extension CivilDate {
  /// Creates a date whose year may have two digits, or belong to another calendar. All transcripts are from this century.
  package init?(writtenYear year: WrittenNumber, month: Int, day: Int) {
    switch (year.digits, year.value) {
    case (2, ..<52): self.init(year: 2000 + year.value, month: month, day: day)
    // 2552…2599 in the Buddhist calendar, whose months and days are the same as in the Gregorian one.
    case (2, _): self.init(year: 2500 - 543 + year.value, month: month, day: day)
    case (4, 2500...): self.init(year: year.value - 543, month: month, day: day)
    case (4, 1385..<1430): self.init(year: year.value, month: month, day: day, in: CivilDate.persian)
    case (4, 1430..<1490): self.init(year: year.value, month: month, day: day, in: CivilDate.islamic)
    case (4, _): self.init(year: year.value, month: month, day: day)
    default: return nil
    }
  }

  private init?(year: Int, month: Int, day: Int, in calendar: Calendar) {
    guard (1...12).contains(month), (1...31).contains(day),
      let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
    else { return nil }
    self.init(dayNumber: Int((date.timeIntervalSince1970 / Double(CivilDate.secondsPerDay)).rounded(.down)))
  }

  private static let persian = universal(.persian)
  private static let islamic = universal(.islamicUmmAlQura)

  private static func universal(_ identifier: Calendar.Identifier) -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = .gmt
    return calendar
  }
}

/// The numbers of a short text, and the parts between them.
struct NumberRuns {
  private(set) var numbers: [WrittenNumber] = []
  /// The parts between the numbers; one more than there are numbers.
  private(set) var gaps: [[Unicode.Scalar]] = [[]]

  init?(_ scalars: some Sequence<Unicode.Scalar>) {
    var isInNumber = false
    for (index, scalar) in scalars.enumerated() {
      guard index < WrittenTime.longest else { return nil }
      if let digit = scalar.digit {
        if !isInNumber {
          guard numbers.count < 6 else { return nil }
          numbers.append(WrittenNumber(value: 0, digits: 0))
          gaps.append([])
        }
        isInNumber = true
        numbers[numbers.count - 1].value = numbers[numbers.count - 1].value * 10 + digit
        numbers[numbers.count - 1].digits += 1
        guard numbers[numbers.count - 1].digits <= 4 else { return nil }
      } else if !scalar.isDirectionMark {
        isInNumber = false
        gaps[gaps.count - 1].append(scalar)
      }
    }
  }
}

/// The text between two numbers.
private struct TimeGap {
  private let scalars: [Unicode.Scalar]
  /// The characters other than letters and blanks.
  let signs: String

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    signs = scalars.reduce(into: "") { signs, scalar in
      if !scalar.properties.isAlphabetic, !scalar.properties.isWhitespace, !TimeGap.isMark(scalar) {
        signs.unicodeScalars.append(scalar)
      }
    }
  }

  var length: Int { scalars.count }
  var hasComma: Bool { scalars.contains { $0 == "," || $0 == "\u{60c}" } }

  /// Whether it can be between the numbers of a date.
  var isDateSign: Bool {
    scalars.contains { "/.-年月년월".unicodeScalars.contains($0) }
      && scalars.allSatisfy { "/.- 年月日년월일\u{a0}\u{202f}".unicodeScalars.contains($0) } && scalars.count <= 3
  }

  /// Whether it can be between the numbers of a time.
  var isTimeSign: Bool {
    let signs = String(String.UnicodeScalarView(scalars.filter { !$0.properties.isWhitespace }))
    return [":", ".", "：", "h", "時", "时", "點", "시", "分", "분"].contains(signs) && scalars.count <= 3
  }

  /// Whether it can be before, between or after the date and the time.
  var isWords: Bool {
    scalars.count <= 32
      && scalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.isWhitespace || TimeGap.isMark($0)
          || ".,،、()'’׳`".unicodeScalars.contains($0)
      }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .format: true
    default: false
    }
  }

  var isAmericanPeriod: Bool {
    let letters = String(String.UnicodeScalarView(scalars.filter { !$0.properties.isWhitespace }))
    return letters == "AM" || letters == "PM"
  }

  /// The part of the day that a word states; nil if none does.
  var period: DayPeriod? {
    let text = String(String.UnicodeScalarView(scalars)).lowercased()
    if let period = DayPeriod(text) { return period }
    guard text.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    return text.split { $0.isWhitespace || $0 == "," || $0 == "\u{60c}" }.lazy.compactMap { DayPeriod($0) }
      .first
  }
}

extension Unicode.Scalar {
  /// The value of a decimal digit in any script.
  package var digit: Int? {
    if isASCII { return ("0"..."9").contains(self) ? Int(value) - 0x30 : nil }
    guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
    return Int(value)
  }

  /// Whether this only determines the direction of text.
  var isDirectionMark: Bool {
    switch value {
    case 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
  }
}
