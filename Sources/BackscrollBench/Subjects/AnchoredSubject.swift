import Backscroll
import Gtk

/// Ours.
final class AnchoredSubject<Row: MessageView>: ListSubject {
  let scroller: ScrolledWindow
  private(set) var first = 0
  private let model: CountedRows
  private let list: AnchoredList<CountedRows, Row>
  private let growth = Growth()

  init(rows: Int) {
    let model = CountedRows(count: rows)
    let growth = growth
    list = AnchoredList(
      model, makeRow: { _ in Row() },
      bind: { row, number in row.show(BenchMessage(number: number), extra: growth[number]) })
    list.estimatedHeight = { _ in 60 }
    self.model = model
    scroller = ScrolledWindow(child: list)
  }

  var count: Int { model.count }
  var shown: [Int] { list.visibleRange.map { first + $0 } }

  func prepend(_ rows: Int) {
    first -= rows
    model.prepend(rows)
  }

  func grow(_ number: Int, by points: Int) {
    growth[number] += points
    model.update(number)
  }

  func show(_ number: Int) {
    if number == last {
      list.scrollToEnd(animated: false)
    } else {
      list.scroll(to: number, at: .start, animated: false)
    }
  }

  func row(_ number: Int) -> Widget? { list.row(number) }
}
