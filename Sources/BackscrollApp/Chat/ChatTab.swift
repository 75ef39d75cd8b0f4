import ChatArchive
import Gtk
import Translation

/// The Chat tab: opens the archive, shows how that goes, and then one conversation of it.
final class ChatTab: Box {
  private let source: ArchiveSource
  private let latency: Latency
  private var startPlace: StartPlace?
  private let olderMenu: OlderMenu
  private let log = EventLog("archive")
  private var page: Widget?
  private var archive: Archive?
  private var conversations: [Conversation] = []
  private(set) var view: ChatView?
  private var opening: Task<Void, Never>?
  private var settledCallbacks: [() -> Void] = []
  private var isSettled = false
  /// The composer has not had its focus, since another tab showed.
  private var owesFocus = false

  /// Another conversation shows, or its facts have changed.
  var onConversationChanged: ((Conversation?) -> Void)?
  /// The archive has been opened: what it holds, newest activity first.
  var onConversationsChanged: (([Conversation]) -> Void)?

  /// The archive has been opened, or cannot be.
  var onOpened: ((Bool) -> Void)?
  var hasOpened: Bool { archive != nil }
  /// For tests: where it is.
  var archivePath: String? { archive?.path }
  private(set) var hasFailed = false

  /// How older messages are loaded, in whatever conversation shows.
  var olderLoading: OlderLoading {
    didSet {
      view?.olderLoading = olderLoading
      olderMenu.choice = olderLoading
    }
  }

  /// Somebody made up writes now and then.
  var isSimulating = false {
    didSet { view?.isSimulating = isSimulating }
  }

  /// Somebody has begun to write (the name), or has stopped (nil).
  var onTyping: ((String?) -> Void)?

  /// `latency` delays each page load; `start`: where to open.
  init(source: ArchiveSource, latency: Latency, olderLoading: OlderLoading, start: StartPlace?) {
    self.source = source
    self.latency = latency
    self.olderLoading = olderLoading
    olderMenu = OlderMenu(olderLoading)
    startPlace = start
    super.init(.vertical)
    show(StatusPage(.spinner, title: tr("Opening the archive"), text: ""))
  }

  isolated deinit { opening?.cancel() }

  /// Opens the archive, again after a failure.
  func start() {
    guard opening == nil, view == nil else { return }
    opening = Task { [weak self, source] in
      do {
        let archive = try await source.open { [weak self] share in
          Task { @MainActor in self?.showProgress(share) }
        }
        let conversations = try await archive.conversations()
        self?.opened(archive, conversations)
      } catch {
        self?.failed("\(error)")
      }
    }
  }

  /// Calls `body` once there is something to show: messages, or the reason why there are none.
  func whenSettled(_ body: @escaping () -> Void) {
    if isSettled { body() } else { settledCallbacks.append(body) }
  }

  /// `start`: the message to open at; nil: the newest.
  /// `anew`: even if it shows already.
  func showConversation(_ id: Conversation.ID, at start: Message.ID? = nil, anew: Bool = false) {
    guard let archive, anew || id != view?.conversation.id,
      let conversation = conversations.first(where: { $0.id == id })
    else {
      if let start { view?.show(start) }
      return
    }
    let view = ChatView(
      conversation, pages: ChatPages(archive: archive, conversation: id, latency: latency.duration),
      start: start)
    self.view = view
    // Whoever was writing did so in the conversation that goes.
    onTyping?(nil)
    view.olderLoading = olderLoading
    view.isSimulating = isSimulating
    view.onTyping = { [weak self] in self?.onTyping?($0) }
    view.onConversationChanged = { [weak self] in self?.changed($0) }
    view.whenLoaded { [weak self] in self?.settle() }
    show(view)
    focusComposer()
    onConversationChanged?(conversation)
    log.debug("conversation", ["id": id, "messages": conversation.messageCount])
  }

  func jumpToEnd() { view?.jumpToEnd() }
  func loadOlder() { view?.loadOlder() }
  func loadNewer() { view?.loadNewer() }
  func refresh() { if let view { view.refresh() } else { start() } }
  func noteTime() { view?.noteTime() }

  /// One writes at once; but what another tab's keys are for does not go to a field that nobody sees.
  private func focusComposer() {
    owesFocus = !isChildVisible
    if isChildVisible { view?.focusComposer() }
  }

  /// Shows a place in the archive, once it is open.
  func go(to place: StartPlace) {
    startPlace = place
    if let archive { Task { await goToStart(in: archive) } }
  }

  // MARK: Opening

