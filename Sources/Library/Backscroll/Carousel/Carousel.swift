import Gtk
import ScrollCore
import Translation

/// Pages side by side or one below the other, one of them in the middle, as a row with ends or as a ring.
///
///     let carousel = Carousel(films, makePage: FilmCard.init) { card, film in card.film = film }
///     carousel.wraps = true
///     carousel.didActivate.connect { film in open(film) }
///     window.child = carousel
///
/// Swipes, the wheel, keys and taps on a neighbour scroll; each movement comes to rest at a page. When the items change,
/// the page in the middle stays there by its identity, also during a swipe. Widgets exist for the pages in view and
/// those next to them, and are recycled. A ring draws a page that is visible twice from the same widget, so both pictures
/// are live. All decisions are `CarouselTrack`'s.
@MainActor
public final class Carousel<Item: Identifiable, Page: Widget>: CustomWidget {
  /// The items of the pages, in order. If the item in the middle is removed, the next one takes its place.
  public var items: [Item] = [] {
    didSet { itemsChanged(from: oldValue) }
  }

  /// Makes a widget for a page; setting it makes all pages anew. Without it no page is shown.
  public var makePage: (() -> Page)? {
    didSet {
      pool.removeAll()
      pagesChanged()
    }
  }

  /// Shows an item in a page; called when a page gets another item, or its item is set again. Setting it binds the
  /// pages that are shown.
  public var bind: ((_ page: Page, _ item: Item) -> Void)? {
    didSet {
      pool.markAllStale()
      bindPages()
    }
  }

  /// Whether the pages lie side by side, or one below the other. In a vertical carousel, swipes, the wheel and the Up and
  /// Down keys turn pages vertically, whatever the text direction, and `CarouselStyle.stacked` is a fitting style.
  public var orientation = Orientation.horizontal {
    didSet {
      guard orientation != oldValue else { return }
      swipe.axis = axis
      showOrientation()
      queueResize()
      didChangePages()
    }
  }

  /// The pages' size and places.
  public var style: CarouselStyle = .paged {
    didSet { if style != oldValue { queueResize() } }
  }

  /// Whether the first page follows the last. Has no effect below two pages.
  public var wraps = false {
    didSet {
      guard wraps != oldValue else { return }
      apply { $0.setWraps(wraps) }
      didChangePages()
    }
  }

  /// Whether a flick may pass several pages.
  public var allowsLongSwipes: Bool {
    get { track.allowsLongSwipes }
    set { track.allowsLongSwipes = newValue }
  }

  /// Whether the pages react to the pointer, the wheel and keys. Otherwise only the program moves them.
  public var isInteractive = true {
    didSet { swipe.isEnabled = isInteractive }
  }

  /// Whether all pages in view take input, rather than the selected one only; for pages that look like a plain row as
  /// long as all of them fit.
  public var allPagesTakeInput = false {
    didSet { if allPagesTakeInput != oldValue { bindPages() } }
  }

  /// Whether a wheel that turns vertically turns the pages of a horizontal carousel too. Otherwise the event goes to the
  /// page or the parent. Has no effect on a vertical carousel, which only that wheel turns.
  public var turnsWithVerticalWheel = true

  /// The number of pages out of view, on each side, that keep their widgets: for few pages with a state of their own.
  public var reserve = 0 {
    didSet { if reserve != oldValue { pagesChanged() } }
  }

  /// Whether a tap anywhere advances by a page. Otherwise it scrolls to the page under it.
  public var tapAdvances = false

  /// Points kept free above and below the pages for their shadows; at the left and the right in a vertical carousel.
  public var shadowMargin = 30 {
    didSet { if shadowMargin != oldValue { queueResize() } }
  }

  /// The radius of the focus ring around the page in the middle, in points; `nil` for none, when a parent shows the
  /// focus.
  public var focusRadius: Double? = 18

  /// The interval in seconds at which the pages advance by themselves; `nil` if they do not. They pause while the
  /// pointer or the keyboard focus is on the carousel, while it is pressed or not mapped, and while the desktop's
  /// animations are off.
  public var autoplayInterval: Double? {
    didSet { if autoplayInterval != oldValue { scheduleAutoplay() } }
  }

