import ChatArchive
import Gtk

/// Draws a row at the places of its ``RowGeometry``.
@MainActor
struct MessagePainter {
  let row: MessageRow
  let content: ChatRowContent
  let texts: RowTexts
  let geometry: RowGeometry
  /// Whether a text is not drawn yet, because this frame has no time for its glyphs.
  private(set) var isIncomplete = false
  private let palette: ChatPalette

  private var message: Message { content.message }

  init(row: MessageRow, content: ChatRowContent, texts: RowTexts, geometry: RowGeometry) {
    self.row = row
    self.content = content
    self.texts = texts
    self.geometry = geometry
    palette = .current(for: row)
  }

  mutating func draw(on snapshot: Snapshot) {
    if row.highlight > 0 {
      snapshot.fill(
        Rect(x: 0, y: 0, width: Double(row.width), height: geometry.height),
        palette.accentWash.faded(row.highlight))
    }
    drawDay(snapshot)
    drawUnread(snapshot)
    if message.kind == .service {
      if let place = geometry.text {
        drawSelection(snapshot, at: place, palette.accentWash)
        draw(texts.body, size: 9, at: place, palette.dim, on: snapshot)
        if row.showsFocus, row.hasFocus, row.focusedLink == nil {
          let size = texts.body.size
          let rect = Rect(x: place.x - 8, y: place.y, width: size.width + 16, height: size.height)
          snapshot.focusRing(RoundedRect(rect, radius: 8), offset: 0, palette.accentForeground)
        }
      }
      return
    }
    drawAvatar(snapshot)
    drawBubble(snapshot)
    if let place = geometry.name, let name = texts.name {
      draw(name, size: 10, weight: 600, at: place, senderColor(message.sender), on: snapshot)
    }
    drawQuote(snapshot)
    drawMedia(snapshot)
    drawFile(snapshot)
    drawText(snapshot)
    drawTime(snapshot)
    if row.showsFocus, row.hasFocus, row.focusedLink == nil, let bubble = geometry.bubble {
      snapshot.focusRing(bubble, palette.accentForeground)
    }
  }

  /// Draws a text of the archive; not before the next frame, if this one has no time for its glyphs.
  private mutating func draw(
    _ text: TextLayout, size: Double, weight: Int = 400, at place: Point, _ color: Color,
    on snapshot: Snapshot
  ) {
    let font = FrameBudget.Font(size: size * texts.scale * Double(row.scaleFactor), weight: weight)
    if FrameBudget.shared.admitsDrawing(of: text.text, in: font, frame: row.frameClock?.frameCounter) {
      snapshot.text(text, at: place, color)
    } else {
      isIncomplete = true
    }
  }

  private func senderColor(_ sender: Participant?) -> Color {
    sender.map { palette.senders[ChatPalette.index(of: $0.colorSeed)] } ?? palette.dim
  }

  private var isBare: Bool { row.text.isEmojiOnly && message.reply == nil }

  private func drawDay(_ snapshot: Snapshot) {
    guard let rect = geometry.day, let day = texts.day else { return }
    snapshot.fill(RoundedRect(rect, radius: rect.height / 2), palette.hover)
    snapshot.text(
      day, at: Point(x: rect.x + 13, y: rect.y + ((rect.height - day.size.height) / 2).rounded()), palette.dim
    )
  }

  private func drawUnread(_ snapshot: Snapshot) {
    guard let rect = geometry.unread, let unread = texts.unread else { return }
    let size = unread.size
    let x = rect.x + ((rect.width - size.width) / 2).rounded()
    let y = (rect.y + rect.height / 2).rounded()
    let line = palette.accentForeground.faded(0.35)
    snapshot.fill(Rect(x: rect.x, y: y, width: x - 12 - rect.x, height: 1), line)
    snapshot.fill(Rect(x: x + size.width + 12, y: y, width: rect.maxX - x - size.width - 12, height: 1), line)
    snapshot.text(unread, at: Point(x: x, y: rect.y), palette.accentForeground)
  }

  private func drawAvatar(_ snapshot: Snapshot) {
    guard let rect = geometry.avatar, let sender = message.sender else { return }
    let colors = ChatPalette.avatars[ChatPalette.index(of: sender.colorSeed)]
    snapshot.fill(RoundedRect(rect, radius: rect.width / 2), top: colors.top, bottom: colors.bottom)
    guard let initials = texts.initials else { return }
    let size = initials.size
    snapshot.text(
      initials,
      at: Point(
        x: rect.x + ((rect.width - size.width) / 2).rounded(),
        y: rect.y + ((rect.height - size.height) / 2).rounded()),
      .white)
  }

