import Foundation

/// Charts of cost against the number of rows on logarithmic axes: opening, prepending and scrolling.
struct ScalingChart {
  /// A chart of one reading.
  private struct Panel {
    let title: String
    let work: Work
    let reading: String
  }

  private static let panels = [
    Panel(title: "start to first frame", work: .open, reading: "start to first frame"),
    Panel(
      title: "prepend 30 rows, CPU", work: .prepend,
      reading: "30 rows, reading at the middle: until painted, CPU"),
    Panel(title: "frame of a steady scroll", work: .scroll, reading: "frame, wall"),
  ]
  /// A grey that is readable on white and on dark pages.
  private static let ink = "#808080"
  private static let lines: [(peer: Peer, color: String)] = [
    (.ours, "#3584e4"), (.listView, "#e66100"), (.listViewRich, "#c88800"), (.listBox, "#c01c28"),
    (.listBoxRich, "#a05a9c"), (.qml, "#2a9d5c"),
  ]
  private static let width = 300.0
  private static let height = 220.0

  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  var svg: String {
    let total = Self.width * Double(Self.panels.count)
    var body = ""
    for (number, panel) in Self.panels.enumerated() {
      body += "<g transform=\"translate(\(Self.width * Double(number)) 0)\">\(draw(panel))</g>\n"
    }
    body += legend(y: Self.height + 24)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(total) \(Self.height + 60)" font-family="sans-serif" \
      font-size="11" fill="\(Self.ink)">
      \(body)</svg>

      """
  }

  private func points(_ panel: Panel, _ peer: Peer) -> [(rows: Double, value: Double)] {
    comparison.results.compactMap { result in
      guard result.spec.work == panel.work, result.spec.peer == peer,
        let value = result.readings.first(where: { $0.name == panel.reading })?.headline, value > 0
      else { return nil }
      return (Double(result.spec.rows), value)
    }.sorted { $0.rows < $1.rows }
  }

  private func draw(_ panel: Panel) -> String {
    let all = Self.lines.flatMap { points(panel, $0.peer) }
    guard let least = all.map(\.value).min(), let most = all.map(\.value).max() else { return "" }
    let bottom = floor(log10(least))
    let top = max(bottom + 1, ceil(log10(most)))
    // From 100 rows to a million; the labels take 48 points on the left.
    func x(_ rows: Double) -> Double { 48 + (log10(rows) - 2) / 4 * (Self.width - 64) }
    func y(_ value: Double) -> Double {
      Self.height - 24 - (log10(value) - bottom) / (top - bottom) * (Self.height - 56)
    }
    var text = "<text x=\"48\" y=\"18\" font-weight=\"600\">\(panel.title)</text>\n"
    for power in Int(bottom)...Int(top) {
      let height = round1(y(pow(10, Double(power))))
      text +=
        "<path d=\"M48 \(height)H\(Self.width - 16)\" stroke=\"\(Self.ink)\" stroke-opacity=\"0.3\"/>"
        + "<text x=\"42\" y=\"\(height + 4)\" text-anchor=\"end\">\(label(power))</text>\n"
    }
    for (rows, name) in [(200.0, "200"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1M")] {
      text +=
        "<text x=\"\(round1(x(rows)))\" y=\"\(Self.height - 6)\" text-anchor=\"middle\">\(name)</text>\n"
    }
    for (peer, color) in Self.lines {
      let places = points(panel, peer).map { (round1(x($0.rows)), round1(y($0.value))) }
      guard let first = places.first else { continue }
      let path = "M\(first.0) \(first.1)" + places.dropFirst().map { "L\($0.0) \($0.1)" }.joined()
      text += "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
      text +=
        places.map { "<circle cx=\"\($0.0)\" cy=\"\($0.1)\" r=\"3\" fill=\"\(color)\"/>" }.joined() + "\n"
    }
    return text
  }

  private func legend(y: Double) -> String {
    var text = ""
    for (number, line) in Self.lines.enumerated() {
      let x = 48 + Double(number % 3) * 240
      let height = y + Double(number / 3) * 18
      text +=
        "<circle cx=\"\(x)\" cy=\"\(height - 4)\" r=\"4\" fill=\"\(line.color)\"/>"
        + "<text x=\"\(x + 10)\" y=\"\(height)\">\(line.peer.rawValue)</text>\n"
    }
    return text
  }

  private func label(_ power: Int) -> String {
    switch power {
    case ..<0: String(format: "%g ms", pow(10, Double(power)))
    case 0..<3: "\(Int(pow(10, Double(power)))) ms"
    default: "\(Int(pow(10, Double(power - 3)))) s"
    }
  }

  private func round1(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
