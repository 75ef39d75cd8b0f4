import AppBase
import Chats
import Controls
import Gtk
import Translation

/// A sent contact, which can be saved as a vCard.
@MainActor
final class ContactPart: RowPart {
  private let contact: Contact
  private let name: TextLayout
  private let phone: TextLayout?
  private let initials: TextLayout
  private let save: TextLayout
  private let direction: ReadingDirection

  let inset = (x: 8.0, y: 8.0)
  private static let avatarSize = 40.0
  private static let gap = 10.0
  private static let least = 224.0

  init(_ contact: Contact, _ maker: RowTextMaker) {
    self.contact = contact
    name = maker.line(contact.name, size: 10, weight: 500, ellipsized: true)
    phone = contact.phone.map { maker.line($0, size: 9, ellipsized: true) }
    initials = maker.line(
      Initials.of(contact.name), size: 10 / max(1, maker.scale), weight: 600)
    save = maker.line(tr("Save…"), size: 10, weight: 500)
    direction = maker.direction
  }

  private var buttonWidth: Double { save.extent.width + 24 }
  private var texts: Double { name.extent.height + (phone.map { $0.extent.height + 1 } ?? 0) }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let around = Self.avatarSize + Self.gap + Self.gap + buttonWidth
    name.width = nil
    phone?.width = nil
    let width = min(limit, max(Self.least, max(name.extent.width, phone?.extent.width ?? 0) + around))
    name.width = max(20, width - around)
    phone?.width = max(20, width - around)
    return .init(width: width, height: max(Self.avatarSize, texts))
  }

  private func button(in rect: Rect) -> Rect {
    let height = max(34, save.extent.height + 8)
    return Rect(
      x: direction.x(trailing: 0, width: buttonWidth, in: rect),
      y: rect.y + ((rect.height - height) / 2).rounded(),
      width: buttonWidth, height: height)
  }

  func targets(in rect: Rect) -> [RowTarget] {
    [RowTarget(.activate(.saveContact), [button(in: rect)], radius: 9)]
  }

  func name(of action: RowTarget.Action) -> String? {
    action == .activate(.saveContact) ? tr("Save {name}", ["name": contact.name]) : nil
  }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let size = Self.avatarSize
    let avatar = Rect(
      x: direction.x(leading: 0, width: size, in: rect), y: rect.y + ((rect.height - size) / 2).rounded(),
      width: size, height: size)
    let colors = ChatPalette.avatars[Initials.colorIndex(of: contact.name)]
    snapshot.fill(RoundedRect(avatar, radius: size / 2), top: colors.top, bottom: colors.bottom)
    snapshot.text(initials, at: Initials.place(of: initials, in: avatar), .white)
    func x(_ layout: TextLayout) -> Double {
      direction.x(leading: size + Self.gap, width: layout.size.width, in: rect)
    }
    var y = rect.y + ((rect.height - texts) / 2).rounded()
    painter.draw(
      name, size: 10, weight: 500, at: Point(x: x(name), y: y), painter.textColor, on: snapshot,
      isSearched: true)
    y += name.extent.height + 1
    if let phone {
      painter.draw(
        phone, size: 9, at: Point(x: x(phone), y: y), painter.dimColor, on: snapshot, isSearched: true)
    }
    painter.drawButton(snapshot, save, in: button(in: rect))
  }
}

extension Contact {
  /// The contact for screen readers.
  package var spoken: String {
    let parts = [tr("Contact: {name}", ["name": name]), phone]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
