import Foundation

/// The delay between requests to a server after failures in a row: one second, then twice as long each time.
///
/// It applies to requests that the user has not started, and also if the server itself names a shorter time.
public struct Backoff: Sendable {
  /// The most seconds between a failure and the next request.
  public static let longestDelay: TimeInterval = 300

  private var failureCount = 0

  public init() {}

  /// Counts a failure. Returns the seconds until the next request.
  public mutating func noteFailure() -> TimeInterval {
    defer { failureCount += 1 }
    // 2⁹ seconds already exceed the longest delay.
    return min(exp2(Double(min(failureCount, 9))), Self.longestDelay)
  }

  /// Resets the count of failures.
  public mutating func noteSuccess() { failureCount = 0 }
}
