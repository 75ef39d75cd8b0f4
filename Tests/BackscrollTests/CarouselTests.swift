@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// The carousel in a real window; the numbers are those of the cases users of other carousels met.
final class CarouselTests: XCTestCase {
  @MainActor
  private static func open(
    _ count: Int, wraps: Bool = false, style: CarouselStyle = .paged, body: (CarouselBench) -> Void
  ) {
    let bench = CarouselBench(count, wraps: wraps, style: style)
    bench.open()
    body(bench)
    bench.close()
  }

  // 1, 2.
  func testWithoutPagesAndWithOneNothingMoves() {
    onMainThread {
      for count in [0, 1] {
        CarouselTests.open(count, wraps: true) { bench in
          bench.drag(by: -200)
          XCTAssertFalse(bench.carousel.wheelDidTurn(0, 1, at: 5), "the wheel is the parent's")
          for key in [Key.left, Key.right, Key.home, Key.end, Key.pageDown] {
            _ = bench.carousel.pressed(key)
          }
          bench.carousel.advance(by: 1)
          bench.settle()
          XCTAssertEqual(bench.carousel.position, 0)
          XCTAssertEqual(bench.selects + bench.settles, [])
          XCTAssertEqual(bench.carousel.selectedIndex, count == 0 ? nil : 0)
          bench.carousel.began(at: 20)
          bench.carousel.released(at: 21)
          bench.carousel.tapped(at: Point(x: bench.middle, y: 200))
          XCTAssertEqual(bench.activations, count == 0 ? [] : [0])
        }
      }
    }
  }

  // 3, 5: the same page on both sides, and no blank.
  func testInEveryFrameOfAWrapThereIsAPageWhereverOneBelongs() {
    onMainThread {
      for count in [2, 3, 4, 10] {
        for style in [CarouselStyle.paged, .snap] {
          CarouselTests.open(count, wraps: true, style: style) { bench in
            for step in [1, 1, 1, -1, -1, -1, -1] {
              bench.carousel.advance(by: step)
              bench.settle { bench.expectNoBlank() }
            }
          }
        }
      }
    }
  }

