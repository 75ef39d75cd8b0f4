import Gtk

/// Draws posters in rounded frames, and the shadow of a film card.
@MainActor
enum PosterPainter {
  /// Corner radius of a film card, in points.
  static let radius = 18.0

  /// Fills `rect` with the poster, cropped to the rectangle's format. `scale` is in pixels per point.
  static func draw(_ poster: Poster, in rect: Rect, scale: Int, on snapshot: Snapshot) {
    let texture = PosterCache.shared.texture(
      poster, width: rect.width * Double(scale), height: rect.height * Double(scale))
    let shape = RoundedRect(rect, radius: radius)
    snapshot.clipped(to: shape) { snapshot.texture(texture, in: cover(rect, texture)) }
  }

  /// `strength` is 1 for the centred film and less for its neighbours.
  static func castShadow(of rect: Rect, strength: Double, on snapshot: Snapshot) {
    guard strength > 0 else { return }
    let shape = RoundedRect(rect, radius: radius)
    snapshot.shadow(shape, Color.black.faded(0.26 * strength), dy: 10, blur: 30)
    snapshot.shadow(shape, Color.black.faded(0.16 * strength), dy: 2, blur: 6)
  }

  /// The texture's rectangle that covers `rect` in the texture's own proportions.
  private static func cover(_ rect: Rect, _ texture: Texture) -> Rect {
    let scale = max(rect.width / Double(texture.width), rect.height / Double(texture.height))
    let (wide, tall) = (Double(texture.width) * scale, Double(texture.height) * scale)
    return Rect(
      x: rect.x + (rect.width - wide) / 2, y: rect.y + (rect.height - tall) / 2, width: wide, height: tall)
  }
}

/// Textures of posters by size; evicts the least recently used.
///
/// A poster takes a few milliseconds to draw. Sizes are rounded up to a grain, so that resizing a window does not draw
/// a new one for every point.
@MainActor
final class PosterCache {
  static let shared = PosterCache()

  private struct Key: Hashable {
    let poster: Poster
    let width: Int
    let height: Int
  }

  /// Upper bound of ``byteCount``, unless a single texture is larger.
  let byteLimit: Int
  /// Most pixels of one texture; larger posters are scaled up, which gradients and plain shapes tolerate. Otherwise
  /// the three posters of a screen-sized window would not fit together and would be drawn again in every frame.
  let pixelLimit: Int
  private(set) var byteCount = 0
  private var textures: [Key: (texture: Texture, used: Int)] = [:]
  private var clock = 0

  /// The usual limit in bytes: about two dozen posters in the size of a 900 × 720 window.
  static let usualLimit = 36_000_000
  /// The usual limit for one texture, so that six fit: those in view and the next ones.
  static let usualPixelLimit = usualLimit / 4 / 6
  /// Sizes are multiples of this number of pixels.
  private static let grain = 32

  init(byteLimit: Int = PosterCache.usualLimit, pixelLimit: Int = PosterCache.usualPixelLimit) {
    self.byteLimit = byteLimit
    self.pixelLimit = pixelLimit
  }

  var count: Int { textures.count }

  /// The poster in at least `width` × `height` pixels, within ``pixelLimit``.
  func texture(_ poster: Poster, width: Double, height: Double) -> Texture {
    let (wide, tall) = (Self.rounded(width), Self.rounded(height))
    let factor = min(1, (Double(pixelLimit) / Double(wide * tall)).squareRoot())
    let key = Key(
      poster: poster, width: max(1, Int(Double(wide) * factor)), height: max(1, Int(Double(tall) * factor)))
    clock += 1
    if let known = textures[key] {
      textures[key]?.used = clock
      return known.texture
    }
    let texture = poster.texture(width: key.width, height: key.height)
    textures[key] = (texture, clock)
    byteCount += Self.bytes(texture)
    shrink()
    return texture
  }

  private func shrink() {
    while byteCount > byteLimit, textures.count > 1,
      let oldest = textures.min(by: { $0.value.used < $1.value.used })
    {
      textures[oldest.key] = nil
      byteCount -= Self.bytes(oldest.value.texture)
    }
  }

  private static func rounded(_ length: Double) -> Int {
    guard length.isFinite, length > 0 else { return grain }
    return Int((length / Double(grain)).rounded(.up)) * grain
  }

  private static func bytes(_ texture: Texture) -> Int { texture.width * texture.height * 4 }
}
