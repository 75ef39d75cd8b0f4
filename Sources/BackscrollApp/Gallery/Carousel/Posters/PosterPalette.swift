import Gtk

/// The colours of a motif.
struct PosterPalette: Sendable {
  /// From the top down.
  let sky: [Color]
  /// The sun, the moon, the beam.
  let light: Color
  /// Grounds, from far to near.
  let grounds: [Color]
  /// What stands out.
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

  // Sky; sea, rock; stripes.
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

  // Paper twice; five inks.
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

  // Sky; sea; arcs, and waves.
  private static let arcs = [
    PosterPalette([0x1c2b70, 0x14205a], light: 0xf4f4fb, [0x0f1740, 0x0a0f2c], accent: 0x5fb4ea),
    PosterPalette([0x0d3b3e, 0x0a2c33], light: 0xf2fbf4, [0x082329, 0x05171c], accent: 0x6fdcb5),
    PosterPalette([0x46204f, 0x31163d], light: 0xfff1ea, [0x230f2f, 0x160a20], accent: 0xf08fb0),
    PosterPalette([0x5a2a1c, 0x3f1d18], light: 0xfff4e0, [0x2c1412, 0x1c0d0c], accent: 0xf2b15c),
  ]
}
