import ChatFiles
import Chats
import CompressedFiles
import FilePaths
import Foundation

/// A file to import.
struct ImportFile: Sendable, Hashable {
  /// The URL that was passed to the importer, or that of a file in a passed folder or zip file.
  let url: URL
  let byteCount: Int64
  /// The folder or zip file that was passed to the importer; nil if the file itself was passed. A file in a folder that
  /// is not a chat is not an error.
  let folder: URL?

  /// The entry with its bytes, if it is in a zip file; nil for a file of its own.
  private(set) var entry: ZipEntry?

  /// A file in a zip file.
  struct ZipEntry: Sendable, Hashable {
    let zip: ZipFile
    let entry: ZipFile.Entry

    static func == (a: Self, b: Self) -> Bool { a.zip === b.zip && a.entry == b.entry }
    func hash(into hasher: inout Hasher) { hasher.combine(entry) }
  }

  init(url: URL, byteCount: Int64, folder: URL?) {
    self.url = url
    self.byteCount = byteCount
    self.folder = folder
  }

  /// Creates a file in a zip file. Its URL consists of the zip file's and the name of the entry, as if the zip file
  /// were a folder.
  init(_ entry: ZipFile.Entry, of zip: ZipFile, folder: URL?) {
    url = zip.url.appendingPathComponent(entry.name)
    byteCount = entry.size
    self.folder = folder
    self.entry = ZipEntry(zip: zip, entry: entry)
  }

  /// Whether its name shows that it is not a chat but belongs to one: a picture, or the style of a page. Such a file is
  /// not opened.
  var isCompanion: Bool { Self.isCompanion(url) }

  static func isCompanion(_ url: URL) -> Bool { companionSuffixes.contains(url.pathExtension.lowercased()) }

  private static let companionSuffixes: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "heic", "mp4", "mov", "opus", "ogg", "m4a", "mp3", "pdf", "vcf",
    "css", "js",
  ]

  /// A reader of the file's bytes; see ``ByteReader/init(_:chunkSize:captureLimit:from:isCancelled:)``.
  func bytes(
    chunkSize: Int, from start: Int64 = 0, isCancelled: @escaping () -> Bool = { false }
  ) throws(ImportError) -> ByteReader {
    try ByteReader(self, chunkSize: chunkSize, from: start, isCancelled: isCancelled)
  }

  /// The bytes of the file from a position on, without the features of a reader. Those of a file in UTF-16 are converted,
  /// and the position is one of the converted bytes.
  func stream(from start: Int64 = 0) throws(ImportError) -> any ByteStream {
    do {
      let raw = try openedStream()
      let head = try raw.bytes(upTo: Self.markLength)
      if let converted = UTF16Stream(raw, head: head) {
        try Self.pass(start, of: converted)
        return converted
      }
      guard let handle = raw as? FileHandle else {
        let stream = ResumedStream(raw, head: head)
        try Self.pass(start, of: stream)
        return stream
      }
      try handle.seek(toOffset: UInt64(start))
      return handle
    } catch let error as ImportError {
      throw error
    } catch let error as ZipError {
      throw .compressed(path: url.relativePath, error)
    } catch {
      throw .unreadable(path: url.relativePath)
    }
  }

  /// The number of bytes that show whether a file is in UTF-16.
  private static let markLength = 4

  /// A stream whose first bytes were read.
  private final class ResumedStream: ByteStream {
    private let stream: any ByteStream
    private var head: [UInt8]

    init(_ stream: any ByteStream, head: [UInt8]) { (self.stream, self.head) = (stream, head) }

    func bytes(upTo count: Int) throws -> [UInt8] {
      guard !head.isEmpty else { return try stream.bytes(upTo: count) }
      defer { head = Array(head.dropFirst(count)) }
      return Array(head.prefix(count))
    }
  }

  private func openedStream() throws -> any ByteStream {
    if let entry { return try entry.zip.open(entry.entry) }
    guard let handle = FilePath.open(url.path) else { throw ImportError.unreadable(path: url.relativePath) }
    return handle
  }

  private static func pass(_ count: Int64, of stream: any ByteStream) throws {
    var rest = count
    while rest > 0 {
      let passed = try stream.bytes(upTo: Int(min(rest, 1 << 20))).count
      if passed == 0 { break }
      rest -= Int64(passed)
    }
  }

  /// The day on which the file was last modified, in days since 1970-01-01; today if it is unknown.
  func dayOfLastChange(in timeZone: TimeZone) -> Int {
    let changed: Date
    switch entry?.entry.modified {
    case .local(let year, let month, let day, _, _)?:
      if let date = CivilDate(year: year, month: month, day: day) { return date.dayNumber }
      changed = Date()
    case .instant(let seconds)?: changed = Date(timeIntervalSince1970: Double(seconds))
    case nil: changed = FilePath.status(of: url.path)?.modified ?? Date()
    }
    let local = changed.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: changed))
    return Int((local / Double(CivilDate.secondsPerDay)).rounded(.down))
  }

  /// The format of the file.
  ///
  /// - Parameters:
  ///   - asked: The required format; nil to detect it.
  ///   - expected: The format of other logs of the conversation. It is used for a log that has too few readable lines
  ///     to detect a format.
  func format(
    asked: ImportFormat?, expected: () -> ImportFormat? = { nil }
  ) throws(ImportError) -> ImportFormat {
    var reader = try bytes(chunkSize: FileHead.length)
    var head = FileHead(&reader)
    // A text of JSON or a style sheet of a page that is longer than the head hides what follows it.
    for length in FileHead.longer
    where (head.json != nil || head.isHTML) && ImportFormat.detect(head) == nil {
      let bytes = reader.lookahead(length)
      if bytes.count == head.bytes.count { break }
      head = FileHead(bytes)
    }
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
