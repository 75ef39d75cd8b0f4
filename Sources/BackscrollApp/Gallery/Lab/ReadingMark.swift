import Gtk
import Translation

/// A dashed frame over a list, where the reader was reading before the row went elsewhere.
final class ReadingMark: CustomWidget {
  private var place: (top: Double, height: Double)?
  private lazy var words = makeWords()

  private static let margin = 6.0
  private static let padding = (x: 7.0, y: 2.0)
  private static let dash = (on: 5.0, off: 4.0)

  override init() {
    super.init()
    canTarget = false
    clipsContent = true
  }

  override class var cssName: String { "readingmark" }
  override class var accessibleRole: AccessibleRole { .presentation }

  /// The row's top edge in the list and its height; nil: it is where it should be.
  func show(_ place: (top: Double, height: Double)?) {
    guard place?.top != self.place?.top || place?.height != self.place?.height else { return }
    self.place = place
    queueDraw()
  }

  override func styleChanged() {
    words = makeWords()
    queueDraw()
  }

  private func makeWords() -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(tr("reading here"), [TextAttribute(.size(9)), TextAttribute(.weight(600))])
    return layout
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let place else { return }
    let bad = color(named: "bs_bad") ?? foreground
    let frame = Rect(
      x: Self.margin, y: place.top + 1, width: Double(width) - 2 * Self.margin, height: place.height - 2)
    snapshot.cairo(frame.inset(x: -1, y: -1)) { context in
      context.setColor(bad)
      context.setLine(width: 1.5)
      context.setDash(on: Self.dash.on, off: Self.dash.off)
      context.roundedRect(frame, radius: min(14, frame.height / 2))
      context.stroke()
    }
    let size = words.size
    let chip = Rect(
      x: isRightToLeft
        ? frame.x + 8 : frame.maxX - size.width - 2 * Self.padding.x - 8,
      y: frame.y + (frame.height - size.height) / 2 - Self.padding.y,
      width: size.width + 2 * Self.padding.x, height: size.height + 2 * Self.padding.y)
    snapshot.fill(RoundedRect(chip, radius: chip.height / 2), color(named: "bs_bad_wash") ?? .white)
    snapshot.text(words, at: Point(x: chip.x + Self.padding.x, y: chip.y + Self.padding.y), bad)
  }
}
