import Foundation

@testable import AppTestSupport

/// A window in the corner of a display from which files can be dragged.
enum DragSource {
  /// Runs `body` with the place at which a drag begins.
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
    defer { process.end() }
    // Above the program's window, in a corner of the screen.
    try display.run(
      "xdotool", "search", "--sync", "--onlyvisible", "--name", "^DragSource$", "windowmove", "--sync", "0",
      "0")
    try body((60, 60))
  }
}
