import AppBase
import Backscroll
import Chats
import Foundation
import Gtk
import Translation

/// The pictures of a row's attachments. Each is loaded, failed or missing independently.
@MainActor
package final class RowPictures {
  enum State {
    /// There is nothing to load, or the picture was not requested yet.
    case none
    case loading
    /// The file is not where the import found it, or the export does not include it.
    case missing
    case failed(PictureError)
    case loaded(Texture, opacity: Double)
  }

  /// A picture in a cell of the row.
  struct Request: Equatable {
    /// The attachment's index in the message.
    var index: Int
    /// The width and height of the cell that the picture covers, in points; nil for a picture that is shown whole.
    var cell: RowGeometry.Extent?
    /// Whether only the colors are shown, until the reader reveals the picture.
    var isHidden: Bool
  }

  /// Called when the file of a picture is not where the import found it.
  var didMiss: ((_ index: Int) -> Void)?
  private unowned let row: CustomWidget
  private var states: [Int: State] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var fades: [Int: Animation] = [:]
  /// The pictures that were loaded in their hidden form.
  private var hidden: Set<Int> = []

  /// Seconds.
  private static let fadeDuration = 0.18
  /// The largest size of a picture, in points.
  static let longestSide = 360.0
  /// Pixels of a hidden picture, which show its colors only.
  private static let hiddenSize = 16

  init(of row: CustomWidget) { self.row = row }

  isolated deinit { for task in tasks.values { task.cancel() } }

  subscript(index: Int) -> State { states[index] ?? .none }

  /// Whether pictures are being loaded.
  var isLoading: Bool { !tasks.isEmpty }

  /// Forgets all pictures, for another message.
  func clear() {
    cancel()
    states = [:]
    hidden = []
  }

  /// Stops all loading. The next ``load(_:of:)`` starts it again.
  func cancel() {
    for (index, task) in tasks {
      task.cancel()
      states[index] = State.none
    }
    tasks = [:]
    for fade in fades.values { fade.cancel() }
    fades = [:]
  }

  /// Loads the pictures that are not loaded yet.
  func load(_ requests: [Request], of message: Message) {
    for request in requests where message.attachments.indices.contains(request.index) {
      let attachment = message.attachments[request.index]
      if request.isHidden != hidden.contains(request.index) { forget(request.index) }
      guard case .none = self[request.index] else { continue }
      if request.isHidden { hidden.insert(request.index) }
      load(request, attachment)
    }
  }

  /// Forgets a picture, so that it is loaded again.
  func forget(_ index: Int) {
    tasks.removeValue(forKey: index)?.cancel()
    fades.removeValue(forKey: index)?.cancel()
    states[index] = nil
    hidden.remove(index)
  }

  private func load(_ request: Request, _ attachment: Attachment) {
    let index = request.index
    guard let path = attachment.picturePath else {
      // A film without a picture of its own is drawn without a picture.
      set(index, attachment.path == nil && !attachment.isFilm ? .missing : .none)
      return
    }
    let box = request.isHidden ? Self.hiddenSize : Self.box(request.cell, attachment) * row.scaleFactor
    if let known = PictureCache.shared.texture(path, box) {
      set(index, .loaded(known, opacity: 1))
      return
    }
    set(index, .loading)
    tasks[index] = Task { [weak self] in
      let result = await PictureCache.shared.load(path, box: box, attachment: attachment)
      guard !Task.isCancelled, let self else { return }
      tasks[index] = nil
      switch result {
      case .success(let texture): show(texture, index)
      case .failure(.missing): fail(index, nil)
      case .failure(.refused(let error)): fail(index, error)
      }
    }
  }

  /// The size in points at which a picture is decoded, so that it covers its cell. A picture of unknown proportions may
  /// be up to three times as long as it is high.
  private static func box(_ cell: RowGeometry.Extent?, _ attachment: Attachment) -> Int {
    guard let cell else { return Int(longestSide) }
    var stretch = 1.5
    if let width = attachment.width, let height = attachment.height, width > 0, height > 0 {
      let scale = max(cell.width / Double(width), cell.height / Double(height))
      stretch = max(Double(width), Double(height)) * scale / max(cell.width, cell.height, 1)
    }
    return Int(min(longestSide * 2, max(cell.width, cell.height) * min(3, max(1, stretch))).rounded(.up))
  }

  private func set(_ index: Int, _ state: State) {
    states[index] = state
    row.queueDraw()
  }

  private func show(_ texture: Texture, _ index: Int) {
    EventLog("picture").debug("loaded", ["width": texture.width, "height": texture.height])
    guard DesktopSettings.current?.enableAnimations ?? false else {
      return set(index, .loaded(texture, opacity: 1))
    }
    set(index, .loaded(texture, opacity: 0))
    let fade = Animation(on: row)
    fades[index] = fade
    fade.start(Ease(duration: Self.fadeDuration)) { [weak self] in
      self?.set(index, .loaded(texture, opacity: $0))
      if $0 >= 1 { self?.fades[index] = nil }
    }
  }

  private func fail(_ index: Int, _ error: PictureError?) {
    EventLog("picture").debug("failed", ["too-large": error?.kind == .tooLarge])
    set(index, error.map { .failed($0) } ?? .missing)
    if error == nil { didMiss?(index) }
  }

  /// The note in a cell whose picture is too large, and whether the picture can be opened elsewhere.
  func note(_ index: Int) -> (title: String, offer: String?)? {
    guard case .failed(let error) = self[index], error.kind == .tooLarge else { return nil }
    return (tr("Too large to show"), error.namesPicture ? tr("Click to open it in another program") : nil)
  }
}

extension Attachment {
  /// Whether the attachment is shown as a picture in the bubble, not as a file.
  package var isPicture: Bool { kind == .photo || kind == .video || kind == .animation }
  /// Whether the attachment is animated.
  package var isFilm: Bool { kind == .video || kind == .roundVideo || kind == .animation }

  /// Whether the picture is generated, such as those of the sample conversation, without a file.
  package var isDrawnPicture: Bool {
    path?.hasPrefix("synthetic:") == true && (kind == .photo || kind == .sticker)
  }

  /// The file that is decoded to show the attachment: a picture's own, or the thumbnail of another attachment.
  package var picturePath: String? {
    switch kind {
    case .photo: path ?? thumbnail
    case .sticker, .animation:
      path.flatMap { $0.hasPrefix("synthetic:") || Self.isPicture($0) ? $0 : nil } ?? thumbnail
    case .video, .roundVideo: path.flatMap { $0.hasPrefix("synthetic:") ? $0 : nil } ?? thumbnail
    case .audio, .file, .voice: nil
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    PictureError(path, .unreadable, "").namesPicture
  }
}
