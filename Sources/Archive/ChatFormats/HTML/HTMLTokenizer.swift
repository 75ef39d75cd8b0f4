import Chats

/// Bytes that are read in sequence.
package protocol ByteSource {
  /// The next byte without passing it; nil at the end.
  mutating func peek() -> UInt8?
  /// Passes the byte that `peek` returned.
  mutating func advance()
}

extension ByteReader: ByteSource {}

/// Bytes in memory.
package struct BytesInMemory: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { self.init(Array(text.utf8)) }

  package func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }
  package mutating func advance() { position += 1 }
}

/// Reads HTML of any size and quality tag by tag.
///
/// It never fails: anything that is not a tag is text, as in a browser. Comments, declarations and the contents of
/// scripts and styles are skipped. Bytes that are not UTF-8 become “�”.
///
/// - Complexity: O(n) in the bytes; memory for one tag or a piece of text.
package struct HTMLTokenizer<Source: ByteSource> {
  package enum Token: Sendable {
    case start(HTMLTag)
    case end(name: String)
    case text(String)
  }

  package private(set) var source: Source
  private var due: [Token] = []
  /// The element whose contents are skipped up to its end.
  private var rawElement: String?
  /// Whether bytes had to be replaced.
  private(set) var hasInvalidText = false

  package init(_ source: Source) {
    self.source = source
  }

  /// The next token; nil at the end.
  package mutating func next() -> Token? {
    while due.isEmpty {
      guard let byte = source.peek() else { return nil }
      if let raw = rawElement {
        passRaw(upTo: raw)
      } else if byte == UInt8(ascii: "<") {
        source.advance()
        readMarkup()
      } else {
        readText(after: [])
      }
    }
    return due.removeFirst()
  }

  // MARK: Text

  /// Text up to the next “<”, or a piece of it.
  private mutating func readText(after start: [UInt8]) {
    var bytes = start
    while let byte = source.peek(), byte != UInt8(ascii: "<") {
      // A piece never ends within a reference or a character.
      if bytes.count >= HTMLLimit.text, byte == UInt8(ascii: " ") { break }
      if bytes.count >= 2 * HTMLLimit.text, byte & 0xc0 != 0x80 { break }
      source.advance()
      // As in a browser, all line ends are the same.
      if byte == UInt8(ascii: "\r") {
        if source.peek() != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      } else {
        bytes.append(byte)
      }
    }
    due.append(.text(decoded(bytes)))
  }

  private mutating func decoded(_ bytes: [UInt8]) -> String {
    let text: String
    if let valid = String(validating: bytes, as: UTF8.self) {
      text = valid
    } else {
      hasInvalidText = true
      text = String(decoding: TextRepair.utf8(bytes).bytes, as: UTF8.self)
    }
    return HTMLReferences.decoded(text)
  }

  // MARK: Tags

  /// Reads the markup after “<”.
  private mutating func readMarkup() {
    switch source.peek() {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      readDeclaration()
    case UInt8(ascii: "/"):
      source.advance()
      var head: [UInt8] = []
      let name = readName(into: &head)
      if name.isEmpty {
        readText(after: Array("</".utf8) + head)
      } else {
        while let byte = source.peek(), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
          source.advance()
        }
        if source.peek() == UInt8(ascii: ">") { source.advance() }
        due.append(.end(name: name))
      }
    case let byte? where byte.isLetter: readStart()
    default: readText(after: [UInt8(ascii: "<")])
    }
  }

  /// Skips a comment, a doctype or similar.
  private mutating func readDeclaration() {
    var isComment = false
    var dashes = 0
    var count = 0
    while let byte = source.peek() {
      source.advance()
      count += 1
      if count == 3 { isComment = dashes == 1 && byte == UInt8(ascii: "-") }
      if byte == UInt8(ascii: ">"), !isComment || dashes >= 2 { return }
      dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
      if !isComment, count > HTMLLimit.tag { return }
    }
  }

  private mutating func readName(into raw: inout [UInt8]) -> String {
    while let byte = source.peek(), byte.isNameByte, raw.count < HTMLLimit.name {
      raw.append(byte.lowercased)
      source.advance()
    }
    return String(decoding: raw, as: UTF8.self)
  }

  private mutating func readStart() {
    var raw: [UInt8] = []
    var tag = HTMLTag(name: readName(into: &raw))
    var size = raw.count
    while true {
      skipSpace()
      guard let byte = source.peek() else {
        // A truncated tag is ignored.
        return
      }
      if byte == UInt8(ascii: ">") {
        source.advance()
        break
      }
      if byte == UInt8(ascii: "<") {
        // The end of the tag is missing.
        break
      }
      if byte == UInt8(ascii: "/") {
        source.advance()
        if source.peek() == UInt8(ascii: ">") { tag.isSelfClosing = true }
        continue
      }
      var name: [UInt8] = []
      while let byte = source.peek(), !byte.isSpace, byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
        byte != UInt8(ascii: "/"), byte != UInt8(ascii: "<")
      {
        if name.count < HTMLLimit.name { name.append(byte.lowercased) }
        source.advance()
      }
      skipSpace()
      var value: [UInt8] = []
      if source.peek() == UInt8(ascii: "=") {
        source.advance()
        skipSpace()
        value = readValue()
      } else if name.isEmpty {
        source.advance()
      }
      size += name.count + value.count
      if size <= HTMLLimit.tag, !name.isEmpty {
        tag.attributes.append((String(decoding: name, as: UTF8.self), decoded(value)))
      }
    }
    if HTMLTag.rawElements.contains(tag.name), !tag.isSelfClosing { rawElement = tag.name }
    due.append(.start(tag))
  }

  /// The value of an attribute, cut at the limit of a tag.
  private mutating func readValue() -> [UInt8] {
    var value: [UInt8] = []
    let quote = source.peek()
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      source.advance()
      while let byte = source.peek(), byte != quote {
        // A quotation mark is missing.
        if byte == UInt8(ascii: "<") { return value }
        if value.count <= HTMLLimit.tag { value.append(byte) }
        source.advance()
      }
      if source.peek() != nil { source.advance() }
    } else {
      while let byte = source.peek(), !byte.isSpace, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
        if value.count <= HTMLLimit.tag { value.append(byte) }
        source.advance()
      }
    }
    return value
  }

  private mutating func skipSpace() {
    while let byte = source.peek(), byte.isSpace { source.advance() }
  }

  /// Skips the contents of a script or a style.
  private mutating func passRaw(upTo name: String) {
    let end = Array("</\(name)".utf8)
    var matched = 0
    while let byte = source.peek() {
      source.advance()
      let byte = byte.lowercased
      matched = byte == end[matched] ? matched + 1 : byte == end[0] ? 1 : 0
      if matched == end.count { break }
    }
    while let byte = source.peek() {
      source.advance()
      if byte == UInt8(ascii: ">") { break }
    }
    rawElement = nil
    due.append(.end(name: name))
  }
}

