import Testing

@testable import ScrollCore

/// A tracker by reference, so that an expectation may change it.
private final class Subject {
  var tracker: SwipeTracker

  init(_ axis: SwipeTracker.Axis, _ grip: SwipeTracker.Grip, on device: SwipeTracker.Device) {
    tracker = SwipeTracker(axis)
    tracker.press(grip, on: device, at: 0)
  }

  var state: SwipeTracker.State { tracker.state }
  var travel: Double { tracker.travel }

  func move(x: Double, y: Double, at time: Double, _ claim: SwipeTracker.Claim = .fromSlop)
    -> SwipeTracker.Step
  {
    tracker.move(x: x, y: y, at: time) { _ in claim }
  }

  func scroll(dx: Double, dy: Double, at time: Double, _ claim: SwipeTracker.Claim = .fromSlop)
    -> SwipeTracker.Step
  {
    tracker.scroll(dx: dx, dy: dy, at: time) { _ in claim }
  }

  func release(at time: Double) -> SwipeTracker.Release? { tracker.release(at: time) }
  func cancel() -> Bool { tracker.cancel() }
}

@Suite("What a press becomes")
struct SwipeTrackerTests {
  private func pressed(
    _ axis: SwipeTracker.Axis = .horizontal, _ grip: SwipeTracker.Grip = .free,
    on device: SwipeTracker.Device = .mouse
  ) -> Subject { Subject(axis, grip, on: device) }

  @Test("A press within the slop is a tap", arguments: [SwipeTracker.Device.mouse, .touch])
  func tap(device: SwipeTracker.Device) {
    let subject = pressed(on: device)
    #expect(subject.move(x: device.slop - 1, y: 3, at: 0.1) == .none)
    #expect(subject.state == .pressed)
    #expect(subject.release(at: 0.2) == .unclaimed)
    #expect(subject.state == .idle)
    #expect(subject.release(at: 0.3) == nil)
  }

