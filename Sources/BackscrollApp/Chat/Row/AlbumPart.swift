import ChatArchive
import Gtk
import Translation

/// Pictures and films in a bubble: one in its own proportions, or an album of two to ten.
@MainActor
final class AlbumPart: RowPart {
  /// One of the pictures.
  private struct Cell {
    let index: Int
    let attachment: Attachment
    /// "1:24 · 18 MB" on a film, the size on a picture that is not there yet.
    let chip: TextLayout?
    var rect = Rect(x: 0, y: 0, width: 0, height: 0)
  }

  private var cells: [Cell]
  /// "Not in the export", as wide as a cell.
  private let missing: TextLayout
  private let spoiler: TextLayout?
  private let hidden: Set<Int>
  private let isRightToLeft: Bool
  private let date: String

  let inset = (x: 4.0, y: 4.0)
  private static let radius = 14.0
  /// The width below which a missing cell has an icon only.
  private static let narrowest = 70.0
  private static let discSize = 44.0

  /// `hidden` are the indices of the pictures that are hidden.
  init(_ attachments: [(Int, Attachment)], hidden: Set<Int>, date: String, _ maker: RowTextMaker) {
    let isAlbum = attachments.count > 1
    cells = attachments.map { index, attachment in
      let note = isAlbum ? attachment.filmNote : attachment.chipNote
      return Cell(index: index, attachment: attachment, chip: note.map { maker.line($0, size: 9) })
    }
    missing = maker.line(tr("Not in the export"), size: 9, ellipsized: true)
    spoiler = hidden.isEmpty ? nil : maker.line(tr("Spoiler"), size: 9, weight: 600)
    self.hidden = hidden
    self.date = date
    isRightToLeft = maker.isRightToLeft
  }

  func layOut(limit: Double) -> RowGeometry.Extent {
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
      if isRightToLeft { cells[index].rect.x = width - rect.maxX }
    }
    return RowGeometry.Extent(width: width, height: rects.map(\.maxY).max() ?? 0)
  }

  /// The cells in the row. A single picture fills a bubble that its caption makes wider.
  private func place(_ cell: Cell, in rect: Rect) -> Rect {
    guard cells.count > 1 else { return rect }
    return Rect(
      x: rect.x + cell.rect.x, y: rect.y + cell.rect.y, width: cell.rect.width, height: cell.rect.height)
  }

  /// What is to be decoded: for the widest album, so that a wider window needs nothing again.
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
    cells.map { cell in
      var target = RowTarget(
        action(of: cell), [place(cell, in: rect)], radius: cells.count > 1 ? 0 : Self.radius,
        stop: cells.count > 1 ? .album(cells[0].index) : nil)
      target.isOnPicture = true
      return target
    }
  }

  private func action(of cell: Cell) -> RowTarget.Action {
    hidden.contains(cell.index) ? .reveal(cell.index) : .activate(.attachment(cell.index))
  }

  // MARK: Words

  func name(of action: RowTarget.Action) -> String? {
    guard let place = cells.firstIndex(where: { self.action(of: $0) == action }) else { return nil }
    let cell = cells[place]
    if hidden.contains(cell.index) { return tr("Spoiler, hidden") }
    guard cells.count > 1 else { return cell.attachment.spoken(isHidden: false) }
    let values = ["number": "\(place + 1)", "count": "\(cells.count)", "date": date]
    return cell.attachment.isFilm
      ? tr("Video {number} of {count}, {date}", values) : tr("Picture {number} of {count}, {date}", values)
  }

  // MARK: Drawing

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let shape = RoundedRect(rect, radius: Self.radius)
    if cells.count == 1 {
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
    } else if case .missing = state, cells.count > 1 || !cell.attachment.isFilm {
      return drawMissing(shape, on: snapshot, painter)
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
    // The chip of a picture is its size, which is of interest until it is there.
    if case .loaded(_, 1) = state, !cell.attachment.isFilm { return }
    if let chip = cell.chip {
      painter.drawChip(
        snapshot, chip, icon: cell.attachment.isFilm ? "camera-video-symbolic" : nil, atStartOf: rect)
    }
  }

  private func drawMissing(_ shape: RoundedRect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let rect = shape.rect
    snapshot.fill(shape, painter.palette.sunken)
    let showsText = rect.width >= Self.narrowest && rect.height >= 48
    let height = showsText ? 20 + 4 + missing.extent.height : 20
    let y = rect.y + ((rect.height - height) / 2).rounded()
    let icon = Rect(x: rect.x + ((rect.width - 20) / 2).rounded(), y: y, width: 20, height: 20)
    snapshot.icon(
      IconPaintable(named: "image-missing-symbolic", size: 20, for: painter.row), in: icon,
      painter.palette.dim)
    guard showsText else { return }
    missing.width = rect.width - 8
    let width = missing.size.width
    snapshot.text(
      missing, at: Point(x: rect.x + ((rect.width - width) / 2).rounded(), y: y + 24), painter.palette.dim)
  }
}

extension Attachment {
  /// "1:24 · 18 MB" for films, as far as it is known; "Not in the export" if there is no file.
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

  /// The attachment for screen readers: "Video, 1:24, 18 MB".
  func spoken(isHidden: Bool) -> String {
    if isHidden { return tr("Spoiler, hidden") }
    if kind == .sticker, let name { return tr("Sticker, {emoji}", ["emoji": LayoutCost.line(name)]) }
    let parts = [
      kind.title, name.flatMap { kind == .voice || kind == .photo ? nil : LayoutCost.line($0) },
      duration.map(Counted.duration), byteCount.flatMap { $0 > 0 ? Counted.bytes(Double($0)) : nil },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
