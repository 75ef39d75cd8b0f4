import Foundation
import Translation

/// Formats the times of messages in the user's locale and time zone: "18:42", "Friday, 14 March".
///
/// A list formats a time for each row that it binds, so the results are cached.
package final class MessageTimeFormatter {
  package let locale: Locale
  private let timeZone: TimeZone
  /// The locale's calendar, in the time zone of the clock.
  package let calendar: Calendar
  private let now: () -> Date
  private let timeStyle: Date.FormatStyle
  private var names: [Int: String] = [:]
  private var times: [Int64: String] = [:]
  /// The dates by day; those without the weekday by the day's complement.
  private var fullDates: [Int: String] = [:]
  private var namesAreOf = Int.min

  /// Number of cached days and of cached minutes. A screen shows a few dozen.
  static let cacheLimit = 2_000

  package init(
    locale: Locale = .desktop, timeZone: TimeZone = .current, now: @escaping () -> Date = { Date() }
  ) {
    self.locale = locale
    self.timeZone = timeZone
    self.now = now
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    self.calendar = calendar
    timeStyle = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).hour().minute()
  }

  /// The number of the local day, counted from 1970-01-01.
  package func day(of milliseconds: Int64) -> Int {
    let date = MessageDate(milliseconds)
    let offset = Int64(timeZone.secondsFromGMT(for: date.date)) * 1_000
    let (quotient, rest) = (date.milliseconds + offset).quotientAndRemainder(dividingBy: Self.dayLength)
    return Int(rest < 0 ? quotient - 1 : quotient)
  }

  package var today: Int { day(of: Int64((now().timeIntervalSince1970 * 1_000).rounded(.down))) }

  /// "Today", "Yesterday", or weekday and date, with the year if it is not the current one.
  package func name(ofDay day: Int) -> String {
    let today = today
    if today != namesAreOf || names.count > Self.cacheLimit { names = [:] }
    namesAreOf = today
    if let known = names[day] { return known }
    let name = makeName(day, today: today)
    names[day] = name
    return name
  }

  /// "Saturday, 15 March 2025", and without the weekday "15 March 2025".
  package func fullDate(of milliseconds: Int64, hasWeekday: Bool = true) -> String {
    let day = day(of: milliseconds)
    if fullDates.count > Self.cacheLimit { fullDates = [:] }
    let key = hasWeekday ? day : ~day
    if let known = fullDates[key] { return known }
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).day().month(.wide)
      .year()
    let moment = MessageDate(milliseconds).date
    let date = hasWeekday ? style.weekday(.wide).day(of: moment) : style.format(moment)
    fullDates[key] = date
    return date
  }

  /// "2 May", with the year if it is not the current one.
  package func date(of milliseconds: Int64) -> String {
    let moment = MessageDate(milliseconds).date
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).day().month(.wide)
    let isThisYear = calendar.component(.year, from: moment) == calendar.component(.year, from: now())
    return (isThisYear ? style : style.year()).format(moment)
  }

  /// "2 May, 18:42", with the year if it is not the current one.
  package func moment(of milliseconds: Int64) -> String {
    // Translators: a date and a time of the day, "2 May, 18:42".
    tr("{date}, {time}", ["date": date(of: milliseconds), "time": time(of: milliseconds)])
  }

  /// Hours and minutes, in the locale's 12-hour or 24-hour clock.
  package func time(of milliseconds: Int64) -> String {
    let minute = milliseconds / 60_000
    if let known = times[minute] { return known }
    if times.count > Self.cacheLimit { times = [:] }
    let time = timeStyle.format(MessageDate(milliseconds).date)
    times[minute] = time
    return time
  }

  private static let dayLength: Int64 = 86_400_000

  private func makeName(_ day: Int, today: Int) -> String {
    switch today - day {
    case 0: return tr("Today")
    case 1: return tr("Yesterday")
    default:
      // Noon in UTC of that day is far from both of its ends.
      let noon = MessageDate(Int64(day) * Self.dayLength + Self.dayLength / 2)
      let thisYear = MessageDate(Int64(today) * Self.dayLength + Self.dayLength / 2)
      var calendar = calendar
      calendar.timeZone = .gmt
      let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
        .weekday(.wide).day().month(.wide)
      let isThisYear =
        calendar.component(.year, from: noon.date) == calendar.component(.year, from: thisYear.date)
      return (isThisYear ? style : style.year()).day(of: noon.date)
    }
  }
}

extension Date.FormatStyle {
  /// A day with its weekday as a whole word: "Friday, 14 March".
  ///
  /// British English has the comma only with a year; here each English day has it.
  package func day(of date: Date) -> String {
    let text = format(date)
    guard locale.language.languageCode == .english else { return text }
    let name = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).weekday(.wide).format(
      date)
    return text.hasPrefix(name + " ") ? name + "," + text.dropFirst(name.count) : text
  }
}

/// The time of a message, clamped to the years that `Calendar` supports.
package struct MessageDate: Equatable, Sendable {
  /// Milliseconds since 1970 UTC, in the years 1 to 9999. A damaged log can hold any number, and calendars overflow
  /// beyond these years.
  package let milliseconds: Int64

  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  package init(_ milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
