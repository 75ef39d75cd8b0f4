import AppBase
import Backscroll
import Chats
import Gtk
import ScrollCore
import Translation

/// One message of a conversation: a single widget that lays out and draws its own texts.
///
/// A new row costs 0.2 ms; nested boxes of labels cost 18 ms. The row implements the features of labels itself: links,
/// selection, accessible text, text direction, colors of the style and text scale.
package final class MessageRow: CustomWidget {
  /// Called when the quote above the text was clicked, or activated by key.
  package var didActivateQuote: ((Message.ID) -> Void)?
  /// Called when a part of the message was clicked, or activated by key, that the row cannot handle itself.
  package var didActivate: ((MessageActivation, Message) -> Void)?
  /// Called before the reader changes the row's height. The row's top edge must keep its place.
  package var willChangeHeight: ((Message.ID) -> Void)?
  /// Reads the earlier texts of a message, the newest first.
  package var earlierTexts: ((Message.ID) async -> [EarlierText])?
  /// The reader's changes to the rows of the conversation.
  package var memory = RowMemory()
  /// The selected messages of the conversation; nil for a row that cannot be selected.
  package var messageSelection: MessageSelection?
  /// The marks of search hits in the row.
  package let hits = RowHits()
  /// Whether the message has one line only, with the name beside it, as in a preview. Set it before the first ``bind(_:)``.
  package var isCompact = false
  /// The player of the conversation's rows; nil for a row that only shows its message.
  package var player: RowPlayer?

  package private(set) var content: ChatRowContent?
  package private(set) var text = MessageText()
  package private(set) var texts: RowTexts?
  package private(set) var geometry: RowGeometry?
  package private(set) var ground = RowGeometry.Ground.bubble
  package private(set) var choices = RowChoices()
  private var geometryWidth = 0
  private var knownTargets: [RowTarget]?
  package private(set) lazy var pictures = RowPictures(of: self)
  /// The attachments whose files were looked for and not found.
  package private(set) var missing: Set<Int> = []
  private var looking: Task<Void, Never>?

  /// The selected part of the text.
  package private(set) lazy var selection = TextSelection(of: self)
  /// The handles by which fingers change the selection; nil for a row without them.
  package weak var handles: SelectionHandles?
  private lazy var menu = RowMenu(of: self)
  /// The action of the focused part inside the row.
  private(set) var focusedAction: RowTarget.Action? {
    didSet { if focusedAction != oldValue { queueDraw() } }
  }
  /// The target below the pointer.
  package private(set) var hovered: RowTarget? {
    didSet {
      guard hovered != oldValue else { return }
      if hovered?.showsHover == true || oldValue?.showsHover == true { queueDraw() }
      tooltipText = hovered.flatMap(tooltip) ?? hoveredKind
    }
  }
  package private(set) var isPressed = false {
    didSet { if isPressed != oldValue, hovered != nil { queueDraw() } }
  }
  private(set) var hoversBubble = false { didSet { if hoversBubble != oldValue { queueDraw() } } }
  /// Opacity of the highlight after a jump to this row, 0…1.
  package private(set) var highlight = 0.0 { didSet { if highlight != oldValue { queueDraw() } } }
  /// Whether the last drawing lacks a text, which the next frames will add.
  package private(set) var isIncomplete = false
  private lazy var flashing = Animation(on: self)

  /// Seconds.
  private static let flashDuration = 0.9

  package override init() {
    super.init()
    focusable = true
    addPointer()
    _ = (selection, menu)
    addKeyboard()
    pictures.didMiss = { [weak self] in self?.found(missing: [$0]) }
  }

  isolated deinit { looking?.cancel() }

  package override class var cssName: String { "messagerow" }
  package override class var accessibleRole: AccessibleRole { .listItem }
  package override var requestMode: RequestMode { .heightForWidth }

  /// Shows another message, or a new state of the same one.
  package func bind(_ content: ChatRowContent) {
    let choices = memory[content.id]
    guard content != self.content || choices != self.choices else { return }
    if content.id != self.content?.id {
      selection.end()
      focusedAction = nil
      hovered = nil
      hoversBubble = false
      flashing.cancel()
      highlight = 0
    }
    if content.message != self.content?.message || choices.isUnfolded != self.choices.isUnfolded {
      text = MessageText(content.message, isUnfolded: choices.isUnfolded)
    }
    if content.message.attachments != self.content?.message.attachments || content.id != self.content?.id {
      pictures.clear()
      looking?.cancel()
      looking = nil
      missing = []
    }
    self.content = content
    self.choices = choices
    invalidateTexts()
    updateName()
    messageSelectionChanged()
  }

  /// Applies the changes in ``memory``.
  package func readMemory() { if let content { bind(content) } }

  private func change(_ body: (inout RowChoices) -> Void) {
    guard let content else { return }
    body(&memory[content.id])
    readMemory()
  }

  /// Applies changed ``hits``, without moving anything.
  package func hitsChanged() {
    hits.forget()
    queueDraw()
  }

  private func invalidateTexts() {
    hits.forget()
    texts = nil
    geometry = nil
    knownTargets = nil
    // The target may have moved.
    hovered = nil
    queueResize()
  }

  package override func styleChanged() { invalidateTexts() }
  package override func directionChanged() { invalidateTexts() }
  package override func focus(_ direction: FocusDirection) -> Bool { moveFocusInside(direction) }

  package override func mapped() {
    loadPictures()
    lookForFiles()
  }

  package override func unmapped() {
    pictures.cancel()
    looking?.cancel()
    looking = nil
    hovered = nil
    hoversBubble = false
  }

  // MARK: Layout

  /// The geometry for a width; lays the texts out if it has changed.
  private func layOut(_ width: Int) -> RowGeometry {
    if let geometry, geometryWidth == width { return geometry }
    guard let content else { return RowGeometry(.init(), width: Double(width)) }
    let texts = textsToLayOut(content)
    knownTargets = nil
    self.texts = texts
    if texts.isIncomplete {
      addTickCallback { [weak self] _ in
        self?.invalidateTexts()
        return false
      }
    }
    let parts = texts.parts(width: Double(width))
    var geometry = RowGeometry(parts, width: Double(width))
    if isRightToLeft { geometry = geometry.mirrored(in: Double(width), parts: parts) }
    ground = parts.ground
    self.geometry = geometry
    geometryWidth = width
    return geometry
  }

  /// The texts for another width, or the first ones. They are ellipses if this frame has no time for them.
  private func textsToLayOut(_ content: ChatRowContent) -> RowTexts {
    let frame = frameClock?.frameCounter
    let strings = [text.text] + content.lines.map(LayoutCost.line)
    if let texts, texts.isIncomplete || FrameBudget.shared.admitsRewrap(of: strings, frame: frame) {
      return texts
    }
    let isWaiting = texts != nil || !FrameBudget.shared.admitsLayout(of: strings, frame: frame)
    return RowTexts(
      for: self,
      .init(
        content: content, text: text, choices: choices, missing: missing, isCompact: isCompact,
        hasStar: canBeBookmarked),
      palette: .current(for: self), isWaiting: isWaiting)
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    return Measure(minimum: Int(layOut(size < 0 ? 600 : size).height.rounded(.up)))
  }

  package override func allocate(width: Int, height: Int) {
    _ = layOut(width)
    guard isMapped else { return }
    loadPictures()
    lookForFiles()
  }

  package override func snapshot(_ snapshot: Snapshot) {
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

  // MARK: Selection of messages

  /// Whether the message can be selected.
  var isSelectable: Bool { messageSelection != nil && canBeBookmarked }

  /// Whether the message is selected.
  var isInSelection: Bool { content.map { messageSelection?.contains($0.id) ?? false } ?? false }

  /// Applies a change of ``messageSelection``.
  package func messageSelectionChanged() {
    setAccessibleSelected(isInSelection)
    queueDraw()
  }

  /// Selects the message, or takes it out; with Shift, selects the messages from the last one on.
  private func select(extends: Bool) {
    guard isSelectable, let selected = messageSelection, let message = content?.message else { return }
    selection.end()
    if extends { selected.extend(to: message) } else { selected.toggle(message) }
  }

  /// Handles a key for the selected messages.
  private func selectionKeyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard let selected = messageSelection else { return false }
    let keys = modifiers.intersection([.control, .alt, .shift])
    if key == Key.space, keys == .control {
      guard isSelectable else { return false }
      select(extends: false)
      return true
    }
    guard selected.isActive, let id = content?.id else { return false }
    switch (key, keys) {
    case (Key.space, []), (Key.returnKey, []): select(extends: false)
    case (Key.space, .shift): select(extends: true)
    case (Key.up, .shift): selected.didRequestNeighbour?(id, -1)
    case (Key.down, .shift): selected.didRequestNeighbour?(id, 1)
    case (Key.c, .control): selected.didRequest?(.copy)
    case (Key.d, .control): selected.didRequest?(.bookmark)
    case (Key.a, .control): selected.didRequest?(.selectAll)
    case (Key.escape, []): selected.end()
    default: return false
    }
    return true
  }

  // MARK: Flash

  /// Highlights the row after a jump to it: fades the highlight out, or removes it at the end if the desktop disables
  /// animations.
  package func flash() {
    let fades = DesktopSettings.current?.enableAnimations ?? true
    highlight = 1
    flashing.start(Ease(duration: Self.flashDuration)) { [weak self] offset in
      self?.highlight = fades || offset >= 1 ? 1 - offset : 1
    }
  }

  // MARK: Files

  private func loadPictures() {
    guard let content, let texts, !content.message.attachments.isEmpty else { return }
    pictures.load(texts.pictures, of: content.message)
  }

  /// Finds out which files are no longer where the import found them. The layout does not change: a missing file is
  /// drawn in the same box.
  private func lookForFiles() {
    guard looking == nil, let attachments = content?.message.attachments, !attachments.isEmpty else { return }
    // Loading a picture shows whether its file exists. Films are not loaded here.
    let paths = attachments.enumerated().filter { (!$1.isPicture || $1.isFilm) && $1.path != nil }.map {
      ($0, $1.path ?? "")
    }
    guard !paths.isEmpty else { return }
    looking = Task { [weak self] in
      let missing = await FilePresence.missing(paths)
      guard !Task.isCancelled, let self else { return }
      found(missing: missing)
    }
  }

  /// Notes that the files of these attachments do not exist. They are drawn in their present boxes.
  private func found(missing new: Set<Int>) {
    guard !new.isSubset(of: missing) else { return }
    missing.formUnion(new)
    invalidateTexts()
    updateName()
  }

  private func updateName() {
    guard let content else { return }
    let attachments = content.message.attachments
    let notes = missing.sorted().filter { attachments.indices.contains($0) && attachments[$0].path != nil }
      .prefix(3).map { attachments[$0].notFoundNote }
    setAccessibleLabel(([content.spoken(choices)] + notes).joined(separator: ", "))
  }

  /// Loads pictures and looks for files again, after the reader has located them.
  package func lookAgain() {
    pictures.clear()
    looking?.cancel()
    looking = nil
    missing = []
    invalidateTexts()
    updateName()
    loadPictures()
    lookForFiles()
  }

  // MARK: Targets

  /// Whether the message can be bookmarked: one of an archive, in a row that does more than show it. Simulated messages
  /// have negative numbers.
  var canBeBookmarked: Bool {
    guard didActivate != nil, !isCompact, let message = content?.message, message.id > 0 else { return false }
    switch message.kind {
    case .service, .gap: return false
    case .normal, .action, .unsupported, .deleted, .note: return true
    }
  }

  /// Whether the star of the message shows; that of a message without a bookmark shows for the pointer and the focus.
  var showsStar: Bool {
    geometry?.star != nil && (content?.message.bookmark != nil || hoversBubble || hasFocus && showsFocus)
  }

  private var starTarget: RowTarget? {
    geometry?.star.map { RowTarget(.activate(.bookmark), [$0.inset(x: -4, y: -2)], radius: 9) }
  }

  /// The targets that can be activated, in keyboard order.
  var targets: [RowTarget] {
    if let knownTargets { return knownTargets }
    guard let geometry, let texts, let content else { return [] }
    var targets: [RowTarget] = []
    let isReply = content.message.reply?.id != nil
    if let rect = geometry.quote, isReply {
      targets.append(RowTarget(.quote, [rect], radius: 10))
    }
    if content.message.kind == .service, isReply, let place = geometry.text {
      let size = texts.body.size
      targets.append(
        RowTarget(.quote, [Rect(x: place.x, y: place.y, width: size.width, height: size.height)], radius: 8))
    }
    for (part, rect) in zip(texts.blocks, geometry.blocks) { targets += part.targets(in: rect) }
    targets += textTargets(texts)
    if let rect = geometry.fold { targets.append(RowTarget(.fold, [rect.inset(x: -6, y: 0)], radius: 9)) }
    if let reactions = texts.reactions, let rect = geometry.reactions {
      targets += reactions.targets(in: rect)
    }
    if let rect = geometry.edited, content.message.hasEarlierTexts {
      targets.append(RowTarget(.edited, [rect.inset(x: -3, y: -2)], radius: 4))
    }
    if content.message.bookmark != nil, let starTarget { targets.append(starTarget) }
    knownTargets = targets
    return targets
  }

  private func textTargets(_ texts: RowTexts) -> [RowTarget] {
    guard let place = geometry?.text else { return [] }
    func target(_ action: RowTarget.Action, _ range: Range<Int>) -> RowTarget? {
      let rects = texts.body.rects(of: range).map {
        Rect(x: place.x + $0.x, y: place.y + $0.y, width: $0.width, height: $0.height)
      }
      if rects.isEmpty { return nil }
      var target = RowTarget(action, rects, radius: 3)
      target.showsHover = false
      return target
    }
    let hidden = choices.showsSpoilers ? [] : text.spoilers
    var found: [(Int, RowTarget)] = []
    for (index, link) in text.links.enumerated() where !hidden.contains(where: { $0.overlaps(link.range) }) {
      if let target = target(.link(index), link.range) { found.append((link.range.lowerBound, target)) }
    }
    for (index, range) in hidden.enumerated() {
      if let target = target(.spoiler(index), range) { found.append((range.lowerBound, target)) }
    }
    for (index, section) in texts.body.sections.enumerated() where section.canExpand {
      guard let rect = quotedRect(index), section.y < texts.body.size.height else { continue }
      found.append((section.range.upperBound, RowTarget(.quotedLines(index), [rect], radius: 8)))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The background of quoted lines, as wide as the bubble's text.
  func quotedRect(_ index: Int) -> Rect? {
    guard let texts, let place = geometry?.text, let bubble = geometry?.bubble else { return nil }
    let rect = texts.body.quoteRect(
      texts.body.sections[index], width: bubble.rect.width - 2 * RowGeometry.padding.x)
    return Rect(
      x: bubble.rect.x + RowGeometry.padding.x, y: place.y + rect.y, width: rect.width, height: rect.height)
  }

  /// The target at a point. Links lie over the lines of quotes, so a quote counts only if no other target is there.
  private func target(at point: Point) -> RowTarget? {
    if showsStar, let starTarget, starTarget.contains(point) { return starTarget }
    let here = targets.filter { $0.contains(point) }
    // A button lies over the attachment to which it belongs.
    if let button = here.first(where: { if case .activate(.locate) = $0.action { true } else { false } }) {
      return button
    }
    return here.first { if case .quotedLines = $0.action { false } else { true } } ?? here.first
  }

  var focusedTarget: RowTarget? { focusedAction.flatMap { action in targets.first { $0.action == action } } }

  /// The name of a part for screen readers.
  package func name(of action: RowTarget.Action) -> String? {
    guard let content, let texts else { return nil }
    switch action {
    case .quote:
      return content.message.reply.map { tr("Go to {message}", ["message": $0.excerpt]) }
    case .link(let index):
      return text.links.indices.contains(index)
        ? tr("Link: {address}", ["address": text.links[index].target]) : nil
    case .spoiler: return tr("Spoiler, hidden")
    case .quotedLines(let index):
      return choices.expandedQuotes.contains(index)
        ? tr("Show less of the quote") : tr("Show all of the quote")
    case .fold:
      let size = Counted.bytes(Double(text.byteCount))
      return choices.isUnfolded ? tr("Show less") : tr("Show all, {size}", ["size": size])
    case .edited: return tr("Edited, show the earlier versions")
    case .reaction(let index): return texts.reactions?.name(index)
    case .activate(.bookmark): return content.message.spokenBookmark ?? tr("Bookmark")
    case .transcript, .reveal, .retry, .activate:
      return texts.blocks.lazy.compactMap { $0.name(of: action) }.first
    }
  }

  private func tooltip(_ target: RowTarget) -> String? {
    if target.action == .activate(.bookmark) {
      return content?.message.bookmark.flatMap { $0.isEmpty ? nil : $0 } ?? tr("Bookmark")
    }
    guard case .reaction(let index) = target.action else { return nil }
    return texts?.reactions?.tooltip(index)
  }

  /// The source's name for a message that cannot be shown.
  private var hoveredKind: String? {
    hoversBubble ? content?.message.details.unsupportedKind : nil
  }

  /// Does the same as a click on a part.
  package func activate(_ action: RowTarget.Action) {
    guard let content else { return }
    let id = content.id
    switch action {
    case .quote: if let id = content.message.reply?.id { didActivateQuote?(id) }
    case .link(let index): open(index)
    case .spoiler: change { $0.showsSpoilers = true }
    case .quotedLines(let index):
      willChangeHeight?(id)
      change { $0.expandedQuotes.formSymmetricDifference([index]) }
    case .transcript(let index):
      willChangeHeight?(id)
      change { $0.unfoldedTranscripts.formSymmetricDifference([index]) }
    case .fold:
      willChangeHeight?(id)
      selection.end()
      change { $0.isUnfolded.toggle() }
    case .edited: showEarlierTexts()
    case .reaction(let index): if let who = texts?.reactions?.tooltip(index) { announce(who) }
    case .reveal(let index):
      change { $0.shownPictures.insert(index) }
      focusedAction = focusedAction.map { _ in .activate(.attachment(index)) }
    case .retry(let index): retry(index)
    case .activate(.attachment(let index)): activateAttachment(index)
    case .activate(let activation): didActivate?(activation, content.message)
    }
  }

  /// Opens a picture that is too large in another program; loads any other failed picture again.
  func activateAttachment(_ index: Int) {
    guard let content else { return }
    switch pictures[index] {
    case .failed(let error)
    where error.kind == .tooLarge && content.message.attachments[index].kind == .photo:
      if error.namesPicture { didActivate?(.openFile(index), content.message) }
    case .failed where content.message.attachments[index].kind == .photo: retry(index)
    default:
      let attachment = content.message.attachments[index]
      let isThere = attachment.path != nil && !missing.contains(index)
      if isThere, let player, RowPlayer.plays(attachment.kind) {
        player.toggle(content.message, index)
      } else {
        didActivate?(.attachment(index), content.message)
      }
    }
  }

  private func retry(_ index: Int) {
    pictures.forget(index)
    loadPictures()
  }

  private func showEarlierTexts() {
    guard let content, let earlierTexts else { return }
    Task { [weak self] in
      let texts = await earlierTexts(content.id)
      guard let self, self.content?.id == content.id, let place = geometry?.edited, isMapped, !texts.isEmpty
      else {
        return
      }
      ContextMenu.open(EarlierTextsPage(texts), at: place, in: self)
    }
  }

  // MARK: Pointer

  private func addPointer() {
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { [weak click] row, count, x, y in
      let extends = click?.modifiers.contains(.shift) ?? false
      // A finger may be held down, for the menu of the selected text.
      if count == 1, click?.isTouch ?? false { return }
      row.isPressed = true
      if row.messageSelection?.isActive == true { return }
      if !extends { row.selection.pressed(count, at: Point(x: x, y: y)) }
    }
    click.released.connect(weak: self) { [weak click] row, count, x, y in
      row.isPressed = false
      let modifiers = click?.modifiers ?? []
      if row.messageSelection?.isActive == true || modifiers.contains(.control), row.isSelectable {
        row.select(extends: modifiers.contains(.shift))
        row.takeFocus()
        return
      }
      guard count == 1 else { return }
      row.selection.clicked(byTouch: click?.isTouch ?? false)
      // The focus enables the keys for scrolling, and those of the row.
      row.takeFocus()
      row.clicked(at: Point(x: x, y: y))
    }
    click.cancelled.connect(weak: self) { row, _ in row.isPressed = false }
    add(click)
    let menu = GestureClick()
    menu.button = 3
    menu.pressed.connect(weak: self) { row, _, x, y in row.openMenu(at: Point(x: x, y: y)) }
    add(menu)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { [weak hold] row, x, y in
      // The release of the finger later is not a click.
      let point = Point(x: x, y: y)
      if row.messageSelection?.isActive == true {
        // The release is not a click: a held finger selects a range.
        row.select(extends: true)
        hold?.set(.claimed)
        return
      }
      if row.selection.held(at: point) || row.openMenu(at: point) { hold?.set(.claimed) }
    }
    add(hold)
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in row.pointerMoved(to: Point(x: x, y: y)) }
    motion.left.connect(weak: self) { row in
      row.hoversBubble = false
      row.hovered = nil
    }
    add(motion)
  }

  private func clicked(at point: Point) {
    guard let target = target(at: point) else { return }
    if case .activate(.attachment(let index)) = target.action, let id = content?.id,
      player?.moment(of: id, index) != nil, let share = share(at: point)
    {
      player?.seek(id, index, to: share)
    } else {
      activate(target.action)
    }
  }

  /// The position in a voice note for a point on its bar, 0…1.
  private func share(at point: Point) -> Double? {
    guard let texts, let geometry else { return nil }
    return zip(texts.blocks, geometry.blocks).lazy.compactMap { $0.share(at: point, in: $1) }.first
  }

  private func pointerMoved(to point: Point) {
    // From the bubble, the pointer can move on to the star beside it.
    let area = hoversBubble ? geometry?.hoverArea : geometry?.bubble?.rect
    hoversBubble = area?.contains(point) ?? false
    hovered = target(at: point)
    if hovered == nil { tooltipText = hoveredKind }
    var acts = hovered != nil
    if case .reaction = hovered?.action { acts = false }
    setCursor(acts ? "pointer" : nil)
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
      row.focusedAction = nil
      row.queueDraw()
    }
    add(focus)
  }

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if selectionKeyPressed(key, modifiers) { return true }
    switch key {
    case Key.returnKey, Key.space: return activateFocused()
    case Key.c where modifiers.contains(.control): selection.copy()
    case Key.menu: openMenu(at: menuPlace)
    case Key.f10 where modifiers.contains(.shift): openMenu(at: menuPlace)
    case Key.escape where selection.end(): break
    case Key.d where modifiers.contains(.control) && canBeBookmarked: send(.bookmark)
    case Key.delete where menu.canDelete: send(.delete)
    case Key.f2 where menu.canEdit: send(.editNote)
    case Key.left, Key.right, Key.up, Key.down:
      return modifiers.isEmpty && (skip(key) || moveInStop(key))
    default: return false
    }
    return true
  }

  /// Activates the focused part. Without one, the row itself goes to the quoted message, or opens its attachment.
  func activateFocused() -> Bool {
    if let target = focusedTarget {
      activate(target.action)
      return true
    }
    guard let mainTarget else { return false }
    activate(mainTarget.action)
    return true
  }

  /// The target of an activation of the row itself.
  private var mainTarget: RowTarget? {
    targets.first { target in
      switch target.action {
      case .activate(.bookmark): false
      case .quote, .activate, .reveal: true
      default: false
      }
    }
  }

  /// Tab moves the focus from the row to each of its parts, and then out. An album is one stop, and so are the reactions.
  private func moveFocusInside(_ direction: FocusDirection) -> Bool {
    guard hasFocus else {
      focusedAction = nil
      return takeFocus()
    }
    let targets = targets
    let place = focusedAction.flatMap { action in targets.firstIndex { $0.action == action } }
    switch direction {
    case .forward:
      let stop = place.map { targets[$0].stop }
      guard let next = targets[(place ?? 0)...].first(where: { $0.stop != stop }) else { return false }
      focus(on: next)
    case .backward:
      guard let place else { return false }
      let stop = targets[place].stop
      guard let last = targets[..<place].last(where: { $0.stop != stop }) else {
        focusedAction = nil
        return true
      }
      if let first = targets.first(where: { $0.stop == last.stop }) { focus(on: first) }
    default: return false
    }
    return true
  }

  /// Left and right skip in the playing sound or film of the focused part. Its time runs from left to right in all languages.
  private func skip(_ key: UInt32) -> Bool {
    guard key == Key.left || key == Key.right, let player, let id = content?.id,
      case .activate(.attachment(let index))? = focusedAction ?? mainTarget?.action,
      player.skip(id, index, forward: key == Key.right), let moment = player.moment(of: id, index)
    else { return false }
    announce(moment.words)
    return true
  }

  /// Arrow keys move inside an album and among the reactions.
  func moveInStop(_ key: UInt32) -> Bool {
    guard let current = focusedTarget else { return false }
    let stop = targets.filter { $0.stop == current.stop }
    guard stop.count > 1, let place = stop.firstIndex(where: { $0.action == current.action }) else {
      return false
    }
    let next: RowTarget?
    switch key {
    case Key.left, Key.right:
      let step = (key == Key.right) == !isRightToLeft ? 1 : -1
      // At the ends the focus stays, instead of leaving the row.
      next = stop.indices.contains(place + step) ? stop[place + step] : current
    default:
      let isDown = key == Key.down
      let from = current.rects[0]
      let middle = from.x + from.width / 2
      let candidates = stop.filter { isDown ? $0.rects[0].y >= from.maxY : $0.rects[0].maxY <= from.y }
      let nearest = isDown ? candidates.map { $0.rects[0].y }.min() : candidates.map { $0.rects[0].y }.max()
      next = candidates.filter { $0.rects[0].y == nearest }.min {
        abs($0.rects[0].x + $0.rects[0].width / 2 - middle)
          < abs($1.rects[0].x + $1.rects[0].width / 2 - middle)
      }
    }
    guard let next else { return false }
    focus(on: next)
    return true
  }

  private func focus(on target: RowTarget) {
    guard target.action != focusedAction else { return }
    focusedAction = target.action
    guard let name = name(of: target.action) else { return }
    if case .link = target.action { announce(name) } else { announce(tr("{name}, button", ["name": name])) }
  }

  // MARK: Actions

  /// Selects the message, or takes it out, for the menu.
  func toggleSelected() { select(extends: false) }

  /// Sends an activation of the whole message.
  package func send(_ activation: MessageActivation) {
    if let message = content?.message { didActivate?(activation, message) }
  }

  /// The place of the star, for the popover of the bookmark.
  package var bookmarkPlace: Rect {
    geometry?.star ?? Rect(x: menuPlace.x, y: menuPlace.y, width: 1, height: 1)
  }

  package func open(_ link: Int) {
    guard text.links.indices.contains(link) else { return }
    LinkQuestion.open(text.links[link].target, from: window)
  }

  private var menuPlace: Point {
    geometry?.bubble.map { Point(x: $0.rect.x + 12, y: $0.rect.maxY) } ?? Point(x: 20, y: 20)
  }

  /// Opens the menu. Returns whether it has entries.
  @discardableResult
  private func openMenu(at point: Point) -> Bool {
    if let target = target(at: point) {
      switch target.action {
      case .link, .activate(.attachment), .activate(.locate): focusedAction = target.action
      default: break
      }
    }
    return menu.open(at: point)
  }
}
