import Foundation
import Gtk

/// The motif of a floor laid by somebody who liked circles.
extension PosterCanvas {
  mutating func drawTiles(_ palette: PosterPalette) {
    context.setColor(palette.light)
    context.paint()
    let columns = max(1, (width / (unit / 3)).rounded())
    // Whole pixels, or the ground shows between two tiles.
    let side = (width / columns).rounded(.up)
    let rows = (height / side).rounded(.up)
    var previous = -1
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        var shape = numbers.below(Self.tileCount)
        if shape == previous { shape = (shape + 1) % Self.tileCount }
        previous = shape
        drawTile(shape, Point(x: Double(column) * side, y: Double(row) * side), side, palette)
      }
    }
  }

  private static let tileCount = 6

  private mutating func drawTile(_ shape: Int, _ corner: Point, _ side: Double, _ palette: PosterPalette) {
    let inks = palette.grounds
    let ground = numbers.below(inks.count + 1)
    let ink = (ground + 1 + numbers.below(inks.count - 1)) % inks.count
    let quarter = Double(numbers.below(4))
    let back = ground == inks.count ? palette.light : inks[ground]
    // Two of the inks are alike, and paper on paper shows nothing.
    let front = inks[ink] == back ? palette.light : inks[ink]
    context.saved {
      context.translate(by: Point(x: corner.x + side / 2, y: corner.y + side / 2))
      context.rotate(by: quarter * .pi / 2)
      context.translate(by: Point(x: -side / 2, y: -side / 2))
      context.rectangle(Rect(x: 0, y: 0, width: side, height: side))
      context.clip()
      context.setColor(back)
      context.paint()
      drawShape(shape, side, front, back, palette)
    }
  }

  private func drawShape(
    _ shape: Int, _ side: Double, _ front: Color, _ back: Color, _ palette: PosterPalette
  ) {
    let middle = Point(x: side / 2, y: side / 2)
    switch shape {
    case 0: fillCircle(Point(x: 0, y: 0), radius: side, front)
    case 1:
      fillCircle(middle, radius: side * 0.46, front)
      fillCircle(middle, radius: side * 0.18, back)
    case 2:
      fillCircle(Point(x: 0, y: side / 2), radius: side / 2, front)
      fillCircle(Point(x: side, y: side / 2), radius: side / 2, palette.accent)
    case 3:
      context.setColor(front)
      for stripe in 0..<4 {
        context.rectangle(
          Rect(x: 0, y: side * (0.0625 + 0.25 * Double(stripe)), width: side, height: side * 0.125))
        context.fill()
      }
    case 4: fill([Point(x: 0, y: 0), Point(x: side, y: side), Point(x: 0, y: side)], front)
    default:
      fillCircle(Point(x: 0, y: side), radius: side, front)
      fillCircle(Point(x: 0, y: side), radius: side * 0.5, palette.light)
    }
  }
}
