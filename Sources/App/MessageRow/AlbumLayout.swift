import Gtk

/// The cells of an album. The number of rows and their heights depend only on the count of pictures, because many
/// exports store no sizes.
package enum AlbumLayout {
  /// The most pictures of one album; more begin the next one.
  package static let limit = 10
  /// Points between cells.
  package static let gap = 2.0

  /// The number of cells in each row.
  package static func rows(_ count: Int) -> [Int] {
    switch count {
    case 4: [2, 2]
    case 5: [2, 3]
    case 6: [3, 3]
    case 7: [2, 3, 2]
    case 8: [3, 2, 3]
    case 9: [3, 3, 3]
    case 10: [3, 4, 3]
    default: [count]
    }
  }

  /// The cells of 2 to 10 pictures in an album that is `width` points wide, at its top left corner.
  package static func cells(_ count: Int, width: Double) -> [Rect] {
    if count == 3 { return three(width) }
    let rows = rows(count)
    var cells: [Rect] = []
    var y = 0.0
    for (row, columns) in rows.enumerated() {
      let height = (width * share(of: columns, in: rows, isLast: row == rows.count - 1)).rounded()
      // Whole points, so that no gap is wider than another.
      let edges = (0...columns).map { column in
        ((width + gap) * Double(column) / Double(columns)).rounded()
      }
      for column in 0..<columns {
        cells.append(
          Rect(x: edges[column], y: y, width: edges[column + 1] - gap - edges[column], height: height))
      }
      y += height + gap
    }
    return cells
  }

  /// The height of a row as a share of the width.
  private static func share(of columns: Int, in rows: [Int], isLast: Bool) -> Double {
    switch (rows, columns) {
    case ([2], _): 0.45
    case ([2, 2], _): 0.35
    case ([2, 3, 2], 2) where isLast: 0.29
    case (_, 2): 0.36
    case (_, 3): 0.29
    default: 0.25
    }
  }

  /// The cells of three pictures: one with two thirds of the width, and beside it two with one third.
  private static func three(_ width: Double) -> [Rect] {
    let height = (width * 0.64).rounded()
    let side = ((width - gap) / 3).rounded()
    let upper = ((height - gap) / 2).rounded()
    let x = width - side
    return [
      Rect(x: 0, y: 0, width: x - gap, height: height),
      Rect(x: x, y: 0, width: side, height: upper),
      Rect(x: x, y: upper + gap, width: side, height: height - gap - upper),
    ]
  }
}
