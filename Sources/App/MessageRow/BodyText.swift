import Gtk

/// The text of a message, laid out in sections, one below the other. Quotes have a bar beside them, and of a long text
/// only the sections in view are drawn. Byte offsets count in the whole text, points from its top left corner.
@MainActor
final class BodyText {
  /// A section with its place.
  struct Section {
    let layout: TextLayout
    let range: Range<Int>
    let style: MessageText.Section.Style
    fileprivate(set) var y = 0.0
    /// The shown height, which is less than that of the layout if only the first lines of a quote are shown.
    fileprivate(set) var height = 0.0

    var x: Double { style == .plain ? 0 : BodyText.quoteInset }
    /// Whether the reader can show more or fewer lines.
    fileprivate(set) var canExpand = false
  }

  private(set) var sections: [Section]
  /// The size of the shown text.
  private(set) var size = RowGeometry.Extent()
  /// Whether the text is shortened, with "Show all" below it.
  private(set) var isFolded = false
  /// Whether there are more lines below the shown part.
  var isCut: Bool { sections.last.map { $0.y + $0.height > size.height + 0.5 } ?? false }
  /// Whether the text has so many lines that "Show all" or "Show less" is below it.
  private(set) var isLong = false

  /// Points before and after the lines of a quote, whose bar takes three of them.
  nonisolated static let quoteInset = 12.0
  private static let quotePadding = 4.0
  /// The lines of an expandable quote that are shown at first.
  private static let quotedLines = 3
  /// A text with more lines than `longest` is folded to `foldedLines`.
  private static let longest = 60
  private static let foldedLines = 12

  init(_ sections: [(TextLayout, MessageText.Section)]) {
    self.sections = sections.map { Section(layout: $0, range: $1.range, style: $1.style) }
  }

  /// A text of one section.
  convenience init(_ layout: TextLayout, count: Int) {
    self.init([(layout, MessageText.Section(range: 0..<count, style: .plain))])
  }

  var isRightToLeft: Bool { sections[0].layout.isRightToLeft }
  /// The text of the first section, as it was set.
  var text: String { sections[0].layout.text }

  /// Lays out in at most `limit` points. `expanded` are the sections of quotes that are shown whole.
  func layOut(limit: Double, fold: MessageText.Fold, isUnfolded: Bool, expanded: Set<Int>) {
    var (y, width, lines) = (0.0, 0.0, 0)
    for index in sections.indices {
      let isQuote = sections[index].style != .plain
      let layout = sections[index].layout
      layout.width = max(20, limit - (isQuote ? 2 * Self.quoteInset : 0))
      let extent = layout.extent
      let count = layout.lineCount
      if isQuote { y += Self.quotePadding }
      sections[index].y = y
      sections[index].canExpand = sections[index].style == .expandableQuote && count > Self.quotedLines
      sections[index].height =
        sections[index].canExpand && !expanded.contains(index)
        ? (extent.height * Double(Self.quotedLines) / Double(count)).rounded() : extent.height
      y += sections[index].height + (isQuote ? Self.quotePadding : 0)
      width = max(width, extent.width + (isQuote ? 2 * Self.quoteInset : 0))
      lines += count
    }
    isLong = fold != .none || lines > Self.longest
    isFolded = isLong && !isUnfolded
    size = RowGeometry.Extent(width: width, height: isFolded ? min(y, foldedHeight) : y)
  }

  /// Lays out centered lines. Pango centers them in the layout's width, so the size has that width.
  func layOutLine(width: Double) {
    let layout = sections[0].layout
    layout.width = width
    sections[0].height = layout.extent.height
    size = .init(width: layout.fillsWidth ? width : layout.extent.width, height: sections[0].height)
  }

  /// The bottom of the last visible line of a folded text.
  private var foldedHeight: Double {
    var left = Self.foldedLines
    for section in sections {
      let count = max(1, section.layout.lineCount)
      if left <= count { return section.y + (section.height * Double(left) / Double(count)).rounded() }
      left -= count
    }
    return sections.last.map { $0.y + $0.height } ?? 0
  }

  /// Pango aligns right-to-left lines to the far edge of the layout's width, so it must be the bubble's.
  func fill(width: Double) {
    for section in sections { section.layout.width = width - 2 * section.x }
    size.width = width
  }

  // MARK: Places

  /// The character at a point; the nearest one with `clamped`, otherwise nil outside of the text.
  func index(at point: Point, clamped: Bool) -> (byte: Int, isTrailing: Bool)? {
    guard clamped || point.y < size.height, let section = section(at: point.y, clamped: clamped) else {
      return nil
    }
    let found = section.layout.index(at: Point(x: point.x - section.x, y: point.y - section.y))
    guard found.isInside || clamped else { return nil }
    return (section.range.lowerBound + min(found.byte, section.range.count), found.isTrailing)
  }

  private func section(at y: Double, clamped: Bool) -> Section? {
    sections.first { y >= $0.y && y < $0.y + $0.height }
      ?? (clamped ? sections.last { $0.y <= y } ?? sections.first : nil)
  }

  /// The rectangles that cover a range of bytes, as far as it is shown.
  func rects(of range: Range<Int>) -> [Rect] {
    sections.flatMap { section -> [Rect] in
      let part = range.clamped(to: section.range)
      guard !part.isEmpty, section.y < size.height else { return [] }
      let start = section.range.lowerBound
      return section.layout.rects(of: part.lowerBound - start..<part.upperBound - start)
        .filter { $0.maxY <= section.height + 1 && section.y + $0.maxY <= size.height + 1 }
        .map { Rect(x: section.x + $0.x, y: section.y + $0.y, width: $0.width, height: $0.height) }
    }
  }

  /// The edges of the character that begins at a byte; nil if it is not shown.
  func edges(of byte: Int) -> TextLayout.Edges? {
    guard let section = sections.first(where: { $0.range.contains(byte) }) else { return nil }
    let edges = section.layout.edges(of: byte - section.range.lowerBound)
    guard edges.y + edges.height <= section.height + 1, section.y + edges.y < size.height else { return nil }
    return edges.moved(x: section.x, y: section.y)
  }

  /// The word around a byte, by the rules of the text's language.
  func word(around byte: Int) -> Range<Int> {
    guard let section = sections.first(where: { $0.range.contains(byte) }) else { return byte..<byte }
    let start = section.range.lowerBound
    let word = section.layout.word(around: byte - start)
    return start + word.lowerBound..<start + word.upperBound
  }

  /// The background of a section's quote.
  func quoteRect(_ section: Section, width: Double) -> Rect {
    Rect(x: 0, y: section.y - 2, width: width, height: section.height + 4)
  }
}
