import Foundation

/// A file that is to be imported.
struct ImportFile: Sendable, Hashable {
  /// As it was named, or found in a folder that was named.
  let url: URL
  let byteCount: Int64
  /// Whether nobody named the file itself: what is no chat then is no mistake.
  let isFromFolder: Bool

  /// The files that a path stands for: itself; of a folder with a `result.json` in it that one; of any other
  /// folder all files in it and in the folders below, by name, so that the days of a log come in order.
  ///
  /// A folder may hold very many: `isCancelled` ends the search, with what was found.
  static func files(
    at url: URL, isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> [ImportFile] {
    let target = url.resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target.path) else {
      throw .missing(path: url.relativePath)
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular?:
      return [ImportFile(url: url, byteCount: byteCount(attributes), isFromFolder: false)]
    case .typeDirectory?:
      let files = try files(inFolder: url, at: target, isCancelled: isCancelled)
      if files.isEmpty, !isCancelled() { throw .noChatInFolder(path: url.relativePath) }
      return files
    default: throw .notAFile(path: url.relativePath)
    }
  }

  /// Symbolic links are not followed: clients keep one to today's log, which would be read twice.
  private static func files(
    inFolder folder: URL, at target: URL, isCancelled: () -> Bool
  ) throws(ImportError) -> [ImportFile] {
    let export = folder.appendingPathComponent("result.json")
    if FileManager.default.fileExists(atPath: export.path) { return try files(at: export) }
    // The enumerator tells nobody that it may not read.
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
          url: folder.appendingPathComponent(path), byteCount: byteCount(attributes), isFromFolder: true))
    }
    return files.sorted { $0.url.path < $1.url.path }
  }

  private static func byteCount(_ attributes: [FileAttributeKey: Any]) -> Int64 {
    (attributes[.size] as? NSNumber)?.int64Value ?? 0
  }
}

extension ImportFile {
  /// The file's messages, ready to be read.
  ///
  /// - Parameter format: The format it has to be in; nil to have it detected.
  func open(
    format asked: ImportFormat?, timeZone: TimeZone, chunkSize: Int
  ) throws(ImportError) -> any ImportSource {
    var reader = try ByteReader(url, chunkSize: chunkSize)
    let head = reader.lookahead(ImportFormat.headLength)
    if let failure = reader.failure { throw failure }
    guard head.contains(where: { !$0.isSpace }) else { throw .empty(path: url.relativePath) }
    switch try format(of: head, asked: asked) {
    case .telegram: return TelegramReader(reader, timeZone: timeZone)
    case let format: return IRCLogReader(reader, format: format, timeZone: timeZone)
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
