import Foundation
import XCTest

/// A program that a test calls for what it says.
enum Tool {
  /// What it has written to standard output; throws if it fails. `environment` comes on top of the test's own.
  static func run(_ words: [String], environment: [String: String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // `waitUntilExit` looks every 50 ms, and a test runs a hundred tools.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    guard process.terminationStatus == 0 else { throw TestFault("“\(words.joined(separator: " "))” failed") }
    return answer
  }
}

extension XCTestCase {
  /// Runs `body` with a new folder, which is removed afterwards.
  func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