  /// Called when another page is selected, before the pages move there: once for each change.
  public let didSelect = Callback<Int, CarouselTrack.Reason>()
  /// Called when the pages have come to rest at another page than before.
  public let didSettle = Callback<Int>()
  /// Called with the item in the middle when its page is clicked, or Return is pressed.
  public let didActivate = Callback<Item>()
  /// Called when the position has changed, in pages.
  public let didMove = Callback<Double>()
  /// Called when the number of pages, ``wraps`` or ``orientation`` has changed.
  let didChangePages: Callback<> = Callback()

  private(set) var track = CarouselTrack()
  private(set) var geometry = CarouselGeometry(.paged, width: 1, height: 1)
  /// The pages in view or next to it, and their places as of the latest binding, from the outermost to the middle.
  private(set) var shown: [(page: Wraparound.Page, place: CarouselGeometry.Place)] = []
  private(set) lazy var swipe = SwipeController(on: self, .horizontal)
  private let click = GestureClick()
  private lazy var motion = Animation(on: self)
  private let pool = WidgetPool<Item.ID, OneKind, Page>(spareLimit: 6)
  /// Whether pages have to be bound for the geometry of the latest allocation, before they can be placed.
  private var isBindingNeeded = false
  private var framePhases: [SignalHandle] = []
  /// The opacity of pages that fade in.
  private var appearing: [Item.ID: Double] = [:]
  private var reportedPosition = Double.nan
  /// Events that are not reported to the callbacks yet, with the indices of the present items.
  private var pending: [CarouselTrack.Event] = []
  private var isReporting = false
  private var wheelTime = -Double.infinity
  private var isHovered = false
  private var autoplay: DeferredCall?

  /// Points that fingers move on a touchpad for one page, as in libadwaita.
  private var touchpadPage: Double { orientation == .horizontal ? 400 : 300 }
  /// Notches of a wheel that follow each other within this time, in seconds, turn one page.
  static var wheelBurst: Double { 0.15 }
  /// Seconds in which a page fades in.
  private static var fadeTime: Double { 0.18 }

