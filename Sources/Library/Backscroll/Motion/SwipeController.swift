import Gtk
import ScrollCore

/// Recognises swipes over a widget along one axis, by the mouse, a finger, or two fingers on a touchpad. ``Carousel``,
/// ``DragScroll``, ``EdgeSwipeArea`` and ``SwipeAway`` use it; it is for widgets of your own as well.
///
///     final class Drawer: Bin {
///       private lazy var swipe = SwipeController(on: self, .horizontal)
///       private var way = 0.0
///
///       init(_ content: Widget) {
///         super.init(child: content)
///         swipe.didMove.connect(weak: self) { drawer, points in drawer.way += points }
///         swipe.didEnd.connect(weak: self) { drawer, release in
///           if case .swiped(let velocity) = release { print("released after", drawer.way, "at", velocity) }
///         }
///         swipe.didCancel.connect(weak: self) { drawer, _ in drawer.way = 0 }
///       }
///     }
///
/// The controller reports points and velocities, and moves nothing itself. `SwipeProgress` of `ScrollCore` turns them into
/// progress between two places, and an ``Animation`` continues the movement; <doc:SwipesOfYourOwn> has a whole widget.
/// `SwipeTracker` has the decisions: the slop within which a press stays a click, the axis, which is decided once for a
/// gesture, and the velocity of the release.
///
/// A swipe is cancelled when another window becomes active, and at a press of a second button or of Escape. The
/// controller watches the whole window for those, since the focus may be in another widget than the pointer. Further
/// fingers change nothing.
///
/// Keep a reference to the controller: the widget does not hold it.
@MainActor
public final class SwipeController {
  /// Whether scrolls are seen before or after the widgets inside see them.
  enum ScrollOrder {
    /// After them, so that content inside scrolls first.
    case afterContent
    /// Before them, and the vertical part only: for a widget that moves its scrolled content beyond the ends.
    case beforeContent
  }

  /// The axis along which swipes go. Setting it cancels the present swipe.
  public var axis: SwipeTracker.Axis {
    get { tracker.axis }
    set {
      guard newValue != axis else { return }
      cancel()
      tracker = SwipeTracker(newValue, silence: tracker.silence)
    }
  }

  /// Whether the controller recognises swipes and reports the wheel. Setting it to `false` cancels the present swipe.
  public var isEnabled = true {
    didSet { if !isEnabled { cancel() } }
  }

  /// Whether distances and velocities have the opposite sign: positive to the left, or upwards. For content that is
  /// mirrored, as in a language that is written from right to left.
  public var isReversed = false

  // MARK: Questions

  /// Decides how a press at a point of the widget, or fingers on a touchpad (`nil`), take hold of the content; `nil` if
  /// the gesture belongs to another widget. By default, the slop and the axis decide: `.free`.
  public var grip: (_ point: Point?, _ device: SwipeTracker.Device) -> SwipeTracker.Grip? = { _, _ in .free }

  /// Decides whether a press that has left the slop along the axis is a swipe. `distance` is signed and in points: since
  /// the press, or on a touchpad that of this event. The tracker is in the middle of a change, so the closure must not
  /// use the controller. By default, the swipe begins where the slop ends: `.fromSlop`.
  public var claim: (_ distance: Double, _ device: SwipeTracker.Device) -> SwipeTracker.Claim = { _, _ in
    .fromSlop
  }

  /// Handles a wheel that has turned by (`dx`, `dy`) of its units, at an event's time in seconds, and returns whether the
  /// event was used. By default it was not.
  public var handleWheel: (_ dx: Double, _ dy: Double, _ time: Double) -> Bool = { _, _, _ in false }

  /// Decides whether a movement of fingers on a touchpad, in points, is used. Otherwise it is not reported, and the event
  /// goes to other widgets.
  var usesScroll: (_ points: Double) -> Bool = { _ in true }

  // MARK: Callbacks

