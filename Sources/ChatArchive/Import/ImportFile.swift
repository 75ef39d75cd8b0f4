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
  /// Bytes read so far.
  var offset: Int64 { get }
  /// The error that ended the reading early.
  var failure: ImportError? { get }
  /// The time zone that was assumed for its times; nil if the file tells the instants.
  var timeZone: TimeZone? { get }
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
  /// - Parameter format: The required format; nil to detect it.
  func open(
    format asked: ImportFormat?, timeZone: TimeZone, chunkSize: Int
  ) throws(ImportError) -> any ImportSource {
    var reader = try ByteReader(url, chunkSize: chunkSize)
    let head = reader.lookahead(ImportFormat.headLength)
    if let failure = reader.failure { throw failure }
    guard head.contains(where: { !$0.isSpace }) else { throw .empty(path: url.relativePath) }
    switch try format(of: head, asked: asked) {
    case .telegram: return TelegramReader(reader, timeZone: timeZone)
    case let format: return IRCLogReader(reader, format: format, timeZone: timeZone, within: folder)
    }
  }

  private func format(of head: ArraySlice<UInt8>, asked: ImportFormat?) throws(ImportError) -> ImportFormat {
    let detected = ImportFormat.detect(head)
    guard let asked else {
      guard let detected else {
        throw .unknownFormat(path: url.relativePath, hint: ImportFormat.hint(head))
      }
      return detected
    }
    guard asked == detected || asked.isPossible(head) else {
      throw .otherFormat(path: url.relativePath, asked: asked, found: detected)
    }
    return asked
  }
}

// MARK: Detection

extension ImportFormat {
  /// Bytes at the beginning of a file that detection needs.
  static let headLength = 64 << 10

  /// The format of a file that begins with these bytes; nil if it is not supported.
  ///
  /// The format of a log is that of most of its lines, and of at least a third of them: logs may be damaged, joined or
  /// edited.
  static func detect(_ head: ArraySlice<UInt8>) -> ImportFormat? {
    if isJSON(head) { return looksLikeTelegram(head) ? .telegram : nil }
    let lines = sampleLines(of: head)
    let counts = [ImportFormat.irssi, .weechat, .bare].map { format in
      (format: format, count: lines.count { IRCLine($0, format: format) != nil })
    }
    guard let best = counts.max(by: { $0.count < $1.count }), best.count > 0, best.count * 3 >= lines.count
    else { return nil }
    return best.format == .bare ? bracketed(lines) : best.format
  }

  /// Whether at least one line of a file's beginning is in this format.
  fileprivate func isPossible(_ head: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .telegram: ImportFormat.isJSON(head)
    default: ImportFormat.sampleLines(of: head).contains { IRCLine($0, format: self) != nil }
    }
  }

  /// The kind of a file in no supported format; nil if it is not recognized.
  fileprivate static func hint(_ head: ArraySlice<UInt8>) -> ImportHint? {
    if isJSON(head) { return .otherJSON }
    if let signature = signatures.first(where: { head.starts(with: $0.bytes) }) { return signature.hint }
    let start = String(decoding: head.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html") ? .telegramHTML : nil
  }

  private static let signatures: [(bytes: [UInt8], hint: ImportHint)] = [
    ([0x1f, 0x8b], .compressed), (Array("PK\u{3}\u{4}".utf8), .compressed), (Array("BZh".utf8), .compressed),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], .compressed), ([0x28, 0xb5, 0x2f, 0xfd], .compressed),
    (Array("SQLite format 3\0".utf8), .database), ([0xff, 0xfe], .utf16), ([0xfe, 0xff], .utf16),
  ]

  private static func isJSON(_ head: ArraySlice<UInt8>) -> Bool {
    head.first { !$0.isSpace } == UInt8(ascii: "{")
  }

  /// Every Telegram export has one of these keys near its beginning.
  private static func looksLikeTelegram(_ head: ArraySlice<UInt8>) -> Bool {
    ["messages", "chats", "left_chats", "personal_information", "contacts"].contains { key in
      head.firstRange(of: Array("\"\(key)\"".utf8)) != nil
    }
  }

  /// Both bracketed formats have the same grammar. They differ in whether most times have seconds.
  private static func bracketed(_ lines: [[UInt8]]) -> ImportFormat {
    var exact = 0
    var coarse = 0
    for line in lines {
      guard case .event(_, let stamp?) = IRCLine(line, format: .bare) else { continue }
      if stamp.time.hasSeconds { exact += 1 } else { coarse += 1 }
    }
    return exact > coarse ? .energymech : .bare
  }

  /// The lines that are not blank, without the last one, which the end of the sample may cut off.
  private static func sampleLines(of head: ArraySlice<UInt8>) -> [[UInt8]] {
    let isWhole = head.count < headLength
    let lines = head.split(separator: UInt8(ascii: "\n"))
    let whole = isWhole || lines.count == 1 ? lines[...] : lines.dropLast()
    return whole.compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let bytes = TextRepair.utf8(IRCLine.withoutFormatCodes(Array(line))).bytes
      return bytes.allSatisfy(\.isSpace) ? nil : bytes
    }
  }
}
