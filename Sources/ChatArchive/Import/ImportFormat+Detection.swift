extension ImportFormat {
  /// How much of a file's beginning it takes to tell its format.
  static let headLength = 64 << 10

  /// The format that the beginning of a file is in; nil when it is in none.
  ///
  /// A log is in the format that most of its lines are in, if these are a third of the lines at least: logs have
  /// been damaged, joined and edited, and still are logs.
  static func detect(_ head: ArraySlice<UInt8>) -> ImportFormat? {
    if isJSON(head) { return looksLikeTelegram(head) ? .telegram : nil }
    let lines = sampleLines(of: head)
    let counts = [ImportFormat.irssi, .weechat, .bare].map { format in
      (format: format, count: lines.count { IRCLine($0, format: format) != nil })
    }
    guard let best = counts.max(by: { $0.count < $1.count }), best.count > 0, best.count * 3 >= lines.count
    else { return nil }
    return best.format == .bare ? bracketed(lines) : best.format
  }

  /// Whether at least one line of a file's beginning is in this format.
  func isPossible(_ head: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .telegram: ImportFormat.isJSON(head)
    default: ImportFormat.sampleLines(of: head).contains { IRCLine($0, format: self) != nil }
    }
  }

  /// What a file in none of the formats is, as far as its beginning shows it.
  static func hint(_ head: ArraySlice<UInt8>) -> ImportHint? {
    if isJSON(head) { return .otherJSON }
    if let signature = signatures.first(where: { head.starts(with: $0.bytes) }) { return signature.hint }
    let start = String(decoding: head.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html") ? .telegramHTML : nil
  }

  private static let signatures: [(bytes: [UInt8], hint: ImportHint)] = [
    ([0x1f, 0x8b], .compressed), (Array("PK\u{3}\u{4}".utf8), .compressed), (Array("BZh".utf8), .compressed),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], .compressed), ([0x28, 0xb5, 0x2f, 0xfd], .compressed),
    (Array("SQLite format 3\0".utf8), .database), ([0xff, 0xfe], .utf16), ([0xfe, 0xff], .utf16),
  ]

  private static func isJSON(_ head: ArraySlice<UInt8>) -> Bool {
    head.first { !$0.isSpace } == UInt8(ascii: "{")
  }

  /// Every export has one of these near its beginning.
  private static func looksLikeTelegram(_ head: ArraySlice<UInt8>) -> Bool {
    ["messages", "chats", "left_chats", "personal_information"].contains { key in
      head.firstRange(of: Array("\"\(key)\"".utf8)) != nil
    }
  }

  /// Both have the same grammar; what tells them apart is whether most times have seconds.
  private static func bracketed(_ lines: [[UInt8]]) -> ImportFormat {
    var exact = 0
    var coarse = 0
    for line in lines {
      guard case .event(_, let stamp?) = IRCLine(line, format: .bare) else { continue }
      if stamp.time.hasSeconds { exact += 1 } else { coarse += 1 }
    }
    return exact > coarse ? .energymech : .bare
  }

  /// The lines that are not blank. The last one is cut off by the sample's end, unless it is the only one.
  private static func sampleLines(of head: ArraySlice<UInt8>) -> [[UInt8]] {
    let isWhole = head.count < headLength
    let lines = head.split(separator: UInt8(ascii: "\n"))
    let whole = isWhole || lines.count == 1 ? lines[...] : lines.dropLast()
    return whole.compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let bytes = TextRepair.utf8(FormatCodes.stripped(Array(line))).bytes
      return bytes.allSatisfy(\.isSpace) ? nil : bytes
    }
  }
}
