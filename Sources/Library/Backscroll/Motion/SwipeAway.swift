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
  private(set) lazy var across = SwipeController(on: self, .horizontal)
  private(set) lazy var down = SwipeController(on: self, .vertical)
  /// The part that the child has covered of its way out of view, and the axis of that way.
  private var progress: (axis: SwipeTracker.Axis, value: Double) = (.horizontal, 0)
  /// The swipe under way.
  private var running: (swipe: SwipeController, progress: SwipeProgress)?

  /// Points below the child that belong to its way out of view.
  private static let below = 24.0

  /// Makes a widget that `child` fills.
  public init(_ child: Widget) {
    self.child = child
    super.init()
    child.setParent(self)
    for swipe in [across, down] { follow(swipe) }
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

  public override func unmapped() { show(.horizontal, 0) }

  public override func dispose() {
    child.unparent()
    super.dispose()
  }

  // MARK: Swipes

  private func extent(_ axis: SwipeTracker.Axis) -> Double {
    axis == .horizontal ? Double(width) : Double(height) + Self.below
  }

  private func follow(_ swipe: SwipeController) {
    let axis = swipe.axis
    swipe.grip = { _, device in device == .touch ? .free : nil }
    swipe.claim = { [weak self] distance, _ in
      // A child on its way back along the other axis would jump.
      guard let self, progress.value == 0 || progress.axis == axis else { return .denied }
      return axis == .horizontal || distance > 0 ? .fromSlop : .denied
    }
    swipe.didBegin.connect(weak: self) { [unowned swipe] in $0.begin(swipe) }
    swipe.didMove.connect(weak: self) { $0.move(by: $1) }
    swipe.didEnd.connect(weak: self) { [unowned swipe] away, release in
      guard case .swiped(let velocity) = release, let running = away.running, running.swipe === swipe else {
        return
      }
      away.finish(at: running.progress.end(velocity: velocity, on: swipe.device), velocity: velocity)
    }
    // The other axis is denied when this one is claimed.
    swipe.didCancel.connect(weak: self) { away, wasClaimed in
      if wasClaimed { away.finish(at: 0, velocity: 0) }
    }
  }

  private func begin(_ swipe: SwipeController) {
    animation.cancel()
    let progress = SwipeProgress(
      from: progress.axis == swipe.axis ? progress.value : 0, extent: extent(swipe.axis),
      within: swipe.axis == .horizontal ? -1...1 : 0...1)
    running = (swipe, progress)
  }

  private func move(by points: Double) {
    running?.progress.move(by: points)
    if let running { show(running.swipe.axis, running.progress.value) }
  }

  private func show(_ axis: SwipeTracker.Axis, _ value: Double) {
    progress = (axis, value)
    child.opacity = 1 - min(1, abs(value))
    queueAllocate()
  }

  /// Moves the child to the end of its way, or back.
  private func finish(at end: Double, velocity: Double) {
    guard let swipe = running?.swipe else { return }
    let axis = swipe.axis
    running = nil
    swipe.settle()
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
}
