import ChatArchive
import Foundation
import Translation

/// Reads dates that people type: "2019", "mar 2021", "2021-03-14 18:30", "14.3.2021", "yesterday", "last week", "friday".
///
/// Months and days of the week have the names of the locale, in full or short, and of English; numbers come in the locale's
/// order. A date without a year is the latest one that is not in the future, unless a chat has such a day in other years.
/// Whatever the locale's own formats write is read.
package struct TypedDateReader: Sendable {
  /// The calendar of the typed dates.
  package let days: DayCalendar
  private let locale: Locale
  private let now: Int64
  private let names: DateNames
  private let phrases: [(tokens: [Pattern], meaning: TypedDateWords.Meaning)]

  /// A part of a phrase.
  private enum Pattern: Equatable {
    case token(DateToken)
    case number, weekday
  }

  /// Years, or months, of a chat at most for which a date is tried that lacks them.
  private static let trials = 400

  /// Years of chats. A date in another one was typed by the calendar of the world.
  private static let plausible = 1900...2250

  /// `now`: milliseconds since 1970 UTC.
  package init(
    locale: Locale = .desktop, timeZone: TimeZone,
    now: Int64 = DayCalendar.instant(Date()), words: TypedDateWords = .current
  ) {
    self.locale = locale
    self.now = now
    days = DayCalendar(timeZone: timeZone, locale: locale)
    names = DateNames(locale, days.calendar)
    phrases = words.phrases.flatMap { words, meaning in
      words.split(separator: ",").map { (Self.patterns(String($0), locale), meaning) }
    }
  }

  private static func patterns(_ phrase: String, _ locale: Locale) -> [Pattern] {
    // The places of values as words of their own.
    let parts = phrase.replacing("{number}", with: " {n} ").replacing("{weekday}", with: " {w} ")
    return parts.split(separator: " ").flatMap { part -> [Pattern] in
      switch part {
      case "{n}": [.number]
      case "{w}": [.weekday]
      default: DateToken.all(in: String(part), locale).map { .token($0) }
      }
    }
  }

  /// Returns nil for what is no date, and for a date that does not exist.
  package func read(_ text: String) -> TypedDate? { readAll(text).first }

  /// Reads a date for a chat: one without a year is the newest one that touches the chat's span, if there is one.
  ///
  /// - Parameter span: From the first message to the last one.
  package func read(_ text: String, in span: ClosedRange<Int64>?) -> TypedDate? {
    let all = readAll(text, in: span)
    guard let span, all.count > 1 else { return all.first }
    return all.filter { $0.span.overlaps(span) }.max { $0.span.lowerBound < $1.span.lowerBound } ?? all.first
  }

  /// Reads all dates that a text may mean. The first one is what it means for itself; a date without a year, or without a month,
  /// may also be one of each year or month of a span.
  ///
  /// - Parameter span: From the first message of a chat to the last one.
  func readAll(_ text: String, in span: ClosedRange<Int64>? = nil) -> [TypedDate] {
    var tokens = DateToken.all(in: text, locale)
    guard tokens.contains(where: { $0.number != nil || $0.word != nil }) else { return [] }
    // A phrase may have words that mean something else alone.
    if let found = phrase(tokens) { return [found] }
    guard let time = DateTime.take(from: &tokens, names) else { return [] }
    let isDated = tokens.contains { $0.number != nil || $0.word != nil }
    let days: [TypedDate] =
      isDated
      ? phrase(tokens).map { [$0] } ?? dates(tokens, in: span) : near(.day, 0).map { [$0] } ?? []
    guard case .at(let hour, let minute) = time else { return days }
    return days.compactMap { $0.precision == .day ? self.minute(hour, minute, of: $0) : nil }
  }

  /// Reads a time, such as "18:30" or "6 pm", of a day. Returns nil for what is none.
  package func read(time text: String, of day: Range<Int64>) -> TypedDate? {
    var tokens = DateToken.all(in: text, locale)
    guard case .at(let hour, let minute) = DateTime.take(from: &tokens, names), tokens.isEmpty else {
      return nil
    }
    return self.minute(hour, minute, of: TypedDate(precision: .day, span: day))
  }

  private func minute(_ hour: Int, _ minute: Int, of day: TypedDate) -> TypedDate? {
    let calendar = days.calendar
    var parts = calendar.dateComponents([.era, .year, .month, .day], from: noon(of: day.span))
    (parts.hour, parts.minute) = (hour, minute)
    // The time that the clocks leave out is read as the one after it.
    guard let date = calendar.date(from: parts) else { return nil }
    let start = min(max(DayCalendar.instant(date), day.span.lowerBound), day.span.upperBound - 60_000)
    return TypedDate(precision: .minute, span: start..<start + 60_000)
  }

  private func noon(of span: Range<Int64>) -> Date {
    DayCalendar.date(span.lowerBound + (span.upperBound - span.lowerBound) / 2)
  }

  // MARK: Phrases

  private func near(_ unit: DayCalendar.Unit, _ distance: Int) -> TypedDate? {
    let precision: TypedDate.Precision =
      switch unit {
      case .day: .day
      case .week: .week
      case .month: .month
      case .year: .year
      }
    return TypedDate(precision: precision, span: days.span(unit, distance, from: now))
  }

  private func phrase(_ all: [DateToken]) -> TypedDate? {
    let tokens = all.filter { if case .sign = $0 { false } else { true } }
    for (pattern, meaning) in phrases where pattern.count == tokens.count {
      var number: Int?
      var weekday: Int?
      let matches = zip(pattern, tokens).allSatisfy { part, token in
        switch part {
        case .token(let wanted): return token == wanted
        case .number:
          number = token.number
          return number != nil
        case .weekday:
          weekday = token.word.flatMap(names.weekday)
          return weekday != nil
        }
      }
      guard matches else { continue }
      switch meaning {
      case .near(let unit, let distance): return near(unit, distance)
      case .ago(let unit): return number.flatMap { $0 < 100_000 ? near(unit, -$0) : nil }
      case .lastWeekday: return weekday.flatMap(last)
      }
    }
    return nil
  }

  /// The latest day before today that has this number in the week, from 1.
  private func last(weekday: Int) -> TypedDate? {
    for distance in 1...7 {
      guard let day = near(.day, -distance) else { return nil }
      if days.calendar.component(.weekday, from: noon(of: day.span)) == weekday { return day }
    }
    return nil
  }

  // MARK: Dates

  private func dates(_ all: [DateToken], in span: ClosedRange<Int64>?) -> [TypedDate] {
    var parts = DateParts()
    var weekday: Int?
    var separator: Character?
    var isMonthBeforeNumbers = false
    for (index, token) in all.enumerated() {
      switch token {
      case .sign(let sign): if separator == nil { separator = sign }
      case .number(let value, let digits):
        let mark = index + 1 < all.count ? all[index + 1].mark : nil
        guard parts.take(value, digits: digits, mark) else { return [] }
      case .word(let word):
        if token.mark != nil, index > 0, all[index - 1].number != nil { continue }
        if let month = names.month(word), parts.month == nil {
          parts.month = month
          isMonthBeforeNumbers = parts.numbers.isEmpty
        } else if let day = names.weekday(word), weekday == nil {
          weekday = day
        } else if !names.fillers.contains(word) {
          return []
        }
      }
    }
    if parts.isEmpty { return weekday.flatMap(last).map { [$0] } ?? [] }
    guard parts.settle(separator, order: names.order, isMonthFirst: isMonthBeforeNumbers) else { return [] }
    return resolve(parts, in: span)
  }

  private func resolve(_ parts: DateParts, in span: ClosedRange<Int64>?) -> [TypedDate] {
    if let own = resolve(parts, in: days), Self.isPlausible(own.span) {
      return [own] + others(parts, in: span).filter { $0 != own }
    }
    guard let year = parts.year?.value, Self.plausible.contains(year) else { return [] }
    let world = DayCalendar(timeZone: days.timeZone)
    guard world.calendar.identifier != days.calendar.identifier else { return [] }
    return resolve(parts, in: world).map { [$0] } ?? []
  }

  /// Dates in the years of a span, for one without a year; in its months, for one without a month. The newest one is first.
  private func others(_ parts: DateParts, in span: ClosedRange<Int64>?) -> [TypedDate] {
    guard let span, parts.year == nil else { return [] }
    let (unit, step): (DayCalendar.Unit, Calendar.Component) =
      parts.month == nil ? (.month, .month) : (.year, .year)
    let start = days.span(unit, containing: span.lowerBound).lowerBound
    // Steps from the middle of the newest year or month never pass over one.
    let newest = noon(of: days.span(unit, containing: span.upperBound))
    var found: [TypedDate] = []
    for distance in 0..<Self.trials {
      guard let date = days.calendar.date(byAdding: step, value: -distance, to: newest),
        DayCalendar.instant(date) >= start
      else { break }
      let place = days.calendar.dateComponents([.era, .year, .month], from: date)
      guard let year = place.year,
        let typed = self.date(place.era, year, parts.month ?? place.month, parts.day, in: days)
      else { continue }
      found.append(typed)
    }
    return found
  }

  private static func isPlausible(_ span: Range<Int64>) -> Bool {
    let calendar = DayCalendar(timeZone: .gmt).calendar
    return plausible.contains(calendar.component(.year, from: DayCalendar.date(span.lowerBound)))
  }

  private func resolve(_ parts: DateParts, in days: DayCalendar) -> TypedDate? {
    let present = days.calendar.dateComponents([.era, .year, .month], from: DayCalendar.date(now))
    guard let thisYear = present.year, let thisMonth = present.month else { return nil }
    if let year = parts.year {
      let number = year.digits <= 2 ? Self.nearest(year.value, to: thisYear) : year.value
      return date(present.era, number, parts.month, parts.day, in: days)
    }
    // The latest one that is not in the future; 29 February may be eight years ago.
    if let month = parts.month {
      for year in stride(from: thisYear, through: thisYear - 8, by: -1) {
        if let found = date(present.era, year, month, parts.day, in: days), found.span.lowerBound <= now {
          return found
        }
      }
      return nil
    }
    guard let day = parts.day else { return nil }
    var (year, month) = (thisYear, thisMonth)
    for _ in 0..<12 {
      if let found = date(present.era, year, month, day, in: days), found.span.lowerBound <= now {
        return found
      }
      (year, month) = month > 1 ? (year, month - 1) : (year - 1, 12)
    }
    return nil
  }

  /// The year with these last two digits that is at most ten years ahead.
  private static func nearest(_ digits: Int, to year: Int) -> Int {
    let guess = year - year % 100 + digits
    return guess > year + 10 ? guess - 100 : guess
  }

  private func date(_ era: Int?, _ year: Int, _ month: Int?, _ day: Int?, in days: DayCalendar) -> TypedDate?
  {
    let calendar = days.calendar
    // Calendars reckon on where a month or day does not exist, so compare.
    let wanted = DateComponents(era: era, year: year, month: month ?? 1, day: day ?? 1, hour: 12)
    guard let date = calendar.date(from: wanted) else { return nil }
    let found = calendar.dateComponents([.year, .month, .day], from: date)
    guard found.year == year, found.month == wanted.month, found.day == wanted.day else { return nil }
    let instant = DayCalendar.instant(date)
    if day != nil { return TypedDate(precision: .day, span: days.span(.day, containing: instant)) }
    if month != nil { return TypedDate(precision: .month, span: days.span(.month, containing: instant)) }
    return TypedDate(precision: .year, span: days.span(.year, containing: instant))
  }
}

