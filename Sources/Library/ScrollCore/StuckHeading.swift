/// The heading of a section that stays at the top edge of the viewport while rows of its section are in view.
///
/// The end of the section pushes it out: its bottom edge is never below the last row of its section. It is a picture of
/// the heading's row over the rows: the row's own place, and that of all others, does not change.
package struct StuckHeading: Equatable {
  /// The row of the heading.
  package private(set) var index: Int
  /// The distance of its top edge below the viewport's, in points; negative while the next section pushes it out.
  package let top: Double
  /// Its height, in points.
  package let height: Double

  /// Its bottom edge: the rows below are in view, those above are hidden.
  package var bottom: Double { top + height }

  /// The heading over the rows in view; nil if the first of them has none, and if the heading is at its own place.
  ///
  /// - Parameters:
  ///   - rows: The rows in view, from top to bottom.
  ///   - viewport: The height of the viewport.
  ///   - heading: The index of the heading of a row's section, which is not after the row; nil for a row without one.
  ///   - height: Returns the height of a row. It is called for the heading alone.
  package init?(
    over rows: [PlacedRow], viewport: Double, heading: (Int) -> Int?, height: (Int) -> Double
  ) {
    guard let first = rows.first, let index = heading(first.index), index < first.index || first.top < 0
    else { return nil }
    let height = height(index)
    guard height > 0, Self.fits(height, in: viewport) else { return nil }
    let next = rows.dropFirst().prefix { $0.top < height }.first { heading($0.index) != index }
    self.index = index
    self.height = height
    top = min(0, (next?.top ?? height) - height)
  }

  /// The heading after a change of the rows; nil if its row was removed.
  package func following(_ splice: Splice) -> StuckHeading? {
    guard let index = splice.map(index) else { return nil }
    var heading = self
    heading.index = index
    return heading
  }

  /// Whether a heading leaves at least half of the viewport to the rows. A higher one does not stick.
  package static func fits(_ height: Double, in viewport: Double) -> Bool { height * 2 <= viewport }
}
