import Chats
import Foundation
import Gtk
import MessageRow

/// Decodes the pictures of the viewer: the shown one, its neighbours ahead of time, and the small ones of the strip.
///
/// ``PictureCache`` does all decoding: bounded, one by one, off the main thread.
@MainActor
final class StagePictures {
  /// The state of a picture.
  enum State {
    case loading
    case loaded(Texture)
    /// The export does not contain the picture, or its file has moved.
    case missing
    case failed(PictureError)
    /// A film without a picture of its own.
    case none
  }

  /// Called when a picture was loaded, or has failed.
  var didLoad: ((MediaItem.ID) -> Void)?

  private let cache: PictureCache
  private var states: [MediaItem.ID: State] = [:]
  private var tasks: [MediaItem.ID: Task<Void, Never>] = [:]
  /// Pixels in each direction.
  private var box = 1_024

  /// - Parameter byteLimit: Bytes of pixels that are kept; the wanted ones are never dropped.
  init(byteLimit: Int) { cache = PictureCache(byteLimit: byteLimit) }

  isolated deinit { for task in tasks.values { task.cancel() } }

  /// The most pixels of an enlarged picture: a photograph of 12 megapixels. A larger one is shown less sharp.
  private static let detailPixels = 12_000_000.0

  func state(of item: MediaItem) -> State {
    if let path = item.picturePath, let texture = cache.texture(path, box) { return .loaded(texture) }
    return states[item.id] ?? .loading
  }

  /// Loads these pictures in this order, and stops loading others.
  ///
  /// - Parameter box: The size in pixels, in each direction, at which they are shown.
  func want(_ items: [MediaItem], box: Int) {
    if box != self.box { states = [:] }
    self.box = box
    let wanted = Set(items.map(\.id))
    for (id, task) in tasks where !wanted.contains(id) {
      task.cancel()
      tasks[id] = nil
    }
    states = states.filter { wanted.contains($0.key) }
    for item in items where tasks[item.id] == nil && states[item.id] == nil { load(item) }
  }

  /// Loads failed and missing pictures again.
  func retry() { states = [:] }

  private func load(_ item: MediaItem) {
    guard let path = item.picturePath, let attachment = item.attachment else {
      states[item.id] =
        item.attachment?.isFilm == true && item.attachment?.path != nil ? State.none : .missing
      didLoad?(item.id)
      return
    }
    guard cache.texture(path, box) == nil else { return }
    tasks[item.id] = Task { [weak self, cache, box] in
      let result = await cache.load(
        path, box: box, attachment: attachment, drawn: attachment.extent(within: Double(box)))
      guard !Task.isCancelled, let self else { return }
      tasks[item.id] = nil
      switch result {
      case .success: states[item.id] = nil
      case .failure(.missing): states[item.id] = .missing
      case .failure(.refused(let error)): states[item.id] = .failed(error)
      }
      didLoad?(item.id)
    }
  }

  /// Decodes a picture at full resolution, or as near to it as the limits allow.
  static func detail(of item: MediaItem, width: Int, height: Int) async -> Texture? {
    guard let path = item.picturePath, let attachment = item.attachment else { return nil }
    let shrink = min(1, (detailPixels / max(1, Double(width) * Double(height))).squareRoot())
    let box = Int(Double(max(width, height)) * shrink)
    // A separate cache, which is released with the picture.
    let result = await PictureCache(byteLimit: 0).load(
      path, box: box, attachment: attachment, drawn: attachment.extent(within: Double(box)))
    return try? result.get()
  }
}

extension MediaItem {
  /// The file to decode: the picture, or that of a film.
  package var picturePath: String? {
    attachment?.picturePath
  }

  /// The file that is shown as an animation; nil for a still picture, and for a film.
  var movingPath: String? {
    guard let path = picturePath, path == attachment?.path,
      ["gif", "webp"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
    else { return nil }
    return path
  }
}

extension Attachment {
  /// The size at which the picture fits into a square, in pixels; 4 : 3 if its own is unknown.
  package func extent(within box: Double) -> RowGeometry.Extent {
    let (wide, high) = (Double(max(1, width ?? 4_000)), Double(max(1, height ?? 3_000)))
    let scale = min(box / wide, box / high)
    return RowGeometry.Extent(
      width: max(1, (wide * scale).rounded()), height: max(1, (high * scale).rounded()))
  }
}
