import AppBase
import Backscroll
import ChatStore
import Chats
import Gtk
import MessageRow
import ScrollCore
import Translation

/// Shows the pictures of a conversation one by one, over the whole window.
package final class MediaViewer: CustomWidget {
  /// Called when the viewer was closed.
  var didClose: (() -> Void)?
  /// Called when the reader asks for the message.
  var didRequestMessage: ((Message.ID) -> Void)?

  let carousel = Carousel<MediaItem, StagePage>()
  let topBar: StageTopBar
  /// The top bar, by which the window is moved.
  private let top: WindowHandle
  let bottomBar = StageBottomBar()
  let notice = StageNotice()
  private let ground = StageGround()
  private var content: Widget?
  private let spinner = Spinner()
  let map = ZoomMap()
  /// The zoom in percent, if the top bar has no room for it.
  private let percent = Label()
  private let previous = MediaViewer.arrow("go-previous-symbolic", tr("Previous"), "stage.previous")
  private let next = MediaViewer.arrow("go-next-symbolic", tr("Next"), "stage.next")
  private let feed: MediaFeed
  private let files: MediaFiles
  private let clock = MessageTimeFormatter()
  private let pictures = StagePictures(byteLimit: MediaViewer.pictureBytes)
  private let log = EventLog("media")
  /// The shown item. The carousel's index changes when items are added before it.
  private var shownID: MediaItem.ID?
  private var pointer: Point?
  /// A pending step to an item that is not read yet.
  private var awaitedStep = 0
  private var barsShown = true
  private var showsStrip = true
  private var barsTimer: DeferredCall?
  private var spinnerTimer: DeferredCall?
  private lazy var appearing = Animation(on: self)
  /// The spoilers that the reader has revealed.
  private var revealed: Set<MediaItem.ID> = []
  /// The films whose files were looked for and not found.
  private var absentFilms: Set<MediaItem.ID> = []
  private var actions: [String: Action] = [:]
  private let menu = Menu()
  /// Whether the menu has the entries that open a file.
  private var menuHasFile: Bool?
  /// Whether the film that is shown first starts to play.
  var playsAtOnce = false
  private var shownAt: ContinuousClock.Instant?

  /// Bytes of decoded pictures: four for a full HD window.
  private static let pictureBytes = 32_000_000
  /// Seconds without a movement after which the bars fade.
  private static let restTime = 2.5
  /// Seconds until a late picture shows a ring.
  private static let patience = 0.3
  /// Points below which the bars are short.
  private static let narrowBelow = 560
  /// Seconds of the viewer's fade-in.
  private static let fadeTime = 0.18

  init(_ archive: Archive, in conversation: Conversation, files: MediaFiles) {
    feed = MediaFeed(archive, in: conversation.id)
    self.files = files
    topBar = StageTopBar(menu: menu)
    top = WindowHandle(child: topBar)
    super.init()
    addClass("bs-stage")
    setAccessibleLabel(tr("Pictures of {name}", ["name": conversation.fullTitle]))
    buildContent()
    addInput()
    addActions()
    connect()
    fillMenu(hasFile: true)
  }

  private func fillMenu(hasFile: Bool) {
    guard hasFile != menuHasFile else { return }
    menuHasFile = hasFile
    menu.removeAll()
    menu.append(tr("Copy Picture"), action: "stage.copy")
    if hasFile {
      menu.append(tr("Open"), action: "stage.open")
      menu.append(tr("Open With…"), action: "stage.open-with")
    }
    menu.append(tr("Save As…"), action: "stage.save")
    menu.append(tr("Show in Chat"), action: "stage.show-in-chat")
  }

  package override class var cssName: String { "mediaviewer" }
  package override class var accessibleRole: AccessibleRole { .group }

  /// Shows the item at a place, or a single one. The requested item is revealed.
  func show(_ start: MediaOpener.Start) {
    switch start {
    case .place(let cursor, _): revealed.insert(cursor.id)
    case .only(let item): revealed.insert(item.id)
    }
    load(start)
  }

  private func load(_ start: MediaOpener.Start) {
    switch start {
    case .place(let cursor, let shelf):
      feed.load(shelf, around: cursor) { [weak self] in self?.jump(to: $0) }
    case .only(let item):
      feed.load(only: item) { jump(to: $0) }
    }
  }

  private func isHidden(_ item: MediaItem) -> Bool {
    item.attachment?.isSpoiler == true && !revealed.contains(item.id)
  }

  private func reveal() {
    guard let item, isHidden(item) else { return }
    revealed.insert(item.id)
    page?.isHidden = false
    wantPictures()
    waitForPicture()
    update()
  }

  package override func mapped() {
    updateArrows()
    guard DesktopSettings.current?.enableAnimations ?? false else { return }
    opacity = 0
    appearing.start(Ease(duration: Self.fadeTime)) { [weak self] in self?.opacity = $0 }
  }

  /// The shown item.
  var item: MediaItem? {
    carousel.selectedIndex.flatMap { carousel.items.indices.contains($0) ? carousel.items[$0] : nil }
  }

  /// The shown page.
  var page: StagePage? { item.flatMap { carousel.page(for: $0.id) } }

  /// The place of the shown item on the media page; nil for an item that is shown alone.
  var placeOnPage: Int? {
    guard feed.shelf != nil else { return nil }
    return carousel.selectedIndex.flatMap(feed.ordinal)
  }

  func close() { didClose?() }

  // MARK: Content

  private func buildContent() {
    carousel.style = CarouselStyle(width: .fraction(1), height: .allBut(0), spacing: 24, sideScale: 1)
    carousel.shadowMargin = 0
    carousel.focusRadius = nil
    carousel.makePage = { [weak self] in
      let page = StagePage()
      page.didChangeZoom = { [weak self, weak page] in if page === self?.page { self?.zoomChanged() } }
      page.didChangeStream = { [weak self, weak page] in if page === self?.page { self?.streamChanged() } }
      page.didTap = { [weak self] in self?.tapped() }
      page.didPullClosed = { [weak self] in self?.close() }
      page.didPull = { [weak self] in self?.ground.opacity = 1 - $0 / 2 }
      return page
    }
    carousel.bind = { [weak self] page, item in
      page.bind(item)
      page.isHidden = self?.isHidden(item) ?? false
      if case .loaded(let texture) = self?.pictures.state(of: item) { page.show(texture) }
    }
    spinner.halign = .center
    spinner.valign = .center
    spinner.setSizeRequest(width: 38, height: 38)
    spinner.visible = false
    previous.halign = .start
    next.halign = .end
    map.halign = .end
    map.valign = .end
    map.visible = false
    percent.addClass("bs-stage-chip")
    percent.halign = .start
    percent.valign = .end
    percent.visible = false
    top.valign = .start
    let overlay = Overlay(child: ground)
    for widget in [carousel, spinner, notice, map, percent, previous, next, top, bottomBar] as [Widget] {
      overlay.addOverlay(widget)
    }
    content = overlay
    overlay.setParent(self)
  }

  private static func arrow(_ icon: String, _ label: String, _ action: String) -> Button {
    let button = Button(iconName: icon)
    button.addClass("bs-stage-arrow")
    button.valign = .center
    button.setMargins(start: 18, end: 18)
    button.tooltipText = label
    button.setAccessibleLabel(label)
    button.setDetailedActionName(action)
    return button
  }

  private func connect() {
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { $0.queueDraw() }
    carousel.add(focus)
    feed.didChange = { [weak self] in self?.itemsChanged() }
    feed.didFail = { [weak self] error in
      self?.log.warning("failed", ["error": "\(error)"])
      self?.announce("\(error)")
    }
    carousel.didSelect.connect { [weak self] _, _ in self?.selected() }
    carousel.didActivate.connect { [weak self] _ in self?.tapped() }
    pictures.didLoad = { [weak self] in self?.loaded($0) }
    bottomBar.film.didSeek = { [weak self] in self?.page?.stream?.seek(to: $0) }
    bottomBar.didRequestCaption = { [weak self] in self?.showCaption($0, at: $1) }
    bottomBar.strip.isHidden = { [weak self] in self?.isHidden($0) ?? true }
    bottomBar.strip.didChoose = { [weak self] id in
      guard let self, let index = feed.items.firstIndex(where: { $0.id == id }) else { return }
      carousel.scroll(to: index, animated: false)
    }
  }

  // MARK: Focus

  /// A dark background, as around the rings of the bars.
  private static let ringGround = Color(hex: 0x12_1216)

  /// Whether a ring shows that the picture has the keyboard focus.
  var showsStageFocus: Bool { carousel.hasFocus && carousel.showsFocus }

  package override func snapshot(_ snapshot: Snapshot) {
    if let content { snapshot.add(content, of: self) }
    guard showsStageFocus else { return }
    // Inside the window's edge, over the bars, and visible on any picture.
    let stage = RoundedRect(Rect(x: 0, y: 0, width: Double(width), height: Double(height)), radius: 6)
    snapshot.focusRing(stage, width: 4, offset: -5, Self.ringGround)
    snapshot.focusRing(stage, width: 2, offset: -4, .white)
  }

  /// Reads the items again after their files were located elsewhere.
  func reload() {
    guard let item else { return }
    pictures.retry()
    bottomBar.strip.retry()
    load(feed.shelf.map { .place(item.cursor, $0) } ?? .only(item))
  }

  private func itemsChanged() {
    carousel.items = feed.items
    selected()
    if awaitedStep != 0, carousel.canAdvance(by: awaitedStep) { advance(by: awaitedStep) }
  }

  private func jump(to index: Int) {
    carousel.scroll(to: index, animated: false)
    selected()
    carousel.takeFocus()
  }

  // MARK: The shown item

  private func selected() {
    guard let item, let index = carousel.selectedIndex else { return }
    if item.id != shownID {
      if let shownID { carousel.page(for: shownID)?.reset() }
      shownID = item.id
      shownAt = .now
      topBar.show(
        item, date: "\(clock.name(ofDay: clock.day(of: item.sentAt))) · \(clock.time(of: item.sentAt))")
      bottomBar.strip.show(feed.items, at: index)
      carousel.setAccessibleLabel(item.spoken)
      feed.approach(index)
      waitForPicture()
      lookForFilm(item)
      updateActions(item)
    } else {
      bottomBar.strip.show(feed.items, at: index)
    }
    streamChanged()
    bottomBar.show(caption: item.caption, ordinal: feed.ordinal(at: index), of: feed.count, feed.shelf)
    previous.sensitive = index > 0 || !feed.reachesEnd(last: false)
    next.sensitive = index < carousel.items.count - 1 || !feed.reachesEnd(last: true)
    wantPictures()
    update()
  }

  /// Decodes the shown picture first, then its neighbours, then the small pictures.
  private func wantPictures() {
    guard let index = carousel.selectedIndex, width > 0 else { return }
    let order = [0, 1, -1, 2, -2].map { index + $0 }.filter(carousel.items.indices.contains)
    let items = order.map { carousel.items[$0] }.filter { !isHidden($0) }
    pictures.want(items, box: max(width, height) * scaleFactor)
    bottomBar.strip.load()
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // The size of the window is left to its other content.
    _ = content?.measured(orientation, for: size)
    return Measure(minimum: 0)
  }

  package override func dispose() {
    content?.unparent()
    super.dispose()
  }

  package override func allocate(width: Int, height: Int) {
    for orientation in [Orientation.horizontal, .vertical] { _ = content?.measured(orientation) }
    content?.place(leading: 0, top: 0, width: width, height: height)
    let isNarrow = width < Self.narrowBelow
    MainLoop.soon { [weak self] in
      guard let self else { return }
      topBar.isNarrow = isNarrow
      bottomBar.isNarrow = isNarrow
      showsStrip = !isNarrow && height >= Self.narrowBelow
      streamChanged()
      zoomChanged()
      wantPictures()
    }
  }

  private func loaded(_ id: MediaItem.ID) {
    guard let item = carousel.items.first(where: { $0.id == id }) else { return }
    if case .loaded(let texture) = pictures.state(of: item) { carousel.page(for: id)?.show(texture) }
    if id == shownID { update() }
  }

  private func waitForPicture() {
    spinner.visible = false
    spinnerTimer?.cancel()
    spinnerTimer = MainLoop.after(seconds: Self.patience) { [weak self] in
      guard let self, let item, !isHidden(item), case .loading = pictures.state(of: item) else { return }
      spinner.visible = true
      spinner.spinning = true
    }
  }

  /// Shows the state of the item's picture.
  private func update() {
    guard let item else { return }
    let state = isHidden(item) ? .none : pictures.state(of: item)
    var isDone = true
    var reason: StageNotice.Reason?
    switch state {
    case .loading: isDone = false
    case .loaded(let texture):
      page?.show(texture)
      if let shownAt {
        log.debug("shown", ["ms": Int((.now - shownAt) / .milliseconds(1)), "width": texture.width])
        self.shownAt = nil
      }
    case .missing: reason = .missing(canLocate: item.attachment?.path != nil)
    case .failed(let error): reason = error.kind == .tooLarge ? .tooLarge : .unreadable
    // A film plays without a picture of its own.
    case .none: break
    }
    if item.attachment?.isFilm == true, !isHidden(item) {
      if item.attachment?.path == nil {
        reason = .missing(canLocate: false)
      } else if absentFilms.contains(item.id) {
        reason = .missing(canLocate: true)
      } else if let stream = page?.stream, let failure = stream.failure {
        reason = .notPlayable(stream.reason)
        if !notice.visible { log.warning("not-playable", ["error": failure]) }
      }
    }
    page?.offersPlaying = reason == nil
    if reason == nil, isDone { begin() }
    if isDone {
      spinner.visible = false
      spinnerTimer?.cancel()
    }
    notice.show(reason, of: item)
    if reason != nil { showBars() }
    zoomChanged()
  }

  /// Starts an animation, or a film that was opened to be played.
  private func begin() {
    if playsAtOnce, item?.isPlayable == true, page?.stream == nil {
      playsAtOnce = false
      page?.togglePlaying()
    } else {
      page?.beginMoving()
    }
  }

  /// Finds out whether the file of a film is still at its path, before it is played.
  private func lookForFilm(_ item: MediaItem) {
    guard item.isPlayable, let path = item.attachment?.path else { return }
    Task { [weak self] in
      let isMissing = await !FilePresence.missing([(0, path)]).isEmpty
      guard let self, isMissing != absentFilms.contains(item.id) else { return }
      if isMissing { absentFilms.insert(item.id) } else { absentFilms.remove(item.id) }
      if item.id == shownID { update() }
    }
  }

  /// Enables the actions that need a file for items that have one.
  private func updateActions(_ item: MediaItem) {
    let hasFile = item.attachment?.path?.hasPrefix("/") ?? false
    for name in ["open", "open-with"] { actions[name]?.enabled = hasFile }
    fillMenu(hasFile: item.attachment?.isDrawnPicture != true)
    updateSaving()
    actions["show-in-chat"]?.enabled = true
    actions["play"]?.enabled = isHidden(item) || item.isPlayable && !absentFilms.contains(item.id)
  }

  /// Updates whether the item can be saved. A drawn picture can be saved once it is drawn.
  private func updateSaving() {
    guard let attachment = item?.attachment else { return }
    let isSaved =
      attachment.isDrawnPicture ? page?.shown != nil : attachment.path?.hasPrefix("/") ?? false
    actions["save"]?.enabled = isSaved
    topBar.saveObstacle = attachment.path == nil ? attachment.absentNote : nil
  }

  private func showCaption(_ text: String, at button: Widget) {
    guard let place = button.convert(Point(x: 0, y: 0), to: self) else { return }
    ContextMenu.open(
      CaptionPage(text),
      at: Rect(x: place.x, y: place.y, width: Double(button.width), height: Double(button.height)), in: self)
  }

  /// Updates the bars: a film has a bar of its own in place of the small pictures.
  private func streamChanged() {
    guard let item else { return }
    let isFilm = item.isPlayable
    bottomBar.film.visible = isFilm
    actions["mute"]?.enabled = page?.stream != nil
    bottomBar.strip.visible = showsStrip && !isFilm && carousel.items.count > 1
    if isFilm {
      bottomBar.film.show(page?.stream, length: Double(item.attachment?.duration ?? 0) / 1_000)
      if page?.stream?.failure != nil, !notice.visible { update() }
    }
  }

  private func zoomChanged() {
    let zoom = page?.zoom
    actions["copy"]?.enabled = page?.shown != nil
    updateSaving()
    let isEnlarged = zoom.map { $0.mode != .fit } ?? false
    topBar.zoom = if let zoom, isEnlarged { "\(zoom.percent) %" } else { tr("Fit") }
    percent.text = topBar.zoom
    percent.visible = isEnlarged && topBar.isNarrow
    let below = bottomBar.measured(.vertical, for: width).natural + 10
    map.setMargins(start: 10, end: 10, bottom: below)
    percent.setMargins(start: 10, end: 10, bottom: below)
    map.show(page?.shown, zoom)
    // A drag moves an enlarged picture instead of the pages.
    let pagesMove = !(zoom?.canPan ?? false)
    if carousel.isInteractive != pagesMove { log.debug("enlarged", ["value": !pagesMove]) }
    carousel.isInteractive = pagesMove
  }

  // MARK: Bars

  private func showBars() {
    barsTimer?.cancel()
    setBars(true)
    updateArrows()
    barsTimer = MainLoop.after(seconds: Self.restTime) { [weak self] in self?.rest() }
  }

  /// Hides the bars, unless they are in use.
  func rest() {
    // Restart the time after the menu is closed, even if the pointer does not move then.
    guard !topBar.isMenuOpen else { return showBars() }
    let isHeld =
      [topBar, bottomBar].contains { $0.containsFocus && $0.showsFocus }
      || [previous, next].contains { $0.hasFocus && $0.showsFocus }
    let isOverBar =
      pointer.map { $0.y < Double(topBar.height) || $0.y > Double(height - bottomBar.height) } ?? false
    if !isHeld, !isOverBar, !notice.visible, DesktopSettings.current?.enableAnimations ?? false {
      setBars(false)
    }
  }

  private func setBars(_ shown: Bool) {
    guard shown != barsShown else { return }
    barsShown = shown
    log.debug("bars", ["shown": shown])
    for widget in [topBar, bottomBar, map, percent] as [Widget] { widget.setClass("resting", !shown) }
    for widget in [top, bottomBar] as [Widget] { widget.canTarget = shown }
    setCursor(shown ? nil : "none")
    updateArrows()
  }

  /// Shows the arrows with the bars, except for touch: a swipe that began on an arrow would have no effect.
  private func updateArrows() {
    let isFocused = [previous, next].contains { $0.hasFocus && $0.showsFocus }
    let isShown = barsShown && (pointer != nil || isFocused || window?.lastInput != .touch)
    for arrow in [previous, next] {
      arrow.setClass("resting", !isShown)
      arrow.canTarget = isShown
    }
  }

  private func tapped() {
    if let item, isHidden(item) { return reveal() }
    if item?.isPlayable == true { play() }
    if barsShown, pointer == nil { setBars(false) } else { showBars() }
  }

  // MARK: Input

  private func addInput() {
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { viewer, key, _, modifiers in
      viewer.showBars()
      return viewer.pressed(Key.normal(key), modifiers)
    }
    add(keys)
    let motion = MotionController()
    motion.moved.connect(weak: self) { viewer, x, y in
      // GTK reports the same place again when the widgets below the pointer change.
      guard viewer.pointer != Point(x: x, y: y) else { return }
      viewer.pointer = Point(x: x, y: y)
      viewer.showBars()
    }
    motion.left.connect(weak: self) { $0.pointer = nil }
    add(motion)
    let touch = GestureClick()
    touch.propagationPhase = .capture
    touch.pressed.connect(weak: self) { [weak touch] viewer, _, _, _ in
      guard touch?.isTouch == true else { return }
      viewer.pointer = nil
      viewer.updateArrows()
    }
    add(touch)
    let scroll = ScrollController(bothAxes: true)
    scroll.propagationPhase = .capture
    scroll.scrolled.connect(weak: self) { [weak scroll] viewer, dx, dy in
      guard let page = viewer.page, let scroll else { return false }
      let unit = scroll.isTouchpad ? scroll.pointsPerTouchpadUnit : 40
      if scroll.modifiers.contains(.control) {
        page.zoom(
          by: viewer.factor(ofWheel: scroll.isTouchpad ? dy * unit / 100 : dy), about: viewer.pointOnPage)
        viewer.showBars()
        return true
      }
      guard page.zoom?.canPan == true else { return false }
      page.pan(dx: -dx * unit, dy: -dy * unit)
      return true
    }
    add(scroll)
  }

  private func factor(ofWheel notches: Double) -> Double {
    var factor = 1.0
    let step = PictureZoom.step
    for _ in 0..<min(8, Int(abs(notches).rounded(.up))) { factor *= notches < 0 ? step : 1 / step }
    return factor
  }

  private var pointOnPage: Point? {
    guard let pointer, let page else { return nil }
    return convert(pointer, to: page)
  }

  /// Whether the menu is open.
  var isMenuOpen: Bool { topBar.isMenuOpen }

  /// Handles a key; returns whether it did.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if modifiers.contains(.control) {
      switch key {
      case Key.c: copy()
      case Key.s: save()
      default: return zoomKey(key)
      }
      return true
    }
    guard modifiers.isDisjoint(with: [.alt]) else { return false }
    // A focused button handles Return and Space itself.
    let isOnStage = !topBar.containsFocus && !bottomBar.containsFocus && !notice.containsFocus
    let later = isRightToLeft ? Key.left : Key.right
    switch key {
    case Key.escape: close()
    case Key.left, Key.right: advance(by: key == later ? 1 : -1)
    case Key.pageDown: advance(by: 1)
    case Key.pageUp: advance(by: -1)
    case Key.home: goToEnd(last: false)
    case Key.end: goToEnd(last: true)
    case Key.returnKey where isOnStage: if let item, isHidden(item) { reveal() } else { showInChat() }
    case Key.space where isOnStage: play()
    case Key.menu: topBar.openMenu()
    case Key.f10 where modifiers.contains(.shift): topBar.openMenu()
    case Key.f: toggleFullscreen()
    default: return zoomKey(key)
    }
    return true
  }

  /// Plays or pauses, unless there is nothing to play.
  private func play() {
    guard let item else { return }
    if isHidden(item) {
      reveal()
    } else if !absentFilms.contains(item.id) {
      page?.togglePlaying()
    }
  }

  private func toggleFullscreen() { window?.isFullscreen.toggle() }

  private func zoomKey(_ key: UInt32) -> Bool {
    switch key {
    case Key.plus, Key.equal: page?.zoom(by: PictureZoom.step)
    case Key.minus: page?.zoom(by: 1 / PictureZoom.step)
    case Key.zero: page?.fit()
    case Key.one: page?.zoomFully()
    default: return false
    }
    return true
  }

  /// Shows the picture that many steps after this one, once it is read.
  func advance(by step: Int) {
    awaitedStep = 0
    if carousel.canAdvance(by: step) {
      carousel.advance(by: step)
    } else if !feed.reachesEnd(last: step > 0), let index = carousel.selectedIndex {
      awaitedStep = step
      feed.approach(index)
    }
  }

  /// Shows the first or the last of all pictures.
  func goToEnd(last: Bool) {
    if feed.reachesEnd(last: last) {
      carousel.scroll(to: last ? carousel.items.count - 1 : 0, animated: false)
    } else {
      feed.loadEnd(last: last) { [weak self] in self?.jump(to: $0) }
    }
  }

  // MARK: Actions

  private func addActions() {
    let group = ActionGroup()
    func add(_ name: String, _ body: @escaping @MainActor (MediaViewer) -> Void) {
      actions[name] = group.addAction(name, weak: self, body)
    }
    add("close") { $0.close() }
    add("previous") { $0.advance(by: -1) }
    add("next") { $0.advance(by: 1) }
    add("play") { $0.play() }
    add("mute") { viewer in
      viewer.page?.stream?.isMuted.toggle()
      viewer.streamChanged()
    }
    add("fullscreen") { $0.toggleFullscreen() }
    add("zoom-in") { $0.page?.zoom(by: PictureZoom.step) }
    add("zoom-out") { $0.page?.zoom(by: 1 / PictureZoom.step) }
    add("show-in-chat") { $0.showInChat() }
    add("copy") { $0.copy() }
    add("save") { $0.save() }
    add("open") { viewer in if let file = viewer.item?.attachment { viewer.files.open(file) } }
    add("open-with") { viewer in if let file = viewer.item?.attachment { viewer.files.openWith(file) } }
    add("locate") { viewer in if let file = viewer.item?.attachment { viewer.files.locate(file) } }
    insert(group, prefix: "stage")
  }

  private func showInChat() {
    guard let item else { return }
    close()
    didRequestMessage?(item.id.message)
  }

  private func copy() {
    guard let page else { return }
    Task { [weak self] in
      guard let texture = await page.wholePicture(), let self else { return }
      Desktop.copy(texture, from: self)
      announce(tr("Copied"))
    }
  }

  private func save() {
    guard actions["save"]?.enabled == true, let attachment = item?.attachment else { return }
    guard attachment.isDrawnPicture else { return files.save(attachment) }
    Task { [weak self, page] in
      if let picture = await page?.wholePicture() { self?.files.save(picture, of: attachment) }
    }
  }
}

/// The dark background of the stage.
final class StageGround: CustomWidget {
  override class var cssName: String { "stageground" }
  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: 0, natural: 600)
  }
}

/// A whole caption in a popover.
private final class CaptionPage: Box {
  /// Points; beyond this height the text scrolls.
  private static let size = (width: 320, height: 160)

  init(_ text: String) {
    super.init(.vertical)
    let bytes = LayoutCost.affordableBytes(of: text, byteLimit: 8_000, limit: LayoutCost.limit / 4)
    let end = text.utf8.index(text.startIndex, offsetBy: bytes)
    let label = Label(whole: bytes < text.utf8.count ? "\(text[..<end])…" : text)
    label.wrap(maxCharacters: 42, isCentered: false, hyphenates: false)
    label.halign = .start
    let scroller = ScrolledWindow(child: label)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.maxContentHeight = Self.size.height
    scroller.setSizeRequest(width: Self.size.width)
    scroller.setAccessibleLabel(tr("Caption"))
    scroller.setMargins(start: 6, end: 6, top: 4, bottom: 4)
    append(scroller)
  }
}
