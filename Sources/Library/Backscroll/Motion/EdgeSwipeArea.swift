import Gtk
import ScrollCore

/// A panel that a finger swipes into view from the leading edge of an ``EdgeSwipeArea``.
@MainActor
public protocol EdgeSwipeTarget: AnyObject {
  /// Points that the panel moves on its whole way.
  var swipeExtent: Double { get }
  /// The part of the panel that is in view, 0…1.
  var swipeProgress: Double { get }
  /// Called when a swipe has begun. End the panel's own movement.
  func swipeBegan()
  /// Called when the finger has moved. Show this part of the panel, 0…1.
  func swipeMoved(to progress: Double)
  /// Called when the finger was lifted, or the swipe cancelled. `velocity` is in ``swipeProgress`` per second.
  func swipeEnded(isOpen: Bool, velocity: Double)
}

/// Goes back by a swipe of a finger that begins at the leading edge, which is the right one in a window that is read
/// from right to left. Two fingers on a touchpad may begin wherever no other widget uses a horizontal swipe.
///
///     let area = EdgeSwipeArea(Label("A page"))
///     area.response = { way in way == .back ? .goBack { print("back") } : nil }
///
/// A press that does not move, or moves up or down, goes to the child. A flick is decided by its velocity, a slower
/// swipe by whether it covers half of the way.
public final class EdgeSwipeArea: CustomWidget {
  /// The direction of a swipe.
  public enum Way: Sendable {
    /// Away from the leading edge: goes back, or brings the panel at that edge into view.
    case back
    /// Towards the leading edge, beginning anywhere: moves the panel at that edge out of view.
    case away
  }

  /// The effect of a swipe.
  public enum Response {
    /// Moves a panel, which follows the finger.
    case move(any EdgeSwipeTarget)
    /// Goes back when the swipe ends. An arrow follows the finger.
    case goBack(@MainActor () -> Void)
  }

  /// Returns the effect of a swipe that begins now; nil if it has none.
  public var response: ((Way) -> Response?)?

  /// The state of the current swipe.
  private enum Swipe {
    case none
    /// A press that may become a swipe.
    case ready(Way, Response)
    case running(Response, SwipeProgress)
  }

  private let child: Widget
  private let arrow: Widget
  private var current = Swipe.none
  private lazy var animation = Animation(on: self)
  private(set) lazy var swipe = SwipeController(on: self, .horizontal)
  /// The part of its way that the arrow has covered, 0…1.
  private(set) var arrowProgress = 0.0 {
    didSet {
      guard arrowProgress != oldValue else { return }
      arrow.isChildVisible = arrowProgress > 0
      arrow.setClass("ready", arrowProgress > Self.arrowIsReady)
      arrow.opacity = min(1, 2 * arrowProgress)
      queueAllocate()
    }
  }

  // Points: the finger's whole way to go back, of which half is enough; the arrow's distance from the edge at the end
  // of that way, and its size.
  private static let extent = 120.0
  private static let arrowInset = 16.0
  private static let arrowSize = 40
  private static let arrowIsReady = 0.5

  /// Makes an area that `child` fills.
  public init(_ child: Widget) {
    self.child = child
    let picture = Image(iconName: "go-previous-symbolic", size: 16)
    arrow = Bin(child: picture)
    super.init()
    arrow.addClass("bs-edge-arrow")
    arrow.canTarget = false
    arrow.setAccessibleHidden(true)
    for part in [child, arrow] { part.setParent(self) }
    arrow.isChildVisible = false
    addSwipe()
  }

  public override class var cssName: String { "edgeswipearea" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    child.place(leading: 0, top: 0, width: width, height: height)
    guard arrowProgress > 0 else { return }
    let size = max(
      Self.arrowSize, arrow.measured(.horizontal).minimum, arrow.measured(.vertical).minimum)
    let way = (Double(size) + Self.arrowInset) * arrowProgress
    let x = Int(way.rounded()) - size
    arrow.place(leading: x, top: (height - size) / 2, width: size, height: size)
  }

  public override func dispose() {
    for part in [child, arrow] { part.unparent() }
    super.dispose()
  }

  /// Points away from the leading edge.
  private func away(_ points: Double) -> Double { isRightToLeft ? -points : points }

  private func finish(_ end: Double, velocity: Double) {
    guard case .running(let response, let progress) = current else { return }
    current = .none
    swipe.settle()
    switch response {
    case .move(let target): target.swipeEnded(isOpen: end == 1, velocity: velocity / progress.extent)
    case .goBack(let act):
      if end == 1 { act() }
      guard DesktopSettings.current?.enableAnimations == true else {
        arrowProgress = 0
        return
      }
      animation.start(Spring(offset: arrowProgress, restDistance: 0.01)) { [weak self] in
        self?.arrowProgress = max(0, $0)
      }
    }
  }

  // MARK: The swipe

  private func addSwipe() {
    swipe.grip = { [weak self] point, device in self?.grip(at: point, on: device) }
    swipe.claim = { [weak self] distance, _ in self?.claim(distance) ?? .denied }
    swipe.didBegin.connect(weak: self) { $0.swipeDidBegin() }
    swipe.didMove.connect(weak: self) { $0.swipeDidMove(by: $1) }
    swipe.didEnd.connect(weak: self) { $0.swipeDidEnd($1) }
    swipe.didCancel.connect(weak: self) { area, _ in area.swipeDidCancel() }
  }

  private func grip(at point: Point?, on device: SwipeTracker.Device) -> SwipeTracker.Grip? {
    current = .none
    let isAtEdge =
      point.map { EdgeZone.contains($0.x, width: Double(width), isRightToLeft: isRightToLeft) } ?? true
    if device != .mouse, isAtEdge, let back = response?(.back) {
      current = .ready(.back, back)
    } else if point.map({ !hasDragOwner(at: $0, buttons: false) }) ?? true, let away = response?(.away) {
      current = .ready(.away, away)
    } else {
      return nil
    }
    return .free
  }

  private func claim(_ distance: Double) -> SwipeTracker.Claim {
    guard case .ready(let way, _) = current else { return .denied }
    return (away(distance) > 0) == (way == .back) ? .fromSlop : .denied
  }

  private func swipeDidBegin() {
    guard case .ready(_, let response) = current else { return }
    switch response {
    case .move(let target):
      target.swipeBegan()
      current = .running(response, SwipeProgress(from: target.swipeProgress, extent: target.swipeExtent))
    case .goBack:
      animation.cancel()
      current = .running(response, SwipeProgress(from: 0, extent: Self.extent))
    }
  }

  private func swipeDidMove(by points: Double) {
    guard case .running(let response, var progress) = current else { return }
    progress.move(by: away(points))
    current = .running(response, progress)
    switch response {
    case .move(let target): target.swipeMoved(to: progress.value)
    case .goBack: arrowProgress = progress.value
    }
  }

  private func swipeDidEnd(_ release: SwipeTracker.Release) {
    guard case .swiped(let velocity) = release, case .running(_, let progress) = current else {
      current = .none
      return
    }
    finish(progress.end(velocity: away(velocity), on: swipe.device), velocity: away(velocity))
  }

  private func swipeDidCancel() {
    guard case .running(_, let progress) = current else {
      current = .none
      return
    }
    finish(progress.start.rounded(), velocity: 0)
  }
}
