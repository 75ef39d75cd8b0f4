import Foundation

/// A translator's catalogue (`.po`). It is compiled without gettext's tools, which may not be installed where tests run.
public struct MessageCatalogue: Sendable {
  /// The messages, without the header.
  public var messages: [Message] = []
  public var header = ""

  public init(contentsOf file: URL) throws {
    var current = Message("")
    var (isBegun, isFuzzy, hasContext) = (false, false, false)
    var field = ""
    var files: [String] = []
    func finish() {
      guard isBegun else { return }
      if current.id.isEmpty { header = current.translations.first ?? "" } else { messages.append(current) }
    }
    func begin() {
      finish()
      current = Message("")
      current.isFuzzy = isFuzzy
      current.files = files
      (isBegun, isFuzzy, files) = (true, false, [])
    }
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#,") { isFuzzy = line.contains("fuzzy") }
      if line.hasPrefix("#: ") { files += line.dropFirst(3).split(separator: " ").map(String.init) }
      guard !line.hasPrefix("#"), let quote = line.firstIndex(of: "\"") else { continue }
      let keyword = line[..<quote].trimmingCharacters(in: .whitespaces)
      if !keyword.isEmpty { field = keyword }
      if keyword == "msgctxt" || (keyword == "msgid" && !hasContext) { begin() }
      if !keyword.isEmpty { hasContext = keyword == "msgctxt" }
      let text = Self.unescaped(line[line.index(after: quote)...].dropLast())
      switch field {
      case "msgctxt": current.context = (current.context ?? "") + text
      case "msgid": current.id += text
      case "msgid_plural": current.plural = (current.plural ?? "") + text
      default:
        if !keyword.isEmpty { current.translations.append("") }
        current.translations[current.translations.count - 1] += text
      }
    }
    finish()
  }

  public init(header: String, messages: [Message]) {
    self.header = header
    self.messages = messages
  }

  static func unescaped(_ text: some StringProtocol) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Writes `<folder>/<language>/LC_MESSAGES/<domain>.mo`.
  public func install(as language: String, domain: String = "backscroll", in folder: URL) throws {
    let place = folder.appendingPathComponent("\(language)/LC_MESSAGES")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try compiled.write(to: place.appendingPathComponent("\(domain).mo"))
  }

  /// The catalogue in the format that gettext reads: two tables of lengths and offsets, then the texts, each with a NUL.
  private var compiled: Data {
    var pairs = messages.filter { !$0.isFuzzy && !$0.translations.allSatisfy(\.isEmpty) }.map {
      (Array($0.key.utf8), Array($0.translations.joined(separator: "\0").utf8))
    }
    pairs.append(([], Array(header.utf8)))
    // gettext finds a key by binary search.
    pairs.sort { $0.0.lexicographicallyPrecedes($1.0) }
    let head = 28
    var texts: [UInt8] = []
    var table: [UInt32] = []
    for text in pairs.map(\.0) + pairs.map(\.1) {
      table += [UInt32(text.count), UInt32(head + 16 * pairs.count + texts.count)]
      texts += text + [0]
    }
    let words: [UInt32] =
      [0x9504_12de, 0, UInt32(pairs.count), UInt32(head), UInt32(head + 8 * pairs.count), 0, 0] + table
    return Data(words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } + texts)
  }
}
