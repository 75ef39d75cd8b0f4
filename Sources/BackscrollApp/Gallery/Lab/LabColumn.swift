import Backscroll
import Gtk
import Translation

/// One strategy with its card: loads for it, and measures where its reading row is painted.
@MainActor
final class LabColumn {
  let strategy: LabStrategy
  let card: LabCard
  let list: any LabList
  /// Shows the load, and lets one pull for it; nil for strategies that have none.
  let overlay: RefreshOverlay?

  /// How long a load takes, as of its start.
  var latency: Latency
  /// A load is under way.
  private(set) var isLoading = false
  private(set) var reading: LabReading?
  /// The run holds the list's own trigger until all columns are ready.
  var isTriggerHeld = false
  /// A measurement has come to its end.
  var onMeasured: (() -> Void)?

  private let data: LabData
  private let log = EventLog("lab")
  private var pending: Task<Void, any Error>?
  /// Goes up with each load and each cancellation: an answer to an older one changes nothing.
  private var loadNumber = 0
  private var path: FlingPath?
  private var isKeepingFrames = false

  init(_ strategy: LabStrategy, data: LabData, latency: Latency) {
    self.strategy = strategy
    self.data = data
    self.latency = latency
    let inverted = InvertedList()
    switch strategy {
    case .insert: list = StockList(.none)
    case .restore: list = StockList(.scrollToFirst)
    case .upperDelta: list = StockList(.addGrowth)
    case .inverted, .invertedPull: list = inverted
    }
    switch strategy {
    case .insert, .restore, .invertedPull: overlay = RefreshOverlay(list.scroller, edge: .start)
    case .upperDelta, .inverted: overlay = nil
    }
    list.scroller.setAccessibleLabel(tr("{strategy}: messages", ["strategy": strategy.title]))
    card = LabCard(strategy, list: overlay ?? DragScroll(list.scroller))
    if strategy == .inverted {
      inverted.onOldestShown = { [weak self] in self?.triggered() }
    }
    overlay?.refresh = { [weak self] in try await self?.refresh() }
    card.onTouched = { [weak self] in self?.finishMeasuring() }
    list.reset(data.newest)
  }

  // MARK: Loading

  var isExhausted: Bool { list.rows.count >= data.count }

  /// The newest rows, at their end; nothing is under way and nothing measured.
  func reset() {
    stop()
    card.readOut.meter = nil
    card.explain(nil)
    list.scroller.stopFling()
    list.reset(data.newest)
  }

  /// Ends what is under way. A load that comes back later changes nothing.
  func stop() {
    loadNumber += 1
    pending?.cancel()
    pending = nil
    isLoading = false
    overlay?.activity = .none
    isTriggerHeld = false
    dropReading()
    path = nil
  }

  /// Loads as the strategy does: seen, if it has an indicator.
  func startLoading() {
    isTriggerHeld = false
    guard let overlay else { return loadUnseen() }
    if overlay.state != .loading { return overlay.begin() }
    // Its indicator still shows the end of a load that was given up.
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

  /// The oldest row has come into view by itself.
  private func triggered() {
    if !isTriggerHeld, !isLoading { loadUnseen() }
  }

  /// What the overlay calls, for a run and for a pull.
  private func refresh() async throws {
    if !isMeasuring {
      // A pull of one's own: no fling carries the rows, whatever a run has left behind.
      path = nil
      beginMeasuring()
    }
    try await load()
  }

  private func load() async throws {
    loadNumber += 1
    let number = loadNumber
    isLoading = true
    let work = Task { [latency] in try await latency.wait() }
    pending = work
    try await work.value
    guard number == loadNumber else { throw CancellationError() }
    pending = nil
    isLoading = false
    let page = data.page(beforeLast: list.rows.count)
    overlay?.doneText =
      page.isEmpty ? tr("No older rows") : trn("{count} more row", "{count} more rows", page.count)
    list.land(page)
    reading?.landed(at: now)
    keepFrames()
  }

  // MARK: Positions of a run

  /// Points below the top from which a fling starts, and its velocity in points a second: it travels a quarter of
  /// that, so it does not reach the top.
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
    let adjustment = list.scroller.verticalAdjustment
    adjustment.value = adjustment.lower + Self.flingStart
  }

  /// Where the rows stand, to tell whether they still move.
  var place: Double? { list.readingRow(inFling: false).flatMap { list.top(of: $0) } }

  /// Starts GTK's fling towards older rows. `time`: of the running frame.
  func fling(at time: Double) {
    list.scroller.fling(velocity: -Self.flingVelocity)
    path = FlingPath(velocity: Self.flingVelocity, start: time)
    beginMeasuring(at: time)
  }

  // MARK: Measuring

  private var now: Double { list.scroller.frameClock?.frameTime ?? 0 }

  /// From here on the second row in view has to stay where it is, or, in a fling, on its way.
  func beginMeasuring() { beginMeasuring(at: now) }

  private func beginMeasuring(at time: Double) {
    dropReading()
    guard let id = list.readingRow(inFling: path != nil), let top = list.top(of: id) else { return }
    reading = LabReading(row: id, top: top, at: time, path: path)
    list.row(id)?.isRead = true
    card.readOut.isWaiting = true
    card.readOut.meter = reading?.meter
  }

  /// In mid-air the row to read is another: the one in view as the load begins. The path goes on.
  func rebaseReading(at time: Double) {
    if let path = reading?.path { self.path = path }
    beginMeasuring(at: time)
  }

  /// Calibrates the fling's path; to be called with each frame before the load begins.
  func followFling(at time: Double) {
    guard let top = reading.flatMap({ list.top(of: $0.row) }) else { return }
    reading?.calibrate(top: top, at: time)
  }

  /// Takes in a painted frame.
  func painted(at time: Double) {
    guard var reading else { return }
    let top = list.top(of: reading.row)
    // Without a widget the row is at least a viewport away.
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

  /// Keeps what was measured and takes in no more: the time is over, or somebody scrolls.
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
    onMeasured?()
  }

  private func dropReading() {
    if let reading { list.row(reading.row)?.isRead = false }
    // What was not measured to its end says nothing.
    if isMeasuring { card.readOut.meter = nil }
    reading = nil
    card.mark.show(nil)
  }

  /// Frames are painted only when something changes. While a list settles, and once the page is there, each frame
  /// counts; during the wait none is asked for, since a busy frame clock changes what an idle callback finds.
  private func keepFrames() {
    guard !isKeepingFrames else { return }
    isKeepingFrames = true
    card.readOut.onTick { [weak self] _ in
      guard let self else { return false }
      isKeepingFrames = isTriggerHeld || (reading?.countsFrames ?? false)
      if isKeepingFrames { card.readOut.queueDraw() }
      return isKeepingFrames
    }
  }
}
