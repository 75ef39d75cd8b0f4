import Gtk

/// Puts a poster into a rounded frame and casts the film shadow below it.
@MainActor
enum PosterPainter {
  /// Points; of every film card.
  static let radius = 18.0

  /// Covers `rect`, whatever its format. `scale`: pixels a point.
  static func draw(_ poster: Poster, in rect: Rect, scale: Int, on snapshot: Snapshot) {
    let texture = PosterCache.shared.texture(
      poster, width: rect.width * Double(scale), height: rect.height * Double(scale))
    let shape = RoundedRect(rect, radius: radius)
    snapshot.clipped(to: shape) { snapshot.texture(texture, in: cover(rect, texture)) }
  }

  /// `strength`: 1 for the film one looks at, less beside it.
  static func castShadow(of rect: Rect, strength: Double, on snapshot: Snapshot) {
    guard strength > 0 else { return }
    let shape = RoundedRect(rect, radius: radius)
    snapshot.shadow(shape, Color.black.faded(0.26 * strength), dy: 10, blur: 30)
    snapshot.shadow(shape, Color.black.faded(0.16 * strength), dy: 2, blur: 6)
  }

  /// The picture's place so that it fills the frame and keeps its proportions.
  private static func cover(_ rect: Rect, _ texture: Texture) -> Rect {
    let scale = max(rect.width / Double(texture.width), rect.height / Double(texture.height))
    let (wide, tall) = (Double(texture.width) * scale, Double(texture.height) * scale)
    return Rect(
      x: rect.x + (rect.width - wide) / 2, y: rect.y + (rect.height - tall) / 2, width: wide, height: tall)
  }
}
