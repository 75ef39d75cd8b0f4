import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Messages by their dates", .dedicatedThreads)
struct MessageDatesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// An archive with a chat of messages at these times, beside another chat that must not count.
  private func archive(_ times: [Int64]) async throws -> (archive: Archive, chat: Conversation.ID) {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    for (key, times) in [("other", times.prefix(50).map { $0 &+ 1 }), ("chat", times)] {
      _ = try archive.writeBatch(
        times.enumerated().map { number, time in
          ImportedMessage(
            conversationKey: key, conversationTitle: key, sourceID: "\(number)",
            sender: .init(key: "ann", name: "Ann"), isOwn: false, sentAt: time, text: "\(number)")
        })
    }
    let chat = try #require(try await archive.conversations().first { $0.title == "chat" }).id
    try archive.endImport(into: [chat])
    return (archive, chat)
  }

  /// Days since 1970 of the local date, as computed by the rows of a chat.
  private static func day(_ time: Int64, _ zone: TimeZone) -> Int {
    let date = Date(timeIntervalSince1970: Double(time) / 1_000)
    return Int(
      ((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
  }

  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private static func instant(_ iso: String) throws -> Int64 {
    DayCalendar.instant(try Date(iso, strategy: .iso8601))
  }

  @Test("A day has 23 hours when the clocks go forward, and 25 when they go back")
  func clockChanges() throws {
    for (zone, noon, hours) in [
      ("Europe/Berlin", "2025-03-30T12:00:00Z", 23), ("Europe/Berlin", "2025-10-26T12:00:00Z", 25),
      ("America/New_York", "2025-03-09T12:00:00Z", 23), ("America/New_York", "2025-11-02T12:00:00Z", 25),
      // The clocks change at midnight, which does not exist then.
      ("Asia/Beirut", "2025-03-30T12:00:00Z", 23), ("America/Sao_Paulo", "2018-11-04T12:00:00Z", 23),
      ("Asia/Seoul", "2025-03-30T12:00:00Z", 24),
    ] {
      let calendar = DayCalendar(timeZone: try Self.zone(zone))
      let span = calendar.span(.day, containing: try Self.instant(noon))
      #expect(span.upperBound - span.lowerBound == Int64(hours) * 3_600_000, "\(zone) \(noon)")
      #expect(
        Self.day(span.lowerBound, calendar.timeZone) == Self.day(span.upperBound - 1, calendar.timeZone))
      let next = calendar.span(.day, 1, from: span.lowerBound)
      #expect(next.lowerBound == span.upperBound)
      #expect(calendar.span(.day, -1, from: next.lowerBound) == span)
    }
  }

  @Test("The days of a month lie one after another, in every calendar")
  func spans() throws {
    for locale in ["en_GB", "fa_IR", "th_TH", "ar_SA"] {
      let calendar = DayCalendar(
        timeZone: try Self.zone("Europe/Berlin"), locale: Locale(identifier: locale))
      let month = calendar.span(.month, containing: try Self.instant("2025-03-14T12:00:00Z"))
      let days = calendar.spans(.day, in: month)
      #expect((28...32).contains(days.count), "\(locale)")
      #expect(days.first?.lowerBound == month.lowerBound && days.last?.upperBound == month.upperBound)
      #expect(zip(days, days.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      let months = calendar.spans(.month, in: calendar.span(.year, containing: month.lowerBound))
      #expect((12...13).contains(months.count) && months.contains(month))
    }
  }

  @Test(
    "Counts of days, months and years are those of messages counted one by one",
    arguments: ["Europe/Berlin", "America/New_York", "Asia/Seoul", "Pacific/Apia"], [1, 2])
  func counts(zone: String, seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let calendar = DayCalendar(timeZone: try Self.zone(zone))
    // Around both changes of the clocks, and over New Year; many at the same instant.
    let starts = try ["2024-12-30T00:00:00Z", "2025-03-07T00:00:00Z", "2025-10-24T00:00:00Z"].map(
      Self.instant)
    let times = (0..<3_000).map { _ -> Int64 in
      let start = starts[Int.random(in: 0..<starts.count, using: &random)]
      let hour: Int64 = 3_600_000
      return start + (Bool.random(using: &random) ? hour / 2 : 1)
        * Int64.random(in: 0..<(Bool.random(using: &random) ? 1_200 : 3), using: &random)
    }
    let (archive, chat) = try await archive(times)
    let years = try await archive.yearsWithMessages(in: chat, calendar)
    #expect(years.map(\.count).reduce(0, +) == times.count)
    #expect(years == years.filter { $0.count > 0 }.sorted { $0.span.lowerBound < $1.span.lowerBound })
    var all = 0
    for year in years {
      let months = try await archive.messageCounts(in: chat, of: calendar.spans(.month, in: year.span))
      #expect(months.map(\.count).reduce(0, +) == year.count)
      for month in months {
        let days = try await archive.messageCounts(in: chat, of: calendar.spans(.day, in: month.span))
        for day in days {
          let number = Self.day(day.span.lowerBound, calendar.timeZone)
          let naive = times.count { Self.day($0, calendar.timeZone) == number }
          #expect(day.count == naive, "\(zone) day \(number)")
          all += day.count
        }
      }
    }
    #expect(all == times.count)
  }

  @Test(
    "The nearest message, and the first from an instant, are those of a search through all",
    arguments: [3, 4])
  func nearest(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let times = (0..<600).map { _ in Int64.random(in: -5_000...5_000, using: &random) }
    let (archive, chat) = try await archive(times)
    for _ in 0..<300 {
      let instant = Int64.random(in: -6_000...6_000, using: &random)
      let found = try #require(try await archive.nearestMessage(in: chat, to: instant))
      #expect(abs(found.sentAt - instant) == times.map { abs($0 - instant) }.min())
      let first = try #require(try await archive.firstMoment(in: chat, from: instant))
      #expect(first.sentAt == times.filter { $0 >= instant }.min() ?? times.max())
      let last = try await archive.lastMoment(in: chat, before: instant)
      #expect(last?.sentAt == times.filter { $0 < instant }.max())
    }
    let ends = try #require(try await archive.ends(of: chat))
    #expect(ends.first.sentAt == times.min() && ends.last.sentAt == times.max())
    for instant in [Int64.min, .max] {
      #expect(try await archive.nearestMessage(in: chat, to: instant) != nil)
    }
  }

  @Test("What arrives between counts once, also before the newest message")
  func arrivals() async throws {
    let hour: Int64 = 3_600_000
    let (archive, chat) = try await archive((0..<700).map { $0 * hour })
    let calendar = DayCalendar(timeZone: .gmt)
    let days = calendar.spans(.day, in: calendar.span(.month, containing: 0))
    #expect(try await archive.messageCounts(in: chat, of: days).allSatisfy { $0.count <= 24 })
    for (number, time) in [5 * hour + 1, 10_000 * hour].enumerated() {
      _ = try archive.writeBatch([
        ImportedMessage(
          conversationKey: "chat", conversationTitle: "chat", sourceID: "late \(number)",
          sender: .init(key: "ann", name: "Ann"), isOwn: false, sentAt: time, text: "late")
      ])
    }
    #expect(try await archive.messageCounts(in: chat, of: [days[0]]).map(\.count) == [25])
    #expect(try await archive.ends(of: chat)?.last.sentAt == 10_000 * hour)
    #expect(try await archive.yearsWithMessages(in: chat, calendar).map(\.count) == [701, 1])
  }

  @Test("A conversation without messages has no ends, years and nearest message")
  func empty() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    #expect(try await archive.ends(of: 1) == nil)
    #expect(try await archive.yearsWithMessages(in: 1, DayCalendar(timeZone: .gmt)) == [])
    #expect(try await archive.nearestMessage(in: 1, to: 0) == nil)
    #expect(try await archive.firstMoment(in: 1, from: 0) == nil)
    #expect(try await archive.messageCounts(in: 1, of: [0..<10]).map(\.count) == [0])
  }

  @Test("Times that no calendar has are counted, in the years at its ends")
  func damaged() async throws {
    let (archive, chat) = try await archive([.min, 0, .max])
    let years = try await archive.yearsWithMessages(in: chat, DayCalendar(timeZone: .gmt))
    #expect(years.map(\.count) == [1, 1, 1])
  }
}
