import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll
@testable import Gtk

/// Pull to refresh around a real list in a real window. The test ends the loads.
final class RefreshOverlayTests: XCTestCase {
  /// An indicator that records its states.
  private final class Recorder: Box, RefreshIndicator {
    var displays: [RefreshDisplay] = []
    let didRequestRetry: Callback<> = Callback()

    init() {
      super.init(.horizontal)
      append(Label("indicator"))
    }

    func show(_ display: RefreshDisplay) { displays.append(display) }
  }

  /// An overlay, its list, and the loads that are under way.
  @MainActor
  private final class Subject {
    let bench: ListBench
    let overlay: RefreshOverlay
    let recorder = Recorder()
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var loads = 0
    var states: [String] = []

    init(rows: Int, edge: ScrollEdge = .start) {
      var made: RefreshOverlay?
      let recorder = recorder
      bench = ListBench(rows: rows) { scroller in
        let overlay = RefreshOverlay(scroller, edge: edge, indicator: recorder)
        made = overlay
        return overlay
      }
      overlay = made!
      overlay.didChangeState.connect(weak: self) { $0.states.append("\($1)>\($2)") }
      overlay.refresh = { [weak self] in
        self?.loads += 1
        try await withCheckedThrowingContinuation { self?.waiting.append($0) }
      }
      bench.open()
      if edge == .start { bench.scroll(by: -1_000_000) }
      bench.settle()
    }

    var drag: DragScroll { overlay.drag }

    /// Pulls to each of the travels, positive: in the direction that pulls.
    func pull(_ travels: Double...) {
      let sign = overlay.edge == .start ? 1.0 : -1.0
      _ = drag.pressed()
      for travel in travels {
        drag.moved(to: sign * travel, at: 0)
        bench.frame()
      }
    }

    func release() { drag.released(at: 10) }

    /// Runs until the content is back at its edge.
    func rest() {
      pump("the content at its edge") {
        self.bench.frame()
        return !self.drag.isMoving && self.drag.overshoot == 0
      }
      bench.frame()
    }

    /// The indicator's top edge, in the window.
    var indicatorTop: Double { recorder.convert(Point(x: 0, y: 0), to: bench.stage)!.y }

    func end(_ error: (any Error)? = nil) {
      for load in waiting { if let error { load.resume(throwing: error) } else { load.resume() } }
      waiting = []
    }

    func waitForNone(file: StaticString = #filePath, line: UInt = #line) {
      pump("the end of the load", file: file, line: line) { self.overlay.state == .none }
    }

    func close() {
      end()
      bench.close()
    }
  }

  private struct Failure: Error, CustomStringConvertible { let description = "no network" }

  func testAPullBeyondNinetyLoadsOnceAndNothingMoves() {
    onMainThread {
      for edge in ScrollEdge.allCases {
        for rows in [0, 2, 300] {
          let subject = Subject(rows: rows, edge: edge)
          let row = rows > 0 ? subject.bench.store.items[edge == .start ? 0 : rows - 1].id : nil
          let place = row.map(subject.bench.top)
          subject.pull(20, 60, 120)
          XCTAssertEqual(subject.overlay.state, .ready)
          if let row, let place {
            let sign = edge == .start ? 1.0 : -1.0
            XCTAssertEqual(
              subject.bench.top(row) - place, sign * EdgeStretch.offset(120), accuracy: 1,
              "\(edge), \(rows) rows")
          }
          subject.release()
          subject.rest()
          let start = subject.bench.frames.count
          pump("the load") { subject.loads == 1 }
          subject.bench.frame(5)
          subject.end()
          subject.waitForNone()
          XCTAssertEqual(subject.loads, 1)
          XCTAssertEqual(subject.states, ["none>pending", "pending>ready", "ready>loading", "loading>none"])
          if let row, let place {
            XCTAssertEqual(
              subject.bench.drift(of: row, from: place, since: start), 0, "\(edge), \(rows) rows")
          }
          subject.close()
        }
      }
    }
  }

  func testAPullThatIsLetGoEarlyOrTakenBackLoadsNothing() {
    onMainThread {
      for edge in ScrollEdge.allCases {
        let subject = Subject(rows: 300, edge: edge)
        subject.pull(20, 60)
        XCTAssertEqual(subject.overlay.state, .pending)
        subject.release()
        XCTAssertEqual(subject.overlay.state, .none)
        subject.pull(20, 120, 50)
        XCTAssertEqual(subject.overlay.state, .pending)
        subject.release()
        subject.bench.frame(20)
        XCTAssertEqual(subject.loads, 0)
        XCTAssertFalse(subject.recorder.visible)
        subject.close()
      }
    }
  }

