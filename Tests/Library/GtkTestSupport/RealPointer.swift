import Foundation
import Gtk
import XCTest

/// Moves the display's pointer with `xdotool`, for tests of which widget receives a real event.
@MainActor
public enum RealPointer {
  /// Turns the wheel over a widget, at a point of the window with this title; negative turns it up. Returns when the
  /// events are sent, so wait for their effect.
  public static func wheel(
    _ notches: Int, over title: String, x: Int, y: Int, on widget: Widget,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    // The window manager may move a new window away from under the pointer.
    pump("the pointer over the widget", file: file, line: line) {
      move(over: title, x: x, y: y, file: file, line: line)
      drain()
      return widget.containsPointer
    }
    run(
      ["click", "--repeat", "\(abs(notches))", "--delay", "10", notches < 0 ? "4" : "5"] + away, file, line)
  }

  /// Presses the first button over a point of the window with this title. Wait for the effect.
  public static func press(
    over title: String, x: Int, y: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    run(
      [
        "search", "--sync", "--name", "^\(title)$", "mousemove", "--window", "%1", "\(x)", "\(y)",
        "mousedown", "1",
      ], file, line)
  }

  /// Clicks on a point of the window with this title, twice for a double click, while some keys are held, such as "ctrl".
  /// Wait for the effect.
  public static func click(
    over title: String, x: Int, y: Int, count: Int = 1, holding keys: [String] = [],
    file: StaticString = #filePath, line: UInt = #line
  ) {
    move(over: title, x: x, y: y, file: file, line: line)
    // In one call with a search, the keys would be sent to the window, and not held.
    let click = ["click", "--repeat", "\(count)", "--delay", "10", "1"]
    run(keys.flatMap { ["keydown", $0] } + click + keys.flatMap { ["keyup", $0] }, file, line)
  }

  /// Moves the pointer to a point of the window with this title. Wait for the effect.
  public static func move(
    over title: String, x: Int, y: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    run(
      ["search", "--sync", "--name", "^\(title)$", "mousemove", "--window", "%1", "\(x)", "\(y)"], file, line)
  }

  /// Types a text into the window that has the focus. Wait for the effect.
  public static func type(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
    run(["type", "--delay", "8", text], file, line)
  }

  /// Presses and releases a key in the window that has the focus, such as "shift+Prior". Wait for the effect.
  public static func key(_ keys: String, file: StaticString = #filePath, line: UInt = #line) {
    run(["key", keys], file, line)
  }

  /// Presses the first button at the pointer's place. Wait for the effect.
  public static func press(file: StaticString = #filePath, line: UInt = #line) {
    run(["mousedown", "1"], file, line)
  }

  /// Moves the pointer. Wait for the effect.
  public static func move(by way: (x: Int, y: Int), file: StaticString = #filePath, line: UInt = #line) {
    run(["mousemove_relative", "--", "\(way.x)", "\(way.y)"], file, line)
  }

  /// Moves the pointer by each of `ways` while the main loop does not run, so that GTK merges them into one event.
  public static func moveUnseen(
    by ways: [(x: Int, y: Int)], file: StaticString = #filePath, line: UInt = #line
  ) {
    run(ways.flatMap { ["mousemove_relative", "--", "\($0.x)", "\($0.y)"] }, isBlocking: true, file, line)
  }

  /// Releases the first button. Wait for the effect.
  public static func release(file: StaticString = #filePath, line: UInt = #line) {
    run(["mouseup", "1"], file, line)
  }

  /// Moves the pointer into the screen's corner, so that it does not hover over the next window.
  public static func park(file: StaticString = #filePath, line: UInt = #line) { run(away, file, line) }

  private static let away = ["mousemove", "9999", "9999"]

  private static func run(
    _ words: [String], isBlocking: Bool = false, _ file: StaticString, _ line: UInt
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Without a limit, xdotool waits for ever for a window that does not appear.
    process.arguments = ["timeout", "30", "xdotool"] + words
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch {
      return XCTFail("xdotool cannot be run: \(error)", file: file, line: line)
    }
    if isBlocking { process.waitUntilExit() }
    pump("the end of xdotool", file: file, line: line) { !process.isRunning }
    XCTAssertEqual(process.terminationStatus, 0, "xdotool", file: file, line: line)
  }
}
