import Foundation

/// A whole run, for a file.
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
