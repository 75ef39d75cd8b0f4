import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp

@Suite("Times and days of messages in words")
struct MessageTimeFormatterTests {
  /// 14 March 2026, 18:42 UTC: a Saturday.
  private static let saturday: Int64 = 1_773_513_720_000
  private static let day: Int64 = 86_400_000

  private func clock(
    _ locale: String = "en_GB", zone: TimeZone = .gmt, now: Int64 = MessageTimeFormatterTests.saturday
  ) -> MessageTimeFormatter {
    MessageTimeFormatter(
      locale: Locale(identifier: locale), timeZone: zone,
      now: { Date(timeIntervalSince1970: Double(now) / 1_000) })
  }

  private func name(_ clock: MessageTimeFormatter, _ time: Int64) -> String {
    clock.name(ofDay: clock.day(of: time))
  }

  @Test("The two newest days have names of their own")
  func nearDays() {
    #expect(name(clock(), Self.saturday) == "Today")
    #expect(name(clock(), Self.saturday - Self.day) == "Yesterday")
  }

  @Test("A day of this year has no year, one of another year has")
  func farDays() {
    #expect(name(clock(), Self.saturday - 2 * Self.day) == "Thursday, 12 March")
    #expect(name(clock(), Self.saturday - 365 * Self.day).contains("2025"))
  }

  @Test("An English day has a comma after its weekday, with and without a year")
  func comma() {
    let day = Self.saturday - 2 * Self.day
    #expect(name(clock("en_GB"), day) == "Thursday, 12 March")
    #expect(name(clock("en_US"), day) == "Thursday, March 12")
    #expect(clock("en_GB").fullDate(of: day) == "Thursday, 12 March 2026")
    #expect(name(clock("ko_KR"), day) == "3월 12일 목요일")
    #expect(name(clock("fr_FR"), day) == "jeudi 12 mars")
  }

  @Test("A day's name follows the locale")
  func localeOfDays() {
    #expect(name(clock("de_DE"), Self.saturday - 2 * Self.day) == "Donnerstag, 12. März")
  }

  @Test("The clock has 24 hours where the locale says so, else 12")
  func hours() {
    #expect(clock("en_GB").time(of: Self.saturday) == "18:42")
    #expect(clock("de_DE").time(of: Self.saturday) == "18:42")
    let american = clock("en_US").time(of: Self.saturday)
    #expect(american.hasPrefix("6:42") && american.hasSuffix("PM"))
  }

  @Test("A day begins at the local midnight")
  func timeZones() throws {
    // 23:30 UTC is the next day in Helsinki, and still this one in New York.
    let late = Self.saturday - Self.saturday % Self.day + Self.day - 30 * 60_000
    let helsinki = clock(zone: try #require(TimeZone(identifier: "Europe/Helsinki")))
    let newYork = clock(zone: try #require(TimeZone(identifier: "America/New_York")))
    #expect(helsinki.day(of: late) == clock().day(of: late) + 1)
    #expect(newYork.day(of: late) == clock().day(of: late))
  }

  @Test("Days before 1970 are counted downwards", arguments: [-1, -86_400_000, -86_400_001] as [Int64])
  func earlyDays(time: Int64) {
    #expect(clock().day(of: time) == (time == -86_400_001 ? -2 : -1))
  }

  @Test("“Today” becomes “Yesterday” at midnight")
  func midnight() {
    var now = Self.saturday
    let clock = MessageTimeFormatter(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt,
      now: { Date(timeIntervalSince1970: Double(now) / 1_000) })
    #expect(name(clock, Self.saturday) == "Today")
    now += Self.day
    #expect(name(clock, Self.saturday) == "Yesterday")
  }

  @Test(
    "Any number at all is a time that can be shown",
    arguments: [.min, .max, 0, MessageDate.range.lowerBound, MessageDate.range.upperBound] as [Int64])
  func anyNumber(time: Int64) {
    for locale in ["en_GB", "ar_EG", "fa_IR", "th_TH", "ja_JP"] {
      let clock = clock(locale)
      #expect(!name(clock, time).isEmpty)
      #expect(!clock.time(of: time).isEmpty)
    }
  }
}

@Suite("The locale of dates and numbers")
struct DesktopLocaleTests {
  @Test("LC_ALL goes before LC_TIME, and that before LANG; empty ones count as unset")
  func precedence() {
    let all = ["LC_ALL": "de_DE.UTF-8", "LC_TIME": "sv_SE.UTF-8", "LANG": "ko_KR.UTF-8"]
    #expect(Locale(environment: all).identifier == "de_DE")
    #expect(Locale(environment: all.filter { $0.key != "LC_ALL" }).identifier == "sv_SE")
    #expect(Locale(environment: ["LC_ALL": "", "LANG": "ko_KR.UTF-8@hanja"]).identifier == "ko_KR")
  }

  @Test("The C locale, and none at all, have a clock of 24 hours")
  func fallback() {
    for environment in [["LANG": "C.UTF-8"], ["LC_ALL": "POSIX"], [:]] {
      #expect(Locale(environment: environment).hourCycle == .zeroToTwentyThree)
    }
  }
}

@Suite("Numbers with their nouns")
struct CountedTests {
  @Test("One is singular, all others are plural, and digits are grouped as the locale does")
  func plurals() {
    let english = Locale(identifier: "en_GB")
    #expect(Counted.messages(0, locale: english) == "0 messages")
    #expect(Counted.messages(1, locale: english) == "1 message")
    #expect(Counted.people(1, locale: english) == "1 person")
    #expect(Counted.people(6, locale: english) == "6 people")
    #expect(Counted.messages(10_000, locale: english) == "10,000 messages")
    #expect(Counted.messages(10_000, locale: Locale(identifier: "de_DE")) == "10.000 messages")
  }
}

@Suite("Initials")
struct InitialsTests {
  @Test(
    "A name's initials",
    arguments: [
      ("Ridge walk", "RW"), ("mara lind", "ML"), ("Madonna", "M"), ("김서연", "김"), ("أمير حداد", "أ"),
      ("#swift-lang", "SL"), ("", "#"), ("🥾", "#"), ("Anna Maria von Berg", "AM"),
    ])
  func initials(name: String, expected: String) {
    #expect(Initials.of(name) == expected)
  }
}
