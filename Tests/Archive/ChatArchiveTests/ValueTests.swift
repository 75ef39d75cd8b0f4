import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Entities as bytes", .dedicatedThreads)
struct EntityCodingTests {
  @Test(
    "Every kind is decoded as it was encoded",
    arguments: [
      TextEntity.Kind.bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .hashtag,
      .link(target: ""), .link(target: "https://example.org/서연?q=\(String(repeating: "x", count: 500))"),
    ])
  func kinds(kind: TextEntity.Kind) throws {
    let entities = [
      TextEntity(start: 200, length: 300, kind: kind), TextEntity(start: 500, length: 1, kind: .bold),
    ]
    let bytes = try #require(EntityCoding.encode(entities, of: String(repeating: "a", count: 501)))
    #expect(EntityCoding.decode(bytes) == entities)
  }

  @Test("An invalid entity is dropped, the others stay")
  func broken() throws {
    let text = "aé🏔 end"  // 1 + 2 + 4 + 4 bytes
    func stored(_ entities: (Int, Int)...) -> [[Int]] {
      let entities = entities.map { TextEntity(start: $0.0, length: $0.1, kind: .code) }
      return EntityCoding.encode(entities, of: text).map(EntityCoding.decode)?.map { [$0.start, $0.length] }
        ?? []
    }
    #expect(stored((0, 1), (1, 2), (3, 4), (7, 4)) == [[0, 1], [1, 2], [3, 4], [7, 4]])
    #expect(stored((0, 2), (3, 4)) == [[3, 4]], "ends within é")
    #expect(stored((2, 1), (3, 4)) == [[3, 4]], "starts within é")
    #expect(stored((0, 3), (1, 2), (3, 4)) == [[0, 3], [3, 4]], "overlaps")
    #expect(stored((3, 4), (0, 1)) == [[3, 4]], "out of order")
    #expect(stored((7, 5)) == [], "past the end")
    #expect(stored((7, .max), (.max, 1)) == [], "overflows")
    #expect(stored((-1, 2), (0, 0), (0, -1), (11, 0)) == [], "negative or empty")
  }

  @Test("No entities give no bytes")
  func none() {
    #expect(EntityCoding.encode([], of: "a") == nil)
    #expect(EntityCoding.decode(Data()) == [])
  }

  @Test("Damaged bytes are read up to the damage without a crash", arguments: 1...200)
  func damaged(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let bytes = Data((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    _ = EntityCoding.decode(bytes)
    let good = try #require(
      EntityCoding.encode(
        [
          TextEntity(start: 0, length: 1, kind: .bold),
          TextEntity(start: 1, length: 1, kind: .link(target: "x")),
        ],
        of: "abc"))
    #expect(EntityCoding.decode(good.dropLast()) == [TextEntity(start: 0, length: 1, kind: .bold)])
    _ = EntityCoding.decode(good + bytes)
  }

  @Test("An unknown kind is dropped, the entities around it stay in place")
  func unknownKind() {
    // gap, length, kind, bytes of the target
    let bytes = Data([1, 2, 0, 0] + [0, 3, 40, 1, 0x78] + [1, 1, 1, 0])
    #expect(
      EntityCoding.decode(bytes) == [
        TextEntity(start: 1, length: 2, kind: .bold), TextEntity(start: 7, length: 1, kind: .italic),
      ])
  }
}

@Suite("Values that must never change", .dedicatedThreads)
struct StableValuesTests {
  @Test("FNV-1a gives the published values")
  func fnv1a() {
    #expect(FNV1a.hash("") == 0xcbf2_9ce4_8422_2325)
    #expect(FNV1a.hash("a") == 0xaf63_dc4c_8601_ec8c)
    #expect(FNV1a.hash("foobar") == 0x8594_4171_f739_67e8)
  }

  @Test("SplitMix64 gives the published values")
  func splitMix64() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test(
    "An excerpt is the first line that is not blank, cut after 200 characters",
    arguments: [
      ("one\ntwo", "one"), ("\n \n  one  \r\ntwo", "one"), ("", ""), (" \n\t", ""),
      (String(repeating: "👩‍👩‍👧‍👦", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 200)),
      ("a\u{2028}b", "a"),
    ])
  func excerpt(text: String, excerpt: String) {
    #expect(Quote.excerpt(of: text) == excerpt)
  }
}

