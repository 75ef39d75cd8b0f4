extension IRCEvent {
  /// What follows the prefix of a WeeChat line.
  static func weechat(prefix: String, _ start: ByteCursor) -> IRCEvent {
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

  /// Something the network tells. The mask after a nick is left out, for it says nothing to readers, and ZNC's
  /// headings become the sentences that all others write.
  static func service(_ text: String) -> IRCEvent {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    let heading = words.first.flatMap { headings[String($0)] }
    if heading != nil { words.removeFirst() }
    if let mask = words.prefix(masksEnd).firstIndex(where: \.isUserMask) { words.remove(at: mask) }
    if let heading {
      words.insert(contentsOf: heading.split(separator: " "), at: words.startIndex + min(1, words.count))
      if words.last == "()" { words.removeLast() }
    }
    let nick = words.dropFirst().first.flatMap { verbs.contains(String($0)) ? words.first : nil }
    return IRCEvent(
      kind: .service, nick: nick.flatMap { String($0).withoutNickMarks }, text: words.joined(separator: " "))
  }

  private static let headings = ["Joins:": "has joined", "Parts:": "has left", "Quits:": "has quit"]

  /// Words after a nick at the beginning of an event.
  private static let verbs: Set<String> = [
    "has", "is", "was", "sets", "set", "changes", "changed", "joined", "left", "quit", "invited", "kicked",
  ]

  /// A mask stands among the first words, with an account or a real name before it at most. What looks like one
  /// farther on is part of what somebody said.
  private static let masksEnd = 4
}

extension ByteCursor {
  /// What irssi, energymech and the others write after the time.
  mutating func event() -> IRCEvent? {
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
    // The server's own words in irssi: “!irc.example.org *** Looking up your hostname”.
    if skip("!"), !word().isEmpty, skip(" ") { return .service(text) }
    self = start
    return nil
  }

  /// The doer and what is done.
  mutating func action() -> IRCEvent {
    let nick = word()
    _ = skip(" ")
    return IRCEvent(kind: .action, nick: nick.withoutNickMarks, text: text)
  }
}

extension StringProtocol {
  /// The nick without the marks of its rank and without the channel or the mask that some clients append; nil when
  /// nothing is left.
  fileprivate var withoutNickMarks: String? {
    let name = trimmed.drop { "@+%&~!".contains($0) }.prefix { $0 != ":" && $0 != "(" }
    return name.isEmpty ? nil : String(name)
  }

  /// Whether this is “[~mara@example.org]” or “(~mara@example.org)”.
  fileprivate var isUserMask: Bool {
    (hasPrefix("[") && hasSuffix("]") || hasPrefix("(") && hasSuffix(")")) && contains("@")
  }

  /// Without the spaces around it.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
