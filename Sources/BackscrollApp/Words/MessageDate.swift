import Foundation

/// A message's time, held within the years that calendars can be asked about.
struct MessageDate: Equatable, Sendable {
  /// Milliseconds since 1970 UTC, of the years 1 to 9999. Logs hold any number at all; beyond these years
  /// calendars overflow, and nobody has a message from there.
  let milliseconds: Int64

  static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  init(_ milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
