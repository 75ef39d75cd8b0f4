/// Which pages the sentinel strip shows, in which columns, and where the window stands over them.
///
/// Of n options there are n + 2 pages: the last option as a sentinel, the options, the first as a sentinel; page 1 is
/// the first option. Up to six options all have their column; of more there are the two ends and the five pages round
/// the window, which move along under it, with an ellipsis where pages are left out.
struct StripLayout: Equatable {
  struct Cell: Equatable {
    let page: Int
    /// The option's number, from 1.
    let option: Int
    let isSentinel: Bool
    /// Real-valued: in a long strip the cells in the middle move.
    let column: Double
  }

  let cells: [Cell]
  /// Columns in all.
  let columns: Int
  /// The column that the window stands over, real-valued; nil without options.
  let window: Double?
  /// How much of the ellipses is seen, 0…1: before and after the pages round the window.
  let ellipses: (before: Double, after: Double)
  /// Where in a long strip the pages round the window show; beyond it they are cut.
  let middle: ClosedRange<Int>?
  /// Pages in all, those left out included.
  let pages: Int
  /// The page in the window.
  let page: Int?

  /// With more options not all pages are shown.
  static let longFrom = 7
  /// Pages round the window in a long strip.
  private static let round = 5
  private static let ellipsisColumns = (before: 1, after: 7)
  private static let longColumns = 9

  /// `position` is the picker's, in options from 0.
  init(count: Int, position: Double) {
    guard count > 1 else {
      // One option has no neighbours, not even itself; no options have no pages.
      cells = (0..<max(0, count)).map { Cell(page: $0, option: $0 + 1, isSentinel: false, column: 0) }
      columns = cells.count
      window = cells.isEmpty ? nil : 0
      page = cells.isEmpty ? nil : 0
      pages = cells.count
      ellipses = (0, 0)
      middle = nil
      return
    }
    let at = min(max(position + 1, 0), Double(count + 1))
    pages = count + 2
    page = Int(at.rounded())
    func cell(_ page: Int, _ column: Double) -> Cell {
      let isSentinel = page == 0 || page == count + 1
      return Cell(
        page: page, option: (page + count - 1) % count + 1, isSentinel: isSentinel, column: column)
    }
    guard count >= Self.longFrom else {
      cells = (0...count + 1).map { cell($0, Double($0)) }
      columns = count + 2
      window = at
      ellipses = (0, 0)
      middle = nil
      return
    }
    // The first of the five, real-valued: they stand still near the ends and move under the window elsewhere.
    let last = Double(count - Self.round + 1)
    let first = min(max(at - Double(Self.round / 2), 1), last)
    let start = Double(Self.ellipsisColumns.before + 1)
    let shown = max(1, Int(first.rounded(.down)))...min(count, Int(first.rounded(.up)) + Self.round - 1)
    cells =
      [cell(0, 0)] + shown.map { cell($0, start + Double($0) - first) }
      + [cell(count + 1, Double(Self.longColumns - 1))]
    columns = Self.longColumns
    // On to a sentinel it passes over the ellipsis.
    let beyond = max(0, at - Double(count)) + min(0, at - 1)
    window = start + at - first + beyond
    ellipses = (min(1, first - 1), min(1, last - first))
    middle = Self.ellipsisColumns.before + 1...Self.ellipsisColumns.after - 1
  }

  static func == (a: StripLayout, b: StripLayout) -> Bool {
    a.cells == b.cells && a.window == b.window && a.ellipses == b.ellipses && a.columns == b.columns
  }
}
