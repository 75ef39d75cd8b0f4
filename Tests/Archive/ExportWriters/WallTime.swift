import Chats
import Foundation

/// An instant as clocks in a time zone show it.
struct WallTime {
  let day: CivilDate
  let hour: Int
  let minute: Int
  let second: Int

  /// - Parameter instant: Milliseconds since 1970 UTC.
  init(_ instant: Int64, in timeZone: TimeZone) {
    let seconds = Int(instant / 1000)
    let local = seconds + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    day = CivilDate(dayNumber: local / CivilDate.secondsPerDay)!
    (hour, minute, second) = (local / 3600 % 24, local / 60 % 60, local % 60)
  }

  var month: String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November",
      "December",
    ][day.month - 1]
  }
  var weekday: String {
    // 1970-01-01 was a Thursday.
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][(day.dayNumber + 3) % 7]
  }
  /// For example “2024-01-02”.
  var date: String { day.description }
  /// For example “12:34:56”.
  var clock: String { "\(two(hour)):\(two(minute)):\(two(second))" }
  /// For example “9:05 PM”.
  var twelveHours: String { "\((hour + 11) % 12 + 1):\(two(minute)) \(hour < 12 ? "AM" : "PM")" }

  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
