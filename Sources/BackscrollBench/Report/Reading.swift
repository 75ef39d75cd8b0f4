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
