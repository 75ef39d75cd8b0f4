import Gtk
import ScrollCore

/// Lets the mouse drag the content of a scrolled window, as a finger does on a touch screen: GTK's own drags
/// are for touch only.
///
///     window.child = DragScroll(ScrolledWindow(child: list))
///
/// The content follows the pointer point for point, flies on when it is let go, and gives way at its ends like
/// a rubber band. A press, the wheel or a key stops it. A press that does not move is a click as ever; buttons,
/// entries, selectable text and scrollbars keep their drags, and so does a drag with Shift, which selects.
///
/// Nothing here ever sets a place: each step moves the adjustment's value by a difference, so content that
/// grows above or below meanwhile (an ``AnchoredList``'s page) does not disturb a drag or a fling.
@MainActor
public final class DragScroll: CustomWidget {
  public let scroller: ScrolledWindow

  /// A drag has begun, after the slop; it has ended, with the pointer's velocity in points a second, positive
  /// downwards.
  public var didBeginDrag: (() -> Void)?
  public var didEndDrag: ((_ velocity: Double) -> Void)?

  private weak var startPull: (any PullTarget)?
  private weak var endPull: (any PullTarget)?
  var hand: DragHand?
  var travel = EdgeTravel()
  var touchpad: Set<ScrollEdge>?
  var motion: DragMotion?
  /// A tick callback is running. There is never a second one, or each frame would step twice.
  var isTicking = false
  let gesture = GestureDrag()
  let fingers = ScrollController()
  let guarding = DragGuard()

  /// How far the content stands beyond its edge, in points; positive: pulled down.
  var overshoot = 0.0 {
    didSet { if overshoot != oldValue { queueAllocate() } }
  }

  public init(_ scroller: ScrolledWindow) {
    self.scroller = scroller
    super.init()
    scroller.setParent(self)
    clipsContent = true
    isHorizontallyExpanding = true
    isVerticallyExpanding = true
    scroller.onStopFling = { [weak self] in self?.stopFling() }
    addControllers()
  }

  public override class var cssName: String { "dragscroll" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    scroller.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    scroller.place(x: 0, y: Int(overshoot.rounded()), width: width, height: height)
  }

  public override func dispose() {
    motion = nil
    scroller.unparent()
    super.dispose()
  }

  public override func rooted() { guarding.watch(window) }
  public override func unrooted() { guarding.watch(nil) }

  public override func unmapped() {
    cancel()
    motion = nil
    overshoot = 0
  }

  // MARK: Pulls

  /// Who makes something of a drag beyond an edge that began at that edge. Held weakly: it holds this.
  func setPull(_ target: (any PullTarget)?, at edge: ScrollEdge) {
    switch edge {
    case .start: startPull = target
    case .end: endPull = target
    }
  }

  func pull(at edge: ScrollEdge) -> (any PullTarget)? { edge == .start ? startPull : endPull }

  // MARK: Where the content is

  /// Points of content before and after the viewport.
  var room: (before: Double, after: Double) {
    let adjustment = scroller.verticalAdjustment
    return (
      max(0, adjustment.value - adjustment.lower),
      max(0, adjustment.upper - adjustment.pageSize - adjustment.value)
    )
  }

  /// The edges the content stands at.
  var edges: Set<ScrollEdge> {
    let room = room
    var edges: Set<ScrollEdge> = []
    if room.before < Self.edgeTolerance { edges.insert(.start) }
    if room.after < Self.edgeTolerance { edges.insert(.end) }
    return edges
  }

  /// The adjustment's value is real, rows stand on whole points: nearer than this is there.
  private static let edgeTolerance = 0.5

  /// The content follows the hand by `way` points, positive downwards.
  func follow(_ way: Double) {
    var room = room
    if let scrolled = travel.landed(shown: overshoot, before: room.before, after: room.after) {
      scroll(scrolled)
      room = self.room
    }
    scroll(travel.move(by: way, before: room.before, after: room.after))
    showBeyond()
  }

  func scroll(_ way: Double) {
    if way != 0 { scroller.verticalAdjustment.value -= way }
  }

  /// Travel beyond an edge is a pull where the drag began at that edge and someone wants it, and stretches the
  /// rubber band elsewhere.
  private func showBeyond() {
    let candidates = hand?.edges ?? touchpad ?? []
    for edge in ScrollEdge.allCases where candidates.contains(edge) {
      pull(at: edge)?.pullMoved(to: edge == .start ? travel.beyond : -travel.beyond)
    }
    let edge: ScrollEdge = travel.beyond > 0 ? .start : .end
    let isPull = candidates.contains(edge) && pull(at: edge) != nil
    overshoot = isPull ? 0 : RubberBand(dimension: Double(height)).offset(travel.beyond)
  }
}

/// Makes something of a drag beyond an edge: a ``RefreshOverlay``.
@MainActor
protocol PullTarget: AnyObject {
  /// A drag has begun with the content at the edge. False: it is not wanted.
  func pullBegan() -> Bool
  /// Points beyond the edge; negative within the content.
  func pullMoved(to travel: Double)
  func pullEnded()
  func pullCancelled()
}

/// A press on its way to be a drag, or one.
struct DragHand {
  /// Edges the content stood at when the button went down, and where a pull is wanted.
  var edges: Set<ScrollEdge> = []
  /// Beyond the slop, and the events are ours.
  var isDragging = false
  /// The pointer's way when it was last looked at, in points.
  var way = 0.0
  var tracker = VelocityTracker()
}
