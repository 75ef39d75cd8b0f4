import AppBase
import Controls
import Gtk
import Translation

/// The Lab tab: five strategies to load older rows on the same data, measured on every painted frame. They are side by
/// side or, if they do not fit, one at a time.
package final class LabTab: Bin {
  package let columns: [LabColumn]
  private let data: LabData
  private let controls: LabControls
  package let stage: LabStage
  private var run: LabRun?
  private var paintWatch: SignalHandle?

  /// Makes the tab. `latency` is the initial duration of a load.
  package init(latency: Latency) {
    let data = LabData()
    self.data = data
    columns = LabStrategy.allCases.map { LabColumn($0, data: data, latency: latency) }
    controls = LabControls(latency: latency.milliseconds)
    stage = LabStage(columns.map { ($0.strategy, $0.card) })
    super.init()
    child = ToolPage(stage, tools: controls, at: .top)
    // Rows of another width have another height, so the measurement would not show the effect of the strategies.
    stage.willChangeForm = { [weak self] in self?.beginAnew() }
    controls.didChangeLatency = { [weak self] in self?.setLatency($0) }
  }

  package override class var cssName: String { "lab" }

  package override func mapped() {
    paintWatch = frameClock?.afterPaint.connect(weak: self) { $0.painted() }
  }

  /// Ends a run, since without painted frames there is nothing to measure.
  package override func unmapped() {
    paintWatch?.disconnect()
    paintWatch = nil
    stop()
  }

  // MARK: Controls

  /// Duration in milliseconds of the loads that start from now on.
  package var latency: Int {
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
  package func load() { start(.rest) }

  /// Loads a page in all columns during a fling.
  func flingAndLoad() { start(.fling) }

  /// Returns all columns to their newest rows.
  package func reset() {
    run = nil
    for column in columns { column.reset() }
  }

  private func start(_ motion: LabRun.Motion) {
    guard isMapped else { return }
    run = LabRun(motion, columns)
  }

  /// Restarts the present run, and ends a load that a pull has started.
  private func beginAnew() {
    let isRunning = columns.contains { $0.isTriggerHeld || $0.isLoading || $0.isMeasuring }
    let motion = run?.motion
    stop()
    if isRunning, let motion { start(motion) }
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
  package static var actions: [TabAction] {
    [
      TabAction("lab-load", actsWhileHidden: true) { (tab: LabTab) in tab.load() },
      TabAction("lab-fling", actsWhileHidden: true) { (tab: LabTab) in tab.flingAndLoad() },
      TabAction("lab-reset", actsWhileHidden: true) { (tab: LabTab) in tab.reset() },
    ]
  }

  package static var menu: [MenuSection] {
    [
      MenuSection([
        .action(tr("Load 30 Older Rows"), "win.lab-load"), .action(tr("Fling and Load"), "win.lab-fling"),
        .action(tr("Reset"), "win.lab-reset"),
      ])
    ]
  }

  package func takeInitialFocus() { controls.takeInitialFocus() }

  package var pageTitle: PageTitle? {
    // Short, for a narrow window.
    PageTitle(tr("Five ways to load"), caption: tr("Which of them jump?"))
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
    /// Scrolling to the oldest row, then to the start of the fling, each until nothing moves.
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
