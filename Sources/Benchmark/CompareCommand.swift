import ArgumentParser
import Foundation
import Gtk
import Synchronization

/// Compares our widgets with the stock ones in one run.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Does the same work with our widgets and with the stock ones, and compares.",
    discussion: """
      Each field of the tables is measured in a process of its own, several rounds, the peers by turns. Ratios are \
      against AnchoredList (the carousel's: against Carousel). The wheel is turned by xdotool, which moves the \
      pointer: better run it on a display of its own, as ./meson-wrapper.sh bench does.
      """)

  @Option(help: "Rounds of everything; medians are shown.") var rounds = 3
  @Option(help: "One work, or several with commas: \(Work.allCases.map(\.rawValue).joined(separator: ", ")).")
  var only: String?
  @Option(help: "What GTK draws with: cairo, default (whatever it picks), or both.") var renderer = "both"
  @Flag(help: "One short round, fewer sizes.") var quick = false
  @Option(help: "Writes all values to this file.") var json: String?
  @Option(help: "Draws cost against size into this file.") var svg: String?
  @Option(help: "Seconds after which a measurement is abandoned.") var bound = 60.0

  func validate() throws {
    guard ["cairo", "default", "both"].contains(renderer) else {
      throw ValidationError("The renderer is cairo, default or both.")
    }
    _ = try works
  }

  private var works: [Work] {
    get throws {
      guard let only else { return Work.allCases }
      return try only.split(separator: ",").map { name in
        guard let work = Work(rawValue: String(name)) else {
          throw ValidationError("There is no work “\(name)”.")
        }
        return work
      }
    }
  }

  func run() throws {
    guard ProcessInfo.processInfo.environment["DISPLAY"] != nil else {
      throw ValidationError("There is no display to open a window on. Run: ./meson-wrapper.sh bench")
    }
    let machine = Machine.current
    print(machine.text)
    var comparisons: [Comparison] = []
    for renderer in renderer == "both" ? ["cairo", "default"] : [renderer] {
      print("\n# GSK_RENDERER=\(renderer)")
      var comparison = Comparison(renderer: renderer)
      for work in try works {
        measure(work, &comparison)
        print("\n## \(work.title)\n\n\(comparison.tables(work))")
        // Flush each table, also into a file, since the next work may take long.
        fflush(nil)
      }
      print("\n## Goals\n\n\(Goal.table(comparison))\n\nDrawn by \(comparison.rendererName)")
      comparisons.append(comparison)
    }
    let report = ComparisonReport(machine: machine, rounds: quick ? 1 : rounds, comparisons: comparisons)
    if let json { try report.json.write(to: URL(fileURLWithPath: json)) }
    if let svg, let first = comparisons.first {
      try Data(ScalingChart(first).svg.utf8).write(to: URL(fileURLWithPath: svg))
    }
  }

  /// Measures all rounds of a work, the peers in turn.
  private func measure(_ work: Work, _ comparison: inout Comparison) {
    let first = comparison.results.count
    comparison.results += CellSpec.all([work], isQuick: quick).map {
      CellResult(spec: $0, note: $0.refusal(isQuick: quick))
    }
    for round in 1...(quick ? 1 : max(1, rounds)) {
      for index in first..<comparison.results.count where comparison.results[index].note == nil {
        let spec = comparison.results[index].spec
        tell("\(comparison.renderer), round \(round): \(work.rawValue), \(spec.peer.rawValue), \(spec.rows)")
        let run = CellRun(
          spec: spec, renderer: comparison.renderer, effort: 1, bound: max(bound, work.length))
        let outcome = run.run()
        comparison.results[index].add(outcome.readings)
        comparison.results[index].note = outcome.note
        if let name = outcome.renderer { comparison.rendererName = name }
      }
    }
    tell("")
  }

  /// Rewrites one line on a terminal.
  private func tell(_ text: String) {
    guard isatty(2) == 1 else { return }
    try? StandardStream.error.write("\r\u{1B}[K\(text)")
  }
}

/// Starts this program for one cell, and reads its output.
private struct CellRun {
  let spec: CellSpec
  let renderer: String
  let effort: Int
  /// Time limit in seconds.
  let bound: Double

  /// The readings, and the reason for missing ones.
  struct Outcome {
    var readings: [Reading] = []
    var renderer: String?
    var note: String?
  }

  func run() -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.environment = environment
    process.arguments = [
      "cell", "--work", spec.work.rawValue, "--peer", spec.peer.rawValue, "--rows", "\(spec.rows)",
      "--effort", "\(effort)", "--started", "\(steadyTime())",
    ]
    do { try process.run() } catch { return Outcome(note: "could not be started") }
    let isLate = Signal()
    let watch = DispatchWorkItem {
      isLate.set()
      process.terminate()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + bound, execute: watch)
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    watch.cancel()
    let lines = told.split(separator: "\n")
    var outcome = Outcome(readings: lines.compactMap { Reading(line: $0) })
    outcome.renderer = lines.first { $0.hasPrefix("renderer\t") }.map { String($0.dropFirst(9)) }
    if isLate.isSet {
      outcome.note = "> \(Int(bound)) s"
    } else if let absent = lines.first(where: { $0.hasPrefix("absent\t") }) {
      outcome.note = String(absent.dropFirst(7))
    } else if process.terminationStatus != 0 {
      outcome.note = "failed"
    }
    return outcome
  }

  /// The environment of all peers: without desktop settings and assistive technology.
  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["G_DEBUG", "GTK_DEBUG", "GTK_THEME", "GSK_RENDERER", "WAYLAND_DISPLAY"] {
      environment[name] = nil
    }
    environment["GDK_BACKEND"] = "x11"
    environment["GSETTINGS_BACKEND"] = "memory"
    environment["GTK_A11Y"] = "none"
    if renderer != "default" { environment["GSK_RENDERER"] = renderer }
    return environment
  }
}

/// A flag that another thread sets.
private final class Signal: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
