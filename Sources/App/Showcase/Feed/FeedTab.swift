import AppBase
import Backscroll
import Controls
import Foundation
import Gtk
import Paging
import ScrollCore
import StarredRepositories
import Translation

/// The Feed tab: starred repositories page by page, and a detail page for each.
package final class FeedTab: Bin {
  package typealias Feed = PagedFeed<RepositoryPages, RepositoryRow>

  package let feed: Feed
  package let controls = FeedControls()
  private let detail = RepositoryDetail()
  private let pages = Stack()
  private let pill = Button("")
  private let failure = FeedFailurePage()
  private let clearButton = Button(tr("Clear Filters"))
  private let emptyPage: StatusPage
  private let banner = Notice(.banner)
  /// The texts of the banner: about a wait, or else about pages of the cache.
  private var waitText: String?
  private var staleText: String?
  /// The text that the user has closed, which is not shown again.
  private var closedText: String?
  private let wait: FeedWait
  private let log = EventLog("feed")
  private var latency: Latency
  private var conditions: RepositoryPages.Conditions
  private var source: any RepositorySource
  package private(set) var origin: FeedOrigin
  package private(set) var filter = FeedFilter()
  private var choices = FeedChoices()
  /// Incremented when the user or the filter changes, so that late answers to earlier requests are ignored.
  private var asked = 0
  private var total: Int?
  /// Number of repositories at the last announcement of a load.
  private var announcedCount = 0
  /// The items that were shown when the refresh began.
  private var knownItems: Set<Repository.ID> = []
  private lazy var narrator = FeedNarrator(log, of: feed)
  private let actions = ActionGroup()
  private static let prefix = "feed"
  private var prefetchAction: Action?
  private var latencyAction: Action?
  private var awaitsFocus = false

  /// Called when ``pageTitle`` has changed.
  package var didChangeTitle: (() -> Void)?

  private enum Page: String { case feed, detail }
  private static let fade = 180

  /// `latency` delays each page; `wait` shows the waits that a server demands.
  package init(origin: FeedOrigin, latency: Latency, wait: FeedWait? = nil) {
    self.origin = origin
    self.latency = latency
    self.wait = wait ?? FeedWait()
    conditions = RepositoryPages.Conditions(latency: latency)
    source = origin.makeSource { _ in }
    var words = FeedWords()
    words.loading = tr("Loading more repositories…")
    words.failed = tr("Could not load more repositories")
    words.waiting = { error in
      (error as? FeedError)?.retryDate.map {
        tr("More repositories at {time}", ["time": FeedWait.clock($0)])
      }
    }
    words.end = { total in
      tr("That is all: {items}", ["items": Counted.repositories(total)])
    }
    let none = RepositoryPages(
      source: SampleSource(count: 0), conditions: conditions, didLoadPage: { _, _ in })
    feed = Feed(
      none, words: words, refreshWords: RefreshWords(failed: tr("Could not refresh")),
      makeSkeleton: { [sheen = Sheen()] in FeedSkeletonRow(sheen: sheen) })
    emptyPage = StatusPage(
      .icon("starred-symbolic"), title: tr("No repositories"), text: "", action: clearButton)
    super.init()
    feed.list.setAccessibleLabel(tr("Repositories"))
    feed.estimatedRowHeight = 98
    feed.makeRow = { [weak self] in
      let row = RepositoryRow()
      row.didActivate = { self?.open($0) }
      row.didChooseTopic = { self?.toggle(topic: $0) }
      row.didRequestMenu = { self?.openMenu(of: $0, at: $1) }
      return row
    }
    feed.bind = { [weak self] row, repository in
      row.repository = repository
      row.topic = self?.filter.topic
    }
    build()
    connect()
    addActions()
    controls.userName = origin.user ?? ""
    controls.setLanguages([], chosen: nil)
  }

  package override class var cssName: String { "feedtab" }

  /// Loads the first page, once.
  package func start() {
    guard feed.pager.generation == 0 else { return }
    reload()
  }

  /// Focuses the rows as soon as there are any, unless another widget in the tab has the focus by then. If there is no
  /// such user, the field for the name is focused.
  func focusRows() {
    awaitsFocus = true
    contentAwaitsFocus()
  }

  /// Removes the focus from a control that disappears. Otherwise GTK moves it to another one, and the rows would not get it.
  private func releaseFocus() { window?.focusWidget = nil }

  private func contentAwaitsFocus() {
    switch feed.content {
    case .items: takeAwaitedFocus()
    case .failed(let error): if isAboutUser(error) { focusUser() }
    case .empty:
      guard awaitsFocus, clearButton.visible else { return }
      awaitsFocus = false
      if !containsFocus { clearButton.takeFocus() }
    case .loading: break
    }
  }

  private func isAboutUser(_ error: any Error) -> Bool { (error as? FeedError)?.isAboutUser == true }

  private func focusUser() {
    awaitsFocus = false
    if feed.isMapped { controls.focusUser() }
  }

  private func takeAwaitedFocus() {
    // Wait for the layout. Otherwise the focus would be lost with rows that are about to be removed.
    guard awaitsFocus, feed.content == .items, feed.isLaidOut else { return }
    if containsFocus || feed.moveFocus(.forward) { awaitsFocus = false }
  }

  // MARK: Pages

  package var pageTitle: PageTitle? {
    if let open = openRepository { return PageTitle(open.name, caption: open.owner, canGoBack: true) }
    // Short, because the tab switcher leaves little room.
    let whose = origin.user.map { tr("{user}’s stars", ["user": $0]) } ?? tr("Sample stars")
    let count = feed.items.count
    let caption =
      switch feed.content {
      case .loading: tr("Loading…")
      case .failed: tr("Not loaded")
      case .empty, .items: found(count)
      }
    return PageTitle(whose, caption: caption, canRefresh: true)
  }

  private func found(_ count: Int) -> String {
    guard filter.isEmpty, let total, total > count else { return filter.caption(count) }
    // Translators: the number of loaded repositories of all: "30 of 1,000 repositories". A narrow window shows the beginning.
    return tr(
      "{count} of {total} repositories", ["count": Counted.number(count), "total": Counted.number(total)])
  }

  private(set) var openRepository: Repository? {
    didSet { if openRepository != oldValue { didChangeTitle?() } }
  }

  package func open(_ repository: Repository) {
    guard openRepository == nil else { return }
    log.debug("detail", ["repository": repository.fullName])
    detail.repository = repository
    pages.visibleChildName = Page.detail.rawValue
    detail.takeFocus()
    openRepository = repository
  }

  /// Closes the detail page. The feed is unchanged.
  package func goBack() {
    guard openRepository != nil else { return }
    log.debug("back")
    pages.visibleChildName = Page.feed.rawValue
    openRepository = nil
  }

  package func refresh() {
    guard openRepository == nil, !controls.submitTypedName() else { return }
    if case .failed = feed.content { feed.retry() } else { feed.refresh() }
  }

  // MARK: User, filter and test options

  /// Shows the stars of another user; nil for the sample.
  package func show(user: String?) {
    origin.user = user
    filter = FeedFilter()
    reload()
  }

  func setFilter(_ new: FeedFilter) {
    guard new != filter else { return }
    filter = new
    // The rows are replaced, so cached pages are welcome, as in the first load.
    conditions.startAnew()
    showChoices()
    feed.setSource(makePages())
    didChangeTitle?()
  }

  /// Shows only the repositories with a topic; all if it is the topic of the filter already.
  package func toggle(topic: String) {
    releaseFocus()
    goBack()
    setTopic(topic == filter.topic ? nil : topic)
    focusRows()
  }

  private func setTopic(_ topic: String?) { setFilter(FeedFilter(language: filter.language, topic: topic)) }

  /// Shows the sample in place of a user's stars.
  func showSample() {
    releaseFocus()
    controls.userName = ""
    show(user: nil)
    focusRows()
  }

  private func openMenu(of row: RepositoryRow, at point: Point) {
    guard let topics = row.repository?.topics, !topics.isEmpty else { return }
    let menu = Menu()
    for topic in topics where topic != filter.topic {
      menu.append(tr("Show Only “{topic}”", ["topic": topic]), action: "feed.topic", text: topic)
    }
    if filter.topic != nil { menu.append(tr("Show All Topics"), action: "feed.topic", text: "") }
    ContextMenu.open(menu, at: point, in: row)
  }

  /// Delays each page from the next one on.
  func setLatency(milliseconds: Int) {
    latencyAction?.state = "\(milliseconds)"
    latency.milliseconds = milliseconds
    conditions.setLatency(latency)
    log.debug("latency", ["ms": milliseconds])
  }

  func failNext() {
    log.debug("fail-next")
    conditions.failNext()
  }

  private func reload() {
    conditions = RepositoryPages.Conditions(latency: latency)
    source = origin.makeSource { [weak self, origin] end in
      Task { @MainActor in
        // The user may have been changed meanwhile.
        if let self, self.origin == origin { self.wait.begin(until: end) }
      }
    }
    (choices, total) = (FeedChoices(), nil)
    wait.end()
    (staleText, closedText) = (nil, nil)
    showBanner()
    showChoices()
    feed.setSource(makePages())
    didChangeTitle?()
  }

  private func makePages() -> RepositoryPages {
    asked += 1
    // Earlier requests may be answered late.
    let current: @MainActor @Sendable () -> FeedTab? = { [weak self, asked = asked] in
      self?.asked == asked ? self : nil
    }
    return RepositoryPages(
      source: source, filter: filter, conditions: conditions,
      didLoadPage: { number, page in Task { @MainActor in current()?.learn(number, page) } })
  }

  /// Updates the total, the choices and the banner from a page.
  private func learn(_ number: Int, _ page: RepositoryPage) {
    narrator.came(page: number, shown: page.items.count { filter.matches($0) })
    total = page.total ?? total
    choices.learn(page.items)
    if let reason = page.staleReason {
      staleText = tr("Showing saved content. {reason}", ["reason": "\(reason)"])
    } else if number == 1 {
      staleText = nil
    }
    showBanner()
    showChoices()
    didChangeTitle?()
  }

  /// Shows the text of the wait, or else of the saved content, unless it was closed or the page itself shows it.
  private func showBanner() {
    if case .failed = feed.content { return banner.update(nil) }
    if let waitText {
      // A countdown is announced once.
      if banner.text == nil { banner.text = waitText } else { banner.update(waitText) }
    } else {
      banner.text = staleText == closedText ? nil : staleText
    }
  }

  private func showChoices() {
    controls.setAllTopics(
      choices.allTopics, chosen: filter.topic, isComplete: total.map { choices.count >= $0 } ?? false)
    controls.setTopics(choices.topics(with: filter.topic), chosen: filter.topic)
    controls.setLanguages(choices.languages, chosen: filter.language)
  }

  // MARK: Construction

  private func build() {
    let column = Box(.vertical)
    pill.addClass("bs-button")
    pill.addClass("primary")
    pill.addClass("bs-pill")
    pill.halign = .center
    pill.valign = .start
    pill.setMargins(top: 10)
    pill.visible = false
    let stage = Overlay(child: feed)
    for page in [failure, emptyPage] { page.visible = false }
    for overlay in [emptyPage, failure, pill] { stage.addOverlay(overlay) }
    emptyPage.isTransparent = true
    stage.vexpand = true
    column.append(stage, Shrinking(banner))
    pages.add(ToolPage(column, tools: controls, at: .top), name: Page.feed.rawValue)
    pages.add(detail, name: Page.detail.rawValue)
    pages.setCrossfade(milliseconds: Self.fade)
    child = pages
  }

  private func connect() {
    wait.didChangeText = { [weak self] text in
      self?.waitText = text
      self?.showBanner()
    }
    banner.didClose = { [weak self] in self?.bannerClosed() }
    failure.didRetry = { [weak self] in self?.feed.retry() }
    failure.didRequestSample = { [weak self] in self?.showSample() }
    clearButton.clicked.connect(weak: self) { tab in
      tab.releaseFocus()
      tab.setFilter(FeedFilter())
      tab.focusRows()
    }
    detail.didChooseTopic = { [weak self] in self?.toggle(topic: $0) }
    controls.didChooseUser = { [weak self] in self?.show(user: $0) }
    controls.didChooseTopic = { [weak self] in self?.setTopic($0) }
    pill.clicked.connect(weak: self) { $0.feed.scrollToStart() }
    feed.didChangeViewport.connect { [weak self] in
      // Rows take the focus once they are laid out, and not later, when the user may have moved it elsewhere.
      self?.takeAwaitedFocus()
      if self?.feed.content == .items { self?.awaitsFocus = false }
    }
    feed.didChangeNewItems.connect { [weak self] count in
      // Translators: the number of repositories inserted above the reader.
      self?.pill.label = trn("{count} new", "{count} new", count)
      self?.pill.visible = count > 0
    }
    feed.showsContentState = false
    feed.shouldPrefetch = { [weak self] in self?.wait.isWaiting != true }
    feed.didChangeContent.connect(weak: self) { $0.contentChanged($1) }
    feed.overlay.didFinish.connect(weak: self) { $0.announce($1) }
    feed.didBeginLoad.connect(weak: self) { $0.loadBegan($1) }
    feed.didEndLoad.connect(weak: self) { $0.loadEnded($1, $2) }
    feed.didStartWaiting.connect(weak: self) { $0.narrator.waits() }
  }

  private func bannerClosed() {
    if waitText != nil {
      waitText = nil
      wait.hush()
      showBanner()
    } else {
      closedText = staleText
    }
  }

  private func contentChanged(_ content: PagedContent) {
    didChangeTitle?()
    failure.visible = false
    emptyPage.visible = false
    switch content {
    case .loading: announcedCount = 0
    case .items: break
    case .failed(let error):
      failure.show(FeedFailure(error), offersSample: origin.user != nil)
      failure.visible = true
      announce(tr("The repositories could not be loaded. {reason}", ["reason": "\(error)"]))
    case .empty:
      let nothing =
        origin.user.map { tr("{user} has not starred anything yet.", ["user": $0]) }
        ?? tr("The sample is empty.")
      emptyPage.show(title: tr("No repositories"), text: filter.nothingFound ?? nothing)
      clearButton.visible = !filter.isEmpty
      emptyPage.visible = true
      announce(tr("No repositories. {reason}", ["reason": emptyPage.words]))
    }
    // Rows under a page would take the focus invisibly, and Tab would not get past them.
    feed.canFocus = !failure.visible && !emptyPage.visible
    showBanner()
    contentAwaitsFocus()
  }

  private func loadBegan(_ request: Feed.Request) {
    if request.direction == nil { knownItems = Set(feed.items.map(\.id)) }
    feed.setAccessibleBusy(true)
    wait.pause()
    narrator.began(request)
    didChangeTitle?()
  }

  private func loadEnded(_ request: Feed.Request, _ result: Result<[Splice], any Error>) {
    feed.setAccessibleBusy(false)
    announceEnd(of: request, result)
    switch result {
    case .success:
      wait.noteSuccess()
      if request.direction == nil { tellRefresh() }
    // Only a next page is loaded again automatically, when the reader returns to it.
    case .failure(let error):
      if request.direction != nil { wait.noteFailure() }
      if let end = (error as? FeedError)?.retryDate {
        wait.begin(until: end) { [weak self] in self?.feed.retry() }
      } else {
        wait.end()
      }
    }
    narrator.ended(request, result)
    didChangeTitle?()
  }

  /// Shows the result of the refresh in the pull's indicator, with the time. Otherwise a refresh of the sample, or of a
  /// user without new stars, would have no visible effect.
  private func tellRefresh() {
    let new = feed.items.count { !knownItems.contains($0.id) }
    if new > 0, !knownItems.isEmpty {
      feed.overlay.doneText = trn("{count} new", "{count} new", new)
    } else {
      let time = MessageTimeFormatter().time(of: Int64(Date().timeIntervalSince1970 * 1_000))
      feed.overlay.doneText = tr("Up to date, {time}", ["time": time])
    }
  }

  /// Announces the result of a load to screen readers.
  private func announceEnd(of request: Feed.Request, _ result: Result<[Splice], any Error>) {
    switch result {
    case .failure(let error):
      // The overlay announces the end of a refresh, and a failed first page has its own page.
      guard request.direction != nil else { return }
      // The banner announces a wait.
      guard (error as? FeedError)?.retryDate == nil else { return }
      announce(tr("Could not load more repositories. {reason}", ["reason": "\(error)"]))
    case .success:
      let more = feed.items.count - announcedCount
      if more > 0, announcedCount > 0 {
        announce(trn("{count} more repository", "{count} more repositories", more))
      }
      announcedCount = feed.items.count
    }
  }

  private func addActions() {
    prefetchAction = actions.addChoice("prefetch", initial: "3", weak: self) { tab, text in
      tab.prefetchAction?.state = text
      tab.feed.prefetchDistance = Int(text) ?? 3
      tab.log.debug("prefetch", ["rows": tab.feed.prefetchDistance])
    }
    actions.addChoice("topic", initial: "", weak: self) { tab, topic in
      tab.setTopic(topic.isEmpty ? nil : topic)
      tab.focusRows()
    }
    actions.addChoice("language", initial: "", weak: self) { tab, language in
      tab.controls.closeFold()
      tab.setFilter(FeedFilter(language: language.isEmpty ? nil : language, topic: tab.filter.topic))
    }
    latencyAction = actions.addChoice("latency", initial: "\(latency.milliseconds)", weak: self) {
      tab, text in
      tab.setLatency(milliseconds: Int(text) ?? 0)
    }
    actions.addAction("fail-next", weak: self) { $0.failNext() }
    insert(actions, prefix: Self.prefix)
  }
}

