import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Translation

/// The choice of a span of time, in a popover: all time, the last months and days, years, and the first and the last
/// day. A choice acts at once.
final class SpanPanel: Box {
  /// Called with days that were typed or chosen in a calendar.
  var didChooseDays: ((CountedSpan) -> Void)?

  let days: DaysField
  private let timeZone: TimeZone
  private let common = Box(.vertical)
  private let years = Box(.horizontal)
  private var columns: [Box] = []
  private lazy var yearScroller = ScrolledWindow(child: years)
  private var rows: [(span: CountedSpan, button: SpanRow)] = []
  private var shownYears: [Int]?
  private var span = CountedSpan.all
  /// GTK replaces a text in two steps.
  private lazy var reading = Coalesced(.soon) { [weak self] in self?.daysChanged() }

  /// Points of the years that scroll, and the most years that need no scrolling.
  private static let yearHeight = 200
  private static let mostYears = 12

  /// - Parameter chat: Nil for all chats, whose days have no calendar.
  init(_ archive: Archive, _ chat: Conversation.ID?, timeZone: TimeZone) {
    self.timeZone = timeZone
    let dates = chat.map { chat in
      {
        DateFinder(
          archive, chat, DayCalendar(timeZone: timeZone, locale: .desktop), at: DayCalendar.instant(Date()))
      }
    }
    days = DaysField(dates, timeZone: timeZone)
    super.init(.vertical, spacing: 6)
    setMargins(start: 6, end: 6, top: 6, bottom: 6)
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Time that is counted"))
    for span in CountedSpan.common { add(span, to: common) }
    years.homogeneous = true
    yearScroller.focusable = false
    let line = Box(.horizontal)
    line.addClass("bs-hairline")
    append(common, yearScroller, line, days)
    days.didChange = { [weak self] in self?.reading.schedule() }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { panel, key, _, modifiers in
      modifiers.isDisjoint(with: [.control, .alt, .shift]) && panel.move(by: Key.normal(key))
    }
    add(keys)
  }

  private func add(_ span: CountedSpan, to box: Box) {
    let row = SpanRow(named: span.words(in: timeZone))
    if let text = span.actionText { row.setDetailedActionName("statistics.span::\(text)") }
    rows.append((span, row))
    box.append(row)
  }

  /// Shows the numbers of messages, and marks the chosen span.
  ///
  /// - Parameter counts: The messages of all times by day; nil while they are counted.
  func show(_ counts: [Int: Int]?, years: [Int], chosen: CountedSpan) {
    if shownYears != years { showYears(years) }
    span = chosen
    for (span, row) in rows {
      row.show(counts.map { span.count(of: $0, in: timeZone) }, isChosen: span == chosen)
    }
    if let counts, let first = counts.keys.min(), let last = counts.keys.max() {
      func instant(_ day: Int) -> Int64 {
        let noon = StatisticsFigures.noon(day)
        return DayCalendar.instant(noon) - Int64(timeZone.secondsFromGMT(for: noon)) * 1_000
      }
      days.show(first: instant(first), last: instant(last))
    }
    if case .days = chosen { return }
    days.clear()
  }

  /// The years in two columns, the newest one first.
  private func showYears(_ new: [Int]) {
    shownYears = new
    rows.removeAll { if case .year = $0.span { true } else { false } }
    for column in columns { years.remove(column) }
    columns = []
    let half = (new.count + 1) / 2
    for part in [new.prefix(half), new.dropFirst(half)] where !part.isEmpty {
      let column = Box(.vertical)
      for year in part { add(.year(year), to: column) }
      years.append(column)
      columns.append(column)
    }
    yearScroller.visible = !new.isEmpty
    let scrolls = new.count > Self.mostYears
    yearScroller.setPolicy(horizontal: .never, vertical: scrolls ? .automatic : .never)
    yearScroller.setSizeRequest(height: scrolls ? Self.yearHeight : -1)
  }

  private func daysChanged() {
    guard case .span(let chosen) = days.value else { return }
    // The fields are also emptied because another span was chosen.
    if chosen != .all {
      didChooseDays?(.days(chosen))
    } else if case .days = span {
      didChooseDays?(.all)
    }
  }

  /// Up and Down move between the rows.
  private func move(by key: UInt32) -> Bool {
    guard let index = rows.firstIndex(where: { $0.button.hasFocus }),
      let step = [Key.up: -1, Key.down: 1][key], rows.indices.contains(index + step)
    else { return false }
    return rows[index + step].button.takeFocus()
  }
}

/// "2025 6,900".
private final class SpanRow: Button {
  private let name: String
  private let number = Label()

  init(named name: String) {
    self.name = name
    let content = Box(.horizontal, spacing: 6)
    let label = Label(name)
    label.xalign = 0
    label.hexpand = true
    number.addClass("bs-caption")
    content.append(label, number)
    super.init(child: content)
    addClass("bs-countrow")
    addClass("year")
  }

  /// - Parameter count: Nil while it is not known.
  func show(_ count: Int?, isChosen: Bool) {
    number.text = count.map(Counted.number) ?? ""
    setClass("chosen", isChosen)
    setAccessibleLabel([name, count.map { Counted.messages($0) }].compactMap(\.self).joined(separator: ", "))
    setAccessibleSelected(isChosen)
  }
}
