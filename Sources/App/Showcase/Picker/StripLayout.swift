/// The pages that the sentinel strip shows, their columns, and the place of the window over them.
///
/// n options have n + 2 pages: the last option as a sentinel, the options, and the first option as a sentinel; page 1 is
/// the first option. Up to six options each have a column. With more, the strip shows the two ends and the five pages
/// around the window, which move under it; ellipses replace the omitted pages.
struct StripLayout: Equatable {
  struct Cell: Equatable {
    let page: Int
    /// The option's number, from 1.
    let option: Int
    let isSentinel: Bool
    /// The column; a fraction while the cells in the middle of a long strip move.
    let column: Double
  }

  let cells: [Cell]
  /// Number of columns.
  let columns: Int
  /// The column under the window, a fraction between two pages; nil without options.
  let window: Double?
  /// Opacity of the ellipses, 0…1, before and after the pages around the window.
  let ellipses: (before: Double, after: Double)
  /// The columns of a long strip to which the pages around the window are clipped; nil in a short one.
  let middle: ClosedRange<Int>?
  /// Number of pages, including the omitted ones.
  let pages: Int
  /// The page in the window.
  let page: Int?

  /// Number of options from which pages are omitted.
  static let longFrom = 7
  /// Pages around the window in a long strip.
  private static let round = 5
  private static let ellipsisColumns = (before: 1, after: 7)
  private static let longColumns = 9

  /// `position` is the picker's position, in options from 0.
  init(count: Int, position: Double) {
    guard count > 1 else {
      // One option does not wrap and has no sentinels; no options have no pages.
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
    // The first of the five pages: they rest near the ends and move under the window elsewhere.
    let last = Double(count - Self.round + 1)
    let first = min(max(at - Double(Self.round / 2), 1), last)
    let start = Double(Self.ellipsisColumns.before + 1)
    let shown = max(1, Int(first.rounded(.down)))...min(count, Int(first.rounded(.up)) + Self.round - 1)
    cells =
      [cell(0, 0)] + shown.map { cell($0, start + Double($0) - first) }
      + [cell(count + 1, Double(Self.longColumns - 1))]
    columns = Self.longColumns
    // Towards a sentinel the window passes over the ellipsis.
    let beyond = max(0, at - Double(count)) + min(0, at - 1)
    window = start + at - first + beyond
    ellipses = (min(1, first - 1), min(1, last - first))
    middle = Self.ellipsisColumns.before + 1...Self.ellipsisColumns.after - 1
  }

  static func == (a: StripLayout, b: StripLayout) -> Bool {
    a.cells == b.cells && a.window == b.window && a.ellipses == b.ellipses && a.columns == b.columns
  }
}
