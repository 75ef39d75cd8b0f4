@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A carousel that follows the pointer, the wheel, the touchpad and keys, in a real window. The numbers are those of
/// failures in other carousels.
final class CarouselInputTests: XCTestCase {
  // 6, 7: drags over the seam, caught in mid-spring.
  func testNDragsOfOnePageComeBackToTheSamePicture() {
    onMainThread {
      for count in [2, 3, 4, 10] {
        for sign in [-1.0, 1] {
          CarouselBench.open(count, wraps: true) { bench in
            bench.frame(2)
            let before = bench.frames.last!
            for _ in 0..<count {
              bench.drag(by: sign * bench.page * 0.9)
              bench.settle()
            }
            XCTAssertEqual(bench.frames.last!, before)
            XCTAssertEqual(bench.carousel.position, 0)
            XCTAssertEqual(bench.selects.count, count)
            XCTAssertEqual(bench.settles, bench.selects)
            XCTAssertEqual(Set(bench.reasons), [.drag])
          }
        }
      }
    }
  }

  func testThePagesFollowThePointerPointForPointAlsoOverTheSeam() {
    onMainThread {
      CarouselBench.open(3, wraps: true) { bench in
        bench.carousel.scroll(to: 2, animated: false)
        bench.frame(2)
        bench.carousel.began()
        bench.carousel.moved(to: -8, at: 0)
        var start = bench.frames.count
        for step in 1...60 {
          bench.carousel.moved(to: -8 - 10 * Double(step), at: Double(step))
          bench.frame()
        }
        start -= 1
        for (before, after) in zip(bench.frames[start...], bench.frames[(start + 1)...]) {
          // The page in the middle moves with the pointer; the others are scaled around it.
          let held = before.min { abs($0.value - bench.middle) < abs($1.value - bench.middle) }!
          XCTAssertEqual(after[held.key]! - held.value, -10, accuracy: 0.1)
        }
        bench.carousel.swipe.cancel()
      }
    }
  }

  func testADragBeforeTheLastHasSettledStartsFromWhereThePageIs() {
    onMainThread {
      CarouselBench.open(10) { bench in
        bench.drag(by: -60, speed: 12)
        bench.frame(3)
        let caught = bench.carousel.position
        XCTAssertGreaterThan(caught, 0)
        bench.carousel.began()
        bench.frame(2)
        XCTAssertEqual(bench.carousel.position, caught, "held, it stands still")
        bench.carousel.moved(to: -8, at: 0)
        bench.carousel.moved(to: -58, at: 0.01)
        XCTAssertEqual(bench.carousel.position, caught + 50 / bench.carousel.geometry.step, accuracy: 1e-9)
        bench.carousel.released(at: 3)
        bench.settle()
      }
    }
  }

  func testFiveFastSwipesMoveFivePages() {
    onMainThread {
      for wraps in [false, true] {
        CarouselBench.open(10, wraps: wraps) { bench in
          for _ in 0..<5 {
            bench.drag(by: -40, speed: 15)
            bench.frame()
          }
          bench.settle()
          XCTAssertEqual(bench.carousel.selectedIndex, 5)
          XCTAssertEqual(bench.settles, [5])
        }
      }
    }
  }

  // A window that is busy during a whole swipe gets only one movement.
  func testASwipeWithinOneFramePagesToo() {
    onMainThread {
      CarouselBench.open(10) { bench in
        bench.carousel.began(at: 1)
        bench.carousel.moved(to: -60, at: 1.05)
        bench.carousel.released(at: 1.06)
        bench.settle()
        XCTAssertEqual(bench.carousel.selectedIndex, 1)
      }
    }
  }

  // 10, 11.
  func testGoingSomewhereInMidDragOrMidWayTakesOver() {
    onMainThread {
      CarouselBench.open(10, wraps: true) { bench in
        bench.carousel.began()
        bench.carousel.moved(to: -8, at: 0)
        bench.carousel.moved(to: -100, at: 0.1)
        bench.carousel.scroll(to: 3)
        bench.carousel.moved(to: -300, at: 0.2)
        bench.carousel.released(at: 0.3)
        bench.carousel.scroll(to: 9, direction: .backward)
        bench.settle()
        XCTAssertEqual(bench.centred, 9)
        XCTAssertEqual(bench.settles, [9])
      }
    }
  }

