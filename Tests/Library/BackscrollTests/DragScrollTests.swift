import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A list that is scrolled to its middle, in a container that drags it.
@MainActor
private func dragBench(rows: Int = 400, at value: Double = -4000) -> (ListBench, DragScroll) {
  var drag: DragScroll?
  let bench = ListBench(rows: rows) { scroller in
    let made = DragScroll(scroller)
    drag = made
    return made
  }
  bench.open()
  bench.scroll(by: value)
  bench.settle()
  return (bench, drag!)
}

/// Moves the pressed pointer to `way` points below the press, in steps of `step`, a frame each.
@MainActor
private func move(
  _ drag: DragScroll, _ bench: ListBench, from start: Double = 0, to way: Double, step: Double = 6
) {
  var now = start
  while now != way {
    now += min(step, abs(way - now)) * (way > now ? 1 : -1)
    drag.moved(to: now, at: bench.window.frameClock!.frameTime)
    bench.frame()
  }
}

extension DragScroll {
  /// Presses. Returns whether the press has stopped moving content.
  func pressed(on device: SwipeTracker.Device = .mouse, at time: Double = 0) -> Bool {
    swipe.press(at: Point(x: 10, y: 300), on: device, time: time)
    return swipe.tracker.state == .claimed
  }

  /// Moves the pointer to `way` points below the press.
  func moved(to way: Double, at time: Double) { swipe.move(to: Point(x: 0, y: way), at: time) }
  func released(at time: Double) { swipe.release(at: time) }
}

/// Content that a mouse drags. The tests call the functions that the widget's gesture calls.
final class DragScrollTests: XCTestCase {
  private static let pages = [1, 30, 1000]

  func testTheContentFollowsThePointerPointForPoint() {
    onMainThread {
      let (bench, drag) = dragBench()
      XCTAssertFalse(drag.pressed())
      move(drag, bench, to: 8, step: 8)
      let start = bench.frames.count
      move(drag, bench, from: 8, to: 158)
      move(drag, bench, from: 158, to: 38)
      let steps = bench.steps(since: start)
      XCTAssertEqual(steps, Array(repeating: 6, count: 25) + Array(repeating: -6, count: 20))
      drag.swipe.cancel()
      bench.close()
    }
  }

  // A window that is busy during a whole throw gets only one movement.
  func testAThrowWithinOneFrameFlingsToo() {
    onMainThread {
      let (bench, drag) = dragBench()
      _ = drag.pressed(at: 1)
      drag.moved(to: 60, at: 1.05)
      drag.released(at: 1.06)
      XCTAssertTrue(drag.isMoving)
      drag.swipe.cancel()
      bench.close()
    }
  }

  // 3: GTK's own drags set `drag_start_y - offset_y`, so that an inserted page moves the content away from the finger.
  func testAPageDuringADragLeavesTheContentUnderThePointer() {
    onMainThread {
      for count in Self.pages {
        let (bench, drag) = dragBench()
        _ = drag.pressed()
        move(drag, bench, to: 26)
        let start = bench.frames.count
        bench.prepend(count)
        bench.frame(2)
        move(drag, bench, from: 26, to: 56)
        bench.append(count)
        move(drag, bench, from: 56, to: 86)
        XCTAssertEqual(bench.steps(since: start), [0, 0] + Array(repeating: 6, count: 10))
        drag.swipe.cancel()
        bench.close()
      }
    }
  }

  // G1, G2: the fling of a mouse continues unchanged when a page is inserted.
  func testAPageThatLandsInAMouseFlingLeavesItUnbroken() {
    onMainThread {
      for count in Self.pages {
        let (bench, drag) = dragBench()
        _ = drag.pressed()
        for step in 0...10 { drag.moved(to: 8 + 30 * Double(step), at: 5 + 0.01 * Double(step)) }
        drag.released(at: 5.1)
        XCTAssertTrue(drag.isMoving)
        bench.frame(3)
        bench.expectUnbrokenMotion { bench.prepend(count) }
        bench.close()
      }
    }
  }

  func testTheFlingSetsOutWithThePointersVelocity() {
    onMainThread {
      let (bench, drag) = dragBench()
      _ = drag.pressed()
      for step in 0...20 { drag.moved(to: 8 + 9 * Double(step), at: 5 + 0.01 * Double(step)) }
      drag.released(at: 5.2)
      XCTAssertEqual(drag.velocity, 900, accuracy: 1)
      bench.close()
    }
  }

  func testAPressAKeyOrAJumpStopsTheFling() {
    onMainThread {
      let (bench, drag) = dragBench()
      for stop in [
        {
          XCTAssertTrue(drag.pressed(), "the press that catches is no click")
          drag.swipe.cancel()
        }, drag.stopFling, { _ = drag.swipe.touchpadMoved(dx: 0, dy: 1) },
        { _ = drag.wheelDidTurn(0, 1, at: 0) }, { bench.list.scrollToEnd(animated: false) },
      ] {
        bench.list.restore(.row(id: bench.store.items[200].id, offset: 0))
        bench.frame(3)
        drag.fling(2_000)
        bench.frame(4)
        XCTAssertTrue(drag.isMoving)
        stop()
        XCTAssertFalse(drag.isMoving)
        bench.frame(2)
        let start = bench.frames.count
        bench.frame(4)
        XCTAssertEqual(bench.steps(since: start), [0, 0, 0, 0])
      }
      bench.close()
    }
  }

