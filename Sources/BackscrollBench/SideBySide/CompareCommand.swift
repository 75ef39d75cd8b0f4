import ArgumentParser
import Foundation

/// The same work on ours and on what one would pick instead, in one run.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Does the same work with our widgets and with the stock ones, and compares.",
    discussion: """
      Each field of the tables is measured in a process of its own, several rounds, the peers by turns. Ratios are \
      against AnchoredList (the carousel's: against Carousel). The wheel is turned by xdotool, which moves the \
      pointer: better run it on a display of its own, as ./meson-wrapper.sh bench does.
      """)

  @Option(help: "Rounds of everything; medians are told.") var rounds = 3
  @Option(help: "One work, or several with commas: \(Work.allCases.map(\.rawValue).joined(separator: ", ")).")
  var only: String?
  @Option(help: "What GTK draws with: cairo, default (whatever it picks), or both.") var renderer = "both"
  @Flag(help: "One short round, fewer sizes.") var quick = false
  @Option(help: "Writes all values to this file.") var json: String?
  @Option(help: "Draws cost against size into this file.") var svg: String?
  @Option(help: "Seconds after which a field is given up.") var bound = 60.0

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
        // As soon as it is there, into a file, too.
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

  /// All rounds of a work, the peers by turns.
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

  /// On a terminal one line that is written over and over.
  private func tell(_ text: String) {
    guard isatty(2) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
