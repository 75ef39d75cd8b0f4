import AppBase
import Chats
import Controls
import Gtk
import Translation

/// A file with a tile, its name, its size, and a button; or a voice note with a bar.
@MainActor
final class FilePart: RowPart {
  private let index: Int
  private let attachment: Attachment
  private let sender: String?
  private let tile: TextLayout
  private let name: TextLayout?
  private let note: TextLayout
  /// The reason why there is no file, and a shorter form for a narrow bubble.
  private let missingNote: TextLayout
  private let shortNote: TextLayout
  private var isShort = false
  private let locate: TextLayout
  private let presence: Presence
  private let direction: ReadingDirection
  private let scale: Double
  private var extent = RowGeometry.Extent()

  /// The presence of the file.
  private enum Presence {
    case there
    /// The export never had the file.
    case absent
    /// The file is no longer at its path.
    case moved
  }

  let inset = (x: 8.0, y: 8.0)
  private static let tileSize = 40.0
  private static let gap = 10.0
  private static let buttonSize = 34.0
  /// The width of a voice note, and the least one of a file, without the bubble's padding.
  private static let widths = (least: 224.0, most: 304.0)

  /// `isMissing`: whether the file was looked for and not found. `sender` is the sender's name.
  init(_ index: Int, _ attachment: Attachment, isMissing: Bool, sender: String?, _ maker: RowTextMaker) {
    self.index = index
    self.attachment = attachment
    presence = attachment.path == nil ? .absent : isMissing ? .moved : .there
    self.sender = sender
    tile = maker.line(attachment.tileLetters, size: 9 / max(1, maker.scale), weight: 700)
    missingNote = maker.line(
      attachment.path == nil ? attachment.absentNote : attachment.notFoundNote, size: 9, ellipsized: true)
    shortNote = maker.line(
      attachment.path == nil ? tr("Not in the export") : tr("Not found"), size: 9, ellipsized: true)
    locate = maker.line(tr("Locate…"), size: 10, weight: 500)
    scale = maker.scale
    direction = maker.direction
    if attachment.kind == .voice {
      name = nil
      note = maker.line(attachment.duration.map(Counted.duration) ?? attachment.sizeNote, size: 9)
    } else {
      let name = maker.line(attachment.name ?? attachment.kind.title, size: 10, weight: 500)
      name.ellipsize(inMiddle: true)
      self.name = name
      note = maker.line(attachment.fileNote, size: 9, ellipsized: true)
    }
  }

