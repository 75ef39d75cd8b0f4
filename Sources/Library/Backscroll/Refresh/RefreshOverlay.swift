import Gtk
import ScrollCore
import Translation

/// Pull to refresh around anything that scrolls, at its start or at its end.
///
///     let overlay = RefreshOverlay(ScrolledWindow(child: list), edge: .start)
///     overlay.refresh = { messages.prepend(try await server.messages(before: messages.items.first?.id)) }
///     window.child = overlay
///
/// A drag beyond the edge stretches the content by at most 64 points, and the indicator stands in the gap; afterwards
/// it lies over the content. A drag with the mouse or a finger, and two fingers on a touchpad, pull if they begin with
/// the content at the edge. Other drags look the same, and the indicator says to pull again. ``begin()`` does the same
/// as a pull for keys and buttons. A wheel has no release and never loads. `PullToRefresh` decides the effect of a release.
///
/// For both edges, put one overlay around another.
@MainActor
public final class RefreshOverlay: CustomWidget {
  /// The edge at which a pull loads.
  public let edge: ScrollEdge
  /// Makes the content follow the mouse; shared by all overlays around one scrolled window.
  public let drag: DragScroll
  /// The widget that shows the pull and its load.
  public let indicator: any RefreshIndicator

  /// The load. An error that it throws is shown as a failure, with the error's description as the tooltip; a
  /// `CancellationError` ends the load without one.
  public var refresh: (() async throws -> Void)?
  /// Called with the result of a load in a sentence, which an application announces to screen readers.
  public let didFinish = Callback<String>()
  /// Called when ``state`` has changed.
  public let didChangeState = Callback<PullToRefresh.State, PullToRefresh.State>()
  /// Whether a drag beyond the edge pulls. Otherwise it only stretches the content; ``begin()`` still loads.
  public var isPullEnabled = true {
    didSet {
      guard isPullEnabled != oldValue else { return }
      if !isPullEnabled { pullCancelled() }
      drag.setPull(isPullEnabled ? self : nil, at: edge)
    }
  }
  /// Whether the content itself shows, for example by a row, that a load runs at this edge or has failed. The indicator
  /// then shows only the pull and the result of the load.
  public var contentShowsLoad = false { didSet { if contentShowsLoad != oldValue { updateIndicator() } } }
  /// The indicator's text after a load.
  public var doneText: String
  /// The time in seconds for which the result of a load is shown. Increase it for a sentence that says more than the content shows.
  public var doneTime = 1.5
  /// The indicator's text after a failure.
  public var failedText: String
  /// Points at the content's end side that the indicator leaves free, for a widget that lies over the content there.
  public var endRoom = 0 { didSet { if endRoom != oldValue { queueAllocate() } } }

  /// A load that runs at the edge without a pull. While it loads, nothing can be pulled: there is one load at a time.
  public var activity: PullToRefresh.Activity {
    get { pull.activity }
    set {
      guard newValue != activity else { return }
      change { $0.activity = newValue }
      // During the load of a pull, its end announces it.
      if pull.state != .loading { announceActivity() }
    }
  }

  /// The state of the pull and its load.
  public var state: PullToRefresh.State { pull.state }
  /// Whether the indicator is visible or about to be.
  public var isIndicatorShown: Bool { shown != .hidden }

  private let child: Widget
  private var pull = PullToRefresh()
  private var load: Task<Void, Never>?
  /// The activity when the load began.
  private var activityBefore = PullToRefresh.Activity.none
  private var hideDone: DeferredCall?
  /// Points by which the pull moves the indicator away from its resting place.
  private var offset = 0.0
  /// The indicator's opacity, which GTK's property rounds.
  private var opacityShown = 0.0
  private lazy var slide = Animation(on: self)
  private lazy var fade = Animation(on: self)

  /// Makes an overlay around a scrolled window. `indicator` replaces the default one, and with it `words`.
  public convenience init(
    _ scroller: ScrolledWindow, edge: ScrollEdge = .start, words: RefreshWords = RefreshWords(),
    indicator: (any RefreshIndicator)? = nil, refresh: (() async throws -> Void)? = nil
  ) {
    let drag = DragScroll(scroller)
    self.init(child: drag, drag: drag, edge: edge, words: words, indicator: indicator)
    self.refresh = refresh
  }