  func testAFingerStopsTheAnimationOfAKey() {
    onMainThread {
      let (bench, drag) = dragBench()
      // A busy machine may paint all of an animation in one frame.
      pump("a finger that catches it") {
        bench.scroller.scroll(.pageUp)
        bench.frame(3)
        let isCaught = drag.pressed(on: .touch)
        if !isCaught { drag.swipe.cancel() }
        return isCaught
      }
      bench.frame(2)
      let start = bench.frames.count
      bench.frame(4)
      XCTAssertEqual(bench.steps(since: start), [0, 0, 0, 0])
      drag.swipe.cancel()
      bench.close()
    }
  }

  func testASlowReleaseDoesNotFling() {
    onMainThread {
      let (bench, drag) = dragBench()
      _ = drag.pressed()
      move(drag, bench, to: 100)
      let rest = bench.window.frameClock!.frameTime + 0.2
      drag.released(at: rest)
      XCTAssertFalse(drag.isMoving)
      bench.close()
    }
  }

  func testBeyondTheEndTheContentGivesWayAndSpringsBackToWhereItWas() {
    onMainThread {
      let (bench, drag) = dragBench(at: 0)
      XCTAssertTrue(bench.list.isAtEnd)
      let rest = bench.lastRowBottom
      _ = drag.pressed()
      move(drag, bench, to: -100, step: 20)
      let stretched = bench.lastRowBottom
      XCTAssertEqual(
        stretched, rest + EdgeStretch.offset(-92), accuracy: 1, "all beyond the slop's 8")
      // A press while the content returns finds it at its present place.
      drag.released(at: 0)
      bench.frame(3)
      let caught = drag.overshoot
      XCTAssertLessThan(caught, 0)
      XCTAssertTrue(drag.pressed())
      drag.moved(to: 0, at: 1)
      XCTAssertEqual(drag.overshoot, caught, accuracy: 0.01)
      drag.released(at: 1)
      pump("rest") {
        bench.frame()
        return !drag.isMoving
      }
      bench.frame()
      XCTAssertEqual(bench.lastRowBottom, rest)
      XCTAssertTrue(bench.list.isAtEnd)
      bench.close()
    }
  }

  func testAFlingThatMeetsTheEdgeOvershootsALittleAndRests() {
    onMainThread {
      let (bench, drag) = dragBench(rows: 60, at: -200)
      let start = bench.frames.count
      drag.fling(-4_000)
      pump("rest") {
        bench.frame()
        return !drag.isMoving
      }
      bench.frame()
      XCTAssertEqual(bench.lastRowBottom, 600)
      let last = bench.store.items.last!.id
      let lowest = bench.frames[start...].compactMap { $0[last] }.min()!
      XCTAssertLessThan(lowest, bench.top(last), "it overshot")
      XCTAssertGreaterThan(lowest, bench.top(last) - 40)
      bench.close()
    }
  }

  // 5 and 3 together: the gap of the rubber band is filled by content, and nothing moves.
  func testAPageThatLandsBehindAStretchedEdgeDoesNotMoveTheContent() {
    onMainThread {
      for count in Self.pages {
        let (bench, drag) = dragBench(rows: 100, at: -1_000_000)
        _ = drag.pressed()
        move(drag, bench, to: 120, step: 20)
        XCTAssertGreaterThan(drag.overshoot, 20)
        let row = bench.store.items[3].id
        let place = bench.top(row)
        let start = bench.frames.count
        bench.prepend(count, lines: { _ in 12 })
        bench.frame(2)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        drag.moved(to: 126, at: 1)
        bench.frame()
        XCTAssertEqual(bench.top(row), place + 6, accuracy: 1)
        XCTAssertEqual(drag.overshoot, 0)
        drag.swipe.cancel()
        bench.close()
      }
    }
  }

  func testWithReducedMotionTheContentIsBackAtOnce() {
    onMainThread {
      DesktopSettings.current!.enableAnimations = false
      defer { DesktopSettings.current!.enableAnimations = true }
      let (bench, drag) = dragBench(at: 0)
      _ = drag.pressed()
      move(drag, bench, to: -100, step: 20)
      drag.released(at: 0)
      XCTAssertEqual(drag.overshoot, 0)
      XCTAssertFalse(drag.isMoving)
      bench.close()
    }
  }

  // The list held a row for ever after a gesture had consumed the release.
  func testTheListForgetsThePressedRowWhenTheDragEnds() {
    onMainThread {
      let (bench, drag) = dragBench()
      bench.window.title = "pressed-row"
      RealPointer.press(over: "pressed-row", x: 100, y: 300)
      pump("the press") { bench.list.scrolling.preferredRow(focused: nil) != nil }
      RealPointer.move(by: (0, -60))
      pump("the drag") { drag.swipe.tracker.state == .claimed }
      RealPointer.release()
      pump("the release") { bench.list.scrolling.preferredRow(focused: nil) == nil }
      RealPointer.park()
      bench.close()
    }
  }

  func testHiddenInMidFlingItRests() {
    onMainThread {
      let (bench, drag) = dragBench(at: 0)
      drag.fling(3_000)
      bench.frame(2)
      drag.visible = false
      pump("the unmapping") { !drag.isMapped }
      XCTAssertFalse(drag.isMoving)
      drag.visible = true
      bench.frame(3)
      bench.close()
    }
  }

  func testNothingIsLeftOfIt() {
    onMainThread {
      expectNothingLeft {
        let (bench, drag) = dragBench(rows: 50, at: -100)
        drag.fling(500)
        bench.frame(2)
        bench.close()
      }
    }
  }
}
