import Chats
import Gtk

/// Draws the pieces of messages on a page.
struct PagePainter {
  let canvas: PageCanvas
  let measures: PageMeasures
  let bubbles: PrintOptions.Bubbles
  let pictures: PictureShelf
  let maker: BlockMaker

  /// Draws a piece. The place is that of its column on the page.
  func draw(_ piece: PagePiece) {
    let left = measures.leading(piece.column % measures.columns)
    var y = measures.body.y + piece.y
    if piece.hasDay, let day = piece.block.day {
      draw(day: day, left, y)
      y += day.size.height + PageComposer.dayGap.below
    }
    if let name = name(of: piece) {
      canvas.text(name, x: left, y: y, piece.block.nameColor)
      y += name.size.height + PageComposer.nameGap
    }
    switch piece.block.shape {
    case .event: drawStrips(piece, x: left, y: y, width: measures.columnWidth, inset: 0)
    case .bubble(let isOwn): drawBubble(piece, left, y, isOwn: isOwn, isNote: false)
    case .note: drawBubble(piece, left, y, isOwn: false, isNote: true)
    }
  }

  private func name(of piece: PagePiece) -> TextLayout? {
    switch piece.name {
    case .none: nil
    case .whole: piece.block.name
    case .continued: piece.block.continuedName
    }
  }

  private func draw(day: TextLayout, _ left: Double, _ y: Double) {
    let size = day.size
    let start = left + (measures.columnWidth - size.width) / 2
    canvas.text(day, x: start, y: y, PageInk.secondary)
    let middle = y + size.height / 2
    canvas.hairline(from: left, to: start - 8, y: middle)
    canvas.hairline(from: start + size.width + 8, to: left + measures.columnWidth, y: middle)
  }

  // MARK: Bubbles

  private func drawBubble(_ piece: PagePiece, _ left: Double, _ y: Double, isOwn: Bool, isNote: Bool) {
    let bubble = piece.block.bubble
    let width = bubble.width + 2 * Bubble.padding.x
    let x = isOwn ? left + measures.columnWidth - width : left
    let rect = Rect(x: x, y: y, width: width, height: bubble.height(piece.strips))
    switch (isOwn, bubbles) {
    case (true, _): canvas.fill(rect, radius: Bubble.radius, PageInk.ownFill)
    case (false, .fills) where !isNote: canvas.fill(rect, radius: Bubble.radius, PageInk.fill)
    default:
      canvas.stroke(
        rect, radius: Bubble.radius, width: PageInk.outline, isDashed: isNote, PageInk.line)
    }
    drawStrips(piece, x: rect.x, y: rect.y, width: rect.width, inset: Bubble.padding.x)
    guard piece.isEnd else { return }
    if let side = piece.block.side {
      let place = isOwn ? rect.x - BlockMaker.sideGap - side.size.width : rect.maxX + BlockMaker.sideGap
      canvas.text(
        side, x: place, y: rect.maxY - side.size.height - Bubble.padding.y + 0.5, PageInk.secondary)
    }
    if let reactions = piece.block.reactions {
      let place = isOwn ? rect.maxX - reactions.size.width - 2 : rect.x + 2
      canvas.text(reactions, x: place, y: rect.maxY + PageComposer.reactionsGap, PageInk.secondary)
    }
  }

  private func drawStrips(_ piece: PagePiece, x: Double, y: Double, width: Double, inset: Double) {
    let inner = width - 2 * inset
    var y = y + Bubble.padding.y
    for index in piece.strips {
      let strip = piece.block.bubble.strips[index]
      if index > piece.strips.lowerBound { y += strip.gap }
      draw(strip, Rect(x: x + inset, y: y, width: inner, height: strip.height))
      y += strip.height
    }
  }

  private func draw(_ strip: Bubble.Strip, _ rect: Rect) {
    switch strip.content {
    case .line(let line, let paragraph): draw(line, paragraph, rect)
    case .pair(let text, let share):
      canvas.text(text, x: rect.x, y: rect.y, PageInk.text)
      canvas.text(share, x: rect.maxX - share.size.width, y: rect.y, PageInk.text)
    case .quote(let author, let excerpt, let color):
      canvas.fill(Rect(x: rect.x, y: rect.y, width: Bubble.barWidth, height: rect.height), color)
      let x = rect.x + Bubble.quoteIndent
      canvas.text(author, x: x, y: rect.y, color)
      canvas.text(excerpt, x: x, y: rect.y + author.size.height, PageInk.secondary)
    case .pictures(let row):
      var x = rect.x
      for picture in row {
        draw(picture, Rect(x: x, y: rect.y, width: picture.width, height: picture.height))
        x += picture.width + Bubble.pictureGap
      }
    }
  }

  private func draw(_ line: TextLayout.Line, _ paragraph: Bubble.Paragraph, _ rect: Rect) {
    let layout = paragraph.layout
    let x = rect.x + paragraph.indent
    // A text against the direction of the page begins at the far edge of its layout, which has to be that of the bubble.
    let width = layout.width ?? rect.width
    let room = rect.width - paragraph.indent
    let isReversed = layout.isRightToLeft != measures.isRightToLeft
    let shift = layout.fillsWidth || !isReversed ? 0 : room - width
    if paragraph.isQuote {
      canvas.fill(
        Rect(x: rect.x, y: rect.y, width: Bubble.barWidth, height: rect.height), PageInk.secondary)
    }
    canvas.text(line, x: x + shift, y: rect.y, width: width, paragraph.color)
    for link in paragraph.links where link.range.overlaps(line.range) {
      canvas.link(link.range, of: line, x: x + shift, y: rect.y, width: width, to: link.address)
    }
  }

  private func draw(_ picture: Bubble.Picture, _ rect: Rect) {
    if let found = pictures.picture(picture) {
      return canvas.picture(found, in: rect, radius: Bubble.radius / 2)
    }
    canvas.stroke(rect, radius: Bubble.radius / 2, width: PageInk.hairline, PageInk.line)
    let words = maker.line(picture.substitute, size: BlockMaker.smallSize, width: rect.width - 8)
    canvas.text(words, x: rect.x + 4, y: rect.y + 4, PageInk.secondary)
  }
}