  /// Makes an overlay around the one for the other edge.
  public convenience init(
    _ inner: RefreshOverlay, edge: ScrollEdge, words: RefreshWords = RefreshWords(),
    indicator: (any RefreshIndicator)? = nil, refresh: (() async throws -> Void)? = nil
  ) {
    precondition(inner.edge != edge, "An edge has one overlay")
    self.init(child: inner, drag: inner.drag, edge: edge, words: words, indicator: indicator)
    self.refresh = refresh
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
    hexpand = true
    vexpand = true
    // The indicator comes in from beyond the edge.
    overflow = .hidden
    child.setParent(self)
    indicator.setParent(self)
    indicator.visible = false
    indicator.didRequestRetry.connect(weak: self) { $0.begin() }
    indicator.didRequestDismissal.connect(weak: self) { $0.dismiss() }
    addEscape()
    drag.setPull(self, at: edge)
  }

  isolated deinit {
    load?.cancel()
    hideDone?.cancel()
  }

  public override class var cssName: String { "refreshoverlay" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    child.place(leading: 0, top: 0, width: width, height: height)
    guard indicator.visible else { return }
    let wanted = indicator.measured(.horizontal)
    let own = max(wanted.minimum, min(wanted.natural, width - Self.margin - max(Self.margin, endRoom)))
    let x = max(0, min((width - own) / 2, width - endRoom - own))
    let tall = indicator.measured(.vertical, for: own).natural
    let inset = Self.margin + Int(offset.rounded())
    indicator.place(
      leading: x, top: edge == .start ? inset : height - inset - tall, width: own,
      height: tall)
  }

  public override func dispose() {
    load?.cancel()
    load = nil
    indicator.unparent()
    child.unparent()
    super.dispose()
  }

  public override func unmapped() {
    // A load continues, but a pull ends.
    pullCancelled()
    placeIndicator()
  }

  /// Points between the resting indicator and the edge, and the least at its sides.
  private static let margin = 8
  /// The least time for which a load is shown. Otherwise an instant one would give no feedback.
  private static let minimumLoading = Duration.milliseconds(400)
  /// Seconds from invisible to visible.
  private static let fadeTime = 0.18

  // MARK: Loading

  /// Starts a load, as a pull does. Does nothing while one is under way.
  public func begin() {
    if change({ $0.begin() }) { startLoading() }
  }

  /// Removes a failure from the screen. Returns whether one was shown.
  @discardableResult
  public func dismiss() -> Bool {
    guard case .failed = display else { return false }
    // Its buttons go away too, so the focus moves to the content.
    if indicator.containsFocus { _ = child.moveFocus(.forward) }
    change { $0.dismiss() }
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
    setAccessibleBusy(true)
    let refresh = refresh
    activityBefore = activity
    load = Task { [weak self] in
      let begun = ContinuousClock.now
      var failure: (any Error)?
      do { try await refresh?() } catch { failure = error }
      let minimum = self?.contentShowsLoad == true ? .zero : Self.minimumLoading
      try? await Task.sleep(for: minimum - (ContinuousClock.now - begun))
      guard !Task.isCancelled else { return }
      self?.finished(failure)
    }
  }

  private func finished(_ failure: (any Error)?) {
    load = nil
    defer { if activity != activityBefore { announceActivity() } else { setAccessibleBusy(false) } }
    switch failure {
    case nil:
      change { $0.finish(.done(doneText)) }
      hideDone = MainLoop.after(seconds: doneTime) { [weak self] in self?.change { $0.dismiss() } }
      didFinish(doneText)
    case is CancellationError: change { $0.finish() }
    case let error?:
      change { $0.finish(.failed(failedText, reason: "\(error)")) }
      didFinish("\(failedText). \(error)")
    }
  }

  /// Passes an event to the pull, reports a change of its state and shows what follows.
  @discardableResult
  private func change<Result>(_ step: (inout PullToRefresh) -> Result) -> Result {
    let (before, displayBefore) = (pull.state, display)
    let result = step(&pull)
    if pull.state != before { didChangeState(before, pull.state) }
    if case .done = display {} else { endDone() }
    // A gesture moves the indicator even where it shows the same.
    if display != displayBefore || followsGesture { updateIndicator() }
    return result
  }

  // MARK: What is shown

  private func announceActivity() {
    setAccessibleBusy(activity == .loading)
    if case .failed(let reason) = activity { didFinish("\(failedText). \(reason)") }
  }

  private func endDone() {
    hideDone?.cancel()
    hideDone = nil
  }

  private var display: RefreshDisplay { pull.display(failed: failedText) }

