import Chats
import Foundation

/// Reads the signs that people write in texts for bold and other styles, as in Discord and Slack.
///
/// A sign without a counterpart is plain text. Texts of 64 kB and more are not changed.
struct MarkedText {
  struct Mark {
    let sign: [UInt8]
    let kind: TextEntity.Kind
    /// Whether the signs must be at the beginning and end of words, so that “2*3*4” and “snake_case” are not changed.
    let isAtWords: Bool

    init(_ sign: String, _ kind: TextEntity.Kind, isAtWords: Bool = false) {
      self.sign = Array(sign.utf8)
      self.kind = kind
      self.isAtWords = isAtWords
    }
  }

  /// The signs of a program; longer ones come first.
  let marks: [Mark]
  /// Returns the replacement for a reference in angle brackets, such as “<@123>”, which is passed without the brackets;
  /// nil if it is plain text.
  let reference: (String) -> (text: String, kind: TextEntity.Kind?)?
  /// Converts the text between marks and references.
  var plain: (String) -> String = { $0 }
  /// Converts the text of code, in which ``plain`` would change too much; nil to use ``plain``.
  var code: ((String) -> String)?
  /// Whether code contains references as well.
  var hasReferencesInCode = false
  /// Whether the first line of code can be the name of its language.
  var hasLanguages = true
  /// Whether there are masked links, marks at the beginning of a line, and backslashes before signs, as in Discord.
  var hasMarkdown = false

  /// The size in bytes from which a text is not read.
  private static let limit = 64 << 10
  /// The largest distance in bytes between two signs.
  private static let reach = 4096
  private static let depthLimit = 6
  private static let backtick = UInt8(ascii: "`")
  private static let lineEnd = UInt8(ascii: "\n")

  func styled(_ text: String) -> StyledText {
    guard text.utf8.count < Self.limit else { return StyledText(plain(text)) }
    var styled = StyledText()
    append(Array(text.utf8)[...], kind: nil, depth: 0, hasLines: hasMarkdown, to: &styled)
    return styled
  }

  /// - Parameter hasLines: Whether lines can begin with marks. A part of the text has its positions in the whole one.
  private func append(
    _ bytes: ArraySlice<UInt8>, kind: TextEntity.Kind?, depth: Int, hasLines: Bool,
    to styled: inout StyledText
  ) {
    var position = bytes.startIndex
    var start = position
    // Brackets after the last closing one are text, and are not searched for their ends.
    let lastBracket = bytes.lastIndex(of: UInt8(ascii: ">")) ?? bytes.startIndex
    func flush(_ styled: inout StyledText) {
      guard start < position else { return }
      styled.append(plain(String(decoding: bytes[start..<position], as: UTF8.self)), as: kind)
    }
    while position < bytes.endIndex {
      let byte = bytes[position]
      if hasLines, position == 0 || position > bytes.startIndex && bytes[position - 1] == Self.lineEnd,
        depth < Self.depthLimit, let line = Self.line(bytes, at: position)
      {
        flush(&styled)
        append(
          line.words, kind: kind ?? line.kind, depth: depth + 1, hasLines: line.hasLines, to: &styled)
        position = line.end
        start = position
      } else if hasMarkdown, let end = Self.shrug(bytes, at: position) {
        position = end
      } else if hasMarkdown, Self.isEscape(bytes, at: position) {
        flush(&styled)
        start = position + 1
        position += 2
      } else if hasMarkdown, depth < Self.depthLimit, let link = Self.link(bytes, at: position) {
        flush(&styled)
        append(
          link.title, kind: kind == .spoiler ? kind : link.kind ?? kind, depth: depth + 1, hasLines: false,
          to: &styled)
        position = link.end
        start = position
      } else if byte == Self.backtick, let code = code(bytes, at: position) {
        flush(&styled)
        styled.append(codeText(code.range), as: code.isBlock ? .pre : .code)
        position = code.end
        start = position
      } else if byte == UInt8(ascii: "<"), position < lastBracket, let found = bracket(bytes, at: position) {
        flush(&styled)
        styled.append(found.text, as: found.kind ?? kind)
        position = found.end
        start = position
      } else if let end = Self.address(bytes, at: position) {
        position = end
      } else if depth < Self.depthLimit, let (mark, end) = pair(bytes, at: position) {
        flush(&styled)
        let inner = bytes[(position + mark.sign.count)..<end]
        // A quotation says least about its words.
        let outer = kind == .quote ? nil : kind
        append(
          inner, kind: mark.kind == .spoiler ? .spoiler : outer ?? mark.kind, depth: depth + 1,
          hasLines: hasLines, to: &styled)
        position = end + mark.sign.count
        start = position
      } else {
        position += 1
      }
    }
    flush(&styled)
  }

