import Foundation
import Gtk
import Translation

/// The pages of a wrap-around, [last, first … last, first], with the window over them, live.
///
/// Draws all its text itself, since labels that change in every frame would request a layout in every frame.
package final class SentinelStrip: CustomWidget {
  /// Number of options.
  var count = 0 {
    didSet { if count != oldValue { changed() } }
  }

  /// The picker's position, in options.
  var position = 0.0 {
    didSet { if position != oldValue { changed() } }
  }

  private(set) var layout = StripLayout(count: 0, position: 0)
  private let painter = StripPainter()
  private var told: Int?

  // Points: the margin, the gap between parts, the least and greatest height of a cell, and its greatest width.
  private static let margin = 16.0
  private static let gap = 14.0
  private static let cellHeight = 88.0
  private static let highestCell = 150.0
  private static let widestCell = 72.0
  private static let cellGap = 14.0
  private static let swatch = 14.0

  override init() {
    super.init()
    addClass("bs-card")
    changed()
  }

  package override class var cssName: String { "sentinelstrip" }
  package override class var accessibleRole: AccessibleRole { .group }
  package override var requestMode: RequestMode { .heightForWidth }

  private func changed() {
    layout = StripLayout(count: count, position: position)
    if told != layout.page {
      told = layout.page
      let name =
        layout.page.map {
          tr("How it goes round: tile {page} of {count}", ["page": "\($0)", "count": "\(layout.pages)"])
        } ?? tr("How it goes round: no tiles")
      setAccessibleLabel(name)
    }
    queueDraw()
  }

  package override func styleChanged() {
    painter.forget()
    queueResize()
  }

  package override func directionChanged() { queueDraw() }

  private func text(_ text: String, _ style: StripPainter.Style) -> TextLayout {
    painter.text(text, style, for: self)
  }

  // MARK: Measures

  private var lineHeight: Double { text("0", .caption).size.height }
  private var titleHeight: Double { text("0", .title).size.height }

  /// The entries of the legend, broken into lines.
  private func legend(in width: Double) -> [[(mark: StripPainter.Mark, text: TextLayout)]] {
    var lines: [[(StripPainter.Mark, TextLayout)]] = [[]]
    var used = 0.0
    for (mark, words) in StripPainter.legend {
      let layout = text(words, .caption)
      let wide = Self.swatch + 6 + layout.size.width + 18
      if used > 0, used + wide - 18 > width {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append((mark, layout))
      used += wide
    }
    return lines
  }

  private var legendLine: Double { max(Self.swatch, lineHeight) + 6 }

  /// Height of the title and the figures: one line, or two if they do not fit side by side.
  private func headHeight(_ room: Double) -> Double {
    let figures = text(Self.widestFigures, .figures).size.width
    let oneLine = text(Self.title, .title).size.width + 12 + figures <= room
    return oneLine ? titleHeight : titleHeight + 2 + lineHeight
  }

  private static let title = tr("How it goes round")
  private static let widestFigures = figures(11, page: 12)

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 240, natural: 508) }
    let room = Double(size < 0 ? 508 : size) - 2 * Self.margin
    let cells = StripPainter.frameReach + Self.cellHeight + StripPainter.frameReach + 4 + lineHeight
    let legend = Double(legend(in: room).count) * legendLine
    return Measure(
      minimum: Int(
        (2 * Self.margin + headHeight(room) + Self.gap + cells + Self.gap + legend).rounded(.up)))
  }

  // MARK: Drawing

  package override func snapshot(_ snapshot: Snapshot) {
    let palette = StripPalette(of: self)
    let wide = Double(width)
    let room = Rect(
      x: Self.margin, y: Self.margin, width: wide - 2 * Self.margin, height: Double(height) - 2 * Self.margin)
    let head = headHeight(room.width)
    drawHead(snapshot, room, isOneLine: head == titleHeight, palette)
    let top = room.y + head + Self.gap + StripPainter.frameReach
    // Spare height makes the cells taller, within a limit.
    let spare = Double(height - measure(.vertical, for: width).minimum)
    let high = min(Self.highestCell, Self.cellHeight + max(0, spare))
    drawCells(snapshot, Rect(x: room.x, y: top, width: room.width, height: high), palette)
    let below = top + high + StripPainter.frameReach + 4 + lineHeight + Self.gap
    drawLegend(snapshot, Rect(x: room.x, y: below, width: room.width, height: 0), palette)
  }

  private func drawHead(_ snapshot: Snapshot, _ room: Rect, isOneLine: Bool, _ palette: StripPalette) {
    let title = text(Self.title, .title)
    snapshot.text(
      title, at: Point(x: x(leading: room.x, width: title.size.width), y: room.y), palette.foreground)
    let figures = text(figures, .figures)
    let wide = figures.size.width
    let baseline = room.y + title.firstBaseline - figures.firstBaseline
    let place =
      isOneLine
      ? Point(x: x(leading: room.maxX - wide, width: wide), y: baseline)
      : Point(x: x(leading: room.x, width: wide), y: room.y + titleHeight + 2)
    snapshot.text(figures, at: place, palette.dim)
  }

  private var figures: String {
    guard let page = layout.page else { return tr("no tiles") }
    if layout.pages == 1 { return tr("one tile, no copies") }
    return Self.figures(position, page: page)
  }

  private static func figures(_ position: Double, page: Int) -> String {
    let place = position.formatted(.number.precision(.fractionLength(2)).locale(.desktop))
    return tr("position {position} · tile {page}", ["position": place, "page": "\(page)"])
  }

  private func drawCells(_ snapshot: Snapshot, _ room: Rect, _ palette: StripPalette) {
    guard !layout.cells.isEmpty else {
      let words = text(tr("Without options there are no tiles."), .caption)
      let at = Point(
        x: (Double(width) - words.size.width) / 2, y: room.y + (room.height - words.size.height) / 2)
      return snapshot.text(words, at: at, palette.dim)
    }
    let columns = Double(layout.columns)
    let gap = min(Self.cellGap, room.width * 0.03)
    let wide = max(1, min(Self.widestCell, (room.width - (columns - 1) * gap) / columns))
    let start = room.x + (room.width - columns * wide - (columns - 1) * gap) / 2
    func rect(_ column: Double) -> Rect {
      let x = start + column * (wide + gap)
      return Rect(x: self.x(leading: x, width: wide), y: room.y, width: wide, height: room.height)
    }
    func draw(inWindow: Bool) {
      func draw(_ cells: [StripLayout.Cell]) {
        for cell in cells {
          painter.draw(
            cell, in: rect(cell.column), inWindow: inWindow, on: snapshot, palette, for: self)
        }
      }
      guard let middle = layout.middle else { return draw(layout.cells) }
      draw(layout.cells.filter(\.isSentinel))
      let ends = [rect(Double(middle.lowerBound)), rect(Double(middle.upperBound))]
      let left = ends.map(\.x).min() ?? 0
      let right = ends.map(\.maxX).max() ?? 0
      // Includes half of the gaps, and the page numbers below.
      let clip = Rect(
        x: left - gap / 2, y: room.y, width: right - left + gap,
        height: room.height + StripPainter.frameReach + 4 + lineHeight)
      snapshot.clipped(to: clip) { draw(layout.cells.filter { !$0.isSentinel }) }
    }
    draw(inWindow: false)
    if let middle = layout.middle {
      drawEllipsis(in: rect(Double(middle.lowerBound - 1)), layout.ellipses.before, snapshot, palette)
      drawEllipsis(in: rect(Double(middle.upperBound + 1)), layout.ellipses.after, snapshot, palette)
    }
    if let window = layout.window {
      painter.drawWindow(around: rect(window), on: snapshot, palette) { draw(inWindow: true) }
    }
  }

  private func drawEllipsis(in place: Rect, _ share: Double, _ snapshot: Snapshot, _ palette: StripPalette) {
    let dots = text("…", .option)
    let at = Point(
      x: place.x + (place.width - dots.size.width) / 2, y: place.y + (place.height - dots.size.height) / 2)
    snapshot.text(dots, at: at, palette.dim.faded(share))
  }

  private func drawLegend(_ snapshot: Snapshot, _ room: Rect, _ palette: StripPalette) {
    var y = room.y
    for line in legend(in: room.width) {
      var x = room.x
      for (mark, words) in line {
        let box = Rect(
          x: self.x(leading: x, width: Self.swatch), y: y + (legendLine - Self.swatch) / 2,
          width: Self.swatch,
          height: Self.swatch)
        painter.draw(mark, in: box, on: snapshot, palette)
        x += Self.swatch + 6
        let size = words.size
        snapshot.text(
          words, at: Point(x: self.x(leading: x, width: size.width), y: y + (legendLine - size.height) / 2),
          palette.dim)
        x += size.width + 18
      }
      y += legendLine
    }
  }
}

