import Chats
import Foundation

/// An event in an IRC log, independent of the client that wrote it.
struct IRCEvent: Sendable, Hashable {
  /// Whether the person whose log it is sent it, without a nick in the line.
  var isOwn = false
  var kind: Message.Kind
  /// Without prefixes such as that of channel operators; nil if the line names no person.
  var nick: String?
  var text: String
}

/// The time of a line of a log.
struct IRCStamp: Sendable, Hashable {
  /// Days since 1970-01-01; nil if the line has no date.
  var day: Int?
  /// The date of a line without the year.
  var dayOfYear: DayOfYear?
  /// The date if the month precedes the day, for one of numbers that can be both.
  var monthFirst: DayOfYear?
  /// The order of day and month that this date proves; nil if it proves none.
  var isMonthFirst: Bool?
  var time: ClockTime
  /// Milliseconds after the second of `time`.
  var milliseconds = 0
  /// Seconds east of Greenwich, if the line contains them.
  var offset: Int?
}

/// A statement of the date between the lines of a log.
struct IRCDate: Sendable, Hashable {
  /// Days since 1970-01-01.
  var day: Int
  /// Nil for a statement such as “Day changed”, which does not contain one.
  var time: ClockTime?
}

/// A parsed line of an IRC log.
enum IRCLine: Sendable, Hashable {
  /// A message or an event. Events in Ubuntu's logs have no time.
  case event(IRCEvent, at: IRCStamp?)
  /// The date of the following lines.
  case date(IRCDate)
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
      case .hexchat: IRCLine.hexchat(cursor)
      case .limnoria: IRCLine.limnoria(cursor)
      case .textual: IRCLine.textual(cursor)
      case .thelounge: IRCLine.thelounge(cursor)
      case .dircproxy: IRCLine.dircproxy(cursor)
      default: nil
      }
    guard let line else { return nil }
    self = line
  }

  /// Reads `12:34 <@mara> hello`. Dates are on separate lines or, if so configured, before the time.
  private static func irssi(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    let date = cursor.isoDate()
    if date != nil, !cursor.skip(" ") { return nil }
    guard let time = cursor.clockTime(), cursor.skip(" ") else { return nil }
    let event =
      cursor.event() ?? (isListOfUsers(cursor.text) ? IRCEvent(kind: .service, text: cursor.text) : nil)
    return event.map { .event($0, at: IRCStamp(day: date?.dayNumber, time: time)) }
  }

  /// Whether this is a line of irssi's list of the people in a channel: `[Users #walks]`, `[@mara  ] [ jonas]`. The
  /// heading can be in another language. The words of people are after a nick.
  private static func isListOfUsers(_ text: String) -> Bool {
    let line = text.withoutBlankEnds
    guard line.hasPrefix("["), line.hasSuffix("]") else { return false }
    let names = line.dropFirst().dropLast().components(separatedBy: "] [")
    if names.count == 1, let name = names[0].split(separator: " ").last, "#&!+".contains(name.prefix(1)),
      name.utf8.count > 1
    {
      return true
    }
    return names.allSatisfy { name in
      guard let mark = name.utf8.first, mark == UInt8(ascii: " ") || nickMarks.contains(mark) else {
        return false
      }
      let nick = String(name.dropFirst()).withoutBlankEnds
      return !nick.isEmpty && !nick.contains(" ")
    }
  }

  /// Reads `[12:34:56] <mara> hello`, with or without seconds, and with or without a date in the brackets. mIRC can also
  /// write `[12:34pm]` and `[29/03 12:34]`.
  private static func bracketed(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    if cursor.skip("=== ") { return .event(.service(cursor.text), at: nil) }
    guard cursor.skip("[") else { return nil }
    let date = cursor.isoDate()
    if date != nil, !cursor.skip(" "), !cursor.skip("T") { return nil }
    let short = date == nil ? cursor.dateOfNumbers() : nil
    guard let time = cursor.clockTime(withPeriod: date == nil), cursor.skip("] ") else { return nil }
    let stamp = IRCStamp(
      day: date?.dayNumber, dayOfYear: short?.dayFirst ?? short?.monthFirst,
      monthFirst: short?.dayFirst == nil ? nil : short?.monthFirst,
      isMonthFirst: short.flatMap { $0.dayFirst == nil ? true : $0.monthFirst == nil ? false : nil },
      time: time)
    return cursor.event(isOfMIRC: true).map { .event($0, at: stamp) }
  }

  /// Reads `2024-01-02 12:34:56⇥@mara⇥hello`.
  private static func weechat(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard let date = cursor.isoDate(), cursor.skip(" ") || cursor.skip("T"), let time = cursor.clockTime()
    else { return nil }
    // Newer versions can be configured to write fractions of a second.
    if cursor.skip(".") { cursor.skip { $0.isDigit } }
    guard cursor.skip("\t"), let prefix = cursor.text(before: "\t") else { return nil }
    return .event(
      .weechat(prefix: prefix.withoutBlankEnds, cursor), at: IRCStamp(day: date.dayNumber, time: time))
  }

  /// Reads `Mar 29 12:34:56 <mara>⇥hello`, with events and actions after `*⇥`. The year is in the first and the last lines.
  private static func hexchat(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    // Korean, Japanese and Chinese names of months can begin with a blank.
    cursor.skip { $0 == UInt8(ascii: " ") }
    guard let date = cursor.monthAndDay(), cursor.skip(" "), let time = cursor.clockTime(), cursor.skip(" "),
      let prefix = cursor.text(before: "\t")
    else { return nil }
    guard let event = IRCEvent.hexchat(prefix: prefix, cursor) else { return nil }
    return .event(event, at: IRCStamp(dayOfYear: date, time: time))
  }

  /// Reads `2024-03-29T12:34:56  <mara> hello`, with events after `***`.
  private static func limnoria(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime(), cursor.skip(" ")
    else {
      return nil
    }
    return cursor.event().map { .event($0, at: IRCStamp(day: date.dayNumber, time: time)) }
  }

  /// Reads `[2024-03-29T12:34:56+0100] <mara> hello`, with actions after a bullet, and events without a mark.
  private static func textual(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard cursor.skip("["), let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime(),
      let offset = cursor.zoneOffset(), cursor.skip("] ")
    else { return nil }
    let stamp = IRCStamp(day: date.dayNumber, time: time, offset: offset)
    if cursor.skip("• ") { return .event(cursor.action(), at: stamp) }
    return .event(cursor.event() ?? .service(cursor.text), at: stamp)
  }

  /// Reads `[2024-03-29T12:34:56.789Z] <@mara> hello`, with events after `***`.
  private static func thelounge(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard cursor.skip("["), let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime(),
      cursor.skip("."), let milliseconds = cursor.number(digits: 3...3), let offset = cursor.zoneOffset(),
      cursor.skip("] "), let event = cursor.event()
    else { return nil }
    return .event(
      event, at: IRCStamp(day: date.dayNumber, time: time, milliseconds: milliseconds, offset: offset))
  }

  /// Reads `[29 Mar 12:34] <mara!~m@example.org> hello`; dircproxy's own messages are from `-dircproxy-`.
  private static func dircproxy(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard cursor.skip("["), let day = cursor.number(digits: 1...2), cursor.skip(" "),
      let month = cursor.monthName(),
      cursor.skip(" "), let time = cursor.clockTime(), cursor.skip("] ")
    else { return nil }
    guard let date = DayOfYear(month: month, day: day) else { return nil }
    let stamp = IRCStamp(dayOfYear: date, time: time)
    if cursor.skip("-dircproxy- ") { return .event(.service(cursor.text), at: stamp) }
    guard var event = cursor.event() else { return nil }
    // The mask follows the nick.
    event.nick = event.nick.flatMap { String($0.prefix { $0 != "!" }).withoutNickMarks }
    return .event(event, at: stamp)
  }

  /// Reads the lines with which irssi, HexChat and mIRC mark dates and the ends of a log.
  private static func bookkeeping(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    if cursor.skip("Session Ident") { return .remark }
    // HexChat's words around the date are in the language of the program.
    if cursor.skip("**** ") { return cursor.dateAmongWords().map { .date($0) } }
    let isDated =
      cursor.skip("--- Log opened ") || cursor.skip("--- Log closed ") || cursor.skip("--- Day changed ")
      || cursor.skip("Session Start: ") || cursor.skip("Session Time: ") || cursor.skip("Session Close: ")
    guard isDated else { return nil }
    return cursor.longDate().map { .date($0) }
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
    default:
      // WeeChat can be configured to write “<@mara>”. No nick contains these signs.
      let isInBrackets = prefix.count > 2 && prefix.hasPrefix("<") && prefix.hasSuffix(">")
      let nick = isInBrackets ? prefix.dropFirst().dropLast() : prefix[...]
      return IRCEvent(kind: .normal, nick: nick.withoutNickMarks, text: cursor.text)
    }
  }

  /// The event after the prefix of a HexChat line; nil if the prefix is unknown. Newer versions write arrows and dashes
  /// before events, older ones a star, as before actions.
  fileprivate static func hexchat(prefix: String, _ start: ByteCursor) -> IRCEvent? {
    var cursor = start
    if prefix == "*" { return isServiceOfHexChat(cursor.text) ? .service(cursor.text) : cursor.action() }
    if ["-->", "<--", "---", "--", ""].contains(prefix) { return .service(cursor.text) }
    // “>tove<” and “->tove<-”: sent to that person, who may be a service of the network.
    for (open, close) in [("->", "<-"), (">", "<")] where prefix.hasPrefix(open) && prefix.hasSuffix(close) {
      return IRCEvent(isOwn: true, kind: .normal, text: cursor.text)
    }
    guard prefix.utf8.count > 2, let mark = ["<": ">", "-": "-", "*": "*"][prefix.prefix(1)],
      prefix.hasSuffix(mark)
    else { return nil }
    // “-ChanServ/#walks-” is a notice to a channel.
    let nick = prefix.dropFirst().dropLast().prefix { mark != "-" || $0 != "/" }
    return IRCEvent(kind: .normal, nick: nick.withoutNickMarks, text: cursor.text)
  }

  /// Whether the text after HexChat's star is an event of the network rather than a person's action.
  private static func isServiceOfHexChat(_ text: String) -> Bool {
    if HexChatWords.beginsEvent(text) { return true }
    var words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard let nick = words.first else { return false }
    // Such as “***”, before the server's own words.
    if nick.allSatisfy({ !$0.isLetter && !$0.isNumber }) { return true }
    if words.count > 1, words[1].isUserMask {
      // In all languages, the mask of a nick is in joins, parts and the like.
      if words.count > 2, words[1].hasPrefix("(") { return true }
      words.remove(at: 1)
    }
    return HexChatWords.areEvent(words.dropFirst().joined(separator: " "))
  }

  /// An event of the network. The user mask after a nick is removed because readers do not need it, and ZNC's headings
  /// become the sentences that other clients write.
  fileprivate static func service(_ text: String) -> IRCEvent {
    // The last word is the rest of the text, which may be long and is not examined.
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

  /// The number of words after which no mask is expected: it follows at most an account or a real name. A later word
  /// that looks like a mask belongs to a person's words.
  private static let masksEnd = 4
}

