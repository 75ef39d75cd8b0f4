import Gtk
import ScrollCore

/// Lets the mouse drag the content of a scrolled window, as a finger does on a touch screen: GTK's own drags are for
/// touch only. A finger that stops one of GTK's flings also starts such a drag, so that it presses no button.
///
///     window.child = DragScroll(ScrolledWindow(child: list))
///
/// The content follows the pointer, keeps moving when released, and stretches at its ends, by 64 points at most. A
/// press, the wheel or a key stops it. A press that does not move remains a click. Buttons, entries, selectable text
/// and scrollbars keep their drags, and so does a drag with Shift, which selects.
///
/// Each step moves the adjustment's value by a difference and never sets it. Content that grows above or below in the
/// meantime, such as a page of an ``AnchoredList``, therefore disturbs neither a drag nor a fling.
@MainActor
public final class DragScroll: CustomWidget {
  /// The scrolled window whose content is dragged.
  public let scroller: ScrolledWindow

  /// Called when a drag has left the slop, or has stopped a fling.
  public let didBeginDrag: Callback<> = Callback()
  /// Called when a drag ends, with its velocity in points per second, positive downwards; 0 if it was cancelled.
  public let didEndDrag = Callback<Double>()

  private weak var startPull: (any PullTarget)?
  private weak var endPull: (any PullTarget)?
  private var travel = EdgeTravel()
  /// The edges at which the content stood when the running gesture began, and at which the target accepts a pull.
  private var pullEdges: Set<ScrollEdge> = []
  /// The travel beyond the edge at which the running gesture has caught the content. It does not count as a pull.
  private var caughtTravel = 0.0
  private(set) lazy var swipe = SwipeController(
    on: self, SwipeTracker(.vertical, silence: Self.touchpadSilence), scrolls: .beforeContent)
  private lazy var flight = Animation(on: self)
  private lazy var springBack = Animation(on: self)
  /// Runs as long as the content moves from frame to frame, whatever the cause.
  private lazy var scrolling = Animation(on: self)
  /// Points per second by which the content has moved since the frame before, whatever the cause.
  private var speed = 0.0

  /// Points by which the content stands beyond its edge, positive: pulled down.
  private(set) var overshoot = 0.0 {
    didSet { if overshoot != oldValue { queueAllocate() } }
  }

  /// Minimum release velocity for a fling, in points per second.
  private static let minimumVelocity = 60.0
  /// Points per second below which one of GTK's flings counts as over for a tap, since the content looks at rest: the
  /// end of a fling takes half a second for its last two points.
  private static let visibleVelocity = 8.0
  /// Maximum velocity at which a fling hits an edge, in points per second: an overshoot of 37 points.
  private static let maximumImpact = 2_000.0
  /// An edge nearer than this, in points, is reached: the adjustment's value is real, and rows stand on whole points.
  private static let edgeTolerance = 0.5
  /// Seconds of a touchpad's silence that end a pull. Longer than usual: before they lift their fingers, people wait
  /// until they have read the indicator.
  private static let touchpadSilence = 1.0

  /// Makes the content of `scroller` draggable, and becomes its parent.
  public init(_ scroller: ScrolledWindow) {
    self.scroller = scroller
    super.init()
    scroller.setParent(self)
    overflow = .hidden
    hexpand = true
    vexpand = true
    scroller.didStopFling.connect(weak: self) { $0.stopFling() }
    addSwipe()
    // GTK does not report its flings.
    scroller.vadjustment.valueChanged.connect(weak: self) { $0.followScrolling() }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { drag, _, _, _ in
      drag.stopFling()
      return false
    }
    add(keys)
  }

  public override class var cssName: String { "dragscroll" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    scroller.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    scroller.place(leading: 0, top: Int(overshoot.rounded()), width: width, height: height)
  }

  public override func dispose() {
    scroller.unparent()
    super.dispose()
  }

  public override func unmapped() {
    swipe.cancel()
    stopMoving()
    scrolling.cancel()
    speed = 0
    overshoot = 0
  }

  // MARK: Pulls

  /// Sets the target of drags beyond `edge` that began at that edge. Held weakly, as the target holds this widget.
  func setPull(_ target: (any PullTarget)?, at edge: ScrollEdge) {
    switch edge {
    case .start: startPull = target
    case .end: endPull = target
    }
  }