/// Year, month and day, as far as they are known.
private struct DateParts {
  struct Number {
    let value: Int
    let digits: Int

    /// Whether it can only be a year.
    var isYear: Bool { digits == 4 || value > 31 && digits == 2 }
  }

  var year: Number?
  var month: Int?
  var day: Int?
  private(set) var numbers: [Number] = []

  var isEmpty: Bool { year == nil && month == nil && day == nil && numbers.isEmpty }

  /// Returns false for a number that is in no date.
  mutating func take(_ value: Int, digits: Int, _ mark: DateToken.Mark?) -> Bool {
    switch mark?.part {
    case .year where year == nil: year = Number(value: value, digits: digits)
    case .month where month == nil: month = value
    case .day where day == nil: day = value
    case nil where digits == 8:
      // 20210314
      numbers.append(Number(value: value / 10_000, digits: 4))
      numbers.append(Number(value: value / 100 % 100, digits: 2))
      numbers.append(Number(value: value % 100, digits: 2))
    case nil where digits <= 4 && digits != 3: numbers.append(Number(value: value, digits: digits))
    default: return false
    }
    return numbers.count <= 3
  }

  /// Says which of the numbers are years, months and days. Returns false if they are too many, or no date.
  mutating func settle(_ separator: Character?, order: DateNames.Order, isMonthFirst: Bool) -> Bool {
    var rest = numbers
    if month != nil || day != nil || year != nil {
      // What a name or a sign has told is not among the numbers.
      if year == nil, let index = rest.firstIndex(where: \.isYear) { year = rest.remove(at: index) }
      if day == nil, !rest.isEmpty { day = rest.removeFirst().value }
      if year == nil, month != nil, !rest.isEmpty { year = rest.removeFirst() }
      return rest.isEmpty && isInRange
    }
    switch rest.count {
    case 1:
      if rest[0].isYear { year = rest[0] } else { day = rest[0].value }
    case 2:
      if let index = rest.firstIndex(where: \.isYear) {
        year = rest.remove(at: index)
        month = rest[0].value
      } else {
        setMonthAndDay(rest[0].value, rest[1].value, isDayFirst: separator == "." || order.isDayFirst)
      }
    case 3:
      if rest[0].isYear || order.isYearFirst && !rest[2].isYear {
        year = rest[0]
        setMonthAndDay(rest[1].value, rest[2].value, isDayFirst: false)
      } else {
        year = rest[2]
        setMonthAndDay(rest[0].value, rest[1].value, isDayFirst: separator == "." || order.isDayFirst)
      }
    default: return false
    }
    return isInRange
  }

