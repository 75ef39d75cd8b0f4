import Gtk

/// A film's poster, drawn by the program: one of five motifs in one of its palettes, with the small things seeded from
/// the title, so that a film looks the same at every size and every start.
///
/// Each motif keeps its horizon or its middle well above the lower 40 %, where the caption stands.
struct Poster: Hashable, Sendable {
  enum Motif: CaseIterable, Sendable {
    case lamp, moon, road, tiles, arcs
  }

  let title: String
  let motif: Motif

  /// The five motifs take turns, so that no two neighbours look alike.
  init(of film: Film) {
    title = film.title
    motif = Motif.allCases[film.id % Motif.allCases.count]
  }

  /// Draws it for a size in pixels, at least 1 × 1. May run on any thread.
  func texture(width: Int, height: Int) -> Texture {
    Texture(width: max(1, width), height: max(1, height)) { context in
      var canvas = PosterCanvas(
        context: context, width: Double(max(1, width)), height: Double(max(1, height)),
        numbers: SeededNumbers(title))
      let palettes = PosterPalette.all(for: motif)
      let palette = canvas.numbers.pick(palettes)
      switch motif {
      case .lamp: canvas.drawLamp(palette)
      case .moon: canvas.drawMoon(palette)
      case .road: canvas.drawRoad(palette)
      case .tiles: canvas.drawTiles(palette)
      case .arcs: canvas.drawArcs(palette)
      }
    }
  }
}
