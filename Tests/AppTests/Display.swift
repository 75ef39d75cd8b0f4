import Foundation
import XCTest

/// An X server of the test's own, with a window manager: nobody else moves its pointer.
final class Display {
  let name: String
  private let server = Process()
  private let manager = Process()

  /// The server, the window manager and the hand go before what they drive: a hand that is kept waiting in mid-throw
  /// throws nothing. Who may not go before others goes with them.
  private static let ahead = ["nice", "-n", "-10"]

  init() throws {
    let number = try Self.firstLine(
      of: server, ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"])
    name = ":\(number)"
    manager.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
    // Not before it manages windows and takes keys: Alt+F4 is for it.
    _ = try Self.firstLine(of: manager, ["openbox", "--sm-disable", "--startup", "echo ready"])
  }

  /// Starts a program that writes a line when it is ready, and waits for that.
  private static func firstLine(of process: Process, _ words: [String]) throws -> String {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ahead + words
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw TestFault("\(words[0]) did not start: is its package installed?") }
      line += String(decoding: more, as: UTF8.self)
    }
    return line.trimmingCharacters(in: .newlines)
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
