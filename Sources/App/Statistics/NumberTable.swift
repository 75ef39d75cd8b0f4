import AppBase
import Controls
import Foundation
import Gtk
import Translation

/// The column by which a table is sorted, and the direction.
struct TableOrder: Hashable {
  /// 0 for the names.
  var column: Int
  var isDescending: Bool

  /// The order after a click on a heading: names begin with the first one, numbers with the largest. A second click
  /// turns the order round.
  func clicked(_ column: Int) -> Self {
    column == self.column
      ? Self(column: column, isDescending: !isDescending) : Self(column: column, isDescending: column > 0)
  }
}

/// The orders of the tables of a page, by their titles, which stay when the page is filled again.
@MainActor
final class TableOrders {
  private var orders: [String: TableOrder] = [:]

  subscript(title: String, default order: TableOrder) -> TableOrder {
    get { orders[title] ?? order }
    set { orders[title] = newValue }
  }
}

/// What a table shows: names, each with a number in each column.
@MainActor
struct TableContent {
  /// A row in words.
  struct Row {
    var name: String
    /// The bar beside the name; nil for none.
    var bar: (part: ShareBar.Part, words: String)?
    /// The numbers in words.
    var numbers: [String]
    var spoken: String
    var tooltip: String?
    /// Goes to the messages; nil without a way to them.
    var open: (() -> Void)?
  }

  var count: Int
  /// The titles of all columns; the first one is that of the names.
  var titles: [String]
  /// The name of a row, for sorting; nil if numbers sort the names, too.
  var name: ((Int) -> String)?
  /// The number of a row in a column.
  var number: (_ row: Int, _ column: Int) -> Double
  var row: (Int) -> Row

  /// The rows in an order. Equal ones keep theirs.
  ///
  /// - Complexity: O(n log n).
  func sorted(by order: TableOrder) -> [Int] {
    let rows = Array(0..<count)
    if order.column == 0, let name {
      let names = rows.map {
        name($0).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      }
      return rows.sorted { a, b in
        let (first, second) = order.isDescending ? (b, a) : (a, b)
        return (names[first], a) < (names[second], b)
      }
    }
    let numbers = rows.map { number($0, order.column) }
    return rows.sorted { a, b in
      let (first, second) = order.isDescending ? (b, a) : (a, b)
      return (numbers[first], a) < (numbers[second], b)
    }
  }
}

/// Rows of numbers below headings that sort them. In a narrow table, a row has the name and the number by which the
/// rows are sorted; a menu takes the place of the headings.
final class NumberTable: Box {
  /// Called with an order that was chosen.
  var didSort: ((TableOrder) -> Void)?

  /// The button of a narrow table with the choice of a column.
  let sortButton: MenuButton

  private var content: TableContent
  private(set) var order: TableOrder
  private let step: Int
  private let head: TableHead
  private let body = Bin()
  private let actions = ActionGroup()

  /// - Parameter step: The rows at first, and for each press of the button for more.
  init(_ name: String, _ content: TableContent, order: TableOrder, step: Int = 20) {
    (self.content, self.order, self.step) = (content, order, step)
    head = TableHead(content.titles, hasBar: content.count > 0 && content.row(0).bar != nil)
    let menu = Menu()
    for (index, title) in content.titles.enumerated() {
      menu.append(title, action: "table.sort", text: "\(index)")
    }
    sortButton = MenuButton(iconName: "view-sort-descending-symbolic", menu: menu)
    super.init(.vertical)
    setAccessibleRole(TableRole.table)
    setAccessibleLabel(name)
    sortButton.addClass("bs-flat")
    sortButton.valign = .center
    sortButton.visible = false
    sortButton.tooltipText = tr("Sort")
    sortButton.setAccessibleLabel(tr("Sort"))
    actions.addAction("sort", weak: self, withText: { table, text in Int(text).map(table.sort) })
    sortButton.insert(actions, prefix: "table")
    head.didClick = { [weak self] in self?.sort(by: $0) }
    append(
      WidthWatcher { [weak self] width in self?.sortButton.visible = width < TableLine.narrowBelow }, head,
      body)
    fill(showing: step)
  }

  /// Shows other rows of the same columns.
  func show(_ new: TableContent) {
    content = new
    fill(showing: step)
  }

  private func sort(by column: Int) {
    order = order.clicked(column)
    didSort?(order)
    fill(showing: (body.child as? PlainList)?.shown ?? step)
  }

  private func fill(showing count: Int) {
    head.mark(order)
    let (rows, content, order) = (content.sorted(by: order), content, order)
    body.child = PlainList(rows.count, step: step, showing: count) { index in
      NumberRow(content.row(rows[index]), sortedBy: order.column)
    }
  }
}

/// The headings of a table.
private final class TableHead: Box {
  var didClick: ((Int) -> Void)?
  private let titles: [String]
  private var buttons: [(button: Button, label: Label, arrow: Image)] = []
  private lazy var stop = SingleStop(in: self, along: .horizontal)

  init(_ titles: [String], hasBar: Bool) {
    self.titles = titles
    super.init(.horizontal)
    addClass("bs-tablehead")
    for (index, title) in titles.enumerated() {
      let (label, arrow) = (Label(title), Image(iconName: "pan-down-symbolic", size: 12))
      label.ellipsize()
      let content = Box(.horizontal, spacing: 2)
      content.append(label, arrow)
      content.halign = index == 0 ? .start : .end
      let button = Button(child: content)
      button.addClass("bs-columnhead")
      button.setAccessibleRole(TableRole.columnHeader)
      button.setAccessibleLabel(title)
      button.clicked.connect(weak: self) { $0.didClick?(index) }
      buttons.append((button, label, arrow))
    }
    let line = TableLine(
      name: buttons[0].button, bar: nil, numbers: buttons.dropFirst().map(\.button), hasBar: hasBar,
      kind: .head)
    line.hexpand = true
    append(line)
  }

