import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

/// What people type, and the texts in which they expect it.
@Suite("Words as people type them", .dedicatedThreads)
struct SearchWordsTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let query: String
    let text: String
    /// The parts of the text that are marked; nil if it is not found.
    let marked: [String]?

    init(_ query: String, in text: String, marks marked: String...) {
      (self.query, self.text, self.marked) = (query, text, marked)
    }

    init(_ query: String, notIn text: String) { (self.query, self.text, marked) = (query, text, nil) }

    var testDescription: String { "\(query) in \(text)" }
  }

  static let forms = [
    Example("ガラス", in: "ｶﾞﾗｽの窓", marks: "ｶﾞﾗｽ"), Example("ｶﾞﾗｽ", in: "ガラスの窓", marks: "ガラス"),
    Example("カラス", notIn: "ｶﾞﾗｽの窓"), Example("ポスト", in: "ﾎﾟｽﾄ", marks: "ﾎﾟｽﾄ"),
    Example("hello", in: "𝐇𝐞𝐥𝐥𝐨 you", marks: "𝐇𝐞𝐥𝐥𝐨"), Example("hello", in: "Ⓗⓔⓛⓛⓞ", marks: "Ⓗⓔⓛⓛⓞ"),
    Example("Ｈｅｌｌｏ", in: "hello", marks: "hello"), Example("comic", in: "Ⓒⓞⓜⓘⓒ", marks: "Ⓒⓞⓜⓘⓒ"),
    Example("viii", in: "Henry Ⅷ of", marks: "Ⅷ"), Example("ⅷ", in: "VIII", marks: "VIII"),
    Example("office", in: "oﬃce", marks: "oﬃce"), Example("5kg", in: "5㎏", marks: "5㎏"),
    Example("株式", in: "㍿東京", marks: "㍿"), Example("東京", in: "㍿東京", marks: "東京"),
    Example("株", in: "㈱山田", marks: "㈱"), Example("x2", in: "x²", marks: "x²"),
    Example("25°c", in: "25℃", marks: "25℃"), Example("kpa", in: "㎪", marks: "㎪"),
    Example("น้ำ", in: "น้ํา", marks: "น้ํา"), Example("하", notIn: "ㅎㅏ"), Example("ㅋㅋ", in: "ﾻﾻ", marks: "ﾻﾻ"),
    Example("backscroll book", in: "Backscroll™ book", marks: "Backscroll", "book"),
  ]

  static let letters = [
    Example("lodz", in: "Łódź", marks: "Łódź"), Example("Łódź", in: "LODZ", marks: "LODZ"),
    Example("smorrebrod", in: "et smørrebrød til", marks: "smørrebrød"),
    Example("dakovo", in: "Đakovo", marks: "Đakovo"), Example("hamrun", in: "Ħamrun", marks: "Ħamrun"),
    Example("isik", in: "ışık", marks: "ışık"), Example("aether", in: "Æther", marks: "Æther"),
    Example("oeuvre", in: "l’œuvre", marks: "œuvre"), Example("strasse", in: "STRAẞE", marks: "STRAẞE"),
    Example("gros", in: "GROẞ", marks: "GROẞ"), Example("thor", in: "Þór", marks: "Þór"),
    Example("мои", notIn: "мой"), Example("мой", notIn: "мои"),
    Example("мой", in: "Мои\u{306}", marks: "Мои\u{306}"),
    Example("елка", in: "Ёлка", marks: "Ёлка"), Example("ёлка", in: "елка", marks: "елка"),
    Example("їжак", notIn: "іжак"), Example("замок", in: "за́мок", marks: "за́мок"),
    Example("йо", in: "и\u{306}од", marks: "и\u{306}од"),
  ]

  static let flags = [
    Example("🇩🇪", notIn: "🇸🇩🇪🇸"), Example("🇪🇸", in: "🇸🇩🇪🇸", marks: "🇪🇸"), Example("🇩🇪", in: "ok🇩🇪!", marks: "🇩🇪"),
    Example("🏴󠁧󠁢󠁥󠁮󠁧󠁿", notIn: "🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴"), Example("🏴󠁧󠁢󠁥󠁮󠁧󠁿", in: "go 🏴󠁧󠁢󠁥󠁮󠁧󠁿", marks: "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    Example("👍", in: "👍🏽", marks: "👍"), Example("❤", in: "❤️", marks: "❤"),
  ]

  static let apostrophes = [
    Example("dont", in: "I don't know", marks: "don't"), Example("don't", in: "I dont know", marks: "dont"),
    Example("dont", in: "I don’t know", marks: "don’t"), Example("don’t", in: "I don't know", marks: "don't"),
    Example("don`t", in: "DON´T", marks: "DON´T"), Example("\"don\"", in: "don't", marks: "don"),
    Example("don", in: "don't", marks: "don't"),
    Example("don't", notIn: "don"), Example("obrien x", in: "x O'Brien", marks: "x", "O'Brien"),
    Example("avion rouge", in: "l'avion rouge", marks: "avion", "rouge"),
    Example("\"avion rouge\"", in: "l'avion rouge", marks: "avion rouge"),
    Example("lavion", in: "L’avion", marks: "L’avion"),
    Example("anna boiler", in: "Anna's boiler", marks: "Anna", "boiler"),
    Example("\"anna's boiler\"", in: "annas boiler", marks: "annas boiler"),
    Example("\"anna's boiler\"", in: "Anna’s boiler", marks: "Anna’s boiler"),
    Example("\"I don't think it's\"", in: "i dont think it's", marks: "i dont think it's"),
    Example("\"know dont\"", notIn: "don't know"),
    Example("rocknroll", in: "rock'n'roll", marks: "rock'n'roll"),
    Example("\"dont\"", notIn: "don't'x"), Example("п'ять", in: "пʼять", marks: "пʼять"),
    Example("hello", in: "'hello'", marks: "hello"),
  ]

  static let signs = [
    Example("c++", in: "I like C++.", marks: "C++"), Example("c++", notIn: "vitamin C"),
    Example("c++", notIn: "c # c + +"), Example("c#", in: "C#, F#", marks: "C#"), Example("c#", notIn: "C++"),
    Example("c#", notIn: "vitamin c #health"), Example("\"c\"", in: "C# code", marks: "C"),
    Example("#health", notIn: "c# health"), Example("#health", in: "x #health", marks: "#health"),
    Example("#tag", in: "a #tags", marks: "#tags"), Example("#tag", notIn: "a tag"),
    Example("tag", in: "#tag", marks: "tag"),
    Example("#タグ", in: "＃タグ", marks: "＃タグ"), Example("@mara", in: "for @Mara", marks: "@Mara"),
    Example("@mara", notIn: "for Mara"), Example("@example.org", in: "a@example.org", marks: "@example.org"),
    Example("€", in: "5€", marks: "€"), Example("€", notIn: "5 EUR"),
    Example("5 €", in: "€ 5", marks: "€", "5"),
    Example("5€", in: "5 €", marks: "5 €"), Example("$5", in: "US$5", marks: "$5"),
    Example("¥", in: "￥500", marks: "￥"),
    Example("+49", in: "call +49 170", marks: "+49"), Example("+49", notIn: "49"),
    Example("+boiler", in: "a boiler", marks: "boiler"),
    Example("title", in: "### Title ###", marks: "Title"),
  ]

  private static let long = String(repeating: "abcdefgh", count: 16)
  static let longWords = [
    Example(long + "x", in: "the \(long)x", marks: "\(long)x"), Example(long + "x", notIn: "the \(long)y"),
    Example(long + "ö", in: "the \(long)o", marks: "\(long)o"),
    Example("\"\(long.prefix(64))\"", notIn: long),
    Example("abcdefgha", in: long, marks: String(long.prefix(64))),
    Example("\"\(long.suffix(64))\"", notIn: "ä " + long),
    Example("don't\(long)", in: "don't\(long)", marks: "don't\(long)"),
  ]

  @Test(
    "What is typed is found, and marked, or not found",
    arguments: forms + letters + flags + apostrophes + signs + longWords)
  func examples(example: Example) async throws {
    let folder = try TemporaryFolder()
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try archive.writeBatch([.sample("0", text: "other"), .sample("1", at: 1, text: example.text)])
    let query = SearchQuery(example.query)
    // In the index, and in the messages.
    for costlyLeaves in [SearchRun.usualCostlyLeaves, -1] {
      let found = try await archive.reading { db in
        try SearchRun(query, in: nil, db, costlyLeaves: costlyLeaves).hits(before: nil, limit: 5).count
      }
      #expect(found == (example.marked == nil ? 0 : 1))
    }
    guard let marked = example.marked else { return }
    #expect(query.hits(in: example.text).map { String(example.text[$0]) } == marked)
  }

  @Test("Names are matched as texts are, whatever their apostrophes")
  func names() {
    #expect(NamePattern("o’brien").fit("O'Brien") == .exact)
    #expect(NamePattern("obrien").fit("Conan O'Brien") == .beginning)
    #expect(NamePattern("brien").fit("Conan O'Brien") == .beginning)
    #expect(NamePattern("@op").fit("op") == nil && NamePattern("@op").fit("@op") == .exact)
  }
}
