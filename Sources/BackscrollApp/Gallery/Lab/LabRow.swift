import Gtk

/// A small bubble with a short text: as light as a row can be, so that five lists of them cost little.
final class LabRow: CustomWidget {
  var message = LabMessage(id: -1, text: "", isOwn: false) {
    didSet { if message != oldValue { textChanged() } }
  }

  /// The row that is being read has a ring.
  var isRead = false {
    didSet { if isRead != oldValue { queueDraw() } }
  }

  private lazy var layout: TextLayout = makeLayout()

  /// Points: between the column's edge and the bubbles, inside a bubble, between two rows, and what the text does
  /// without so that a bubble tells whose it is.
  private static let margin = 10.0
  private static let padding = (x: 12.0, y: 6.0)
  private static let gap = 8.0
  private static let indent = 24.0
  private static let radius = 15.0
  private static let ring = 2.0

  override class var cssName: String { "labrow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  private func makeLayout() -> TextLayout {
    let layout = TextLayout(for: self)
    layout.wrapWords()
    layout.set(message.text)
    return layout
  }

  private func textChanged() {
    layout.set(message.text)
    setAccessibleLabel(message.text)
    queueResize()
  }

  override func styleChanged() {
    layout = makeLayout()
    queueResize()
  }

  private func fit(_ width: Int) {
    layout.width = max(20, Double(width) - 2 * Self.margin - 2 * Self.padding.x - Self.indent)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 80, natural: 200) }
    fit(size < 0 ? 200 : size)
    return Measure(minimum: Int((layout.size.height + 2 * Self.padding.y + Self.gap).rounded(.up)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    let palette = ChatPalette.current(for: self)
    fit(width)
    let text = layout.size
    let bubbleWidth = text.width + 2 * Self.padding.x
    let isAtRight = message.isOwn != isRightToLeft
    let box = Rect(
      x: isAtRight ? Double(width) - Self.margin - bubbleWidth : Self.margin, y: Self.gap / 2,
      width: bubbleWidth, height: Double(height) - Self.gap)
    let shape = RoundedRect(box, radius: min(Self.radius, box.height / 2))
    if message.isOwn {
      snapshot.fill(shape, top: palette.ownTop, bottom: palette.ownBottom)
    } else {
      snapshot.shadow(shape, palette.shade, dy: 1, blur: 2)
      snapshot.fill(shape, palette.surface)
      snapshot.stroke(shape, width: 1, palette.line)
    }
    snapshot.text(
      layout, at: Point(x: box.x + Self.padding.x, y: box.y + Self.padding.y),
      message.isOwn ? .white : palette.foreground)
    if isRead { snapshot.focusRing(shape, width: Self.ring, offset: 1, palette.accentForeground) }
  }
}
