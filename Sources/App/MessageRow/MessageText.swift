import AppBase
import Chats
import Gtk
import Translation

/// The text of a message for layout, with its links. Offsets are in UTF-8 bytes.
package struct MessageText: Equatable {
  /// A range that opens an address.
  struct Link: Equatable {
    var range: Range<Int>
    var target: String
  }

  /// Lines that are laid out together.
  struct Section: Equatable {
    enum Style {
      case plain
      /// Quoted lines; an expandable quote is shown in part at first.
      case quote, expandableQuote
    }

    var range: Range<Int>
    var style: Style
  }

  /// The folding of a text: a folded one is shown in part, with a button for the rest.
  enum Fold: Equatable {
    /// The text is shown whole, since it has few lines.
    case none
    case folded, unfolded
  }

  /// The most bytes of a text that is laid out whole: more than the longest message of Telegram.
  static let byteLimit = 16_000
  /// The most bytes that are laid out of a longer text, folded and unfolded. The rest can be copied; the layout of
  /// megabytes would block the window for seconds.
  private static let foldedByteLimit = 6_000
  private static let unfoldedByteLimit = 100_000
  /// The layout cost allowed for an unfolded text, as a multiple of the usual one.
  private static let unfoldedCost = 3
  /// The most sections up to which quotes are distinguished from other lines, since each section has a layout of its own.
  private static let quoteLimit = 60
  /// The bytes of a section. Only sections in view are drawn.
  private static let sectionSize = 8_000
  /// The most entities of a text. In Pango, each one takes longer than the one before.
  private static let entityLimit = 1_000

  var text: String
  var links: [Link] = []
  /// The ranges that are hidden until the reader reveals them.
  private(set) var spoilers: [Range<Int>] = []
  private(set) var sections: [Section] = []
  private(set) var fold = Fold.none
  /// The bytes of the whole text.
  private(set) var byteCount = 0
  /// Whether the text is one to three emoji, which are drawn large and without a bubble.
  var isEmojiOnly = false
  private var entities: [TextEntity] = []

  /// An empty text.
  init() { text = "" }

  /// `isUnfolded`: whether the reader has unfolded a long text.
  init(_ message: Message, isUnfolded: Bool = false) {
    text = message.shownText
    byteCount = text.utf8.count
    let shown = LayoutCost.affordableBytes(of: text, byteLimit: Self.byteLimit)
    if shown < byteCount { cut(isUnfolded) }
    let count = text.utf8.count
    entities = Array(
      message.entities.lazy.filter {
        $0.length > 0 && $0.start >= 0 && $0.length <= count - $0.start && $0.mayBeShown
      }.prefix(Self.entityLimit))
    if text == message.text || fold != .none {
      // In a text that is cut, the last address may be cut, too.
      let end = fold == .none ? count : shown - 1
      let mails = message.unmarkedMailLinks.filter { $0.start + $0.length <= end }
      if !mails.isEmpty {
        entities = Array((entities + mails).sorted { $0.start < $1.start }.prefix(Self.entityLimit))
      }
    }
    for entity in entities {
      let range = entity.start..<entity.start + entity.length
      switch entity.kind {
      case .link(let target): links.append(Link(range: range, target: target))
      case .spoiler: spoilers.append(range)
      default: break
      }
    }
    divide()
    isEmojiOnly = message.kind == .normal && message.attachments.isEmpty && Self.isEmojiOnly(text)
  }

  private mutating func cut(_ isUnfolded: Bool) {
    fold = isUnfolded ? .unfolded : .folded
    let shown = LayoutCost.affordableBytes(
      of: text, byteLimit: isUnfolded ? Self.unfoldedByteLimit : Self.foldedByteLimit,
      limit: isUnfolded ? LayoutCost.limit * Self.unfoldedCost : LayoutCost.limit / 2)
    guard shown < byteCount else { return }
    let beginning = String(text[..<text.utf8.index(text.startIndex, offsetBy: shown)])
    text =
      isUnfolded
      ? tr(
        "{beginning} … ({size} kB; copy the message to read on)",
        ["beginning": beginning, "size": "\((byteCount + 999) / 1000)"])
      : beginning
  }

  /// Divides the text at the ends of quotes, and a long one into sections. The line break between two sections belongs to
  /// neither.
  private mutating func divide() {
    let bytes = Array(text.utf8)
    let newline = UInt8(ascii: "\n")
    var start = 0
    func add(_ range: Range<Int>, _ style: Section.Style, to sections: inout [Section]) {
      var rest = range
      while rest.count > Self.sectionSize {
        let part = rest.prefix(Self.sectionSize)
        guard let end = part.last(where: { bytes[$0] == newline }) ?? part.last(where: { bytes[$0] == 0x20 })
        else { break }
        sections.append(Section(range: rest.lowerBound..<end, style: style))
        rest = (end + 1)..<rest.upperBound
      }
      sections.append(Section(range: rest, style: style))
    }
    for entity in entities where sections.count < Self.quoteLimit {
      guard let style = entity.kind.quoteStyle, entity.start >= start else { continue }
      if entity.start > start {
        let end = bytes[entity.start - 1] == newline ? entity.start - 1 : entity.start
        add(start..<end, .plain, to: &sections)
      }
      start = entity.start + entity.length
      add(entity.start..<(bytes[start - 1] == newline ? start - 1 : start), style, to: &sections)
      if start < bytes.count, bytes[start] == newline { start += 1 }
    }
    if start < bytes.count || sections.isEmpty { add(start..<bytes.count, .plain, to: &sections) }
  }

  package static func isEmojiOnly(_ text: String) -> Bool {
    guard text.utf8.count <= 120 else { return false }
    let characters = text.filter { !$0.isWhitespace }
    return (1...3).contains(characters.count)
      && characters.allSatisfy { character in
        guard let first = character.unicodeScalars.first else { return false }
        return first.properties.isEmojiPresentation
          || first.properties.isEmoji && character.unicodeScalars.contains { $0.value == 0xfe0f }
      }
  }

  /// The attributes of the entities in a range, with offsets from its beginning. `link` is the color of links.
  func attributes(link: Color, in section: Range<Int>? = nil, hidesSpoilers: Bool = false) -> [TextAttribute]
  {
    let section = section ?? 0..<text.utf8.count
    return entities.flatMap { entity -> [TextAttribute] in
      let clamped = (entity.start..<entity.start + entity.length).clamped(to: section)
      guard !clamped.isEmpty else { return [] }
      let range = clamped.lowerBound - section.lowerBound..<clamped.upperBound - section.lowerBound
      switch entity.kind {
      case .bold: return [TextAttribute(.weight(700), range)]
      case .italic: return [TextAttribute(.italic, range)]
      case .underline: return [TextAttribute(.underline, range)]
      case .strikethrough: return [TextAttribute(.strikethrough, range)]
      case .code, .pre: return [TextAttribute(.monospace, range), TextAttribute(.size(10), range)]
      case .spoiler: return hidesSpoilers ? [TextAttribute(.invisible, range)] : []
      case .customEmoji, .quote, .expandableQuote: return []
      case .mention, .hashtag, .botCommand: return [TextAttribute(.color(link), range)]
      case .link:
        // A line would be visible below hidden words.
        let isHidden =
          hidesSpoilers && spoilers.contains { $0.overlaps(entity.start..<entity.start + entity.length) }
        return isHidden ? [] : [TextAttribute(.color(link), range), TextAttribute(.underline, range)]
      }
    }
  }

  /// The index of the link at a byte.
  func link(at byte: Int) -> Int? { links.firstIndex { $0.range.contains(byte) } }

  /// The text of a range of bytes.
  func slice(_ range: Range<Int>) -> String {
    let utf8 = text.utf8
    let start = utf8.index(text.startIndex, offsetBy: min(range.lowerBound, utf8.count))
    let end = utf8.index(text.startIndex, offsetBy: min(range.upperBound, utf8.count))
    return String(text[start..<end])
  }
}

extension TextEntity {
  /// Whether this is not a link, or a link that may be opened. A link to a local file stays text, since it can come
  /// from a stranger.
  fileprivate var mayBeShown: Bool {
    guard case .link(let target) = kind else { return true }
    return LinkTarget.isAllowed(target)
  }
}

extension TextEntity.Kind {
  fileprivate var quoteStyle: MessageText.Section.Style? {
    switch self {
    case .quote: .quote
    case .expandableQuote: .expandableQuote
    default: nil
    }
  }
}
