import AppBase
import Backscroll
import Chats
import Dispatch
import Gtk
import MessageRow
import ScrollCore
import Translation

/// One picture on the viewer's stage: zoomed, moved, and pulled down to close.
final class StagePage: CustomWidget {
  private(set) var item: MediaItem?
  private(set) var zoom: PictureZoom?
  private var texture: Texture?
  /// The picture at full resolution, while it is enlarged.
  private var detail: Texture?
  private var detailTask: Task<Void, Never>?
  private var kinetics: (x: Animation, y: Animation)?
  private var tracker = SwipeTracker(.vertical)
  private let drag = GestureDrag()
  private var velocity = (x: VelocityTracker(), y: VelocityTracker())
  private var last = Point(x: 0, y: 0)
  private lazy var settling = Animation(on: self)
  /// The scale at the beginning of a pinch; nil without one.
  private var pinchStart: Double?
  /// The last middle between the fingers.
  private var pinchCenter = Point(x: 0, y: 0)

  /// The decoding of an animated picture's frames.
  private let frames = LatestTask()
  private var nextFrame: DeferredCall?
  private(set) var isMoving = false
  private var frame: Texture?
  /// Whether a placeholder is shown in place of the picture.
  var isHidden = false { didSet { if isHidden != oldValue { queueDraw() } } }

  /// Points by which the picture is pulled down.
  private(set) var pull = 0.0

  /// Called when the zoom or the place has changed.
  var didChangeZoom: (() -> Void)?
  /// Called when an enlarged picture was tapped, which the carousel does not notice.
  var didTap: (() -> Void)?
  /// Called when the picture was pulled down far enough to close the viewer.
  var didPullClosed: (() -> Void)?
  /// Called during a pull, with the progress towards closing, 0…1.
  var didPull: ((Double) -> Void)?

  /// The distance in points at which a pull closes the viewer.
  private static let closingPull = 120.0
  /// Points that a finger or the mouse may move during a tap.
  private static let tapSlop = 8.0

  override init() {
    super.init()
    overflow = .hidden
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { page, count, x, y in
      if count == 2 { page.toggleZoom(about: Point(x: x, y: y)) }
    }
    add(click)
    drag.button = 1
    drag.dragBegin.connect(weak: self) { $0.pressed(at: Point(x: $1, y: $2)) }
    drag.dragUpdate.connect(weak: self) { $0.dragged(to: Point(x: $1, y: $2)) }
    drag.dragEnd.connect(weak: self) { page, _, _ in page.released() }
    drag.cancelled.connect(weak: self) { page, _ in page.cancelled() }
    add(drag)
    let pinch = GestureZoom()
    pinch.begin.connect(weak: self) { [weak pinch] page, _ in
      pinch?.set(.claimed)
      page.beginPinch(at: pinch?.center)
    }
    pinch.scaleChanged.connect(weak: self) { [weak pinch] page, factor in
      page.pinch(by: factor, at: pinch?.center)
    }
    pinch.end.connect(weak: self) { page, _ in page.pinchStart = nil }
    add(pinch)
    pinch.share(with: drag)
  }

  isolated deinit {
    detailTask?.cancel()
    nextFrame?.cancel()
  }

  override class var cssName: String { "stagepage" }
  override class var accessibleRole: AccessibleRole { .image }

  // MARK: The picture

  func bind(_ item: MediaItem) {
    if item.id != self.item?.id {
      texture = nil
      reset()
    }
    self.item = item
    setAccessibleLabel(item.spoken)
  }

  func show(_ texture: Texture?) {
    guard texture !== self.texture else { return }
    self.texture = texture
    makeZoom()
    queueDraw()
  }

  /// The shown texture, for the map.
  var shown: Texture? { isHidden ? nil : frame ?? detail ?? texture }

  /// Shows the whole picture again, at rest, and ends a film.
  func reset() {
    unpacking.cancel()
    stream?.close()
    stream = nil
    stopMoving()
    frame = nil
    kinetics = nil
    detailTask?.cancel()
    detailTask = nil
    detail = nil
    pull = 0
    zoom?.fit()
    queueDraw()
  }

  // MARK: Animated pictures

  /// Decodes the frames of all pictures one by one, so that a hostile picture uses at most one core.
  private nonisolated static let frameQueue = DispatchQueue(
    label: Program.applicationID + ".frames", qos: .utility)
  /// Pixels in each direction, and bytes of a file, beyond which a picture is not animated.
  private static let movingLimit = 1_280
  private nonisolated static var movingLimits: PictureLimits {
    var limits = PictureLimits()
    limits.fileSize = 30_000_000
    limits.memory = 40_000_000
    return limits
  }

