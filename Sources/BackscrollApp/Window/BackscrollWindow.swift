import ChatArchive
import Gtk
import Translation

/// A window on one archive: header, tabs, and the actions of both.
final class BackscrollWindow: ApplicationWindow, Announcing {
  let announcer = Announcer()
  let source: ArchiveSource

  let chat: ChatTab
  /// Made when they are first shown: nobody waits for them at the start.
  var lab: LabTab?
  var feed: FeedTab?
  private let feedOrigin: FeedOrigin
  var carousel: CarouselTab?
  var picker: PickerTab?
  private let latency: Int
  let menu: WindowMenu
  private let stack = Stack()
  let titleBlock = TitleBlock()
  let olderMenu: OlderMenu
  let switcher = TabSwitcher(Tab.allCases, style: .segmented)
  let bottomBar = TabSwitcher(Tab.allCases, style: .bottomBar)
  private let root: AdaptiveRoot
  let imports: WindowImports
  private let log = EventLog("window")
  private let tabLog = EventLog("tabs")
  var tabAction: Action?
  var backAction: Action?
  var conversationAction: Action?
  var olderAction: Action?
  private var isPresented = false

  /// The archive has been opened, or cannot be.
  var onOpened: ((Bool) -> Void)?
  /// Something was brought into another archive than the window's.
  var onImportedElsewhere: ((ImportOutcome) -> Void)?
  var hasOpened: Bool { chat.hasOpened }

  /// Points. At the smallest size nothing overlaps; the list gives way first.
  private static let minimumSize = (width: 360, height: 480)
  private static let defaultSize = (width: 900, height: 720)
  /// The window waits this long for its first messages, in seconds: they are there sooner as a rule, and then
  /// the first frame shows them.
  private static let patience = 0.25

  init(_ application: Application, source: ArchiveSource, options: WindowOptions, recentMenu: Menu) {
    self.source = source
    latency = options.latency
    let settings = Settings.load()
    let olderLoading = options.loadOlder ?? settings.olderLoading(for: source)
    menu = WindowMenu(recent: recentMenu)
    chat = ChatTab(
      source: source, latency: .milliseconds(options.latency), olderLoading: olderLoading, start: options.at)
    olderMenu = OlderMenu(olderLoading)
    feedOrigin = FeedOrigin(user: options.user, apiBase: options.apiBase)
    let column = Box(.vertical)
    root = AdaptiveRoot(child: column)
    imports = WindowImports(into: source)
    super.init(application)
    addClass("backscroll")
    setTitle("Backscroll")
    setIconName(Program.applicationID)
    setDefaultSize(
      width: max(Self.minimumSize.width, settings.windowSize?.width ?? Self.defaultSize.width),
      height: max(Self.minimumSize.height, settings.windowSize?.height ?? Self.defaultSize.height))
    if settings.windowSize?.isMaximized == true { maximize() }
    setSizeRequest(width: Self.minimumSize.width, height: Self.minimumSize.height)
    setHelpOverlay(builderXML: HelpOverlay.builderXML)
    let header = makeHeader()
    setTitlebar(
      HeaderFrame(header) { [switcher, olderMenu] in
        [switcher, olderMenu].reduce(0) { $0 + ($1.isVisible ? $1.measured(.horizontal).minimum : 0) }
      })
    root.wideMinimum = { [weak header] in header?.measured(.horizontal).minimum ?? 0 }
    stack.isVerticallyExpanding = true
    stack.add(chat, name: Tab.chat.rawValue)
    column.append(stack, imports.panel, bottomBar)
    attachUnseen(announcer)
    for tabs in [switcher, bottomBar] { tabs.setPages(stack) }
    let overlay = Overlay(child: root)
    overlay.addOverlay(imports.hint)
    child = overlay
    add(imports.target)
    addActions(olderLoading)
    connect()
    showSwitchers(isNarrow: false)
    show(options.tab ?? settings.tab ?? .chat)
    chat.start()
  }

  /// Keeps what the next window is to begin with.
  func remember() {
    let size = defaultSize
    Settings.update {
      $0.tab = switcher.tab
      $0.windowSize = Settings.WindowSize(width: size.width, height: size.height, isMaximized: isMaximized)
    }
  }

  /// Presents the window as soon as it has something to show, or after a moment.
  func presentWhenReady() {
    chat.whenSettled { [weak self] in self?.presentFirst() }
    MainLoop.after(seconds: Self.patience) { [weak self] in self?.presentFirst() }
  }

