import Backscroll
import ChatArchive
import Gtk
import ScrollCore
import Translation

/// One message of a conversation: a single widget that lays out and draws its own texts.
///
/// A fresh row costs 0.2 ms; nested boxes of labels cost 18 ms. The row provides what labels would have: links, selection,
/// accessible text, text direction, colors of the style and text scale.
final class MessageRow: CustomWidget {
  /// The state of the row's picture.
  enum Picture {
    case none, loading
    case failed(PictureError)
    case loaded(Texture, opacity: Double)
  }

  /// The quote above the text was clicked, or activated by key.
  var didActivateQuote: ((Message.ID) -> Void)?

  private(set) var content: ChatRowContent?
  private(set) var text = MessageText()
  private(set) var texts: RowTexts?
  private(set) var geometry: RowGeometry?
  private var geometryWidth = 0

  /// Selected bytes of the text.
  fileprivate(set) var selection: Range<Int>? { didSet { if selection != oldValue { queueDraw() } } }
  /// The index of the link that has the keyboard focus.
  private(set) var focusedLink: Int? { didSet { if focusedLink != oldValue { queueDraw() } } }
  private(set) var hoversBubble = false { didSet { if hoversBubble != oldValue { queueDraw() } } }
  /// Opacity of the highlight after a jump to this row, 0…1.
  private(set) var highlight = 0.0 { didSet { if highlight != oldValue { queueDraw() } } }
  private(set) var picture = Picture.none { didSet { queueDraw() } }
  /// Whether a text is missing from what was drawn last, and will come with the next frames.
  private(set) var isIncomplete = false
  private var loading: Task<Void, Never>?
  private lazy var flashing = Animation(on: self)
  private lazy var fadingIn = Animation(on: self)

  /// Seconds.
  private static let flashDuration = 0.9
  private static let fadeDuration = 0.18
  /// The largest size of a picture, in points.
  private static let pictureSize = 360

  override init() {
    super.init()
    focusable = true
    addPointer()
    addSelectionDrag()
    addKeyboard()
    addActions()
  }

  isolated deinit { loading?.cancel() }