  private mutating func setMonthAndDay(_ first: Int, _ second: Int, isDayFirst: Bool) {
    (day, month) = isDayFirst ? (first, second) : (second, first)
    // The other order, where only that is a date.
    if let given = month, let other = day, given > 13, other <= 12 { (day, month) = (given, other) }
  }

  /// Some calendars have 13 months.
  private var isInRange: Bool { month.map { 1...13 ~= $0 } ?? true && day.map { 1...32 ~= $0 } ?? true }
}

extension DateToken {
  /// What the number before it counts.
  fileprivate var mark: Mark? {
    guard let word, word.count == 1 else { return nil }
    return word.first.flatMap(Mark.init(rawValue:))
  }
}

/// The time of day in a typed date.
private enum DateTime {
  case none
  case at(hour: Int, minute: Int)

  /// Takes the time out of the tokens: "18:30", "6 pm", "오후 6시 30분", "18.30 Uhr". Returns nil for a time that does not exist.
  static func take(from tokens: inout [DateToken], _ names: DateNames) -> DateTime? {
    guard let (range, hour, minute) = clock(in: tokens) ?? fullHour(in: tokens, names) else {
      return DateTime.none
    }
    var taken = range
    var hours = hour
    let halves = [taken.lowerBound - 1, taken.upperBound].filter(tokens.indices.contains)
    for index in halves {
      guard let half = tokens[index].word.flatMap(names.half) else { continue }
      guard 1...12 ~= hour else { return nil }
      hours = hour % 12 + (half == .afternoon ? 12 : 0)
      taken = min(taken.lowerBound, index)..<max(taken.upperBound, index + 1)
      break
    }
    guard 0..<24 ~= hours, 0..<60 ~= minute else { return nil }
    // The letter of ISO 8601.
    if taken.lowerBound > 0, tokens[taken.lowerBound - 1] == .word("t") {
      taken = taken.lowerBound - 1..<taken.upperBound
    }
    tokens.removeSubrange(taken)
    return .at(hour: hours, minute: minute)
  }

