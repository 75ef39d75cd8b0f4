import AppBase
import ChatStore
import Chats
import Paging
import Translation

/// The pages of a conversation as the chat shows them.
typealias ChatPages = SimulatedPages

extension ChatPages {
  typealias Request = PageRequest<Message.ID, MessageCursor>

  /// `delay` runs before each page and may throw instead: simulates a slow archive, or holds pages in tests.
  init(
    archive: Archive, conversation: Conversation.ID,
    delay: @escaping @Sendable (Request) async throws -> Void = { _ in }
  ) {
    stored = DelayedPages(source: StoredPages(archive: archive, conversation: conversation), delay: delay)
  }
}

/// The pages of one conversation in an archive.
///
/// Each page is read with one message in addition to its items: the message before the first item, on which the first
/// row's day and group depend.
struct StoredPages: BidirectionalPageSource {
  let archive: Archive
  let conversation: Conversation.ID
  /// The kept place. If its message is gone, the page around it is the page around the nearest message.
  var kept: MessageCursor?

  /// The least number of messages on each side of a destination. They fill a window of 1,600 points with single lines,
  /// also if older messages load only when they are pulled.
  static let surroundings = 48

  func page(after cursor: MessageCursor?, limit: Int) async throws -> Page<Message, MessageCursor> {
    guard let cursor else {
      return page(try await archive.newest(in: conversation, limit: limit + 1), limit: limit, next: nil)
    }
    let messages = try await archive.messages(in: conversation, after: cursor, limit: limit)
    return Page(
      items: messages, previous: cursor, next: messages.count < limit ? nil : messages.last?.cursor)
  }

  func page(before cursor: MessageCursor, limit: Int) async throws -> Page<Message, MessageCursor> {
    let messages = try await archive.messages(in: conversation, before: cursor, limit: limit + 1)
    return page(messages, limit: limit, next: cursor)
  }

  func page(around id: Message.ID, limit: Int) async throws -> Page<Message, MessageCursor> {
    let half = max(limit / 2, Self.surroundings)
    var found = try await archive.surroundings(of: id, in: conversation, before: half + 1, after: half)
    // Another message can have the number of a message that is gone.
    if let kept, kept.id == id, found?.message.cursor != kept, let nearest = try await nearest(to: kept) {
      found = try await archive.surroundings(of: nearest, in: conversation, before: half + 1, after: half)
    }
    guard let found else { throw CommandFailure(tr("The message is no longer in this chat.")) }
    return page(
      found.before + [found.message] + found.after, limit: half + 1 + found.after.count,
      next: found.after.count < half ? nil : found.after.last?.cursor)
  }

  func cursor(of message: Message) -> MessageCursor { message.cursor }

  /// The message after a position, or the one before it.
  private func nearest(to cursor: MessageCursor) async throws -> Message.ID? {
    let next = try await archive.messages(in: conversation, after: cursor, limit: 1).first
    if let next { return next.id }
    return try await archive.messages(in: conversation, before: cursor, limit: 1).last?.id
  }

  /// Makes the last `limit` messages a page, and the message before them its context. Without a message before
  /// them, the conversation begins there.
  private func page(_ messages: [Message], limit: Int, next: MessageCursor?) -> Page<Message, MessageCursor> {
    let items = Array(messages.suffix(limit))
    let context = messages.dropLast(limit).last
    return Page(
      items: items, previous: context == nil ? nil : items.first?.cursor, next: next, context: context)
  }
}

/// The pages of another source, each after a delay.
struct DelayedPages<Source: BidirectionalPageSource>: BidirectionalPageSource {
  var source: Source
  let delay: @Sendable (PageRequest<Source.Item.ID, Source.Cursor>) async throws -> Void

  func page(after cursor: Source.Cursor?, limit: Int) async throws -> Page<Source.Item, Source.Cursor> {
    try await delay(cursor.map { .after($0) } ?? .newest)
    return try await source.page(after: cursor, limit: limit)
  }

  func page(before cursor: Source.Cursor, limit: Int) async throws -> Page<Source.Item, Source.Cursor> {
    try await delay(.before(cursor))
    return try await source.page(before: cursor, limit: limit)
  }

  func page(around id: Source.Item.ID, limit: Int) async throws -> Page<Source.Item, Source.Cursor> {
    try await delay(.around(id))
    return try await source.page(around: id, limit: limit)
  }

  func cursor(of item: Source.Item) -> Source.Cursor { source.cursor(of: item) }
}
