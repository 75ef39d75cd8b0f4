@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// The Carousel tab's tools and its way to a film's page and back.
final class CarouselTabTests: XCTestCase {
  func testEveryCountOpensInEveryStyle() {
    onMainThread {
      CarouselTabBench.run { bench in
        for style in CarouselChoice.allCases {
          bench.tab.style = style
          for wraps in [true, false] {
            bench.tab.wraps = wraps
            for count in FilmShelf.counts {
              bench.tab.setCount(count)
              bench.frame()
              XCTAssertEqual(bench.tab.carousel.items.count, count)
              XCTAssertEqual(bench.current == nil, count == 0)
              bench.tab.advance(by: 1)
              bench.frame()
            }
          }
        }
      }
    }
  }

  func testASmallWindowHasRoomForAll() {
    onMainThread {
      CarouselTabBench.run(width: 360, height: 380) { bench in
        for style in CarouselChoice.allCases {
          bench.tab.style = style
          bench.frame()
          XCTAssertLessThanOrEqual(bench.tab.measured(.horizontal).minimum, 360)
          XCTAssertEqual(bench.tab.width, 360)
        }
        bench.tab.open(0)
        bench.frame()
        XCTAssertLessThanOrEqual(bench.tab.measured(.horizontal).minimum, 360)
      }
    }
  }

  func testTheTitleTellsThePlace() {
    onMainThread {
      CarouselTabBench.run { bench in
        var told = 0
        bench.tab.didChangeTitle = { told += 1 }
        XCTAssertEqual(bench.tab.pageTitle, PageTitle("Films", caption: "1 of 10"))
        bench.tab.advance(by: 2)
        XCTAssertEqual(bench.tab.pageTitle?.caption, "3 of 10")
        XCTAssertGreaterThan(told, 0)
        bench.tab.setCount(0)
        XCTAssertEqual(bench.tab.pageTitle?.caption, "None")
      }
    }
  }

  func testEachStyleSaysWhatItDoes() {
    onMainThread {
      CarouselTabBench.run { bench in
        @MainActor func words(_ widget: Widget) -> [String] {
          widget.children.flatMap { words($0) + (($0 as? ToggleButton)?.tooltipText.map { [$0] } ?? []) }
        }
        let found = words(bench.tab.controls)
        for choice in CarouselChoice.allCases {
          XCTAssertTrue(found.contains(choice.explanation), "\(found)")
        }
      }
    }
  }

  func testLoadLateClearsAndThenBringsAsMany() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.setCount(3)
        bench.tab.loadLate()
        XCTAssertTrue(bench.tab.isLoading)
        XCTAssertEqual(bench.tab.carousel.items, [])
        XCTAssertEqual(bench.tab.pageTitle?.caption, "Loading…")
        XCTAssertEqual(bench.tab.controls.count, 3, "the cards that are asked for")
        pump("the load") { bench.gate.waitingCount == 1 }
        bench.frame()
        bench.gate.letThrough()
        pump("the cards") { !bench.tab.isLoading }
        XCTAssertEqual(bench.tab.carousel.items, FilmLibrary.films(3))
        XCTAssertEqual(bench.tab.pageTitle?.caption, "1 of 3")
      }
    }
  }

  func testLoadLateAskedForTwiceBringsAsManyAsThereWere() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.setCount(3)
        bench.tab.loadLate()
        pump("the load") { bench.gate.waitingCount == 1 }
        bench.tab.loadLate()
        bench.frame()
        bench.gate.open()
        pump("the cards") { !bench.tab.isLoading }
        XCTAssertEqual(bench.tab.carousel.items, FilmLibrary.films(3))
      }
    }
  }

  func testACountChosenMeanwhileEndsTheLoad() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.loadLate()
        pump("the load") { bench.gate.waitingCount == 1 }
        bench.tab.setCount(2)
        XCTAssertFalse(bench.tab.isLoading)
        bench.gate.open()
        drain()
        XCTAssertEqual(bench.tab.carousel.items, FilmLibrary.films(2))
      }
    }
  }

  func testInsertAndShuffleKeepTheFilmInTheMiddle() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.advance(by: 4)
        let film = bench.current
        XCTAssertEqual(film?.id, 4)
        bench.tab.insertBefore()
        XCTAssertEqual(bench.current, film)
        XCTAssertEqual(bench.tab.pageTitle?.caption, "6 of 11")
        for _ in 0..<5 {
          bench.tab.shuffle()
          XCTAssertEqual(bench.current, film)
          XCTAssertEqual(bench.tab.carousel.position, Double(bench.tab.carousel.selectedIndex ?? -1))
        }
      }
    }
  }

  func testWhatIsRemovedGivesItsPlaceToTheNext() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.advance(by: 4)
        bench.tab.removeCurrent()
        XCTAssertEqual(bench.current?.id, 5)
        for _ in 0..<9 { bench.tab.removeCurrent() }
        XCTAssertNil(bench.current)
        bench.tab.removeCurrent()
        bench.tab.insertBefore()
        XCTAssertEqual(bench.current?.id, 10)
      }
    }
  }

  func testTheWayBackFromAFilmKeepsThePosition() {
    onMainThread {
      CarouselTabBench.run { bench in
        bench.tab.advance(by: 7)
        let position = bench.tab.carousel.position
        bench.tab.open(7)
        XCTAssertEqual(bench.tab.pageTitle?.heading, FilmLibrary.film(7).title)
        XCTAssertEqual(bench.tab.pageTitle?.canGoBack, true)
        bench.frame()
        // Behind the film's page, the carousel does not turn.
        bench.tab.advance(by: 1)
        bench.tab.goBack()
        bench.frame()
        XCTAssertEqual(bench.tab.carousel.position, position)
        XCTAssertEqual(bench.tab.pageTitle, PageTitle("Films", caption: "8 of 10"))
        XCTAssertTrue(bench.tab.carousel.hasFocus)
      }
    }
  }

  func testNothingIsLeftOfAClosedTab() {
    onMainThread {
      expectNothingLeft {
        CarouselTabBench.run { bench in
          bench.tab.loadLate()
          bench.tab.setCount(10)
          bench.tab.open(0)
          bench.frame()
          bench.tab.goBack()
        }
      }
    }
  }
}
