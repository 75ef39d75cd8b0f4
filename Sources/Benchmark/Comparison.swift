import Foundation

/// The results of a run with one renderer, and their tables.
struct Comparison: Codable, Sendable {
  /// The requested renderer: "cairo" or "default".
  var renderer: String
  /// The renderer that GTK reports.
  var rendererName = ""
  var results: [CellResult] = []

  subscript(_ work: Work, _ peer: Peer, _ rows: Int) -> CellResult? {
    results.first { $0.spec == CellSpec(work: work, peer: peer, rows: rows) }
  }

  /// The tables of a work, one for each of its readings.
  func tables(_ work: Work) -> String {
    let cells = results.filter { $0.spec.work == work }
    let sizes = unique(cells.map(\.spec.rows))
    let peers = unique(cells.map(\.spec.peer))
    var kinds: [(name: String, unit: Reading.Unit)] = []
    for reading in cells.flatMap(\.readings) where !kinds.contains(where: { $0.name == reading.name }) {
      kinds.append((reading.name, reading.unit))
    }
    // Without any reading, the table lists the reasons.
    if kinds.isEmpty { kinds = [("not measured", .rows)] }
    return kinds.map { kind in
      var table = TextTable(
        ["\(kind.name) [\(unitText(kind.unit))]"]
          + sizes.map { "\($0) \(work == .carousel ? "pages" : "rows")" })
      for peer in peers {
        table.add([peer.rawValue] + sizes.map { field(work, peer, $0, kind.name) })
      }
      return table.text
    }.joined(separator: "\n\n")
  }

  private func field(_ work: Work, _ peer: Peer, _ rows: Int, _ name: String) -> String {
    guard let result = self[work, peer, rows] else { return "" }
    guard let reading = result.readings.first(where: { $0.name == name }) else { return result.note ?? "-" }
    guard peer != peer.reference, let mine = reading.headline,
      let theirs = self[work, peer.reference, rows]?.readings.first(where: { $0.name == name })?.headline,
      theirs > 0
    else { return reading.told }
    return "\(reading.told) ×\(String(format: mine / theirs >= 10 ? "%.0f" : "%.2f", mine / theirs))"
  }

  private func unitText(_ unit: Reading.Unit) -> String {
    switch unit {
    case .frames: "ms a frame: median / mean / p99 / over 16.7"
    default: unit.rawValue
    }
  }

  private func unique<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// A whole run, for a JSON file.
struct ComparisonReport: Codable, Sendable {
  var machine: Machine
  var rounds: Int
  var comparisons: [Comparison]

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "never came")
      return try encoder.encode(self)
    }
  }
}

/// The machine and build that were measured.
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
