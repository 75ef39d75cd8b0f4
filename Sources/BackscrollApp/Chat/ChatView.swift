import Backscroll
import ChatArchive
import Foundation
import Gtk
import ScrollCore
import Translation

/// One conversation: its messages, and the composer below them.
///
/// The list's ends and their loads are in `ChatView+Edges`, what is sent and what arrives in `ChatView+Arrivals`.
final class ChatView: Box {
  var conversation: Conversation

  let archive: Archive
  let feed: ChatFeed
  let list: AnchoredList<ChatModel, MessageRow>
  let older: RefreshOverlay
  let newer: RefreshOverlay
  let jumpButton = JumpToEndButton()
  let floatingDate = FloatingDate()
  let banner = Banner()
  let composer = Composer()
  let log = EventLog("chat")
  var unread = UnreadCounter()
  let simulated = SimulatedSender()
  /// Made-up messages that wait for the end to be loaded.
  var undelivered: [Message] = []
  var simulatedCount: Int64 = 0
  /// Somebody's message, of which a made-up one takes over what it does not say itself.
  var template: Message?
  /// Washed over once it has come into view.
  private var flashTarget: Message.ID?

  private let pages = Stack()
  private let emptyPage = StatusPage(
    .symbol(.chat), title: tr("No messages yet"), text: tr("Write the first one below."))
  private let failure: StatusPage
  private let listLog = EventLog("list")
  private let quotes: QuoteRelay
  private var loadedCallbacks: [() -> Void] = []

  /// The conversation's facts have changed: the number of its messages, say.
  var onConversationChanged: ((Conversation) -> Void)?
  /// Somebody has begun to write (the name), or has stopped (nil).
  var onTyping: ((String?) -> Void)?

  /// Between the newest message and the composer, in points: the room there is between two groups.
  private static let roomBelow = 12
  /// The height of a message before any was measured, in points.
  private static let estimatedHeight = 60.0

  private enum Page: String { case loading, messages, failed }

