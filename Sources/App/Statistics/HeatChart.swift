import AppBase
import Controls
import Gtk
import Translation

/// Numbers of messages as a grid of cells, of which the fuller ones are darker.
final class HeatChart: ChartWidget {
  /// How the marks lie in the grid.
  struct Grid: Equatable {
    var columns: Int
    var rows: Int
    /// Whether a mark follows the one above it, as the days of a week, or the one beside it, as the hours of a day.
    var isByColumn: Bool
    /// The empty places before the first mark.
    var offset = 0
    /// The largest side of a cell, in points.
    var cell: Double
    /// The names of columns and rows, by their indices.
    var columnNames: [Int: String]
    var rowNames: [Int: String]
    /// The least numbers of the four colors.
    var levels: [Int]
  }

  private var grid = Grid(
    columns: 1, rows: 1, isByColumn: true, cell: 14, columnNames: [:], rowNames: [:], levels: [1, 2, 3, 4])

  // Points.
  private static let gap = 3.0
  private static let labelWidth = 40.0
  private static let head = 18.0
  /// Below this width, a grid of many columns is shown in two parts.
  private static let narrow = 480
  private static let manyColumns = 40

  override class var cssName: String { "heatchart" }

  func show(_ marks: [Mark], _ grid: Grid) {
    self.grid = grid
    show(marks)
    queueResize()
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    let width = size > 0 ? size : 600
    return Measure(minimum: Int((Double(bands(width)) * bandHeight(width)).rounded(.up)))
  }

  /// The parts of the grid, one below the other.
  private func bands(_ width: Int) -> Int { grid.columns > Self.manyColumns && width < Self.narrow ? 2 : 1 }

  private func columnsInBand(_ width: Int) -> Int {
    (grid.columns + bands(width) - 1) / bands(width)
  }

  private func gap(_ width: Int) -> Double { width < Self.narrow ? 2 : Self.gap }

  private func side(_ width: Int) -> Double {
    let room = Double(width) - Self.labelWidth
    return max(2, min(grid.cell, (room / Double(columnsInBand(width)) - gap(width)).rounded(.down)))
  }

  private func bandHeight(_ width: Int) -> Double {
    Self.head + Double(grid.rows) * (side(width) + gap(width)) + 4
  }

  private func place(_ index: Int) -> (column: Int, row: Int) {
    let place = index + grid.offset
    return grid.isByColumn
      ? (place / grid.rows, place % grid.rows) : (place % grid.columns, place / grid.columns)
  }

  private func rect(column: Int, row: Int) -> Rect {
    let (side, gap) = (side(width), gap(width))
    let inBand = columnsInBand(width)
    let x = Self.labelWidth + Double(column % inBand) * (side + gap)
    let y = Double(column / inBand) * bandHeight(width) + Self.head + Double(row) * (side + gap)
    return Rect(x: isRightToLeft ? Double(width) - x - side : x, y: y, width: side, height: side)
  }

  override func rect(of index: Int) -> Rect? {
    guard marks.indices.contains(index) else { return nil }
    let (column, row) = place(index)
    return rect(column: column, row: row)
  }

  override func index(at point: Point) -> Int? {
    let (step, inBand) = (side(width) + gap(width), columnsInBand(width))
    let band = Int(max(0, point.y) / bandHeight(width))
    let y = point.y - Double(band) * bandHeight(width) - Self.head
    let x = (isRightToLeft ? Double(width) - point.x : point.x) - Self.labelWidth
    guard x >= 0, y >= 0 else { return nil }
    let (column, row) = (Int(x / step) + band * inBand, Int(y / step))
    guard Int(x / step) < inBand, column < grid.columns, row < grid.rows else { return nil }
    let index = (grid.isByColumn ? column * grid.rows + row : row * grid.columns + column) - grid.offset
    return marks.indices.contains(index) && marks[index].value > 0 ? index : nil
  }

  override func step(of key: UInt32) -> Int? {
    let (along, across) = grid.isByColumn ? (grid.rows, 1) : (1, grid.columns)
    return switch key {
    case Key.left: -along
    case Key.right: along
    case Key.up: -across
    case Key.down: across
    case Key.pageUp: grid.isByColumn ? -4 * grid.rows : -grid.columns
    case Key.pageDown: grid.isByColumn ? 4 * grid.rows : grid.columns
    default: nil
    }
  }

  private func level(of value: Int) -> Int? { grid.levels.lastIndex { value >= $0 } }

  override func draw(on snapshot: Snapshot, _ palette: ChartPalette) {
    let inBand = columnsInBand(width)
    for (index, mark) in marks.enumerated() {
      guard let cell = rect(of: index) else { continue }
      let shape = RoundedRect(cell, radius: min(4, cell.width / 3))
      if mark.value > 0, let level = level(of: mark.value) {
        snapshot.fill(shape, palette.map[min(level, palette.map.count - 1)])
        if index == shown { snapshot.stroke(shape, width: 2, palette.chat.accentForeground) }
      } else {
        snapshot.stroke(shape, width: 1, palette.chat.line)
      }
    }
    var free: [Int: Double] = [:]
    for (column, words) in grid.columnNames.sorted(by: { $0.key < $1.key }) where column < grid.columns {
      let layout = caption(words, palette)
      let cell = rect(column: column, row: 0)
      let start = isRightToLeft ? Double(width) - cell.maxX : cell.x
      let band = column / inBand
      guard start >= free[band] ?? 0, start + layout.size.width <= Double(width) else { continue }
      free[band] = start + layout.size.width + 6
      snapshot.text(
        layout, at: Point(x: isRightToLeft ? cell.maxX - layout.size.width : cell.x, y: cell.y - 17),
        palette.chat.dim)
    }
    for band in 0..<bands(width) {
      for (row, words) in grid.rowNames {
        let layout = caption(words, palette)
        let cell = rect(column: band * inBand, row: row)
        let size = layout.size
        // Where the rows are too low for all names, every second one has its own.
        if row % 2 > 0, size.height > cell.height + gap(width) + 4 { continue }
        let x = isRightToLeft ? Double(width) - size.width : 0
        snapshot.text(layout, at: Point(x: x, y: cell.y + (cell.height - size.height) / 2), palette.chat.dim)
      }
    }
  }
}
