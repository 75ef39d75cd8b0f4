import AppBase
import Chats
import Foundation
import Gtk
import Translation

/// A sticker or a round video, which is drawn on the canvas without a bubble.
@MainActor
final class BarePart: RowPart {
  private let index: Int
  private let attachment: Attachment
  private let chip: TextLayout?
  private let missing: TextLayout
  private let unreadable: TextLayout
  private let locate: TextLayout?
  private let emoji: TextLayout?
  private let isHidden: Bool
  private var extent = RowGeometry.Extent()

  let inset = (x: 0.0, y: 0.0)
  private static let stickerSize = 160.0
  /// The longest side of an attachment that the export does not have.
  private static let absentSize = 120.0
  /// The diameter of a round video, and in a narrow bubble.
  private static let diameters = (wide: 200.0, narrow: 136.0)
  private static let narrowRoom = 240.0

  /// `isMissing`: whether the file was looked for and not found.
  init(_ index: Int, _ attachment: Attachment, isHidden: Bool, isMissing: Bool, _ maker: RowTextMaker) {
    self.index = index
    self.attachment = attachment
    self.isHidden = isHidden
    let note = attachment.path == nil ? tr("Not in the export") : attachment.duration.map(Counted.duration)
    chip = attachment.kind == .roundVideo ? note.map { maker.line($0, size: 9) } : nil
    let isMoved = isMissing && attachment.path != nil
    missing = maker.line(isMoved ? attachment.notFoundNote : attachment.absentNote, size: 9)
    unreadable = maker.line(tr("Cannot be shown"), size: 9)
    for note in [missing, unreadable] {
      note.wrapWords()
      note.centerLines()
    }
    locate = isMoved && !isHidden ? maker.line(tr("Locate…"), size: 10, weight: 500) : nil
    emoji = attachment.stickerEmoji.map { maker.line($0, size: 30) }
  }

