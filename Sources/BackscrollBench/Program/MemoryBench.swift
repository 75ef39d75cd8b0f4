import ArgumentParser
import Foundation

/// Resident memory of the real program while it reads far back in 1,000,000 messages, and forth again.
struct MemoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Reads messages backwards in the real program, and forwards again, and tells its memory.",
    discussion: """
      Turns the mouse wheel by xdotool, which has to be installed, over the middle of the screen. 10,000 messages \
      take half a minute a way, 100,000 some five minutes.
      """)

  @Option(help: "How many messages to read each way.")
  var rows = 10_000

  func run() throws {
    let app = try AppRun(archive: try BenchArchive.path(messages: 1_000_000))
    defer { app.end() }
    _ = try app.wait(for: "window: first-frame", "ms")
    print("read\tresident")
    let first = try read(app, "backwards", "previous", button: 4)
    let last = try read(app, "forwards", "next", button: 5)
    print("ratio\t\(String(format: "%.2f", last / first))")
  }

  /// Turns the wheel until all rows are read; answers the memory after the first 200 of the way back, or at the
  /// end of the way forth.
  private func read(_ app: AppRun, _ name: String, _ direction: String, button: Int) throws -> Double {
    let wheel = try turnWheel(button)
    defer {
      wheel.terminate()
      wheel.waitUntilExit()
    }
    // What is still loaded at the turning point is not loaded again.
    let all = direction == "previous" ? rows : rows - 1_000
    var steps = [200, 10_000, 30_000, 100_000, all].filter { $0 <= all }
    var read = 0.0
    var first: Double?
    while let step = steps.first {
      read += try app.wait(for: "pager: loaded direction=\(direction)", "count")
      guard read >= Double(step) else { continue }
      steps.removeAll { Double($0) <= read }
      let memory = app.residentMemory
      first = first ?? memory
      print("\(Int(read)) \(name)\t\(String(format: "%.1f", memory)) MB")
    }
    return direction == "previous" ? first ?? .nan : app.residentMemory
  }

  /// The shell is replaced by xdotool, so that ending the process ends the wheel.
  private func turnWheel(_ button: Int) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sh", "-c",
      """
      set -- $(xdotool getdisplaygeometry)
      exec xdotool mousemove $(($1 / 2)) $(($2 / 2)) click --repeat 1000000 --delay 3 \(button)
      """,
    ]
    try process.run()
    return process
  }
}
