import Gtk

/// Stands where a repository will be: its shape without its words.
final class FeedSkeletonRow: CustomWidget {
  override class var cssName: String { "repositoryrow" }
  override class var accessibleRole: AccessibleRole { .presentation }

  private lazy var sheen = Sheen(on: self)

  override func mapped() { sheen.start() }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 200 : 106)
  }

  override func snapshot(_ snapshot: Snapshot) {
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    let edge = width < 560 ? 10.0 : 18
    let wide = min(720, max(120, Double(width) - 2 * edge))
    let card = Rect(x: ((Double(width) - wide) / 2).rounded(), y: 8, width: wide, height: Double(height) - 8)
    let shape = RoundedRect(card, radius: 14)
    snapshot.fill(shape, token("surface"))
    sheen.draw(snapshot, shape)
    snapshot.stroke(shape, width: 1, token("line"))
    func bar(_ x: Double, _ y: Double, _ share: Double, _ tall: Double, radius: Double) {
      let length = tall > 20 ? tall : (card.width - 90) * share
      let rect = Rect(
        x: isRightToLeft ? card.maxX - x - length : card.x + x, y: card.y + y, width: length, height: tall)
      snapshot.fill(RoundedRect(rect, radius: radius), token("sunken"))
    }
    bar(16, 14, 0, 44, radius: 11)
    bar(74, 16, 0.35, 14, radius: 7)
    bar(74, 40, 0.8, 12, radius: 6)
    bar(74, 68, 0.25, 12, radius: 6)
  }
}
