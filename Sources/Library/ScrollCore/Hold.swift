/// A row with its edges, in points below the viewport's top edge.
package struct PlacedRow: Equatable {
  package var index: Int
  package var top: Double
  package var bottom: Double

  package init(index: Int, top: Double, bottom: Double) {
    self.index = index
    self.top = top
    self.bottom = bottom
  }
}

/// The row or end that a layout holds in place from now on, and the reason.
package enum Hold: Equatable {
  /// The end, since the reader is there. The row is held once the reader scrolls away.
  case end(PlacedRow)
  /// The row under a held pointer, or the one with the focus.
  case preferred(PlacedRow)
  /// The row that was held before. Otherwise each change of width would choose another row.
  case previous(PlacedRow)
  /// The first row that begins in view, so that a row that crosses the top edge, or begins under a stuck heading, grows
  /// upwards, out of view.
  case firstInView(PlacedRow)
  /// The row that crosses the top edge, as no other is in view.
  case crossing(PlacedRow)
  /// Any row, as none is in view.
  case outOfView(PlacedRow)

  /// The row that is held.
  package var row: PlacedRow {
    switch self {
    case .end(let row), .preferred(let row), .previous(let row), .firstInView(let row), .crossing(let row),
      .outOfView(let row):
      row
    }
  }

  /// Whether the end is held rather than a row.
  package var isEnd: Bool {
    if case .end = self { true } else { false }
  }

  /// A fling stops at fractions of a point, so a row that begins this far above the top edge begins in view.
  private static let grace = 0.5

  /// Chooses the row or end to hold: the end if the reader is there, and otherwise the first of `preferred`,
  /// `previous`, `firstInView` and `crossing` that is in view.
  ///
  /// - Parameters:
  ///   - rows: The rows in view, from top to bottom, without those that a stuck heading hides.
  ///   - edge: The edge below which rows are seen, see ``AnchoredLayout/topEdge``.
  ///   - outOfView: A row to hold if none is in view.
  ///   - preferred: The row under a held pointer, or the one with the focus.
  ///   - previous: The row that was held before, unless the reader has moved since.
  ///   - isAtEnd: Whether the reader is at an end that can be held.
  package static func choose(
    in rows: [PlacedRow], below edge: Double = 0, outOfView: PlacedRow, preferred: Int?, previous: Int?,
    isAtEnd: Bool
  ) -> Hold {
    let choice: Hold =
      if let row = rows.first(where: { $0.index == preferred }) {
        .preferred(row)
      } else if let row = rows.first(where: { $0.index == previous }) {
        .previous(row)
      } else if let row = rows.first(where: { $0.top >= edge - grace }) {
        .firstInView(row)
      } else if let row = rows.last {
        .crossing(row)
      } else {
        .outOfView(outOfView)
      }
    return isAtEnd ? .end(choice.row) : choice
  }
}