  private func drawBubble(_ snapshot: Snapshot) {
    guard let bubble = geometry.bubble, !isBare else { return }
    if message.isOwn {
      snapshot.fill(bubble, top: palette.ownTop, bottom: palette.ownBottom)
    } else {
      snapshot.shadow(bubble, palette.shade, dy: 1, blur: 2)
      snapshot.fill(bubble, palette.surface)
      snapshot.stroke(bubble, width: 1, palette.line.faded(0.4))
    }
  }

  private mutating func drawQuote(_ snapshot: Snapshot) {
    guard let rect = geometry.quote, let quote = message.reply, let name = texts.quoteName,
      let excerpt = texts.quoteText
    else { return }
    let color =
      message.isOwn ? Color.white : quote.isOwn ? palette.accentForeground : senderColor(quote.sender)
    let shape = RoundedRect(rect, radius: 10)
    let bar = row.isRightToLeft ? rect.maxX - 3 : rect.x
    snapshot.fill(shape, message.isOwn ? palette.ownQuote : palette.quoteWash)
    snapshot.clipped(to: shape) {
      snapshot.fill(Rect(x: bar, y: rect.y, width: 3, height: rect.height), color)
    }
    func x(_ layout: TextLayout) -> Double {
      row.isRightToLeft ? rect.maxX - 12 - layout.size.width : rect.x + 12
    }
    draw(name, size: 10, weight: 600, at: Point(x: x(name), y: rect.y + 5), color, on: snapshot)
    draw(
      excerpt, size: 10, at: Point(x: x(excerpt), y: rect.y + 5 + name.size.height.rounded(.up)),
      message.isOwn ? ChatPalette.ownQuoteText : palette.dim, on: snapshot)
  }

  private func drawMedia(_ snapshot: Snapshot) {
    guard let rect = geometry.media, let attachment = message.attachments.first else { return }
    let shape = RoundedRect(rect, radius: 14)
    if case .loaded(_, let opacity) = row.picture, opacity >= 1 {
    } else {
      drawReservedSpace(snapshot, shape, attachment)
    }
    if case .loaded(let texture, let opacity) = row.picture {
      snapshot.clipped(to: shape) {
        snapshot.faded(opacity) { snapshot.texture(texture, in: Self.cover(rect, texture)) }
      }
      if attachment.isFilm { drawNote(snapshot, rect) }
    }
    if case .failed = row.picture { drawFailure(snapshot, rect) }
  }

  /// The rectangle of a picture that covers `rect` and keeps its proportions.
  private static func cover(_ rect: Rect, _ texture: Texture) -> Rect {
    let scale = max(rect.width / Double(texture.width), rect.height / Double(texture.height))
    let width = Double(texture.width) * scale
    let height = Double(texture.height) * scale
    return Rect(
      x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width: width,
      height: height)
  }

  private func drawReservedSpace(_ snapshot: Snapshot, _ shape: RoundedRect, _ attachment: Attachment) {
    let rect = shape.rect
    let colors = ChatPalette.avatars[Int(UInt64(truncatingIfNeeded: message.id) % 8)]
    snapshot.gradient(
      shape, from: Point(x: rect.x, y: rect.y), to: Point(x: rect.maxX, y: rect.maxY),
      [(0, colors.top.faded(0.35)), (1, colors.bottom.faded(0.55))])
    drawNote(snapshot, rect)
  }

  private func drawNote(_ snapshot: Snapshot, _ rect: Rect) {
    guard let note = texts.fileNote else { return }
    let size = note.size
    guard size.width + 34 < rect.width else { return }
    let chip = Rect(x: rect.x + 8, y: rect.maxY - 8 - 20, width: size.width + 18, height: 20)
    snapshot.fill(RoundedRect(chip, radius: 10), Color.black.faded(0.55))
    snapshot.text(note, at: Point(x: chip.x + 9, y: chip.y + ((20 - size.height) / 2).rounded()), .white)
  }

