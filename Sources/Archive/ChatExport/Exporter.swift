import ChatStore
import Chats
import Foundation
import Translation

/// The formats of an export. The raw values are the arguments of `--format`, and the file name extensions.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A page for a browser, and for a printer.
  case html
  /// The form of Telegram Desktop's result.json, with everything that the archive stores.
  case json
  /// Plain text.
  case txt
}

/// The options of an export.
public struct ExportOptions: Sendable {
  /// The format of the file.
  public var format: ExportFormat
  /// The days to export.
  public var span: ExportSpan
  /// The messages to export, in order; nil for all of the days.
  public var messages: [Message.ID]?
  /// The time zone of the shown times. The machine's time zone is used for a chat without one.
  public var timeZone: TimeZone
  /// Whether people are renamed to "Person 1", "Person 2" and so on; see docs/EXPORTS.md for the details.
  public var renamesPeople: Bool
  /// The language of dates and numbers in a page.
  public var locale: Locale

  /// Whether to export the reader's notes, too: a personal archive needs them, an export for other people does not.
  public var includesNotes: Bool { format == .json && !renamesPeople }

  /// Creates options; by default, for the whole chat.
  public init(
    format: ExportFormat, span: ExportSpan = .all, messages: [Message.ID]? = nil, timeZone: TimeZone,
    renamesPeople: Bool = false, locale: Locale = .desktop
  ) {
    self.format = format
    self.span = span
    self.messages = messages
    self.timeZone = timeZone
    self.renamesPeople = renamesPeople
    self.locale = locale
  }
}

/// The progress of an export.
public struct ExportProgress: Sendable, Hashable {
  /// The things that are counted.
  public enum Unit: Sendable, Hashable { case messages, pages }

  /// The number of written messages, or of drawn pages.
  public var messages: Int
  /// The number of messages or pages to write; 0 while they are counted.
  public var total: Int
  /// Whether pages are counted.
  public var unit: Unit

  /// Creates the progress of an export.
  public init(messages: Int, total: Int, unit: Unit = .messages) {
    self.messages = messages
    self.total = total
    self.unit = unit
  }
}

/// The result of an export.
public struct ExportSummary: Sendable, Hashable {
  /// The number of written messages. If it is 0, nothing was written at all.
  public var messages: Int
  /// The number of notes among them.
  public var notes = 0
  /// The number of written bytes.
  public var bytes: Int64

  package init(messages: Int, notes: Int = 0, bytes: Int64) {
    self.messages = messages
    self.notes = notes
    self.bytes = bytes
  }
}

