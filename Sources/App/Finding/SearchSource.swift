import AppBase
import ChatStore
import Chats
import Foundation

/// The queries of a search to an archive.
package struct SearchSource: Sendable {
  package let archive: Archive
  /// Runs before each answer and may throw in its place: simulates a slow archive, or holds answers in tests.
  package var delay: @Sendable (SearchQuery) async throws -> Void = { _ in }

  package var reader = SearchReader()

  /// The most hits that are counted. Many searched words have some thousands of hits, which are counted exactly.
  package static let countLimit = 10_000
  /// ``SearchSource/countLimit``, or less in tests.
  package var countLimit = Self.countLimit
  /// The most hits that are marked, the newest ones: each takes some steps in an index, and a rail has no more pixels.
  static let markLimit = 2_000

  package init(_ archive: Archive, delay: @escaping @Sendable (SearchQuery) async throws -> Void = { _ in }) {
    self.archive = archive
    self.delay = delay
  }

  /// The number of hits, at most one more than ``countLimit``.
  package func count(_ query: SearchQuery, in chat: Conversation.ID?) async throws -> Int {
    try await delay(query)
    return try await archive.searchCount(query, in: chat, limit: countLimit + 1)
  }

  /// The words of bookmarks, of a chat or of all; none if they cannot be read.
  func bookmarkWords(in chat: Conversation.ID?) async -> [BookmarkWord] {
    (try? await archive.bookmarkWords(in: chat)) ?? []
  }

  /// The number of hits in each chat, among the `limit` newest ones.
  package func counts(_ query: SearchQuery, limit: Int) async throws -> [Conversation.ID: Int] {
    try await delay(query)
    return try await archive.searchCounts(query, limit: limit)
  }

  /// The number of hits after a place, at most one more than ``countLimit``.
  package func count(
    _ query: SearchQuery, in chat: Conversation.ID?, after cursor: MessageCursor
  ) async throws -> Int {
    try await archive.searchCount(query, in: chat, after: cursor, limit: countLimit + 1)
  }

  /// The place of a hit among `count` of them; nil if each side of it has more hits than are counted.
  package func place(
    of hit: SearchHit, among count: Int, _ query: SearchQuery, in chat: Conversation.ID
  ) async throws -> HitPlace? {
    let newer = try await self.count(query, in: chat, after: hit.cursor)
    if count <= countLimit { return .fromOldest(max(1, count - newer)) }
    if newer < countLimit { return .fromNewest(newer + 1) }
    let older = try await archive.searchCount(query, in: chat, before: hit.cursor, limit: countLimit)
    return older < countLimit ? .fromOldest(older + 1) : nil
  }

  /// The number of a hit's message in its chat, from 0.
  package func mark(of hit: SearchHit, in chat: Conversation.ID) async throws -> Int {
    try await archive.ordinal(of: hit.cursor, in: chat)
  }

  /// The newest hits before a place, the newest first.
  package func hits(
    _ query: SearchQuery, in chat: Conversation.ID?, before cursor: MessageCursor?, limit: Int
  ) async throws -> [SearchHit] {
    try await archive.search(query, in: chat, before: cursor, limit: limit)
  }

  /// The hit next to a place: the newest older one, or the oldest newer one.
  package func neighbour(
    _ query: SearchQuery, in chat: Conversation.ID?, of cursor: MessageCursor, isOlder: Bool
  ) async throws -> SearchHit? {
    try await delay(query)
    return isOlder
      ? try await archive.search(query, in: chat, before: cursor, limit: 1).first
      : try await archive.search(query, in: chat, after: cursor, limit: 1).first
  }

  /// The hit nearest to a place, by the messages between them. A hit in view takes precedence.
  package func nearest(
    _ query: SearchQuery, in chat: Conversation.ID, to place: MessageCursor,
    _ view: ClosedRange<MessageCursor>
  ) async throws -> SearchHit? {
    let after = MessageCursor(
      orderKey: place.orderKey, id: place.id == .max ? .max : place.id + 1)
    guard let older = try await neighbour(query, in: chat, of: after, isOlder: true) else {
      return try await neighbour(query, in: chat, of: place, isOlder: false)
    }
    guard let newer = try await neighbour(query, in: chat, of: place, isOlder: false) else { return older }
    let seen = (view.contains(older.cursor), view.contains(newer.cursor))
    if seen.0 != seen.1 { return seen.0 ? older : newer }
    let here = try await archive.ordinal(of: place, in: chat)
    let before = here - (try await mark(of: older, in: chat))
    return before <= (try await mark(of: newer, in: chat)) - here ? older : newer
  }

  /// The hits among loaded messages, from the first to the last one.
  package func ids(
    _ query: SearchQuery, in chat: Conversation.ID, from first: MessageCursor, to last: MessageCursor
  ) async throws -> Set<Message.ID> {
    try await archive.searchMatches(query, in: chat, from: first, through: last)
  }

  /// The numbers of the messages with hits in their chat, from 0, in ascending order.
  package func marks(_ query: SearchQuery, in chat: Conversation.ID) async throws -> [Int] {
    try await archive.searchMarks(query, in: chat, limit: Self.markLimit)
  }
}

/// The place of a hit among all of them. If there are more than are counted, it is known only near both ends.
package enum HitPlace: Equatable, Sendable {
  /// 1 is the oldest hit.
  case fromOldest(Int)
  /// 1 is the newest hit, of more than are counted.
  case fromNewest(Int)

  /// The place of the next hit in a direction.
  func neighbour(isOlder: Bool) -> Self {
    switch self {
    case .fromOldest(let number): .fromOldest(max(1, number + (isOlder ? -1 : 1)))
    case .fromNewest(let number): .fromNewest(max(1, number + (isOlder ? 1 : -1)))
    }
  }

  /// The number from the oldest one, if known.
  package var number: Int? { if case .fromOldest(let number) = self { number } else { nil } }
}

/// Reads searches in the user's language.
package struct SearchReader: Sendable {
  /// The time zone of the days in "before:" and similar filters.
  package var timeZone = TimeZone.current

  package func read(_ text: String) -> SearchQuery {
    SearchQuery(text) { value in
      guard let span = TypedDateReader(timeZone: timeZone).read(value)?.span else { return nil }
      return DateInterval(start: MessageDate(span.lowerBound).date, end: MessageDate(span.upperBound).date)
    }
  }
}

extension SearchQuery {
  /// The ranges of bytes of a text to mark.
  package func byteHits(in text: String) -> [Range<Int>] {
    hits(in: text).map { range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + text[range].utf8.count
    }
  }
}
