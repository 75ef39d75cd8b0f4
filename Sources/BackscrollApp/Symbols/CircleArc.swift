import Foundation
import Gtk

/// A stretch of a circle between two points, as SVG says it. Radii of an ellipse are no concern of ours.
struct CircleArc {
  let from: Point
  let to: Point
  /// Grown where it is too small to span the two points.
  let radius: Double
  /// The longer of the two ways round.
  let isLarge: Bool
  let isClockwise: Bool

  /// The arc as Bézier curves of at most a quarter turn each; none when it has no length.
  var curves: [(Point, Point, Point)] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let chord = (dx * dx + dy * dy).squareRoot()
    guard chord > 0 else { return [] }
    let radius = max(abs(radius), chord / 2)
    // From the chord's middle, the centre lies at a right angle to it.
    let height = max(0, radius * radius - chord * chord / 4).squareRoot()
    let side = isLarge == isClockwise ? 1.0 : -1.0
    let centre = Point(
      x: (from.x + to.x) / 2 + side * height * dy / chord, y: (from.y + to.y) / 2 - side * height * dx / chord
    )
    let start = atan2(from.y - centre.y, from.x - centre.x)
    var sweep = atan2(to.y - centre.y, to.x - centre.x) - start
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    // How far the control points lie along the tangents, for a curve that keeps to the circle.
    let reach = 4 / 3 * tan(step / 4) * radius
    return (0..<count).map { index in
      let a = start + Double(index) * step
      let b = a + step
      let first = Point(x: centre.x + radius * cos(a), y: centre.y + radius * sin(a))
      let last =
        index == count - 1 ? to : Point(x: centre.x + radius * cos(b), y: centre.y + radius * sin(b))
      return (
        Point(x: first.x - reach * sin(a), y: first.y + reach * cos(a)),
        Point(x: last.x + reach * sin(b), y: last.y - reach * cos(b)), last
      )
    }
  }
}
