import Chats
import Foundation
import SeededRandom
import Testing

@testable import BackscrollApp
@testable import Finding

@Suite("Dates that people type")
struct TypedDateReaderTests {
  /// Monday, 23 November 2026, 08:30 UTC.
  private static let now: Int64 = 1_795_422_600_000

  /// The result, as the precision and the local time at which it begins; "–" for no date.
  private static func read(
    _ text: String, _ locale: String = "en_GB", zone: String = "Europe/Berlin",
    words: [(word: String, distance: Int)] = TypedDateReader.nearDays
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
    "English dates",
    arguments: [
      ("2019", "year 2019-01-01"), ("mar 2021", "month 2021-03-01"), ("March 2021", "month 2021-03-01"),
      ("sep 2020", "month 2020-09-01"), ("2021-03", "month 2021-03-01"),
      ("3/2021", "month 2021-03-01"), ("2021-03-14", "day 2021-03-14"), ("14.3.2021", "day 2021-03-14"),
      ("14/3/21", "day 2021-03-14"), ("14/3/99", "day 1999-03-14"), ("14 mar 2021", "day 2021-03-14"),
      ("march 14, 2021", "day 2021-03-14"), ("Friday, 14 March 2025", "day 2025-03-14"),
      ("2021-03-14 18:30", "2021-03-14 18:30"), ("2021-03-14T18:30:15", "2021-03-14 18:30"),
      ("14 mar 2025 6:30 pm", "2025-03-14 18:30"), ("14 mar 2025 12:05 am", "2025-03-14 00:05"),
      ("today", "day 2026-11-23"), ("Yesterday", "day 2026-11-22"), ("yesterday 18:30", "2026-11-22 18:30"),
      ("friday", "day 2026-11-20"), ("mon", "day 2026-11-16"), ("sunday", "day 2026-11-22"),
    ])
  func english(text: String, expected: String) throws {
    #expect(try Self.read(text) == expected, "\(text)")
  }

  @Test(
    "A text that is no date, and a date that does not exist",
    arguments: [
      "", " ", "hello", "march hello", "31 feb 2024", "29 feb 2023", "2021-02-30", "2021-13-01", "3/14/2021",
      "25:00", "18:30", "2021-03-14 25:00", "2021-03-14 12:61", "yesterday 13:00 pm", "mar 2021 18:30", "0",
      "0000", "12345", "9999999999999999999", "ma 2020", "...", ":", "1 2 3 4", "٠", "mar mar 2021", "–",
      "2021-03-14 18:30 19:30", "mar", "14 mar", "14", "mar 21", "last week", "3 days ago",
    ])
  func nothing(text: String) throws {
    #expect(try Self.read(text) == "–", "\(text)")
  }

  @Test(
    "Numbers come in the order of the locale",
    arguments: [
      ("en_GB", "3/4/2021", "day 2021-04-03"), ("en_US", "3/4/2021", "day 2021-03-04"),
      ("en_US", "Mar 14, 2025 at 6:30 PM", "2025-03-14 18:30"), ("ko_KR", "21. 3. 14.", "day 2021-03-14"),
      ("ja_JP", "2021/3/4", "day 2021-03-04"), ("fr_FR", "14 févr. 2020", "day 2020-02-14"),
      ("fr_FR", "mar 2021", "month 2021-03-01"), ("ru_RU", "март 2021", "month 2021-03-01"),
      ("hu_HU", "14 mar 2021", "day 2021-03-14"), ("ar_EG", "١٤/٣/٢٠٢١", "day 2021-03-14"),
      ("th_TH", "2564", "year 2021-01-01"), ("th_TH", "2021-03-14", "day 2021-03-14"),
      ("fa_IR", "2021-03-14", "day 2021-03-14"), ("de_DE", "14. März 2021", "day 2021-03-14"),
      ("de_DE", "Marz 2021", "month 2021-03-01"), ("de_DE", "Do", "day 2026-11-19"),
      ("de_DE", "Mi.", "day 2026-11-18"), ("de_DE", "march 2021", "month 2021-03-01"),
      ("de_DE", "금요일", "day 2026-11-20"), ("de_DE", "yesterday", "day 2026-11-22"),
    ])
  func locales(locale: String, text: String, expected: String) throws {
    #expect(try Self.read(text, locale) == expected)
  }