/// Draws the parts of the sentinel strip, and caches its text layouts.
@MainActor
private final class StripPainter {
  /// The kinds of parts that the legend explains.
  enum Mark {
    case real, sentinel, window
  }

  static let legend: [(mark: Mark, words: String)] = [
    (.real, tr("options")), (.sentinel, tr("copies beyond the ends")), (.window, tr("what you see")),
  ]

  enum Style: String {
    case title, figures, caption, option

    var attributes: [TextAttribute] {
      switch self {
      case .title: [TextAttribute(.size(11)), TextAttribute(.weight(700))]
      case .figures: [TextAttribute(.size(9)), TextAttribute(.features("tnum"))]
      case .caption: [TextAttribute(.size(9))]
      case .option: [TextAttribute(.size(16)), TextAttribute(.weight(700))]
      }
    }
  }

  private static let radius = 10.0
  private static let frame = (width: 2.5, distance: 6.0)
  /// Distance between the hatching lines of a sentinel, in points.
  private static let hatching = 8.0

  /// Distance from a cell to the outer edge of the window's frame, in points.
  static var frameReach: Double { frame.distance + frame.width }

  private var texts: [String: TextLayout] = [:]

  func forget() { texts = [:] }

  func text(_ text: String, _ style: Style, for widget: Widget) -> TextLayout {
    let key = "\(style.rawValue) \(text)"
    if let known = texts[key] { return known }
    if texts.count > 128 { texts = [:] }
    let layout = TextLayout(for: widget)
    layout.set(text, style.attributes)
    texts[key] = layout
    return layout
  }

