import Chats
import Gtk

/// The contents of a bubble as strips, each of which is on one page: a line of text, a picture.
struct Bubble {
  /// Points between the edge of a bubble and its contents: 2.6 mm and 1.3 mm.
  static let padding = (x: 2.6 * PageMeasures.millimeter, y: 1.3 * PageMeasures.millimeter)
  static let radius = 3 * PageMeasures.millimeter

  /// A row of a bubble.
  struct Strip {
    let content: Content
    /// The width of the content.
    let width: Double
    let height: Double
    /// The empty space above, unless the strip is the first on its page.
    var gap = 0.0
    /// Whether the next strip may be on the next page.
    var mayBreak = true
  }

  enum Content {
    /// A line of a paragraph.
    case line(TextLayout.Line, Paragraph)
    /// Two texts at both ends of the row.
    case pair(TextLayout, TextLayout)
    /// The author of a message and its first words, beside a bar.
    case quote(TextLayout, TextLayout, Color)
    /// Pictures side by side.
    case pictures([Picture])
  }

  /// Lines that were laid out together.
  final class Paragraph {
    let layout: TextLayout
    let links: [(range: Range<Int>, address: String)]
    let isQuote: Bool
    let color: Color

    init(
      _ layout: TextLayout, links: [(range: Range<Int>, address: String)] = [], isQuote: Bool = false,
      color: Color = PageInk.text
    ) {
      self.layout = layout
      self.links = links
      self.isQuote = isQuote
      self.color = color
    }

    /// Points before the lines.
    var indent: Double { isQuote ? Bubble.quoteIndent : 0 }
  }

  /// A picture with its size on the page.
  struct Picture: Equatable {
    let path: String
    let width: Double
    let height: Double
    /// The words in place of a picture that cannot be read.
    let substitute: String
  }

  static let quoteIndent = 8.0
  static let barWidth = 1.5
  static let pictureGap = 3.0
  /// The fewest lines of a text on a page, if it goes on.
  private static let keptLines = 3

  private(set) var strips: [Strip] = []
  /// The width of the contents.
  private(set) var width = 0.0

  mutating func add(_ strip: Strip) {
    strips.append(strip)
    width = max(width, strip.width)
  }

  /// Adds the lines of a paragraph, whose layout has the widest width.
  mutating func add(_ paragraph: Paragraph, gap: Double) {
    let lines = paragraph.layout.lines
    let natural = paragraph.layout.size.width + paragraph.indent
    for (index, line) in lines.enumerated() {
      let isBreak = index + 1 >= Self.keptLines && lines.count - index - 1 >= Self.keptLines
      add(
        Strip(
          content: .line(line, paragraph), width: natural, height: line.height, gap: index == 0 ? gap : 0,
          mayBreak: isBreak || index == lines.count - 1))
    }
  }

  /// The height of some strips as a bubble.
  func height(_ range: Range<Int>) -> Double {
    guard !range.isEmpty else { return 0 }
    return strips[range].reduce(2 * Self.padding.y - strips[range.lowerBound].gap) {
      $0 + $1.height + $1.gap
    }
  }

  /// The strips from `start` on that fit into a height; nil if a page may not end after any of them.
  ///
  /// - Parameter isForced: Whether to break anywhere rather than to return nil.
  func fitting(from start: Int, into room: Double, isForced: Bool) -> Range<Int>? {
    var height = 2 * Self.padding.y - strips[start].gap
    var end = start
    var last: Int?
    while end < strips.count {
      height += strips[end].height + strips[end].gap
      guard height <= room else { break }
      end += 1
      if strips[end - 1].mayBreak || end == strips.count { last = end }
    }
    if let last { return start..<last }
    return isForced ? start..<max(end, start + 1) : nil
  }
}

/// A message with what stands around it on a page.
struct PageBlock {
  /// The place and the shape of the contents.
  enum Shape {
    /// A bubble at the leading side, or at the trailing one.
    case bubble(isOwn: Bool)
    /// A note of the reader.
    case note
    /// Centered lines without a bubble.
    case event
  }

  var shape: Shape
  var cursor: MessageCursor
  /// Milliseconds since 1970 UTC.
  var sentAt: Int64
  var decoration: PageDecoration
  var bubble = Bubble()
  /// The day above the message.
  var day: TextLayout?
  /// The name above the first message of a group, and the same for a group that goes on.
  var name: TextLayout?
  var continuedName: TextLayout?
  var nameColor = PageInk.text
  /// The time beside the bubble, with the mark of a bookmark.
  var side: TextLayout?
  /// The reactions below the bubble.
  var reactions: TextLayout?
  /// The month that begins with the message, for the outline.
  var month: String?
}

/// The facts about a message that depend on the one before.
struct PageDecoration: Hashable, Sendable {
  var startsDay: Bool
  var startsMonth: Bool
  var startsGroup: Bool
  /// Whether its time is the same as that of the next message of the group, which shows it.
  var showsTime: Bool
}
