import GtkTestSupport
import XCTest

@testable import AppBase

/// Holds work until it is opened.
@MainActor
private final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var isReached: Bool { !waiting.isEmpty }

  func pass() async { await withCheckedContinuation { waiting.append($0) } }

  func open() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private struct Failure: Error {}

final class LatestTaskTests: XCTestCase {
  func testAStartDropsTheAnswerOfTheWorkBefore() {
    onMainThread {
      let (task, first, second) = (LatestTask(), Gate(), Gate())
      var answers: [String] = []
      for (name, gate) in [("first", first), ("second", second)] {
        task.run {
          await gate.pass()
          return name
        } then: {
          answers.append((try? $0.get()) ?? "failed")
        }
        pump("the \(name) work") { gate.isReached }
      }
      first.open()
      second.open()
      pump("the end") { !task.isRunning }
      XCTAssertEqual(answers, ["second"])
    }
  }

  func testCancelledWorkHandsNothingMoreOver() {
    onMainThread {
      let (task, gate) = (LatestTask(), Gate())
      var (answers, hasThrown, failures) = ([Int](), false, 0)
      task.run { deliver in
        try deliver { answers.append(1) }
        await gate.pass()
        do {
          try deliver { answers.append(2) }
        } catch {
          hasThrown = true
          throw error
        }
      } failed: { _ in
        failures += 1
      }
      pump("the first answer") { gate.isReached }
      XCTAssertEqual(answers, [1])
      task.cancel()
      XCTAssertFalse(task.isRunning)
      gate.open()
      pump("the second answer") { hasThrown || answers.count > 1 }
      drain()
      XCTAssertEqual(answers, [1])
      XCTAssertEqual(failures, 0)
    }
  }

  func testAnErrorIsHandedOverAtTheEnd() {
    onMainThread {
      let task = LatestTask()
      var ends: [Bool] = []
      task.run { _ in
        throw Failure()
      } failed: { _ in
        ends.append(task.isRunning)
      }
      XCTAssertTrue(task.isRunning)
      pump("the error") { !ends.isEmpty }
      XCTAssertEqual(ends, [false])
    }
  }

  func testWorkMayStartTheNext() {
    onMainThread {
      let (task, gate) = (LatestTask(), Gate())
      var hasEnded = false
      task.run { deliver in
        try deliver {
          task.run {
            await gate.pass()
          } then: { _ in
            hasEnded = true
          }
        }
      }
      pump("the next") { gate.isReached }
      drain()
      XCTAssertTrue(task.isRunning)
      gate.open()
      pump("its end") { hasEnded && !task.isRunning }
    }
  }

  func testAReleasedTaskCancelsItsWork() {
    onMainThread {
      var task: LatestTask? = LatestTask()
      weak let released = task
      let gate = Gate()
      var isCancelled: Bool?
      task?.run { _ in
        await gate.pass()
        isCancelled = Task.isCancelled
      }
      pump("the work") { gate.isReached }
      task = nil
      XCTAssertNil(released)
      gate.open()
      pump("the end") { isCancelled != nil }
      XCTAssertEqual(isCancelled, true)
    }
  }

  func testAPauseIsPartOfTheWork() {
    onMainThread {
      let task = LatestTask()
      var answers: [Int] = []
      task.run(after: 3_600) {
        1
      } then: { _ in
        answers.append(1)
      }
      XCTAssertTrue(task.isRunning)
      task.run(after: 0.001) {
        2
      } then: { _ in
        answers.append(2)
      }
      pump("the end") { !task.isRunning }
      XCTAssertEqual(answers, [2])
      task.run(after: 3_600) {
        3
      } then: { _ in
        answers.append(3)
      }
      task.cancel()
      XCTAssertFalse(task.isRunning)
    }
  }

  func testACallerWhoseWorkIsCancelledHasNoAnswer() {
    onMainThread {
      let (task, gate) = (LatestTask(), Gate())
      var outcomes: [String] = []
      for _ in 0..<2 {
        Task {
          do {
            outcomes.append(
              try await task.answer {
                await gate.pass()
                return "answer"
              })
          } catch {
            outcomes.append(error is CancellationError ? "cancelled" : "\(error)")
          }
        }
        pump("the work") { gate.isReached }
        if outcomes.isEmpty { task.cancel() }
        gate.open()
        pump("the outcome") { !outcomes.isEmpty && !gate.isReached }
      }
      pump("both outcomes") { outcomes.count == 2 }
      XCTAssertEqual(outcomes, ["cancelled", "answer"])
      XCTAssertFalse(task.isRunning)
    }
  }
}
