import Foundation
import GLib
import XCTest

/// Deferred work on the main loop. None of it needs a display.
final class CoalescedTests: XCTestCase {
  func testWorkThatIsScheduledTwiceRunsOnce() {
    onMainLoop {
      var runs = 0
      let work = Coalesced(.soon) { runs += 1 }
      work.schedule()
      work.schedule()
      XCTAssertTrue(work.isScheduled)
      XCTAssertEqual(runs, 0, "not inside the call")
      runUntilIdle()
      XCTAssertEqual(runs, 1)
      XCTAssertFalse(work.isScheduled)
      work.schedule()
      runUntilIdle()
      XCTAssertEqual(runs, 2)
    }
  }

  func testCancelledWorkDoesNotRun() {
    onMainLoop {
      var runs = 0
      let work = Coalesced(.soon) { runs += 1 }
      work.schedule()
      work.cancel()
      XCTAssertFalse(work.isScheduled)
      runUntilIdle()
      XCTAssertEqual(runs, 0)
      work.schedule()
      runUntilIdle()
      XCTAssertEqual(runs, 1)
    }
  }

  func testWorkGoesWithItsOwner() {
    onMainLoop {
      var runs = 0
      var work: Coalesced? = Coalesced(.soon) { runs += 1 }
      work?.schedule()
      weak let gone = work
      work = nil
      XCTAssertNil(gone)
      runUntilIdle()
      XCTAssertEqual(runs, 0)
    }
  }

  func testWorkMayScheduleItself() {
    onMainLoop {
      var runs = 0
      var again: (() -> Void)?
      let work = Coalesced(.soon) {
        runs += 1
        if runs < 3 { again?() }
      }
      again = { [weak work] in work?.schedule() }
      work.schedule()
      runUntilIdle()
      XCTAssertEqual(runs, 3)
    }
  }

  func testSoonRunsBeforeIdleAndDelayedWorkAfterItsDelay() {
    onMainLoop {
      var order: [String] = []
      let start = DispatchTime.now()
      var delay: UInt64 = 0
      MainLoop.after(seconds: 0.02) {
        order.append("after")
        delay = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
      }
      MainLoop.whenIdle { order.append("idle") }
      MainLoop.soon { order.append("soon") }
      MainLoop.soon { order.append("cancelled") }.cancel()
      runLoop("all three") { order.count == 3 }
      XCTAssertLessThan(order.firstIndex(of: "soon")!, order.firstIndex(of: "idle")!)
      XCTAssertFalse(order.contains("cancelled"))
      XCTAssertGreaterThanOrEqual(delay, 20_000_000)
    }
  }

  func testNextRunsBeforeATimeOutThatIsOverdue() {
    onMainLoop {
      var order: [String] = []
      MainLoop.after(seconds: 0) { order.append("overdue") }
      MainLoop.soon { order.append("soon") }
      MainLoop.next { order.append("next") }
      runLoop("all three") { order.count == 3 }
      XCTAssertEqual(order.first, "next")
    }
  }

  func testReschedulingRestartsTheDelay() {
    onMainLoop {
      var order: [String] = []
      let work = Coalesced(.after(seconds: 0.2)) { order.append("work") }
      work.schedule()
      // The second delay begins when at least half of the first one is over.
      MainLoop.after(seconds: 0.1) {
        MainLoop.after(seconds: 0.15) { order.append("first delay over") }
        work.reschedule()
      }
      runLoop("both") { order.count == 2 }
      XCTAssertEqual(order, ["first delay over", "work"])
    }
  }
}

final class MainQueueTests: XCTestCase {
  @MainActor private final class Log { var lines: [Bool] = [] }

  func testAMainActorTaskRunsOnTheMainThread() {
    onMainLoop {
      let log = Log()
      Task {
        log.lines.append(Thread.isMainThread)
        await Task.detached {}.value
        log.lines.append(Thread.isMainThread)
      }
      runLoop("the task's end") { log.lines.count == 2 }
      XCTAssertEqual(log.lines, [true, true])
    }
  }

  // With the queue's eventfd left unread, the loop would wake up without end.
  func testAnIdleLoopDoesNotWakeUpForTheMainQueue() {
    onMainLoop {
      let log = Log()
      Task { log.lines.append(true) }
      runLoop("a first job") { !log.lines.isEmpty }
      runUntilIdle()
      let before = MainQueue.wakeCount
      var isOver = false
      MainLoop.after(seconds: 0.2) { isOver = true }
      runLoop("the timer") { isOver }
      XCTAssertEqual(MainQueue.wakeCount, before)
    }
  }
}

/// Enters the main actor: XCTest runs synchronous tests on the main thread, but finds only tests that are
/// not isolated.
func onMainLoop(_ body: @MainActor () -> Void) { MainActor.assumeIsolated(body) }

@MainActor private func runUntilIdle() {
  var isIdle = false
  MainLoop.whenIdle { isIdle = true }
  runLoop("an idle loop") { isIdle }
}

/// Runs the loop until `condition` holds; fails after 30 s, long enough for the slowest machine.
@MainActor private func runLoop(_ what: String, line: UInt = #line, until condition: () -> Bool) {
  var isOver = false
  let limit = MainLoop.after(seconds: 30) { isOver = true }
  defer { limit.cancel() }
  while !condition() {
    guard !isOver else { return XCTFail("\(what) never came", line: line) }
    MainLoop.iterate(mayBlock: true)
  }
}
