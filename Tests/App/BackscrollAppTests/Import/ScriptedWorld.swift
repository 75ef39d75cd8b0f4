import ChatFormats
import Dispatch
import Foundation
import GLib
import GtkTestSupport

@testable import Watching

/// A clock that the test moves, and folders whose changes the test reports.
@MainActor
final class ScriptedWorld {
  private var time = ContinuousClock.now
  private var timers: [(due: FolderChanges.Instant, number: Int, body: @MainActor () -> Void)] = []
  private var count = 0
  /// The looks and readings on other threads, during which no time passes.
  private var running = 0
  private var monitors: [() -> Monitor?] = []
  /// Whether another program keeps the archives up to date.
  var isElsewhere = false

  @MainActor
  private final class Monitor {
    let changed: @MainActor () -> Void
    init(_ changed: @escaping @MainActor () -> Void) { self.changed = changed }
  }

  private let locks = FileManager.default.temporaryDirectory.appendingPathComponent(
    "locks-\(UUID().uuidString)")

  var world: WatchWorld {
    WatchWorld(
      now: { self.time }, time: { 1_900_000_000_000 },
      after: { seconds, body in
        self.count += 1
        let number = self.count
        self.timers.append((self.time + .seconds(seconds), number, body))
        return { self.timers.removeAll { $0.number == number } }
      },
      monitor: { _, changed in
        let monitor = Monitor(changed)
        self.monitors.append { [weak monitor] in monitor }
        return monitor
      },
      perform: { work in
        self.running += 1
        DispatchQueue.global().async {
          work()
          Task { @MainActor in self.running -= 1 }
        }
      },
      lock: { self.isElsewhere ? nil : WatchLock(of: $0, in: self.locks) })
  }

  /// Lets time pass, with all timers in their order.
  func pass(seconds: Int) {
    let end = time + .seconds(seconds)
    while let next = timers.filter({ $0.due <= end }).min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) {
      timers.removeAll { $0.number == next.number }
      time = max(time, next.due)
      next.body()
      // The look is made on another thread.
      drain()
    }
    time = end
  }

  /// Reports that something in a folder has changed.
  func change() { for monitor in monitors { monitor()?.changed() } }

  /// Waits for a state, while time passes.
  func pump(_ what: String, file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool) {
    GtkTestSupport.pump(what, file: file, line: line) {
      if condition() { return true }
      if running == 0 {
        pass(seconds: 1)
        // The loop does not wait for an event.
        MainLoop.soon {}
      }
      return false
    }
  }
}
