import ChatStore
import Chats
import Foundation
import Translation

/// Writes the messages that a search finds, the newest first: as comma-separated values, or as text for reading.
///
/// The columns of the values are the time in ISO 8601, the chat, the sender, the text, the names of files, the word of the bookmark,
/// and the number by which `--at` opens the message.
public struct ResultsExporter: Sendable {
  /// The form of the file; the raw value is the ending of its name.
  public enum Format: String, Sendable {
    case table = "csv"
    case text = "txt"
  }

  /// The form of the file.
  public let format: Format
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
  ///   - format: The form of the file.
  public init(
    _ archive: Archive, _ query: SearchQuery, in chat: Conversation.ID?, timeZone: TimeZone,
    format: Format = .table
  ) {
    self.format = format
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
          if format == .table { try write(CommaSeparated.line(Self.heading), to: sink, &summary) }
        }
        let records = hits.map { hit in
          switch format {
          case .table: CommaSeparated.line(Self.row(of: hit, &clock))
          case .text: Self.paragraph(of: hit, &clock)
          }
        }
        try write(records.joined(), to: sink, &summary)
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
    _ text: String, to sink: ExportSink?, _ summary: inout ExportSummary
  ) throws(ExportError) {
    let bytes = Array(text.utf8)
    try sink?.write(bytes)
    summary.bytes += Int64(bytes.count)
  }

  private static var heading: [String] {
    [tr("Time"), tr("Chat"), tr("Person"), tr("Text"), tr("Files"), tr("Bookmark"), tr("Number")]
  }

  /// A line with the time, the chat, the sender and the bookmark, the text below it, and an empty line.
  private static func paragraph(of hit: SearchHit, _ clock: inout LocalClock) -> String {
    let row = row(of: hit, &clock)
    let mark = hit.message.bookmark.map { $0.isEmpty ? "★" : "★ \($0)" } ?? ""
    let head = [row[0], row[1], row[2], mark].filter { !$0.isEmpty }.joined(separator: " · ")
    let body = [row[3], row[4]].filter { !$0.isEmpty }
    return ([head] + body).joined(separator: "\n") + "\n\n"
  }

  private static func row(of hit: SearchHit, _ clock: inout LocalClock) -> [String] {
    let message = hit.message
    return [
      clock.reading(message.sentAt).stamp, hit.chatTitle, message.sender?.name ?? "", message.text,
      message.attachments.compactMap(\.name).joined(separator: ", "), message.bookmark ?? "", "\(message.id)",
    ]
  }
}
