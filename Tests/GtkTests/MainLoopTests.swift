import Foundation
import GtkTestSupport
import XCTest

@_spi(Testing) import Gtk

final class MainLoopTests: XCTestCase {
  func testAMainActorTaskRunsOnTheProcessesMainThread() {
    onMainThread {
      var threads: [Bool] = []
      Task {
        threads.append(Thread.isMainThread)
        await Task.detached {}.value
        threads.append(Thread.isMainThread)
        try? await Task.sleep(for: .milliseconds(1))
        threads.append(Thread.isMainThread)
      }
      pump("the task's end") { threads.count == 3 }
      XCTAssertEqual(threads, [true, true, true])
    }
  }

  func testAnIdleLoopDoesNotWakeUpForTheMainQueue() {
    onMainThread {
      var isDone = false
      Task { isDone = true }
      pump("a first job") { isDone }
      drain()
      let before = MainQueue.wakeCount
      // A second of nothing to do: with the queue's signal left unread the loop would turn without end.
      var isOver = false
      let deadline = Date(timeIntervalSinceNow: 1)
      let window = Window()
      window.onTick { _ in
        isOver = Date() > deadline
        return !isOver
      }
      window.present()
      pump("a second") { isOver }
      window.destroy()
      XCTAssertEqual(MainQueue.wakeCount, before)
    }
  }

  func testAwaitingFromASignalHandlerGoesOn() {
    onMainThread {
      let button = Button("Go")
      var steps: [String] = []
      button.clicked.connect {
        steps.append("clicked")
        Task {
          await Task.yield()
          steps.append("awaited")
        }
      }
      button.emit("clicked")
      pump("the task") { steps.count == 2 }
      XCTAssertEqual(steps, ["clicked", "awaited"])
    }
  }

  func testSoonRunsBeforeWhenIdle() {
    onMainThread {
      var order: [String] = []
      MainLoop.whenIdle { order.append("idle") }
      MainLoop.soon { order.append("soon") }
      pump("both") { order.count == 2 }
      XCTAssertEqual(order, ["soon", "idle"])
    }
  }
}
