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
