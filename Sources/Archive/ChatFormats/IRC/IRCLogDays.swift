import Chats
import Foundation
import Translation

/// The days of a log's lines. A date in a line is always kept. Otherwise a line is on a day that is counted, by a rule
/// that all logs share and that docs/IMPORTS.md states.
enum LogDayRule {
  /// A time that goes back by more than this is on the next day. Otherwise a line came late, or the clock was set back:
  /// by one hour at the end of summer time, in some past years by two.
  private static let longestSetback = 2 * 3600
  /// The number of seconds around midnight in which lines of two days can be in the wrong order.
  private static let midnight = 120
  static let noon = CivilDate.secondsPerDay / 2
  /// The days that a log without years can pause after a statement of a year, or after the last one. Lines that are
  /// older than the statement, which a bouncer played back, would otherwise be almost a year later.
  static let longestPause = 330

  /// The number of days from a line to the next one, which both have only times.
  ///
  /// - Parameter next: The time of the line after both; nil if a date precedes it.
  static func days(from last: Int, to second: Int, before next: () -> Int?) -> Int {
    if last - second > longestSetback { return 1 }
    // A line of the evening between two lines of the first minutes came late.
    if last <= midnight, second >= CivilDate.secondsPerDay - midnight, let next = next(), next <= midnight {
      return -1
    }
    return 0
  }

  /// The day of a date without a year: the next one, or the day before the last line if a line came late.
  ///
  /// - Parameter limit: A day that the line does not follow; nil if none is known.
  static func day(of date: DayOfYear, after last: Int, before limit: Int?) -> Int? {
    guard let next = date.first(from: last - 1) else { return nil }
    guard let limit, next > limit + 1 else { return next }
    return date.last(upTo: limit + 1) ?? next
  }
}

/// A date without its year.
struct DayOfYear: Sendable, Hashable {
  let month: Int
  let day: Int

  /// Nil if no year has the date.
  init?(month: Int, day: Int) {
    guard CivilDate(year: DayOfYear.leapYear, month: month, day: day) != nil else { return nil }
    (self.month, self.day) = (month, day)
  }

  fileprivate static let leapYear = 2000
  /// The most years between two leap days, around 2100.
  private static let leapYears = 8

  /// The first day with this date from a day on, in days since 1970-01-01; nil if there is none in the calendar.
  func first(from day: Int) -> Int? {
    guard let year = CivilDate(dayNumber: day)?.year else { return nil }
    return (year...year + DayOfYear.leapYears).lazy.compactMap(dayNumber).first { $0 >= day }
  }

  /// The last day with this date up to a day.
  func last(upTo day: Int) -> Int? {
    guard let year = CivilDate(dayNumber: day)?.year else { return nil }
    return (year - DayOfYear.leapYears...year).reversed().lazy.compactMap(dayNumber).first { $0 <= day }
  }

  fileprivate func dayNumber(in year: Int) -> Int? {
    CivilDate(year: year, month: month, day: day)?.dayNumber
  }
}

/// The times and dates of a log, read ahead of its messages.
struct IRCLookahead {
  private enum Item {
    case time(Int)
    case date(IRCDate)
    case dateWithoutYear(DayOfYear)
  }

  private var lines: LineReader
  private let format: ImportFormat
  /// The last item that was read, with the number of its line.
  private var last: (line: Int, item: Item)?

  /// - Parameter log: A reader of the log, which also decides when the reading is cancelled.
  init(_ log: ByteReader, format: ImportFormat) throws(ImportError) {
    lines = LineReader(try log.again())
    self.format = format
  }

  /// The next item after a line. A second call with the same line returns the same item.
  private mutating func next(after number: Int) -> (line: Int, item: Item)? {
    if let last, last.line > number { return last }
    while let line = lines.next() {
      guard line.number > number, let bytes = line.bytes, let item = item(bytes) else { continue }
      last = (line.number, item)
      return last
    }
    last = nil
    return nil
  }

  private func item(_ bytes: [UInt8]) -> Item? {
    switch IRCLine(TextRepair.utf8(IRCLine.withoutFormatCodes(bytes)).bytes, format: format) {
    case .date(let date): return .date(date)
    case .event(_, let stamp?):
      if let day = stamp.day { return .date(IRCDate(day: day, time: stamp.time)) }
      return stamp.dayOfYear.map(Item.dateWithoutYear) ?? .time(stamp.time.second)
    default: return nil
    }
  }

  /// The time of the next line with one; nil if a date precedes it.
  mutating func time(after line: Int) -> Int? {
    guard case .time(let second)? = next(after: line)?.item else { return nil }
    return second
  }

  /// The next day with its year.
  mutating func date(after line: Int) -> Int? {
    var line = line
    while let next = next(after: line) {
      if case .date(let date) = next.item { return date.day }
      line = next.line
    }
    return nil
  }

  /// Whether the lines from this one to the next date, which follow the statement of a day, begin on the day before.
  ///
  /// They fall into runs, each of which ends where the time goes back. The longest one is on the stated day, if the
  /// lines are those of about one day. Otherwise the day is that of the first line.
  mutating func beginsEarly(from line: Int) -> Bool {
    struct Run {
      var times: ClosedRange<Int>
      var lines = 1
      func isLonger(than other: Run) -> Bool {
        (times.count, lines) > (other.times.count, other.lines)
      }
    }
    var runs: [Run] = []
    var lastSecond = 0
    var line = line - 1
    while let next = next(after: line), case .time(let second) = next.item, runs.count <= Self.mostRuns {
      line = next.line
      guard let run = runs.last else {
        runs.append(Run(times: second...second))
        lastSecond = second
        continue
      }
      switch LogDayRule.days(from: lastSecond, to: second, before: { time(after: line) }) {
      case 0:
        runs[runs.count - 1].lines += 1
        runs[runs.count - 1].times =
          min(run.times.lowerBound, second)...max(run.times.upperBound, second)
        lastSecond = second
      case 1:
        runs.append(Run(times: second...second))
        lastSecond = second
      default: break
      }
    }
    return (2...Self.mostRuns).contains(runs.count) && runs[1].isLonger(than: runs[0])
  }

