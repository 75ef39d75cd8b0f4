import Foundation

/// Several runs of one figure.
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

  /// The value that `percent` of all are not above.
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
