import Gtk

/// A card of 720 × 504 that costs what a poster costs: a gradient and a line of text.
final class CardPage: CustomWidget {
  private lazy var layout = TextLayout(for: self)

  var number = -1 {
    didSet { if number != oldValue { layout.set("Film number \(number)") } }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 720 : 504)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let shade = Double(number & 7) / 10
    snapshot.fill(
      RoundedRect(rect, radius: 18), top: Color(red: shade, green: 0.4, blue: 0.8),
      bottom: Color(red: 0.2, green: shade, blue: 0.3))
    snapshot.text(layout, at: Point(x: 24, y: rect.height - 48), .white)
  }
}
