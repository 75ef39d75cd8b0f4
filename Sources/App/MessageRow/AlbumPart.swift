import AppBase
import Chats
import Gtk
import Translation

/// Pictures and films in a bubble: a single one in its own proportions, or an album of two to ten.
@MainActor
final class AlbumPart: RowPart {
  /// One of the pictures.
  private struct Cell {
    let index: Int
    let attachment: Attachment
    /// The note on the cell: "1:24 · 18 MB" on a film, the size on a picture that is not loaded yet.
    let chip: TextLayout?
    var rect = Rect(x: 0, y: 0, width: 0, height: 0)
  }

  private var cells: [Cell]
  /// The tiles of the cells that the export never had, and of those whose files may have moved.
  private let absentTile: MissingTile
  private let movedTile: MissingTile
  private let missing: Set<Int>
  /// Whether the export has no file of any cell. A single line then says so.
  private let isAbsent: Bool
  private let spoiler: TextLayout?
  private let hidden: Set<Int>
  private let direction: ReadingDirection
  private let date: String

  let inset = (x: 4.0, y: 4.0)
  private static let radius = 14.0
  private static let discSize = 44.0

  /// `hidden` are the indices of the hidden pictures, `missing` of those whose files are no longer at their paths.
  init(
    _ attachments: [(Int, Attachment)], hidden: Set<Int>, missing: Set<Int>, date: String,
    _ maker: RowTextMaker
  ) {
    let isAlbum = attachments.count > 1
    cells = attachments.map { index, attachment in
      let note = isAlbum ? attachment.filmNote : attachment.chipNote
      return Cell(index: index, attachment: attachment, chip: note.map { maker.line($0, size: 9) })
    }
    self.missing = missing
    isAbsent = attachments.allSatisfy { $1.isAbsent }
    let first = attachments[0].1
    absentTile = MissingTile(
      !isAlbum ? first.absentNote : isAbsent ? Self.absentNote(attachments) : tr("Not in the export"),
      offersSearch: false, maker)
    movedTile = MissingTile(isAlbum ? tr("Not found") : first.notFoundNote, offersSearch: true, maker)
    spoiler = hidden.isEmpty ? nil : maker.line(tr("Spoiler"), size: 9, weight: 600)
    self.hidden = hidden
    self.date = date
    direction = maker.direction
  }

  /// "7 photos not in the export".
  private static func absentNote(_ attachments: [(Int, Attachment)]) -> String {
    attachments.contains { $1.isFilm }
      ? trn(
        "{count} photo or video not in the export", "{count} photos and videos not in the export",
        attachments.count)
      : trn("{count} photo not in the export", "{count} photos not in the export", attachments.count)
  }

  func layOut(limit: Double) -> RowGeometry.Extent {
    if isAbsent { return absentTile.lineSize(limit: limit) }
    guard cells.count > 1 else {
      let attachment = cells[0].attachment
      let size = RowGeometry.mediaSize(
        pixelWidth: attachment.width, pixelHeight: attachment.height, limit: limit)
      cells[0].rect = Rect(x: 0, y: 0, width: size.width, height: size.height)
      return size
    }
    let width = min(RowPictures.longestSide, limit)
    let rects = AlbumLayout.cells(cells.count, width: width)
    for (index, rect) in rects.enumerated() {
      cells[index].rect = rect
      let album = Rect(x: 0, y: 0, width: width, height: 0)
      cells[index].rect.x = direction.x(leading: rect.x, width: rect.width, in: album)
    }
    return RowGeometry.Extent(width: width, height: rects.map(\.maxY).max() ?? 0)
  }

  /// The cells in the row. A single picture fills a bubble that its caption makes wider.
  private func place(_ cell: Cell, in rect: Rect) -> Rect {
    guard cells.count > 1 else { return rect }
    return Rect(
      x: rect.x + cell.rect.x, y: rect.y + cell.rect.y, width: cell.rect.width, height: cell.rect.height)
  }

  /// The pictures to decode, for the widest album, so that a wider window does not decode them again.
  var requests: [RowPictures.Request] {
    let widest = cells.count > 1 ? AlbumLayout.cells(cells.count, width: RowPictures.longestSide) : []
    return cells.enumerated().map { place, cell in
      RowPictures.Request(
        index: cell.index,
        cell: cells.count > 1 ? .init(width: widest[place].width, height: widest[place].height) : nil,
        isHidden: hidden.contains(cell.index))
    }
  }

  func targets(in rect: Rect) -> [RowTarget] {
    if isAbsent { return [RowTarget(action(of: cells[0]), [rect], radius: Self.radius)] }
    return cells.flatMap { cell -> [RowTarget] in
      let stop: RowTarget.Stop? = cells.count > 1 ? .album(cells[0].index) : nil
      let place = place(cell, in: rect)
      var target = RowTarget(action(of: cell), [place], radius: cells.count > 1 ? 0 : Self.radius, stop: stop)
      target.isOnPicture = true
      guard isMoved(cell), let button = movedTile.buttonRect(in: place) else { return [target] }
      return [target, RowTarget(.activate(.locate(cell.index)), [button], radius: 9, stop: stop)]
    }
  }

  private func isMoved(_ cell: Cell) -> Bool {
    missing.contains(cell.index) && cell.attachment.path != nil && !hidden.contains(cell.index)
  }

  private func action(of cell: Cell) -> RowTarget.Action {
    hidden.contains(cell.index) ? .reveal(cell.index) : .activate(.attachment(cell.index))
  }

  // MARK: Words

