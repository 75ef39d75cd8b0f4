import ChatStore
import Chats
import Foundation
import Translation

/// Writes the messages that a search finds as comma-separated values, the newest first.
///
/// The columns are the time in ISO 8601, the chat, the sender, the text, the names of files, the word of the bookmark,
/// and the number by which `--at` opens the message.
public struct ResultsExporter: Sendable {
  private let archive: Archive
  private let query: SearchQuery
  private let chat: Conversation.ID?
  private let timeZone: TimeZone

  /// The number of hits that are read at once.
  private static let page = 200

  /// Creates an exporter of the hits of a search.
  ///
  /// - Parameters:
  ///   - archive: The archive to read.
  ///   - query: The search.
  ///   - chat: The chat in which to search; nil for all chats.
  ///   - timeZone: The time zone of the times.
  public init(_ archive: Archive, _ query: SearchQuery, in chat: Conversation.ID?, timeZone: TimeZone) {
    self.archive = archive
    self.query = query
    self.chat = chat
    self.timeZone = timeZone
  }

  /// Exports. Does not block the caller; cancelling the task ends the export like `isCancelled`.
  ///
  /// - Parameters:
  ///   - destination: The file, or a function that receives the bytes.
  ///   - progress: Called for each page of hits. The total is not known, and 0.
  ///   - isCancelled: Called for each page. Once it returns true, the export throws ``ExportError/cancelled``.
  public func run(
    to destination: ExportDestination, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> ExportSummary {
    var summary = ExportSummary(messages: 0, bytes: 0)
    var sink: ExportSink?
    var clock = LocalClock(timeZone)
    do throws(ExportError) {
      var last: MessageCursor?
      while true {
        guard !Task.isCancelled, !isCancelled() else { throw ExportError.cancelled }
        let hits = try await hits(before: last)
        if sink == nil, !hits.isEmpty {
          sink = try ExportSink(destination)
          try write([Self.heading], to: sink, &summary)
        }
        try write(hits.map { Self.row(of: $0, &clock) }, to: sink, &summary)
        summary.messages += hits.count
        progress(ExportProgress(messages: summary.messages, total: 0))
        guard hits.count == Self.page, let cursor = hits.last?.cursor else { break }
        last = cursor
      }
      try sink?.commit()
      return summary
    } catch {
      sink?.discard()
      throw error
    }
  }

  private func hits(before cursor: MessageCursor?) async throws(ExportError) -> [SearchHit] {
    do { return try await archive.search(query, in: chat, before: cursor, limit: Self.page) } catch {
      throw ExportError(reading: error)
    }
  }

  private func write(
    _ rows: [[String]], to sink: ExportSink?, _ summary: inout ExportSummary
  ) throws(ExportError) {
    let bytes = Array(rows.map(CommaSeparated.line).joined().utf8)
    try sink?.write(bytes)
    summary.bytes += Int64(bytes.count)
  }

  private static var heading: [String] {
    [tr("Time"), tr("Chat"), tr("Person"), tr("Text"), tr("Files"), tr("Bookmark"), tr("Number")]
  }

  private static func row(of hit: SearchHit, _ clock: inout LocalClock) -> [String] {
    let message = hit.message
    return [
      clock.reading(message.sentAt).stamp, hit.chatTitle, message.sender?.name ?? "", message.text,
      message.attachments.compactMap(\.name).joined(separator: ", "), message.bookmark ?? "", "\(message.id)",
    ]
  }
}
