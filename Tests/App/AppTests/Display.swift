import Foundation
import XCTest

@testable import AppTestSupport

/// An X server of the test's own, with a window manager: nobody else moves its pointer.
final class Display {
  let name: String
  private let server = Process()
  private let manager = Process()

  /// The server, the window manager and the hand go before what they drive: a hand that is kept waiting in mid-throw
  /// throws nothing. Who may not go before others goes with them.
  private static let ahead = ["nice", "-n", "-10"]

  init() throws {
    let number = try server.startForLine(
      Self.ahead + ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"], [:])
    name = ":\(number)"
    // Not before it manages windows and takes keys: Alt+F4 is for it.
    _ = try manager.startForLine(
      Self.ahead + ["openbox", "--sm-disable", "--startup", "echo ready"], ["DISPLAY": name])
  }

  deinit { close() }

  func close() {
    manager.end()
    server.end()
  }

  /// Ends the server as a crash does: nothing is told to its clients.
  func crash() { kill(server.processIdentifier, SIGKILL) }

  /// Runs a tool on the display; answers what it printed.
  @discardableResult
  func run(_ words: String...) throws -> Data { try run(words) }

  @discardableResult
  func run(_ words: [String]) throws -> Data {
    try Tool.run(Self.ahead + words, environment: ["DISPLAY": name])
  }

  /// The screen's pixels.
  func screenshot() throws -> Screenshot { try Screenshot(xwd: run("xwd", "-root", "-silent")) }
}