  private func opened(_ archive: Archive, _ conversations: [Conversation]) {
    opening = nil
    self.archive = archive
    self.conversations = conversations
    log.debug("opened", ["conversations": conversations.count, "path": archive.path])
    hasFailed = false
    onOpened?(true)
    onConversationsChanged?(conversations)
    if startPlace != nil {
      Task { await goToStart(in: archive) }
    } else if let newest = conversations.first {
      showConversation(newest.id)
    } else {
      show(
        StatusPage(
          .symbol(.chat), title: tr("This archive is empty"),
          text: tr("Drop a chat's export on the window, or choose “Import…” in its menu.")))
      settle()
    }
  }

  /// Goes to the place that was asked for; if there is no such place, to the newest message, and says so.
  private func goToStart(in archive: Archive) async {
    guard let place = startPlace else { return }
    startPlace = nil
    do {
      let message = try await place.message(
        in: archive, conversations: conversations, shown: view?.conversation.id)
      showConversation(message.conversation, at: message.id)
    } catch {
      log.warning("no-such-place", ["at": place, "error": "\(error)"])
      if view == nil { opened(archive, conversations) }
      view?.say("\(error)")
    }
  }

  private func failed(_ sentence: String) {
    opening = nil
    log.warning("failed", ["error": sentence])
    hasFailed = true
    onOpened?(false)
    announce(tr("The archive cannot be opened. {reason}", ["reason": sentence]))
    let retry = Button(tr("Try Again"))
    retry.setAction("win.reopen")
    show(
      StatusPage(
        .icon("dialog-warning-symbolic"), title: tr("The archive cannot be opened"), text: sentence,
        isFailure: true,
        action: retry))
    settle()
  }

  private func showProgress(_ share: Double) {
    guard opening != nil else { return }
    if let page = page as? DemoProgressPage {
      page.fraction = share
    } else {
      show(DemoProgressPage())
      settle()
    }
  }

  // MARK: Imports

  /// Takes notice of what was imported into the archive. What one reads stays where it is: messages that are new
  /// in its middle show when the conversation is shown anew.
  func takeIn(_ changed: Set<Conversation.ID>) {
    guard let archive else { return }
    Task { [weak self] in
      guard let conversations = try? await archive.conversations() else { return }
      self?.takeIn(changed, of: conversations)
    }
  }

  private func takeIn(_ changed: Set<Conversation.ID>, of all: [Conversation]) {
    conversations = all
    onConversationsChanged?(all)
    if let view {
      if changed.contains(view.conversation.id) { view.readFacts() }
    } else if let newest = all.first {
      showConversation(newest.id)
    }
  }

  /// Shows the one of these conversations that was written in last, at its end.
  func showNewest(of ids: Set<Conversation.ID>) {
    guard let newest = conversations.first(where: { ids.contains($0.id) }) else { return }
    showConversation(newest.id, anew: true)
  }

  // MARK: Pages

  private func changed(_ conversation: Conversation) {
    if let index = conversations.firstIndex(where: { $0.id == conversation.id }) {
      conversations[index] = conversation
    }
    onConversationChanged?(conversation)
  }

  private func show(_ new: Widget) {
    if let page { remove(page) }
    page = new
    new.isVerticallyExpanding = true
    append(new)
  }

  private func settle() {
    guard !isSettled else { return }
    isSettled = true
    for callback in settledCallbacks { callback() }
    settledCallbacks = []
  }
}

extension ChatTab: TabPage {
  static func make(_ setup: TabSetup) -> ChatTab {
    ChatTab(
      source: setup.source, latency: setup.latency, olderLoading: setup.olderLoading, start: setup.start)
  }

  static var actions: [TabAction] {
    [
      TabAction("jump-to-end") { (tab: ChatTab) in tab.jumpToEnd() },
      TabAction("load-older") { (tab: ChatTab) in tab.loadOlder() },
      TabAction("load-newer") { (tab: ChatTab) in tab.loadNewer() },
    ]
  }

  static var menu: [MenuSection] {
    [
      MenuSection(
        nil,
        [
          (tr("Go to the Newest Message"), "win.jump-to-end"), (tr("Load Older Messages"), "win.load-older"),
          (tr("Look for More Here"), "win.refresh"),
        ]),
      MenuSection(nil, [(tr("Someone Is Typing"), "win.simulate-sender")]),
      OlderMenu.section,
    ]
  }

  var pageTitle: PageTitle? { nil }
  var headerTool: Widget? { olderMenu }

  func didAppear() {
    // The stack restores the focus that it had in this tab first.
    if owesFocus { MainLoop.soon { [weak self] in self?.focusComposer() } }
  }

  func didDisappear() { view?.left() }
}
