/// An event in an IRC log, independent of the client that wrote it.
struct IRCEvent: Sendable, Hashable {
  var kind: Message.Kind
  /// Without the prefix of channel operators and the like; nil if the line names no person.
  var nick: String?
  var text: String
}

/// The time of a line of a log.
struct IRCStamp: Sendable, Hashable {
  /// Days since 1970-01-01; nil if the line has no date.
  var day: Int?
  var time: ClockTime
}

/// A parsed line of an IRC log.
enum IRCLine: Sendable, Hashable {
  /// A message or an event. Events in Ubuntu's logs have no time.
  case event(IRCEvent, at: IRCStamp?)
  /// The date of the following lines, in days since 1970-01-01.
  case day(Int)
  /// A line that belongs to no conversation.
  case remark

  /// Parses a line of valid UTF-8; nil if it is not in the format.
  init?(_ bytes: [UInt8], format: ImportFormat) {
    let cursor = ByteCursor(bytes[...])
    let line: IRCLine? =
      switch format {
      case .irssi: IRCLine.irssi(cursor)
      case .weechat: IRCLine.weechat(cursor)
      case .energymech, .bare: IRCLine.bracketed(cursor)
      default: nil
      }
    guard let line else { return nil }
    self = line
  }

  /// `12:34 <@mara> hello`, dates on lines of their own.
  private static func irssi(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    guard let time = cursor.clockTime(), cursor.skip(" ") else { return nil }
    return cursor.event().map { .event($0, at: IRCStamp(time: time)) }
  }

  /// `[12:34:56] <mara> hello`, with or without seconds, with or without a date in the brackets.
  private static func bracketed(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    if cursor.skip("=== ") { return .event(.service(cursor.text), at: nil) }
    guard cursor.skip("[") else { return nil }
    let date = cursor.isoDate()
    if date != nil, !cursor.skip(" "), !cursor.skip("T") { return nil }
    guard let time = cursor.clockTime(), cursor.skip("] ") else { return nil }
    return cursor.event().map { .event($0, at: IRCStamp(day: date?.dayNumber, time: time)) }
  }

  /// `2024-01-02 12:34:56⇥@mara⇥hello`.
  private static func weechat(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard let date = cursor.isoDate(), cursor.skip(" ") || cursor.skip("T"), let time = cursor.clockTime()
    else { return nil }
    // Newer versions can be configured to write fractions of a second.
    if cursor.skip(".") { cursor.skip { $0.isDigit } }
    guard cursor.skip("\t"), let prefix = cursor.text(before: "\t") else { return nil }
    return .event(
      .weechat(prefix: prefix.trimmed, cursor), at: IRCStamp(day: date.dayNumber, time: time))
  }

  /// The lines with which irssi and mIRC mark dates and the ends of a log.
  private static func bookkeeping(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    if cursor.skip("Session Ident") { return .remark }
    let isDated =
      cursor.skip("--- Log opened ") || cursor.skip("--- Log closed ") || cursor.skip("--- Day changed ")
      || cursor.skip("Session Start: ") || cursor.skip("Session Time: ") || cursor.skip("Session Close: ")
    guard isDated else { return nil }
    return cursor.longDate().map { .day($0.dayNumber) }
  }
}

// MARK: Events

extension IRCEvent {
  /// The event after the prefix of a WeeChat line.
  fileprivate static func weechat(prefix: String, _ start: ByteCursor) -> IRCEvent {
    var cursor = start
    switch prefix {
    case "*": return cursor.action()
    case "-->", "<--", "=!=", "": return .service(cursor.text)
    case "--":
      // “Notice(mara) -> #swift: hello”
      if cursor.skip("Notice("), let nick = cursor.text(before: ")"), cursor.text(before: ": ") != nil {
        return IRCEvent(kind: .normal, nick: nick.withoutNickMarks, text: cursor.text)
      }
      return .service(start.text)
    default: return IRCEvent(kind: .normal, nick: prefix.withoutNickMarks, text: cursor.text)
    }
  }

