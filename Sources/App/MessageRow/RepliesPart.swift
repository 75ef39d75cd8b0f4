import AppBase
import Chats
import Controls
import Gtk
import Translation

/// The button below a message that opens a thread: who replied, and how often.
@MainActor
final class RepliesPart {
  private let replies: Topic.Replies
  private let isOpen: Bool
  private let maker: RowTextMaker
  private let count: TextLayout
  private let names: TextLayout
  private let initials: [TextLayout]
  private let buttonHeight: Double
  private(set) var extent = RowGeometry.Extent()

  // Points.
  private static let height = 28.0
  private static let padding = 8.0
  private static let gap = 6.0
  private static let avatar = 18.0
  /// The part of an avatar that is beside the one before it.
  private static let avatarStep = 12.0
  private static let arrow = 14.0

  init?(_ content: ChatRowContent, _ maker: RowTextMaker) {
    guard let replies = content.message.replies else { return nil }
    self.replies = replies
    self.maker = maker
    isOpen = content.isThreadOpen
    count = maker.line(Self.words(replies), size: 9, weight: 600)
    let parts = [Self.names(of: replies), content.lastReply.map { tr("last {time}", ["time": $0]) } ?? ""]
    let rest = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    names = maker.line(rest.isEmpty ? "" : "· \(rest)", size: 9, ellipsized: true)
    // The discs do not grow with large text, so neither do their letters.
    initials = replies.people.map {
      maker.line(Initials.of($0.name), size: 5.25 / max(1, maker.scale), weight: 600)
    }
    buttonHeight = (Self.height * max(1, maker.scale)).rounded()
  }

  private static func words(_ replies: Topic.Replies) -> String { Counted.replies(replies.count) }

  /// "Mara, Jonas and 2 more"
  private static func names(of replies: Topic.Replies) -> String {
    let shown = replies.people.prefix(2).map(\.name).joined(separator: ", ")
    let others = replies.peopleCount - min(2, replies.people.count)
    guard !shown.isEmpty, others > 0 else { return shown }
    return trn("{names} and {count} more", "{names} and {count} more", others, ["names": shown])
  }

  /// The button for screen readers: "12 replies by Mara, Jonas and 2 more".
  var name: String {
    let names = Self.names(of: replies)
    guard !names.isEmpty else { return Self.words(replies) }
    return tr("{replies} by {names}", ["replies": Self.words(replies), "names": names])
  }

  private var avatarsWidth: Double {
    initials.isEmpty ? 0 : Self.avatar + Double(initials.count - 1) * Self.avatarStep + Self.gap
  }

  /// Lays the words out in at most `limit` points. The names are cut, or left out.
  func layOut(limit: Double) {
    let rest = 2 * Self.padding + avatarsWidth + count.extent.width + Self.gap + Self.arrow
    let room = limit - rest - Self.gap
    names.width = max(0, room)
    showsNames = room >= 40 && names.extent.width > 0
    extent = .init(width: rest + (showsNames ? names.extent.width + Self.gap : 0), height: buttonHeight)
  }

  private var showsNames = false

  func target(in rect: Rect) -> RowTarget {
    RowTarget(.activate(.thread), [rect], radius: buttonHeight / 2)
  }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let palette = painter.palette
    let shape = RoundedRect(rect, radius: buttonHeight / 2)
    snapshot.softShadow(shape, palette.shade)
    snapshot.fill(shape, palette.surface)
    if isOpen {
      snapshot.fill(shape, palette.accentWash)
      snapshot.stroke(shape, width: palette.isHighContrast ? 3 : 1.5, palette.accentForeground)
    } else {
      snapshot.stroke(
        shape, width: 1, palette.isHighContrast ? palette.foreground : palette.line.faded(0.4))
    }
    var leading = Self.padding
    func place(_ layout: TextLayout) -> Point {
      let size = layout.size
      let x = maker.direction.x(leading: leading, width: size.width, in: rect)
      return Point(x: x, y: rect.y + ((rect.height - size.height) / 2).rounded())
    }
    drawAvatars(in: rect, on: snapshot, palette)
    leading += avatarsWidth
    painter.draw(
      count, size: 9, weight: 600, at: place(count), palette.accentForeground, on: snapshot)
    leading += count.extent.width + Self.gap
    if showsNames {
      let color = isOpen ? palette.foreground : palette.dim
      painter.draw(names, size: 9, at: place(names), color, on: snapshot)
      leading += names.extent.width + Self.gap
    }
    let icon = Rect(
      x: maker.direction.x(leading: leading, width: Self.arrow, in: rect),
      y: rect.y + ((rect.height - Self.arrow) / 2).rounded(), width: Self.arrow, height: Self.arrow)
    snapshot.icon(
      IconPaintable(named: "go-next-symbolic", size: Int(Self.arrow), for: painter.row), in: icon,
      palette.dim)
  }

  /// Draws the discs of the people, each over the one after it.
  private func drawAvatars(in rect: Rect, on snapshot: Snapshot, _ palette: ChatPalette) {
    for (index, person) in replies.people.enumerated().reversed() {
      let leading = Self.padding + Double(index) * Self.avatarStep
      let disc = Rect(
        x: maker.direction.x(leading: leading, width: Self.avatar, in: rect),
        y: rect.y + ((rect.height - Self.avatar) / 2).rounded(), width: Self.avatar, height: Self.avatar)
      let ring = disc.inset(x: -1.5, y: -1.5)
      snapshot.fill(RoundedRect(ring, radius: ring.width / 2), palette.surface)
      let colors = ChatPalette.avatars[ChatPalette.index(of: person.colorSeed)]
      snapshot.fill(RoundedRect(disc, radius: disc.width / 2), top: colors.top, bottom: colors.bottom)
      guard initials.indices.contains(index) else { continue }
      snapshot.text(initials[index], at: Initials.place(of: initials[index], in: disc), .white)
    }
  }
}