  /// Makes a carousel of `items` with the page at `initialPage` in the middle. A page gets the style's size, whatever it
  /// asks for. `makePage` and `bind` may be set later.
  public init(
    _ items: [Item] = [], initialPage: Int = 0, makePage: (() -> Page)? = nil,
    bind: ((_ page: Page, _ item: Item) -> Void)? = nil
  ) {
    self.makePage = makePage
    self.bind = bind
    super.init()
    overflow = .hidden
    focusable = true
    hexpand = true
    vexpand = true
    setAccessibleRoleDescription(tr("carousel"))
    showOrientation()
    addInput()
    if initialPage != 0 { scroll(to: initialPage, animated: false) }
    // Property observers do not run for values that an initialiser sets.
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

  // MARK: Position

  /// The position in pages; in a ring within 0..<count.
  public var position: Double { track.position }
  /// The page where the carousel is or scrolls to; `nil` without pages.
  public var selectedIndex: Int? { track.selected }
  /// Whether the pages are dragged or move by themselves.
  public var isMoving: Bool { track.isMoving }
  /// Turns of a ring, forward minus backward. Together with the position they give a distance without a gap at the seam.
  public var turns: Int { track.turns }

  /// Whether there is a page `step` pages after the selected one; always in a ring.
  public func canAdvance(by step: Int) -> Bool { track.canAdvance(by: step) }

  /// The widget of an item; `nil` if it has none at the moment.
  public func page(for id: Item.ID) -> Page? { pool.widget(of: id) }

  /// Scrolls to a page; in a ring the shorter way by default. Without items, the carousel remembers the page until
  /// there are some. An index beyond the last means the last.
  public func scroll(to index: Int, direction: Wraparound.Direction = .shortest, animated: Bool = true) {
    scroll(to: index, direction, reason: .program, animated: animated)
  }

  /// Scrolls `step` pages on. Does nothing if there is no such page.
  public func advance(by step: Int, animated: Bool = true) {
    advance(by: step, reason: .program, animated: animated)
  }

  private func scroll(
    to index: Int, _ direction: Wraparound.Direction = .shortest, reason: CarouselTrack.Reason,
    animated: Bool = true
  ) {
    let moves = animated && animates
    apply { $0.scroll(to: index, direction, reason: reason, animated: moves) }
  }

  private func advance(by step: Int, reason: CarouselTrack.Reason, animated: Bool = true) {
    let moves = animated && animates
    apply { $0.advance(by: step, reason: reason, animated: moves) }
  }

  private var animates: Bool { isMapped && DesktopSettings.current?.enableAnimations ?? false }

  /// Changes the track, shows the result, and reports it.
  private func apply(_ change: (inout CarouselTrack) -> [CarouselTrack.Event]) {
    let events = change(&track)
    pending += events
    if !track.isMoving { swipe.settle() }
    moved()
    report()
    if !events.isEmpty { scheduleAutoplay() }
  }

  /// Calls the callbacks in the order of the events, with the movement between the selection and the rest. If a callback
  /// scrolls on or sets other items, the resulting events are reported after the earlier ones.
  private func report() {
    guard !isReporting else { return }
    isReporting = true
    defer { isReporting = false }
    while !pending.isEmpty || reportedPosition != position {
      if case .select(let index, let reason)? = pending.first {
        pending.removeFirst()
        didSelect(index, reason)
      } else if reportedPosition != position {
        reportedPosition = position
        didMove(position)
      } else if case .settle(let index) = pending.removeFirst() {
        didSettle(index)
      }
    }
  }

  private func moved() {
    bindPages()
    queueAllocate()
    if needsFrames, !motion.isRunning { motion.start { [weak self] in self?.step(by: $0) } }
  }

  private var needsFrames: Bool { track.isMoving && !track.isDragging || !appearing.isEmpty }

  private func step(by delta: Double) {
    for (id, opacity) in appearing {
      let new = min(1, opacity + delta / Self.fadeTime)
      let page = pool.widget(of: id)
      page?.opacity = new
      appearing[id] = new < 1 && page != nil ? new : nil
    }
    if !track.isDragging, track.isMoving { apply { $0.step(by: delta) } }
    if !needsFrames { motion.cancel() }
  }

  // MARK: Pages

  private func itemsChanged(from old: [Item]) {
    let places = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(old.lazy.map(\.id))
    if !old.isEmpty, animates {
      // Pages that come into view with the change fade in.
      for item in items where !known.contains(item.id) && pool.widget(of: item.id) == nil {
        appearing[item.id] = 0
      }
    }
    takeFocusFromPages { places[$0] == nil }
    let place = { (index: Int) in places[old[index].id] }
    pool.apply(place)
    pool.markAllStale()
    shown = []
    pending = pending.compactMap { $0.moved(place) }
    apply { $0.reindex(count: self.items.count, place: place) }
    if items.count != old.count { didChangePages() }
    scheduleAutoplay()
  }

  /// Gives each page in view, and the ones next to it, a widget. Must not run during an allocation: a page that is bound
  /// asks GTK for a new size, and GTK would leave that request pending on the ancestors.
  private func bindPages() {
    isBindingNeeded = false
    let reach = geometry.reach
    let pages = track.ring.pages(
      around: position, before: reach.before + Double(reserve), after: reach.after + Double(reserve))
    let position = position
    shown = pages.map { ($0, geometry.place(ofSlot: $0.slot, at: position)) }
      .sorted { abs(Double($0.page.slot) - position) > abs(Double($1.page.slot) - position) }
    let selected = selectedIndex.map { items[$0].id }
    if !allPagesTakeInput { takeFocusFromPages { $0 != selected } }
    let kept = Set(pages.map(\.index))
    pool.recycle { index, _ in kept.contains(index) }
    guard let makePage else { return }
    for entry in pages where !entry.isPicture {
      let item = items[entry.index]
      let page = pool.widget(
        for: item.id, kind: .row, at: entry.index, in: self, make: { Self.prepared(makePage()) },
        bind: { page in
          bind?(page, item)
          page.opacity = appearing[item.id] ?? 1
        })
      // Usually only the page in the middle takes input; a tap on another one scrolls to it.
      let isSelected = entry.index == selectedIndex
      let takesInput = isSelected || allPagesTakeInput
      if page.canTarget != takesInput {
        page.setAccessibleSelected(isSelected)
        page.canTarget = takesInput
        page.canFocus = takesInput
      }
      (page as? any CarouselPage)?.didMove(toOffset: Double(entry.slot) - position)
    }
    pool.updateAccessiblePositions(count: items.count)
  }

  /// Prepares a new page, which is not selected.
  private static func prepared(_ page: Page) -> Page {
    page.setAccessibleRoleDescription(tr("slide"))
    page.setAccessibleSelected(false)
    page.canTarget = false
    page.canFocus = false
    return page
  }

  /// Moves the focus from a page that is no longer selected, or removed, to the carousel. Otherwise keys would go on
  /// working on that page.
  private func takeFocusFromPages(where leaves: (Item.ID) -> Bool) {
    guard containsFocus, !hasFocus else { return }
    if pool.shown.contains(where: { leaves($0.id) && $0.widget.containsFocus }) { takeFocus() }
  }

  // MARK: Layout and drawing

  private var axis: SwipeTracker.Axis { orientation == .horizontal ? .horizontal : .vertical }

  /// Shows the orientation to style sheets and to assistive technology, as GTK's orientable widgets do.
  private func showOrientation() {
    setClass("horizontal", orientation == .horizontal)
    setClass("vertical", orientation == .vertical)
    setAccessibleOrientation(orientation)
  }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == self.orientation
      ? Measure(minimum: 120, natural: 600) : Measure(minimum: 60, natural: 400)
  }

