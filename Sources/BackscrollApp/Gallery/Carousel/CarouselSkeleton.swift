import Gtk
import ScrollCore
import Translation

/// Where the cards of a ``CarouselStage`` will stand, while they are on their way.
final class CarouselSkeleton: CustomWidget {
  var style: CarouselStyle = .paged {
    didSet { if style != oldValue { queueDraw() } }
  }

  /// Points above and below the cards, as the carousel has them.
  private static let margin = 30.0
  private lazy var sheen = Sheen(on: self)

  override init() {
    super.init()
    canTarget = false
    clipsContent = true
    setAccessibleLabel(tr("Films are on their way"))
    setAccessibleBusy(true)
  }

  override class var cssName: String { "skeleton" }
  override class var accessibleRole: AccessibleRole { .status }

  override func mapped() { sheen.start() }

  override func snapshot(_ snapshot: Snapshot) {
    let (wide, tall) = (Double(width), Double(max(1, height - CarouselStage.indicatorRoom)))
    let geometry = CarouselGeometry(style, width: wide, height: tall, margin: min(Self.margin, tall / 10))
    for slot in -3...3 {
      let place = geometry.place(ofSlot: slot, at: 0)
      guard geometry.shows(place) else { continue }
      snapshot.faded(slot == 0 ? 1 : 0.6) {
        drawCard(
          snapshot, centerX: isRightToLeft ? wide - place.centerX : place.centerX, place.scale, geometry)
      }
    }
  }

  private func drawCard(
    _ snapshot: Snapshot, centerX: Double, _ scale: Double, _ geometry: CarouselGeometry
  ) {
    let (wide, tall) = (geometry.pageWidth * scale, geometry.pageHeight * scale)
    let rect = Rect(x: centerX - wide / 2, y: (geometry.height - tall) / 2, width: wide, height: tall)
    let ground = color(named: "bs_sunken") ?? foreground.faded(0.1)
    let shape = RoundedRect(rect, radius: PosterPainter.radius)
    snapshot.fill(shape, ground)
    sheen.draw(snapshot, shape)
    let bar = color(named: "bs_hover") ?? foreground.faded(0.06)
    for (share, rise, height) in [(0.46, 46.0, 16.0), (0.62, 22.0, 10.0)] {
      let place = Rect(
        x: rect.x + 18, y: rect.maxY - rise - height / 2, width: (wide - 36) * share, height: height)
      if place.width > 0 { snapshot.fill(RoundedRect(place, radius: height / 2), bar) }
    }
  }
}
