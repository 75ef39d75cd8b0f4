import Foundation
import Gtk
import Translation

/// The figures of a column: the verdict, the worst drift, the trace, and the newest frame.
///
/// Draws all text itself. Labels that change in every frame would request layouts, and some strategies wait for a
/// layout, so that the measurement would change the result.
final class DriftReadOut: CustomWidget {
  /// The measurement; nil before the first run.
  var meter: DriftMeter? {
    didSet {
      guard meter != oldValue else { return }
      queueDraw()
      verdictMayHaveChanged()
    }
  }
  /// Whether a load is running, so that there is no verdict yet.
  var isWaiting = false {
    didSet {
      guard isWaiting != oldValue else { return }
      queueDraw()
      verdictMayHaveChanged()
    }
  }

  /// The verdict; ``didChangeVerdict`` reports its changes.
  private(set) var verdict = LabVerdict.unknown
  var didChangeVerdict: (() -> Void)?

  private static let margin = (x: 14.0, y: 10.0)
  /// The least width, in points: five columns fit 900 points.
  private static let leastWidth = 150
  private static let traceHeight = 38.0
  private static let lineGap = 6.0

  private var texts: [String: TextLayout] = [:]

  override class var cssName: String { "driftreadout" }
  override class var accessibleRole: AccessibleRole { .group }
  override var requestMode: RequestMode { .heightForWidth }

