import AppBase
import Chats
import Controls
import Gtk

/// Draws a row at the places of its ``RowGeometry``.
@MainActor
struct MessagePainter {
  let row: MessageRow
  let content: ChatRowContent
  let texts: RowTexts
  let geometry: RowGeometry
  /// Whether a text was left out, because this frame has no time for its glyphs.
  private(set) var isIncomplete = false
  /// Whether the next hit to draw is the first one of the message.
  var isFirstHit = true
  let palette: ChatPalette

  var message: Message { content.message }
  /// The colors of texts on the bubble.
  var textColor: Color { message.isOnOwnBubble ? .white : palette.foreground }
  /// The color of secondary texts. White on an own bubble too, where a dimmer color would have too little contrast;
  /// only the size differs there.
  var dimColor: Color { message.isOnOwnBubble ? .white : palette.dim }

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
    drawSelected(snapshot)
    drawBeginning(snapshot)
    drawDay(snapshot)
    drawUnread(snapshot)
    switch message.kind {
    case .service: return drawService(snapshot)
    case .gap: return drawGap(snapshot)
    case .normal, .action, .unsupported, .deleted, .note: break
    }
    drawAvatar(snapshot)
    drawBubble(snapshot)
    if texts.compactLine != nil { return drawCompact(snapshot) }
    if let place = geometry.name, let name = texts.name {
      draw(name, size: 10, weight: 600, at: place, senderColor(message.sender), on: snapshot)
    }
    if let place = geometry.topic, let topic = texts.topic {
      draw(topic, size: 9, at: place, row.ground == .bubble ? dimColor : palette.dim, on: snapshot)
    }
    drawForward(snapshot)
    drawQuote(snapshot)
    for (part, rect) in zip(texts.blocks, geometry.blocks) { part.draw(in: rect, on: snapshot, by: &self) }
    drawText(snapshot)
    drawFold(snapshot)
    if let reactions = texts.reactions, let rect = geometry.reactions {
      reactions.draw(in: rect, on: snapshot, by: &self)
    }
    if let replies = texts.replies, let rect = geometry.replies {
      replies.draw(in: rect, on: snapshot, by: &self)
    }
    drawOutlineOfHit(snapshot)
    drawHover(snapshot)
    drawTime(snapshot)
    drawFocus(snapshot)
  }

  /// Draws the ground of a selected message, below a day and the like.
  private func drawSelected(_ snapshot: Snapshot) {
    guard row.isInSelection else { return }
    let top = [geometry.beginning, geometry.day, geometry.unread].compactMap { $0?.maxY }.max() ?? 0
    let ground = Rect(x: 0, y: top, width: Double(row.width), height: geometry.height - top)
    snapshot.fill(ground, palette.accentWash)
    let bar = row.readingDirection.x(leading: 0, width: Self.selectedBar, in: ground)
    snapshot.fill(
      Rect(x: bar, y: top, width: Self.selectedBar, height: ground.height), palette.accentForeground)
  }

  /// Points of the bar beside a selected message, as in the list of chats.
  private static let selectedBar = 3.0

  /// Draws the name, the picture and the line of a compact row.
  private mutating func drawCompact(_ snapshot: Snapshot) {
    if let place = geometry.name, let name = texts.name {
      draw(name, size: 10, weight: 600, at: place, senderColor(message.sender), on: snapshot)
    }
    for (part, rect) in zip(texts.blocks, geometry.blocks) { part.draw(in: rect, on: snapshot, by: &self) }
    snapshot.text(texts.time, at: geometry.time, palette.dim)
    guard let place = geometry.text, let line = texts.compactLine else { return }
    draw(line, size: 10, at: place, message.isOnOwnBubble ? .white : palette.foreground, on: snapshot)
  }

  // MARK: Middle of the column

  private mutating func drawService(_ snapshot: Snapshot) {
    guard let place = geometry.text else { return }
    drawSelection(snapshot, at: place, palette.accentWash)
    let layout = texts.body.sections[0].layout
    draw(layout, size: 9, at: place, palette.dim, on: snapshot, isSearched: true)
    let size = layout.size
    let x = place.x + ((texts.body.size.width - size.width) / 2).rounded()
    if case .call = message.details.content {
      let icon = Rect(
        x: row.readingDirection.x(
          leading: -18, width: 12, in: Rect(x: x, y: 0, width: size.width, height: 0)),
        y: place.y + ((size.height - 12) / 2).rounded(),
        width: 12, height: 12)
      snapshot.icon(IconPaintable(named: "call-start-symbolic", size: 12, for: row), in: icon, palette.dim)
    }
    if row.showsFocus, row.hasFocus {
      let rect = Rect(x: x - 8, y: place.y, width: size.width + 16, height: size.height)
      snapshot.focusRing(RoundedRect(rect, radius: 8), offset: 0, palette.accentForeground)
    }
  }

  private mutating func drawGap(_ snapshot: Snapshot) {
    guard let rect = geometry.gap else { return }
    let layout = texts.body.sections[0].layout
    let size = layout.extent
    let x = rect.x + ((rect.width - size.width) / 2).rounded()
    let y = rect.y + (rect.height / 2).rounded()
    draw(layout, size: 9, at: Point(x: x, y: y - (size.height / 2).rounded()), palette.dim, on: snapshot)
    let color = palette.foreground.faded(palette.isHighContrast ? 1 : 0.28)
    snapshot.cairo(Rect(x: rect.x, y: y - 1, width: rect.width, height: 3)) { context in
      context.setColor(color)
      context.setLine(width: 1.5)
      context.setDash(on: 4, off: 4)
      for (from, to) in [(rect.x + 1, x - 12), (x + size.width + 12, rect.maxX - 1)] where to - from >= 4 {
        context.move(to: Point(x: from, y: y))
        context.line(to: Point(x: to, y: y))
      }
      context.stroke()
    }
    if row.showsFocus, row.hasFocus {
      let ring = Rect(
        x: x - 8, y: y - (size.height / 2).rounded() - 2, width: size.width + 16, height: size.height + 4)
      snapshot.focusRing(RoundedRect(ring, radius: 8), offset: 0, palette.accentForeground)
    }
  }

  // MARK: Parts

  /// Draws a text of the archive, or leaves it to the next frame if this one has no time for its glyphs.
  ///
  /// - Parameters:
  ///   - isSearched: Whether the text belongs to the message, so that hits in it are marked.
  ///   - hidden: Bytes of the text that are not visible, in which no hit is marked.
  mutating func draw(
    _ text: TextLayout, size: Double, weight: Int = 400, at place: Point, _ color: Color,
    on snapshot: Snapshot, isSearched: Bool = false, hidden: [Range<Int>] = []
  ) {
    let font = FrameBudget.Font(size: size * texts.scale * Double(row.scaleFactor), weight: weight)
    if FrameBudget.shared.admitsDrawing(of: text.text, in: font, frame: row.frameClock?.frameCounter) {
      if isSearched, drawHits(text, at: place, color, on: snapshot, hidden: hidden) { return }
      snapshot.text(text, at: place, color)
    } else {
      isIncomplete = true
    }
  }

  private func senderColor(_ sender: Participant?) -> Color {
    sender.map { palette.senders[ChatPalette.index(of: $0.colorSeed)] } ?? palette.dim
  }

  private func drawDay(_ snapshot: Snapshot) {
    guard let rect = geometry.day, let day = texts.day else { return }
    snapshot.fill(RoundedRect(rect, radius: rect.height / 2), palette.hover)
    snapshot.text(
      day, at: Point(x: rect.x + 13, y: rect.y + ((rect.height - day.size.height) / 2).rounded()), palette.dim
    )
  }

  private func drawBeginning(_ snapshot: Snapshot) {
    guard let rect = geometry.beginning, let beginning = texts.beginning else { return }
    drawRule(snapshot, in: rect, around: beginning, palette.dim, line: palette.line)
  }

  private func drawUnread(_ snapshot: Snapshot) {
    guard let rect = geometry.unread, let unread = texts.unread else { return }
    let color = palette.accentForeground
    drawRule(snapshot, in: rect, around: unread, color, line: color.faded(0.35))
  }

  /// Draws words in the middle of the column, between two lines.
  private func drawRule(
    _ snapshot: Snapshot, in rect: Rect, around words: TextLayout, _ color: Color, line: Color
  ) {
    let width = words.extent.width
    let x = rect.x + ((rect.width - width) / 2).rounded()
    let y = (rect.y + rect.height / 2).rounded()
    for (from, to) in [(rect.x, x - 12), (x + width + 12, rect.maxX)] where to > from {
      snapshot.fill(Rect(x: from, y: y, width: to - from, height: 1), line)
    }
    snapshot.text(words, at: Point(x: x, y: rect.y), color)
  }

  private func drawAvatar(_ snapshot: Snapshot) {
    guard let rect = geometry.avatar, let sender = message.sender else { return }
    let colors = ChatPalette.avatars[ChatPalette.index(of: sender.colorSeed)]
    snapshot.fill(RoundedRect(rect, radius: rect.width / 2), top: colors.top, bottom: colors.bottom)
    guard let initials = texts.initials else { return }
    snapshot.text(initials, at: Initials.place(of: initials, in: rect), .white)
  }

  private func drawBubble(_ snapshot: Snapshot) {
    guard let bubble = geometry.bubble else { return }
    switch row.ground {
    case .none: return
    case .outline:
      snapshot.stroke(bubble, width: 1, palette.isHighContrast ? palette.foreground : palette.line)
      let name = message.kind == .deleted ? "user-trash-symbolic" : "dialog-warning-symbolic"
      guard let text = geometry.text else { return }
      let x = row.readingDirection.x(leading: RowGeometry.padding.x, width: 14, in: bubble.rect)
      let icon = Rect(x: x, y: text.y + ((20 * texts.scale - 14) / 2).rounded(), width: 14, height: 14)
      snapshot.icon(IconPaintable(named: name, size: 14, for: row), in: icon, palette.dim)
    case .note:
      if !palette.isHighContrast { snapshot.fill(bubble, palette.accentWash) }
      snapshot.stroke(
        bubble, width: 1, palette.isHighContrast ? palette.foreground : palette.accentForeground.faded(0.35))
    case .bubble where message.kind == .note:
      // A compact row always has a bubble, also for a note.
      snapshot.fill(bubble, palette.accentWash)
    case .bubble where message.isOnOwnBubble:
      snapshot.fill(bubble, top: palette.ownTop, bottom: palette.ownBottom)
    case .bubble:
      snapshot.softShadow(bubble, palette.shade)
      snapshot.fill(bubble, palette.surface)
      snapshot.stroke(bubble, width: 1, palette.line.faded(0.4))
    }
  }

  private mutating func drawForward(_ snapshot: Snapshot) {
    guard let rect = geometry.forward, let forward = texts.forward else { return }
    let icon = Rect(
      x: row.readingDirection.x(leading: 0, width: 12, in: rect),
      y: rect.y + ((rect.height - 12) / 2).rounded(),
      width: 12, height: 12)
    let isNote = message.kind == .note
    let color = row.ground == .none ? palette.dim : dimColor
    snapshot.icon(
      IconPaintable(named: isNote ? "user-bookmarks-symbolic" : "mail-forward-symbolic", size: 12, for: row),
      in: icon,
      isNote ? palette.accentForeground : color)
    let indent = RowGeometry.forwardIndent
    let x = row.readingDirection.x(leading: indent, width: forward.size.width, in: rect)
    draw(forward, size: 9, weight: 600, at: Point(x: x, y: rect.y), color, on: snapshot)
  }

  private mutating func drawQuote(_ snapshot: Snapshot) {
    guard let rect = geometry.quote, let quote = message.reply, let name = texts.quoteName,
      let excerpt = texts.quoteText
    else { return }
    let color =
      message.isOnOwnBubble ? Color.white : quote.isOwn ? palette.accentForeground : senderColor(quote.sender)
    let shape = RoundedRect(rect, radius: 10)
    let bar = row.readingDirection.x(leading: 0, width: 3, in: rect)
    snapshot.fill(shape, message.isOnOwnBubble ? palette.ownQuote : palette.quoteWash)
    snapshot.clipped(to: shape) {
      snapshot.fill(Rect(x: bar, y: rect.y, width: 3, height: rect.height), color)
    }
    func x(_ layout: TextLayout) -> Double {
      row.readingDirection.x(leading: 12, width: layout.size.width, in: rect)
    }
    draw(name, size: 10, weight: 600, at: Point(x: x(name), y: rect.y + 5), color, on: snapshot)
    draw(
      excerpt, size: 10, at: Point(x: x(excerpt), y: rect.y + 5 + name.size.height.rounded(.up)),
      message.isOnOwnBubble ? ChatPalette.ownQuoteText : palette.dim, on: snapshot)
  }

  // MARK: Text

  private mutating func drawText(_ snapshot: Snapshot) {
    guard let place = geometry.text, !row.text.text.isEmpty else { return }
    let isOnOwn = message.isOnOwnBubble && row.ground == .bubble
    let color = row.ground == .outline ? palette.dim : isOnOwn ? .white : palette.foreground
    drawQuotedLines(snapshot, at: place, isOnOwn)
    drawSpoilers(snapshot, at: place, color)
    drawSelection(
      snapshot, at: place, isOnOwn ? Color.white.faded(0.3) : palette.accentForeground.faded(0.25))
    let clip = Rect(
      x: place.x - 4, y: place.y, width: texts.body.size.width + 8, height: texts.body.size.height)
    // Clip only a text that is cut, so that letters of others may extend beyond their lines.
    if !texts.body.isCut { return drawSections(snapshot, at: place, color) }
    var painter = self
    snapshot.clipped(to: clip) { painter.drawSections(snapshot, at: place, color) }
    self = painter
    guard texts.body.isFolded else { return }
    let ground = isOnOwn ? palette.ownBottom : palette.surface
    let fade = Rect(x: clip.x, y: clip.maxY - 36, width: clip.width, height: 36)
    snapshot.gradient(
      RoundedRect(fade, radius: 0), from: Point(x: fade.x, y: fade.y), to: Point(x: fade.x, y: fade.maxY),
      [(0, ground.faded(0)), (1, ground)])
  }

  private mutating func drawSections(
    _ snapshot: Snapshot, at place: Point, _ color: Color
  ) {
    let spoilers = row.choices.showsSpoilers ? [] : row.text.spoilers
    for section in texts.body.sections where section.y < texts.body.size.height {
      let start = section.range.lowerBound
      let hidden = spoilers.compactMap { spoiler -> Range<Int>? in
        let part = spoiler.clamped(to: section.range)
        return part.isEmpty ? nil : part.lowerBound - start..<part.upperBound - start
      }
      let point = Point(x: place.x + section.x, y: place.y + section.y)
      let size = row.text.isEmojiOnly ? 30.0 : 11
      if section.canExpand {
        var painter = self
        snapshot.clipped(
          to: Rect(x: place.x, y: point.y, width: texts.body.size.width, height: section.height)
        ) {
          painter.draw(
            section.layout, size: size, at: point, color, on: snapshot, isSearched: true, hidden: hidden)
        }
        self = painter
      } else {
        draw(section.layout, size: size, at: point, color, on: snapshot, isSearched: true, hidden: hidden)
      }
    }
  }

  /// Draws the backgrounds and bars of quoted lines.
  private func drawQuotedLines(_ snapshot: Snapshot, at place: Point, _ isOnOwn: Bool) {
    for (index, section) in texts.body.sections.enumerated() where section.style != .plain {
      guard section.y < texts.body.size.height, let rect = row.quotedRect(index) else { continue }
      let shape = RoundedRect(rect, radius: 8)
      let color = isOnOwn ? Color.white : palette.accentForeground
      snapshot.fill(shape, isOnOwn ? palette.ownQuote : palette.quoteWash)
      snapshot.clipped(to: shape) {
        let x = row.readingDirection.x(leading: 0, width: 3, in: rect)
        snapshot.fill(Rect(x: x, y: rect.y, width: 3, height: rect.height), color)
      }
      guard section.canExpand else { continue }
      let isExpanded = row.choices.expandedQuotes.contains(index)
      let icon = Rect(
        x: row.readingDirection.x(trailing: 1, width: 12, in: rect), y: rect.maxY - 16, width: 12, height: 12)
      snapshot.icon(
        IconPaintable(named: isExpanded ? "pan-up-symbolic" : "pan-down-symbolic", size: 12, for: row),
        in: icon,
        color)
    }
  }

  /// Draws the backgrounds of hidden words, and fainter ones when they are shown.
  private func drawSpoilers(_ snapshot: Snapshot, at place: Point, _ color: Color) {
    let isShown = row.choices.showsSpoilers
    for spoiler in row.text.spoilers {
      for rect in texts.body.rects(of: spoiler) {
        let shape = RoundedRect(
          Rect(x: place.x + rect.x, y: place.y + rect.y, width: rect.width, height: rect.height), radius: 5)
        snapshot.fill(shape, color.faded(isShown ? 0.08 : palette.isHighContrast ? 1 : 0.24))
      }
    }
  }

  private func drawSelection(_ snapshot: Snapshot, at place: Point, _ color: Color) {
    guard let selection = row.selection.range, !selection.isEmpty else { return }
    for rect in texts.body.rects(of: selection) {
      snapshot.fill(
        Rect(x: place.x + rect.x, y: place.y + rect.y, width: rect.width, height: rect.height), color)
    }
  }

  private func drawFold(_ snapshot: Snapshot) {
    guard let rect = geometry.fold, let title = texts.fold, let note = texts.foldNote else { return }
    let (wide, high) = (title.extent.width, title.extent.height)
    let y = rect.y + ((rect.height - high) / 2).rounded()
    let x = row.readingDirection.x(leading: 0, width: wide, in: rect)
    snapshot.text(title, at: Point(x: x, y: y), message.isOnOwnBubble ? .white : palette.accentForeground)
    snapshot.text(
      note,
      at: Point(
        x: row.readingDirection.x(leading: wide + 8, width: note.extent.width, in: rect),
        y: y + ((high - note.extent.height) / 2).rounded()),
      dimColor)
  }

  // MARK: States

  private func drawHover(_ snapshot: Snapshot) {
    guard let target = row.hovered, target.showsHover else { return }
    let color = target.isOnPicture || message.isOnOwnBubble ? Color.white : palette.foreground
    for rect in target.rects {
      snapshot.fill(
        RoundedRect(rect, radius: min(target.radius, rect.height / 2)),
        color.faded(row.isPressed ? 0.1 : 0.04))
    }
  }

  private func drawFocus(_ snapshot: Snapshot) {
    guard row.showsFocus, row.hasFocus else { return }
    guard let target = row.focusedTarget else {
      if let bubble = geometry.bubble { snapshot.focusRing(bubble, palette.accentForeground) }
      return
    }
    for rect in target.rects {
      let shape = RoundedRect(rect, radius: min(target.radius, rect.height / 2))
      if target.isOnPicture {
        // A ring of one color could be invisible on some pictures.
        snapshot.stroke(shape, width: 2, Self.stage)
        snapshot.stroke(shape.grown(by: -2), width: 2, .white)
        snapshot.stroke(shape.grown(by: -4), width: 1, Self.stage)
      } else {
        let isOutside =
          target.stop == .reactions
          || [.edited, .activate(.bookmark), .activate(.thread)].contains(target.action)
        snapshot.focusRing(
          shape, offset: 0, message.isOnOwnBubble && !isOutside ? .white : palette.accentForeground)
      }
    }
  }

  private static let stage = Color(hex: 0x121216)

  private func drawStar(_ snapshot: Snapshot) {
    guard row.showsStar, let rect = geometry.star else { return }
    let isSet = message.bookmark != nil
    let size = RowGeometry.starSize
    let icon = Rect(
      x: row.readingDirection.x(leading: 0, width: size, in: rect),
      y: rect.y + ((rect.height - size) / 2).rounded(), width: size, height: size)
    snapshot.icon(
      IconPaintable(named: isSet ? "starred-symbolic" : "non-starred-symbolic", size: Int(size), for: row),
      in: icon, isSet ? palette.star : palette.dim)
    guard let word = texts.bookmark, rect.width > size else { return }
    let x = row.readingDirection.x(
      leading: size + RowGeometry.starWordGap, width: word.extent.width, in: rect)
    snapshot.text(word, at: Point(x: x, y: rect.y), palette.foreground)
  }

  private func drawTime(_ snapshot: Snapshot) {
    // Inside a group the time shows on hover and focus only. Its space is reserved, so nothing moves.
    if let edited = texts.edited, let rect = geometry.edited {
      snapshot.text(edited, at: Point(x: rect.x, y: rect.y), palette.dim)
    }
    drawStar(snapshot)
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

extension Initials {
  /// The place at which letters are drawn in an avatar: their ink is centered, with the baseline on a whole point.
  /// Otherwise the first row of small letters would be cut off.
  @MainActor
  package static func place(of letters: TextLayout, in rect: Rect) -> Point {
    let (ink, baseline) = (letters.ink, letters.firstBaseline)
    let top = rect.y + rect.height / 2 - ink.top - ink.height / 2
    return Point(
      x: rect.x + ((rect.width - letters.size.width) / 2).rounded(), y: (top + baseline).rounded() - baseline)
  }
}