  // 17, 18, 19.
  func testATapOpensThePageInTheMiddleAndGoesToANeighbour() {
    onMainThread {
      CarouselBench.open(5, style: .snap) { bench in
        let carousel = bench.carousel
        carousel.tapped(at: Point(x: bench.middle, y: 200))
        XCTAssertEqual(bench.activations, [0])
        // On the visible part of the neighbour: the hit area follows the scale.
        let side = carousel.geometry.place(ofSlot: 1, at: 0).center
        carousel.tapped(at: Point(x: side, y: 200))
        XCTAssertEqual(bench.activations, [0], "a neighbour is not opened")
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
        XCTAssertEqual(bench.reasons, [.tap])
        // Immediately after the carousel has come to rest.
        carousel.began()
        carousel.released(at: 1)
        carousel.tapped(at: Point(x: bench.middle, y: 200))
        XCTAssertEqual(bench.activations, [0, 1])
        // A press that has stopped moving pages is no tap.
        carousel.scroll(to: 3)
        bench.frame(3)
        carousel.began()
        carousel.released(at: 2)
        carousel.tapped(at: Point(x: bench.middle, y: 200))
        XCTAssertEqual(bench.activations, [0, 1])
        bench.settle()
        XCTAssertEqual(bench.centred, 3, "and what was under way goes on")
        carousel.tapped(at: Point(x: bench.middle, y: 5))
        XCTAssertEqual(bench.activations, [0, 1], "beside the pages")
      }
    }
  }

  // 21.
  func testABurstOfTheWheelIsOnePageAndAtTheEndItIsTheParents() {
    onMainThread {
      CarouselBench.open(3) { bench in
        let carousel = bench.carousel
        for notch in 0..<8 {
          XCTAssertTrue(carousel.wheelDidTurn(0, 1, at: 10 + Double(notch) * 0.05), "no notch leaks")
        }
        bench.settle()
        XCTAssertEqual(bench.selects, [1])
        XCTAssertTrue(carousel.wheelDidTurn(1, 0, at: 11))
        bench.settle()
        XCTAssertEqual(bench.centred, 2)
        XCTAssertFalse(carousel.wheelDidTurn(0, 1, at: 12), "there is no page that way")
        XCTAssertTrue(carousel.wheelDidTurn(0, -1, at: 13))
        XCTAssertEqual(bench.selects, [1, 2, 1], "told once for each change")
        XCTAssertEqual(Set(bench.reasons), [.wheel])
      }
    }
  }

  // 21, with a real wheel: libadwaita's carousel consumes its events even with one page.
  func testTheWheelMovesThePageWhereTheCarouselInItCannotMove() {
    onMainThread {
      for count in [1, 3] {
        let carousel = Carousel((0..<count).map(Card.init), makePage: CardPage.init) { page, card in
          page.card = card
        }
        XCTAssertEqual(carousel.selectedIndex, 0, "those it is made with count at once")
        carousel.setSizeRequest(width: 400, height: 200)
        let tall = Label("what comes below")
        tall.setSizeRequest(width: 400, height: 2_000)
        let column = Box(.vertical)
        column.append(carousel, tall)
        let scroller = ScrolledWindow(child: column)
        let window = Window()
        window.title = "wheel-over-carousel-\(count)"
        window.setDefaultSize(width: 400, height: 300)
        window.child = scroller
        window.present()
        pump("the window") { carousel.isMapped && carousel.width > 0 }
        for page in 1..<max(count, 1) {
          RealPointer.wheel(1, over: window.title, x: 200, y: 100, on: carousel)
          pump("page \(page)") { carousel.selectedIndex == page && !carousel.isMoving }
          XCTAssertEqual(
            scroller.vadjustment.value, 0, "the page stands still where the carousel moves")
          let next = ContinuousClock.now + .seconds(2 * Carousel<Card, CardPage>.wheelBurst)
          pump("the end of the burst") { ContinuousClock.now > next }
        }
        RealPointer.wheel(1, over: window.title, x: 200, y: 100, on: carousel)
        pump("the page to scroll") { scroller.vadjustment.value > 0 }
        XCTAssertEqual(carousel.selectedIndex, count - 1)
        window.destroy()
        drain()
      }
    }
  }

  // GTK merges all movements within a frame into one.
  func testAPressThatMovesAndIsBackWithinAFrameIsNoClick() {
    onMainThread {
      for way in [0, 40] {
        let title = "back-within-a-frame-\(way)"
        let bench = CarouselBench(3)
        bench.window.title = title
        bench.open()
        let carousel = bench.carousel
        RealPointer.press(over: title, x: 300, y: 200)
        pump("the press") { carousel.swipe.tracker.state == .pressed }
        RealPointer.moveUnseen(by: [(0, way), (0, -way)])
        RealPointer.release()
        pump("the release") { way == 0 ? bench.activations == [0] : carousel.swipe.tracker.state == .denied }
        XCTAssertEqual(bench.activations, way == 0 ? [0] : [])
        bench.close()
      }
      RealPointer.park()
    }
  }

