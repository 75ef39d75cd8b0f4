@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A carousel whose pages lie one below the other, and its indicator.
final class CarouselOrientationTests: XCTestCase {
  func testDragsMoveTheColumnPointForPointAndOverTheSeam() {
    onMainThread {
      CarouselBench.open(3, wraps: true, style: .stacked, orientation: .vertical) { bench in
        XCTAssertEqual(bench.carousel.geometry.pageHeight, 0.8 * Double(bench.carousel.height))
        XCTAssertEqual(bench.centred, 0)
        bench.carousel.began()
        bench.carousel.moved(to: 8, at: 0)
        bench.frame()
        let before = bench.frames.last![0]!
        bench.carousel.moved(to: 58, at: 1)
        bench.frame()
        XCTAssertEqual(bench.frames.last![0]! - before, 50, accuracy: 0.1)
        bench.carousel.swipe.cancel()
        bench.settle()
        for expected in [2, 1, 0] {
          bench.drag(by: bench.page * 0.9)
          bench.settle { bench.expectNoBlank() }
          XCTAssertEqual(bench.centred, expected)
        }
        XCTAssertEqual(bench.settles, [2, 1, 0])
        XCTAssertEqual(Set(bench.reasons), [.drag])
      }
    }
  }

  func testASidewaysDragBelongsToAnotherWidget() {
    onMainThread {
      CarouselBench.open(3, style: .stacked, orientation: .vertical) { bench in
        bench.carousel.began()
        bench.carousel.swipe.move(to: Point(x: -90, y: -20), at: 0.1)
        XCTAssertEqual(bench.carousel.swipe.tracker.state, .denied)
        bench.carousel.released(at: 0.2)
        XCTAssertEqual(bench.carousel.position, 0)
      }
    }
  }

  func testUpAndDownTurnThePagesAndTheTextDirectionDoesNotMatter() {
    onMainThread {
      CarouselBench.open(5, style: .stacked, orientation: .vertical) { bench in
        let carousel = bench.carousel
        for isRightToLeft in [false, true] {
          carousel.setRightToLeft(isRightToLeft)
          bench.frame(2)
          for (key, page) in [(Key.down, 1), (Key.pageDown, 2), (Key.up, 1), (Key.end, 4), (Key.home, 0)] {
            XCTAssertTrue(carousel.pressed(key))
            bench.settle()
            XCTAssertEqual(bench.centred, page)
          }
          for key in [Key.left, Key.right] { XCTAssertFalse(carousel.pressed(key), "another widget's key") }
          bench.drag(by: -bench.page * 0.9)
          bench.settle()
          XCTAssertEqual(bench.centred, 1)
          XCTAssertGreaterThan(bench.frames.last![2]!, bench.middle, "later pages lie below")
          carousel.scroll(to: 0, animated: false)
          bench.frame()
        }
        carousel.orientation = .horizontal
        for key in [Key.up, Key.down] { XCTAssertFalse(carousel.pressed(key)) }
      }
    }
  }

  func testOnlyAVerticalWheelTurnsAColumnAndATapGoesToANeighbour() {
    onMainThread {
      CarouselBench.open(3, style: .stacked, orientation: .vertical) { bench in
        let carousel = bench.carousel
        carousel.turnsWithVerticalWheel = false
        XCTAssertFalse(carousel.wheelDidTurn(1, 0, at: 5))
        XCTAssertTrue(carousel.wheelDidTurn(0, 1, at: 10))
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
        let above = carousel.geometry.place(ofSlot: 0, at: 1)
        let edge = above.center + carousel.geometry.pageHeight * above.scale / 2
        carousel.tapped(at: Point(x: Double(carousel.width) / 2, y: edge - 2))
        bench.settle()
        XCTAssertEqual(bench.centred, 0)
        XCTAssertEqual(bench.reasons, [.wheel, .tap])
        XCTAssertEqual(bench.activations, [])
      }
    }
  }

