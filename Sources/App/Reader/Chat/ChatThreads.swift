import AppBase
import ChatStore
import Chats
import Controls
import Gtk

/// The thread that is shown beside the chat, or in its place where there is no room for both.
@MainActor
package final class ChatThreads {
  /// Called when a thread was opened or closed, or when there is room for both or no longer.
  var didChange: (() -> Void)?
  private(set) var pane: ThreadPane?
  /// The message that led to the thread, to which the focus returns.
  private(set) var opener: Message?
  private unowned let tab: ChatTab
  private let opening = LatestTask()
  private var width = 0
  private let log = EventLog("thread")

  /// The least width of the chat and a thread beside it, in points.
  private static let wideFrom = 800
  private static let paneWidth = 320...400

  init(_ tab: ChatTab) { self.tab = tab }

  /// Whether the thread takes the place of the chat.
  var coversChat: Bool { pane?.coversChat ?? false }

  /// The thread's messages, if the focus is in it or it takes the place of the chat.
  package var focusedView: ChatView? { pane.flatMap { $0.coversChat || $0.containsFocus ? $0.view : nil } }

  /// Opens the thread of a message: at its beginning, or at the message if that is a reply.
  func open(of message: Message, takesFocus: Bool = true) {
    guard let archive = tab.archive, let id = message.topic, message.isInThread else { return }
    guard pane?.view.conversation.id != Topic.part(id) else {
      pane?.view.focusMessages()
      return
    }
    opening.run {
      try await archive.conversation(Topic.part(id))
    } then: { [weak self] in
      guard let thread = try? $0.get() else { return }
      self?.show(thread, in: archive, at: message, takesFocus: takesFocus)
    }
  }

  private func show(_ thread: Conversation, in archive: Archive, at message: Message, takesFocus: Bool) {
    // The archive may have been replaced meanwhile.
    guard archive === tab.archive, let chat = tab.view, message.isIn(chat.conversation.id) else { return }
    close(returnsFocus: false)
    opener = message
    let place = ChatPlace.message(message.id, at: .fraction(0), isHighlighted: message.replies == nil)
    let view = tab.makeView(of: thread, in: archive, at: place)
    let pane = ThreadPane(view)
    self.pane = pane
    pane.didClose = { [weak self] in self?.close() }
    pane.search.clicked.connect(weak: view) { $0.finding.toggle() }
    pane.showInChat.clicked.connect { [weak self] in self?.showInChat() }
    chat.feed.model.openThread = thread.topic?.id
    tab.body.append(pane)
    adapt()
    if takesFocus || pane.coversChat { view.focusMessages() }
    log.debug("open", ["id": thread.topic?.id ?? 0, "messages": thread.messageCount])
  }

  /// Closes the thread. Returns whether there was one.
  @discardableResult
  func close(returnsFocus: Bool = true) -> Bool {
    opening.cancel()
    guard let pane else { return false }
    let hadFocus = pane.containsFocus
    self.pane = nil
    tab.view?.feed.model.openThread = nil
    didChange?()
    defer { opener = nil }
    if returnsFocus, hadFocus, let opener {
      tab.view?.messageFocus.go(to: .message(opener.id))
    } else if hadFocus {
      // A widget that is removed must not keep the focus.
      pane.window?.focusWidget = nil
    }
    tab.body.remove(pane)
    log.debug("close")
    return true
  }

  /// Handles Escape in the thread. Returns whether there was something to end.
  func escape() -> Bool {
    guard let view = focusedView else { return false }
    return view.finding.end() || close()
  }

  /// Moves the focus from the chat to the thread, or back.
  func switchFocus() {
    guard let pane, !pane.coversChat else { return }
    (pane.containsFocus ? tab.view : pane.view)?.focusMessages()
  }

  /// Goes to the thread's first message in the chat, or to its first one there.
  private func showInChat() {
    guard let pane, let archive = tab.archive else { return }
    let part = pane.view.conversation.id
    let isCovering = pane.coversChat
    opening.run {
      try await archive.firstMoment(in: part, from: .min)
    } then: { [weak self] in
      guard let self, let first = try? $0.get() else { return }
      if isCovering { close(returnsFocus: false) }
      tab.view?.places.open(
        .message(first.id, at: .fraction(ChatNavigation.hitPlace)), focus: isCovering ? .messages : .usual)
    }
  }

  /// Follows the width of the tab, in points.
  func widthChanged(_ width: Int) {
    self.width = width
    adapt()
  }

  private func adapt() {
    guard let pane else { return }
    let covers = width < Self.wideFrom
    // The focus must not stay in the chat that is hidden.
    if covers, !pane.coversChat, tab.view?.containsFocus == true { pane.view.focusMessages() }
    pane.coversChat = covers
    pane.setClass("covering", covers)
    pane.hexpand = covers
    let beside = min(max(width / 3, Self.paneWidth.lowerBound), Self.paneWidth.upperBound)
    pane.setSizeRequest(width: covers ? -1 : beside)
    didChange?()
  }
}
