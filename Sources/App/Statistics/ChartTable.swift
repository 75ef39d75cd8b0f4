import AppBase
import Controls
import Gtk
import Translation

/// The numbers of a chart in place of it: a row for each mark with messages, the last one first. A row leads where its
/// mark does.
final class ChartTable: Box {
  private let chart: ChartWidget
  private var rows: [LeadingRow] = []
  private let isNewestFirst: Bool

  /// - Parameter isNewestFirst: Whether the last mark is the first row.
  init(of chart: ChartWidget, isNewestFirst: Bool) {
    self.chart = chart
    self.isNewestFirst = isNewestFirst
    super.init(.vertical)
    chart.didShow = { [weak self] in self?.fill() }
    fill()
  }

  private func fill() {
    for row in rows { remove(row) }
    let marks = Array(chart.marks.enumerated()).filter { $0.element.value > 0 }
    rows = (isNewestFirst ? marks.reversed() : marks).map { index, mark in
      let row = LeadingRow(mark.unit, Counted.messages(mark.value), leads: chart.didActivate != nil)
      row.clicked.connect { [weak chart] in chart?.didActivate?(index) }
      return row
    }
    for row in rows { append(row) }
  }
}
