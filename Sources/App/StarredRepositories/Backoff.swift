import Foundation

/// How long a server is left alone after failures in a row: one second, then twice as long each time.
///
/// It applies to requests that nobody has asked for, and also if the server itself names a shorter time.
public struct Backoff: Sendable {
  /// Seconds at most between a failure and the next request.
  public static let longestDelay: TimeInterval = 300

  private var failureCount = 0

  public init() {}

  /// Counts a failure. Returns the seconds until the next request.
  public mutating func noteFailure() -> TimeInterval {
    defer { failureCount += 1 }
    // 2⁹ seconds are longer than the longest delay already.
    return min(exp2(Double(min(failureCount, 9))), Self.longestDelay)
  }

  /// Counts from the beginning again.
  public mutating func noteSuccess() { failureCount = 0 }
}
