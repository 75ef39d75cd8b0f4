import Foundation

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

  /// The size of the file at a path; 0 if there is none.
  static func byteCount(at url: URL) -> Int64 {
    (try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)).map(byteCount)
      ?? 0
  }

  /// The bytes of the file, from the beginning.
  func bytes(chunkSize: Int) throws(ImportError) -> ByteReader {
    try ByteReader(url, chunkSize: chunkSize)
  }

  /// The format of the file.
  ///
  /// - Parameters:
  ///   - asked: The required format; nil to detect it.
  ///   - expected: The format of other logs of the conversation. It is used for a log of which too little can be read to
  ///     detect a format.
  func format(
    asked: ImportFormat?, expected: () -> ImportFormat? = { nil }
  ) throws(ImportError) -> ImportFormat {
    var reader = try bytes(chunkSize: FileHead.length)
    let head = FileHead(&reader)
    if let failure = reader.failure { throw failure }
    guard !head.isBlank else { throw .empty(path: url.relativePath) }
    return try format(of: head, asked: asked, expected: expected)
  }

  private func format(
    of head: FileHead, asked: ImportFormat?, expected: () -> ImportFormat?
  ) throws(ImportError) -> ImportFormat {
    let detected = ImportFormat.detect(head)
    guard let asked else {
      if let detected { return detected }
      let hint = ImportHint.of(head)
      if hint == nil, let expected = expected(), expected.reader.canRead(head, as: expected) {
        return expected
      }
      throw .unknownFormat(path: url.relativePath, hint: hint)
    }
    if asked == detected || asked.reader.canRead(head, as: asked) { return asked }
    if detected == nil, let hint = ImportHint.of(head), hint.program != nil {
      throw .unknownFormat(path: url.relativePath, hint: hint)
    }
    throw .otherFormat(path: url.relativePath, asked: asked, found: detected)
  }
}
