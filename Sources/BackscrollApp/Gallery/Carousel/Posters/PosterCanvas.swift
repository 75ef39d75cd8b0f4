import Gtk

/// What a motif draws on: places are shares of the width and the height, lengths shares of ``unit``, so that a poster
/// fills any format without being stretched.
struct PosterCanvas {
  let context: CairoContext
  let width: Double
  let height: Double
  var numbers: SeededNumbers

  /// A length that fits both a tall and a wide poster.
  var unit: Double { min(width, height * 0.75) }

  /// A place from shares of width and height.
  func at(_ x: Double, _ y: Double) -> Point { Point(x: width * x, y: height * y) }

  /// Fills all from the top colour to the bottom one, between two heights.
  func drawSky(_ colors: [Color], from top: Double = 0, to bottom: Double = 1) {
    let last = Double(max(1, colors.count - 1))
    context.setGradient(
      from: at(0, top), to: at(0, bottom), colors.enumerated().map { (Double($0.offset) / last, $0.element) })
    context.rectangle(Rect(x: 0, y: height * top, width: width, height: height * (1 - top)))
    context.fill()
  }

  func fillCircle(_ center: Point, radius: Double, _ color: Color) {
    context.setColor(color)
    context.circle(center: center, radius: radius)
    context.fill()
  }

  func fill(_ points: [Point], _ color: Color) {
    context.setColor(color)
    path(points)
    context.fill()
  }

  func path(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { context.move(to: point) } else { context.line(to: point) }
    }
    context.closePath()
  }

  /// Turns left and right round for half of the titles.
  mutating func mirrorPerhaps() {
    guard numbers.below(2) == 1 else { return }
    context.translate(by: Point(x: width, y: 0))
    context.scale(x: -1, y: 1)
  }
}
