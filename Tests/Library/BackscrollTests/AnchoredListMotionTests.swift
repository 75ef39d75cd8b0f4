import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// Changes while the content moves: the movement must continue unchanged.
final class AnchoredListMotionTests: XCTestCase {
  private static let pages = [1, 30, 1000]

  // 2: with stock widgets, a page that is inserted during a fling moves the content by about a thousand pixels.
  func testAPagePrependedInAFlingLeavesItUnbroken() {
    onMainThread {
      for count in Self.pages {
        let bench = ListBench(rows: 400)
        bench.open()
        bench.scroll(by: -4000)
        bench.settle()
        bench.expectUnbrokenFling { bench.prepend(count) }
        bench.close()
      }
    }
  }

  func testAScrollThatIsAwaitedReturnsWhenTheRowIsThereOrTheListHasGone() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.settle()
      let id = bench.store.items[10].id
      var arrived: Bool?
      Task {
        await bench.list.scroll(to: id, at: .start)
        arrived = bench.list.isInView(id)
      }
      pump("the arrival") {
        bench.frame()
        return arrived != nil
      }
      XCTAssertEqual(arrived, true)
      XCTAssertEqual(bench.top(id), 0)
      arrived = nil
      Task {
        await bench.list.scroll(to: bench.store.items[390].id)
        arrived = false
      }
      pump("the scroll") { bench.list.isJumping }
      bench.close()
      pump("the end of the wait") { arrived == false }
    }
  }

  func testRowsThatComeGrowAndGoLeaveAFlingUnbroken() {
    onMainThread {
      let bench = ListBench(rows: 400)
      bench.open()
      bench.scroll(by: -4000)
      bench.settle()
      bench.expectUnbrokenFling {
        bench.prepend(30)
        bench.append(5)
        bench.setLines(20, ofID: bench.store.items[bench.list.visibleRange.lowerBound - 3].id)
        bench.store.remove(30..<45)
      }
      bench.close()
    }
  }

  // 2: the same in mid PageUp.
  func testAPagePrependedInAPageAnimationLeavesItUnbroken() {
    onMainThread {
      for count in Self.pages {
        let bench = ListBench(rows: 400)
        bench.open()
        bench.scroll(by: -4000)
        bench.settle()
        let start = bench.frames.count
        bench.scroller.scroll(.pageUp)
        bench.frame(4)
        bench.prepend(count)
        pump("the animation's end") {
          bench.frame()
          return bench.steps(since: bench.frames.count - 1)[0] == 0
        }
        let steps = bench.steps(since: start)
        XCTAssertFalse(steps.contains(nil), "all rows move alike")
        let total = steps.compactMap { $0 }.reduce(0, +)
        XCTAssertEqual(total, bench.scroller.vadjustment.pageIncrement, accuracy: 1)
        bench.close()
      }
    }
  }

  // 5: a fling that has reached the top edge and overshoots it when the page is inserted.
  func testAPagePrependedWhileAFlingOvershootsDoesNotJump() {
    onMainThread {
      let bench = ListBench(rows: 60)
      bench.open()
      bench.list.scrollToStart(animated: false)
      bench.paint()
      bench.scroll(by: 40)
      bench.paint()
      bench.scroller.fling(velocity: -177_800)
      let first = bench.store.items[0].id
      pump("an overshoot") {
        bench.frame()
        return bench.list.distanceToStart == 0
      }
      bench.paint()
      let start = bench.frames.count
      let place = bench.top(first)
      bench.prepend(30)
      bench.frame(20)
      // The overshoot may spring back, but no row may leap, and the new page may not slide in by itself.
      for step in bench.steps(since: start) {
        XCTAssertLessThanOrEqual(abs(step ?? .infinity), max(place, 1) + 1)
      }
      XCTAssertLessThanOrEqual(abs(bench.top(first) - place), max(place, 1) + 1)
      bench.close()
    }
  }

  // 4: a page was inserted while the thumb was held, and the content leapt at the next motion of the pointer.
  func testAPagePrependedUnderAHeldThumbIsFeltOnlyAtRelease() {
    onMainThread {
      let bench = ListBench(rows: 1000)
      bench.open()
      let adjustment = bench.scroller.vadjustment
      bench.list.thumbPressed(.began(Point(x: 0, y: 0)))
      let value = (adjustment.lower + adjustment.upper - adjustment.pageSize) / 2
      adjustment.value = value
      bench.paint()
      let bounds = (adjustment.lower, adjustment.upper)
      bench.expectStill { bench.prepend(30) }
      XCTAssertEqual(adjustment.lower, bounds.0)
      XCTAssertEqual(adjustment.upper, bounds.1)
      // Away and back: the same place of the pointer shows the same row.
      let row = bench.readRow
      let place = bench.top(row)
      adjustment.value = value - 7
      bench.frame()
      adjustment.value = value
      bench.frame()
      XCTAssertEqual(bench.top(row), place, accuracy: 1)
      bench.expectStill { bench.list.thumbPressed(.ended) }
      XCTAssertNotEqual(adjustment.lower, bounds.0)
      bench.close()
    }
  }

  // 22: a jump from far away that passed all rows, or was deflected by a page inserted on its way.
  func testAJumpFromFarAwayAnimatesOneScreenAtTheMostAndArrives() {
    onMainThread {
      let bench = ListBench(rows: 4000)
      bench.open()
      let target = bench.store.items[500].id
      let start = bench.frames.count
      bench.list.scroll(to: target, at: .start)
      bench.frame(3)
      bench.prepend(30)
      pump("the jump's end") { !bench.list.isJumping }
      bench.paint()
      XCTAssertEqual(bench.top(target), 0)
      let places = bench.frames[start...].compactMap { $0[target] }
      XCTAssertLessThanOrEqual(places.map(abs).max()!, Double(bench.list.height))
      XCTAssertEqual(places, places.sorted(), "it never turns back")
      bench.list.scrollToEnd()
      bench.paint()
      bench.append(30)
      pump("the end") { !bench.list.isJumping }
      bench.paint()
      XCTAssertEqual(bench.lastRowBottom, Double(bench.list.height))
      bench.close()
    }
  }

  // 22: reduced motion.
  func testWithoutAnimationsAJumpLandsInOneFrame() {
    onMainThread {
      let bench = ListBench(rows: 4000)
      bench.open()
      DesktopSettings.current!.enableAnimations = false
      defer { DesktopSettings.current!.enableAnimations = true }
      let target = bench.store.items[500].id
      let start = bench.frames.count
      bench.list.scroll(to: target, at: .start)
      bench.paint()
      XCTAssertEqual(bench.frames[start][target], 0)
      bench.close()
    }
  }
}
