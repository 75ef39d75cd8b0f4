import Foundation

/// The server of the fixture, started once for all tests. It exits together with this process, whose end closes its input.
final class TestServer: Sendable {
  static let shared = Result { try TestServer() }

  let port: Int
  // The pipe is open as long as the server runs.
  private let input: Pipe
  private let process: Process

  private init() throws {
    guard
      let script = Bundle.module.url(
        forResource: "github_server", withExtension: "py", subdirectory: "Fixtures")
    else { throw TestFailure("The server's script is not among the resources.") }
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", script.path]
    input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let byte = try output.fileHandleForReading.read(upToCount: 1) ?? Data()
      guard !byte.isEmpty else {
        throw TestFailure("The tests' server did not start. Is python3 installed?")
      }
      line.append(byte)
    }
    guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
      throw TestFailure("The tests' server did not tell its port.")
    }
    self.port = port
  }
}

public struct TestFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
