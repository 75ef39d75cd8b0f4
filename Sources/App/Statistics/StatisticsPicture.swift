import Controls
import Gtk

/// A page of the statistics as a picture: its cards below a heading, in the colors of the window.
@MainActor
enum StatisticsPicture {
  /// Pixels of a point.
  private static let scale = 2.0
  /// Points around the cards, and above them for the heading.
  private static let margin = 16.0
  private static let head = 72.0

  /// - Parameters:
  ///   - cards: The column of cards, which is shown in a window.
  ///   - title: What is counted.
  ///   - caption: The time that is counted, and the number of messages.
  static func make(of cards: Widget, title: String, caption: String) -> Texture? {
    let palette = ChatPalette.current(for: cards)
    let (width, height) = (Double(cards.width) + 2 * margin, Double(cards.height) + head + margin)
    let (name, note) = (
      line(title, size: 13, weight: 700, cards), line(caption, size: 10, weight: 400, cards)
    )
    return cards.picture(width: width, height: height, scale: scale) { snapshot in
      snapshot.fill(
        Rect(x: 0, y: 0, width: width, height: height), cards.color(named: "bs_canvas_top") ?? palette.surface
      )
      for (text, y, color) in [(name, margin, palette.foreground), (note, margin + 24, palette.dim)] {
        let x = cards.readingDirection.x(
          leading: margin, width: text.size.width, in: Rect(x: 0, y: 0, width: width, height: 0))
        snapshot.text(text, at: Point(x: x, y: y), color)
      }
      snapshot.translated(Point(x: margin, y: head)) { snapshot.contents(of: cards) }
    }
  }

  private static func line(_ text: String, size: Double, weight: Int, _ widget: Widget) -> TextLayout {
    let layout = TextLayout(for: widget)
    layout.setLine(text, [TextAttribute(.size(size)), TextAttribute(.weight(weight))])
    return layout
  }
}
