import Backscroll
import ChatArchive
import Foundation
import Gtk
import ScrollCore
import Translation

/// One conversation: its messages, and the composer below them.
final class ChatView: Box {
  /// The facts about the conversation changed, such as the number of its messages.
  var didChangeConversation: ((Conversation) -> Void)?
  /// A simulated message has come, or was seen.
  var didChangeArrivals: ((SimulatedArrivals) -> Void)?
  /// Something that was written, or a change to it, could not be stored. The reason is shown.
  var didFailToSend: (() -> Void)?
  /// Something was written, changed or deleted here, or elsewhere.
  var didChangeWritten: (() -> Void)?
  /// The reader has seen the newest message.
  var didReadToEnd: (() -> Void)?
  /// A part of a message was activated that only others can act on: a picture, a file.
  var didActivate: ((MessageActivation, Message) -> Void)?
  /// A person has begun to type (the name) or has stopped (nil).
  var didChangeTypist: ((String?) -> Void)?

  /// The reader is about to be taken elsewhere: by a quote, a hit, a button.
  var willJump: ((ChatJump) -> Void)?
  /// The reader has moved or written: ``keepPlace(in:)`` has something else to tell.
  var didChangePlace: (() -> Void)?

  private(set) var conversation: Conversation {
    didSet { writing.composer.purpose = Composer.Purpose(conversation.origin) }
  }
  let feed: ChatFeed
  let list: AnchoredList<ChatModel, MessageRow>
  private let scroller: ScrolledWindow
  let older: RefreshOverlay
  let newer: RefreshOverlay
  /// Above the oldest loaded message, if older ones load when they are asked for.
  let olderRow = OlderRow()
  let jumpButton = JumpToEndButton()
  let backButton = BackButton()
  /// Whether the reader was taken away from a place in this chat that they can go back to.
  var offersBack: (() -> Bool)?
  let floatingDate = FloatingDate(isButton: true)
  private(set) lazy var dates = DateChooser(of: self)
  let skeleton = ChatSkeleton()
  private let places: ChatRail
  /// The scrollbar of all messages.
  var rail: ScrollRail { places.rail }
  /// Whether a place of the rail is wanted that is not in view yet.
  var isSeekPending: Bool { places.isPending }
  private let handles = SelectionHandles()
  let banner = Banner()

  let archive: Archive
  /// The list, with what lies over it.
  private(set) var messages: Overlay?
  /// What is written, changed and deleted here.
  private(set) lazy var writing = ChatWriting(self)
  /// What has arrived, and what of it was not seen.
  private(set) lazy var arrivals = ChatArrivals(self)
  private let pages = Stack()
  private let emptyPage = StatusPage(
    .symbol(.chat), title: tr("No messages yet"), text: tr("Write the first one below."))
  private let failure: StatusPage
  private let log = EventLog("chat")
  private let listLog = EventLog("list")
  private var loadedCallbacks: [() -> Void] = []
  /// Highlighted as soon as it is in view.
  private var flashTarget: Message.ID?
  /// What is focused as soon as it is there.
  private enum FocusTarget {
    /// A message, once it has a row.
    case message(Message.ID)
    /// A message that is inserted, if the next layout has it in view.
    case inserted(Message.ID)
    case lastInView
    /// The newest message, once the reader is at the end.
    case newest
  }

  private var focusTarget: FocusTarget?
  /// Finds the first message.
  private var starting: Task<Void, Never>?
  /// The first row in view, and its distance from the view's top in points, while the messages are read again.
  private var heldPlace: (id: Message.ID, top: Double)?
  /// Where the message of a jump is shown.
  private var landing = RowPlace.center
  /// The kept place at which the chat opens, until it is there.
  private var keptPlace: KeptPlaces.Place?
  /// What the rows mark.
  let hitMarks = HitMarks()
  /// What the search asks.
  lazy var searchSource = SearchSource(archive)
  private(set) lazy var finding = ChatFinding(self, searchSource)
  private let memory = RowMemory()
  private let player = RowPlayer()

