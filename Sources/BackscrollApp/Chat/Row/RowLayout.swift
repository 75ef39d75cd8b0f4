import ChatArchive
import Foundation
import Gtk
import Translation

/// The text layouts of a row. They are made when the row is bound, and wrapped again when its width changes.
@MainActor
final class RowTexts {
  let body: TextLayout
  private(set) var name: TextLayout?
  private(set) var time: TextLayout
  private(set) var day: TextLayout?
  private(set) var unread: TextLayout?
  private(set) var quoteName: TextLayout?
  private(set) var quoteText: TextLayout?
  private(set) var initials: TextLayout?
  /// The name and size of a file, or the size on a picture.
  private(set) var fileName: TextLayout?
  private(set) var fileNote: TextLayout?
  /// Whether texts, or their ends, wait for another frame.
  private(set) var isIncomplete = false

  /// The row, which owns this object.
  private unowned let widget: Widget
  /// Whether an ellipsis is in place of each text but the time.
  private let isWaiting: Bool
  /// The desktop's text scale.
  let scale: Double

  init(
    for widget: Widget, content: ChatRowContent, text: MessageText, palette: ChatPalette, isWaiting: Bool
  ) {
    self.widget = widget
    body = TextLayout(for: widget)
    scale = body.scale
    self.isWaiting = isWaiting
    isIncomplete = isWaiting
    time = TextLayout(for: widget)
    time.set(content.time, [TextAttribute(.size(9)), TextAttribute(.features("tnum"))])
    day = content.day.map { line($0, size: 9, weight: 600) }
    unread = content.unread.map { line($0, size: 9, weight: 600) }
    if content.message.kind == .service {
      body.set(shown(text.text, size: 9), [TextAttribute(.size(9))])
      body.wrapWords()
      body.centerLines()
    } else {
      fillBody(content, text, palette)
      fillSender(content)
      fillQuote(content.message.reply)
      fillAttachment(content.message.attachments.first)
    }
  }

  private func line(_ text: String, size: Double, weight: Int = 400, ellipsized: Bool = false) -> TextLayout {
    let layout = TextLayout(for: widget)
    layout.set(
      shown(LayoutCost.line(text), size: size, weight: weight),
      [TextAttribute(.size(size)), TextAttribute(.weight(weight)), TextAttribute(.features("tnum"))])
    if ellipsized { layout.ellipsize() }
    return layout
  }

  /// What is laid out of a text in this frame.
  private func shown(_ text: String, size: Double, weight: Int = 400) -> String {
    if isWaiting { return "…" }
    let bytes = FrameBudget.shared.bytesToLayOut(
      of: text, in: FrameBudget.Font(size: size * scale, weight: weight),
      frame: widget.frameClock?.frameCounter)
    guard bytes < text.utf8.count else { return text }
    isIncomplete = true
    return text[..<text.utf8.index(text.startIndex, offsetBy: bytes)] + "…"
  }

  private func fillBody(_ content: ChatRowContent, _ text: MessageText, _ palette: ChatPalette) {
    let link = content.message.isOwn ? Color.white : palette.accentForeground
    let size = text.isEmojiOnly ? 30.0 : 11
    var attributes = text.attributes(link: link)
    attributes.append(TextAttribute(.size(size)))
    attributes.append(TextAttribute(.lineHeight((text.isEmojiOnly ? 52 : 20) * scale)))
    if content.message.kind == .action { attributes.append(TextAttribute(.italic)) }
    body.set(shown(text.text, size: size), attributes)
    body.wrapWords()
    body.fillsWidth = true
  }

  private func fillSender(_ content: ChatRowContent) {
    guard !content.message.isOwn, let sender = content.message.sender else { return }
    if content.groupPosition.isFirst { name = line(sender.name, size: 10, weight: 600, ellipsized: true) }
    // The disc does not grow with large text, so neither do its letters.
    if content.groupPosition.isLast {
      initials = line(Initials.of(LayoutCost.line(sender.name)), size: 10 / max(1, scale), weight: 600)
    }
  }

