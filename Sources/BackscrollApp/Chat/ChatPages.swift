import ChatArchive
import ScrollCore
import Translation

/// The pages of one conversation, as the pager asks for them.
///
/// Each page is read with one message more than it shows at its old end: the oldest row's day and group hang
/// on it, and so they are right before the page above has come.
struct ChatPages: PageSource {
  let archive: Archive
  let conversation: Conversation.ID
  /// Waited for before each page, and may throw in its place: a slow archive to try out, a test's gate.
  let delay: @Sendable (PageRequest<Message.ID, MessageCursor>) async throws -> Void

  /// Each page takes `latency` longer than it would.
  init(archive: Archive, conversation: Conversation.ID, latency: Latency) {
    self.init(archive: archive, conversation: conversation) { _ in
      if latency.duration > .zero { try await latency.wait() }
    }
  }

  init(
    archive: Archive, conversation: Conversation.ID,
    delay: @escaping @Sendable (PageRequest<Message.ID, MessageCursor>) async throws -> Void
  ) {
    self.archive = archive
    self.conversation = conversation
    self.delay = delay
  }

  func page(
    _ request: PageRequest<Message.ID, MessageCursor>, limit: Int
  ) async throws -> Page<Message, MessageCursor> {
    try await delay(request)
    switch request {
    case .newest:
      return older(try await archive.newest(in: conversation, limit: limit + 1), limit: limit, next: nil)
    case .before(let cursor):
      let messages = try await archive.messages(in: conversation, before: cursor, limit: limit + 1)
      return older(messages, limit: limit, next: cursor)
    case .after(let cursor):
      let messages = try await archive.messages(in: conversation, after: cursor, limit: limit)
      return Page(
        items: messages, previous: cursor, next: messages.count < limit ? nil : messages.last?.cursor)
    case .around(let id): return try await around(id, limit: limit)
    }
  }

  func cursor(of message: Message) -> MessageCursor? { message.cursor }

  private func around(_ id: Message.ID, limit: Int) async throws -> Page<Message, MessageCursor> {
    guard let message = try await archive.message(id), message.conversation == conversation else {
      throw CommandFailure(tr("The message is not in this conversation any more."))
    }
    let half = limit / 2
    let before = try await archive.messages(in: conversation, before: message.cursor, limit: half + 1)
    let after = try await archive.messages(in: conversation, after: message.cursor, limit: half)
    return older(
      before + [message] + after, limit: half + 1 + after.count,
      next: after.count < half ? nil : after.last?.cursor)
  }

  /// Takes the extra message off the old end; where there is none, the conversation begins.
  private func older(_ messages: [Message], limit: Int, next: MessageCursor?) -> Page<Message, MessageCursor>
  {
    let items = Array(messages.suffix(limit))
    let context = messages.dropLast(limit).last
    return Page(
      items: items, previous: context == nil ? nil : items.first?.cursor, next: next, context: context)
  }
}
