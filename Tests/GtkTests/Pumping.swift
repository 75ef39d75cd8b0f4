import XCTest

@testable import Gtk

/// The body of a test that uses GTK. XCTest runs synchronous tests on the process's main thread, but only finds those
/// that are not isolated; and a loop may not be stepped from inside a main-actor job.
func onMainThread(_ body: @MainActor () -> Void) {
  MainActor.assumeIsolated {
    guard hasDisplay else { return XCTFail("These tests open windows: run them under a display") }
    body()
  }
}

/// Runs the loop until `condition` holds; the bound only catches what never comes.
@MainActor func pump(_ what: String, until condition: () -> Bool) {
  var turns = 0
  while !condition() {
    MainLoop.iterate(mayBlock: true)
    turns += 1
    guard turns < 20_000 else { return XCTFail("\(what) never came") }
  }
}

/// Runs all that is ready.
@MainActor func drain() { while MainLoop.iterate(mayBlock: false) {} }
