import AppBase
import ArchiveWords
import ChatExport
import Chats
import Foundation
import Translation

/// A span of time that is counted.
enum CountedSpan: Hashable {
  case all
  /// The last days, of which the last one is today.
  case last(days: Int)
  case year(Int)
  /// Days that were typed or chosen in a calendar.
  case days(ExportSpan)

  /// The spans before the years.
  static let common: [Self] = [.all, .last(days: 365), .last(days: 30)]

  /// The parameter of the action that chooses the span; nil for typed days.
  var actionText: String? {
    switch self {
    case .all: "all"
    case .last(let days): days > 31 ? "12" : "30"
    case .year(let year): "\(year)"
    case .days: nil
    }
  }

  /// The span of an action's parameter.
  init(actionText: String) {
    self = Self.common.first { $0.actionText == actionText } ?? Int(actionText).map { .year($0) } ?? .all
  }

  // MARK: Words

  /// "Last 30 Days", "2025", "1 Mar 2024 – 5 Apr 2024".
  func words(in timeZone: TimeZone) -> String {
    switch self {
    case .all: return tr("All Time")
    case .last(let days): return days > 31 ? tr("Last 12 Months") : tr("Last 30 Days")
    case .year(let year): return "\(year)"
    case .days(let span):
      let words = DateWords(DayCalendar(timeZone: timeZone, locale: .desktop))
      switch (span.start.map(words.shortDay), span.end.map { words.shortDay($0 - 1) }) {
      case (let first?, let last?): return first == last ? first : "\(first) – \(last)"
      case (let first?, nil): return tr("From {first} on", ["first": first])
      case (nil, let last?): return tr("Up to {last}", ["last": last])
      case (nil, nil): return tr("All Time")
      }
    }
  }

  /// The title of a page without messages.
  var nothingTitle: String {
    switch self {
    case .all: tr("No messages")
    case .last(let days):
      days > 31 ? tr("No messages in the last 12 months") : tr("No messages in the last 30 days")
    case .year(let year): tr("No messages in {year}", ["year": "\(year)"])
    case .days: tr("No messages in these days")
    }
  }

  // MARK: Bounds

  /// The instants in milliseconds since 1970 UTC; nil for all times.
  func bounds(in timeZone: TimeZone, now: Int64 = DayCalendar.instant(Date())) -> Range<Int64>? {
    let calendar = DayCalendar(timeZone: timeZone)
    switch self {
    case .all: return nil
    case .last(let days):
      let day = calendar.span(.day, containing: now)
      return calendar.span(.day, 1 - days, from: day.lowerBound).lowerBound..<day.upperBound
    case .year(let year):
      let middle = DateComponents(calendar: calendar.calendar, year: year, month: 7, day: 1).date
      return calendar.span(.year, containing: middle.map(DayCalendar.instant) ?? now)
    case .days(let span):
      if span == .all { return nil }
      let (start, end) = (span.start ?? .min, span.end ?? .max)
      return start..<max(start, end)
    }
  }

  /// The filters of a search for the span: a day before it, and the day after it.
  func filters(in timeZone: TimeZone) -> [(key: String, value: String)] {
    if case .year(let year) = self { return [("on", "\(year)")] }
    guard let bounds = bounds(in: timeZone) else { return [] }
    func date(_ instant: Int64) -> String {
      DayCalendar.date(instant).formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day())
    }
    var filters: [(key: String, value: String)] = []
    if bounds.lowerBound > .min { filters.append(("after", date(bounds.lowerBound - 1))) }
    // The last days before today have no end: a message of today can have come meanwhile.
    if bounds.upperBound < .max, case .days = self { filters.append(("before", date(bounds.upperBound))) }
    return filters
  }

  /// The number of messages among those of days, which are days since 1970-01-01 in the time zone.
  func count(of days: [Int: Int], in timeZone: TimeZone) -> Int {
    guard let bounds = bounds(in: timeZone) else { return days.values.reduce(0, +) }
    func day(_ instant: Int64) -> Int {
      let date = DayCalendar.date(instant)
      let local = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
      return Int((local / 86_400).rounded(.down))
    }
    let first = bounds.lowerBound == .min ? Int.min : day(bounds.lowerBound)
    let end = bounds.upperBound == .max ? Int.max : day(bounds.upperBound)
    return days.reduce(0) { $0 + ($1.key >= first && $1.key < end ? $1.value : 0) }
  }
}
