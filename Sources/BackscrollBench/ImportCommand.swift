import ArgumentParser
import ChatArchive
import Foundation

/// Measures the import.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports generated exports, beside Python's json and sqlite3 on the same files.",
    discussion: """
      Writes the exports and the archives into the temporary folder and removes them at the end. Each import runs in a \
      process of its own, so that its peak of memory is its own. Python puts each message into one table with an index, once \
      as it is and once with an FTS5 table of SQLite's tokenizer unicode61.
      """,
    subcommands: [ImportOnceCommand.self])

  @Option(help: "The size of each export in millions of bytes.") var megabytes = 121
  @Option(help: "The only format to measure; all if not given.") var only: String?
  @Option(help: "How often each import is run; the fastest counts.") var rounds = 1

  func validate() throws {
    guard megabytes > 0, rounds > 0 else { throw ValidationError("The size and the rounds begin at 1.") }
    let names = ImportSubject.all.map(\.name)
    if let only, !names.contains(only) {
      throw ValidationError("There is no “\(only)”; there are \(names.joined(separator: ", ")).")
    }
  }

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-import-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var table = TextTable([
      "format", "by", "MB", "messages", "s", "s of CPU", "MB/s", "messages/s", "peak, MB",
      "times as fast as Python",
    ])
    for subject in ImportSubject.all where only.map({ $0 == subject.name }) ?? true {
      let file = folder.appendingPathComponent(subject.fileName)
      let count = try subject.write(to: file, byteCount: megabytes * 1_000_000)
      let ours = try best { try ImportRunner.ours(file, into: folder) }
      guard let ours, ours.messages == count else { throw ExitCode.failure }
      let peers = try [false, true].map { isIndexed in
        try best { try ImportRunner.python(file, format: subject.name, isIndexed: isIndexed, in: folder) }
      }
      func add(_ name: String, _ run: ImportRunner.Run?, _ factor: String) {
        guard let run else { return }
        table.add([
          subject.name, name, "\(megabytes)", "\(run.messages)", short(run.wall), short(run.cpu),
          short(Double(megabytes) / run.wall), short(Double(run.messages) / run.wall), short(run.peak),
          factor,
        ])
      }
      add("Backscroll", ours, peers[1].map { short($0.wall / ours.wall) } ?? "")
      add("Python", peers[0], "")
      add("Python, unicode61", peers[1], "1")
      try FileManager.default.removeItem(at: file)
    }
    print(table.text)
  }

  private func best(_ run: () throws -> ImportRunner.Run?) throws -> ImportRunner.Run? {
    try (0..<rounds).compactMap { _ in try run() }.min { $0.wall < $1.wall }
  }

  private func short(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
  }
}

/// Imports one file and prints what that took. The bench runs it in a process of its own.
struct ImportOnceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "once", shouldDisplay: false)

  @Argument var file: String
  @Argument var archive: String

  func run() throws {
    let start = (wall: steadyTime(), cpu: processCPUTime())
    let target = try Archive(path: archive, mode: .createIfMissing)
    let summary = Importer(into: target, timeZone: .gmt).run(
      [URL(fileURLWithPath: file)], progress: { _ in }, problem: { print($0) })
    target.close()
    for failure in summary.failures { print(failure) }
    guard summary.failures.isEmpty else { throw ExitCode.failure }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes =
      peak.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first }.flatMap { Double($0) } ?? 0
    print(
      ImportRunner.mark, summary.added, steadyTime() - start.wall, processCPUTime() - start.cpu,
      kibibytes * 1024 / 1_000_000)
  }
}

/// Runs an import in a process of its own.
enum ImportRunner {
  /// What an import took.
  struct Run {
    let messages: Int
    /// Seconds.
    let wall: Double
    let cpu: Double
    /// Millions of bytes.
    let peak: Double
  }

  /// The line with the numbers begins with this.
  static let mark = "import:"

  static func ours(_ file: URL, into folder: URL) throws -> Run? {
    let archive = folder.appendingPathComponent("archive")
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: archive.path + suffix)
      }
    }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return try run(program, ["import", "once", file.path, archive.path])
  }

  /// Nil if there is no Python.
  static func python(_ file: URL, format: String, isIndexed: Bool, in folder: URL) throws -> Run? {
    let script = folder.appendingPathComponent("peer.py")
    try Data(ImportPeer.script.utf8).write(to: script)
    let database = folder.appendingPathComponent("peer.sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
    }
    return try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", script.path, format, file.path, database, isIndexed ? "indexed" : "plain"])
  }

  private static func run(_ program: URL, _ arguments: [String]) throws -> Run? {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let line = text.split(separator: "\n").last { $0.hasPrefix(mark) }
    let numbers = line?.dropFirst(mark.count).split(separator: " ").compactMap { Double($0) } ?? []
    guard process.terminationStatus == 0, numbers.count == 4 else { return nil }
    return Run(messages: Int(numbers[0]), wall: numbers[1], cpu: numbers[2], peak: numbers[3])
  }
}

/// What a person would write in an afternoon: Python's own modules, and one table.
enum ImportPeer {
  static let script = """
    import datetime, json, resource, sqlite3, sys, time

    def telegram(path):
        with open(path, encoding="utf-8") as file:
            messages = json.load(file)["messages"]
        for m in messages:
            text = m["text"]
            if not isinstance(text, str):
                text = "".join(p if isinstance(p, str) else p["text"] for p in text)
            yield (str(m["id"]), int(m["date_unixtime"]), m.get("from_id"), m.get("reply_to_message_id"), text)

    def irc(path):
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file):
                stamp, nick, text = line.rstrip("\\n").split("\\t", 2)
                time = datetime.datetime.fromisoformat(stamp).replace(tzinfo=datetime.timezone.utc)
                yield (str(number), int(time.timestamp()), nick, None, text)

    def main(form, path, target, kind):
        wall, cpu = time.monotonic(), time.process_time()
        db = sqlite3.connect(target)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, source TEXT UNIQUE, sent_at, sender, reply, text)")
        db.execute("CREATE INDEX message_order ON message (sent_at)")
        if kind == "indexed":
            db.execute("CREATE VIRTUAL TABLE search USING fts5(text, content='', tokenize='unicode61')")
        count = 0
        batch = []
        def flush():
            with db:
                db.executemany("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)", batch)
                if kind == "indexed":
                    db.executemany("INSERT INTO search (rowid, text) VALUES (?, ?)", ((r[0], r[5]) for r in batch))
            batch.clear()
        for row in {"telegram": telegram, "irc": irc}[form](path):
            count += 1
            batch.append((count, *row))
            if len(batch) == 10000:
                flush()
        flush()
        db.close()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
        print("import:", count, time.monotonic() - wall, time.process_time() - cpu, peak)

    main(*sys.argv[1:])
    """
}
