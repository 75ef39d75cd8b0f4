import ChatFormats
import ChatStore
import Chats
import ExportWriters
import Foundation

/// The tokenizer of HTML.
struct HTMLTarget: FuzzTarget {
  let name = "html"
  let longest = 16 << 10
  let sources = ["Sources/Archive/ChatFormats/HTML", "Sources/Archive/ChatFormats/TelegramHTML"]

  func seeds() throws -> [[UInt8]] { try Seeds.files(withSuffixes: [".html"]) }

  func check(_ input: [UInt8]) throws(Finding) {
    var tokens = HTMLTokenizer(BytesInMemory(input))
    var count = 0
    var textBytes = 0
    while let token = tokens.next() {
      count += 1
      // Each token has a byte of its own, except for the end of a script, which may be missing.
      try Finding.unless(count <= 2 * input.count + 1, "more tokens than bytes")
      switch token {
      case .text(let text): textBytes += text.utf8.count
      case .end(let name): try check(name: name)
      case .start(let tag):
        try check(name: tag.name)
        for (name, value) in tag.attributes {
          try Finding.unless(!name.isEmpty, "an attribute without a name")
          textBytes += value.utf8.count
        }
      }
    }
    try Finding.unless(tokens.source.peek() == nil, "the tokens end before the bytes")
    // A byte that is not UTF-8 becomes a “�” of three bytes, or a character of Windows-1252.
    try Finding.unless(textBytes <= 3 * input.count, "\(textBytes) bytes of text from \(input.count)")
  }

  private func check(name: String) throws(Finding) {
    try Finding.unless(
      !name.isEmpty && name.utf8.count <= 64 && name.utf8.allSatisfy { $0 < 0x80 && !(65...90).contains($0) },
      "the name of an element: \(name)")
  }
}

/// The parser of JSON, compared with that of Foundation.
struct JSONTarget: FuzzTarget {
  let name = "json"
  let longest = 16 << 10
  let sources = ["Sources/Archive/ChatFormats/JSON", "Sources/Archive/ChatFormats/Telegram"]

  /// The most nested values that are compared.
  private static let depth = 64

  func seeds() throws -> [[UInt8]] { try Seeds.files(withSuffixes: [".json", ".jsonl"]) }

  func check(_ input: [UInt8]) throws(Finding) {
    let value = JSONValue(parsing: input)
    if let value { try check(value, of: input.count) }
    // Where Foundation finds JSON, so must the parser, and the same.
    guard let other = try? JSONSerialization.jsonObject(with: Data(input), options: [.fragmentsAllowed]),
      // It guesses other encodings from zeros.
      String(validating: input, as: UTF8.self) != nil, !input.contains(0)
    else { return }
    guard let value else {
      // Deeper nesting is refused, and so is a comma after the last element, which Foundation allows.
      let text = String(decoding: input, as: UTF8.self)
      let brackets = input.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
      try Finding.unless(brackets >= 512 || text.contains(/,\s*[}\]]/), "valid JSON is refused")
      return
    }
    try compare(value, other, depth: 0)
  }

  private func check(_ value: JSONValue, of bytes: Int, depth: Int = 0) throws(Finding) {
    try Finding.unless(value.byteCount >= 0, "a value of \(value.byteCount) bytes")
    if let text = value.asString {
      try Finding.unless(text.utf8.count <= 3 * bytes, "a text longer than the file")
    }
    _ = (value.asInt64, value.asDouble, value.asText)
    guard depth < Self.depth else { return }
    if let array = value.asArray { for element in array { try check(element, of: bytes, depth: depth + 1) } }
    if let object = value.asObject {
      for (_, member) in object.members { try check(member, of: bytes, depth: depth + 1) }
    }
  }

  private func compare(_ value: JSONValue, _ other: Any, depth: Int) throws(Finding) {
    guard depth < Self.depth else { return }
    switch other {
    case let text as String:
      try Finding.unless(value.asString == text, "“\(value.asString ?? "-")” is not “\(text)”")
    case is NSNull: try Finding.unless(value.isNull, "a value is not null")
    case let elements as [Any]:
      guard let array = value.asArray else { throw Finding("a value is no array") }
      var count = 0
      for (element, other) in zip(array, elements) {
        try compare(element, other, depth: depth + 1)
        count += 1
      }
      try Finding.unless(count == elements.count, "an array of \(elements.count) elements has \(count)")
    case let members as [String: Any]:
      guard let object = value.asObject else { throw Finding("a value is no object") }
      try Finding.unless(
        Set(object.keys) == Set(members.keys), "the keys \(object.keys) are not \(members.keys)")
      // Of equal keys, Foundation has the last one.
      guard object.keys.count == members.count else { return }
      for (key, member) in object.members {
        if let other = members[key] { try compare(member, other, depth: depth + 1) }
      }
    case let number as NSNumber:
      if let truth = value.asBool {
        try Finding.unless(truth == number.boolValue, "\(truth) is not \(number)")
      } else if let double = value.asDouble {
        let isNear = abs(double - number.doubleValue) <= abs(double) * 1e-9
        try Finding.unless(isNear, "\(double) is not \(number)")
      }
    default: break
    }
  }
}

/// The parser of dates in transcripts and on pages, and that of the search.
struct DateTarget: FuzzTarget {
  let name = "dates"
  let longest = 160
  let sources = [
    "Sources/Archive/ChatFormats/Transcript", "Sources/Archive/ChatFormats/MessengerHTML",
    "Sources/Archive/ChatStore/Search/SearchQuery.swift",
  ]

  func seeds() -> [[UInt8]] {
    [
      "13.06.18, 15:22:10", "6/13/18, 3:22 PM", "2018. 6. 13. 오후 3:22", "15:22, 13/06/2018",
      "Jun 11, 2023 1:38 pm",
      "11 juin 2023, 13:38:05", "Sunday, June 11, 2023 at 1:38pm UTC+02", "11. juni 2023 kl. 13.38",
      "13:38 11 thg 6, 2023", "11 de junio de 2023 1:38 p. m.", "2021년 12월 29일 오전 12:05",
      "2021. 12. 29. 12:05",
      "2021-03-14", "2021-03", "2021",
    ].map { Array($0.utf8) }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    for order in ImportOptions.DayOrder.allCases {
      guard let time = MessengerTime(text, order) else { continue }
      let days = time.local / 86_400
      try Finding.unless((-1_000_000...4_000_000).contains(days), "day \(days)")
      try Finding.unless(abs(time.offset ?? 0) <= 86_400, "an offset of \(time.offset ?? 0) s")
    }
    if let period = SearchQuery.period(text, in: .gmt) {
      let days = period.duration / 86_400
      try Finding.unless([1, 28, 29, 30, 31, 365, 366].contains(days), "a period of \(days) days")
    }
  }
}

/// Files of the fixtures, and of random exports.
enum Seeds {
  /// The contents of all files whose names have one of these ends.
  static func files(withSuffixes suffixes: [String]) throws -> [[UInt8]] {
    let folder = FuzzTargets.package.appendingPathComponent("Tests/Archive/ChatArchiveTests/Fixtures")
    var inputs = try ExportInput.each(of: folder)
    for family in ExportFamily.all { inputs += try ExportInput.random(family) }
    return inputs.flatMap { ExportInput($0).files }.filter { file in
      suffixes.contains { file.path.hasSuffix($0) } && file.bytes.count <= 16 << 10
    }.map(\.bytes)
  }
}
