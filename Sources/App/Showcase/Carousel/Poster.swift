import Foundation
import Gtk
import SeededRandom

/// A film's poster: one of five motifs in one of its palettes. Details are seeded from the title, so that a film looks
/// the same at every size and every start.
///
/// Each motif keeps its horizon or its centre well above the lower 40 %, which the caption covers.
struct Poster: Hashable, Sendable {
  enum Motif: CaseIterable, Sendable {
    case lamp, moon, road, tiles, arcs
  }

  let motif: Motif
  private let title: String

  /// The motifs alternate, so that neighbouring films look different.
  init(of film: Film) {
    title = film.title
    motif = Motif.allCases[film.id % Motif.allCases.count]
  }

  /// Draws the poster in a size in pixels, at least 1 × 1. May run on any thread.
  func texture(width: Int, height: Int) -> Texture {
    Texture(width: max(1, width), height: max(1, height)) { context in
      var canvas = PosterCanvas(
        context: context, width: Double(max(1, width)), height: Double(max(1, height)),
        numbers: SplitMix64(seed: title))
      canvas.draw(motif)
    }
  }
}

/// Draws the motifs. Positions are shares of width and height, lengths shares of ``unit``, so that a poster fills any
/// format without distortion.
private struct PosterCanvas {
  let context: CairoContext
  let width: Double
  let height: Double
  var numbers: SplitMix64

  mutating func draw(_ motif: Poster.Motif) {
    let palette = numbers.pick(PosterPalette.all(for: motif))
    switch motif {
    case .lamp: drawLamp(palette)
    case .moon: drawMoon(palette)
    case .road: drawRoad(palette)
    case .tiles: drawTiles(palette)
    case .arcs: drawArcs(palette)
    }
  }

  // MARK: Lamp and arcs: the sea

  /// A lighthouse on a rock, its beams from edge to edge, and a half-set sun.
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

  /// Rings around a mast in the waves.
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

  // MARK: Moon and road: land under a sky

  /// A moon with halos over layers of hills.
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

  /// A road towards a striped sun.
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
    // Perspective: each dash is longer than the one behind it.
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

  // MARK: Tiles

  mutating func drawTiles(_ palette: PosterPalette) {
    context.setColor(palette.light)
    context.paint()
    let columns = max(1, (width / (unit / 3)).rounded())
    // Whole pixels. Otherwise the ground would show between tiles.
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
    // Palettes repeat an ink, and an ink on itself would be invisible.
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

  // MARK: Parts of all motifs

  /// The base of all lengths; fits tall and wide posters.
  var unit: Double { min(width, height * 0.75) }

  /// The point at shares of width and height.
  func at(_ x: Double, _ y: Double) -> Point { Point(x: width * x, y: height * y) }

  /// Fills the area between two shares of the height with a vertical gradient.
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

  /// Mirrors the motif for half of the titles.
  mutating func mirrorPerhaps() {
    guard numbers.below(2) == 1 else { return }
    context.translate(by: Point(x: width, y: 0))
    context.scale(x: -1, y: 1)
  }
}

extension Color {
  /// Interpolates between this colour (0) and `other` (1).
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}

/// The colours of a motif.
private struct PosterPalette: Sendable {
  /// The sky's colours from top to bottom.
  let sky: [Color]
  /// The colour of the sun, the moon or the beam.
  let light: Color
  /// The colours of the grounds, from far to near; those of the tiles.
  let grounds: [Color]
  /// The colour of details that stand out.
  let accent: Color

  private init(_ sky: [UInt32], light: UInt32, _ grounds: [UInt32], accent: UInt32) {
    self.sky = sky.map { Color(hex: $0) }
    self.light = Color(hex: light)
    self.grounds = grounds.map { Color(hex: $0) }
    self.accent = Color(hex: accent)
  }

  static func all(for motif: Poster.Motif) -> [PosterPalette] {
    switch motif {
    case .lamp: lamps
    case .moon: moons
    case .road: roads
    case .tiles: tiles
    case .arcs: arcs
    }
  }

