import Gtk
import ScrollCore

/// A press on a carousel, on its way to be a drag, or one.
struct CarouselHand {
  /// The pages were moving, and the press has stopped them: it is no click.
  var catches: Bool
  var isDragging = false
  /// The pointer's way when the drag began, beyond the slop.
  var origin = 0.0
  var tracker = VelocityTracker()
}

/// Two fingers on a touchpad, on their way.
struct CarouselTouchpad {
  /// Their way, in pages.
  var travel = 0.0
  var tracker = VelocityTracker()
  /// Which way they go is decided by the first movement: false, it is another's.
  var isOurs: Bool?
}

extension Carousel {
  /// Points a finger moves before it drags, as in libadwaita; a mouse has the desktop's own threshold.
  private static var touchSlop: Double { 16 }
  /// Points on a touchpad for one page.
  private static var touchpadPage: Double { 400 }
  /// On a touchpad one axis has to be so much stronger than the other.
  private static var axisFactor: Double { 1.2 }
  /// Turns of a wheel that follow one another this closely, in seconds, are one.
  private static var wheelBurst: Double { 0.15 }

  func addInput() {
    gesture.button = 1
    gesture.phase = .capture
    gesture.dragBegin.connect(weak: self) { carousel, x, y in
      // Before it hears of this press: a drag before has left it deaf.
      carousel.click.reset()
      carousel.began(at: Point(x: x, y: y))
    }
    gesture.dragUpdate.connect(weak: self) { carousel, dx, dy in carousel.gestureMoved(Point(x: dx, y: dy)) }
    gesture.dragEnd.connect(weak: self) { carousel, _, _ in carousel.released(at: carousel.gesture.eventTime)
    }
    gesture.cancelled.connect(weak: self) { carousel, _ in carousel.cancelDrag() }
    add(gesture)
    guarding.isDragging = { [weak self] in self?.hand?.isDragging ?? false }
    guarding.cancel = { [weak self] in self?.cancelDrag() }
    click.button = 1
    click.released.connect(weak: self) { carousel, _, x, y in carousel.tapped(at: Point(x: x, y: y)) }
    add(click)
    let scroll = ScrollController(bothAxes: true)
    scroll.scrollBegin.connect(weak: self) { [weak scroll] carousel in
      // An X server tells of a wheel's beginning as well, but never of its end.
      if scroll?.isTouchpad == true { carousel.touchpad = CarouselTouchpad() }
    }
    scroll.scrolled.connect(weak: self) { [weak scroll] carousel, dx, dy in
      let time = carousel.frameClock?.frameTime ?? 0
      guard let scroll, carousel.touchpad != nil else {
        return carousel.wheel(dx, dy, at: scroll?.eventTime ?? 0)
      }
      let unit = scroll.pointsPerTouchpadUnit
      return carousel.fingers(dx * unit, dy * unit, at: time)
    }
    scroll.scrollEnd.connect(weak: self) { carousel in
      carousel.fingersLifted(at: carousel.frameClock?.frameTime ?? 0)
    }
    add(scroll)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { carousel, key, _, modifiers in
      modifiers.isDisjoint(with: [.control, .alt, .shift]) && carousel.pressed(Key.normal(key))
    }
    add(keys)
  }

  /// 1 where later pages lie to the right.
  private var direction: Double { isRightToLeft ? -1 : 1 }

  // MARK: Drag and tap

  private func began(at point: Point) {
    isNoClick = false
    guard isInteractive, !hasDragOwner(at: point, buttons: false) else { return deny() }
    began(at: gesture.eventTime)
  }

  /// The pointer has gone this way since the press.
  func gestureMoved(_ way: Point) {
    guard let hand else { return }
    if !hand.isDragging {
      guard max(abs(way.x), abs(way.y)) >= slop else { return }
      // The axis is decided once: what goes up or down is for whatever the carousel is in.
      guard abs(way.x) > abs(way.y), track.canMove else {
        cancelDrag()
        // Wherever the pointer is let go: it has moved.
        isNoClick = true
        return
      }
      gesture.set(.claimed)
    }
    moved(to: way.x, at: gesture.eventTime)
  }

  /// Points that the pointer has to move before it drags.
  private var slop: Double {
    gesture.isTouch ? Self.touchSlop : Double(DesktopSettings.current?.dragThreshold ?? 8)
  }

  private func deny() {
    hand = nil
    gesture.set(.denied)
  }

  /// A button or a finger has gone down. A quick swipe may be told of by no more than this and one movement: a busy
  /// window hears of the pointer once a frame.
  func began(at time: Double? = nil) {
    // Where a tap goes on, it does so in mid-motion too: of quick taps each counts, and none makes the pages halt.
    let catches = track.isMoving && !tapAdvances
    isNoClick = false
    var hand = CarouselHand(catches: catches)
    if let time { hand.tracker.add(0, at: time) }
    self.hand = hand
    // Held, the pages stand still at once, not only when the hand has moved.
    if catches {
      apply {
        $0.beginDrag()
        return []
      }
    }
  }

