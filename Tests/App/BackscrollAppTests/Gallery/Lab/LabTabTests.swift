import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import BackscrollApp
@testable import Showcase

/// The five strategies in a real window: which of them keep the reader's place, and when.
final class LabTabTests: XCTestCase {
  func testAnInstantLoadMovesTheReaderInAllButTheInvertedLists() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        lab.tab.load()
        lab.waitForFindings()
        lab.expectInvertedHold()
        lab.expectGone(.insert)
        lab.expectFlash(.restore)
        lab.expectGone(.upperDelta)
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
      }
    }
  }

  func testASlowLoadAtRestDoesTheSame() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.load()
        lab.waitForLoads()
        pump("measured frames") {
          lab.tab.queueDraw()
          return lab.tab.columns.allSatisfy { $0.reading?.meter.trace.count ?? 0 >= 60 }
        }
        for column in lab.tab.columns { XCTAssertEqual(column.reading?.meter.worst, 0) }
        lab.gate.open()
        lab.waitForFindings()
        lab.expectInvertedHold()
        lab.expectGone(.insert)
        lab.expectFlash(.restore)
        lab.expectGone(.upperDelta)
      }
    }
  }

  // The value is right and the pixels are not: a test that reads the value would pass.
  func testUpperDeltaSetsTheRightValueAndLeavesThePixelsWrong() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        lab.tab.load()
        lab.waitForFindings()
        let drift = lab.meter(.upperDelta).now
        XCTAssertEqual(lab.column(.upperDelta).list.scroller.vadjustment.value, drift, accuracy: 1)
      }
    }
  }

  func testALoadInMidAirDefeatsEveryRemedyAndNoInvertedList() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        let pages = lab.flingAndLoadInMidAir()
        lab.expectInvertedHold()
        for strategy in [LabStrategy.insert, .restore, .upperDelta] { lab.expectGone(strategy) }
        XCTAssertEqual(lab.counts, Array(repeating: 50 + 30 * pages, count: 5))
      }
    }
  }

  func testALoadSlowerThanTheFlingIsOneThatRestoreSurvives() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.flingAndLoad()
        lab.waitForLoads()
        pump("the fling's end") {
          guard let path = lab.column(.insert).reading?.path, let time = lab.window.frameClock?.frameTime
          else { return false }
          lab.tab.queueDraw()
          return path.isOver(at: time)
        }
        for column in lab.tab.columns {
          let meter = column.reading!.meter
          XCTAssertEqual(meter.wrongFrames, 0, "the path is the fling's: \(column.strategy) \(meter.worst)")
        }
        lab.gate.open()
        lab.waitForFindings()
        lab.expectInvertedHold()
        lab.expectGone(.insert)
        lab.expectFlash(.restore)
        lab.expectGone(.upperDelta)
      }
    }
  }

  func testASecondPressBeginsAgainAndTheFirstLoadBringsNothing() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.load()
        lab.waitForLoads()
        lab.tab.load()
        pump("the second loads") { lab.gate.waitingCount >= 10 }
        lab.gate.letThrough()
        lab.waitForFindings()
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
        lab.expectInvertedHold()
        lab.expectGone(.insert)
      }
    }
  }

  func testAPressInMidAirBeginsAgain() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        lab.tab.flingAndLoad()
        pump("a fling") { lab.column(.insert).reading?.path != nil }
        lab.tab.load()
        lab.waitForFindings()
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
        lab.expectInvertedHold()
        XCTAssertNil(lab.column(.inverted).reading?.path, "at rest this time")
      }
    }
  }

  func testResetForgetsTheLoadUnderWay() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.load()
        lab.waitForLoads()
        lab.tab.reset()
        lab.gate.open()
        pump("the cancelled loads") { lab.gate.passedCount >= lab.tab.columns.count }
        drain()
        XCTAssertEqual(lab.counts, [50, 50, 50, 50, 50])
        for column in lab.tab.columns {
          XCTAssertNil(column.reading)
          XCTAssertNil(column.card.readOut.meter)
          let last = column.list.rows.last!.id
          pump("\(column.strategy) at its end") {
            lab.tab.queueDraw()
            guard let top = column.list.top(of: last), let row = column.list.row(last) else { return false }
            return abs(top + Double(row.height) - Double(column.list.scroller.height)) <= 1
          }
        }
      }
    }
  }

  func testTheUserWhoScrollsEndsTheMeasurementOfThatColumnOnly() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.load()
        lab.waitForLoads()
        lab.column(.insert).card.didTouch?()
        XCTAssertFalse(lab.column(.insert).isMeasuring)
        XCTAssertTrue(lab.column(.restore).isMeasuring)
        lab.gate.open()
        lab.waitForFindings()
        XCTAssertEqual(lab.meter(.insert).worst, 0, "what came after the touch is the user's doing")
        lab.expectFlash(.restore)
      }
    }
  }

  func testTheInvertedListLoadsByItselfWhenItsOldestRowShows() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        let column = lab.column(.inverted)
        let adjustment = column.list.scroller.vadjustment
        pump("an older page") {
          if column.list.rows.count == 50, adjustment.value > adjustment.lower { adjustment.value -= 80 }
          lab.tab.queueDraw()
          return column.list.rows.count == 80
        }
        XCTAssertEqual(lab.counts, [50, 50, 50, 80, 50])
      }
    }
  }

  func testAPullLoadsInItsColumnAndIsMeasured() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        let column = lab.column(.invertedPull)
        column.overlay?.begin()
        pump("the finding") { column.reading != nil && !column.isMeasuring && !column.isLoading }
        XCTAssertEqual(lab.counts, [50, 50, 50, 50, 80])
        XCTAssertEqual(column.reading?.meter.worst, 0)
      }
    }
  }

  // After a run the figures of the run stayed, even if a pull moved the rows.
  func testAPullAfterARunIsMeasuredAnew() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        lab.tab.flingAndLoad()
        lab.waitForFindings()
        let column = lab.column(.invertedPull)
        XCTAssertNotNil(column.reading?.path)
        var findings = 0
        column.didMeasure = { findings += 1 }
        pump("the indicator to go") { column.overlay?.state == PullToRefresh.State.none }
        column.overlay?.begin()
        pump("the finding") { findings == 1 && !column.isLoading }
        XCTAssertNil(column.reading?.path)
        XCTAssertEqual(column.reading?.meter.worst, 0)
      }
    }
  }

  func testColumnsThatDifferBeginAgainTogether() {
    onMainThread {
      LabBench.run(isOpen: true) { lab in
        lab.column(.invertedPull).overlay?.begin()
        pump("the page") { lab.column(.invertedPull).list.rows.count == 80 }
        lab.tab.load()
        lab.waitForFindings()
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
      }
    }
  }

  func testARunEndsWhenTheTabIsLeft() {
    onMainThread {
      LabBench.run(isOpen: false) { lab in
        lab.tab.load()
        lab.waitForLoads()
        lab.tab.visible = false
        lab.gate.open()
        drain()
        XCTAssertEqual(lab.counts, [50, 50, 50, 50, 50])
        lab.tab.visible = true
        pump("the tab") { lab.tab.isMapped }
        lab.tab.load()
        lab.waitForFindings()
        lab.expectInvertedHold()
        XCTAssertEqual(lab.counts, [80, 80, 80, 80, 80])
      }
    }
  }

  func testNothingIsLeftOfAClosedLab() {
    onMainThread {
      expectNothingLeft {
        LabBench.run(isOpen: true) { lab in
          lab.tab.load()
          lab.waitForFindings()
        }
      }
    }
  }

}