  /// Places the pages. If the geometry has changed, they have to be bound first, for which GTK repeats the layout phase
  /// in this frame.
  public override func allocate(width: Int, height: Int) {
    let across = Double(orientation == .horizontal ? height : width)
    let new = CarouselGeometry(
      style, width: Double(width), height: Double(height),
      margin: min(Double(shadowMargin), across / 10), axis: axis)
    if new != geometry {
      geometry = new
      track.viewport = new.extent / new.step
      isBindingNeeded = true
    }
    if isBindingNeeded, isMapped { return frameClock?.requestLayout() ?? () }
    let (wide, tall) = (Int(geometry.pageWidth), Int(geometry.pageHeight))
    for (entry, place) in shown where !entry.isPicture {
      guard let page = pool.widget(at: entry.index) else { continue }
      // A page that needs more than its place reaches beyond it on both sides.
      let width = max(wide, page.measured(.horizontal).minimum)
      let height = max(tall, page.measured(.vertical, for: width).minimum)
      page.place(width: width, height: height, center: middle(place), scale: place.scale)
    }
  }

  /// Binds the pages for the geometry of the latest allocation.
  private func bindForGeometry() {
    guard isBindingNeeded else { return }
    bindPages()
    queueAllocate()
  }

  private func pagesChanged() {
    bindPages()
    // Pages that were bound during a layout need another layout.
    MainLoop.soon { [weak self] in self?.queueResize() }
  }

  /// The middle of a page in the widget's coordinates. Horizontal ones are mirrored if the text direction is from right
  /// to left.
  private func middle(_ place: CarouselGeometry.Place) -> Point {
    switch orientation {
    case .horizontal: Point(x: x(leading: place.center, width: 0), y: geometry.height / 2)
    case .vertical: Point(x: geometry.width / 2, y: place.center)
    }
  }

  public override func directionChanged() { queueAllocate() }

