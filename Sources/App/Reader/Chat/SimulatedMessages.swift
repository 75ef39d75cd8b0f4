import ChatStore
import Chats
import Paging
import Synchronization

/// The messages of a simulated person in one conversation, in ascending order. They are not in the archive, but the
/// pages of the conversation include them, so that they stay after other messages were loaded in place of all.
final class SimulatedMessages: Sendable {
  private let messages = Mutex<[Message]>([])

  /// The archive's own ids are positive.
  static func isSimulated(_ id: Message.ID) -> Bool { id < 0 }

  var all: [Message] { messages.withLock { $0 } }
  func message(_ id: Message.ID) -> Message? { messages.withLock { $0.first { $0.id == id } } }

  /// Adds a message after all others, at a time in milliseconds since 1970 UTC or after `last`.
  ///
  /// - Returns: The message with its number, time and place.
  func add(_ message: Message, at time: Int64, after last: Message?) -> Message {
    messages.withLock { messages in
      var message = message
      message.id = -Int64(messages.count + 1)
      message.sentAt = max(time, last?.sentAt ?? .min, messages.last?.sentAt ?? .min)
      let keys = [last, messages.last].compactMap { $0?.orderKey }
      message.orderKey = max(OrderKey.make(sentAt: message.sentAt), (keys.max() ?? .min / 2) + 1)
      messages.append(message)
      return message
    }
  }
}

/// The stored pages of a conversation with simulated messages among their own, and the places of all messages.
struct SimulatedPages: BidirectionalPageSource {
  var stored: DelayedPages<StoredPages>
  let simulated = SimulatedMessages()
  /// The places of the latest pages among all messages.
  let places = PlaceBook()

  var archive: Archive { stored.source.archive }
  var conversation: Conversation.ID { stored.source.conversation }

  func page(after cursor: MessageCursor?, limit: Int) async throws -> Page<Message, MessageCursor> {
    await completed(try await stored.page(after: cursor, limit: limit))
  }

  func page(before cursor: MessageCursor, limit: Int) async throws -> Page<Message, MessageCursor> {
    await completed(try await stored.page(before: cursor, limit: limit))
  }

  func page(around id: Message.ID, limit: Int) async throws -> Page<Message, MessageCursor> {
    guard let cursor = simulated.message(id)?.cursor else {
      return await completed(try await stored.page(around: id, limit: limit))
    }
    let half = max(limit / 2, StoredPages.surroundings)
    var page = try await stored.page(before: cursor, limit: half)
    let after = try await stored.page(after: cursor, limit: half)
    page.items += after.items
    page.next = after.next
    return await completed(page)
  }

  func cursor(of message: Message) -> MessageCursor { message.cursor }

  /// Adds the simulated messages in the span of a page, and notes the place of its first message. A failure of the latter
  /// does not fail the page.
  private func completed(_ stored: Page<Message, MessageCursor>) async -> Page<Message, MessageCursor> {
    var page = stored
    let (start, end) = (page.context?.cursor ?? page.previous, page.next)
    page.items += simulated.all.filter { message in
      start.map { $0 < message.cursor } != false && end.map { message.cursor < $0 } != false
    }
    page.items.sort { $0.cursor < $1.cursor }
    if page.context != nil { page.previous = page.items.first?.cursor }
    if let first = page.items.first, let place = try? await place(of: first.cursor) {
      places.note(place, of: first.id)
    }
    return page
  }

  // MARK: Places

  /// The place of a position among all messages.
  func place(of cursor: MessageCursor) async throws -> MessagePlace {
    var place = try await archive.place(of: cursor, in: conversation)
    let all = simulated.all
    place.ordinal += all.count { $0.cursor < cursor }
    place.count += all.count
    return place
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
