import Foundation

/// A generated export in one format.
struct ImportSubject: Sendable {
  let name: String
  /// The name of the file, of which the format may need a part.
  let fileName: String
  let head: String
  /// Between two records.
  let separator: String
  let tail: String
  /// The record with this number, from 1.
  let record: @Sendable (_ number: Int, _ words: inout BenchWords) -> String

  /// All formats. A format that is added gets a line here and a reader in ``ImportPeer``.
  static let all = [telegram, irc]

  private static let people = ["Mara Lind", "Jonas Weber", "Tove Berg", "Amir Haddad", "서연"]
  /// 2017-07-14 02:40 UTC.
  private static let start = 1_500_000_000

  private static let telegram = ImportSubject(
    name: "telegram", fileName: "result.json",
    head: """
      {
       "name": "Ridge walk",
       "type": "private_supergroup",
       "id": 4242,
       "messages": [

      """, separator: ",\n", tail: "\n ]\n}\n"
  ) { number, words in
    let person = words.number(below: people.count)
    let time = start + number * 40
    let text = words.text()
    var members = [
      "\"id\": \(number)", "\"type\": \"message\"", "\"date\": \"\(clock(time, between: "T"))\"",
      "\"date_unixtime\": \"\(time)\"", "\"from\": \"\(people[person])\"",
      "\"from_id\": \"user\(100 + person)\"",
    ]
    if number > 10, words.number(below: 4) == 0 {
      members.append("\"reply_to_message_id\": \(number - 1 - words.number(below: 9))")
    }
    switch words.number(below: 20) {
    case 0:
      members += [
        "\"photo\": \"photos/photo_\(number).jpg\"", "\"photo_file_size\": 123456", "\"width\": 1280",
        "\"height\": 960",
      ]
    case 1:
      members += [
        "\"file\": \"voice_messages/audio_\(number).ogg\"", "\"file_size\": 33333",
        "\"media_type\": \"voice_message\"", "\"mime_type\": \"audio/ogg\"", "\"duration_seconds\": 7",
      ]
    default: break
    }
    members += [
      "\"text\": \"\(text)\"",
      "\"text_entities\": [\n    {\n     \"type\": \"plain\",\n     \"text\": \"\(text)\"\n    }\n   ]",
    ]
    if words.number(below: 20) == 0 {
      members.append(
        "\"reactions\": [\n    {\n     \"type\": \"emoji\",\n     \"count\": 2,\n     \"emoji\": \"👍\"\n    }\n   ]"
      )
    }
    return "  {\n   " + members.joined(separator: ",\n   ") + "\n  }"
  }

  private static let irc = ImportSubject(
    name: "irc", fileName: "irc.libera.#walks.weechatlog", head: "", separator: "\n", tail: "\n"
  ) { number, words in
    let nick = ["mara", "jonas", "tove", "amir"][words.number(below: 4)]
    return "\(clock(start + number * 40, between: " "))\t\(nick)\t\(words.text())"
  }

  private static func clock(_ time: Int, between sign: String) -> String {
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))\(sign)\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  /// Writes a file of about so many bytes.
  ///
  /// - Returns: The number of records.
  func write(to url: URL, byteCount: Int) throws -> Int {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var words = BenchWords()
    var pending = Array(head.utf8)
    var written = 0
    var number = 0
    while written + pending.count < byteCount || number == 0 {
      if number > 0 { pending.append(contentsOf: separator.utf8) }
      number += 1
      pending.append(contentsOf: record(number, &words).utf8)
      guard pending.count >= 1 << 20 else { continue }
      try file.write(contentsOf: pending)
      written += pending.count
      pending.removeAll(keepingCapacity: true)
    }
    pending.append(contentsOf: tail.utf8)
    try file.write(contentsOf: pending)
    return number
  }
}

/// Texts of 12 to 300 bytes of words that are as frequent as those of a language, the same in every run.
struct BenchWords {
  private static let common = [
    "the", "walk", "ridge", "hut", "boots", "snow", "morning", "coffee", "train", "station", "map", "route",
    "weather", "tomorrow", "maybe", "great", "thanks", "see", "you", "when", "where", "lake", "rain", "Grüße",
    "día", "über", "등산",
  ]

  private var state: UInt64 = 1

  /// A number from 0.
  mutating func number(below limit: Int) -> Int {
    // Knuth's MMIX.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func text() -> String {
    // Most messages are short.
    let length = 12 + min(number(below: 90), number(below: 90)) * (number(below: 12) == 0 ? 3 : 1)
    var text = ""
    while text.utf8.count < length {
      if !text.isEmpty { text += " " }
      if number(below: 2) == 0 {
        text += Self.common[number(below: Self.common.count)]
      } else {
        text += "w\(number(below: 1 + number(below: 4000)))"
      }
    }
    return number(below: 10) == 0 ? text + " 😀" : text
  }
}