  private var isRound: Bool { attachment.kind == .roundVideo }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let longest = attachment.isAbsent ? Self.absentSize : Self.stickerSize
    if isRound, attachment.isAbsent {
      extent = .init(width: longest, height: longest)
    } else if isRound {
      let size = limit < Self.narrowRoom ? Self.diameters.narrow : Self.diameters.wide
      extent = .init(width: size, height: size)
    } else if let width = attachment.width, let height = attachment.height, width > 0, height > 0 {
      let scale = min(1, longest / Double(max(width, height)))
      extent = .init(
        width: max(24, (Double(width) * scale).rounded()), height: max(24, (Double(height) * scale).rounded())
      )
    } else {
      extent = .init(width: longest, height: longest)
    }
    return extent
  }

  var request: RowPictures.Request { .init(index: index, cell: extent, isHidden: isHidden) }

  /// The picture in the rectangle of the part, which a caption can make wider.
  private func place(in rect: Rect, _ row: MessageRow? = nil) -> Rect {
    Rect(x: rect.x, y: rect.y, width: extent.width, height: extent.height)
  }

  func targets(in rect: Rect) -> [RowTarget] {
    let place = place(in: rect)
    if isHidden { return [picture(.reveal(index), place)] }
    let picture = picture(.activate(.attachment(index)), place)
    guard let button = buttonRect(in: place) else { return [picture] }
    return [picture, RowTarget(.activate(.locate(index)), [button], radius: 9)]
  }

  /// The button to find the file: at the lower edge of a sticker, in the middle of a round video; nil if the file
  /// exists, or without room.
  private func buttonRect(in place: Rect) -> Rect? {
    guard let locate else { return nil }
    let (wide, high) = (locate.extent.width + 24, max(30, locate.extent.height + 8))
    guard wide + 8 <= place.width, high + 8 <= place.height else { return nil }
    let y = isRound ? place.y + ((place.height - high) / 2).rounded() : place.maxY - high - 8
    return Rect(x: place.x + ((place.width - wide) / 2).rounded(), y: y, width: wide, height: high)
  }

  private func picture(_ action: RowTarget.Action, _ place: Rect) -> RowTarget {
    var target = RowTarget(action, [place], radius: isRound ? place.width / 2 : 14)
    target.isOnPicture = true
    return target
  }

  func name(of action: RowTarget.Action) -> String? {
    switch action {
    case .activate(.locate(index)):
      tr("Locate {file}", ["file": attachment.spoken(isHidden: isHidden)])
    case .reveal(index), .activate(.attachment(index)): attachment.spoken(isHidden: isHidden)
    default: nil
    }
  }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let rect = place(in: rect)
    let shape = RoundedRect(rect, radius: isRound ? rect.width / 2 : 14)
    let player = isRound && !isHidden ? painter.row.player : nil
    let stream = player?.stream(of: painter.message.id, index)
    switch painter.row.pictures[index] {
    case _ where stream?.isPrepared == true && stream?.hasVideo == true:
      if let stream, let size = stream.size {
        snapshot.clipped(to: shape) {
          snapshot.stream(stream, in: MessagePainter.cover(rect, width: size.width, height: size.height))
        }
      }
    case .loaded(let texture, let opacity):
      if opacity < 1, isRound { painter.drawReservedSpace(snapshot, shape, seed: index) }
      snapshot.faded(opacity) {
        if isRound {
          snapshot.clipped(to: shape) { snapshot.texture(texture, in: MessagePainter.cover(rect, texture)) }
        } else {
          snapshot.texture(texture, in: MessagePainter.fit(rect, texture))
        }
      }
    case .loading where !isRound: break
    case .none, .loading, .missing, .failed:
      if isRound, !attachment.isAbsent {
        painter.drawReservedSpace(snapshot, shape, seed: index)
      } else {
        drawMissing(rect, on: snapshot, &painter)
      }
    }
    guard isRound, !attachment.isAbsent else { return }
    snapshot.stroke(
      RoundedRect(rect.inset(x: 3, y: 3), radius: rect.width / 2), width: 3, Color.white.faded(0.35))
    if let moment = player?.moment(of: painter.message.id, index) {
      drawProgress(moment, rect, on: snapshot, painter)
    } else if let locate, let button = buttonRect(in: rect) {
      painter.drawPictureButton(snapshot, locate, in: button)
    } else if let chip {
      painter.drawChip(snapshot, chip, icon: "audio-volume-high-symbolic", atBottomOf: rect)
    }
  }

  /// Draws the played part of the ring, and the position in the film.
  private func drawProgress(
    _ moment: RowPlayer.Moment, _ rect: Rect, on snapshot: Snapshot, _ painter: MessagePainter
  ) {
    snapshot.cairo(rect) { context in
      context.setColor(.white)
      context.setLine(width: 3)
      let middle = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
      context.arc(
        center: middle, radius: rect.width / 2 - 4.5, start: -.pi / 2, end: (2 * moment.share - 0.5) * .pi)
      context.stroke()
    }
    if !moment.isPlaying {
      painter.drawDisc(snapshot, rect, icon: "media-playback-start-symbolic", size: 44)
    }
    let note = TextLayout(for: painter.row)
    note.set(moment.words, [TextAttribute(.size(9)), TextAttribute(.features("tnum"))])
    painter.drawChip(snapshot, note, icon: nil, atBottomOf: rect)
  }

  private func drawMissing(_ rect: Rect, on snapshot: Snapshot, _ painter: inout MessagePainter) {
    painter.drawDashes(snapshot, rect, radius: isRound ? rect.width / 2 : 14)
    let button = buttonRect(in: rect)
    var note: TextLayout? = missing
    if case .failed = painter.row.pictures[index] { note = unreadable }
    // An existing sticker without a picture is animated in a format that cannot be shown.
    if case .none = painter.row.pictures[index], attachment.path != nil, locate == nil { note = unreadable }
    note?.width = max(10, rect.width - (isRound ? 28 : 12))
    let sign = emoji?.extent ?? .init()
    let room = (button?.y ?? rect.maxY) - rect.y
    // Without room for both, keep the emoji: it says more than the words, which a screen reader still gets.
    if let height = note?.extent.height, height + sign.height + 8 > room, emoji != nil { note = nil }
    let words = note?.extent ?? .init()
    var y = rect.y + max(0, ((room - words.height - sign.height) / 2).rounded())
    snapshot.clipped(to: rect) {
      if let emoji {
        let place = Point(x: rect.x + ((rect.width - sign.width) / 2).rounded(), y: y)
        snapshot.faded(0.55) {
          painter.draw(emoji, size: 30, at: place, painter.palette.foreground, on: snapshot)
        }
        y += sign.height
      }
      if let note {
        // The lines are centered within the width that they were given.
        let width = note.width ?? words.width
        snapshot.text(
          note, at: Point(x: rect.x + ((rect.width - width) / 2).rounded(), y: y), painter.palette.dim)
      }
    }
    if let locate, let button { painter.drawButton(snapshot, locate, in: button) }
  }
}
