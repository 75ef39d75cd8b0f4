import AppBase
import Backscroll
import Gtk
import Translation

/// A strategy with its card: loads pages for it, and measures the place of its row in each painted frame.
@MainActor
package final class LabColumn {
  let strategy: LabStrategy
  let card: LabCard
  let list: any LabList
  /// Shows loads and starts them by a pull; nil for strategies without an indicator.
  let overlay: RefreshOverlay?

  /// Duration of the loads that start from now on.
  var latency: Latency
  /// Whether a load is under way.
  private(set) var isLoading = false
  private(set) var reading: LabReading?
  /// Whether the list's automatic load is suspended, while a run prepares the columns.
  var isTriggerHeld = false
  /// Called when a measurement has ended.
  var didMeasure: (() -> Void)?

  private let data: LabData
  private let log = EventLog("lab")
  private let loading = LatestTask()
  private var path: FlingPath?
  private var isKeepingFrames = false

  init(_ strategy: LabStrategy, data: LabData, latency: Latency) {
    self.strategy = strategy
    self.data = data
    self.latency = latency
    switch strategy {
    case .insert: list = StockList(.none)
    case .restore: list = StockList(.scrollToFirst)
    case .upperDelta: list = StockList(.addGrowth)
    case .inverted, .invertedPull: list = InvertedList()
    }
    switch strategy {
    case .insert, .restore, .invertedPull: overlay = RefreshOverlay(list.scroller, edge: .start)
    case .upperDelta, .inverted: overlay = nil
    }
    list.scroller.setAccessibleLabel(tr("{strategy}: messages", ["strategy": strategy.title]))
    card = LabCard(strategy, list: overlay ?? DragScroll(list.scroller))
    if strategy == .inverted {
      (list as? InvertedList)?.didShowOldest = { [weak self] in self?.triggered() }
    }
    overlay?.refresh = { [weak self] in try await self?.refresh() }
    card.didTouch = { [weak self] in self?.finishMeasuring() }
    list.reset(data.newest)
  }

  // MARK: Loading

  var isExhausted: Bool { list.rows.count >= data.count }

  /// Returns to the newest rows without a load or a measurement.
  func reset() {
    stop()
    card.readOut.meter = nil
    card.explain(nil)
    list.scroller.stopFling()
    list.reset(data.newest)
  }

  /// Cancels the load and drops the measurement.
  func stop() {
    loading.cancel()
    isLoading = false
    overlay?.activity = .none
    isTriggerHeld = false
    dropReading()
    path = nil
  }

  /// Loads a page, with the indicator if the strategy has one.
  func startLoading() {
    isTriggerHeld = false
    guard let overlay else { return loadUnseen() }
    if overlay.state != .loading { return overlay.begin() }
    // The indicator still shows the end of a cancelled load.
    overlay.activity = .loading
    loadUnseen { [weak overlay] in overlay?.activity = .none }
  }

  private func loadUnseen(_ done: @escaping () -> Void = {}) {
    isLoading = true
    Task { [weak self] in
      try? await self?.load()
      done()
    }
  }

  /// Loads automatically when the oldest row comes into view.
  private func triggered() {
    if !isTriggerHeld, !isLoading { loadUnseen() }
  }

  /// The work of the overlay, for a run and for a pull.
  private func refresh() async throws {
    if !isMeasuring {
      // A pull by hand has no fling. Remove that of an earlier run.
      path = nil
      beginMeasuring()
    }
    try await load()
  }

  private func load() async throws {
    isLoading = true
    try await loading.answer { [latency] in try await latency.wait() }
    isLoading = false
    let page = data.page(beforeLast: list.rows.count)
    overlay?.doneText =
      page.isEmpty ? tr("No older rows") : trn("{count} more row", "{count} more rows", page.count)
    // The indicator would cover the measured row, and the figures show that the page was inserted.
    overlay?.doneTime = page.isEmpty ? Self.doneTime : 0
    list.land(page)
    reading?.landed(at: now)
    keepFrames()
  }

  /// Seconds for which the text about the end of the rows is shown.
  private static let doneTime = 1.5

  // MARK: Positions of a run

  /// Start of the fling in points below the top, and its velocity in points per second. The fling travels a quarter of
  /// the velocity, so it does not reach the top.
  static let flingStart = 500.0
  static let flingVelocity = 1_200.0

  func goToStart() {
    isTriggerHeld = true
    dropReading()
    path = nil
    card.explain(nil)
    list.goToStart()
    keepFrames()
  }

  func goBelowStart() {
    let adjustment = list.scroller.vadjustment
    adjustment.value = adjustment.lower + Self.flingStart
  }

  /// The top edge of the row to read. It changes as long as the list moves.
  var place: Double? { list.readingRow(inFling: false).flatMap { list.top(of: $0) } }

  /// Starts GTK's fling towards older rows at a frame time.
  func fling(at time: Double) {
    list.scroller.fling(velocity: -Self.flingVelocity)
    path = FlingPath(velocity: Self.flingVelocity, start: time)
    beginMeasuring(at: time)
  }

  // MARK: Measuring

  private var now: Double { list.scroller.frameClock?.frameTime ?? 0 }

  /// Starts to measure: from now on the row has to stay in place or, in a fling, on its path.
  func beginMeasuring() { beginMeasuring(at: now) }

  private func beginMeasuring(at time: Double) {
    dropReading()
    guard let id = list.readingRow(inFling: path != nil), let top = list.top(of: id) else { return }
    reading = LabReading(row: id, top: top, at: time, path: path)
    list.row(id)?.isRead = true
    card.readOut.isWaiting = true
    card.readOut.meter = reading?.meter
  }

  /// Starts to measure again with the row in view when the load begins. The path of the fling continues.
  func rebaseReading(at time: Double) {
    if let path = reading?.path { self.path = path }
    beginMeasuring(at: time)
  }

  /// Calibrates the path of the fling; call it in each frame before the load.
  func followFling(at time: Double) {
    guard let top = reading.flatMap({ list.top(of: $0.row) }) else { return }
    reading?.calibrate(top: top, at: time)
  }

  /// Measures a painted frame.
  func painted(at time: Double) {
    guard var reading else { return }
    let top = list.top(of: reading.row)
    reading.record(top: top, at: time, viewport: Double(list.scroller.height))
    self.reading = reading
    card.readOut.isWaiting = reading.isWaiting
    card.readOut.meter = reading.meter
    list.row(reading.row)?.isRead = true
    card.mark.show(
      reading.meter.isWrongNow
        ? (reading.expected(at: time), Double(list.row(reading.row)?.height ?? 40)) : nil)
    if reading.isDone(at: time) { finishMeasuring() }
  }

  var isMeasuring: Bool { reading?.isRunning ?? false }

  /// Ends the measurement after its last frame, or when the user scrolls.
  private func finishMeasuring() {
    guard var reading, reading.isRunning else { return }
    reading.stop()
    self.reading = reading
    card.readOut.isWaiting = reading.isWaiting
    card.explain(reading)
    card.readOut.tellFigures()
    log.debug(
      "",
      [
        "strategy": strategy.rawValue, "max-drift": Int(reading.meter.worst.rounded()),
        "wrong-frames": reading.meter.wrongFrames,
      ])
    didMeasure?()
  }

  private func dropReading() {
    if let reading { list.row(reading.row)?.isRead = false }
    // An incomplete measurement has no result.
    if isMeasuring { card.readOut.meter = nil }
    reading = nil
    card.mark.show(nil)
  }

  /// Requests frames while a list settles and after the page was inserted, since GTK paints only after changes. During
  /// the load no frames are requested, because a busy frame clock would change the order of idle callbacks.
  private func keepFrames() {
    guard !isKeepingFrames else { return }
    isKeepingFrames = true
    card.readOut.addTickCallback { [weak self] _ in
      guard let self else { return false }
      isKeepingFrames = isTriggerHeld || (reading?.countsFrames ?? false)
      if isKeepingFrames { card.readOut.queueDraw() }
      return isKeepingFrames
    }
  }
}

/// A strategy to load older rows at the top.
enum LabStrategy: String, CaseIterable, Sendable {
  /// Inserts the page at the front and does nothing else.
  case insert
  /// Remembers the first visible row and scrolls back to it after the insertion.
  case restore
  /// Adds the growth of `upper` to the value, as many GTK programs do.
  case upperDelta = "upper-delta"
  /// Anchors a row: `AnchoredList` keeps it in place while older rows grow upwards.
  case inverted
  /// The same, with pull to refresh and an indicator.
  case invertedPull = "inverted-pull"

  var title: String {
    switch self {
    case .insert: tr("Insert")
    case .restore: tr("Restore")
    case .upperDelta: tr("Upper-delta")
    case .inverted: tr("Inverted")
    case .invertedPull: tr("Inverted + pull")
    }
  }

  var subtitle: String {
    switch self {
    case .insert: tr("Adds older rows at the front, and no more")
    case .restore: tr("Adds them, then scrolls back to the row")
    case .upperDelta: tr("Adds them, then scrolls on by their height")
    case .inverted: tr("Holds the row you read. Chats do it on Auto.")
    case .invertedPull: tr("The same by a pull. Chats do it on Pull.")
    }
  }
}
