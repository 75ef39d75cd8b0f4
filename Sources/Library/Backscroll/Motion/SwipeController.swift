import Gtk
import ScrollCore

/// The receiver of a ``SwipeController``'s swipes.
@MainActor
protocol SwipeTarget: AnyObject {
  /// Called when a press at `point`, or fingers on a touchpad (`nil`), may become a swipe. Returns how it takes hold;
  /// `nil` if the gesture belongs to another widget.
  func swipeWillBegin(at point: Point?, on device: SwipeTracker.Device) -> SwipeTracker.Grip?
  /// Called when the press has left the slop. `distance` is signed and in points along the axis: since the press, or on
  /// a touchpad that of this event. The tracker is in the middle of a change, so this must not use the controller.
  func claimSwipe(_ distance: Double, on device: SwipeTracker.Device) -> SwipeTracker.Claim
  /// Called when the swipe has moved by `delta` points since the call before; `isFirst` if it was just claimed. Returns
  /// whether the event was used.
  func swipeDidMove(by delta: Double, isFirst: Bool) -> Bool
  /// Called when the swipe was released, or a press that did not become one.
  func swipeDidEnd(_ release: SwipeTracker.Release, on device: SwipeTracker.Device)
  /// Called when the gesture was cancelled, or belongs to another widget, after it was claimed or before.
  func swipeDidCancel(wasClaimed: Bool)
  /// Called when a wheel has turned by (`dx`, `dy`) units, at an event's time in seconds. Returns whether the event was used.
  func wheelDidTurn(_ dx: Double, _ dy: Double, at time: Double) -> Bool
}

/// Feeds a widget's presses and touchpad scrolls to a `SwipeTracker`, and its decisions back to GTK.
///
/// It cancels a swipe when another window becomes active, and at a press of a second button or of Escape. It watches
/// the whole window for those, since the focus may be in another widget than the pointer. Further fingers change nothing.
@MainActor
final class SwipeController {
  private(set) var tracker: SwipeTracker
  /// The time of the clock by which touchpad events are measured, in seconds.
  var now: () -> Double

  /// The axis along which swipes go. Setting it cancels the present swipe.
  var axis: SwipeTracker.Axis {
    get { tracker.axis }
    set {
      guard newValue != axis else { return }
      cancel()
      tracker = SwipeTracker(newValue, silence: tracker.silence)
    }
  }

  private weak var target: (any SwipeTarget)?
  private let gesture = GestureDrag()
  let scroll: ScrollController
  private let keys = KeyController()
  private let presses = PressWatcher()
  private weak var window: Window?
  private var activity: SignalHandle?
  private lazy var silence = Coalesced(.after(seconds: tracker.silence)) { [weak self] in self?.endIfSilent()
  }

  /// Whether scrolls are seen before or after the widgets inside see them.
  enum ScrollOrder {
    /// After them, so that content inside scrolls first.
    case afterContent
    /// Before them, and the vertical part only: for a widget that moves its scrolled content beyond the ends.
    case beforeContent
  }

  /// Makes a controller of `widget`, which forwards `rooted` and `unrooted` to ``watch(_:)``.
  convenience init<Owner: CustomWidget & SwipeTarget>(
    on widget: Owner, _ tracker: SwipeTracker, scrolls: ScrollOrder = .afterContent
  ) {
    self.init(on: widget, for: widget, tracker, scrolls: scrolls)
  }

  /// Makes a controller of `widget` for a target that another object keeps alive.
  init(
    on widget: CustomWidget, for target: any SwipeTarget, _ tracker: SwipeTracker,
    scrolls: ScrollOrder = .afterContent
  ) {
    self.tracker = tracker
    self.target = target
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
        return swipe.target?.wheelDidTurn(dx, dy, at: swipe.scroll.eventTime) ?? false
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
  }

  /// Modifier keys held during the event being handled.
  var modifiers: Modifiers { gesture.modifiers }

  /// Watches `new`, and no other window, for the events that cancel a swipe.
  func watch(_ new: Window?) {
    window?.remove(keys)
    window?.remove(presses)
    activity?.disconnect()
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

  // MARK: The pointer

  func press(at point: Point, on device: SwipeTracker.Device = .mouse, time: Double) {
    guard let grip = target?.swipeWillBegin(at: point, on: device) else {
      return gesture.set(.denied)
    }
    let slop = device == .mouse ? DesktopSettings.current.map { Double($0.dndDragThreshold) } : nil
    tracker.press(grip, on: device, slop: slop, at: time)
    if grip == .claimed { gesture.set(.claimed) }
  }

  /// Moves the pointer to `offset`, measured from the press.
  func move(to offset: Point, at time: Double) { move(along: [(offset, time)]) }

  /// Moves the pointer through `places`, to the last of them.
  func move(along places: [(offset: Point, time: Double)]) {
    let device = tracker.device
    var step = SwipeTracker.Step.none
    for (offset, time) in places {
      let next = tracker.move(x: offset.x, y: offset.y, at: time) {
        target?.claimSwipe($0, on: device) ?? .denied
      }
      step = step.followed(by: next)
    }
    if case .claimed = step { gesture.set(.claimed) }
    _ = follow(step)
  }

  func release(at time: Double) {
    guard let release = tracker.release(at: time) else { return }
    target?.swipeDidEnd(release, on: tracker.device)
  }

  /// Cancels the press or the swipe, if there is one.
  func cancel() {
    let (wasClaimed, device) = (tracker.state == .claimed, tracker.device)
    guard tracker.cancel() else { return }
    silence.cancel()
    if device != .touchpad { gesture.set(.denied) }
    target?.swipeDidCancel(wasClaimed: wasClaimed)
  }

  /// Call it when the content is at rest after a swipe.
  func settle() { tracker.settle() }

  private func follow(_ step: SwipeTracker.Step) -> Bool {
    switch step {
    case .none: return false
    case .claimed(let delta): return target?.swipeDidMove(by: delta, isFirst: true) ?? false
    case .moved(let delta): return target?.swipeDidMove(by: delta, isFirst: false) ?? false
    case .denied:
      if tracker.device != .touchpad { gesture.set(.denied) }
      target?.swipeDidCancel(wasClaimed: false)
      return false
    }
  }

  // MARK: Touchpads

  func touchpadBegan() {
    // Fingers beside a pressed button scroll the content below.
    guard !(tracker.isPressed && tracker.device != .touchpad) else { return }
    touchpadEnded()
    guard let grip = target?.swipeWillBegin(at: nil, on: .touchpad) else { return }
    tracker.press(grip, on: .touchpad, at: now())
    silence.reschedule()
  }

  /// Fingers have moved the content by (`dx`, `dy`) points. Returns whether the event was used.
  func touchpadMoved(dx: Double, dy: Double) -> Bool {
    if !tracker.awaitsEnd { touchpadBegan() }
    guard tracker.awaitsEnd else { return false }
    silence.reschedule()
    return follow(
      tracker.scroll(dx: dx, dy: dy, at: now()) { target?.claimSwipe($0, on: .touchpad) ?? .denied })
  }

  func touchpadEnded() {
    silence.cancel()
    if tracker.device == .touchpad { release(at: now()) }
  }

  private func endIfSilent() {
    if tracker.isSilent(at: now()) { touchpadEnded() } else if tracker.awaitsEnd { silence.schedule() }
  }
}
