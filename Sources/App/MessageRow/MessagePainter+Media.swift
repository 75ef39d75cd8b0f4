import Controls
import Gtk

/// The drawings of a row's parts on pictures and in bubbles.
extension MessagePainter {
  /// The rectangle of a picture that covers `rect` and keeps its proportions.
  static func cover(_ rect: Rect, _ texture: Texture) -> Rect { scaled(rect, texture, by: max) }

  /// The rectangle of a picture inside of `rect` that keeps its proportions.
  static func fit(_ rect: Rect, _ texture: Texture) -> Rect { scaled(rect, texture, by: min) }

  /// The same for a picture of this size.
  static func cover(_ rect: Rect, width: Int, height: Int) -> Rect { scaled(rect, width, height, by: max) }

  private static func scaled(_ rect: Rect, _ texture: Texture, by choose: (Double, Double) -> Double) -> Rect
  {
    scaled(rect, texture.width, texture.height, by: choose)
  }

  private static func scaled(
    _ rect: Rect, _ width: Int, _ height: Int, by choose: (Double, Double) -> Double
  ) -> Rect {
    let (wide, high) = (Double(max(1, width)), Double(max(1, height)))
    let scale = choose(rect.width / wide, rect.height / high)
    let width = wide * scale
    let height = high * scale
    return Rect(
      x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width: width,
      height: height)
  }

  /// Draws two tones in place of a picture that is not loaded yet. They differ by `seed`.
  func drawReservedSpace(_ snapshot: Snapshot, _ shape: RoundedRect, seed: Int) {
    let rect = shape.rect
    let colors = ChatPalette.avatars[Int(UInt64(truncatingIfNeeded: message.id &+ Int64(seed)) % 8)]
    snapshot.fill(shape, palette.sunken)
    snapshot.gradient(
      shape, from: Point(x: rect.x, y: rect.y), to: Point(x: rect.maxX, y: rect.maxY),
      [(0, colors.top.faded(0.35)), (1, colors.bottom.faded(0.55))])
  }

  // MARK: Chips

  /// Draws a note at the lower corner where a line starts.
  func drawChip(_ snapshot: Snapshot, _ note: TextLayout, icon: String?, atStartOf rect: Rect) {
    guard let size = chipSize(note, icon, in: rect) else { return }
    let x = row.readingDirection.x(leading: 8, width: size.width, in: rect)
    drawChip(
      snapshot, note, icon, Rect(x: x, y: rect.maxY - 8 - size.height, width: size.width, height: size.height)
    )
  }

  /// Draws a note in the middle of the lower edge.
  func drawChip(_ snapshot: Snapshot, _ note: TextLayout, icon: String?, atBottomOf rect: Rect) {
    guard let size = chipSize(note, icon, in: rect) else { return }
    let x = rect.x + ((rect.width - size.width) / 2).rounded()
    drawChip(
      snapshot, note, icon,
      Rect(x: x, y: rect.maxY - 10 - size.height, width: size.width, height: size.height))
  }

  /// Draws a note in the middle.
  func drawChip(_ snapshot: Snapshot, _ note: TextLayout, icon: String?, centeredIn rect: Rect) {
    guard let size = chipSize(note, icon, in: rect) else { return }
    let x = rect.x + ((rect.width - size.width) / 2).rounded()
    let y = rect.y + ((rect.height - size.height) / 2).rounded()
    drawChip(snapshot, note, icon, Rect(x: x, y: y, width: size.width, height: size.height))
  }

  /// The size of a chip; nil if it does not fit.
  private func chipSize(_ note: TextLayout, _ icon: String?, in rect: Rect) -> RowGeometry.Extent? {
    let size = note.extent
    let width = size.width + 18 + (icon == nil ? 0 : 17)
    let height = max(20, size.height + 4)
    guard width + 16 <= rect.width, height + 12 <= rect.height else { return nil }
    return .init(width: width, height: height)
  }

  private func drawChip(_ snapshot: Snapshot, _ note: TextLayout, _ icon: String?, _ rect: Rect) {
    let shape = RoundedRect(rect, radius: rect.height / 2)
    snapshot.fill(shape, palette.mediaChip)
    if palette.isHighContrast { snapshot.stroke(shape, width: 1, .white) }
    let size = note.extent
    if let icon {
      let place = Rect(
        x: row.readingDirection.x(leading: 9, width: 12, in: rect),
        y: rect.y + ((rect.height - 12) / 2).rounded(),
        width: 12, height: 12)
      snapshot.icon(IconPaintable(named: icon, size: 12, for: row), in: place, .white)
    }
    let x = row.readingDirection.x(leading: icon == nil ? 9 : 26, width: size.width, in: rect)
    snapshot.text(note, at: Point(x: x, y: rect.y + ((rect.height - size.height) / 2).rounded()), .white)
  }

