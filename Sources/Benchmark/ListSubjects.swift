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
  var adjustment: Adjustment { scroller.vadjustment }

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

/// GtkListView over a list of strings. A row's string is its number.
final class ListViewSubject<Row: MessageView>: ListSubject {
  let scroller: ScrolledWindow
  private(set) var first = 0
  private let list: ListView
  private let growth: Growth
  private let rows: BoundRows

  /// The rows that are bound, by number.
  @MainActor
  private final class BoundRows {
    var rows: [Int: Row] = [:]
  }

  init(rows count: Int) {
    let (growth, rows) = (Growth(), BoundRows())
    list = ListView(
      makeRow: { Row() },
      bind: { row, text in
        guard let row = row as? Row, let number = Int(text) else { return }
        row.show(BenchMessage(number: number), extra: growth[number])
        rows.rows[number] = row
      },
      unbind: { row, text in
        if let number = Int(text), rows.rows[number] === row { rows.rows[number] = nil }
      })
    (self.growth, self.rows) = (growth, rows)
    // GtkListView 4.8 stays blank if a row takes the focus before the first layout.
    list.canFocus = false
    scroller = ScrolledWindow(child: list)
    list.insert((0..<count).map(String.init), at: 0)
  }

  var count: Int { list.count }
  var shown: [Int] { Array(rows.rows.keys) }

  func prepend(_ rows: Int) {
    first -= rows
    list.insert((first..<first + rows).map(String.init), at: 0)
  }

  func grow(_ number: Int, by points: Int) {
    growth[number] += points
    rows.rows[number]?.show(BenchMessage(number: number), extra: growth[number])
  }

  func show(_ number: Int) { list.scroll(to: number - first) }
  func row(_ number: Int) -> Widget? { rows.rows[number] }
}

/// GtkListBox in a viewport, with the best compensation that an application can do.
///
/// A GtkViewport moves the contents before a handler of the adjustment's bounds can react, always or for one frame. So
/// the new rows are measured, and the value moves by their height ahead of the layout that places them.
final class ListBoxSubject<Row: MessageView>: ListSubject {
  let scroller: ScrolledWindow
  private(set) var first = 0
  private(set) var count = 0
  private let list = ListBox()
  private let growth = Growth()
  private var rows: [Int: Row] = [:]

  init(rows: Int) {
    scroller = ScrolledWindow(child: list)
    insert(0..<rows)
  }

  /// Inserts rows at the start.
  private func insert(_ numbers: Range<Int>) {
    for (place, number) in numbers.enumerated() {
      let row = Row()
      row.show(BenchMessage(number: number), extra: 0)
      list.insert(row, at: place)
      rows[number] = row
    }
    first = numbers.lowerBound
    count += numbers.count
  }

  /// Rows are in order, so a binary search finds the first visible one.
  var shown: [Int] {
    let top = adjustment.value
    var (low, high) = (first, first + count)
    while low < high {
      // Numbers can be negative, so a plain average would round the wrong way.
      let middle = low + (high - low) / 2
      if bottom(of: middle) <= top { low = middle + 1 } else { high = middle }
    }
    return Array(low..<min(low + 80, first + count))
  }

  private func bottom(of number: Int) -> Double {
    guard let row = rows[number] else { return 0 }
    return row.convert(Point(x: 0, y: Double(row.height)), to: list)?.y ?? 0
  }

  func prepend(_ rows: Int) {
    insert(first - rows..<first)
    shift(by: (first..<first + rows).reduce(0) { $0 + height(of: $1) })
  }

  func grow(_ number: Int, by points: Int) {
    growth[number] += points
    let before = height(of: number)
    let isAbove = bottom(of: number) <= adjustment.value
    rows[number]?.show(BenchMessage(number: number), extra: growth[number])
    if isAbove { shift(by: height(of: number) - before) }
  }

  func show(_ number: Int) {
    if number == last {
      adjustment.value = adjustment.upper
    } else if number == first {
      adjustment.value = 0
    } else if let place = rows[number]?.convert(Point(x: 0, y: 0), to: list) {
      adjustment.value = place.y
    }
  }

  func row(_ number: Int) -> Widget? { rows[number] }

  /// The height of GtkListBox's own row around ours, whose style adds to it.
  private func height(of number: Int) -> Int {
    rows[number]?.parent?.measured(.vertical, for: list.width).natural ?? 0
  }

  private func shift(by distance: Int) {
    let distance = Double(distance)
    adjustment.configure(
      value: adjustment.value + distance, lower: adjustment.lower, upper: adjustment.upper + distance,
      stepIncrement: adjustment.stepIncrement, pageIncrement: adjustment.pageIncrement,
      pageSize: adjustment.pageSize)
  }
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
