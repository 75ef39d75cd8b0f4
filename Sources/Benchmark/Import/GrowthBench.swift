import ExportWriters
import Foundation

/// Measures how the cost of an import grows: every format, in every direction in which it can grow, at a size and at
/// twice that size.
///
/// The cost is the number of instructions if the machine counts them and perf is installed, otherwise the processor's
/// time. The cost of an export of size 1 is subtracted, which is mostly that of starting and of an empty archive.
struct GrowthBench {
  /// A ratio above this is a failure. Sorting and trees cost a little more than twice as much for twice as much.
  static let largestRatio = 2.3

  /// The folder for exports and archives.
  let folder: URL

  private let meter = Meter.best
  /// The size at which a direction is measured if smaller ones cost too little.
  private static let largestSize = 64_000
  /// The seconds and the multiple of the fixed cost that are enough for a stable ratio.
  private static let leastSeconds = 0.25
  private static let leastMultiple = 4.0
  /// The number of measurements of a ratio that is too large. The smallest one counts, because other work of the machine
  /// can only add to the time.
  private static let attempts = 3

  /// Prints a line for each direction, and returns the names of those that grow too fast.
  func run(only name: String?) throws -> [String] {
    var table = TextTable(["format", "growing", "n", "\(meter.unit) of n", "of 2n", "ratio", ""])
    var failures: [String] = []
    for export in GrowingExport.all where name.map({ $0 == export.family.name }) ?? true {
      let growth = try growth(of: export)
      let isFailure = growth.ratio > Self.largestRatio
      if isFailure { failures.append(export.name) }
      table.add([
        export.family.name, export.direction.rawValue, "\(growth.size)", meter.words(growth.cost),
        meter.words(growth.double), String(format: "%.2f", growth.ratio), isFailure ? "too fast" : "",
      ])
      try? FileHandle.standardError.write(contentsOf: Data(".".utf8))
    }
    print("\n" + table.text)
    return failures
  }

  private struct Growth {
    let size: Int
    let cost: Double
    let double: Double
    var ratio: Double { double / max(cost, .leastNonzeroMagnitude) }
  }

  private func growth(of export: GrowingExport) throws -> Growth {
    let fixed = try self.run(export, size: 1).cost
    var size = 500
    var run = try self.run(export, size: size)
    while run.seconds < Self.leastSeconds || run.cost < Self.leastMultiple * fixed, size < Self.largestSize {
      size *= 2
      run = try self.run(export, size: size)
    }
    var best: Growth?
    for attempt in 0..<Self.attempts {
      let first = attempt == 0 ? run.cost : try self.run(export, size: size).cost
      let next = Growth(
        size: size, cost: max(0, first - fixed),
        double: max(0, try self.run(export, size: 2 * size).cost - fixed))
      if best.map({ next.ratio < $0.ratio }) ?? true { best = next }
      if next.ratio <= Self.largestRatio || meter == .instructions { break }
    }
    return best ?? Growth(size: size, cost: 0, double: 0)
  }

  private func run(_ export: GrowingExport, size: Int) throws -> (cost: Double, seconds: Double) {
    defer { try? FileManager.default.removeItem(at: folder) }
    let places = try export.write(size: size, to: folder.appendingPathComponent("export"))
    let output = folder.appendingPathComponent("output").path
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let archive = folder.appendingPathComponent("archive").path
    // Twice, since messages that are known take another way.
    let paths = places.map(\.path) + places.map(\.path)
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    guard let log = FileHandle(forWritingAtPath: output) else {
      throw ImportRunner.Failure.ended(output: output)
    }
    let process = try Process.start(
      meter.command(folder) + [program, "import", "once", archive] + paths, output: log)
    process.waitUntilExit()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard process.terminationStatus == 0, let run = ImportRunner.Run(output: text) else {
      throw ImportRunner.Failure.ended(output: "\(export.name), \(size)\n\(text)")
    }
    return (try meter.count(folder) ?? run.cpu, run.cpu)
  }

  /// The measure of a cost.
  private enum Meter {
    case instructions, processorTime

    static var best: Meter {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/perf") else { return .processorTime }
      let told = try? Process.errors(of: "/usr/bin/perf", ["stat", "-x,", "-e", event, "true"])
      return told.flatMap(count) == nil ? .processorTime : .instructions
    }

    private static let event = "instructions:u"

    var unit: String { self == .instructions ? "millions of instructions" : "seconds" }

    func words(_ cost: Double) -> String {
      self == .instructions ? String(format: "%.1f", cost / 1e6) : String(format: "%.2f", cost)
    }

    /// The beginning of the command line of a process that is measured.
    func command(_ folder: URL) -> [String] {
      self == .instructions
        ? ["perf", "stat", "-x,", "-e", Self.event, "-o", folder.appendingPathComponent("perf").path] : []
    }

    /// The instructions of the process that has ended; nil for other measures.
    func count(_ folder: URL) throws -> Double? {
      guard self == .instructions else { return nil }
      return Self.count(
        try String(contentsOf: folder.appendingPathComponent("perf"), encoding: .utf8))
    }

    /// The number before the name of the event; nil if the machine does not count it.
    private static func count(_ told: String) -> Double? {
      told.split(separator: "\n").first { $0.contains(",\(event)") }
        .flatMap { $0.split(separator: ",").first }.flatMap { Double($0) }
    }
  }
}
