import ChatFormats
import Foundation

/// A generated export in one format, and a reader of it in Python.
struct ImportSubject: Sendable {
  /// The argument of `--only`.
  let name: String
  let format: ImportFormat
  /// Small files that belong to the export, by their paths.
  var companions: [String: String] = [:]
  var layout: Layout
  /// The beginning of each file.
  var head = ""
  /// The text between two messages.
  var separator = "\n"
  /// The end of each file.
  var tail = "\n"
  /// The function `read(path)` in Python, which yields the key, the time in seconds, the sender, the key of the message
  /// to which it replies, and the text of each message.
  let peer: String
  /// The message with this number, from 1.
  let message: @Sendable (_ number: Int, _ words: inout BenchWords) -> String

  /// All formats.
  static let all =
    [telegram, telegramHTML] + messengers
    + [irc, irssi, whatsapp, whatsappIOS, kakaotalk, kakaotalkCSV, line, signalExport, imessage]

  /// The files of an export. The format may need their paths.
  enum Layout: Sendable {
    case file(String)
    /// Files with this many messages each; the first file has the number 1.
    case parts(messages: Int, path: @Sendable (_ part: Int) -> String)

    /// The number of messages and the path of each file.
    fileprivate var parts: (messages: Int, path: @Sendable (_ part: Int) -> String) {
      switch self {
      case .file(let path): (.max, { _ in path })
      case .parts(let messages, let path): (messages, path)
      }
    }
  }

  /// The export that was written.
  struct Export {
    /// The file, or the folder if there are several files.
    let url: URL
    let messageCount: Int
    let byteCount: Int
  }

  /// Writes an export of about `byteCount` bytes into a folder of its own. The memory does not depend on their number.
  func write(into folder: URL, byteCount: Int, words: BenchWords = BenchWords()) throws -> Export {
    for (path, text) in companions { try write(Array(text.utf8), to: folder.appendingPathComponent(path)) }
    let parts = layout.parts
    var words = words
    var (written, number, part) = (0, 0, 0)
    repeat {
      part += 1
      let file = folder.appendingPathComponent(parts.path(part))
      try write(Array(head.utf8), to: file)
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      var pending: [UInt8] = []
      var remaining = parts.messages
      written += head.utf8.count + tail.utf8.count
      var isFirst = true
      repeat {
        number += 1
        remaining -= 1
        let text = (isFirst ? "" : separator) + message(number, &words)
        isFirst = false
        pending.append(contentsOf: text.utf8)
        written += text.utf8.count
        guard pending.count >= 1 << 20 else { continue }
        try handle.write(contentsOf: pending)
        pending.removeAll(keepingCapacity: true)
      } while written < byteCount && remaining > 0
      pending.append(contentsOf: tail.utf8)
      try handle.write(contentsOf: pending)
    } while written < byteCount
    let url = if case .file(let path) = layout { folder.appendingPathComponent(path) } else { folder }
    return Export(url: url, messageCount: number, byteCount: written)
  }

  private func write(_ bytes: [UInt8], to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}

/// The people and times of the messages, which all formats share.
enum BenchChat {
  static let people = ["Mara Lind", "Jonas Weber", "Tove Berg", "Amir Haddad", "서연"]

  /// The seconds from one message to the next. A day has 2,160 messages.
  private static let interval = 40
  /// 2017-07-14 00:00 UTC.
  private static let start = 1_499_990_400

  /// The time of a message.
  static func time(_ number: Int) -> BenchTime { BenchTime(seconds: start + (number - 1) * interval) }

  /// The time of a message in a file with the newest messages first.
  static func timeFromEnd(_ number: Int) -> BenchTime {
    BenchTime(seconds: start + (10_000_000 - number) * interval)
  }

  /// Whether a message is the first one of its day.
  static func beginsDay(_ number: Int) -> Bool { (number - 1) * interval % 86_400 == 0 }