  private func fillQuote(_ quote: Quote?) {
    guard let quote else { return }
    quoteName = line(
      quote.isOwn ? tr("You") : quote.sender?.name ?? tr("Service message"), size: 10, weight: 600,
      ellipsized: true)
    let excerpt = quote.excerpt.isEmpty ? quote.attachmentKind?.title ?? tr("Message") : quote.excerpt
    quoteText = line(excerpt, size: 10, ellipsized: true)
  }

  private func fillAttachment(_ attachment: Attachment?) {
    guard let attachment else { return }
    if attachment.isPicture {
      fileNote = line(attachment.sizeNote, size: 9)
    } else {
      fileName = line(attachment.name ?? attachment.kind.title, size: 10, weight: 600, ellipsized: true)
      fileNote = line(attachment.sizeNote, size: 9)
    }
  }

  /// Wraps the texts for a row of `width` points and returns their sizes.
  func parts(_ content: ChatRowContent, _ text: MessageText, width: Double) -> RowGeometry.Parts {
    func extent(_ layout: TextLayout?) -> RowGeometry.Extent? {
      layout.map {
        RowGeometry.Extent(width: $0.size.width.rounded(.up), height: $0.size.height.rounded(.up))
      }
    }
    var parts = RowGeometry.Parts()
    parts.time = extent(time) ?? .init()
    let limit = RowGeometry.textLimit(in: width, besideTime: parts.time.width)
    parts.day = extent(day)
    parts.unread = extent(unread)
    if content.message.kind == .service {
      parts.isService = true
      body.width = max(40, RowGeometry.column(in: width).width * 0.8)
      parts.text = extent(body)
      // Pango centers lines in the layout's width, so the place is for that width.
      parts.text?.width = body.width ?? 0
      return parts
    }
    parts.position = content.groupPosition
    parts.isOwn = content.message.isOwn
    parts.hasTick = content.message.isOwn
    parts.isBare = text.isEmojiOnly && content.message.reply == nil
    name?.width = limit
    parts.name = extent(name)
    if let quoteName, let quoteText {
      let room = limit + 8 - 22
      quoteName.width = room
      quoteText.width = room
      let wide = max(quoteName.size.width, quoteText.size.width).rounded(.up) + 22
      parts.quote = .init(
        width: wide, height: 5 + quoteName.size.height.rounded(.up) + quoteText.size.height.rounded(.up) + 6)
    }
    if let attachment = content.message.attachments.first {
      if attachment.isPicture {
        parts.media = RowGeometry.mediaSize(
          pixelWidth: attachment.width, pixelHeight: attachment.height,
          limit: RowGeometry.bubbleLimit(in: width, besideTime: parts.time.width) - 8)
      } else {
        fileName?.width = limit - 48
        let wide = max(fileName?.size.width ?? 0, fileNote?.size.width ?? 0).rounded(.up) + 48
        parts.file = .init(width: min(limit, wide), height: 40)
      }
    }
    if !text.text.isEmpty || content.message.attachments.first == nil {
      body.width = limit
      parts.text = extent(body)
      // Pango aligns right-to-left lines to the far edge of the layout's width, so it must be the bubble's.
      if body.isRightToLeft, let wide = parts.text?.width {
        body.width = min(limit, max(wide, parts.name?.width ?? 0, (parts.quote?.width ?? 8) - 8))
        parts.text?.width = body.width ?? wide
      }
    }
    return parts
  }
}

/// The places of the parts of a row, computed from the sizes of its texts; in points, left to right.
struct RowGeometry: Equatable {
  /// Width and height of a text.
  struct Extent: Equatable {
    var width = 0.0
    var height = 0.0
  }

  /// The sizes of the parts of a row; nil for a part that it does not have.
  struct Parts: Equatable {
    var position = ChatRowContent.GroupPosition.single
    var isOwn = false
    var isService = false
    /// Large emoji, without a bubble.
    var isBare = false
    var day: Extent?
    var unread: Extent?
    var name: Extent?
    var quote: Extent?
    var media: Extent?
    var file: Extent?
    var text: Extent?
    var time = Extent()
    var hasTick = false
  }

