import Foundation

extension Screenshot {
  /// A part of the screen, in pixels.
  struct Rectangle {
    var x: Range<Int>
    var y: Range<Int>
  }

  func pixels(in rectangle: Rectangle) -> [Data] { pixels(x: rectangle.x, y: rectangle.y) }

  /// What is written in each row of a rectangle: where the pixels are dark. The ground has a gradient that does
  /// not move with the rows, so the pixels themselves are not what moves.
  func ink(in rectangle: Rectangle) -> [[Bool]] {
    pixels(in: rectangle).map { row in
      let bytes = Array(row)
      let size = bytes.count / rectangle.x.count
      return rectangle.x.indices.map { column in
        let first = (column - rectangle.x.lowerBound) * size
        return bytes[first..<first + 3].reduce(0) { $0 + Int($1) } < 3 * 128
      }
    }
  }

  /// How far what stands in `rectangle` has moved down since `before`, in pixels; negative: up. Nil if it is
  /// not to be found again, or in more than one place.
  ///
  /// What has moved out of the rectangle is not looked at; a third of it must be left.
  func travel(since before: Screenshot, in rectangle: Rectangle) -> Int? {
    let old = before.ink(in: rectangle)
    let new = ink(in: rectangle)
    let count = old.count
    let limit = count * 2 / 3
    let fitting = (-limit...limit).filter { shift in
      let overlap = max(0, -shift)..<min(count, count - shift)
      return overlap.contains { old[$0].contains(true) }
        && overlap.allSatisfy { old[$0] == new[$0 + shift] }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
