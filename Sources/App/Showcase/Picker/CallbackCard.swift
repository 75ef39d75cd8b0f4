import AppBase
import Foundation
import Gtk
import Translation

/// The callback log in the window: newest first, with the number of calls.
package final class CallbackCard: Box {
  private(set) var log = CallbackLog()
  private(set) var rows: [CallbackRow] = []

  private let calls = Label()
  private let list = Box(.vertical)
  private static let title = tr("What it reports")
  private let hint = Label(tr("Tap, drag or use the arrow keys."))

  init() {
    super.init(.vertical)
    addClass("bs-card")
    overflow = .hidden
    let title = Label(Self.title)
    title.addClass("bs-picker-title")
    title.xalign = 0
    title.hexpand = true
    title.ellipsize()
    calls.addClass("bs-caption")
    let head = Box(.horizontal, spacing: 8)
    head.addClass("bs-picker-head")
    head.append(title, calls)
    list.setMargins(start: 8, end: 8, top: 4, bottom: 8)
    list.setAccessibleRole(.list)
    list.setAccessibleLabel(Self.title)
    hint.addClass("bs-caption")
    hint.wrap(maxCharacters: -1)
    hint.setMargins(start: 8, end: 8, top: 12)
    list.append(hint)
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.addClass("bs-card-end")
    scroller.vexpand = true
    scroller.setAccessibleLabel(Self.title)
    append(head, scroller)
    showCalls()
  }

  func add(_ entry: CallbackEntry) {
    log.add(entry)
    rows.first?.isNewest = false
    let row = CallbackRow(entry)
    row.isNewest = true
    rows.insert(row, at: 0)
    list.prepend(row)
    while rows.count > log.entries.count { list.remove(rows.removeLast()) }
    showCalls()
  }

  func clear() {
    for row in rows { list.remove(row) }
    rows = []
    log = CallbackLog()
    showCalls()
  }

  private func showCalls() {
    let reports = Counted.reports(log.calls)
    calls.text = log.jumps > 0 ? "\(reports), \(Counted.rounds(log.jumps))" : reports
    hint.visible = rows.isEmpty
  }
}

/// A callback of the option picker, or a jump across the seam.
struct CallbackEntry: Equatable, Sendable {
  enum Kind: String, Sendable {
    /// Options were laid out; the entry has the selection.
    case layout
    /// An option came to rest.
    case settle
    /// The position was rebased across the seam, which is not a callback.
    case jump

    var title: String {
      switch self {
      // Translators: what an option picker has done: it got its options, an option came to rest, it went round the end.
      case .layout: tr("set")
      case .settle: tr("at rest")
      case .jump: tr("round")
      }
    }
  }

  let time: Date
  let kind: Kind
  let text: String

  static func layout(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .layout, text: tr("selected: {option}", ["option": option]))
  }

  static func settle(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .settle, text: tr("selected: {option}", ["option": option]))
  }

  /// Makes a jump between pages of the strip: the first of `count` options is page 1, and also the page after the last.
  static func jump(count: Int, isForward: Bool, at time: Date) -> CallbackEntry {
    let (from, to) = isForward ? (count + 1, 1) : (1, count + 1)
    return CallbackEntry(
      time: time, kind: .jump,
      text: tr("tile {from} → tile {to}, not seen", ["from": "\(from)", "to": "\(to)"]))
  }
}

/// The newest entries and the number of all calls.
struct CallbackLog: Equatable {
  /// The entries, newest first.
  private(set) var entries: [CallbackEntry] = []
  /// Calls since the start, including those whose entries were dropped. Jumps do not count.
  private(set) var calls = 0
  /// Jumps since the start.
  private(set) var jumps = 0

  /// Number of entries kept.
  static let limit = 200

  mutating func add(_ entry: CallbackEntry) {
    entries.insert(entry, at: 0)
    if entries.count > Self.limit { entries.removeLast() }
    if entry.kind == .jump { jumps += 1 } else { calls += 1 }
  }
}

/// An entry of the callback log: time, kind and text in a line, or the text in a second line if the card is narrow.
final class CallbackRow: CustomWidget {
  let entry: CallbackEntry

  /// Whether the entry is the newest one, which is highlighted.
  var isNewest = false {
    didSet { if isNewest != oldValue { queueDraw() } }
  }

