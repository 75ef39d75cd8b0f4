import Gtk
import Translation

/// The result of a measurement for a list.
enum LabVerdict: Equatable {
  case unknown, loading, holds, jumps

  /// Makes the verdict of a measurement. `isWaiting`: a load is running.
  init(_ meter: DriftMeter?, isWaiting: Bool) {
    guard let meter else {
      self = .unknown
      return
    }
    self = !meter.holds ? .jumps : isWaiting ? .loading : .holds
  }

  var word: String {
    switch self {
    case .unknown: tr("not run yet")
    case .loading: tr("loading")
    // Translators: whether a list keeps the row that is read in place, or jumps.
    case .holds: tr("holds")
    case .jumps: tr("jumps")
    }
  }

  /// Whether the measurement has a result.
  var isKnown: Bool { self == .holds || self == .jumps }

  @MainActor
  func color(in widget: Widget) -> Color { widget.color(named: names.color) ?? widget.foreground }

  private var names: (color: String, wash: String) {
    switch self {
    case .unknown, .loading: ("bs_dim", "bs_hover")
    case .holds: ("bs_good", "bs_good_wash")
    case .jumps: ("bs_bad", "bs_bad_wash")
    }
  }

  // Points: the icon, and the space around the text.
  private static let icon = 12.0
  private static let gap = 4.0
  private static let padding = 9.0

  /// The style of the text of a badge.
  static let style = [TextAttribute(.size(9)), TextAttribute(.weight(600))]

  /// The width of a badge with a text.
  @MainActor
  func badgeWidth(_ text: TextLayout) -> Double {
    text.size.width + 2 * Self.padding + (isKnown ? Self.icon + Self.gap : 0)
  }

  /// The height of a badge with a text.
  @MainActor
  static func badgeHeight(_ text: TextLayout) -> Double { max(20, text.size.height + 4) }

  /// Draws a badge: an icon and a text, so that the colour is not the only sign.
  @MainActor
  func drawBadge(_ text: TextLayout, in box: Rect, _ snapshot: Snapshot, of widget: Widget) {
    let color = color(in: widget)
    snapshot.fill(
      RoundedRect(box, radius: box.height / 2), widget.color(named: names.wash) ?? .white)
    if isKnown {
      let name = self == .holds ? "object-select-symbolic" : "dialog-warning-symbolic"
      let place = Rect(
        x: widget.readingDirection.x(leading: Self.padding, width: Self.icon, in: box),
        y: box.y + (box.height - Self.icon) / 2, width: Self.icon, height: Self.icon)
      snapshot.icon(IconPaintable(named: name, size: Int(Self.icon), for: widget), in: place, color)
    }
    let x = widget.readingDirection.x(trailing: Self.padding, width: text.size.width, in: box)
    snapshot.text(text, at: Point(x: x, y: box.y + (box.height - text.size.height) / 2), color)
  }
}

/// The verdicts of all lists.
struct LabTally: Equatable {
  private(set) var jumps = 0
  private(set) var holds = 0
  private(set) var loading = 0

  init(_ verdicts: [LabVerdict]) {
    for verdict in verdicts {
      switch verdict {
      case .unknown: break
      case .loading: loading += 1
      case .holds: holds += 1
      case .jumps: jumps += 1
      }
    }
  }

  /// The badges, in their order.
  var badges: [(verdict: LabVerdict, text: String)] {
    var badges: [(LabVerdict, String)] = []
    // Translators: of how many lists the row that is read has jumped: “3 jump”.
    if jumps > 0 { badges.append((.jumps, trn("{count} jumps", "{count} jump", jumps))) }
    // Translators: in how many lists the row that is read has stayed in place: “2 hold”.
    if holds > 0 { badges.append((.holds, trn("{count} holds", "{count} hold", holds))) }
    if loading > 0 { badges.append((.loading, LabVerdict.loading.word)) }
    if badges.isEmpty { badges.append((.unknown, LabVerdict.unknown.word)) }
    return badges
  }

  /// The badges in a sentence: "3 jump, 2 hold".
  var sentence: String {
    let texts = badges.map(\.text)
    // Translators: the comma between the parts of a list: “3 jump, 2 hold”.
    return texts.dropFirst().reduce(texts[0]) { tr("{first}, {second}", ["first": $0, "second": $1]) }
  }
}

/// The line above the columns: the numbers of those that jump and hold, and the meaning of the frame in those that jump.
///
/// Draws its text itself, for the same reason as ``DriftReadOut``: a label would request a layout during a measurement.
final class LabSummary: CustomWidget {
  var tally = LabTally([]) {
    didSet {
      guard tally != oldValue else { return }
      update()
    }
  }

  private var badges: [(verdict: LabVerdict, layout: TextLayout)] = []
  private lazy var legend = makeLegend()
  private static let gap = 8.0
  /// Points: a small ``ReadingMark``, and the gap between it and its text.
  private static let frame = (width: 26.0, height: 14.0, gap: 6.0)

  override init() {
    super.init()
    update()
  }

  override class var cssName: String { "labsummary" }
  override class var accessibleRole: AccessibleRole { .label }

  override func styleChanged() {
    legend = makeLegend()
    update()
    queueResize()
  }

  private func update() {
    badges = tally.badges.map { verdict, text in (verdict, makeLayout(text)) }
    setAccessibleLabel(tally.sentence)
    queueDraw()
  }

  private func makeLegend() -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(tr("reading here"), [TextAttribute(.size(9))])
    return layout
  }

  private func makeLayout(_ text: String) -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(text, LabVerdict.style)
    return layout
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // The size for the widest text, so that none needs another one.
    let widest = [LabVerdict.jumps, .holds, .loading].map { $0.badgeWidth(makeLayout("5 " + $0.word)) }
    return orientation == .horizontal
      ? Measure(minimum: 0, natural: Int((widest.reduce(2 * Self.gap, +)).rounded(.up)))
      : Measure(minimum: Int(LabVerdict.badgeHeight(makeLayout("0")).rounded(.up)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    var x = 0.0
    for (verdict, layout) in badges {
      let (wide, high) = (verdict.badgeWidth(layout), LabVerdict.badgeHeight(layout))
      let box = Rect(
        x: self.x(leading: x, width: wide), y: ((Double(height) - high) / 2).rounded(),
        width: wide, height: high)
      verdict.drawBadge(layout, in: box, snapshot, of: self)
      x += wide + Self.gap
    }
    if tally.jumps > 0 { drawLegend(from: x + Self.gap, snapshot) }
  }

  /// Draws the meaning of the frame, if there is room beside the verdicts.
  private func drawLegend(from start: Double, _ snapshot: Snapshot) {
    let size = legend.size
    let words = start + Self.frame.width + Self.frame.gap
    guard words + size.width <= Double(width) else { return }
    let frame = Rect(
      x: x(leading: start, width: Self.frame.width), y: ((Double(height) - Self.frame.height) / 2).rounded(),
      width: Self.frame.width, height: Self.frame.height)
    ReadingMark.draw(frame, color(named: "bs_bad") ?? foreground, on: snapshot)
    snapshot.text(
      legend,
      at: Point(x: x(leading: words, width: size.width), y: ((Double(height) - size.height) / 2).rounded()),
      color(named: "bs_dim") ?? foreground)
  }
}
