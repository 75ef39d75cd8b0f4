import Foundation
import Gtk

/// The two motifs with a land under a sky.
extension PosterCanvas {
  /// A moon in rings over hills in layers.
  mutating func drawMoon(_ palette: PosterPalette) {
    drawSky(palette.sky)
    let center = at(numbers.unit(0.47, 0.53), 0.36)
    for (part, radius) in [0.46, 0.37, 0.28].enumerated() {
      let tone = Double(part + 1) / 4
      fillCircle(
        center, radius: unit * radius, palette.accent.mixed(with: palette.light, tone * 0.62).faded(0.72))
    }
    fillCircle(center, radius: unit * 0.185, palette.light)
    for (layer, color) in palette.grounds.enumerated() { drawHills(layer, of: palette.grounds.count, color) }
  }

  /// A road that runs to the sun.
  mutating func drawRoad(_ palette: PosterPalette) {
    let horizon = 0.46
    drawSky(palette.sky, to: horizon)
    drawSkyLines(palette.accent, horizon)
    let vanishing = at(numbers.unit(0.45, 0.55), horizon)
    drawStripedSun(vanishing, palette)
    drawSky([palette.grounds[0], palette.grounds[1], palette.grounds[1]], from: horizon)
    let reach = max(width * 0.34, unit * 0.42)
    fill(
      [
        Point(x: vanishing.x - unit * 0.014, y: vanishing.y),
        Point(x: vanishing.x + unit * 0.014, y: vanishing.y),
        Point(x: vanishing.x + reach, y: height), Point(x: vanishing.x - reach, y: height),
      ], palette.grounds[2])
    drawDashes(from: vanishing, palette.light)
  }

  private mutating func drawHills(_ layer: Int, of count: Int, _ color: Color) {
    let base = height * (0.5 + 0.4 * Double(layer) / Double(count))
    let swing = height * 0.035
    let hills = 2 + numbers.below(2)
    var y = base + swing * numbers.unit(-1, 1)
    context.setColor(color)
    context.move(to: at(0, 1))
    context.line(to: Point(x: 0, y: y))
    for hill in 0..<hills {
      let from = width * Double(hill) / Double(hills)
      let step = width / Double(hills)
      let next = base + swing * numbers.unit(-1, 1)
      context.curve(
        Point(x: from + step * 0.4, y: y - swing * 0.6), Point(x: from + step * 0.6, y: next + swing * 0.6),
        to: Point(x: from + step, y: next))
      y = next
    }
    context.line(to: at(1, 1))
    context.closePath()
    context.fill()
  }

  private func drawSkyLines(_ color: Color, _ horizon: Double) {
    context.setColor(color)
    for line in 0..<5 {
      let y = height * (horizon - 0.037 * Double(line) - 0.012)
      let thick = height * (0.011 - 0.0015 * Double(line))
      context.rectangle(Rect(x: 0, y: y - thick, width: width, height: thick))
      context.fill()
    }
  }

  private func drawStripedSun(_ foot: Point, _ palette: PosterPalette) {
    let radius = unit * 0.25
    context.saved {
      context.rectangle(Rect(x: 0, y: 0, width: width, height: foot.y))
      context.clip()
      fillCircle(foot, radius: radius, palette.light)
    }
    context.saved {
      context.arc(center: foot, radius: radius + 1, start: .pi, end: 2 * .pi)
      context.closePath()
      context.clip()
      context.setColor(palette.accent)
      for line in 0..<5 {
        let y = foot.y - radius * (0.06 + 0.2 * Double(line))
        context.rectangle(
          Rect(x: 0, y: y - radius * (0.08 - 0.013 * Double(line)), width: width, height: radius * 0.06))
        context.fill()
      }
    }
  }

  private func drawDashes(from vanishing: Point, _ color: Color) {
    // Ever longer towards the eye, as perspective has it.
    var near = 0.035
    while near < 1 {
      let far = near
      let end = min(1, far * 1.38)
      func y(_ t: Double) -> Double { vanishing.y + (height - vanishing.y) * t }
      func half(_ t: Double) -> Double { unit * 0.012 * t + unit * 0.002 }
      fill(
        [
          Point(x: vanishing.x - half(far), y: y(far)), Point(x: vanishing.x + half(far), y: y(far)),
          Point(x: vanishing.x + half(end), y: y(end)), Point(x: vanishing.x - half(end), y: y(end)),
        ], color.faded(0.95 - 0.55 * far))
      near *= 1.8
    }
  }
}

extension Color {
  /// This colour for 0, the other one for 1.
  func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
