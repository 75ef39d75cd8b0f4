import ChatArchive
import Gtk
import Translation

/// What one row of the chat shows, already formatted: the row needs neither a calendar nor its neighbors.
struct ChatRowContent: Hashable, Identifiable {
  /// The position of a message in a group of messages by one sender.
  enum GroupPosition: Hashable {
    case single, first, middle, last

    var isFirst: Bool { self == .single || self == .first }
    var isLast: Bool { self == .single || self == .last }
  }

  var message: Message
  var groupPosition: GroupPosition = .single
  /// The text of the day pill above the message, if it has one.
  var day: String?
  /// The text of the unread line above the message, if it has one.
  var unread: String?
  /// The time beside the bubble.
  var time: String

  var id: Message.ID { message.id }

  /// The texts of the archive that are shown in one line each.
  var lines: [String] {
    let names = [message.sender?.name, message.reply?.sender?.name, message.attachments.first?.name]
    return (names + [message.reply?.excerpt]).compactMap(\.self)
  }
}

extension Attachment {
  /// Shown as a picture, not as a file.
  var isPicture: Bool { kind == .photo || kind == .sticker || isFilm }
  /// Whether it moves.
  var isFilm: Bool { kind == .video || kind == .roundVideo || kind == .animation }
}

extension Quote {
  /// The author of the quoted message, for screen readers.
  fileprivate var spoken: String {
    if isOwn { return tr("in answer to you") }
    guard let sender else { return tr("in answer to a message") }
    return tr("in answer to {name}", ["name": LayoutCost.line(sender.name)])
  }
}

extension ChatRowContent {
  /// The row for screen readers.
  var spoken: String {
    var parts: [String] = []
    if let day { parts.append(day) }
    let sender = message.isOwn ? tr("You") : message.sender.map { LayoutCost.line($0.name) }
    // Scalars, because a single character can have a million of them.
    let text = String(message.text.unicodeScalars.prefix(2000))
    if message.kind == .service { return (parts + [text]).joined(separator: ", ") }
    parts.append([sender, time].compactMap { $0 }.joined(separator: ", "))
    if let reply = message.reply {
      parts.append(reply.spoken)
    }
    if let attachment = message.attachments.first {
      parts.append(
        [attachment.kind.title, attachment.name.map(LayoutCost.line)].compactMap(\.self).joined(
          separator: " "))
    }
    let head = parts.joined(separator: ", ")
    return text.isEmpty ? head : "\(head): \(text)"
  }
}

/// What a row shows because of its neighbors.
///
/// The message above is always known, even at the start of the loaded messages, because a page is read with one message
/// more than it shows. So nothing here changes when an older page is inserted.
struct RowDecoration: Equatable {
  /// A day pill stands above the row.
  var startsDay: Bool
  /// The row is in the same group as the one above: no name, and a small gap.
  var continuesGroup: Bool
  /// The row below is in the same group.
  var isContinued: Bool

  /// The longest time between two messages of a group, in milliseconds.
  static let groupInterval: Int64 = 5 * 60_000

  /// `day` returns the number of the local day of a time.
  init(of message: Message, after previous: Message?, before next: Message?, day: (Int64) -> Int) {
    startsDay = previous.map { day($0.sentAt) != day(message.sentAt) } ?? true
    continuesGroup = previous.map { Self.belongTogether($0, message, day) } ?? false
    isContinued = next.map { Self.belongTogether(message, $0, day) } ?? false
  }

  private static func belongTogether(_ a: Message, _ b: Message, _ day: (Int64) -> Int) -> Bool {
    guard a.kind == b.kind, a.kind != .service, a.isOwn == b.isOwn, a.sender?.id == b.sender?.id else {
      return false
    }
    let (interval, overflow) = b.sentAt.subtractingReportingOverflow(a.sentAt)
    return !overflow && abs(interval) <= groupInterval && day(a.sentAt) == day(b.sentAt)
  }
}

