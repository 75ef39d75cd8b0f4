import ChatStore
import Chats

/// Reads the messages of an export, page by page.
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

  /// The number of messages of the first page, and the largest number of any page. A page of long texts makes the next
  /// one smaller.
  private static let pageSizes = 16...512
  /// The number of bytes of text that a page should not exceed.
  private static let pageBytes = 4 << 20

  /// Passes each message of the span to `body`, in order.
  ///
  /// - Complexity: O(n); memory for one page.
  func eachMessage(
    _ body: (WholeMessage) throws(ExportError) -> Void
  ) async throws(ExportError) {
    if let ids { return try await eachMessage(of: ids, body) }
    var cursor = span.first
    var limit = Self.pageSizes.lowerBound
    while true {
      let page: [WholeMessage]
      do {
        page = try await archive.wholeMessages(in: chat, after: cursor, limit: limit, hasKeys: hasKeys)
      } catch {
        throw ExportError(reading: error)
      }
      for message in page {
        guard message.message.cursor < span.last else { return }
        if hasNotes || message.message.kind != .note { try body(message) }
      }
      guard let last = page.last, page.count == limit else { return }
      cursor = last.message.cursor
      let bytes = page.reduce(0) { $0 + $1.message.text.utf8.count }
      limit = bytes > Self.pageBytes ? max(1, limit / 8) : min(limit * 2, Self.pageSizes.upperBound)
    }
  }

  private func eachMessage(
    of ids: [Message.ID], _ body: (WholeMessage) throws(ExportError) -> Void
  ) async throws(ExportError) {
    for start in stride(from: 0, to: ids.count, by: Self.pageSizes.lowerBound) {
      let page: [WholeMessage]
      do {
        let part = ids[start..<min(start + Self.pageSizes.lowerBound, ids.count)]
        page = try await archive.wholeMessages(part, in: chat, hasKeys: hasKeys)
      } catch {
        throw ExportError(reading: error)
      }
      for message in page where hasNotes || message.message.kind != .note { try body(message) }
    }
  }
}
