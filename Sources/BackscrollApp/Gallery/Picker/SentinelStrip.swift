import Foundation
import Gtk
import Translation

/// The pages as the wrap-around lays them out, [last, first … last, first], with the window over them, live.
///
/// It draws all its words and figures itself: labels that change in every frame would ask for a layout in each.
final class SentinelStrip: CustomWidget {
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

  /// Points: round everything, between its parts, a cell's least and greatest height, and the greatest width of one.
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

  override class var cssName: String { "sentinelstrip" }
  override class var accessibleRole: AccessibleRole { .group }
  override var requestMode: RequestMode { .heightForWidth }

  private func changed() {
    layout = StripLayout(count: count, position: position)
    if told != layout.page {
      told = layout.page
      let name =
        layout.page.map {
          tr("Sentinel strip: page {page} of {count}", ["page": "\($0)", "count": "\(layout.pages)"])
        } ?? tr("Sentinel strip: no pages")
      setAccessibleLabel(name)
    }
    queueDraw()
  }

  override func styleChanged() {
    painter.forget()
    queueResize()
  }

  override func directionChanged() { queueDraw() }

  private func text(_ text: String, _ style: StripPainter.Style) -> TextLayout {
    painter.text(text, style, for: self)
  }

  // MARK: Measures

  private var lineHeight: Double { text("0", .caption).size.height }
  private var titleHeight: Double { text("0", .title).size.height }

  /// The legend's entries and their widths, broken into lines.
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

  /// The title and the figures, one above the other where they do not fit beside one another.
  private func headHeight(_ room: Double) -> Double {
    let figures = text(Self.widestFigures, .figures).size.width
    let oneLine = text(Self.title, .title).size.width + 12 + figures <= room
    return oneLine ? titleHeight : titleHeight + 2 + lineHeight
  }

  private static let title = tr("Sentinel strip")
  private static let widestFigures = figures(11, page: 12, of: 14)

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 240, natural: 508) }
    let room = Double(size < 0 ? 508 : size) - 2 * Self.margin
    let cells = StripPainter.frameReach + Self.cellHeight + StripPainter.frameReach + 4 + lineHeight
    let legend = Double(legend(in: room).count) * legendLine
    return Measure(
      minimum: Int(
        (2 * Self.margin + headHeight(room) + Self.gap + cells + Self.gap + legend).rounded(.up)))
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    let palette = StripPalette(of: self)
    let wide = Double(width)
    let room = Rect(
      x: Self.margin, y: Self.margin, width: wide - 2 * Self.margin, height: Double(height) - 2 * Self.margin)
    let head = headHeight(room.width)
    drawHead(snapshot, room, isOneLine: head == titleHeight, palette)
    let top = room.y + head + Self.gap + StripPainter.frameReach
    // Room to spare makes the cells higher, up to a point.
    let spare = Double(height - measure(.vertical, for: width).minimum)
    let high = min(Self.highestCell, Self.cellHeight + max(0, spare))
    drawCells(snapshot, Rect(x: room.x, y: top, width: room.width, height: high), palette)
    let below = top + high + StripPainter.frameReach + 4 + lineHeight + Self.gap
    drawLegend(snapshot, Rect(x: room.x, y: below, width: room.width, height: 0), palette)
  }

  /// Where something `width` wide goes whose left edge would be at `x` from left to right.
  private func mirrored(_ x: Double, _ width: Double) -> Double {
    isRightToLeft ? Double(self.width) - x - width : x
  }

  private func drawHead(_ snapshot: Snapshot, _ room: Rect, isOneLine: Bool, _ palette: StripPalette) {
    let title = text(Self.title, .title)
    snapshot.text(
      title, at: Point(x: mirrored(room.x, title.size.width), y: room.y), palette.foreground)
    let figures = text(figures, .figures)
    let wide = figures.size.width
    let baseline = room.y + title.firstBaseline - figures.firstBaseline
    let place =
      isOneLine
      ? Point(x: mirrored(room.maxX - wide, wide), y: baseline)
      : Point(x: mirrored(room.x, wide), y: room.y + titleHeight + 2)
    snapshot.text(figures, at: place, palette.dim)
  }

  private var figures: String {
    guard let page = layout.page else { return tr("no pages") }
    if layout.pages == 1 { return tr("one page, no sentinels") }
    return Self.figures(position, page: page, of: layout.pages)
  }

  private static func figures(_ position: Double, page: Int, of count: Int) -> String {
    let place = position.formatted(.number.precision(.fractionLength(2)).locale(.desktop))
    return tr(
      "position {position} · page {page} of {count}",
      ["position": place, "page": "\(page)", "count": "\(count)"])
  }

  private func drawCells(_ snapshot: Snapshot, _ room: Rect, _ palette: StripPalette) {
    guard !layout.cells.isEmpty else {
      let words = text(tr("Without options there are no pages."), .caption)
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
      return Rect(x: mirrored(x, wide), y: room.y, width: wide, height: room.height)
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
      // Half the gaps belong to it, and the page numbers below.
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
      painter.drawWindow(round: rect(window), on: snapshot, palette) { draw(inWindow: true) }
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
          x: mirrored(x, Self.swatch), y: y + (legendLine - Self.swatch) / 2, width: Self.swatch,
          height: Self.swatch)
        painter.draw(mark, in: box, on: snapshot, palette)
        x += Self.swatch + 6
        let size = words.size
        snapshot.text(
          words, at: Point(x: mirrored(x, size.width), y: y + (legendLine - size.height) / 2), palette.dim)
        x += size.width + 18
      }
      y += legendLine
    }
  }
}