extension ByteCursor {
  /// Reads `Mar 29`.
  fileprivate mutating func monthAndDay() -> DayOfYear? {
    var ahead = self
    guard let month = ahead.monthName(), ahead.skip(" ") else { return nil }
    _ = ahead.skip(" ")
    guard let day = ahead.number(digits: 1...2), let date = DayOfYear(month: month, day: day) else {
      return nil
    }
    self = ahead
    return date
  }

  /// Reads `29/03 `, in either order.
  fileprivate mutating func dateOfNumbers() -> (dayFirst: DayOfYear?, monthFirst: DayOfYear?)? {
    var ahead = self
    guard let first = ahead.number(digits: 2...2), ahead.skip("/"), let second = ahead.number(digits: 2...2),
      ahead.skip(" ")
    else { return nil }
    let dates = (DayOfYear(month: second, day: first), DayOfYear(month: first, day: second))
    guard dates.0 != nil || dates.1 != nil else { return nil }
    self = ahead
    return dates
  }

  /// Reads `12:34:56`, or `1:34pm` if times can have a part of the day.
  fileprivate mutating func clockTime(withPeriod canHavePeriod: Bool) -> ClockTime? {
    var ahead = self
    if canHavePeriod, let hour = ahead.number(digits: 1...2), (1...12).contains(hour), ahead.skip(":"),
      let minute = ahead.number(digits: 2...2), minute < 60
    {
      let second = ahead.skip(":") ? ahead.number(digits: 2...2) : nil
      let word = String(decoding: ahead.rest.prefix(2), as: UTF8.self)
      if second ?? 0 <= 60, ["am", "pm"].contains(word.lowercased()), ahead.skip(word),
        let hour = DayPeriod(word)?.hour(hour)
      {
        self = ahead
        return ClockTime(
          second: hour * 3600 + minute * 60 + min(second ?? 0, 59), hasSeconds: second != nil)
      }
    }
    return clockTime()
  }

