import Gtk
import ScrollCore

extension DragScroll {
  /// Points a finger has to move before it drags, as in libadwaita; a mouse has the desktop's own threshold.
  private static var touchSlop: Double { 16 }

  func addControllers() {
    gesture.button = 1
    gesture.phase = .capture
    gesture.dragBegin.connect(weak: self) { drag, x, y in drag.gestureBegan(at: Point(x: x, y: y)) }
    gesture.dragUpdate.connect(weak: self) { drag, dx, dy in
      drag.gestureMoved(Point(x: dx, y: dy))
    }
    gesture.dragEnd.connect(weak: self) { drag, _, _ in drag.released(at: drag.gesture.eventTime) }
    gesture.cancelled.connect(weak: self) { drag, _ in drag.cancel() }
    add(gesture)
    guarding.isDragging = { [weak self] in self?.hand.map { $0.isDragging && $0.way != 0 } ?? false }
    guarding.cancel = { [weak self] in self?.cancel() }
    let keys = KeyController()
    keys.phase = .capture
    keys.keyPressed.connect(weak: self) { drag, _, _, _ in
      drag.stopFling()
      return false
    }
    add(keys)
    addTouchpad()
  }

  private func gestureBegan(at point: Point) {
    guard !gesture.modifiers.contains(.shift), !scroller.hasDragOwner(at: convertToScroller(point)) else {
      stopFling()
      return deny()
    }
    if pressed(at: gesture.eventTime) { gesture.set(.claimed) }
    // GTK's own fling goes by places and would take back what the hand does.
    if !gesture.isTouch { scroller.stopFling() }
  }

  private func convertToScroller(_ point: Point) -> Point { convert(point, to: scroller) ?? point }

  private func gestureMoved(_ way: Point) {
    guard let hand else { return }
    if !hand.isDragging {
      guard max(abs(way.x), abs(way.y)) >= slop else { return }
      // The axis is decided once. GTK scrolls under a finger itself: there only a pull is ours.
      let isVertical = abs(way.y) > abs(way.x)
      let isPull = hand.edges.contains(way.y > 0 ? .start : .end)
      guard isVertical, !gesture.isTouch || isPull else { return deny() }
      gesture.set(.claimed)
    }
    moved(to: way.y, at: gesture.eventTime)
  }

  /// Points that the pointer has to move before it drags.
  private var slop: Double {
    gesture.isTouch ? Self.touchSlop : Double(DesktopSettings.current?.dragThreshold ?? 8)
  }

  /// The drag is another's, and what waited for a pull waits no more.
  func deny() {
    let edges = hand?.edges ?? []
    hand = nil
    gesture.set(.denied)
    for edge in edges { pull(at: edge)?.pullCancelled() }
  }

  // MARK: The hand

  /// A button or a finger has gone down: a busy window may hear of a throw by no more than this and one movement.
  /// True if it has caught the content in its motion: then the press is no click.
  func pressed(at time: Double? = nil) -> Bool {
    let catches = motion != nil
    motion = nil
    travel = EdgeTravel(beyond: RubberBand(dimension: Double(height)).travel(overshoot))
    var hand = DragHand()
    if let time { hand.tracker.add(0, at: time) }
    hand.isDragging = catches
    if overshoot == 0 {
      hand.edges = edges.filter { pull(at: $0)?.pullBegan() ?? false }
    }
    self.hand = hand
    if catches { didBeginDrag?() }
    return catches
  }

  /// The pointer is `way` points below the press, beyond the slop.
  func moved(to way: Double, at time: Double) {
    guard var hand else { return }
    if !hand.isDragging {
      hand.isDragging = true
      // A pull counts from the press. Scrolled content sets out where the slop ends, without a leap, however far
      // the first event beyond it goes: events come by the frame, and a quick hand is well beyond by then.
      let isPull = hand.edges.contains(way > 0 ? .start : .end)
      hand.way = isPull ? 0 : min(max(way, -slop), slop)
      didBeginDrag?()
    }
    hand.tracker.add(way, at: time)
    let step = way - hand.way
    hand.way = way
    self.hand = hand
    follow(step)
  }

  /// The pointer was let go.
  func released(at time: Double) {
    guard let hand else { return }
    self.hand = nil
    let pulled = travel.beyond != 0 && hand.edges.contains(travel.beyond > 0 ? .start : .end)
    for edge in hand.edges { pull(at: edge)?.pullEnded() }
    guard hand.isDragging else { return }
    let velocity = hand.tracker.velocity(at: time)
    travel = EdgeTravel()
    if overshoot != 0 {
      springBack()
    } else if !pulled {
      fling(velocity)
    }
    didEndDrag?(velocity)
  }

  /// What was held is let go without an effect.
  func cancel() {
    endTouchpad(isCancelled: true)
    guard let hand else { return }
    deny()
    travel = EdgeTravel()
    if overshoot != 0 { springBack() }
    if hand.isDragging { didEndDrag?(0) }
  }

  // MARK: Touchpad

  /// Two fingers on a touchpad pull as well, if they began at the edge. A wheel has no end, and so no beginning
  /// either: it never pulls.
  private func addTouchpad() {
    fingers.phase = .capture
    fingers.scrollBegin.connect(weak: self) { drag in
      // An X server tells of a wheel's beginning as well, but never of its end.
      if drag.fingers.isTouchpad { drag.touchpadBegan() }
    }
    fingers.scrolled.connect(weak: self) { drag, _, dy in
      drag.touchpadMoved(dy * drag.fingers.pointsPerTouchpadUnit)
    }
    fingers.scrollEnd.connect(weak: self) { drag in drag.endTouchpad(isCancelled: false) }
    add(fingers)
  }

  func touchpadBegan() {
    guard hand == nil, overshoot == 0 else { return }
    travel = EdgeTravel()
    touchpad = edges.filter { pull(at: $0)?.pullBegan() ?? false }
  }

  /// Fingers have moved by `dy` points, or a wheel has turned; true if that was taken.
  func touchpadMoved(_ dy: Double) -> Bool {
    stopFling()
    guard let touchpad, !touchpad.isEmpty else { return false }
    let isBeyond = travel.beyond != 0
    let leads = touchpad.contains(dy < 0 ? .start : .end) && edges.contains(dy < 0 ? .start : .end)
    guard isBeyond || leads else { return false }
    follow(-dy)
    return true
  }

  func endTouchpad(isCancelled: Bool) {
    guard let touchpad else { return }
    self.touchpad = nil
    travel = EdgeTravel()
    for edge in touchpad {
      if isCancelled { pull(at: edge)?.pullCancelled() } else { pull(at: edge)?.pullEnded() }
    }
  }
}