  override class var cssName: String { "messagerow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  /// Shows another message, or a new state of the same one.
  func bind(_ content: ChatRowContent) {
    guard content != self.content else { return }
    if content.id != self.content?.id {
      selection = nil
      focusedLink = nil
      hoversBubble = false
      flashing.cancel()
      highlight = 0
      cancelPicture()
      picture = .none
    }
    if content.message != self.content?.message { text = MessageText(content.message) }
    self.content = content
    invalidateTexts()
    setAccessibleLabel(content.spoken)
    if isMapped { loadPicture() }
  }

  private func invalidateTexts() {
    texts = nil
    geometry = nil
    queueResize()
  }

  override func styleChanged() { invalidateTexts() }
  override func directionChanged() { invalidateTexts() }
  override func mapped() { loadPicture() }
  override func focus(_ direction: FocusDirection) -> Bool { moveLinkFocus(direction) }

  override func unmapped() {
    cancelPicture()
    hoversBubble = false
  }

  // MARK: Layout

  /// The geometry for a width; lays the texts out if it has changed.
  private func layOut(_ width: Int) -> RowGeometry {
    if let geometry, geometryWidth == width { return geometry }
    guard let content else { return RowGeometry(.init(), width: Double(width)) }
    let texts = textsToLayOut(content)
    self.texts = texts
    if texts.isIncomplete {
      addTickCallback { [weak self] _ in
        self?.invalidateTexts()
        return false
      }
    }
    let parts = texts.parts(content, text, width: Double(width))
    var geometry = RowGeometry(parts, width: Double(width))
    if isRightToLeft {
      geometry = geometry.mirrored(
        in: Double(width), parts: parts, nameWidth: parts.name?.width ?? 0, textWidth: parts.text?.width ?? 0)
    }
    self.geometry = geometry
    geometryWidth = width
    return geometry
  }

  /// The texts for another width, or the first ones; ellipses, if this frame has no time for them.
  private func textsToLayOut(_ content: ChatRowContent) -> RowTexts {
    let frame = frameClock?.frameCounter
    let strings = [text.text] + content.lines.map(LayoutCost.line)
    if let texts, texts.isIncomplete || FrameBudget.shared.admitsRewrap(of: strings, frame: frame) {
      return texts
    }
    let isWaiting = texts != nil || !FrameBudget.shared.admitsLayout(of: strings, frame: frame)
    return RowTexts(
      for: self, content: content, text: text, palette: .current(for: self), isWaiting: isWaiting)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    return Measure(minimum: Int(layOut(size < 0 ? 600 : size).height.rounded(.up)))
  }

  override func allocate(width: Int, height: Int) { _ = layOut(width) }

  override func snapshot(_ snapshot: Snapshot) {
    guard let content, let texts else { return }
    var painter = MessagePainter(row: self, content: content, texts: texts, geometry: layOut(width))
    painter.draw(on: snapshot)
    isIncomplete = painter.isIncomplete || texts.isIncomplete
    guard painter.isIncomplete else { return }
    addTickCallback { [weak self] _ in
      self?.queueDraw()
      return false
    }
  }

  // MARK: Flash

  /// Highlights the row after a jump to it: fades the highlight out, or removes it at the end if the desktop disables
  /// animations.
  func flash() {
    let fades = DesktopSettings.current?.enableAnimations ?? true
    highlight = 1
    flashing.start(Ease(duration: Self.flashDuration)) { [weak self] offset in
      self?.highlight = fades || offset >= 1 ? 1 - offset : 1
    }
  }

  // MARK: Picture

  private func loadPicture() {
    guard case .none = picture, let attachment = content?.message.attachments.first, attachment.isPicture,
      let path = attachment.path
    else { return }
    let box = Self.pictureSize * scaleFactor
    if let known = PictureCache.shared.texture(path, box) {
      picture = .loaded(known, opacity: 1)
      return
    }
    picture = .loading
    loading = Task { [weak self] in
      let result = await PictureCache.shared.load(path, box: box, attachment: attachment)
      guard !Task.isCancelled, let self else { return }
      switch result {
      case .success(let texture): show(texture)
      case .failure(let error): fail(error)
      }
    }
  }

  private func show(_ texture: Texture) {
    EventLog("picture").debug("loaded", ["width": texture.width, "height": texture.height])
    guard DesktopSettings.current?.enableAnimations ?? false else {
      picture = .loaded(texture, opacity: 1)
      return
    }
    picture = .loaded(texture, opacity: 0)
    fadingIn.start(Ease(duration: Self.fadeDuration)) { [weak self] in
      self?.picture = .loaded(texture, opacity: $0)
    }
  }

  private func fail(_ error: PictureError) {
    EventLog("picture").debug("failed", ["too-large": error.kind == .tooLarge])
    picture = .failed(error)
  }

  /// What a tile says whose picture is too large, and whether it can be opened elsewhere.
  var pictureNote: (title: String, offer: String?)? {
    guard case .failed(let error) = picture, error.kind == .tooLarge else { return nil }
    return (tr("Too large to show"), error.namesPicture ? tr("Click to open it in another program") : nil)
  }

  private func cancelPicture() {
    loading?.cancel()
    loading = nil
    fadingIn.cancel()
  }

  /// A picture that is too large opens in another program; any other that failed is loaded again.
  private func activatePicture() {
    guard case .failed(let error) = picture else { return }
    if error.kind == .tooLarge {
      if error.namesPicture { Desktop.open(file: error.path, from: window) }
    } else {
      picture = .none
      loadPicture()
    }
  }

  // MARK: Pointer

  private func addPointer() {
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { [weak click] row, count, x, y in
      let extends = click?.modifiers.contains(.shift) ?? false
      // A finger may rest, for the menu of what is selected.
      if count == 1, click?.isTouch ?? false { return }
      if !extends { row.pressed(count, at: Point(x: x, y: y)) }
    }
    click.released.connect(weak: self) { [weak click] row, count, x, y in
      guard count == 1 else { return }
      if click?.isTouch ?? false { row.selection = nil }
      row.clicked(at: Point(x: x, y: y))
    }
    add(click)
    let menu = GestureClick()
    menu.button = 3
    menu.pressed.connect(weak: self) { row, _, x, y in row.openMenu(at: Point(x: x, y: y)) }
    add(menu)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { [weak hold] row, x, y in
      // The finger is lifted later, which is no click.
      if row.openMenu(at: Point(x: x, y: y)) { hold?.set(.claimed) }
    }
    add(hold)
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in row.pointerMoved(to: Point(x: x, y: y)) }
    motion.left.connect(weak: self) { $0.hoversBubble = false }
    add(motion)
  }

