import AppBase
import ArchiveWords
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// The choice of a date: a field to type in, a calendar, years and months, and the ends of the conversation.
package final class DatePanel: Bin {
  /// The place to which the reader goes.
  package enum Target: Equatable {
    case message(MessageMoment)
    case end
  }

  /// The layout of the panel.
  package enum Form: String {
    /// Years and months are lists beside the calendar.
    case popover
    /// Years and months are menus above the calendar.
    case sheet
  }

  package var didChoose: ((Target) -> Void)?
  /// Called when the panel is no longer on the screen.
  package var didUnmap: (() -> Void)?
  /// Whether the reader is at a message.
  package var isReading: ((MessageMoment) -> Bool)?

  package let finder: DateFinder
  package let entry = Entry()
  package let time = Entry()
  package let note: DateNote
  package let go = Button(tr("Go To"))
  var grid: MonthGrid { calendar.grid }
  package let first = EndButton(tr("First message"), icon: "go-first-symbolic", isFirst: true)
  package let last = EndButton(tr("Last message"), icon: "go-last-symbolic", isFirst: false)

  private let form: Form
  private let words: DateWords
  private let reader: TypedDateReader
  private let now: () -> Int64
  private let stack = Stack()
  private let failure = Label()
  private let zone = Label()
  private let calendar: MonthChooser
  private let years = CountList(tr("Years"), rowClass: "year")
  private lazy var yearScroller = ScrolledWindow(child: years)
  private var shownPlace: Double?
  private let months = CountList(tr("Months"))

  /// The present destination of the panel; nil while it is looked up, and without a date.
  package private(set) var hit: DateHit?
  private let search = LatestTask()
  /// Whether the reader has confirmed before the place was known.
  private var isGoing = false
  /// The time that was typed with the date, as shown in the field for times.
  private var mirrored = ""
  private var shownDay: Range<Int64>?

  /// Points.
  private static let timeWidth = 76

  private enum Page: String { case dates, empty, failed }

  package init(
    _ finder: DateFinder, _ form: Form, reader: TypedDateReader, words: DateWords,
    now: @escaping () -> Int64 = { DayCalendar.instant(Date()) }
  ) {
    (self.finder, self.form, self.reader, self.words, self.now) = (finder, form, reader, words, now)
    calendar = MonthChooser(finder, words, form == .sheet ? .menus : .title)
    note = DateNote(isNarrow: form == .sheet)
    super.init()
    addClass("bs-dates")
    addClass(form.rawValue)
    setAccessibleLabel(tr("Go to Date"))
    build()
    connect()
    update()
    finder.read()
  }

  package override class var cssName: String { "datepanel" }
  package override class var accessibleRole: AccessibleRole { .dialog }
  package override func unmapped() { didUnmap?() }

  /// Focuses the field; while fingers are used, the month.
  package func takeInitialFocus() {
    guard entry.isMapped, !entry.takeFocusToType(), grid.stop?.takeFocus() != true else { return }
    window?.focusWidget = nil
  }

  /// Whether the panel shows that there are no messages.
  package var isEmpty: Bool { stack.visibleChildName == Page.empty.rawValue }

  // MARK: Building

  private func build() {
    entry.addClass("bs-field")
    entry.primaryIconName = "x-office-calendar-symbolic"
    entry.placeholderText = tr("Date, such as “mar 2021” or “yesterday”")
    entry.setAccessibleLabel(tr("Date"))
    entry.hexpand = true
    time.addClass("bs-field")
    time.widthChars = 5
    // Translators: hours and minutes, in a field for a time.
    time.placeholderText = tr("hh:mm")
    time.setAccessibleLabel(tr("Time"))
    zone.addClass("bs-caption")
    go.addClass("bs-button")
    go.addClass("primary")
    stack.add(form == .popover ? makeWide() : makeNarrow(), name: Page.dates.rawValue)
    let empty = Label(tr("No messages"))
    for (label, page) in [(empty, Page.empty), (failure, Page.failed)] {
      label.addClass("bs-dim")
      label.wrap(maxCharacters: 40)
      stack.add(label, name: page.rawValue)
    }
    child = stack
  }

  private func makeWide() -> Widget {
    let top = Box(.horizontal, spacing: 8)
    top.append(entry, makeTime(), go)
    let middle = Box(.horizontal, spacing: 12)
    yearScroller.setPolicy(horizontal: .never, vertical: .automatic)
    yearScroller.focusable = false
    // Also after counting, when there are more years than before.
    yearScroller.vadjustment.changed.connect(weak: self) { $0.showYear() }
    for list in [yearScroller, months] { list.setSizeRequest(width: 100) }
    middle.append(yearScroller, months, calendar)
    let ends = Box(.horizontal)
    let space = Box(.horizontal)
    space.hexpand = true
    ends.append(first, space, last)
    return column(top, note, line(), middle, line(), ends)
  }

  private func makeNarrow() -> Widget {
    let times = Box(.horizontal, spacing: 8)
    let space = Box(.horizontal)
    space.hexpand = true
    times.append(makeTime(), space, go)
    let ends = Box(.vertical, spacing: 6)
    ends.append(first, last)
    return column(entry, times, note, line(), calendar, line(), ends)
  }

  private func makeTime() -> Widget {
    let box = Box(.horizontal, spacing: 6)
    box.append(Clamp(time, limit: Self.timeWidth), zone)
    return box
  }

  private func line() -> Widget {
    let line = Box(.horizontal)
    line.addClass("bs-hairline")
    return line
  }

  private func column(_ parts: Widget...) -> Widget {
    // A sheet fits a phone's screen with its whole month.
    let column = Box(.vertical, spacing: form == .sheet ? 8 : 10)
    for part in parts { column.append(part) }
    return column
  }

  private func connect() {
    finder.didChange = { [weak self] in self?.update() }
    entry.textChanged.connect(weak: self) { $0.typed() }
    time.textChanged.connect(weak: self) { $0.lookUp() }
    for field in [entry, time] { field.activated.connect(weak: self) { $0.leave() } }
    go.clicked.connect(weak: self) { $0.leave() }
    grid.didActivate = { [weak self] in self?.activated($0) }
    grid.didMove = { [weak self] in self?.moved($0) }
    years.didActivate = { [weak self] in self?.finder.show(year: $0) }
    months.didActivate = { [weak self] in self?.finder.show(month: $0) }
    first.clicked.connect(weak: self) { panel in
      if let ends = panel.finder.ends { panel.didChoose?(.message(ends.first)) }
    }
    last.clicked.connect(weak: self) { $0.didChoose?(.end) }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { panel, key, _, modifiers in
      guard Key.normal(key) == Key.down, modifiers.isDisjoint(with: [.control, .alt, .shift]) else {
        return false
      }
      return panel.grid.stop?.takeFocus() ?? false
    }
    entry.add(keys)
  }

  // MARK: The shown date

  private func update() {
    switch finder.contents {
    case .loading, .messages: stack.visibleChildName = Page.dates.rawValue
    case .empty: stack.visibleChildName = Page.empty.rawValue
    case .failed(let reason):
      failure.text = tr("The messages could not be counted. {reason}", ["reason": reason])
      stack.visibleChildName = Page.failed.rawValue
    }
    let now = now()
    let month = finder.month.lowerBound
    let isWaiting = finder.contents == .loading
    years.show(finder.years.reversed(), chosen: month, isWaiting: isWaiting, name: words.year)
    if form == .popover { showYear() }
    months.show(finder.months, chosen: month, isWaiting: isWaiting, name: words.monthName)
    calendar.update(now: now)
    zone.text = words.zone(finder.chosen.lowerBound)
    if let ends = finder.ends {
      first.caption = words.caption(ends.first.sentAt, now: now)
      last.caption = words.caption(ends.last.sentAt, now: now)
      first.sensitive = isReading?(ends.first) != true
      last.sensitive = isReading?(ends.last) != true
    }
    if entry.text.isEmpty, shownDay != finder.chosen || finder.contents != .loading && hit == nil { lookUp() }
  }

  /// Scrolls the list to the shown year, if the year or the number of years has changed.
  private func showYear() {
    guard let place = years.chosenPlace, place != shownPlace else { return }
    let adjustment = yearScroller.vadjustment
    guard adjustment.upper > adjustment.pageSize, adjustment.pageSize > 0 else { return }
    shownPlace = place
    adjustment.value = place * adjustment.upper - adjustment.pageSize / 2
  }

  // MARK: The typed date

  private func typed() {
    let typed = reader.read(entry.text)
    if let typed, typed.precision == .minute {
      mirrored = words.time(typed.span.lowerBound)
      time.text = mirrored
    } else if !mirrored.isEmpty {
      if time.text == mirrored { time.text = "" }
      mirrored = ""
    }
    lookUp()
  }

  /// The date in the fields, or the chosen day; nil for no date.
  private var target: TypedDate? {
    let date =
      entry.text.allSatisfy(\.isWhitespace)
      ? TypedDate(precision: .day, span: finder.chosen) : reader.read(entry.text)
    guard let date, time.text != mirrored, !time.text.allSatisfy(\.isWhitespace) else { return date }
    switch date.precision {
    case .minute, .day:
      return reader.read(time: time.text, of: reader.days.span(.day, containing: date.span.lowerBound))
    case .month, .year: return nil
    }
  }

  private func lookUp() {
    search.cancel()
    hit = nil
    shownDay = finder.chosen
    guard let target else {
      isGoing = false
      go.sensitive = false
      let typed = [entry.text, time.text].filter { !$0.isEmpty }.joined(separator: " ")
      return note.show(bad: tr("Invalid date: {text}", ["text": typed]))
    }
    search.run { [finder] in
      try await finder.look(up: target)
    } then: { [weak self] in
      self?.found(try? $0.get())
    }
  }

  private func found(_ hit: DateHit?) {
    self.hit = hit
    go.sensitive = hit?.moment != nil
    guard let hit else {
      isGoing = false
      return
    }
    note.show(words.name(hit.typed), words.note(hit))
    if !entry.text.isEmpty {
      // Choose the day of the destination, since an incomplete date is often a day without messages.
      let isExact = !hit.count.isEmpty && (hit.typed.precision == .minute || hit.typed.precision == .day)
      let day = isExact ? hit.typed.span.lowerBound : hit.moment?.sentAt ?? hit.typed.span.lowerBound
      shownDay = finder.days.span(.day, containing: day)
      finder.choose(day)
    }
    if isGoing { leave() }
  }

  /// Goes to the typed or chosen date, once its place is found.
  private func leave() {
    isGoing = hit == nil && target != nil
    if let moment = hit?.moment { didChoose?(.message(moment)) }
  }

  private func activated(_ day: Range<Int64>) {
    entry.text = ""
    finder.choose(day.lowerBound)
    isGoing = true
    lookUp()
  }

  private func moved(_ step: DateFinder.Step) {
    entry.text = ""
    calendar.move(step)
  }
}
