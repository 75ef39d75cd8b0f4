@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// The layout of the Lab's columns in windows of any width, and the line above them.
final class LabStageTests: XCTestCase {
  private static let words = "3 jump, 2 hold"

  // The fifth column, which holds the row and says so, was off the screen.
  func testFiveColumnsFit900Points() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        for width in [890, 900, 901, 1_100, 1_164, 1_600] {
          LabBench.run(isOpen: true, width: width, height: 700) { lab in
            XCTAssertFalse(lab.tab.stage.isPaged, "at \(width)")
            XCTAssertFalse(lab.tab.stage.indicator.isMapped)
            let places = lab.tab.columns.map { $0.card.bounds(in: lab.window)! }
            let inOrder = isRightToLeft ? places.reversed() : places
            XCTAssertEqual(inOrder.map(\.x), inOrder.map(\.x).sorted())
            XCTAssertEqual(Set(places.map(\.width)).count, 1)
            XCTAssertEqual(Set(places.map(\.y)).count, 1)
            for place in places {
              XCTAssertEqual(place.x, place.x.rounded(), "on whole points")
              XCTAssertTrue(place.x >= 16 && place.maxX <= Double(width) - 16, "\(place) at \(width)")
              XCTAssertGreaterThanOrEqual(place.width, 150)
            }
            for column in lab.tab.columns { XCTAssertTrue(column.card.parent!.canFocus) }
          }
        }
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  // With large text one subtitle had three lines, and the list below it started lower than the others.
  func testTheListsOfAllColumnsBeginAtOneHeightAtAnyTextScale() {
    onMainThread {
      let settings = DesktopSettings.current!
      let before = settings.fontResolution
      for (textScale, width) in [(1.0, 900), (1.25, 1_100), (1.5, 1_390), (1.5, 1_300), (2, 1_390)] {
        settings.fontResolution = 96 * textScale
        LabBench.run(isOpen: true, width: width, height: 900) { lab in
          guard !lab.tab.stage.isPaged else { return XCTAssertGreaterThan(textScale, 1) }
          let tops = lab.tab.columns.map { $0.card.mark.bounds(in: lab.window)!.y }
          XCTAssertEqual(Set(tops).count, 1, "\(tops) at \(textScale), \(width)")
        }
      }
      settings.fontResolution = before
    }
  }

  // On a phone five columns were painted over each other until the next frame.
  func testNoFrameOfANarrowWindowShowsTheColumns() {
    onMainThread {
      let bench = LabBench(isOpen: true, width: 360, height: 640)
      bench.window.present()
      var frames: [(shows: Bool, isPaged: Bool)] = []
      let handle = bench.window.frameClock!.afterPaint.connect(weak: bench.tab.stage) { stage in
        if stage.isMapped { frames.append((stage.carousel.opacity > 0, stage.isPaged)) }
      }
      bench.open()
      pump("the cards") {
        bench.tab.queueDraw()
        return frames.last?.shows == true
      }
      XCTAssertFalse(frames.contains { $0.shows && !$0.isPaged }, "\(frames)")
      handle.disconnect()
      bench.close()
    }
  }

