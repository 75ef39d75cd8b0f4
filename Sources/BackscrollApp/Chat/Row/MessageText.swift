import ChatArchive
import Gtk
import Translation

/// A message's text as it is laid out: what is shown of it, how, and where the links are. Offsets are UTF-8 bytes.
struct MessageText: Equatable {
  /// A stretch that opens something.
  struct Link: Equatable {
    var range: Range<Int>
    var target: String
  }

  /// Bytes that are laid out at the most; what lies beyond can be copied, but laying out megabytes would
  /// stop the window for seconds.
  static let byteLimit = 40_000

  var text: String
  var links: [Link] = []
  /// One to three emoji and nothing else: shown large, without a bubble.
  var isEmojiOnly = false
  private var entities: [TextEntity] = []

  /// Of no message.
  init() { text = "" }

  init(_ message: Message) {
    text = message.text
    if text.utf8.count > Self.byteLimit {
      let cut = text.utf8.index(text.startIndex, offsetBy: Self.byteLimit)
      let boundary = text.unicodeScalars.index(before: text.unicodeScalars[..<cut].endIndex)
      text = tr(
        "{beginning} … ({size} kB; copy the message to read on)",
        ["beginning": String(text[..<boundary]), "size": "\(text.utf8.count / 1000)"])
    }
    let count = text.utf8.count
    entities = message.entities.filter { $0.length > 0 && $0.start >= 0 && $0.start + $0.length <= count }
    for entity in entities {
      if case .link(let target) = entity.kind {
        links.append(Link(range: entity.start..<entity.start + entity.length, target: target))
      }
    }
    isEmojiOnly = message.kind == .normal && message.attachment == nil && Self.isEmojiOnly(text)
  }

  static func isEmojiOnly(_ text: String) -> Bool {
    guard text.utf8.count <= 120 else { return false }
    let characters = text.filter { !$0.isWhitespace }
    return (1...3).contains(characters.count)
      && characters.allSatisfy { character in
        guard let first = character.unicodeScalars.first else { return false }
        return first.properties.isEmojiPresentation
          || first.properties.isEmoji && character.unicodeScalars.contains { $0.value == 0xfe0f }
      }
  }

  /// How the entities look. `link` is the colour of links.
  func attributes(link: Color) -> [TextAttribute] {
    entities.flatMap { entity -> [TextAttribute] in
      let range = entity.start..<entity.start + entity.length
      switch entity.kind {
      case .bold: return [TextAttribute(.weight(700), range)]
      case .italic: return [TextAttribute(.italic, range)]
      case .underline: return [TextAttribute(.underline, range)]
      case .strikethrough: return [TextAttribute(.strikethrough, range)]
      case .code, .pre: return [TextAttribute(.monospace, range), TextAttribute(.size(10), range)]
      case .spoiler: return []
      case .mention, .hashtag: return [TextAttribute(.color(link), range)]
      case .link: return [TextAttribute(.color(link), range), TextAttribute(.underline, range)]
      }
    }
  }

  /// The link at a byte.
  func link(at byte: Int) -> Int? { links.firstIndex { $0.range.contains(byte) } }

  /// The text of a range of bytes.
  func slice(_ range: Range<Int>) -> String {
    let utf8 = text.utf8
    let start = utf8.index(text.startIndex, offsetBy: min(range.lowerBound, utf8.count))
    let end = utf8.index(text.startIndex, offsetBy: min(range.upperBound, utf8.count))
    return String(text[start..<end])
  }
}
