import ChatArchive
import Gtk

/// The Chat tab: opens the archive, shows how that goes, and then one conversation of it.
final class ChatTab: Box {
  private let source: ArchiveSource
  private let latency: Duration
  private let log = EventLog("archive")
  private var page: Widget?
  private var archive: Archive?
  private var conversations: [Conversation] = []
  private var view: ChatView?
  private var opening: Task<Void, Never>?
  private var settledCallbacks: [() -> Void] = []
  private var isSettled = false

  /// Another conversation shows, or its facts have changed.
  var onConversationChanged: ((Conversation?) -> Void)?
  /// The archive has been opened: what it holds, newest activity first.
  var onConversationsChanged: (([Conversation]) -> Void)?

  /// `latency` delays each page load.
  init(source: ArchiveSource, latency: Duration) {
    self.source = source
    self.latency = latency
    super.init(.vertical)
    show(StatusPage(.spinner, title: "Opening the archive", text: ""))
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

  func showConversation(_ id: Conversation.ID) {
    guard let archive, id != view?.conversation.id,
      let conversation = conversations.first(where: { $0.id == id })
    else { return }
    let view = ChatView(archive: archive, conversation: conversation, latency: latency)
    self.view = view
    view.onConversationChanged = { [weak self] in self?.changed($0) }
    view.whenLoaded { [weak self] in self?.settle() }
    show(view)
    view.focusComposer()
    onConversationChanged?(conversation)
    log.debug("conversation", ["id": id, "messages": conversation.messageCount])
  }

  func jumpToEnd() { view?.jumpToEnd() }
  func loadOlder() { view?.loadOlder() }
  func loadNewer() { view?.loadNewer() }
  func refresh() { if let view { view.refresh() } else { start() } }
  func noteTime() { view?.noteTime() }

  // MARK: Opening

  private func opened(_ archive: Archive, _ conversations: [Conversation]) {
    opening = nil
    self.archive = archive
    self.conversations = conversations
    log.debug("opened", ["conversations": conversations.count, "path": archive.path])
    onConversationsChanged?(conversations)
    if let newest = conversations.first {
      showConversation(newest.id)
    } else {
      show(
        StatusPage(
          .symbol(.chat), title: "This archive is empty",
          text: "Close the window and bring a chat in with “backscroll import FILE --into ARCHIVE”."))
      settle()
    }
  }

  private func failed(_ sentence: String) {
    opening = nil
    log.warning("failed", ["error": sentence])
    let retry = Button("Try Again")
    retry.setAction("win.reopen")
    show(
      StatusPage(
        .icon("dialog-warning-symbolic"), title: "The archive cannot be opened", text: sentence,
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