  /// Called when a press or fingers on a touchpad have become a swipe, before the first ``didMove``; for the grip
  /// `.claimed`, with the press.
  public let didBegin: Callback<> = Callback()
  /// Called when the swipe has moved by some points along the axis since the call before, positive to the right or
  /// downwards.
  public let didMove = Callback<Double>()
  /// Called when the swipe was released, with its velocity; also after a press that did not become one.
  public let didEnd = Callback<SwipeTracker.Release>()
  /// Called when the gesture was cancelled, or belongs to another widget. The argument is `true` after ``didBegin``; the
  /// content then has to return to where it was.
  public let didCancel = Callback<Bool>()

  // MARK: State

  private(set) var tracker: SwipeTracker
  /// The time of the clock by which touchpad events are measured, in seconds.
  var now: () -> Double

  /// The state of the gesture.
  public var state: SwipeTracker.State { tracker.state }
  /// The device of the latest gesture.
  public var device: SwipeTracker.Device { tracker.device }
  /// Points of the running swipe along the axis since it was claimed, without the slop.
  public var travel: Double { direction * tracker.travel }
  /// Modifier keys held during the event being handled.
  public var modifiers: Modifiers { gesture.modifiers }

  private var direction: Double { isReversed ? -1 : 1 }

  private weak var widget: Widget?
  private let gesture = GestureDrag()
  let scroll: ScrollController
  private let keys = KeyController()
  private let presses = PressWatcher()
  private weak var window: Window?
  private var activity: SignalHandle?
  private lazy var silence = Coalesced(.after(seconds: tracker.silence)) { [weak self] in self?.endIfSilent()
  }

  /// Makes a controller of swipes over `widget`. Content inside that scrolls by touchpad does so first.
  public convenience init(on widget: Widget, _ axis: SwipeTracker.Axis) {
    self.init(on: widget, SwipeTracker(axis), scrolls: .afterContent)
  }

  init(on widget: Widget, _ tracker: SwipeTracker, scrolls: ScrollOrder) {
    self.tracker = tracker
    self.widget = widget
    now = { [weak widget] in widget?.frameClock?.frameTime ?? 0 }
    // Without the part across its axis, every scroll would seem to go along it.
    scroll = ScrollController(bothAxes: scrolls == .afterContent)
    gesture.button = 1
    gesture.propagationPhase = .capture
    gesture.dragBegin.connect(weak: self) { swipe, x, y in
      swipe.press(
        at: Point(x: x, y: y), on: swipe.gesture.isTouch ? .touch : .mouse, time: swipe.gesture.eventTime)
    }
    gesture.dragUpdate.connect(weak: self) { swipe, dx, dy in
      // Every position counts: the pointer may have left the slop and returned, and the velocity is that of the latest.
      let passed = swipe.gesture.passed.map { (Point(x: dx + $0.offset.x, y: dy + $0.offset.y), $0.time) }
      swipe.move(along: passed + [(Point(x: dx, y: dy), swipe.gesture.eventTime)])
    }
    gesture.dragEnd.connect(weak: self) { swipe, _, _ in swipe.release(at: swipe.gesture.eventTime) }
    gesture.cancelled.connect(weak: self) { swipe, _ in swipe.cancel() }
    widget.add(gesture)
    if scrolls == .beforeContent { scroll.propagationPhase = .capture }
    scroll.scrollBegin.connect(weak: self) { swipe in
      // An X server reports the beginning of a wheel's scroll too, but never its end.
      if swipe.scroll.isTouchpad { swipe.touchpadBegan() }
    }
    scroll.scrolled.connect(weak: self) { swipe, dx, dy in
      guard swipe.scroll.isTouchpad else {
        return swipe.isEnabled && swipe.handleWheel(dx, dy, swipe.scroll.eventTime)
      }
      let unit = swipe.scroll.pointsPerTouchpadUnit
      return swipe.touchpadMoved(dx: -dx * unit, dy: -dy * unit)
    }
    scroll.scrollEnd.connect(weak: self) { $0.touchpadEnded() }
    widget.add(scroll)
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { swipe, key, _, _ in
      Key.normal(key) == Key.escape && swipe.takeBack()
    }
    // The press is consumed, so the second button's menu does not open either.
    presses.intercept(weak: self) { swipe, press in
      if case .began = press { swipe.takeBack() } else { false }
    }
    widget.notify("root").connect(weak: self) { $0.watch($0.widget?.window) }
    watch(widget.window)
  }

