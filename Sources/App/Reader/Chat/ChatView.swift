import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Finding
import Foundation
import Gtk
import MessageRow
import ScrollCore
import Translation

/// One conversation: its messages, and the composer below them.
package final class ChatView: Box {
  /// Called when the facts about the conversation have changed, such as the number of its messages.
  var didChangeConversation: ((Conversation) -> Void)?
  /// Called when a simulated message has arrived, or was seen.
  var didChangeArrivals: ((SimulatedArrivals) -> Void)?
  /// Called when a message, a note or a change could not be stored. The reason is shown.
  var didFailToSend: (() -> Void)?
  /// Called when a message or a note was written, changed or deleted here, or elsewhere.
  var didChangeWritten: (() -> Void)?
  /// Called when the reader has seen the newest message, with its position.
  var didReadToEnd: ((MessageCursor) -> Void)?
  /// Called when a part of a message was activated that the chat cannot handle: a picture, a file.
  var didActivate: ((MessageActivation, Message) -> Void)?
  /// Called when bookmarks were set or removed here, with the loaded messages that have changed.
  var didChangeMessages: (([Message]) -> Void)?
  /// Called to show a message that is not in the shown topic or thread.
  var didRequestWholeChat: ((Message) -> Void)?
  /// Called when a person has started typing (the name) or has stopped (nil).
  var didChangeTypist: ((String?) -> Void)?

  /// Called when the reader has moved or written, which changes the result of ``keep(in:)``.
  var didChangePlace: (() -> Void)?

  package private(set) var conversation: Conversation {
    didSet { writing.composer.purpose = Composer.Purpose(conversation.origin) }
  }
  package let feed: ChatFeed
  package let list: AnchoredList<ChatModel, MessageRow>
  private let scroller: ScrolledWindow
  package let older: RefreshOverlay
  let newer: RefreshOverlay
  /// The row above the oldest loaded message, if older ones load on request.
  let olderRow = OlderRow()
  package let jumpButton = JumpToEndButton()
  let backButton = BackButton()
  /// Returns whether the reader can go back to a previous place in this chat.
  var offersBack: (() -> Bool)?
  let floatingDate = FloatingDate(isButton: true)
  private(set) lazy var dates = DateChooser(of: self)
  let skeleton = ChatSkeleton()
  /// The reader's place among all messages.
  let timeline: ChatRail
  /// The scrollbar of all messages.
  package var rail: ScrollRail { timeline.rail }
  /// Whether the rail waits for a place that is not in view yet.
  var isSeekPending: Bool { timeline.isPending }
  private let handles = SelectionHandles()
  let banner = Notice(.banner)
  private lazy var bannerFrame = Shrinking(banner)
  /// Called when the pointer has entered the toast, which must not move meanwhile, or has left it.
  var didHoldToast: ((Bool) -> Void)?

  package let archive: Archive
  /// The list, with the widgets over it.
  private(set) var messages: Overlay?
  /// The writing, changing and deleting of messages and notes.
  private(set) lazy var writing = ChatWriting(self)
  /// The reader's place, and the jumps to other places.
  package private(set) lazy var places = ChatNavigation(self)
  /// The bookmarks of the messages.
  private(set) lazy var bookmarks = ChatBookmarks(self)
  /// The selected messages.
  private(set) lazy var selection = ChatSelection(self)
  /// Gives the focus to messages.
  private(set) lazy var messageFocus = MessageFocus(self)
  /// The messages that have arrived, and those that were not seen.
  private(set) lazy var arrivals = ChatArrivals(self, simulatedMessages)
  private let simulatedMessages: SimulatedMessages
  private let pages = Stack()
  private let emptyPage = StatusPage(
    .symbol(.chat), title: tr("No messages yet"), text: tr("Write the first one below."))
  private let failure: StatusPage
  private let log = EventLog("chat")
  private let listLog = EventLog("list")
  private var loadedCallbacks: [() -> Void] = []
  /// The marks in the rows.
  package let hitMarks = HitMarks()
  /// The source of the search.
  lazy var searchSource = SearchSource(archive)
  package private(set) lazy var finding = ChatSearch(self, searchSource)
  private let memory = RowMemory()
  private let player = RowPlayer()

  /// Points between the newest message and the composer: the gap between two groups.
  private static let roomBelow = 12
  /// The height of a message before any was measured, in points.
  private static let estimatedHeight = 60.0
  /// The distance from an edge, in points, within which a load there is shown.
  private static let noticeDistance = 40.0

  private enum Page: String { case loading, messages, failed }

  init(_ conversation: Conversation, pages: ChatPages, at start: ChatPlace = .end) {
    archive = pages.archive
    simulatedMessages = pages.simulated
    self.conversation = conversation
    var pages = pages
    if case .row(let row) = start { pages.stored.source.kept = row.cursor }
    feed = ChatFeed(pages, clock: MessageTimeFormatter(timeZone: conversation.zone))
    feed.model.part = conversation.topic
    let retry = Button(tr("Try Again"))
    retry.setDetailedActionName("win.refresh")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The messages could not be loaded"), text: "",
      isFailure: true, action: retry)
    list = AnchoredList(feed.model)
    scroller = ScrolledWindow(child: list)
    // The rail is its scrollbar; a thread has none.
    scroller.setPolicy(horizontal: .never, vertical: conversation.isThread ? .automatic : .external)
    timeline = ChatRail(list: list, feed: feed, archive: pages.archive, of: conversation.id)
    // The rows are focusable.
    scroller.focusable = false
    older = RefreshOverlay(scroller, edge: .start, words: .olderMessages)
    newer = RefreshOverlay(older, edge: .end, words: .newerMessages)
    super.init(.vertical)
    list.makeRow = { [weak self] _ in
      let row = MessageRow()
      if let self { connect(row) }
      return row
    }
    list.bind = { row, content in row.bind(content) }
    buildContent()
    connectList()
    connectEdges()
    connectRail()
    connectPlayer()
    places.start(at: start)
  }

  /// Focuses the message at which the chat opens, or otherwise the last one in view, once it is loaded.
  package func focusMessages() {
    messageFocus.go(to: places.destination.map(MessageFocus.Target.message) ?? .lastInView)
  }

  /// Focuses the field of the composer. The view must be in a window.
  package func focusComposer() {
    // The actions on selected messages are in its place.
    _ = selection.end()
    writing.composer.focusField()
  }

  /// Focuses the field of the composer for typing; while fingers are used, the messages.
  func takeInitialFocus() {
    guard selection.messages.isActive || !writing.composer.focusFieldToType() else { return }
    // Remove the focus from the widget that covered the chat, or from another field.
    window?.focusWidget = nil
    focusMessages()
  }

  /// If the reader uses the keyboard, focuses a message found by a search, once it has a row. Otherwise takes the usual focus.
  func takeFocus(atHit hit: Message.ID?) {
    guard let hit, window?.lastInput == .keyboard else { return takeInitialFocus() }
    window?.focusWidget = nil
    messageFocus.go(to: .message(hit))
  }

  /// Scrolls the messages like a key in the list; returns whether they are in view.
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool {
    guard list.isMapped else { return false }
    list.scroll(step)
    return true
  }

  /// Calls `body` when the first messages are loaded, have failed to load, or do not exist.
  func whenLoaded(_ body: @escaping () -> Void) {
    if feed.content == .loading { loadedCallbacks.append(body) } else { body() }
  }

  // MARK: The banner

  /// The subject of the banner.
  enum Problem {
    case notLoaded(any Error)
    case notSent(ArchiveError)
    case notSaved(ArchiveError)
    case notBookmarked(ArchiveError)
    case notDeleted(ArchiveError)
    case notRestored(ArchiveError)
    case noSuchPlace(any Error)

    fileprivate var sentence: String {
      switch self {
      case .notLoaded(let error):
        tr("The messages could not be loaded. {reason}", ["reason": "\(error)"])
      case .notSent(let error): tr("Your message was not sent. {reason}", ["reason": "\(error)"])
      case .notSaved(let error): tr("Your note was not saved. {reason}", ["reason": "\(error)"])
      case .notBookmarked(let error):
        tr("The bookmark was not saved. {reason}", ["reason": "\(error)"])
      case .notDeleted(let error): tr("Nothing was deleted. {reason}", ["reason": "\(error)"])
      case .notRestored(let error):
        tr("What was deleted could not be brought back. {reason}", ["reason": "\(error)"])
      case .noSuchPlace(let error): "\(error)"
      }
    }
  }

  /// The latest error; nil once it is settled.
  var notice: Problem? { didSet { updateBanner() } }

  /// The reason why nothing can be stored in the archive any more: its file was removed, or replaced by another one,
  /// which the banner offers to open. Nil while messages can be stored.
  var displacement: ArchiveError? {
    didSet {
      // The notice about the other file is obsolete.
      if displacement == nil { notice = nil } else { updateBanner() }
    }
  }

  private func updateBanner() {
    let canOpen = if case .replaced = displacement { true } else { false }
    banner.button.setDetailedActionName("win.reopen")
    banner.offer(canOpen ? tr("Open It") : nil)
    banner.text = notice?.sentence ?? displacement.map { "\($0)" }
  }

  /// The text in the composer that was not sent.
  var draft: String {
    get { writing.composer.text }
    set { writing.composer.text = newValue }
  }

  func noteTime() { feed.model.noteTime() }

  /// Reads the facts about the conversation from the archive.
  func readFacts() {
    Task { [weak self, archive, id = conversation.id] in
      guard let facts = try? await archive.conversation(id) else { return }
      self?.conversation = facts
      self?.timeline.readFacts()
      self?.dates.noteChange()
      self?.arrivals.read()
      self?.didChangeConversation?(facts)
    }
  }

  /// Stores the state to keep in `chat`: the reader's place, and the text that was not sent.
  func keep(in chat: inout SavedPlaces.Chat) {
    chat.text = draft
    places.keep(in: &chat)
  }

  /// Updates the counts and the search after a message or a note was written, changed or deleted.
  func noteWritten() {
    readFacts()
    finding.recount()
    didChangeWritten?()
  }

  /// Shows the present state of messages whose bookmarks were changed.
  func show(changed messages: [Message]) {
    for message in messages where message.isIn(conversation.id) { feed.update(message) }
    timeline.readBookmarks()
  }

  /// Looks for missing files of the rows again. ``reload()`` does not change rows whose files have returned.
  func lookForFilesAgain() {
    for index in visibleRows { list.row(feed.model.id(at: index))?.lookAgain() }
  }

  // MARK: Content

  private func buildContent() {
    list.setAccessibleLabel(conversation.isThread ? tr("Messages of the Thread") : tr("Messages"))
    list.estimatedHeight = { _ in Self.estimatedHeight }
    list.bottomInset = Self.roomBelow
    list.header = olderRow
    // Above the list, not in place of it, so that an empty list can be pulled too.
    emptyPage.isTransparent = true
    emptyPage.visible = false
    let messages = Overlay(child: newer)
    self.messages = messages
    for overlay in [handles, skeleton, emptyPage, floatingDate, jumpButton, backButton, writing.toast] {
      messages.addOverlay(overlay)
    }
    writing.toast.didChangePointed = { [weak self] in
      self?.bannerFrame.isHeld = $0
      self?.didHoldToast?($0)
    }
    floatingDate.takePresses(of: messages)
    handles.endByTaps(in: self)
    pages.add(StatusPage(.spinner, title: tr("Loading messages"), text: ""), name: Page.loading.rawValue)
    let frame = conversation.isThread ? nil : RailFrame(messages, rail)
    pages.add(frame ?? messages, name: Page.messages.rawValue)
    pages.add(failure, name: Page.failed.rawValue)
    pages.vexpand = true
    append(pages, bannerFrame)
    if let frame { append(ChatFooter(selection.foot, below: frame)) }
  }

  private func connectList() {
    writing.composer.didChangeText = { [weak self] in self?.didChangePlace?() }
    writing.composer.didRequestMessages = { [weak self] in self?.messageFocus.go(to: .lastInView) }
    writing.composer.didRequestPage = { [weak scroller] in scroller?.scroll($0) }
    feed.didChangeContent = { [weak self] in self?.contentChanged($0) }
    feed.didMiss = { [weak self] in self?.places.missed($0) }
    feed.visibleRange = { [weak self] in self?.list.visibleRange ?? 0..<0 }
    feed.didArrive = { [weak self] in self?.places.arrived(at: $0) }
    list.didChangeViewport.connect(weak: self) { $0.viewportChanged() }
    list.didChangeAtEnd.connect { [weak self] value in
      self?.listLog.debug("at-end", ["value": value])
      self?.messageFocus.viewportChanged()
      self?.arrivals.viewportChanged()
    }
    // Only the reader changes the adjustment's value; the list itself changes its bounds.
    scroller.vadjustment.valueChanged.connect(weak: self) { view in
      view.floatingDate.noteMovement()
      view.messageFocus.readerScrolled()
    }
    floatingDate.didActivate = { [weak self] in self?.dates.open() }
    floatingDate.didUnmap = { [weak self] in self?.dates.close() }
  }

  private func connect(_ row: MessageRow) {
    row.memory = memory
    if !conversation.isThread { row.messageSelection = selection.messages }
    row.hits.marks = hitMarks
    row.player = player
    row.handles = handles
    row.didActivateQuote = { [weak self] in self?.show(quoted: $0) }
    row.didActivate = { [weak self] in self?.activated($0, $1) }
    row.willChangeHeight = { [weak self] in self?.places.hold($0) }
    row.earlierTexts = { [weak self] in await self?.earlierTexts(of: $0) ?? [] }
  }

  /// Shows a quoted message, which can be outside the topic or thread that is shown.
  private func show(quoted id: Message.ID) {
    guard conversation.topic != nil, feed.model.index(of: id) == nil else { return places.show(quoted: id) }
    Task { [weak self, archive, part = conversation.id] in
      guard let message = try? await archive.message(id), let self else { return }
      if message.isIn(part) { places.show(quoted: id) } else { didRequestWholeChat?(message) }
    }
  }

  private func connectPlayer() {
    player.didChange = { [weak self] in self?.list.row($0)?.queueDraw() }
    player.didFail = { [weak self] message, index in self?.activated(.unplayable(index), message) }
  }

  private func activated(_ activation: MessageActivation, _ message: Message) {
    log.debug("activated", ["id": message.id, "part": activation.logName])
    switch activation {
    case .copyLink:
      Desktop.copy("\(MessageLink(to: message, in: archive.path))", from: self)
      return announce(tr("The link was copied."))
    case .bookmark: return bookmarks.open(message)
    case .editNote: return writing.edit(message)
    case .delete: return writing.delete(message)
    default: break
    }
    if MessageActions.perform(activation, of: message, from: self) { return }
    // The opened attachment may have a sound of its own.
    if case .attachment = activation { player.stop() }
    didActivate?(activation, message)
  }

  private func earlierTexts(of id: Message.ID) async -> [EarlierText] {
    guard let edits = try? await archive.edits(of: id) else { return [] }
    let clock = feed.model.clock
    return edits.reversed().map { edit in
      EarlierText(
        until: clock.moment(of: edit.replacedAt), text: edit.text)
    }
  }

  /// Hides revealed words and pictures again, after the reader has left the chat.
  func hideSpoilers() { for id in memory.hideSpoilers() { list.row(id)?.readMemory() } }

  private func contentChanged(_ content: PagedContent) {
    emptyPage.visible = content == .empty
    list.setAccessibleBusy(content == .loading)
    switch content {
    case .loading: pages.visibleChildName = Page.loading.rawValue
    case .items, .empty: pages.visibleChildName = Page.messages.rawValue
    case .failed(let error):
      failure.show(title: tr("The messages could not be loaded"), text: "\(error)")
      announce(tr("The messages could not be loaded. {reason}", ["reason": "\(error)"]))
      pages.visibleChildName = Page.failed.rawValue
    }
    guard content != .loading else { return }
    for callback in loadedCallbacks { callback() }
    loadedCallbacks = []
  }

  private func viewportChanged() {
    timeline.followList()
    didChangePlace?()
    loadAhead()
    updateEdges()
    arrivals.viewportChanged()
    updateFloatingDate()
    writing.viewportChanged()
    messageFocus.viewportChanged()
    finding.viewportChanged()
    handles.rowsMoved()
    places.viewportChanged()
  }

  /// The rows in view as of the last layout, limited to the present model.
  package var visibleRows: Range<Int> { list.visibleRange.clamped(to: 0..<feed.model.count) }

  /// Shows the day of the topmost row, unless a day pill of the list is near the same place.
  private func updateFloatingDate() {
    guard let first = visibleRows.first, !older.isIndicatorShown, !list.isHeaderInView, !rail.isDragging
    else {
      return floatingDate.show(nil)
    }
    let tall = max(floatingDate.pillHeight, RowGeometry.dayHeight)
    let middle = Double(FloatingDate.top) + tall / 2
    let isShownByList = visibleRows.prefix(3).contains { index in
      guard feed.model.decorations[index].startsDay, let row = list.row(feed.model.id(at: index)),
        let pill = row.geometry?.day, let top = row.convert(Point(x: 0, y: pill.y), to: list)?.y
      else { return false }
      return abs(top + pill.height / 2 - middle)
        < max(FloatingDate.pillDistance, (tall + pill.height) / 2 + 2)
    }
    floatingDate.show(isShownByList ? nil : feed.model.dayName(at: first))
  }

  // MARK: Edges

  /// The way in which older messages are loaded.
  package var olderLoading: OlderLoading {
    get { feed.loadsOlder ? .auto : .pull }
    set {
      feed.loadsOlder = newValue == .auto
      loadAhead()
      updateOlderRow()
    }
  }

  package func loadOlder() { older.begin() }
  func loadNewer() { newer.begin() }

  /// Loads one more page at the edge of the reader. After a failure, loads everything again.
  func refresh() {
    switch feed.content {
    case .loading: break
    case .failed: feed.loadNewest()
    case .items, .empty:
      let isAtStart = list.distanceToStart < 1 && !list.isAtEnd
      (isAtStart ? older : newer).begin()
      readFacts()
    }
  }

  private func connectEdges() {
    olderRow.didRequestLoad = { [weak self] in self?.loadOlder() }
    older.refresh = { [weak self] in
      // The focused button will be out of view.
      let reader = self?.focusedAboveRows
      guard let count = try await self?.feed.pull(.previous) else { return }
      if count > 0, let reader { self?.list.row(reader)?.takeFocus() }
      self?.older.doneText = count > 0 ? Counted.older(count) : tr("No older messages")
    }
    newer.refresh = { [weak self] in
      guard let count = try await self?.feed.pull(.next) else { return }
      // Without this text, a pull would have no visible result.
      self?.newer.doneTime = count > 0 ? 1.5 : 5
      self?.newer.doneText = count > 0 ? Counted.newer(count) : tr("No newer messages in the archive")
    }
    for overlay in [older, newer] {
      let edge = overlay.edge.rawValue
      overlay.didFinish.connect(weak: self) { $0.announce($1) }
      overlay.didChangeState.connect { [weak self] from, to in
        EventLog("pull").debug("state", ["from": from.rawValue, "to": to.rawValue, "edge": edge])
        self?.updateOlderRow()
      }
    }
    let log = EventLog("drag")
    older.drag.didBeginDrag.connect { log.debug("begin") }
    older.drag.didEndDrag.connect { log.debug("end", ["velocity": Int($0.rounded())]) }
    feed.didChangeEdges = { [weak self] in self?.updateEdges() }
  }

  private func connectRail() {
    timeline.didChangeWaiting = { [weak self] isWaiting in
      guard let self else { return }
      skeleton.visible = isWaiting
      newer.opacity = isWaiting ? 0 : 1
      list.setAccessibleBusy(isWaiting)
    }
    timeline.didChangeDragging = { [weak self] in
      guard let self else { return }
      updateFloatingDate()
      loadAhead()
    }
    timeline.didFail = { [weak self] in self?.places.missed($0) }
    timeline.didReturn = { [weak self] in self?.places.goBack(to: $0) }
    whenLoaded { [weak self] in
      self?.feed.readNotes()
      self?.timeline.readTicks()
      self?.timeline.readBookmarks()
      self?.arrivals.read()
    }
  }

  private func loadAhead() {
    // The rail loads the messages that it shows. A page at an edge would be replaced at once. Before the layout that
    // follows a page, the distances are those without it.
    guard !timeline.isSeeking, list.isLaidOut else { return }
    feed.viewportChanged(
      distanceToStart: list.distanceToStart, distanceToEnd: list.distanceToEnd, viewport: Double(list.height))
  }

  private func updateEdges() {
    list.endIsLive = feed.reachesEnd
    let button = [jumpButton, backButton].first(where: \.containsFocus)
    jumpButton.isShown = !feed.reachesEnd || list.distanceToEnd > JumpToEndButton.distance
    jumpButton.leadsToUnread = arrivals.lineAhead != nil
    backButton.isShown = offersBack?() ?? false
    // The keys continue at the place to which the button has led.
    if let button, !button.isShown { _ = list.moveFocus(.forward) }
    let corner = CornerButton.Corner(isNarrow: RowGeometry.isNarrow(Double(list.width)))
    for button in [jumpButton, backButton] { button.corner = corner }
    writing.toast.leaveFree(backButton.isShown ? 2 : jumpButton.isShown ? 1 : 0, in: corner)
    newer.endRoom = jumpButton.isShown ? corner.roomBeside : 0
    older.activity = activity(.previous, distance: list.distanceToStart)
    newer.activity = activity(.next, distance: list.distanceToEnd)
    updateOlderRow()
    arrivals.complete()
  }

  /// Shows the number of older messages, if they load on request. A row in view stays until those messages are loaded,
  /// because the messages below it would otherwise move into its place.
  private func updateOlderRow() {
    olderRow.visible = !feed.reachesStart && (!feed.loadsOlder || list.isHeaderInView)
    older.contentShowsLoad = list.isHeaderInView
    let state: OlderRow.State =
      switch feed.state(.previous) {
      case _ where older.state == .loading: .loading
      case .loading: .loading
      case .failed(let error): .failed(reason: "\(error)")
      default: .idle
      }
    olderRow.show(feed.loadedOrdinals.map { feed.messages(amongFirst: $0.lowerBound) }, state)
  }

  /// The first message in view, if the focus is above it.
  private var focusedAboveRows: Message.ID? {
    olderRow.containsFocus ? visibleRows.first.map { feed.model.id(at: $0) } : nil
  }

  /// The shown activity. A load that was not pulled is shown only if the reader reaches the edge before it ends.
  private func activity(_ direction: PageDirection, distance: Double) -> PullToRefresh.Activity {
    switch feed.state(direction) {
    case .loading where distance < Self.noticeDistance: .loading
    case .failed(let error) where distance < Double(list.height): .failed(reason: "\(error)")
    default: .none
    }
  }

  // MARK: The end

  /// Whether the reader is at the newest message.
  package var isAtNewest: Bool { list.isAtEnd && feed.reachesEnd }

  /// The position of the newest stored message if it is in view, as far as the view knows; otherwise nil.
  package var readEnd: MessageCursor? {
    guard isMapped, isAtNewest else { return nil }
    return feed.model.messages.last { !SimulatedMessages.isSimulated($0.id) }?.cursor
  }

  /// Loads what an import has added after the loaded messages. The reader stays where they are, also at the former end.
  func loadAdded(upTo newest: MessageCursor) {
    let wasAtEnd = list.isAtEnd
    guard feed.loadAdded(upTo: newest), wasAtEnd, let first = visibleRows.first else { return }
    places.hold(feed.model.id(at: first))
  }
}

extension Conversation {
  fileprivate var isThread: Bool { topic?.isThread ?? false }
}

extension RefreshWords {
  fileprivate static let olderMessages = RefreshWords(
    pull: tr("Pull for older"), release: tr("Release to load"), loading: tr("Loading older messages…"),
    failed: tr("Could not load older messages"))
  fileprivate static let newerMessages = RefreshWords(
    pull: tr("Pull for newer"), release: tr("Release to load"), loading: tr("Loading newer messages…"),
    failed: tr("Could not load newer messages"))
}