  /// Draws a page in its look outside or inside the window.
  func draw(
    _ cell: StripLayout.Cell, in rect: Rect, inWindow: Bool, on snapshot: Snapshot, _ palette: StripPalette,
    for widget: Widget
  ) {
    let shape = RoundedRect(rect, radius: Self.radius)
    if inWindow {
      snapshot.fill(shape, top: palette.accentTop, bottom: palette.accentBottom)
    } else if cell.isSentinel {
      hatch(shape, on: snapshot, palette)
    } else {
      snapshot.fill(shape, palette.wash)
      // High-contrast themes have no wash.
      snapshot.stroke(shape, width: 1, palette.line)
    }
    let option = text("\(cell.option)", .option, for: widget)
    let size = option.size
    let at = Point(x: rect.x + (rect.width - size.width) / 2, y: rect.y + (rect.height - size.height) / 2)
    let plain = cell.isSentinel ? palette.dim : palette.accentForeground
    snapshot.text(option, at: at, inWindow ? palette.onAccent : plain)
    guard !inWindow else { return }
    let number = text("\(cell.page)", .figures, for: widget)
    snapshot.text(
      number,
      at: Point(x: rect.x + (rect.width - number.size.width) / 2, y: rect.maxY + Self.frameReach + 4),
      palette.dim)
  }

  /// Draws the window over a cell; `within` draws its content.
  func drawWindow(around rect: Rect, on snapshot: Snapshot, _ palette: StripPalette, within: () -> Void) {
    let inside = RoundedRect(
      rect.inset(x: -Self.frame.distance, y: -Self.frame.distance), radius: Self.radius + Self.frame.distance)
    snapshot.clipped(to: inside) {
      snapshot.fill(inside, palette.surface)
      within()
    }
    let reach = Self.frameReach
    let shape = RoundedRect(
      rect.inset(x: -reach, y: -reach), radius: Self.radius + reach)
    snapshot.stroke(shape, width: Self.frame.width, palette.foreground)
  }

  func draw(_ mark: Mark, in rect: Rect, on snapshot: Snapshot, _ palette: StripPalette) {
    let shape = RoundedRect(rect, radius: 4)
    switch mark {
    case .real:
      snapshot.fill(shape, palette.wash)
      snapshot.stroke(shape, width: 1, palette.edge)
    case .sentinel: hatch(shape, on: snapshot, palette, every: 5)
    case .window: snapshot.stroke(shape, width: 2, palette.foreground)
    }
  }

  /// Draws stripes from the lower left to the upper right, and a hairline around them.
  private func hatch(
    _ shape: RoundedRect, on snapshot: Snapshot, _ palette: StripPalette, every distance: Double = hatching
  ) {
    let rect = shape.rect
    snapshot.clipped(to: shape) {
      snapshot.cairo(rect) { context in
        context.setColor(palette.hatch)
        context.setLine(width: distance * 0.6)
        var x = rect.x - rect.height
        while x < rect.maxX {
          context.move(to: Point(x: x, y: rect.maxY))
          context.line(to: Point(x: x + rect.height, y: rect.y))
          x += distance * 1.4142
        }
        context.stroke()
      }
    }
    snapshot.stroke(shape, width: 1, palette.line)
  }
}

/// The colours of the strip, from the tokens of the style sheet.
private struct StripPalette {
  let foreground, dim, surface, line, edge, hatch, wash, accentForeground, accentTop, accentBottom,
    onAccent: Color

  @MainActor init(of widget: Widget) {
    func token(_ name: String) -> Color { widget.color(named: "bs_\(name)") ?? widget.foreground }
    foreground = token("fg")
    dim = token("dim")
    surface = token("surface")
    line = token("line")
    edge = token("edge")
    hatch = token("hover")
    wash = token("accent_wash")
    accentForeground = token("accent_fg")
    accentTop = token("accent_hover")
    accentBottom = token("accent")
    onAccent = token("on_accent")
  }
}