  /// Watches `new`, and no other window, for the events that cancel a swipe.
  private func watch(_ new: Window?) {
    guard new !== window else { return }
    window?.remove(keys)
    window?.remove(presses)
    activity?.disconnect()
    activity = nil
    silence.cancel()
    window = new
    new?.add(keys)
    new?.add(presses)
    activity = new?.notify("is-active").connect(weak: self) { swipe in
      if swipe.window?.isActive == false { swipe.takeBack() }
    }
  }

  @discardableResult
  private func takeBack() -> Bool {
    // Before the content has moved there is nothing to undo, and Escape is left to other widgets.
    guard tracker.state == .claimed, tracker.travel != 0 else { return false }
    cancel()
    return true
  }

  /// Cancels the press or the swipe, if there is one.
  public func cancel() {
    let (wasClaimed, device) = (tracker.state == .claimed, tracker.device)
    guard tracker.cancel() else { return }
    silence.cancel()
    if device != .touchpad { gesture.set(.denied) }
    didCancel(wasClaimed)
  }

  /// Ends the state `.coasting`, in which a release leaves the controller. Call it when the content has come to rest, if
  /// the widget distinguishes a tap from a press that catches content in motion.
  public func settle() { tracker.settle() }

  // MARK: The pointer

  func press(at point: Point, on device: SwipeTracker.Device = .mouse, time: Double) {
    guard isEnabled, let grip = grip(point, device) else { return gesture.set(.denied) }
    let slop = device == .mouse ? DesktopSettings.current.map { Double($0.dndDragThreshold) } : nil
    tracker.press(grip, on: device, slop: slop, at: time)
    guard grip == .claimed else { return }
    gesture.set(.claimed)
    didBegin()
  }

  /// Moves the pointer to `offset`, measured from the press.
  func move(to offset: Point, at time: Double) { move(along: [(offset, time)]) }

  /// Moves the pointer through `places`, to the last of them.
  func move(along places: [(offset: Point, time: Double)]) {
    let device = tracker.device
    var step = SwipeTracker.Step.none
    for (offset, time) in places {
      let next = tracker.move(x: offset.x, y: offset.y, at: time) { claim(direction * $0, device) }
      step = step.followed(by: next)
    }
    if case .claimed = step { gesture.set(.claimed) }
    _ = follow(step)
  }

  func release(at time: Double) {
    guard let release = tracker.release(at: time) else { return }
    switch release {
    case .unclaimed: didEnd(.unclaimed)
    case .swiped(let velocity): didEnd(.swiped(velocity: direction * velocity))
    }
  }

  /// Reports a step. Returns whether the event was used.
  private func follow(_ step: SwipeTracker.Step) -> Bool {
    switch step {
    case .none: return false
    case .claimed(let points):
      didBegin()
      return report(direction * points)
    case .moved(let points): return report(direction * points)
    case .denied:
      if tracker.device != .touchpad { gesture.set(.denied) }
      didCancel(false)
      return false
    }
  }

  private func report(_ points: Double) -> Bool {
    guard tracker.device != .touchpad || usesScroll(points) else { return false }
    didMove(points)
    return true
  }

  // MARK: Touchpads

  func touchpadBegan() {
    // Fingers beside a pressed button scroll the content below.
    guard !(tracker.isPressed && tracker.device != .touchpad) else { return }
    touchpadEnded()
    guard isEnabled, let grip = grip(nil, .touchpad) else { return }
    tracker.press(grip, on: .touchpad, at: now())
    silence.reschedule()
  }

  /// Fingers have moved the content by (`dx`, `dy`) points. Returns whether the event was used.
  func touchpadMoved(dx: Double, dy: Double) -> Bool {
    if !tracker.awaitsEnd { touchpadBegan() }
    guard tracker.awaitsEnd else { return false }
    silence.reschedule()
    return follow(
      tracker.scroll(dx: dx, dy: dy, at: now()) { claim(direction * $0, .touchpad) })
  }

  func touchpadEnded() {
    silence.cancel()
    if tracker.device == .touchpad { release(at: now()) }
  }

  private func endIfSilent() {
    if tracker.isSilent(at: now()) { touchpadEnded() } else if tracker.awaitsEnd { silence.schedule() }
  }
}
