import Foundation
import Synchronization
import XCTest

@testable import AppTestSupport

/// An X server for the tests alone, with a window manager: nothing else moves its pointer.
///
/// The cases of a class share one, one after another. A case that runs two programs at once has one for each.
final class Display: Sendable {
  let name: String
  private let server = Process()
  private let manager = Process()
  /// The numbers of the visible windows without a program: the root and the window manager's.
  private let ownWindows: [Substring]

  /// The server, the window manager and the simulated hand have priority over the program: a hand that is delayed
  /// during a throw loses its velocity. Without the permission to raise it, the priority is the same.
  private static let ahead = ["nice", "-n", "-10"]

  private init() throws {
    let number = try server.startForLine(
      Self.ahead + ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"], [:])
    name = ":\(number)"
    do {
      // Wait until it manages windows and handles keys, since it implements Alt+F4.
      _ = try manager.startForLine(
        Self.ahead + ["openbox", "--sm-disable", "--startup", "echo ready"], ["DISPLAY": name])
      ownWindows = try Self.windowsInView(on: name)
    } catch {
      manager.end()
      server.end()
      throw error
    }
  }

  deinit { end() }

  private func end() {
    manager.end()
    server.end()
  }

  // MARK: Sharing

  /// The display that no case is using, in its initial state.
  private static let idle = Mutex<Display?>(nil)

  /// The display of the previous case of this class; a new one if there is none.
  static func take() throws -> Display {
    ClassObserver.start()
    return try idle.withLock { $0.take() } ?? Display()
  }

  /// Leaves the display to the next case. Call it when the programs on it have ended. Ends the display if it has
  /// crashed, or if another one is already idle. The test fails if a window is still open.
  func giveBack() {
    do {
      guard server.isRunning else { return end() }
      try reset()
      Self.idle.withLock { if $0 == nil { $0 = self } }
    } catch {
      XCTFail("The display cannot be used again: \(error)")
      end()
    }
  }

  /// Releases buttons and keys that a failed case may still hold, closes the menu that the window manager opens at a click
  /// beside the window, and moves the pointer to its initial place. The server ignores the release of what is not held.
  private static let restoration =
    ["1", "2", "3"].flatMap { ["mouseup", $0] }
    + ["shift", "ctrl", "alt", "super"].flatMap { ["keyup", $0] }
    + ["key", "Escape", "mousemove", "500", "400"]

  /// Restores the display's initial state. Waits until no window of a program is in view or has the focus, since the
  /// server and the window manager notice the program's end later. A selection disappears with its owner.
  private func reset() throws {
    try run(["xdotool"] + Self.restoration)
    let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
    while try windowsInView() != ownWindows || focusedWindow() != nil {
      guard deadline > Date() else { throw TestFault("A window is still there") }
    }
  }

  private static let searchLimit = 10

  private static func windowsInView(on name: String) throws -> [Substring] {
    let words = ["xdotool", "search", "--onlyvisible", "--maxdepth", "1", "--name", ""]
    func search() throws -> [Substring] {
      String(decoding: try Tool.run(ahead + words, environment: ["DISPLAY": name]), as: UTF8.self)
        .split(separator: "\n")
    }
    // xdotool fails if a window disappears during the search.
    for _ in 1..<searchLimit { if let windows = try? search() { return windows } }
    return try search()
  }

  /// Ends the idle display when the cases of a class have ended.
  private final class ClassObserver: XCTestObservation, Sendable {
    private static let once: Void = XCTestObservationCenter.shared.addTestObserver(ClassObserver())

    static func start() { once }

    func testSuiteDidFinish(_ suite: XCTestSuite) { Display.idle.withLock { $0.take() }?.end() }
  }

  // MARK: Use

  /// Ends the server like a crash, without notifying its clients.
  func crash() {
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }

  /// Runs a tool on the display; returns its output.
  @discardableResult
  func run(_ words: String...) throws -> Data { try run(words) }

  @discardableResult
  func run(_ words: [String]) throws -> Data {
    try Tool.run(Self.ahead + words, environment: ["DISPLAY": name])
  }

  /// The numbers of all visible windows, including the root, those of the window manager, and menus.
  func windowsInView() throws -> [Substring] { try Self.windowsInView(on: name) }

  /// The number of the window that gets the keys; nil if there is none. The window manager's active window cannot be
  /// used, since it may already be closed.
  func focusedWindow() throws -> String? {
    let numbers = String(decoding: try run("xdotool", "getwindowfocus"), as: UTF8.self).split(separator: "\n")
    return numbers.first { !ownWindows.contains($0) }.map(String.init)
  }

  /// The screen's pixels.
  func screenshot() throws -> Screenshot { try Screenshot(xwd: run("xwd", "-root", "-silent")) }
}
