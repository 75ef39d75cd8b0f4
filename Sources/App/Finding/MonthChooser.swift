import ArchiveWords
import Chats
import Foundation
import Gtk
import Translation

/// A month of a chat's days, with buttons that show other months.
final class MonthChooser: Box {
  /// The heading above the days.
  enum Heading {
    /// The month's name.
    case title
    /// Menus of years and months.
    case menus
  }

  let grid: MonthGrid

  private let finder: DateFinder
  private let words: DateWords
  private let title = Label()
  private let yearMenu = CountMenu(tr("Year"), action: "date.year")
  private let monthMenu = CountMenu(tr("Month"), action: "date.month")
  private let previous = Button(iconName: "go-previous-symbolic")
  private let next = Button(iconName: "go-next-symbolic")

  init(_ finder: DateFinder, _ words: DateWords, _ heading: Heading) {
    (self.finder, self.words) = (finder, words)
    grid = MonthGrid(words)
    super.init(.vertical, spacing: heading == .menus ? 4 : 6)
    hexpand = true
    title.addClass("bs-heading")
    title.hexpand = true
    for (button, name, distance) in [
      (previous, tr("Previous month"), -1), (next, tr("Next month"), 1),
    ] {
      button.addClass("bs-flat")
      button.tooltipText = name
      button.setAccessibleLabel(name)
      button.clicked.connect(weak: self) { $0.turn(distance) }
    }
    let head = Box(.horizontal, spacing: 4)
    switch heading {
    case .title: head.append(previous, title, next)
    case .menus:
      let menus = Box(.horizontal, spacing: 8)
      menus.append(yearMenu, monthMenu)
      head.append(previous, menus, next)
    }
    grid.vexpand = true
    append(head, grid, HeatLegend())
    addActions()
  }

  private func addActions() {
    let actions = ActionGroup()
    _ = actions.addChoice("year", initial: "", weak: self) { chooser, start in
      if let start = Int64(start) { chooser.finder.show(year: start) }
    }
    _ = actions.addChoice("month", initial: "", weak: self) { chooser, start in
      if let start = Int64(start) { chooser.finder.show(month: start) }
    }
    insert(actions, prefix: "date")
  }

  /// Shows an adjacent month.
  private func turn(_ distance: Int) {
    finder.show(month: finder.days.span(.month, distance, from: finder.month.lowerBound).lowerBound)
  }

  /// Moves the chosen day by a key in the grid.
  func move(_ step: DateFinder.Step) {
    // In a month without the chosen day, the keys continue from the focused day.
    if let day = grid.focusedDay, day != finder.chosen { finder.choose(day.lowerBound) }
    finder.move(step)
  }

  /// Shows the present state of the finder.
  ///
  /// - Parameter now: An instant of today.
  func update(now: Int64) {
    let month = finder.month.lowerBound
    title.text = words.month(month)
    yearMenu.show(finder.years.reversed(), chosen: month, name: words.year)
    monthMenu.show(finder.months, chosen: month, name: words.monthName)
    grid.show(
      finder.monthDays, isCounting: finder.isCounting, chosen: finder.chosen.lowerBound, today: now)
    guard let ends = finder.ends else { return }
    previous.sensitive = ends.first.sentAt < finder.month.lowerBound
    next.sensitive = ends.last.sentAt >= finder.month.upperBound
  }
}

/// A calendar in a popover, for choosing one of a chat's days with messages.
package final class DayPicker: Bin {
  package var didChoose: ((Range<Int64>) -> Void)?
  /// Returns the day to choose when the picker opens; nil keeps the present one.
  package var initialDay: (() -> Int64?)?

  package let finder: DateFinder
  let chooser: MonthChooser

  package init(_ finder: DateFinder, _ words: DateWords) {
    self.finder = finder
    chooser = MonthChooser(finder, words, .menus)
    super.init()
    addClass("bs-dates")
    addClass("picker")
    child = chooser
    chooser.grid.didActivate = { [weak self] in self?.didChoose?($0) }
    chooser.grid.didMove = { [weak self] in self?.chooser.move($0) }
    finder.didChange = { [weak self] in self?.update() }
    update()
  }

  package override func mapped() {
    if let day = initialDay?() { finder.choose(day) }
    finder.read()
    chooser.grid.stop?.takeFocus()
  }

  private func update() { chooser.update(now: DayCalendar.instant(Date())) }
}
