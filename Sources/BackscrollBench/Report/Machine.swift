import Foundation

/// What the figures were made on.
struct Machine: Codable, Sendable {
  var processor: String
  var cores: Int
  var load: String
  var build: String

  static var current: Machine {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    return Machine(
      processor: model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        ?? "unknown",
      cores: ProcessInfo.processInfo.activeProcessorCount,
      load: load.split(separator: " ").prefix(3).joined(separator: " "), build: build)
  }

  var text: String { "\(processor), \(cores) cores, load before \(load), \(build) build" }
}