@Suite("Texts and times of imported messages", .dedicatedThreads)
struct ImportTextTests {
  @Test(
    "An address ends before the punctuation of the sentence",
    arguments: [
      ("see https://a.org/x.", ["https://a.org/x"]),
      ("(https://a.org/x)", ["https://a.org/x"]),
      ("https://a.org/x_(y) and HTTP://B.ORG!", ["https://a.org/x_(y)", "HTTP://B.ORG"]),
      ("<www.a.org>, \"ftp://a.org/\"", ["www.a.org", "ftp://a.org/"]),
      ("é https://a.org/é", ["https://a.org/é"]),
      ("xhttps://a.org awww.b.org https:// www.", []),
      ("www." + String(repeating: "www.", count: 2000), []),
      ("https://a.org/([x)])])", ["https://a.org/([x)]"]),
      (String(repeating: " ", count: 65_530) + "www.a.org www.b.org", []),
      (String(repeating: " ", count: 65_526) + "www.a.org www.b.org", ["www.a.org"]),
    ])
  func links(text: String, addresses: [String]) {
    let bytes = Array(text.utf8)
    let found = LinkDetector.links(in: text).map {
      String(decoding: bytes[$0.start..<$0.start + $0.length], as: UTF8.self)
    }
    #expect(found == addresses)
  }

  @Test(
    "E-mail addresses in what is written are links, besides web addresses",
    arguments: [
      ("ann@example.org", ["mailto:ann@example.org"]),
      ("Write to ann.b+c@mail.example.org, or not.", ["mailto:ann.b+c@mail.example.org"]),
      ("https://ann@example.org/ and bob@b.io", ["https://ann@example.org/", "mailto:bob@b.io"]),
      ("bob@b.io www.a.org ann@a.org", ["mailto:bob@b.io", "https://www.a.org", "mailto:ann@a.org"]),
      ("메일 ann@example.org로", ["mailto:ann@example.org"]),
      ("a@b @ann @ann:matrix.org ann@ ann@.org ann@a..org ann@1.2 é@a.org a@b.c", []),
      ("mailto:ann@a.org", ["mailto:ann@a.org"]),
      ("ann@a.org@b.org", ["mailto:ann@a.org"]),
      (String(repeating: " ", count: 65_530) + "ann@a.org", []),
      (String(repeating: "a@", count: 30_000), []),
    ])
  func written(text: String, targets: [String]) {
    let found = LinkDetector.addresses(in: text)
    #expect(
      found.map { if case .link(let target) = $0.kind { target } else { "" } } == targets)
    #expect(EntityCoding.decode(EntityCoding.encode(found, of: text) ?? Data()) == found)
  }

  @Test(
    "A link never opens a file or a script",
    arguments: [
      ("example.org", "https://example.org"), ("example.org:8080/x", "https://example.org:8080/x"),
      ("http://example.org", "http://example.org"), ("tg://resolve?domain=x", "tg://resolve?domain=x"),
      (" https://a.org ", "https://a.org"), ("", nil), ("file:///etc/passwd", nil),
      ("JavaScript:alert(1)", nil),
      ("data:text/html,x", nil),
    ] as [(String, String?)])
  func targets(address: String, target: String?) {
    #expect(LinkTarget.web(address) == target)
    if let target { #expect(LinkTarget.isAllowed(target)) }
  }

  @Test(
    "Whatever an archive says, a link opens no file and runs nothing",
    arguments: [
      "file:///etc/passwd", "FILE:///etc/passwd", " file:///etc/passwd", "/etc/passwd", "etc/passwd",
      "smb://server/share", "javascript:alert(1)", "data:text/html,x", "admin:///etc", "",
      "https:\n//example.org", "https", ":",
    ])
  func forbidden(target: String) {
    #expect(!LinkTarget.isAllowed(target))
  }

  @Test(
    "Links to the network and to people may be opened",
    arguments: ["https://example.org/서연", "HTTP://example.org", "mailto:a@b.example", "tel:+1", "geo:1,2"])
  func allowed(target: String) {
    #expect(LinkTarget.isAllowed(target))
  }

  @Test(
    "Format codes of IRC clients are removed with their numbers",
    arguments: [
      ("\u{2}a\u{2}\u{1d}b\u{1f}c\u{f}", "abc"), ("\u{3}4red", "red"), ("\u{3}04,12red", "red"),
      ("\u{3}4,red", ",red"), ("\u{3},5x", ",5x"), ("\u{3}123", "3"), ("\u{4}ff0000,00ff00x", "x"),
      ("\u{4}ff00", "ff00"), ("a\tb", "a\tb"),
    ])
  func formatCodes(line: String, text: String) {
    #expect(String(decoding: IRCLine.withoutFormatCodes(Array(line.utf8)), as: UTF8.self) == text)
  }

  @Test("Dates and day numbers are inverse, and invalid dates are rejected")
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

  @Test("The hour that spring skips is counted from the time before it")
  func summerTimeBegins() throws {
    var clock = WallClock(try #require(TimeZone(identifier: "Europe/Berlin")))
    // 2024-03-31, when 02:00 became 03:00: 02:30 on the clock is 01:30 UTC.
    let midnight = Int64(try #require(CivilDate(year: 2024, month: 3, day: 31)).dayNumber) * 86_400
    #expect(clock.instant(ofLocal: midnight + 5400) == midnight + 1800)
    #expect(clock.instant(ofLocal: midnight + 9000) == midnight + 5400)
    #expect(clock.instant(ofLocal: midnight + 10_800) == midnight + 3600)
  }
}