  /// The event after the time in the logs of irssi, energymech and others.
  ///
  /// - Parameter isOfMIRC: Whether the log may be one of mIRC, whose events have the star of actions.
  fileprivate mutating func event(isOfMIRC: Bool = false) -> IRCEvent? {
    let start = self
    skip { $0 == UInt8(ascii: " ") }
    if ["-!- ", "*** ", "=== ", "--> ", "<-- ", "--- "].contains(where: { skip($0) }) {
      return .service(text)
    }
    if skip("<"), let name = text(before: ">")?.withoutNickMarks {
      _ = skip(" ")
      return IRCEvent(kind: .normal, nick: name, text: text)
    }
    if skip("* ") { return isOfMIRC && Self.isServiceOfMIRC(text) ? .service(text) : action() }
    if let message = addressed() { return message }
    if skip("-"), let name = text(before: "- ")?.withoutNickMarks {
      return IRCEvent(kind: .normal, nick: name, text: text)
    }
    // Messages of the server in irssi: “!irc.example.org *** Looking up your hostname”.
    if skip("!"), !word().isEmpty, skip(" ") { return .service(text) }
    self = start
    return nil
  }

  /// A message between the exporter and one person in a log that is not theirs, as irssi writes it:
  /// `[msg(tove)] hello` was sent, `[tove(~t@example.org)] hello` was received.
  private mutating func addressed() -> IRCEvent? {
    var ahead = self
    guard ahead.skip("["), let head = ahead.text(before: ")] "), let name = head.split(separator: "(").first,
      name.utf8.count < head.utf8.count, !name.contains(" ")
    else { return nil }
    let isSent = ["msg", "notice", "ctcp"].contains(name)
    guard isSent || head.contains("@") else { return nil }
    self = ahead
    return isSent
      ? IRCEvent(isOwn: true, kind: .normal, text: text)
      : IRCEvent(kind: .normal, nick: String(name).withoutNickMarks, text: text)
  }

