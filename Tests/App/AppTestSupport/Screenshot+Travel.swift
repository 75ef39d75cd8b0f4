import Foundation

extension Screenshot {
  /// A part of the screen, in pixels.
  struct Rectangle {
    var x: Range<Int>
    var y: Range<Int>
  }

  func pixels(in rectangle: Rectangle) -> [Data] { pixels(x: rectangle.x, y: rectangle.y) }

  /// The distance by which the writing in `rectangle` has moved down since `before`, in pixels; negative: up. Nil if
  /// the writing is not found, or found in several places.
  ///
  /// The writing must have a background of one colour over the rectangle's width, as within bubbles. Parts that have
  /// left the rectangle are ignored; a third must be left.
  func travel(since before: Screenshot, in rectangle: Rectangle) -> Int? {
    let old = before.writing(in: rectangle)
    let new = writing(in: rectangle)
    let count = old.count
    let limit = count * 2 / 3
    let fitting = (-limit...limit).filter { shift in
      let overlap = max(0, -shift)..<min(count, count - shift)
      return overlap.contains { old[$0] != nil } && overlap.allSatisfy { old[$0] == new[$0 + shift] }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The rows of pixels of a rectangle; nil if all pixels of a row are alike. Such rows are the background between two
  /// bubbles or two lines. Between bubbles it has a gradient that does not move with them.
  private func writing(in rectangle: Rectangle) -> [Data?] {
    pixels(in: rectangle).map { row in
      let size = row.count / rectangle.x.count
      return row.dropFirst(size) == row.dropLast(size) ? nil : row
    }
  }
}