  func mark(_ order: TableOrder) {
    for (index, (button, label, arrow)) in buttons.enumerated() {
      let isSorted = index == order.column
      button.setClass("sorted", isSorted)
      label.text = titles[index]
      arrow.visible = isSorted
      arrow.iconName = order.isDescending ? "pan-down-symbolic" : "pan-up-symbolic"
      button.setAccessibleSort(isDescending: isSorted ? order.isDescending : nil)
    }
    stop.set(buttons.map(\.button), current: order.column)
  }
}

/// A row of a table, which leads to messages.
final class NumberRow: Button {
  /// Goes to the messages.
  let open: (() -> Void)?

  fileprivate init(_ row: TableContent.Row, sortedBy column: Int) {
    open = row.open
    let name = Label(row.name)
    name.xalign = 0
    name.ellipsize()
    let numbers = row.numbers.enumerated().map { index, words in
      let label = Label(words)
      label.xalign = 1
      label.ellipsize()
      label.addClass(index + 1 == max(1, column) ? "bs-fact-value" : "bs-caption")
      return label
    }
    var bar: Widget?
    if let (part, words) = row.bar {
      let box = Box(.horizontal, spacing: 8)
      let share = ShareBar([part], width: 40)
      share.hexpand = true
      let percent = Label(words)
      percent.addClass("bs-caption")
      percent.xalign = 1
      percent.widthChars = 4
      box.append(share, percent)
      bar = box
    }
    super.init(
      child: TableLine(
        name: name, bar: bar, numbers: numbers, hasBar: bar != nil, kind: .row(number: max(0, column - 1))))
    addClass("bs-countrow")
    addClass("bs-chart-row")
    addClass("bs-numberrow")
    tooltipText = row.tooltip
    sensitive = row.open != nil
    setAccessibleLabel(row.spoken)
    clicked.connect { [open] in open?() }
  }
}

/// The cells of a row or of the headings: a name, a bar, and numbers in columns of one width.
private final class TableLine: CustomWidget {
  enum Kind {
    case head
    /// A narrow line shows one of the numbers.
    case row(number: Int)
  }

  private let name: Widget
  private let bar: Widget?
  private let numbers: [Widget]
  private let hasBar: Bool
  private let kind: Kind

  // Points.
  static let narrowBelow = 500
  private static let column = 88
  private static let name = (least: 100, most: 220)
  private static let gap = 12
  private static let height = (head: 30, row: 40, narrowRow: 52)

  init(name: Widget, bar: Widget?, numbers: [Widget], hasBar: Bool, kind: Kind) {
    (self.name, self.bar, self.numbers, self.hasBar, self.kind) = (name, bar, numbers, hasBar, kind)
    super.init()
    for cell in cells { cell.setParent(self) }
  }

  private var cells: [Widget] { [name] + numbers + (bar.map { [$0] } ?? []) }

  override class var cssName: String { "tableline" }
  override class var accessibleRole: AccessibleRole { .presentation }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 160, natural: 600) }
    let text = cells.map { $0.measured(.vertical).minimum }.max() ?? 0
    let isNarrow = size >= 0 && size < Self.narrowBelow
    switch kind {
    case .head: return Measure(minimum: isNarrow ? 0 : max(Self.height.head, text))
    case .row:
      guard isNarrow, hasBar else { return Measure(minimum: max(Self.height.row, text)) }
      return Measure(minimum: max(Self.height.narrowRow, 2 * text + 8))
    }
  }

  override func allocate(width: Int, height: Int) {
    for cell in cells { _ = cell.measured(.horizontal) }
    if width < Self.narrowBelow { placeNarrow(width, height) } else { placeWide(width, height) }
  }

  private func placeWide(_ width: Int, _ height: Int) {
    for cell in cells { cell.isChildVisible = true }
    var x = width
    for cell in numbers.reversed() {
      x -= Self.column
      cell.place(leading: x, top: 0, width: Self.column, height: height)
    }
    let room = max(0, x - Self.gap)
    // Without a bar, the names have all of the room.
    let wide = hasBar ? min(max(room * 2 / 5, Self.name.least), Self.name.most, room) : room
    name.place(leading: 0, top: 0, width: wide, height: height)
    guard let bar else { return }
    let start = wide + Self.gap
    bar.place(leading: start, top: 0, width: max(0, room - start), height: height)
  }

  private func placeNarrow(_ width: Int, _ height: Int) {
    guard case .row(let shown) = kind else {
      for cell in cells { cell.isChildVisible = false }
      return
    }
    let line = bar == nil ? height : height / 2
    for (index, cell) in numbers.enumerated() {
      cell.isChildVisible = index == shown
      guard index == shown else { continue }
      let wide = min(max(cell.measured(.horizontal).natural, Self.column), width / 2)
      cell.place(leading: width - wide, top: 0, width: wide, height: line)
      name.place(leading: 0, top: 0, width: max(0, width - wide - Self.gap), height: line)
    }
    bar?.place(leading: 0, top: line, width: width, height: height - line)
  }

  override func dispose() {
    for cell in cells { cell.unparent() }
    super.dispose()
  }
}
