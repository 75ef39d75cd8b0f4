import Gtk
import Paging
import ScrollCore
import Translation

/// An infinite feed: pages load as the reader scrolls, and a pull at the top reloads the first one.
///
///     let feed = PagedFeed(source, makeRow: RepositoryRow.init, makeSkeleton: SkeletonRow.init) {
///       row, repository in row.repository = repository
///     }
///     feed.didChangeContent.connect { content in show(content) }
///     window.child = feed
///     feed.start()
///
/// The reader's position does not change when items arrive: old items stay until the new ones are there, and
/// ``didChangeNewItems`` reports how many came above the view. One page is requested at a time, and each page once.
/// Answers to superseded requests, after a refresh or with another source, are ignored.
@MainActor
public final class PagedFeed<Source: PageSource, Row: Widget>: CustomWidget {
  /// The content of a row.
  public typealias Item = Source.Item
  /// The page that a load requests: the first one, or the one after the last item.
  public typealias Request = Pager<Source>.Request

  // MARK: Rows

  /// Creates a row, which is reused for other items. Nothing is shown while it is nil. Setting it creates all rows
  /// anew.
  public var makeRow: (() -> Row)? { didSet { remakeRows() } }

  /// Creates a row that stands for an item while the first page loads. Skeletons fade from the first one down. If it
  /// is nil, rows without an item take their place.
  public var makeSkeleton: (() -> Widget)? { didSet { remakeRows() } }

  /// Shows an item in a row, which may have shown another one before. Setting it binds all rows again.
  ///
  /// Like ``makeRow`` and ``makeSkeleton``, it is called in the middle of a layout: it must not change the feed or ask
  /// what is in view; see ``AnchoredList/bind``.
  public var bind: ((_ row: Row, _ item: Item) -> Void)? { didSet { rebindRows() } }

  /// The height of rows until one of them has been measured, in points; see ``AnchoredList/estimatedHeight``.
  public var estimatedRowHeight = 40.0 { didSet { setEstimates() } }

  // MARK: Loading ahead

  /// The next page is requested when no more than this many rows are below the view; 0: when the last row comes into
  /// view.
  public var prefetchDistance = 3

  /// Returns whether pages may load because the reader scrolls; false, for instance, while a server refuses
  /// requests. ``retry()`` and ``refresh()`` load in any case.
  public var shouldPrefetch: () -> Bool = { true }

  /// Whether a row says that the first page could not be loaded, with a button to try again, or that the source has no
  /// items. Set it to false if the program shows pages of its own; see ``didChangeContent``.
  public var showsContentState = true {
    didSet { if showsContentState != oldValue { showTail() } }
  }

  // MARK: Callbacks

  /// Called when a row is activated by a click, or by Return if it can have the focus, as a ``ListRow`` can.
  public let didActivate = Callback<Item>()
  /// Called when ``content`` has changed, for instance to show a page for the empty or failed state.
  public let didChangeContent = Callback<PagedContent>()
  /// Called with the number of new items above the view that the reader has not seen; 0 once the reader has scrolled to them.
  public let didChangeNewItems = Callback<Int>()
  /// Called when a load has begun.
  public let didBeginLoad = Callback<Request>()
  /// Called when a load has ended, with its changes to ``items``.
  public let didEndLoad = Callback<Request, Result<[Splice], any Error>>()
  /// Called when the reader has reached the end and sees that the next page is loading; once for each load.
  public let didStartWaiting: Callback<> = Callback()
  /// Called after a layout that shows other rows. The rows in view can take the focus by then.
  public let didChangeViewport: Callback<> = Callback()

  // MARK: State

  /// The state of the content as a whole. While it is `.loading`, skeleton rows take the place of the items.
  public private(set) var content = PagedContent.loading
  /// The pull to refresh around the list.
  public let overlay: RefreshOverlay
  /// The pager that holds the items.
  public let pager: Pager<Source>
  /// The list of the rows, for its selection, header, place and rail. The feed sets its rows: do not set `makeRow`, `bind`
  /// and `isWorthHolding`.
  public let list: AnchoredList<FeedModel<Source>, Widget>