  // Sky; sea and rock; stripes.
  private static let lamps = [
    PosterPalette([0x171b4d, 0x4a2f7d, 0xc7527d], light: 0xffd08a, [0x241b52, 0x120e2c], accent: 0xc83f5a),
    PosterPalette([0x0c2a3f, 0x1d6070, 0xe0a070], light: 0xffe6b0, [0x123c4c, 0x08202c], accent: 0xd9663a),
    PosterPalette([0x241a3a, 0x5c3350, 0xe07a5f], light: 0xffd9a0, [0x35223f, 0x1a1024], accent: 0x2f7f8f),
    PosterPalette([0x10233a, 0x36507c, 0xb9a7c9], light: 0xfff0c8, [0x1d2f4d, 0x0d1829], accent: 0xb8433a),
  ]

  // Sky; four or five hills; the moon's rings.
  private static let moons = [
    PosterPalette(
      [0x0e4a50, 0x146062, 0x1c7a70], light: 0xf6e7c4, [0xf0c98a, 0xe39b6c, 0xcf6a5c, 0x8b4258, 0x4a2a46],
      accent: 0x25a08f),
    PosterPalette(
      [0x2b1c50, 0x513079, 0x8a4a92], light: 0xffe3c9, [0xe58a8f, 0xb85f86, 0x7d4280, 0x4b2e6b, 0x281b48],
      accent: 0xb569b0),
    PosterPalette(
      [0x123456, 0x1d4f74, 0x3a7ca5], light: 0xf4f7ee, [0xa9d0c4, 0x6fa8a3, 0x447f86, 0x2a5868, 0x173648],
      accent: 0x5fa8d3),
    PosterPalette(
      [0x5a1f2b, 0x8c3033, 0xc4573d], light: 0xffe9b8, [0xf2b263, 0xd9803f, 0xa6532f, 0x6c3328, 0x3a1d20],
      accent: 0xe58b4e),
  ]

  // Sky; far and near ground; the road, and the lines in the sky.
  private static let roads = [
    PosterPalette([0xffb347, 0xff8f3f], light: 0xffe08f, [0x7a1f3d, 0x1a0d22, 0x120c1c], accent: 0xff7a3c),
    PosterPalette([0x7ec8e3, 0xcdeaf0], light: 0xfff6d6, [0x3e7f6b, 0x17382f, 0x1e2a2c], accent: 0x5bb0d0),
    PosterPalette([0xf48fb1, 0xf7b3a2], light: 0xfff0d8, [0x6a3f7d, 0x2a1740, 0x1c1230], accent: 0xe6739f),
    PosterPalette([0x2c3e63, 0x6d6fa0], light: 0xe9e4f5, [0x2f3557, 0x12142a, 0x0d0e1c], accent: 0x4d5a8c),
  ]

  // Paper (as sky and light); five inks.
  private static let tiles = [
    PosterPalette(
      [0xf3e9d7, 0xf3e9d7], light: 0xf3e9d7, [0x20425c, 0xd94f30, 0xf0a830, 0x1f7a70, 0x20425c],
      accent: 0x16293a),
    PosterPalette(
      [0xf0ead8, 0xf0ead8], light: 0xf0ead8, [0x2b2d42, 0xc8553d, 0xe3b23c, 0x588b8b, 0x2b2d42],
      accent: 0x1c1d2b),
    PosterPalette(
      [0xefe6e0, 0xefe6e0], light: 0xefe6e0, [0x3d2c5e, 0xe0607e, 0xf2c14e, 0x4d9078, 0x3d2c5e],
      accent: 0x241a3a),
    PosterPalette(
      [0xe9eef0, 0xe9eef0], light: 0xe9eef0, [0x1d3557, 0xe63946, 0xf1b24a, 0x457b9d, 0x1d3557],
      accent: 0x122238),
  ]

  // Sky; sea; arcs and waves.
  private static let arcs = [
    PosterPalette([0x1c2b70, 0x14205a], light: 0xf4f4fb, [0x0f1740, 0x0a0f2c], accent: 0x5fb4ea),
    PosterPalette([0x0d3b3e, 0x0a2c33], light: 0xf2fbf4, [0x082329, 0x05171c], accent: 0x6fdcb5),
    PosterPalette([0x46204f, 0x31163d], light: 0xfff1ea, [0x230f2f, 0x160a20], accent: 0xf08fb0),
    PosterPalette([0x5a2a1c, 0x3f1d18], light: 0xfff4e0, [0x2c1412, 0x1c0d0c], accent: 0xf2b15c),
  ]
}
