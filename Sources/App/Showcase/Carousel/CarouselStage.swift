import Backscroll
import Controls
import Gtk
import ScrollCore
import Translation

/// The carousel with its page indicator below the cards, and arrow buttons over them that appear under the pointer or
/// with the focus. They do not appear for fingers, since a swipe that begins on an arrow would have no effect.
final class CarouselStage: CustomWidget {
  let carousel: Carousel<Film, FilmCard>
  let indicator: PageIndicator

  private let previous = CarouselStage.makeArrow("go-previous-symbolic", tr("Previous Film"))
  private let next = CarouselStage.makeArrow("go-next-symbolic", tr("Next Film"))
  private let hover = MotionController()
  private var isHovered = false
  private var isOddFrame = false

  /// Height in points reserved for the indicator below the carousel, in a stage of this height. A low stage has no
  /// indicator, since the header shows the same.
  static func indicatorRoom(in height: Int) -> Int { height < 220 ? 0 : 48 }
  /// Points between the cards and the indicator's hit area.
  private static let indicatorGap = 12.0
  /// Size of an arrow, and its distance from the window's edge, in points.
  private static let arrow = 44
  private static let arrowInset = 18

  init(carousel: Carousel<Film, FilmCard>) {
    self.carousel = carousel
    indicator = PageIndicator(for: carousel)
    super.init()
    for child in [carousel, indicator, previous, next] { child.setParent(self) }
    carousel.didMove.connect(weak: self) { stage, _ in stage.updateArrows() }
    previous.clicked.connect(weak: self) { $0.carousel.advance(by: -1) }
    next.clicked.connect(weak: self) { $0.carousel.advance(by: 1) }
    // Not on an enter event, which GTK emits for fingers too.
    hover.moved.connect(weak: self) { stage, _, _ in stage.setHovered(true) }
    hover.left.connect(weak: self) { $0.setHovered(false) }
    add(hover)
    for child in [previous, next] {
      let watch = FocusController()
      // When the signal is emitted, the focus has not moved yet.
      watch.entered.connect(weak: self) { stage in MainLoop.soon { [weak stage] in stage?.updateArrows() } }
      watch.left.connect(weak: self) { stage in MainLoop.soon { [weak stage] in stage?.updateArrows() } }
      child.add(watch)
    }
    updateArrows()
  }

  /// The style of the carousel, which determines whether the arrows are on the card's edges or at the window's.
  var style: CarouselStyle {
    get { carousel.style }
    set {
      carousel.style = newValue
      queueAllocate()
    }
  }

