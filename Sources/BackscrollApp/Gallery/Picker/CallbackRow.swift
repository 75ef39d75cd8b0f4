import Foundation
import Gtk
import Translation

/// A line of the callback log: when, what kind, and what was told.
final class CallbackRow: CustomWidget {
  let entry: CallbackEntry

  /// The newest one has a ground of its own.
  var isNewest = false {
    didSet { if isNewest != oldValue { queueDraw() } }
  }

  private var layouts: (time: TextLayout, kind: TextLayout, text: TextLayout)?

  /// Points: a row's height, the room at its sides, between its parts, and in the tag.
  private static let height = 32.0
  private static let margin = 10.0
  private static let gap = 10.0
  private static let tag = (padding: 7.0, height: 18.0)
  private static let radius = 7.0
  /// Points of its text that show at the least.
  private static let leastText = 40.0

  init(_ entry: CallbackEntry) {
    self.entry = entry
    super.init()
    setAccessibleLabel("\(Self.clock(entry.time)), \(entry.kind.title), \(entry.text)")
  }

  override class var cssName: String { "callbackrow" }
  override class var accessibleRole: AccessibleRole { .listItem }

  /// "12:04:38.210", in the person's time zone.
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
    let (time, kind, words) = makeLayouts()
    guard orientation == .vertical else {
      let parts = time.size.width + kind.size.width + 2 * Self.tag.padding
      return Measure(minimum: Int((parts + 2 * Self.margin + 2 * Self.gap + Self.leastText).rounded(.up)))
    }
    let text = words.size.height
    return Measure(minimum: Int(max(Self.height, text + 14).rounded(.up)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    let (time, kind, text) = makeLayouts()
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    let dim = token("dim")
    let box = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    if isNewest { snapshot.fill(RoundedRect(box, radius: Self.radius), token("accent_wash")) }
    let middle = box.height / 2
    func mirrored(_ x: Double, _ wide: Double) -> Double { isRightToLeft ? box.width - x - wide : x }
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
    x += wide + Self.gap
    text.width = max(20, box.width - x - Self.margin)
    let left = mirrored(x, min(text.size.width, box.width - x - Self.margin))
    snapshot.text(
      text, at: Point(x: left, y: middle - text.size.height / 2),
      entry.kind == .jump ? dim : token("fg"))
  }
}
