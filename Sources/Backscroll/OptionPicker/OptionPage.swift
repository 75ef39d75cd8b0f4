import Gtk

/// An option as it passes behind the picker's window: its text in the middle, as large as it fits.
final class OptionPage: CustomWidget {
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      setAccessibleLabel(text)
      fitted = nil
      queueDraw()
    }
  }

  /// The text, laid out for a width.
  private var fitted: (layout: TextLayout, width: Int)?

  /// Points of type, the first that fits, and the room kept free at each side, in points.
  private static let sizes = [20.0, 15, 11]
  private static let margin = 12.0

  override init() {
    super.init()
    addClass("bs-picker-option")
  }

  override class var cssName: String { "pickeroption" }
  override class var accessibleRole: AccessibleRole { .label }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: 1) }

  override func styleChanged() {
    fitted = nil
    queueDraw()
  }

  private func layout() -> TextLayout {
    if let fitted, fitted.width == width { return fitted.layout }
    let layout = TextLayout(for: self)
    let room = max(1, Double(width) - 2 * Self.margin)
    for size in Self.sizes {
      layout.set(text, [TextAttribute(.size(size)), TextAttribute(.weight(700))])
      if layout.size.width <= room { break }
    }
    if layout.size.width > room {
      layout.ellipsize()
      layout.width = room
    }
    fitted = (layout, width)
    return layout
  }

  override func snapshot(_ snapshot: Snapshot) {
    let layout = layout()
    let size = layout.size
    // The page is as high as the picker, so that a tap anywhere is a tap on it; the window is not.
    let middle = Double(height) / 2 - PickerGeometry.lift
    snapshot.text(
      layout, at: Point(x: (Double(width) - size.width) / 2, y: middle - size.height / 2), foreground)
  }
}
