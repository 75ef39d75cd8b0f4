import Controls
import Gtk

/// The colors of print. They differ from those of the window, which has a background of its own and a dark form.
enum PageInk {
  static let text = Color(hex: 0x1c1c21)
  /// Times, captions, head and foot; 7.3 on white.
  static let secondary = Color(hex: 0x55565f)
  static let line = Color(hex: 0xb9bac4)
  static let ownFill = Color(hex: 0xe9f0fa)
  static let fill = Color(hex: 0xf3f3f6)
  static let star = Color(hex: 0x8a5a00)
  static let link = Color(hex: 0x1a4f94)

  /// The color of a person's name, at least 7.1 on white.
  static func name(_ seed: UInt64) -> Color { ChatPalette.avatars[ChatPalette.index(of: seed)].bottom }

  /// The widths of lines, in points.
  static let hairline = 0.5
  static let outline = 0.6
}

/// Draws on a page. Coordinates are leading ones: those of a right-to-left page are mirrored here.
struct PageCanvas {
  let context: CairoContext
  let measures: PageMeasures

  private func placed(_ rect: Rect) -> Rect {
    guard measures.isRightToLeft else { return rect }
    return Rect(x: measures.width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
  }

  // MARK: Shapes

  func fill(_ rect: Rect, radius: Double = 0, _ color: Color) {
    outline(rect, radius)
    context.setColor(color)
    context.fill()
  }

  /// Draws a line around a rectangle, inside of it.
  func stroke(_ rect: Rect, radius: Double, width: Double, isDashed: Bool = false, _ color: Color) {
    context.saved {
      outline(rect.inset(x: width / 2, y: width / 2), radius)
      context.setColor(color)
      context.setLine(width: width)
      if isDashed { context.setDash(on: 2, off: 2) }
      context.stroke()
    }
  }

  private func outline(_ rect: Rect, _ radius: Double) {
    let rect = placed(rect)
    if radius > 0 { context.roundedRect(rect, radius: radius) } else { context.rectangle(rect) }
  }

  /// Draws a horizontal hairline.
  func hairline(from start: Double, to end: Double, y: Double) {
    guard end > start else { return }
    fill(
      Rect(x: start, y: y - PageInk.hairline / 2, width: end - start, height: PageInk.hairline), PageInk.line)
  }

  // MARK: Texts

  /// Draws a whole text with its leading top corner at a point.
  func text(_ layout: TextLayout, x: Double, y: Double, _ color: Color) {
    let size = layout.size
    let rect = placed(Rect(x: x, y: y, width: layout.fillsWidth ? layout.width ?? 0 : size.width, height: 0))
    context.setColor(color)
    context.text(layout, at: Point(x: rect.x, y: y))
  }

  /// Draws a line of a text that has the given width.
  func text(_ line: TextLayout.Line, x: Double, y: Double, width: Double, _ color: Color) {
    let rect = placed(Rect(x: x, y: y, width: width, height: 0))
    context.setColor(color)
    context.text(line, at: Point(x: rect.x, y: y))
  }

  /// Makes a part of a line open an address.
  func link(
    _ range: Range<Int>, of line: TextLayout.Line, x: Double, y: Double, width: Double, to address: String
  ) {
    let left = placed(Rect(x: x, y: y, width: width, height: 0)).x
    for span in line.spans(of: range) {
      context.link(Rect(x: left + span.x, y: y, width: span.width, height: line.height), to: address)
    }
  }

  // MARK: Pictures

  func picture(_ picture: PagePicture, in rect: Rect, radius: Double) {
    context.saved {
      outline(rect, radius)
      context.clip()
      context.picture(picture, in: placed(rect))
    }
  }
}