  func testAWordOfRoundingStandsOnlyBesideAFigure() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        let card = lab.column(.inverted).card
        for (drift, isRounded) in [(0.0, false), (0.6, false), (1, true)] {
          var reading = LabReading(row: 1, top: 0, at: 0, path: FlingPath(velocity: 1_200, start: 0))
          reading.landed(at: 0)
          reading.record(top: drift, at: 0, viewport: 300)
          card.explain(reading)
          XCTAssertEqual(card.shownTexts.contains { $0.contains("rounding") }, isRounded, "\(drift) px")
          XCTAssertTrue(card.shownTexts.contains { $0.hasPrefix("The fling continues without a break.") })
        }
      }
    }
  }

  func testANarrowWindowShowsOneColumnAtATime() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        LabBench.run(isOpen: true, width: 360, height: 480) { lab in
          let stage = lab.tab.stage
          XCTAssertTrue(stage.isPaged)
          XCTAssertEqual(stage.indicator.count, 5)
          XCTAssertTrue(stage.indicator.isMapped)
          for (index, column) in lab.tab.columns.enumerated() {
            stage.indicator.didSelect(index)
            pump("\(column.strategy)") {
              lab.tab.queueDraw()
              return !stage.carousel.isMoving && Int(stage.indicator.position.rounded()) == index
            }
            Self.expectAlone(column, in: lab)
          }
        }
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  func testADragTurnsThePageAndAVerticalWheelDoesNot() {
    onMainThread {
      LabBench.run(isOpen: true, width: 360, height: 640) { lab in
        let carousel = lab.tab.stage.carousel
        let place = Point(x: 180, y: 200)
        XCTAssertFalse(carousel.wheelDidTurn(0, 1, at: 5), "it is the list's, and then the page's")
        XCTAssertEqual(carousel.selectedIndex, 0)
        carousel.swipe.press(at: place, time: 10)
        for step in 1...20 {
          carousel.swipe.move(to: Point(x: -Double(step) * 10, y: 0), at: 10 + Double(step) * 0.02)
        }
        carousel.swipe.release(at: 10.4)
        pump("the next column") {
          lab.tab.queueDraw()
          return !carousel.isMoving
        }
        XCTAssertEqual(carousel.selectedIndex, 1)
        Self.expectAlone(lab.column(.restore), in: lab)
        XCTAssertTrue(carousel.wheelDidTurn(1, 0, at: 20))
        XCTAssertEqual(carousel.selectedIndex, 2)
        XCTAssertTrue(carousel.pressed(Key.left))
        XCTAssertTrue(carousel.pressed(Key.left))
        XCTAssertTrue(carousel.pressed(Key.left))
        XCTAssertEqual(carousel.selectedIndex, 4, "a ring: the one that holds is beside the first")
      }
    }
  }

  func testTheSummaryCountsTheVerdictsOfAllColumns() {
    onMainThread {
      for width in [360, 700, 900, 1_600] {
        LabBench.run(isOpen: true, width: width, height: 640) { lab in
          XCTAssertEqual(lab.tab.stage.summary.tally.sentence, "not run yet")
          lab.tab.load()
          lab.waitForFindings()
          XCTAssertEqual(lab.tab.stage.summary.tally.sentence, Self.words, "at \(width)")
          lab.expectInvertedHold()
          lab.tab.reset()
          XCTAssertEqual(lab.tab.stage.summary.tally.sentence, "not run yet")
        }
      }
    }
  }

  // The summary would request a layout in the middle of a measurement, and help the strategies that wait for a layout.
  func testTheListsKeepTheirPlacesWhenTheVerdictsCome() {
    onMainThread {
      for width in [360, 900] {
        LabBench.run(isOpen: true, width: width, height: 700) { lab in
          @MainActor func places() -> [Double] {
            lab.tab.columns.flatMap { column in
              [column.list.scroller.bounds(in: column.card)!.y, Double(column.list.scroller.height)]
            }
          }
          let before = places()
          lab.tab.load()
          lab.waitForFindings()
          lab.window.queueDraw()
          drain()
          XCTAssertEqual(places(), before, "at \(width)")
        }
      }
    }
  }

  func testAWindowThatNarrowsDuringARunBeginsItAnew() {
    onMainThread {
      LabBench.run(isOpen: false, width: 1_200, height: 700) { lab in
        lab.tab.load()
        lab.waitForLoads()
        lab.window.setDefaultSize(width: 360, height: 700)
        pump("one column") { lab.tab.stage.isPaged }
        pump("the loads of the second run") { lab.gate.waitingCount >= 2 * lab.tab.columns.count }
        lab.tab.stage.indicator.didSelect(3)
        lab.gate.open()
        lab.waitForFindings()
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
        XCTAssertEqual(lab.tab.stage.summary.tally.sentence, Self.words)
        lab.window.setDefaultSize(width: 1_200, height: 700)
        pump("five columns") { !lab.tab.stage.isPaged }
        XCTAssertEqual(lab.tab.stage.summary.tally.sentence, Self.words)
        lab.window.setDefaultSize(width: 360, height: 700)
        pump("one column") { lab.tab.stage.isPaged }
        XCTAssertEqual(lab.tab.stage.carousel.selectedIndex, 3, "the one that showed before")
      }
    }
  }

  func testTheSentenceOfTheVerdicts() {
    let unknown = LabVerdict(nil, isWaiting: true)
    XCTAssertEqual(unknown, .unknown)
    XCTAssertEqual(LabTally([unknown, unknown]).sentence, "not run yet")
    var meter = DriftMeter()
    XCTAssertEqual(LabVerdict(meter, isWaiting: true), .loading)
    XCTAssertEqual(LabVerdict(meter, isWaiting: false), .holds)
    meter.record(20)
    XCTAssertEqual(LabVerdict(meter, isWaiting: true), .jumps)
    XCTAssertEqual(LabTally([.jumps, .holds, .unknown]).sentence, "1 jumps, 1 holds")
    XCTAssertEqual(LabTally([.jumps, .loading, .jumps, .holds]).sentence, "2 jump, 1 holds, loading")
  }

  /// Expects that exactly one card is fully inside the window, and that only this card takes input.
  @MainActor
  private static func expectAlone(
    _ column: LabColumn, in lab: LabBench, file: StaticString = #filePath, line: UInt = #line
  ) {
    lab.window.queueDraw()
    drain()
    for other in lab.tab.columns {
      let place = other.card.bounds(in: lab.window)!
      let isInView = place.x >= 0 && place.maxX <= Double(lab.window.width)
      XCTAssertEqual(isInView, other === column, "\(other.strategy) \(place)", file: file, line: line)
      XCTAssertEqual(other.card.parent?.canTarget, other === column, file: file, line: line)
    }
    let place = column.card.bounds(in: lab.window)!
    XCTAssertEqual(place.x, place.x.rounded(), "on whole points", file: file, line: line)
  }
}
