extension IRCLogReader {
  /// The format of a log that begins with this head; nil if it is not an IRC log.
  ///
  /// The format must match more lines than any other, and at least a third of them, because logs may be damaged, joined
  /// or edited.
  static func format(of head: FileHead) -> ImportFormat? {
    guard head.json == nil, head.transcript == nil else { return nil }
    let lines = head.lines
    let counts = grammars.map { format in
      (format: format, count: lines.count { IRCLine($0, format: format) != nil })
    }
    guard let best = counts.max(by: { $0.count < $1.count }), best.count > 0, best.count * 3 >= lines.count
    else { return nil }
    return best.format == .bare ? bracketed(lines) : best.format
  }

  /// The formats with different grammars. Energymech's grammar is the same as the bare one's.
  private static let grammars: [ImportFormat] = [
    .irssi, .weechat, .bare, .hexchat, .limnoria, .textual, .thelounge, .dircproxy,
  ]

  /// Whether a line belongs to a log in any of the formats.
  static func isLine(_ line: String) -> Bool {
    grammars.contains { IRCLine(Array(line.utf8), format: $0) != nil }
  }

  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool {
    head.lines.contains { IRCLine($0, format: format) != nil }
  }

  /// Both bracketed formats have the same grammar. They differ in whether most times have seconds.
  private static func bracketed(_ lines: [[UInt8]]) -> ImportFormat {
    var exact = 0
    var coarse = 0
    for line in lines {
      guard case .event(_, let stamp?) = IRCLine(line, format: .bare) else { continue }
      if stamp.time.hasSeconds { exact += 1 } else { coarse += 1 }
    }
    return exact > coarse ? .energymech : .bare
  }
}

extension ImportFormat {
  /// Whether the lines of such a log have dates without years.
  var hasDatesWithoutYears: Bool { self == .hexchat || self == .dircproxy }
}
