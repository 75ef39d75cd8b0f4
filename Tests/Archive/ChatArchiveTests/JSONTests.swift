import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Reading JSON")
struct JSONTests {
  private func parsed(_ text: String) -> JSONValue? { JSONValue(parsing: Array(text.utf8)) }

  private func fields(_ text: String) throws -> JSONFields { try #require(parsed(text)?.asObject) }

  @Test("Members have the values of their types, and nil for all others")
  func types() throws {
    let fields = try fields(
      """
      { "s": "a", "i": -17, "w": 1.0, "e": 12e2, "d": 0.25, "t": true, "f": false, "n": null, "o": {"x": 1},
        "a": ["b", 2, {"y": 3}, null, []], "z": 0, "": "empty" }
      """)
    #expect(fields.keys == ["s", "i", "w", "e", "d", "t", "f", "n", "o", "a", "z", ""])
    #expect(fields.members.compactMap(\.value.asString) == ["a", "empty"])
    #expect(fields.string("s") == "a" && fields.int("s") == nil && fields.text("s") == "a")
    #expect(fields.int("i") == -17 && fields.string("i") == nil && fields.text("i") == "-17")
    #expect(fields.int("w") == 1 && fields.int("e") == 1200 && fields.int("d") == nil && fields.int("z") == 0)
    #expect(fields.double("d") == 0.25 && fields.double("i") == -17 && fields.double("s") == nil)
    #expect(fields.bool("t") == true && fields.bool("f") == false && fields.bool("n") == nil)
    #expect(fields.contains("n") && fields.value("n")?.isNull == true && !fields.contains("x"))
    #expect(fields.object("o")?.int("x") == 1 && fields.object("a") == nil)
    #expect(fields.strings("a") == ["b"] && fields.objects("a").map { $0.int("y") } == [3])
    #expect(fields.array("a")?.map(\.asInt64) == [nil, 2, nil, nil, nil] && fields.array("o") == nil)
    #expect(fields.string("") == "empty")
  }

  @Test("Numbers of any size are exact or nil")
  func numbers() throws {
    let fields = try fields(
      #"{"max": 9223372036854775807, "min": -9223372036854775808, "over": 9223372036854775808, "huge": 1e400}"#
    )
    #expect(fields.int64("max") == .max && fields.int64("min") == .min)
    #expect(fields.int64("over") == nil && fields.double("over") == 9_223_372_036_854_775_808)
    #expect(fields.int64("huge") == nil && fields.double("huge") == nil)
  }

  @Test("Escapes are decoded, in keys too; half of an emoji and an invalid escape lose nothing else")
  func escapes() throws {
    let fields = try fields(
      #"{"a\u0062": "\"\\\/\n\t\r\b\f é \u00e9 \uD83D\uDE00 \x1B", "lone": "\ud83d!", "half": "\ude00", "two": "\ud83d\ud83d\ude00", "cut": "a\ud83d\u00", "bad": "a\qb\xzz", "ok": 1}"#
    )
    #expect(fields.string("ab") == "\"\\/\n\t\r\u{8}\u{c} é é 😀 \u{1b}")
    #expect(fields.string("lone") == "\u{fffd}!" && fields.string("half") == "\u{fffd}")
    #expect(fields.string("two") == "\u{fffd}😀" && fields.string("cut") == "a\u{fffd}\\u00")
    #expect(fields.string("bad") == "a\\qb\\xzz")
    #expect(fields.int("ok") == 1)
  }

  @Test("The first of several members with one key counts")
  func duplicates() throws {
    #expect(try fields(#"{"a": 1, "a": 2}"#).int("a") == 1)
  }

  @Test("A line is cut between characters, and a count is in its limits")
  func limits() throws {
    let fields = try fields(#"{"é": "ééé", "empty": "", "zero": 0, "many": 2000000000}"#)
    #expect(fields.line("é", limit: 3) == "é" && fields.line("empty") == nil)
    #expect(
      fields.count("zero") == nil && fields.count("many") == nil && fields.count("many", limit: .max) != nil)
  }

  @Test(
    "What is no JSON is refused",
    arguments: [
      "", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a: 1}", "[1 \"a\"]", "[\"a\nb\"]", "[1]]", "{} {}",
      "[1}",
    ])
  func refused(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test("Brackets may be nested 512 deep")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(parsed(nested(512)) != nil)
    #expect(parsed(nested(514)) == nil)
  }

  @Test("Invalid UTF-8 is repaired")
  func repair() throws {
    let value = try #require(JSONValue(parsing: Array("[\"é".utf8) + [0xff] + Array("\"]".utf8)))
    #expect(value.asArray?.compactMap(\.asString) == ["é\u{fffd}"])
    #expect(value.document.repair == .replaced)
  }

  @Test(
    "Invalid UTF-8 in a file is noticed wherever it can be, and only there",
    arguments: [#"{"a": "é~", "b": 1}"#, #"{"é~": "a", "b": 1}"#, #"{"a": é~.webm, "b": 1}"#])
  func streamedRepair(text: String) throws {
    let cases: [(invalid: [UInt8], TextRepair.Finding?)] = [
      ([], nil), ([0xff], .replaced), ([0xc3], .replaced),
    ]
    for (invalid, repair) in cases {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      let bytes = text.utf8.flatMap { byte in byte == UInt8(ascii: "~") ? invalid : [byte] }
      try Data(bytes).write(to: file)
      var json = JSONStream(try ByteReader(file, chunkSize: 4))
      guard case .value(let value) = try json.value() else {
        Issue.record("no value")
        continue
      }
      #expect(value.document.repair == repair)
      let members = try #require(value.asObject?.members).map { "\($0.key)\($0.value.asString ?? "1")" }
      #expect(members.joined().contains("é\(repair == nil ? "" : "\u{fffd}")"))
      #expect(value.asObject?.int("b") == 1)
    }
  }

  @Test("Values agree with Foundation’s decoder", arguments: 1...50)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func text() -> String {
      (0..<random.below(8)).map { _ in random.pick(["a", "é", "\\n", "😀", "\\u00e9", "\\\"", " ", "서"]) }
        .joined()
    }
    func value(_ depth: Int) -> String {
      switch random.below(depth > 4 ? 5 : 7) {
      case 0: return "\"\(text())\""
      case 1: return "\(random.below(1_000_000) - 500_000)"
      case 2: return "\(Double(random.below(1000)) / 8)"
      case 3: return random.pick(["true", "false"])
      case 4: return "null"
      case 5:
        return "[ " + (0..<random.below(5)).map { _ in value(depth + 1) }.joined(separator: " ,\n") + "]"
      default:
        let members = (0..<random.below(5)).map { "\"\($0)\(text())\" :\t\(value(depth + 1))" }
        return "{" + members.joined(separator: ", ") + " }"
      }
    }
    let json = "[\(value(0)), \(value(0)), \(value(0))]"
    let found = try #require(parsed(json))
    let expected = try JSONDecoder().decode(Plain.self, from: Data(json.utf8))
    #expect(Plain(found) == expected, "\(json)")
  }
}

/// A value in a form that can be compared.
private indirect enum Plain: Equatable, Decodable {
  case text(String)
  case number(Double)
  case truth(Bool)
  case nothing
  case list([Plain])
  case members([String: Plain])

  init(_ value: JSONValue) {
    if let text = value.asString {
      self = .text(text)
    } else if let number = value.asDouble {
      self = .number(number)
    } else if let truth = value.asBool {
      self = .truth(truth)
    } else if let list = value.asArray {
      self = .list(list.map(Plain.init))
    } else if let fields = value.asObject {
      self = .members(Dictionary(fields.members.map { ($0.key, Plain($0.value)) }) { first, _ in first })
    } else {
      self = .nothing
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nothing
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let list = try? container.decode([Plain].self) {
      self = .list(list)
    } else {
      self = .members(try container.decode([String: Plain].self))
    }
  }
}
