import Chats
import Gtk
import Translation

extension Attachment {
  /// Whether the export has neither the file nor a small picture of it. Since this is stored, it may affect the size of a row.
  var isAbsent: Bool { path == nil && thumbnail == nil }

  /// "Photo not in the export": the export never had the file.
  package var absentNote: String { tr("{kind} not in the export", ["kind": kind.title]) }

  /// "Photo not found": the file is not where the import found it. Its folder, or its zip file, may have moved.
  package var notFoundNote: String { tr("{kind} not found", ["kind": kind.title]) }
}

/// A quiet tile in place of a picture, film or sticker without a file. If the file may have moved, it has a button to
/// look for it, if there is room.
@MainActor
final class MissingTile {
  /// The name of the missing attachment.
  let text: String
  private let note: TextLayout
  private let button: TextLayout?
  private let direction: ReadingDirection

  // Points.
  private static let icon = 20.0
  private static let gap = 8.0
  private static let padding = (x: 14.0, y: 12.0)
  private static let radius = 14.0
  /// The width below which a tile has an icon only.
  private static let narrowest = 70.0

  /// - Parameters:
  ///   - text: The name of the missing attachment.
  ///   - offersSearch: Whether the file may be elsewhere.
  init(_ text: String, offersSearch: Bool, _ maker: RowTextMaker) {
    self.text = text
    note = maker.line(text, size: 10, weight: 500, ellipsized: true)
    button = offersSearch ? maker.line(tr("Locate…"), size: 10, weight: 500) : nil
    direction = maker.direction
  }

  /// The size of a separate tile: one line.
  func lineSize(limit: Double) -> RowGeometry.Extent {
    note.width = nil
    let text = note.extent
    let wide = Self.icon + Self.gap + text.width + 2 * Self.padding.x
    return .init(width: min(limit, wide), height: max(Self.icon, text.height) + 2 * Self.padding.y)
  }

  /// The button's place in a tile; nil if it does not fit, or is not offered.
  func buttonRect(in rect: Rect) -> Rect? {
    guard let button else { return nil }
    let (wide, high) = (button.extent.width + 24, max(30, button.extent.height + 8))
    guard wide + 12 <= rect.width, high + 12 <= rect.height else { return nil }
    let rest = restHeight(in: rect, high)
    let y = rect.y + ((rect.height - high - rest) / 2).rounded() + rest
    return Rect(x: rect.x + ((rect.width - wide) / 2).rounded(), y: y, width: wide, height: high)
  }

  private var textHeight: Double { Self.icon + 4 + note.extent.height }

  /// The height of the icon and the text above the button, as far as they fit.
  private func restHeight(in rect: Rect, _ button: Double) -> Double {
    let fits = rect.width >= Self.narrowest && rect.height >= textHeight + Self.gap + button + 12
    return fits ? textHeight + Self.gap : 0
  }

  /// Draws a tile of one line, in the size of ``lineSize(limit:)``.
  func drawLine(_ shape: RoundedRect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let rect = shape.rect
    fill(shape, on: snapshot, painter)
    let start = Self.padding.x + Self.icon + Self.gap
    note.width = max(10, rect.width - start - Self.padding.x)
    let text = note.extent
    let icon = Rect(
      x: direction.x(leading: Self.padding.x, width: Self.icon, in: rect),
      y: rect.y + ((rect.height - Self.icon) / 2).rounded(), width: Self.icon, height: Self.icon)
    draw(icon: icon, on: snapshot, painter)
    let x = direction.x(leading: start, width: text.width, in: rect)
    snapshot.text(
      note, at: Point(x: x, y: rect.y + ((rect.height - text.height) / 2).rounded()), painter.dimColor)
  }

  /// Draws a tile of any size: icon, text and button below each other, in the middle.
  ///
  /// - Parameter hasGround: False over a picture.
  func draw(
    _ shape: RoundedRect, hasGround: Bool = true, on snapshot: Snapshot, _ painter: MessagePainter
  ) {
    let rect = shape.rect
    let place = buttonRect(in: rect)
    if hasGround {
      fill(shape, on: snapshot, painter)
      let showsText =
        place.map { restHeight(in: rect, $0.height) > 0 }
        ?? (rect.width >= Self.narrowest && rect.height >= textHeight + 8)
      if showsText || place == nil {
        drawText(in: rect, above: place, showsText: showsText, on: snapshot, painter)
      }
    }
    guard let place, let button else { return }
    if hasGround {
      painter.drawButton(snapshot, button, in: place)
    } else {
      painter.drawPictureButton(snapshot, button, in: place)
    }
  }

  private func drawText(
    in rect: Rect, above button: Rect?, showsText: Bool, on snapshot: Snapshot, _ painter: MessagePainter
  ) {
    let all = showsText ? textHeight : Self.icon
    let y = button.map { $0.y - Self.gap - all } ?? rect.y + ((rect.height - all) / 2).rounded()
    draw(
      icon: Rect(
        x: rect.x + ((rect.width - Self.icon) / 2).rounded(), y: y, width: Self.icon, height: Self.icon),
      on: snapshot, painter)
    guard showsText else { return }
    note.width = rect.width - 8
    let width = note.size.width
    snapshot.text(
      note, at: Point(x: rect.x + ((rect.width - width) / 2).rounded(), y: y + Self.icon + 4),
      painter.dimColor)
  }

  private func fill(_ shape: RoundedRect, on snapshot: Snapshot, _ painter: MessagePainter) {
    let isOnCanvas = painter.row.ground != .bubble
    snapshot.fill(
      shape,
      painter.message.isOnOwnBubble && !isOnCanvas ? painter.palette.ownQuote : painter.palette.sunken)
    if painter.palette.isHighContrast { snapshot.stroke(shape, width: 1, painter.textColor) }
  }

  private func draw(icon: Rect, on snapshot: Snapshot, _ painter: MessagePainter) {
    snapshot.icon(
      IconPaintable(named: "image-missing-symbolic", size: Int(Self.icon), for: painter.row), in: icon,
      painter.dimColor)
  }
}