  /// An event of the network. The user mask after a nick is removed because readers do not need it, and ZNC's headings
  /// become the sentences that other clients write.
  fileprivate static func service(_ text: String) -> IRCEvent {
    // The last one is the rest of the text: it may be long, and is not looked at.
    var words = text.split(separator: " ", maxSplits: masksEnd + 1, omittingEmptySubsequences: false)[...]
    let heading = words.first.flatMap { headings[String($0)] }
    if heading != nil { words.removeFirst() }
    if let mask = words.prefix(masksEnd).firstIndex(where: \.isUserMask) { words.remove(at: mask) }
    if let heading {
      words.insert(contentsOf: heading.split(separator: " "), at: words.startIndex + min(1, words.count))
      if let last = words.last, last == "()" {
        words.removeLast()
      } else if let last = words.last, last.hasSuffix(" ()") {
        words[words.endIndex - 1] = last.dropLast(3)
      }
    }
    let nick = words.dropFirst().first.flatMap { verbs.contains(String($0)) ? words.first : nil }
    return IRCEvent(
      kind: .service, nick: nick.flatMap { String($0).withoutNickMarks }, text: words.joined(separator: " "))
  }

  private static let headings = ["Joins:": "has joined", "Parts:": "has left", "Quits:": "has quit"]

  /// Words that follow a nick at the beginning of an event.
  private static let verbs: Set<String> = [
    "has", "is", "was", "sets", "set", "changes", "changed", "joined", "left", "quit", "invited", "kicked",
  ]

  /// A mask is among the first words, after at most an account or a real name. A word further on that looks like a mask
  /// is part of what a person said.
  private static let masksEnd = 4
}

extension ByteCursor {
  /// The event after the time in the logs of irssi, energymech and others.
  fileprivate mutating func event() -> IRCEvent? {
    let start = self
    skip { $0 == UInt8(ascii: " ") }
    if skip("-!- ") || skip("*** ") || skip("=== ") { return .service(text) }
    if skip("<"), let name = text(before: ">")?.withoutNickMarks {
      _ = skip(" ")
      return IRCEvent(kind: .normal, nick: name, text: text)
    }
    if skip("* ") { return action() }
    if skip("-"), let name = text(before: "- ")?.withoutNickMarks {
      return IRCEvent(kind: .normal, nick: name, text: text)
    }
    // Messages of the server in irssi: “!irc.example.org *** Looking up your hostname”.
    if skip("!"), !word().isEmpty, skip(" ") { return .service(text) }
    self = start
    return nil
  }

  /// The nick and the action of a “/me”.
  fileprivate mutating func action() -> IRCEvent {
    let nick = word()
    _ = skip(" ")
    return IRCEvent(kind: .action, nick: nick.withoutNickMarks, text: text)
  }
}

extension StringProtocol {
  /// The nick without prefixes, and without the channel or the mask that some clients append; nil if nothing is left.
  fileprivate var withoutNickMarks: String? {
    let name = trimmed.drop { "@+%&~!".contains($0) }.prefix { $0 != ":" && $0 != "(" }
    return name.isEmpty ? nil : String(name)
  }

  /// Whether this is “[~mara@example.org]” or “(~mara@example.org)”.
  fileprivate var isUserMask: Bool {
    (hasPrefix("[") && hasSuffix("]") || hasPrefix("(") && hasSuffix(")")) && contains("@")
  }

  /// Without surrounding whitespace.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

// MARK: Format codes

extension IRCLine {
  /// The bytes without the control codes with which IRC clients mark colours and styles, and without the codes' numbers.
  ///
  /// https://modern.ircdocs.horse/formatting
  static func withoutFormatCodes(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: { FormatCode(rawValue: $0) != nil }) else { return line }
    var cursor = ByteCursor(line[...])
    var text: [UInt8] = []
    while let byte = cursor.rest.first {
      _ = cursor.skip(byte)
      switch FormatCode(rawValue: byte) {
      case .color: cursor.skipPair { $0.number(digits: 1...2) != nil }
      case .hexColor: cursor.skipPair { $0.skipHexColor() }
      case nil: text.append(byte)
      default: break
      }
    }
    return text
  }

  private enum FormatCode: UInt8 {
    case bold = 0x02
    case color = 0x03
    case hexColor = 0x04
    case reset = 0x0f
    case monospace = 0x11
    case reverse = 0x16
    case italic = 0x1d
    case strikethrough = 0x1e
    case underline = 0x1f
  }
}

extension ByteCursor {
  /// Passes a colour and, after a comma, a second one. A comma that no colour follows is part of the text.
  fileprivate mutating func skipPair(_ skipColor: (inout ByteCursor) -> Bool) {
    guard skipColor(&self) else { return }
    var ahead = self
    if ahead.skip(UInt8(ascii: ",")), skipColor(&ahead) { self = ahead }
  }

  fileprivate mutating func skipHexColor() -> Bool {
    let digits = rest.prefix(6)
    guard digits.count == 6, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return false
    }
    for digit in digits { _ = skip(digit) }
    return true
  }
}
