import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("What people search for")
struct SearchQueryTests {
  private func parts(_ text: String) -> [String] {
    let query = SearchQuery(text, period: { SearchQuery.period($0, in: .gmt) })
    return query.tokens.map { token in
      let kind =
        switch token.kind {
        case .word: "word"
        case .phrase: token.isClosed ? "phrase" : "open phrase"
        case .filter(let name): "\(name)"
        }
      return "\(token.isExcluded ? "not " : "")\(kind) \(token.value)\(token.isValid ? "" : "?")"
    }
  }

  @Test("Words, phrases and filters are told apart")
  func tokens() {
    #expect(parts("  boiler  spring ") == ["word boiler", "word spring"])
    #expect(parts("\"spring boiler\" “cold water”") == ["phrase spring boiler", "phrase cold water"])
    #expect(parts("\"spring boi") == ["open phrase spring boi"])
    #expect(parts("-gas -\"hot water\"") == ["not word gas", "not phrase hot water"])
    #expect(parts("- --") == ["word -?", "not word -?"])
    #expect(parts("from:mara in:\"Ridge walk\"") == ["from mara", "in Ridge walk"])
    #expect(parts("-from:\"Tove Åkesson\"") == ["not from Tove Åkesson"])
    #expect(parts("FROM:mara Has:Photo is:OWN") == ["from mara", "has Photo", "is OWN"])
    #expect(
      parts("before:2021 after:2021-03 on:2021-03-14") == ["before 2021", "after 2021-03", "on 2021-03-14"])
    #expect(parts("http://example.org has:cheese") == ["word http://example.org", "has cheese?"])
    #expect(parts("on:soon from: from:\"\"") == ["on soon?", "from ?", "from ?"])
  }

  @Test("A filter that makes no sense is text, and one without a value nothing yet")
  func invalidFilters() {
    #expect(SearchQuery("has:cheese").terms.map(\.words) == [["has", "cheese"]])
    #expect(SearchQuery("on:soon").filters.isEmpty)
    #expect(SearchQuery("from:").isEmpty && SearchQuery("-from:").isEmpty)
    #expect(SearchQuery(" \t\n").isEmpty && SearchQuery("!? … -").isEmpty)
    #expect(!SearchQuery("is:own").isEmpty && !SearchQuery("is:own").hasWords)
  }

  @Test(
    "How words must match is told, but for scripts without blanks",
    arguments: [
      ("cat", .beginning("cat")), ("cat -dog from:Ann", .beginning("cat")), ("cat dog", .whole),
      ("\"cat\"", .whole), ("고양이", nil), ("-cat", nil), ("from:Ann", nil), ("고양이 cat", .whole),
    ] as [(String, SearchQuery.WordRule?)])
  func wordRule(text: String, rule: SearchQuery.WordRule?) { #expect(SearchQuery(text).wordRule == rule) }

  @Test("The last word can be the beginning of one, and a closed phrase or an excluded word cannot")
  func prefix() {
    #expect(SearchQuery("cold boi").terms.map(\.isPrefix) == [false, true])
    #expect(SearchQuery("boi from:mara").terms.map(\.isPrefix) == [true])
    #expect(SearchQuery("boi -col").terms.map(\.isPrefix) == [true, false])
    #expect(SearchQuery("\"cold boi\"").terms.map(\.isPrefix) == [false])
    #expect(SearchQuery("\"cold boi").terms.map(\.isPrefix) == [true])
  }

  @Test(
    "A date is read with its month and day, if the calendar has it",
    arguments: ["2021-02-30", "21", "2021-3-", "2021-13", "a", "2021-03-14-1", ""])
  func noDates(text: String) { #expect(SearchQuery.period(text, in: .gmt) == nil) }

  @Test("Periods are those of a year, a month and a day of the time zone")
  func periods() throws {
    func days(_ text: String) throws -> [Int] {
      let period = try #require(SearchQuery.period(text, in: .gmt))
      return [period.start, period.end].map { Int($0.timeIntervalSince1970) / 86_400 }
    }
    #expect(try days("2021") == [18_628, 18_993])
    #expect(try days("2021-03") == [18_687, 18_718])
    #expect(try days("2021-03-14") == [18_700, 18_701])
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let start = try #require(SearchQuery.period("2021-03-14", in: zone)).start
    #expect(Int(start.timeIntervalSince1970) == 18_700 * 86_400 - 9 * 3_600)
  }

  @Test("A part is taken out of the text with the blanks after it")
  func removing() {
    let query = SearchQuery("boiler from:mara  before:2021")
    #expect(
      query.tokens.map(query.removing) == [
        "from:mara  before:2021", "boiler before:2021", "boiler from:mara",
      ])
  }

  @Test("The places of words and phrases are marked, whatever their accents, case and form")
  func hits() {
    func marked(_ query: String, _ text: String) -> [String] {
      SearchQuery(query).hits(in: text).map { String(text[$0]) }
    }
    #expect(marked("boil", "The Boiler! boil, reboil") == ["Boiler", "boil"])
    #expect(marked("cafe", "Café, cafe\u{301}") == ["Café", "cafe\u{301}"])
    #expect(
      marked("\"the boiler\" cold", "the boiler is cold, the cold boiler") == ["the boiler", "cold", "cold"])
    #expect(marked("서울", "서울역에서 서 울") == ["서울"])
    #expect(marked("역", "서울역에서") == ["역"])
    #expect(marked("역에서", "서울역에서") == ["역에서"])
    #expect(
      marked("서울", "서울역".decomposedStringWithCanonicalMapping) == ["서울".decomposedStringWithCanonicalMapping])
    #expect(marked("-boiler cold", "cold boiler") == ["cold"])
    #expect(marked("strasse", "Straße ΣΊΣΥΦΟΣ") == ["Straße"])
    #expect(marked("σισυφος", "Straße ΣΊΣΥΦΟΣ") == ["ΣΊΣΥΦΟΣ"])
    #expect(marked("istanbul", "İSTANBUL ıstanbul") == ["İSTANBUL", "ıstanbul"])
    #expect(marked("👍", "ok 👍!") == ["👍"])
    #expect(marked("ok", "👍🏽 ok") == ["ok"])
    #expect(marked("is:own", "is own") == [])
  }

  @Test("An excerpt is one line around what was found, in the text or in another one")
  func excerpts() {
    func excerpt(_ query: String, _ text: String, file: String? = nil) -> String {
      let attachments = file.map { [Attachment(kind: .file, name: $0)] } ?? []
      let message = Message(
        id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, text: text, attachments: attachments)
      return SearchQuery(query).excerpt(of: message, lead: 10, length: 20)
    }
    #expect(excerpt("boiler", "The boiler") == "The boiler")
    #expect(excerpt("boiler", "In the cellar\nis the\n\nboiler, which is cold") == "…is the boiler, whic…")
    #expect(excerpt("plan", "Here it is", file: "plan.pdf") == "plan.pdf")
    #expect(excerpt("from:mara", "", file: "plan.pdf") == "plan.pdf")
    #expect(excerpt("from:mara", "") == "")
    #expect(excerpt("보일러", "아주오래되고낡고시끄러운보일러") == "…오래되고낡고시끄러운보일러")
  }

  @Test("Whatever is typed is read, and its parts are in order within the text")
  func garbage() {
    var random = SplitMix64(seed: "garbage")
    let pieces = [
      "\"", "”", "-", "*", ":", "(", ")", "NEAR", "AND", "OR", "NOT", "^", "{", "+", "'", "§m", "¶", "from:",
      "has:", "on:2021",
      "in:", "is:", " ", "\t", "\n", "\0", "a", "서", "é", "e\u{301}", "\u{1100}", "\u{1161}", "😀", "\u{200D}",
      "\u{202E}", "\u{FFFD}",
      "%", "\\", ";--", "🇰🇷", "ก็", "\u{301}",
    ]
    for _ in 0..<2_000 {
      let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let query = SearchQuery(text)
      var end = text.startIndex
      for token in query.tokens {
        #expect(end <= token.range.lowerBound && token.range.upperBound <= text.endIndex)
        end = token.range.upperBound
        _ = query.removing(token)
      }
      for range in query.hits(in: text) { #expect(range.lowerBound < range.upperBound) }
    }
  }
}
