import AppBase
import ChatStore
import Foundation
import ScrollCore

/// The months of a locale's calendar in a time zone, as ticks of a rail.
package struct MonthCalendar: Sendable {
  private let locale: Locale
  private let calendar: Calendar

  /// `calendar` has the time zone.
  init(locale: Locale, calendar: Calendar) {
    self.locale = locale
    self.calendar = calendar
  }

  /// The beginning of the month after a time; both are in milliseconds since 1970 UTC.
  func month(after time: Int64) -> Int64 {
    guard let month = calendar.dateInterval(of: .month, for: MessageDate(time).date) else { return .max }
    return Int64((month.end.timeIntervalSince1970 * 1_000).rounded(.up))
  }

  /// The ticks of months that have messages. The first such month of a year begins the year.
  func ticks(_ months: [PeriodStart]) -> [RailTick] {
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
      .month(.wide).year()
    let number = IntegerFormatStyle<Int>(locale: locale).grouping(.never)
    var before: DateComponents?
    return months.map { month in
      let date = MessageDate(month.time).date
      let parts = calendar.dateComponents([.era, .year, .month], from: date)
      defer { before = parts }
      let isYear = parts.year != before?.year || parts.era != before?.era
      let isQuarter = ((parts.month ?? 1) - 1) / 3 != ((before?.month ?? 1) - 1) / 3
      return RailTick(
        ordinal: month.ordinal, rank: isYear ? .year : isQuarter ? .quarter : .month,
        label: isYear ? (parts.year ?? 0).formatted(number) : "", name: style.format(date))
    }
  }
}

extension MessageTimeFormatter {
  /// The months and years of the rail.
  package var months: MonthCalendar { MonthCalendar(locale: locale, calendar: calendar) }
}
