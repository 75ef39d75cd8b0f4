import Controls
import Gtk
import MessageRow
import ScrollCore

/// A placeholder for messages that take long to load: grey bubbles at the places of a chat's bubbles.
final class ChatSkeleton: CustomWidget {
  private let sheen = Sheen()

  /// Points: the gap between two bubbles, the space at the sides, the avatar's, and the radius of a bubble.
  private static let gap = 12.0
  private static let side = 16.0
  private static let avatar = 36.0
  private static let radius = 18.0
  /// The bubbles from the bottom up, repeatedly: their heights in points, their shares of the width, and their sides.
  private static let bubbles: [(height: Double, share: Double, isOwn: Bool)] = [
    (38, 0.42, false), (56, 0.58, false), (38, 0.30, true), (74, 0.52, false), (38, 0.36, false),
    (56, 0.48, true), (38, 0.50, false),
  ]

  override init() {
    super.init()
    canTarget = false
    visible = false
    overflow = .hidden
    setAccessibleHidden(true)
  }

  override class var cssName: String { "chatskeleton" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func mapped() { sheen.start(self) }

  override func snapshot(_ snapshot: Snapshot) {
    let color = color(named: "bs_hover") ?? foreground.faded(0.06)
    let total = Double(width)
    var bottom = Double(height) - Self.gap
    var index = 0
    while bottom > 0, total > 0 {
      let bubble = Self.bubbles[index % Self.bubbles.count]
      let width = min(560, bubble.share * total)
      let inset = Self.side + (bubble.isOwn ? RowGeometry.ownIndent(in: total) : Self.avatar + 8)
      let box = Rect(
        x: x(leading: bubble.isOwn ? total - inset - width : inset, width: width), y: bottom - bubble.height,
        width: width,
        height: bubble.height)
      let shape = RoundedRect(box, radius: Self.radius)
      snapshot.fill(shape, color)
      sheen.draw(snapshot, shape, of: self)
      bottom -= bubble.height + Self.gap
      index += 1
    }
  }
}