/// A start tag.
package struct HTMLTag: Sendable {
  /// In lower case.
  package var name: String
  /// The names are in lower case.
  package var attributes: [(name: String, value: String)] = []
  /// Whether it ends with “/>”.
  var isSelfClosing = false

  init(name: String) {
    self.name = name
  }

  /// Elements whose contents are not HTML.
  static let rawElements: Set<String> = ["script", "style"]
  /// Elements without contents and an end tag.
  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
  ]

  /// Whether the element has no end tag.
  var isEmpty: Bool { isSelfClosing || HTMLTag.voidElements.contains(name) }

  /// The value of an attribute; nil if there is none.
  func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Whether the tag has this class.
  func isOf(class name: String) -> Bool {
    // Checked many times for each element, so it does not create a list of the classes.
    guard var rest = attribute("class")?.utf8[...], rest.count >= name.utf8.count else { return false }
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isSpace }
      if word.elementsEqual(name.utf8) { return true }
      rest = rest[word.endIndex...].drop(while: \.isSpace)
    }
    return false
  }
}

/// Limits for untrusted files.
enum HTMLLimit {
  /// The number of bytes of the names and values of a tag. Further ones are left out.
  static let tag = 64 << 10
  /// The number of bytes of the name of a tag or an attribute.
  static let name = 64
  /// The number of bytes of a piece of text, after which it is divided at a blank.
  static let text = 64 << 10
}

/// The references of HTML, such as `&amp;` and `&#x41;`.
enum HTMLReferences {
  /// The text with decoded references. Invalid references stay as they are.
  static func decoded(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      decoded += rest[..<sign]
      let name = rest[rest.index(after: sign)...].prefix { $0 != ";" && $0 != "&" && $0 != " " && $0 != "<" }
      let isEnded = name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
      if isEnded, name.utf8.count <= longest, let meaning = meaning(of: name) {
        decoded += meaning
        rest = rest[rest.index(after: name.endIndex)...]
      } else {
        decoded += "&"
        rest = rest[rest.index(after: sign)...]
      }
    }
    return decoded + rest
  }

  private static let longest = 32

  private static func meaning(of name: Substring) -> String? {
    guard name.first == "#" else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let value else { return nil }
    // NUL ends texts, and half of a surrogate pair is not a character.
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return String(Character(scalar ?? "\u{fffd}"))
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "laquo": "«",
    "raquo": "»", "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "times": "×",
    "euro": "€", "pound": "£", "deg": "°", "shy": "\u{ad}", "zwj": "\u{200d}", "zwnj": "\u{200c}",
    "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ":") || self == UInt8(ascii: "_")
  }
}
