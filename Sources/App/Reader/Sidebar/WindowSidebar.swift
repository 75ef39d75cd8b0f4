import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// The sidebar of a window: the pane beside the chat or the sheet over it, the chats of the archive, and the changes
/// to them.
@MainActor
package final class WindowSidebar {
  package let view = ChatSidebar()
  package let frame: SidebarFrame
  package let sheet = SidebarSheet()
  /// Shows and hides the sidebar; in the header.
  package let toggle = Button(iconName: "sidebar-show-symbolic")

  /// Called when a chat was chosen.
  package var didChoose: ((Conversation.ID) -> Void)?
  /// Called when chats were changed: `renewed` are to be shown anew. Deleted chats are to be closed.
  package var didChange: ((_ renewed: Set<Conversation.ID>) -> Void)?
  /// Called when the facts about a chat were changed, but none of its messages.
  package var didChangeFacts: ((Conversation.ID) -> Void)?
  /// Called to show the details of a chat.
  package var didRequestDetails: ((Conversation.ID) -> Void)?
  /// Something of a chat that the menu of its row opens.
  package enum Page { case bookmarks, statistics, print }
  package var didRequestPage: ((Page, Conversation.ID) -> Void)?
  /// Called when the list was read.
  package var didRead: (() -> Void)?
  /// Called when messages were marked as read.
  package var didMarkAsRead: (() -> Void)?

  /// Nil while none is open. Setting it reads its chats.
  package var archive: Archive? {
    didSet {
      guard archive !== oldValue else { return }
      stored = []
      lastRead = nil
      view.contents.chats = []
      view.contents.names = nil
      view.show(.loading)
      if archive != nil { reload() }
    }
  }

  /// The window over which dialogs open.
  package weak var window: Window?
  private let covers: CoverStack
  private let log = EventLog("sidebar")
  /// The widget that had the focus before the sidebar.
  private weak var focusBefore: Widget?
  /// Whether the reader wants the pane; nil before they have chosen.
  private var choice: Bool?
  /// The number of chats of the archive. A pane is of no use beside the only one.
  package var chatCount = 0 {
    didSet {
      guard chatCount != oldValue else { return }
      frame.setOpen(isOffered && isWanted, animated: false)
      updateToggle()
    }
  }
  private var isWanted: Bool { choice ?? (chatCount > 1) }
  /// Whether the tab that shows has a sidebar.
  private var isOffered = true
  private var reading: Task<Void, Never>?
  private var isStale = false
  /// The chats as they were read.
  private var stored: [ChatSummary] = []

  /// `frame` has what the window shows.
  package init(frame: SidebarFrame, _ covers: CoverStack, _ settings: Settings) {
    self.frame = frame
    self.covers = covers
    choice = settings.sidebarIsOpen
    frame.paneWidth = settings.sidebarWidth ?? SidebarFrame.usualWidth
    frame.pane = view
    frame.setOpen(isWanted, animated: false)
    view.order = settings.chatOrder ?? .recent
    toggle.addClass("bs-flat")
    toggle.valign = .center
    toggle.setDetailedActionName("win.sidebar")
    toggle.setAccessibleKeys("F9")
    connect()
    updateToggle()
  }

  private func connect() {
    frame.didChangeWide = { [weak self] in self?.changed(wide: $0) }
    frame.didChangeWidth = { width in Settings.update { $0.sidebarWidth = width } }
    sheet.didClose = { [weak self] in self?.closeSheet() }
    view.didChoose = { [weak self] id in
      self?.closeSheet()
      self?.didChoose?(id)
    }
    view.didRequest = { [weak self] in self?.perform($0, on: $1) }
    view.didBeginFiltering = { [weak self] in self?.readNames() }
    view.didChangeView = { [weak self] in self?.viewChanged() }
  }

  // MARK: The pane and the sheet

  /// Whether the sidebar is in view.
  package var isShown: Bool { isOffered && (frame.isWide ? frame.isOpen : sheet.isOpen) }

  /// Shows the sidebar if the visible tab has one, or else removes it.
  package func offer(_ isOffered: Bool) {
    guard isOffered != self.isOffered else { return }
    self.isOffered = isOffered
    closeSheet(by: .none)
    frame.setOpen(isOffered && isWanted, animated: false)
    updateToggle()
  }

  /// Shows the sidebar, or hides it: `win.sidebar`.
  package func toggleShown() {
    guard isOffered else { return }
    guard frame.isWide else {
      if sheet.isOpen { closeSheet() } else { openSheet() }
      return
    }
    choice = !isWanted
    let hadFocus = view.containsFocus
    frame.setOpen(isWanted, animated: true)
    if !isWanted, hadFocus { returnFocus() }
    Settings.update { [isWanted] in $0.sidebarIsOpen = isWanted }
    updateToggle()
  }

  /// Shows an empty list, since there is no archive.
  package func noteNoArchive() {
    if archive == nil { view.show(.empty) }
  }

  /// Shows the sidebar and focuses its field.
  package func focusFilter() {
    guard isOffered else { return }
    noteFocus()
    if !isShown { toggleShown() }
    view.filter.takeFocus()
  }

  /// Remembers what has the focus, for when the sidebar closes.
  private func noteFocus() {
    if !view.containsFocus { focusBefore = view.window?.focusWidget ?? toggle.window?.focusWidget }
  }

  private func returnFocus() {
    if focusBefore?.isMapped != true || focusBefore?.takeFocus() != true { toggle.takeFocus() }
    focusBefore = nil
  }

  private func openSheet(by movement: SidebarSheet.Movement = .slide) {
    noteFocus()
    moveToSheet()
    sheet.setOpen(true, by: movement)
    covers.open(.chats, sheet) { [weak self] in self?.closeSheet(by: .none) }
    view.takeInitialFocus()
    updateToggle()
  }

  private func moveToSheet() {
    guard sheet.panel !== view else { return }
    frame.pane = nil
    sheet.panel = view
    view.offerActionsAgain()
  }

  private func closeSheet(by movement: SidebarSheet.Movement = .slide) {
    // A finger may hold a part of one that is not open yet.
    guard sheet.isOpen else { return sheet.setOpen(false, by: movement) }
    covers.remove(.chats)
    sheet.setOpen(false, by: movement)
    returnFocus()
    updateToggle()
  }

  /// Closes the sheet, so that it does not lie over the content.
  package func closeOverContent() {
    if sheet.isOpen { closeSheet() }
  }

  private func changed(wide: Bool) {
    if wide {
      closeSheet(by: .none)
      sheet.panel = nil
      frame.pane = view
      view.offerActionsAgain()
      frame.setOpen(isOffered && isWanted, animated: false)
    }
    updateToggle()
    log.debug("layout", ["wide": wide, "shown": isShown])
  }

  private func updateToggle() {
    toggle.visible = isOffered
    let words = isShown ? tr("Hide Chats") : tr("Show Chats")
    toggle.tooltipText = words
    toggle.setAccessibleLabel(words)
    log.debug("shown", ["value": isShown])
  }

  // MARK: The list

  /// Marks the open chat.
  package func mark(_ chat: Conversation.ID?) { view.mark(chat) }

  /// The chat before (−1) or after (1) the one that is open.
  package func chooseNeighbour(_ step: Int) {
    if let next = view.neighbour(step) { didChoose?(next) }
  }

  package func summary(_ chat: Conversation.ID) -> ChatSummary? {
    view.contents.chats.first { $0.id == chat }
  }

  /// Reads the chats again.
  package func reload() {
    guard let archive else { return }
    guard reading == nil else {
      isStale = true
      return
    }
    isStale = false
    reading = Task { [weak self] in
      let result: Result<[ChatSummary], ArchiveError>
      do throws(ArchiveError) {
        result = .success(try await archive.chats())
      } catch {
        result = .failure(error)
      }
      self?.read(result, of: archive)
    }
  }

  private func read(_ result: Result<[ChatSummary], ArchiveError>, of archive: Archive) {
    reading = nil
    guard archive === self.archive, !isStale else { return reload() }
    switch result {
    case .success(let chats):
      stored = chats
      takeChats()
      if view.contents.names != nil { readNames(again: true) }
      view.show(chats.isEmpty ? .empty : .chats)
      log.debug("read", ["chats": chats.count])
    case .failure(let error):
      log.warning("failed", ["error": "\(error)"])
      if view.state == .loading { view.show(.failed("\(error)")) }
    }
    didRead?()
  }

  /// The simulated messages of the chat that is shown.
  package var arrivals: (chat: Conversation.ID, messages: SimulatedArrivals)? {
    didSet {
      guard arrivals?.chat != oldValue?.chat || arrivals?.messages != oldValue?.messages else { return }
      if takeChats() { view.update() }
    }
  }

  /// Adopts the stored chats, with the simulated messages of one of them. Returns whether that changed a chat.
  @discardableResult
  private func takeChats() -> Bool {
    var chats = stored
    if let (id, messages) = arrivals, let last = messages.last,
      let index = chats.firstIndex(where: { $0.id == id })
    {
      var chat = chats.remove(at: index)
      chat.count(messages.count, upTo: last, unread: messages.unreadCount)
      chats.insert(chat, at: chats.firstIndex { ($0.lastSentAt ?? .min) <= last.sentAt } ?? chats.count)
    }
    guard chats != view.contents.chats else { return false }
    view.contents.chats = chats
    return true
  }

  /// The number of people of a chat whose names the filter searches.
  private nonisolated static let namesOfChat = 5_000

  private func readNames(again: Bool = false) {
    guard let archive, again || view.contents.names == nil else { return }
    // Do not read them again with each letter.
    if view.contents.names == nil { view.contents.names = [:] }
    Task { [weak self] in
      guard let names = try? await archive.namesByChat() else { return }
      // A large group has a hundred thousand.
      let searchable = await Task.detached {
        names.mapValues { $0.prefix(Self.namesOfChat).map(NameFilter.searchable) }
      }.value
      guard let self, self.archive === archive else { return }
      view.contents.names = searchable
      view.update()
    }
  }

  private func viewChanged() {
    Settings.update { [order = view.order] in $0.chatOrder = order }
    reload()
  }

  /// The last topic that was marked as read, and up to which message.
  private var lastRead: (number: Conversation.ID, end: MessageCursor)?

  /// Marks a chat as read whose end the reader has seen, unless an import has added unread messages after it; or one of
  /// its topics that has unread messages.
  package func noteRead(_ number: Conversation.ID, upTo end: MessageCursor) {
    guard let archive else { return }
    let isTopic = Topic.id(ofPart: number) != nil
    if isTopic {
      guard lastRead?.number != number || lastRead?.end != end else { return }
      lastRead = (number, end)
    } else {
      guard let index = stored.firstIndex(where: { $0.id == number }),
        stored[index].unreadCount > 0, stored[index].lastUnreadKey ?? .min <= end.orderKey
      else { return }
      stored[index].unreadCount = 0
      stored[index].lastUnreadKey = nil
      takeChats()
      view.update()
    }
    Task { [weak self, log] in
      // An archive that cannot be written to can be read all the same.
      do { try await archive.markAsRead(number, upTo: end) } catch {
        if isTopic { self?.lastRead = nil }
        return log.debug("not-marked", ["error": "\(error)"])
      }
      // The number of the chat's other unread messages is that of the archive.
      if isTopic { self?.reload() }
      self?.didMarkAsRead?()
    }
  }

  // MARK: Changes

  private func open(_ page: Page, of chat: Conversation.ID) {
    closeSheet()
    didRequestPage?(page, chat)
  }

  private func perform(_ request: ChatSidebar.Request, on chat: Conversation.ID) {
    guard let summary = summary(chat) else { return }
    log.debug("request", ["name": request.rawValue, "chat": chat])
    switch request {
    case .pin:
      let now = Int64(Date().timeIntervalSince1970 * 1_000)
      change { try await $0.pin(chat, at: now) }
    case .unpin: change { try await $0.pin(chat, at: nil) }
    case .markAsRead:
      change({ try await $0.markAsRead(chat) }, then: { [weak self] in self?.didMarkAsRead?() })
    case .details:
      closeSheet()
      didRequestDetails?(chat)
    case .bookmarks: open(.bookmarks, of: chat)
    case .statistics: open(.statistics, of: chat)
    case .print: open(.print, of: chat)
    case .rename: askForTitle(of: summary)
    case .merge: askForTarget(of: summary)
    case .delete: askWhetherToDelete(summary)
    }
  }

  private func askForTitle(of chat: ChatSummary) {
    _ = Question.title(of: chat, over: window) { [weak self, archive] title in
      self?.change(in: archive) {
        try await $0.rename(chat.id, to: title)
      } then: {
        self?.didChangeFacts?(chat.id)
      }
    }
  }

  private func askForTarget(of chat: ChatSummary) {
    let chats = view.contents.chats.filter { $0.id != chat.id }
    let dialog = ChooseWindow(
      tr("Merge “{name}” With…", ["name": chat.title]),
      chats.map {
        .init(id: $0.id, name: $0.title, note: Counted.messages($0.messageCount - $0.noteCount))
      }, search: tr("Search chats"))
    dialog.didChoose = { [weak self, archive] id in
      guard let self, archive === self.archive, let target = chats.first(where: { $0.id == id }) else {
        return
      }
      merge(chat, into: target)
    }
    if let window { dialog.present(over: window) }
  }

  package func merge(_ chat: ChatSummary, into target: ChatSummary) {
    var merge: Archive.Merge?
    let archive = archive
    change(renewing: [chat.id, target.id]) {
      let done = try await $0.merge(chat.id, into: target.id)
      await MainActor.run { merge = done }
    } then: { [weak self] in
      guard let merge else { return }
      let names = ["name": chat.title, "other": target.title]
      self?.view.tell(tr("“{name}” was merged into “{other}”.", names)) {
        self?.change(in: archive, renewing: [chat.id, target.id]) { try await $0.undo(merge) }
      }
    }
  }

  private func askWhetherToDelete(_ chat: ChatSummary) {
    let question = Question(
      tr("Delete Chat?"),
      text: [
        tr(
          "“{name}” with {messages} will be deleted from the archive. This cannot be undone.",
          [
            "name": chat.title,
            "messages": Counted.messages(chat.messageCount - chat.noteCount),
          ]),
        chat.noteCount > 0
          ? trn(
            "Your {count} note in it is deleted too.", "Your {count} notes in it are deleted too.",
            chat.noteCount) : "",
        archive?.mediaFolder.map {
          tr(
            "Its pictures and files stay in the folder “{folder}” beside the archive.",
            ["folder": $0.lastPathComponent])
        } ?? tr("The files that it was imported from stay as they are."),
      ].filter { !$0.isEmpty }.joined(separator: " "), over: window)
    question.ask(tr("Delete"), isDestructive: true) { [weak self, archive] in
      self?.change(in: archive, renewing: [chat.id]) {
        try await $0.delete(chat.id)
      } then: {
        self?.view.tell(tr("“{name}” was deleted.", ["name": chat.title]))
      }
    }
  }

  /// Changes the archive, and reads the chats again.
  ///
  /// - Parameters:
  ///   - asked: The archive of the question. Another one that was opened since does not change: its chats have the same
  ///     numbers.
  ///   - renewed: The chats whose messages or facts it changes.
  package func change(
    in asked: Archive? = nil, renewing renewed: Set<Conversation.ID> = [],
    _ body: @escaping @Sendable (Archive) async throws -> Void, then: @escaping () -> Void = {}
  ) {
    guard let archive, asked == nil || asked === archive else { return }
    Task { [weak self] in
      do {
        try await body(archive)
        self?.reload()
        if !renewed.isEmpty { self?.didChange?(renewed) }
        then()
      } catch {
        self?.log.warning("not-changed", ["error": "\(error)"])
        self?.view.tell("\(error)")
      }
    }
  }
}

extension WindowSidebar: EdgeSwipeTarget {
  /// Whether a finger can pull the chats over the window (`true`) or push them out of it (`false`).
  package func canMove(_ way: EdgeSwipeArea.Way) -> Bool {
    isOffered && !frame.isWide && sheet.isOpen == (way == .away)
  }

  // The sheet has no size before it is shown.
  package var swipeExtent: Double { Double(SidebarSheet.panelWidth(in: frame.width)) }
  package var swipeProgress: Double { sheet.progress }

  package func swipeBegan() { moveToSheet() }

  package func swipeMoved(to progress: Double) {
    // Another layout or another tab has taken the sheet away.
    if isOffered, !frame.isWide { sheet.follow(progress) }
  }

  package func swipeEnded(isOpen: Bool, velocity: Double) {
    guard isOffered, !frame.isWide else { return }
    let release = SidebarSheet.Movement.release(velocity: velocity)
    switch (isOpen, sheet.isOpen) {
    case (true, false): openSheet(by: release)
    case (true, true): sheet.setOpen(true, by: release)
    case (false, _): closeSheet(by: release)
    }
  }
}
