import Backscroll
import ChatArchive
import Foundation
import Gtk
import ScrollCore

/// One conversation: its messages, and the composer below them.
final class ChatView: Box {
  private(set) var conversation: Conversation

  private let archive: Archive
  private let feed: ChatFeed
  private let list: AnchoredList<ChatModel, MessageRow>
  private let older = EdgeNotice("older messages", at: .start, retry: "win.load-older")
  private let newer = EdgeNotice("newer messages", at: .end, retry: "win.load-newer")
  private let jumpButton = JumpToEndButton()
  private let banner = Banner()
  private let composer = Composer()
  private let pages = Stack()
  private let failure: StatusPage
  private let log = EventLog("chat")
  private let listLog = EventLog("list")
  private let quotes: QuoteRelay
  /// Washed over once it has come into view.
  private var flashTarget: Message.ID?
  private var loadedCallbacks: [() -> Void] = []

  /// The conversation's facts have changed: the number of its messages, say.
  var onConversationChanged: ((Conversation) -> Void)?

  /// Between the newest message and the composer, in points: the room there is between two groups.
  private static let roomBelow = 12

  private enum Page: String { case loading, messages, empty, failed }

  /// An edge this near shows what is loading there, in points; farther off it is nobody's concern.
  private static let noticeDistance = 40.0

