import Chats
import Foundation

/// A line of a KakaoTalk export.
enum KakaoTalkLine: Sendable, Hashable {
  /// The time of a message. Phones write the date either into each line or into a separate line.
  struct Time: Sendable, Hashable {
    var date: CivilDate?
    var clock: ClockTime
  }

  /// The forms of phones, Windows and macOS.
  enum Shape: Sendable, Hashable {
    case phone, windows, table
  }

  /// A day on a separate line.
  struct Day: Sendable, Hashable {
    var date: CivilDate
    var form: DayForm
  }

  /// What all day lines of an export have in common, so that a date in a text can be told from them.
  struct DayForm: Sendable, Hashable {
    /// The sign after a year at the beginning; nil if the line begins with something else, as in English.
    let sign: Unicode.Scalar?
    let hasWeekday: Bool
    let hasClock: Bool

    fileprivate init(of line: String, hasWeekday: Bool = false, hasClock: Bool = false) {
      var scanner = ReadableTimeScanner(line)
      sign = scanner.number(digits: 4...4) == nil ? nil : scanner.rest.unicodeScalars.first
      self.hasWeekday = hasWeekday
      self.hasClock = hasClock
    }

    /// Whether KakaoTalk writes days in this form. People rarely write more than the date.
    var isUsual: Bool { hasWeekday || hasClock }
  }

  case day(Day)
  case message(Time, name: String, text: Substring)
  case event(Time, text: Substring)
  /// The two lines at the beginning: the title, and the time of saving.
  case title(String)
  case saved

  init?(_ line: String, shape: Shape, isName: (String) -> Bool = { _ in false }) {
    guard let first = line.unicodeScalars.first else { return nil }
    let parsed: KakaoTalkLine? =
      switch shape {
      case .windows where first == "[": KakaoTalkLine.windows(line)
      case .windows where first == "-": KakaoTalkLine.rule(line)
      case .phone: KakaoTalkLine.phone(line, isName)
      default: nil
      }
    // A message can end like a chat's title.
    guard let found = parsed ?? KakaoTalkLine.heading(line) else { return nil }
    self = found
  }

  // MARK: The beginning

  private static func heading(_ line: String) -> KakaoTalkLine? {
    if line.begins(with: "저장한 날짜") || line.begins(with: "Date Saved") {
      return line.contains(":") ? .saved : nil
    }
    for (prefix, suffix) in titles
    where line.begins(with: prefix) && line.ends(with: suffix) && line.utf8.count < 600 {
      let title = String(line.dropFirst(prefix.count).dropLast(suffix.count)).cleanName
      if !title.isEmpty { return .title(title) }
    }
    return nil
  }

  /// The words around the name of a chat, the longer ones first.
  private static let titles = [
    ("", "님과 카카오톡 대화"), ("", "카카오톡 대화"), ("KakaoTalk Chats with ", ""), ("KakaoTalk Chat with ", ""),
    ("", " KakaoTalk Chats"),
  ]

  // MARK: Windows

  /// Reads `--------------- 2020년 6월 28일 일요일 ---------------`.
  private static func rule(_ line: String) -> KakaoTalkLine? {
    guard line.hasPrefix("-----"), line.hasSuffix("-----") else { return nil }
    return dayLine(line.trimmingCharacters(in: CharacterSet(charactersIn: "- ")))
  }

  /// Reads `[이름] [오후 2:37] 글`.
  private static func windows(_ line: String) -> KakaoTalkLine? {
    // A name can contain brackets, so the time is in the first brackets that have one.
    var from = line.startIndex
    while let middle = line[from...].firstRange(ofBytes: "] [") {
      var scanner = ReadableTimeScanner(line[middle.upperBound...])
      if let clock = scanner.time(), scanner.skip("]") {
        _ = scanner.skip(" ")
        let name = String(line[line.index(after: line.startIndex)..<middle.lowerBound]).cleanName
        let time = Time(clock: clock)
        return name.isEmpty
          ? .event(time, text: scanner.rest) : .message(time, name: name, text: scanner.rest)
      }
      from = middle.upperBound
    }
    return nil
  }

  // MARK: Phones

