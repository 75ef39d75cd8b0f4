import Chats

/// Converts HTML to a styled text.
///
/// Each position of an archive's text has one meaning. Of nested elements, the more meaningful one counts: a link
/// before bold, for example.
struct HTMLText {
  /// The effect of an element on the text in it.
  enum Effect {
    /// The text has the meaning of its surroundings.
    case none
    case kind(TextEntity.Kind)
    /// The text is on separate lines.
    case block(TextEntity.Kind?)
    /// This text replaces the element and its contents.
    case replaced(by: String, TextEntity.Kind?)

    /// The effect of an element whose name means the same in all exports.
    static func markup(_ element: HTMLElement) -> Effect {
      switch element.name {
      case "b", "strong": .kind(.bold)
      case "i", "em": .kind(.italic)
      case "u": .kind(.underline)
      case "s", "strike", "del": .kind(.strikethrough)
      case "code": .kind(.code)
      case "pre": .kind(.pre)
      case "a": element.tag.attribute("href").flatMap(TextEntity.Kind.web).map { .kind($0) } ?? .none
      default: .none
      }
    }

    fileprivate var kind: TextEntity.Kind? {
      switch self {
      case .none: nil
      case .kind(let kind): kind
      case .block(let kind), .replaced(_, let kind): kind
      }
    }
  }

  /// The largest number of styled ranges of a text. Further ones are plain.
  private static let entityLimit = 1000

  private let effect: (HTMLElement) -> Effect
  /// Whether line ends and runs of blanks count as one blank, as in a browser.
  private let collapses: Bool

  private var text: [UInt8] = []
  private var entities: [TextEntity] = []
  /// The element that the last range belongs to.
  private var lastGroup = 0
  private var groupCount = 0
  /// Whether the next text begins on a new line.
  private var isLineDue = false

  /// - Parameters:
  ///   - collapses: Whether line ends and runs of blanks count as one blank, as in a browser.
  ///   - effect: The effect of an element on the text in it. A `br` is always a line end.
  static func styled(
    _ element: HTMLElement, collapses: Bool, effect: @escaping (HTMLElement) -> Effect
  ) -> StyledText {
    var maker = HTMLText(effect: effect, collapses: collapses)
    maker.append(element.children, kind: nil, group: 0, isPre: false)
    return maker.trimmed()
  }

  private init(effect: @escaping (HTMLElement) -> Effect, collapses: Bool) {
    self.effect = effect
    self.collapses = collapses
  }

  /// - Parameter group: The element that determines the meaning of the text.
  private mutating func append(
    _ nodes: [HTMLElement.Node], kind: TextEntity.Kind?, group: Int, isPre: Bool
  ) {
    for node in nodes {
      switch node {
      case .text(let piece): append(piece, kind: kind, group: group, isPre: isPre)
      case .element(let element) where element.name == "br":
        append("\n", kind: kind, group: group, isPre: true)
      case .element(let element):
        groupCount += 1
        let isPre = isPre || element.name == "pre"
        let effect = effect(element)
        var (kind, group) = (kind, group)
        if let inner = effect.kind, Self.isStronger(inner, than: kind) { (kind, group) = (inner, groupCount) }
        switch effect {
        case .none, .kind: append(element.children, kind: kind, group: group, isPre: isPre)
        case .block:
          beginLine()
          append(element.children, kind: kind, group: group, isPre: isPre)
          beginLine()
        case .replaced(let text, _): append(text, kind: kind, group: group, isPre: true)
        }
      }
    }
  }

  private mutating func beginLine() { isLineDue = !text.isEmpty }

  private mutating func append(_ piece: String, kind: TextEntity.Kind?, group: Int, isPre: Bool) {
    var bytes = Array(piece.utf8)
    if collapses, !isPre {
      var collapsed: [UInt8] = []
      for byte in bytes {
        let isBlank = byte.isSpace
        let last = collapsed.last ?? (isLineDue ? UInt8(ascii: "\n") : text.last ?? UInt8(ascii: "\n"))
        if isBlank, last == UInt8(ascii: " ") || last == UInt8(ascii: "\n") { continue }
        collapsed.append(isBlank ? UInt8(ascii: " ") : byte)
      }
      bytes = collapsed
    }
    guard !bytes.isEmpty else { return }
    if isLineDue {
      if collapses { while text.last == UInt8(ascii: " ") { removeLast() } }
      if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
      isLineDue = false
    }
    let start = text.count
    text += bytes
    guard let kind else { return }
    if let last = entities.last, group == lastGroup, last.kind == kind, last.start + last.length == start {
      entities[entities.count - 1].length += bytes.count
    } else if entities.count < Self.entityLimit {
      entities.append(TextEntity(start: start, length: bytes.count, kind: kind))
      lastGroup = group
    }
  }

  private mutating func removeLast() {
    text.removeLast()
    if let last = entities.last, last.start + last.length > text.count {
      entities[entities.count - 1].length -= 1
      if last.length == 1 { entities.removeLast() }
    }
  }

  /// The text without surrounding whitespace.
  private func trimmed() -> StyledText {
    let start = text.firstIndex { !$0.isSpace } ?? text.count
    let end = (text.lastIndex { !$0.isSpace } ?? start - 1) + 1
    return StyledText(text[start..<end], entities)
  }

  /// Whether the inner one of two meanings is at least as meaningful as the outer one.
  private static func isStronger(_ inner: TextEntity.Kind, than outer: TextEntity.Kind?) -> Bool {
    outer.map { rank(inner) >= rank($0) } ?? true
  }

  private static func rank(_ kind: TextEntity.Kind) -> Int {
    switch kind {
    case .spoiler: 6
    case .link: 5
    case .mention, .hashtag, .customEmoji, .botCommand: 4
    case .pre: 3
    case .code: 2
    case .bold, .italic, .underline, .strikethrough: 1
    case .quote, .expandableQuote: 0
    }
  }
}
