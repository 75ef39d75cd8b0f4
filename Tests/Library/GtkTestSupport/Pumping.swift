import CGtk
import Gtk
import XCTest

/// The bound in seconds of every wait. It only ends a test that would hang, so it is long enough for the slowest machine.
private let patience = 30.0

/// Runs the main loop until `condition` holds. Fails after 30 s if it does not.
@MainActor
public func pump(
  _ what: String, file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
) {
  // Without a source that fires, an idle loop would block past the deadline.
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

/// Runs all sources that are ready. The bound ends it while a widget animates, which makes a frame ready again and again.
@MainActor
public func drain() {
  var turns = 0
  while turns < 1_000, MainLoop.iterate(mayBlock: false) { turns += 1 }
}

/// Waits until the window has laid out and painted its contents.
@MainActor
public func paint(_ window: Window, frames: Int = 2) {
  drain()
  for _ in 0..<frames {
    var isPainted = false
    let handle = window.frameClock?.afterPaint.connect(weak: window) { _ in isPainted = true }
    pump("a frame") {
      window.queueDraw()
      return isPainted
    }
    handle?.disconnect()
    drain()
  }
}

/// Expects that no peer and no signal closure that `body` makes outlives it. A first run, which does not count, makes
/// the objects that GTK keeps for the life of the process.
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

/// Objects that should be deallocated soon, such as the former pages of a window.
@MainActor
public struct Departing {
  private var left: [() -> AnyObject?] = []

  /// Makes an empty set of objects.
  public init() {}

  /// Watches another object, without keeping it.
  public mutating func watch(_ object: AnyObject?) { left.append { [weak object] in object } }

  /// Whether all of them are deallocated.
  public var areGone: Bool { left.allSatisfy { $0() == nil } }
}