  // 6, 7: drags over the seam, caught in mid-spring.
  func testNDragsOfOnePageComeBackToTheSamePicture() {
    onMainThread {
      for count in [2, 3, 4, 10] {
        for sign in [-1.0, 1] {
          CarouselTests.open(count, wraps: true) { bench in
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
      CarouselTests.open(3, wraps: true) { bench in
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
          // The page that has the middle moves with the hand; the others are scaled about it.
          let held = before.min { abs($0.value - bench.middle) < abs($1.value - bench.middle) }!
          XCTAssertEqual(after[held.key]! - held.value, -10, accuracy: 0.1)
        }
        bench.carousel.swipe.cancel()
      }
    }
  }

  func testASecondDragBegunBeforeTheFirstHasSettledGoesOnFromWhereThePageIs() {
    onMainThread {
      CarouselTests.open(10) { bench in
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
        CarouselTests.open(10, wraps: wraps) { bench in
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

  // A window that is busy for the whole of a swipe hears of one movement only.
  func testASwipeWithinOneFramePagesToo() {
    onMainThread {
      CarouselTests.open(10) { bench in
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
      CarouselTests.open(10, wraps: true) { bench in
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

  // 12, 13, D6: also in mid-drag and mid-spring.
  func testThePageInTheMiddleStaysThereWhateverHappensToTheOthers() {
    onMainThread {
      for wraps in [false, true] {
        for phase in 0..<3 {
          CarouselTests.open(10, wraps: wraps) { bench in
            let carousel = bench.carousel
            carousel.scroll(to: 4, animated: false)
            bench.frame(2)
            if phase == 1 {
              carousel.began()
              carousel.moved(to: -8, at: 0)
              carousel.moved(to: -98, at: 0.1)
            }
            if phase == 2 {
              carousel.scroll(to: 5)
              bench.frame(3)
            }
            let still = carousel.position.truncatingRemainder(dividingBy: 1)
            let centre = carousel.items[Int(carousel.position.rounded())].id
            carousel.items = [20, 21, 22].map(Card.init) + carousel.items
            XCTAssertEqual(carousel.items[Int(carousel.position.rounded())].id, centre)
            XCTAssertEqual(carousel.position.truncatingRemainder(dividingBy: 1), still, accuracy: 1e-9)
            carousel.items = carousel.items.filter { $0.id == centre || $0.id % 2 == 0 }.reversed()
            XCTAssertEqual(carousel.items[Int(carousel.position.rounded())].id, centre)
            carousel.swipe.cancel()
            bench.settle()
            XCTAssertEqual(carousel.position.truncatingRemainder(dividingBy: 1), 0)
          }
        }
      }
    }
  }

  // 13.
  func testWhenThePageInTheMiddleGoesTheNextTakesItsPlaceUntilThereIsNone() {
    onMainThread {
      CarouselTests.open(4) { bench in
        bench.carousel.scroll(to: 2, animated: false)
        for expected in [3, 1, 0] {
          bench.carousel.items.remove(at: bench.carousel.selectedIndex!)
          bench.settle()
          XCTAssertEqual(bench.centred, expected)
        }
        bench.carousel.items = []
        bench.frame(2)
        XCTAssertNil(bench.carousel.selectedIndex)
        bench.carousel.items = [Card(id: 7)]
        bench.frame(2)
        XCTAssertEqual(bench.centred, 7)
      }
    }
  }

  // 14, 15.
  func testLateItemsOpenWhereOneAskedAndFewerItemsClampIt() {
    onMainThread {
      CarouselTests.open(0) { bench in
        bench.carousel.scroll(to: 4)
        bench.carousel.items = (0..<10).map(Card.init)
        bench.frame(2)
        XCTAssertEqual(bench.centred, 4)
        bench.carousel.items = [100, 101].map(Card.init)
        bench.settle()
        XCTAssertEqual(bench.centred, 101)
      }
    }
  }

  // 16.
  func testANewSizeInMidMotionKeepsThePageInTheMiddle() {
    onMainThread {
      CarouselTests.open(10, style: .snap) { bench in
        bench.carousel.scroll(to: 3, animated: false)
        bench.window.setDefaultSize(width: 900, height: 500)
        bench.frame(4)
        XCTAssertEqual(bench.centred, 3)
        bench.carousel.scroll(to: 4)
        bench.frame(2)
        bench.window.setDefaultSize(width: 700, height: 450)
        bench.settle()
        bench.frame(3)
        XCTAssertEqual(bench.centred, 4)
      }
    }
  }

  // 17, 18, 19.
  func testATapOpensThePageInTheMiddleAndGoesToANeighbour() {
    onMainThread {
      CarouselTests.open(5, style: .snap) { bench in
        let carousel = bench.carousel
        carousel.tapped(at: Point(x: bench.middle, y: 200))
        XCTAssertEqual(bench.activations, [0])
        // On what peeks in of the neighbour: the hit area follows the scale.
        let side = carousel.geometry.place(ofSlot: 1, at: 0).centerX
        carousel.tapped(at: Point(x: side, y: 200))
        XCTAssertEqual(bench.activations, [0], "a neighbour is not opened")
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
        XCTAssertEqual(bench.reasons, [.tap])
        // Right after it has come to rest.
        carousel.began()
        carousel.released(at: 1)
        carousel.tapped(at: Point(x: bench.middle, y: 200))
        XCTAssertEqual(bench.activations, [0, 1])
        // A press that has caught the pages in their motion is no tap.
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
      CarouselTests.open(3) { bench in
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

  // 21, with a real wheel: libadwaita's carousel keeps it even with one page.
  func testOverACarouselInAPageThatScrollsTheWheelMovesThePageWhereTheCarouselCannot() {
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
          RealPointer.wheel(1, over: "wheel-over-carousel-\(count)", x: 200, y: 100)
          pump("page \(page)") { carousel.selectedIndex == page && !carousel.isMoving }
          XCTAssertEqual(
            scroller.vadjustment.value, 0, "the page stands still where the carousel moves")
          let next = ContinuousClock.now + .seconds(2 * Carousel<Card, CardPage>.wheelBurst)
          pump("the end of the burst") { ContinuousClock.now > next }
        }
        RealPointer.wheel(1, over: "wheel-over-carousel-\(count)", x: 200, y: 100)
        pump("the page to scroll") { scroller.vadjustment.value > 0 }
        XCTAssertEqual(carousel.selectedIndex, count - 1)
        window.destroy()
        drain()
      }
    }
  }

  // GTK makes one movement of all that come within a frame.
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
      CarouselTests.open(10) { bench in
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

  // Seen on Wayland: the pointer left the surface in mid-scroll, no end came, and the wheel was ignored from then on.
  func testATouchpadScrollWhoseEndNeverComesSettles() {
    onMainThread {
      CarouselTests.open(10) { bench in
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
        // Fingers that go on after a rest begin anew, as no beginning is reported.
        XCTAssertTrue(carousel.swipe.touchpadMoved(dx: -100, dy: 0))
        XCTAssertEqual(carousel.position, 1.25, accuracy: 1e-9)
        carousel.swipe.cancel()
      }
    }
  }

  // 24.
  func testKeysGoByTheDirectionOfReading() {
    onMainThread {
      CarouselTests.open(5) { bench in
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

  // 25.
  func testWithoutAnimationsItIsThereAtOnceAndTellsItInOrder() {
    onMainThread {
      DesktopSettings.current!.enableAnimations = false
      defer { DesktopSettings.current!.enableAnimations = true }
      CarouselTests.open(5) { bench in
        bench.carousel.scroll(to: 3)
        XCTAssertEqual(bench.selects, [3])
        XCTAssertEqual(bench.settles, [3])
        XCTAssertFalse(bench.carousel.isMoving)
        bench.drag(by: -bench.page * 0.9)
        XCTAssertEqual(bench.settles, [3, 4])
      }
    }
  }

  // 25: gone in mid-animation, mid-drag, mid-autoplay.
  func testNothingIsLeftOfItWhateverItWasDoing() {
    onMainThread {
      expectNothingLeft(times: 10) {
        for phase in 0..<3 {
          let bench = CarouselBench(5, wraps: true)
          bench.open()
          if phase == 0 { bench.carousel.scroll(to: 2) }
          if phase == 1 {
            bench.carousel.began()
            bench.carousel.moved(to: -50, at: 0)
          }
          if phase == 2 { bench.carousel.autoplayInterval = 0.01 }
          bench.frame(2)
          bench.carousel.autoplayInterval = nil
          bench.close()
        }
      }
    }
  }

  func testHiddenInMidWayItIsThereWhenItIsSeenAgain() {
    onMainThread {
      CarouselTests.open(5) { bench in
        bench.carousel.scroll(to: 3)
        bench.frame(2)
        bench.carousel.visible = false
        pump("the unmapping") { !bench.carousel.isMapped }
        XCTAssertEqual(bench.settles, [3])
        bench.carousel.visible = true
        bench.frame(3)
        XCTAssertEqual(bench.centred, 3)
      }
    }
  }

  func testTenThousandPagesCostNumbersNotWidgets() {
    onMainThread {
      CarouselTests.open(10_000, wraps: true, style: .snap) { bench in
        for step in 0..<40 {
          bench.carousel.advance(by: step % 10 == 9 ? -3 : 1)
          bench.frame(4)
        }
        bench.settle()
        XCTAssertLessThan(bench.pagesMade, 24)
      }
    }
  }

  func testAutoplayGoesOnAndRestsWhileItIsLookedAt() {
    onMainThread {
      RealPointer.park()
      CarouselTests.open(3, wraps: true) { bench in
        // The focus would hold it up, too.
        bench.carousel.focusable = false
        bench.carousel.autoplayInterval = 0.05
        pump("a change") { bench.selects.count >= 2 }
        bench.carousel.pointerDidEnter()
        XCTAssertFalse(bench.carousel.canAutoplay)
        bench.settle()
        let told = bench.selects.count
        bench.frame(20)
        XCTAssertEqual(bench.selects.count, told)
        bench.carousel.pointerDidLeave()
        pump("another change") { bench.selects.count > told }
        XCTAssertEqual(Set(bench.reasons), [.program])
      }
    }
  }

  func testATouchThatLeadsToNothingDoesNotEndAutoplay() {
    onMainThread {
      RealPointer.park()
      CarouselTests.open(3, wraps: true) { bench in
        bench.carousel.focusable = false
        bench.carousel.autoplayInterval = 0.05
        bench.carousel.began()
        let patience = Date() + 0.3
        pump("the interval's end") { Date() > patience }
        XCTAssertEqual(bench.selects, [], "held, they rest")
        bench.carousel.released(at: 1)
        pump("a change") { !bench.selects.isEmpty }
      }
    }
  }

  // 17: also a movement that is another's is no tap.
  func testAPressThatHasMovedUpOrDownOpensNothing() {
    onMainThread {
      for (count, way) in [(3, Point(x: 2, y: 90)), (1, Point(x: 90, y: 2))] {
        CarouselTests.open(count) { bench in
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

  // 8: an index is one of the items there are, and the last told is where it is.
  func testWhoeverIsToldMayChangeAnything() {
    onMainThread {
      CarouselTests.open(10) { bench in
        let carousel = bench.carousel
        var told: [String] = []
        carousel.didSelect = { index, _ in
          told.append("select \(carousel.items[index].id)")
          if index == 3 { carousel.scroll(to: 5, animated: false) }
        }
        carousel.didSettle = { told.append("settle \(carousel.items[$0].id)") }
        carousel.scroll(to: 3, animated: false)
        XCTAssertEqual(told, ["select 3", "settle 3", "select 5", "settle 5"])

        told = []
        carousel.didSelect = { index, _ in
          told.append("select \(carousel.items[index].id)")
          if carousel.items.count == 10 { carousel.items.insert(Card(id: 99), at: 0) }
        }
        carousel.scroll(to: 7, animated: false)
        XCTAssertEqual(told, ["select 7", "settle 7"])
        XCTAssertEqual(carousel.selectedIndex, 8)

        told = []
        carousel.didMove = { position in if position == 4 { carousel.items = [] } }
        carousel.scroll(to: 4, animated: false)
        XCTAssertEqual(told, [], "of what is gone there is nothing to tell")
        XCTAssertNil(carousel.selectedIndex)
      }
    }
  }

  func testTheFocusDoesNotStayOnAPageThatIsLeft() {
    onMainThread {
      CarouselTests.open(10) { bench in
        let carousel = bench.carousel
        let leave: [() -> Void] = [
          { carousel.advance(by: 1) }, { carousel.scroll(to: 7, animated: false) },
          { carousel.items.removeAll { $0.id == 7 } }, { carousel.items = (20..<30).map(Card.init) },
        ]
        for leave in leave {
          let page = carousel.page(for: carousel.items[carousel.selectedIndex!].id)!
          page.focusable = true
          XCTAssertTrue(page.takeFocus())
          leave()
          XCTAssertTrue(carousel.hasFocus)
          bench.settle()
          XCTAssertTrue(carousel.hasFocus)
        }
      }
    }
  }

  // Each pointer event wrote the position of every page again.
  func testAPointerEventDoesNotRepeatAccessiblePositions() {
    onMainThread {
      CarouselTests.open(5) { bench in
        let carousel = bench.carousel
        let page = carousel.page(for: 1)!
        XCTAssertTrue(page.hasAccessiblePosition(2, of: 5))
        // A position that the carousel did not write shows whether it writes again.
        page.setAccessiblePosition(70, of: 80)
        carousel.began()
        for step in 1...20 { carousel.moved(to: -Double(step) * 10, at: Double(step) * 0.01) }
        XCTAssertTrue(page.hasAccessiblePosition(70, of: 80))
        carousel.items.append(Card(id: 5))
        XCTAssertTrue(page.hasAccessiblePosition(2, of: 6))
        carousel.swipe.cancel()
      }
    }
  }

  func testPagesAndTheirBindingCanBeSetLater() {
    onMainThread {
      let carousel = Carousel<Card, CardPage>()
      let window = Window()
      window.setDefaultSize(width: 600, height: 400)
      window.child = carousel
      carousel.items = (0..<3).map(Card.init)
      window.present()
      pump("the window") { carousel.isMapped && carousel.width > 0 }
      XCTAssertNil(carousel.page(for: 0))
      carousel.makePage = CardPage.init
      XCTAssertEqual(carousel.page(for: 0)?.card.id, -1)
      carousel.bind = { page, card in page.card = card }
      XCTAssertEqual(carousel.page(for: 0)?.card.id, 0)
      pump("the page") { carousel.page(for: 0)!.isMapped }
      let first = carousel.page(for: 0)
      carousel.makePage = CardPage.init
      XCTAssertFalse(carousel.page(for: 0) === first)
      XCTAssertEqual(carousel.page(for: 0)?.card.id, 0)
      window.destroy()
      drain()
    }
  }

  func testPagesHearHowFarFromTheMiddleTheyAre() {
    onMainThread {
      CarouselTests.open(5) { bench in
        bench.carousel.began()
        bench.carousel.moved(to: -8, at: 0)
        bench.carousel.moved(to: -8 - bench.page / 4, at: 0.1)
        XCTAssertEqual(bench.carousel.page(for: 0)!.offset, -0.25, accuracy: 1e-6)
        XCTAssertEqual(bench.carousel.page(for: 1)!.offset, 0.75, accuracy: 1e-6)
        bench.carousel.swipe.cancel()
      }
    }
  }
}

extension CarouselBench {
  /// Wherever a page's place is in view, there is a page: its widget, or one to draw it from.
  func expectNoBlank(file: StaticString = #filePath, line: UInt = #line) {
    let carousel = carousel
    let inView = (-12...24).filter {
      carousel.track.ring.index(ofSlot: $0) != nil
        && carousel.geometry.shows(carousel.geometry.place(ofSlot: $0, at: carousel.position))
    }
    XCTAssertTrue(Set(carousel.shown.map(\.page.slot)).isSuperset(of: inView), file: file, line: line)
    for (entry, place) in carousel.shown where carousel.geometry.shows(place) {
      let page = carousel.page(for: carousel.items[entry.index].id)
      XCTAssertTrue(page?.isMapped == true, "slot \(entry.slot) is blank", file: file, line: line)
      guard !entry.isPicture, let place = frames.last?[carousel.items[entry.index].id] else { continue }
      XCTAssertTrue(place.isFinite)
    }
  }
}
