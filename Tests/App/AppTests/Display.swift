import Foundation
import Synchronization
import XCTest

@testable import AppTestSupport

/// An X server of the tests' own, with a window manager: nothing else moves its pointer.
///
/// The cases of a class share one, each after the other. A case that runs two programs at once has one for each.
final class Display: Sendable {
  let name: String
  private let server = Process()
  private let manager = Process()
  /// The numbers of the windows in view without a program: the root and the window manager's.
  private let ownWindows: [Substring]

  /// The server, the window manager and the hand go before what they drive: a hand that is kept waiting in mid-throw
  /// throws nothing. Who may not go before others goes with them.
  private static let ahead = ["nice", "-n", "-10"]

  private init() throws {
    let number = try server.startForLine(
      Self.ahead + ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"], [:])
    name = ":\(number)"
    do {
      // Not before it manages windows and takes keys: Alt+F4 is for it.
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

  /// The display that no case uses at the moment, as it was when it started.
  private static let idle = Mutex<Display?>(nil)

  /// The display of the last case of this class; a new one if there is none.
  static func take() throws -> Display {
    ClassObserver.start()
    return try idle.withLock { $0.take() } ?? Display()
  }

  /// Leaves the display to the next case. Call it when the programs on it have ended. Ends the display if it has crashed, or
  /// if another one is left already. The test fails if a window is still there.
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

  /// Releases what a failed case may still hold, and moves the pointer to where a new server has it. The server ignores the
  /// release of what is not held.
  private static let restoration =
    ["1", "2", "3"].flatMap { ["mouseup", $0] }
    + ["shift", "ctrl", "alt", "super"].flatMap { ["keyup", $0] }
    + ["mousemove", "500", "400"]

  /// Makes the display what it was when it started. Waits until no window of a program is in view or has the focus: the
  /// server and the window manager learn later that the program has ended. A selection goes with its owner.
  private func reset() throws {
    try run(["xdotool"] + Self.restoration)
    let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
    while try windowsInView() != ownWindows || focusedWindow() != nil {
      guard deadline > Date() else { throw TestFault("A window is still there") }
    }
  }

  private static func windowsInView(on name: String) throws -> [Substring] {
    let words = ["xdotool", "search", "--onlyvisible", "--maxdepth", "1", "--name", ""]
    return String(decoding: try Tool.run(ahead + words, environment: ["DISPLAY": name]), as: UTF8.self)
      .split(separator: "\n")
  }

  /// Ends the display that is left when the cases of a class have ended.
  private final class ClassObserver: XCTestObservation, Sendable {
    private static let once: Void = XCTestObservationCenter.shared.addTestObserver(ClassObserver())

    static func start() { once }

    func testSuiteDidFinish(_ suite: XCTestSuite) { Display.idle.withLock { $0.take() }?.end() }
  }

  // MARK: Use

  /// Ends the server as a crash does: nothing is told to its clients.
  func crash() {
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }

  /// Runs a tool on the display; answers what it printed.
  @discardableResult
  func run(_ words: String...) throws -> Data { try run(words) }

  @discardableResult
  func run(_ words: [String]) throws -> Data {
    try Tool.run(Self.ahead + words, environment: ["DISPLAY": name])
  }

  /// The numbers of all windows in view, also of the root and those of the window manager. A menu is one.
  func windowsInView() throws -> [Substring] { try Self.windowsInView(on: name) }

  /// The number of the window that gets the keys; nil if none does. What the window manager says of the active window goes on
  /// naming one that has gone.
  func focusedWindow() throws -> String? {
    let numbers = String(decoding: try run("xdotool", "getwindowfocus"), as: UTF8.self).split(separator: "\n")
    return numbers.first { !ownWindows.contains($0) }.map(String.init)
  }

  /// The screen's pixels.
  func screenshot() throws -> Screenshot { try Screenshot(xwd: run("xwd", "-root", "-silent")) }
}
