import Foundation

/// Values of one measurement, printed as a line by a child process.
struct Reading: Codable, Equatable, Sendable {
  /// The unit, and how values are presented.
  enum Unit: String, Codable, Sendable {
    case milliseconds = "ms"
    case megabytes = "MB"
    case points = "px"
    case rows
    /// Milliseconds of single frames; late ones are counted.
    case frames = "ms a frame"
    /// Triples: wrong frames, painted frames, and the largest drift in points.
    case drift = "wrong/painted frames, largest"
    case instructions
  }

  var name: String
  var unit: Unit
  var values: [Double]

  init(_ name: String, _ unit: Unit, _ values: [Double]) {
    self.name = name
    self.unit = unit
    self.values = values
  }

  /// "reading\tname\tunit\tvalue value …"
  var line: String {
    let told = values.map { String(format: "%.5g", $0) }.joined(separator: " ")
    return "reading\t\(name)\t\(unit.rawValue)\t\(told)"
  }

  /// Prints the line at once: the parent may terminate the process during the next measurement.
  func tell() {
    print(line)
    fflush(nil)
  }

  /// Returns nil for other lines, such as warnings of libraries.
  init?(line: some StringProtocol) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, fields[0] == "reading", let unit = Unit(rawValue: String(fields[2])) else {
      return nil
    }
    let words = fields[3].split(separator: " ")
    let values = words.compactMap { Double($0) }
    guard values.count == words.count else { return nil }
    self.init(String(fields[1]), unit, values)
  }
}

extension Reading {
  /// Merges another round: appends its values, or adds the frames of drift.
  mutating func merge(_ other: Reading) {
    guard unit == .drift, values.count == 3, other.values.count == 3 else {
      values += other.values
      return
    }
    values = [
      values[0] + other.values[0], values[1] + other.values[1], max(values[2], other.values[2]),
    ]
  }

  /// The number for ratios; nil if ratios make no sense.
  var headline: Double? {
    guard unit != .drift else { return nil }
    let median = Figures(values).median
    return median.isNaN ? nil : median
  }

  /// The text in a table.
  var told: String {
    let figures = Figures(values.filter { !$0.isNaN })
    guard !figures.values.isEmpty, unit != .drift || values.count == 3 else { return "never came" }
    switch unit {
    case .drift:
      return values[0] == 0
        ? "0/\(Int(values[1]))" : "\(Int(values[0]))/\(Int(values[1])), \(short(values[2])) px"
    case .frames:
      let late = figures.values.count { $0 > 16.7 }
      return [figures.median, figures.mean, figures.percentile(99)].map(short).joined(separator: " / ")
        + " / \(late) of \(figures.values.count)"
    case .milliseconds, .megabytes, .points, .rows, .instructions:
      guard figures.values.count > 1 else { return short(figures.median) }
      return "\(short(figures.median)) (\(short(figures.least))…\(short(figures.most)))"
    }
  }

  /// Three significant digits.
  private func short(_ value: Double) -> String {
    let size = abs(value)
    return String(format: size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value)
  }
}

/// Statistics of repeated values.
struct Figures {
  private(set) var values: [Double] = []

  init(_ values: [Double] = []) { self.values = values }

  mutating func add(_ value: Double) { values.append(value) }

  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1
      ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
  }

  /// The smallest value that `percent` of all values do not exceed.
  func percentile(_ percent: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let rank = Int((percent / 100 * Double(values.count)).rounded(.up)) - 1
    return values.sorted()[min(max(rank, 0), values.count - 1)]
  }

  var mean: Double { values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count) }
  var least: Double { values.min() ?? .nan }
  var most: Double { values.max() ?? .nan }
}

extension Figures {
  /// "median (least … most) unit".
  func described(_ unit: String, digits: Int = 2) -> String {
    func text(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
    return "\(text(median)) (\(text(least)) … \(text(most))) \(unit)"
  }
}

/// A table in plain text: the first column aligned left, the others right.
struct TextTable {
  private var lines: [[String]]

  init(_ head: [String]) { lines = [head] }

  mutating func add(_ line: [String]) { lines.append(line) }

  var text: String {
    let columns = lines.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return lines.map { line in
      var text = ""
      for (column, field) in line.enumerated() {
        let room = String(repeating: " ", count: widths[column] - field.count)
        text += column == 0 ? field + room : "   " + room + field
      }
      return text
    }.joined(separator: "\n")
  }
}
