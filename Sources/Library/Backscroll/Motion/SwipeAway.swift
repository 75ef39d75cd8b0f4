import Gtk
import ScrollCore

/// Lets a finger swipe its child away, sideways or downwards. The child follows the finger, and returns if it was not
/// moved far enough.
///
///     let sentence = SwipeAway(Label("Saved"))
///     sentence.didSwipeAway.connect { print("gone") }
///
/// A flick is decided by its velocity, a slower swipe by whether it covers half of the way. A press that does not move
/// goes to the child.
public final class SwipeAway: CustomWidget {
  /// Called when the child was swiped out of view. Hide it: after the call it is back in its place.
  public let didSwipeAway: Callback<> = Callback()

  private let child: Widget
  private lazy var animation = Animation(on: self)
  private lazy var acrossWay = Way(.horizontal, of: self)
  private lazy var downWay = Way(.vertical, of: self)
  private(set) lazy var across = SwipeController(on: self, for: acrossWay, SwipeTracker(.horizontal))
  private(set) lazy var down = SwipeController(on: self, for: downWay, SwipeTracker(.vertical))
  /// The part that the child has covered of its way out of view, and the axis of that way.
  private var progress: (axis: SwipeTracker.Axis, value: Double) = (.horizontal, 0)

  /// Points below the child that belong to its way out of view.
  private static let below = 24.0

  /// Makes a widget that `child` fills.
  public init(_ child: Widget) {
    self.child = child
    super.init()
    child.setParent(self)
    _ = (across, down)
  }

  public override class var cssName: String { "swipeaway" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    let points = Int((progress.value * extent(progress.axis)).rounded())
    child.place(
      x: progress.axis == .horizontal ? points : 0, y: progress.axis == .vertical ? points : 0, width: width,
      height: height)
  }

  public override func rooted() { for swipe in [across, down] { swipe.watch(window) } }
  public override func unrooted() { for swipe in [across, down] { swipe.watch(nil) } }

  public override func unmapped() { show(.horizontal, 0) }

  public override func dispose() {
    child.unparent()
    super.dispose()
  }

  fileprivate func extent(_ axis: SwipeTracker.Axis) -> Double {
    axis == .horizontal ? Double(width) : Double(height) + Self.below
  }

  fileprivate func take(_ axis: SwipeTracker.Axis) -> SwipeProgress {
    animation.cancel()
    return SwipeProgress(
      from: progress.axis == axis ? progress.value : 0, extent: extent(axis),
      within: axis == .horizontal ? -1...1 : 0...1)
  }

  fileprivate func show(_ axis: SwipeTracker.Axis, _ value: Double) {
    progress = (axis, value)
    child.opacity = 1 - min(1, abs(value))
    queueAllocate()
  }

  fileprivate func finish(_ axis: SwipeTracker.Axis, at end: Double, velocity: Double) {
    let step: (Double) -> Void = { [weak self] offset in
      guard let self else { return }
      show(axis, end + offset)
      guard offset == 0, end != 0 else { return }
      didSwipeAway()
      show(axis, 0)
    }
    guard DesktopSettings.current?.enableAnimations == true, progress.axis == axis else { return step(0) }
    animation.start(
      Spring(
        offset: progress.value - end, velocity: velocity / extent(axis), restDistance: 1 / extent(axis)),
      step: step)
  }

  /// The swipes along an axis.
  private final class Way: SwipeTarget {
    private let axis: SwipeTracker.Axis
    private weak var owner: SwipeAway?
    private var progress: SwipeProgress?

    init(_ axis: SwipeTracker.Axis, of owner: SwipeAway) {
      self.axis = axis
      self.owner = owner
    }

    func swipeWillBegin(at point: Point?, on device: SwipeTracker.Device) -> SwipeTracker.Grip? {
      device == .touch ? .free : nil
    }

    func claimSwipe(_ distance: Double, on device: SwipeTracker.Device) -> SwipeTracker.Claim {
      // A child on its way back along the other axis would jump.
      let isFree = owner.map { $0.progress.value == 0 || $0.progress.axis == axis } ?? false
      return isFree && (axis == .horizontal || distance > 0) ? .fromSlop : .denied
    }

    func swipeDidMove(by delta: Double, isFirst: Bool) -> Bool {
      guard let owner else { return false }
      var progress = isFirst ? owner.take(axis) : progress
      progress?.move(by: delta)
      self.progress = progress
      if let progress { owner.show(axis, progress.value) }
      return true
    }

    func swipeDidEnd(_ release: SwipeTracker.Release, on device: SwipeTracker.Device) {
      guard case .swiped(let velocity) = release, let progress else { return }
      finish(progress.end(velocity: velocity, on: device), velocity: velocity)
    }

    func swipeDidCancel(wasClaimed: Bool) { if progress != nil { finish(0, velocity: 0) } }

    private func finish(_ end: Double, velocity: Double) {
      progress = nil
      (axis == .horizontal ? owner?.across : owner?.down)?.settle()
      owner?.finish(axis, at: end, velocity: velocity)
    }

    func wheelDidTurn(_ dx: Double, _ dy: Double, at time: Double) -> Bool { false }
  }
}