  func name(of action: RowTarget.Action) -> String? {
    if case .activate(.locate(let index)) = action {
      return cells.first { $0.index == index }.map {
        tr("Locate {file}", ["file": $0.attachment.spoken(isHidden: false)])
      }
    }
    guard let place = cells.firstIndex(where: { self.action(of: $0) == action }) else { return nil }
    let cell = cells[place]
    if hidden.contains(cell.index) { return tr("Spoiler, hidden") }
    guard cells.count > 1 else { return cell.attachment.spoken(isHidden: false) }
    if isAbsent { return absentTile.text }
    let values = ["number": "\(place + 1)", "count": "\(cells.count)", "date": date]
    return cell.attachment.isFilm
      ? tr("Video {number} of {count}, {date}", values) : tr("Picture {number} of {count}, {date}", values)
  }

  // MARK: Drawing

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let shape = RoundedRect(rect, radius: Self.radius)
    if isAbsent {
      absentTile.drawLine(shape, on: snapshot, painter)
    } else if cells.count == 1 {
      draw(cells[0], shape, on: snapshot, painter)
    } else {
      snapshot.clipped(to: shape) {
        for cell in cells { draw(cell, RoundedRect(place(cell, in: rect), radius: 0), on: snapshot, painter) }
      }
    }
  }

  private func draw(_ cell: Cell, _ shape: RoundedRect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let rect = shape.rect
    let state = painter.row.pictures[cell.index]
    if case .loaded(let texture, let opacity) = state {
      if opacity < 1 { painter.drawReservedSpace(snapshot, shape, seed: cell.index) }
      snapshot.clipped(to: shape) {
        snapshot.faded(opacity) { snapshot.texture(texture, in: MessagePainter.cover(rect, texture)) }
      }
    } else if isMoved(cell) {
      return movedTile.draw(shape, on: snapshot, painter)
    } else if cell.attachment.isAbsent {
      return absentTile.draw(shape, on: snapshot, painter)
    } else {
      painter.drawReservedSpace(snapshot, shape, seed: cell.index)
    }
    if hidden.contains(cell.index) {
      if let spoiler, rect.width > spoiler.extent.width + 56 {
        painter.drawChip(snapshot, spoiler, icon: "view-reveal-symbolic", centeredIn: rect)
      } else {
        painter.drawDisc(snapshot, rect, icon: "view-reveal-symbolic", size: min(34, rect.height - 8))
      }
      return
    }
    // A film whose picture exists although its file has moved.
    if isMoved(cell) { return movedTile.draw(shape, hasGround: false, on: snapshot, painter) }
    switch state {
    case .failed:
      if let note = painter.row.pictures.note(cell.index) {
        painter.drawPictureNote(snapshot, rect, note)
      } else {
        painter.drawDisc(
          snapshot, rect, icon: "image-missing-symbolic", size: min(Self.discSize, rect.height - 8))
      }
      return
    case .loading: painter.drawRing(snapshot, rect, size: cells.count > 1 ? 26 : 38)
    default: break
    }
    if cell.attachment.isFilm, cell.attachment.kind != .animation {
      painter.drawDisc(
        snapshot, rect, icon: "media-playback-start-symbolic", size: min(Self.discSize, rect.height - 8))
    }
    // The chip of a picture is its size, which is of interest only until the picture is loaded.
    if case .loaded(_, 1) = state, !cell.attachment.isFilm { return }
    if let chip = cell.chip {
      painter.drawChip(
        snapshot, chip, icon: cell.attachment.isFilm ? "camera-video-symbolic" : nil, atStartOf: rect)
    }
  }
}

extension Attachment {
  /// "1:24 · 18 MB" for a film, as far as known; "Not in the export" if there is no file.
  var filmNote: String? {
    guard isFilm else { return nil }
    if path == nil { return tr("Not in the export") }
    if kind == .animation { return kind.title }
    let parts = [
      duration.map(Counted.duration), byteCount.flatMap { $0 > 0 ? Counted.bytes(Double($0)) : nil },
    ]
    let note = parts.compactMap(\.self).joined(separator: " · ")
    return note.isEmpty ? kind.title : note
  }

  /// The chip on a single picture or film.
  fileprivate var chipNote: String? { filmNote ?? sizeNote }

  /// The most characters of a voice message's words that are spoken.
  private static let spokenWords = 2_000

  /// Whether files of the kind have names that the user knows.
  private static func isNamed(_ kind: Kind) -> Bool { ![.voice, .photo, .sticker].contains(kind) }

  /// The emoji of a sticker. Exports without emoji have the name of the file in its place.
  var stickerEmoji: String? {
    guard kind == .sticker, let name, name.count == 1 || MessageText.isEmojiOnly(name) else { return nil }
    return name
  }

  /// The attachment for screen readers: "Video, 1:24, 18 MB".
  package func spoken(isHidden: Bool) -> String {
    if isHidden { return tr("Spoiler, hidden") }
    let absence = isAbsent ? tr("not in the export") : nil
    if let stickerEmoji {
      let sticker = tr("Sticker, {emoji}", ["emoji": stickerEmoji])
      return [sticker, absence].compactMap(\.self).joined(separator: ", ")
    }
    let parts = [
      kind.title, name.flatMap { Self.isNamed(kind) ? $0 : nil },
      duration.map(Counted.duration), byteCount.flatMap { $0 > 0 ? Counted.bytes(Double($0)) : nil },
      absence, transcript.map { tr("Text: {text}", ["text": "\($0.text.prefix(Self.spokenWords))"]) },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
