import ChatStore
import Chats
import Foundation
import Translation

/// The formats of an export. The raw values are the arguments of `--format`, and the endings of files.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A page for a browser, and for a printer.
  case html
  /// The form of Telegram Desktop's result.json, with all that the archive has.
  case json
  /// Plain text.
  case txt
}

/// How an export is made.
public struct ExportOptions: Sendable {
  /// The format of the file.
  public var format: ExportFormat
  /// The days that are exported.
  public var span: ExportSpan
  /// The time zone in which times are told. That of the machine stands in for a chat without one.
  public var timeZone: TimeZone
  /// Whether people are called "Person 1", "Person 2" and so on; see docs/EXPORTS.md for what that covers.
  public var renamesPeople: Bool
  /// The language of dates and numbers in a page.
  public var locale: Locale

  /// Whether the reader's notes are exported, too: an archive of one's own needs them, what is made for other people does not.
  public var includesNotes: Bool { format == .json && !renamesPeople }

  /// Options of an export; without others, it is of the whole chat.
  public init(
    format: ExportFormat, span: ExportSpan = .all, timeZone: TimeZone, renamesPeople: Bool = false,
    locale: Locale = .desktop
  ) {
    self.format = format
    self.span = span
    self.timeZone = timeZone
    self.renamesPeople = renamesPeople
    self.locale = locale
  }
}

/// The progress of an export.
public struct ExportProgress: Sendable, Hashable {
  /// Messages that are written.
  public var messages: Int
  /// Messages to write; 0 while they are counted.
  public var total: Int

  /// So many messages of so many.
  public init(messages: Int, total: Int) {
    self.messages = messages
    self.total = total
  }
}

/// The result of an export.
public struct ExportSummary: Sendable, Hashable {
  /// Messages that were written. If it is 0, nothing was written at all.
  public var messages: Int
  /// Number of those that are notes.
  public var notes = 0
  /// Bytes that were written.
  public var bytes: Int64
}

/// Exports a chat of an archive to a file.
///
/// Messages are read page by page and written at once, so memory does not grow with their number. The file appears under
/// its name when it is complete; a cancelled or failed export leaves nothing.
///
/// For example:
///
/// ```swift
/// let chat = try await archive.chat(named: "Walks")
/// let exporter = Exporter(archive, chat: chat.id, options: ExportOptions(format: .html, timeZone: .current))
/// let summary = try await exporter.run(to: .file(URL(fileURLWithPath: "walks.html")))
/// ```
public struct Exporter: Sendable {
  private let query: ExportQuery
  private let options: ExportOptions

  /// An exporter of one chat.
  ///
  /// - Parameters:
  ///   - archive: The archive to read.
  ///   - chat: The chat, with all conversations that are merged into it.
  ///   - options: The format and what is exported.
  public init(_ archive: Archive, chat: Conversation.ID, options: ExportOptions) {
    query = ExportQuery(
      archive: archive, chat: chat, span: options.span, hasKeys: options.format == .json,
      hasNotes: options.includesNotes)
    self.options = options
  }

  /// Bytes that are gathered before they are written. A single message can have more.
  static let pieceBytes = 64 << 10
  /// Messages between two calls of `progress`.
  static let progressMessages = 1000

