import Gtk
import Translation

/// The card of a column: the strategy, the list, the measurement, and its explanation.
final class LabCard: Box {
  let readOut = DriftReadOut()
  /// Marks the place of the measured row after the row has moved away.
  let mark = ReadingMark()

  /// Called when the user presses, scrolls or types in the list.
  var didTouch: (() -> Void)?

  private let strategy: LabStrategy
  private let head: LabHead
  private let reason = LabReason()
  private var listArea: Widget?

  private static let leastListHeight = (usual: 150, low: 96)

  init(_ strategy: LabStrategy, list: Widget) {
    self.strategy = strategy
    head = LabHead(strategy)
    super.init(.vertical)
    addClass("bs-card")
    addClass("bs-lab")
    setAccessibleRole(.group)
    setAccessibleLabel(strategy.title)
    overflow = .hidden
    append(head, makeListArea(list), readOut, reason)
    explain(nil)
  }

  /// Whether no other card is beside it, whose parts would have to be at the same height.
  var isAlone = false {
    didSet { head.isAlone = isAlone }
  }

  /// Whether the view is low. The list then leaves room for the other parts, on which a finger can scroll the view.
  var isLow = false {
    didSet {
      guard isLow != oldValue else { return }
      listArea?.setSizeRequest(height: isLow ? Self.leastListHeight.low : Self.leastListHeight.usual)
    }
  }

  /// Explains a measurement. Without one, or when it ended before the page landed, describes the strategy.
  func explain(_ reading: LabReading?) {
    reason.text =
      reading.flatMap { $0.isWaiting ? nil : LabFinding(of: $0).sentence(for: strategy) }
      ?? LabFinding.promise(of: strategy)
  }

  private func makeListArea(_ list: Widget) -> Widget {
    // Below the rows, so that it does not cross their text.
    let area = Overlay(child: mark)
    area.addOverlay(list)
    area.addClass("bs-lab-list")
    area.vexpand = true
    area.setSizeRequest(height: Self.leastListHeight.usual)
    listArea = area
    area.setAccessibleRole(.group)
    area.setAccessibleLabel(tr("{strategy}: messages", ["strategy": strategy.title]))
    let press = PressWatcher()
    press.watch(weak: self) { card, press in
      if case .began = press { card.didTouch?() }
    }
    area.add(press)
    let wheel = ScrollController()
    wheel.propagationPhase = .capture
    wheel.scrolled.connect(weak: self) { card, _, _ in
      card.didTouch?()
      return false
    }
    area.add(wheel)
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { card, _, _, _ in
      card.didTouch?()
      return false
    }
    area.add(keys)
    return area
  }
}

/// The title of a strategy and its description. Beside other cards it reserves the height of the longest text, so that
/// the lists begin at one height.
private final class LabHead: CustomWidget {
  /// Whether no other card is beside it.
  var isAlone = false { didSet { if isAlone != oldValue { queueResize() } } }

  private let title: Label
  private let subtitle: Label
  /// The height of the longest subtitle by the width of its lines.
  private var heights: [Int: Int] = [:]
  private static let gap = 2

  init(_ strategy: LabStrategy) {
    title = Label(strategy.title)
    subtitle = Label(strategy.subtitle)
    super.init()
    addClass("bs-lab-head")
    title.addClass("bs-lab-title")
    subtitle.addClass("bs-caption")
    subtitle.wrap(maxCharacters: 24, isCentered: false)
    subtitle.yalign = 0
    for label in [title, subtitle] {
      label.xalign = 0
      label.setParent(self)
    }
  }

  override class var cssName: String { "labhead" }
  override var requestMode: RequestMode { .heightForWidth }

  override func styleChanged() {
    heights = [:]
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (name, words) = (title.measured(.horizontal), subtitle.measured(.horizontal))
    guard orientation == .vertical else {
      return Measure(
        minimum: max(name.minimum, words.minimum), natural: max(name.natural, words.natural))
    }
    let width = max(words.minimum, size < 0 ? words.natural : size)
    let own = subtitle.measured(.vertical, for: width).minimum
    return Measure(
      minimum: title.measured(.vertical).minimum + Self.gap + (isAlone ? own : max(own, tallest(width))))
  }

