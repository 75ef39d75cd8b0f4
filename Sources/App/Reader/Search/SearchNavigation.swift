import AppBase
import ChatExport
import ChatStore
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Translation

/// The search in all chats: its results in place of the conversation, the hit that is opened, and the way back and forward
/// between the reader's places.
@MainActor
package final class SearchNavigation {
  /// Called when the results were shown or hidden, the search in the chat has begun or ended, or the history has changed.
  package var didChange: (() -> Void)?
  /// Returns the summary of a chat.
  package var summary: (Conversation.ID) -> ChatSummary? = { _ in nil }
  /// Called when the reader goes back to the statistics that led to a place.
  package var didReturnToStatistics: (() -> Void)?

  private weak var tab: ChatTab?
  private(set) var history = PlaceHistory()
  package private(set) var results: ResultsPage?
  private(set) var bookmarkList: BookmarkList?
  package var isShowingResults: Bool { results?.visible == true }
  package private(set) var index: IndexBuilder?
  /// Runs before each answer of a search, for `--latency` or a test.
  var delay: @Sendable (SearchQuery) async throws -> Void = { _ in }
  /// The hit that was opened last from the results.
  private var opened: Message.ID?
  /// The reason of the latest jump. The further hits of a search count as one jump with the first.
  private var lastJump = ChatDestination.Reason.other
  private let moving = LatestTask()
  private let log = EventLog("chat")

  init(_ tab: ChatTab) { self.tab = tab }

  /// Whether the window has little height, so that explanations are hidden in favour of the results.
  package var isShort = false {
    didSet {
      guard isShort != oldValue else { return }
      results?.isShort = isShort
      tab?.view?.finding.isShort = isShort
      didChange?()
    }
  }

  /// Whether a visible search needs the whole height.
  package var isCramped: Bool { isShort && (isShowingResults || tab?.view?.finding.isShown == true) }

  // MARK: The archive

  /// Forgets the places of another archive, and completes the index of the opened one.
  func opened(_ archive: Archive) {
    history.forget()
    closeResults()
    if let results { tab?.remove(results) }
    results = nil
    bookmarkList = nil
    let index = IndexBuilder(archive)
    self.index = index
    index.didChange = { [weak self] in self?.results?.indexChanged() }
    index.didComplete = { [weak self] in
      self?.results?.searchAgain()
      self?.tab?.view?.finding.searchAgain()
    }
    index.start()
    didChange?()
  }

  // MARK: In the chat

  /// Prepares a conversation that is about to be shown, with or without a search of its own.
  func adopt(_ view: ChatView) {
    var source = SearchSource(view.archive, delay: delay)
    source.reader.timeZone = view.conversation.zone
    view.searchSource = source
    view.places.willJump = { [weak self, weak view] jump in
      if let view, view === self?.tab?.view { self?.leave(for: jump) }
    }
    view.offersBack = { [weak self, weak view] in
      if let self, let view, view === tab?.view { offersBack(in: view) } else { false }
    }
    view.finding.didChangeState = { [weak self] in self?.didChange?() }
    view.finding.index = index
    view.finding.isShort = isShort
    view.finding.didRequestEverywhere = { [weak self] in self?.showResults($0) }
    view.finding.didChangeMarks = { [weak view] all, current in
      view?.rail.marks = all
      view?.rail.currentMark = current
    }
    didChange?()
  }

  /// Shows the search of the chat, or hides its bar; if the results are in view, focuses their field.
  package func toggle() {
    if isShowingResults { results?.takeInitialFocus() } else { focusedView?.finding.toggle() }
  }

  package func step(isOlder: Bool) {
    if !isShowingResults { focusedView?.finding.step(isOlder: isOlder) }
  }

  /// The messages with the focus: those of the chat, or of the thread beside it.
  private var focusedView: ChatView? { tab?.threads.focusedView ?? tab?.view }

  /// Whether there is a search in the shown chat.
  package var isSearching: Bool { tab?.view?.finding.isOn ?? false }

  /// Handles Escape: closes the results, or ends the search in the chat. Returns whether there was something to end.
  package func escape() -> Bool {
    if isShowingResults {
      goBack()
      return true
    }
    return tab?.view?.finding.end() ?? false
  }

  // MARK: Everywhere

  /// Shows the search in all chats, with a text or with the previous one.
  package func showResults(_ text: String? = nil) {
    guard let results = prepareResults(.messages) else { return }
    if let text, !text.isEmpty { results.field.query = text }
    results.takeInitialFocus()
    log.debug("results")
  }

  /// Shows the bookmarks of a chat, or of all chats.
  package func showBookmarks(of chat: Conversation.ID? = nil) {
    guard let results = prepareResults(.bookmarks) else { return }
    if let chat {
      results.chat = chat
      results.setOfChat(true)
    }
    results.takeInitialFocus()
    log.debug("bookmarks")
  }

  private func prepareResults(_ subject: ResultsPage.Subject) -> ResultsPage? {
    guard let tab, let archive = tab.archive, let index else { return nil }
    let results = results ?? makeResults(archive, index)
    if !isShowingResults {
      leave(for: .other)
      setShowing(true)
    }
    results.contents = (
      tab.session.conversations.count,
      tab.session.conversations.reduce(0) { $0 + $1.messageCount - $1.noteCount }
    )
    // Bookmarks of a topic are listed with those of its chat.
    results.chat = tab.view.map { $0.conversation.topic?.chat ?? $0.conversation.id }
    results.show(subject)
    return results
  }

  private func makeResults(_ archive: Archive, _ index: IndexBuilder) -> ResultsPage {
    let page = ResultsPage(SearchSource(archive, delay: delay), index: index)
    results = page
    page.isShort = isShort
    page.summary = { [weak self] in self?.summary($0) }
    page.didOpen = { [weak self] in self?.open($0) }
    page.didRequestSaving = { [weak self] what, query, chat in
      guard let tab = self?.tab else { return }
      let zone = tab.session.conversations.first { $0.id == chat }?.zone ?? .current
      switch what {
      case .media:
        tab.didRequestSaving?(MediaSaver(archive, .found(query, in: chat), timeZone: zone), query.text)
      case .table, .text:
        let format = what == .text ? ResultsExporter.Format.text : .table
        let name = self?.results?.subject == .bookmarks ? tr("Bookmarks") : query.text
        tab.didRequestTable?(
          ResultsExporter(archive, query, in: chat, timeZone: zone, format: format), name)
      }
    }
    let list = BookmarkList(page, archive)
    bookmarkList = list
    list.didChange = { [weak self] message in
      self?.tab?.show(changed: [message])
    }
    page.didCancel = { [weak self] in self?.goBack() }
    page.didChange = { [weak self] in self?.didChange?() }
    page.vexpand = true
    page.visible = false
    tab?.append(page)
    return page
  }

  private func setShowing(_ isShowing: Bool) {
    guard let results, isShowing != results.visible else { return }
    results.visible = isShowing
    tab?.updatePage()
    didChange?()
  }

  /// Shows the conversation again.
  package func closeResults() { setShowing(false) }

  /// Repeats the search after chats were deleted, merged or renamed.
  func chatsChanged() { results?.searchAgain() }

  /// Looks for a hit whose chat another program has added since the chats were read, or which no longer exists.
  private func lookFor(_ hit: SearchHit) {
    guard let tab, let archive = tab.archive else { return }
    moving.run {
      let message = try? await archive.message(hit.id)
      try Task.checkCancellation()
      await tab.session.readConversations()
      return message
    } then: { [weak self] in
      guard let self else { return }
      let message = try? $0.get()
      if message != nil, tab.session.knows(hit.message.conversation) {
        open(hit)
      } else {
        results?.searchAgain()
      }
    }
  }

  /// Shows a hit in its chat, whose rows mark the searched words.
  private func open(_ hit: SearchHit) {
    guard let tab, let results else { return }
    guard tab.session.knows(hit.message.conversation) else { return lookFor(hit) }
    let text = results.field.query
    opened = hit.id
    tab.open(.message(hit.id, in: hit.message.conversation, at: .fraction(ChatNavigation.hitPlace)))
    log.debug("found", ["id": hit.id, "chat": hit.message.conversation])
    guard let view = tab.view, hit.message.isIn(view.conversation.id) else { return }
    if results.subject == .messages || !text.trimmingCharacters(in: .whitespaces).isEmpty {
      view.finding.keep(text, at: hit)
    }
    view.takeFocus(atHit: hit.id)
  }

  var pageTitle: PageTitle? {
    guard let results, results.visible else { return nil }
    return PageTitle(
      results.subject == .bookmarks ? tr("Bookmarks") : tr("All Chats"),
      caption: results.caption, narrowCaption: results.narrowCaption, canGoBack: true)
  }

  // MARK: Back and forward

  /// Stores the page of statistics, which leads to another place.
  package func leaveStatistics() {
    if let place { history.leave(place) }
    history.leave(.statistics)
    didChange?()
  }

  /// The reader's present place.
  private var place: ReaderPlace? {
    if isShowingResults { return .results }
    return (tab?.view).map { .chat($0.conversation.id, $0.places.current) }
  }

  /// Stores the reader's place before a jump.
  func leave(for reason: ChatDestination.Reason) {
    guard reason != .restoring else { return }
    moving.cancel()
    if reason == .hit, lastJump == .search { return }
    lastJump = reason == .hit ? .search : reason
    guard let place else { return }
    history.leave(place)
    didChange?()
  }

  /// Whether the back button over the messages is shown: the last jump led to a message of this chat, and the previous
  /// place is not in view.
  private func offersBack(in view: ChatView) -> Bool {
    guard lastJump != .other, let last = history.back.last else { return false }
    guard case .chat(let chat, let place) = last else { return true }
    return chat == view.conversation.id && !view.isShowing(place)
  }

  package var canGoBack: Bool { isShowingResults || history.canGoBack }
  package var canGoForward: Bool { history.canGoForward }

  package func goBack() {
    if isShowingResults, !history.canGoBack { return setShowing(false) }
    go(named: "back", from: place) { $0.goBack(from: $1) }
  }

  package func goForward() { go(named: "forward", from: place) { $0.goForward(from: $1) } }

  private func go(
    named name: String, from place: ReaderPlace?,
    _ move: @escaping (inout PlaceHistory, ReaderPlace?) -> ReaderPlace?
  ) {
    moving.cancel()
    if lastJump == .search { lastJump = .message }
    guard let next = move(&history, place) else { return }
    didChange?()
    guard case .chat(let chat, let place) = next, let tab else { return show(next, named: name) }
    let view = tab.view.flatMap { $0.conversation.id == chat ? $0 : nil }
    if case .row(let row) = place, let archive = tab.archive,
      view?.feed.model.index(of: row.message) == nil
    {
      moving.run {
        try await archive.message(row.message)
      } then: { [weak self] in
        guard let self else { return }
        // The message may be gone, or in a chat that was merged into another.
        guard let message = try? $0.get() else { return go(named: name, from: nil, move) }
        // The message may be in a topic, which can be gone.
        let isThere = message.isIn(chat) && tab.session.knows(chat)
        show(.chat(isThere ? chat : message.conversation, place), named: name)
      }
    } else if tab.session.knows(chat) {
      show(next, named: name)
    } else {
      go(named: name, from: nil, move)
    }
  }

  private func show(_ place: ReaderPlace, named name: String) {
    guard let tab else { return }
    switch place {
    case .statistics:
      log.debug(name, ["to": "statistics"])
      didReturnToStatistics?()
    case .results:
      log.debug(name, ["to": "results"])
      // A search that was started by the results ends when the reader returns to them.
      if let finding = tab.view?.finding, !finding.isShown { finding.end() }
      setShowing(true)
      results?.restoreFocus(to: opened)
    case .chat(let chat, let place):
      if case .row(let row) = place {
        log.debug(name, ["chat": chat, "id": row.message])
      } else {
        log.debug(name, ["chat": chat])
      }
      let view = tab.view
      tab.open(ChatDestination(chat: chat, place: place, reason: .restoring, focus: .messages))
      if let view, view === tab.view { view.finding.follow(place) }
    }
  }
}
