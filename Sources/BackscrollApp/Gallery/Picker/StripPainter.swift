import Gtk
import Translation

/// Draws the parts of the sentinel strip, and keeps the layouts of its few words and numbers.
@MainActor
final class StripPainter {
  /// What the legend explains.
  enum Mark {
    case real, sentinel, window
  }

  static let legend: [(mark: Mark, words: String)] = [
    (.real, tr("the real pages")), (.sentinel, tr("sentinels: live pictures")), (.window, tr("the window")),
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
  /// Points between two lines of a sentinel's hatching.
  private static let hatching = 8.0

  /// Points that the window's frame lies outside of its cell.
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

  /// A page: as it is outside of the window, or as it is within.
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
      // With high contrast there is no wash.
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

  /// The window over a cell; `within` draws what shows in it.
  func drawWindow(round rect: Rect, on snapshot: Snapshot, _ palette: StripPalette, within: () -> Void) {
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

  /// Stripes from the lower left to the upper right, within a hairline.
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
