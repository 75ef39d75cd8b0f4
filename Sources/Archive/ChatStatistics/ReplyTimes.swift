import Foundation

/// The times that a person took to answer, in classes of an eighth of their value, so that any number of them takes little
/// memory.
public struct ReplyTimes: Sendable, Hashable, Codable {
  /// The number of answers.
  public private(set) var count = 0
  private var classes: [Int: Class] = [:]

  private struct Class: Hashable, Codable {
    var count = 0
    /// Seconds.
    var sum = 0.0
  }

  /// A message after a longer time is no answer: twelve hours, in milliseconds.
  static let longest: Int64 = 12 * 3_600_000
  /// The classes for each doubling.
  private static let steps = 6.0

  mutating func add(milliseconds: Int64) {
    count += 1
    let seconds = Double(milliseconds) / 1000
    let index = Int((log2(max(1, seconds)) * Self.steps).rounded())
    classes[index, default: Class()].count += 1
    classes[index]?.sum += seconds
  }

  /// Whether these can be the times of messages. Kept times can have been written by another program.
  var isSound: Bool {
    count >= 0
      && classes.values.allSatisfy {
        (0...count).contains($0.count) && (0...1e15).contains($0.sum)
      }
  }

  /// The time within which a share of the answers came, in seconds: the mean of its class. Nil without answers.
  ///
  /// - Parameter share: 0…1; 0.5 for the median.
  public func quantile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    var left = (Double(count) * share).rounded(.up)
    for (_, found) in classes.sorted(by: { $0.key < $1.key }) {
      left -= Double(found.count)
      if left <= 0 { return found.sum / Double(found.count) }
    }
    return nil
  }
}