  /// The end of the web address that begins here. Signs in it begin no marks.
  private static func address(_ bytes: ArraySlice<UInt8>, at position: Int) -> Int? {
    guard bytes[position] == UInt8(ascii: "h"),
      position == bytes.startIndex || !bytes[position - 1].isLetterOrDigit,
      schemes.contains(where: { bytes[position...].starts(with: $0) })
    else { return nil }
    let rest = bytes[position...]
    let end = rest.firstIndex {
      $0.isSpace || $0 >= 0x80 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
    }
    let address = rest[..<(end ?? rest.endIndex)]
    // Parentheses around an address are none of it.
    if !address.contains(UInt8(ascii: "(")), let close = address.firstIndex(of: UInt8(ascii: ")")) {
      return close
    }
    return address.endIndex
  }

  private static let schemes = [Array("https://".utf8), Array("http://".utf8)]

  // MARK: Markdown

  /// The words after the marks with which a line begins: “> quotation”, “>>> quotation to the end”, “# heading”, or
  /// “- item”, also after blanks. As in the pages of DiscordChatExporter, a heading is above another line, the lines of
  /// a quotation begin with no marks of their own, blank lines above a list are left out, and numbers and “-#” are text.
  private static func line(_ bytes: ArraySlice<UInt8>, at position: Int)
    -> (words: ArraySlice<UInt8>, kind: TextEntity.Kind?, hasLines: Bool, end: Int)?
  {
    let rest = bytes[position...]
    if rest.starts(with: longQuoteMark), rest.count > longQuoteMark.count {
      return (rest.dropFirst(longQuoteMark.count), .quote, true, bytes.endIndex)
    }
    if rest.starts(with: quoteMark) {
      // The lines are one quotation.
      var words: [UInt8] = []
      var (end, count) = (position, 0)
      while bytes[end...].starts(with: quoteMark) {
        let next = bytes[end...].firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.endIndex
        words += bytes[(end + quoteMark.count)..<next]
        (end, count) = (next, count + 1)
      }
      return count == 1 && words.allSatisfy { $0 == lineEnd } ? nil : (words[...], .quote, false, end)
    }
    let signs = rest.prefix { $0 == UInt8(ascii: "#") }
    if !signs.isEmpty {
      let words = rest[signs.endIndex...].prefix { $0 != lineEnd }
      guard signs.count <= 3, words.first == UInt8(ascii: " "), words.count > 1,
        words.endIndex < bytes.endIndex
      else { return nil }
      return (words.dropFirst(), .bold, false, words.endIndex)
    }
    let blanks = rest.prefix { $0.isSpace }
    let item = rest[blanks.endIndex...].prefix(3)
    if item.count == 3, [UInt8(ascii: "-"), UInt8(ascii: "*")].contains(item[item.startIndex]),
      item[item.startIndex + 1] == UInt8(ascii: " "), item[item.startIndex + 2] != lineEnd
    {
      let start = item.startIndex + 2
      return (bytes[start..<start], nil, false, start)
    }
    // Of many blank lines, each would examine all others.
    return blanks.isEmpty ? nil : (blanks, nil, false, blanks.endIndex)
  }

  private static let quoteMark = Array("> ".utf8)
  private static let longQuoteMark = Array(">>> ".utf8)

  /// Whether a backslash here makes text of the sign after it.
  private static func isEscape(_ bytes: ArraySlice<UInt8>, at position: Int) -> Bool {
    guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.endIndex else { return false }
    return !bytes[position + 1].isLetterOrDigit && !bytes[position + 1].isSpace
  }

  /// The end of the face that begins here, whose backslash and lines are none of a mark.
  private static func shrug(_ bytes: ArraySlice<UInt8>, at position: Int) -> Int? {
    bytes[position] == shrug[0] && bytes[position...].starts(with: shrug) ? position + shrug.count : nil
  }

  private static let shrug = Array("¯\\_(ツ)_/¯".utf8)

  /// The link “[title](https://example.org)” that begins here. Other words in parentheses after brackets are text.
  private static func link(_ bytes: ArraySlice<UInt8>, at position: Int)
    -> (title: ArraySlice<UInt8>, kind: TextEntity.Kind?, end: Int)?
  {
    guard bytes[position] == UInt8(ascii: "[") else { return nil }
    let title = bytes[(position + 1)...].prefix(reach)
      .prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") && $0 != lineEnd }
    let rest = bytes[title.endIndex...]
    guard !title.isEmpty, rest.starts(with: Array("](".utf8)) else { return nil }
    let words = rest.dropFirst(2).prefix(reach).prefix { $0 != UInt8(ascii: ")") && $0 != lineEnd }
    guard words.endIndex < bytes.endIndex, bytes[words.endIndex] == UInt8(ascii: ")") else { return nil }
    // An address in angle brackets has no preview, and other words can follow it.
    let address = words.drop { $0 == UInt8(ascii: "<") }.prefix { $0 != UInt8(ascii: ">") && !$0.isSpace }
    guard schemes.contains(where: { address.starts(with: $0) }) else { return nil }
    return (title, .web(String(decoding: address, as: UTF8.self)), words.endIndex + 1)
  }

  // MARK: Marks

