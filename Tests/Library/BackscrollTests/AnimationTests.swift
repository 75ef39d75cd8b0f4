import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

@MainActor
private func openWindow() -> (Window, Label) {
  let window = Window()
  let label = Label("moving")
  window.child = label
  window.present()
  pump("the window") { label.isMapped }
  return (window, label)
}

/// Movements on the frame clock of a widget in a real window.
final class AnimationTests: XCTestCase {
  func testACurveEndsExactlyAtItsEndAndStops() {
    onMainThread {
      let (window, label) = openWindow()
      let animation = Animation(on: label)
      var offsets: [Double] = []
      animation.start(Spring(offset: 100)) { offsets.append($0) }
      XCTAssertTrue(animation.isRunning)
      pump("the end") { !animation.isRunning }
      XCTAssertEqual(offsets.last, 0)
      XCTAssertTrue(zip(offsets, offsets.dropFirst()).allSatisfy { $0 >= $1 })
      XCTAssertEqual(animation.velocity, 0)
      window.destroy()
    }
  }

  func testHoweverOftenItStartsAFrameStepsOnce() {
    onMainThread {
      let (window, label) = openWindow()
      let animation = Animation(on: label)
      var (steps, replaced) = (0, 0)
      for _ in 0..<5 { animation.start { _ in replaced += 1 } }
      animation.start { _ in steps += 1 }
      var frames = 0
      label.addTickCallback { _ in
        frames += 1
        return true
      }
      pump("frames") { frames >= 5 }
      // The label's tick callback was added later, and may run before or after this one within a frame.
      XCTAssertLessThanOrEqual(abs(steps - frames), 1)
      XCTAssertEqual(replaced, 0)
      animation.cancel()
      let before = (steps, frames)
      pump("more frames") { frames >= before.1 + 3 }
      XCTAssertEqual(steps, before.0)
      window.destroy()
    }
  }

  func testTheFirstStepIsShortHoweverLongTheLoopWasBusy() {
    onMainThread {
      let (window, label) = openWindow()
      let animation = Animation(on: label)
      var deltas: [Double] = []
      animation.start { deltas.append($0) }
      let busyUntil = ContinuousClock.now + .milliseconds(100)
      while ContinuousClock.now < busyUntil {}
      pump("steps") { deltas.count >= 2 }
      XCTAssertLessThanOrEqual(deltas[0], Animation.longestFirstStep)
      XCTAssertTrue(deltas.allSatisfy { $0 >= 0 })
      window.destroy()
    }
  }

  func testAMovementTakesOverWhereAndAsFastAsTheOneBeforeWas() {
    onMainThread {
      let (window, label) = openWindow()
      let animation = Animation(on: label)
      var offsets: [Double] = []
      animation.start(Ease(duration: 1)) { offsets.append($0) }
      pump("a step") { !offsets.isEmpty }
      XCTAssertEqual(animation.velocity, 1, accuracy: 1e-9)
      animation.start(Spring(offset: 5, velocity: animation.velocity)) { [weak animation] offset in
        // At rest a step may start the next movement.
        if animation?.isRunning == false { animation?.start(Ease(duration: 0.01)) { offsets.append(7 + $0) } }
        offsets.append(offset)
      }
      pump("the second movement's end") { offsets.last == 8 }
      XCTAssertFalse(animation.isRunning)
      window.destroy()
    }
  }

  func testOffTheScreenACurveIsAtItsEndAtOnceAndNothingTurns() {
    onMainThread {
      let (window, label) = openWindow()
      let animation = Animation(on: label)
      var last: Double?
      animation.start(Ease(duration: 1_000)) { last = $0 }
      label.visible = false
      pump("the end") { !animation.isRunning }
      XCTAssertEqual(last, 1)
      animation.start(Decay(velocity: 400)) { last = $0 }
      XCTAssertEqual(last, 100)
      animation.start { _ in XCTFail("it turns unseen") }
      XCTAssertFalse(animation.isRunning)
      window.destroy()
    }
  }

  func testItKeepsNothingAliveAndEndsWithItsOwner() {
    onMainThread {
      expectNothingLeft {
        let (window, label) = openWindow()
        var animation: Animation? = Animation(on: label)
        var steps = 0
        animation?.start { _ in steps += 1 }
        pump("a step") { steps > 0 }
        animation = nil
        let before = steps
        var frames = 0
        label.addTickCallback { _ in
          frames += 1
          return frames < 3
        }
        pump("frames") { frames == 3 }
        XCTAssertEqual(steps, before)
        window.destroy()
      }
    }
  }
}