  /// Exports. Does not block the caller; a cancelled task ends it as `isCancelled` does.
  ///
  /// - Parameters:
  ///   - destination: The file, or a function that takes the bytes.
  ///   - progress: Called once every thousand messages, and at the end.
  ///   - isCancelled: Called for each message. Once it returns true, the export throws ``ExportError/cancelled``.
  public func run(
    to destination: ExportDestination, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> ExportSummary {
    let isCut: @Sendable () -> Bool = { Task.isCancelled || isCancelled() }
    let survey: SpanSurvey
    var chat: WholeChat
    do throws(ArchiveError) {
      guard let found = try await query.archive.whole(query.chat) else {
        throw ArchiveError.noSuchConversation(path: query.archive.path, id: query.chat)
      }
      chat = found
      survey = try await query.archive.survey(
        query.chat, after: query.span.first, before: query.span.last, countsNotes: query.hasNotes,
        in: options.timeZone, isCancelled: isCut)
    } catch {
      throw ExportError(reading: error)
    }
    guard survey.count > 0 else { return ExportSummary(messages: 0, bytes: 0) }
    var names: Pseudonyms?
    if options.renamesPeople {
      let found = try await pseudonyms(isCut)
      chat = found.renamed(chat)
      names = found
    }
    let sink = try ExportSink(destination)
    do {
      let summary = try await write(
        Plan(chat: chat, survey: survey, names: names, folder: destination.folder), to: sink, progress, isCut)
      try sink.commit()
      progress(ExportProgress(messages: summary.messages, total: summary.messages))
      return summary
    } catch {
      sink.discard()
      throw error
    }
  }

  /// What is known before the first message is written.
  private struct Plan {
    var chat: WholeChat
    var survey: SpanSurvey
    var names: Pseudonyms?
    var folder: URL
  }

  private func write(
    _ plan: Plan, to sink: ExportSink, _ progress: @Sendable (ExportProgress) -> Void,
    _ isCut: @Sendable () -> Bool
  ) async throws(ExportError) -> ExportSummary {
    var summary = ExportSummary(messages: 0, bytes: 0)
    var piece: [UInt8] = []
    piece.reserveCapacity(Self.pieceBytes * 2)
    func flush() throws(ExportError) {
      try sink.write(piece)
      summary.bytes += Int64(piece.count)
      piece.removeAll(keepingCapacity: true)
    }
    var writer = writer(plan)
    writer.begin(&piece)
    try await query.eachMessage { message throws(ExportError) in
      guard !isCut() else { throw .cancelled }
      writer.add(plan.names?.renamed(message) ?? message, &piece)
      summary.messages += 1
      if message.message.kind == .note { summary.notes += 1 }
      if piece.count >= Self.pieceBytes { try flush() }
      if summary.messages % Self.progressMessages == 0 {
        progress(ExportProgress(messages: summary.messages, total: plan.survey.count))
      }
    }
    writer.end(&piece)
    try flush()
    return summary
  }

  private func writer(_ plan: Plan) -> any ExportWriter {
    let files = ExportFiles(folder: plan.folder)
    switch options.format {
    case .html:
      return PageWriter(plan.chat, plan.survey, options, files)
    case .json:
      return TelegramWriter(plan.chat, options, files)
    case .txt:
      return TextWriter(plan.chat, plan.survey, options, files)
    }
  }

  private func pseudonyms(_ isCut: @Sendable () -> Bool) async throws(ExportError) -> Pseudonyms {
    let names: [[String]]
    do { names = try await query.archive.people(of: query.chat).map { [$0.name] + $0.otherNames } } catch {
      throw ExportError(reading: error)
    }
    var found = Pseudonyms()
    for person in names { found.note(person) }
    try await query.eachMessage { message throws(ExportError) in
      guard !isCut() else { throw .cancelled }
      found.note(message)
    }
    found.finish()
    return found
  }
}

/// Writes the messages of a chat in a format, by appending bytes.
protocol ExportWriter {
  mutating func begin(_ bytes: inout [UInt8])
  mutating func add(_ message: WholeMessage, _ bytes: inout [UInt8])
  mutating func end(_ bytes: inout [UInt8])
}

/// The places of attachments as an export tells them.
package struct ExportFiles: Sendable {
  /// Absolute path of the folder of the export, with a slash at its end.
  private let folder: String
  private let embedded = EmbeddedPictures()

  init(folder: URL) {
    let path = folder.standardizedFileURL.path
    self.folder = path.hasSuffix("/") ? path : path + "/"
  }

  /// The path relative to the export's folder if the file is below it, otherwise the absolute path; nil if there is none,
  /// as for the pictures of the generated conversation.
  func place(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    guard path.hasPrefix(folder), path.count > folder.count else { return path }
    return String(path.dropFirst(folder.count))
  }

  /// The name of the zip file that a path leads into; nil if it leads to a file of its own.
  func zipName(_ path: String?) -> String? {
    guard let path, let end = path.range(of: ".zip/", options: .caseInsensitive)?.upperBound else {
      return nil
    }
    let zip = path[..<path.index(before: end)]
    var isFolder: ObjCBool = false
    // A zip file that is gone leads nowhere either.
    let exists = FileManager.default.fileExists(atPath: String(zip), isDirectory: &isFolder)
    return exists && isFolder.boolValue ? nil : zip.split(separator: "/").last.map(String.init)
  }

  /// An address with the bytes of a picture that is in a zip file; nil for any other.
  func embedded(_ path: String?) -> String? {
    guard let path, zipName(path) != nil else { return nil }
    return embedded.address(of: path)
  }

  /// A relative address of the file, or one with the scheme “file”, that has no sign with a meaning in HTML; nil if there is
  /// none, as for a file in a zip file, into which no browser looks.
  func address(_ path: String?) -> String? {
    guard zipName(path) == nil else { return nil }
    return place(path).map { place in
      (place.hasPrefix("/") ? "file://" : "./") + Self.escaped(place)
    }
  }

  private static func escaped(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      let isPlain =
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || plain.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static let plain = Set("/-._~".utf8)
}

extension [UInt8] {
  package mutating func append(_ text: some StringProtocol) { append(contentsOf: text.utf8) }
}
