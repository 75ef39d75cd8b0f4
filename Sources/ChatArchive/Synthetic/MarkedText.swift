/// A text with its entities, written with marks: `*bold*`, `_italic_`, `` `code` ``, `@Name`, `#tag`, and links to
/// example.org and example.com with or without `https://`.
///
/// A mark stands at the border of a word; marks do not nest.
struct MarkedText {
  private(set) var text = ""
  private(set) var entities: [TextEntity] = []

  init(_ source: String) {
    // Most lines have no mark at all.
    guard source.utf8.contains(where: MarkedText.markBytes.contains) else {
      text = source
      return
    }
    var rest = source[...]
    while let first = rest.first {
      if isAtBorder, let (inside, kind) = MarkedText.marked(in: rest) {
        append(inside, as: kind)
        // The mark that ends it goes as well.
        rest = rest[inside.endIndex...].dropFirst()
      } else if isAtBorder, let (word, kind) = MarkedText.word(in: rest) {
        append(word, as: kind)
        rest = rest[word.endIndex...]
      } else {
        text.append(first)
        rest.removeFirst()
      }
    }
  }

  private static let brackets: [Character: TextEntity.Kind] = ["*": .bold, "_": .italic, "`": .code]
  private static let markBytes = Set("*_`@#./".utf8)

  private var isAtBorder: Bool {
    text.last.map { $0.isWhitespace || $0 == "(" } ?? true
  }

  private mutating func append(_ part: Substring, as kind: TextEntity.Kind) {
    entities.append(TextEntity(start: text.utf8.count, length: part.utf8.count, kind: kind))
    text += part
  }

  /// What stands between the mark that the text starts with and the next one like it.
  private static func marked(in text: Substring) -> (Substring, TextEntity.Kind)? {
    guard let mark = text.first, let kind = brackets[mark] else { return nil }
    let rest = text.dropFirst()
    guard let end = rest.firstIndex(of: mark), let first = rest[..<end].first, let last = rest[..<end].last,
      !first.isWhitespace, !last.isWhitespace
    else { return nil }
    return (rest[..<end], kind)
  }

  /// The mention, the tag or the link that the text starts with.
  private static func word(in text: Substring) -> (Substring, TextEntity.Kind)? {
    var word = text.prefix { !$0.isWhitespace }
    // A full stop at the end belongs to the sentence.
    while let last = word.last, ".,:!?)".contains(last) { word.removeLast() }
    guard let first = word.first, word.count > 1 else { return nil }
    if first == "@" { return (word, .mention) }
    if first == "#" { return (word, .hashtag) }
    let host = word.split(separator: "/").first { $0 != "https:" } ?? ""
    guard ["example.org", "example.com"].contains(where: { host == $0 || host.hasSuffix(".\($0)") }) else {
      return nil
    }
    return (word, .link(target: word.hasPrefix("https://") ? String(word) : "https://\(word)"))
  }
}
