import Chats
import Gtk

/// The picture of a message in a row of one line, before its words.
@MainActor
final class CompactPicturePart: RowPart {
  private let index: Int
  private let size: RowGeometry.Extent
  private let isHidden: Bool

  let inset = (x: 0.0, y: 0.0)
  /// Points. A row of one line is 23 points high.
  private static let height = 18.0
  private static let width = 32.0
  private static let radius = 5.0

  /// The first picture of the attachments; nil if there is none to show.
  init?(_ attachments: [Attachment]) {
    guard let index = attachments.firstIndex(where: { $0.picturePath != nil }) else { return nil }
    self.index = index
    isHidden = attachments[index].isSpoiler
    // A sticker is not cropped.
    size = .init(width: attachments[index].kind == .sticker ? Self.height : Self.width, height: Self.height)
  }

  /// The picture to decode.
  var request: RowPictures.Request { .init(index: index, cell: size, isHidden: isHidden) }

  func layOut(limit: Double) -> RowGeometry.Extent { size }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let shape = RoundedRect(rect, radius: Self.radius)
    switch painter.row.pictures[index] {
    case .loaded(let texture, let opacity):
      snapshot.clipped(to: shape) {
        snapshot.faded(opacity) { snapshot.texture(texture, in: MessagePainter.cover(rect, texture)) }
      }
    case .missing, .failed:
      let inset = (x: ((rect.width - 14) / 2).rounded(), y: ((rect.height - 14) / 2).rounded())
      snapshot.icon(
        IconPaintable(named: "image-missing-symbolic", size: 14, for: painter.row),
        in: rect.inset(x: inset.x, y: inset.y), painter.dimColor)
    case .none, .loading: painter.drawReservedSpace(snapshot, shape, seed: index)
    }
  }
}
