import ChatArchive
import Foundation
import Translation

extension Conversation {
  /// The time zone in which the conversation's times are shown: its own, or the machine's.
  var zone: TimeZone { timeZone.flatMap { TimeZone(identifier: $0) } ?? .current }
}

/// Words for days, months and years, in a locale and a time zone. Instants are milliseconds since 1970 UTC.
struct DateWords {
  let days: DayCalendar
  private let style: Date.FormatStyle

  init(_ days: DayCalendar, locale: Locale = .desktop) {
    self.days = days
    style = Date.FormatStyle(locale: locale, calendar: days.calendar, timeZone: days.timeZone)
  }

  private func format(_ instant: Int64, _ style: Date.FormatStyle) -> String {
    style.format(DayCalendar.date(instant))
  }

  /// "Friday, 14 March 2025".
  func day(_ instant: Int64) -> String {
    style.weekday(.wide).day().month(.wide).year().day(of: DayCalendar.date(instant))
  }
  /// "14 Mar 2025".
  func shortDay(_ instant: Int64) -> String { format(instant, style.day().month(.abbreviated).year()) }
  /// "18:30".
  func time(_ instant: Int64) -> String { format(instant, style.hour().minute()) }
  /// "March 2025".
  func month(_ instant: Int64) -> String { format(instant, style.month(.wide).year()) }
  /// "Mar".
  func monthName(_ instant: Int64) -> String { format(instant, style.month(.abbreviated)) }
  /// "2025".
  func year(_ instant: Int64) -> String { format(instant, style.year()) }
  /// "14", without what a locale adds to it.
  func dayNumber(_ instant: Int64) -> String {
    Counted.number(days.calendar.component(.day, from: DayCalendar.date(instant)))
  }
  /// "Fr".
  func weekday(_ instant: Int64) -> String { format(instant, style.weekday(.short)) }
  /// "CET", "GMT+1".
  func zone(_ instant: Int64) -> String {
    days.timeZone.abbreviation(for: DayCalendar.date(instant)) ?? days.timeZone.identifier
  }

  /// "today, 14:05", "8 Sep 2019".
  func caption(_ instant: Int64, now: Int64) -> String {
    guard days.span(.day, containing: now).contains(instant) else { return shortDay(instant) }
    return tr("today, {time}", ["time": time(instant)])
  }

  /// "Friday, 14 March 2025, 18:30", "March 2025".
  func name(_ typed: TypedDate) -> String {
    let start = typed.span.lowerBound
    switch typed.precision {
    case .minute: return tr("{day}, {time}", ["day": day(start), "time": time(start)])
    case .day: return day(start)
    case .week: return tr("Week of {date}", ["date": shortDay(start)])
    case .month: return month(start)
    case .year: return year(start)
    }
  }

  /// "118 messages that day, nearest at 18:42".
  func note(_ hit: DateHit) -> String {
    guard let moment = hit.moment else { return tr("No messages") }
    let messages = Counted.messages(hit.count)
    let (day, time) = (shortDay(moment.sentAt), time(moment.sentAt))
    if hit.count.isEmpty { return tr("No messages, nearest on {date}", ["date": day]) }
    guard hit.typed.precision == .minute else { return messages }
    guard days.span(.day, containing: hit.typed.span.lowerBound).contains(moment.sentAt) else {
      return tr("{messages} that day, nearest on {date}", ["messages": messages, "date": "\(day), \(time)"])
    }
    return tr("{messages} that day, nearest at {time}", ["messages": messages, "time": time])
  }

  /// "Saturday, 29 March 2025, 103 messages", as a screen reader speaks it.
  func spoken(_ day: MessageCount) -> String {
    [self.day(day.span.lowerBound), Counted.messages(day)]
      .joined(separator: ", ")
  }

  /// "Saturday, 29 March: 103 messages".
  func tooltip(_ day: MessageCount) -> String {
    tr(
      "{day}: {messages}",
      [
        "day": style.weekday(.wide).day().month(.wide).day(of: DayCalendar.date(day.span.lowerBound)),
        "messages": Counted.messages(day),
      ])
  }
}
