import Foundation
import Gtk
import ScrollCore

/// A scrollbar for a list of which perhaps few rows are loaded: the thumb's place is the number of the row, out of all.
///
/// Rows that are measured or loaded later do not move the thumb. Ticks show where years and months begin, marks show
/// the hits of a search, and a bubble beside the thumb shows the place to which it is dragged.
///
///     let rail = ScrollRail(name: "Messages")
///     list.didChangeViewport.connect { rail.position = list.position() }
///     rail.didSeek.connect { list.scroll(to: $0) }
///     scroller.setPolicy(horizontal: .never, vertical: .external)
///     window.child = RailFrame(scroller, rail)
///
/// If rows are loaded on demand, ``didSeek`` loads the missing ones, and ``position`` stays at the requested place
/// until they are in view. Escape undoes a drag. With the focus the rail follows the arrow keys, Page Up and Page Down,
/// with Shift by periods of the ``ticks``, Home and End.
@MainActor
public final class ScrollRail: CustomWidget {
  // MARK: What is shown

  /// The reader's position. Nil if all rows are in view: the rail is then empty. While the thumb is dragged, it follows
  /// the pointer instead, and this position takes effect afterwards.
  public var position: RailPosition? {
    didSet { if position != oldValue { positionChanged(from: oldValue) } }
  }

  /// The beginnings of periods, in ascending order.
  public var ticks: [RailTick] = [] {
    didSet { if ticks != oldValue { scaleView.invalidate() } }
  }

  /// The rows that are marked, such as hits of a search, by the numbers of rows before them. At most one line is drawn for
  /// each point, so a hundred thousand of them cost no more than some hundred.
  public var marks: [Int] = [] {
    didSet { if marks != oldValue { scaleView.invalidate() } }
  }

  /// The mark at which the reader is, drawn over the thumb with an arrow; nil if there is none.
  public var currentMark: Int? {
    didSet { if currentMark != oldValue { queueDraw() } }
  }

  /// The rows with a star beside the track, such as bookmarks, by the numbers of rows before them. At most one star is
  /// drawn every 12 points. A press near a star goes to its row.
  public var stars: [Int] = [] {
    didSet { if stars != oldValue { scaleView.invalidate() } }
  }

  /// The description of the place in the bubble and for a screen reader. Set it when ``didSeek`` is called and after ``position``.
  public var caption = RailCaption() {
    didSet { if caption != oldValue { captionChanged() } }
  }

  /// The description of the starred rows that ``didPointAtStars`` was called with last, for the bubble. Set it when it is
  /// known; until then, the bubble shows what it shows elsewhere.
  package var starCaption: (title: String, detail: String)? {
    didSet { if !pointedStars.isEmpty { showBubble() } }
  }

  /// The number of rows in view, for Page Up and Page Down.
  public var rowsInView = 10

  // MARK: Callbacks

  /// Called with the place to show: at each step of a drag, at a press beside the thumb and for a key.
  public let didSeek = Callback<RailPosition>()
  /// Called when Escape has undone a drag, with the place where it began. Without listeners, ``didSeek`` is called.
  public let didReturn = Callback<RailPosition>()
  /// Called when the thumb was grabbed (true) or released.
  public let didChangeDragging = Callback<Bool>()
  /// Called when the wheel was turned, or fingers moved on a touchpad, over the rail; with a distance in points.
  public let didScroll = Callback<Double>()

  /// Called with the numbers of the starred rows at the pointer, or below a press on their star, when others are there;
  /// without any when the pointer has left them.
  package let didPointAtStars = Callback<[Int]>()

  // MARK: State

  /// The starred rows at the pointer, or of the star that was pressed.
  private var pointedStars: [Int] = []

  /// Whether the thumb is held.
  public var isDragging: Bool { drag != nil }
  /// The position at which the thumb is drawn; nil while the rail is empty.
  public var shownPosition: RailPosition? { drag?.position ?? position }

