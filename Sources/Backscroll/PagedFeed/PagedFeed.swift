import Gtk
import ScrollCore

/// An infinite feed: pages come as one reads on, and a pull at the top brings the first one anew.
///
///     let feed = PagedFeed(source, pageSize: 30, makeRow: RepositoryRow.init, makeSkeleton: SkeletonRow.init) {
///       row, repository in row.repository = repository
///     }
///     feed.onActivity = { activity in show(activity) }
///     window.child = feed
///     feed.start()
///
/// Whatever arrives, the reader is not moved: old items stay until new ones are there, an item that is read keeps its
/// place, and what came above it is told by ``onNewItems``. One page is asked for at a time, each once; an answer to
/// what is no longer asked, after a refresh or another filter, changes nothing.
///
/// The source answers `.newest` with the first page and `.after` with the next ones.
@MainActor
public final class PagedFeed<Source: PageSource, Row: Widget>: CustomWidget {
  public typealias Item = Source.Item

  /// What the feed as a whole is up to.
  public enum Activity: Sendable, Equatable {
    /// The first page is on its way; rows without content stand in its place.
    case loadingFirst
    /// The first page failed, and there is nothing else to show.
    case firstFailed(reason: String)
    /// There is nothing.
    case empty
    case items
  }

  /// Rows before the last loaded one at which the next page is asked for; 0: only when the last row shows itself.
  public var prefetchDistance = 3 {
    didSet { if prefetchDistance != oldValue { trigger = LoadTrigger(.rows(prefetchDistance + 1)) } }
  }

  /// While this answers true no page is asked for because somebody scrolls: its server wants to be left alone. What is
  /// asked for by name, as by ``retry()`` and ``refresh()``, still is.
  public var isHeldBack: () -> Bool = { false }

  /// Called when the feed as a whole has changed its state: to show an empty or a failed state over it.
  public var onActivity: ((Activity) -> Void)?
  /// This many items have come above what the reader sees; 0: he has seen them, or gone there.
  public var onNewItems: ((Int) -> Void)?
  /// A load begins or ends: the direction tells a page (`.next`) from all anew (`.around`).
  public var onLoad: ((PageDirection, LoadState) -> Void)?

  /// The reader has come to the end and sees that the next page is on its way: once for each load.
  public var onWaiting: (() -> Void)?

  public private(set) var activity = Activity.loadingFirst
  public let overlay: RefreshOverlay
  let list: AnchoredList<FeedModel<Item>, Widget>
  public let pager: Pager<Source>

  private let model = FeedModel<Item>()
  private var trigger: LoadTrigger
  private var footer = FeedFooter.State.idle
  private var newItems = 0
  private var isWaitingSeen = false
  private let skeletonCount: Int

  /// `makeSkeleton` makes rows for the place of items that are awaited: `skeletonCount` of them, each fainter than
  /// the one above.
  public init(
    _ source: Source, pageSize: Int = 30, skeletonCount: Int = 3, refreshWords: RefreshWords = RefreshWords(),
    footerWords: FeedFooter.Words = FeedFooter.Words(), makeRow: @escaping () -> Row,
    makeSkeleton: @escaping () -> Widget, bind: @escaping (_ row: Row, _ item: Item) -> Void
  ) {
    self.skeletonCount = skeletonCount
    pager = Pager(source, pageSize: pageSize)
    trigger = LoadTrigger(.rows(4))
    let model = model
    let relay = FooterRelay()
    list = AnchoredList(
      model, restingEdge: .start,
      makeRow: { kind in
        switch kind {
        case .skeleton: return makeSkeleton()
        case .footer:
          let footer = FeedFooter(words: footerWords)
          footer.onRetry = { [weak relay] in relay?.retried?() }
          return footer
        case .item: return makeRow()
        }
      },
      bind: { [weak relay] widget, row in
        switch row {
        case .item(let item): if let widget = widget as? Row { bind(widget, item) }
        case .footer:
          if let footer = widget as? FeedFooter, let state = relay?.state() { footer.show(state) }
        case .skeleton(let number):
          widget.opacity = skeletonOpacities[min(number, skeletonOpacities.count - 1)]
        }
      })
    self.relay = relay
    let scroller = ScrolledWindow(child: list)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    // Its rows take the focus.
    scroller.isFocusable = false
    overlay = RefreshOverlay(scroller, edge: .start, words: refreshWords)
    super.init()
    list.estimatedHeight = { _ in 98 }
    list.isWorthHolding = { $0 < model.items.count }
    overlay.setParent(self)
    isHorizontallyExpanding = true
    isVerticallyExpanding = true
    relay.retried = { [weak self] in self?.retry() }
    relay.state = { [weak self] in self?.footer ?? .idle }
    connect()
  }

  private let relay: FooterRelay

  public override class var cssName: String { "pagedfeed" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    overlay.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    overlay.place(x: 0, y: 0, width: width, height: height)
  }

  public override func dispose() {
    pager.stop()
    overlay.unparent()
    super.dispose()
  }

  /// What the list of items is called by a screen reader.
  public func setListLabel(_ text: String) { list.setAccessibleLabel(text) }

  // MARK: What can be done

  public var items: [Item] { model.items }

  /// Items of which something is in view.
  public var visibleItems: Range<Int> {
    let visible = list.visibleRange.clamped(to: 0..<model.items.count)
    return visible.isEmpty ? 0..<0 : visible
  }

  /// Items below what is in view.
  public var itemsBelow: Int { max(0, model.items.count - list.visibleRange.upperBound) }