  override class var cssName: String { "carouselstage" }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let inner = carousel.measured(orientation)
    guard orientation == .vertical else { return inner }
    return Measure(
      minimum: inner.minimum, natural: inner.natural + Self.indicatorRoom(in: inner.natural))
  }

  override func allocate(width: Int, height: Int) {
    let indicatorRoom = Self.indicatorRoom(in: height)
    let room = max(1, height - indicatorRoom)
    indicator.isChildVisible = indicatorRoom > 0
    _ = carousel.measured(.horizontal)
    carousel.place(leading: 0, top: 0, width: width, height: room)
    let geometry = CarouselGeometry(
      style, width: Double(width), height: Double(room),
      margin: min(Double(carousel.shadowMargin), Double(room) / 10))
    placeIndicator(geometry, width: width, height: height)
    placeArrows(geometry, width: width, room: room)
  }

  /// Draws all of the stage anew when a part of it changes.
  ///
  /// GTK 4.18 without GL omits a card's shadow if only an area beside the card is drawn anew, such as an arrow that
  /// fades. An invisible rectangle that differs each time covers the whole stage.
  override func snapshot(_ snapshot: Snapshot) {
    super.snapshot(snapshot)
    isOddFrame.toggle()
    snapshot.fill(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)),
      (isOddFrame ? Color.black : .white).faded(0))
  }

  override func dispose() {
    for child in [carousel, indicator, previous, next] { child.unparent() }
    super.dispose()
  }

  private func placeIndicator(_ geometry: CarouselGeometry, width: Int, height: Int) {
    let tall = indicator.measured(.vertical).minimum
    let wide = min(width, indicator.measured(.horizontal).minimum)
    let cardBottom = (geometry.height + geometry.pageHeight) / 2
    let y = min(height - tall, Int((cardBottom + Self.indicatorGap).rounded()))
    indicator.place(leading: (width - wide) / 2, top: max(0, y), width: wide, height: tall)
  }

  private func placeArrows(_ geometry: CarouselGeometry, width: Int, room: Int) {
    var inset = Self.arrowInset
    // A centred card that is nearly as wide as the window has the arrows on its edges.
    if style.alignment == .center, case .fraction = style.width {
      inset = max(0, Int(((Double(width) - geometry.pageWidth) / 2).rounded()) - Self.arrow / 2)
    }
    let y = (room - Self.arrow) / 2
    for (arrow, x) in [(previous, inset), (next, width - inset - Self.arrow)] {
      _ = arrow.measured(.horizontal)
      _ = arrow.measured(.vertical)
      arrow.place(leading: x, top: y, width: Self.arrow, height: Self.arrow)
    }
  }

  // MARK: Arrows

  private static func makeArrow(_ iconName: String, _ name: String) -> Button {
    let button = Button(iconName: iconName)
    for name in ["bs-round", "floating", "bs-arrow"] { button.addClass(name) }
    button.tooltipText = name
    button.setAccessibleLabel(name)
    return button
  }

  private func setHovered(_ isHovered: Bool) {
    guard isHovered != self.isHovered else { return }
    self.isHovered = isHovered
    updateArrows()
  }

  /// Whether arrows can appear. Focus on the carousel itself does not show them, since the arrow keys then work.
  private var offersArrows: Bool {
    isHovered || previous.hasFocus || next.hasFocus
  }

  /// Shows each arrow only if there is a card in its direction.
  func updateArrows() {
    for (arrow, step) in [(previous, -1), (next, 1)] {
      let isOffered = carousel.canAdvance(by: step)
      arrow.setClass("shown", isOffered && offersArrows)
      arrow.canTarget = isOffered && offersArrows
      arrow.sensitive = isOffered
    }
  }
}

/// Placeholders for the cards of a ``CarouselStage`` while the films load.
final class CarouselSkeleton: CustomWidget {
  var style: CarouselStyle = .paged {
    didSet { if style != oldValue { queueDraw() } }
  }

  /// Points above and below the cards, as in the carousel.
  private static let margin = 30.0
  private let sheen = Sheen()

  override init() {
    super.init()
    canTarget = false
    overflow = .hidden
    setAccessibleLabel(tr("Loading films"))
    setAccessibleBusy(true)
  }

  override class var cssName: String { "skeleton" }
  override class var accessibleRole: AccessibleRole { .label }

  override func mapped() { sheen.start(self) }

  override func snapshot(_ snapshot: Snapshot) {
    let (wide, tall) = (Double(width), Double(max(1, height - CarouselStage.indicatorRoom(in: height))))
    let geometry = CarouselGeometry(style, width: wide, height: tall, margin: min(Self.margin, tall / 10))
    for slot in -3...3 {
      let place = geometry.place(ofSlot: slot, at: 0)
      guard geometry.shows(place) else { continue }
      snapshot.faded(slot == 0 ? 1 : 0.6) {
        drawCard(snapshot, centerX: x(leading: place.center, width: 0), place.scale, geometry)
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
    sheen.draw(snapshot, shape, of: self)
    let bar = color(named: "bs_hover") ?? foreground.faded(0.06)
    for (share, rise, height) in [(0.46, 46.0, 16.0), (0.62, 22.0, 10.0)] {
      let place = Rect(
        x: rect.x + 18, y: rect.maxY - rise - height / 2, width: (wide - 36) * share, height: height)
      if place.width > 0 { snapshot.fill(RoundedRect(place, radius: height / 2), bar) }
    }
  }
}