  init(archive: Archive, conversation: Conversation, latency: Duration) {
    self.archive = archive
    self.conversation = conversation
    feed = ChatFeed(archive: archive, conversation: conversation.id, latency: latency)
    let retry = Button("Try Again")
    retry.setAction("win.refresh")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: "The messages could not be loaded", text: "", isFailure: true,
      action: retry)
    let model = feed.model
    let quotes = QuoteRelay()
    list = AnchoredList(
      model,
      makeRow: { _ in
        let row = MessageRow()
        row.onActivateQuote = { [weak quotes] in quotes?.activated?($0) }
        return row
      }, bind: { row, index in row.bind(model.content(at: index)) })
    self.quotes = quotes
    super.init(.vertical)
    quotes.activated = { [weak self] in self?.show($0) }
    buildContent()
    connect()
    feed.loadNewest()
  }

  /// Puts the cursor where one writes; once the view is in a window.
  func focusComposer() { composer.focusField() }

  /// Calls `body` once the first messages are there, or it is clear that there are none.
  func whenLoaded(_ body: @escaping () -> Void) {
    if feed.phase == .loading { loadedCallbacks.append(body) } else { body() }
  }

  // MARK: What can be done

  /// Goes to the newest message, loading it if need be.
  func jumpToEnd() {
    if feed.reachesEnd {
      list.scrollToEnd()
    } else {
      feed.loadNewest()
    }
  }

  /// Goes to a message, loading what is around it if need be, and washes over it.
  func show(_ id: Message.ID) {
    log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
    flashTarget = id
    if feed.model.index(of: id) == nil {
      feed.load(around: id)
    } else {
      list.scroll(to: id, at: .center)
      list.queueAllocate()
    }
  }

  func loadOlder() { feed.load(.previous) }
  func loadNewer() { feed.load(.next) }

  /// Reads the newest messages again, and what there is to know about the conversation.
  func refresh() {
    feed.loadNewest()
    readFacts()
  }

  func noteTime() { feed.model.noteTime() }

  // MARK: Sending

  private func send(_ text: String) {
    composer.isSending = true
    let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
    Task { [weak self, archive, id = conversation.id] in
      do {
        let message = try await archive.send(text, in: id, at: now)
        self?.sent(message, text)
      } catch {
        self?.failedToSend(error)
      }
    }
  }

  private func sent(_ message: Message, _ text: String) {
    log.debug("stored", ["id": message.id])
    composer.isSending = false
    composer.clear(sent: text)
    banner.text = nil
    if feed.append(message) {
      list.scrollToEnd()
    } else {
      feed.loadNewest()
    }
    readFacts()
  }

  private func failedToSend(_ error: any Error) {
    log.warning("send-failed", ["error": "\(error)"])
    composer.isSending = false
    banner.text = "Your message was not sent. \(error)"
  }

  private func readFacts() {
    Task { [weak self, archive, id = conversation.id] in
      guard let facts = try? await archive.conversations().first(where: { $0.id == id }) else { return }
      self?.conversation = facts
      self?.onConversationChanged?(facts)
    }
  }

  // MARK: Putting together

  private func buildContent() {
    let scroller = ScrolledWindow(child: list)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    list.setAccessibleLabel("Messages")
    list.bottomInset = Self.roomBelow
    let messages = Overlay(child: scroller)
    for overlay in [older, newer, jumpButton] { messages.addOverlay(overlay) }
    pages.add(StatusPage(.spinner, title: "Loading messages", text: ""), name: Page.loading.rawValue)
    pages.add(messages, name: Page.messages.rawValue)
    pages.add(
      StatusPage(.symbol(.chat), title: "No messages yet", text: "Write the first one below."),
      name: Page.empty.rawValue)
    pages.add(failure, name: Page.failed.rawValue)
    pages.isVerticallyExpanding = true
    append(pages, banner, composer)
  }

  private func connect() {
    composer.onSend = { [weak self] in self?.send($0) }
    feed.onPhaseChanged = { [weak self] in self?.phaseChanged($0) }
    feed.onEdgeChanged = { [weak self] in self?.updateEdges() }
    feed.onMissed = { [weak self] in self?.missed($0) }
    feed.visibleRange = { [weak self] in self?.list.visibleRange ?? 0..<0 }
    feed.onArrived = { [weak self] in self?.arrived(at: $0) }
    list.onViewportChanged = { [weak self] in self?.viewportChanged() }
    list.onAtEndChanged = { [weak self] value in self?.listLog.debug("at-end", ["value": value]) }
  }

  private func phaseChanged(_ phase: ChatFeed.Phase) {
    switch phase {
    case .loading: pages.visibleName = Page.loading.rawValue
    case .messages: pages.visibleName = Page.messages.rawValue
    case .empty: pages.visibleName = Page.empty.rawValue
    case .failed(let reason):
      failure.show(title: "The messages could not be loaded", text: reason)
      pages.visibleName = Page.failed.rawValue
    }
    guard phase != .loading else { return }
    for callback in loadedCallbacks { callback() }
    loadedCallbacks = []
  }

  /// A load that was asked for has come: go to what was asked for.
  private func arrived(at destination: ChatFeed.Destination) {
    switch destination {
    case .end: list.scrollToEnd(animated: false)
    case .message(let id): list.scroll(to: id, at: .center, animated: false)
    }
  }

  private func missed(_ reason: String) {
    flashTarget = nil
    banner.text = "The messages could not be loaded. \(reason)"
  }

  private func viewportChanged() {
    feed.viewportChanged(
      distanceToStart: list.distanceToStart, distanceToEnd: list.distanceToEnd, viewport: Double(list.height))
    updateEdges()
    guard let flashTarget, let index = feed.model.index(of: flashTarget), list.visibleRange.contains(index)
    else {
      return
    }
    list.row(flashTarget)?.flash()
    self.flashTarget = nil
  }

  private func updateEdges() {
    list.endIsLive = feed.reachesEnd
    jumpButton.isShown = !feed.reachesEnd || list.distanceToEnd > JumpToEndButton.distance
    older.state = notice(for: .previous, distance: list.distanceToStart)
    newer.state = notice(for: .next, distance: list.distanceToEnd)
  }

  private func notice(for direction: PageDirection, distance: Double) -> EdgeNotice.State {
    switch feed.state(direction) {
    case .loading where distance < Self.noticeDistance: .loading
    case .failed(let reason) where distance < Double(list.height): .failed(reason)
    default: .hidden
    }
  }
}

/// Carries a click on a quote from the rows, which are made before the view is, to the view.
private final class QuoteRelay {
  var activated: ((Message.ID) -> Void)?
}
