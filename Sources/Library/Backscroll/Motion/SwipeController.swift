import Gtk
import ScrollCore

/// What a ``SwipeController`` moves.
@MainActor
protocol SwipeTarget: AnyObject {
  /// A press at `point`, or fingers on a touchpad (`nil`), may become a swipe. Returns how it takes hold; `nil` if the
  /// gesture is another widget's.
  func swipeWillBegin(at point: Point?, on device: SwipeTracker.Device) -> SwipeTracker.Grip?
  /// The press has left the slop. `distance` is signed and in points along the axis: since the press, or on a touchpad that
  /// of this event. The tracker is in the middle of a change, so this must not use the controller.
  func claimSwipe(_ distance: Double, on device: SwipeTracker.Device) -> SwipeTracker.Claim
  /// The swipe has moved by `delta` points since the call before; `isFirst` when it was just claimed. Returns whether
  /// the event was used.
  func swipeDidMove(by delta: Double, isFirst: Bool) -> Bool
  /// The swipe was released, or a press that did not become one.
  func swipeDidEnd(_ release: SwipeTracker.Release, on device: SwipeTracker.Device)
  /// The gesture is another widget's, or was taken back, after it was claimed or before.
  func swipeDidCancel(wasClaimed: Bool)
  /// A wheel has turned by (`dx`, `dy`) units, at an event's time in seconds. Returns whether the event was used.
  func wheelDidTurn(_ dx: Double, _ dy: Double, at time: Double) -> Bool
}

/// Feeds a widget's presses and touchpad scrolls to a `SwipeTracker`, and its decisions back to GTK.
///
/// It takes a swipe back when something else comes first: another window, a second button, Escape. It looks for those in
/// the whole window, since the focus may be in another widget than the pointer. Further fingers change nothing.
@MainActor
final class SwipeController {
  private(set) var tracker: SwipeTracker
  /// Seconds of the clock that touchpad events are measured by.
  var now: () -> Double

  private weak var target: (any SwipeTarget)?
  private let gesture = GestureDrag()
  let scroll: ScrollController
  private let keys = KeyController()
  private let presses = PressWatcher()
  private weak var window: Window?
  private var activity: SignalHandle?
  private lazy var silence = Coalesced(.after(seconds: tracker.silence)) { [weak self] in self?.endIfSilent()
  }

  /// A controller of `widget`, which forwards `rooted` and `unrooted` to ``watch(_:)``. A vertical one sees touchpad
  /// scrolls before the widgets below it do; a horizontal one after them.
  convenience init<Owner: CustomWidget & SwipeTarget>(on widget: Owner, _ tracker: SwipeTracker) {
    self.init(on: widget, for: widget, tracker)
  }

  /// A controller of `widget` whose target is kept by another.
  init(on widget: CustomWidget, for target: any SwipeTarget, _ tracker: SwipeTracker) {
    self.tracker = tracker
    self.target = target
    now = { [weak widget] in widget?.frameClock?.frameTime ?? 0 }
    scroll = ScrollController(bothAxes: tracker.axis == .horizontal)
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
    if tracker.axis == .vertical { scroll.propagationPhase = .capture }
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

  /// Watches `new` for what takes a swipe back, and no other window.
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
    // As long as nothing has moved, there is nothing to take back, and Escape is for others.
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

  /// The pointer is at `offset` as seen from the press.
  func move(to offset: Point, at time: Double) { move(along: [(offset, time)]) }

  /// The pointer has been at all the `places` since the movement before, and is at the last.
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

  /// Takes back whatever is pressed. Does nothing otherwise.
  func cancel() {
    let (wasClaimed, device) = (tracker.state == .claimed, tracker.device)
    guard tracker.cancel() else { return }
    silence.cancel()
    if device != .touchpad { gesture.set(.denied) }
    target?.swipeDidCancel(wasClaimed: wasClaimed)
  }

  /// The content is at rest after a swipe.
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
    // Fingers beside a pressed button scroll what is below it.
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
