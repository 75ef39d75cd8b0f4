import ChatExport
import Chats
import Gtk
import Translation

/// The text of a message as it is printed: sections that are laid out one below the other.
struct PrintedText {
  /// Lines that are laid out together.
  struct Section {
    fileprivate(set) var text = ""
    fileprivate(set) var attributes: [TextAttribute] = []
    /// The ranges that open an address.
    fileprivate(set) var links: [(range: Range<Int>, address: String)] = []
    /// Whether a bar is beside the lines.
    fileprivate(set) var isQuote = false
  }

  private(set) var sections: [Section] = []

  /// The bytes after which a section ends with its line. Laying out one of a megabyte takes minutes.
  private static let sectionBytes = 4_000
  /// The sign in place of hidden text, and the most signs in a row.
  private static let hidden: Character = "░"
  private static let hiddenCount = 12
  private static let codeSize = 8.5

  init(_ text: String, _ entities: [TextEntity]) {
    var current = Section()
    for run in TextRuns(text, entities).runs {
      let isQuote = run.kind == .quote || run.kind == .expandableQuote
      if isQuote != current.isQuote {
        finish(&current)
        current.isQuote = isQuote
      }
      add(run, to: &current)
    }
    finish(&current)
  }

  private mutating func finish(_ section: inout Section) {
    // A section is a line of its own without the breaks around it.
    if section.text.hasSuffix("\n") { section.text.removeLast() }
    if !section.text.isEmpty { sections.append(section) }
    let isQuote = section.isQuote
    section = Section()
    section.isQuote = isQuote
  }

  private mutating func add(_ run: TextRuns.Run, to section: inout Section) {
    if run.kind == .spoiler {
      let count = min(Self.hiddenCount, run.text.count)
      return append(String(repeating: Self.hidden, count: count)[...], nil, to: &section)
    }
    guard section.text.utf8.count + run.text.utf8.count > Self.sectionBytes else {
      return append(run.text, run.kind, to: &section)
    }
    var rest = run.text
    while !rest.isEmpty {
      let piece = Self.piece(rest)
      let count = section.text.utf8.count + piece.utf8.count
      // In the middle of a line only if that is very long.
      if count > (section.text.hasSuffix("\n") ? 1 : 2) * Self.sectionBytes { finish(&section) }
      append(piece, run.kind, to: &section)
      rest = rest[piece.endIndex...]
    }
  }

  /// The beginning of a text up to the end of its line, or to a blank in a long one.
  private static func piece(_ text: Substring) -> Substring {
    let line = text.firstIndex(of: "\n").map { text[...$0] } ?? text
    guard line.utf8.count > sectionBytes else { return line }
    var end = line.utf8.index(line.startIndex, offsetBy: sectionBytes)
    while end.samePosition(in: line.base.unicodeScalars) == nil { end = line.utf8.index(before: end) }
    return line[..<end].lastIndex(of: " ").map { line[...$0] } ?? line[..<end]
  }

  private func append(_ text: Substring, _ kind: TextEntity.Kind?, to section: inout Section) {
    guard !text.isEmpty else { return }
    let start = section.text.utf8.count
    section.text += text
    let range = start..<section.text.utf8.count
    section.attributes += Self.styles(kind).map { TextAttribute($0, range) }
    guard case .link(let target)? = kind, LinkTarget.isAllowed(target) else { return }
    section.links.append((range, target))
    section.attributes += [TextAttribute(.underline, range), TextAttribute(.color(PageInk.link), range)]
    guard !Self.names(text, target) else { return }
    // On paper, the address cannot be opened from the words.
    section.text += " (\(target))"
    section.attributes.append(
      TextAttribute(.color(PageInk.secondary), range.upperBound..<section.text.utf8.count))
  }

  /// Whether a text is the address that it opens, perhaps without its beginning.
  private static func names(_ text: Substring, _ target: String) -> Bool {
    let shown = text.trimmingPrefix { $0.isWhitespace }
    return ["", "https://", "http://", "mailto:", "tel:"].contains { target == $0 + shown }
      || target == "https://\(shown)/" || target == "http://\(shown)/"
  }

  private static func styles(_ kind: TextEntity.Kind?) -> [TextAttribute.Style] {
    switch kind {
    case .bold: [.weight(700)]
    case .italic: [.italic]
    case .underline: [.underline]
    case .strikethrough: [.strikethrough]
    case .code, .pre: [.monospace, .size(codeSize)]
    case .mention, .hashtag, .botCommand: [.color(PageInk.link)]
    case .spoiler, .quote, .expandableQuote, .customEmoji, .link, nil: []
    }
  }
}
