import Gtk

/// GtkListView with a signal factory.
final class ListViewSubject<Row: MessageView>: ListSubject {
  let scroller: ScrolledWindow
  private(set) var first = 0
  private let list: PeerListView
  private let growth = Growth()

  init(rows: Int) {
    let growth = growth
    list = PeerListView(
      makeRow: { Row() },
      bind: { row, number in
        (row as? Row)?.show(BenchMessage(number: number), extra: growth[number])
      })
    list.insert(0..<rows, at: 0)
    scroller = ScrolledWindow(child: list)
  }

  var count: Int { list.count }
  var shown: [Int] { list.shownNumbers }

  func prepend(_ rows: Int) {
    first -= rows
    list.insert(first..<first + rows, at: 0)
  }

  func grow(_ number: Int, by points: Int) {
    growth[number] += points
    (list.row(number) as? Row)?.show(BenchMessage(number: number), extra: growth[number])
  }

  func show(_ number: Int) { list.scroll(to: number - first) }
  func row(_ number: Int) -> Widget? { list.row(number) }
}
