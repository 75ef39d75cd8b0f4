import Foundation
import XCTest

/// A command-line tool whose output a test uses.
enum Tool {
  /// Runs a tool and returns its standard output. Throws if it fails, or takes longer than
  /// ``ProgramUnderTest/patience``: xdotool waits for ever for a missing window. `environment` is added to the test's
  /// own.
  static func run(_ words: [String], environment: [String: String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=5", "\(Int(ProgramUnderTest.patience))"] + words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // `waitUntilExit` polls every 50 ms, and a test runs a hundred tools.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    guard process.terminationStatus == 0 else { throw TestFault("“\(words.joined(separator: " "))” failed") }
    return answer
  }
}

extension Process {
  /// Starts a program. `environment` is added to the test's own; standard error is appended to the file `log`.
  func start(
    _ words: [String], _ environment: [String: String], output: Any = FileHandle.nullDevice, log: URL? = nil
  ) throws {
    executableURL = URL(fileURLWithPath: "/usr/bin/env")
    arguments = words
    self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    standardInput = FileHandle.nullDevice
    standardOutput = output
    standardError = FileHandle.nullDevice
    if let log {
      let file = open(log.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw TestFault("Cannot write \(log.path)") }
      standardError = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }
    try run()
  }

  /// Starts a program that writes a line when it is ready, and waits for that line.
  func startForLine(_ words: [String], _ environment: [String: String]) throws -> String {
    let output = Pipe()
    try start(words, environment, output: output)
    var line = ""
    while !line.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw TestFault("\(words) did not start: is its package installed?") }
      line += String(decoding: more, as: UTF8.self)
    }
    return line.trimmingCharacters(in: .newlines)
  }

  /// Ends the program, and waits until it has ended. The test fails if it does not end on request.
  func end() {
    guard isRunning else { return }
    terminate()
    let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
    while isRunning, deadline > Date() { usleep(2_000) }
    guard isRunning else { return }
    XCTFail("\(executableURL?.lastPathComponent ?? "") \(arguments ?? []) does not end")
    kill(processIdentifier, SIGKILL)
    waitUntilExit()
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

/// The reason why a test could not continue.
struct TestFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
