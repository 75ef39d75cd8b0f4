import Chats

/// HTML texts.
enum PageText {
  /// The text with references in place of all characters that are special in HTML, for contents and for attributes in
  /// quotation marks. Characters that are not allowed on a page are replaced.
  static func escaped(_ text: some StringProtocol, into bytes: inout [UInt8]) {
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append("&amp;")
      case UInt8(ascii: "<"): bytes.append("&lt;")
      case UInt8(ascii: ">"): bytes.append("&gt;")
      case UInt8(ascii: "\""): bytes.append("&quot;")
      case UInt8(ascii: "'"): bytes.append("&#39;")
      case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): break
      case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n"), UInt8(ascii: "\t"): bytes.append(byte)
      case 0..<0x20, 0x7f: bytes.append("\u{fffd}")
      default: bytes.append(byte)
      }
      last = byte
    }
  }

  static func escaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    escaped(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text with its links, quotes and styles.
  static func styled(_ text: String, _ entities: [TextEntity], into bytes: inout [UInt8]) {
    let runs = TextRuns(text, entities).runs
    for (index, run) in runs.enumerated() {
      var piece = run.text
      // A block begins on a new line anyway.
      if !run.kind.isBlock {
        if index > 0, runs[index - 1].kind.isBlock, piece.utf8.first == UInt8(ascii: "\n") {
          piece = Substring(piece.unicodeScalars.dropFirst())
        }
        if index + 1 < runs.count, runs[index + 1].kind.isBlock, piece.utf8.last == UInt8(ascii: "\n") {
          piece = Substring(piece.unicodeScalars.dropLast())
        }
      }
      append(piece, run.kind, into: &bytes)
    }
  }

  private static func append(
    _ text: Substring, _ kind: TextEntity.Kind?, into bytes: inout [UInt8]
  ) {
    let tags: (open: String, close: String)
    switch kind {
    case .bold: tags = ("<b>", "</b>")
    case .italic: tags = ("<i>", "</i>")
    case .underline: tags = ("<u>", "</u>")
    case .strikethrough: tags = ("<s>", "</s>")
    case .code: tags = ("<code>", "</code>")
    case .pre: tags = ("<pre>", "</pre>")
    // It can be focused, so that it can be shown without a pointer.
    case .spoiler: tags = ("<span class=\"sp\" tabindex=\"0\">", "</span>")
    case .mention, .hashtag, .botCommand: tags = ("<span class=\"at\">", "</span>")
    case .quote, .expandableQuote: tags = ("<blockquote>", "</blockquote>")
    case .link(let target) where LinkTarget.isAllowed(target):
      tags = ("<a href=\"\(escaped(target))\" rel=\"noopener noreferrer\">", "</a>")
    case .link, .customEmoji, nil: tags = ("", "")
    }
    bytes.append(tags.open)
    escaped(text, into: &bytes)
    bytes.append(tags.close)
  }

  /// Whether a text consists of one to three emoji, which are shown large.
  static func isEmojiOnly(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 120, text.count <= 3 else { return false }
    return text.allSatisfy { sign in
      sign.unicodeScalars.first.map { $0.properties.isEmoji && $0.value >= 0x203c } ?? false
    }
  }

  /// The initials of a name, for its avatar.
  static func initials(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first?.first else { return "#" }
    guard first.isCased, words.count > 1, let second = words[1].first else { return first.uppercased() }
    return first.uppercased() + second.uppercased()
  }
}

extension TextEntity.Kind? {
  fileprivate var isBlock: Bool {
    switch self {
    case .pre, .quote, .expandableQuote: true
    default: false
    }
  }
}
