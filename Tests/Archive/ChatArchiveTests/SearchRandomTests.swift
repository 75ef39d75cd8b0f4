import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

/// Random texts and queries, compared with a search without indexes, folding or Unicode's forms: texts are made of
/// letters with several spellings each, and are searched by their letters.
@Suite("Searching random texts", .dedicatedThreads)
struct SearchRandomTests {
  /// A letter, or a sign of a script that is searched by its signs, with its spellings; or a blank.
  private struct Unit: Equatable {
    let spellings: [String]
    let isSign: Bool

    static let blanks = Unit(spellings: [" ", ", ", "\n", " – ", "\0", "…"], isSign: false)
    var isBlank: Bool { self == Self.blanks }

    static func letters(_ spellings: [String]...) -> [Unit] {
      spellings.map { Unit(spellings: $0, isSign: false) }
    }
    static func signs(_ spellings: [String]...) -> [Unit] {
      spellings.map { Unit(spellings: $0, isSign: true) }
    }
  }

  private static let scripts: [[Unit]] = [
    Unit.letters(
      ["a", "A", "á", "a\u{301}", "Ａ"], ["o", "Ö", "ø", "o\u{308}\u{304}"], ["n", "ñ", "N", "𝐍"], ["7", "⑦"],
      ["ss", "ß", "ẞ"]),
    Unit.letters(["σ", "Σ", "ς"], ["α", "ά", "Α\u{301}"], ["ω", "Ώ"]),
    Unit.letters(["и", "И", "и\u{301}"], ["й", "Й", "и\u{306}"], ["а", "А"], ["е", "ё"]),
    Unit.letters(["ب", "ب\u{64E}"], ["س"], ["م", "م\u{200D}"]),
    Unit.letters(["ש", "ש\u{5C1}"], ["ל", "ל\u{5B0}"], ["ם"]),
    Unit.letters(["क"], ["ी"], ["म"]),
    Unit.signs(["你"], ["好"], ["世"], ["金", "\u{F90A}"]),
    Unit.signs(["か"], ["が", "か\u{3099}"], ["ガ", "ｶﾞ", "カ\u{3099}"], ["ー", "ｰ"], ["ナ", "ﾅ"]),
    Unit.signs(["서", "\u{1109}\u{1165}"], ["울", "\u{110B}\u{116E}\u{11AF}"], ["역"], ["ㅋ"]),
    Unit.signs(["ก"], ["า"], ["น"]),
  ]

  private enum Chunk: Equatable {
    case word([Unit])
    case run([Unit])

    static func list(_ units: [Unit]) -> [Chunk] {
      units.split(whereSeparator: \.isBlank).flatMap { part in
        var chunks: [Chunk] = []
        for unit in part {
          switch (chunks.last, unit.isSign) {
          case (.word(let units), false): chunks[chunks.count - 1] = .word(units + [unit])
          case (.run(let units), true): chunks[chunks.count - 1] = .run(units + [unit])
          default: chunks.append(unit.isSign ? .run([unit]) : .word([unit]))
          }
        }
        return chunks
      }
    }

    func fits(_ text: Chunk, isFirst: Bool, isLast: Bool, isPrefix: Bool) -> Bool {
      switch (self, text) {
      case (.word(let a), .word(let b)): isLast && isPrefix ? b.starts(with: a) : a == b
      case (.run(let a), .run(let b)):
        switch (isFirst, isLast) {
        case (true, true): b.indices.contains { b[$0...].starts(with: a) }
        case (true, false): b.reversed().starts(with: a.reversed())
        case (false, true): b.starts(with: a)
        case (false, false): a == b
        }
      default: false
      }
    }
  }

  private struct Term {
    var units: [Unit]
    var isQuoted: Bool
    var isExcluded: Bool

    /// Whether the units occur in a text; nil if they are only blanks.
    func isIn(_ text: [Chunk], isPrefix: Bool) -> Bool? {
      let chunks = Chunk.list(units)
      guard !chunks.isEmpty else { return nil }
      guard text.count >= chunks.count else { return false }
      return (0...text.count - chunks.count).contains { start in
        chunks.indices.allSatisfy { index in
          chunks[index].fits(
            text[start + index], isFirst: index == 0, isLast: index == chunks.count - 1, isPrefix: isPrefix)
        }
      }
    }
  }

  private static func isHit(_ terms: [Term], _ text: [Chunk]) -> Bool {
    let last = terms.lastIndex { !$0.isExcluded && !Chunk.list($0.units).isEmpty }
    var isEmpty = true
    for (index, term) in terms.enumerated() {
      guard let isIn = term.isIn(text, isPrefix: index == last && !term.isQuoted) else { continue }
      isEmpty = false
      if isIn == term.isExcluded { return false }
    }
    return !isEmpty
  }

  private static func units(_ random: inout SplitMix64, _ count: Int, blanks: Int) -> [Unit] {
    var script = scripts[random.below(scripts.count)]
    return (0..<count).map { _ in
      if random.below(8) == 0 { script = scripts[random.below(scripts.count)] }
      return random.below(100) < blanks ? .blanks : script[random.below(script.count)]
    }
  }