  /// The pointer is `way` points to the right of the press, beyond the slop.
  func moved(to way: Double, at time: Double) {
    guard var hand else { return }
    if !hand.isDragging {
      hand.isDragging = true
      hand.origin = min(max(way, -slop), slop)
      if !track.isDragging { track.beginDrag() }
      scheduleAutoplay()
    }
    hand.tracker.add(way, at: time)
    self.hand = hand
    let travel = -direction * (way - hand.origin) / (geometry.step * style.dragResistance)
    apply {
      $0.drag(to: travel)
      return []
    }
  }

  /// The pointer was let go.
  func released(at time: Double) {
    guard let hand else { return }
    self.hand = nil
    // Also after a press that led to nothing: while it lasted, the pages did not change by themselves.
    defer { scheduleAutoplay() }
    guard track.isDragging else { return }
    let velocity = hand.isDragging ? -direction * hand.tracker.velocity(at: time) / style.dragResistance : 0
    let (extent, moves) = (geometry.step, animates)
    apply { $0.endDrag(velocity: velocity / 1_000, extent: extent, animated: moves) }
    isNoClick = hand.catches && !hand.isDragging
  }

  func cancelDrag() {
    if hand != nil { deny() }
    touchpad = nil
    defer { scheduleAutoplay() }
    guard track.isDragging else { return }
    let moves = animates
    apply { $0.cancelDrag(animated: moves) }
  }

  /// A click that nothing in a page has taken: the page in the middle is opened, another one is gone to.
  func tapped(at point: Point) {
    defer { isNoClick = false }
    takeFocus()
    guard isInteractive, !isNoClick else { return }
    if tapAdvances { return advance(by: 1, reason: .tap) }
    guard let entry = entry(at: point) else { return }
    if entry.index == selectedIndex, entry.slot == track.targetSlot {
      didActivate?(entry.index)
    } else {
      advance(by: entry.slot - track.targetSlot, reason: .tap)
    }
  }

  // MARK: Wheel and touchpad

  /// A notch of a wheel: a page for a burst of them. Where there is no page that way the event is another's.
  func wheel(_ dx: Double, _ dy: Double, at time: Double) -> Bool {
    guard isInteractive, track.canMove else { return false }
    let turn = abs(dx) > abs(dy) ? dx * direction : dy
    guard turn != 0 else { return false }
    // What follows closely belongs to the notch that was taken, to the last of it: no event leaks.
    if time - wheelTime < Self.wheelBurst {
      wheelTime = time
      return true
    }
    let step = turn > 0 ? 1 : -1
    guard track.canAdvance(by: step) else { return false }
    wheelTime = time
    advance(by: step, reason: .wheel)
    return true
  }

  /// Fingers on a touchpad have moved.
  func fingers(_ dx: Double, _ dy: Double, at time: Double) -> Bool {
    guard var fingers = touchpad, isInteractive, track.canMove else { return false }
    if fingers.isOurs == nil { fingers.isOurs = abs(dx) >= Self.axisFactor * abs(dy) && dx != 0 }
    defer { touchpad = fingers }
    guard fingers.isOurs == true else { return false }
    if !track.isDragging { track.beginDrag() }
    fingers.travel += direction * dx / Self.touchpadPage
    fingers.tracker.add(fingers.travel * Self.touchpadPage, at: time)
    let travel = fingers.travel
    apply {
      $0.drag(to: travel)
      return []
    }
    return true
  }

  func fingersLifted(at time: Double) {
    guard let fingers = touchpad else { return }
    touchpad = nil
    guard fingers.isOurs == true, track.isDragging else { return }
    let (velocity, moves) = (fingers.tracker.velocity(at: time) / 1_000, animates)
    apply { $0.endDrag(velocity: velocity, extent: Self.touchpadPage, device: .touchpad, animated: moves) }
  }

  // MARK: Keys

  func pressed(_ key: UInt32) -> Bool {
    guard isInteractive, let selectedIndex else { return false }
    let later = direction > 0 ? 1 : -1
    switch key {
    case Key.right: advance(by: later, reason: .key)
    case Key.left: advance(by: -later, reason: .key)
    case Key.pageDown: advance(by: 1, reason: .key)
    case Key.pageUp: advance(by: -1, reason: .key)
    case Key.home: scroll(to: 0, .shortest, reason: .key)
    case Key.end: scroll(to: items.count - 1, .shortest, reason: .key)
    case Key.returnKey, Key.space:
      if tapAdvances { advance(by: 1, reason: .key) } else { didActivate?(selectedIndex) }
    default: return false
    }
    return true
  }
}