  /// Draws a round icon in the middle.
  func drawDisc(_ snapshot: Snapshot, _ rect: Rect, icon: String, size: Double) {
    let place = Rect(
      x: rect.x + ((rect.width - size) / 2).rounded(), y: rect.y + ((rect.height - size) / 2).rounded(),
      width: size,
      height: size)
    let shape = RoundedRect(place, radius: size / 2)
    snapshot.fill(shape, palette.mediaChip)
    if palette.isHighContrast { snapshot.stroke(shape, width: 1, .white) }
    let inset = ((size - 18) / 2).rounded()
    guard inset > 0 else { return }
    snapshot.icon(IconPaintable(named: icon, size: 18, for: row), in: place.inset(x: inset, y: inset), .white)
  }

  /// Draws the sign of a loading picture.
  func drawRing(_ snapshot: Snapshot, _ rect: Rect, size: Double) {
    guard rect.width > size + 8, rect.height > size + 8 else { return }
    let place = Rect(
      x: rect.x + ((rect.width - size) / 2).rounded(), y: rect.y + ((rect.height - size) / 2).rounded(),
      width: size,
      height: size)
    snapshot.fill(RoundedRect(place, radius: size / 2), palette.mediaChip)
    snapshot.stroke(
      RoundedRect(place.inset(x: 6, y: 6), radius: size / 2 - 6), width: 2, Color.white.faded(0.85))
  }

  /// Draws the note on a picture that is too large to show.
  func drawPictureNote(_ snapshot: Snapshot, _ rect: Rect, _ note: (title: String, offer: String?)) {
    let texts = TextLayout(for: row)
    let title = note.title.utf8.count
    texts.set(
      note.title + (note.offer.map { "\n\($0)" } ?? ""),
      [TextAttribute(.size(9)), TextAttribute(.weight(600), 0..<title)])
    texts.wrapWords()
    texts.centerLines()
    texts.width = rect.width - 24
    let size = texts.size
    let place = Rect(
      x: rect.x + 8, y: rect.y + ((rect.height - size.height) / 2).rounded() - 8, width: rect.width - 16,
      height: size.height + 16)
    snapshot.clipped(to: rect) {
      snapshot.fill(RoundedRect(place, radius: 10), palette.mediaChip)
      snapshot.text(texts, at: Point(x: rect.x + 12, y: place.y + 8), .white)
    }
  }

  /// Draws a button with a word over a picture.
  func drawPictureButton(_ snapshot: Snapshot, _ label: TextLayout, in rect: Rect) {
    let shape = RoundedRect(rect, radius: 9)
    snapshot.fill(shape, palette.mediaChip)
    if palette.isHighContrast { snapshot.stroke(shape, width: 1, .white) }
    let size = label.size
    snapshot.text(
      label,
      at: Point(
        x: rect.x + ((rect.width - size.width) / 2).rounded(),
        y: rect.y + ((rect.height - size.height) / 2).rounded()), .white)
  }

  // MARK: In bubbles

  /// Draws a button with a word.
  func drawButton(_ snapshot: Snapshot, _ label: TextLayout, in rect: Rect) {
    let shape = RoundedRect(rect, radius: 9)
    snapshot.fill(shape, message.isOnOwnBubble ? palette.ownQuote : palette.hover)
    if palette.isHighContrast { snapshot.stroke(shape, width: 1, textColor) }
    let size = label.size
    snapshot.text(
      label,
      at: Point(
        x: rect.x + ((rect.width - size.width) / 2).rounded(),
        y: rect.y + ((rect.height - size.height) / 2).rounded()),
      textColor)
  }

  /// Draws a dashed edge around a missing attachment.
  func drawDashes(_ snapshot: Snapshot, _ rect: Rect, radius: Double) {
    let color = row.ground == .bubble ? dimColor : palette.foreground
    let isFaint = row.ground != .bubble && !palette.isHighContrast
    snapshot.cairo(rect) { context in
      context.setColor(color.faded(isFaint ? 0.3 : 0.8))
      context.setLine(width: 1.5)
      context.setDash(on: 4, off: 4)
      context.roundedRect(rect.inset(x: 1, y: 1), radius: radius - 1)
      context.stroke()
    }
  }
}