  public override func snapshot(_ snapshot: Snapshot) {
    for (entry, place) in shown where geometry.shows(place) {
      guard let page = pool.widget(at: entry.index) else { continue }
      if !entry.isPicture {
        snapshot.add(page, of: self)
      } else if let real = shown.first(where: { $0.page.index == entry.index && !$0.page.isPicture }) {
        // The second picture of a page is drawn from its widget in the same frame.
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

  /// The uppermost page at a point; pages nearer to the middle lie above the others.
  private func entry(at point: Point) -> Wraparound.Page? {
    let x = x(leading: point.x, width: 0)
    return shown.last { geometry.contains(x, point.y, place: $0.place) }?.page
  }

  public override func mapped() {
    // After all movements of this frame, and again if `allocate` finds another geometry.
    framePhases = [
      frameClock?.update.connect(weak: self, after: true) { $0.bindForGeometry() },
      frameClock?.layout.connect(weak: self) { $0.bindForGeometry() },
    ].compactMap { $0 }
    moved()
    report()
    scheduleAutoplay()
  }

  public override func unmapped() {
    for phase in framePhases { phase.disconnect() }
    framePhases = []
    swipe.cancel()
    for id in appearing.keys { pool.widget(of: id)?.opacity = 1 }
    appearing = [:]
    // End the movement at its destination, where the carousel is when it is mapped again.
    if let selectedIndex { apply { $0.scroll(to: selectedIndex, animated: false) } }
  }

  // MARK: Input

  private func addInput() {
    swipe.grip = { [weak self] point, _ in self?.grip(at: point) }
    swipe.claim = { [weak self] _, _ in self?.track.canMove == true ? .fromSlop : .denied }
    swipe.handleWheel = { [weak self] dx, dy, time in self?.wheelDidTurn(dx, dy, at: time) ?? false }
    swipe.didBegin.connect(weak: self) { $0.swipeDidBegin() }
    swipe.didMove.connect(weak: self) { carousel, _ in carousel.swipeDidMove() }
    swipe.didEnd.connect(weak: self) { $0.swipeDidEnd($1) }
    swipe.didCancel.connect(weak: self) { carousel, _ in carousel.swipeDidCancel() }
    click.button = 1
    click.released.connect(weak: self) { carousel, _, x, y in carousel.tapped(at: Point(x: x, y: y)) }
    add(click)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { carousel, key, _, modifiers in
      modifiers.isDisjoint(with: [.control, .alt, .shift]) && carousel.pressed(Key.normal(key))
    }
    add(keys)
    let pointer = MotionController()
    pointer.entered.connect(weak: self) { carousel, _, _ in carousel.pointerDidEnter() }
    pointer.left.connect(weak: self) { $0.pointerDidLeave() }
    add(pointer)
    let focus = FocusController()
    for change in [focus.entered, focus.left] {
      change.connect(weak: self) { carousel in
        carousel.queueDraw()
        carousel.scheduleAutoplay()
      }
    }
    add(focus)
  }

  /// 1 where later pages lie to the right or below, otherwise −1.
  private var direction: Double { orientation == .horizontal && isRightToLeft ? -1 : 1 }

  /// Handles a click that no widget in a page has used: activates the page in the middle, or scrolls to another one.
  func tapped(at point: Point) {
    takeFocus()
    // The release of a swipe, of a press that stopped the pages, or of another widget's gesture does not count as a click.
    guard isInteractive, swipe.state == .idle else { return }
    if tapAdvances { return advance(by: 1, reason: .tap) }
    guard let entry = entry(at: point) else { return }
    if entry.index == selectedIndex, entry.slot == track.targetSlot {
      didActivate(items[entry.index])
    } else {
      advance(by: entry.slot - track.targetSlot, reason: .tap)
    }
  }

  func pressed(_ key: UInt32) -> Bool {
    guard isInteractive, let selectedIndex else { return false }
    let later = direction > 0 ? 1 : -1
    switch key {
    case Key.right where orientation == .horizontal: advance(by: later, reason: .key)
    case Key.left where orientation == .horizontal: advance(by: -later, reason: .key)
    case Key.down where orientation == .vertical: advance(by: 1, reason: .key)
    case Key.up where orientation == .vertical: advance(by: -1, reason: .key)
    case Key.pageDown: advance(by: 1, reason: .key)
    case Key.pageUp: advance(by: -1, reason: .key)
    case Key.home: scroll(to: 0, reason: .key)
    case Key.end: scroll(to: items.count - 1, reason: .key)
    case Key.returnKey, Key.space:
      if tapAdvances { advance(by: 1, reason: .key) } else { didActivate(items[selectedIndex]) }
    default: return false
    }
    return true
  }

  // MARK: Autoplay

  func pointerDidEnter() {
    isHovered = true
    scheduleAutoplay()
  }

  func pointerDidLeave() {
    isHovered = false
    scheduleAutoplay()
  }

  /// Whether the pages may advance by themselves at the moment. The focus that a click leaves behind does not count.
  var canAutoplay: Bool {
    autoplayInterval != nil && animates && !isHovered && !(containsFocus && showsFocus)
      && !swipe.tracker.isPressed && canAdvance(by: 1)
  }

  /// Starts the interval anew.
  private func scheduleAutoplay() {
    autoplay?.cancel()
    guard let autoplayInterval, canAutoplay else { return }
    autoplay = MainLoop.after(seconds: autoplayInterval) { [weak self] in
      guard let self, canAutoplay else { return }
      advance(by: 1)
      scheduleAutoplay()
    }
  }

  // MARK: Swipes and the wheel

  private func grip(at point: Point?) -> SwipeTracker.Grip? {
    guard let point else { return .free }
    // GTK 4.8 leaves the click of a denied sequence denied: reset it before the next press.
    click.reset()
    guard !hasDragOwner(at: point, buttons: false) else { return nil }
    // If taps advance, they also do so while the pages move: each of several quick taps counts.
    guard track.isMoving, !tapAdvances else { return .free }
    apply {
      $0.beginDrag()
      return []
    }
    return .held
  }

  private func swipeDidBegin() {
    if !track.isDragging { track.beginDrag() }
    scheduleAutoplay()
  }

  private func swipeDidMove() {
    let travel = -direction * swipe.travel / pageExtent
    apply {
      $0.drag(to: travel)
      return []
    }
  }

  private func swipeDidEnd(_ release: SwipeTracker.Release) {
    // Also after a tap: the pages do not advance by themselves during a press.
    defer { scheduleAutoplay() }
    guard case .swiped(let velocity) = release, track.isDragging else { return swipe.settle() }
    let (device, moves) = (swipe.device, animates)
    let extent = device == .touchpad ? touchpadPage : geometry.step
    let resistance = device == .touchpad ? 1 : style.dragResistance
    let towardsLater = -direction * velocity / resistance
    apply { $0.endDrag(velocity: towardsLater, extent: extent, device: device, animated: moves) }
  }

  private func swipeDidCancel() {
    defer { scheduleAutoplay() }
    guard track.isDragging else { return }
    let moves = animates
    apply { $0.cancelDrag(animated: moves) }
  }

  /// Points of the pointer or of the fingers for one page.
  private var pageExtent: Double {
    swipe.device == .touchpad ? touchpadPage : geometry.step * style.dragResistance
  }

  /// Turns one page for each burst of notches. If there is no page in that direction, the event goes to the parent.
  func wheelDidTurn(_ dx: Double, _ dy: Double, at time: Double) -> Bool {
    guard isInteractive, track.canMove else { return false }
    let isHorizontal = abs(dx) > abs(dy)
    let turnsPages =
      orientation == .vertical ? !isHorizontal : isHorizontal || turnsWithVerticalWheel
    guard turnsPages else { return false }
    let turn = isHorizontal ? dx * direction : dy
    guard turn != 0 else { return false }
    // The burst's last notch is used too, or it would move the parent.
    if time - wheelTime < Self.wheelBurst {
      wheelTime = time
      return true
    }
    let step = turn > 0 ? 1 : -1
    guard canAdvance(by: step) else { return false }
    wheelTime = time
    advance(by: step, reason: .wheel)
    return true
  }
}

/// A page that looks different away from the middle. Pages of a ``Carousel`` need not conform.
@MainActor
public protocol CarouselPage: Widget {
  /// Called outside of layout, as the page moves to `offset` pages from the middle; negative before it. The page may
  /// redraw, but should not request another size.
  func didMove(toOffset offset: Double)
}
