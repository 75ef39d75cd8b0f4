import Foundation

/// All fields of a run with one renderer, and their tables.
struct Comparison: Codable, Sendable {
  /// As asked for: "cairo" or "default".
  var renderer: String
  /// What GTK then drew with.
  var rendererName = ""
  var results: [CellResult] = []

  subscript(_ work: Work, _ peer: Peer, _ rows: Int) -> CellResult? {
    results.first { $0.spec == CellSpec(work: work, peer: peer, rows: rows) }
  }

  /// The tables of a work, one for each thing it measures.
  func tables(_ work: Work) -> String {
    let cells = results.filter { $0.spec.work == work }
    let sizes = unique(cells.map(\.spec.rows))
    let peers = unique(cells.map(\.spec.peer))
    var kinds: [(name: String, unit: Reading.Unit)] = []
    for reading in cells.flatMap(\.readings) where !kinds.contains(where: { $0.name == reading.name }) {
      kinds.append((reading.name, reading.unit))
    }
    // What nobody came to the end of has a table, too: of why.
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