  private var isVoice: Bool { attachment.kind == .voice }
  private var isMissing: Bool { presence != .there }
  private var meta: TextLayout { isMissing ? (isShort ? shortNote : missingNote) : note }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let button = buttonWidth
    let hasButton = presence == .moved || presence == .there && !isVoice
    let around = Self.tileSize + Self.gap + (hasButton ? button + Self.gap : 4)
    let room = max(40, limit - around)
    name?.width = room
    missingNote.width = nil
    isShort = missingNote.size.width > room
    meta.width = isVoice && !isMissing ? nil : room
    let wide = max(name?.size.width ?? 0, meta.size.width).rounded(.up) + around
    let width = isVoice ? min(limit, Self.widths.most) : min(limit, max(Self.widths.least, wide))
    let lines = isVoice ? 24 + meta.extent.height : (name?.extent.height ?? 0) + 1 + meta.extent.height
    extent = .init(width: width, height: max(Self.tileSize, lines))
    return extent
  }

  private var buttonWidth: Double { presence == .moved ? locate.extent.width + 24 : Self.buttonSize }

  private func buttonRect(in rect: Rect) -> Rect {
    let height = max(Self.buttonSize, isMissing ? locate.extent.height + 8 : 0)
    let x = direction.x(trailing: 0, width: buttonWidth, in: rect)
    return Rect(x: x, y: rect.y + ((rect.height - height) / 2).rounded(), width: buttonWidth, height: height)
  }

  func targets(in rect: Rect) -> [RowTarget] {
    if presence == .moved { return [RowTarget(.activate(.locate(index)), [buttonRect(in: rect)], radius: 9)] }
    return [RowTarget(.activate(.attachment(index)), [rect.inset(x: -4, y: -4)], radius: 14)]
  }

  // MARK: Words

  func name(of action: RowTarget.Action) -> String? {
    switch action {
    case .activate(.attachment(index)):
      isVoice && presence == .there ? voiceName : attachment.spoken(isHidden: false)
    case .activate(.locate(index)):
      tr("Locate {file}", ["file": isVoice ? voiceName : attachment.spoken(isHidden: false)])
    default: nil
    }
  }

  private var voiceName: String {
    let length = attachment.duration.map { ", \(Counted.duration($0))" } ?? ""
    guard let sender else { return attachment.kind.title + length }
    return tr("Voice message from {name}", ["name": sender]) + length
  }

  // MARK: Drawing

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let size = Self.tileSize
    let tileRect = Rect(
      x: direction.x(leading: 0, width: size, in: rect), y: rect.y + ((rect.height - size) / 2).rounded(),
      width: size, height: size)
    if isVoice {
      drawDisc(tileRect, on: snapshot, painter)
    } else {
      drawTile(tileRect, on: snapshot, painter)
    }
    func x(_ layout: TextLayout) -> Double {
      direction.x(leading: size + Self.gap, width: layout.size.width, in: rect)
    }
    var y = rect.y + ((rect.height - extent.height) / 2).rounded()
    if let name {
      let lines = name.extent.height + 1 + meta.extent.height
      y += ((extent.height - lines) / 2).rounded()
      painter.draw(
        name, size: 10, weight: 500, at: Point(x: x(name), y: y), painter.textColor, on: snapshot,
        isSearched: true)
      y += name.extent.height + 1
    } else {
      if !isMissing { drawBar(rect, on: snapshot, painter) }
      y = isMissing ? rect.y + ((rect.height - meta.extent.height) / 2).rounded() : y + 24
    }
    let line = moment(painter).map { playing($0, painter.row) } ?? meta
    snapshot.text(line, at: Point(x: x(line), y: y), painter.dimColor)
    if presence == .moved || presence == .there && !isVoice {
      drawButton(buttonRect(in: rect), on: snapshot, painter)
    }
  }

  /// The playback position of a voice note; nil while it is not playing.
  private func moment(_ painter: MessagePainter) -> RowPlayer.Moment? {
    isMissing ? nil : painter.row.player?.moment(of: painter.message.id, index)
  }

  private func playing(_ moment: RowPlayer.Moment, _ row: MessageRow) -> TextLayout {
    let layout = TextLayout(for: row)
    layout.set(moment.words, [TextAttribute(.size(9)), TextAttribute(.features("tnum"))])
    return layout
  }

  private func drawTile(_ rect: Rect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let shape = RoundedRect(rect, radius: 10)
    let size = tile.size
    let place = Point(
      x: rect.x + ((rect.width - size.width) / 2).rounded(),
      y: rect.y + ((rect.height - size.height) / 2).rounded())
    if isMissing {
      painter.drawDashes(snapshot, rect, radius: 10)
      snapshot.clipped(to: rect) { snapshot.text(tile, at: place, painter.dimColor) }
    } else {
      let colors = ChatPalette.avatars[attachment.tileColor]
      snapshot.fill(shape, top: colors.top, bottom: colors.bottom)
      if painter.message.isOnOwnBubble { snapshot.stroke(shape, width: 1, Color.white.faded(0.35)) }
      snapshot.clipped(to: rect) { snapshot.text(tile, at: place, .white) }
    }
  }

  private func drawDisc(_ rect: Rect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let own = painter.message.isOnOwnBubble
    if isMissing {
      painter.drawDashes(snapshot, rect, radius: 20)
    } else {
      snapshot.fill(RoundedRect(rect, radius: 20), own ? .white : painter.palette.accentWash)
    }
    let color =
      isMissing ? painter.dimColor : own ? painter.palette.ownBottom : painter.palette.accentForeground
    let isPlaying = moment(painter)?.isPlaying ?? false
    snapshot.icon(
      IconPaintable(
        named: isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic", size: 16,
        for: painter.row),
      in: rect.inset(x: 12, y: 12), color)
  }

  /// Draws a plain bar: the sources have no waveforms of voice notes, and none is invented.
  private func drawBar(_ rect: Rect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let bar = bar(in: rect)
    let color =
      painter.message.isOnOwnBubble
      ? Color.white.faded(0.66) : painter.palette.foreground.faded(painter.palette.isHighContrast ? 1 : 0.48)
    snapshot.fill(RoundedRect(bar, radius: 2), color)
    guard let moment = moment(painter) else { return }
    let played = painter.message.isOnOwnBubble ? .white : painter.palette.accentForeground
    let width = (bar.width * moment.share).rounded()
    snapshot.fill(RoundedRect(Rect(x: bar.x, y: bar.y, width: width, height: bar.height), radius: 2), played)
    let thumb = Rect(x: bar.x + width - 5, y: bar.y - 3, width: 10, height: 10)
    snapshot.fill(RoundedRect(thumb, radius: 5), played)
  }

  private func bar(in rect: Rect) -> Rect {
    let start = Self.tileSize + Self.gap
    let top = rect.y + ((rect.height - extent.height) / 2).rounded() + 10
    let width = rect.width - start - 4
    return Rect(x: direction.x(leading: start, width: width, in: rect), y: top, width: width, height: 4)
  }

  func share(at point: Point, in rect: Rect) -> Double? {
    guard isVoice, !isMissing else { return nil }
    let bar = bar(in: rect)
    guard bar.inset(x: -4, y: -12).contains(point) else { return nil }
    return min(1, max(0, (point.x - bar.x) / bar.width))
  }

  private func drawButton(_ rect: Rect, on snapshot: Snapshot, _ painter: MessagePainter) {
    if isMissing {
      painter.drawButton(snapshot, locate, in: rect)
    } else {
      snapshot.icon(
        IconPaintable(named: Symbol.open.iconName, size: 16, for: painter.row), in: rect.inset(x: 9, y: 9),
        painter.dimColor)
    }
  }
}

