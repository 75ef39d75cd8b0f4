import AppBase
import ArgumentParser
import ChatStore
import Chats
import Foundation
import Translation

/// `backscroll search ARCHIVE QUERY`: prints the messages that a search finds.
package struct SearchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: tr("Print the messages that a search finds, the newest first."),
    discussion: [
      tr(
        "Each line has the time, the chat, the sender, a part of the message, and its number, with which “backscroll ARCHIVE --at NUMBER” opens it in the window."
      ),
      tr(
        "Words must all be in a message; the last one can be the beginning of a word. “a phrase” is in quotes, -word excludes. Filters: from:NAME in:CHAT topic:NAME thread:WORDS before:DATE after:DATE on:DATE (2021, 2021-03 or 2021-03-14), has:photo|video|voice|file|link|reaction and is:own. Put “--” before a query that begins with a dash."
      ),
      tr("Exit status: 0 if something was found; 1 if nothing was; 2 for a failure."),
    ].joined(separator: "\n\n"))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Argument(help: ArgumentHelp(tr("What to search for. Several words count as one query.")))
  package var query: [String]

  @Option(help: ArgumentHelp(tr("The largest number of messages to print."), valueName: "n"))
  package var limit = 100

  @Flag(help: ArgumentHelp(tr("Print a JSON object on each line, with the whole text.")))
  package var json = false
  package func validate() throws {
    guard limit > 0 else {
      throw ValidationError(tr("--limit takes a number from 1, not {number}.", ["number": "\(limit)"]))
    }
  }

  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    try IndexLine.complete(archive)
    let query = SearchQuery(query.joined(separator: " "))
    var last: MessageCursor?
    var count = 0
    while count < limit {
      let size = min(limit - count, Self.pageSize)
      let page = try Blocking.wait { [last] in
        try await archive.search(query, in: nil, before: last, limit: size)
      }
      try print(page, of: query)
      count += page.count
      last = page.last?.cursor ?? last
      if page.count < size { break }
    }
    guard let last else { throw ExitCode(1) }
    let more = try Blocking.wait { try await archive.search(query, in: nil, before: last, limit: 1) }
    if !more.isEmpty {
      Program.note(
        tr("There are more than these {messages}; --limit shows them.", ["messages": Counted.messages(count)])
      )
    }
  }

  private func print(_ hits: [SearchHit], of query: SearchQuery) throws {
    let line = SearchLine()
    try Program.output(hits.map { json ? line.json($0) : line.text($0, of: query) })
  }

  private static let pageSize = 200
}

/// A hit as a line of text.
struct SearchLine {
  var timeZone = TimeZone.current

  /// The time in the format of `--at`, the chat, the sender, a part of the message and its number.
  func text(_ hit: SearchHit, of query: SearchQuery) -> String {
    let message = hit.message
    let time = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
      .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    let sender =
      message.noteTitle?.name ?? message.sender?.name ?? (message.isOwn ? tr("You") : tr("Service message"))
    return [
      MessageDate(message.sentAt).date.formatted(time), hit.chatTitle, sender, query.excerpt(of: message),
      "\(message.id)",
    ].joined(separator: "  ")
  }

  /// An object whose members are described in docs/ARCHIVES.md.
  func json(_ hit: SearchHit) -> String {
    let message = hit.message
    let transcripts = message.attachments.compactMap(\.transcript?.text)
    let object = Stored(
      bookmark: message.bookmark, chat: hit.chatTitle, chatNumber: message.conversation,
      files: message.attachments.compactMap(\.name),
      isNote: message.kind == .note ? true : nil, isOwn: message.isOwn, number: message.id,
      sender: message.sender?.name, text: message.text,
      time: MessageDate(message.sentAt).date.formatted(.iso8601),
      transcripts: transcripts.isEmpty ? nil : transcripts)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and whole numbers can always be encoded.
    let text = (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    // Control characters are written as escapes, so that they have no effect on a terminal.
    return text.unicodeScalars.map { scalar in
      scalar.isPrintable
        ? String(scalar) : scalar.utf16.map { String(format: "\\u%04x", Int($0)) }.joined()
    }.joined()
  }

  private struct Stored: Encodable {
    let bookmark: String?
    let chat: String
    let chatNumber: Conversation.ID
    let files: [String]
    let isNote: Bool?
    let isOwn: Bool
    let number: Message.ID
    let sender: String?
    let text: String
    let time: String
    let transcripts: [String]?
  }
}

/// `backscroll index ARCHIVE`: completes or rebuilds the search index.
package struct IndexCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: tr("Complete the search index of an archive, or rebuild it."),
    discussion: tr(
      "The window and “backscroll search” complete it, too. Indexing can be stopped at any time and continues later."
    ))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Flag(help: ArgumentHelp(tr("Rebuild the index, as after damage.")))
  package var rebuild = false
  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    if rebuild { try Blocking.wait { try await archive.resetSearchIndex() } }
    if let obstacle = archive.writeObstacle { throw obstacle }
    try IndexLine.build(archive)
    try Program.output([tr("The search index of “{path}” is complete.", ["path": archive.path])])
  }
}

/// Completes search indexes for commands, and shows the progress in a line on the terminal that is erased at the end.
enum IndexLine {
  /// Completes the index before a search, after a line on standard error. If the index cannot be written to, the search
  /// uses its completed part.
  static func complete(_ archive: Archive) throws {
    let state = try Blocking.wait { try await archive.searchIndexState() }
    guard !state.isComplete else { return }
    guard archive.writeObstacle == nil else {
      let percent = state.fraction.formatted(.percent.precision(.fractionLength(0)).locale(.desktop))
      return Program.note(
        tr(
          "“{path}” cannot be written to, and its search index is not complete: {percent} of the messages are searched.",
          ["path": archive.path, "percent": percent]))
    }
    Program.note(tr("Completing the search index of “{path}” first.", ["path": archive.path]))
    try build(archive)
  }

  static func build(_ archive: Archive) throws {
    let line = ProgressLine()
    defer { line.clear() }
    try Blocking.wait { try await archive.buildSearchIndex { line.show(tr("Indexing…"), fraction: $0) } }
  }
}