  private(set) var height = 0.0
  private(set) var day: Rect?
  private(set) var unread: Rect?
  private(set) var avatar: Rect?
  private(set) var bubble: RoundedRect?
  private(set) var name: Point?
  private(set) var quote: Rect?
  private(set) var media: Rect?
  private(set) var file: Rect?
  private(set) var text: Point?
  private(set) var time = Point(x: 0, y: 0)
  private(set) var tick: Point?

  static let avatarSize = 36.0
  private static let indent = 44.0
  static let padding = (x: 13.0, y: 8.0)
  private static let mediaPadding = 4.0
  private static let radius = (outer: 18.0, inner: 6.0)
  static let dayHeight = 26.0
  static let tickWidth = 12.0

  /// The column of messages: centered, at most 960 points wide, with smaller margins in a narrow window.
  static func column(in width: Double) -> (x: Double, width: Double) {
    let edge = width < 560 ? 10.0 : 16.0
    let column = max(0, min(960, width - 2 * edge))
    return (((width - column) / 2).rounded(), column)
  }

  /// The maximum width of a bubble beside a time of this width, which limits it with large text.
  static func bubbleLimit(in width: Double, besideTime time: Double) -> Double {
    let column = column(in: width).width
    return min(560, (column * 0.7).rounded(), max(120, column - indent - 8 - time))
  }

  /// The maximum width of the text in a bubble.
  static func textLimit(in width: Double, besideTime time: Double) -> Double {
    bubbleLimit(in: width, besideTime: time) - 2 * padding.x
  }

  init(_ parts: Parts, width: Double) {
    let column = Self.column(in: width)
    var y = 0.0
    if let extent = parts.day {
      let pill = extent.width + 26
      let tall = max(Self.dayHeight, extent.height + 6)
      day = Rect(x: ((width - pill) / 2).rounded(), y: y + 12, width: pill, height: tall)
      y += 12 + tall
    }
    if let extent = parts.unread {
      unread = Rect(x: column.x, y: y + 14, width: column.width, height: extent.height)
      y += 14 + extent.height
    }
    if parts.isService {
      let extent = parts.text ?? Extent()
      y += 14
      text = Point(x: ((width - extent.width) / 2).rounded(), y: y)
      height = y + extent.height
      return
    }
    // The gap is above the row, so that a message that is added below does not move it.
    y += parts.position.isFirst ? 12 : 2
    placeBubble(
      parts, column: column, limit: Self.bubbleLimit(in: width, besideTime: parts.time.width), top: y)
  }

  private mutating func placeBubble(
    _ parts: Parts, column: (x: Double, width: Double), limit: Double, top: Double
  ) {
    let pad = parts.isBare ? (x: 4.0, y: 0.0) : Self.padding
    // The widest part determines the width of the bubble.
    var inner = max(parts.name?.width ?? 0, parts.text?.width ?? 0, parts.file?.width ?? 0)
    if let quote = parts.quote { inner = max(inner, quote.width - 8) }
    var width = inner + 2 * pad.x
    if let media = parts.media { width = max(width, media.width + 2 * Self.mediaPadding) }
    width = min(limit, width.rounded(.up))
    let x = parts.isOwn ? column.x + column.width - width : column.x + Self.indent
    var y = top + (parts.media != nil && parts.name == nil && parts.quote == nil ? Self.mediaPadding : pad.y)
    if let extent = parts.name {
      name = Point(x: x + pad.x, y: y)
      y += extent.height + 1
    }
    if let extent = parts.quote {
      quote = Rect(x: x + pad.x - 4, y: y + 1, width: width - 2 * (pad.x - 4), height: extent.height)
      y += 1 + extent.height + 5
    }
    if let extent = parts.media {
      if parts.name != nil || parts.quote != nil { y += 3 }
      media = Rect(
        x: x + Self.mediaPadding, y: y, width: width - 2 * Self.mediaPadding, height: extent.height)
      y += extent.height + (parts.text == nil ? Self.mediaPadding : 6)
    }
    if let extent = parts.file {
      file = Rect(x: x + pad.x, y: y, width: width - 2 * pad.x, height: extent.height)
      y += extent.height + (parts.text == nil ? pad.y : 6)
    }
    if let extent = parts.text {
      text = Point(x: x + pad.x, y: y)
      y += extent.height + pad.y
    } else if parts.media == nil, parts.file == nil {
      y += pad.y
    }
    bubble = Self.shape(Rect(x: x, y: top, width: width, height: y - top), parts)
    height = y
    if parts.position.isLast, !parts.isOwn {
      avatar = Rect(x: column.x, y: y - Self.avatarSize, width: Self.avatarSize, height: Self.avatarSize)
    }
    placeTime(parts, bubble: Rect(x: x, y: top, width: width, height: y - top))
  }

