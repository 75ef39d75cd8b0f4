import AppBase
import Chats
import Gtk
import Translation

/// The reactions below a bubble, in one line: chips with their counts, and the number of kinds that do not fit.
@MainActor
final class ReactionsPart {
  private struct Chip {
    let layout: TextLayout
    let width: Double
    var x = 0.0
  }

  private let reactions: [Reaction]
  private let maker: RowTextMaker
  private var chips: [Chip] = []
  /// "+3", if not all fit.
  private var rest: Chip?
  private(set) var extent = RowGeometry.Extent()
  private let chipHeight: Double

  private static let padding = 9.0
  private static let gap = 4.0
  private static let height = 26.0
  /// The longest key that is not an emoji, in points.
  private static let longestKey = 96.0
  /// 15 pixels in points.
  private static let emojiSize = 11.25

  init?(_ reactions: [Reaction], _ maker: RowTextMaker) {
    guard !reactions.isEmpty else { return nil }
    self.reactions = reactions
    self.maker = maker
    chipHeight = (Self.height * max(1, maker.scale)).rounded()
  }

  private func chip(_ reaction: Reaction) -> Chip {
    let layout = maker.empty()
    let shown = maker.shown(reaction.shownKey, size: Self.emojiSize)
    let count = " \(Counted.number(reaction.count))"
    layout.set(
      shown + count,
      [
        TextAttribute(.size(Self.emojiSize), 0..<shown.utf8.count),
        TextAttribute(.size(9), shown.utf8.count..<(shown + count).utf8.count),
        TextAttribute(.weight(600), shown.utf8.count..<(shown + count).utf8.count),
        TextAttribute(.features("tnum")),
      ])
    layout.ellipsize(inMiddle: true)
    if layout.size.width > Self.longestKey { layout.width = Self.longestKey }
    return Chip(layout: layout, width: layout.extent.width + 2 * Self.padding)
  }

  /// Lays the chips out in at most `limit` points, and makes those that fit.
  func layOut(limit: Double) {
    var x = 0.0
    var shown = 0
    rest = nil
    while shown < reactions.count {
      if chips.count == shown { chips.append(chip(reactions[shown])) }
      if shown > 0, x + chips[shown].width > limit { break }
      chips[shown].x = x
      x += chips[shown].width + Self.gap
      shown += 1
    }
    while shown < reactions.count {
      var last = Chip(
        layout: maker.line("+\(Counted.number(reactions.count - shown))", size: 9, weight: 600), width: 0)
      last = Chip(layout: last.layout, width: last.layout.extent.width + 2 * Self.padding, x: x)
      rest = last
      if shown <= 1 || x + last.width <= limit { break }
      shown -= 1
      x = chips[shown].x
    }
    chips.removeLast(chips.count - shown)
    let end = rest ?? chips.last
    extent = .init(width: end.map { $0.x + $0.width } ?? 0, height: chipHeight)
  }

  private func rect(_ chip: Chip, in rect: Rect) -> Rect {
    let x = maker.direction.x(leading: chip.x, width: chip.width, in: rect)
    return Rect(x: x, y: rect.y, width: chip.width, height: rect.height)
  }

  func targets(in place: Rect) -> [RowTarget] {
    (chips + [rest].compactMap(\.self)).enumerated().map { index, chip in
      RowTarget(.reaction(index), [rect(chip, in: place)], radius: chipHeight / 2, stop: .reactions)
    }
  }

  // MARK: Words

  /// The accessible name of a chip: "🥾, 3, one of them yours".
  func name(_ index: Int) -> String {
    guard index < chips.count else {
      return reactions.dropFirst(chips.count).map(\.spoken).joined(separator: ", ")
    }
    return reactions[index].spoken
  }

  /// The people who gave the reaction of a chip; for the last chip, the reactions that it combines.
  func tooltip(_ index: Int) -> String {
    guard index < chips.count else {
      return reactions.dropFirst(chips.count).map {
        "\($0.shownKey) \(Counted.number($0.count))"
      }.joined(separator: "\u{2002}")
    }
    let reaction = reactions[index]
    // The archive's owner is the last of the people.
    let others = reaction.isOwn ? reaction.people.dropLast() : reaction.people[...]
    var names = others.prefix(Self.names).map(\.name)
    let unnamed = reaction.count - names.count - (reaction.isOwn ? 1 : 0)
    if unnamed > 0, !names.isEmpty || reaction.isOwn {
      names.append(trn("{count} more", "{count} more", unnamed))
    }
    if reaction.isOwn { names.append(tr("you")) }
    return names.isEmpty ? Counted.people(reaction.count) : names.joined(separator: ", ")
  }

  /// The most names in a tooltip.
  private static let names = 20

  // MARK: Drawing

  func draw(in place: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let palette = painter.palette
    for (index, chip) in chips.enumerated() {
      let shape = RoundedRect(rect(chip, in: place), radius: chipHeight / 2)
      let isOwn = reactions[index].isOwn
      snapshot.softShadow(shape, palette.shade)
      snapshot.fill(shape, palette.surface)
      if isOwn {
        snapshot.fill(shape, palette.accentWash)
        snapshot.stroke(shape, width: 1.5, palette.accentForeground)
      } else {
        snapshot.stroke(shape, width: 1, palette.line.faded(0.4))
      }
      draw(
        chip, in: shape.rect, isOwn ? palette.accentForeground : palette.foreground, on: snapshot, &painter)
    }
    if let rest {
      let shape = RoundedRect(rect(rest, in: place), radius: chipHeight / 2)
      snapshot.fill(shape, palette.surface)
      snapshot.stroke(shape, width: 1, palette.line.faded(0.4))
      draw(rest, in: shape.rect, palette.foreground, on: snapshot, &painter)
    }
  }

  private func draw(
    _ chip: Chip, in rect: Rect, _ color: Color, on snapshot: Snapshot, _ painter: inout MessagePainter
  ) {
    let y = rect.y + ((rect.height - chip.layout.size.height) / 2).rounded()
    painter.draw(
      chip.layout, size: Self.emojiSize, at: Point(x: rect.x + Self.padding, y: y), color, on: snapshot)
  }
}

extension Reaction {
  /// The emoji or name. An emoji can consist of many scalars; a key that is a name can be long.
  fileprivate var shownKey: String { LayoutCost.line(String(key.unicodeScalars.prefix(40))) }

  /// The reaction for screen readers: "🥾, 3, one of them yours".
  package var spoken: String {
    let values = ["reaction": shownKey, "count": Counted.number(count)]
    if !isOwn { return tr("{reaction}, {count}", values) }
    return count == 1 ? tr("{reaction}, yours", values) : tr("{reaction}, {count}, one of them yours", values)
  }
}
