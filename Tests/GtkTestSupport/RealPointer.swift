import Foundation
import Gtk
import XCTest

/// The display's own pointer, moved by `xdotool`: for what only a real event can show, such as who gets it.
@MainActor
public enum RealPointer {
  /// Turns the wheel over a place of the window with this title, in the window's points; negative: up. Returns when
  /// the events have been sent; what they lead to has to be waited for.
  public static func wheel(
    _ notches: Int, over title: String, x: Int, y: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    run(
      [
        "search", "--sync", "--name", "^\(title)$", "mousemove", "--window", "%1", "\(x)", "\(y)", "click",
        "--repeat", "\(abs(notches))", "--delay", "10", notches < 0 ? "4" : "5",
      ] + away, file, line)
  }

  /// Moves the pointer out of the way of the windows to come: one that rests on a window is a hover.
  public static func park(file: StaticString = #filePath, line: UInt = #line) { run(away, file, line) }

  private static let away = ["mousemove", "9999", "9999"]

  private static func run(_ words: [String], _ file: StaticString, _ line: UInt) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdotool"] + words
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch {
      return XCTFail("xdotool cannot be run: \(error)", file: file, line: line)
    }
    pump("the end of xdotool", file: file, line: line) { !process.isRunning }
    XCTAssertEqual(process.terminationStatus, 0, "xdotool", file: file, line: line)
  }
}
