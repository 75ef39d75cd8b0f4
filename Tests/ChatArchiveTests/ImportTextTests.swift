import Foundation
import Testing

@testable import ChatArchive

@Suite("Texts and times of imported messages", .dedicatedThreads)
struct ImportTextTests {
  @Test(
    "An address ends before the sentence's own marks",
    arguments: [
      ("see https://a.org/x.", ["https://a.org/x"]),
      ("(https://a.org/x)", ["https://a.org/x"]),
      ("https://a.org/x_(y) and HTTP://B.ORG!", ["https://a.org/x_(y)", "HTTP://B.ORG"]),
      ("<www.a.org>, \"ftp://a.org/\"", ["www.a.org", "ftp://a.org/"]),
      ("é https://a.org/é", ["https://a.org/é"]),
      ("xhttps://a.org awww.b.org https:// www.", []),
      ("www." + String(repeating: "www.", count: 2000), []),
    ])
  func links(text: String, addresses: [String]) {
    let bytes = Array(text.utf8)
    let found = LinkDetector.links(in: text).map {
      String(decoding: bytes[$0.start..<$0.start + $0.length], as: UTF8.self)
    }
    #expect(found == addresses)
  }

  @Test(
    "A link opens the web or a program for it, never a file or a script",
    arguments: [
      ("example.org", "https://example.org"), ("example.org:8080/x", "https://example.org:8080/x"),
      ("http://example.org", "http://example.org"), ("tg://resolve?domain=x", "tg://resolve?domain=x"),
      (" https://a.org ", "https://a.org"), ("", nil), ("file:///etc/passwd", nil),
      ("JavaScript:alert(1)", nil),
      ("data:text/html,x", nil),
    ] as [(String, String?)])
  func targets(address: String, target: String?) {
    #expect(LinkTarget.web(address) == target)
  }

  @Test(
    "Codes of IRC clients go, with their numbers and nothing else",
    arguments: [
      ("\u{2}a\u{2}\u{1d}b\u{1f}c\u{f}", "abc"), ("\u{3}4red", "red"), ("\u{3}04,12red", "red"),
      ("\u{3}4,red", ",red"), ("\u{3},5x", ",5x"), ("\u{3}123", "3"), ("\u{4}ff0000,00ff00x", "x"),
      ("\u{4}ff00", "ff00"), ("a\tb", "a\tb"),
    ])
  func formatCodes(line: String, text: String) {
    #expect(String(decoding: IRCLine.withoutFormatCodes(Array(line.utf8)), as: UTF8.self) == text)
  }

  @Test("Dates and day numbers are each other's inverse, and what is no date is none")
  func dates() throws {
    var last = try #require(CivilDate(dayNumber: 0))
    #expect(last.description == "1970-01-01")
    let end = try #require(CivilDate(year: 2199, month: 12, day: 31)).dayNumber
    for number in 1...end {
      let date = try #require(CivilDate(dayNumber: number))
      #expect(date.dayNumber == number)
      #expect((last.year, last.month, last.day) < (date.year, date.month, date.day))
      last = date
    }
    #expect(CivilDate(dayNumber: end + 1) == nil)
    #expect(CivilDate(dayNumber: -1) == nil)
    #expect(CivilDate(year: 2100, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2024, month: 2, day: 29)?.dayNumber == 19_782)
  }

  @Test("The hour that spring leaves out is counted on from before it")
  func summerTimeBegins() throws {
    var clock = WallClock(try #require(TimeZone(identifier: "Europe/Berlin")))
    // 2024-03-31, when 02:00 became 03:00: 02:30 on the wall is 01:30 UTC.
    let midnight = Int64(try #require(CivilDate(year: 2024, month: 3, day: 31)).dayNumber) * 86_400
    #expect(clock.instant(ofLocal: midnight + 5400) == midnight + 1800)
    #expect(clock.instant(ofLocal: midnight + 9000) == midnight + 5400)
    #expect(clock.instant(ofLocal: midnight + 10_800) == midnight + 3600)
  }
}
