extension Screenshot {
  /// How much a pixel's channel may differ, of 255: where only a part of a scaled picture is drawn anew, GTK's drawing
  /// without a graphics card rounds differently from when all of it is. Content that stands a twentieth of a point
  /// elsewhere differs by more at its edges.
  private static let rounding = 3

  /// Whether it shows the same as another picture, each pixel in its place.
  func shows(_ other: Screenshot, in rectangle: Rectangle) -> Bool {
    zip(pixels(in: rectangle), other.pixels(in: rectangle)).allSatisfy { mine, others in
      mine == others
        || zip(mine, others).allSatisfy { abs(Int($0) - Int($1)) <= Self.rounding }
    }
  }
}

extension Screenshot {
  /// The smallest rectangle that holds all pixels that differ from another picture's; nil if none does.
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