  private let model: FeedModel<Source>
  private let skeletonCount: Int
  private let words: FeedWords
  private var trigger = LoadTrigger()
  private var footerState = LoadState.idle
  private var newItems = 0
  /// Whether ``didStartWaiting`` was called for the load that is under way at the end.
  private var isWaiting = false
  /// The items at the beginning of a load that replaces them; nil if none is under way.
  private var itemsBeforeReplacement: Set<Item.ID>?

  /// Creates a feed of `source`. It loads nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - source: The pages.
  ///   - pageSize: The number of items to request at a time.
  ///   - skeletonCount: The number of skeleton rows.
  ///   - words: The words of the last row.
  ///   - refreshWords: The words of the pull to refresh.
  ///   - makeRow: See ``makeRow``.
  ///   - makeSkeleton: See ``makeSkeleton``.
  ///   - bind: See ``bind``.
  public convenience init(
    _ source: Source, pageSize: Int = 30, skeletonCount: Int = 3, words: FeedWords = FeedWords(),
    refreshWords: RefreshWords = RefreshWords(), makeRow: @escaping () -> Row,
    makeSkeleton: (() -> Widget)? = nil, bind: @escaping (_ row: Row, _ item: Item) -> Void
  ) {
    self.init(
      source, pageSize: pageSize, skeletonCount: skeletonCount, words: words, refreshWords: refreshWords,
      makeSkeleton: makeSkeleton)
    self.makeRow = makeRow
    self.bind = bind
    // Property observers do not run for values that an initialiser sets.
    rebindRows()
    remakeRows()
  }

  /// Creates a feed of `source` that shows nothing before ``makeRow`` and ``bind`` are set.
  ///
  /// - Parameters:
  ///   - source: The pages.
  ///   - pageSize: The number of items to request at a time.
  ///   - skeletonCount: The number of skeleton rows.
  ///   - words: The words of the last row.
  ///   - refreshWords: The words of the pull to refresh.
  ///   - makeSkeleton: See ``makeSkeleton``.
  public init(
    _ source: Source, pageSize: Int = 30, skeletonCount: Int = 3, words: FeedWords = FeedWords(),
    refreshWords: RefreshWords = RefreshWords(), makeSkeleton: (() -> Widget)? = nil
  ) {
    self.skeletonCount = skeletonCount
    self.words = words
    self.makeSkeleton = makeSkeleton
    pager = Pager(source, pageSize: pageSize)
    model = FeedModel(pager)
    list = AnchoredList(model, restingEdge: .start)
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Its rows take the focus.
    scroller.focusable = false
    overlay = RefreshOverlay(scroller, edge: .start, words: refreshWords)
    super.init()
    overlay.setParent(self)
    hexpand = true
    vexpand = true
    // A held footer or skeleton would drag the view past the rows that replace it.
    list.isWorthHolding = { [pager] in $0 < pager.items.count }
    setEstimates()
    connect()
  }

  /// Scrolls the rows as a key does in the list, for keys that arrive elsewhere.
  ///
  /// - Parameter step: The distance, or the end of the loaded rows.
  public func scroll(_ step: ScrolledWindow.ScrollStep) { list.scroll(step) }