  /// Hours and minutes with a sign between them, and seconds, which do not matter.
  private static func clock(in tokens: [DateToken]) -> (Range<Int>, Int, Int)? {
    for index in tokens.indices.dropLast(2) {
      guard let hour = tokens[index].number, case .number(let minute, 2) = tokens[index + 2] else { continue }
      let isClock =
        tokens[index + 1] == .sign(":")
        || tokens[index + 1] == .sign(".") && isDotOfTime(at: index + 1, in: tokens)
        || tokens[index + 1] == .word("h")
      guard isClock else { continue }
      var end = index + 3
      if end + 1 < tokens.count, tokens[end] == .sign(":"), tokens[end + 1].number != nil { end += 2 }
      if end < tokens.count, tokens[end] == .word("uhr") { end += 1 }
      return (index..<end, hour, minute)
    }
    return nil
  }

  /// "18.30 Uhr", "klo 18.30".
  private static func isDotOfTime(at index: Int, in tokens: [DateToken]) -> Bool {
    if index >= 2, tokens[index - 2] == .word("klo") { return true }
    let isAfterDate = index >= 2 && tokens[index - 2] == .sign(".")
    return !isAfterDate && index + 2 < tokens.count && tokens[index + 2] == .word("uhr")
  }

  /// "6 pm", "18h", "18시 30분".
  private static func fullHour(in tokens: [DateToken], _ names: DateNames) -> (Range<Int>, Int, Int)? {
    for (index, token) in tokens.enumerated() {
      guard let hour = token.number else { continue }
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if next?.mark?.part == .hour {
        if index + 3 < tokens.count, let minute = tokens[index + 2].number,
          tokens[index + 3].mark?.part == .minute
        {
          return (index..<index + 4, hour, minute)
        }
        return (index..<index + 2, hour, 0)
      }
      if next == .word("h") || next == .word("uhr") { return (index..<index + 2, hour, 0) }
      let isBeside =
        next?.word.flatMap(names.half) != nil
        || index > 0 && tokens[index - 1].word.flatMap(names.half) != nil
      if isBeside { return (index..<index + 1, hour, 0) }
    }
    return nil
  }
}
