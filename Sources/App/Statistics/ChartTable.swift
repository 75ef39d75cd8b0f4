import AppBase
import Controls
import Gtk
import Translation

/// The numbers of a chart in place of it: a row for each mark with messages. A row leads where its mark does.
final class ChartTable: Bin {
  private let chart: ChartWidget
  private let unit: String
  private let orders: TableOrders
  private var table: NumberTable?

  /// The rows at first.
  private static let step = 40

  /// - Parameters:
  ///   - unit: The title of the column of marks.
  ///   - isNewestFirst: Whether the last mark is the first row.
  init(of chart: ChartWidget, _ title: String, unit: String, isNewestFirst: Bool, _ orders: TableOrders) {
    self.chart = chart
    self.unit = unit
    self.orders = orders
    super.init()
    let first = TableOrder(column: 0, isDescending: isNewestFirst)
    let table = NumberTable(title, content, order: orders[title, default: first], step: Self.step)
    table.didSort = { [orders] in orders[title, default: first] = $0 }
    self.table = table
    child = table
    chart.didShow = { [weak self] in
      guard let self else { return }
      table.show(content)
    }
  }

  private var content: TableContent {
    let marks = chart.marks.enumerated().filter { $0.element.value > 0 }
    return TableContent(
      count: marks.count, titles: [unit, tr("Messages")], name: nil,
      number: { row, column in Double(column == 1 ? marks[row].element.value : marks[row].offset) },
      row: { [chart] row in
        let (index, mark) = (marks[row].offset, marks[row].element)
        let open = chart.didActivate.map { _ in { [weak chart] in chart?.didActivate?(index) ?? () } }
        let words = [mark.unit, Counted.messages(mark.value)]
        return .init(
          name: mark.unit, numbers: [Counted.number(mark.value)], spoken: words.joined(separator: ": "),
          open: open)
      })
  }
}