extension FeedTab: TabPage {
  package static var menu: [MenuSection] {
    [
      MenuSection([.action(tr("Refresh"), "win.refresh"), .action(tr("Back"), "win.back")]),
      MenuSection([
        .submenu(
          tr("Demo Tools"),
          [
            MenuSection([
              .action(tr("Load 3 Rows Before the End"), "feed.prefetch::3"),
              .action(tr("Load at the Last Row"), "feed.prefetch::0"),
            ]),
            MenuSection([.action(tr("Fail Next Page"), "feed.fail-next")]),
            MenuSection([
              .action(tr("No Delay"), "feed.latency::0"),
              .action(tr("Delay of 0.3 s"), "feed.latency::300"),
              .action(tr("Delay of 1.5 s"), "feed.latency::1500"),
            ]),
          ])
      ]),
    ]
  }

  package var menuActions: (prefix: String, actions: ActionGroup)? { (Self.prefix, actions) }

  package func didAppear() { start() }

  package func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool {
    guard feed.isMapped, feed.content == .items else { return false }
    feed.scroll(step)
    return true
  }

  package func takeInitialFocus() {
    // Not the entry, the first widget in focus order: focus would select its text.
    releaseFocus()
    focusRows()
  }
}

/// Logs the loads of a feed: requested page, result, and whether the reader saw the placeholder.
@MainActor
private final class FeedNarrator {
  private let log: EventLog
  private weak var feed: FeedTab.Feed?
  /// Number of the newest page; 0 before the first.
  private var lastPage = 0
  /// Number of repositories of the first request that are shown, and of all after the last load.
  private var firstCount = 0
  private var knownCount = 0