  private func pull(at edge: ScrollEdge) -> (any PullTarget)? { edge == .start ? startPull : endPull }

  // MARK: The content

  /// Points of content before and after the viewport.
  private var room: (before: Double, after: Double) {
    let adjustment = scroller.vadjustment
    return (
      max(0, adjustment.value - adjustment.lower),
      max(0, adjustment.upper - adjustment.pageSize - adjustment.value)
    )
  }

  /// The edges at which the content stands.
  private var edges: Set<ScrollEdge> {
    let room = room
    var edges: Set<ScrollEdge> = []
    if room.before < Self.edgeTolerance { edges.insert(.start) }
    if room.after < Self.edgeTolerance { edges.insert(.end) }
    return edges
  }

  private func scroll(_ way: Double) {
    if way != 0 { scroller.vadjustment.value -= way }
  }

  /// Moves the content with the pointer by `way` points, positive downwards.
  private func follow(_ way: Double) {
    var room = room
    if let scrolled = travel.landed(shown: overshoot, before: room.before, after: room.after) {
      scroll(scrolled)
      room = self.room
    }
    scroll(travel.move(by: way, before: room.before, after: room.after))
    overshoot = EdgeStretch.offset(travel.beyond)
    // Travel beyond an edge is a pull if the gesture began at that edge.
    for edge in ScrollEdge.allCases {
      let sign = edge == .start ? 1.0 : -1.0
      if pullEdges.contains(edge) {
        pull(at: edge)?.pullMoved(to: sign * (travel.beyond - caughtTravel))
      } else {
        pull(at: edge)?.stretched(by: max(0, sign * travel.beyond))
      }
    }
  }

  // MARK: Motion

  /// Whether the content moves by itself.
  public var isMoving: Bool { flight.isRunning || springBack.isRunning }

  /// The velocity of a fling in points per second, positive downwards; 0 without one.
  public var velocity: Double { flight.velocity }

  /// Flings the content with `velocity` points per second, positive downwards. Does nothing below 60.
  func fling(_ velocity: Double) {
    guard abs(velocity) >= Self.minimumVelocity else { return swipe.settle() }
    springBack.cancel()
    var way = 0.0
    flight.start(Decay(velocity: velocity)) { [weak self] offset in
      guard let self else { return }
      let room = room
      let scrolled = min(max(offset - way, -room.after), room.before)
      let isBlocked = abs(offset - way - scrolled) > 0.01
      way = offset
      scroll(scrolled)
      // Scrolling may have ended the fling.
      if flight.isRunning, isBlocked {
        returnFromEdge(velocity: min(max(flight.velocity, -Self.maximumImpact), Self.maximumImpact))
      } else if !flight.isRunning {
        swipe.settle()
      }
    }
  }

  /// Ends a fling where it is. Content beyond an edge still returns.
  func stopFling() {
    flight.cancel()
    if !isMoving { swipe.settle() }
  }

  private func followScrolling() {
    guard !scrolling.isRunning else { return }
    var value = scroller.vadjustment.value
    scrolling.start { [weak self] delta in
      guard let self else { return }
      let way = scroller.vadjustment.value - value
      value += way
      speed = delta > 0 ? abs(way) / delta : 0
      if way == 0 { scrolling.cancel() }
    }
  }

  private func returnFromEdge(velocity: Double = 0) {
    flight.cancel()
    guard DesktopSettings.current?.enableAnimations ?? false, isMapped else {
      springBack.cancel()
      overshoot = 0
      return swipe.settle()
    }
    springBack.start(Spring(offset: overshoot, velocity: velocity)) { [weak self] offset in
      guard let self else { return }
      overshoot = offset
      if !springBack.isRunning { swipe.settle() }
    }
  }

  private func stopMoving() {
    flight.cancel()
    springBack.cancel()
    swipe.settle()
  }

  // MARK: Swipes

  private func addSwipe() {
    swipe.grip = { [weak self] point, device in self?.grip(at: point, on: device) }
    swipe.claim = { [weak self] distance, device in self?.claim(distance, on: device) ?? .denied }
    swipe.usesScroll = { [weak self] points in self?.pullsByScroll(points) ?? false }
    swipe.handleWheel = { [weak self] dx, dy, time in self?.wheelDidTurn(dx, dy, at: time) ?? false }
    swipe.didBegin.connect(weak: self) { drag in
      if drag.swipe.device != .touchpad { drag.didBeginDrag() }
    }
    swipe.didMove.connect(weak: self) { $0.follow($1) }
    swipe.didEnd.connect(weak: self) { $0.swipeDidEnd($1) }
    swipe.didCancel.connect(weak: self) { $0.swipeDidCancel(wasClaimed: $1) }
  }

