import Gtk

/// GtkListBox in a viewport, compensated by measuring what comes.
final class ListBoxSubject<Row: MessageView>: ListSubject {
  let scroller: ScrolledWindow
  private(set) var first = 0
  private(set) var count: Int
  private let list = PeerListBox()
  private let growth = Growth()

  init(rows: Int) {
    count = rows
    scroller = ScrolledWindow(child: list)
    list.insert(0..<rows, at: 0) { number in
      let row = Row()
      row.show(BenchMessage(number: number), extra: 0)
      return row
    }
  }

  /// Rows are in order: the search halves.
  var shown: [Int] {
    let top = adjustment.value
    var (low, high) = (first, first + count)
    while low < high {
      // Numbers are negative, too: rounded down, not towards zero.
      let middle = low + (high - low) / 2
      if bottom(of: middle) <= top { low = middle + 1 } else { high = middle }
    }
    return Array(low..<min(low + 80, first + count))
  }

  private func bottom(of number: Int) -> Double {
    guard let row = list.row(number) else { return 0 }
    return row.convert(Point(x: 0, y: Double(row.height)), to: list)?.y ?? 0
  }

  func prepend(_ rows: Int) {
    first -= rows
    count += rows
    list.prepend(first..<first + rows, holding: adjustment) { number in
      let row = Row()
      row.show(BenchMessage(number: number), extra: 0)
      return row
    }
  }

  func grow(_ number: Int, by points: Int) {
    growth[number] += points
    let growth = growth[number]
    list.update(number, holding: adjustment) {
      ($0 as? Row)?.show(BenchMessage(number: number), extra: growth)
    }
  }

  func show(_ number: Int) {
    if number == last {
      adjustment.value = adjustment.upper
    } else if number == first {
      adjustment.value = 0
    } else if let row = list.row(number), let place = row.convert(Point(x: 0, y: 0), to: list) {
      adjustment.value = place.y
    }
  }

  func row(_ number: Int) -> Widget? { list.row(number) }
}
