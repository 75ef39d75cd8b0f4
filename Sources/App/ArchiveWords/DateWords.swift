import AppBase
import ChatStore
import Chats
import Foundation
import Translation

extension Conversation {
  /// The time zone in which the conversation's times are shown: its own, or the machine's.
  package var zone: TimeZone { timeZone.flatMap { TimeZone(identifier: $0) } ?? .current }
}

/// Words for days, months and years, in a locale and a time zone. Instants are milliseconds since 1970 UTC.
package struct DateWords {
  package let days: DayCalendar
  private let style: Date.FormatStyle

  package init(_ days: DayCalendar, locale: Locale = .desktop) {
    self.days = days
    style = Date.FormatStyle(locale: locale, calendar: days.calendar, timeZone: days.timeZone)
  }

  private func format(_ instant: Int64, _ style: Date.FormatStyle) -> String {
    style.format(DayCalendar.date(instant))
  }

  /// "Friday, 14 March 2025".
  package func day(_ instant: Int64) -> String {
    style.weekday(.wide).day().month(.wide).year().day(of: DayCalendar.date(instant))
  }
  /// "14 Mar 2025".
  package func shortDay(_ instant: Int64) -> String {
    format(instant, style.day().month(.abbreviated).year())
  }
  /// "18:30".
  package func time(_ instant: Int64) -> String { format(instant, style.hour().minute()) }
  /// "March 2025".
  package func month(_ instant: Int64) -> String { format(instant, style.month(.wide).year()) }
  /// "Mar".
  package func monthName(_ instant: Int64) -> String { format(instant, style.month(.abbreviated)) }
  /// "2025".
  package func year(_ instant: Int64) -> String { format(instant, style.year()) }
  /// "14", without the additions of a locale.
  package func dayNumber(_ instant: Int64) -> String {
    Counted.number(days.calendar.component(.day, from: DayCalendar.date(instant)))
  }
  /// "Fr".
  package func weekday(_ instant: Int64) -> String { format(instant, style.weekday(.short)) }
  /// "CET", "GMT+1".
  package func zone(_ instant: Int64) -> String {
    days.timeZone.abbreviation(for: DayCalendar.date(instant)) ?? days.timeZone.identifier
  }

  /// "today, 14:05", "8 Sep 2019".
  package func caption(_ instant: Int64, now: Int64) -> String {
    guard days.span(.day, containing: now).contains(instant) else { return shortDay(instant) }
    return tr("today, {time}", ["time": time(instant)])
  }

  /// "Saturday, 29 March 2025, 103 messages", as a screen reader speaks it.
  package func spoken(_ day: MessageCount) -> String {
    [self.day(day.span.lowerBound), Counted.messages(day)]
      .joined(separator: ", ")
  }

  /// "Saturday, 29 March: 103 messages".
  package func tooltip(_ day: MessageCount) -> String {
    tr(
      "{day}: {messages}",
      [
        "day": style.weekday(.wide).day().month(.wide).day(of: DayCalendar.date(day.span.lowerBound)),
        "messages": Counted.messages(day),
      ])
  }
}

extension Counted {
  /// The messages of a span, or its notes if it has no messages.
  package static func messages(_ count: MessageCount) -> String {
    if count.count > 0 { return messages(count.count) }
    return count.notes > 0 ? notes(count.notes) : tr("No messages")
  }
}