  /// Reads `2021년 12월 29일 오후 8:36, 이름 : 글`, `오후 8:36, 이름 : 글`, `Dec 31, 2014 at 19:12, 이름 : 글`, and the same forms
  /// without a name for an event.
  private static func phone(_ line: String, _ isName: (String) -> Bool) -> KakaoTalkLine? {
    var scanner = ReadableTimeScanner(line)
    let date = scanner.date()
    if date != nil {
      scanner.skipBlanks()
      _ = scanner.skip(",")
      scanner.skipBlanks()
      if scanner.skip("at ") { scanner.skipBlanks() }
    }
    guard let clock = scanner.time() else { return dayLine(line) }
    let time = Time(date: date, clock: clock)
    if scanner.isAtEnd { return date.map { .day(Day(date: $0, form: DayForm(of: line, hasClock: true))) } }
    // iPhones write a colon before an event.
    if date != nil, scanner.skip(": ") { return .event(time, text: scanner.rest) }
    guard scanner.skip(", ") || scanner.skip(",") else { return nil }
    let rest = scanner.rest
    guard
      let first = rest.firstRange(ofBytes: " : ")
        ?? (rest.hasSuffix(" :") ? rest.range(of: " :", options: .backwards) : nil)
    else { return date == nil && !isEvent(rest) ? nil : .event(time, text: rest) }
    var end = first
    if let second = rest[first.upperBound...].firstRange(ofBytes: " : "),
      isName(String(rest[..<second.lowerBound]).cleanName)
    {
      end = second
    }
    let name = String(rest[..<end.lowerBound]).cleanName
    let text = rest[end.upperBound...]
    return name.isEmpty ? .event(time, text: text) : .message(time, name: name, text: text)
  }

  /// The name up to a second colon; nil if there is none.
  static func longerName(_ name: String, _ text: Substring) -> String? {
    text.firstRange(ofBytes: " : ").map { "\(name) : \(text[..<$0.lowerBound])".cleanName }
  }

  /// Reads `2021년 12월 29일 수요일` or `Wednesday, December 31, 2014`.
  private static func dayLine(_ text: String) -> KakaoTalkLine? {
    var scanner = ReadableTimeScanner(text)
    var hasWeekday = false
    if let weekday = scanner.word(), scanner.skip(",") {
      guard weekday.lowercased().hasSuffix("day") else { return nil }
      scanner.skipBlanks()
      hasWeekday = true
    } else {
      scanner = ReadableTimeScanner(text)
    }
    guard let date = scanner.date() else { return nil }
    scanner.skipBlanks()
    guard scanner.isAtEnd || scanner.rest == "\(scanner.rest.prefix(1))요일" else { return nil }
    hasWeekday = hasWeekday || !scanner.isAtEnd
    return .day(Day(date: date, form: DayForm(of: text, hasWeekday: hasWeekday)))
  }

  // MARK: Events

  /// Whether a text is an event, which Windows and macOS write like text.
  static func isEvent(_ text: some StringProtocol) -> Bool {
    let text = Substring(text)
    guard text.utf8.last == UInt8(ascii: "."), text.utf8.count <= 400, !text.utf8.contains(UInt8(ascii: "\n"))
    else { return false }
    return eventEnds.contains { text.ends(with: $0) }
  }

  /// Whether the text of a message of a person is an event: “마라 invited 나.” by 마라.
  ///
  /// A warning can follow the line about a person who has joined.
  static func isEvent(_ text: some StringProtocol, by name: String) -> Bool {
    if let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      let line = text[..<end]
      return isEvent(line) && isWarned(line)
        && (line.hasPrefix("\(name)님이 ") || !line.hasSuffix("들어왔습니다."))
    }
    return isEvent(text)
      || text.hasPrefix("\(name) invited ") && text.hasSuffix(".") && text.utf8.count <= 4096
  }

  /// The name before the words about an invitation: “Mara invited Jim.”; nil without these words.
  static func inviter(_ line: String) -> String? {
    guard line.hasSuffix("."), line.utf8.count <= 4096, let sign = line[...].firstRange(ofBytes: " invited ")
    else { return nil }
    return String(line[..<sign.lowerBound]).cleanName
  }

  /// Whether lines with a warning about strangers can follow an event.
  static func isWarned(_ event: some StringProtocol) -> Bool {
    ["님이 들어왔습니다.", "님을 초대했습니다.", "님을 초대하였습니다."].contains { event.hasSuffix($0) }
  }

  /// All of these end with a full stop.
  private static let eventEnds = [
    "님을 초대하였습니다.", "님을 초대했습니다.", "님이 나갔습니다.", "님이 들어왔습니다.", "님을 내보냈습니다.", "님을 가렸습니다.",
    "채팅방 관리자가 메시지를 가렸습니다.", "님이 방장이 되었습니다.", "님이 부방장이 되었습니다.", "님을 부방장으로 지정했습니다.",
    " has been removed from this chatroom.", " left this chatroom.", " joined this chatroom.",
    " left the chatroom.", " joined the chatroom.",
  ]
}