  public override class var cssName: String { "pagedfeed" }
  public override var requestMode: RequestMode { .heightForWidth }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    overlay.measured(orientation, for: size)
  }

  public override func allocate(width: Int, height: Int) {
    overlay.place(leading: 0, top: 0, width: width, height: height)
  }

  public override func dispose() {
    pager.stop()
    overlay.unparent()
    super.dispose()
  }

  /// Whether the rows were laid out since items were last inserted or removed; see ``AnchoredList/isLaidOut``.
  package var isLaidOut: Bool { list.isLaidOut }

  // MARK: Items

  /// The loaded items, in the order of the source.
  public var items: [Item] { pager.items }

  /// The indices of the items in view.
  public var visibleItems: Range<Int> {
    let visible = list.visibleRange.clamped(to: items.indices)
    return visible.isEmpty ? 0..<0 : visible
  }

  /// The number of loaded items below the view.
  public var itemsBelow: Int { max(0, items.count - list.visibleRange.upperBound) }

  /// Replaces an item by another one with the same identity. Does nothing if it is not loaded.
  public func update(_ item: Item) {
    if let index = pager.update(item) { model.changes(.update(index: index)) }
  }

  // MARK: Loading

  /// Loads the first page, the first time that it is called.
  public func start() {
    if pager.generation == 0 { pager.loadNewest() }
  }

  /// Reloads the first page, as a pull does. The present items stay until it arrives, and those after the first
  /// page remain, so that the reader's position does not change.
  public func refresh() { overlay.begin() }

  /// Drops all items and loads the first page of another source, such as the same with another filter.
  public func setSource(_ source: Source) {
    noteNewItems(0)
    itemsBeforeReplacement = nil
    pager.setSource(source)
  }

  /// Repeats the load that failed: the first page, the next one, or a refresh. Does nothing if none has failed.
  public func retry() {
    // The footer's button disappears: move its focus to the row above it.
    if let last = items.last, list.row(.footer)?.containsFocus == true {
      _ = list.row(.item(last.id))?.takeFocus()
    }
    if case .failed = content {
      pager.loadNewest()
    } else if case .failed = pager.state(.next) {
      pager.loadNext()
    } else if case .failed = pager.replacement {
      refresh()
    }
  }

  // MARK: Scrolling

  /// Scrolls to an item; does nothing if it is not loaded.
  public func scroll(to id: Item.ID, at place: RowPlace = .nearest, animated: Bool = true) {
    list.scroll(to: .item(id), at: place, animated: animated)
  }

  /// Scrolls to the first item.
  public func scrollToStart(animated: Bool = true) {
    noteNewItems(0)
    list.scrollToStart(animated: animated)
  }

  // MARK: Making rows

  private func remakeRows() {
    guard let makeRow else {
      list.makeRow = nil
      return
    }
    list.makeRow = { [weak self, words, makeSkeleton] kind in
      switch kind {
      case .item: return makeRow()
      case .skeleton: return makeSkeleton?() ?? makeRow()
      case .footer:
        let footer = FeedFooter(words) { self?.retry() }
        footer.setAccessibleRole(.listItem)
        return footer
      }
    }
  }

  private func rebindRows() {
    list.bind = { [weak self] widget, row in
      guard let self else { return }
      switch row {
      case .item(let item): if let row = widget as? Row { bind?(row, item) }
      case .skeleton(let number):
        widget.opacity = skeletonOpacities[min(number, skeletonOpacities.count - 1)]
      case .footer: (widget as? FeedFooter)?.show(footerState, total: items.count)
      }
    }
  }

  private func setEstimates() {
    let height = estimatedRowHeight
    list.estimatedHeight = { $0 == .footer ? Double(FeedFooter.height) : height }
  }

  // MARK: Loads and scrolling

  private func connect() {
    pager.didChangeItems = { [weak self] in self?.itemsChanged($0) }
    pager.didBeginLoad = { [weak self] in self?.loadBegan($0) }
    pager.didEndLoad = { [weak self] in self?.loadEnded($0, $1) }
    list.didChangeViewport.connect(weak: self) { $0.viewportChanged() }
    list.didActivate.connect { [weak self] row in if case .item(let item) = row { self?.didActivate(item) } }
    overlay.refresh = { [weak self] in
      guard let load = self?.pager.refresh() else { return }
      _ = try await load.outcome.get()
    }
  }

  private func itemsChanged(_ splice: Splice) {
    let isAtStart = list.distanceToStart < 1
    model.splice(splice)
    guard let known = itemsBeforeReplacement, !known.isEmpty else { return }
    if isAtStart {
      // Show the new items to a reader who has pulled at the top.
      list.scrollToStart(animated: false)
    } else {
      // An unknown item below the last known one is not new: it has moved up from the pages that are not loaded.
      let arrived = items[splice.insertedRange]
      let above = arrived[..<(arrived.lastIndex { known.contains($0.id) } ?? arrived.endIndex)]
      noteNewItems(newItems + above.count { !known.contains($0.id) })
    }
  }

  private func loadBegan(_ request: Request) {
    if request.direction == nil { itemsBeforeReplacement = Set(items.map(\.id)) }
    didBeginLoad(request)
    loadChanged()
  }

  private func loadEnded(_ request: Request, _ result: Result<[Splice], any Error>) {
    if request.direction == nil { itemsBeforeReplacement = nil }
    didEndLoad(request, result)
    loadChanged()
  }

  private func loadChanged() {
    let isNew = content != pager.content
    content = pager.content
    showFooter()
    showTail()
    if isNew { didChangeContent(content) }
    lookForMore()
  }

  private func showTail() {
    switch content {
    case .loading: model.setTail(.skeletons(skeletonCount))
    case .items: model.setTail(.footer)
    case .empty, .failed: model.setTail(showsContentState ? .footer : .none)
    }
  }

  private func showFooter() {
    let state: LoadState =
      switch content {
      case .failed(let error): .failed(error)
      case .empty: .end
      case .loading, .items: pager.state(.next)
      }
    guard state != footerState else { return }
    footerState = state
    model.updateFooter()
    noteWaiting()
  }

  private func noteWaiting() {
    guard footerState == .loading else {
      isWaiting = false
      return
    }
    guard !isWaiting, content == .items, list.isLaidOut, list.visibleRange.upperBound == model.count else {
      return
    }
    isWaiting = true
    didStartWaiting()
  }

  private func viewportChanged() {
    lookForMore()
    noteWaiting()
    if newItems > 0, list.distanceToStart < 1 { noteNewItems(0) }
    if list.isLaidOut { didChangeViewport() }
  }

  /// Loads the next page if the reader is near the last item. Runs again after each load until the view is full.
  private func lookForMore() {
    // After a change of rows the rows in view are unknown until the next layout, which calls this again.
    guard list.isLaidOut, list.height > 0, !items.isEmpty, pager.replacement != .loading, shouldPrefetch()
    else { return }
    let loads = trigger.update(
      remaining: Double(itemsBelow), limit: Double(prefetchDistance + 1), state: pager.state(.next))
    if loads { pager.loadNext() }
  }

  private func noteNewItems(_ count: Int) {
    guard count != newItems else { return }
    newItems = count
    didChangeNewItems(count)
  }
}

