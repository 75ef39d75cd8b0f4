import Foundation

@testable import AppTestSupport

/// A window in the corner of a display from which files can be dragged.
enum DragSource {
  /// Runs `body` with the place where a drag begins.
  static func with(_ files: [String], on display: Display, _ body: (Hand.Place) throws -> Void) throws {
    let process = Process()
    process.executableURL = AppUnderTest.program.deletingLastPathComponent().appendingPathComponent(
      "DragSource")
    process.arguments = files
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
    ]) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    // Above the program's window, and in a corner of the screen. By itself the tool waits for ever for a window that never comes.
    try display.run(
      "timeout", "\(Int(AppUnderTest.patience))", "xdotool", "search", "--sync", "--onlyvisible", "--name",
      "^DragSource$", "windowmove", "--sync", "0", "0")
    try body((60, 60))
  }
}