  @Test("Beyond the slop it swipes, from the slop's end or from the press")
  func claim() {
    for sign in [-1.0, 1] {
      let subject = pressed()
      #expect(subject.move(x: 20 * sign, y: 3, at: 0.1) == .claimed(by: 12 * sign))
      #expect(
        subject.move(x: 25 * sign, y: 90, at: 0.2, .denied) == .moved(by: 5 * sign), "decided once")
      #expect(subject.travel == 17 * sign)
      let vertical = pressed(.vertical)
      #expect(vertical.move(x: 3, y: 20 * sign, at: 0.1, .fromPress) == .claimed(by: 20 * sign))
    }
  }

  @Test("Across the axis, or refused, it is another widget's until the next press")
  func deny() {
    for (x, y) in [(9.0, 10.0), (-10, 10), (0, -30)] {
      let subject = pressed()
      #expect(subject.move(x: x, y: y, at: 0.1) == .denied)
      #expect(subject.move(x: 100, y: 0, at: 0.2) == .none)
      #expect(subject.release(at: 0.3) == nil)
      #expect(subject.state == .denied, "the release is no click")
      subject.tracker.press(on: .mouse, at: 1)
      #expect(subject.state == .pressed)
    }
    let refused = pressed()
    #expect(refused.move(x: 50, y: 0, at: 0.1, .denied) == .denied)
  }

  @Test("A release has the velocity of the last 150 ms, and coasts until the content rests")
  func release() {
    let subject = pressed()
    for step in 1...20 {
      _ = subject.move(x: Double(step) * 10, y: 0, at: Double(step) * 0.01)
    }
    guard case .swiped(let velocity) = subject.release(at: 0.2) else {
      return #expect(Bool(false), "no swipe")
    }
    #expect(abs(velocity - 1_000) < 1)
    #expect(subject.state == .coasting && !subject.tracker.isPressed)
    subject.tracker.settle()
    #expect(subject.state == .idle)
  }

  @Test("A swipe of one press and one movement has a velocity too")
  func busyWindow() {
    let subject = pressed()
    _ = subject.move(x: 60, y: 0, at: 0.05)
    #expect(subject.release(at: 0.06) == .swiped(velocity: 1_000))
  }

  @Test("The steps of a frame count as one")
  func frame() {
    typealias Step = SwipeTracker.Step
    let steps: [([Step], Step)] = [
      ([.none, .claimed(by: 4), .moved(by: 5), .moved(by: -2)], .claimed(by: 7)),
      ([.moved(by: 4), .none, .moved(by: -4)], .moved(by: 0)), ([.none, .denied, .none], .denied),
      ([], .none),
    ]
    for (parts, whole) in steps {
      #expect(parts.reduce(.none) { $0.followed(by: $1) } == whole)
    }
  }

  @Test("A pointer that has rested before its release has none")
  func rested() {
    let subject = pressed()
    _ = subject.move(x: 60, y: 0, at: 0.05)
    #expect(subject.release(at: 0.5) == .swiped(velocity: 0))
  }

  @Test("A press that stops the content is no tap")
  func caught() {
    let held = pressed(.horizontal, .held)
    #expect(held.state == .pressed)
    #expect(held.release(at: 0.1) == .swiped(velocity: 0))
    #expect(held.state == .coasting)
    let claimed = pressed(.vertical, .claimed)
    #expect(claimed.state == .claimed)
    #expect(claimed.move(x: 0, y: 1, at: 0.1, .denied) == .moved(by: 1), "without a slop")
  }

  @Test("A gesture that is taken back is none, whatever comes after")
  func cancelled() {
    let subject = pressed()
    _ = subject.move(x: 60, y: 0, at: 0.1)
    #expect(subject.cancel())
    #expect(!subject.cancel())
    #expect(subject.move(x: 90, y: 0, at: 0.2) == .none)
    #expect(subject.release(at: 0.3) == nil)
  }

  @Test("Fingers on a touchpad swipe by the axis of their first movement, which is 1.2 times as long")
  func touchpad() {
    for (dx, dy, isSwipe) in [(6.0, 5.0, true), (5.9, 5, false), (-12, 10, true), (0, 3, false)] {
      let subject = pressed(on: .touchpad)
      let step = subject.scroll(dx: dx, dy: dy, at: 0.01)
      #expect(step == (isSwipe ? .claimed(by: dx) : .denied))
      #expect(subject.scroll(dx: 4, dy: 40, at: 0.02) == (isSwipe ? .moved(by: 4) : .none))
      #expect(subject.scroll(dx: 0, dy: 0, at: 0.03) == .none)
    }
  }

  @Test("What another widget scrolled by a touchpad does not count")
  func undecided() {
    let subject = pressed(.vertical, on: .touchpad)
    #expect(subject.scroll(dx: 0, dy: 50, at: 0.01, .undecided) == .none)
    #expect(subject.scroll(dx: 0, dy: 10, at: 0.02, .fromPress) == .claimed(by: 10))
    #expect(subject.scroll(dx: 0, dy: 10, at: 0.03, .denied) == .moved(by: 10))
    #expect(subject.travel == 20)
  }

  // The pointer left the surface, or the compositor sends no end.
  @Test("Fingers that are silent for 150 ms count as lifted")
  func silence() {
    let subject = pressed(on: .touchpad)
    _ = subject.scroll(dx: 30, dy: 0, at: 1)
    #expect(!subject.tracker.isSilent(at: 1.149) && subject.tracker.isSilent(at: 1.15))
    #expect(subject.release(at: 1.151) == .swiped(velocity: 0))
    #expect(!subject.tracker.isSilent(at: 9) && !subject.tracker.awaitsEnd)
    let mouse = pressed()
    _ = mouse.move(x: 30, y: 0, at: 1)
    #expect(!mouse.tracker.isSilent(at: 9), "a button is released")
    let other = pressed(on: .touchpad)
    _ = other.scroll(dx: 0, dy: 9, at: 1)
    #expect(other.tracker.isSilent(at: 2))
    #expect(other.release(at: 2) == nil && other.state == .idle)
  }
}
