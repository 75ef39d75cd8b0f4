import Chats
import Foundation
import Translation

/// A typed date: a span of time.
package struct TypedDate: Equatable, Sendable {
  /// The precision of the typed date.
  enum Precision: Equatable, Sendable {
    case minute, day, month, year
  }

  var precision: Precision
  /// Milliseconds since 1970 UTC: the minute, the day and so on.
  package var span: Range<Int64>
}

/// Reads typed dates: "2021-03-14 18:30", "14.3.2021", "14 mar 2021", "mar 2021", "2019", "yesterday", "friday".
///
/// Reads the formats of ISO 8601 and of the locale. Months and days of the week have the names of the locale and of the
/// program's languages.
package struct TypedDateReader: Sendable {
  /// The calendar of the typed dates.
  package let days: DayCalendar
  private let now: Int64
  private let names: DateNames
  /// Words for days, and their distances from today.
  private let words: [(word: String, distance: Int)]

  /// Plausible years of chats. A date in another year was typed in the Gregorian calendar.
  private static let plausible = 1900...2250

  /// The words "today" and "yesterday" in English and the user's language.
  package static var nearDays: [(word: String, distance: Int)] {
    [
      ("today", 0), ("yesterday", -1),
      // Translators: what people type for a date, in lower case.
      (trc("typed date", "today"), 0), (trc("typed date", "yesterday"), -1),
    ]
  }

  /// `now`: milliseconds since 1970 UTC.
  package init(
    locale: Locale = .desktop, timeZone: TimeZone,
    now: Int64 = DayCalendar.instant(Date()), words: [(word: String, distance: Int)] = Self.nearDays
  ) {
    self.now = now
    self.words = words
    days = DayCalendar(timeZone: timeZone, locale: locale)
    names = DateNames(locale, days.calendar)
  }

  /// Returns the date; nil for a text that is not a date, and for a date that does not exist.
  package func read(_ text: String) -> TypedDate? {
    var tokens = names.tokens(text)
    let hasTime = tokens.contains { $0.isTimeSign }
    let time = hasTime ? takeTime(from: &tokens) : nil
    guard hasTime == (time != nil), let day = date(tokens) else { return nil }
    guard let time else { return day }
    return day.precision == .day ? minute(time, of: day.span) : nil
  }

  /// Reads a time of day, such as "18:30". Returns nil for a text that is not a time.
  package func read(time text: String, of day: Range<Int64>) -> TypedDate? {
    // Some locales write "18.30".
    var tokens = names.tokens(text.contains(":") ? text : text.replacing(".", with: ":"))
    guard let time = takeTime(from: &tokens), tokens.isEmpty else { return nil }
    return minute(time, of: day)
  }

  // MARK: Times

  /// Removes the hours and minutes, the seconds, which are ignored, and the half of the day.
  private func takeTime(from tokens: inout [DateToken]) -> (hour: Int, minute: Int)? {
    guard let sign = tokens.firstIndex(where: \.isTimeSign), sign > 0, sign + 1 < tokens.count,
      case .number(var hour, _) = tokens[sign - 1], case .number(let minute, 2) = tokens[sign + 1]
    else { return nil }
    let hasSeconds = sign + 3 < tokens.count && tokens[sign + 2].isTimeSign && tokens[sign + 3].number != nil
    tokens.removeSubrange(sign - 1...sign + (hasSeconds ? 3 : 1))
    for half in names.halves {
      guard let range = tokens.firstRange(of: half.words) else { continue }
      tokens.removeSubrange(range)
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half.isAfternoon ? 12 : 0)
      break
    }
    let isTime = 0...23 ~= hour && 0...59 ~= minute && !tokens.contains { $0.isTimeSign }
    return isTime ? (hour, minute) : nil
  }

  private func minute(_ time: (hour: Int, minute: Int), of day: Range<Int64>) -> TypedDate? {
    let noon = DayCalendar.date(day.lowerBound + (day.upperBound - day.lowerBound) / 2)
    var parts = days.calendar.dateComponents([.era, .year, .month, .day], from: noon)
    (parts.hour, parts.minute) = time
    // A time that is skipped by a change of the clocks is read as the one after it.
    guard let date = days.calendar.date(from: parts) else { return nil }
    let start = min(max(DayCalendar.instant(date), day.lowerBound), day.upperBound - 60_000)
    return TypedDate(precision: .minute, span: start..<start + 60_000)
  }

  // MARK: Days

  private func date(_ tokens: [DateToken]) -> TypedDate? {
    let numbers = tokens.filter { $0.number != nil }
    let words = tokens.filter { $0.word != nil }
    guard numbers.isEmpty else { return date(numbers, words.filter { !names.fillers.contains($0) }) }
    guard !words.isEmpty else { return nil }
    if let near = self.words.first(where: { names.tokens($0.word) == words }) { return day(near.distance) }
    guard let weekday = names.weekdays[words] else { return nil }
    // The latest such day before today.
    let today = days.calendar.component(.weekday, from: DayCalendar.date(now))
    return day(-((today - weekday + 6) % 7 + 1))
  }

  private func day(_ distance: Int) -> TypedDate {
    TypedDate(precision: .day, span: days.span(.day, distance, from: now))
  }

  private func date(_ numbers: [DateToken], _ words: [DateToken]) -> TypedDate? {
    var month = names.months[words]
    guard words.isEmpty || month != nil else { return nil }
    var order = names.order
    if numbers.first?.isYear == true {
      order = [.year, .month, .day]
    } else if numbers.last?.isYear == true {
      order = order.filter { $0 != .year } + [.year]
    }
    if month != nil { order.removeAll { $0 == .month } }
    if numbers.count < order.count { order.removeAll { $0 == .day } }
    if numbers.count < order.count { order.removeAll { $0 == .month } }
    guard order.count == numbers.count else { return nil }
    var (year, day): (DateToken?, Int?)
    for (part, number) in zip(order, numbers) {
      switch part {
      case .year: year = number
      case .month: month = number.number
      case .day: day = number.number
      }
    }
    // Only a complete date can have a year of two digits.
    guard case .number(let number, let digits) = year, digits == 4 || digits == 2 && day != nil else {
      return nil
    }
    return date(digits == 4 ? number : century(number), month, day)
  }

  /// The year with these last two digits that is at most ten years ahead.
  private func century(_ digits: Int) -> Int {
    let present = days.calendar.component(.year, from: DayCalendar.date(now))
    let year = present - present % 100 + digits
    return year > present + 10 ? year - 100 : year
  }

  private func date(_ year: Int, _ month: Int?, _ day: Int?) -> TypedDate? {
    let world = DayCalendar(timeZone: days.timeZone)
    guard days.calendar.identifier != world.calendar.identifier else {
      return date(year, month, day, in: world)
    }
    if let own = date(year, month, day, in: days),
      Self.plausible.contains(world.calendar.component(.year, from: DayCalendar.date(own.span.lowerBound)))
    {
      return own
    }
    return date(year, month, day, in: world)
  }

  private func date(_ year: Int, _ month: Int?, _ day: Int?, in days: DayCalendar) -> TypedDate? {
    let era = days.calendar.component(.era, from: DayCalendar.date(now))
    let wanted = DateComponents(era: era, year: year, month: month ?? 1, day: day ?? 1, hour: 12)
    guard let date = days.calendar.date(from: wanted) else { return nil }
    // Calendars continue past the end of a month or year, so compare.
    let found = days.calendar.dateComponents([.year, .month, .day], from: date)
    guard found.year == year, found.month == wanted.month, found.day == wanted.day else { return nil }
    let (precision, unit): (TypedDate.Precision, DayCalendar.Unit) =
      day != nil ? (.day, .day) : month != nil ? (.month, .month) : (.year, .year)
    return TypedDate(precision: precision, span: days.span(unit, containing: DayCalendar.instant(date)))
  }
}
