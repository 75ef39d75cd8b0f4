import ChatArchive
import Foundation
import SeededRandom
import Testing

@testable import BackscrollApp
@testable import Finding

@Suite("Dates that people type")
struct TypedDateReaderTests {
  /// Monday, 23 November 2026, 08:30 UTC.
  private static let now: Int64 = 1_795_422_600_000

  private static let korean = TypedDateWords(phrases: [
    ("오늘", .near(.day, 0)), ("어제", .near(.day, -1)), ("지난주,지난 주", .near(.week, -1)),
    ("{number}일 전", .ago(.day)), ("지난 {weekday}", .lastWeekday),
  ])
  private static let german = TypedDateWords(phrases: [
    ("gestern", .near(.day, -1)), ("letzte woche", .near(.week, -1)),
    ("vor {number} tag,vor {number} tagen", .ago(.day)), ("letzten {weekday}", .lastWeekday),
  ])

  /// What is read, as the precision and the local time at which it begins; "–" for no date.
  private static func read(
    _ text: String, _ locale: String = "en_GB", zone: String = "Europe/Berlin",
    words: TypedDateWords = .current
  ) throws -> String {
    let zone = try #require(TimeZone(identifier: zone))
    let reader = TypedDateReader(locale: Locale(identifier: locale), timeZone: zone, now: now, words: words)
    guard let found = reader.read(text) else { return "–" }
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    let start = DayCalendar.date(found.span.lowerBound)
    guard found.precision == .minute else { return "\(found.precision) \(style.format(start))" }
    let time = Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false).format(start)
    return "\(style.format(start)) \(time.prefix(5))"
  }

  @Test(
    "Numbers, names and words",
    arguments: [
      ("2019", "year 2019-01-01"), ("mar 2021", "month 2021-03-01"), ("2021-03-14 18:30", "2021-03-14 18:30"),
      ("2021-03-14T18:30:15", "2021-03-14 18:30"), ("14.3.2021", "day 2021-03-14"),
      ("14/3/2021", "day 2021-03-14"),
      ("3/14/2021", "day 2021-03-14"), ("14-3-21", "day 2021-03-14"), ("20210314", "day 2021-03-14"),
      ("2021/3", "month 2021-03-01"), ("3/2021", "month 2021-03-01"), ("14 mar 25 18:30", "2025-03-14 18:30"),
      ("14th of March 2021", "day 2021-03-14"), ("march 14, 2021", "day 2021-03-14"),
      ("Friday, 14 March 2025", "day 2025-03-14"), ("sept 2020", "month 2020-09-01"),
      ("99", "year 1999-01-01"),
      ("today", "day 2026-11-23"), ("Yesterday", "day 2026-11-22"), ("last  week", "week 2026-11-16"),
      ("this month", "month 2026-11-01"), ("last year", "year 2025-01-01"), ("3 days ago", "day 2026-11-20"),
      ("1 month ago", "month 2026-10-01"), ("yesterday 6pm", "2026-11-22 18:00"),
    ])
  func english(text: String, expected: String) throws {
    #expect(try Self.read(text) == expected, "\(text)")
  }

  @Test(
    "Without a year, month or day it is the latest one that is not in the future",
    arguments: [
      ("mar", "month 2026-03-01"), ("dec", "month 2025-12-01"), ("nov", "month 2026-11-01"),
      ("24 nov", "day 2025-11-24"), ("14.3.", "day 2026-03-14"), ("14", "day 2026-11-14"),
      ("29", "day 2026-10-29"),
      ("29 feb", "day 2024-02-29"), ("friday", "day 2026-11-20"), ("mon", "day 2026-11-16"),
      ("last tuesday", "day 2026-11-17"), ("18:30", "2026-11-23 18:30"),
    ])
  func latest(text: String, expected: String) throws {
    #expect(try Self.read(text) == expected, "\(text)")
  }

  @Test(
    "What is no date, and a date that does not exist",
    arguments: [
      "", " ", "hello", "march hello", "31 feb", "31 feb 2024", "29 feb 2023", "2021-02-30", "2021-13-01",
      "25:00",
      "12:61", "yesterday 13pm", "mar 2021 18:30", "0", "12345", "1899", "9999999999999999999", "ma 2020",
      "...",
      "1 2 3 4", "٠", "mar mar", "–", "2021-03-14 18:30 19:30", "999999999 days ago",
    ])
  func nothing(text: String) throws {
    #expect(try Self.read(text) == "–", "\(text)")
  }

  @Test(
    "Numbers come in the order of the locale",
    arguments: [
      ("en_GB", "3/4/2021", "day 2021-04-03"), ("en_US", "3/4/2021", "day 2021-03-04"),
      ("en_US", "14.3.2021", "day 2021-03-14"), ("en_US", "3/14", "day 2026-03-14"),
      ("en_US", "Mar 14, 2025 at 6:30 PM", "2025-03-14 18:30"), ("ko_KR", "21. 3. 14.", "day 2021-03-14"),
      ("ja_JP", "2021/3/4", "day 2021-03-04"), ("fr_FR", "18h30", "2026-11-23 18:30"),
      ("fr_FR", "14 févr. 2020", "day 2020-02-14"), ("ru_RU", "март 2021", "month 2021-03-01"),
      ("ar_EG", "١٤/٣/٢٠٢١", "day 2021-03-14"), ("th_TH", "2564", "year 2021-01-01"),
      ("th_TH", "2021-03-14", "day 2021-03-14"), ("fa_IR", "2021-03-14", "day 2021-03-14"),
    ])
  func locales(locale: String, text: String, expected: String) throws {
    #expect(try Self.read(text, locale) == expected)
  }

  @Test(
    "Korean",
    arguments: [
      ("2021년 3월 14일", "day 2021-03-14"), ("2021년 3월", "month 2021-03-01"), ("3월 14일", "day 2026-03-14"),
      ("3월", "month 2026-03-01"), ("2021년", "year 2021-01-01"), ("14일", "day 2026-11-14"),
      ("2021. 3. 14.", "day 2021-03-14"), ("금요일", "day 2026-11-20"), ("지난 금요일", "day 2026-11-20"),
      ("2025년 3월 14일 금요일 오후 6:30", "2025-03-14 18:30"), ("어제 오후 6시 30분", "2026-11-22 18:30"),
      ("오늘", "day 2026-11-23"), ("지난주", "week 2026-11-15"), ("지난 주", "week 2026-11-15"),
      ("3일 전", "day 2026-11-20"), ("2월 31일", "–"), ("오후 13시", "–"), ("mar 2021", "month 2021-03-01"),
    ])
  func koreanDates(text: String, expected: String) throws {
    #expect(try Self.read(text, "ko_KR", zone: "Asia/Seoul", words: Self.korean) == expected, "\(text)")
    // As some input methods and file systems write it.
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(try Self.read(decomposed, "ko_KR", zone: "Asia/Seoul", words: Self.korean) == expected, "\(text)")
  }

  @Test(
    "German",
    arguments: [
      ("14. März 2021", "day 2021-03-14"), ("märz 2021", "month 2021-03-01"),
      ("Marz 2021", "month 2021-03-01"),
      ("14.3.2021", "day 2021-03-14"), ("14.3.", "day 2026-03-14"), ("Do", "day 2026-11-19"),
      ("Mi.", "day 2026-11-18"),
      ("Freitag, 14. März 2025 um 18:30", "2025-03-14 18:30"), ("14.3.2021 18.30 Uhr", "2021-03-14 18:30"),
      ("14.3. 18 Uhr", "2026-03-14 18:00"), ("gestern", "day 2026-11-22"),
      ("letzte Woche", "week 2026-11-16"),
      ("vor 3 Tagen", "day 2026-11-20"), ("letzten Freitag", "day 2026-11-20"), ("31. Februar", "–"),
    ])
  func germanDates(text: String, expected: String) throws {
    #expect(try Self.read(text, "de_DE", words: Self.german) == expected, "\(text)")
  }

  @Test(
    "Dates that a locale writes are read as the same days",
    arguments: [
      "en_GB", "en_US", "de_DE", "ko_KR", "fr_FR", "es_ES", "pt_BR", "it_IT", "nl_NL", "pl_PL", "sv_SE",
      "tr_TR",
      "el_GR", "uk_UA", "hi_IN", "ja_JP", "zh_CN", "ru_RU", "ar_EG", "fa_IR", "hu_HU", "cs_CZ",
    ])
  func written(identifier: String) {
    let locale = Locale(identifier: identifier)
    let reader = TypedDateReader(locale: locale, timeZone: .gmt, now: Self.now)
    let style = Date.FormatStyle(locale: locale, calendar: reader.days.calendar, timeZone: .gmt)
    for distance in stride(from: 0, to: 4_000, by: 53) as StrideTo<Int64> {
      let instant = Self.now - distance * 86_400_000
      for format in [
        style.weekday(.wide).day().month(.wide).year(), style.day().month(.abbreviated).year(),
        style.year().month(.wide), style.year().month(.wide).day().hour().minute(),
      ] {
        let text = format.format(DayCalendar.date(instant))
        #expect(reader.read(text)?.span.contains(instant) == true, "\(text)")
      }
    }
  }

  @Test("A day is that of the zone, as long as its clocks make it")
  func zones() throws {
    for (zone, text, hours) in [
      ("Europe/Berlin", "2025-03-30", 23), ("Europe/Berlin", "2025-10-26", 25),
      ("America/New_York", "2025-11-02", 25),
      ("Asia/Seoul", "2025-03-30", 24),
    ] {
      let reader = TypedDateReader(
        locale: Locale(identifier: "en_GB"), timeZone: try #require(TimeZone(identifier: zone)), now: Self.now
      )
      let span = try #require(reader.read(text)).span
      #expect(span.upperBound - span.lowerBound == Int64(hours) * 3_600_000)
    }
    // Half past two does not exist, and exists twice.
    #expect(try Self.read("2025-03-30 2:30") == "2025-03-30 03:30")
    #expect(try Self.read("2025-10-26 2:30") == "2025-10-26 02:30")
    // A day that Samoa left out.
    #expect(try Self.read("2011-12-30", zone: "Pacific/Apia") == "–")
  }

  @Test(
    "A date without a year may be one of each year of a chat",
    arguments: [
      ("en_GB", "15 june", ["2026-06-15", "2021-06-15", "2020-06-15"], "2021-06-15"),
      ("ko_KR", "6월 15일", ["2026-06-15", "2021-06-15", "2020-06-15"], "2021-06-15"),
      ("en_GB", "june", ["2026-06-01", "2021-06-01", "2020-06-01"], "2021-06-01"),
      ("en_GB", "29 feb", ["2024-02-29", "2020-02-29"], "2024-02-29"),
      ("en_GB", "15 june 2019", ["2019-06-15"], "2019-06-15"), ("ko_KR", "어제", ["2026-11-22"], "2026-11-22"),
      ("en_GB", "31 june", [], "–"),
    ])
  func withoutAYear(locale: String, text: String, all: [String], ofChat: String) {
    let reader = TypedDateReader(
      locale: Locale(identifier: locale), timeZone: .gmt, now: Self.now,
      words: locale == "ko_KR" ? Self.korean : .current)
    // 30 May 2020 to 20 August 2021.
    let span: ClosedRange<Int64> = 1_590_796_800_000...1_629_417_600_000
    let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    func day(_ date: TypedDate?) -> String {
      date.map { style.format(DayCalendar.date($0.span.lowerBound)) } ?? "–"
    }
    #expect(reader.readAll(text, in: span).map(day) == all)
    #expect(day(reader.read(text, in: span)) == ofChat)
    #expect(day(reader.read(text)) == all.first ?? "–")
  }

  @Test("A day without a month may be one of each month of a chat")
  func withoutAMonth() {
    let reader = TypedDateReader(locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Self.now)
    let span: ClosedRange<Int64> = 1_590_796_800_000...1_629_417_600_000
    // 16 months, of which 12 have a 31st or not, and the one that is meant without a chat.
    #expect(reader.readAll("15", in: span).count == 17)
    #expect(reader.readAll("31", in: span).count == 11)
  }

  @Test("Any characters are read or not, and never harm")
  func anything() throws {
    var random = SplitMix64(seed: 5)
    let signs = Array("0123456789./-: ,marfebTüß월일년年月오후前昨\u{301}\u{200F}😀")
    let reader = TypedDateReader(locale: Locale(identifier: "ko_KR"), timeZone: .gmt, now: Self.now)
    for _ in 0..<3_000 {
      let text = String(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in signs.randomElement(using: &random)! })
      if let found = reader.read(text) { #expect(found.span.lowerBound < found.span.upperBound, "\(text)") }
    }
  }
}