  /// Points between the newest message and the composer: the gap between two groups.
  private static let roomBelow = 12
  /// The height of a message before any was measured, in points.
  private static let estimatedHeight = 60.0
  /// A load at an edge is shown within this distance from the edge, in points.
  private static let noticeDistance = 40.0

  /// The part of the list's height at which the unread line is shown, below what was read last.
  static let unreadPlace = 0.3
  /// The part of the list's height at which a hit is shown that was out of view.
  private static let hitPlace = 0.4

  private enum Page: String { case loading, messages, failed }

  /// `start`: the message to open at; nil: the kept place, or else the newest one. `top`: the points between the view's top and
  /// that message, which is not highlighted then.
  init(
    _ conversation: Conversation, pages: ChatPages, start: Message.ID? = nil, landing: RowPlace = .center,
    top: Double? = nil, kept: KeptPlaces.Place? = nil
  ) {
    archive = pages.archive
    self.conversation = conversation
    var pages = pages
    if start == nil { pages.kept = kept?.cursor }
    feed = ChatFeed(pages, clock: MessageClock(timeZone: conversation.zone))
    let retry = Button(tr("Try Again"))
    retry.setDetailedActionName("win.refresh")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The messages could not be loaded"), text: "",
      isFailure: true, action: retry)
    list = AnchoredList(feed.model)
    scroller = ScrolledWindow(child: list)
    // The rail is its scrollbar.
    scroller.setPolicy(horizontal: .never, vertical: .external)
    places = ChatRail(list: list, feed: feed, archive: pages.archive, of: conversation.id)
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
    if let start {
      if let top { heldPlace = (start, top) } else { flashTarget = start }
      self.landing = landing
      feed.load(around: start)
    } else if let kept {
      keptPlace = kept
      feed.load(around: kept.message)
    } else {
      feed.loadNewest()
    }
  }

  /// Focuses the message that the chat opens at, or else the last one in view, as soon as it is there.
  func focusMessages() {
    focus((flashTarget ?? heldPlace?.id).map(FocusTarget.message) ?? .lastInView)
  }

  /// Focuses a message that was changed, if it is in view, or else one in view.
  func focus(changed id: Message.ID) {
    if list.isInView(id), list.row(id)?.takeFocus() == true { return }
    window?.focusWidget = nil
    _ = list.moveFocus(.forward)
  }

  /// Focuses a message that has just been inserted, if it is in view.
  func focus(inserted id: Message.ID) { focus(.inserted(id)) }

  private func focus(_ target: FocusTarget) {
    focusTarget = target
    if list.isLaidOut { takeMessageFocus() }
    list.queueAllocate()
  }

  private func takeMessageFocus() {
    guard let focusTarget, list.isLaidOut, let last = visibleRows.last else { return }
    let id: Message.ID
    switch focusTarget {
    case .message(let message): id = message
    case .inserted(let message):
      id = message
      // It must not take the focus later, when the reader comes to it.
      self.focusTarget = nil
      guard list.isInView(id) else { return }
    case .lastInView: id = feed.model.id(at: last)
    case .newest:
      guard isAtNewest else { return }
      id = feed.model.id(at: feed.model.count - 1)
    }
    guard feed.model.index(of: id) != nil, list.row(id)?.takeFocus() == true else { return }
    self.focusTarget = nil
  }

  /// Focuses the field of the composer. The view must be in a window.
  func focusComposer() { writing.composer.focusField() }

  /// Focuses the field of the composer, so that a person can type at once; while fingers are used, the messages.
  func takeInitialFocus() {
    guard !writing.composer.focusFieldToType() else { return }
    // Not what covered the chat, and not another field.
    window?.focusWidget = nil
    focusMessages()
  }

  /// Focuses a message that a search has found, once it has a row, for a person who goes on by keys; for others as at first.
  func takeFocus(atHit hit: Message.ID?) {
    guard let hit, window?.isTypedIn == true else { return takeInitialFocus() }
    window?.focusWidget = nil
    focus(.message(hit))
  }

  /// Scrolls the messages as a key does in the list; returns whether they are in view.
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool {
    guard list.isMapped else { return false }
    list.scroll(step)
    return true
  }

  /// Calls `body` when the first messages are loaded, or failed to load, or do not exist.
  func whenLoaded(_ body: @escaping () -> Void) {
    if feed.content == .loading { loadedCallbacks.append(body) } else { body() }
  }

  // MARK: The banner

  /// What the banner tells of.
  enum Notice {
    case notLoaded(any Error)
    case notSent(ArchiveError)
    case notSaved(ArchiveError)
    case notDeleted(ArchiveError)
    case notRestored(ArchiveError)
    case noSuchPlace(any Error)

    fileprivate var sentence: String {
      switch self {
      case .notLoaded(let error):
        tr("The messages could not be loaded. {reason}", ["reason": "\(error)"])
      case .notSent(let error): tr("Your message was not sent. {reason}", ["reason": "\(error)"])
      case .notSaved(let error): tr("Your note was not saved. {reason}", ["reason": "\(error)"])
      case .notDeleted(let error): tr("Nothing was deleted. {reason}", ["reason": "\(error)"])
      case .notRestored(let error):
        tr("What was deleted could not be brought back. {reason}", ["reason": "\(error)"])
      case .noSuchPlace(let error): "\(error)"
      }
    }
  }

  /// The latest error; nil once it is settled.
  var notice: Notice? { didSet { updateBanner() } }

  /// Why nothing can be stored in the archive any more: its file was replaced by another one, which the banner offers to
  /// open, or removed. Nil while messages can be stored.
  var displacement: ArchiveError? {
    didSet {
      // What was said about the other file is of no interest any more.
      if displacement == nil { notice = nil } else { updateBanner() }
    }
  }

  private func updateBanner() {
    let canOpen = if case .replaced = displacement { true } else { false }
    banner.action = canOpen ? Banner.Action(label: tr("Open It"), action: "win.reopen") : nil
    banner.text = notice?.sentence ?? displacement.map { "\($0)" }
  }

  /// What the composer contains and was not sent.
  var draft: String {
    get { writing.composer.text }
    set { writing.composer.text = newValue }
  }

  func noteTime() { feed.model.noteTime() }

  /// Reads the facts about the conversation from the archive.
  func readFacts() {
    Task { [weak self, archive, id = conversation.id] in
      guard let facts = try? await archive.conversations().first(where: { $0.id == id }) else { return }
      self?.conversation = facts
      self?.places.readFacts()
      self?.dates.noteChange()
      self?.arrivals.read()
      self?.didChangeConversation?(facts)
    }
  }

  // MARK: Movements

  /// Goes to the newest message, and loads it if necessary.
  func jumpToEnd() {
    places.cancel()
    // The repeats of a held key would restart the load.
    guard !feed.isLoadingNewest else { return }
    willJump?(.other)
    if feed.reachesEnd, !feed.isReplacing {
      list.scrollToEnd()
    } else {
      feed.loadNewest()
    }
  }

  /// Goes to the first message of the chat, and focuses it.
  func jumpToStart() {
    starting?.cancel()
    starting = Task { [weak self, archive, conversation] in
      guard let first = try? await archive.firstMoment(in: conversation.id, from: .min), !Task.isCancelled
      else { return }
      self?.show(first.id)
      self?.focus(.message(first.id))
    }
  }

  /// Goes back to the newest message, and focuses it.
  func returnToEnd() {
    jumpToEnd()
    focus(.newest)
  }

  /// Goes to the unread line if it is below what is in view and was not seen, otherwise to the newest message.
  func jumpOnward() {
    guard let line = arrivals.lineAhead else { return jumpToEnd() }
    log.debug("unread-line", ["id": line])
    places.cancel()
    willJump?(.other)
    (flashTarget, heldPlace) = (nil, nil)
    if feed.model.index(of: line) == nil {
      landing = .fraction(Self.unreadPlace)
      feed.load(around: line)
    } else {
      list.scroll(to: line, at: .fraction(Self.unreadPlace))
    }
  }

  /// Goes to a message, loads its surroundings if necessary, and highlights it.
  func show(_ id: Message.ID, at place: RowPlace = .center, for jump: ChatJump = .message) {
    log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
    willJump?(jump)
    flashTarget = id
    heldPlace = nil
    landing = place
    places.cancel()
    if feed.model.index(of: id) == nil || feed.isReplacing {
      feed.load(around: id)
    } else {
      list.scroll(to: id, at: place)
      list.queueAllocate()
    }
    // The keys go on from there.
    if list.containsFocus { focusMessages() }
  }

  /// Shows what a message quotes. If that is in view, it stays where it is, and there is no way back to go.
  private func show(quoted id: Message.ID) {
    guard feed.isReplacing || !list.isInView(id) else {
      list.row(id)?.flash()
      return
    }
    show(id)
  }

  /// Shows a hit of the search. One that is in view stays where it is.
  func show(hit id: Message.ID, isFirst: Bool) {
    guard feed.isReplacing || !list.isInView(id) else { return }
    show(id, at: .fraction(Self.hitPlace), for: isFirst ? .search : .hit)
  }

  /// Where the reader is: the message in view that had the focus last, or else the first one, and the points between the view's
  /// top and its own, whether or not a bar covers that; nil at the end.
  var place: (id: Message.ID, top: Double)? {
    guard !list.isAtEnd || !feed.reachesEnd, let first = visibleRows.first else { return nil }
    let id = list.lastFocused.flatMap { list.isInView($0) ? $0 : nil } ?? feed.model.id(at: first)
    return list.row(id).flatMap { $0.convert(Point(x: 0, y: 0), to: self)?.y }.map { (id, $0) }
  }

  /// Points between the view's top and the list's: the height of what is shown above the list.
  private var listTop: Double { list.convert(Point(x: 0, y: 0), to: self)?.y ?? 0 }

  /// Shows a row at a distance from the view's top, without animation.
  private func restore(_ id: Message.ID, top: Double) {
    list.restore(.row(id: id, offset: top - listTop))
  }

  /// Whether the view is on the way to the place at which it begins.
  var isPlacing: Bool {
    heldPlace != nil || keptPlace != nil || feed.content == .loading || feed.isReplacing || !list.isLaidOut
  }

  /// The messages in view, with the points between the view's top and their own: those first that are nearest to its middle.
  /// Empty at the end.
  var placesInView: [(message: Message, top: Double)] {
    guard !list.isAtEnd || !feed.reachesEnd else { return [] }
    let listTop = listTop
    let middle = listTop + Double(list.height) / 2
    func distance(_ row: (message: Message, top: Double, bottom: Double)) -> Double {
      max(row.top - middle, middle - row.bottom, 0)
    }
    return visibleRows.compactMap { index -> (message: Message, top: Double, bottom: Double)? in
      let message = feed.model.messages[index]
      guard let row = list.row(message.id), let top = row.convert(Point(x: 0, y: 0), to: self)?.y else {
        return nil
      }
      return (message, top, top + Double(row.height))
    }
    .sorted { distance($0) < distance($1) }.map { ($0.message, $0.top) }
  }

  /// Writes down what is to be kept: where the reader is, as far as that is known, and what was written and not sent.
  func keepPlace(in chat: inout KeptPlaces.Chat) {
    chat.text = draft
    guard feed.content == .items, keptPlace == nil, heldPlace == nil else { return }
    if isAtNewest {
      chat.place = nil
      return
    }
    // What the layout holds is right at other widths too.
    guard case .row(let id, let top) = list.anchor, let index = feed.model.index(of: id) else { return }
    chat.place = KeptPlaces.Place(message: id, order: feed.model.messages[index].orderKey, top: top + listTop)
  }

  /// Goes back to a place where the reader was, without animation, and focuses its message.
  func restore(_ place: (id: Message.ID, top: Double)) {
    flashTarget = nil
    places.cancel()
    if feed.model.index(of: place.id) == nil || feed.isReplacing {
      heldPlace = place
      feed.load(around: place.id)
    } else {
      restore(place.id, top: place.top)
    }
    focus(.message(place.id))
  }

  /// Reads the messages again that are in view, and keeps them where they are.
  func reload() {
    let rows = visibleRows
    guard !rows.isEmpty, !feed.isReplacing else { return feed.loadNewest() }
    let id = feed.model.id(at: rows.lowerBound)
    heldPlace = list.row(id).flatMap { $0.convert(Point(x: 0, y: 0), to: self)?.y }.map { (id, $0) }
    feed.load(around: id)
  }

  /// Something was written, changed or deleted: counts it, here and in what is searched for.
  func noteWritten() {
    readFacts()
    finding.recount()
    didChangeWritten?()
  }

  /// Rows whose files are back where they were are not changed by ``reload()``.
  func lookForFilesAgain() {
    for index in visibleRows { list.row(feed.model.id(at: index))?.lookAgain() }
  }

  /// A jump's messages are loaded: goes to its destination.
  private func arrived(at destination: ChatFeed.Destination) {
    if let place = keptPlace {
      keptPlace = nil
      if case .message(place.message) = destination { return arrived(atKept: place) }
    }
    if let (id, top) = heldPlace, case .message(id) = destination {
      heldPlace = nil
      places.arrivedElsewhere()
      return restore(id, top: top)
    }
    heldPlace = nil
    if case .place(let position) = destination { return places.arrived(at: position) }
    places.arrivedElsewhere()
    switch destination {
    case .place: break
    case .end: list.scrollToEnd(animated: false)
    case .message(let id): list.scroll(to: id, at: landing, animated: false)
    }
    landing = .center
  }

  /// Shows the message of a kept place, or the nearest one, where the message was.
  private func arrived(atKept place: KeptPlaces.Place) {
    places.arrivedElsewhere()
    let messages = feed.model.messages
    guard let message = messages.first(where: { $0.cursor >= place.cursor }) ?? messages.last else { return }
    log.debug("kept-place", ["id": message.id, "exact": message.id == place.message])
    restore(message.id, top: place.top)
  }

  private func missed(_ error: any Error) {
    flashTarget = nil
    places.arrivedElsewhere()
    notice = .notLoaded(error)
  }

  // MARK: Content

  private func buildContent() {
    list.setAccessibleLabel(tr("Messages"))
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
    floatingDate.takePresses(of: messages)
    handles.endByTaps(in: self)
    pages.add(StatusPage(.spinner, title: tr("Loading messages"), text: ""), name: Page.loading.rawValue)
    let frame = RailFrame(messages, rail)
    pages.add(frame, name: Page.messages.rawValue)
    pages.add(failure, name: Page.failed.rawValue)
    pages.vexpand = true
    append(pages, Shrinking(banner), ChatFooter(writing.composer, below: frame))
  }

  private func connectList() {
    writing.composer.didChangeText = { [weak self] in self?.didChangePlace?() }
    writing.composer.didRequestPage = { [weak scroller] in scroller?.scroll($0) }
    feed.didChangeContent = { [weak self] in self?.contentChanged($0) }
    feed.didMiss = { [weak self] in self?.missed($0) }
    feed.visibleRange = { [weak self] in self?.list.visibleRange ?? 0..<0 }
    feed.didArrive = { [weak self] in self?.arrived(at: $0) }
    list.didChangeViewport = { [weak self] in self?.viewportChanged() }
    list.didChangeAtEnd = { [weak self] value in
      self?.listLog.debug("at-end", ["value": value])
      self?.takeMessageFocus()
      self?.arrivals.viewportChanged()
    }
    // Only the reader changes the adjustment's value; the list itself changes its bounds.
    scroller.vadjustment.valueChanged.connect(weak: self) { view in
      view.floatingDate.noteMovement()
      if case .newest = view.focusTarget { view.focusTarget = nil }
    }
    floatingDate.didActivate = { [weak self] in self?.dates.open() }
    floatingDate.didUnmap = { [weak self] in self?.dates.close() }
  }

  private func connect(_ row: MessageRow) {
    row.memory = memory
    row.hits.marks = hitMarks
    row.player = player
    row.handles = handles
    row.didActivateQuote = { [weak self] in self?.show(quoted: $0) }
    row.didActivate = { [weak self] in self?.activated($0, $1) }
    row.willChangeHeight = { [weak self] in self?.hold($0) }
    row.earlierTexts = { [weak self] in await self?.earlierTexts(of: $0) ?? [] }
  }

  private func connectPlayer() {
    player.didChange = { [weak self] in self?.list.row($0)?.queueDraw() }
    player.didFail = { [weak self] message, index in self?.activated(.unplayable(index), message) }
  }

  private func activated(_ activation: MessageActivation, _ message: Message) {
    log.debug("activated", ["id": message.id, "part": activation.logName])
    switch activation {
    case .editNote: return writing.edit(message)
    case .delete: return writing.delete(message)
    default: break
    }
    if MessageActions.perform(activation, of: message, from: self) { return }
    // What opens may have a sound of its own.
    if case .attachment = activation { player.stop() }
    didActivate?(activation, message)
  }

  /// Keeps the top edge of a row where it is while its height changes.
  private func hold(_ id: Message.ID) {
    guard let top = list.row(id)?.convert(Point(x: 0, y: 0), to: list)?.y else { return }
    list.restore(.row(id: id, offset: top))
  }

  private func earlierTexts(of id: Message.ID) async -> [EarlierText] {
    guard let edits = try? await archive.edits(of: id) else { return [] }
    let clock = feed.model.clock
    return edits.reversed().map { edit in
      EarlierText(
        until: clock.moment(of: edit.replacedAt), text: edit.text)
    }
  }

  /// Hides again what was hidden at first: the reader has left the chat.
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
    places.followList()
    didChangePlace?()
    loadAhead()
    updateEdges()
    arrivals.viewportChanged()
    updateFloatingDate()
    writing.viewportChanged()
    takeMessageFocus()
    finding.viewportChanged()
    handles.rowsMoved()
    guard let flashTarget, let index = feed.model.index(of: flashTarget), list.visibleRange.contains(index)
    else { return }
    list.row(flashTarget)?.flash()
    self.flashTarget = nil
  }

  /// The rows in view as of the last layout, within the model as it is now.
  var visibleRows: Range<Int> { list.visibleRange.clamped(to: 0..<feed.model.count) }

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

  /// How older messages are loaded.
  var olderLoading: OlderLoading {
    get { feed.loadsOlder ? .auto : .pull }
    set {
      feed.loadsOlder = newValue == .auto
      loadAhead()
      updateOlderRow()
    }
  }

  func loadOlder() { older.begin() }
  func loadNewer() { newer.begin() }

  /// Loads one more page at the edge that the reader is at. After a failure, loads everything again.
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
      // The button that has the focus goes out of view.
      let reader = self?.focusedAboveRows
      guard let count = try await self?.feed.pull(.previous) else { return }
      if count > 0, let reader { self?.list.row(reader)?.takeFocus() }
      self?.older.doneText = count > 0 ? Counted.older(count) : tr("No older messages")
    }
    newer.refresh = { [weak self] in
      guard let count = try await self?.feed.pull(.next) else { return }
      // Nothing else tells of an archive without newer ones.
      self?.newer.doneTime = count > 0 ? 1.5 : 5
      self?.newer.doneText = count > 0 ? Counted.newer(count) : tr("No newer messages in the archive")
    }
    for overlay in [older, newer] {
      let edge = overlay.edge.rawValue
      overlay.didFinish = { [weak self] in self?.announce($0) }
      overlay.didChangeState = { [weak self] from, to in
        EventLog("pull").debug("state", ["from": from.rawValue, "to": to.rawValue, "edge": edge])
        self?.updateOlderRow()
      }
    }
    let log = EventLog("drag")
    older.drag.didBeginDrag = { log.debug("begin") }
    older.drag.didEndDrag = { log.debug("end", ["velocity": Int($0.rounded())]) }
    feed.didChangeEdges = { [weak self] in self?.updateEdges() }
  }

  private func connectRail() {
    places.didChangeWaiting = { [weak self] isWaiting in
      guard let self else { return }
      skeleton.visible = isWaiting
      newer.opacity = isWaiting ? 0 : 1
      list.setAccessibleBusy(isWaiting)
    }
    places.didChangeDragging = { [weak self] in
      guard let self else { return }
      updateFloatingDate()
      loadAhead()
    }
    places.didFail = { [weak self] in self?.missed($0) }
    places.didReturn = { [weak self] origin in
      switch origin {
      case .end: self?.feed.loadNewest()
      case .row(let id, let top):
        guard let self else { return }
        heldPlace = (id, top + listTop)
        feed.load(around: id)
      }
    }
    whenLoaded { [weak self] in
      self?.places.readTicks()
      self?.arrivals.read()
    }
  }

  private func loadAhead() {
    // The rail loads what it shows. A page at an edge would be replaced at once.
    guard !places.isSeeking else { return }
    feed.viewportChanged(
      distanceToStart: list.distanceToStart, distanceToEnd: list.distanceToEnd, viewport: Double(list.height))
  }

  private func updateEdges() {
    list.endIsLive = feed.reachesEnd
    let button = [jumpButton, backButton].first(where: \.containsFocus)
    jumpButton.isShown = !feed.reachesEnd || list.distanceToEnd > JumpToEndButton.distance
    jumpButton.leadsToUnread = arrivals.lineAhead != nil
    backButton.isShown = offersBack?() ?? false
    // The keys go on where the button has led.
    if let button, !button.isShown { _ = list.moveFocus(.forward) }
    let corner = CornerButton.Corner(isNarrow: width < AdaptiveRoot.narrowBelow)
    for button in [jumpButton, backButton] { button.corner = corner }
    writing.toast.leaveFree(backButton.isShown ? 2 : jumpButton.isShown ? 1 : 0, in: corner)
    older.activity = activity(.previous, distance: list.distanceToStart)
    newer.activity = activity(.next, distance: list.distanceToEnd)
    updateOlderRow()
    arrivals.deliver()
  }

  /// Shows how many older messages there are, as long as they load when they are asked for. A row in view stays until what
  /// it stands for is there, because the messages below it would move into its place.
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
    olderRow.show(feed.loadedOrdinals?.lowerBound, state)
  }

  /// The first message in view, if the focus is above it.
  private var focusedAboveRows: Message.ID? {
    olderRow.containsFocus ? visibleRows.first.map { feed.model.id(at: $0) } : nil
  }

  /// A load that was not pulled for is shown only when the reader reaches the edge before it ends.
  private func activity(_ direction: PageDirection, distance: Double) -> RefreshOverlay.Activity {
    switch feed.state(direction) {
    case .loading where distance < Self.noticeDistance: .loading
    case .failed(let error) where distance < Double(list.height): .failed(reason: "\(error)")
    default: .none
    }
  }

  // MARK: The end

  /// Whether the reader is at the newest message.
  var isAtNewest: Bool { list.isAtEnd && feed.reachesEnd }

  /// Whether the newest message is in view.
  var isReadToEnd: Bool { isMapped && isAtNewest }
}

extension RefreshWords {
  fileprivate static let olderMessages = RefreshWords(
    pull: tr("Pull for older"), release: tr("Release to load"), loading: tr("Loading older messages…"),
    failed: tr("Could not load older messages"))
  fileprivate static let newerMessages = RefreshWords(
    pull: tr("Pull for newer"), release: tr("Release to load"), loading: tr("Loading newer messages…"),
    failed: tr("Could not load newer messages"))
}