/// Exports a chat of an archive to a file.
///
/// Messages are read page by page and written at once, so memory does not grow with their number. The file gets its
/// name when it is complete; a cancelled or failed export leaves nothing.
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

  /// Creates an exporter of one chat.
  ///
  /// - Parameters:
  ///   - archive: The archive to read.
  ///   - chat: The chat, with all conversations that are merged into it.
  ///   - options: The format and the scope.
  public init(_ archive: Archive, chat: Conversation.ID, options: ExportOptions) {
    query = ExportQuery(
      archive: archive, chat: chat, span: options.span, ids: options.messages,
      hasKeys: options.format == .json, hasNotes: options.includesNotes)
    self.options = options
  }

  /// The number of bytes to collect before they are written. A single message can have more.
  static let pieceBytes = 64 << 10
  /// The number of messages between two calls of `progress`.
  static let progressMessages = 1000

  /// Exports. Does not block the caller; cancelling the task ends the export like `isCancelled`.
  ///
  /// - Parameters:
  ///   - destination: The file, or a function that receives the bytes.
  ///   - progress: Called once every thousand messages, and at the end.
  ///   - isCancelled: Called for each message. Once it returns true, the export throws ``ExportError/cancelled``.
  public func run(
    to destination: ExportDestination, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> ExportSummary {
    let isCut: @Sendable () -> Bool = { Task.isCancelled || isCancelled() }
    guard
      let source = try await ExportSource(
        query, timeZone: options.timeZone, renamesPeople: options.renamesPeople, isCancelled: isCut)
    else { return ExportSummary(messages: 0, bytes: 0) }
    let sink = try ExportSink(destination)
    do {
      let summary = try await write(source, in: destination.folder, to: sink, progress, isCut)
      try sink.commit()
      progress(ExportProgress(messages: summary.messages, total: summary.messages))
      return summary
    } catch {
      sink.discard()
      throw error
    }
  }

  /// The messages as plain text without a heading, with the reader's notes: what is copied.
  ///
  /// - Complexity: O(n); memory for all of the text.
  public func copiedText() async throws(ExportError) -> String {
    guard let chat = try await wholeChat() else { return "" }
    var writer = TextWriter(chat, SpanSurvey(), options, ExportFiles(folder: URL(fileURLWithPath: "/")))
    var bytes: [UInt8] = []
    try await ExportQuery(
      archive: query.archive, chat: query.chat, span: query.span, ids: query.ids, hasKeys: false,
      hasNotes: true
    ).eachMessage { message throws(ExportError) in writer.add(message, &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func wholeChat() async throws(ExportError) -> WholeChat? {
    do { return try await query.archive.whole(query.chat) } catch { throw ExportError(reading: error) }
  }

  private func write(
    _ source: ExportSource, in folder: URL, to sink: ExportSink,
    _ progress: @Sendable (ExportProgress) -> Void,
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
    var writer = writer(source, folder)
    writer.begin(&piece)
    var reader = source.reader()
    while let message = try await reader.next() {
      guard !isCut() else { throw .cancelled }
      writer.add(message, &piece)
      summary.messages += 1
      if message.message.kind == .note { summary.notes += 1 }
      if piece.count >= Self.pieceBytes { try flush() }
      if summary.messages % Self.progressMessages == 0 {
        progress(ExportProgress(messages: summary.messages, total: source.survey.count))
      }
    }
    writer.end(&piece)
    try flush()
    return summary
  }

  private func writer(_ source: ExportSource, _ folder: URL) -> any ExportWriter {
    let files = ExportFiles(folder: folder)
    switch options.format {
    case .html: return PageWriter(source.chat, source.survey, options, files)
    case .json: return TelegramWriter(source.chat, options, files)
    case .txt: return TextWriter(source.chat, source.survey, options, files)
    }
  }
}

/// Writes the messages of a chat in a format, by appending bytes.
protocol ExportWriter {
  mutating func begin(_ bytes: inout [UInt8])
  mutating func add(_ message: WholeMessage, _ bytes: inout [UInt8])
  mutating func end(_ bytes: inout [UInt8])
}

/// The paths of attachments in an export.
package struct ExportFiles: Sendable {
  /// The absolute path of the export's folder, with a slash at its end.
  private let folder: String
  private let embedded = EmbeddedPictures()

  init(folder: URL) {
    let path = folder.standardizedFileURL.path
    self.folder = path.hasSuffix("/") ? path : path + "/"
  }

  /// The path relative to the export's folder if the file is below it, otherwise the absolute path; nil if the file has
  /// no path, as for the pictures of the generated conversation.
  func place(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    guard path.hasPrefix(folder), path.count > folder.count else { return path }
    return String(path.dropFirst(folder.count))
  }

  /// The name of the zip file that contains a path; nil if the path is a file of its own.
  func zipName(_ path: String?) -> String? {
    guard let path, let end = path.range(of: ".zip/", options: .caseInsensitive)?.upperBound else {
      return nil
    }
    let zip = path[..<path.index(before: end)]
    var isFolder: ObjCBool = false
    // A path into a deleted zip file is invalid as well.
    let exists = FileManager.default.fileExists(atPath: String(zip), isDirectory: &isFolder)
    return exists && isFolder.boolValue ? nil : zip.split(separator: "/").last.map(String.init)
  }

  /// An address with the bytes of a picture in a zip file; nil for any other file.
  func embedded(_ path: String?) -> String? {
    guard let path, zipName(path) != nil else { return nil }
    return embedded.address(of: path)
  }

  /// A relative address of the file, or one with the scheme “file”, without characters that are special in HTML; nil if
  /// there is none, as for a file in a zip file, which browsers do not read.
  func address(_ path: String?) -> String? {
    guard zipName(path) == nil else { return nil }
    guard let place = place(path),
      let address = place.addingPercentEncoding(withAllowedCharacters: Self.plain)
    else { return nil }
    return (place.hasPrefix("/") ? "file://" : "./") + address
  }

  /// The characters of a path that are the same in an address.
  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~")
}

extension [UInt8] {
  package mutating func append(_ text: some StringProtocol) { append(contentsOf: text.utf8) }
}
