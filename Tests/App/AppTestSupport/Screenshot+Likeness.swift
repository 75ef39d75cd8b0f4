import Foundation

extension Screenshot {
  /// The allowed difference of a pixel's channel, of 255: if only a part of a scaled picture is drawn again, GTK's
  /// drawing without a graphics card rounds differently. Content that has moved by a twentieth of a point differs by
  /// more at its edges.
  private static let rounding = 3

  /// Whether both screenshots show the same in a rectangle, pixel by pixel.
  func shows(_ other: Screenshot, in rectangle: Rectangle) -> Bool {
    zip(pixels(in: rectangle), other.pixels(in: rectangle)).allSatisfy { mine, others in
      mine == others
        || zip(mine, others).allSatisfy { abs(Int($0) - Int($1)) <= Self.rounding }
    }
  }
}

extension Screenshot {
  /// The smallest rectangle that contains all pixels that differ from another screenshot; nil if there are none.
  func difference(from other: Screenshot) -> Rectangle? {
    var (columns, rows): (Range<Int>?, Range<Int>?)
    for y in 0..<height {
      let lines = (pixels(x: 0..<width, y: y..<y + 1)[0], other.pixels(x: 0..<width, y: y..<y + 1)[0])
      guard lines.0 != lines.1 else { continue }
      let size = lines.0.count / width
      let differing = zip(lines.0, lines.1).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
      guard let first = differing.first, let last = differing.last else { continue }
      let found = first / size..<last / size + 1
      columns =
        columns.map { min($0.lowerBound, found.lowerBound)..<max($0.upperBound, found.upperBound) } ?? found
      rows = (rows?.lowerBound ?? y)..<y + 1
    }
    guard let columns, let rows else { return nil }
    return Rectangle(x: columns, y: rows)
  }

  /// The mean of all channels of a rectangle's pixels.
  func brightness(in rectangle: Rectangle) -> Double {
    let rows = pixels(in: rectangle)
    let sum = rows.reduce(0) { $1.reduce($0) { $0 + Int($1) } }
    return Double(sum) / Double(max(1, rows.reduce(0) { $0 + $1.count }))
  }
}

/// The comparison of two renderers' drawings.
extension Screenshot {
  /// The allowed difference of a channel, of 255, in a uniform area. A bubble differs by more from the background.
  private static let tolerance = 6
  /// The side of the compared squares in pixels, and the number of differing pixels in a square that are ignored. GTK's
  /// GL cuts off the last line of letters that are not on a whole pixel (docs/GTK.md).
  private static let squareSide = 16
  private static let allowance = 16

  /// The squares that differ by more than a line from another renderer's screenshot: their first pixels.
  func differences(from other: Screenshot, in rectangle: Rectangle? = nil) -> [String] {
    guard (width, height) == (other.width, other.height) else { return ["the size"] }
    let place = rectangle ?? bounds
    let (mine, others) = (Self.channels(of: self, in: place), Self.channels(of: other, in: place))
    let (width, side) = (place.x.count, Self.squareSide)
    let columns = width / side + 1
    var counts: [Int: Int] = [:]
    for index in mine.indices where mine[index] != others[index] {
      guard
        !Self.isNear(mine[index], others, index, width) || !Self.isNear(others[index], mine, index, width)
      else { continue }
      counts[index / width / side * columns + index % width / side, default: 0] += 1
    }
    return counts.filter { $0.value > Self.allowance }.keys.sorted().map {
      "(\(place.x.lowerBound + $0 % columns * side), \(place.y.lowerBound + $0 / columns * side))"
    }
  }

  private static func channels(of picture: Screenshot, in rectangle: Rectangle) -> [SIMD4<Int16>] {
    var channels: [SIMD4<Int16>] = []
    for row in picture.pixels(in: rectangle) {
      let bytes = [UInt8](row)
      for start in stride(from: 0, to: bytes.count, by: bytes.count / rectangle.x.count) {
        channels.append(SIMD4(truncatingIfNeeded: SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], 0)))
      }
    }
    return channels
  }

  /// Whether a pixel is like the other screenshot's, or on an edge like one near it there: renderers shift the edges of
  /// shapes and letters by up to a pixel, or spread them over two pixels.
  private static func isNear(
    _ pixel: SIMD4<Int16>, _ picture: [SIMD4<Int16>], _ index: Int, _ width: Int
  ) -> Bool {
    var (least, most) = (picture[index], picture[index])
    if isWithin(pixel, least, most) { return true }
    let x = index % width
    for line in -1...1 {
      for column in max(-1, -x)...min(1, width - 1 - x) {
        let place = index + line * width + column
        guard picture.indices.contains(place) else { continue }
        least = pointwiseMin(least, picture[place])
        most = pointwiseMax(most, picture[place])
      }
    }
    return isWithin(pixel, least, most)
  }

  /// A line that is shifted by half a pixel gives two pixels half of its colour each, so its own colour may be as far
  /// beyond theirs.
  private static func isWithin(
    _ pixel: SIMD4<Int16>, _ least: SIMD4<Int16>, _ most: SIMD4<Int16>
  ) -> Bool {
    let room = most &- least &+ Int16(tolerance)
    let (low, high) = (least &- room, most &+ room)
    return all(pixel .>= low) && all(pixel .<= high)
  }
}