  // Back beyond the place of the press, the content follows the pointer.
  func testAPullThatIsTakenBackBeyondThePressScrolls() {
    onMainThread {
      let subject = Subject(rows: 300)
      let row = subject.bench.store.items[6].id
      let place = subject.bench.top(row)
      subject.pull(20, 60, 10, -40)
      XCTAssertEqual(subject.overlay.state, .none)
      XCTAssertEqual(subject.bench.top(row), place - 40, accuracy: 1)
      subject.drag.swipe.cancel()
      subject.close()
    }
  }

  // 26: a wheel has no release.
  func testAWheelNeverPulls() {
    onMainThread {
      let subject = Subject(rows: 300)
      for _ in 0..<30 { XCTAssertFalse(subject.drag.wheelDidTurn(0, -4, at: 0)) }
      XCTAssertEqual(subject.states, [])
      XCTAssertEqual(subject.loads, 0)
      subject.close()
    }
  }

  func testTwoFingersOnATouchpadPullIfTheyBeganAtTheEdge() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.drag.swipe.touchpadBegan()
      XCTAssertFalse(subject.drag.swipe.touchpadMoved(dx: 0, dy: -5), "away from the edge the list scrolls")
      subject.drag.swipe.touchpadEnded()
      subject.bench.scroll(by: -1_000)
      subject.bench.frame()
      subject.drag.swipe.touchpadBegan()
      for _ in 0..<12 { XCTAssertTrue(subject.drag.swipe.touchpadMoved(dx: 0, dy: 10)) }
      XCTAssertEqual(subject.overlay.state, .ready)
      subject.drag.swipe.touchpadEnded()
      XCTAssertEqual(subject.overlay.state, .loading)
      pump("the load") { subject.loads == 1 }
      subject.end()
      subject.bench.scroll(by: 500)
      subject.bench.frame()
      subject.waitForNone()
      subject.drag.swipe.touchpadBegan()
      for _ in 0..<80 { _ = subject.drag.swipe.touchpadMoved(dx: 0, dy: 10) }
      XCTAssertEqual(subject.overlay.state, .none, "they began below the edge")
      subject.close()
    }
  }

  // Content shorter than the view stayed beyond its other edge.
  func testTwoFingersThatEndBeyondTheOtherEdgeLetTheContentReturn() {
    onMainThread {
      let subject = Subject(rows: 2)
      let swipe = subject.drag.swipe
      swipe.touchpadBegan()
      XCTAssertTrue(swipe.touchpadMoved(dx: 0, dy: 50))
      XCTAssertTrue(swipe.touchpadMoved(dx: 0, dy: -80))
      XCTAssertNotEqual(subject.drag.overshoot, 0)
      swipe.touchpadEnded()
      pump("the way back") { subject.drag.overshoot == 0 }
      subject.close()
    }
  }

  // 27.
  func testADragFromBelowTheEdgeDoesNotPullNorDoesAFling() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.bench.scroll(by: 100)
      subject.bench.frame(2)
      subject.pull(60, 120, 300, 400)
      XCTAssertEqual(subject.overlay.state, .none)
      XCTAssertEqual(subject.recorder.displays.last, .refused)
      // It looks like a pull from the edge by as many points.
      let refused = (subject.drag.overshoot, subject.indicatorTop)
      XCTAssertEqual(refused.0, EdgeStretch.offset(300), accuracy: 0.01)
      XCTAssertLessThanOrEqual(refused.0, 64)
      subject.release()
      XCTAssertEqual(subject.recorder.displays.last, .hidden)
      XCTAssertEqual(subject.loads, 0)
      pump("rest") {
        subject.bench.frame()
        return !subject.drag.isMoving
      }
      subject.bench.scroll(by: 100)
      subject.drag.fling(5_000)
      pump("rest") {
        subject.bench.frame()
        return !subject.drag.isMoving
      }
      XCTAssertEqual(subject.states, [])
      // The next drag is a new gesture, and it begins at the edge.
      subject.pull(60, 300)
      XCTAssertEqual(subject.overlay.state, .ready)
      subject.bench.frame()
      XCTAssertEqual(subject.drag.overshoot, refused.0, accuracy: 0.01)
      XCTAssertEqual(subject.indicatorTop, refused.1, accuracy: 1)
      subject.drag.swipe.cancel()
      subject.close()
    }
  }

  // 30.
  func testWhileALoadRunsNothingStartsAnother() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.overlay.begin()
      subject.overlay.begin()
      subject.pull(60, 120)
      XCTAssertEqual(subject.overlay.state, .loading)
      subject.release()
      subject.recorder.didRequestRetry()
      pump("the load") { subject.loads == 1 }
      subject.bench.frame(3)
      subject.end()
      subject.waitForNone()
      XCTAssertEqual(subject.loads, 1)
      subject.overlay.activity = .loading
      subject.overlay.begin()
      subject.pull(60, 120)
      XCTAssertEqual(subject.overlay.state, .none, "the edge is loading by itself")
      subject.drag.swipe.cancel()
      XCTAssertEqual(subject.loads, 1)
      subject.close()
    }
  }

  // 31: the load ends before a frame is painted, and before the indicator has sprung back.
  func testALoadThatEndsAtOnceIsStillSeenAndSaysHowItWent() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.overlay.refresh = { [overlay = subject.overlay] in overlay.doneText = "30 older" }
      subject.pull(60, 120)
      subject.release()
      XCTAssertEqual(subject.overlay.state, .loading, "set in the same turn")
      subject.waitForNone()
      XCTAssertEqual(Array(subject.recorder.displays.suffix(2)), [.loading, .done("30 older")])
      XCTAssertTrue(subject.recorder.visible)
      pump("the indicator to go") { !subject.recorder.visible }
      subject.close()
    }
  }

  // 32.
  func testAFailureKeepsTheRowsSaysSoOnceAndCanBeRetried() {
    onMainThread {
      let subject = Subject(rows: 300)
      let row = subject.bench.store.items[2].id
      let place = subject.bench.top(row)
      let start = subject.bench.frames.count
      subject.overlay.begin()
      pump("the load") { subject.loads == 1 }
      subject.end(Failure())
      subject.waitForNone()
      XCTAssertEqual(
        subject.recorder.displays.filter { $0 == .failed("Could not load", reason: "no network") }.count, 1)
      XCTAssertTrue(subject.recorder.canTarget, "there is a button to click")
      subject.bench.frame(3)
      subject.recorder.didRequestRetry()
      pump("the second load") { subject.loads == 2 }
      XCTAssertFalse(subject.recorder.canTarget)
      subject.end(CancellationError())
      subject.waitForNone()
      XCTAssertEqual(subject.recorder.displays.last, .hidden, "taken back is not failed")
      XCTAssertEqual(subject.bench.drift(of: row, from: place, since: start), 0)
      subject.close()
    }
  }

  func testContentThatShowsTheLoadLeavesTheRestToTheIndicator() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.overlay.contentShowsLoad = true
      subject.pull(60, 120)
      if case .pulling(_, true) = subject.recorder.displays.last {} else { XCTFail("the pull is not shown") }
      subject.release()
      pump("the load") { subject.loads == 1 }
      XCTAssertEqual(subject.recorder.displays.last, .hidden)
      subject.end(Failure())
      subject.waitForNone()
      XCTAssertEqual(subject.recorder.displays.last, .hidden)
      subject.overlay.contentShowsLoad = false
      XCTAssertEqual(subject.recorder.displays.last, .failed("Could not load", reason: "no network"))
      subject.overlay.contentShowsLoad = true
      subject.overlay.doneText = "30 older"
      subject.overlay.begin()
      pump("the load") { subject.loads == 2 }
      subject.end()
      subject.waitForNone()
      XCTAssertEqual(subject.recorder.displays.last, .done("30 older"))
      subject.close()
    }
  }

  // The stretch at which a press has caught the returning content does not count for the next pull.
  func testAPressThatCatchesStretchedContentPullsByItsOwnWay() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.pull(60, 140)
      subject.drag.swipe.cancel()
      subject.bench.frame()
      XCTAssertGreaterThan(subject.drag.overshoot, 0)
      _ = subject.drag.pressed()
      subject.drag.moved(to: 30, at: 1)
      XCTAssertEqual(subject.overlay.state, .none)
      subject.drag.moved(to: 100, at: 2)
      XCTAssertEqual(subject.overlay.state, .ready)
      subject.drag.swipe.cancel()
      subject.close()
    }
  }

  // 33: a parked indicator.
  func testAGestureThatIsTakenAwayReturnsToNone() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.pull(60, 120)
      subject.drag.swipe.cancel()
      XCTAssertEqual(subject.overlay.state, .none)
      subject.release()
      subject.pull(60, 120)
      subject.overlay.visible = false
      pump("the unmapping") { !subject.overlay.isMapped }
      XCTAssertEqual(subject.overlay.state, .none)
      subject.release()
      XCTAssertEqual(subject.loads, 0)
      subject.close()
    }
  }

  // 34.
  func testALoadGoesOnWhileTheOverlayIsHiddenAndIsOverWhenItIsBack() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.overlay.begin()
      pump("the load") { subject.loads == 1 }
      subject.overlay.visible = false
      pump("the unmapping") { !subject.overlay.isMapped }
      XCTAssertEqual(subject.overlay.state, .loading)
      subject.overlay.visible = true
      pump("the mapping") { subject.overlay.isMapped }
      subject.bench.frame(2)
      XCTAssertTrue(subject.recorder.visible)
      subject.end()
      subject.waitForNone()
      pump("the indicator to go") { !subject.recorder.visible }
      subject.close()
    }
  }

  // The requirement: a page is inserted while the indicator springs back.
  func testAPageThatLandsWhileTheIndicatorSpringsBackMovesNothing() {
    onMainThread {
      for count in [1, 30, 1000] {
        let subject = Subject(rows: 300)
        let row = subject.bench.store.items[2].id
        let place = subject.bench.top(row)
        subject.pull(60, 140)
        subject.release()
        subject.bench.frame(2)
        let start = subject.bench.frames.count
        subject.bench.prepend(count)
        subject.end()
        subject.rest()
        // The row moves only back to the edge.
        let tops = subject.bench.frames[start...].map { $0[row] ?? .nan }
        XCTAssertTrue(zip(tops, tops.dropFirst()).allSatisfy { $0 >= $1 }, "\(tops)")
        XCTAssertLessThanOrEqual(tops[0], place + EdgeStretch.limit)
        XCTAssertEqual(tops.last, place)
        subject.close()
      }
    }
  }

  func testWithPullingOffTheEdgeStretchesAndTheProgramStillLoads() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.overlay.isPullEnabled = false
      subject.pull(60, 120)
      XCTAssertEqual(subject.overlay.state, .none)
      XCTAssertGreaterThan(subject.drag.overshoot, 0)
      subject.drag.swipe.cancel()
      subject.overlay.begin()
      XCTAssertEqual(subject.overlay.state, .loading)
      pump("the load") { subject.loads == 1 }
      subject.close()
    }
  }

  func testTheIndicatorStandsWhereTheDesignSays() {
    onMainThread {
      let subject = Subject(rows: 300)
      @MainActor func y() -> Double { subject.indicatorTop }
      let stretch = EdgeStretch.offset(60)
      subject.pull(60)
      subject.bench.frame()
      XCTAssertEqual(y(), 8 + stretch - 60, accuracy: 1)
      subject.drag.moved(to: 400, at: 1)
      subject.bench.frame()
      XCTAssertEqual(y(), 8)
      subject.drag.swipe.cancel()
      subject.overlay.begin()
      pump("rest") {
        subject.bench.frame()
        return y() == 8
      }
      pump("the load") { subject.loads == 1 }
      subject.close()
      let end = Subject(rows: 300, edge: .end)
      end.pull(60)
      end.bench.frame()
      let bottom = end.recorder.convert(Point(x: 0, y: Double(end.recorder.height)), to: end.bench.stage)!.y
      XCTAssertEqual(bottom, 600 - 8 - stretch + 60, accuracy: 1)
      end.drag.swipe.cancel()
      end.close()
    }
  }

  func testTwoOverlaysShareOneDragAndKeepApart() {
    onMainThread {
      var inner: RefreshOverlay?
      var outer: RefreshOverlay?
      var loads: [String] = []
      let bench = ListBench(rows: 2) { scroller in
        let start = RefreshOverlay(scroller, edge: .start)
        let end = RefreshOverlay(start, edge: .end)
        start.refresh = { loads.append("start") }
        end.refresh = { loads.append("end") }
        (inner, outer) = (start, end)
        return end
      }
      bench.open()
      let drag = outer!.drag
      XCTAssertTrue(drag === inner!.drag)
      _ = drag.pressed()
      drag.moved(to: 120, at: 0)
      XCTAssertEqual([inner!.state, outer!.state], [.ready, .none])
      drag.moved(to: -120, at: 1)
      XCTAssertEqual([inner!.state, outer!.state], [.none, .ready])
      drag.released(at: 9)
      pump("the load") { outer!.state == .none }
      XCTAssertEqual(loads, ["end"])
      bench.close()
    }
  }

  func testNothingIsLeftOfIt() {
    onMainThread {
      expectNothingLeft(times: 10) {
        let subject = Subject(rows: 50)
        subject.pull(60, 120)
        subject.release()
        subject.bench.frame(2)
        subject.end()
        subject.waitForNone()
        subject.close()
      }
    }
  }

  // After a sideways drag the overlay waited for a pull, and the loads that followed were never shown.
  func testADragThatIsAnothersDoesNotHideTheLoadsThatFollow() {
    onMainThread {
      for edge in ScrollEdge.allCases {
        let subject = Subject(rows: 300, edge: edge)
        subject.pull()
        subject.drag.swipe.move(to: Point(x: 40, y: 2), at: 0)
        XCTAssertEqual(subject.drag.swipe.tracker.state, .denied)
        subject.overlay.activity = .loading
        XCTAssertEqual(subject.recorder.displays.last, .loading)
        subject.close()
      }
    }
  }

  func testPullingThatIsTurnedOffUnderAPullEndsIt() {
    onMainThread {
      let subject = Subject(rows: 300)
      subject.pull(20, 120)
      subject.overlay.isPullEnabled = false
      XCTAssertEqual(subject.overlay.state, .none)
      XCTAssertEqual(subject.recorder.displays.last, .hidden)
      subject.release()
      subject.overlay.isPullEnabled = true
      subject.overlay.activity = .loading
      XCTAssertEqual(subject.recorder.displays.last, .loading)
      XCTAssertEqual(subject.loads, 0)
      subject.close()
    }
  }

  // On X11 a smooth wheel has a beginning and no end. It was treated as fingers, so that each notch beyond the edge had
  // to be turned back before the list moved again.
  func testAWheelThatTellsOfItsBeginningIsNoTouchpad() {
    onMainThread {
      for edge in ScrollEdge.allCases {
        let subject = Subject(rows: 300, edge: edge)
        subject.drag.swipe.scroll.emit("scroll-begin")
        XCTAssertEqual(subject.drag.swipe.tracker.state, .idle)
        subject.overlay.activity = .loading
        XCTAssertEqual(subject.recorder.displays.last, .loading)
        subject.close()
      }
    }
  }

  func testALoadThatBeginsDuringThatOfAPullIsShownAfterIt() {
    onMainThread {
      let subject = Subject(rows: 300)
      var outcomes: [String] = []
      subject.overlay.didFinish.connect { outcomes.append($0) }
      subject.overlay.begin()
      pump("the load") { subject.loads == 1 }
      subject.overlay.activity = .loading
      subject.end(Failure())
      subject.waitForNone()
      XCTAssertEqual(subject.recorder.displays.last, .loading, "not the failure of the load before")
      subject.overlay.activity = .none
      subject.overlay.begin()
      pump("another load") { subject.loads == 2 }
      subject.overlay.activity = .failed(reason: "no space")
      subject.end()
      subject.waitForNone()
      let sentences = subject.overlay
      XCTAssertEqual(
        outcomes,
        [
          "\(sentences.failedText). no network", sentences.doneText, "\(sentences.failedText). no space",
        ])
      subject.close()
    }
  }

  func testNewWordsAreShownAtOnce() {
    onMainThread {
      let indicator = PullIndicator(edge: .start)
      indicator.show(.loading)
      indicator.words.loading = "Wird geladen"
      XCTAssertEqual(indicator.first(Label.self)?.text, "Wird geladen")
      indicator.show(.failed("Failed", reason: "no network"))
      indicator.words.retry = "Noch einmal"
      XCTAssertEqual(indicator.all(Button.self).first?.label, "Noch einmal")
      XCTAssertEqual(indicator.first(Label.self)?.text, "Failed")
    }
  }
}