  private func grip(at point: Point?, on device: SwipeTracker.Device) -> SwipeTracker.Grip? {
    guard let point else {
      stopFling()
      travel = EdgeTravel()
      caughtTravel = 0
      beginPulls()
      return .free
    }
    let inScroller = convert(point, to: scroller) ?? point
    let isFlying = device == .touch && speed >= Self.visibleVelocity
    guard !swipe.modifiers.contains(.shift), !scroller.hasDragOwner(at: inScroller, buttons: !isFlying) else {
      stopFling()
      return nil
    }
    let isCaught = isMoving || isFlying
    stopMoving()
    if isFlying { scroller.vadjustment.stopAnimation() }
    // GTK's own fling sets positions, and would undo the drag.
    if device == .mouse || isCaught { scroller.stopFling() }
    travel = EdgeTravel(beyond: EdgeStretch.travel(overshoot))
    caughtTravel = travel.beyond
    beginPulls()
    return isCaught ? .claimed : .free
  }

  private func beginPulls() {
    pullEdges = edges.filter { pull(at: $0)?.pullBegan() ?? false }
  }

  private func claim(_ distance: Double, on device: SwipeTracker.Device) -> SwipeTracker.Claim {
    let edge: ScrollEdge = distance > 0 ? .start : .end
    let isPull = pullEdges.contains(edge)
    switch device {
    case .mouse: return isPull ? .fromPress : .fromSlop
    // GTK scrolls under a finger itself.
    case .touch: return isPull ? .fromPress : .denied
    case .touchpad: return isPull && edges.contains(edge) ? .fromPress : .undecided
    }
  }

  /// Whether fingers on a touchpad pull the content beyond an edge. Within the content, they scroll it as usual.
  private func pullsByScroll(_ points: Double) -> Bool {
    let edge: ScrollEdge = points > 0 ? .start : .end
    return travel.beyond != 0 || pullEdges.contains(edge) && edges.contains(edge)
  }

  private func swipeDidEnd(_ release: SwipeTracker.Release) {
    let isPulled = travel.beyond != 0 && pullEdges.contains(travel.beyond > 0 ? .start : .end)
    travel = EdgeTravel()
    let ended = pullEdges
    pullEdges = []
    for edge in ended { pull(at: edge)?.pullEnded() }
    for edge in ScrollEdge.allCases where !ended.contains(edge) { pull(at: edge)?.stretched(by: 0) }
    guard case .swiped(let velocity) = release, swipe.device != .touchpad else {
      return overshoot != 0 ? returnFromEdge() : swipe.settle()
    }
    if overshoot != 0 {
      returnFromEdge()
    } else if isPulled {
      swipe.settle()
    } else {
      fling(velocity)
    }
    didEndDrag(velocity)
  }

  private func swipeDidCancel(wasClaimed: Bool) {
    travel = EdgeTravel()
    let cancelled = pullEdges
    pullEdges = []
    for edge in cancelled { pull(at: edge)?.pullCancelled() }
    for edge in ScrollEdge.allCases where !cancelled.contains(edge) { pull(at: edge)?.stretched(by: 0) }
    if overshoot != 0 { returnFromEdge() }
    if wasClaimed, swipe.device != .touchpad { didEndDrag(0) }
  }

  func wheelDidTurn(_ dx: Double, _ dy: Double, at time: Double) -> Bool {
    stopFling()
    return false
  }
}

/// The target of drags beyond an edge: a ``RefreshOverlay``.
@MainActor
protocol PullTarget: AnyObject {
  /// A gesture has begun with the content at the edge. Returns whether it may pull.
  func pullBegan() -> Bool
  /// Points beyond the edge; negative within the content.
  func pullMoved(to travel: Double)
  func pullEnded()
  func pullCancelled()
  /// A gesture that does not pull, as it began away from the edge, is `travel` points beyond it; 0 at its end.
  func stretched(by travel: Double)
}
