import Foundation
import XCTest

/// An X server of the test's own, with a window manager: nobody else moves its pointer.
final class Display {
  let name: String
  private let server = Process()
  private let manager = Process()

  /// The server and the hand go before what they drive: a hand that is kept waiting in mid-throw throws nothing. Who
  /// may not go before others goes with them.
  private static let ahead = ["nice", "-n", "-10"]

  init() throws {
    let pipe = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments =
      Self.ahead + ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"]
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    let number = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !number.isEmpty else { throw TestFault("Xvfb did not start: is the package xvfb installed?") }
    name = ":\(number)"
    manager.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    manager.arguments = ["openbox"]
    manager.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
    manager.standardOutput = FileHandle.nullDevice
    manager.standardError = FileHandle.nullDevice
    try manager.run()
  }

  deinit { close() }

  func close() {
    for process in [manager, server] where process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
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

/// Why a test could not go on.
struct TestFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
