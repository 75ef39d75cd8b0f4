import Foundation
import Translation

/// Puts the times of messages into words, in the person's locale and time zone: "18:42", "Friday, 14 March".
///
/// A list asks for every row it binds, so words once made are kept.
final class MessageClock {
  private let locale: Locale
  private let timeZone: TimeZone
  private let calendar: Calendar
  private let now: () -> Date
  private let timeStyle: Date.FormatStyle
  private var names: [Int: String] = [:]
  private var times: [Int64: String] = [:]
  private var namesAreOf = Int.min

  /// Days and minutes kept; a screenful is a few dozen.
  static let cacheLimit = 2_000

  init(locale: Locale = .desktop, timeZone: TimeZone = .current, now: @escaping () -> Date = { Date() }) {
    self.locale = locale
    self.timeZone = timeZone
    self.now = now
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    self.calendar = calendar
    timeStyle = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).hour().minute()
  }

  /// Number of the local day, counted from 1970-01-01; the next day's is greater by 1.
  func day(of milliseconds: Int64) -> Int {
    let date = MessageDate(milliseconds)
    let offset = Int64(timeZone.secondsFromGMT(for: date.date)) * 1_000
    let (quotient, rest) = (date.milliseconds + offset).quotientAndRemainder(dividingBy: Self.dayLength)
    return Int(rest < 0 ? quotient - 1 : quotient)
  }

  var today: Int { day(of: Int64((now().timeIntervalSince1970 * 1_000).rounded(.down))) }

  /// tr("Today"), tr("Yesterday"), else weekday and date, with the year if it is not this one.
  func name(ofDay day: Int) -> String {
    let today = today
    if today != namesAreOf || names.count > Self.cacheLimit { names = [:] }
    namesAreOf = today
    if let known = names[day] { return known }
    let name = makeName(day, today: today)
    names[day] = name
    return name
  }

  /// Hours and minutes, by the clock of 12 or of 24 hours as the locale has it.
  func time(of milliseconds: Int64) -> String {
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
      // Noon in UTC of the same number: far from both ends of the day.
      let noon = MessageDate(Int64(day) * Self.dayLength + Self.dayLength / 2)
      let thisYear = MessageDate(Int64(today) * Self.dayLength + Self.dayLength / 2)
      var calendar = calendar
      calendar.timeZone = .gmt
      let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
        .weekday(.wide).day().month(.wide)
      let isThisYear =
        calendar.component(.year, from: noon.date) == calendar.component(.year, from: thisYear.date)
      return (isThisYear ? style : style.year()).format(noon.date)
    }
  }
}
