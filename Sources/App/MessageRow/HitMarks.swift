import Chats
import Gtk

/// The search in a conversation, whose hits its rows mark.
@MainActor
package final class HitMarks {
  package init() {}

  /// Returns the ranges of bytes to mark in a text; nil without a search.
  package var find: ((String) -> [Range<Int>])?
  /// The loaded messages that are hits; nil for all. Other messages may contain some of the words.
  package var hits: Set<Message.ID>?
  /// The message of the current hit.
  package var current: Message.ID?
}

/// The marks in the texts of one row.
@MainActor
package final class RowHits {
  /// The hits in one layout, as it was at the search.
  struct Found {
    let ranges: [Range<Int>]
    /// The layout with the colors of the hits.
    let colored: TextLayout
    fileprivate let width: Double?
    fileprivate let isFirst: Bool
  }

  /// Shared by the rows of a conversation.
  package var marks: HitMarks?
  private var known: [ObjectIdentifier: Entry] = [:]

  private struct Entry {
    /// A strong reference, so that no other layout gets the same identifier.
    let layout: TextLayout
    /// Nil without a hit.
    let found: Found?
  }

  /// The most hits that are marked in one text: a text that repeats one letter could have thousands.
  private static let limit = 500

  /// Forgets all hits. Call it when the texts or the search have changed.
  func forget() {
    if !known.isEmpty { known = [:] }
  }

  /// Whether the texts of a message are marked.
  func areMarked(_ id: Message.ID) -> Bool {
    guard let marks, marks.find != nil else { return false }
    return marks.hits?.contains(id) ?? true
  }

  func isCurrent(_ id: Message.ID) -> Bool { marks?.find != nil && marks?.current == id }

  /// The hits in a text of the row, outside of `hidden`.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the first hit is the current one.
  ///   - color: Returns the color of a hit's text, for the current hit or another one.
  func found(
    in layout: TextLayout, hidden: [Range<Int>], isFirst: Bool, color: (_ isCurrent: Bool) -> Color
  ) -> Found? {
    guard let find = marks?.find else { return nil }
    let key = ObjectIdentifier(layout)
    if let entry = known[key] {
      guard let known = entry.found else { return nil }
      if known.width == layout.width, known.isFirst == isFirst { return known }
    }
    let ranges = find(layout.text).lazy
      .filter { range in !range.isEmpty && !hidden.contains { $0.overlaps(range) } }.prefix(Self.limit)
    guard let first = ranges.first else {
      known[key] = Entry(layout: layout, found: nil)
      return nil
    }
    let found = Found(
      ranges: Array(ranges),
      colored: TextLayout(
        layout, coloring: ranges.map { ($0, color(isFirst && $0 == first)) }), width: layout.width,
      isFirst: isFirst)
    known[key] = Entry(layout: layout, found: found)
    return found
  }
}

extension MessagePainter {
  /// Draws a text with its hits marked: a ground and a line below each, and a ring around the current one. Nothing is where it
  /// was not without them. Returns false if there is none, and draws nothing.
  mutating func drawHits(
    _ text: TextLayout, at place: Point, _ color: Color, on snapshot: Snapshot, hidden: [Range<Int>]
  ) -> Bool {
    guard row.hits.areMarked(content.id) else { return false }
    let isCurrent = row.hits.isCurrent(content.id)
    let isOnOwn = message.isOnOwnBubble && row.ground == .bubble
    let palette = palette
    let found = row.hits.found(in: text, hidden: hidden, isFirst: isCurrent && isFirstHit) { isCurrent in
      isCurrent ? palette.currentHitText : isOnOwn ? palette.ownHitText : palette.hitText
    }
    guard let found else { return false }
    for (index, range) in found.ranges.enumerated() {
      let isCurrentHit = isCurrent && isFirstHit && index == 0
      for rect in text.rects(of: range) where rect.width >= 0.5 {
        let shape = RoundedRect(
          Rect(x: place.x + rect.x - 1.5, y: place.y + rect.y, width: rect.width + 3, height: rect.height),
          radius: 4)
        drawHit(shape, isCurrent: isCurrentHit, isOnOwn: isOnOwn, on: snapshot)
      }
    }
    isFirstHit = false
    snapshot.text(found.colored, at: place, color)
    return true
  }

  private func drawHit(_ shape: RoundedRect, isCurrent: Bool, isOnOwn: Bool, on snapshot: Snapshot) {
    snapshot.fill(shape, isCurrent ? palette.currentHit : isOnOwn ? palette.ownHit : palette.hit)
    if palette.isHighContrast {
      return snapshot.stroke(shape, width: isCurrent ? 3 : 1, isOnOwn ? .black : palette.foreground)
    }
    if isCurrent { return snapshot.stroke(shape, width: 1, palette.hitRing) }
    let rect = shape.rect
    snapshot.clipped(to: shape) {
      snapshot.fill(Rect(x: rect.x, y: rect.maxY - 2, width: rect.width, height: 2), palette.hitMark)
    }
  }

  /// Draws the outline of the message that has the current hit.
  func drawOutlineOfHit(_ snapshot: Snapshot) {
    guard row.hits.isCurrent(content.id) else { return }
    let shape = geometry.bubble ?? geometry.blocks.first.map { RoundedRect($0, radius: 10) }
    if let shape { snapshot.stroke(shape, width: palette.isHighContrast ? 3 : 2, palette.hitRing) }
  }
}