  private static func spell(_ units: [Unit], _ random: inout SplitMix64) -> String {
    var text = ""
    for unit in units {
      text.unicodeScalars += unit.spellings[random.below(unit.spellings.count)].unicodeScalars
    }
    return text
  }

  @Test(
    "5,000 random queries find what a naive search finds, in the index and in the messages", arguments: 0..<10
  )
  func agree(seed: Int) async throws {
    var random = SplitMix64(seed: "search \(seed)")
    let folder = try TemporaryFolder()
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    let texts = (0..<150).map { _ in Self.units(&random, 1 + random.below(25), blanks: 20) }
    let messages = texts.enumerated().map { index, units in
      ImportedMessage.sample(
        "\(index)", at: Int64(random.below(1_000_000_000)), text: Self.spell(units, &random))
    }
    _ = try archive.writeBatch(Array(messages[..<70]))
    // The other messages are indexed later.
    if seed % 2 == 0 { try await archive.resetSearchIndex() }
    for index in 70..<150 { _ = try archive.writeBatch([messages[index]]) }
    try await archive.buildSearchIndex()
    let chunks = texts.map(Chunk.list)

    for _ in 0..<500 {
      let terms = (0..<1 + random.below(3)).map { _ in
        let source = texts[random.below(texts.count)]
        let start = random.below(source.count)
        let isQuoted = random.below(3) == 0
        var units =
          random.below(4) == 0
          ? Self.units(&random, 1 + random.below(3), blanks: 10)
          : Array(source[start...].prefix(1 + random.below(5)))
        if !isQuoted { units = Array(units.drop { $0.isBlank }.prefix { !$0.isBlank }) }
        return Term(units: units, isQuoted: isQuoted, isExcluded: random.below(5) == 0)
      }
      let text = terms.map { term in
        let words = Self.spell(term.units, &random)
        return (term.isExcluded && !words.isEmpty ? "-" : "") + (term.isQuoted ? "\"\(words)\"" : words)
      }.joined(separator: " ")
      // An empty term after "-" is not excluded, but has no hits either.
      let expected = chunks.indices.filter { Self.isHit(terms, chunks[$0]) }.map { "\($0)" }
      for (costlyLeaves, rejectedLimit) in [(SearchRun.usualCostlyLeaves, 0), (-1, .max), (-1, 5)] {
        let found = try await archive.reading { db in
          try SearchRun(
            SearchQuery(text), in: nil, db, costlyLeaves: costlyLeaves, rejectedLimit: rejectedLimit
          ).hits(before: nil, limit: .max).map {
            try String.fetchOne(db, sql: "SELECT source FROM message WHERE id = ?", arguments: [$0.id]) ?? ""
          }
        }
        #expect(Set(found) == Set(expected) && found.count == expected.count, "“\(text)”, \(costlyLeaves)")
      }
      // Each hit has something to mark.
      let query = SearchQuery(text)
      if query.hasWords {
        for index in expected.compactMap(Int.init) { #expect(!query.hits(in: messages[index].text).isEmpty) }
      }
    }
  }

  @Test("Random garbage is a search, in an archive of garbage")
  func garbage() async throws {
    var random = SplitMix64(seed: "garbage")
    let folder = try TemporaryFolder()
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    func garbage() -> String {
      let marks = Array("\"-*:()^{}+'\\§¶%;,.<>|&~ \t\n").map(String.init)
      let words = [
        "NEAR", "AND", "OR", "NOT", "from:", "in:", "has:photo", "on:2021", "is:own", "-", "NEAR(a b, 2)",
        "words:a", "don't", "dont", "l’an", "'an", "c++", "c#", "#c", "@", "€", "it's'", "🇩🇪", "㈱", "ｶﾞ",
      ]
      return (0..<random.below(20)).map { _ in
        switch random.below(4) {
        case 0: marks[random.below(marks.count)]
        case 1: words[random.below(words.count)] + " "
        case 2: String(Unicode.Scalar(UInt32(random.below(0x3000))) ?? " ")
        default: String(Unicode.Scalar(UInt32(0x3000 + random.below(0x20000))) ?? " ")
        }
      }.joined()
    }
    _ = try archive.writeBatch((0..<200).map { .sample("\($0)", at: Int64($0), text: garbage()) })
    #expect(try IndexedWords.found(archive.path) == IndexedWords.expected(archive.path))
    for _ in 0..<1_000 {
      let query = SearchQuery(garbage())
      let hits = try await archive.search(query, in: nil, limit: 5)
      #expect(try await archive.searchCount(query, in: nil, limit: 5) == hits.count)
      _ = try await archive.searchObstacle(query, in: nil)
      let inTexts = try await archive.reading { db in
        try SearchRun(query, in: nil, db, costlyLeaves: -1, rejectedLimit: .max).hits(before: nil, limit: 5)
      }
      #expect(inTexts == hits.map(\.cursor), "“\(query.text)”")
    }
  }
}
