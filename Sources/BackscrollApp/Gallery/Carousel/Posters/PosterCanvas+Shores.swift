import Foundation
import Gtk

/// The two motifs by the sea.
extension PosterCanvas {
  /// A lighthouse on a rock; its beams reach both edges, and the sun has half gone.
  mutating func drawLamp(_ palette: PosterPalette) {
    mirrorPerhaps()
    let horizon = 0.6
    drawSky(palette.sky, to: horizon)
    drawStars(56, below: 0.44)
    let lamp = Point(x: width / 2 + unit * numbers.unit(0.08, 0.2), y: height * 0.24)
    drawBeams(from: lamp, palette.light)
    let sun = Point(x: width / 2 - unit * numbers.unit(0.26, 0.3), y: height * horizon)
    context.saved {
      context.rectangle(Rect(x: 0, y: 0, width: width, height: height * horizon))
      context.clip()
      fillCircle(sun, radius: unit * 0.19, palette.light)
    }
    drawSea(palette.grounds[0], horizon)
    drawReflection(below: sun, palette.light)
    drawRock(under: lamp, palette.grounds[1])
    drawTower(at: lamp, to: height * 0.66, palette)
  }

  /// Rings that spread from a mast in the waves.
  mutating func drawArcs(_ palette: PosterPalette) {
    drawSky(palette.sky)
    let center = Point(x: width * numbers.unit(0.44, 0.56), y: height * 0.52)
    let rings = 9
    let step = unit * numbers.unit(0.066, 0.08)
    for ring in 1...rings {
      context.setColor(palette.accent.faded(1 - Double(ring - 1) / Double(rings + 1)))
      context.setLine(width: max(1, unit * 0.013))
      context.arc(center: center, radius: Double(ring) * step, start: .pi, end: 2 * .pi)
      context.stroke()
    }
    context.setGradient(
      from: Point(x: 0, y: center.y), to: Point(x: 0, y: height),
      [(0, palette.grounds[0]), (1, palette.grounds[1])])
    context.rectangle(Rect(x: 0, y: center.y, width: width, height: height - center.y))
    context.fill()
    let half = unit * 0.012
    context.setGradient(
      from: center, to: Point(x: center.x, y: height), [(0, palette.light), (1, palette.light.faded(0.25))])
    path([
      Point(x: center.x - half, y: center.y), Point(x: center.x + half, y: center.y),
      Point(x: center.x + 2.2 * half, y: height), Point(x: center.x - 2.2 * half, y: height),
    ])
    context.fill()
    for line in 0..<6 {
      drawWave(
        y: center.y + height * (0.09 + 0.068 * Double(line)), palette.accent.faded(0.62 - 0.1 * Double(line)))
    }
    fillCircle(center, radius: unit * 0.028, palette.light)
  }

  private mutating func drawStars(_ count: Int, below bottom: Double) {
    for _ in 0..<count {
      let place = at(numbers.unit(), numbers.unit(0, bottom))
      fillCircle(
        place, radius: unit * numbers.unit(0.0016, 0.0042), Color.white.faded(numbers.unit(0.35, 0.9)))
    }
  }

  private func drawBeams(from lamp: Point, _ color: Color) {
    let far = max(lamp.x, width - lamp.x) * 1.05
    for (edge, top, bottom) in [(0.0, -0.11, 0.17), (width, -0.09, 0.1)] {
      let end = edge < lamp.x ? lamp.x - far : lamp.x + far
      context.setGradient(
        from: lamp, to: Point(x: end, y: lamp.y), [(0, color.faded(0.75)), (1, color.faded(0.16))])
      path([lamp, Point(x: edge, y: lamp.y + height * top), Point(x: edge, y: lamp.y + height * bottom)])
      context.fill()
    }
  }

  private func drawSea(_ color: Color, _ horizon: Double) {
    context.setColor(color)
    context.rectangle(Rect(x: 0, y: height * horizon, width: width, height: height * (1 - horizon)))
    context.fill()
  }

  private func drawReflection(below sun: Point, _ color: Color) {
    for line in 0..<5 {
      let part = Double(line)
      let half = unit * (0.19 - 0.032 * part)
      let y = sun.y + unit * (0.03 + 0.042 * part)
      context.setColor(color.faded(0.7 - 0.12 * part))
      context.setLine(width: max(1, unit * 0.009))
      context.move(to: Point(x: sun.x - half, y: y))
      context.line(to: Point(x: sun.x + half, y: y))
      context.stroke()
    }
  }

  private func drawRock(under lamp: Point, _ color: Color) {
    let top = height * 0.65
    context.setColor(color)
    context.move(to: Point(x: lamp.x - unit * 0.42, y: height))
    context.curve(
      Point(x: lamp.x - unit * 0.26, y: height * 0.84), Point(x: lamp.x - unit * 0.2, y: top),
      to: Point(x: lamp.x, y: top))
    context.curve(
      Point(x: lamp.x + (width - lamp.x) * 0.4, y: top),
      Point(x: lamp.x + (width - lamp.x) * 0.8, y: height * 0.7),
      to: Point(x: width, y: height * 0.74))
    context.line(to: at(1, 1))
    context.closePath()
    context.fill()
  }

  private func drawTower(at lamp: Point, to foot: Double, _ palette: PosterPalette) {
    let top = lamp.y + unit * 0.045
    let bands = 6
    for band in 0..<bands {
      let (a, b) = (Double(band) / Double(bands), Double(band + 1) / Double(bands))
      func half(_ t: Double) -> Double { unit * (0.032 + 0.026 * t) }
      func y(_ t: Double) -> Double { top + (foot - top) * t }
      fill(
        [
          Point(x: lamp.x - half(a), y: y(a)), Point(x: lamp.x + half(a), y: y(a)),
          Point(x: lamp.x + half(b), y: y(b)), Point(x: lamp.x - half(b), y: y(b)),
        ], band.isMultiple(of: 2) ? Color(hex: 0xf2ebe2) : palette.accent)
    }
    let dark = palette.grounds[1]
    let room = unit * 0.03
    context.setColor(dark)
    context.rectangle(
      Rect(x: lamp.x - unit * 0.044, y: top - unit * 0.012, width: unit * 0.088, height: unit * 0.014))
    context.fill()
    context.setColor(Color(hex: 0xfff1c4))
    context.rectangle(Rect(x: lamp.x - room * 0.85, y: lamp.y - room, width: room * 1.7, height: room * 2.1))
    context.fill()
    fill(
      [
        Point(x: lamp.x - room * 1.2, y: lamp.y - room), Point(x: lamp.x, y: lamp.y - room * 2.6),
        Point(x: lamp.x + room * 1.2, y: lamp.y - room),
      ], dark)
  }

  private func drawWave(y: Double, _ color: Color) {
    let length = unit * 0.13
    let rise = unit * 0.017
    context.setColor(color)
    context.setLine(width: max(1, unit * 0.012))
    var x = -length
    context.move(to: Point(x: x, y: y))
    var isUp = true
    while x < width {
      let bend = isUp ? -rise : rise
      context.curve(
        Point(x: x + length * 0.18, y: y + bend * 1.3), Point(x: x + length * 0.32, y: y + bend * 1.3),
        to: Point(x: x + length / 2, y: y))
      x += length / 2
      isUp.toggle()
    }
    context.stroke()
  }
}