  func testTwoFingersTurnAColumnAndTheirSidewaysWayIsAnothers() {
    onMainThread {
      CarouselBench.open(5, style: .stacked, orientation: .vertical) { bench in
        let swipe = bench.carousel.swipe
        var time = 0.0
        swipe.now = { time }
        swipe.touchpadBegan()
        XCTAssertFalse(swipe.touchpadMoved(dx: -9, dy: -3))
        XCTAssertFalse(swipe.touchpadMoved(dx: 0, dy: -30), "the axis is that of the whole gesture")
        swipe.touchpadEnded()
        swipe.touchpadBegan()
        for step in 0..<15 {
          time = 1 + Double(step) * 0.01
          XCTAssertTrue(swipe.touchpadMoved(dx: -1, dy: -10))
        }
        XCTAssertEqual(
          bench.carousel.position, 0.5, accuracy: 1e-9, "300 points are a page, as in libadwaita")
        swipe.touchpadEnded()
        bench.settle()
        XCTAssertEqual(bench.centred, 1)
      }
    }
  }

  // The scroll controller of a column that received no horizontal part took every scroll for a vertical one, before
  // the content of its pages.
  func testScrolledContentInAPageOfAColumnScrollsFirst() {
    onMainThread {
      let title = "content-in-a-column"
      let carousel = Carousel<Card, Bin>(
        (0..<3).map(Card.init),
        makePage: {
          let tall = Label("a tall page")
          tall.setSizeRequest(height: 2_000)
          return Bin(child: ScrolledWindow(child: tall))
        })
      carousel.orientation = .vertical
      carousel.style = .stacked
      let window = Window()
      window.title = title
      window.setDefaultSize(width: 400, height: 400)
      window.child = carousel
      window.present()
      pump("the window") { carousel.isMapped && carousel.page(for: 0)?.isMapped == true }
      let scroller = carousel.page(for: 0)!.child as! ScrolledWindow
      RealPointer.wheel(1, over: title, x: 200, y: 200, on: scroller)
      pump("the content to scroll") { scroller.vadjustment.value > 0 }
      XCTAssertEqual(carousel.selectedIndex, 0)
      window.destroy()
      drain()
      RealPointer.park()
    }
  }

  func testAnotherOrientationKeepsThePageAndIsReported() {
    onMainThread {
      CarouselBench.open(10) { bench in
        let indicator = PageIndicator(for: bench.carousel)
        bench.carousel.scroll(to: 3, animated: false)
        XCTAssertTrue(bench.carousel.hasAccessibleOrientation(.horizontal))
        bench.carousel.began()
        bench.carousel.moved(to: -60, at: 0)
        bench.carousel.orientation = .vertical
        XCTAssertFalse(bench.carousel.track.isDragging, "a swipe along the former axis is over")
        bench.settle()
        bench.frame(2)
        XCTAssertEqual(bench.centred, 3)
        bench.expectNoBlank()
        for widget in [bench.carousel, indicator] as [Widget] {
          XCTAssertTrue(widget.hasAccessibleOrientation(.vertical))
          XCTAssertTrue(widget.hasClass("vertical") && !widget.hasClass("horizontal"))
        }
        XCTAssertEqual(indicator.orientation, .vertical)
      }
    }
  }

  func testAnIndicatorOfAColumnIsTallAndItsDotsAreClickedFromTheTopDown() {
    onMainThread {
      let indicator = PageIndicator()
      indicator.count = 5
      let row = (indicator.measured(.horizontal).minimum, indicator.measured(.vertical).minimum)
      indicator.orientation = .vertical
      XCTAssertEqual(indicator.measured(.horizontal).minimum, row.1)
      XCTAssertEqual(indicator.measured(.vertical).minimum, row.0)
      let window = Window()
      window.child = indicator
      window.setDefaultSize(width: 60, height: 300)
      window.present()
      pump("the indicator") { indicator.isMapped && indicator.height > 0 }
      var clicked: [Int] = []
      indicator.didSelect.connect { clicked.append($0) }
      for y in [1, indicator.height - 1] { indicator.clicked(at: Point(x: 30, y: Double(y))) }
      XCTAssertEqual(clicked, [0, 4])
      window.destroy()
      drain()
    }
  }
}