  static let messagesInDay = 86_400 / interval

  /// The number of the message that a message replies to; nil for most messages.
  static func reply(_ number: Int, _ words: inout BenchWords) -> Int? {
    guard number > 10, words.number(below: 4) == 0 else { return nil }
    return number - 1 - words.number(below: 9)
  }
}

/// A time in UTC, and its parts.
struct BenchTime {
  /// Seconds since 1970.
  let seconds: Int
  let year, month, day: Int
  /// The day of the week; 0 is Sunday.
  let weekday: Int
  let hour, minute, second: Int

  init(seconds: Int) {
    self.seconds = seconds
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    weekday = Int(parts.tm_wday)
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// “2017-07-14”
  var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }
  /// “02:40:00”
  var clock: String { "\(shortClock):\(Self.two(second))" }
  /// “02:40”
  var shortClock: String { "\(Self.two(hour)):\(Self.two(minute))" }
  /// The hour of a 12-hour clock.
  var hourOf12: Int { (hour + 11) % 12 + 1 }
  /// “Jul”
  var monthName: String { Self.months[month - 1] }
  /// “Fri”
  var weekdayName: String { Self.weekdays[weekday] }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}

/// Texts of 12 to 300 bytes, the same in every run. The frequencies of their words are like those of a language.
struct BenchWords {
  private static let common = [
    "the", "walk", "ridge", "hut", "boots", "snow", "morning", "coffee", "train", "station", "map", "route",
    "weather", "tomorrow", "maybe", "great", "thanks", "see", "you", "when", "where", "lake", "rain", "Grüße",
    "día", "über", "등산",
  ]

  /// The number of different words; nil for 4,000 numbers beside a few common words.
  private let vocabulary: Int?
  /// Whether the people of Telegram and IRC change between several names.
  private let changesNames: Bool

  private var state: UInt64 = 1

  init(vocabulary: Int? = nil, changesNames: Bool = false) {
    (self.vocabulary, self.changesNames) = (vocabulary, changesNames)
  }

  /// A number in `0..<limit`.
  mutating func number(below limit: Int) -> Int {
    // The constants of Knuth's MMIX.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func text() -> String {
    // Most messages are short.
    let length = 12 + min(number(below: 90), number(below: 90)) * (number(below: 12) == 0 ? 3 : 1)
    var text = ""
    while text.utf8.count < length {
      if !text.isEmpty { text += " " }
      if let vocabulary {
        text += word(of: vocabulary)
      } else if number(below: 2) == 0 {
        text += Self.common[number(below: Self.common.count)]
      } else {
        text += "w\(number(below: 1 + number(below: 4000)))"
      }
    }
    return number(below: 10) == 0 ? text + " 😀" : text
  }

  /// A word of two, four or six letters. By Zipf's law, the first one is n times as frequent as the n-th.
  private mutating func word(of vocabulary: Int) -> String {
    var rest = Int(pow(Double(vocabulary), Double(number(below: 1 << 20)) / Double(1 << 20))) - 1
    var word = ""
    repeat {
      word += Self.syllables[rest % Self.syllables.count]
      rest /= Self.syllables.count
    } while rest > 0
    return word
  }

  private static let syllables = "bcdfghklmnprstvw".flatMap { first in "aeiou".map { "\(first)\($0)" } }

  /// A text, which has a second line in some cases.
  mutating func lines() -> String {
    number(below: 8) == 0 ? "\(text())\n\(text())" : text()
  }

  mutating func person() -> Int { number(below: BenchChat.people.count) }

  /// The name that a person has in a message.
  mutating func name(_ name: String) -> String {
    changesNames ? name + ["", "_", "|away"][number(below: 3)] : name
  }
}

extension String {
  /// The text in JSON, without quotation marks. In these texts only line ends need an escape.
  var inJSON: String { utf8.contains(UInt8(ascii: "\n")) ? replacing("\n", with: "\\n") : self }
}
