import Foundation

/// The days, weeks, months and years of a time zone, as spans of instants.
///
/// Instants are milliseconds since 1970 UTC. A day has 23 hours when clocks go forward, and 25 when they go back.
public struct DayCalendar: Sendable, Hashable {
  /// A span of the calendar.
  public enum Unit: Sendable, Hashable, CaseIterable {
    case day, week, month, year

    fileprivate var component: Calendar.Component {
      switch self {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    }
  }

  /// The calendar, in the time zone.
  public let calendar: Calendar

  /// The instants that calendars support: the years 1 to 9999. A damaged message can have any time.
  private static let supported: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Makes the calendar of a locale, which determines the first day of the week, in a time zone.
  public init(timeZone: TimeZone, locale: Locale = Locale(identifier: "en_GB")) {
    var calendar = Calendar(identifier: locale.calendar.identifier)
    calendar.locale = locale
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// The time zone of the days.
  public var timeZone: TimeZone { calendar.timeZone }

  /// The day, week, month or year that contains an instant.
  public func span(_ unit: Unit, containing instant: Int64) -> Range<Int64> {
    let date = Self.date(instant)
    guard let found = calendar.dateInterval(of: unit.component, for: date) else {
      return instant..<instant + 1
    }
    let start = Self.instant(found.start)
    return start..<max(start + 1, Self.instant(found.end))
  }

  /// The spans of a unit that begin in a span, such as the days of a month.
  ///
  /// - Complexity: O(n) in the number of spans.
  public func spans(_ unit: Unit, in whole: Range<Int64>) -> [Range<Int64>] {
    var spans: [Range<Int64>] = []
    var next = whole.lowerBound
    while next < whole.upperBound {
      let span = span(unit, containing: next)
      if span.lowerBound >= whole.lowerBound { spans.append(span) }
      guard span.upperBound > next else { break }
      next = span.upperBound
    }
    return spans
  }

  /// The span `distance` units after the one that contains an instant; before it if negative.
  public func span(_ unit: Unit, _ distance: Int, from instant: Int64) -> Range<Int64> {
    let here = span(unit, containing: instant)
    // Add to the middle, which a change of the clocks cannot move into another span.
    let middle = Self.date(here.lowerBound + (here.upperBound - here.lowerBound) / 2)
    let there = calendar.date(byAdding: unit.component, value: distance, to: middle) ?? middle
    return span(unit, containing: Self.instant(there))
  }

  /// The date of an instant, within the years that calendars support.
  public static func date(_ instant: Int64) -> Date {
    let clamped = min(max(instant, supported.lowerBound), supported.upperBound)
    return Date(timeIntervalSince1970: Double(clamped) / 1_000)
  }

  /// The instant of a date.
  public static func instant(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
  }
}