  init(_ log: EventLog, of feed: FeedTab.Feed) {
    self.log = log
    self.feed = feed
  }

  /// Number of the page that is loading or comes next.
  private var nextPage: Int { feed?.pager.nextCursor?.page ?? lastPage + 1 }

  /// Notes a page of the source and the number of its repositories that are shown.
  func came(page: Int, shown: Int) {
    lastPage = page
    if page == 1 { firstCount = 0 }
    firstCount += shown
  }

  func waits() { log.debug("waiting", ["page": nextPage]) }

  func began(_ request: FeedTab.Feed.Request) {
    guard let feed else { return }
    log.debug(
      "loading",
      ["page": page(of: request), "generation": feed.pager.generation, "below": feed.itemsBelow])
  }

  func ended(_ request: FeedTab.Feed.Request, _ result: Result<[Splice], any Error>) {
    guard let feed else { return }
    switch result {
    case .failure(let error): log.warning("failed", ["page": page(of: request), "reason": "\(error)"])
    case .success:
      let isFirst = request.direction == nil
      let count = isFirst ? firstCount : feed.items.count - knownCount
      if isFirst || count > 0 {
        log.debug("loaded", ["page": isFirst ? 1 : lastPage, "count": count, "total": feed.items.count])
      }
      knownCount = feed.items.count
      if feed.pager.state(.next) == .end { log.debug("end", ["total": feed.items.count]) }
    }
  }

  private func page(of request: FeedTab.Feed.Request) -> Int { request.direction == nil ? 1 : nextPage }
}
