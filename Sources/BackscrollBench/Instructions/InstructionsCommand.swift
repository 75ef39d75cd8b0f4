import ArgumentParser
import Foundation

/// Instructions of the pure parts, counted by valgrind: figures that do not depend on the machine's other work.
struct InstructionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instructions",
    abstract: "Counts the instructions of layout, heights, carousel and motion.",
    discussion: """
      Needs valgrind. Each figure is the difference of a long and a short run, divided by the operations between \
      them, so that preparing does not count.
      """)

  @Option(help: .hidden) var workload: String?
  @Option(help: .hidden) var times = 0

  func run() throws {
    if let workload {
      guard let work = PureWorkload(rawValue: workload) else {
        throw ValidationError("There is no such work.")
      }
      print(work.run(times: times))
      return
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind") else {
      throw ValidationError("valgrind is not installed. Run: apt-get install valgrind")
    }
    // Older valgrinds give up on the debugging information of a Swift program: they get one without.
    let bare = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-bare-\(getpid())")
    defer { try? FileManager.default.removeItem(at: bare) }
    let strip = Process()
    strip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    strip.arguments = [
      "strip", "-g", "-o", bare.path, URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
    ]
    try strip.run()
    strip.waitUntilExit()
    var table = TextTable(["operation", "instructions"])
    for work in PureWorkload.allCases where work != .nothing {
      let times = (few: 100, many: 1_100)
      let difference = try count(bare, work, times.many) - count(bare, work, times.few)
      table.add([work.rawValue, "\(difference / (times.many - times.few))"])
    }
    print(table.text)
  }

  /// Instructions of a whole process.
  private func count(_ program: URL, _ work: PureWorkload, _ times: Int) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/valgrind")
    process.arguments = [
      "--tool=callgrind", "--callgrind-out-file=/dev/null",
      program.path, "instructions", "--workload",
      work.rawValue, "--times", "\(times)",
    ]
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let count = Self.collected(told) else {
      throw ValidationError("valgrind did not count: \(told.suffix(200))")
    }
    return count
  }

  /// The number behind "Collected :" in what callgrind tells at its end.
  static func collected(_ told: String) -> Int? {
    for line in told.split(separator: "\n") where line.contains("Collected") {
      return line.split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }
    return nil
  }
}
