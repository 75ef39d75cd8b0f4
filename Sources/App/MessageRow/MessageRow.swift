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
  /// Whether the message is selected, as assistive technology was told; nil while none is being selected.
  var selectedState: Bool?
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
  /// ``targets``, until the layout changes.
  var knownTargets: [RowTarget]?
  package private(set) lazy var pictures = RowPictures(of: self)
  /// The attachments whose files were looked for and not found.
  package private(set) var missing: Set<Int> = []
  private var looking: Task<Void, Never>?

  /// The selected part of the text.
  package private(set) lazy var selection = TextSelection(of: self)
  /// The handles by which fingers change the selection; nil for a row without them.
  package weak var handles: SelectionHandles?
  private(set) lazy var menu = RowMenu(of: self)
  /// The action of the focused part inside the row.
  var focusedAction: RowTarget.Action? {
    didSet { if focusedAction != oldValue { queueDraw() } }
  }
  /// The target below the pointer.
  package internal(set) var hovered: RowTarget? {
    didSet {
      guard hovered != oldValue else { return }
      if hovered?.showsHover == true || oldValue?.showsHover == true { queueDraw() }
      tooltipText = hovered.flatMap(tooltip) ?? hoveredKind
    }
  }
  package internal(set) var isPressed = false {
    didSet { if isPressed != oldValue, hovered != nil { queueDraw() } }
  }
  var hoversBubble = false { didSet { if hoversBubble != oldValue { queueDraw() } } }
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
    defer { messageSelectionChanged() }
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
  }

  /// Applies the changes in ``memory``.
  package func readMemory() { if let content { bind(content) } }

  func change(_ body: (inout RowChoices) -> Void) {
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

  func loadPictures() {
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
}
