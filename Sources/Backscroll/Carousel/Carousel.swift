import Gtk
import ScrollCore
import Translation

/// Pages side by side, of which one stands in the middle: dragged, flicked, wheeled or paged by keys, each time coming
/// to rest at a page; as a row with ends or as a ring.
///
///     let carousel = Carousel(films, makePage: FilmCard.init) { card, film in card.film = film }
///     carousel.wraps = true
///     carousel.didActivate = { index in open(films[index]) }
///     window.child = carousel
///
/// Items have identities: when they change, the page in the middle stays in the middle, also in mid-drag. Widgets
/// exist for the pages in view and those next to them, and are recycled. In a ring a page that shows twice is
/// drawn twice, from the same widget, so both pictures are live. All decisions are `CarouselTrack`'s.
@MainActor
public final class Carousel<Item: Identifiable, Page: Widget>: CustomWidget {
  /// The pages' items, in order. A change keeps the page in the middle by its identity; without it the next takes its
  /// place.
  public var items: [Item] = [] {
    didSet { itemsChanged(from: oldValue) }
  }

  public var style: CarouselStyle = .paged {
    didSet { if style != oldValue { queueResize() } }
  }

  /// Whether the last page is followed by the first. Without effect below two pages.
  public var wraps = false {
    didSet {
      if wraps != oldValue { apply { $0.setWraps(wraps) } }
    }
  }

  /// Whether a flick may pass several pages.
  public var allowsLongSwipes: Bool {
    get { track.allowsLongSwipes }
    set { track.allowsLongSwipes = newValue }
  }

  /// Off, only the program moves the pages.
  public var isInteractive = true

  /// A tap anywhere goes on by one page, rather than to the page under it.
  public var tapAdvances = false

  /// Points kept free above and below the pages, for their shadows.
  public var shadowMargin = 30 {
    didSet { if shadowMargin != oldValue { queueResize() } }
  }

  /// Radius of the focus ring round the page in the middle; nil: there is none, whoever holds the carousel shows the
  /// focus.
  public var focusRadius: Double? = 18

  /// Seconds from page to page when they change by themselves; nil: they do not. They rest while the pointer or the
  /// focus is on the carousel, while it is dragged or not to be seen, and wherever animations are not wanted.
  public var autoplayInterval: Double? {
    didSet { if autoplayInterval != oldValue { scheduleAutoplay() } }
  }

  /// Another page was chosen, and why: once for each change, at the moment of the choice.
  public var didSelect: ((_ index: Int, _ reason: CarouselTrack.Reason) -> Void)?
  /// The pages have come to rest at another one than before.
  public var didSettle: ((_ index: Int) -> Void)?
  /// The page in the middle was clicked, or Return was pressed.
  public var didActivate: ((_ index: Int) -> Void)?
  /// The position has changed, in pages: for indicators.
  public var didMove: ((_ position: Double) -> Void)?

  var track = CarouselTrack()
  let pool: CarouselPool<Item.ID, Page>
  var geometry = CarouselGeometry(.paged, width: 1, height: 1)
  /// Pages in view, or about to be, and where they stand as of the last look; from the outermost to the middle.
  var shown: [(page: Wraparound.Page, place: CarouselGeometry.Place)] = []
  let bind: (Page, Item) -> Void
  var isTicking = false
  var appearing: [Item.ID: Double?] = [:]
  var toldPosition = Double.nan
  /// What came about and is still to be told; its indices are those of the items as they are now.
  var untold: [CarouselTrack.Event] = []
  private var isTelling = false
  // What the hand does; see `Carousel+Input`.
  let gesture = GestureDrag()
  let click = GestureClick()
  var hand: CarouselHand?
  var touchpad: CarouselTouchpad?
  /// The click of this release belongs to a press that caught the pages in their motion, or has moved away.
  var isNoClick = false
  var wheelTime = -Double.infinity
  let guarding = DragGuard()
  // See `Carousel+Autoplay`.
  var isHovered = false
  var autoplayRound = 0

  /// `makePage` makes a widget for a page; `bind` fills one with an item, again and again. A page is given the style's
  /// size, whatever it asks for. `items` are those of the beginning.
  public init(
    _ items: [Item] = [], makePage: @escaping () -> Page,
    bind: @escaping (_ page: Page, _ item: Item) -> Void
  ) {
    self.bind = bind
    pool = CarouselPool(makePage: makePage)
    super.init()
    clipsContent = true
    isFocusable = true
    isHorizontallyExpanding = true
    isVerticallyExpanding = true
    setAccessibleRoleDescription(tr("carousel"))
    addInput()
    addAutoplayWatch()
    // No observer hears what an initialiser sets.
    self.items = items
    if !items.isEmpty { itemsChanged(from: []) }
  }

  isolated deinit { pool.removeAll() }

  public override class var cssName: String { "carousel" }
  public override class var accessibleRole: AccessibleRole { .group }

  public override func dispose() {
    pool.removeAll()
    super.dispose()
  }

  // MARK: Where it is

  /// In pages, real-valued; in a ring within 0..<count.
  public var position: Double { track.position }
  /// The page chosen, which it is at or going to; nil without pages.
  public var selectedIndex: Int? { track.selected }
  public var isMoving: Bool { track.isMoving }
  /// Times round a ring, forwards less backwards; with it the position tells the way gone, unbroken at the seam.
  public var turns: Int { track.turns }

