import AppBase
import Backscroll
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Importing
import Reader
import Showcase
import Translation

/// A window on one archive: its header, the page of each tab, and the actions of both.
final class BackscrollWindow: ApplicationWindow, Announcing, SheetHost {
  let announcer = Announcer()
  let source: ArchiveSource

  /// Called when the archive has been opened (true) or cannot be opened.
  var didOpen: ((Bool) -> Void)?
  /// Called when the window becomes active and its source is open.
  var didBecomeActive: (() -> Void)?
  /// Called when messages were imported into another archive than the window's.
  var didImportElsewhere: ((ImportOutcome) -> Void)?
  /// Whether the window has the demo tabs. Otherwise it only shows the chat, and has no switcher.
  var showsDemoTabs: Bool {
    didSet {
      guard showsDemoTabs != oldValue else { return }
      if !showsDemoTabs { show(.chat) }
      updateSwitchers()
      tabLog.debug("offered", ["demo": showsDemoTabs])
    }
  }
  /// The questions about people that were closed without an answer, in any window.
  var dismissals: PeopleDismissals {
    get { imports.dismissals }
    set { imports.dismissals = newValue }
  }

  let chat: ChatTab
  /// The pages that were shown so far, and the chat. The others are made when they are first shown, which keeps them out
  /// of the start.
  private var pages: [Tab: any TabPage]
  private var notes: [Tab: Notice] = [:]
  private let setup: TabSetup
  private let stack = Stack()
  private let root: AdaptiveRoot
  private let header: HeaderFrame
  let titleBlock = TitleBlock()
  /// The details of a chat, while they are open.
  private(set) weak var details: ChatDetailsWindow?
  private let switcher = TabSwitcher(Tab.allCases, .tabs)
  private let backButton = Button(iconName: "go-previous-symbolic")
  private let searchButton = Button(iconName: "edit-find-symbolic")
  private let refreshButton = Button(iconName: "view-refresh-symbolic")
  let sidebar: WindowSidebar
  let bottomSheet: BottomSheet
  private let bottomBar = TabSwitcher(Tab.allCases, .bottomTabs)
  let menu: WindowMenu
  let imports: WindowImports
  let folders: WindowFolders
  let exports = WindowExports()
  let owner = OwnerPanel()
  /// The pages over the content.
  private(set) var coverPages: CoverPages?
  let log = EventLog("window")
  private let tabLog = EventLog("tabs")
  private var tabAction: Action?
  private var backAction: Action?
  private var undoAction: Action?
  private var conversationAction: Action?
  private var sidebarActions: [Action] = []
  private let covers: CoverStack
  /// Whether the viewer or a page lies over everything, and has the focus.
  private var isCovered: Bool { [.media, .statistics, .viewer].contains(covers.top) }
  private var olderAction: Action?
  private enum Appearance { case waiting, presented, painted }
  private var appearance = Appearance.waiting
  private var isPresented: Bool { appearance != .waiting }
  private var didAppear: [() -> Void] = []
  /// The window in whose place this one appears.
  private weak var predecessor: BackscrollWindow?
  /// The tabs that have been in view.
  private var shownTabs: Set<Tab> = []

  /// In points. Nothing overlaps at the smallest size; the list gives way first.
  private static let minimumSize = (width: 360, height: 294)
  private static let defaultSize = (width: 900, height: 720)
  /// The buttons of a mouse that go back and forward, as GDK counts them.
  private static let backButtonNumber = 8
  private static let forwardButtonNumber = 9
  /// Seconds that the window waits for its first messages. They usually arrive sooner, so the first frame shows them.
  private static let patience = 0.25

