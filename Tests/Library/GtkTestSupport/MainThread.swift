import CGtk
import Foundation
@_spi(Testing) import Gtk
import XCTest

/// Runs the body of a test that uses GTK. XCTest runs synchronous tests on the main thread, but finds only tests that are
/// not isolated, and a test in a main-actor job could not run the main loop.
///
/// Fails without a display. A failed test leaves pictures of its windows; see ``FailureEvidence``.
public func onMainThread(file: StaticString = #filePath, line: UInt = #line, _ body: @MainActor () -> Void) {
  MainActor.assumeIsolated {
    TestEnvironment.prepare()
    guard hasDisplay else {
      return XCTFail("These tests open windows: run them under a display", file: file, line: line)
    }
    FailureEvidence.collect()
    // Windows show focus rings if keys were used last in any window, including those of the previous test.
    InputKind.forget()
    body()
  }
}

/// The environment variables that GTK reads, independent of the desktop that the tests run on.
@MainActor
private enum TestEnvironment {
  private static var isPrepared = false

  /// Call it before the first use of ``hasDisplay``, which initialises GTK.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    unsetenv("GTK_THEME")
    unsetenv("GTK_DEBUG")
    setenv("GSK_RENDERER", "cairo", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    setenv("GTK_A11Y", "test", 1)
    setenv("NO_AT_BRIDGE", "1", 1)
    // Setting G_DEBUG here would be too late: GLib reads it when it is loaded.
    let fatal = G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue
    g_log_set_always_fatal(GLogLevelFlags(rawValue: fatal))
  }
}
