import ChatStore
import Foundation
import XCTest

/// The real program and its output. A subclass gives it a screen.
class ProgramUnderTest {
  let folder: URL
  private let ownsFolder: Bool
  private let process = Process()
  private let log = Pipe()
  private var pending = Data()
  private(set) var lines: [String] = []

  /// Starts the program with its files in `home`, or in a temporary folder, where the banners above the tabs have been
  /// closed, since tests point at places in the pages. If `opens` is false, no archive is named, and the program opens
  /// the last one. `program` is another copy of it. `environment` names the screen, and overrides the usual values.
  /// before what is usual here.
  init(
    _ contents: Contents, _ arguments: [String], home: URL?, opens: Bool, program: URL,
    environment: [String: String]
  ) throws {
    ownsFolder = home == nil
    folder =
      home
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if home == nil { try Self.closeNotes(in: folder) }
    let archive = try Archive(path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    try contents.write(to: archive)
    archive.close()
    Self.prepare(
      process,
      (opens ? [archive.path] : []) + ["--log-level", "debug", "--color-scheme", "light"] + arguments,
      program: program)
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "GSK_RENDERER": "cairo", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TZ": "UTC",
        "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
        "XDG_CACHE_HOME": folder.path,
        "GSETTINGS_BACKEND": "memory", "G_DEBUG": "fatal-criticals",
        // Swift's crash handler lets the program continue after the trap of its first critical.
        "SWIFT_BACKTRACE": "enable=no",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      ]) { $1 }.merging(environment) { $1 }
    process.standardError = log
    try process.run()
  }

  private static func closeNotes(in folder: URL) throws {
    let settings = folder.appendingPathComponent("backscroll/settings.json")
    try FileManager.default.createDirectory(
      at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
    try #"{"knownTabs": ["lab", "feed", "carousel", "picker"]}"#.write(
      to: settings, atomically: true, encoding: .utf8)
  }

  /// Seconds after which a wait of a test fails. It does not affect the timing of a test.
  static let patience = 60.0

  /// Makes `process` run the program with no signal ignored: programs in the background of a shell ignore interrupts,
  /// and those under `nohup` SIGHUP.
  static func prepare(_ process: Process, _ arguments: [String], program: URL = program) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=INT,HUP", program.path] + arguments
  }

  /// The program that was built beside the tests.
  static var program: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
      "backscroll")
  }

  /// Kilobytes of the program's anonymous memory, without mapped files.
  func memory() throws -> Int { try Self.status("RssAnon", of: process.processIdentifier) }

  /// The peak of the program's memory so far, in kilobytes.
  func peakMemory() throws -> Int { try Self.status("VmHWM", of: process.processIdentifier) }

  /// Seconds of CPU time that the program has used.
  func cpuTime() throws -> Double {
    let fields = try account()
    guard let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw TestFault("No times in “\(fields)”")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The number of times that the main thread has waited for something other than the processor so far. A thread that
  /// is always waiting is idle.
  func pauses() throws -> Int { try Self.status("voluntary_ctxt_switches", of: process.processIdentifier) }

  /// Whether the main thread waits for something other than the processor.
  func isAsleep() throws -> Bool { try account()[0] == "S" }

  /// The fields of the kernel's account of the program, starting at the state: the state and ten numbers, then the
  /// ticks of the program and the system.
  private func account() throws -> [Substring] {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // Skip the name, which may contain blanks.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { throw TestFault("No account in “\(text)”") }
    return fields
  }

  /// The numbers of the processes that the program has started and that are still running.
  func children() throws -> [Int32] {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
      // A thread may have ended meanwhile.
      let numbers = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
      return numbers.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// A number in the kernel's account of a process; memory is in kilobytes.
  static func status(_ field: String, of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  var archivePath: String { folder.appendingPathComponent("a.sqlite").path }

  // Also if the program could not be started, since no server may outlive its test.
  deinit { end() }

  /// Ends the program, then its screen.
  func close() { end() }

  /// Writes a screenshot into a folder.
  func keepPicture(in folder: URL) {}

  private func end() {
    process.end()
    if ownsFolder { try? FileManager.default.removeItem(at: folder) }
  }

  var isRunning: Bool { process.isRunning }

  /// Waits until the program ends by itself; returns its exit status.
  func ended() throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while try readLog(waiting: 1_000) {
      guard deadline > Date() else {
        while nextLine() != nil {}
        throw TestFault("The program goes on and on; it is in “\(whereabouts)”; last: \(lines.suffix(4))")
      }
    }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The wait of the main thread in the kernel: for events, unless it hangs.
  private var whereabouts: String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/wchan", encoding: .utf8)) ?? ""
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  fileprivate func keepEvidence(_ name: String) {
    let place = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appendingPathComponent(
      ".test-failures/\(name)")
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try? lines.joined(separator: "\n").write(
      to: place.appendingPathComponent("log.txt"), atomically: true, encoding: .utf8)
    keepPicture(in: place)
    // CI shows no files.
    print("The log and a picture of the screen are in \(place.path). The log ends:")
    for line in lines.suffix(12) { print("  \(line)") }
  }

  /// Reads the log up to a line that begins with `text`. The time limit only catches a missing line.
  @discardableResult
  func wait(for text: String) throws -> String {
    // One limit for all lines, since a program that logs endlessly must fail as well.
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      while let line = nextLine() { if line.hasPrefix(text) { return line } }
      guard deadline > Date() else {
        throw TestFault("“\(text)” never came; last: \(lines.suffix(4))")
      }
      guard try readLog(waiting: 1_000) else {
        process.waitUntilExit()
        let how = process.terminationReason == .exit ? "with status" : "by signal"
        throw TestFault(
          "The program ended \(how) \(process.terminationStatus) before “\(text)”: \(lines.suffix(6))")
      }
    }
  }

  /// Waits for a line that begins with `text`, unless it was already read: for two lines that can come in any order.
  func waitOnce(for text: String) throws {
    if !lines.contains(where: { $0.hasPrefix(text) }) { try wait(for: text) }
  }

  /// The warnings of GTK and the libraries below it in the lines so far, except ``knownWarnings``.
  var warnings: [String] {
    lines.filter { line in
      line.contains(/^\(.*\): [\w-]+-(WARNING|CRITICAL|ERROR) \*\*/)
        && !Self.knownWarnings.contains { line.contains($0.text) }
    }
  }

  /// Warnings that are faults of GTK and cannot be avoided here, each with its cause. docs/GTK.md has the details.
  static let knownWarnings: [(text: String, cause: String)] = [
    (
      "Broken accounting of active state",
      "The window is minimized, hidden or covered while a button is pressed."
    ),
    (
      "without a current allocation",
      "On X11, GDK leaves out the layout of a frame while the window manager's answer to a size is due, and paints the frame."
    ),
  ]

  /// Reads the lines that were already written, without waiting.
  func readWhatHasCome() throws {
    _ = try readLog(waiting: 0)
    while nextLine() != nil {}
  }

  private func nextLine() -> String? {
    guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: pending[..<end], as: UTF8.self)
    pending = Data(pending[pending.index(after: end)...])
    lines.append(line)
    return line
  }

  /// Reads the available log; returns false when the program has ended.
  private func readLog(waiting milliseconds: Int32) throws -> Bool {
    let handle = log.fileHandleForReading
    var poller = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return true }
    let more = handle.availableData
    pending.append(more)
    return !more.isEmpty
  }

  /// Runs the program without a window; returns its status and its output.
  static func command(
    _ arguments: [String], program: URL = ProgramUnderTest.program, environment: [String: String] = [:]
  ) throws -> (status: Int32, out: String, err: String) {
    let process = Process()
    let (out, err) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LC_ALL": "C.UTF-8", "LANGUAGE": "", "TZ": "UTC"].merging(environment) { $1 }
    ) { $1 }
    process.standardOutput = out
    process.standardError = err
    try process.run()
    let texts = (
      out.fileHandleForReading.readDataToEndOfFile(), err.fileHandleForReading.readDataToEndOfFile()
    )
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: texts.0, as: UTF8.self),
      String(decoding: texts.1, as: UTF8.self)
    )
  }
}

