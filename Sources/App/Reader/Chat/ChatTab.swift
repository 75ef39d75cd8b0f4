import AppBase
import ChatExport
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Importing
import MessageRow
import ScrollCore
import Translation

/// The Chat tab: shows one conversation of an archive.
package final class ChatTab: Box {
  package let session: ArchiveSession
  private let delay: @Sendable () async throws -> Void
  /// The place to go to once the archive is open.
  private var start: PlaceRequest?
  private let resolving = LatestTask()
  let olderMenu: OlderMenu
  private let log = EventLog("archive")
  private var page: Widget?
  /// The page, and a thread beside it.
  let body = Box(.horizontal)
  private let topicBar = TopicBar()
  package private(set) lazy var threads = ChatThreads(self)
  /// The page below the results of a search.
  package var shownPage: Widget? { page }
  package private(set) var sampleBanner: Notice?
  /// The search, and the way back to where the reader was.
  package private(set) lazy var finding = SearchNavigation(self)
  package var didChangeTitle: (() -> Void)?
  package private(set) var view: ChatView?
  /// The reader's place in each chat.
  private let keeper: PlaceKeeper
  /// The messages that were deleted in the chats of the archive.
  private let deletions = Deletions()
  /// The text of the composer when the archive was replaced.
  private var draft = ""
  private var settledCallbacks: [() -> Void] = []
  private var isSettled = false
  /// Whether the composer is to be focused when the tab appears: another tab was visible.
  var needsFocus = false

  /// Called when another conversation is shown, or when its facts have changed.
  package var didChangeConversation: ((Conversation?) -> Void)?
  /// Called when a simulated message has arrived or was seen, and when another conversation is shown.
  package var didChangeArrivals: ((Conversation.ID, SimulatedArrivals) -> Void)?
  /// Called when the conversations of the archive were read.
  package var didChangeConversations: (() -> Void)?
  /// Called with the position of a conversation's end that the reader has seen.
  package var didReadToEnd: ((Conversation.ID, MessageCursor) -> Void)?
  /// Called with the name of a person who has begun to type, and with nil at the end.
  package var didChangeTypist: ((String?) -> Void)?
  /// Called when a part of a message was activated that only the window can handle: a picture, a file.
  package var didActivate: ((MessageActivation, Message, ChatView) -> Void)?
  /// Called to show the media of the conversation.
  package var didRequestMedia: ((Conversation, Archive) -> Void)?
  /// Called to show the statistics of a chat, or of all chats while none is shown.
  package var didRequestStatistics: ((Conversation?, Archive) -> Void)?
  /// Called to save the files of messages, into a folder that may get this name.
  package var didRequestSaving: ((MediaSaver, _ name: String) -> Void)?
  /// Called to write the results of a search into a file that may get this name.
  package var didRequestTable: ((ResultsExporter, _ name: String) -> Void)?
  /// Called to export some messages of the shown conversation, which are in order.
  package var didRequestExport: (([Message.ID], Conversation, Archive) -> Void)?
  /// Called when the pointer enters or leaves the toast of the chat, which must not move in between.
  package var didHoldToast: ((Bool) -> Void)?
  /// Called when the archive's file has changed, for example by another process.
  package var didNoticeChange: (() -> Void)?
  /// Called when the deletions that can be undone have changed.
  package var didChangeDeletions: (() -> Void)?
  /// Called when the banner above the sample was closed.
  package var didCloseSample: (() -> Void)?
  /// Called when the archive has been opened (true) or cannot be opened.
  package var didOpen: ((Bool) -> Void)?

  var archive: Archive? { session.archive }

  /// The way in which older messages are loaded, in all conversations.
  package var olderLoading: OlderLoading {
    didSet {
      for view in views { view.olderLoading = olderLoading }
      olderMenu.choice = olderLoading
    }
  }

  /// Whether a simulated person writes every few seconds.
  package var isSimulating = false {
    didSet { for view in views { view.arrivals.isSimulating = isSimulating } }
  }

  /// `latency` delays each page load and each answer of a search. `start`: the place to open at; nil: the last place, which `places`
  /// keeps.
  package init(
    source: ArchiveSource, latency: Latency, olderLoading: OlderLoading, start: PlaceRequest?,
    places: PlaceStore = .user
  ) {
    keeper = PlaceKeeper(places)
    session = ArchiveSession(source)
    delay = { if latency.duration > .zero { try await latency.wait() } }
    self.olderLoading = olderLoading
    olderMenu = OlderMenu(olderLoading)
    self.start = start
    super.init(.vertical)
    finding.delay = { [delay] _ in try await delay() }
    body.vexpand = true
    append(topicBar, body, WidthWatcher { [weak self] in self?.threads.widthChanged($0) })
    topicBar.didChoose = { [weak self] in self?.choose($0) }
    threads.didChange = { [weak self] in self?.updatePage() }
    show(StatusPage(.spinner, title: tr("Opening the archive"), text: ""))
    connectSession()
  }

  private func connectSession() {
    session.willOpen = { [keeper] in await keeper.open($0) }
    session.didOpen = { [weak self] in self?.opened($0) }
    session.didFail = { [weak self] in self?.failed($0) }
    session.didGenerate = { [weak self] in self?.showProgress($0) }
    session.didChangeConversations = { [weak self] in self?.conversationsChanged($0) }
    session.didNoticeChange = { [weak self] in
      self?.view?.writing.follow()
      self?.didNoticeChange?()
    }
    session.didChangeDisplacement = { [weak self] in
      guard let self else { return }
      for view in views { view.displacement = session.displacement }
      // No chat is in view that offers to open the file.
      if view == nil, case .replaced = session.displacement { session.open() }
    }
  }

  /// Calls `body` once there is more to show than the opening spinner: messages, the progress of a new demo
  /// conversation, the page of an empty archive, or an error.
  package func whenSettled(_ body: @escaping () -> Void) {
    if isSettled { body() } else { settledCallbacks.append(body) }
  }

  /// Goes to a place in the archive. `anew`: loads its chat again if that is shown already. Does nothing if there is no such
  /// chat, or before the archive is open.
  package func open(_ destination: ChatDestination, anew: Bool = false) {
    let chat = destination.chat
    if let view, chat == view.conversation.id, !anew {
      if destination.place != nil { finding.leave(for: destination.reason) }
      finding.closeResults()
      if let place = destination.place { view.places.move(to: place, focus: destination.focus) }
      return
    }
    guard let archive, let conversation = session.conversation(chat) else { return }
    threads.close(returnsFocus: false)
    self.view?.writing.storeChange()
    keeper.leave()
    let kept = keeper[chat]
    let place = destination.place ?? kept.place.map(ChatPlace.row) ?? .end
    let view = makeView(of: conversation, in: archive, at: place)
    finding.leave(for: destination.reason)
    finding.closeResults()
    self.view = view
    follow(view)
    let text = draft.isEmpty ? kept.text : draft
    if !text.isEmpty { view.draft = text }
    draft = ""
    show(view)
    switch destination.focus {
    case .usual: focusView()
    case .messages: view.focusMessages()
    }
    didChangeArrivals?(chat, view.arrivals.simulated)
    didChangeConversation?(conversation)
    log.debug("conversation", ["id": chat, "messages": conversation.messageCount])
  }

  /// Makes the view of a conversation, a topic or a thread.
  func makeView(of conversation: Conversation, in archive: Archive, at place: ChatPlace) -> ChatView {
    let pages = ChatPages(archive: archive, conversation: conversation.id) { [delay] _ in try await delay() }
    let view = ChatView(conversation, pages: pages, at: place)
    prepare(view)
    return view
  }

  /// The views of the chat and of a thread beside it.
  private var views: [ChatView] { [view, threads.pane?.view].compactMap(\.self) }

  /// Shows the present state of messages whose bookmarks were changed.
  func show(changed messages: [Message]) { for view in views { view.show(changed: messages) } }

  /// Follows a view that is about to be shown in the place of the previous one.
  private func follow(_ view: ChatView) {
    let id = view.conversation.id
    view.didChangeTypist = { [weak self] in self?.didChangeTypist?($0) }
    view.didChangeConversation = { [weak self] in self?.changed($0) }
    view.didChangeArrivals = { [weak self] in self?.didChangeArrivals?(id, $0) }
    didChangeDeletions?()
    didChangeTypist?(nil)
    finding.didChange?()
    keeper.follow(view)
  }

  private func prepare(_ view: ChatView) {
    let id = view.conversation.id
    view.writing.deletions = deletions
    deletions.didChange = { [weak self] in self?.didChangeDeletions?() }
    finding.adopt(view)
    view.displacement = session.displacement
    view.olderLoading = olderLoading
    view.arrivals.isSimulating = isSimulating
    view.didChangeMessages = { [weak self, weak view] messages in
      for other in self?.views ?? [] where other !== view { other.show(changed: messages) }
    }
    view.didActivate = { [weak self, weak view] activation, message in
      guard let self, let view else { return }
      if activation == .thread { return threads.open(of: message) }
      didActivate?(activation, message, view)
    }
    view.selection.didRequestSaving = { [weak self, weak view] saver in
      if let view { self?.didRequestSaving?(saver, view.conversation.fullTitle) }
    }
    view.selection.didRequestExport = { [weak self, weak view] ids in
      if let view { self?.didRequestExport?(ids, view.conversation, view.archive) }
    }
    view.didRequestWholeChat = { [weak self] in self?.open(.message($0.id, in: $0.conversation)) }
    view.didHoldToast = { [weak self] in self?.didHoldToast?($0) }
    view.didFailToSend = { [weak self] in self?.session.checkPlace() }
    view.didChangeWritten = { [weak self] in
      // Do not change results while they are read.
      if let finding = self?.finding, !finding.isShowingResults { finding.results?.searchAgain() }
    }
    view.didReadToEnd = { [weak self, topic = view.conversation.topic] in
      // A thread is read in its chat, too.
      guard let self, topic.map({ self.session.hasUnread($0.id) }) ?? true else { return }
      didReadToEnd?(id, $0)
    }
    view.whenLoaded { [weak self] in self?.settle() }
  }

  func showMedia() {
    if let view, let archive { didRequestMedia?(view.conversation, archive) }
  }

  func showStatistics() {
    guard let archive else { return }
    didRequestStatistics?(finding.isShowingResults ? nil : view?.conversation, archive)
  }

  /// Reads the files again, whose paths were corrected.
  package func noteRelocation() {
    view?.places.reload()
    view?.lookForFilesAgain()
  }

  /// Whether a deletion in the shown chat can be undone.
  package var canUndo: Bool { view.map { !deletions.latest(1, in: $0.conversation.id).isEmpty } ?? false }

  /// Undoes the last deletion in the shown chat. Returns false if no chat is in view.
  package func undo() -> Bool {
    guard let view, !finding.isShowingResults else { return false }
    view.writing.undo()
    return true
  }

  /// Handles Escape: ends the selection of messages, or a search. Returns whether there was something to end.
  package func escape() -> Bool {
    if !finding.isShowingResults, threads.escape() || view?.selection.end() == true { return true }
    return finding.escape()
  }

  package func loadOlder() { view?.loadOlder() }
  func loadNewer() { view?.loadNewer() }
  package func refresh() {
    if let view {
      view.refresh()
    } else if archive != nil {
      // Another program may have added conversations.
      noteImport(into: [])
    } else {
      session.open()
    }
  }

  /// Shows a banner above the chat which says that it is a sample. Closing it moves no message: the list grows upwards.
  package func showSampleBanner(ownArchive: String? = nil) {
    let banner = Notice.sample(ownArchive: ownArchive) { [weak self] in
      self?.activateAction("app.open-archive", text: $0)
    }
    sampleBanner = banner
    banner.didClose = { [weak self, weak banner] in
      guard let self, let banner else { return }
      remove(banner)
      sampleBanner = nil
      didCloseSample?()
    }
    prepend(banner)
  }

  /// Stores the reader's place for the next start. Call it when the window is closed.
  package func keepPlace() {
    view?.writing.storeChange()
    keeper.save()
  }

  /// Call it after a pause in which the day or the archive's file may have changed.
  package func noteTime() {
    view?.noteTime()
    session.check()
  }

  /// Gives the focus to the chat. Does not focus a hidden field, which would swallow the visible tab's shortcuts.
  func focusView() {
    needsFocus = !isChildVisible
    if isChildVisible { view?.takeInitialFocus() }
  }

  // MARK: Opening

  private func opened(_ archive: Archive) {
    forgetView()
    deletions.forget()
    finding.opened(archive)
    keeper.keepOnly(session.knows)
    didOpen?(true)
    didChangeConversations?()
    if let start {
      self.start = nil
      open(start)
    } else if let last = keeper.lastChat, session.knows(last) {
      open(.lastPlace(in: last))
    } else {
      showNewest()
    }
  }

  /// Shows the most recent conversation, or that there is none. `error`: the reason why another place is not shown.
  private func showNewest(insteadOf error: (any Error)? = nil) {
    if let newest = session.conversations.first {
      open(.lastPlace(in: newest.id))
    } else {
      show(
        StatusPage(
          .symbol(.chat), title: tr("This archive is empty"),
          text: error.map { "\($0)" }
            ?? [tr("Drop a chat export on the window, or choose files."), WhatCanBeOpened.sentence].joined(
              separator: "\n\n"), action: WhatCanBeOpened.button()))
      settle()
    }
    if let error { view?.notice = .noSuchPlace(error) }
  }

  /// Goes to a requested place once the archive is open. If there is no such place, shows the error, and the newest message
  /// unless messages are shown already.
  package func open(_ request: PlaceRequest) {
    guard let archive else {
      start = request
      return
    }
    resolving.run { [session, shown = view?.conversation.id] in
      try await request.resolved(in: archive, conversations: session.conversations, shown: shown)
    } then: { [weak self] in
      guard let self else { return }
      do {
        let place = try $0.get()
        if case .noSuchPlace? = view?.notice { view?.notice = nil }
        open(place)
      } catch {
        log.warning("no-such-place", ["at": request, "error": "\(error)"])
        if let view {
          view.notice = .noSuchPlace(error)
        } else {
          showNewest(insteadOf: error)
        }
      }
    }
  }

  private func failed(_ error: any Error) {
    forgetView()
    let sentence = "\(error)"
    didOpen?(false)
    announce(tr("The archive cannot be opened. {reason}", ["reason": sentence]))
    let retry = Button(tr("Try Again"))
    retry.setDetailedActionName("win.reopen")
    show(
      WhatCanBeOpened.page(for: error)
        ?? StatusPage(
          .icon("dialog-warning-symbolic"), title: tr("The archive cannot be opened"), text: sentence,
          isFailure: true,
          action: retry))
    settle()
  }

  /// Shows the completed fraction of the sample conversation.
  private func showProgress(_ fraction: Double) {
    if let page = page as? GeneratingPage {
      page.fraction = fraction
      return
    }
    let page = GeneratingPage()
    page.fraction = fraction
    show(page)
    log.debug("working", ["work": "generating"])
    log.debug("progress", ["work": "generating"])
    settle()
  }

  /// Forgets the view of an archive that was replaced. Keeps its draft for the archive that is opened instead.
  private func forgetView() {
    guard let view else { return }
    threads.close(returnsFocus: false)
    draft = view.draft
    keeper.forget()
    self.view = nil
  }

  // MARK: Imports

  /// Tells something about the archive over the messages, with a button.
  package func tell(_ text: String, button: String, act: @escaping () -> Void) {
    view?.writing.toast.show(text, button: button, act: act)
  }

  /// Reads the conversations again after an import. The visible messages do not change: messages that were inserted
  /// between them show when the conversation is opened again.
  package func noteImport(into changed: Set<Conversation.ID>) {
    Task { [session] in await session.readConversations(changed: changed) }
  }

  private func conversationsChanged(_ changed: Set<Conversation.ID>) {
    didChangeConversations?()
    if let view {
      showTopics()
      if changed.contains(view.conversation.chat) { view.readFacts() }
    } else if let newest = session.conversations.first {
      open(.lastPlace(in: newest.id))
    }
  }

  /// Reloads conversations that were changed as a whole, and shows another one in place of a deleted one.
  package func noteChange(of changed: Set<Conversation.ID>) {
    guard let archive else { return }
    // One after the other: the reader's place is the one that the previous reload leads to.
    noting = Task { [weak self, previous = noting] in
      await previous?.value
      guard let all = try? await archive.conversations() else { return }
      await self?.session.readTopics()
      let place = await self?.lastingPlace(in: archive)
      self?.show(all, renewing: changed, at: place)
    }
  }

  /// A message that still exists after a change, and the message in view whose place it takes.
  private struct LastingPlace {
    let view: ChatView
    let message: Message
    let inView: Message.ID
    let top: Double

    /// The current place of the message in view.
    @MainActor var topNow: Double { view.places.inView.first { $0.message.id == inView }?.top ?? top }
  }

  /// The reader's place; nil at the end. A message that existed twice can be gone: the other one takes its place.
  private func lastingPlace(in archive: Archive) async -> LastingPlace? {
    guard let view else { return nil }
    let chat = view.conversation.id
    var places = view.places.inView
    // The view is still moving to the place of the previous change.
    if view.places.isOnTheWay, let placed, placed.view === view { places = [(placed.message, placed.top)] }
    guard let (middle, top) = places.first else { return nil }
    func isThere(_ id: Message.ID) async -> Bool {
      (try? await archive.message(id))?.isIn(chat) == true
    }
    if await isThere(middle.id) {
      return LastingPlace(view: view, message: middle, inView: middle.id, top: top)
    }
    let after = try? await archive.messages(
      in: chat, after: MessageCursor(before: middle.sentAt), limit: Self.copyDistance)
    if let copy = after?.first(where: { $0.sentAt == middle.sentAt && $0.text == middle.text }) {
      return LastingPlace(view: view, message: copy, inView: middle.id, top: top)
    }
    for (message, top) in places where await isThere(message.id) {
      return LastingPlace(view: view, message: message, inView: message.id, top: top)
    }
    return after?.first.map { LastingPlace(view: view, message: $0, inView: middle.id, top: top) }
  }

  /// The reloaded view, and the message at which it begins.
  private var placed: Placed?

  private struct Placed {
    weak var view: ChatView?
    let message: Message
    let top: Double
  }

  /// The task of the latest change.
  private var noting: Task<Void, Never>?

  /// The number of messages of one minute in which the copy of a message is searched.
  private static let copyDistance = 50

  private func show(
    _ all: [Conversation], renewing changed: Set<Conversation.ID>, at place: LastingPlace?
  ) {
    session.conversations = all
    keeper.keepOnly(session.knows)
    finding.chatsChanged()
    guard let view else { return conversationsChanged(changed) }
    let shown = view.conversation.id
    let held = place.flatMap {
      $0.view === view && (view.places.isOnTheWay || !view.places.inView.isEmpty) ? $0 : nil
    }
    didChangeConversations?()
    guard changed.contains(view.conversation.chat) else { return }
    // In place of a chat that was merged into another one, show the other one.
    let ids = all.map(\.id)
    let other = session.knows(view.conversation.chat) ? view.conversation.chat : nil
    if let next = session.knows(shown) ? shown : other ?? ids.first(where: changed.contains) ?? ids.first {
      if next == shown { draft = view.draft }
      let row = next == shown ? held.map { ChatPlace.Row(message: $0.message.id, top: $0.topNow) } : nil
      let opener = threads.opener
      open(ChatDestination(chat: next, place: row.map(ChatPlace.row), reason: .restoring), anew: true)
      if next == shown, let opener { threads.open(of: opener, takesFocus: false) }
      placed = nil
      if let held, let row { placed = Placed(view: self.view, message: held.message, top: row.top) }
    } else {
      threads.close(returnsFocus: false)
      keeper.forget()
      self.view = nil
      didChangeConversation?(nil)
      showNewest()
    }
  }

  /// Shows the most recent one of the conversations of some imports at its unread line, at the first message that the imports
  /// have added, or at the end of a new chat, highlights the message, and gives the focus to the messages.
  package func showImported(_ ids: Set<Conversation.ID>, by imports: [ImportRecord.ID]) {
    guard let archive else { return }
    Task { [weak self] in
      // The imported conversations may not have been read yet.
      if self?.session.conversations.contains(where: { ids.contains($0.id) }) != true {
        await self?.session.readConversations()
      }
      guard let newest = self?.session.conversations.first(where: { ids.contains($0.id) })?.id else { return }
      var start = (try? await archive.unread(in: newest))?.first
      if start == nil { start = (try? await archive.firstAdded(by: imports, to: newest)) ?? nil }
      // All of a new chat is new. Without a highlight, the button would seem to do nothing if that shows already.
      if start == nil { start = (try? await archive.newest(in: newest, limit: 1))?.first?.cursor }
      guard let self, archive === self.archive else { return }
      let place = start.map { ChatPlace.message($0.id, at: .fraction(ChatNavigation.unreadPlace)) } ?? .end
      open(ChatDestination(chat: newest, place: place, reason: .message, focus: .messages), anew: true)
      log.debug("imported", ["chat": newest, "at": start?.id ?? 0])
    }
  }

  // MARK: Pages

  private func changed(_ conversation: Conversation) {
    if let index = session.conversations.firstIndex(where: { $0.id == conversation.id }) {
      session.conversations[index] = conversation
    }
    didChangeConversation?(conversation)
  }

  private func show(_ new: Widget) {
    // Before the page is removed, so that the focus can return to it.
    (page as? ChatView)?.dates.close()
    if let page { body.remove(page) }
    page = new
    new.vexpand = true
    new.hexpand = true
    body.prepend(new)
    updatePage()
    showTopics()
  }

  /// Shows the page, the thread and the topics unless something else is in their place.
  func updatePage() {
    body.visible = !finding.isShowingResults
    page?.visible = !threads.coversChat
    topicBar.visible = topicBar.hasTopics && !finding.isShowingResults && !threads.coversChat
  }

  // MARK: Topics

  /// Shows the topics of the chat, and which of them is shown.
  private func showTopics() {
    let shown = page === view ? view?.conversation : nil
    let topics = shown.map { session.topics(of: $0.chat) } ?? []
    if shown?.topic == nil {
      view?.feed.model.topics = Dictionary(topics.map { ($0.id, $0.title) }) { first, _ in first }
    }
    topicBar.show(topics, chosen: shown?.topic?.id)
    updatePage()
  }

  /// Reads the topics of the chat again, after messages were marked as read.
  package func readTopics() {
    guard topicBar.hasTopics, let chat = view?.conversation.chat else { return }
    Task { [weak self] in
      await self?.session.readTopics(of: chat)
      self?.showTopics()
    }
  }

  /// Reports again that the reader has reached the end, if that is in view.
  package func reportReadToEnd() { if let view, let end = view.readEnd { view.didReadToEnd?(end) } }

  private func choose(_ topic: Topic.ID?) {
    guard let view else { return }
    open(.lastPlace(in: topic.map(Topic.part) ?? view.conversation.chat))
  }

  /// Opens the list of topics.
  func openTopics() { topicBar.openList() }

  private func settle() {
    guard !isSettled else { return }
    isSettled = true
    for callback in settledCallbacks { callback() }
    settledCallbacks = []
  }
}