  /// Loads the first page, once.
  public func start() {
    if pager.generation == 0 { pager.loadNewest() }
  }

  /// Loads the first page anew, as a pull does. What is there stays until the answer is, and what follows the first
  /// page stays after it, so that nobody is taken from where he reads.
  public func refresh() { overlay.begin() }

  /// Goes over to another source, such as the same with another filter. The old items go at once: they are no answer
  /// to what is asked now.
  public func setSource(_ source: Source) {
    model.replace(0..<model.items.count, with: [])
    noteNewItems(0)
    pager.setSource(source)
  }

  /// Repeats the load that failed: the first page, the next one, or a refresh. Does nothing where none has.
  public func retry() {
    // The button goes away. Who pressed it goes on from the row above it.
    if let last = model.items.last, list.row(.footer)?.containsFocus == true {
      _ = list.row(.item(last.id))?.takeFocus()
    }
    if case .firstFailed = activity {
      pager.loadNewest()
    } else if case .failed = pager.state(.next) {
      pager.loadNext()
    } else if case .failed = pager.state(.around) {
      refresh()
    }
  }

  /// Shows another state of an item, in its place; does nothing if it is not loaded.
  public func update(_ item: Item) {
    if let index = model.items.firstIndex(where: { $0.id == item.id }) { model.update(item, at: index) }
  }

  /// Goes to the first item.
  public func scrollToStart(animated: Bool = true) {
    noteNewItems(0)
    list.scrollToStart(animated: animated)
  }

  // MARK: What the pager tells

  private func connect() {
    pager.onChange = { [weak self] in self?.apply($0) }
    pager.onState = { [weak self] in self?.follow($0, $1) }
    list.didChangeViewport = { [weak self] in self?.viewportChanged() }
    overlay.refresh = { [weak self] in
      self?.pager.refresh()
      switch await self?.pager.outcome(.around) {
      case .failed(let reason)?: throw FeedFailure(description: reason)
      case .superseded?: throw CancellationError()
      case .loaded?, nil: break
      }
    }
  }

  private func apply(_ change: Pager<Source>.Change) {
    let arrived = pager.items[change.index..<change.index + change.inserted]
    let isRefresh = change.index == 0 && change.removed > 0 && !model.items.isEmpty
    let known = Set(isRefresh ? model.items.map(\.id) : [])
    let isAtStart = list.distanceToStart < 1
    model.setSkeletons(0)
    model.replace(change.index..<min(model.items.count, change.index + change.removed), with: Array(arrived))
    guard isRefresh else { return }
    // What is unknown below the last known one is no news: others have gone, and it has moved up.
    let above = arrived[..<(arrived.lastIndex { known.contains($0.id) } ?? arrived.endIndex)]
    if isAtStart {
      // Who pulled at the top wants to see what came there.
      list.scrollToStart(animated: false)
    } else {
      noteNewItems(above.count { !known.contains($0.id) })
    }
  }

  private func follow(_ direction: PageDirection, _ state: LoadState) {
    onLoad?(direction, state)
    showFooter()
    defer { lookForMore() }
    guard direction == .around else { return }
    switch state {
    case .loading: if model.items.isEmpty { enter(.loadingFirst) }
    case .failed(let reason): if model.items.isEmpty { enter(.firstFailed(reason: reason)) }
    case .idle, .end: enter(model.items.isEmpty ? .empty : .items)
    }
  }

  private func enter(_ new: Activity) {
    model.setSkeletons(new == .loadingFirst ? skeletonCount : 0)
    model.setFooter(new == .items)
    guard new != activity else { return }
    activity = new
    onActivity?(new)
  }

  private func showFooter() {
    let new: FeedFooter.State =
      switch pager.state(.next) {
      case .idle: .idle
      case .loading: .loading
      case .failed(let reason): .failed(reason: reason)
      case .end: .end(total: model.items.count)
      }
    guard new != footer else { return }
    footer = new
    model.footerChanged()
    noteWaiting()
  }

  private func noteWaiting() {
    let isSeen = footer == .loading && activity == .items && list.visibleRange.upperBound == model.count
    guard list.isLaidOut, isSeen != isWaitingSeen else { return }
    isWaitingSeen = isSeen
    if isSeen { onWaiting?() }
  }

  // MARK: Reading

  private func viewportChanged() {
    lookForMore()
    noteWaiting()
    if newItems > 0, list.distanceToStart < 1 { noteNewItems(0) }
  }

  /// Asks for the next page once the reader is near enough to the last item; goes on until the view is full.
  private func lookForMore() {
    // Where rows have come, what is in view is known after the next layout, which tells; before it each page would
    // ask for the next one.
    guard list.isLaidOut, !model.items.isEmpty, pager.state(.around) != .loading, !isHeldBack() else {
      return
    }
    let loads = trigger.update(
      distance: list.distanceToEnd, rows: itemsBelow, viewport: Double(list.height),
      rowCount: model.items.count,
      state: pager.state(.next))
    if loads { pager.loadNext() }
  }

  private func noteNewItems(_ count: Int) {
    guard count != newItems else { return }
    newItems = count
    onNewItems?(count)
  }
}

/// From the first skeleton down.
private let skeletonOpacities = [1, 0.75, 0.45]

/// Carries what footers need, which are made before the feed is.
@MainActor
private final class FooterRelay {
  var retried: (() -> Void)?
  var state: () -> FeedFooter.State = { .idle }
}

/// Why a feed could not be loaded.
struct FeedFailure: Error, CustomStringConvertible {
  let description: String
}
