import Gtk
import Translation

/// The Lab tab: five ways to load older rows, side by side on the same data, each measured on every painted frame.
final class LabTab: CustomWidget {
  let columns: [LabColumn]
  private let data: LabData
  private let controls: LabControls
  private let content = Box(.vertical)
  private var run: LabRun?
  private var paintWatch: SignalHandle?

  static let title = PageTitle(
    tr("Five ways to load older rows"),
    caption: tr("Same data, same gesture, measured on every painted frame"))

  init(latency: Latency) {
    let data = LabData()
    self.data = data
    columns = LabStrategy.allCases.map { LabColumn($0, data: data, latency: latency) }
    controls = LabControls(latency: latency.milliseconds)
    super.init()
    let cards = EqualColumns(columns.map(\.card))
    let scroller = ScrolledWindow(child: cards)
    scroller.setBars(horizontal: .automatic, vertical: .automatic)
    // What is in it takes the focus.
    scroller.isFocusable = false
    scroller.isVerticallyExpanding = true
    content.append(controls, scroller)
    content.setParent(self)
    controls.onLatencyChanged = { [weak self] in self?.setLatency($0) }
  }

  override class var cssName: String { "lab" }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    content.measured(orientation, for: size)
  }

  override func allocate(width: Int, height: Int) { content.place(x: 0, y: 0, width: width, height: height) }

  override func dispose() {
    content.unparent()
    super.dispose()
  }

  override func mapped() {
    paintWatch = frameClock?.afterPaint.connect(weak: self) { $0.painted() }
  }

  /// Off the screen nothing is painted, so nothing can be measured.
  override func unmapped() {
    paintWatch?.disconnect()
    paintWatch = nil
    stop()
  }

  // MARK: Controls

  /// Milliseconds that a load takes from now on.
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

  /// Loads a page in all columns while nothing moves.
  func load() { start(.rest) }

  /// Loads a page in all columns while GTK's own fling carries them.
  func flingAndLoad() { start(.fling) }

  /// The newest rows, at their end.
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
      TabAction("lab-load") { (tab: LabTab) in tab.load() },
      TabAction("lab-fling") { (tab: LabTab) in tab.flingAndLoad() },
      TabAction("lab-reset") { (tab: LabTab) in tab.reset() },
    ]
  }

  static var menu: [MenuSection] {
    [
      MenuSection(
        nil,
        [
          (tr("Load 30 Older Rows"), "win.lab-load"), (tr("Fling and Load"), "win.lab-fling"),
          (tr("Reset"), "win.lab-reset"),
        ])
    ]
  }

  var pageTitle: PageTitle? { Self.title }
}
