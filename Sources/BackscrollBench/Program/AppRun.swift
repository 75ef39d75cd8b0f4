import ArgumentParser
import Foundation

/// The real program, started from beside this one, its log read line by line.
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

  /// The number behind `key=` in the first line to come that begins with `event`.
  func wait(for event: String, _ key: String) throws -> Double {
    while let line = nextLine() {
      guard line.hasPrefix(event),
        let field = line.split(separator: " ").first(where: { $0.hasPrefix("\(key)=") })
      else { continue }
      if let value = Double(field.dropFirst(key.count + 1)) { return value }
    }
    throw ValidationError("backscroll ended before “\(event)”. Is there a display?")
  }

  /// Resident memory in MB.
  var residentMemory: Double {
    let status =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan)
      / 1000
  }
}