  /// Animates a GIF, or plays a film that repeats without sound. The desktop can forbid automatic animations.
  func beginMoving() {
    guard animates, !isMoving, stream == nil, !isHidden, let item else { return }
    if item.movingPath != nil {
      move()
    } else if item.attachment?.kind == .animation, item.isPlayable {
      togglePlaying()
    }
  }

  private func move() {
    guard let path = item?.movingPath else { return }
    isMoving = true
    let side = Self.movingLimit
    frames.run {
      await Self.onFrameQueue { MediaLoader.movingPicture(path, side: side, limits: Self.movingLimits) }
    } then: { [weak self] in
      if let picture = try? $0.get() { self?.showNextFrame(of: picture) } else { self?.stopMoving() }
    }
  }

  private func showNextFrame(of picture: MovingPicture) {
    frames.run {
      await Self.onFrameQueue { picture.next() }
    } then: { [weak self] in
      guard let self else { return }
      // A file without a further frame is not animated.
      guard let next = try? $0.get() else { return stopMoving() }
      frame = next.texture
      queueDraw()
      nextFrame = MainLoop.after(seconds: next.seconds) { [weak self] in
        // A minimized window draws no further frame, so nothing is decoded for it.
        self?.addTickCallback { [weak self] _ in
          if let self, isMoving { showNextFrame(of: picture) }
          return false
        }
      }
    }
  }

  private func stopMoving() {
    isMoving = false
    frames.cancel()
    nextFrame?.cancel()
    nextFrame = nil
  }