  private func tallest(_ width: Int) -> Int {
    if let known = heights[width] { return known }
    let layout = TextLayout(for: subtitle)
    layout.wrapWords()
    layout.width = Double(width)
    let all = LabStrategy.allCases.map { strategy in
      layout.set(strategy.subtitle)
      return Int(layout.size.height.rounded(.up))
    }
    heights[width] = all.max() ?? 0
    return heights[width]!
  }

  override func allocate(width: Int, height: Int) {
    let high = title.measured(.vertical).minimum
    _ = title.measured(.horizontal)
    _ = subtitle.measured(.vertical, for: width)
    title.place(leading: 0, top: 0, width: width, height: high)
    subtitle.place(leading: 0, top: high + Self.gap, width: width, height: max(0, height - high - Self.gap))
  }

  override func dispose() {
    for label in [title, subtitle] { label.unparent() }
    super.dispose()
  }
}

/// The explanation below the figures. It reserves the height of the longest one, so that the lists have the same height
/// and keep it when a measurement ends.
private final class LabReason: CustomWidget {
  var text: String {
    get { label.text }
    set { label.text = newValue }
  }

  private let label = Label()
  /// The height of the longest explanation by the width of its lines.
  private var heights: [Int: Int] = [:]
  private static let margin = (x: 14, top: 10, bottom: 12)

  override init() {
    super.init()
    addClass("bs-lab-reason")
    label.wrap(maxCharacters: 24, isCentered: false)
    label.xalign = 0
    label.yalign = 0
    label.setParent(self)
  }

  override class var cssName: String { "labreason" }
  override var requestMode: RequestMode { .heightForWidth }

  override func styleChanged() {
    heights = [:]
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let inner = label.measured(.horizontal)
    guard orientation == .vertical else {
      return Measure(minimum: inner.minimum + 2 * Self.margin.x, natural: inner.natural + 2 * Self.margin.x)
    }
    let width = max(inner.minimum, (size < 0 ? inner.natural + 2 * Self.margin.x : size) - 2 * Self.margin.x)
    let tallest = max(height(of: width), label.measured(.vertical, for: width).minimum)
    return Measure(minimum: tallest + Self.margin.top + Self.margin.bottom)
  }

  private func height(of width: Int) -> Int {
    if let known = heights[width] { return known }
    let layout = TextLayout(for: self)
    layout.wrapWords()
    layout.width = Double(width)
    let all = LabFinding.allSentences.map { sentence in
      layout.set(sentence)
      return Int(layout.size.height.rounded(.up))
    }
    heights[width] = all.max() ?? 0
    return heights[width]!
  }

  override func allocate(width: Int, height: Int) {
    let room = (x: width - 2 * Self.margin.x, y: height - Self.margin.top - Self.margin.bottom)
    _ = label.measured(.vertical, for: room.x)
    label.place(leading: Self.margin.x, top: Self.margin.top, width: max(0, room.x), height: max(0, room.y))
  }

  override func dispose() {
    label.unparent()
    super.dispose()
  }
}

/// The result of a measurement in a sentence.
private struct LabFinding {
  let holds: Bool
  /// Whether a fling started before the load.
  let isFling: Bool
  /// Whether the fling had ended when the page was inserted.
  let isFlingOver: Bool
  /// Whether the row is at the right place in the newest frame.
  let isBackInPlace: Bool
  /// Whether the figure above is not 0.
  let isRounded: Bool

  init(of reading: LabReading) {
    holds = reading.meter.holds
    isFling = reading.path != nil
    isFlingOver = reading.hasLandedAtRest
    isBackInPlace = !reading.meter.isWrongNow
    isRounded = reading.meter.hasVisibleDrift
  }

