import AppBase
import ArchiveWords
import ChatStatistics
import Controls
import Foundation
import Gtk
import Translation

/// A card of the statistics: a heading, a caption after it, a control of its own, and the content.
@MainActor
enum StatisticsCard {
  static func make(_ title: String, caption: String = "", control: Widget? = nil, _ content: Widget...)
    -> Widget
  {
    let card = Box(.vertical, spacing: 10)
    card.addClass("bs-card")
    card.addClass("bs-chart-card")
    card.setAccessibleRole(.group)
    card.setAccessibleLabel(title)
    let (name, note) = (Label(title), Label(caption))
    name.addClass("bs-heading")
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 40, isCentered: false)
    for label in [name, note] { label.xalign = 0 }
    note.hexpand = true
    note.visible = !caption.isEmpty
    name.hexpand = caption.isEmpty
    let head = Box(.horizontal, spacing: 10)
    head.append(name, note)
    if let control { head.append(control) }
    card.append(head)
    for widget in content { card.append(widget) }
    return card
  }

  /// A sentence in place of content.
  static func sentence(_ words: String) -> Widget {
    let label = Label(words)
    label.addClass("bs-dim")
    label.wrap(maxCharacters: 60, isCentered: false)
    label.xalign = 0
    return label
  }
}

/// A row of a list: a name, a bar for its share, and numbers. It leads to messages.
final class CountedRow: Button {
  /// Goes to the messages.
  let open: () -> Void

  /// - Parameters:
  ///   - share: 0…1, the length of the bar.
  ///   - color: The index of a person's color; nil for that of charts.
  init(
    _ name: String, share: Double, color: Int? = nil, _ numbers: [String], spoken: String,
    open: @escaping () -> Void
  ) {
    self.open = open
    let row = Box(.horizontal, spacing: 12)
    let label = Label(name)
    label.xalign = 0
    label.ellipsize()
    let bar = ShareBar([.init(share: share, color: color, initials: "")], width: 120)
    bar.hexpand = true
    row.append(NameColumn(label), bar)
    for (index, number) in numbers.enumerated() {
      let value = Label(number)
      value.xalign = 1
      value.addClass(index == 0 ? "bs-fact-value" : "bs-caption")
      row.append(value)
    }
    super.init(child: row)
    addClass("bs-countrow")
    addClass("bs-chart-row")
    setAccessibleLabel(spoken)
    clicked.connect { open() }
  }
}

/// A name in a column of the same width in all rows, so that their bars begin below each other.
final class NameColumn: CustomWidget {
  private let label: Label

  /// Points.
  private static let (least, usual) = (72, 150)

  init(_ label: Label) {
    self.label = label
    super.init()
    label.setParent(self)
  }

  override class var cssName: String { "namecolumn" }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .vertical ? label.measured(.vertical) : Measure(minimum: Self.least, natural: Self.usual)
  }

  override func allocate(width: Int, height: Int) {
    _ = label.measured(.horizontal)
    label.place(leading: 0, top: 0, width: width, height: height)
  }

  override func dispose() {
    label.unparent()
    super.dispose()
  }
}

/// A row with a fact, which leads to messages.
final class LeadingRow: Button {
  /// - Parameter leads: Whether there is a way to the messages.
  init(_ name: String, _ value: String, leads: Bool = true) {
    let row = Box(.horizontal, spacing: 12)
    let (title, fact) = (Label(name), Label(value))
    title.addClass("bs-dim")
    title.xalign = 0
    fact.xalign = 1
    fact.hexpand = true
    fact.ellipsize()
    row.append(title, fact)
    if leads { row.append(Image(iconName: "go-next-symbolic", size: 16)) }
    super.init(child: row)
    sensitive = leads
    addClass("bs-countrow")
    addClass("bs-chart-row")
    setAccessibleLabel("\(name): \(value)")
  }
}

/// A bar of parts, which together are the whole or less.
final class ShareBar: CustomWidget {
  struct Part: Equatable {
    /// 0…1.
    var share: Double
    /// The index of a person's color; nil for that of charts, or of “Others” if the part has initials.
    var color: Int?
    var initials: String
  }

  private let parts: [Part]
  private let least: Int
  private let isTall: Bool

  // Points.
  private static let gap = 1.5
  private static let leastForInitials = 26.0

  /// - Parameter width: The least width; nil for a bar that takes all room, with initials in it.
  init(_ parts: [Part], width: Int? = nil) {
    self.parts = parts
    least = width ?? 80
    isTall = width == nil
    super.init()
    hexpand = width == nil
    valign = .center
    setAccessibleHidden(true)
  }

  override class var cssName: String { "sharebar" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .vertical
      ? Measure(minimum: isTall ? 18 : 8) : Measure(minimum: min(least, 40), natural: least)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let palette = ChartPalette(of: self)
    let (wide, high) = (Double(width), Double(height))
    var x = 0.0
    snapshot.clipped(to: RoundedRect(Rect(x: 0, y: 0, width: wide, height: high), radius: high / 2)) {
      for part in parts {
        let length = max(part.share > 0 ? 2 : 0, wide * part.share - (isTall ? Self.gap : 0))
        let color = part.color.map { palette.chat.senders[$0] } ?? (isTall ? palette.other : palette.bar)
        let rect = Rect(x: isRightToLeft ? wide - x - length : x, y: 0, width: length, height: high)
        snapshot.fill(RoundedRect(rect, radius: isTall ? 0 : high / 2), color)
        if isTall, length >= Self.leastForInitials, !part.initials.isEmpty {
          let layout = TextLayout(for: self)
          layout.set(part.initials, [TextAttribute(.size(9)), TextAttribute(.weight(600))])
          let size = layout.size
          let place = Point(x: rect.x + (length - size.width) / 2, y: (high - size.height) / 2)
          snapshot.text(layout, at: place, palette.chat.surface)
        }
        x += wide * part.share
      }
    }
  }
}

/// The times of a person's replies on a scale from ten seconds to eight hours: a line from the first to the third
/// quarter, and a disc at the median.
final class ReplyBar: CustomWidget {
  private let places: (first: Double, median: Double, third: Double)
  private let color: Int

  /// Seconds.
  private static let (least, most) = (10.0, 8 * 3_600.0)

  init(_ replies: ReplyTimes, color: Int) {
    func place(_ share: Double) -> Double {
      let seconds = min(max(replies.quantile(share) ?? Self.least, Self.least), Self.most)
      return log(seconds / Self.least) / log(Self.most / Self.least)
    }
    places = (place(0.25), place(0.5), place(0.75))
    self.color = color
    super.init()
    hexpand = true
    setAccessibleHidden(true)
  }

  override class var cssName: String { "replybar" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .vertical ? Measure(minimum: 20) : Measure(minimum: 60, natural: 240)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let palette = ChartPalette(of: self)
    let color = palette.chat.senders[color]
    let (room, middle) = (Double(width) - 12, Double(height) / 2)
    func x(_ place: Double) -> Double { (isRightToLeft ? 1 - place : place) * room + 6 }
    let (start, end) = (min(x(places.first), x(places.third)), max(x(places.first), x(places.third)))
    snapshot.fill(Rect(x: 0, y: middle.rounded(), width: Double(width), height: 1), palette.chat.line)
    snapshot.fill(
      RoundedRect(Rect(x: start - 3, y: middle - 3, width: end - start + 6, height: 6), radius: 3),
      palette.chat.isHighContrast ? color : color.faded(0.38))
    snapshot.fill(
      RoundedRect(Rect(x: x(places.median) - 5, y: middle - 5, width: 10, height: 10), radius: 5), color)
  }
}
