import ArgumentParser
import ChatFormats
import ChatStore
import ExportWriters
import Foundation

/// Measures the import.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports generated exports, beside Python's own modules and sqlite3 on the same files.",
    discussion: """
      Writes the exports and the archives into the temporary folder and removes them at the end. Each import runs in a \
      process of its own, so that its peak of memory is its own. Python puts each message into one table with an index, once \
      as it is and once with an FTS5 table of SQLite's tokenizer unicode61. Fails if a reader finds another number of \
      messages than were written.

      With --growth, imports small exports of each format that grow in one direction each: messages, chats, people, lines \
      of a message and so on, at a size and at twice that size. Fails if one costs more than \(GrowthBench.largestRatio) \
      times as much.
      """,
    subcommands: [ImportOnceCommand.self])

  @Option(help: "The size of each export in millions of bytes.") var megabytes = 121
  @Option(help: "The only format to measure; all if not given.") var only: String?
  @Option(help: "How often each import is run; the fastest counts.") var rounds = 1
  @Option(help: "The number of different words, of which few are frequent; mostly numbers if not given.")
  var words: Int?
  @Flag(help: "The people of Telegram and IRC change between several names.") var changingNames = false
  @Flag(help: "Measures how the costs grow instead.") var growth = false
  @Flag(help: "Leaves out Python, whose json needs memory for the whole of a large file.") var alone = false

  func validate() throws {
    guard megabytes > 0, rounds > 0, words ?? 1 > 0 else {
      throw ValidationError("The size, the rounds and the words begin at 1.")
    }
    let names = growth ? ExportFamily.all.map(\.name) : ImportSubject.all.map(\.name)
    if let only, !names.contains(only) {
      throw ValidationError("There is no “\(only)”; there are \(names.joined(separator: ", ")).")
    }
  }

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-import-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    if growth {
      guard try GrowthBench(folder: folder).run(only: only).isEmpty else { throw ExitCode.failure }
      return
    }
    var table = TextTable([
      "format", "by", "MB", "messages", "s", "s of CPU", "MB/s", "messages/s", "peak, MB",
      "times Backscroll's time",
    ])
    var failures: [String] = []
    for subject in ImportSubject.all where only.map({ $0 == subject.name }) ?? true {
      do {
        try measure(subject, in: folder, &table)
      } catch let failure as ImportRunner.Failure {
        failures.append("\(subject.name): \(failure)")
      }
      try FileManager.default.removeItem(at: folder)
    }
    print(table.text)
    for failure in failures { print(failure) }
    guard failures.isEmpty else { throw ExitCode.failure }
  }

  private func measure(_ subject: ImportSubject, in folder: URL, _ table: inout TextTable) throws {
    let export = try subject.write(
      into: folder.appendingPathComponent("export"), byteCount: megabytes * 1_000_000,
      words: BenchWords(vocabulary: words, changesNames: changingNames))
    let runner = ImportRunner(subject: subject, export: export, folder: folder)
    let ours = try best { try runner.ours() }
    func add(_ name: String, _ run: ImportRunner.Run) {
      let size = Double(export.byteCount) / 1_000_000
      table.add([
        subject.name, name, short(size), "\(run.messages)", short(run.wall), short(run.cpu),
        short(size / run.wall), short(Double(run.messages) / run.wall), short(run.peak),
        short(run.wall / ours.wall),
      ])
    }
    add("Backscroll", ours)
    guard !alone else { return }
    add("Python", try best { try runner.python(isIndexed: false) })
    add("Python, unicode61", try best { try runner.python(isIndexed: true) })
  }

  private func best(_ run: () throws -> ImportRunner.Run) throws -> ImportRunner.Run {
    var best = try run()
    for _ in 1..<max(rounds, 1) {
      let next = try run()
      if next.wall < best.wall { best = next }
    }
    return best
  }

  private func short(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
  }
}

/// Imports exports and prints their costs. The benchmark runs it in a process of its own.
struct ImportOnceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "once", shouldDisplay: false)

  @Argument var archive: String
  @Argument var exports: [String]

  func run() throws {
    let start = (wall: steadyTime(), cpu: processCPUTime())
    let target = try Archive(path: archive, mode: .createIfMissing)
    var added = 0
    // One after the other, as people do.
    for export in exports {
      let summary = Importer(into: target, timeZone: .gmt).run(
        [URL(fileURLWithPath: export)], observer: ImportObserver(problem: { print($0) }))
      for failure in summary.failures { print(failure) }
      guard summary.failures.isEmpty else { throw ExitCode.failure }
      added += summary.added
    }
    target.close()
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes =
      peak.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first }.flatMap { Double($0) } ?? 0
    print(
      ImportRunner.mark, added, steadyTime() - start.wall, processCPUTime() - start.cpu,
      kibibytes * 1024 / 1_000_000)
  }
}
