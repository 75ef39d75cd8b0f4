import Foundation
import Synchronization

/// Starts this program again for one field, and reads what it tells.
struct CellRun {
  let spec: CellSpec
  let renderer: String
  let effort: Int
  /// Seconds after which the field is given up.
  let bound: Double

  /// What was told, and why that is not all.
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
    let isLate = Flag()
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

  /// The same for all peers: no bus, no desktop's settings, nothing to tell assistive technology.
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

/// A bit that another thread sets.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
