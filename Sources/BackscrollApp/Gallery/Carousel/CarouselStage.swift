import Backscroll
import Gtk
import ScrollCore
import Translation

/// The carousel with what belongs to it: dots below the cards, and arrows over them that come with the pointer or the
/// focus.
final class CarouselStage: CustomWidget {
  let carousel: Carousel<Film, FilmCard>
  let indicator = PageIndicator()

  private let previous = CarouselStage.makeArrow("go-previous-symbolic", tr("Previous film"))
  private let next = CarouselStage.makeArrow("go-next-symbolic", tr("Next film"))
  private let hover = MotionController()
  private var isHovered = false
  private let hasTouchScreen = Desktop.hasTouchScreen

  /// Points below the carousel that are the indicator's.
  static let indicatorRoom = 48
  /// Points from the cards to the indicator's hit area; an arrow's size, and its way from the window's edge.
  private static let indicatorGap = 12.0
  private static let arrow = 44
  private static let arrowInset = 18

  init(carousel: Carousel<Film, FilmCard>) {
    self.carousel = carousel
    super.init()
    for child in [carousel, indicator, previous, next] { child.setParent(self) }
    carousel.didMove = { [weak self] in
      self?.indicator.position = $0
      self?.updateArrows()
    }
    indicator.didSelect = { [weak self] in self?.carousel.scroll(to: $0) }
    previous.clicked.connect(weak: self) { $0.carousel.advance(by: -1) }
    next.clicked.connect(weak: self) { $0.carousel.advance(by: 1) }
    hover.entered.connect(weak: self) { stage, _, _ in stage.setHovered(true) }
    hover.left.connect(weak: self) { $0.setHovered(false) }
    add(hover)
    for child in [previous, next] {
      let watch = FocusController()
      // By now it is not settled yet where the focus is.
      watch.entered.connect(weak: self) { stage in MainLoop.soon { [weak stage] in stage?.updateArrows() } }
      watch.left.connect(weak: self) { stage in MainLoop.soon { [weak stage] in stage?.updateArrows() } }
      child.add(watch)
    }
    updateArrows()
  }

  /// Style of the carousel; the arrows stand on the cards' edges or at the window's.
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
    return Measure(minimum: inner.minimum + Self.indicatorRoom, natural: inner.natural + Self.indicatorRoom)
  }

  override func allocate(width: Int, height: Int) {
    let room = max(1, height - Self.indicatorRoom)
    _ = carousel.measured(.horizontal)
    carousel.place(x: 0, y: 0, width: width, height: room)
    let geometry = CarouselGeometry(
      style, width: Double(width), height: Double(room),
      margin: min(Double(carousel.shadowMargin), Double(room) / 10))
    placeIndicator(geometry, width: width, height: height)
    placeArrows(geometry, width: width, room: room)
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
    indicator.place(x: (width - wide) / 2, y: max(0, y), width: wide, height: tall)
  }

  private func placeArrows(_ geometry: CarouselGeometry, width: Int, room: Int) {
    var left = Self.arrowInset
    // On the edges of a card that stands in the middle and reaches almost to the window's.
    if style.alignment == .center, case .fraction = style.width {
      left = max(0, Int(((Double(width) - geometry.pageWidth) / 2).rounded()) - Self.arrow / 2)
    }
    let right = width - left - Self.arrow
    let y = (room - Self.arrow) / 2
    for (arrow, x) in [(previous, isRightToLeft ? right : left), (next, isRightToLeft ? left : right)] {
      _ = arrow.measured(.horizontal)
      _ = arrow.measured(.vertical)
      arrow.place(x: x, y: y, width: Self.arrow, height: Self.arrow)
    }
  }

  // MARK: Arrows

  private static func makeArrow(_ iconName: String, _ name: String) -> Button {
    let button = Button(iconName: iconName)
    for name in ["bs-round", "floating", "bs-arrow"] { button.addClass(name) }
    button.setTooltip(name)
    button.setAccessibleLabel(name)
    return button
  }

  private func setHovered(_ isHovered: Bool) {
    self.isHovered = isHovered
    updateArrows()
  }

  /// Whether the arrows are there at all; each only where there is a card to go to.
  private var offersArrows: Bool {
    // On the carousel the keys do what the arrows are for.
    isHovered || hasTouchScreen || previous.hasFocus || next.hasFocus
  }

  func updateArrows() {
    for (arrow, step) in [(previous, -1), (next, 1)] {
      let isOffered = carousel.canAdvance(by: step)
      arrow.setClass("shown", isOffered && offersArrows)
      arrow.canTarget = isOffered && offersArrows
      arrow.isSensitive = isOffered
    }
  }
}
