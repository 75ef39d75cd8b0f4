import ScrollCore

/// A list without a screen: rows with heights that depend on the width, and a layout over them.
struct LayoutBench {
  struct Row {
    var id: Int
    var text: Int
    func height(at width: Int) -> Double { Double(20 + text * 4000 / width / 20 * 20) }
  }

  var rows: [Row] = []
  var layout = AnchoredLayout<Int>()
  var width = 400
  var viewport = 700.0
  private var nextID = 0
  private(set) var measured: Set<Int> = []

  init(count: Int = 0) {
    insert(count, at: 0) { $0 % 7 }
  }

  mutating func insert(_ count: Int, at index: Int, text: (Int) -> Int) {
    replace(index..<index, count, text: text)
  }

  mutating func replace(_ range: Range<Int>, _ count: Int, text: (Int) -> Int) {
    let new = (0..<count).map { Row(id: nextID + $0, text: text($0)) }
    nextID += count
    rows.replaceSubrange(range, with: new)
    let rows = self.rows
    layout.apply(
      Splice(at: range.lowerBound, removing: range.count, inserting: count), kinds: new.map { _ in 0 }
    ) {
      rows[$0].id
    }
  }

  mutating func resize(_ index: Int, text: Int) {
    rows[index].text = text
    layout.update(index, kind: 0)
  }

  mutating func setWidth(_ width: Int) {
    self.width = width
    layout.widthChanged()
  }

  mutating func lay(overscan: Double = 350, preferred: Int? = nil) {
    let rows = self.rows
    let width = self.width
    layout.layout(
      viewport: viewport, overscan: overscan, preferred: preferred, id: { rows[$0].id },
      measure: { rows[$0].height(at: width) })
  }

  mutating func jump(toFraction fraction: Double) {
    layout.scroll(toFraction: fraction, in: layout.heights)
  }

  func top(ofID id: Int) -> Double? {
    rows.firstIndex { $0.id == id }.map { layout.top(of: $0) }
  }

  var lastBottom: Double { layout.top(of: rows.count - 1) + rows[rows.count - 1].height(at: width) }

  /// The row to hold, by a separate implementation of the rule: the row chosen before while it is in view, otherwise
  /// the first row that begins in view, otherwise the one that fills the view.
  var readingRow: Int? {
    let visible = layout.frame.rows.filter {
      let top = layout.top(of: $0)
      return top < viewport && top + rows[$0].height(at: width) > 0
    }
    if case .row(let id, _) = layout.anchor, let chosen = visible.first(where: { rows[$0].id == id }) {
      return chosen
    }
    return visible.first { layout.top(of: $0) >= -0.5 } ?? visible.first
  }
}
