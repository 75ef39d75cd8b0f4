import ChatStore
import Chats

/// The messages of an export.
struct ExportQuery: Sendable {
  let archive: Archive
  let chat: Conversation.ID
  let span: ExportSpan
  /// The messages to read, in order; nil for all of the span.
  let ids: [Message.ID]?
  /// See ``Archive/wholeMessages(in:after:limit:hasKeys:)``.
  let hasKeys: Bool
  /// Whether to include the reader's notes. Exports for other people do not have them.
  let hasNotes: Bool

  /// Passes each message to `body`, in order.
  ///
  /// - Complexity: O(n); memory for one page.
  func eachMessage(
    _ body: (WholeMessage) throws(ExportError) -> Void
  ) async throws(ExportError) {
    var reader = ExportReader(self)
    while let message = try await reader.next() { try body(message) }
  }
}

/// Reads the messages of an export one by one; memory for one page of them.
package struct ExportReader {
  private let query: ExportQuery
  /// The messages to read that are not in the page yet; nil if the span is read.
  private var ids: ArraySlice<Message.ID>?
  private var cursor: MessageCursor
  private var page: ArraySlice<WholeMessage> = []
  private var limit = Self.pageSizes.lowerBound
  private var isAtEnd = false
  /// Renames people, if the export does.
  private var rename: (WholeMessage) -> WholeMessage = { $0 }

  /// The number of messages of the first page, and the largest number of any page. A page of long texts makes the next
  /// one smaller.
  private static let pageSizes = 16...512
  /// The number of bytes of text that a page should not exceed.
  private static let pageBytes = 4 << 20

  /// - Parameter start: The first message; nil for the beginning.
  init(
    _ query: ExportQuery, from start: MessageCursor? = nil,
    rename: ((WholeMessage) -> WholeMessage)? = nil
  ) {
    self.query = query
    ids = query.ids?[...]
    cursor = query.span.first
    if let rename { self.rename = rename }
    guard let start else { return }
    if let place = query.ids?.firstIndex(of: start.id) { ids = query.ids?[place...] }
    cursor = MessageCursor(orderKey: start.orderKey, id: start.id == .min ? .min : start.id - 1)
  }

  /// The next message; nil at the end.
  nonisolated(nonsending) package mutating func next() async throws(ExportError) -> WholeMessage? {
    while true {
      while let message = page.popFirst() {
        if ids == nil, message.message.cursor >= query.span.last {
          isAtEnd = true
          page = []
        } else if query.hasNotes || message.message.kind != .note {
          return rename(message)
        }
      }
      guard !isAtEnd else { return nil }
      do { page = try await fetch()[...] } catch { throw ExportError(reading: error) }
    }
  }

  nonisolated(nonsending) private mutating func fetch() async throws(ArchiveError) -> [WholeMessage] {
    if let ids {
      let part = ids.prefix(Self.pageSizes.lowerBound)
      self.ids = ids.dropFirst(part.count)
      isAtEnd = self.ids?.isEmpty ?? true
      return try await query.archive.wholeMessages(part, in: query.chat, hasKeys: query.hasKeys)
    }
    let found = try await query.archive.wholeMessages(
      in: query.chat, after: cursor, limit: limit, hasKeys: query.hasKeys)
    isAtEnd = found.count < limit
    if let last = found.last { cursor = last.message.cursor }
    let bytes = found.reduce(0) { $0 + $1.message.text.utf8.count }
    limit = bytes > Self.pageBytes ? max(1, limit / 8) : min(limit * 2, Self.pageSizes.upperBound)
    return found
  }
}