  private var layouts: (time: TextLayout, kind: TextLayout, text: TextLayout)?

  // Points: the height of a row, its margin, the gap between its parts, and the tag.
  private static let height = 32.0
  private static let lineGap = 2.0
  private static let margin = 10.0
  private static let gap = 10.0
  private static let tag = (padding: 7.0, height: 18.0)
  private static let radius = 7.0
  /// Least visible width in points of a text in the same line.
  private static let leastText = 40.0

  init(_ entry: CallbackEntry) {
    self.entry = entry
    super.init()
    setAccessibleLabel("\(Self.clock(entry.time)), \(entry.kind.title), \(entry.text)")
  }

  override class var cssName: String { "callbackrow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  /// "12:04:38.210"
  static func clock(_ time: Date, in zone: TimeZone = .current) -> String {
    let style = Date.VerbatimFormatStyle(
      format:
        "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits).\(secondFraction: .fractional(3))",
      timeZone: zone, calendar: Calendar(identifier: .gregorian))
    return style.format(time)
  }

  override func styleChanged() {
    layouts = nil
    queueResize()
  }

  private func makeLayouts() -> (time: TextLayout, kind: TextLayout, text: TextLayout) {
    if let layouts { return layouts }
    func layout(_ text: String, _ attributes: [TextAttribute]) -> TextLayout {
      let layout = TextLayout(for: self)
      layout.set(text, attributes)
      return layout
    }
    let new = (
      time: layout(Self.clock(entry.time), [TextAttribute(.size(9)), TextAttribute(.features("tnum"))]),
      kind: layout(entry.kind.title, [TextAttribute(.size(8.5)), TextAttribute(.weight(600))]),
      text: layout(entry.text, [TextAttribute(.size(9.5))])
    )
    new.text.ellipsize()
    layouts = new
    return new
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      return Measure(
        minimum: Int(lead.rounded(.up)), natural: Int((lead + Self.gap + Self.leastText).rounded(.up)))
    }
    let (_, _, text) = makeLayouts()
    let height = max(Self.height, text.size.height + 14)
    let isOneLine = size < 0 || fitsOneLine(Double(size))
    return Measure(minimum: Int((isOneLine ? height : height + text.size.height + Self.lineGap).rounded(.up)))
  }

  /// The width of time and kind, with the margins.
  private var lead: Double {
    let (time, kind, _) = makeLayouts()
    return time.size.width + Self.gap + kind.size.width + 2 * Self.tag.padding + 2 * Self.margin
  }

  private func fitsOneLine(_ width: Double) -> Bool { width >= lead + Self.gap + Self.leastText }

  override func snapshot(_ snapshot: Snapshot) {
    let (time, kind, text) = makeLayouts()
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    let dim = token("dim")
    let box = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    if isNewest { snapshot.fill(RoundedRect(box, radius: Self.radius), token("accent_wash")) }
    let isOneLine = fitsOneLine(box.width)
    let second = isOneLine ? 0 : text.size.height + Self.lineGap
    let middle = (box.height - second) / 2
    func mirrored(_ x: Double, _ wide: Double) -> Double {
      readingDirection.x(leading: x, width: wide, in: box)
    }
    var x = Self.margin
    snapshot.text(
      time, at: Point(x: mirrored(x, time.size.width), y: middle - time.size.height / 2), dim)
    x += time.size.width + Self.gap
    let wide = kind.size.width + 2 * Self.tag.padding
    let high = max(Self.tag.height, kind.size.height + 4)
    let tag = Rect(x: mirrored(x, wide), y: middle - high / 2, width: wide, height: high)
    let isLoud = isNewest && entry.kind != .jump
    snapshot.fill(RoundedRect(tag, radius: high / 2), isLoud ? token("accent") : token("hover"))
    snapshot.text(
      kind, at: Point(x: tag.x + Self.tag.padding, y: middle - kind.size.height / 2),
      isLoud ? token("on_accent") : dim)
    x = isOneLine ? x + wide + Self.gap : Self.margin
    text.width = max(20, box.width - x - Self.margin)
    let left = mirrored(x, min(text.size.width, box.width - x - Self.margin))
    snapshot.text(
      text, at: Point(x: left, y: middle + second - text.size.height / 2),
      entry.kind == .jump ? dim : token("fg"))
  }
}