  private func drawFailure(_ snapshot: Snapshot, _ rect: Rect) {
    if let note = row.pictureNote { return drawPictureNote(snapshot, rect, note) }
    let size = 32.0
    let icon = IconPaintable(named: "image-missing-symbolic", size: 32, for: row)
    let place = Rect(
      x: rect.x + ((rect.width - size) / 2).rounded(), y: rect.y + ((rect.height - size) / 2).rounded(),
      width: size, height: size)
    snapshot.fill(RoundedRect(place.inset(x: -10, y: -10), radius: 26), Color.black.faded(0.45))
    snapshot.icon(icon, in: place, .white)
  }

  private func drawPictureNote(
    _ snapshot: Snapshot, _ rect: Rect, _ note: (title: String, offer: String?)
  ) {
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
      snapshot.fill(RoundedRect(place, radius: 10), Color.black.faded(0.55))
      snapshot.text(texts, at: Point(x: rect.x + 12, y: place.y + 8), .white)
    }
  }

  private mutating func drawFile(_ snapshot: Snapshot) {
    guard let rect = geometry.file, let attachment = message.attachments.first else { return }
    let disc = Rect(x: row.isRightToLeft ? rect.maxX - 36 : rect.x, y: rect.y + 2, width: 36, height: 36)
    let ground = message.isOwn ? palette.ownQuote : palette.accentWash
    let color = message.isOwn ? Color.white : palette.accentForeground
    snapshot.fill(RoundedRect(disc, radius: 18), ground)
    let name =
      attachment.kind == .audio || attachment.kind == .voice
      ? "audio-x-generic-symbolic" : "text-x-generic-symbolic"
    snapshot.icon(
      IconPaintable(named: name, size: 16, for: row), in: disc.inset(x: 10, y: 10), color)
    func x(_ layout: TextLayout) -> Double {
      row.isRightToLeft ? rect.maxX - 48 - layout.size.width : rect.x + 48
    }
    if let name = texts.fileName {
      draw(
        name, size: 10, weight: 600, at: Point(x: x(name), y: rect.y + 3),
        message.isOwn ? .white : palette.foreground, on: snapshot)
    }
    if let note = texts.fileNote {
      snapshot.text(
        note, at: Point(x: x(note), y: rect.y + 21), message.isOwn ? ChatPalette.ownQuoteText : palette.dim)
    }
  }

  private mutating func drawText(_ snapshot: Snapshot) {
    guard let place = geometry.text, !row.text.text.isEmpty else { return }
    drawSelection(
      snapshot, at: place,
      message.isOwn && !isBare ? Color.white.faded(0.3) : palette.accentForeground.faded(0.25))
    draw(
      texts.body, size: row.text.isEmojiOnly ? 30 : 11, at: place,
      message.isOwn && !isBare ? .white : palette.foreground, on: snapshot)
    if row.showsFocus, let link = row.focusedLink, row.text.links.indices.contains(link) {
      for rect in texts.body.rects(of: row.text.links[link].range) {
        snapshot.focusRing(
          RoundedRect(
            Rect(x: place.x + rect.x, y: place.y + rect.y, width: rect.width, height: rect.height), radius: 3),
          offset: 0, message.isOwn ? .white : palette.accentForeground)
      }
    }
  }

  private func drawSelection(_ snapshot: Snapshot, at place: Point, _ color: Color) {
    guard let selection = row.selection, !selection.isEmpty else { return }
    for rect in texts.body.rects(of: selection) {
      snapshot.fill(
        Rect(x: place.x + rect.x, y: place.y + rect.y, width: rect.width, height: rect.height), color)
    }
  }

  private func drawTime(_ snapshot: Snapshot) {
    // Inside a group the time shows on hover and focus only. Its space is reserved, so nothing moves.
    guard content.groupPosition.isLast || row.hoversBubble || row.hasFocus else { return }
    snapshot.text(texts.time, at: geometry.time, palette.dim)
    guard let tick = geometry.tick else { return }
    snapshot.cairo(Rect(x: tick.x - 1, y: tick.y - 6, width: 14, height: 12)) { context in
      context.setColor(palette.dim)
      context.setLine(width: 1.6)
      context.move(to: Point(x: tick.x + 1, y: tick.y + 0.5))
      context.line(to: Point(x: tick.x + 4.2, y: tick.y + 3.6))
      context.line(to: Point(x: tick.x + 10.8, y: tick.y - 3.4))
      context.stroke()
    }
  }
}
