import ChatStore
import Foundation
import ScrollCore
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import Reader

@Suite("The months of a rail")
struct MonthCalendarTests {
  private func months(_ locale: String = "en_GB", zone: String = "GMT") -> MonthCalendar {
    MessageTimeFormatter(locale: Locale(identifier: locale), timeZone: TimeZone(identifier: zone)!).months
  }

  private static func time(_ text: String) -> Int64 {
    Int64(try! Date(text, strategy: .iso8601).timeIntervalSince1970 * 1_000)
  }

  @Test(
    "A month ends at midnight of the zone, also in that in which the clocks change",
    arguments: [
      ("GMT", "2025-03-15T12:00:00Z", "2025-04-01T00:00:00Z"),
      ("Europe/Berlin", "2025-03-15T12:00:00Z", "2025-03-31T22:00:00Z"),
      ("Europe/Berlin", "2025-10-31T22:59:59Z", "2025-10-31T23:00:00Z"),
      ("Asia/Kathmandu", "2025-01-31T18:14:00Z", "2025-01-31T18:15:00Z"),
      ("America/Sao_Paulo", "2018-11-04T02:30:00Z", "2018-12-01T02:00:00Z"),
    ])
  func ends(zone: String, time: String, end: String) {
    #expect(months(zone: zone).month(after: Self.time(time)) == Self.time(end))
  }

  @Test("Every time has a month after it, also those of a damaged log")
  func extremes() {
    for time in [Int64.min, -1, 0, Int64.max / 2, Int64.max] {
      let clamped = MessageDate(time).milliseconds
      #expect(months().month(after: time) > clamped)
    }
  }

  @Test("The first month of a year with messages begins the year, that of a quarter the quarter")
  func ranks() {
    let times = ["2023-11-05", "2024-02-01", "2024-03-01", "2024-06-01", "2024-07-01", "2025-07-01"]
    let starts = times.enumerated().map {
      PeriodStart(ordinal: $0 * 10, time: Self.time($1 + "T00:00:00Z"))
    }
    let ticks = months().ticks(starts)
    #expect(ticks.map(\.rank) == [.year, .year, .month, .quarter, .quarter, .year])
    #expect(ticks.map(\.ordinal) == [0, 10, 20, 30, 40, 50])
    #expect(ticks.map(\.label) == ["2023", "2024", "", "", "", "2025"])
    #expect(ticks[1].name == "February 2024")
  }

  @Test("Names and digits are the locale's")
  func locales() {
    let start = [PeriodStart(ordinal: 0, time: Self.time("2024-02-01T00:00:00Z"))]
    #expect(months("ko_KR").ticks(start)[0].name == "2024년 2월")
    #expect(months("ko_KR").ticks(start)[0].label == "2024")
    #expect(months("ar_EG").ticks(start)[0].label == "٢٠٢٤")
  }
}