  /// The state as the indicator shows it.
  private var shown: RefreshDisplay {
    switch display {
    case .loading, .failed: contentShowsLoad ? .hidden : display
    case .hidden, .pulling, .refused, .done: display
    }
  }

  private func updateIndicator() {
    indicator.show(shown)
    // Only a failure has buttons.
    if case .failed = shown { indicator.canTarget = true } else { indicator.canTarget = false }
    placeIndicator()
  }

  /// Whether the indicator shows a gesture.
  private var followsGesture: Bool {
    switch shown {
    case .pulling, .refused: true
    case .hidden, .loading, .done, .failed: false
    }
  }

  /// Moves the indicator to the place for its state. It follows a gesture at once, and otherwise slides and fades there.
  private func placeIndicator() {
    let animates = isMapped && DesktopSettings.current?.enableAnimations == true
    if followsGesture {
      slide.cancel()
      offset = PullToRefresh.indicatorOffset(stretch: drag.overshoot)
    } else if shown == .hidden {
      // It fades out where it is.
      slide.cancel()
    } else if !animates || opacityShown == 0 {
      slide.cancel()
      offset = 0
    } else if offset != 0, !slide.isRunning {
      slide.start(Spring(offset: offset)) { [weak self] in
        self?.offset = $0
        self?.queueAllocate()
      }
    }
    let (from, to) = (opacityShown, opacityAtRest)
    if animates, from != to {
      fade.start(Ease(duration: Self.fadeTime * abs(to - from))) { [weak self] in
        self?.show(opacity: from + (to - from) * $0)
      }
    } else {
      fade.cancel()
      show(opacity: to)
    }
    queueAllocate()
  }

  /// The opacity for the indicator's state, after the fade.
  private var opacityAtRest: Double {
    switch shown {
    case .hidden: 0
    case .pulling: PullToRefresh.opacity(pull.state)
    case .loading, .done, .failed, .refused: 1
    }
  }

  private func show(opacity: Double) {
    opacityShown = opacity
    indicator.visible = opacity > 0
    indicator.opacity = opacity
  }
}

extension RefreshOverlay: PullTarget {
  func pullBegan() -> Bool {
    guard isPullEnabled else { return false }
    change { $0.gestureBegan() }
    return pull.isPulling
  }

  func pullMoved(to travel: Double) {
    change { $0.gestureMoved(to: travel) }
  }

  func pullEnded() {
    if change({ $0.gestureEnded() }) { startLoading() }
  }

  func pullCancelled() { change { $0.gestureCancelled() } }

  func stretched(by travel: Double) {
    if isPullEnabled { change { $0.stretched(by: travel) } }
  }
}

/// A widget that shows the progress of a pull and its load. The overlay places it over the content, and sets its opacity
/// and visibility.
@MainActor
public protocol RefreshIndicator: Widget {
  /// Shows `display`; called whenever it changes.
  func show(_ display: RefreshDisplay)
  /// Called by the indicator to try a failed load again. The overlay listens.
  var didRequestRetry: Callback<> { get }
  /// Called by the indicator to remove a failure. The overlay listens. Optional, as Escape removes it too.
  var didRequestDismissal: Callback<> { get }
}

extension RefreshIndicator {
  /// Never called: an indicator without a button that removes a failure need not implement it.
  public var didRequestDismissal: Callback<> { Callback() }
}

/// The texts of the default indicator.
public struct RefreshWords: Sendable, Equatable {
  /// Shown while a release would not load.
  public var pull: String
  /// Shown while a release would load.
  public var release: String
  /// Shown while a gesture that began away from the edge stretches the content; its release does not load.
  public var again: String
  /// Shown while a load runs.
  public var loading: String
  /// Shown after a load; see ``RefreshOverlay/doneText``.
  public var done: String
  /// Shown after a failure; see ``RefreshOverlay/failedText``.
  public var failed: String
  /// The label of the button that tries a failed load again.
  public var retry: String
  /// The name of the button that removes a failure.
  public var dismiss: String

  /// Texts to replace the default ones, which are in the user's language.
  public init(
    pull: String = tr("Pull to refresh"), release: String = tr("Release to refresh"),
    again: String = tr("Let go, then pull again"), loading: String = tr("Loading…"),
    done: String = tr("Up to date"), failed: String = tr("Could not load"), retry: String = tr("Retry"),
    dismiss: String = tr("Close")
  ) {
    self.pull = pull
    self.release = release
    self.again = again
    self.loading = loading
    self.done = done
    self.failed = failed
    self.retry = retry
    self.dismiss = dismiss
  }
}