  init(
    _ application: Application, source: ArchiveSource, options: WindowOptions, showsDemoTabs: Bool = true
  ) {
    self.source = source
    self.showsDemoTabs = showsDemoTabs
    let settings = Settings.load()
    setup = TabSetup(
      source: source, latency: Latency(.milliseconds(options.latency)),
      olderLoading: options.loadOlder ?? settings.olderLoading(for: source), start: options.at,
      feedOrigin: FeedOrigin(user: options.user, apiBase: options.apiBase))
    chat = setup.chatTab()
    pages = [.chat: chat]
    menu = WindowMenu()
    header = HeaderFrame(title: titleBlock, switcher: switcher)
    let column = Box(.vertical)
    root = AdaptiveRoot(child: column)
    let frame = SidebarFrame(content: stack)
    covers = CoverStack(over: root)
    sidebar = WindowSidebar(frame: frame, covers, settings)
    bottomSheet = BottomSheet(covers)
    imports = WindowImports(into: source)
    folders = WindowFolders(imports.queue)
    super.init(application)
    addClass("backscroll")
    title = "Backscroll"
    iconName = Program.applicationID
    setDefaultSize(
      width: max(Self.minimumSize.width, settings.windowSize?.width ?? Self.defaultSize.width),
      height: max(Self.minimumSize.height, settings.windowSize?.height ?? Self.defaultSize.height))
    if settings.windowSize?.isMaximized == true { maximize() }
    setSizeRequest(width: Self.minimumSize.width, height: Self.minimumSize.height)
    buildHeader()
    stack.add(chat, name: Tab.chat.rawValue)
    frame.vexpand = true
    sidebar.window = self
    header.add(atStart: sidebar.toggle)
    header.add(atStart: backButton)
    let panels = [owner, imports.panel, exports.panel].map(Shrinking.init)
    column.append(header, frame)
    for panel in panels { column.append(panel) }
    column.append(bottomBar)
    chat.didHoldToast = { for panel in panels { panel.isHeld = $0 } }
    attachUnseen(announcer)
    for tabs in [switcher, bottomBar] { tabs.setPages(stack) }
    let overlay = Overlay(child: root)
    overlay.addOverlay(imports.hint)
    overlay.addOverlay(sidebar.sheet)
    overlay.addOverlay(bottomSheet)
    imports.sheet.covers = covers
    overlay.addOverlay(imports.sheet)
    let area = EdgeSwipeArea(overlay)
    area.response = { [weak self] in self?.response(to: $0) }
    child = area
    let coverPages = CoverPages(over: self, of: chat, exports, in: overlay, covers)
    coverPages.open = { [weak self] in self?.open($0) }
    self.coverPages = coverPages
    covers.didChange = { [weak self] in
      guard let self else { return }
      // F10 would open the menu below the cover.
      menu.button.sensitive = !isCovered
      updateSidebarActions()
      updateTitle()
    }
    add(imports.target)
    add(imports.pointer)
    addActions()
    connect()
    connectImports()
    connectFolders()
    connectSidebar()
    connectOwner()
    updateSwitchers()
    if source == .demo {
      if case .file(let own) = settings.lastSource() {
        chat.showSampleBanner(ownArchive: own)
      } else if settings.sampleIsKnown != true {
        chat.showSampleBanner()
      }
    }
    show(options.tab ?? settings.tab ?? .chat)
    chat.session.open()
  }

  var hasOpened: Bool { chat.session.archive != nil }

  /// Stores the tab, the size and the reader's place for the next window.
  func remember() {
    chat.keepPlace()
    let size = defaultSize
    Settings.update {
      $0.tab = switcher.choice
      $0.windowSize = Settings.WindowSize(width: size.width, height: size.height, isMaximized: isMaximized)
    }
  }

  /// Presents the window as soon as it has something to show, or after ``patience``.
  func presentWhenReady() {
    chat.whenSettled { [weak self] in self?.presentFirst() }
    MainLoop.after(seconds: Self.patience) { [weak self] in self?.presentFirst() }
  }

