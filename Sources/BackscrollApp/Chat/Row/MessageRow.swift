import ChatArchive
import Gtk
import Translation

/// One message of a conversation: a single widget that lays out and draws its own texts.
///
/// Nested boxes of labels cost 18 ms a fresh row and this 0.2 ms. What labels would have given it gives itself:
/// links, selection, accessible text, direction, colours of the style, text scale.
final class MessageRow: CustomWidget {
  private(set) var content: ChatRowContent?
  /// A click on the quote above the text.
  var onActivateQuote: ((Message.ID) -> Void)?

  private(set) var text = MessageText()
  private(set) var texts: RowTexts?
  private(set) var geometry: RowGeometry?
  private var geometryWidth = 0

  /// Selected bytes of the text.
  var selection: Range<Int>? { didSet { if selection != oldValue { queueDraw() } } }
  /// The link the keyboard is on.
  var focusedLink: Int? { didSet { if focusedLink != oldValue { queueDraw() } } }
  var hoversBubble = false { didSet { if hoversBubble != oldValue { queueDraw() } } }
  /// Opacity of the wash after a jump to this row.
  private(set) var wash = 0.0
  var picture: PictureState = .none { didSet { queueDraw() } }
  private var loading: Task<Void, Never>?

  override init() {
    super.init()
    isFocusable = true
    addInteraction()
  }

  isolated deinit { loading?.cancel() }

  override class var cssName: String { "messagerow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  /// Shows another message, or the same one anew.
  func bind(_ content: ChatRowContent) {
    guard content != self.content else { return }
    if content.id != self.content?.id {
      selection = nil
      focusedLink = nil
      hoversBubble = false
      wash = 0
      loading?.cancel()
      loading = nil
      picture = .none
    }
    if content.message != self.content?.message { text = MessageText(content.message) }
    self.content = content
    forgetTexts()
    setAccessibleLabel(content.spoken)
    if isMapped { loadPicture() }
  }

  private func forgetTexts() {
    texts = nil
    geometry = nil
    queueResize()
  }

  override func styleChanged() { forgetTexts() }
  override func directionChanged() { forgetTexts() }
  override func mapped() { loadPicture() }
  override func focus(_ direction: FocusDirection) -> Bool { moveLinkFocus(direction) }

  override func unmapped() {
    loading?.cancel()
    loading = nil
    hoversBubble = false
  }

  // MARK: Layout

  /// Lays the row out for a width, unless it is already.
  private func layOut(_ width: Int) -> RowGeometry {
    if let geometry, geometryWidth == width { return geometry }
    guard let content else { return RowGeometry(.init(), width: Double(width)) }
    let texts =
      self.texts ?? RowTexts(for: self, content: content, text: text, palette: .current(for: self))
    self.texts = texts
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

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    return Measure(minimum: Int(layOut(size < 0 ? 600 : size).height.rounded(.up)))
  }

  override func allocate(width: Int, height: Int) { _ = layOut(width) }

  override func snapshot(_ snapshot: Snapshot) {
    guard let content, let texts else { return }
    MessagePainter(row: self, content: content, texts: texts, geometry: layOut(width)).draw(on: snapshot)
  }

  // MARK: Wash

  /// Lights the row up for 900 ms: the place a jump has led to.
  func flash() {
    guard DesktopSettings.current?.animates ?? true else { return lightUp() }
    var start: Double?
    onTick { [weak self] time in
      guard let self else { return false }
      let begun = start ?? time
      start = begun
      wash = max(0, 1 - (time - begun) / 0.9)
      queueDraw()
      return wash > 0
    }
  }

  /// The same without a fade: on, and off again.
  private func lightUp() {
    wash = 1
    queueDraw()
    let lit = content?.id
    MainLoop.after(seconds: 0.9) { [weak self] in
      guard let self, content?.id == lit else { return }
      wash = 0
      queueDraw()
    }
  }

  // MARK: Picture

  private func loadPicture() {
    guard let attachment = content?.message.attachment, attachment.isPicture, case .none = picture else {
      return
    }
    let box = Int(360) * scaleFactor
    guard let path = attachment.path else { return }
    if let known = PictureCache.shared.texture(path, box) {
      picture = .loaded(known, opacity: 1)
      return
    }
    picture = .loading
    loading = Task { [weak self] in
      let result = await PictureCache.shared.load(path, box: box, attachment: attachment)
      guard !Task.isCancelled, let self else { return }
      switch result {
      case .success(let texture): fadeIn(texture)
      case .failure: picture = .failed
      }
    }
  }

  private func fadeIn(_ texture: Texture) {
    guard DesktopSettings.current?.animates ?? false, isMapped else {
      picture = .loaded(texture, opacity: 1)
      return
    }
    var start: Double?
    onTick { [weak self] time in
      guard let self, loading != nil else { return false }
      let begun = start ?? time
      start = begun
      let opacity = min(1, (time - begun) / 0.18)
      picture = .loaded(texture, opacity: opacity)
      return opacity < 1
    }
  }

  /// Tries again to load a picture that failed.
  func retryPicture() {
    guard case .failed = picture else { return }
    picture = .none
    loadPicture()
  }
}

/// How far a row's picture is.
enum PictureState {
  case none, loading, failed
  case loaded(Texture, opacity: Double)
}

extension Quote {
  /// Whom a message answers, as a screen reader says it.
  fileprivate var spoken: String {
    if isOwn { return tr("in answer to you") }
    guard let sender else { return tr("in answer to a message") }
    return tr("in answer to {name}", ["name": sender.name])
  }
}

extension ChatRowContent {
  /// The row as a screen reader says it.
  var spoken: String {
    var parts: [String] = []
    if let day { parts.append(day) }
    let sender = message.isOwn ? tr("You") : message.sender?.name
    if message.kind == .service { return (parts + [message.text]).joined(separator: ", ") }
    parts.append([sender, time].compactMap { $0 }.joined(separator: ", "))
    if let reply = message.reply {
      parts.append(reply.spoken)
    }
    if let attachment = message.attachment {
      parts.append([attachment.kind.title, attachment.name].compactMap(\.self).joined(separator: " "))
    }
    let head = parts.joined(separator: ", ")
    return message.text.isEmpty ? head : "\(head): \(message.text.prefix(2000))"
  }
}
