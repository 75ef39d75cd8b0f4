import Gtk
import Translation

/// The Lab tab: five strategies to load older rows, side by side on the same data, measured on every painted frame.
final class LabTab: Bin {
  let columns: [LabColumn]
  private let data: LabData
  private let controls: LabControls
  private var run: LabRun?
  private var paintWatch: SignalHandle?
  /// Height of the view in points below which a list would fill it.
  private static let lowBelow = 240.0

  /// `latency` is the initial duration of a load.
  init(latency: Latency) {
    let data = LabData()
    self.data = data
    columns = LabStrategy.allCases.map { LabColumn($0, data: data, latency: latency) }
    controls = LabControls(latency: latency.milliseconds)
    super.init()
    let cards = EqualColumns(columns.map(\.card))
    let scroller = ScrolledWindow(child: cards)
    scroller.setPolicy(horizontal: .automatic, vertical: .automatic)
    // Focus goes to the content.
    scroller.focusable = false
    child = ToolPage(scroller, tools: controls, at: .top)
    // Emitted during layout, and the receiver changes what is laid out.
    scroller.vadjustment.changed.connect(weak: self) { [weak scroller] tab in
      MainLoop.soon { [weak tab] in
        if let tab, let scroller { tab.setLow(scroller.vadjustment.pageSize < Self.lowBelow) }
      }
    }
    controls.didChangeLatency = { [weak self] in self?.setLatency($0) }
  }

  override class var cssName: String { "lab" }

  private func setLow(_ isLow: Bool) {
    for column in columns { column.card.isLow = isLow }
  }

  override func mapped() {
    paintWatch = frameClock?.afterPaint.connect(weak: self) { $0.painted() }
  }

  /// Without painted frames there is nothing to measure, so a run ends here.
  override func unmapped() {
    paintWatch?.disconnect()
    paintWatch = nil
    stop()
  }

  // MARK: Controls

  /// Duration in milliseconds of the loads that start from now on.
  var latency: Int {
    get { controls.latency }
    set {
      controls.latency = newValue
      setLatency(newValue)
    }
  }

  private func setLatency(_ milliseconds: Int) {
    for column in columns { column.latency.milliseconds = milliseconds }
  }

  /// Loads a page in all columns at rest.
  func load() { start(.rest) }

  /// Loads a page in all columns during a fling.
  func flingAndLoad() { start(.fling) }

  /// Returns all columns to their newest rows.
  func reset() {
    run = nil
    for column in columns { column.reset() }
  }

  private func start(_ motion: LabRun.Motion) {
    guard isMapped else { return }
    run = LabRun(motion, columns)
  }

  private func stop() {
    run = nil
    for column in columns {
      column.stop()
      column.list.scroller.stopFling()
    }
  }

  private func painted() {
    guard let time = frameClock?.frameTime else { return }
    run?.painted(at: time)
    for column in columns { column.painted(at: time) }
  }
}

extension LabTab: TabPage {
  static func make(_ setup: TabSetup) -> LabTab { LabTab(latency: setup.latency) }

  static var actions: [TabAction] {
    [
      TabAction("lab-load", actsWhileHidden: true) { (tab: LabTab) in tab.load() },
      TabAction("lab-fling", actsWhileHidden: true) { (tab: LabTab) in tab.flingAndLoad() },
      TabAction("lab-reset", actsWhileHidden: true) { (tab: LabTab) in tab.reset() },
    ]
  }

  static var menu: [MenuSection] {
    [
      MenuSection([
        .action(tr("Load 30 Older Rows"), "win.lab-load"), .action(tr("Fling and Load"), "win.lab-fling"),
        .action(tr("Reset"), "win.lab-reset"),
      ])
    ]
  }

  var pageTitle: PageTitle? {
    PageTitle(
      tr("Five ways to load older rows"),
      caption: tr("Same data, same gesture, measured on every painted frame"))
  }
}

