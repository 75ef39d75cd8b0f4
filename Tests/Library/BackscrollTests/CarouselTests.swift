@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// The carousel's pages in a real window, when they move and when the items change. The numbers are those of failures
/// in other carousels.
final class CarouselTests: XCTestCase {
  // 1, 2.
  func testWithoutPagesAndWithOneNothingMoves() {
    onMainThread {
      for count in [0, 1] {
        CarouselBench.open(count, wraps: true) { bench in
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
          CarouselBench.open(count, wraps: true, style: style) { bench in
            for step in [1, 1, 1, -1, -1, -1, -1] {
              bench.carousel.advance(by: step)
              bench.settle { bench.expectNoBlank() }
            }
          }
        }
      }
    }
  }

  // 12, 13, D6: also in mid-drag and mid-spring.
  func testThePageInTheMiddleStaysThereWhateverHappensToTheOthers() {
    onMainThread {
      for wraps in [false, true] {
        for phase in 0..<3 {
          CarouselBench.open(10, wraps: wraps) { bench in
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
  func testTheNextPageTakesThePlaceOfOneThatGoesUntilNoneIsLeft() {
    onMainThread {
      CarouselBench.open(4) { bench in
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
      CarouselBench.open(0) { bench in
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
      CarouselBench.open(10, style: .snap) { bench in
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

  // 25.
  func testWithoutAnimationsItIsThereAtOnceAndTellsItInOrder() {
    onMainThread {
      DesktopSettings.current!.enableAnimations = false
      defer { DesktopSettings.current!.enableAnimations = true }
      CarouselBench.open(5) { bench in
        bench.carousel.scroll(to: 3)
        XCTAssertEqual(bench.selects, [3])
        XCTAssertEqual(bench.settles, [3])
        XCTAssertFalse(bench.carousel.isMoving)
        bench.drag(by: -bench.page * 0.9)
        XCTAssertEqual(bench.settles, [3, 4])
      }
    }
  }

  // 25: removed in mid-animation, mid-drag, mid-autoplay.
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
      CarouselBench.open(5) { bench in
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
      CarouselBench.open(10_000, wraps: true, style: .snap) { bench in
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
      CarouselBench.open(3, wraps: true) { bench in
        // The focus would also pause autoplay.
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
      CarouselBench.open(3, wraps: true) { bench in
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

  // 8: a reported index is always that of a present item, and the last one is that of the selected item.
  func testWhoeverIsToldMayChangeAnything() {
    onMainThread {
      CarouselBench.open(10) { bench in
        let carousel = bench.carousel
        var told: [String] = []
        carousel.didSelect.connect { index, _ in
          told.append("select \(carousel.items[index].id)")
          if index == 3 { carousel.scroll(to: 5, animated: false) }
        }
        carousel.didSettle.connect { told.append("settle \(carousel.items[$0].id)") }
        carousel.scroll(to: 3, animated: false)
        XCTAssertEqual(told, ["select 3", "settle 3", "select 5", "settle 5"])

        told = []
        carousel.didSelect.connect { _, _ in
          if carousel.items.count == 10 { carousel.items.insert(Card(id: 99), at: 0) }
        }
        carousel.scroll(to: 7, animated: false)
        XCTAssertEqual(told, ["select 7", "settle 7"])
        XCTAssertEqual(carousel.selectedIndex, 8)

        told = []
        carousel.didMove.connect { position in if position == 4 { carousel.items = [] } }
        carousel.scroll(to: 4, animated: false)
        XCTAssertEqual(told, ["select 3"], "of what is gone there is nothing more to tell")
        XCTAssertNil(carousel.selectedIndex)
      }
    }
  }

  func testTheFocusDoesNotStayOnAPageThatIsLeft() {
    onMainThread {
      CarouselBench.open(10) { bench in
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
      CarouselBench.open(5) { bench in
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

  func testPagesInReserveKeepTheirWidgetsAndTakeNoInputUnlessAllDo() {
    onMainThread {
      CarouselBench.open(5) { bench in
        let carousel = bench.carousel
        let isShown = { (index: Int) in carousel.page(for: carousel.items[index].id) != nil }
        XCTAssertFalse(isShown(4))
        carousel.reserve = 4
        let pages = carousel.items.map { carousel.page(for: $0.id) }
        XCTAssertFalse(pages.contains { $0 == nil })
        XCTAssertEqual(pages.map { $0!.canTarget }, [true, false, false, false, false])
        carousel.scroll(to: 4, animated: false)
        bench.frame(2)
        for (page, item) in zip(pages, carousel.items) {
          XCTAssertTrue(page === carousel.page(for: item.id))
          XCTAssertTrue(page!.isMapped)
        }
        XCTAssertEqual(pages.map { $0!.canFocus }, [false, false, false, false, true])
        carousel.allPagesTakeInput = true
        XCTAssertTrue(pages.allSatisfy { $0!.canTarget && $0!.canFocus })
        carousel.allPagesTakeInput = false
        XCTAssertEqual(pages.map { $0!.canTarget }, [false, false, false, false, true])
        XCTAssertTrue(carousel.wheelDidTurn(0, -1, at: 5))
        XCTAssertEqual(carousel.selectedIndex, 3)
        carousel.turnsWithVerticalWheel = false
        XCTAssertFalse(carousel.wheelDidTurn(0, -1, at: 10))
        XCTAssertTrue(carousel.wheelDidTurn(-1, 0, at: 15))
        XCTAssertEqual(carousel.selectedIndex, 2)
      }
    }
  }

  func testPagesHearHowFarFromTheMiddleTheyAre() {
    onMainThread {
      CarouselBench.open(5) { bench in
        bench.carousel.began()
        bench.carousel.moved(to: -8, at: 0)
        bench.carousel.moved(to: -8 - bench.page / 4, at: 0.1)
        XCTAssertEqual(bench.carousel.page(for: 0)!.offset, -0.25, accuracy: 1e-6)
        XCTAssertEqual(bench.carousel.page(for: 1)!.offset, 0.75, accuracy: 1e-6)
        bench.carousel.swipe.cancel()
      }
    }
  }

  func testWithoutAnimationTheSelectionIsReportedBeforeTheMovement() {
    onMainThread {
      for animated in [false, true] {
        CarouselBench.open(5) { bench in
          var events: [String] = []
          bench.carousel.didSelect.connect { index, _ in events.append("select \(index)") }
          bench.carousel.didMove.connect { if $0 == 2 { events.append("at 2") } }
          bench.carousel.didSettle.connect { events.append("settle \($0)") }
          bench.carousel.scroll(to: 2, animated: animated)
          pump("the page") { events.last == "settle 2" }
          XCTAssertEqual(events, ["select 2", "at 2", "settle 2"])
        }
      }
    }
  }
}

extension CarouselBench {
  /// Expects a page at each place in view: its widget, or one from which it is drawn.
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
