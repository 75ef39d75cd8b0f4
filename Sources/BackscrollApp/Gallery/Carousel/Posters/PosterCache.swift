import Gtk

/// Posters as they are shown, one texture a size; the least recently used go first.
///
/// Drawing one takes a few milliseconds, so a window that is being resized must not draw one for each point: sizes
/// are rounded up, and the card covers itself with a slightly larger picture.
@MainActor
final class PosterCache {
  static let shared = PosterCache()

  private struct Key: Hashable {
    let poster: Poster
    let width: Int
    let height: Int
  }

  /// Bytes of pixels kept at the most, but for the one drawn last.
  let byteLimit: Int
  /// Pixels of one picture at the most. What is shown larger is stretched, which gradients and shapes bear: three
  /// posters of a window as large as a big screen would not fit, and be drawn anew for each frame.
  let pixelLimit: Int
  private(set) var byteCount = 0
  private var textures: [Key: (texture: Texture, used: Int)] = [:]
  private var clock = 0

  /// About two dozen posters as large as a window of 900 × 720 has them.
  static let usualLimit = 36_000_000
  /// Six of them fit: those in view, and the ones that come next.
  static let usualPixelLimit = usualLimit / 4 / 6
  /// Pixels; sizes are multiples of it.
  private static let grain = 32

  init(byteLimit: Int = PosterCache.usualLimit, pixelLimit: Int = PosterCache.usualPixelLimit) {
    self.byteLimit = byteLimit
    self.pixelLimit = pixelLimit
  }

  var count: Int { textures.count }

  /// The poster at least as large as `width` × `height` pixels, or as large as it may be.
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
