import CGtk
import Gtk
import XCTest

/// Wall-clock seconds after which what a test waits for counts as never coming. Nothing is timed by it:
/// it is long enough for the slowest machine.
private let patience = 30.0

/// Runs the loop until `condition` holds; fails if it never does, even when the loop has nothing left to do.
@MainActor
public func pump(
  _ what: String, file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
) {
  // A blocked loop would not come back by itself to look at the clock.
  let alarm = g_timeout_add(1_000, { _ in 1 }, nil)
  defer { g_source_remove(alarm) }
  let deadline = g_get_monotonic_time() + gint64(patience * 1_000_000)
  while !condition() {
    guard g_get_monotonic_time() < deadline else {
      return XCTFail("\(what) never came", file: file, line: line)
    }
    MainLoop.iterate(mayBlock: true)
  }
}

/// Runs all that is ready. A widget that animates is always ready: the bound ends it.
@MainActor
public func drain() {
  var turns = 0
  while turns < 1_000, MainLoop.iterate(mayBlock: false) { turns += 1 }
}

/// What `body` makes is gone when it ends: each peer and each closure. It runs once before it counts, for
/// what GTK keeps for good.
@MainActor
public func expectNothingLeft(
  times: Int = 1, file: StaticString = #filePath, line: UInt = #line, _ body: () -> Void
) {
  body()
  drain()
  let (objects, closures) = (Object.liveCount, liveClosureCount)
  for _ in 0..<times { body() }
  drain()
  XCTAssertEqual(Object.liveCount, objects, "peers", file: file, line: line)
  XCTAssertEqual(liveClosureCount, closures, "closures", file: file, line: line)
}