  /// Whether the rail has the narrow column, without labels. The frame around it decides.
  var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      growth = isNarrow && isDragging ? 1 : 0
      scaleView.invalidate()
    }
  }

  private(set) var drag: RailDrag?
  /// The pointer's distance from the top; nil if it is not over the rail.
  private var hover: Double?
  private var allocated = (width: 0, height: 0)
  /// The growth of a narrow rail under a finger, 0…1.
  private var growth = 0.0
  /// The strength of the thumb's colour for drags, 0…1.
  private var emphasis = 0.0
  private lazy var growing = Animation(on: self)
  private lazy var coloring = Animation(on: self)
  private lazy var scaleView = RailScaleView(self)
  private let bubble = RailBubbleView()
  /// The controller for Escape. It is the window's, since keys go to the focused widget, which may be any.
  private var escape: (window: Window, keys: KeyController)?
  private lazy var spoken = Coalesced(.idle) { [weak self] in self?.speak() }

  /// Makes an empty rail. `name` is its name for screen readers.
  public init(name: String) {
    super.init()
    LibraryStyle.install()
    addClass("bs-rail")
    setAccessibleLabel(name)
    setAccessibleHidden(true)
    scaleView.setParent(self)
    bubble.setParent(self)
    addPress()
    addHover()
    addWheel()
    addKeys()
  }

  public override class var cssName: String { "scrollrail" }
  public override class var accessibleRole: AccessibleRole { .scrollbar }

  public override func dispose() {
    endEscape()
    scaleView.unparent()
    bubble.unparent()
    super.dispose()
  }

  public override func unmapped() {
    hover = nil
    end(isCancelled: false)
  }

  public override func styleChanged() {
    scaleView.forgetTexts()
    bubble.forgetTexts()
    queueAllocate()
  }

  // MARK: Size and place

  /// The width that the rail needs, in points.
  func column(isNarrow: Bool) -> Int { isNarrow ? RailMetrics.narrow : scaleView.columnWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // GTK requires a measurement of each child before its allocation.
    _ = (scaleView.measured(orientation), bubble.measured(orientation))
    return orientation == .vertical
      ? Measure(minimum: 0) : Measure(minimum: RailMetrics.narrow, natural: column(isNarrow: false))
  }

  public override func allocate(width: Int, height: Int) {
    if allocated != (width, height) {
      allocated = (width, height)
      // X11 does not report that the pointer has left a window that became smaller. It reports a pointer that is still there.
      if hover != nil { MainLoop.soon { [weak self] in self?.hovered(nil) } }
    }
    scaleView.place(leading: 0, top: 0, width: width, height: height)
    placeBubble(width, height)
  }

  private func placeBubble(_ width: Int, _ height: Int) {
    let (bubbleWidth, bubbleHeight) = bubble.size
    var middle = 0.0
    if let drag {
      middle = RailThumb(drag.position, on: scale(height)).middle
    } else if let hover {
      middle = hover
    }
    let device = drag?.device ?? .pointer
    let top = RailBubble.top(
      thumb: middle, height: Double(bubbleHeight), rail: Double(height), device: device)
    let distance =
      device == .finger
      ? RailMetrics.bubbleTouchDistance
      : isNarrow && growth == 0 ? RailMetrics.narrow + 4 : RailMetrics.bubbleDistance
    bubble.place(
      leading: width - distance - bubbleWidth, top: Int(top.rounded()), width: bubbleWidth,
      height: bubbleHeight)
  }

  /// The scale for a height; the rail's own if it is nil.
  func scale(_ height: Int? = nil) -> RailScale {
    RailScale(height: Double(height ?? self.height), count: shownPosition?.count ?? 0)
  }

  /// The rail's width beyond its column while a finger holds it, 0…1.
  var share: Double { isNarrow ? growth : 1 }

  /// The rectangle at a distance from the outer edge.
  func rect(_ distance: Double, _ y: Double, width: Double, height: Double) -> Rect {
    Rect(
      x: x(leading: Double(self.width) - distance - width, width: width), y: y, width: width, height: height)
  }

  // MARK: Drawing

  public override func snapshot(_ snapshot: Snapshot) {
    guard let position = shownPosition else { return }
    snapshot.add(scaleView, of: self)
    if let drag, drag.hasMoved { drawOrigin(drag.origin, snapshot) }
    drawThumb(position, snapshot)
    drawCurrentMark(snapshot)
    snapshot.add(bubble, of: self)
  }

  private func drawThumb(_ position: RailPosition, _ snapshot: Snapshot) {
    let thumb = RailThumb(position, on: scale())
    let width = isDragging || hover != nil ? RailMetrics.lane : RailMetrics.thumb
    let box = rect(
      RailMetrics.laneMiddle - width / 2, thumb.middle - thumb.length / 2, width: width, height: thumb.length)
    let shape = RoundedRect(box, radius: width / 2)
    // Set the thumb off from the marks, which are as wide and as dark: with an outline in the background colour, and
    // the text colour.
    if !marks.isEmpty { snapshot.fill(shape.grown(by: 2), tone("bs_canvas_top")) }
    snapshot.fill(shape, tone(marks.isEmpty ? "bs_dim" : "bs_fg"))
    if emphasis > 0 { snapshot.fill(shape, tone("bs_accent_fg").faded(emphasis)) }
    if hasFocus, showsFocus { snapshot.focusRing(shape, tone("bs_accent_fg")) }
  }

  private func drawOrigin(_ origin: RailPosition, _ snapshot: Snapshot) {
    let thumb = RailThumb(origin, on: scale())
    let width = RailMetrics.lane
    let box = rect(
      RailMetrics.laneMiddle - width / 2, thumb.middle - thumb.length / 2, width: width, height: thumb.length)
    snapshot.stroke(RoundedRect(box, radius: width / 2), width: 1.5, tone("bs_dim"))
  }

  private func drawCurrentMark(_ snapshot: Snapshot) {
    let scale = scale()
    guard let currentMark, (0..<scale.count).contains(currentMark) else { return }
    let y = scale.y(of: currentMark).rounded()
    let box = rect(RailMetrics.laneMiddle - 6.5, y - 3, width: 13, height: 6)
    let shape = RoundedRect(box, radius: 3)
    snapshot.fill(shape.grown(by: 1), tone("bs_hit_ring"))
    snapshot.fill(shape, tone("bs_hit_now"))
    // The arrow beside it points to it.
    let arrow = rect(RailMetrics.laneMiddle + 8, y - 4.5, width: 7, height: 9)
    let isMirrored = isRightToLeft
    let color = tone("bs_hit_ring")
    snapshot.cairo(arrow) { context in
      let (base, point) = isMirrored ? (arrow.maxX, arrow.x) : (arrow.x, arrow.maxX)
      context.setColor(color)
      context.move(to: Point(x: base, y: arrow.y))
      context.line(to: Point(x: point, y: y))
      context.line(to: Point(x: base, y: arrow.maxY))
      context.closePath()
      context.fill()
    }
  }

  /// A colour of the application's style sheet; otherwise a similar one of the theme.
  func tone(_ name: String) -> Color {
    if let known = color(named: name) { return known }
    switch name {
    case "bs_accent_fg": return color(named: "theme_selected_bg_color") ?? foreground
    case "bs_star": return Color(hex: 0xb77a00)
    case "bs_hit_mark", "bs_hit_ring": return Color(hex: 0xa66d00)
    case "bs_hit_now": return Color(hex: 0xf5a300)
    case "bs_line": return foreground.faded(0.10)
    case "bs_fg": return foreground
    case "bs_canvas_top": return color(named: "theme_bg_color") ?? .white
    default: return foreground.faded(0.65)
    }
  }

  // MARK: Changes

  private func positionChanged(from old: RailPosition?) {
    let isEmpty = position == nil
    if isEmpty != (old == nil) {
      focusable = !isEmpty
      setAccessibleHidden(isEmpty)
    }
    if position?.count != old?.count { scaleView.invalidate() }
    spoken.schedule()
    queueDraw()
  }

  private func captionChanged() {
    spoken.schedule()
    if isDragging { showBubble() }
  }

  /// Reports the place to screen readers, once the list has reached it.
  private func speak() {
    guard let position = shownPosition else { return }
    setAccessibleValue(
      Double(position.ordinal + 1), in: 1...Double(position.count), text: caption.spoken)
  }

  private func point(atStarsNear y: Double?) {
    let new = y.flatMap { scaleView.stars(near: $0)?.rows } ?? []
    guard new != pointedStars else { return }
    pointedStars = new
    starCaption = nil
    didPointAtStars(new)
    if isDragging { showBubble() }
  }

  private func showBubble() {
    if !pointedStars.isEmpty, position != nil, let starCaption {
      bubble.show(title: starCaption.title, detail: starCaption.detail, isLarge: false)
    } else if isDragging {
      bubble.show(title: caption.title, detail: caption.detail, isLarge: drag?.device == .finger)
    } else if let hover, position != nil,
      let tick = RailTick.last(at: scale().position(at: hover).ordinal, of: ticks), !tick.name.isEmpty
    {
      bubble.show(title: tick.name, detail: "", isLarge: false)
    } else {
      bubble.hide()
    }
    queueAllocate()
  }

  private func animate(
    _ animation: Animation, _ end: Double, over duration: Double, _ start: Double,
    _ step: @escaping (ScrollRail, Double) -> Void
  ) {
    guard DesktopSettings.current?.enableAnimations ?? false, isMapped, start != end else {
      animation.cancel()
      return step(self, end)
    }
    animation.start(Ease(duration: duration)) { [weak self] offset in
      if let self { step(self, start + (end - start) * offset) }
    }
  }

  // MARK: The press

  private func addPress() {
    let gesture = GestureDrag()
    gesture.button = 1
    gesture.dragBegin.connect(weak: self) { [unowned gesture] rail, _, y in
      gesture.set(.claimed)
      rail.begin(at: y, by: gesture.isTouch ? .finger : .pointer)
    }
    gesture.dragUpdate.connect(weak: self) { rail, _, dy in rail.move(by: dy) }
    gesture.dragEnd.connect(weak: self) { rail, _, dy in
      rail.move(by: dy)
      rail.end(isCancelled: false)
    }
    gesture.cancelled.connect(weak: self) { rail, _ in rail.end(isCancelled: false) }
    add(gesture)
  }

  private var pressedAt = 0.0

  /// Begins a press, `y` points from the rail's top.
  func begin(at y: Double, by device: RailDrag.Device) {
    guard drag == nil, let position, height > 0 else { return }
    point(atStarsNear: y)
    let y = scaleView.stars(near: y)?.y ?? y
    let drag = RailDrag(at: y, by: device, thumb: position, on: scale())
    pressedAt = y
    self.drag = drag
    // GTK reports that a finger has come over the rail, but not that it was lifted.
    if device == .finger { hover = nil }
    watchEscape()
    animate(coloring, 1, over: 0.15, emphasis) { $0.setEmphasis($1) }
    if isNarrow { animate(growing, 1, over: RailMetrics.fadeIn, growth) { $0.setGrowth($1) } }
    didChangeDragging(true)
    if drag.hasMoved { seek(drag.position) }
    showBubble()
    queueDraw()
  }

  /// Follows the pointer to `dy` points below the press.
  func move(by dy: Double) {
    // The scale is that of the dragged thumb, so it is read before that changes.
    let scale = scale()
    guard drag?.move(to: pressedAt + dy, on: scale) == true, let drag else { return }
    point(atStarsNear: nil)
    seek(drag.position)
    queueAllocate()
    queueDraw()
  }

  /// Ends the press. If it is cancelled, the list returns to the place where it began.
  func end(isCancelled: Bool) {
    guard let drag else { return }
    self.drag = nil
    endEscape()
    point(atStarsNear: hover)
    position = isCancelled ? drag.origin : drag.position
    animate(coloring, 0, over: 0.15, emphasis) { $0.setEmphasis($1) }
    animate(growing, 0, over: RailMetrics.fadeOut, growth) { $0.setGrowth($1) }
    if isCancelled { (didReturn.hasListeners ? didReturn : didSeek)(drag.origin) }
    didChangeDragging(false)
    showBubble()
    spoken.schedule()
    queueDraw()
  }

  private func setEmphasis(_ value: Double) {
    emphasis = value
    queueDraw()
  }

  private func setGrowth(_ value: Double) {
    growth = value
    scaleView.invalidate()
    queueDraw()
  }

  private func seek(_ position: RailPosition) { didSeek(position) }

  private func watchEscape() {
    guard escape == nil, let window else { return }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { rail, key, _, _ in
      guard Key.normal(key) == Key.escape, rail.isDragging else { return false }
      rail.end(isCancelled: true)
      return true
    }
    window.add(keys)
    escape = (window, keys)
  }

  private func endEscape() {
    guard let (window, keys) = escape else { return }
    escape = nil
    window.remove(keys)
  }

  // MARK: Pointer and wheel

  private func addHover() {
    let motion = MotionController()
    motion.entered.connect(weak: self) { rail, _, y in rail.hovered(y) }
    motion.moved.connect(weak: self) { rail, _, y in rail.hovered(y) }
    motion.left.connect(weak: self) { rail in rail.hovered(nil) }
    add(motion)
  }

  /// Follows the pointer over the rail, `y` points from its top; nil if it has left.
  func hovered(_ y: Double?) {
    guard y != hover, drag?.device != .finger else { return }
    hover = y
    if !isDragging { point(atStarsNear: y) }
    showBubble()
    queueDraw()
  }

  private func addWheel() {
    let wheel = ScrollController()
    wheel.scrolled.connect(weak: self) { [unowned wheel] rail, _, dy in
      guard rail.didScroll.hasListeners, rail.position != nil else { return false }
      // The distances of GTK's scrolled window, from its source.
      let isSurface = wheel.isTouchpad && wheel.pointsPerTouchpadUnit == 1
      rail.didScroll(dy * (isSurface ? 2.5 : pow(max(1, Double(rail.height)), 2.0 / 3)))
      return true
    }
    add(wheel)
  }

  // MARK: Keys

  private func addKeys() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { rail, key, _, modifiers in
      rail.pressed(Key.normal(key), modifiers.intersection([.shift, .control, .alt]))
    }
    add(keys)
  }

  /// Follows a key; returns whether it was one of the rail's.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    let step: RailStep
    switch (key, modifiers) {
    case (Key.up, []): step = .rowUp
    case (Key.down, []): step = .rowDown
    case (Key.pageUp, []): step = .screenUp
    case (Key.pageDown, []): step = .screenDown
    case (Key.pageUp, .shift): step = .periodUp
    case (Key.pageDown, .shift): step = .periodDown
    case (Key.home, []): step = .start
    case (Key.end, []): step = .end
    default: return false
    }
    self.step(step)
    return true
  }

  /// Moves a step, as a key does. Call it for keys that are pressed elsewhere. Does nothing while the thumb is held,
  /// and in an empty rail.
  public func step(_ step: RailStep) {
    guard drag == nil, let position else { return }
    let target = step.target(
      from: position.ordinal, of: position.count, inView: rowsInView, ticks: ticks)
    let new = RailPosition(ordinal: target, of: position.count)
    self.position = new
    seek(new)
  }
}

/// A rail's description of a place.
public struct RailCaption: Equatable, Sendable {
  /// The first line of the bubble, such as "Saturday, 15 March 2025".
  public var title: String
  /// The second line, such as "message 39,629 of 48,210".
  public var detail: String
  /// The text that a screen reader speaks.
  public var spoken: String

  /// Makes a caption of these texts.
  public init(title: String = "", detail: String = "", spoken: String = "") {
    (self.title, self.detail, self.spoken) = (title, detail, spoken)
  }
}

/// Points, counted from the rail's outer edge, and seconds.
enum RailMetrics {
  static let narrow = 20
  static let wide = 60
  /// A frame narrower than this has a narrow rail.
  static let wideFrame = 640
  /// The middle and the width of the lane of the thumb.
  static let laneMiddle = 8.0
  static let lane = 8.0
  static let thumb = 6.0
  /// The bubble's distance from the outer edge.
  static let bubbleDistance = 54
  static let bubbleTouchDistance = 64
  static let fadeIn = 0.12
  static let fadeOut = 0.18
}
