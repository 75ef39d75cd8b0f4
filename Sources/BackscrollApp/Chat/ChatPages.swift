import ChatArchive
import Paging
import Translation

/// The pages of one conversation.
///
/// Each page is read with one more message than it has items: the message before the first one, on which the first
/// row's day and group depend.
struct ChatPages: BidirectionalPageSource {
  typealias Request = PageRequest<Message.ID, MessageCursor>

  let archive: Archive
  let conversation: Conversation.ID
  /// Runs before each page and may throw in its place: simulates a slow archive, or holds pages in tests.
  let delay: @Sendable (Request) async throws -> Void

  /// Each page takes `latency` longer than the archive.
  init(archive: Archive, conversation: Conversation.ID, latency: Latency) {
    self.init(archive: archive, conversation: conversation) { _ in
      if latency.duration > .zero { try await latency.wait() }
    }
  }

  init(
    archive: Archive, conversation: Conversation.ID, delay: @escaping @Sendable (Request) async throws -> Void
  ) {
    self.archive = archive
    self.conversation = conversation
    self.delay = delay
  }

  func page(after cursor: MessageCursor?, limit: Int) async throws -> Page<Message, MessageCursor> {
    guard let cursor else {
      try await delay(.newest)
      return page(try await archive.newest(in: conversation, limit: limit + 1), limit: limit, next: nil)
    }
    try await delay(.after(cursor))
    let messages = try await archive.messages(in: conversation, after: cursor, limit: limit)
    return Page(items: messages, previous: cursor, next: messages.count < limit ? nil : messages.last?.cursor)
  }

  func page(before cursor: MessageCursor, limit: Int) async throws -> Page<Message, MessageCursor> {
    try await delay(.before(cursor))
    let messages = try await archive.messages(in: conversation, before: cursor, limit: limit + 1)
    return page(messages, limit: limit, next: cursor)
  }

  func page(around id: Message.ID, limit: Int) async throws -> Page<Message, MessageCursor> {
    try await delay(.around(id))
    guard let message = try await archive.message(id), message.conversation == conversation else {
      throw CommandFailure(tr("The message is not in this conversation any more."))
    }
    let half = limit / 2
    let before = try await archive.messages(in: conversation, before: message.cursor, limit: half + 1)
    let after = try await archive.messages(in: conversation, after: message.cursor, limit: half)
    return page(
      before + [message] + after, limit: half + 1 + after.count,
      next: after.count < half ? nil : after.last?.cursor)
  }

  func cursor(of message: Message) -> MessageCursor { message.cursor }

  /// Makes the last `limit` messages a page, and the message before them its context. Without a message before
  /// them, the conversation begins there.
  private func page(_ messages: [Message], limit: Int, next: MessageCursor?) -> Page<Message, MessageCursor> {
    let items = Array(messages.suffix(limit))
    let context = messages.dropLast(limit).last
    return Page(
      items: items, previous: context == nil ? nil : items.first?.cursor, next: next, context: context)
  }
}
