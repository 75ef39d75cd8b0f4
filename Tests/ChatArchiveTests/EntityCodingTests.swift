import Foundation
import Testing

@testable import ChatArchive

@Suite("Entities as bytes", .dedicatedThreads)
struct EntityCodingTests {
  @Test(
    "Every kind survives",
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

  @Test("An entity that breaks the promise is left out, the others stay")
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

  @Test("No entities are no bytes")
  func none() {
    #expect(EntityCoding.encode([], of: "a") == nil)
    #expect(EntityCoding.decode(Data()) == [])
  }

  @Test("Damaged bytes are read up to the damage, and never crash", arguments: 1...200)
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

  @Test("A kind from the future is left out, those around it stay in place")
  func unknownKind() {
    // gap, length, kind, bytes of the target
    let bytes = Data([1, 2, 0, 0] + [0, 3, 40, 1, 0x78] + [1, 1, 1, 0])
    #expect(
      EntityCoding.decode(bytes) == [
        TextEntity(start: 1, length: 2, kind: .bold), TextEntity(start: 7, length: 1, kind: .italic),
      ])
  }
}

@Suite("Small things that must never change", .dedicatedThreads)
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
    "An excerpt is the first line with anything in it, cut after 200 characters",
    arguments: [
      ("one\ntwo", "one"), ("\n \n  one  \r\ntwo", "one"), ("", ""), (" \n\t", ""),
      (String(repeating: "👩‍👩‍👧‍👦", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 200)),
      ("a\u{2028}b", "a"),
    ])
  func excerpt(text: String, excerpt: String) {
    #expect(Quote.excerpt(of: text) == excerpt)
  }
}
