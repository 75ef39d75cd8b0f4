import AppBase
import ArchiveWords
import ChatStatistics
import Controls
import Foundation
import Gtk
import Translation

/// When was written: figures, messages over time, a year by days, and a week by hours.
@MainActor
struct TimeCards {
  let statistics: ChatStatistics
  let timeZone: TimeZone
  /// Whether rows of numbers replace the charts.
  let showsTables: Bool
  /// Whether the figures are one below the other.
  let isNarrow: Bool
  /// The orders of the tables.
  let orders: TableOrders
  /// Called with a day, as days since 1970-01-01, and the unit that begins with it.
  let openDay: (_ day: Int, _ unit: Unit) -> Void

  enum Unit { case day, month, year }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = .desktop
    calendar.timeZone = .gmt
    return calendar
  }()

  func widgets() -> [Widget] { [figures, overTime, year, week, firstAndLongest] }

  private func content(
    _ chart: ChartWidget, _ title: String, unit: String, isNewestFirst: Bool = true
  ) -> Widget {
    showsTables ? ChartTable(of: chart, title, unit: unit, isNewestFirst: isNewestFirst, orders) : chart
  }

  // MARK: Figures

  var figures: Widget {
    let words = StatisticsFigures(statistics)
    let files = [
      trn("{count} picture", "{count} pictures", statistics.pictures),
      trn("{count} video", "{count} videos", statistics.videos),
      trn("{count} file", "{count} files", statistics.files),
    ]
    let tiles = [
      tile(tr("Messages"), statistics.messages, tr("{number} a day", ["number": words.messagesADay])),
      tile(tr("Words"), statistics.words, tr("{number} a message", ["number": words.wordsAMessage])),
      tile(
        tr("Media"), statistics.pictures + statistics.videos + statistics.files,
        files.joined(separator: ", ")),
      tile(tr("People"), statistics.people.count, ""),
      tile(
        tr("Days with messages"), statistics.days.count,
        trn("of {count} day", "of {count} days", statistics.dayCount)),
    ]
    let card: Widget
    if isNarrow {
      let rows = Box(.vertical)
      for tile in tiles { rows.append(tile) }
      card = rows
    } else {
      card = FlowRow(tiles, spacing: 40, margin: .none)
    }
    card.addClass("bs-card")
    card.addClass("bs-chart-card")
    return card
  }

  /// A number, above its name and its caption, or at the end of a row.
  private func tile(_ name: String, _ number: Int, _ caption: String) -> Widget {
    let figure = Label(Counted.number(number))
    let (title, note) = (Label(name), Label(caption))
    figure.addClass("bs-figure")
    title.addClass("bs-figure-name")
    note.addClass("bs-caption")
    let tile = Box(isNarrow ? .horizontal : .vertical, spacing: isNarrow ? 10 : 2)
    for label in isNarrow ? [title, note, figure] : [figure, title, note] {
      label.xalign = 0
      tile.append(label)
    }
    if isNarrow {
      tile.addClass("bs-chart-row")
      for label in [title, note] { label.ellipsize() }
      tile.tooltipText = caption
      note.hexpand = true
      note.xalign = 1
    }
    note.visible = isNarrow || !caption.isEmpty
    tile.setAccessibleRole(.group)
    tile.setAccessibleLabel(
      [name, Counted.number(number), caption].filter { !$0.isEmpty }.joined(separator: ", "))
    return tile
  }

  private var firstAndLongest: Widget {
    let rows = Box(.vertical)
    func add(_ name: String, _ value: String, _ day: Int?) {
      let row = LeadingRow(name, value)
      row.sensitive = day != nil
      if let day { row.clicked.connect { openDay(day, .day) } }
      rows.append(row)
    }
    if let first = statistics.days.keys.min() {
      add(tr("First message"), StatisticsFigures.date(first), first)
    }
    if let busiest = statistics.busiestDay {
      add(
        tr("Busiest day"),
        tr(
          "{date}, {messages}",
          ["date": StatisticsFigures.date(busiest.day), "messages": Counted.messages(busiest.count)]),
        busiest.day)
    }
    let (streak, pause) = (statistics.longestStreak, statistics.longestPause)
    add(tr("Longest streak"), streak.map(StatisticsFigures.days) ?? "–", streak?.first)
    // The pause has no message; the one before it was on the day before.
    add(tr("Longest pause"), pause.map(StatisticsFigures.days) ?? "–", pause.map { $0.first - 1 })
    return StatisticsCard.make(tr("First and longest"), rows)
  }

  // MARK: Over time

  /// The largest spans that have a bar for each day or month.
  private static let (mostDays, mostMonths) = (92, 240)

  private var overTime: Widget {
    let (unit, bars) = bars
    let chart = BarChart(tr("Messages over time"), description: tr("Bar chart. Return goes to the messages."))
    let marks = bars.map { ChartWidget.Mark(unit: $0.name, value: $0.count) }
    chart.show(marks, labels: labels(of: bars.map(\.day), unit))
    chart.didActivate = { openDay(bars[$0].day, unit) }
    let caption =
      switch unit {
      case .day: tr("by day")
      case .month: tr("by month")
      case .year: tr("by year")
      }
    let name =
      switch unit {
      case .day: tr("Day")
      case .month: tr("Month")
      case .year: tr("Year")
      }
    let title = tr("Messages over time")
    return StatisticsCard.make(title, caption: caption, content(chart, title, unit: name))
  }

  private typealias Bar = (day: Int, name: String, count: Int)

  private var bars: (Unit, [Bar]) {
    guard let first = statistics.days.keys.min(), let last = statistics.days.keys.max() else {
      return (.day, [])
    }
    if statistics.dayCount <= Self.mostDays {
      return (
        .day,
        (first...last).map {
          ($0, StatisticsFigures.date($0), statistics.days[$0] ?? 0)
        }
      )
    }
    let months = statistics.months
    let (from, to) = (ChatStatistics.month(ofDay: first), ChatStatistics.month(ofDay: last))
    if to - from < Self.mostMonths {
      return (
        .month,
        (from...to).map { month in
          (Self.day(ofMonth: month), Self.monthName(month), months[month] ?? 0)
        }
      )
    }
    return (
      .year,
      (from / 12...to / 12).map { year in
        let count = (0..<12).reduce(0) { $0 + (months[year * 12 + $1] ?? 0) }
        return (Self.day(ofMonth: year * 12), "\(year)", count)
      }
    )
  }

  /// The words below bars: the years, or the months or days of a short span.
  private func labels(of days: [Int], _ unit: Unit) -> [(index: Int, words: String)] {
    let calendar = Self.calendar
    return days.enumerated().compactMap { index, day in
      let date = StatisticsFigures.noon(day)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      switch unit {
      case .day: return parts.day == 1 || index == 0 ? (index, Self.format(date, .month)) : nil
      case .month: return parts.month == 1 || index == 0 ? (index, "\(parts.year ?? 0)") : nil
      case .year: return (index, "\(parts.year ?? 0)")
      }
    }
  }

  private enum Style { case month, monthAndYear, weekday }

  private static func format(_ date: Date, _ style: Style) -> String {
    let format = Date.FormatStyle(locale: .desktop, timeZone: .gmt)
    return switch style {
    case .month: date.formatted(format.month(.abbreviated))
    case .monthAndYear: date.formatted(format.month(.wide).year())
    case .weekday: date.formatted(format.weekday(.abbreviated))
    }
  }

  private static func monthName(_ month: Int) -> String {
    format(StatisticsFigures.noon(day(ofMonth: month)), .monthAndYear)
  }

  /// The first day of a month.
  private static func day(ofMonth month: Int) -> Int {
    let date =
      DateComponents(calendar: calendar, year: month / 12, month: month % 12 + 1, day: 1).date ?? Date()
    return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  // MARK: A year

  private var year: Widget {
    let years = Set(statistics.days.keys.map { ChatStatistics.month(ofDay: $0) / 12 }).sorted()
    let chart = HeatChart(
      tr("Days of a year"), description: tr("Heat map of days. Return goes to the messages."))
    let stepper = YearStepper(years) { [statistics, openDay] year in
      let first = Self.day(ofMonth: year * 12)
      let days = Array(first..<Self.day(ofMonth: year * 12 + 12))
      let weekday = Self.calendar.component(.weekday, from: StatisticsFigures.noon(first))
      let offset = (weekday - Self.calendar.firstWeekday + 7) % 7
      chart.didActivate = { openDay(days[$0], .day) }
      chart.show(
        days.map {
          ChartWidget.Mark(
            unit: StatisticsFigures.date($0), value: statistics.days[$0] ?? 0)
        },
        HeatChart.Grid(
          columns: (offset + days.count + 6) / 7, rows: 7, isByColumn: true, offset: offset, cell: 14,
          columnNames: Self.monthNames(year, offset), rowNames: Self.weekdayNames(every: 2),
          levels: [1, 10, 40, 100]))
    }
    let title = tr("Days of a year")
    return StatisticsCard.make(title, control: stepper, content(chart, title, unit: tr("Day")))
  }

  private static func monthNames(_ year: Int, _ offset: Int) -> [Int: String] {
    let first = day(ofMonth: year * 12)
    return Dictionary(
      (0..<12).map { month in
        let day = day(ofMonth: year * 12 + month)
        return ((day - first + offset + 6) / 7, format(StatisticsFigures.noon(day), .month))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of rows that begin with the locale's first day of the week.
  private static func weekdayNames(every step: Int) -> [Int: String] {
    // 1970-01-04 was a Sunday.
    Dictionary(
      stride(from: 0, to: 7, by: step).map { row in
        (row, format(StatisticsFigures.noon(3 + (calendar.firstWeekday - 1 + row) % 7), .weekday))
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: A week

  private var week: Widget {
    let chart = HeatChart(tr("Week by hour"), description: tr("Heat map of the hours of a week."))
    // The statistics begin with Monday, the locale's week with any day.
    let rows = (0..<7).map { (Self.calendar.firstWeekday + 5 + $0) % 7 }
    let most = max(1, statistics.hours.joined().max() ?? 1)
    let names = Self.weekdayNames(every: 1)
    chart.show(
      rows.enumerated().flatMap { row, weekday in
        (0..<24).map { hour in
          let count = statistics.hours[weekday][hour]
          let words = tr(
            "{weekday}, {from} to {to}",
            ["weekday": names[row] ?? "", "from": Self.clock(hour), "to": Self.clock(hour + 1)])
          return ChartWidget.Mark(unit: words, value: count)
        }
      },
      HeatChart.Grid(
        columns: 24, rows: 7, isByColumn: false, cell: 21,
        columnNames: Dictionary(uniqueKeysWithValues: [0, 6, 12, 18].map { ($0, Self.clock($0)) }),
        rowNames: names,
        levels: (0..<4).map { max(1, most * $0 / 4) }))
    return StatisticsCard.make(
      tr("Week by hour"),
      caption: timeZone.localizedName(for: .generic, locale: .desktop) ?? timeZone.identifier,
      content(chart, tr("Week by hour"), unit: tr("Hour"), isNewestFirst: false))
  }

  private static func clock(_ hour: Int) -> String {
    Date(timeIntervalSince1970: Double(hour % 24) * 3_600).formatted(
      Date.FormatStyle(locale: .desktop, timeZone: .gmt).hour().minute())
  }
}

/// ‹ 2025 ›: steps through years, and begins with the last one.
private final class YearStepper: Box {
  private let years: [Int]
  private let show: (Int) -> Void
  private var index: Int
  private let label = Label()
  private let older = Button(iconName: "go-previous-symbolic")
  private let newer = Button(iconName: "go-next-symbolic")

  init(_ years: [Int], show: @escaping (Int) -> Void) {
    (self.years, self.show, index) = (years, show, max(0, years.count - 1))
    super.init(.horizontal, spacing: 4)
    for (button, name, step) in [(older, tr("Previous Year"), -1), (newer, tr("Next Year"), 1)] {
      button.addClass("bs-flat")
      button.tooltipText = name
      button.setAccessibleLabel(name)
      button.clicked.connect(weak: self) { $0.step(step) }
    }
    label.addClass("bs-heading")
    append(older, label, newer)
    step(0)
  }

  private func step(_ distance: Int) {
    guard years.indices.contains(index + distance) else {
      visible = !years.isEmpty
      return
    }
    index += distance
    label.text = "\(years[index])"
    older.sensitive = index > 0
    newer.sensitive = index < years.count - 1
    show(years[index])
  }
}