/// A run: brings all columns to the same place, and starts their loads together.
///
/// Only painted frames advance it, so a slow machine takes longer for the same result.
@MainActor
final class LabRun {
  /// The movement of the lists when the load begins.
  enum Motion: Sendable {
    case rest
    case fling
  }

  private enum Stage {
    /// Scrolling to the oldest row, then to the start of the fling, until nothing moves.
    case toStart, belowStart
    /// In a fling before the load.
    case flying(frames: Int)
    case loading
  }

  let motion: Motion
  private let columns: [LabColumn]
  private var stage = Stage.toStart
  private var places: [Double?] = []
  private var stillFrames = 0

  /// Frames without movement that count as rest. A list lays out more rows in the frames after a jump.
  private static let restFrames = 4
  /// Frames of a fling before the load.
  private static let framesInAir = 6

  init(_ motion: Motion, _ columns: [LabColumn]) {
    self.motion = motion
    self.columns = columns
    for column in columns { column.stop() }
    // All columns need the same rows, and a page left to load.
    let counts = Set(columns.map { $0.list.rows.count })
    if counts.count > 1 || columns.contains(where: \.isExhausted) {
      for column in columns { column.reset() }
    }
    for column in columns { column.goToStart() }
  }

  /// Advances the run after a painted frame with the frame time `time`.
  func painted(at time: Double) {
    switch stage {
    case .toStart:
      guard isAtRest() else { return }
      switch motion {
      case .rest: load(at: time)
      case .fling:
        for column in columns { column.goBelowStart() }
        stage = .belowStart
      }
    case .belowStart:
      guard isAtRest() else { return }
      for column in columns { column.fling(at: time) }
      stage = .flying(frames: 0)
    case .flying(let frames):
      for column in columns { column.followFling(at: time) }
      guard frames + 1 >= Self.framesInAir else {
        stage = .flying(frames: frames + 1)
        return
      }
      load(at: time)
    case .loading: break
    }
  }

  private func load(at time: Double) {
    stage = .loading
    for column in columns {
      column.rebaseReading(at: time)
      column.startLoading()
    }
  }

  private func isAtRest() -> Bool {
    let now = columns.map(\.place)
    stillFrames = now == places && !now.contains(nil) ? stillFrames + 1 : 0
    places = now
    guard stillFrames >= Self.restFrames else { return false }
    stillFrames = 0
    places = []
    return true
  }
}

/// Cards of equal size side by side.
private final class EqualColumns: CustomWidget {
  private let columns: [Widget]

  // Points: the least width of a column, the gap, and the margin, which shows shadows and focus rings.
  private static let leastWidth = 216
  private static let gap = 12
  private static let margin = (x: 18, top: 4, bottom: 18)

  init(_ columns: [Widget]) {
    self.columns = columns
    super.init()
    for column in columns { column.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  private var gaps: Int { max(0, columns.count - 1) * Self.gap + 2 * Self.margin.x }
  private func columnWidth(_ width: Int) -> Int {
    max(leastColumn, (width - gaps) / max(1, columns.count))
  }

  private var leastColumn: Int {
    max(Self.leastWidth, columns.map { $0.measured(.horizontal).minimum }.max() ?? 0)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: gaps + columns.count * leastColumn) }
    let width = columnWidth(max(size, 0))
    let tallest = columns.map { $0.measured(.vertical, for: width).minimum }.max() ?? 0
    return Measure(minimum: tallest + Self.margin.top + Self.margin.bottom)
  }

  override func allocate(width: Int, height: Int) {
    let each = columnWidth(width)
    for (index, column) in columns.enumerated() {
      let x = Self.margin.x + index * (each + Self.gap)
      column.place(
        x: isRightToLeft ? width - x - each : x, y: Self.margin.top, width: each,
        height: max(0, height - Self.margin.top - Self.margin.bottom))
    }
  }

  override func dispose() {
    for column in columns { column.unparent() }
    super.dispose()
  }
}