  // 20, 22.
  func testTwoFingersMoveThePagesAndTheirInertiaNotSeveral() {
    onMainThread {
      CarouselBench.open(10) { bench in
        let carousel = bench.carousel
        var time = 0.0
        carousel.swipe.now = { time }
        carousel.swipe.touchpadBegan()
        XCTAssertFalse(
          carousel.swipe.touchpadMoved(dx: -3, dy: -9), "up and down is another's, for the whole gesture")
        XCTAssertFalse(carousel.swipe.touchpadMoved(dx: -30, dy: 0))
        carousel.swipe.touchpadEnded()
        XCTAssertEqual(carousel.position, 0)
        carousel.swipe.touchpadBegan()
        for step in 0..<20 {
          time = 1 + Double(step) * 0.01
          XCTAssertTrue(carousel.swipe.touchpadMoved(dx: -10, dy: -1))
        }
        XCTAssertEqual(carousel.position, 0.5, accuracy: 1e-9)
        carousel.swipe.touchpadEnded()
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
      }
    }
  }

  // Seen on Wayland: the pointer left the surface in mid-scroll, no end was sent, and the wheel was ignored from then on.
  func testATouchpadScrollWhoseEndNeverComesSettles() {
    onMainThread {
      CarouselBench.open(10) { bench in
        let carousel = bench.carousel
        var time = 0.0
        carousel.swipe.now = { time }
        carousel.swipe.touchpadBegan()
        for step in 1...13 {
          time = Double(step) * 0.01
          XCTAssertTrue(carousel.swipe.touchpadMoved(dx: -10, dy: 0))
        }
        XCTAssertEqual(carousel.position, 0.325, accuracy: 1e-9)
        XCTAssertFalse(carousel.swipe.tracker.isSilent(at: time + 0.149))
        time += 0.15
        bench.settle()
        XCTAssertEqual(carousel.position, 0)
        XCTAssertTrue(carousel.wheelDidTurn(0, 1, at: 9))
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
        // Fingers that continue after a rest begin a new swipe, as no beginning is reported.
        XCTAssertTrue(carousel.swipe.touchpadMoved(dx: -100, dy: 0))
        XCTAssertEqual(carousel.position, 1.25, accuracy: 1e-9)
        carousel.swipe.cancel()
      }
    }
  }

  // 24.
  func testKeysGoByTheDirectionOfReading() {
    onMainThread {
      CarouselBench.open(5) { bench in
        let carousel = bench.carousel
        XCTAssertTrue(carousel.pressed(Key.right))
        XCTAssertTrue(carousel.pressed(Key.right))
        bench.settle()
        XCTAssertEqual(bench.centred, 2)
        carousel.setRightToLeft(true)
        bench.frame(2)
        XCTAssertTrue(carousel.pressed(Key.right))
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
        XCTAssertLessThan(bench.frames.last![2]!, bench.middle, "later pages lie to the left")
        bench.drag(by: bench.page * 0.9)
        bench.settle()
        XCTAssertEqual(bench.centred, 2)
        for (key, page) in [(Key.end, 4), (Key.home, 0), (Key.pageDown, 1), (Key.pageUp, 0)] {
          XCTAssertTrue(carousel.pressed(key))
          bench.settle()
          XCTAssertEqual(bench.centred, page)
        }
        XCTAssertTrue(carousel.pressed(Key.returnKey))
        XCTAssertEqual(bench.activations, [0])
      }
    }
  }

  // 17: a movement that belongs to another widget is no tap either.
  func testAPressThatHasMovedUpOrDownOpensNothing() {
    onMainThread {
      for (count, way) in [(3, Point(x: 2, y: 90)), (1, Point(x: 90, y: 2))] {
        CarouselBench.open(count) { bench in
          let middle = Point(x: bench.middle, y: 200)
          bench.carousel.began()
          bench.carousel.swipe.move(to: way, at: 0.5)
          bench.carousel.released(at: 1)
          bench.carousel.tapped(at: middle)
          XCTAssertEqual(bench.activations, [])
          bench.carousel.began()
          bench.carousel.swipe.move(to: Point(x: 2, y: 1), at: 1.5)
          bench.carousel.released(at: 2)
          bench.carousel.tapped(at: middle)
          XCTAssertEqual(bench.activations, [0], "the next press is a tap again")
        }
      }
    }
  }
}