extension Attachment {
  /// The letters on a file's tile: its suffix, as far as it fits.
  package var tileLetters: String {
    guard let name, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return kind == .audio || kind == .voice ? "♪" : "…"
    }
    let suffix = name[name.index(after: dot)...].unicodeScalars.prefix(5)
    guard (1...4).contains(suffix.count),
      suffix.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) })
    else { return kind == .audio || kind == .voice ? "♪" : "…" }
    return String(String.UnicodeScalarView(suffix)).uppercased()
  }

  /// The index of the color of a file's tile, by its kind.
  package var tileColor: Int {
    if kind == .audio || kind == .voice { return 5 }
    switch tileLetters {
    case "PDF": return 0
    case "TXT", "MD", "DOC", "DOCX", "ODT", "RTF", "CSV", "XLS", "XLSX", "ODS", "TSV": return 2
    case "JPG", "JPEG", "PNG", "GIF", "WEBP", "SVG", "HEIC", "TIF", "TIFF", "BMP": return 4
    case "MP3", "OGG", "OPUS", "FLAC", "WAV", "M4A": return 5
    default: return 7
    }
  }

  /// "2.4 MB", preceded by the length of a sound.
  fileprivate var fileNote: String {
    let parts = [
      duration.map(Counted.duration), byteCount.flatMap { $0 > 0 ? Counted.bytes(Double($0)) : nil },
    ]
    let note = parts.compactMap(\.self).joined(separator: " · ")
    return note.isEmpty ? kind.title : note
  }
}
