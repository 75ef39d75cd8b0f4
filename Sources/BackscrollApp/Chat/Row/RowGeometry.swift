import Gtk

/// Where everything stands in a chat row, from the sizes of its texts. Pure; points, left to right (a mirrored row
/// is flipped by its caller).
struct RowGeometry: Equatable {
  /// Width and height of a text.
  struct Extent: Equatable {
    var width = 0.0
    var height = 0.0
  }

  /// What there is to place.
  struct Parts: Equatable {
    var position = ChatRowContent.GroupPosition.single
    var isOwn = false
    var isService = false
    /// Without a bubble's ground: large emoji.
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

  /// The column in which messages stand: at most 960 wide, centred, with a narrower edge on narrow windows.
  static func column(in width: Double) -> (x: Double, width: Double) {
    let edge = width < 560 ? 10.0 : 16.0
    let column = max(0, min(960, width - 2 * edge))
    return (((width - column) / 2).rounded(), column)
  }

  /// The widest a bubble may be, with a time of this width beside it: with large text that is what leaves it the least.
  static func bubbleLimit(in width: Double, besideTime time: Double) -> Double {
    let column = column(in: width).width
    return min(560, (column * 0.7).rounded(), max(120, column - indent - 8 - time))
  }

  /// The widest a bubble's text may be.
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
    // Gaps belong above a row: what comes below later can then never move it.
    y += parts.position.isFirst ? 12 : 2
    placeBubble(
      parts, column: column, limit: Self.bubbleLimit(in: width, besideTime: parts.time.width), top: y)
  }

  private mutating func placeBubble(
    _ parts: Parts, column: (x: Double, width: Double), limit: Double, top: Double
  ) {
    let pad = parts.isBare ? (x: 4.0, y: 0.0) : Self.padding
    // The widest part says how wide the bubble is.
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

  /// Inside a group the corners on the sender's side are small.
  private static func shape(_ rect: Rect, _ parts: Parts) -> RoundedRect {
    let outer = min(radius.outer, rect.height / 2)
    let above = parts.position.isFirst ? outer : min(radius.inner, outer)
    let below = parts.position.isLast ? outer : min(radius.inner, outer)
    return parts.isOwn
      ? RoundedRect(rect, topLeft: outer, topRight: above, bottomRight: below, bottomLeft: outer)
      : RoundedRect(rect, topLeft: above, topRight: outer, bottomRight: outer, bottomLeft: below)
  }

  /// The size a picture of the given pixels is shown at: within 360 × 360 and the bubble, never a sliver.
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

  /// The same row for a script that reads from right to left.
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
