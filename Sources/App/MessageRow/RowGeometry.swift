import Gtk

/// The places of the parts of a row, computed from the sizes of its texts; in points, left to right.
package struct RowGeometry: Equatable {
  /// Width and height of a text.
  package struct Extent: Equatable {
    package var width = 0.0
    package var height = 0.0

    package init(width: Double = 0.0, height: Double = 0.0) {
      self.width = width
      self.height = height
    }
  }

  /// The background of a message.
  package enum Ground {
    case bubble
    /// A wash with an outline, for a note of the reader beside the messages.
    case note
    /// A line only, for a message that cannot be shown.
    case outline
    /// No background: large emoji, stickers, round videos.
    case none
  }

  /// A part with a look of its own, and its distance from the edges of the bubble.
  package struct Block: Equatable {
    var size = Extent()
    var inset = (x: 0.0, y: 0.0)

    package static func == (a: Self, b: Self) -> Bool { a.size == b.size && a.inset == b.inset }
  }

  /// The sizes of the parts of a row; nil for a part that it does not have.
  package struct Parts: Equatable {
    /// A message of a person, an event in the middle of the column, or a place where messages are missing.
    package enum Style { case message, service, gap, compact }

    package var position = ChatRowContent.GroupPosition.single
    package var style = Style.message
    package var isOwn = false
    package var ground = Ground.bubble
    package var beginning: Extent?
    package var day: Extent?
    package var unread: Extent?
    package var name: Extent?
    /// The title of the topic, beside the name.
    package var topic: Extent?
    package var forward: Extent?
    package var quote: Extent?
    package var blocks: [Block] = []
    package var text: Extent?
    /// "Show all" below the text.
    package var fold: Extent?
    var reactions: Extent?
    var replies: Extent?
    var edited: Extent?
    package var time = Extent()
    /// The star and the word of a bookmark. A message without a bookmark has room for the star.
    package var star: Extent?
    var hasTick = false
    /// The width of the name and the topic.
    var head: Double {
      guard let topic else { return name?.width ?? 0 }
      return topic.width + (name.map { $0.width + RowGeometry.topicGap } ?? 0)
    }
    /// The width beside the bubble: the time, "edited" before it, and the star.
    package var aside: Double {
      time.width + (edited.map { $0.width + RowGeometry.editedGap } ?? 0)
        + (star.map { $0.width + RowGeometry.starGap } ?? 0)
    }
  }

  package private(set) var height = 0.0
  package private(set) var beginning: Rect?
  package private(set) var day: Rect?
  package private(set) var unread: Rect?
  package private(set) var avatar: Rect?
  package private(set) var bubble: RoundedRect?
  package private(set) var name: Point?
  package private(set) var topic: Point?
  package private(set) var forward: Rect?
  package private(set) var quote: Rect?
  package private(set) var blocks: [Rect] = []
  package private(set) var text: Point?
  package private(set) var fold: Rect?
  private(set) var reactions: Rect?
  package private(set) var replies: Rect?
  /// The line of a row in the middle of the column, which is no message of a person.
  package private(set) var gap: Rect?
  private(set) var edited: Rect?
  package private(set) var time = Point(x: 0, y: 0)
  package private(set) var star: Rect?
  package private(set) var tick: Point?

  static let avatarSize = 36.0
  private static let indent = 44.0
  package static let padding = (x: 13.0, y: 8.0)
  private static let foldHeight = 28.0
  static let gapHeight = 44.0
  fileprivate static let editedGap = 4.0
  fileprivate static let starGap = 5.0
  static let topicGap = 6.0
  /// Points: the star of a bookmark, and the gap between it and its word.
  static let starSize = 12.0
  static let starWordGap = 4.0
  /// Points before the words of a deleted message, for the icon.
  static let noticeIndent = 22.0
  /// Points before the words of a forwarded message, for the icon.
  static let forwardIndent = 17.0
  private static let radius = (outer: 18.0, inner: 6.0)
  package static let dayHeight = 26.0
  static let tickWidth = 12.0
  private static let tickGap = 4.0

  /// Whether a list of this width has smaller margins, and smaller round buttons in its corner.
  package static func isNarrow(_ width: Double) -> Bool { width < 560 }

  /// Points between the column and the edges of a list that is no wider than it.
  package static func edge(in width: Double) -> Double { isNarrow(width) ? 10 : 16 }

  /// The column of messages: centered, at most 960 points wide, with smaller margins in a narrow window.
  package static func column(in width: Double) -> (x: Double, width: Double) {
    let column = max(0, min(960, width - 2 * edge(in: width)))
    return (((width - column) / 2).rounded(), column)
  }

  /// Points between an own bubble and the column's end, where the round buttons are above the one that sends, just as
  /// the avatars are beside others' bubbles. Zero if the buttons have room beside the column.
  package static func ownIndent(in width: Double) -> Double {
    let room = edge(in: width) + (isNarrow(width) ? 48 : 50)
    return max(0, room - column(in: width).x)
  }

  /// The maximum width of a bubble beside a time of this width, which limits it with large text.
  static func bubbleLimit(in width: Double, besideTime time: Double) -> Double {
    let column = column(in: width).width
    let beside = max(indent, ownIndent(in: width) + tickWidth + tickGap) + 8 + time
    return min(560, (column * 0.7).rounded(), max(120, column - beside))
  }

  /// The maximum width of the text in a bubble.
  package static func textLimit(in width: Double, besideTime time: Double) -> Double {
    bubbleLimit(in: width, besideTime: time) - 2 * padding.x
  }

  package init(_ parts: Parts, width: Double) {
    let column = Self.column(in: width)
    var y = 0.0
    if let extent = parts.beginning {
      beginning = Rect(x: column.x, y: 14, width: column.width, height: extent.height)
      y += 14 + extent.height
    }
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
    switch parts.style {
    case .service:
      let extent = parts.text ?? Extent()
      y += 14
      text = Point(x: ((width - extent.width) / 2).rounded(), y: y)
      height = y + extent.height
      return
    case .gap:
      height = y + max(Self.gapHeight, (parts.text?.height ?? 0) + 8)
      gap = Rect(x: column.x, y: y, width: column.width, height: height - y)
      return
    case .compact:
      placeCompact(parts, column: column, top: y + Self.compactSpace)
      return
    case .message: break
    }
    // The gap is above the row, so that a message that is added below does not move it.
    y += parts.position.isFirst ? 12 : 2
    placeBubble(parts, column: column, in: width, top: y)
  }

  /// Points of a compact row: its bubble, the avatar, and the gaps between both, between name and text, and above.
  private static let compactHeight = 23.0
  private static let compactAvatar = 22.0
  private static let compactIndent = 28.0
  private static let compactPadding = 11.0
  private static let compactSpace = 4.0
  static let compactGap = 8.0

  /// The maximum width of name and text in a compact row, beside a time of this width.
  static func compactLimit(in width: Double, besideTime time: Double) -> Double {
    max(40, column(in: width).width - 2 * compactIndent - 2 * compactPadding - compactGap - time)
  }

  /// One line: the name, the picture and the text beside each other in a bubble, and the time beside it.
  private mutating func placeCompact(_ parts: Parts, column: (x: Double, width: Double), top: Double) {
    let line = parts.text ?? Extent()
    let tall = max(Self.compactHeight, line.height + 4, (parts.name?.height ?? 0) + 4)
    let pictures = parts.blocks.map(\.size)
    let hasMore = line.width > 0 || !pictures.isEmpty
    let nameWidth = parts.name.map { $0.width + (hasMore ? Self.compactGap : 0) } ?? 0
    let picturesWidth = pictures.reduce(0) { $0 + $1.width + (line.width > 0 ? Self.compactGap : 0) }
    let wide = (nameWidth + picturesWidth + line.width + 2 * Self.compactPadding).rounded(.up)
    let x = parts.isOwn ? column.x + column.width - wide : column.x + Self.compactIndent
    bubble = RoundedRect(Rect(x: x, y: top, width: wide, height: tall), radius: tall / 2)
    if !parts.isOwn {
      avatar = Rect(
        x: column.x, y: top + ((tall - Self.compactAvatar) / 2).rounded(), width: Self.compactAvatar,
        height: Self.compactAvatar)
    }
    if let extent = parts.name {
      name = Point(x: x + Self.compactPadding, y: top + ((tall - extent.height) / 2).rounded())
    }
    var start = x + Self.compactPadding + nameWidth
    blocks = pictures.map { size in
      defer { start += size.width + Self.compactGap }
      return Rect(
        x: start, y: top + ((tall - size.height) / 2).rounded(), width: size.width, height: size.height)
    }
    text = Point(x: start, y: top + ((tall - line.height) / 2).rounded())
    time = Point(
      x: parts.isOwn ? x - Self.compactGap - parts.time.width : x + wide + Self.compactGap,
      y: top + ((tall - parts.time.height) / 2).rounded())
    height = top + tall
  }

  private mutating func placeBubble(
    _ parts: Parts, column: (x: Double, width: Double), in listWidth: Double, top: Double
  ) {
    let pad = parts.ground == .none ? (x: 4.0, y: 0.0) : Self.padding
    let limit = Self.bubbleLimit(in: listWidth, besideTime: parts.aside)
    let width = bubbleWidth(parts, pad: pad.x, limit: limit)
    let ownX = column.x + column.width - Self.ownIndent(in: listWidth) - width
    let x = parts.isOwn ? ownX : column.x + Self.indent
    let hasHead = parts.name != nil || parts.topic != nil || parts.forward != nil || parts.quote != nil
    var y = top + (hasHead || parts.blocks.isEmpty ? pad.y : parts.blocks[0].inset.y)
    let nameHeight = parts.name?.height ?? 0
    if parts.name != nil { name = Point(x: x + pad.x, y: y) }
    if let extent = parts.topic {
      // On the line of the name, whose letters are larger.
      let start = parts.name.map { $0.width + Self.topicGap } ?? 0
      topic = Point(x: x + pad.x + start, y: y + max(0, ((nameHeight - extent.height) / 2).rounded(.up)))
    }
    if parts.name != nil || parts.topic != nil { y += max(nameHeight, parts.topic?.height ?? 0) + 1 }
    if let extent = parts.forward {
      forward = Rect(x: x + pad.x, y: y, width: width - 2 * pad.x, height: extent.height)
      y += extent.height + 1
    }
    if let extent = parts.quote {
      quote = Rect(x: x + pad.x - 4, y: y + 1, width: width - 2 * (pad.x - 4), height: extent.height)
      y += 1 + extent.height + 5
    }
    if hasHead, !parts.blocks.isEmpty { y += 3 }
    for (index, block) in parts.blocks.enumerated() {
      if index > 0 { y += 4 }
      blocks.append(
        Rect(x: x + block.inset.x, y: y, width: width - 2 * block.inset.x, height: block.size.height))
      y += block.size.height
    }
    if let extent = parts.text {
      if !parts.blocks.isEmpty { y += 6 }
      text = Point(x: x + pad.x + (parts.ground == .outline ? Self.noticeIndent : 0), y: y)
      y += extent.height
      if let line = parts.fold {
        fold = Rect(
          x: x + pad.x, y: y, width: width - 2 * pad.x, height: max(Self.foldHeight, line.height + 8))
        y = fold?.maxY ?? y
      }
      y += pad.y
    } else {
      y += parts.blocks.last?.inset.y ?? pad.y
    }
    bubble = Self.shape(Rect(x: x, y: top, width: width, height: y - top), parts)
    height = y
    if parts.position.isLast, !parts.isOwn {
      avatar = Rect(
        x: column.x, y: y - Self.avatarSize, width: Self.avatarSize, height: Self.avatarSize)
    }
    placeTime(parts, bubble: Rect(x: x, y: top, width: width, height: y - top))
    if let extent = parts.reactions {
      let start = parts.isOwn ? x + width - extent.width : x
      reactions = Rect(x: start, y: y + 4, width: extent.width, height: extent.height)
      height = y + 4 + extent.height
    }
    if let extent = parts.replies {
      let start = parts.isOwn ? x + width - extent.width : x
      replies = Rect(x: start, y: height + 4, width: extent.width, height: extent.height)
      height += 4 + extent.height
    }
  }

  /// The widest part determines the width of the bubble.
  private func bubbleWidth(_ parts: Parts, pad: Double, limit: Double) -> Double {
    let lines = [parts.forward, parts.text, parts.fold].map { $0?.width ?? 0 }
    var inner = max(parts.head, lines.max() ?? 0)
    if let quote = parts.quote { inner = max(inner, quote.width - 8) }
    let blocks = parts.blocks.map { $0.size.width + 2 * $0.inset.x }
    return min(limit, max(inner > 0 ? inner + 2 * pad : 0, blocks.max() ?? 2 * pad).rounded(.up))
  }

  private mutating func placeTime(_ parts: Parts, bubble: Rect) {
    let y = bubble.maxY - Self.padding.y - parts.time.height - 1
    var x = bubble.maxX + 8
    if parts.isOwn {
      let tickRoom = parts.hasTick ? Self.tickWidth + Self.tickGap : 0
      x = bubble.x - 8 - tickRoom - parts.aside
      if parts.hasTick { tick = Point(x: bubble.x - 8 - Self.tickWidth, y: y + parts.time.height / 2) }
      if let extent = parts.star {
        star = Rect(x: x, y: y, width: extent.width, height: extent.height)
        x += extent.width + Self.starGap
      }
    }
    if let extent = parts.edited {
      edited = Rect(x: x, y: y, width: extent.width, height: extent.height)
      x += extent.width + Self.editedGap
    }
    time = Point(x: x, y: y)
    if !parts.isOwn, let extent = parts.star {
      star = Rect(x: x + parts.time.width + Self.starGap, y: y, width: extent.width, height: extent.height)
    }
  }

  /// The bubble, and what is beside it.
  var hoverArea: Rect? {
    guard let rect = bubble?.rect, let star else { return bubble?.rect }
    let (left, right) = (min(rect.x, star.x - Self.starGap), max(rect.maxX, star.maxX + Self.starGap))
    return Rect(x: left, y: rect.y, width: right - left, height: rect.height)
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
  package func mirrored(in width: Double, parts: Parts) -> RowGeometry {
    func flip(_ rect: Rect) -> Rect {
      Rect(x: width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
    }
    func flip(_ point: Point, _ extent: Extent?) -> Point {
      Point(x: width - point.x - (extent?.width ?? 0), y: point.y)
    }
    var flipped = self
    flipped.day = day.map(flip)
    flipped.avatar = avatar.map(flip)
    flipped.forward = forward.map(flip)
    flipped.quote = quote.map(flip)
    flipped.blocks = blocks.map(flip)
    flipped.fold = fold.map(flip)
    flipped.reactions = reactions.map(flip)
    flipped.replies = replies.map(flip)
    flipped.topic = topic.map { flip($0, parts.topic) }
    flipped.edited = edited.map(flip)
    flipped.bubble = bubble.map {
      RoundedRect(
        flip($0.rect), topLeft: $0.topRight, topRight: $0.topLeft, bottomRight: $0.bottomLeft,
        bottomLeft: $0.bottomRight)
    }
    flipped.name = name.map { flip($0, parts.name) }
    var words = parts.text
    if parts.ground == .outline { words?.width -= Self.noticeIndent }
    if parts.style == .message || parts.style == .compact { flipped.text = text.map { flip($0, words) } }
    flipped.time = flip(time, parts.time)
    flipped.star = star.map(flip)
    flipped.tick = tick.map { Point(x: width - $0.x - Self.tickWidth, y: $0.y) }
    return flipped
  }
}
