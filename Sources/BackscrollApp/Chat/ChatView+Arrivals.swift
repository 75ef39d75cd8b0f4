import ChatArchive
import Foundation
import Translation

/// What the reader sends, what comes from others, and how much of it is unread.
extension ChatView {
  func send(_ text: String) {
    composer.isSending = true
    Task { [weak self, archive, id = conversation.id] in
      do {
        let message = try await archive.send(text, in: id, at: Self.now)
        self?.sent(message, text)
      } catch {
        self?.failedToSend(error)
      }
    }
  }

  private static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) }

  private func sent(_ message: Message, _ text: String) {
    log.debug("stored", ["id": message.id])
    composer.isSending = false
    composer.clear(sent: text)
    banner.text = nil
    // Who answers has read.
    unread.clear()
    showUnread()
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
    banner.text = tr("Your message was not sent. {reason}", ["reason": "\(error)"])
  }

  // MARK: The made-up sender

  /// Whether somebody made up writes now and then.
  var isSimulating: Bool {
    get { simulated.isRunning }
    set { if newValue { simulated.start() } else { simulated.stop() } }
  }

  func connectArrivals() {
    simulated.onMessage = { [weak self] in self?.received($0) }
    simulated.onTyping = { [weak self] isTyping in
      guard let self else { return }
      if isTyping { template = chooseTemplate() }
      onTyping?(isTyping ? template?.sender?.name : nil)
    }
  }

  /// A message of somebody else's: its sender will be the one who writes.
  private func chooseTemplate() -> Message? {
    feed.model.messages.filter { $0.kind == .normal && !$0.isOwn && $0.sender != nil }.randomElement()
  }

  private func received(_ text: String) {
    guard var message = template else { return }
    // The archive counts from 1 up, what is made up from −1 down.
    simulatedCount += 1
    message.id = -simulatedCount
    message.sentAt = max(Self.now, feed.model.messages.last?.sentAt ?? 0)
    message.text = text
    message.entities = []
    message.reply = nil
    message.attachment = nil
    undelivered.append(message)
    deliver()
  }

  /// Puts what has arrived at the end, if the end is loaded.
  func deliver() {
    while let message = undelivered.first, feed.reachesEnd {
      let readerIsThere = list.isAtEnd && isMapped
      guard feed.append(message) else { return }
      undelivered.removeFirst()
      log.debug("arrived", ["id": message.id, "at-end": readerIsThere])
      unread.arrived(message.id, readerIsThere: readerIsThere)
      showUnread()
    }
  }

  // MARK: Unread

  /// Looks at what is in view.
  func updateUnread() {
    guard isMapped else { return }
    if list.isAtEnd {
      unread.sawAll()
    } else {
      unread.saw(visibleRows.map { feed.model.id(at: $0) })
    }
    showUnread()
  }

  /// The chat has been left: the unread line has done its work.
  func left() {
    unread.clear()
    showUnread()
  }

  private func showUnread() {
    feed.model.unreadMarker = unread.marker
    if jumpButton.unread != unread.count {
      jumpButton.unread = unread.count
      log.debug("unread", ["count": unread.count])
    }
  }
}
