import Chats
import Gtk
import Translation

/// The words of a voice message, below its bar: one line, or the whole text after a press on it.
@MainActor
final class TranscriptPart: RowPart {
  private let index: Int
  private let transcript: Attachment.Transcript
  private let isUnfolded: Bool
  private let line: TextLayout
  private let source: TextLayout
  private let maker: RowTextMaker
  private lazy var whole = maker.paragraph(transcript.text, size: 10, byteLimit: Self.byteLimit)
  /// The line with the first hit of a search, and the byte of the hit.
  private var hitLine: (hit: Int, layout: TextLayout)?

  let inset = (x: 12.0, y: 4.0)
  /// The width that makes the part as wide as a voice note with its padding.
  private static let width = 296.0
  private static let least = 32.0
  private static let iconSize = 16.0
  /// The bytes of a text that are shown: some ten minutes of speech. All of it can be copied.
  private static let byteLimit = 8_000
  /// Characters before a hit, and those of a line in all.
  private static let (lead, length) = (18, 240)

  init(_ index: Int, _ transcript: Attachment.Transcript, isUnfolded: Bool, _ maker: RowTextMaker) {
    self.index = index
    self.transcript = transcript
    self.isUnfolded = isUnfolded
    self.maker = maker
    line = maker.line(String(transcript.text.prefix(Self.length)), size: 10, ellipsized: true)
    let words = transcript.file.map { tr("Found: {file}, by its name", ["file": $0]) }
    source = maker.line(words ?? tr("Text from the export"), size: 9, ellipsized: true)
  }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let width = min(limit, Self.width)
    let room = width - Self.iconSize - 8
    hitLine = nil
    line.width = room
    source.width = room
    if isUnfolded { whole.width = width }
    let text = isUnfolded ? 8 + whole.extent.height + 2 : 0
    return .init(width: width, height: 1 + text + lineHeight)
  }

  /// The height of the line that is pressed.
  private var lineHeight: Double { max(Self.least, (isUnfolded ? source : line).extent.height + 12) }

  private func pressed(in rect: Rect) -> Rect {
    Rect(x: rect.x, y: rect.maxY - lineHeight, width: rect.width, height: lineHeight)
  }

  func targets(in rect: Rect) -> [RowTarget] {
    [RowTarget(.transcript(index), [pressed(in: rect).inset(x: -8, y: 0)], radius: 8)]
  }

  func name(of action: RowTarget.Action) -> String? {
    guard action == .transcript(index) else { return nil }
    let text = "\(transcript.text.prefix(60))"
    return isUnfolded
      ? tr("Text: {text}, unfolded", ["text": text]) : tr("Text: {text}, folded", ["text": text])
  }

  // MARK: Drawing

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let isOnOwn = painter.message.isOnOwnBubble
    snapshot.fill(
      Rect(x: rect.x, y: rect.y, width: rect.width, height: 1),
      isOnOwn ? Color.white.faded(0.25) : painter.palette.line)
    let row = pressed(in: rect)
    func place(_ layout: TextLayout) -> Point {
      Point(
        x: maker.direction.x(leading: 0, width: layout.size.width, in: rect),
        y: row.y + ((row.height - layout.extent.height) / 2).rounded())
    }
    if isUnfolded {
      painter.draw(
        whole, size: 10, at: Point(x: rect.x, y: rect.y + 9), painter.textColor, on: snapshot,
        isSearched: true)
      snapshot.text(source, at: place(source), painter.dimColor)
    } else {
      let line = shownLine(in: painter.row)
      painter.draw(line, size: 10, at: place(line), painter.textColor, on: snapshot, isSearched: true)
    }
    let icon = Rect(
      x: maker.direction.x(trailing: 0, width: Self.iconSize, in: rect),
      y: row.y + ((row.height - Self.iconSize) / 2).rounded(), width: Self.iconSize, height: Self.iconSize)
    snapshot.icon(
      IconPaintable(
        named: isUnfolded ? "pan-up-symbolic" : "pan-down-symbolic", size: Int(Self.iconSize),
        for: painter.row),
      in: icon, painter.dimColor)
  }

  /// The beginning of the text, or the part with the first hit of a search.
  func shownLine(in row: MessageRow) -> TextLayout {
    guard let id = row.content?.id, row.hits.areMarked(id),
      let hit = row.hits.found(in: whole, hidden: [], isFirst: false, color: { _ in .black })?.ranges.first?
        .lowerBound
    else { return line }
    if let hitLine, hitLine.hit == hit { return hitLine.layout }
    let text = whole.text
    let first = text.utf8.index(text.startIndex, offsetBy: hit)
    guard var start = text.index(first, offsetBy: -Self.lead, limitedBy: text.startIndex) else { return line }
    if let blank = text[start..<first].firstIndex(where: \.isWhitespace) { start = text.index(after: blank) }
    let layout = maker.line("… \(text[start...].prefix(Self.length))", size: 10, ellipsized: true)
    layout.width = line.width
    hitLine = (hit, layout)
    return layout
  }
}
