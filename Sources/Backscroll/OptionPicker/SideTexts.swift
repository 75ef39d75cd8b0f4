import Gtk

/// The texts beside an option picker's window, laid out once each.
@MainActor
final class SideTexts {
  private var layouts: [String: TextLayout] = [:]

  /// More are not kept: a few are in view at a time.
  private static let limit = 32

  /// After a change of style, size or text.
  func forget() { layouts = [:] }

  /// Draws a text with its middle at a point.
  func draw(
    _ text: String, at middle: Point, _ color: Color, on snapshot: Snapshot, of picker: OptionPicker
  ) {
    let layout = layout(text, for: picker)
    let size = layout.size
    snapshot.text(layout, at: Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2), color)
  }

  private func layout(_ text: String, for picker: OptionPicker) -> TextLayout {
    if let known = layouts[text] { return known }
    if layouts.count >= Self.limit { forget() }
    let layout = TextLayout(for: picker)
    let geometry = picker.geometry
    layout.set(text, [TextAttribute(.size(geometry.sideTextSize)), TextAttribute(.weight(600))])
    if layout.size.width > geometry.sideRoom {
      layout.ellipsize()
      layout.width = geometry.sideRoom
    }
    layouts[text] = layout
    return layout
  }
}