  /// The evening before, the day and the night after it.
  private static let mostRuns = 3
}

/// The first day of a log whose first lines contain only a time of day, or dates without years.
struct IRCFirstDay {
  /// Days since 1970-01-01.
  let number: Int
  /// A note for the user about a guessed date.
  let remark: String?

  /// Finds the first date in the log and counts the days before it. A log without a date is assumed to end on the day
  /// on which the file was last modified, or on the nearest day of `period`.
  ///
  /// - Complexity: O(n) in the bytes before the first date.
  init(
    of log: ByteReader, format: ImportFormat, timeZone: TimeZone, within period: ClosedRange<Int>?
  ) throws(ImportError) {
    var ahead = try IRCLookahead(log, format: format)
    let start = ahead.start()
    if let date = start.firstDate {
      self.init(number: start.dates.span(endingBy: date)?.first ?? date - start.nights, remark: nil)
      return
    }
    let changed = log.source.dayOfLastChange(in: timeZone)
    if let (first, last) = start.dates.span(endingBy: changed) {
      self.init(
        number: first,
        remark: tr(
          "has dates without years; assumed to end on {date}",
          ["date": CivilDate(dayNumber: last)?.description ?? tr("today")]))
      return
    }
    let lastDay =
      period.map { min(max(changed, $0.lowerBound + start.nights), $0.upperBound) } ?? changed
    let date = ["date": CivilDate(dayNumber: lastDay)?.description ?? tr("today")]
    self.init(
      number: lastDay - start.nights,
      remark: lastDay == changed
        ? tr("has times but no dates; assumed to end on {date}, when the file was last modified", date)
        : tr("has times but no dates; assumed to end on {date}", date))
  }

  private init(number: Int, remark: String?) {
    self.number = number
    self.remark = remark
  }
}

extension IRCLookahead {
  /// The lines before the first date with a year.
  fileprivate struct Start {
    /// Days from the first line to the date, or to the last line.
    var nights = 0
    var dates = YearlessDates()
    /// Nil if the log contains none.
    var firstDate: Int?
  }

  fileprivate mutating func start() -> Start {
    var start = Start()
    var lastSecond: Int?
    var line = 0
    while let next = next(after: line) {
      line = next.line
      switch next.item {
      case .time(let second):
        if let last = lastSecond {
          let days = LogDayRule.days(from: last, to: second) { time(after: line) }
          start.nights += days
        }
        lastSecond = second
      case .dateWithoutYear(let date): start.dates.add(date)
      case .date(let date):
        start.firstDate = date.day
        if let last = lastSecond {
          start.nights += date.time.map { LogDayRule.days(from: last, to: $0.second) { nil } } ?? 1
        }
        return start
      }
    }
    return start
  }
}

/// Dates without the year, from the beginning of a log, in the years that fit best.
private struct YearlessDates {
  /// The days if the first one is in the leap year 2000 or in one of the three years after it. A leap day decides: in
  /// the wrong years, it needs a pause of years.
  private var tracks: [(first: Int, last: Int)] = []

  mutating func add(_ date: DayOfYear) {
    guard !tracks.isEmpty else {
      tracks = (0..<4).compactMap { after in
        CivilDate(year: DayOfYear.leapYear + after, month: 1, day: 1).flatMap {
          date.first(from: $0.dayNumber)
        }
      }.map { ($0, $0) }
      return
    }
    for index in tracks.indices {
      let last = tracks[index].last
      tracks[index].last = LogDayRule.day(of: date, after: last, before: nil) ?? last
    }
  }

  /// The first and the last day, with the last one on this day or as shortly before it as possible; nil without a date.
  func span(endingBy end: Int) -> (first: Int, last: Int)? {
    let moved = tracks.compactMap { shifted($0, before: end) }
    return moved.min { a, b in (years(a), b.last) < (years(b), a.last) }
  }

  private func years(_ track: (first: Int, last: Int)) -> Int {
    (CivilDate(dayNumber: track.last)?.year ?? 0) - (CivilDate(dayNumber: track.first)?.year ?? 0)
  }

  /// The days moved by a multiple of four years, so that leap days stay leap days.
  private func shifted(_ track: (first: Int, last: Int), before end: Int) -> (first: Int, last: Int)? {
    guard let first = CivilDate(dayNumber: track.first), let last = CivilDate(dayNumber: track.last),
      let end = CivilDate(dayNumber: end)
    else { return nil }
    func date(_ date: CivilDate, _ years: Int) -> Int? {
      CivilDate(year: date.year + years, month: date.month, day: date.day)?.dayNumber
    }
    let distance = end.year - last.year
    let years = distance - (distance % 4 + 4) % 4
    for years in [years, years - 4] {
      if let lastDay = date(last, years), lastDay <= end.dayNumber, let firstDay = date(first, years) {
        return (firstDay, lastDay)
      }
    }
    return nil
  }
}