extension RowDecoration {
  var groupPosition: ChatRowContent.GroupPosition {
    switch (continuesGroup, isContinued) {
    case (false, false): .single
    case (false, true): .first
    case (true, true): .middle
    case (true, false): .last
    }
  }
}

extension TextEntity {
  /// Whether this is no link, or one that may be opened. A link to a local file stays text, whoever wrote the archive.
  fileprivate var mayBeShown: Bool {
    guard case .link(let target) = kind else { return true }
    return LinkTarget.isAllowed(target)
  }
}

/// The text of a message for layout, with its links. Offsets are in UTF-8 bytes.
struct MessageText: Equatable {
  /// A range that opens an address.
  struct Link: Equatable {
    var range: Range<Int>
    var target: String
  }

  /// The most bytes that are laid out: more than the longest message of Telegram. The rest can be copied; the layout of
  /// megabytes would block the window for seconds.
  static let byteLimit = 16_000
  /// The most entities of a text. Pango takes longer for each one than for the one before.
  private static let entityLimit = 1_000

  var text: String
  var links: [Link] = []
  /// The text is one to three emoji, which are drawn large and without a bubble.
  var isEmojiOnly = false
  private var entities: [TextEntity] = []

  /// An empty text.
  init() { text = "" }

  init(_ message: Message) {
    text = message.text
    let shown = LayoutCost.affordableBytes(of: text, byteLimit: Self.byteLimit)
    if shown < text.utf8.count {
      let end = text.utf8.index(text.startIndex, offsetBy: shown)
      text = tr(
        "{beginning} … ({size} kB; copy the message to read on)",
        ["beginning": String(text[..<end]), "size": "\((text.utf8.count + 999) / 1000)"])
    }
    let count = text.utf8.count
    entities = Array(
      message.entities.lazy.filter {
        $0.length > 0 && $0.start >= 0 && $0.length <= count - $0.start && $0.mayBeShown
      }.prefix(Self.entityLimit))
    for entity in entities {
      if case .link(let target) = entity.kind {
        links.append(Link(range: entity.start..<entity.start + entity.length, target: target))
      }
    }
    isEmojiOnly = message.kind == .normal && message.attachments.first == nil && Self.isEmojiOnly(text)
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

  /// The attributes of the entities. `link` is the color of links.
  func attributes(link: Color) -> [TextAttribute] {
    entities.flatMap { entity -> [TextAttribute] in
      let range = entity.start..<entity.start + entity.length
      switch entity.kind {
      case .bold: return [TextAttribute(.weight(700), range)]
      case .italic: return [TextAttribute(.italic, range)]
      case .underline: return [TextAttribute(.underline, range)]
      case .strikethrough: return [TextAttribute(.strikethrough, range)]
      case .code, .pre: return [TextAttribute(.monospace, range), TextAttribute(.size(10), range)]
      case .spoiler, .customEmoji: return []
      case .quote, .expandableQuote: return [TextAttribute(.italic, range)]
      case .mention, .hashtag, .botCommand: return [TextAttribute(.color(link), range)]
      case .link: return [TextAttribute(.color(link), range), TextAttribute(.underline, range)]
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

extension Attachment.Kind {
  /// The name of an attachment without a file name.
  var title: String {
    switch self {
    case .photo: tr("Photo")
    case .video: tr("Video")
    case .audio: tr("Audio")
    case .file: tr("File")
    case .sticker: tr("Sticker")
    case .voice: tr("Voice message")
    case .roundVideo: tr("Video message")
    case .animation: tr("GIF")
    }
  }
}

extension Attachment {
  /// "1600 × 760 · 410 KB", as far as it is known.
  var sizeNote: String {
    var parts: [String] = []
    if isFilm { parts.append(kind.title) }
    if let width, let height { parts.append("\(width) × \(height)") }
    if let byteCount, byteCount > 0 {
      parts.append(Counted.bytes(Double(byteCount)))
    }
    return parts.isEmpty ? kind.title : parts.joined(separator: " · ")
  }
}