  private init(_ bits: Int) {
    (holds, isFling) = (bits & 1 != 0, bits & 2 != 0)
    (isFlingOver, isBackInPlace) = (bits & 4 != 0, bits & 8 != 0)
    isRounded = bits & 16 != 0
  }

  /// All sentences about all strategies.
  static let allSentences = Set(
    LabStrategy.allCases.flatMap { strategy in
      [promise(of: strategy)] + (0..<32).map { LabFinding($0).sentence(for: strategy) }
    })

  /// Describes the strategy before a measurement.
  static func promise(of strategy: LabStrategy) -> String {
    switch strategy {
    case .insert: tr("The scroll value stays, so the rows under it change.")
    case .restore: tr("Scrolls back as soon as the new rows are laid out.")
    case .upperDelta: tr("Adds the growth when the adjustment changes.")
    case .inverted: tr("Loads automatically when the oldest row comes into view. There is no indicator.")
    case .invertedPull: tr("The same list, with pull to refresh and an indicator.")
    }
  }

  func sentence(for strategy: LabStrategy) -> String {
    switch strategy {
    case .insert:
      return holds
        ? tr("No rows were inserted above it.")
        : tr("All rows move down by a page. The row you were reading is gone.")
    case .restore: return restore
    case .upperDelta: return upperDelta
    case .inverted:
      guard holds else { return Self.lost }
      guard isFling else { return tr("The row holds still. A slow load gives no feedback.") }
      return isRounded
        ? tr("The fling continues without a break. The rest is rounding to whole pixels.")
        : tr("The fling continues without a break.")
    case .invertedPull:
      guard holds else { return Self.lost }
      return isFling
        ? tr("The same unbroken fling, with the load in view throughout.")
        : tr("The row holds still, and the load is in view while it runs.")
    }
  }

  private static let lost = tr("The row moved, which is a bug.")

  private var restore: String {
    if holds { return tr("Right: the list scrolled back before a frame was painted.") }
    if isBackInPlace {
      return tr("Right in the end, because nothing was moving. Wrong rows flashed first.")
    }
    return isFling
      ? tr("The fling overwrites the restored position.")
      : tr("It scrolled before the rows were laid out.")
  }

  private var upperDelta: String {
    if holds { return tr("Right: the value changed before the rows were laid out.") }
    if isBackInPlace { return tr("The value was right at once, but the pixels only later.") }
    return isFling && !isFlingOver
      ? tr("The fling overwrites the value in the next frame.")
      : tr("The value is right, but the pixels are not: GTK has placed the rows without it.")
  }
}

/// A dashed frame below the rows of a list, at the expected place of the measured row. A legend is beside the verdicts.
final class ReadingMark: CustomWidget {
  private var place: (top: Double, height: Double)?

  private static let margin = 6.0
  private static let dash = (on: 5.0, off: 4.0)
  private static let lineWidth = 1.5
  private static let radius = 14.0

  override init() {
    super.init()
    canTarget = false
    overflow = .hidden
  }

  override class var cssName: String { "readingmark" }
  override class var accessibleRole: AccessibleRole { .presentation }

  /// Shows the frame at a top edge in the list with a height; nil hides it.
  func show(_ place: (top: Double, height: Double)?) {
    guard place?.top != self.place?.top || place?.height != self.place?.height else { return }
    self.place = place
    queueDraw()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let place else { return }
    let frame = Rect(
      x: Self.margin, y: place.top + 1, width: Double(width) - 2 * Self.margin, height: place.height - 2)
    Self.draw(frame, color(named: "bs_bad") ?? foreground, on: snapshot)
  }

  static func draw(_ frame: Rect, _ color: Color, on snapshot: Snapshot) {
    snapshot.cairo(frame.inset(x: -1, y: -1)) { context in
      context.setColor(color)
      context.setLine(width: lineWidth)
      context.setDash(on: dash.on, off: dash.off)
      context.roundedRect(frame, radius: min(radius, frame.height / 2))
      context.stroke()
    }
  }
}
