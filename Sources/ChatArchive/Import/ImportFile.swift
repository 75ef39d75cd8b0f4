import Foundation

/// The supported formats of chat exports. The raw values are the arguments of `--format`.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// Telegram Desktop's “Machine-readable JSON” (`result.json`) of one chat or of the whole account.
  case telegram
  /// Logs of irssi: `12:34 <@mara> hello`.
  case irssi
  /// Logs of WeeChat: date and time, prefix and text, separated by tabs.
  case weechat
  /// Logs of energymech, ZNC and many bots: `[12:34:56] <mara> hello`, events after `***`.
  case energymech
  /// The plain form of many web archives: `[12:34] <mara> hello`, events after `===`.
  case bare
}

/// A reader that goes through one file record by record.
///
/// `next` returns nil at the end of the file and after an error; `failure` tells the two apart.
protocol ImportSource: IteratorProtocol where Element == ImportItem {
  /// The format of a file that begins with this, if this reader can read it.
  ///
  /// Other programs write similar files. Look for what only this format has: `ImportNeighbourTests` has an example of each.
  static func format(of head: FileHead) -> ImportFormat?

  /// Bytes read so far.
  var offset: Int64 { get }
  /// The error that ended the reading early.
  var failure: ImportError? { get }
  /// The time zone that was assumed for its times; nil if the file tells the instants.
  var assumedZone: TimeZone? { get }
}

/// A record of a file.
enum ImportItem: Sendable, Hashable {
  case message(ImportedMessage)
  case problem(ImportProblem)
}

/// A file to import.
struct ImportFile: Sendable, Hashable {
  /// The URL that was passed to the importer, or that of a file in a folder that was.
  let url: URL
  let byteCount: Int64
  /// The folder that was passed to the importer; nil if the file itself was. A file of a folder that is not a chat is no
  /// error.
  let folder: URL?

  /// The files at a URL: the file itself; the `result.json` of a folder that has one; otherwise all files of the
  /// folder and its subfolders, sorted by path so that daily logs are in order.
  ///
  /// A folder can contain very many files. `isCancelled` ends the search early.
  static func files(
    at url: URL, isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> [ImportFile] {
    let target = url.resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target.path) else {
      throw .missing(path: url.relativePath)
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular?:
      return [ImportFile(url: url, byteCount: byteCount(attributes), folder: nil)]
    case .typeDirectory?:
      let files = try files(inFolder: url, at: target, isCancelled: isCancelled)
      if files.isEmpty, !isCancelled() { throw .noChatInFolder(path: url.relativePath) }
      return files
    default: throw .notAFile(path: url.relativePath)
    }
  }

  /// Ignores symbolic links: clients link to the current log, which would be read twice.
  private static func files(
    inFolder folder: URL, at target: URL, isCancelled: () -> Bool
  ) throws(ImportError) -> [ImportFile] {
    let export = folder.appendingPathComponent("result.json")
    if FileManager.default.fileExists(atPath: export.path) { return try files(at: export) }
    // The enumerator does not report a missing permission.
    guard (try? FileManager.default.contentsOfDirectory(atPath: target.path)) != nil,
      let enumerator = FileManager.default.enumerator(atPath: target.path)
    else { throw .unreadable(path: folder.relativePath) }
    var files: [ImportFile] = []
    for case let path as String in enumerator {
      if isCancelled() { break }
      let isHidden = path.split(separator: "/").last?.hasPrefix(".") ?? true
      let type = enumerator.fileAttributes?[.type] as? FileAttributeType
      if isHidden, type == .typeDirectory { enumerator.skipDescendants() }
      guard !isHidden, type == .typeRegular, let attributes = enumerator.fileAttributes else { continue }
      files.append(
        ImportFile(
          url: folder.appendingPathComponent(path), byteCount: byteCount(attributes), folder: folder))
    }
    return files.sorted { $0.url.path < $1.url.path }
  }

  private static func byteCount(_ attributes: [FileAttributeKey: Any]) -> Int64 {
    (attributes[.size] as? NSNumber)?.int64Value ?? 0
  }

  /// Opens a reader of the file's messages.
  ///
  /// - Parameters:
  ///   - format: The required format; nil to detect it.
  ///   - expected: The format of other logs of the conversation. It is used for a log of which too little can be read to
  ///     detect a format.
  func open(
    format asked: ImportFormat?, expected: () -> ImportFormat? = { nil }, timeZone: TimeZone, chunkSize: Int
  ) throws(ImportError) -> any ImportSource {
    var reader = try ByteReader(url, chunkSize: chunkSize)
    let head = FileHead(&reader)
    if let failure = reader.failure { throw failure }
    guard !head.isBlank else { throw .empty(path: url.relativePath) }
    switch try format(of: head, asked: asked, expected: expected) {
    case .telegram: return TelegramReader(reader, timeZone: timeZone)
    case let format: return IRCLogReader(reader, format: format, timeZone: timeZone, within: folder)
    }
  }

  private func format(
    of head: FileHead, asked: ImportFormat?, expected: () -> ImportFormat?
  ) throws(ImportError) -> ImportFormat {
    let detected = ImportFormat.detect(head)
    guard let asked else {
      if let detected { return detected }
      let hint = ImportHint.of(head)
      if hint == nil, let expected = expected(), expected.isPossible(head) { return expected }
      throw .unknownFormat(path: url.relativePath, hint: hint)
    }
    if asked == detected || asked.isPossible(head) { return asked }
    if detected == nil, let hint = ImportHint.of(head), hint.program != nil {
      throw .unknownFormat(path: url.relativePath, hint: hint)
    }
    throw .otherFormat(path: url.relativePath, asked: asked, found: detected)
  }
}

// MARK: Detection

extension ImportFormat {
  /// The readers, which claim the files that they can read. No two of them claim the same file.
  static var readers: [any ImportSource.Type] { [TelegramReader.self, IRCLogReader.self] }

  /// The format of a file that begins with this; nil if it is not supported.
  static func detect(_ head: FileHead) -> ImportFormat? {
    readers.lazy.compactMap { $0.format(of: head) }.first
  }

  /// Whether some of a file that begins with this can be read in this format.
  fileprivate func isPossible(_ head: FileHead) -> Bool {
    switch self {
    case .telegram:
      head.bytes.first { !$0.isSpace } == UInt8(ascii: "{") && ImportHint.of(head)?.program == nil
    case .irssi, .weechat, .energymech, .bare: head.lines.contains { IRCLine($0, format: self) != nil }
    }
  }
}
