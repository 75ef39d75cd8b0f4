import Gtk

/// Cards side by side, all as wide and as high as each other.
final class EqualColumns: CustomWidget {
  private let columns: [Widget]

  /// Points: the least width of a column, between two, and round all of them, where shadows and rings show.
  private static let leastWidth = 216
  private static let gap = 12
  private static let margin = (x: 18, top: 4, bottom: 18)

  init(_ columns: [Widget]) {
    self.columns = columns
    super.init()
    for column in columns { column.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  private var gaps: Int { max(0, columns.count - 1) * Self.gap + 2 * Self.margin.x }
  private func columnWidth(_ width: Int) -> Int {
    max(leastColumn, (width - gaps) / max(1, columns.count))
  }

  private var leastColumn: Int {
    max(Self.leastWidth, columns.map { $0.measured(.horizontal).minimum }.max() ?? 0)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: gaps + columns.count * leastColumn) }
    let width = columnWidth(max(size, 0))
    let tallest = columns.map { $0.measured(.vertical, for: width).minimum }.max() ?? 0
    return Measure(minimum: tallest + Self.margin.top + Self.margin.bottom)
  }

  override func allocate(width: Int, height: Int) {
    let each = columnWidth(width)
    for (index, column) in columns.enumerated() {
      let x = Self.margin.x + index * (each + Self.gap)
      column.place(
        x: isRightToLeft ? width - x - each : x, y: Self.margin.top, width: each,
        height: max(0, height - Self.margin.top - Self.margin.bottom))
    }
  }

  override func dispose() {
    for column in columns { column.unparent() }
    super.dispose()
  }
}
