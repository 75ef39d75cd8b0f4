import CGtk
import Foundation
import Gtk
import XCTest

/// The body of a test that uses GTK. XCTest runs synchronous tests on the process's main thread, but only
/// finds those that are not isolated; and a loop may not be stepped from inside a main-actor job.
///
/// Without a display the test fails with one sentence. A test that fails leaves pictures of its open
/// windows behind: see ``FailureEvidence``.
public func onMainThread(file: StaticString = #filePath, line: UInt = #line, _ body: @MainActor () -> Void) {
  MainActor.assumeIsolated {
    TestEnvironment.prepare()
    guard hasDisplay else {
      return XCTFail("These tests open windows: run them under a display", file: file, line: line)
    }
    FailureEvidence.collect()
    body()
  }
}

/// What GTK reads from the environment, the same whatever desktop the tests run on.
@MainActor
private enum TestEnvironment {
  private static var isPrepared = false

  /// Must come before the first look at ``hasDisplay``, which is what starts GTK.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    unsetenv("GTK_THEME")
    unsetenv("GTK_DEBUG")
    setenv("GSK_RENDERER", "cairo", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    setenv("GTK_A11Y", "test", 1)
    setenv("NO_AT_BRIDGE", "1", 1)
    // GLib has read G_DEBUG as it was loaded, before any line of ours.
    let fatal = G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue
    g_log_set_always_fatal(GLogLevelFlags(rawValue: fatal))
  }
}
