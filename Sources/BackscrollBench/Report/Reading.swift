import Foundation

/// What a child process tells: values of one thing measured, one line a reading.
struct Reading: Codable, Equatable, Sendable {
  /// How the values are told.
  enum Unit: String, Codable, Sendable {
    case milliseconds = "ms"
    case megabytes = "MB"
    case points = "px"
    case rows
    /// Milliseconds of single frames: the late ones count, too.
    case frames = "ms a frame"
    /// Triples: wrong frames, frames painted, points the worst was off by.
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

  /// Tells it to whoever started this process, at once: what comes after may take too long.
  func tell() {
    print(line)
    fflush(nil)
  }

  /// Nil for a line that is none: libraries have things to say, too.
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
  /// Another round of the same: values are put together, frames that drifted are summed up.
  mutating func merge(_ other: Reading) {
    guard unit == .drift, values.count == 3, other.values.count == 3 else {
      values += other.values
      return
    }
    values = [
      values[0] + other.values[0], values[1] + other.values[1], max(values[2], other.values[2]),
    ]
  }

  /// The one number that ratios are made of; nil where there is no sense in one.
  var headline: Double? {
    guard unit != .drift else { return nil }
    let median = Figures(values).median
    return median.isNaN ? nil : median
  }

  /// As a field of a table.
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

  /// Three figures that count.
  private func short(_ value: Double) -> String {
    let size = abs(value)
    return String(format: size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value)
  }
}
