import AppBase
import ChatStore
import Chats
import Paging
import Synchronization
import Translation

/// The pages of one conversation.
///
/// Each page is read with one message in addition to its items: the message before the first item, on which the first
/// row's day and group depend.
struct ChatPages: BidirectionalPageSource {
  typealias Request = PageRequest<Message.ID, MessageCursor>

  let archive: Archive
  let conversation: Conversation.ID
  /// Runs before each page and may throw instead: simulates a slow archive, or holds pages in tests.
  let delay: @Sendable (Request) async throws -> Void
  /// The places of the latest pages among all messages.
  let places = PlaceBook()
  /// The messages of a simulated person.
  let simulated = SimulatedMessages()
  /// The kept place. If its message is gone, the page around it is the page around the nearest message.
  var kept: MessageCursor?

  /// The least number of messages on each side of a destination. They fill a window of 1,600 points with single lines,
  /// also if older messages load only when they are pulled.
  private static let surroundings = 48

  /// Makes pages that each take `latency` longer than the archive.
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
      let stored = try await archive.newest(in: conversation, limit: limit + 1)
      let newest = simulated.merged(with: stored, limit: limit + 1)
      return await noted(page(newest, limit: limit, next: nil))
    }
    try await delay(.after(cursor))
    let messages = try await messages(after: cursor, limit: limit)
    return await noted(
      Page(items: messages, previous: cursor, next: messages.count < limit ? nil : messages.last?.cursor))
  }

  func page(before cursor: MessageCursor, limit: Int) async throws -> Page<Message, MessageCursor> {
    try await delay(.before(cursor))
    let messages = try await messages(before: cursor, limit: limit + 1)
    return await noted(page(messages, limit: limit, next: cursor))
  }

  func page(around id: Message.ID, limit: Int) async throws -> Page<Message, MessageCursor> {
    try await delay(.around(id))
    let half = max(limit / 2, Self.surroundings)
    var found = try await surroundings(of: id, before: half + 1, after: half)
    // Another message can have the number of a message that is gone.
    if let kept, kept.id == id, found?.message.cursor != kept, let nearest = try await nearest(to: kept) {
      found = try await surroundings(of: nearest, before: half + 1, after: half)
    }
    guard let found else { throw CommandFailure(tr("The message is no longer in this chat.")) }
    let page = page(
      found.before + [found.message] + found.after, limit: half + 1 + found.after.count,
      next: found.after.count < half ? nil : found.after.last?.cursor)
    if let first = page.items.first {
      let ordinal = found.place.ordinal - (page.items.count - found.after.count - 1)
      places.note(MessagePlace(ordinal: ordinal, count: found.place.count), of: first.id)
    }
    return page
  }

  /// The message after a position, or the one before it.
  private func nearest(to cursor: MessageCursor) async throws -> Message.ID? {
    let next = try await archive.messages(in: conversation, after: cursor, limit: 1).first
    if let next { return next.id }
    return try await archive.messages(in: conversation, before: cursor, limit: 1).last?.id
  }

  func cursor(of message: Message) -> MessageCursor { message.cursor }

  private func messages(before cursor: MessageCursor, limit: Int) async throws -> [Message] {
    let stored = try await archive.messages(in: conversation, before: cursor, limit: limit)
    return simulated.merged(with: stored, before: cursor, limit: limit)
  }

  private func messages(after cursor: MessageCursor, limit: Int) async throws -> [Message] {
    let stored = try await archive.messages(in: conversation, after: cursor, limit: limit)
    return simulated.merged(with: stored, after: cursor, limit: limit)
  }

  private func surroundings(of id: Message.ID, before: Int, after: Int) async throws -> MessageSurroundings? {
    if let message = simulated.message(id) {
      let cursor = message.cursor
      return MessageSurroundings(
        before: try await messages(before: cursor, limit: before), message: message,
        after: try await messages(after: cursor, limit: after), place: try await place(of: cursor))
    }
    guard
      var found = try await archive.surroundings(of: id, in: conversation, before: before, after: after)
    else { return nil }
    let cursor = found.message.cursor
    found.before = simulated.merged(with: found.before, before: cursor, limit: before)
    found.after = simulated.merged(with: found.after, after: cursor, limit: after)
    found.place = withSimulated(found.place, of: cursor)
    return found
  }

  // MARK: Places

  /// The place of a position among all messages, including simulated ones.
  func place(of cursor: MessageCursor) async throws -> MessagePlace {
    withSimulated(try await archive.place(of: cursor, in: conversation), of: cursor)
  }

  private func withSimulated(_ place: MessagePlace, of cursor: MessageCursor) -> MessagePlace {
    MessagePlace(
      ordinal: place.ordinal + simulated.count(before: cursor), count: place.count + simulated.all.count)
  }

  /// The position of the message after that many others; nil if there are no more.
  func cursor(at ordinal: Int) async throws -> MessageCursor? {
    // The simulated messages before it: mostly none, since they are the newest.
    let all = simulated.all
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      let place = try await archive.ordinal(of: all[middle].cursor, in: conversation) + middle
      if place == ordinal { return all[middle].cursor }
      if place < ordinal { low = middle + 1 } else { high = middle }
    }
    return try await archive.cursor(at: ordinal - low, in: conversation)
  }

  /// Makes the last `limit` messages a page, and the message before them its context. Without a message before
  /// them, the conversation begins there.
  private func page(_ messages: [Message], limit: Int, next: MessageCursor?) -> Page<Message, MessageCursor> {
    let items = Array(messages.suffix(limit))
    let context = messages.dropLast(limit).last
    return Page(
      items: items, previous: context == nil ? nil : items.first?.cursor, next: next, context: context)
  }

  /// Notes the place of the page among all messages. A failure of this does not fail the page.
  private func noted(_ page: Page<Message, MessageCursor>) async -> Page<Message, MessageCursor> {
    if let first = page.items.first, let place = try? await place(of: first.cursor) {
      places.note(place, of: first.id)
    }
    return page
  }
}

/// The places of the latest pages' first messages among all messages.
final class PlaceBook: Sendable {
  private let notes = Mutex<[(id: Message.ID, place: MessagePlace)]>([])

  /// There are never more pages in progress.
  private static let limit = 8

  func note(_ place: MessagePlace, of id: Message.ID) {
    notes.withLock { notes in
      notes.removeAll { $0.id == id }
      notes.append((id, place))
      if notes.count > Self.limit { notes.removeFirst() }
    }
  }

  /// The place of a page's first message; nil for other messages.
  func place(of id: Message.ID) -> MessagePlace? {
    notes.withLock { notes in notes.last { $0.id == id }?.place }
  }
}
