import ArgumentParser
import Foundation

/// Resident memory of the real program after reading 200 and 10,000 of 1,000,000 messages backwards.
struct MemoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Reads 10,000 messages backwards in the real program and tells its memory.",
    discussion: "Turns the mouse wheel by xdotool, which has to be installed, over the middle of the screen.")

  func run() throws {
    let app = try AppRun(archive: try BenchArchive.path(messages: 1_000_000))
    defer { app.end() }
    _ = try app.wait(for: "window: first-frame", "ms")
    let wheel = try turnWheel()
    defer { wheel.terminate() }
    var read = 0.0
    var first: Double?
    while read < 10_000 {
      read += try app.wait(for: "pager: loaded direction=previous", "count")
      if first == nil, read >= 200 { first = app.residentMemory }
    }
    let last = app.residentMemory
    print("read backwards\tresident")
    print("200\t\(String(format: "%.1f", first ?? .nan)) MB")
    print("10000\t\(String(format: "%.1f", last)) MB")
    print("ratio\t\(String(format: "%.2f", last / (first ?? .nan)))")
  }

  private func turnWheel() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sh", "-c",
      "set -- $(xdotool getdisplaygeometry); xdotool mousemove $(($1 / 2)) $(($2 / 2)) click --repeat 100000 --delay 3 4",
    ]
    try process.run()
    return process
  }
}
