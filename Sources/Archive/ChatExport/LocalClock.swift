import Chats
import Foundation

/// Converts instants to the local time of a time zone.
struct LocalClock {
  /// A time of a day.
  struct Reading: Hashable {
    /// Days since 1970-01-01.
    var day: Int
    /// Seconds since midnight.
    var second: Int
    /// Seconds east of Greenwich.
    var offset: Int

    /// The date, for example “2024-01-02”. A date outside the calendar's range becomes its first or last day.
    var date: String {
      CivilDate(dayNumber: day)?.description ?? (day < 0 ? "1970-01-01" : "2199-12-31")
    }

    /// The time of day, for example “12:34:56”.
    var clock: String {
      [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    }

    /// The date and time in ISO 8601 with the offset from Greenwich, for example “2024-01-02T12:34:56+01:00”.
    var stamp: String {
      let minutes = abs(offset) / 60
      return "\(date)T\(clock)\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
  }

  private let timeZone: TimeZone
  /// The quarter of an hour to which `offset` applies, because clocks change only at its ends.
  private var quarter: Int64?
  private var offset = 0

  init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// - Parameter instant: Milliseconds since 1970 UTC.
  mutating func reading(_ instant: Int64) -> Reading {
    let seconds = min(max(floor(instant, 1000), -Self.furthest), Self.furthest)
    if quarter != floor(seconds, 900) {
      quarter = floor(seconds, 900)
      offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
    let local = seconds + Int64(offset)
    let day = floor(local, Int64(CivilDate.secondsPerDay))
    return Reading(day: Int(day), second: Int(local - day * Int64(CivilDate.secondsPerDay)), offset: offset)
  }

  /// Seconds from 1970 to the year 9999.
  private static let furthest: Int64 = 253_402_300_799

  private func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