  private nonisolated static func onFrameQueue<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { done in frameQueue.async { done.resume(returning: body()) } }
  }

  // MARK: The film

  /// The film or voice note that is playing or paused.
  private(set) var stream: MediaStream?
  /// The copying of a film out of a zip file, before it is played.
  private let unpacking = LatestTask()
  /// Called when the state of the film, or its time, has changed.
  var didChangeStream: (() -> Void)?

  /// Plays the film, or pauses it. The file is not read before.
  func togglePlaying() {
    if item?.movingPath != nil {
      if isMoving { stopMoving() } else { move() }
    } else if let stream {
      if stream.hasEnded { stream.seek(to: 0) }
      stream.isPlaying.toggle()
    } else if let item, let path = item.attachment?.path, item.isPlayable {
      if MediaLoader.mayBeInZip(path) {
        unpack(path, of: item)
      } else {
        play(path, of: item)
      }
    }
    didChangeStream?()
    queueDraw()
  }

  /// Plays a film of a zip file once it is copied.
  private func unpack(_ path: String, of item: MediaItem) {
    guard !unpacking.isRunning else { return }
    unpacking.run {
      await MediaLoader.file(at: path)
    } then: { [weak self] in
      // Without a copy, the player reports the error.
      self?.play((try? $0.get()) ?? path, of: item)
      self?.didChangeStream?()
      self?.queueDraw()
    }
  }

  private func play(_ path: String, of item: MediaItem) {
    let new = MediaStream(file: path)
    stream = new
    new.repeats = item.attachment?.kind == .animation
    new.isMuted = new.repeats
    new.invalidated.connect(weak: self) { $0.queueDraw() }
    new.preparedChanged.connect(weak: self) { page in
      page.makeZoom()
      page.queueDraw()
    }
    for change in [new.moved, new.playingChanged, new.failed] {
      change.connect(weak: self) { page in
        page.didChangeStream?()
        page.queueDraw()
      }
    }
    new.isPlaying = true
  }

  private var playsVideo: Bool { stream.map { $0.isPrepared && $0.hasVideo } ?? false }

  private func makeZoom() {
    let film = playsVideo ? stream?.size : nil
    guard let size = film ?? texture.map({ $0.sourceSize ?? ($0.width, $0.height) }) else {
      zoom = nil
      return
    }
    zoom = PictureZoom(
      width: Double(size.width), height: Double(size.height), stageWidth: Double(width),
      stageHeight: Double(height), density: Double(scaleFactor))
    didChangeZoom?()
  }

  override func allocate(width: Int, height: Int) {
    zoom?.resize(stageWidth: Double(width), stageHeight: Double(height), density: Double(scaleFactor))
  }

  /// The rectangle of the picture.
  var pictureRect: Rect? {
    guard let zoom else { return nil }
    let (wide, high) = (zoom.width * zoom.scale, zoom.height * zoom.scale)
    return Rect(
      x: (Double(width) - wide) / 2 + zoom.center.x, y: (Double(height) - high) / 2 + zoom.center.y + pull,
      width: wide, height: high)
  }

  override func snapshot(_ snapshot: Snapshot) {
    if let rect = pictureRect {
      if playsVideo, let stream {
        snapshot.stream(stream, in: rect)
      } else if let shown {
        snapshot.texture(shown, in: rect)
      }
    }
    if isHidden {
      drawSpoiler(snapshot)
    } else if item?.isPlayable == true, stream?.isPlaying != true, stream?.failure == nil, offersPlaying {
      let disc = Rect(x: middle.x - 28, y: middle.y - 28 + pull, width: 56, height: 56)
      snapshot.fill(RoundedRect(disc, radius: 28), Self.chip)
      snapshot.stroke(RoundedRect(disc, radius: 28), width: 1, Color.white.faded(0.3))
      let icon = IconPaintable(named: "media-playback-start-symbolic", size: 24, for: self)
      snapshot.icon(icon, in: disc.inset(x: 16, y: 16), .white)
    }
  }

  private static let chip = Color(hex: 0x101016, alpha: 0.72)
  /// Whether a disc on a film shows that a click plays it.
  var offersPlaying = true { didSet { if offersPlaying != oldValue { queueDraw() } } }

  private func drawSpoiler(_ snapshot: Snapshot) {
    let label = TextLayout(for: self)
    label.set(tr("Spoiler"), [TextAttribute(.size(10)), TextAttribute(.weight(600))])
    let size = label.size
    let wide = (size.width + 52).rounded()
    let rect = Rect(x: (middle.x - wide / 2).rounded(), y: middle.y - 18, width: wide, height: 36)
    snapshot.fill(RoundedRect(rect, radius: 18), Color(hex: 0x2a2a32))
    let start = readingDirection.x(leading: 16, width: 16, in: rect)
    snapshot.icon(
      IconPaintable(named: "view-reveal-symbolic", size: 16, for: self),
      in: Rect(x: start, y: rect.y + 10, width: 16, height: 16), .white)
    let x = readingDirection.x(leading: 38, width: size.width, in: rect)
    snapshot.text(label, at: Point(x: x, y: rect.y + ((36 - size.height) / 2).rounded()), .white)
  }

  // MARK: Zoom

  private var middle: Point { Point(x: Double(width) / 2, y: Double(height) / 2) }

  private func offset(_ point: Point) -> PictureZoom.Offset {
    PictureZoom.Offset(x: point.x - Double(width) / 2, y: point.y - Double(height) / 2)
  }

  /// `point`: the place of the pointer; nil for the middle.
  func zoom(by factor: Double, about point: Point? = nil) {
    change { $0.zoom(by: factor, about: self.offset(point ?? self.middle)) }
  }

  func setZoom(_ scale: Double, about point: Point? = nil) {
    change { $0.zoom(to: scale, about: self.offset(point ?? self.middle)) }
  }

  /// Zooms so that all pixels are shown.
  func zoomFully() { change { $0.zoom(to: 1 / $0.density, about: self.offset(self.middle)) } }

  func fit() { change { $0.fit() } }

  func toggleZoom(about point: Point) { if !isHidden { change { $0.toggle(about: self.offset(point)) } } }

  /// Moves an enlarged picture. Returns whether it has moved.
  @discardableResult
  func pan(dx: Double, dy: Double) -> Bool {
    var moved = false
    change { moved = $0.pan(by: PictureZoom.Offset(x: dx, y: dy)) != PictureZoom.Offset(x: 0, y: 0) }
    return moved
  }

  private func change(_ body: (inout PictureZoom) -> Void) {
    guard var new = zoom else { return }
    body(&new)
    guard new != zoom else { return }
    zoom = new
    loadDetail()
    queueDraw()
    didChangeZoom?()
  }

  /// Decodes the picture at full resolution once it is shown larger than it was decoded.
  private func loadDetail() {
    guard let zoom, let texture, let item, detail == nil, detailTask == nil, texture.width < Int(zoom.width),
      zoom.width * zoom.scale * zoom.density > Double(texture.width) * 1.05
    else { return }
    detailTask = Task { [weak self] in
      let texture = await StagePictures.detail(of: item, width: Int(zoom.width), height: Int(zoom.height))
      guard !Task.isCancelled, let self, self.item?.id == item.id else { return }
      detail = texture
      queueDraw()
    }
  }

  /// The picture at full resolution, which may be larger than it was decoded for the stage; nil if there is none.
  func wholePicture() async -> Texture? {
    guard let zoom, let shown, let item, shown.width < Int(zoom.width), frame == nil, stream == nil else {
      return shown
    }
    return await StagePictures.detail(of: item, width: Int(zoom.width), height: Int(zoom.height)) ?? shown
  }

  // MARK: Pinching

  private func beginPinch(at center: Point?) {
    cancelled()
    kinetics = nil
    pinchStart = zoom?.scale
    pinchCenter = center ?? middle
  }

  /// Zooms so that the point between the fingers stays below them, also if both move together.
  private func pinch(by factor: Double, at center: Point?) {
    guard let pinchStart, !isHidden else { return }
    let center = center ?? pinchCenter
    pan(dx: center.x - pinchCenter.x, dy: center.y - pinchCenter.y)
    pinchCenter = center
    setZoom(pinchStart * factor, about: center)
  }

  // MARK: Dragging

  private var canPan: Bool { zoom?.canPan ?? false }

  private func pressed(at point: Point) {
    kinetics = nil
    settling.cancel()
    velocity = (VelocityTracker(), VelocityTracker())
    last = Point(x: 0, y: 0)
    if canPan {
      drag.set(.claimed)
    } else {
      tracker.press(on: drag.isTouch ? .touch : .mouse, at: drag.eventTime)
    }
  }

  private func dragged(to offset: Point) {
    let time = drag.eventTime
    if pinchStart != nil {
      // After a pinch, the remaining finger continues from its present place.
      last = offset
      velocity = (VelocityTracker(), VelocityTracker())
      return
    }
    if canPan {
      velocity.x.add(offset.x, at: time)
      velocity.y.add(offset.y, at: time)
      pan(dx: offset.x - last.x, dy: offset.y - last.y)
      last = offset
      return
    }
    switch tracker.move(x: offset.x, y: offset.y, at: time, claim: { $0 > 0 ? .fromSlop : .denied }) {
    case .claimed:
      drag.set(.claimed)
      setPull(tracker.travel)
    case .moved: setPull(tracker.travel)
    case .denied: drag.set(.denied)
    case .none: break
    }
  }

  private func released() {
    let time = drag.eventTime
    guard pinchStart == nil else { return }
    if canPan {
      if max(abs(last.x), abs(last.y)) < Self.tapSlop { didTap?() }
      return glide(velocity.x.velocity(at: time), velocity.y.velocity(at: time))
    }
    guard case .swiped(let speed) = tracker.release(at: time) else { return }
    tracker.settle()
    if pull > Self.closingPull || pull > 0 && speed > tracker.device.flickVelocity {
      didPullClosed?()
    } else {
      returnFromPull()
    }
  }

  private func cancelled() {
    if tracker.cancel() { returnFromPull() }
  }

  private func setPull(_ distance: Double) {
    pull = max(0, distance)
    didPull?(min(1, pull / (2 * Self.closingPull)))
    queueDraw()
  }

  private func returnFromPull() {
    guard pull > 0 else { return }
    guard animates else { return setPull(0) }
    settling.start(Spring(offset: pull, velocity: 0)) { [weak self] in self?.setPull($0) }
  }

  private var animates: Bool { DesktopSettings.current?.enableAnimations ?? false }

  /// Lets an enlarged picture move on by inertia.
  private func glide(_ x: Double, _ y: Double) {
    guard animates, abs(x) + abs(y) > 50 else { return }
    let animations = (x: Animation(on: self), y: Animation(on: self))
    kinetics = animations
    var last = Point(x: 0, y: 0)
    animations.x.start(Decay(velocity: x)) { [weak self] in
      self?.pan(dx: $0 - last.x, dy: 0)
      last.x = $0
    }
    animations.y.start(Decay(velocity: y)) { [weak self] in
      self?.pan(dx: 0, dy: $0 - last.y)
      last.y = $0
    }
  }
}

extension MediaItem {
  /// Whether the item is a film with a file, and not an animated picture.
  var isPlayable: Bool {
    guard let attachment, attachment.isFilm, let path = attachment.path else { return false }
    return path.hasPrefix("/") && path != picturePath
  }

  /// The description of a picture for screen readers.
  package var spoken: String {
    if !caption.isEmpty { return caption }
    return tr("Picture from {name}", ["name": senderName])
  }

  /// The name of the sender, in one line.
  var senderName: String { isOwn ? tr("You") : sender?.name ?? tr("Unknown") }
}