  /// The mark that begins here, and the position of its closing sign.
  private func pair(_ bytes: ArraySlice<UInt8>, at position: Int) -> (Mark, Int)? {
    for mark in marks where bytes[position...].starts(with: mark.sign) {
      let inner = position + mark.sign.count
      guard inner < bytes.endIndex, !bytes[inner].isSpace else { continue }
      if mark.isAtWords, position > bytes.startIndex, Self.isWord(bytes[position - 1]) { continue }
      var end = inner + 1
      while end < bytes.endIndex, end - inner < Self.reach {
        if bytes[end] == UInt8(ascii: "\n"), mark.isAtWords { break }
        if bytes[end...].starts(with: mark.sign), !bytes[end - 1].isSpace {
          let after = end + mark.sign.count
          let isRun = after < bytes.endIndex && bytes[after] == mark.sign[0]
          let isInWord = mark.isAtWords && after < bytes.endIndex && Self.isWord(bytes[after])
          if !isRun, !isInWord { return (mark, end) }
        }
        end += 1
      }
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte >= 0x80 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
  }

  private func code(
    _ bytes: ArraySlice<UInt8>, at position: Int
  ) -> (range: ArraySlice<UInt8>, isBlock: Bool, end: Int)? {
    let fence = [Self.backtick, Self.backtick, Self.backtick]
    if bytes[position...].starts(with: fence) {
      let inner = position + 3
      guard let close = bytes[inner...].firstRange(of: fence) else { return nil }
      var range = bytes[inner..<close.lowerBound]
      // Skip an empty first line, and the name of a language.
      if let line = range.firstIndex(of: UInt8(ascii: "\n")),
        range[..<line].allSatisfy({
          hasLanguages && (Self.isWord($0) && $0 < 0x80 || $0 == UInt8(ascii: "+"))
        })
      {
        range = range[(line + 1)...]
      }
      if range.last == UInt8(ascii: "\n") { range = range.dropLast() }
      return range.isEmpty ? nil : (range, true, close.upperBound)
    }
    let inner = position + 1
    guard let close = bytes[inner...].prefix(Self.reach).firstIndex(of: Self.backtick), close > inner,
      !bytes[inner..<close].contains(UInt8(ascii: "\n"))
    else { return nil }
    return (bytes[inner..<close], false, close + 1)
  }

  /// The text of code, with the texts of references in place of them.
  private func codeText(_ bytes: ArraySlice<UInt8>) -> String {
    let convert = code ?? plain
    guard hasReferencesInCode else { return convert(String(decoding: bytes, as: UTF8.self)) }
    var text = ""
    var (start, position) = (bytes.startIndex, bytes.startIndex)
    let lastBracket = bytes.lastIndex(of: UInt8(ascii: ">")) ?? bytes.startIndex
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")), open < lastBracket {
      position = open + 1
      guard let found = bracket(bytes, at: open) else { continue }
      text += convert(String(decoding: bytes[start..<open], as: UTF8.self)) + found.text
      (start, position) = (found.end, found.end)
    }
    return text + convert(String(decoding: bytes[start...], as: UTF8.self))
  }

  private func bracket(
    _ bytes: ArraySlice<UInt8>, at position: Int
  ) -> (text: String, kind: TextEntity.Kind?, end: Int)? {
    let inner = position + 1
    guard let close = bytes[inner...].prefix(Self.reach).firstIndex(of: UInt8(ascii: ">")),
      let found = reference(String(decoding: bytes[inner..<close], as: UTF8.self))
    else { return nil }
    return (found.text, found.kind, close + 1)
  }
}

extension TextEntity.Kind {
  /// A link to an address; nil for one that must not be opened.
  static func web(_ address: String) -> Self? { LinkTarget.web(address).map { .link(target: $0) } }
}

extension StyledText {
  /// The title of a card: a link, or in bold if it has no address.
  init(title: String, address: String?) {
    self.init()
    append(title, as: address.flatMap(TextEntity.Kind.web) ?? .bold)
  }

  /// The text with links for addresses that have no other meaning.
  package func linked() -> StyledText { adding(LinkDetector.links(in: text)) }

  /// The text with those of the given ranges that do not overlap others.
  package func adding(_ more: [TextEntity]) -> StyledText {
    guard !more.isEmpty else { return self }
    var all = entities
    var place = 0
    for entity in more {
      while place < all.count, all[place].start + all[place].length <= entity.start { place += 1 }
      if place == all.count || entity.start + entity.length <= all[place].start {
        all.insert(entity, at: place)
      }
    }
    return StyledText(Array(text.utf8)[...], all)
  }

  /// The ranges of the words in the text, in ascending order.
  ///
  /// - Complexity: O(w · n) in the number of words and the bytes.
  package func ranges(of words: [String], as kind: TextEntity.Kind) -> [TextEntity] {
    var found: [TextEntity] = []
    for word in words where !word.isEmpty {
      var rest = text.startIndex..<text.endIndex
      while let range = text.range(of: word, range: rest) {
        found.append(
          TextEntity(
            start: text.utf8.distance(from: text.startIndex, to: range.lowerBound), length: word.utf8.count,
            kind: kind))
        rest = range.upperBound..<text.endIndex
      }
    }
    return found.sorted { ($0.start, $1.length) < ($1.start, $0.length) }
  }
}