  /// Calls `action` once the window's first frame has been painted; at once if it has.
  func whenPainted(_ action: @escaping () -> Void) {
    if appearance == .painted { action() } else { didAppear.append(action) }
  }

  /// Appears in the place of another window, which can close once this one is painted. Does nothing if this one has been presented.
  func appear(inPlaceOf other: BackscrollWindow) {
    guard !isPresented else { return }
    predecessor = other
    whenPainted { [weak self] in self?.belong(to: nil) }
  }

  private func presentFirst() {
    guard !isPresented else { return }
    appearance = .presented
    if let predecessor { belong(to: predecessor) }
    present()
    if !imports.takeFocus() { page?.takeInitialFocus() }
    var handle: SignalHandle?
    handle = frameClock?.afterPaint.connect(weak: self) { window in
      handle?.disconnect()
      handle = nil
      window.log.debug(
        "first-frame",
        ["ms": Self.processAge, "renderer": window.rendererName ?? "none"])
      // Do not run while GTK paints.
      MainLoop.soon { [weak window] in window?.appeared() }
    }
  }

  /// Milliseconds since the kernel started the process, with the resolution of a kernel tick (usually 10 ms); -1 without
  /// `/proc`.
  private static var processAge: Int {
    // The program's name, in parentheses, can contain spaces. The start is the 20th field after it, in ticks.
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let start = stat.split(separator: ")").last?.split(separator: " ").dropFirst(19).first.flatMap({
        Int($0)
      })
    else { return -1 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000 - start * 1_000 / sysconf(Int32(_SC_CLK_TCK))
  }

  private func appeared() {
    appearance = .painted
    for action in didAppear { action() }
    didAppear = []
  }

  // MARK: Tabs

  /// The visible page.
  private var page: (any TabPage)? { switcher.choice.flatMap { pages[$0] } }

  /// Shows a tab, or the chat in place of a tab that the window does not have.
  func show(_ wanted: Tab) {
    let tab = wanted.isDemo && !showsDemoTabs ? .chat : wanted
    let hadFocus = stack.containsFocus || focusWidget == nil
    let page = page(of: tab)
    stack.visibleChildName = tab.rawValue
    for switcher in [switcher, bottomBar] { switcher.choice = tab }
    let previous = tabAction.flatMap { Tab(rawValue: $0.state) }
    guard previous != tab else { return }
    if let previous {
      pages[previous]?.didDisappear()
      coverPages?.close()
    }
    let barHadFocus = imports.panel.containsFocus || exports.panel.containsFocus
    imports.panel.showsReports = tab == .chat
    exports.panel.showsResults = tab == .chat
    sidebar.offer(tab == .chat)
    updateSidebarActions()
    updateUndo()
    page.didAppear()
    updateFinding()
    updateSwitchers()
    updateMenu()
    tabAction?.state = tab.rawValue
    tabLog.debug("shown", ["name": tab.rawValue])
    // From the second time on the stack restores the page's focus. A person who uses the switcher keeps it there.
    let isFirst = shownTabs.insert(tab).inserted
    let barIsGone = barHadFocus && focusWidget == nil
    if isFirst && hadFocus || barIsGone, isPresented { page.takeInitialFocus() }
  }

  private func page(of tab: Tab) -> any TabPage {
    if let page = pages[tab] { return page }
    let page = setup.page(of: tab)
    pages[tab] = page
    page.didChangeTitle = { [weak self] in
      if self?.switcher.choice == tab { self?.updateTitle() }
    }
    stack.add(noted(page, of: tab), name: tab.rawValue)
    if let tool = page.headerTool { header.add(tool: tool) }
    // The menu is not in the page.
    if let (prefix, actions) = page.menuActions { insert(actions, prefix: prefix) }
    return page
  }

  /// A page below the note of its tab, unless that was closed once.
  private func noted(_ page: any TabPage, of tab: Tab) -> Widget {
    guard Settings.load().knownTabs?.contains(tab) != true, let text = tab.note else { return page }
    let note = Notice(.tip(tab.symbol))
    note.label.addClass("bs-sample-words")
    note.update(text)
    notes[tab] = note
    note.visible = !root.isShort
    note.didClose = { [weak self] in self?.closeNote(of: tab) }
    let column = Box(.vertical)
    page.vexpand = true
    column.append(note, page)
    return column
  }

  private func closeNote(of tab: Tab) {
    notes.removeValue(forKey: tab)?.visible = false
    pages[tab]?.takeInitialFocus()
    Settings.update { $0.knownTabs = ($0.knownTabs ?? []).filter { $0 != tab } + [tab] }
  }

  /// Shows a place in the archive.
  func open(_ request: PlaceRequest) {
    show(.chat)
    chat.open(request)
  }

  private func goBack() {
    if let top = covers.top, isCovered {
      covers.close(top)
    } else if titleBlock.page?.canGoBack == true {
      page?.goBack()
    } else if switcher.choice == .chat {
      chat.finding.goBack()
    }
  }

  /// The response to a finger that moves from the leading edge or towards it.
  private func response(to way: EdgeSwipeArea.Way) -> EdgeSwipeArea.Response? {
    switch covers.top {
    case .viewer, .importPage, .panel: return nil
    case .media?, .statistics?:
      guard way == .back, let top = covers.top else { return nil }
      return .goBack { [covers] in covers.close(top) }
    case nil where way == .back && titleBlock.page?.canGoBack == true:
      return .goBack { [weak self] in self?.goBack() }
    case .chats, nil: return sidebar.canMove(way) ? .move(sidebar) : nil
    }
  }

  /// Call it when the search or the places to go back to have changed.
  private func updateFinding() {
    let finding = chat.finding
    searchButton.setClass("on", finding.isSearching || finding.isShowingResults)
    // The button keeps its room on the other tabs, so that the switcher does not move.
    let isOffered = switcher.choice == .chat
    searchButton.opacity = isOffered ? 1 : 0
    searchButton.canTarget = isOffered
    searchButton.focusable = isOffered
    searchButton.setAccessibleHidden(!isOffered)
    chat.sampleBanner?.visible = !finding.isCramped
    updateTitle()
    updateSwitchers()
  }

  // MARK: Header

  private func buildHeader() {
    backButton.addClass("bs-flat")
    backButton.valign = .center
    backButton.setDetailedActionName("win.back")
    backButton.tooltipText = tr("Back")
    backButton.setAccessibleLabel(tr("Back"))
    backButton.visible = false
    searchButton.addClass("bs-flat")
    searchButton.valign = .center
    searchButton.setDetailedActionName("win.find")
    searchButton.tooltipText = tr("Search in This Chat")
    searchButton.setAccessibleLabel(tr("Search in This Chat"))
    searchButton.setAccessibleKeys("Control+F")
    refreshButton.addClass("bs-flat")
    refreshButton.valign = .center
    refreshButton.setDetailedActionName("win.refresh")
    refreshButton.tooltipText = tr("Refresh")
    refreshButton.setAccessibleLabel(tr("Refresh"))
    refreshButton.setAccessibleKeys("F5")
    refreshButton.visible = false
    header.add(atEnd: searchButton)
    header.add(atEnd: refreshButton)
    header.add(atEnd: menu.button)
    header.titleWidth = { [weak titleBlock] in titleBlock?.headingWidth ?? 0 }
    header.didTapTitle = { [weak self] in self?.activateAction("win.chat-details") }
    header.didChangeTool = { [weak self] _ in self?.updateMenu() }
    if let tool = chat.headerTool { header.add(tool: tool) }
    // The header is a part of the content, so that the sidebar's sheet can lie over it. Without a title bar of its own, the
    // window would get the desktop's.
    let none = Box(.horizontal)
    none.visible = false
    setTitlebar(none)
    root.wideMinimum = { [weak header] in header?.wideMinimum ?? 0 }
  }

  /// Shows the switcher and the page's tool in the header of a wide window, the bottom bar in a narrow one.
  private func updateSwitchers() {
    let isNarrow = root.isNarrow
    switcher.visible = showsDemoTabs && !isNarrow
    bottomBar.visible = showsDemoTabs && isNarrow && !(switcher.choice == .chat && chat.finding.isCramped)
    titleBlock.isNarrow = isNarrow
    for (tab, page) in pages { page.headerTool?.visible = tab == switcher.choice && !isNarrow }
  }

  /// Shows the menu of the tab, with the tools for which the header has no room.
  private func updateMenu() {
    guard let tab = switcher.choice else { return }
    let hasTool = header.showsTool && pages[tab]?.headerTool != nil
    menu.show(WindowMenu.Content(tab, isDemo: source == .demo, hasTool: hasTool))
  }

  private func updateTitle() {
    titleBlock.page = page?.pageTitle
    backButton.visible = titleBlock.page?.canGoBack ?? false
    // In the place of the search, which no page with a title of its own has: the switcher does not move.
    refreshButton.visible = titleBlock.page?.canRefresh ?? false
    searchButton.visible = !refreshButton.visible
    backAction?.enabled =
      backButton.visible || isCovered || switcher.choice == .chat && chat.finding.canGoBack
  }

  private func show(_ conversation: Conversation?) {
    // The covers belong to another chat.
    if conversation?.id != titleBlock.conversation?.id { coverPages?.close() }
    let chat = conversation?.chat
    titleBlock.conversation = conversation
    updateFreshness()
    title = conversation.map { "\($0.title) – Backscroll" } ?? "Backscroll"
    if let chat { conversationAction?.state = "\(chat)" }
    sidebar.mark(chat)
    updateAvatar()
  }

  // MARK: Sidebar

  private func connectSidebar() {
    sidebar.didChoose = { [weak self] in self?.chat.open(.lastPlace(in: $0)) }
    sidebar.didRequestDetails = { [weak self] in self?.showDetails(of: $0) }
    sidebar.didRequestPage = { [weak self] in self?.open($0, of: $1) }
    sidebar.didChangeFacts = { [weak self] in self?.chat.noteImport(into: [$0]) }
    sidebar.didRead = { [weak self] in
      guard let self else { return }
      updateAvatar()
      updateNews()
      chat.reportReadToEnd()
    }
    sidebar.didMarkAsRead = { [weak self] in self?.chat.readTopics() }
    sidebar.didChange = { [weak self] in self?.chat.noteChange(of: $0) }
    chat.didReadToEnd = { [weak self] in
      self?.sidebar.noteRead($0, upTo: $1)
      self?.updateNews()
    }
    chat.didChangeConversations = { [weak self] in self?.chatsChanged() }
  }

  /// The archive has been opened, or its chats have changed.
  private func chatsChanged() {
    sidebar.chatCount = chat.session.conversations.count
    if sidebar.archive === chat.session.archive {
      sidebar.reload()
    } else {
      sidebar.archive = chat.session.archive
    }
  }

  /// Shows the details of a chat.
  private func showDetails(of chat: Conversation.ID) {
    guard let archive = self.chat.session.archive else { return }
    let details = ChatDetailsWindow(archive, chat)
    details.didChange = { [weak self] in
      self?.sidebar.reload()
      self?.chat.noteChange(of: [chat])
    }
    connect(details, of: chat, in: archive)
    self.details = details
    details.present(over: self)
  }

  private func updateUndo() { undoAction?.enabled = switcher.choice == .chat && chat.canUndo }

  private func updateSidebarActions() {
    for action in sidebarActions { action.enabled = switcher.choice == .chat && !isCovered }
  }

  private func updateAvatar() {
    titleBlock.colorSeed = titleBlock.conversation.flatMap { sidebar.summary($0.chat)?.colorSeed }
  }

  // MARK: Actions

  private func addActions() {
    olderAction = addChoice("older-loading", initial: setup.olderLoading.rawValue, weak: self) {
      window, name in
      if let choice = OlderLoading(rawValue: name) { window.choose(choice) }
    }
    addToggle("simulate-sender", initial: false, weak: self) { $0.chat.isSimulating = $1 }
    tabAction = addChoice("show-tab", initial: "", weak: self) { window, name in
      if let tab = Tab(rawValue: name), window.showsDemoTabs || !tab.isDemo, !window.imports.isAsking {
        window.show(tab)
      }
    }
    conversationAction = addChoice("show-conversation", initial: "", weak: self) { window, id in
      if let id = Conversation.ID(id) { window.chat.open(.lastPlace(in: id)) }
    }
    addContentAction("refresh") { $0.page?.refresh() }
    sidebarActions = [
      addContentAction("sidebar") { $0.sidebar.toggleShown() },
      addContentAction("filter-chats") { $0.sidebar.focusFilter() },
      addContentAction("previous-chat") { $0.sidebar.chooseNeighbour(-1) },
      addContentAction("next-chat") { $0.sidebar.chooseNeighbour(1) },
      addContentAction("chat-details") { window in
        if let chat = window.titleBlock.conversation { window.showDetails(of: chat.chat) }
      },
      addContentAction("export-chat") { $0.exportChat() },
      addContentAction("print") { $0.printChat() },
    ]
    addAction("import", weak: self) { $0.askForExports() }
    addAction("show-help-overlay", weak: self) { $0.showShortcuts() }
    addAction("reopen", weak: self) { $0.chat.session.open() }
    backAction = addContentAction("back", whileCovered: .acts) { $0.goBack() }
    backAction?.enabled = false
    undoAction = addContentAction("undo-deletion") { _ = $0.chat.undo() }
    updateUndo()
    for action in Tab.allCases.flatMap({ $0.page.actions }) {
      addContentAction(action.name, whileCovered: action.whileCovered) { window in
        if action.actsWhileHidden {
          for page in window.pages.values { action.body(page) }
        } else if let page = window.page {
          action.body(page)
        }
      }
    }
  }

  /// Adds an action on content that the page of an import or the media can cover. Its keys do nothing on covered content.
  @discardableResult
  private func addContentAction(
    _ name: String, whileCovered: TabAction.WhileCovered = .nothing,
    _ body: @escaping @MainActor (BackscrollWindow) -> Void
  ) -> Action {
    addAction(name, weak: self) { window in
      guard !window.imports.isAsking, !window.isCovered || whileCovered != .nothing else { return }
      if whileCovered == .uncovers {
        window.coverPages?.close()
        window.sidebar.closeOverContent()
      }
      body(window)
    }
  }

  /// Sets how older messages are loaded, here and at the next start.
  private func choose(_ olderLoading: OlderLoading) {
    olderAction?.state = olderLoading.rawValue
    chat.olderLoading = olderLoading
    Settings.update { $0.setOlderLoading(olderLoading, for: source) }
    log.debug("older-loading", ["choice": olderLoading.rawValue])
  }

  private func showShortcuts() { ShortcutsWindow(showsDemoTabs: showsDemoTabs).present(over: self) }

  private func connect() {
    for switcher in [switcher, bottomBar] {
      switcher.didChoose = { [weak self] in self?.show($0) }
    }
    root.didChangeNarrow = { [weak self] isNarrow in
      self?.updateSwitchers()
      self?.log.debug("layout", ["narrow": isNarrow])
    }
    root.didChangeShort = { [weak self] isShort in
      guard let self else { return }
      chat.finding.isShort = isShort
      for note in notes.values { note.visible = !isShort }
    }
    chat.didChangeConversation = { [weak self] conversation in
      // The composer grabs the focus when the first conversation opens. An offer to import and a report have precedence.
      if self?.titleBlock.conversation == nil { self?.imports.takeFocus() }
      self?.show(conversation)
      self?.sidebar.reload()
    }
    chat.didChangeArrivals = { [weak self] chat, arrivals in
      self?.titleBlock.arrivals = arrivals.count
      self?.sidebar.arrivals = (chat, arrivals)
    }
    chat.didChangeDeletions = { [weak self] in self?.updateUndo() }
    chat.didCloseSample = { Settings.update { $0.sampleIsKnown = true } }
    chat.didChangeTypist = { [weak self] in self?.titleBlock.typist = $0 }
    chat.finding.didChange = { [weak self] in self?.updateFinding() }
    chat.finding.summary = { [weak self] in self?.sidebar.summary($0) }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, modifiers in
      // In the bubble phase, so that the focused widget and popovers handle a key first.
      if modifiers.intersection([.control, .alt, .shift]) == .control {
        switch Key.normal(key) {
        case Key.z: return window.undo()
        // A focused chat in the sidebar has this key, too.
        case Key.p: return window.activateAction("win.print")
        default: return false
        }
      }
      guard modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      if let step = ScrolledWindow.ScrollStep(key: Key.normal(key)) {
        return window.imports.page == nil && window.page?.scroll(step) ?? false
      }
      guard key == Key.escape else { return false }
      if window.imports.page != nil || window.imports.panel.containsFocus { return window.imports.escape() }
      if window.exports.panel.containsFocus { return window.exports.escape() }
      if window.titleBlock.page?.canGoBack == true {
        window.goBack()
        return true
      }
      return window.switcher.choice == .chat && window.chat.escape() || window.imports.escape()
        || window.exports.escape()
    }
    add(keys)
    addMouseButton(Self.backButtonNumber) { $0.goBack() }
    addMouseButton(Self.forwardButtonNumber) { window in
      if !window.isCovered, window.switcher.choice == .chat { window.chat.finding.goForward() }
    }
    closeRequested.connect(weak: self) { window in
      window.remember()
      window.cancelWork()
      return false
    }
    notify("is-active").connect(weak: self) { window in
      guard window.isActive else { return }
      window.chat.noteTime()
      if window.hasOpened { window.didBecomeActive?() }
    }
  }

