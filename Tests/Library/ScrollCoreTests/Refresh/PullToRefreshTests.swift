import SeededRandom
import Testing

@testable import ScrollCore

/// The decisions in cases 26 to 34 of pull to refresh.
@Suite("A pull at an edge")
struct PullToRefreshTests {
  private func pulled(_ travels: Double...) -> PullToRefresh {
    var pull = PullToRefresh()
    pull.gestureBegan()
    for travel in travels { pull.gestureMoved(to: travel) }
    return pull
  }

  // Case 28.
  @Test(
    "Turns pending beyond 40 and ready beyond 90 points",
    arguments: [
      (39.9, PullToRefresh.State.none), (40, .none), (40.1, .pending), (89.9, .pending), (90, .pending),
      (90.1, .ready),
      (150, .ready), (10_000, .ready), (-50, .none),
    ])
  func thresholds(travel: Double, state: PullToRefresh.State) { #expect(pulled(travel).state == state) }

  @Test("Loads on a release in ready and nowhere else")
  func release() {
    for (travel, loads) in [(0.0, false), (60, false), (90, false), (90.1, true), (120, true)] {
      var pull = pulled(travel)
      let loaded = pull.gestureEnded()
      #expect(loaded == loads)
      #expect(pull.state == (loads ? .loading : .none))
    }
  }

  // Case 28: in other implementations a pull stays ready once it was.
  @Test("Is not ready any more when it is taken back before the release")
  func takenBack() {
    var pull = pulled(120, 50)
    #expect(pull.state == .pending)
    let outcome1 = pull.gestureEnded()
    #expect(!outcome1)
    #expect(pull.state == .none)
  }

  // Case 30: two loads at a time.
  @Test("One load at a time, whether it was pulled for or asked for")
  func onlyOne() {
    var pull = pulled(120)
    let outcome2 = pull.gestureEnded()
    #expect(outcome2)
    let outcome3 = pull.begin()
    #expect(!outcome3)
    pull.gestureBegan()
    pull.gestureMoved(to: 120)
    #expect(pull.state == .loading)
    let second = pull.gestureEnded()
    #expect(!second)
    pull.finish()
    #expect(pull.state == .none)
    let outcome4 = pull.begin()
    #expect(outcome4)
    let outcome5 = pull.begin()
    #expect(!outcome5)
  }

  @Test("A gesture that began during a load does not pull after it")
  func leftOver() {
    var pull = PullToRefresh()
    _ = pull.begin()
    pull.gestureBegan()
    pull.finish()
    pull.gestureMoved(to: 120)
    #expect(pull.state == .none)
    let loads = pull.gestureEnded()
    #expect(!loads)
  }

  // Case 33: a parked indicator.
  @Test("A gesture that is taken away leaves nothing behind")
  func cancelled() {
    var pull = pulled(120)
    pull.gestureCancelled()
    #expect(pull == PullToRefresh())
    let loads = pull.gestureEnded()
    #expect(!loads)
  }

  @Test("A release without a gesture, and an end without a load, change nothing")
  func stray() {
    var pull = PullToRefresh()
    let loads = pull.gestureEnded()
    #expect(!loads)
    pull.gestureMoved(to: 200)
    pull.finish()
    #expect(pull == PullToRefresh())
  }

  @Test("Asked for during a pull, it loads and the pull is over")
  func askedForDuringAPull() {
    var pull = pulled(60)
    let outcome6 = pull.begin()
    #expect(outcome6)
    #expect(pull.state == .loading)
    let loads = pull.gestureEnded()
    #expect(!loads)
    #expect(pull.state == .loading)
  }

  @Test("The indicator comes in with the stretch and stays at its resting place")
  func offset() {
    #expect(PullToRefresh.indicatorOffset(stretch: 0) == -60)
    #expect(PullToRefresh.indicatorOffset(stretch: -35) == -25, "at the end edge alike")
    #expect(PullToRefresh.indicatorOffset(stretch: EdgeStretch.limit) == 0)
    #expect(PullToRefresh.indicatorOffset(stretch: EdgeStretch.offset(91)) > -8, "whole when a release loads")
  }

  @Test("Opacities and progress are the design's")
  func look() {
    #expect(PullToRefresh.State.allCases.map(PullToRefresh.opacity) == [0, 0.2, 1, 1])
    #expect(pulled(40).progress == 0)
    #expect(pulled(65).progress == 0.5)
    #expect(pulled(90).progress == 1)
    #expect(pulled(140).progress == 1)
  }

  // Any events in any order never lead to two loads, or to a state that does not end.
  @Test("Ten thousand random events keep it in order")
  func random() {
    var generator = SplitMix64(seed: 7)
    var pull = PullToRefresh()
    var isLoading = false
    for _ in 0..<10_000 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: pull.gestureBegan()
      case 1, 2: pull.gestureMoved(to: .random(in: -50...200, using: &generator))
      case 3:
        if pull.gestureEnded() {
          #expect(!isLoading)
          isLoading = true
        }
      case 4:
        if Bool.random(using: &generator) {
          pull.gestureCancelled()
        } else if pull.begin() {
          isLoading = true
        }
      default:
        pull.finish()
        isLoading = false
      }
      #expect((pull.state == .loading) == isLoading)
      #expect(pull.travel >= 0)
    }
  }

  // MARK: What is shown

  private typealias Step = (inout PullToRefresh) -> Void

  private func shown(_ steps: Step...) -> [RefreshDisplay] {
    var pull = PullToRefresh()
    return steps.map { step in
      step(&pull)
      return pull.display(failed: "No luck")
    }
  }

  private static let failure = RefreshDisplay.failed("No luck", reason: "no network")

  @Test("A press that is no pull leaves a failure on the screen, a pull replaces it")
  func failureAndPress() {
    let displays = shown(
      { _ = $0.begin() }, { $0.finish(Self.failure) }, { $0.gestureBegan() }, { _ = $0.gestureEnded() },
      { $0.gestureBegan() }, { $0.gestureMoved(to: 50) }, { _ = $0.gestureEnded() })
    let pulling = RefreshDisplay.pulling(progress: 0.2, isReady: false)
    #expect(
      displays == [.loading, Self.failure, Self.failure, Self.failure, Self.failure, pulling, .hidden])
  }

  @Test("A load without a pull shows at once under a press, and under a pull at its end")
  func activityUnderGesture() {
    #expect(
      shown(
        { $0.gestureBegan() }, { $0.activity = .loading }, { _ = $0.gestureEnded() }, { $0.activity = .none })
        == [.hidden, .loading, .loading, .hidden])
    let pulling = RefreshDisplay.pulling(progress: 0, isReady: false)
    let end: [Step] = [{ _ = $0.gestureEnded() }, { $0.gestureCancelled() }]
    for end in end {
      #expect(
        shown(
          { $0.gestureBegan() }, { $0.gestureMoved(to: 10) }, { $0.activity = .failed(reason: "no network") },
          end, { $0.dismiss() }, { $0.activity = .none })
          == [.hidden, pulling, pulling, Self.failure, .hidden, .hidden])
    }
  }

  @Test("There is one load at a time, also if another began under the pull")
  func oneLoad() {
    var pull = pulled(120)
    pull.activity = .loading
    #expect(pull.display(failed: "") == .pulling(progress: 1, isReady: true))
    let loads = pull.gestureEnded()
    #expect(!loads && pull.state == .none && pull.display(failed: "") == .loading)
    let begins = pull.begin()
    pull.gestureBegan()
    #expect(!begins && !pull.isPulling)
  }

  @Test("A load that runs on hides the failure of the load before, not its success")
  func results() {
    for (result, display) in [(Self.failure, RefreshDisplay.loading), (.done("Fine"), .done("Fine"))] {
      #expect(
        shown({ _ = $0.begin() }, { $0.activity = .loading }, { $0.finish(result) }, { $0.dismiss() })
          == [.loading, .loading, display, .loading])
    }
  }

  @Test("A stretch that is no pull is refused until it is taken back")
  func refusal() {
    #expect(
      shown({ $0.stretched(by: 40) }, { $0.stretched(by: 41) }, { $0.stretched(by: 0) })
        == [.hidden, .refused, .hidden])
    #expect(
      shown({ $0.activity = .loading }, { $0.stretched(by: 41) }, { $0.activity = .none })
        == [.loading, .loading, .hidden])
  }
}