  /// Selects with Shift and a drag, because a plain drag scrolls.
  private func addSelectionDrag() {
    let drag = GestureDrag()
    drag.button = 1
    var origin: (byte: Int, point: Point)?
    drag.dragBegin.connect(weak: self) { [weak drag] row, x, y in
      origin = nil
      guard drag?.modifiers.contains(.shift) ?? false,
        let byte = row.byte(at: Point(x: x, y: y), clamped: true)
      else {
        drag?.set(.denied)
        return
      }
      drag?.set(.claimed)
      origin = (byte, Point(x: x, y: y))
    }
    drag.dragUpdate.connect(weak: self) { row, dx, dy in
      guard let origin,
        let byte = row.byte(at: Point(x: origin.point.x + dx, y: origin.point.y + dy), clamped: true)
      else { return }
      row.select(min(origin.byte, byte)..<max(origin.byte, byte))
    }
    drag.dragEnd.connect(weak: self) { row, _, _ in
      guard row.selection?.isEmpty == false else { return }
      row.takeFocus()
      row.offerSelection()
    }
    add(drag)
  }

  /// The byte of the text at a point. Outside the text nil, or the nearest byte if `clamped`.
  private func byte(at point: Point, clamped: Bool = false) -> Int? {
    guard let place = geometry?.text, let body = texts?.body else { return nil }
    let found = body.index(at: Point(x: point.x - place.x, y: point.y - place.y))
    guard found.isInside || clamped else { return nil }
    guard found.isTrailing else { return found.byte }
    let rest = text.text.utf8.dropFirst(found.byte)
    return found.byte + (String(rest)?.first.map { String($0).utf8.count } ?? 0)
  }

  /// A double click selects a word, a triple click the message.
  private func pressed(_ count: Int, at point: Point) {
    if count == 1 {
      selection = nil
      return
    }
    guard let byte = byte(at: point), let body = texts?.body else { return }
    select(count == 2 ? body.word(around: byte) : 0..<text.text.utf8.count)
    // Ctrl+C copies from the focused row.
    takeFocus()
    offerSelection()
  }

  private func clicked(at point: Point) {
    if let byte = byte(at: point), let link = text.link(at: byte) {
      open(link)
    } else if let quote = geometry?.quote, quote.contains(point), let id = content?.message.reply?.id {
      didActivateQuote?(id)
    } else if let media = geometry?.media, media.contains(point) {
      activatePicture()
    }
  }

  private func pointerMoved(to point: Point) {
    hoversBubble = geometry?.bubble?.rect.contains(point) ?? false
    let isOnLink = byte(at: point).flatMap { text.link(at: $0) } != nil
    let isOnQuote = geometry?.quote?.contains(point) ?? false
    let isOnOffer = pictureNote?.offer != nil && geometry?.media?.contains(point) == true
    setCursor(isOnLink || isOnQuote || isOnOffer ? "pointer" : nil)
  }

  // MARK: Keyboard