  @Test(
    "Korean dates",
    arguments: [
      ("2021년 3월 14일", "day 2021-03-14"), ("2021년3월14일", "day 2021-03-14"), ("2021년 3월", "month 2021-03-01"),
      ("2021년", "year 2021-01-01"), ("2021. 3. 14.", "day 2021-03-14"), ("금요일", "day 2026-11-20"),
      ("2025년 3월 14일 금요일 오후 6:30", "2025-03-14 18:30"), ("어제 오후 6:30", "2026-11-22 18:30"),
      ("오늘", "day 2026-11-23"), ("어제", "day 2026-11-22"), ("2021년 2월 31일", "–"), ("오후 6시", "–"),
      ("어제 오후 13:00", "–"), ("mar 2021", "month 2021-03-01"),
    ])
  func koreanDates(text: String, expected: String) throws {
    let words = [("오늘", 0), ("어제", -1)]
    #expect(try Self.read(text, "ko_KR", zone: "Asia/Seoul", words: words) == expected, "\(text)")
    // Some input methods and file systems write it in this form.
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(try Self.read(decomposed, "ko_KR", zone: "Asia/Seoul", words: words) == expected, "\(text)")
  }

  @Test(
    "Dates that a locale writes are read as the same days",
    arguments: [
      "en_GB", "en_US", "de_DE", "ko_KR", "fr_FR", "es_ES", "pt_BR", "it_IT", "nl_NL", "pl_PL", "sv_SE",
      "tr_TR", "el_GR", "uk_UA", "hi_IN", "ja_JP", "zh_CN", "ru_RU", "ar_EG", "fa_IR", "hu_HU", "cs_CZ",
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
        style.day().month().year(),
        style.day().month(.twoDigits).year(.twoDigits),
      ] {
        let text = format.format(DayCalendar.date(instant))
        #expect(reader.read(text)?.span.contains(instant) == true, "\(text)")
      }
    }
  }

  @Test(
    "A time of a day",
    arguments: [
      ("18:30", "18:30"), ("6:30 pm", "18:30"), ("6:30 p.m.", "18:30"), ("18.30", "18:30"),
      ("오후 6:30", "18:30"),
      ("18:61", "–"), ("18", "–"), ("", "–"), ("18:30 19:30", "–"), ("18:30 hello", "–"),
    ])
  func times(text: String, expected: String) throws {
    let reader = TypedDateReader(locale: Locale(identifier: "es_ES"), timeZone: .gmt, now: Self.now)
    let day = reader.days.span(.day, containing: Self.now)
    let found = reader.read(time: text, of: day).map { ($0.span.lowerBound - day.lowerBound) / 60_000 }
    #expect(found.map { "\($0 / 60):\($0 % 60)" } ?? "–" == expected)
  }

  @Test("A day is that of the zone, as long as its clocks make it")
  func zones() throws {
    for (zone, text, hours) in [
      ("Europe/Berlin", "2025-03-30", 23), ("Europe/Berlin", "2025-10-26", 25),
      ("America/New_York", "2025-11-02", 25), ("Asia/Seoul", "2025-03-30", 24),
    ] {
      let reader = TypedDateReader(
        locale: Locale(identifier: "en_GB"), timeZone: try #require(TimeZone(identifier: zone)), now: Self.now
      )
      let span = try #require(reader.read(text)).span
      #expect(span.upperBound - span.lowerBound == Int64(hours) * 3_600_000)
    }
    // Half past two does not exist on the first day, and exists twice on the second.
    #expect(try Self.read("2025-03-30 2:30") == "2025-03-30 03:30")
    #expect(try Self.read("2025-10-26 2:30") == "2025-10-26 02:30")
    // A day that was skipped in Samoa.
    #expect(try Self.read("2011-12-30", zone: "Pacific/Apia") == "–")
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
