import Foundation

/// Runs imports of an export, each in a process of its own.
struct ImportRunner {
  let subject: ImportSubject
  let export: ImportSubject.Export
  /// The folder for archives and scripts.
  let folder: URL

  /// The costs of an import.
  struct Run {
    let messages: Int
    /// Seconds.
    let wall: Double
    let cpu: Double
    /// Millions of bytes.
    let peak: Double

    /// Reads the line with the numbers; nil if there is none.
    init?(output: String) {
      let line = output.split(separator: "\n").last { $0.hasPrefix(ImportRunner.mark) }
      let numbers =
        line?.dropFirst(ImportRunner.mark.count).split(separator: " ").compactMap { Double($0) } ?? []
      guard numbers.count == 4 else { return nil }
      (messages, wall, cpu, peak) = (Int(numbers[0]), numbers[1], numbers[2], numbers[3])
    }
  }

  /// An import that did not read all messages.
  enum Failure: Error, CustomStringConvertible {
    case ended(output: String)
    case count(Int, of: Int)

    var description: String {
      switch self {
      case .ended(let output): "the import failed\n\(output)"
      case .count(let count, let all): "\(count) of \(all) messages were read"
      }
    }
  }

  /// The beginning of the line with the numbers.
  static let mark = "import:"

  /// Imports the export into an archive.
  func ours() throws -> Run {
    let archive = folder.appendingPathComponent("archive").path
    defer { remove(archive) }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return try run(program, ["import", "once", archive, export.url.path])
  }

  /// Imports the export with Python.
  func python(isIndexed: Bool) throws -> Run {
    let script = folder.appendingPathComponent("peer.py")
    try Data(ImportPeer.script(subject).utf8).write(to: script)
    let database = folder.appendingPathComponent("peer.sqlite").path
    defer { remove(database) }
    return try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", script.path, export.url.path, database, isIndexed ? "indexed" : "plain"])
  }

  private func remove(_ database: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> Run {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let run = Run(output: text) else {
      throw Failure.ended(output: text)
    }
    guard run.messages == export.messageCount else {
      throw Failure.count(run.messages, of: export.messageCount)
    }
    return run
  }
}