  private func addKeyboard() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { row, key, _, modifiers in
      row.keyPressed(Key.normal(key), modifiers)
    }
    add(keys)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { row in
      row.focusedLink = nil
      row.queueDraw()
    }
    add(focus)
  }

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    switch key {
    case Key.returnKey, Key.space:
      if let focusedLink {
        open(focusedLink)
      } else if let id = content?.message.reply?.id {
        didActivateQuote?(id)
      } else {
        return false
      }
    case Key.c where modifiers.contains(.control): copy()
    case Key.menu: openMenu(at: menuPlace)
    case Key.f10 where modifiers.contains(.shift): openMenu(at: menuPlace)
    case Key.escape where selection != nil: selection = nil
    default: return false
    }
    return true
  }

  /// Tab moves the focus from the row to each of its links, and then out.
  private func moveLinkFocus(_ direction: FocusDirection) -> Bool {
    guard hasFocus else {
      focusedLink = nil
      return takeFocus()
    }
    switch direction {
    case .forward:
      let next = focusedLink.map { $0 + 1 } ?? 0
      guard next < text.links.count else { return false }
      focusedLink = next
      announce(tr("Link: {address}", ["address": text.links[next].target]))
    case .backward:
      guard let link = focusedLink else { return false }
      focusedLink = link > 0 ? link - 1 : nil
    default: return false
    }
    return true
  }

  // MARK: Actions

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction("copy", weak: self) { $0.copy() }
    actions.addAction("copy-message", weak: self) { Desktop.copy($0.content?.message.text ?? "", from: $0) }
    actions.addAction("copy-link", weak: self) { (row: MessageRow) in
      if let link = row.menuLink { Desktop.copy(row.text.links[link].target, from: row) }
    }
    actions.addAction("open-picture", weak: self) { $0.activatePicture() }
    actions.addAction("open-link", weak: self) { (row: MessageRow) in
      if let link = row.menuLink { row.open(link) }
    }
    insert(actions, prefix: "row")
  }

  private func open(_ link: Int) { Desktop.open(text.links[link].target, from: window) }

  /// Copies the selected text, or the message.
  private func copy() {
    guard let content else { return }
    let copied = selection.flatMap { $0.isEmpty ? nil : text.slice($0) } ?? content.message.text
    Desktop.copy(copied, from: self)
  }

  private func select(_ range: Range<Int>) {
    SelectionOwner.shared.take(self)
    selection = range
  }

  /// Makes the selected text the primary selection, which the middle button pastes.
  private func offerSelection() {
    if let selection, !selection.isEmpty { Desktop.select(text.slice(selection), from: self) }
  }

  /// The link that the menu's entries act on: the focused one, which a right click sets, or the only one.
  private var menuLink: Int? {
    if let focusedLink, text.links.indices.contains(focusedLink) { return focusedLink }
    return text.links.count == 1 ? 0 : nil
  }

  private var menuPlace: Point {
    geometry?.bubble.map { Point(x: $0.rect.x + 12, y: $0.rect.maxY) } ?? Point(x: 20, y: 20)
  }

  /// Returns whether there is something to choose.
  @discardableResult
  private func openMenu(at point: Point) -> Bool {
    if let byte = byte(at: point), let link = text.link(at: byte) { focusedLink = link }
    guard content?.message.text.isEmpty == false || pictureNote?.offer != nil || menuLink != nil else {
      return false
    }
    let menu = Menu()
    let copying = Menu()
    if selection?.isEmpty == false { copying.append(tr("_Copy"), action: "row.copy") }
    if content?.message.text.isEmpty == false {
      copying.append(tr("Copy _Message"), action: "row.copy-message")
    }
    menu.appendSection(copying)
    if pictureNote?.offer != nil {
      copying.append(tr("Open _Picture in Another Program"), action: "row.open-picture")
    }
    if menuLink != nil {
      let link = Menu()
      link.append(tr("_Open Link"), action: "row.open-link")
      link.append(tr("Copy _Link"), action: "row.copy-link")
      menu.appendSection(link)
    }
    ContextMenu.open(menu, at: point, in: self)
    return true
  }
}

/// The only row with selected text.
@MainActor
private final class SelectionOwner {
  static let shared = SelectionOwner()
  private weak var row: MessageRow?

  func take(_ row: MessageRow) {
    if self.row !== row { self.row?.selection = nil }
    self.row = row
  }
}