  func show(_ tab: Tab) {
    let hadFocus = stack.containsFocus || focusWidget == nil
    let isNew = prepare(tab)
    stack.visibleName = tab.rawValue
    switcher.tab = tab
    bottomBar.tab = tab
    guard tabAction?.state != tab.rawValue else { return }
    if tab == .chat { chat.came() } else { chat.left() }
    showPageTitle(of: tab)
    menu.show(tab)
    olderMenu.isVisible = tab == .chat && !root.isNarrow
    tabAction?.state = tab.rawValue
    tabLog.debug("shown", ["name": tab.rawValue])
    // Later the stack gives the focus back to what had it. Who goes to and fro by the switcher stays there.
    if isNew, hadFocus, isPresented { focusFirst() }
  }

  /// True if the tab has been made.
  private func prepare(_ tab: Tab) -> Bool {
    switch tab {
    case .lab where lab == nil:
      let new = LabTab(latency: latency)
      lab = new
      stack.add(new, name: tab.rawValue)
    case .feed where feed == nil:
      let new = FeedTab(origin: feedOrigin, latency: .milliseconds(latency))
      feed = new
      new.onTitleChanged = { [weak self] in self?.showPageTitle(of: .feed) }
      stack.add(new, name: tab.rawValue)
      new.start()
    case .carousel where carousel == nil:
      let new = CarouselTab(latency: .milliseconds(latency))
      carousel = new
      new.onTitleChanged = { [weak self] in self?.showPageTitle(of: .carousel) }
      stack.add(new, name: tab.rawValue)
    case .picker where picker == nil:
      let new = PickerTab(latency: latency)
      picker = new
      new.onTitleChanged = { [weak self] in self?.showPageTitle(of: .picker) }
      stack.add(new, name: tab.rawValue)
    case .chat, .lab, .feed, .carousel, .picker: return false
    }
    return true
  }

  /// Says in the header what shows, if it is this tab; the chat speaks for itself.
  private func showPageTitle(of tab: Tab) {
    guard tab == switcher.tab else { return }
    switch tab {
    case .chat: titleBlock.page = nil
    case .lab: titleBlock.page = LabTab.title
    case .feed: titleBlock.page = feed?.title
    case .carousel: titleBlock.page = carousel?.title
    case .picker: titleBlock.page = picker?.title
    }
    backAction?.isEnabled = titleBlock.page?.canGoBack ?? false
  }

  func goBack() {
    if switcher.tab == .carousel { carousel?.goBack() }
    if switcher.tab == .feed { feed?.goBack() }
  }

  /// Shows a place in the archive.
  func go(to place: StartPlace) {
    show(.chat)
    chat.go(to: place)
  }

  /// How older messages are loaded from now on, here and at the next start.
  func choose(_ olderLoading: OlderLoading) {
    olderAction?.state = olderLoading.rawValue
    olderMenu.choice = olderLoading
    chat.olderLoading = olderLoading
    Settings.update { $0.setOlderLoading(olderLoading, for: source) }
    log.debug("older-loading", ["choice": olderLoading.rawValue])
  }

  private func presentFirst() {
    guard !isPresented else { return }
    isPresented = true
    present()
    focusFirst()
    var handle: SignalHandle?
    handle = frameClock?.afterPaint.connect(weak: self) { window in
      handle?.disconnect()
      handle = nil
      window.log.debug("first-frame", ["ms": StartClock.milliseconds ?? -1])
    }
  }

  /// These tabs are used by keys at once.
  private func focusFirst() {
    switch switcher.tab {
    case .carousel: carousel?.carousel.takeFocus()
    case .feed:
      // Not the entry, which is the first to be had: its text would be selected.
      focusWidget = nil
      feed?.focusRows()
    case .picker: _ = picker?.picker.moveFocus(.forward)
    default: break
    }
  }

  private func connect() {
    for switcher in [switcher, bottomBar] {
      switcher.onChoose = { [weak self] in self?.show($0) }
    }
    root.onNarrowChanged = { [weak self] isNarrow in
      self?.showSwitchers(isNarrow: isNarrow)
      self?.log.debug("layout", ["narrow": isNarrow])
    }
    chat.onConversationChanged = { [weak self] conversation in
      // The composer takes the focus as the first one opens.
      if self?.titleBlock.conversation == nil { self?.imports.panel.focusOffer() }
      self?.showTitle(of: conversation)
    }
    chat.onTyping = { [weak self] in self?.titleBlock.typist = $0 }
    chat.onConversationsChanged = { [weak self] in self?.offer($0) }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, modifiers in
      // After all others: what is open above the page is closed first.
      guard key == Key.escape, modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      // Whoever goes back does not mean the import, unless they are at it.
      let canGoBack = window.backAction?.isEnabled == true && !window.imports.panel.containsFocus
      guard canGoBack else { return window.imports.escape() }
      window.goBack()
      return true
    }
    add(keys)
    connectImports()
    closeRequested.connect(weak: self) { window in
      window.remember()
      window.imports.queue.cancel()
      return false
    }
    notify("is-active").connect(weak: self) { window in
      if window.isActive { window.chat.noteTime() }
    }
  }
}
