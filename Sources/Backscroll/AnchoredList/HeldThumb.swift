import Gtk
import ScrollCore

/// The content as a scrollbar pictured it when its thumb was grabbed.
///
/// Pages may land and rows be measured while the thumb is held; the hand must not feel it.
@MainActor
struct HeldThumb {
  let heights: HeightIndex
  private let lower: Double
  private let room: Double
  private var splices: [(index: Int, removed: Int, inserted: Int)] = []

  init(heights: HeightIndex, adjustment: Adjustment) {
    self.heights = heights
    lower = adjustment.lower
    room = adjustment.upper - adjustment.lower - adjustment.pageSize
  }

  /// 0 at the start, 1 at the end.
  func fraction(of value: Double) -> Double {
    // Half a point short of the end is the end: the scrollbar works in whole pixels.
    room > 0 ? (value - lower + 0.5 >= room ? 1 : (value - lower) / room) : 1
  }

  mutating func follow(index: Int, removed: Int, inserted: Int) { splices.append((index, removed, inserted)) }

  /// Where a row of then stands now; for one that went, the place where it stood.
  func index(_ old: Int) -> Int {
    splices.reduce(old) { index, splice in
      if index < splice.index { return index }
      if index >= splice.index + splice.removed { return index + splice.inserted - splice.removed }
      return splice.index
    }
  }
}
