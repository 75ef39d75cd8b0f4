import Gtk
import ScrollCore

/// Pull to refresh round anything that scrolls, at its start or at its end.
///
///     let overlay = RefreshOverlay(ScrolledWindow(child: list), edge: .start)
///     overlay.refresh = { messages.prepend(try await server.messages(before: messages.items.first?.id)) }
///     window.child = overlay
///
/// The indicator lies over the content and never moves it. A drag with the mouse or a finger, and two fingers on
/// a touchpad, pull when they begin with the content at the edge; ``begin()`` is the same for keys and buttons.
/// A wheel has no release and never loads. What the release means is `PullToRefresh`'s to say.
///
/// For both edges put one overlay round another.
@MainActor
public final class RefreshOverlay: CustomWidget {
  /// A load at the edge that nobody pulled for.
  public enum Activity: Sendable, Equatable {
    case none
    case loading
    case failed(reason: String)
  }

  public let edge: ScrollEdge
  /// What makes the content follow the mouse, shared by all overlays round one scrolled window.
  public let drag: DragScroll
  public let indicator: any RefreshIndicator

  /// The load. What it throws is shown as a failure, with the words of the error as its tooltip; a
  /// `CancellationError` is no failure.
  public var refresh: (() async throws -> Void)?
  /// What came of a load, in a sentence: for whoever tells those who do not see the indicator.
  public var didFinish: ((String) -> Void)?
  public var didChangeState: ((_ from: PullToRefresh.State, _ to: PullToRefresh.State) -> Void)?
  /// Off, drags beyond the edge stretch the rubber band; ``begin()`` still loads.
  public var isPullEnabled = true {
    didSet {
      guard isPullEnabled != oldValue else { return }
      if !isPullEnabled { pullCancelled() }
      drag.setPull(isPullEnabled ? self : nil, at: edge)
    }
  }
  /// What the indicator says at the end of a load.
  public var doneText: String
  public var failedText: String

  /// A load that goes on at the edge without a pull, if the reader is there to see it. Meanwhile nothing can be
  /// pulled: one load at a time.
  public var activity = Activity.none {
    didSet { if activity != oldValue { activityChanged() } }
  }

  public var state: PullToRefresh.State { pull.state }
  /// Whether anything of the indicator is to be seen, or about to be.
  public var isIndicatorShown: Bool { display != .hidden }

  private let child: Widget
  private var pull = PullToRefresh()
  private var load: Task<Void, Never>?
  private var display = RefreshDisplay.hidden
  /// Goes up with each change of what is shown: the end of a message's time is only the end of that message.
  private var displayNumber = 0
  private var place = IndicatorPlace()
  private var isTicking = false
  /// The activity has changed under a hand that may pull: what it is now shows when the hand has let go.
  private var missedActivity = false

  /// Round a scrolled window, with an indicator of the caller's or the default one.
  public convenience init(
    _ scroller: ScrolledWindow, edge: ScrollEdge = .start, words: RefreshWords = RefreshWords(),
    indicator: (any RefreshIndicator)? = nil
  ) {
    let drag = DragScroll(scroller)
    self.init(child: drag, drag: drag, edge: edge, words: words, indicator: indicator)
  }

  /// Round an overlay for the other edge.
  public convenience init(
    _ inner: RefreshOverlay, edge: ScrollEdge, words: RefreshWords = RefreshWords(),
    indicator: (any RefreshIndicator)? = nil
  ) {
    precondition(inner.edge != edge, "An edge has one overlay")
    self.init(child: inner, drag: inner.drag, edge: edge, words: words, indicator: indicator)
  }

  private init(
    child: Widget, drag: DragScroll, edge: ScrollEdge, words: RefreshWords, indicator: (any RefreshIndicator)?
  ) {
    self.child = child
    self.drag = drag
    self.edge = edge
    let indicator = indicator ?? PullIndicator(edge: edge, words: words)
    self.indicator = indicator
    doneText = words.done
    failedText = words.failed
    super.init()
    isHorizontallyExpanding = true
    isVerticallyExpanding = true
    child.setParent(self)
    indicator.setParent(self)
    indicator.isVisible = false
    indicator.didRequestRetry = { [weak self] in self?.begin() }
    indicator.didRequestDismissal = { [weak self] in self?.dismiss() }
    addEscape()
    drag.setPull(self, at: edge)
  }

  isolated deinit { load?.cancel() }

  public override class var cssName: String { "refreshoverlay" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    child.place(x: 0, y: 0, width: width, height: height)
    guard indicator.isVisible else { return }
    let wanted = indicator.measured(.horizontal)
    let own = max(wanted.minimum, min(wanted.natural, width - 2 * Self.margin))
    let tall = indicator.measured(.vertical, for: own).natural
    let offset = Self.margin + Int(place.offset.rounded())
    indicator.place(
      x: (width - own) / 2, y: edge == .start ? offset : height - offset - tall, width: own, height: tall)
  }

  public override func dispose() {
    load?.cancel()
    load = nil
    indicator.unparent()
    child.unparent()
    super.dispose()
  }

