/// From a row to its place and back.
///
/// Both directions add the same heights in the same order, so they agree to the last bit:
/// `row(at: offset(of: i)).index == i` for every row that has any height, whatever the estimates.
extension HeightIndex {
  /// The height of a row in points: measured, stale, or its kind's estimate.
  ///
  /// - Complexity: O(log n)
  public func height(at index: Int) -> Double {
    root.read(checked(index)) { leaf, row in leaf.height(at: row, estimates.values) }
  }

  /// Where a row starts: the heights of all rows before it, in points.
  ///
  /// - Parameter index: `0...count`; for `count` it is the total.
  /// - Complexity: O(log n)
  public func offset(of index: Int) -> Double {
    precondition((0...count).contains(index), "An offset is asked of 0...count.")
    return index == count ? total : root.offset(of: index, estimates.values)
  }

  /// The row that stands at an offset, and how far below its top edge that is, in points.
  ///
  /// - Parameter offset: in points; a value outside of `0..<total` is answered with the top edge of the first row
  ///   or the bottom edge of the last.
  /// - Returns: never a row without height, unless no row has any: then row 0. Without rows, `(0, 0)`.
  /// - Complexity: O(log n)
  public func row(at offset: Double) -> (index: Int, within: Double) {
    root.row(at: max(offset, 0), estimates.values)
  }
}