  /// Undoes the last deletion in the visible chat, unless the focus is in a text, which has an undo of its own.
  private func undo() -> Bool {
    guard switcher.choice == .chat, !isCovered, imports.page == nil,
      focusWidget == nil || focusWidget is Button
    else { return false }
    return chat.undo()
  }

  /// The buttons at the side of a mouse go back and forward, as in a browser.
  private func addMouseButton(_ number: Int, _ act: @escaping (BackscrollWindow) -> Void) {
    let click = GestureClick()
    click.button = number
    click.propagationPhase = .capture
    click.pressed.connect(weak: self) { window, _, _, _ in
      if !window.imports.isAsking { act(window) }
    }
    add(click)
  }

  /// Opens something of a chat that need not be the shown one.
  private func open(_ page: WindowSidebar.Page, of id: Conversation.ID) {
    guard let archive = chat.session.archive,
      let conversation = chat.session.conversations.first(where: { $0.id == id })
    else { return }
    switch page {
    case .bookmarks: chat.finding.showBookmarks(of: id)
    case .statistics: chat.didRequestStatistics?(conversation, archive)
    case .print: exports.askToPrint(conversation, in: archive, over: self)
    }
  }

  private func exportChat() {
    guard let archive = chat.session.archive, let conversation = titleBlock.conversation else { return }
    exports.ask(for: conversation, in: archive, over: self)
  }

  private func printChat() {
    guard let archive = chat.session.archive, let conversation = titleBlock.conversation else { return }
    exports.askToPrint(conversation, in: archive, over: self)
  }
}