  /// `start`: the message to open at; nil: the newest.
  init(_ conversation: Conversation, pages: ChatPages, start: Message.ID? = nil) {
    archive = pages.archive
    self.conversation = conversation
    feed = ChatFeed(pages)
    let retry = Button(tr("Try Again"))
    retry.setAction("win.refresh")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The messages could not be loaded"), text: "",
      isFailure: true,
      action: retry)
    let model = feed.model
    let quotes = QuoteRelay()
    list = AnchoredList(
      model,
      makeRow: { _ in
        let row = MessageRow()
        row.onActivateQuote = { [weak quotes] in quotes?.activated?($0) }
        return row
      }, bind: { row, content in row.bind(content) })
    self.quotes = quotes
    let scroller = ScrolledWindow(child: list)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    // Its rows take the focus.
    scroller.isFocusable = false
    older = RefreshOverlay(scroller, edge: .start, words: .olderMessages)
    newer = RefreshOverlay(older, edge: .end, words: .newerMessages)
    super.init(.vertical)
    quotes.activated = { [weak self] in self?.show($0) }
    buildContent()
    connect(scroller)
    connectEdges()
    connectArrivals()
    if let start {
      flashTarget = start
      feed.load(around: start)
    } else {
      feed.loadNewest()
    }
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
    // Held down, the key would put the load off again and again.
    guard !feed.isLoadingNewest else { return }
    if feed.reachesEnd, !feed.isReplacing {
      list.scrollToEnd()
    } else {
      feed.loadNewest()
    }
  }

  /// Goes to a message, loading what is around it if need be, and washes over it.
  func show(_ id: Message.ID) {
    log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
    flashTarget = id
    if feed.model.index(of: id) == nil || feed.isReplacing {
      feed.load(around: id)
    } else {
      list.scroll(to: id, at: .center)
      list.queueAllocate()
    }
  }

  func noteTime() { feed.model.noteTime() }

  func readFacts() {
    Task { [weak self, archive, id = conversation.id] in
      guard let facts = try? await archive.conversations().first(where: { $0.id == id }) else { return }
      self?.conversation = facts
      self?.onConversationChanged?(facts)
    }
  }

  // MARK: Putting together

  private func buildContent() {
    list.setAccessibleLabel(tr("Messages"))
    list.estimatedHeight = { _ in Self.estimatedHeight }
    list.bottomInset = Self.roomBelow
    // Over the list rather than in its place: what is empty can be pulled as well.
    emptyPage.canTarget = false
    emptyPage.isVisible = false
    let messages = Overlay(child: newer)
    for overlay in [emptyPage, floatingDate, jumpButton] { messages.addOverlay(overlay) }
    pages.add(StatusPage(.spinner, title: tr("Loading messages"), text: ""), name: Page.loading.rawValue)
    pages.add(messages, name: Page.messages.rawValue)
    pages.add(failure, name: Page.failed.rawValue)
    pages.isVerticallyExpanding = true
    append(pages, banner, composer)
  }

  private func connect(_ scroller: ScrolledWindow) {
    composer.onSend = { [weak self] in self?.send($0) }
    composer.onPage = { [weak scroller] in scroller?.scroll($0) }
    feed.onPhaseChanged = { [weak self] in self?.phaseChanged($0) }
    feed.onMissed = { [weak self] in self?.missed($0) }
    feed.visibleRange = { [weak self] in self?.list.visibleRange ?? 0..<0 }
    feed.onArrived = { [weak self] in self?.arrived(at: $0) }
    list.didChangeViewport = { [weak self] in self?.viewportChanged() }
    list.didChangeAtEnd = { [weak self] value in
      self?.listLog.debug("at-end", ["value": value])
      self?.updateUnread()
    }
    // Only the reader's hand changes the value: what the list does itself moves the bounds.
    scroller.verticalAdjustment.valueChanged.connect(weak: self) { $0.floatingDate.noteMovement() }
  }

  private func phaseChanged(_ phase: ChatFeed.Phase) {
    emptyPage.isVisible = phase == .empty
    list.setAccessibleBusy(phase == .loading)
    switch phase {
    case .loading: pages.visibleName = Page.loading.rawValue
    case .messages, .empty: pages.visibleName = Page.messages.rawValue
    case .failed(let reason):
      failure.show(title: tr("The messages could not be loaded"), text: reason)
      announce(tr("The messages could not be loaded. {reason}", ["reason": reason]))
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
    say(tr("The messages could not be loaded. {reason}", ["reason": reason]))
  }

  /// Tells the reader something that went wrong.
  func say(_ sentence: String) { banner.text = sentence }

  private func viewportChanged() {
    feed.viewportChanged(
      distanceToStart: list.distanceToStart, distanceToEnd: list.distanceToEnd, viewport: Double(list.height))
    updateEdges()
    updateUnread()
    updateFloatingDate()
    guard let flashTarget, let index = feed.model.index(of: flashTarget), list.visibleRange.contains(index)
    else {
      return
    }
    list.row(flashTarget)?.flash()
    self.flashTarget = nil
  }

  /// Rows in view, as of the last layout: the model may have changed since.
  var visibleRows: Range<Int> { list.visibleRange.clamped(to: 0..<feed.model.count) }

  /// The day of the topmost row, unless the list itself says it within a finger's breadth.
  private func updateFloatingDate() {
    guard let first = visibleRows.first, !older.isIndicatorShown else {
      return floatingDate.show(nil)
    }
    let middle = Double(FloatingDate.top) + RowGeometry.dayHeight / 2
    let isSaid = visibleRows.prefix(3).contains { index in
      guard feed.model.decorations[index].startsDay, let row = list.row(feed.model.id(at: index)),
        let pill = row.geometry?.day, let top = row.convert(Point(x: 0, y: pill.y), to: list)?.y
      else { return false }
      return abs(top + pill.height / 2 - middle) < FloatingDate.pillDistance
    }
    floatingDate.show(isSaid ? nil : feed.model.dayName(at: first))
  }
}

/// Carries a click on a quote from the rows, which are made before the view is, to the view.
private final class QuoteRelay {
  var activated: ((Message.ID) -> Void)?
}