  /// Whether there is a page `step` pages on; always in a ring.
  public func canAdvance(by step: Int) -> Bool { track.canAdvance(by: step) }

  /// The widget of an item, if it has one just now.
  public func page(for id: Item.ID) -> Page? { pool[id] }

  // MARK: Going

  /// Goes to a page, the shorter way or as told; before there are items, to it as soon as there are.
  public func scroll(to index: Int, direction: Wraparound.Direction = .shortest, animated: Bool = true) {
    scroll(to: index, direction, reason: .program, animated: animated)
  }

  /// Goes `step` pages on; not beyond the ends of a row.
  public func advance(by step: Int, animated: Bool = true) {
    advance(by: step, reason: .program, animated: animated)
  }

  func scroll(
    to index: Int, _ direction: Wraparound.Direction, reason: CarouselTrack.Reason, animated: Bool = true
  ) {
    let moves = animated && animates
    apply { $0.scroll(to: index, direction, reason: reason, animated: moves) }
  }

  func advance(by step: Int, reason: CarouselTrack.Reason, animated: Bool = true) {
    let moves = animated && animates
    apply { $0.advance(by: step, reason: reason, animated: moves) }
  }

  var animates: Bool { isMapped && DesktopSettings.current?.animates ?? false }

  /// Lets the track take a step, shows what came of it, and tells it.
  func apply(_ change: (inout CarouselTrack) -> [CarouselTrack.Event]) {
    let events = change(&track)
    untold += events
    moved()
    tell()
    if !events.isEmpty { scheduleAutoplay() }
  }

  /// Tells what is to be told, in the order in which it came about: whoever is told may go on somewhere else, or set
  /// other items, and hears of that after all that was before.
  private func tell() {
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty {
      switch untold.removeFirst() {
      case .select(let index, let reason): didSelect?(index, reason)
      case .settle(let index): didSettle?(index)
      }
    }
  }

  // MARK: Showing

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .horizontal ? Measure(minimum: 120, natural: 600) : Measure(minimum: 100, natural: 400)
  }

  public override func allocate(width: Int, height: Int) {
    let new = CarouselGeometry(
      style, width: Double(width), height: Double(height),
      margin: min(Double(shadowMargin), Double(height) / 10))
    if new != geometry {
      geometry = new
      track.viewport = Double(width) / new.step
      bindPages()
      // Pages that were bound just now ask for a layout of their own.
      MainLoop.soon { [weak self] in self?.queueResize() }
    }
    let (wide, tall) = (Int(geometry.pageWidth), Int(geometry.pageHeight))
    for (entry, place) in shown where !entry.isPicture {
      guard let page = pool[items[entry.index].id] else { continue }
      // GTK wants to be asked before it is told.
      _ = page.measured(.horizontal)
      _ = page.measured(.vertical, for: wide)
      page.place(width: wide, height: tall, center: middle(place), scale: place.scale)
    }
  }

  /// Where a page's middle is on the widget: a carousel that reads from right to left is the mirror image.
  private func middle(_ place: CarouselGeometry.Place) -> Point {
    Point(x: isRightToLeft ? geometry.width - place.centerX : place.centerX, y: geometry.height / 2)
  }

  public override func directionChanged() { queueAllocate() }

  public override func snapshot(_ snapshot: Snapshot) {
    for (entry, place) in shown where geometry.shows(place) {
      guard let page = pool[items[entry.index].id] else { continue }
      if !entry.isPicture {
        snapshot.add(page, of: self)
      } else if let real = shown.first(where: { $0.page.index == entry.index && !$0.page.isPicture }) {
        // The same page once more, elsewhere: it is drawn from what was drawn, in the same frame.
        let scale = place.scale / real.place.scale
        snapshot.moved(from: middle(real.place), to: middle(place), scale: scale) {
          snapshot.add(page, of: self)
        }
      }
    }
    drawFocus(snapshot)
  }

  private func drawFocus(_ snapshot: Snapshot) {
    guard let focusRadius, hasFocus, showsFocus, let (_, place) = shown.last else { return }
    let center = middle(place)
    let (wide, tall) = (geometry.pageWidth * place.scale, geometry.pageHeight * place.scale)
    let color = color(named: "bs_accent_fg") ?? color(named: "theme_selected_bg_color") ?? foreground
    let rect = Rect(x: center.x - wide / 2, y: center.y - tall / 2, width: wide, height: tall)
    snapshot.focusRing(RoundedRect(rect, radius: focusRadius), color)
  }

  /// The page at a point, of those in view: what is nearer to the middle lies above.
  func entry(at point: Point) -> Wraparound.Page? {
    let x = isRightToLeft ? geometry.width - point.x : point.x
    return shown.last { geometry.contains(x, point.y, place: $0.place) }?.page
  }

  // MARK: On and off the screen

  public override func mapped() {
    moved()
    scheduleAutoplay()
  }

  public override func unmapped() {
    cancelDrag()
    for id in appearing.keys { pool[id]?.opacity = 1 }
    appearing = [:]
    // What was on its way is there when it is seen again.
    if let selectedIndex { apply { $0.scroll(to: selectedIndex, animated: false) } }
  }

  public override func rooted() { guarding.watch(window) }
  public override func unrooted() { guarding.watch(nil) }
}
