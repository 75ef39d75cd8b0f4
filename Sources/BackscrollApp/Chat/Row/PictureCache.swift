import ChatArchive
import Gtk

/// Pictures as they are shown, decoded off the main thread; the least recently used go first.
@MainActor
final class PictureCache {
  static let shared = PictureCache()

  /// Bytes of pixels kept: about thirty pictures as large as a bubble gets.
  private static let byteLimit = 16_000_000

  private struct Key: Hashable {
    let path: String
    let box: Int
  }

  private var textures: [Key: (texture: Texture, used: Int)] = [:]
  private var byteCount = 0
  private var clock = 0

  func texture(_ path: String, _ box: Int) -> Texture? {
    let key = Key(path: path, box: box)
    guard let known = textures[key] else { return nil }
    clock += 1
    textures[key]?.used = clock
    return known.texture
  }

  /// Reads a file, or draws the landscape that a `synthetic:` path stands for, at most `box` pixels in either direction.
  func load(_ path: String, box: Int, attachment: Attachment) async -> Result<Texture, PictureError> {
    let size = RowGeometry.mediaSize(
      pixelWidth: attachment.width, pixelHeight: attachment.height, limit: Double(box))
    let result = await Task.detached(priority: .utility) { () -> Result<Texture, PictureError> in
      if path.hasPrefix("synthetic:") {
        return .success(
          Landscape(seed: path.dropFirst("synthetic:".count)).texture(
            width: Int(size.width), height: Int(size.height)))
      }
      do throws(PictureError) {
        return .success(try Texture(file: path, maxWidth: box, maxHeight: box))
      } catch {
        return .failure(error)
      }
    }.value
    if case .success(let texture) = result { keep(texture, Key(path: path, box: box)) }
    return result
  }

  private func keep(_ texture: Texture, _ key: Key) {
    clock += 1
    textures[key] = (texture, clock)
    byteCount += texture.width * texture.height * 4
    while byteCount > Self.byteLimit, textures.count > 1,
      let oldest = textures.min(by: { $0.value.used < $1.value.used })
    {
      textures[oldest.key] = nil
      byteCount -= oldest.value.texture.width * oldest.value.texture.height * 4
    }
  }
}