/// From the first skeleton down.
private let skeletonOpacities = [1, 0.75, 0.45]

/// The words of a feed's footer.
public struct FeedWords: Sendable {
  /// Shown while the next page loads.
  public var loading = tr("Loading more…")
  /// Shown after a failed load; the error's description is the tooltip.
  public var failed = tr("Could not load more")
  /// Shown after a failed load of the first page.
  public var failedFirst = tr("Could not load")
  /// Returns the text after a failed load that is retried automatically, shown without a button; nil for other failures.
  public var waiting: @Sendable (any Error) -> String? = { _ in nil }
  /// The label of the button that loads the failed page again.
  public var retry = tr("Try Again")
  /// Returns the sentence at the end of the feed for a number of items.
  public var end: @Sendable (Int) -> String = { total in
    guard total > 0 else { return tr("Nothing here yet") }
    return tr("That is all: {items}", ["items": total.formatted(.number.locale(.desktop))])
  }

  /// The default texts, in the user's language.
  public init() {}
}

/// The row below the last item: more is loading, the load has failed, or this is the end. All states have the same
/// height, so that the end of the list does not move.
public final class FeedFooter: Box {
  private let words: FeedWords
  private let spinner = Spinner()
  private let label = Label()
  private let retry: Button

  /// In points.
  static let height = 52

  /// A footer whose button calls `didRetry`.
  public init(_ words: FeedWords = FeedWords(), retry didRetry: @escaping () -> Void) {
    self.words = words
    retry = Button(words.retry)
    super.init(.horizontal, spacing: 10)
    LibraryStyle.install()
    addClass("bs-feed-footer")
    halign = .center
    setSizeRequest(height: Self.height)
    spinner.setSizeRequest(width: 20, height: 20)
    spinner.valign = .center
    label.ellipsize()
    retry.addClass("bs-button")
    retry.valign = .center
    retry.clicked.connect(weak: self) { _ in didRetry() }
    append(spinner, label, retry)
    show(.idle, total: 0)
  }

  /// Shows the state of the next page. `total` is the number of items, for the sentence at the end.
  public func show(_ state: LoadState, total: Int) {
    var failure: String?
    var canRetry = false
    switch state {
    case .idle: label.text = ""
    case .loading: label.text = words.loading
    case .failed(let error):
      let wait = words.waiting(error)
      label.text = wait ?? (total == 0 ? words.failedFirst : words.failed)
      failure = "\(error)"
      canRetry = wait == nil
    case .end: label.text = words.end(total)
    }
    label.tooltipText = failure
    spinner.spinning = state == .loading
    spinner.visible = state == .loading
    retry.visible = canRetry
    setClass("failed", canRetry)
    setAccessibleLabel(label.text)
  }
}
