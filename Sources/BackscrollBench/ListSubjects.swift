import Backscroll
import Gtk

/// A list of ``BenchMessage``s in a scrolled window.
@MainActor
protocol ListSubject: AnyObject {
  /// The content of the window.
  var scroller: ScrolledWindow { get }
  /// Number of the first row: 0, or negative after rows were prepended.
  var first: Int { get }
  /// Number of rows.
  var count: Int { get }
  /// Rows in view, and possibly some around them.
  var shown: [Int] { get }

  func prepend(_ rows: Int)
  /// Makes a row taller, like a picture that has loaded.
  func grow(_ number: Int, by points: Int)
  /// Scrolls to a row without animation in the usual way of the widget; to the end for the last row.
  func show(_ number: Int)
  /// The widget of a row in or near the view.
  func row(_ number: Int) -> Widget?
}

extension ListSubject {
  var last: Int { first + count - 1 }
  var adjustment: Adjustment { scroller.verticalAdjustment }

  /// Top edge of a row in the viewport; nil when it has no mapped widget.
  func top(of number: Int) -> Double? {
    guard let row = row(number), row.isMapped else { return nil }
    return row.convert(Point(x: 0, y: 0), to: scroller)?.y
  }

  /// The first row whose top edge is at or below `y`; nil when there is none in view.
  func firstRow(below y: Double) -> Int? {
    let height = Double(scroller.height)
    return visible().first { $0.top >= y - 0.5 && $0.top < height }?.number
  }

  /// The rows that are at least partly visible, from the top, with their top edges.
  func visible() -> [(number: Int, top: Double)] {
    shown.compactMap { number in
      guard let row = row(number), row.isMapped, let top = top(of: number),
        top < Double(scroller.height), top + Double(row.height) > 0
      else { return nil }
      return (number, top)
    }.sorted { $0.top < $1.top }
  }
}

/// ``AnchoredList``.
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

/// GtkListBox in a viewport, with compensation by the measured height of new rows.
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

  /// Binary search: the rows are in order.
  var shown: [Int] {
    let top = adjustment.value
    var (low, high) = (first, first + count)
    while low < high {
      // Numbers may be negative: round down, not towards zero.
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

/// The growth of rows in points, by row number.
@MainActor
private final class Growth {
  private var points: [Int: Int] = [:]

  subscript(number: Int) -> Int {
    get { points[number] ?? 0 }
    set { points[number] = newValue }
  }
}