/// A program with its screen, in a test.
protocol TestedProgram: ProgramUnderTest {
  /// An area in which only the list's rows are drawn.
  static var quietPlace: Screenshot.Rectangle { get }
  /// The number of equal screenshots in a row that show that the content is at rest. Fewer may have been taken within
  /// one slow frame.
  static var stillness: Int { get }
  /// Takes a screenshot.
  func nextPicture() throws -> Screenshot
}

extension TestedProgram {
  /// Runs `body`, then releases everything. A failure keeps its log and a screenshot. A warning of GTK is a failure,
  /// unless `allowsWarnings`.
  func use(_ test: XCTestCase, allowsWarnings: Bool = false, _ body: (Self) throws -> Void) {
    let failures = test.testRun?.totalFailureCount ?? 0
    do {
      try body(self)
      try readWhatHasCome()
    } catch {
      XCTFail("\(error)")
    }
    let before = allowsWarnings ? [] : warnings
    if !before.isEmpty { XCTFail("GTK warns: \(before.prefix(3).joined(separator: "\n"))") }
    if (test.testRun?.totalFailureCount ?? 0) > failures { keepEvidence(test.name) }
    close()
    // Warnings during its end.
    try? readWhatHasCome()
    let after = allowsWarnings ? [] : warnings.dropFirst(before.count)
    if !after.isEmpty { XCTFail("GTK warns at the end: \(after.prefix(3).joined(separator: "\n"))") }
  }
}