  public override func unmapped() {
    // A load goes on; what was held is let go.
    pullCancelled()
    place.arrive()
  }

  /// Points between the resting indicator and the edge, and the least there is at its sides.
  private static let margin = 8
  /// Seconds that a load shows at the least, or an instant one would be no feedback; that "done" shows.
  private static let minimumLoading = Duration.milliseconds(400)
  private static let doneTime = 0.9

  // MARK: Loading

  /// Starts a load, as a pull does; does nothing while one is under way.
  public func begin() {
    guard activity != .loading else { return }
    if change({ $0.begin() }) { startLoading() }
  }

  /// Takes a failure off the screen; answers whether one was there. It comes back with the next one.
  @discardableResult
  public func dismiss() -> Bool {
    guard case .failed = display else { return false }
    // The buttons go away with it: the focus goes on to the content.
    if indicator.containsFocus { _ = child.moveFocus(.forward) }
    show(.hidden)
    return true
  }

  private func addEscape() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { overlay, key, _, modifiers in
      key == Key.escape && modifiers.isDisjoint(with: [.control, .alt, .shift]) && overlay.dismiss()
    }
    add(keys)
  }

  private func startLoading() {
    show(.loading)
    setAccessibleBusy(true)
    let refresh = refresh
    load = Task { [weak self] in
      let begun = ContinuousClock.now
      var failure: (any Error)?
      do { try await refresh?() } catch { failure = error }
      try? await Task.sleep(for: Self.minimumLoading - (ContinuousClock.now - begun))
      guard !Task.isCancelled else { return }
      self?.finished(failure)
    }
  }

  private func finished(_ failure: (any Error)?) {
    load = nil
    setAccessibleBusy(false)
    change { $0.finish() }
    switch failure {
    case nil:
      show(.done(doneText))
      didFinish?(doneText)
      let number = displayNumber
      MainLoop.after(seconds: Self.doneTime) { [weak self] in
        if let self, displayNumber == number { showActivity() }
      }
    case is CancellationError: showActivity()
    case let error?:
      show(.failed(failedText, reason: "\(error)"))
      didFinish?("\(failedText). \(error)")
    }
  }

  /// Lets the state machine take a step, and tells if the state has changed by it.
  @discardableResult
  private func change<Result>(_ step: (inout PullToRefresh) -> Result) -> Result {
    let before = pull.state
    let result = step(&pull)
    if pull.state != before { didChangeState?(before, pull.state) }
    return result
  }

  // MARK: What is shown

  private func activityChanged() {
    guard pull.state != .loading else { return }
    setAccessibleBusy(activity == .loading)
    if case .failed(let reason) = activity { didFinish?("\(failedText). \(reason)") }
    if pull.isPulling { missedActivity = true } else { showActivity() }
  }

  private func showActivity() {
    switch activity {
    case .none: show(.hidden)
    case .loading: show(.loading)
    case .failed(let reason): show(.failed(failedText, reason: reason))
    }
  }

  private func show(_ new: RefreshDisplay) {
    displayNumber += 1
    display = new
    if !pull.isPulling { missedActivity = false }
    indicator.show(new)
    var opacity = 1.0
    var offset = 0.0
    switch new {
    case .hidden: opacity = 0
    case .pulling:
      opacity = PullToRefresh.opacity(pull.state)
      offset = pull.indicatorOffset
    case .loading, .done, .failed: break
    }
    // Only a failure has something to click on.
    if case .failed = new { indicator.canTarget = true } else { indicator.canTarget = false }
    place.head(to: offset, opacity: opacity, follows: pull.isPulling)
    run()
  }

  private func run() {
    if !isMapped || DesktopSettings.current?.animates != true { place.arrive() }
    applyPlace()
    guard !place.isAtRest, !isTicking else { return }
    isTicking = true
    onTick { [weak self] time in
      guard let self else { return false }
      place.step(to: time)
      applyPlace()
      isTicking = !place.isAtRest
      return isTicking
    }
  }

  private func applyPlace() {
    indicator.isVisible = place.opacity > 0
    indicator.opacity = place.opacity
    queueAllocate()
  }
}

extension RefreshOverlay: PullTarget {
  func pullBegan() -> Bool {
    guard isPullEnabled, activity != .loading else { return false }
    change { $0.gestureBegan() }
    return pull.isPulling
  }

  func pullMoved(to travel: Double) {
    guard pull.isPulling, max(0, travel) != pull.travel else { return }
    change { $0.gestureMoved(to: travel) }
    show(.pulling(progress: pull.progress, isReady: pull.state == .ready))
  }

  func pullEnded() {
    guard pull.isPulling else { return }
    let wasPulled = display != .hidden || missedActivity
    if change({ $0.gestureEnded() }) { startLoading() } else if wasPulled { showActivity() }
  }

  func pullCancelled() {
    guard pull.isPulling else { return }
    let wasPulled = pull.travel > 0 || missedActivity
    change { $0.gestureCancelled() }
    if wasPulled { showActivity() }
  }
}
