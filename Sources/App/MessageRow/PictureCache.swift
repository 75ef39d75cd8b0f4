import AppBase
import Chats
import Dispatch
import Foundation
import Gtk
import SeededRandom
import Synchronization

/// The decoded pictures of messages, in the size in which they are shown. Evicts the least recently used ones.
@MainActor
package final class PictureCache {
  package static let shared = PictureCache()

  private let byteLimit: Int

  private struct Key: Hashable {
    let path: String
    let box: Int
  }

  private var textures: [Key: (texture: Texture, used: Int)] = [:]
  private var byteCount = 0
  private var clock = 0

  /// - Parameter byteLimit: Bytes of pixels: about thirty pictures of a message's largest size.
  package init(byteLimit: Int = 16_000_000) { self.byteLimit = byteLimit }

  package func texture(_ path: String, _ box: Int) -> Texture? {
    let key = Key(path: path, box: box)
    guard let known = textures[key] else { return nil }
    clock += 1
    textures[key]?.used = clock
    return known.texture
  }

  /// Decodes one picture at a time, so that a hostile chat costs the memory of one, and blocks no thread of Swift's pool.
  private static let queue = DispatchQueue(label: Program.applicationID + ".pictures", qos: .utility)

  /// Decodes a file, or draws the landscape of a `synthetic:` path, off the main thread. The result has at most `box` pixels
  /// in each direction. Stops when the task is cancelled.
  ///
  /// - Parameter drawn: The size of a landscape, in pixels; nil for that of the message's picture.
  package func load(
    _ path: String, box: Int, attachment: Attachment, drawn: RowGeometry.Extent? = nil
  ) async -> Result<Texture, PictureFailure> {
    let size =
      drawn
      ?? RowGeometry.mediaSize(
        pixelWidth: attachment.width, pixelHeight: attachment.height, limit: Double(box))
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        Self.queue.async {
          done.resume(
            returning: Result { () throws(PictureFailure) -> Texture in
              do throws(PictureError) {
                return try MediaLoader.picture(
                  path, box: box, drawn: (Int(size.width), Int(size.height)),
                  isCancelled: { cancellation.isCancelled })
              } catch {
                throw MediaLoader.store.exists(path) ? .refused(error) : .missing
              }
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    if case .success(let texture) = result { keep(texture, Key(path: path, box: box)) }
    return result
  }

  private func keep(_ texture: Texture, _ key: Key) {
    clock += 1
    // Two rows can have requested it at once.
    if let old = textures[key]?.texture { byteCount -= old.width * old.height * 4 }
    textures[key] = (texture, clock)
    byteCount += texture.width * texture.height * 4
    while byteCount > byteLimit, textures.count > 1,
      let oldest = textures.min(by: { $0.value.used < $1.value.used })
    {
      textures[oldest.key] = nil
      byteCount -= oldest.value.texture.width * oldest.value.texture.height * 4
    }
  }
}

/// The reason why there is no picture.
package enum PictureFailure: Error {
  /// The file does not exist.
  case missing
  /// The file is no picture, or decoding it would cost too much.
  case refused(PictureError)
}

/// The cancellation of a picture that waits or is being decoded, but is no longer needed.
private final class Cancellation: Sendable {
  private let state = Atomic(false)

  var isCancelled: Bool { state.load(ordering: .relaxed) }
  func cancel() { state.store(true, ordering: .relaxed) }
}

/// A drawing of hills under a low sun, for the photographs of the sample conversation. The same seed gives the same drawing.
struct Landscape: Sendable {
  private var numbers: SplitMix64

  init(seed: Substring) { numbers = SplitMix64(seed: seed) }

  /// Colors of the sky above and below, the sun, and the hills from far to near.
  private static let moods: [[UInt32]] = [
    [0xf6a96b, 0xfbdcaa, 0xfff1cf, 0xc98f8f, 0x8c6488, 0x575077, 0x2f3558],
    [0x7fb7e6, 0xdff0fb, 0xfffbe6, 0x9fbfcf, 0x6f9a9a, 0x3f7468, 0x1f4a45],
    [0x3b3f72, 0xd98a9a, 0xffd9c0, 0x8a6a9a, 0x5a4a86, 0x37346a, 0x1c1f47],
    [0xa9cfb8, 0xf3f6dc, 0xffffff, 0x9dbb8f, 0x6d9a6d, 0x417552, 0x22503c],
  ]

  func texture(width: Int, height: Int) -> Texture {
    var random = self
    let colors = Self.moods[Int(random.numbers.next() % UInt64(Self.moods.count))].map { Color(hex: $0) }
    let w = Double(width)
    let h = Double(height)
    return Texture(width: width, height: height) { context in
      random.drawSky(context, colors, w, h)
      let sun = Point(x: w * random.numbers.unit(0.2, 0.8), y: h * random.numbers.unit(0.22, 0.42))
      context.setColor(colors[2])
      context.arc(center: sun, radius: min(w, h) * random.numbers.unit(0.08, 0.13), start: 0, end: 2 * .pi)
      context.fill()
      for layer in 0..<4 {
        context.setColor(colors[3 + layer])
        random.drawHills(context, layer, w, h)
      }
    }
  }

  private func drawSky(_ context: CairoContext, _ colors: [Color], _ w: Double, _ h: Double) {
    let bands = 48
    for band in 0..<bands {
      let t = Double(band) / Double(bands - 1)
      func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
      context.setColor(
        Color(
          red: mix(colors[0].red, colors[1].red), green: mix(colors[0].green, colors[1].green),
          blue: mix(colors[0].blue, colors[1].blue)))
      let y = h * Double(band) / Double(bands)
      context.move(to: Point(x: 0, y: y))
      context.line(to: Point(x: w, y: y))
      context.line(to: Point(x: w, y: h))
      context.line(to: Point(x: 0, y: h))
      context.closePath()
      context.fill()
    }
  }

  private mutating func drawHills(_ context: CairoContext, _ layer: Int, _ w: Double, _ h: Double) {
    let base = h * (0.52 + 0.13 * Double(layer))
    let swing = h * (0.16 - 0.025 * Double(layer))
    let count = 3 + layer
    context.move(to: Point(x: 0, y: h))
    var y = base - swing * numbers.unit(-1, 1)
    context.line(to: Point(x: 0, y: y))
    for hill in 1...count {
      let from = w * Double(hill - 1) / Double(count)
      let to = w * Double(hill) / Double(count)
      let next = base - swing * numbers.unit(-1, 1)
      let third = (to - from) / 3
      context.curve(Point(x: from + third, y: y), Point(x: to - third, y: next), to: Point(x: to, y: next))
      y = next
    }
    context.line(to: Point(x: w, y: h))
    context.closePath()
    context.fill()
  }
}