  private mutating func placeTime(_ parts: Parts, bubble: Rect) {
    let y = bubble.maxY - Self.padding.y - parts.time.height - 1
    if parts.isOwn {
      let tickRoom = parts.hasTick ? Self.tickWidth + 4 : 0
      time = Point(x: bubble.x - 8 - tickRoom - parts.time.width, y: y)
      if parts.hasTick { tick = Point(x: bubble.x - 8 - Self.tickWidth, y: y + parts.time.height / 2) }
    } else {
      time = Point(x: bubble.maxX + 8, y: y)
    }
  }

  /// Inside a group, the corners on the sender's side are small.
  private static func shape(_ rect: Rect, _ parts: Parts) -> RoundedRect {
    let outer = min(radius.outer, rect.height / 2)
    let above = parts.position.isFirst ? outer : min(radius.inner, outer)
    let below = parts.position.isLast ? outer : min(radius.inner, outer)
    return parts.isOwn
      ? RoundedRect(rect, topLeft: outer, topRight: above, bottomRight: below, bottomLeft: outer)
      : RoundedRect(rect, topLeft: above, topRight: outer, bottomRight: outer, bottomLeft: below)
  }

  /// The size of a picture of the given pixels: at most 360 × 360 and the bubble's limit, and not too narrow to see.
  static func mediaSize(pixelWidth: Int?, pixelHeight: Int?, limit: Double) -> Extent {
    guard let pixelWidth, let pixelHeight, pixelWidth > 0, pixelHeight > 0 else {
      return Extent(width: min(240, limit), height: 160)
    }
    let box = min(360, limit)
    let scale = min(1, box / Double(pixelWidth), 360 / Double(pixelHeight))
    return Extent(
      width: max(min(120, box), (Double(pixelWidth) * scale).rounded()),
      height: max(80, (Double(pixelHeight) * scale).rounded()))
  }

  /// The same row for a right-to-left locale.
  func mirrored(in width: Double, parts: Parts, nameWidth: Double, textWidth: Double) -> RowGeometry {
    func flip(_ rect: Rect) -> Rect {
      Rect(x: width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
    }
    var flipped = self
    flipped.day = day.map(flip)
    flipped.avatar = avatar.map(flip)
    flipped.quote = quote.map(flip)
    flipped.media = media.map(flip)
    flipped.file = file.map(flip)
    flipped.bubble = bubble.map {
      RoundedRect(
        flip($0.rect), topLeft: $0.topRight, topRight: $0.topLeft, bottomRight: $0.bottomLeft,
        bottomLeft: $0.bottomRight)
    }
    flipped.name = name.map { Point(x: width - $0.x - nameWidth, y: $0.y) }
    if !parts.isService { flipped.text = text.map { Point(x: width - $0.x - textWidth, y: $0.y) } }
    flipped.time.x = width - time.x - parts.time.width
    flipped.tick = tick.map { Point(x: width - $0.x - Self.tickWidth, y: $0.y) }
    return flipped
  }
}