  /// Whether the text after mIRC's star is an event rather than a person's action.
  private static func isServiceOfMIRC(_ text: String) -> Bool {
    if text == "Disconnected" || mircStarts.contains(where: text.hasPrefix) { return true }
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 2 else { return false }
    if words[1].isUserMask { return mircMoves.contains(where: words[2].hasPrefix) }
    return mircEvents.contains { text.dropFirst(words[0].count + 1).hasPrefix($0) }
  }

  /// The events of mIRC without a nick before them, up to the first name.
  private static let mircStarts = [
    "Now talking in #", "Topic is '", "Set by ", "Joins: ", "Parts: ", "Quits: ", "Attempting to rejoin ",
    "Rejoined channel ", "Retrieving #", "You were kicked ",
  ]

  /// The words after a nick and its mask.
  private static let mircMoves = ["has joined #", "has left #", "Quit ("]

  /// The words after a nick alone.
  private static let mircEvents = [
    "sets mode: ", "is now known as ", "was kicked by ", "changes topic to '",
  ]

  /// The nick and the action of a “/me”.
  fileprivate mutating func action() -> IRCEvent {
    let nick = word()
    _ = skip(" ")
    return IRCEvent(kind: .action, nick: nick.withoutNickMarks, text: text)
  }
}

/// The prefixes that programs write before a nick.
private let nickMarks = Array("@+%&~!".utf8)

extension StringProtocol {
  /// The nick without prefixes, and without the channel or the mask that some clients append; nil if nothing is left.
  fileprivate var withoutNickMarks: String? {
    let name = String(self).withoutBlankEnds.utf8.drop { nickMarks.contains($0) }
      .prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "(") }
    return name.isEmpty ? nil : String(Substring(name))
  }

  /// Whether this is a mask such as “[~mara@example.org]”, “(~mara@example.org)” or “<~mara@example.org>”.
  fileprivate var isUserMask: Bool {
    ["[]", "()", "<>"].contains { hasPrefix($0.prefix(1)) && hasSuffix($0.suffix(1)) } && contains("@")
  }
}

// MARK: Format codes

extension IRCLine {
  /// The bytes without the control codes with which IRC clients mark colours and styles, and without the codes' numbers.
  ///
  /// https://modern.ircdocs.horse/formatting
  static func withoutFormatCodes(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: { $0 < 0x20 && FormatCode(rawValue: $0) != nil }) else { return line }
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
  /// Passes a colour and, after a comma, a second one. A comma that is not followed by a colour belongs to the text.
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
