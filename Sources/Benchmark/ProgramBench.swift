import ArgumentParser
import ChatStore
import Foundation
import Gtk
import SampleChat

/// Measures the time from the start of `backscroll` to its first frame, with 1,000 and 1,000,000 messages in turn.
struct OpenBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens archives of 1,000 and 1,000,000 messages in the real program.")

  @Option(help: "Starts of each.") var rounds = 10

  func run() throws {
    let small = try BenchArchive.path(messages: 1_000)
    let large = try BenchArchive.path(messages: 1_000_000)
    var figures = [Figures(), Figures()]
    // The first start of each warms the file cache and does not count.
    for round in 0...rounds {
      for (index, path) in [small, large].enumerated() {
        let app = try AppRun(archive: path)
        let time = try app.wait(for: "window: first-frame", "ms")
        app.end()
        if round > 0 { figures[index].add(time) }
      }
    }
    print("messages\tstart to first frame, median (least … most)")
    print("1000\t\(figures[0].described("ms", digits: 0))")
    print("1000000\t\(figures[1].described("ms", digits: 0))")
    print("ratio\t\(String(format: "%.2f", figures[1].median / figures[0].median))")
  }
}

/// Synthetic archives in the temporary folder, written once.
enum BenchArchive {
  static func path(messages: Int) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-\(messages).sqlite"
    ).path
    let archive = try Archive(path: path, mode: .createIfMissing)
    try SyntheticConversation.generate(into: archive, messages: messages, seed: 1) { done in
      if done % 100_000 == 0, done > 0 {
        try? StandardStream.error.write("\(done) messages written\n")
      }
    }
    return path
  }
}

/// Measures the resident memory of `backscroll` while it scrolls far back in 1,000,000 messages, and forward again.
struct MemoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Reads messages backwards in the real program, and forwards again, and prints its memory use.",
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

  /// Turns the wheel until all rows are read. Returns the memory after the first 200 rows on the way back, and at the
  /// end on the way forward.
  private func read(_ app: AppRun, _ name: String, _ direction: String, button: Int) throws -> Double {
    let wheel = try turnWheel(button)
    defer {
      wheel.terminate()
      wheel.waitUntilExit()
    }
    // Pages that are still loaded at the turning point are not loaded again.
    let all = direction == "previous" ? rows : rows - 1_000
    var steps = [200, 10_000, 30_000, 100_000, all].filter { $0 <= all }
    var read = 0.0
    var first: Double?
    while let step = steps.first {
      read += try app.wait(for: "pager: loaded direction=\(direction)", "count")
      guard read >= Double(step) else { continue }
      steps.removeAll { Double($0) <= read }
      let memory = app.memory
      first = first ?? memory
      print("\(Int(read)) \(name)\t\(String(format: "%.1f", memory)) MB")
    }
    return direction == "previous" ? first ?? .nan : app.memory
  }

  /// `exec` replaces the shell by xdotool, so that terminating the process ends the wheel.
  private func turnWheel(_ button: Int) throws -> Process {
    try Process.start([
      "sh", "-c",
      """
      set -- $(xdotool getdisplaygeometry)
      exec xdotool mousemove $(($1 / 2)) $(($2 / 2)) click --repeat 1000000 --delay 3 \(button)
      """,
    ])
  }
}

/// The program `backscroll` beside this one, and the lines of its log.
final class AppRun {
  private let process = Process()
  private let log = Pipe()
  private var pending = Data()

  /// Starts `backscroll` on an archive.
  init(archive: String) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let program = folder.appendingPathComponent("backscroll")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw ValidationError(
        "“\(program.path)” is not built. Run: swift build -c release --product backscroll")
    }
    process.executableURL = program
    process.arguments = [archive, "--log-level", "debug"]
    process.standardError = log
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.terminate() }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// The next line of the log; nil when the program has ended.
  func nextLine() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[pending.index(after: end)...])
        return line
      }
      let more = log.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      pending.append(more)
    }
  }

  /// Waits for a line that begins with `event` and has a number after `key=`.
  func wait(for event: String, _ key: String) throws -> Double {
    while let line = nextLine() {
      guard line.hasPrefix(event),
        let field = line.split(separator: " ").first(where: { $0.hasPrefix("\(key)=") })
      else { continue }
      if let value = Double(field.dropFirst(key.count + 1)) { return value }
    }
    throw ValidationError("backscroll ended before “\(event)”. Is there a display?")
  }

  /// Waits for a line that begins with `event`, and returns its numbers by their keys.
  func wait(for event: String) throws -> [String: Double] {
    while let line = nextLine() {
      guard line.hasPrefix(event) else { continue }
      let fields = line.split(separator: " ").compactMap { field -> (String, Double)? in
        let parts = field.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = Double(parts[1]) else { return nil }
        return (String(parts[0]), value)
      }
      return Dictionary(fields) { $1 }
    }
    throw ValidationError("backscroll ended before “\(event)”. Is there a display?")
  }

  /// Resident memory in MB.
  var memory: Double { residentMemory(of: "\(process.processIdentifier)") }
}