  override func styleChanged() {
    texts = [:]
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let widest = max(widestBadge, layout(tr("worst drift"), .caption).size.width)
      return Measure(
        minimum: max(Self.leastWidth, Int((widest + 2 * Self.margin.x).rounded(.up))), natural: 180)
    }
    let lines = layout("0", .small).size.height
    let figure = layout("0", .figure).size.height
    return Measure(
      minimum: Int(
        (2 * Self.margin.y + badgeRow(size) + figure + Self.traceHeight + 2 * lines + 4 * Self.lineGap)
          .rounded(.up)
      ))
  }

  private var badgeHeight: Double { LabVerdict.badgeHeight(layout("0", .badge)) }

  private var widestBadge: Double {
    [LabVerdict.unknown, .loading, .holds, .jumps].map { $0.badgeWidth(layout($0.word, .badge)) }.max() ?? 0
  }

  /// Whether the badge and the caption have room side by side, with any text of the badge, also with large text.
  private func isWide(_ width: Int) -> Bool {
    let words = widestBadge + 8 + layout(tr("worst drift"), .caption).size.width
    return width < 0 || Double(width) >= words + 2 * Self.margin.x
  }

  /// The height of the badge, and of the caption below it if the two are not side by side.
  private func badgeRow(_ width: Int) -> Double {
    badgeHeight + (isWide(width) ? 0 : 2 + layout(tr("worst drift"), .caption).size.height)
  }

  private func verdictMayHaveChanged() {
    let now = LabVerdict(meter, isWaiting: isWaiting)
    guard now != verdict else { return }
    verdict = now
    setAccessibleLabel(verdict.word)
    setAccessibleDescription("")
    didChangeVerdict?()
  }

  /// Sets the accessible description to the final figures. Updating it in every frame would flood screen readers.
  func tellFigures() {
    guard let meter else { return }
    setAccessibleDescription(
      trn(
        "worst drift {worst} px, {count} wrong frame", "worst drift {worst} px, {count} wrong frames",
        meter.wrongFrames, ["worst": Self.number(meter.worst)]))
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    let dim = color(named: "bs_dim") ?? foreground
    let line = color(named: "bs_line") ?? foreground
    let body = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    snapshot.fill(Rect(x: 0, y: 0, width: body.width, height: 1), line)
    let room = body.inset(x: Self.margin.x, y: Self.margin.y)
    var y = room.y
    drawBadge(snapshot, room, y)
    let caption = layout(tr("worst drift"), .caption)
    if isWide(width) {
      draw(snapshot, caption, atEndOf: room, y + 3, dim)
    } else {
      draw(snapshot, caption, atStartOf: room, y + badgeHeight + 2, dim)
    }
    y += badgeRow(width) + Self.lineGap
    let figure = layout(meter.map { Self.number($0.worst) } ?? "–", .figure)
    let unit = layout(tr("px"), .unit)
    let figureColor = verdict.color(in: self)
    let total = figure.size.width + (meter == nil ? 0 : 4 + unit.size.width)
    let x = readingDirection.x(leading: 0, width: total, in: room)
    snapshot.text(figure, at: Point(x: x, y: y), figureColor)
    if meter != nil {
      let baseline = y + figure.firstBaseline - unit.firstBaseline
      snapshot.text(unit, at: Point(x: x + figure.size.width + 4, y: baseline), figureColor)
    }
    y += figure.size.height + Self.lineGap
    drawTrace(snapshot, Rect(x: room.x, y: y, width: room.width, height: Self.traceHeight), line)
    y += Self.traceHeight + Self.lineGap
    let rows = [
      (tr("now"), meter.map { tr("{number} px", ["number": Self.number($0.now)]) } ?? "–"),
      (tr("wrong frames"), meter.map { Self.number(Double($0.wrongFrames)) } ?? "–"),
    ]
    for (name, value) in rows {
      let label = layout(name, .small)
      draw(snapshot, label, atStartOf: room, y, dim)
      draw(snapshot, layout(value, .value), atEndOf: room, y, color(named: "bs_fg") ?? foreground)
      y += label.size.height + Self.lineGap
    }
  }

  private func drawBadge(_ snapshot: Snapshot, _ room: Rect, _ y: Double) {
    let text = layout(verdict.word, .badge)
    let wide = verdict.badgeWidth(text)
    let x = readingDirection.x(leading: 0, width: wide, in: room)
    let box = Rect(x: x, y: y, width: wide, height: badgeHeight)
    verdict.drawBadge(text, in: box, snapshot, of: self)
  }

  /// Draws drift over time, the newest frame at the right edge. The worst drift fits; one point of drift is never
  /// larger than one point.
  private func drawTrace(_ snapshot: Snapshot, _ box: Rect, _ line: Color) {
    let base = box.maxY - 2
    snapshot.fill(Rect(x: box.x, y: base - 0.5, width: box.width, height: 1), line)
    guard let meter, meter.trace.count > 1 else { return }
    let scale = (box.height - 6) / max(meter.worst, box.height - 6)
    let step = box.width / Double(DriftMeter.traceLength - 1)
    snapshot.cairo(box.inset(x: -2, y: -2)) { context in
      context.setColor(verdict.color(in: self))
      context.setLine(width: 2)
      for (index, drift) in meter.trace.reversed().enumerated() {
        let point = Point(x: box.maxX - Double(index) * step, y: base - abs(drift) * scale)
        if index == 0 { context.move(to: point) } else { context.line(to: point) }
      }
      context.stroke()
    }
  }

  private func draw(
    _ snapshot: Snapshot, _ text: TextLayout, atStartOf room: Rect, _ y: Double, _ color: Color
  ) {
    let x = readingDirection.x(leading: 0, width: text.size.width, in: room)
    snapshot.text(text, at: Point(x: x, y: y), color)
  }

  private func draw(_ snapshot: Snapshot, _ text: TextLayout, atEndOf room: Rect, _ y: Double, _ color: Color)
  {
    let x = readingDirection.x(trailing: 0, width: text.size.width, in: room)
    snapshot.text(text, at: Point(x: x, y: y), color)
  }

  // MARK: Text

  private enum Style: String {
    case figure, unit, badge, caption, small, value

    var attributes: [TextAttribute] {
      switch self {
      case .figure:
        [TextAttribute(.size(26)), TextAttribute(.weight(700)), TextAttribute(.features("tnum"))]
      case .unit: [TextAttribute(.size(11)), TextAttribute(.weight(700))]
      case .badge: LabVerdict.style
      case .caption: [TextAttribute(.size(9))]
      case .small: [TextAttribute(.size(10))]
      case .value:
        [TextAttribute(.size(10)), TextAttribute(.weight(600)), TextAttribute(.features("tnum"))]
      }
    }
  }

  /// Caches layouts by style and text.
  private func layout(_ text: String, _ style: Style) -> TextLayout {
    let key = "\(style.rawValue) \(text)"
    if let known = texts[key] { return known }
    if texts.count > 64 { texts = [:] }
    let layout = TextLayout(for: self)
    layout.set(text, style.attributes)
    texts[key] = layout
    return layout
  }

  private static let locale = Locale.desktop
  /// Formats whole points, with a decimal below ten to distinguish rounding from no drift.
  private static func number(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(0...(value < 9.95 ? 1 : 0))).locale(locale))
  }
}
