import ArchiveWords
import ChatStore
import Chats
import Foundation
import Gtk
import Translation

/// The days of a month as buttons, in weeks of the locale. Days with messages are shaded by their number. The grid is
/// one stop for Tab; inside, keys choose another day.
final class MonthGrid: CustomWidget {
  /// Called when a day was activated.
  var didActivate: ((Range<Int64>) -> Void)?
  /// Called when a key moves the chosen day.
  var didMove: ((DateFinder.Step) -> Void)?

  private let words: DateWords
  private let heads = (0..<7).map { _ in Label() }
  private let cells = (0..<42).map { _ in DayCell() }

  /// Points.
  private static let gap = 3
  private static let rows = 6

  init(_ words: DateWords) {
    self.words = words
    super.init()
    setAccessibleLabel(tr("Days"))
    for (index, head) in heads.enumerated() {
      head.addClass("bs-weekday")
      // Any week provides the names of the days.
      let week = words.days.spans(.day, in: words.days.span(.week, 1, from: 0))
      if week.indices.contains(index) { head.text = words.weekday(week[index].lowerBound) }
      head.setParent(self)
    }
    for cell in cells {
      cell.clicked.connect(weak: self) { [weak cell] grid in
        if let day = cell?.day { grid.didActivate?(day.span) }
      }
      cell.setParent(self)
    }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { grid, key, _, modifiers in grid.pressed(Key.normal(key), modifiers)
    }
    add(keys)
  }

  override class var cssName: String { "monthgrid" }
  override class var accessibleRole: AccessibleRole { .group }

  /// The button that Tab reaches: the chosen day's; in a month without it, that of the first day with messages.
  var stop: Widget? {
    cells.first { $0.isChosen && $0.day != nil } ?? cells.first { $0.day != nil && $0.sensitive }
  }

  /// The day whose button has the focus.
  var focusedDay: Range<Int64>? { cells.first(where: \.containsFocus)?.day?.span }

  /// `today` and `chosen`: instants on these days.
  func show(_ days: [MessageCount], isCounting: Bool, chosen: Int64, today: Int64) {
    let hadFocus = containsFocus
    let first = days.first.map { column(of: $0.span.lowerBound) } ?? 0
    for (index, cell) in cells.enumerated() {
      let number = index - first
      cell.show(
        days.indices.contains(number) ? days[number] : nil, words, isCounting: isCounting, chosen: chosen,
        today: today)
    }
    let stop = stop
    stop?.focusable = true
    if hadFocus { stop?.takeFocus() }
    for cell in cells { cell.focusable = cell === stop }
    queueAllocate()
  }

  private func column(of instant: Int64) -> Int {
    let calendar = words.days.calendar
    return (calendar.component(.weekday, from: DayCalendar.date(instant)) - calendar.firstWeekday + 7) % 7
  }

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let isShifted = modifiers.contains(.shift)
    let step: DateFinder.Step
    switch key {
    case Key.left: step = .day(isRightToLeft ? 1 : -1)
    case Key.right: step = .day(isRightToLeft ? -1 : 1)
    case Key.up: step = .week(-1)
    case Key.down: step = .week(1)
    case Key.pageUp: step = isShifted ? .year(-1) : .month(-1)
    case Key.pageDown: step = isShifted ? .year(1) : .month(1)
    case Key.home: step = .weekStart
    case Key.end: step = .weekEnd
    default: return false
    }
    didMove?(step)
    return true
  }

  // MARK: Layout

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let heads = heads.map { $0.measured(orientation).minimum }.max() ?? 0
    let cells = cells.map { $0.measured(orientation).minimum }.max() ?? 0
    switch orientation {
    case .horizontal: return Measure(minimum: 7 * max(heads, cells) + 6 * Self.gap)
    case .vertical: return Measure(minimum: heads + Self.rows * (cells + Self.gap))
    }
  }

  override func allocate(width: Int, height: Int) {
    let head = heads.map { $0.measured(.vertical).minimum }.max() ?? 0
    for head in heads { _ = head.measured(.horizontal) }
    for cell in cells {
      for orientation in [Orientation.horizontal, .vertical] { _ = cell.measured(orientation) }
    }
    let wide = max(1, (width - 6 * Self.gap) / 7)
    let high = max(1, (height - head - Self.rows * Self.gap) / Self.rows)
    let step = wide + Self.gap
    for (column, label) in heads.enumerated() {
      label.place(leading: column * step, top: 0, width: wide, height: head)
    }
    for (index, cell) in cells.enumerated() {
      cell.place(
        leading: index % 7 * step, top: head + Self.gap + index / 7 * (high + Self.gap), width: wide,
        height: high)
    }
  }

  override func dispose() {
    for child in heads { child.unparent() }
    for child in cells { child.unparent() }
    super.dispose()
  }
}

/// A day of the month.
private final class DayCell: Button {
  private(set) var day: MessageCount?
  private(set) var isChosen = false
  private var level = 0

  init() {
    super.init("")
    addClass("bs-day")
    isChildVisible = false
  }

  func show(_ day: MessageCount?, _ words: DateWords, isCounting: Bool, chosen: Int64, today: Int64) {
    self.day = day
    isChildVisible = day != nil
    setLevel(day.map { HeatLevel.of($0.count) } ?? 0)
    isChosen = day?.span.contains(chosen) == true
    setClass("chosen", isChosen)
    setClass("today", day?.span.contains(today) == true)
    setClass("counting", isCounting)
    // Keep all days sensitive during counting, so that the focused one keeps the focus.
    sensitive = isCounting || day?.isEmpty == false
    guard let day else { return }
    label = words.dayNumber(day.span.lowerBound)
    setAccessibleLabel(words.spoken(day))
    tooltipText = day.count > 0 ? words.tooltip(day) : nil
  }

  private func setLevel(_ new: Int) {
    guard new != level else { return }
    removeClass("heat-\(level)")
    if new > 0 { addClass("heat-\(new)") }
    level = new
  }
}

/// The shade of a day.
enum HeatLevel {
  /// The least number of messages of each level, from 1.
  static let least = [1, 10, 40, 100]

  /// The level for a number of messages: 0 for none, up to 4.
  static func of(_ count: Int) -> Int { least.count { $0 <= count } }
}
