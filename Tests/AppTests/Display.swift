import Foundation
import XCTest

/// An X server of the test's own, with a window manager: nobody else moves its pointer.
final class Display {
  let name: String
  private let server = Process()
  private let manager = Process()

  init() throws {
    let pipe = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"]
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

  /// Runs a tool on the display; answers what it printed.
  @discardableResult
  func run(_ words: String...) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFault("“\(words.joined(separator: " "))” failed") }
    return output
  }

  /// The screen's pixels.
  func screenshot() throws -> Screenshot { try Screenshot(xwd: run("xwd", "-root", "-silent")) }
}

/// Why a test could not go on.
struct TestFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A picture of the screen, in the X window dump format: a header of big-endian words, a colour map, rows of pixels.
struct Screenshot {
  let data: Data
  let width: Int
  let height: Int
  private let stride: Int
  private let start: Int
  /// Bytes a pixel: 3 or 4 at the same depth, as the server likes.
  private let pixelSize: Int

  init(xwd data: Data) throws {
    func word(_ index: Int) -> Int { data[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard data.count > 100, word(1) == 7 else { throw TestFault("This is no picture of the screen") }
    self.data = data
    width = word(4)
    height = word(5)
    pixelSize = word(11) / 8
    stride = word(12)
    start = word(0) + word(19) * 12
  }

  /// The bytes of a rectangle, row by row.
  func pixels(x: Range<Int>, y: Range<Int>) -> [Data] {
    y.map {
      let row = start + $0 * stride
      return data[(row + pixelSize * x.lowerBound)..<(row + pixelSize * x.upperBound)]
    }
  }
}
