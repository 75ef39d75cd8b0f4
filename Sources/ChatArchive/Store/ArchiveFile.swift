import Foundation
import GRDB
import Translation

/// An archive as a file, examined before SQLite opens it.
///
/// SQLite would initialize a foreign database as an archive, and reports most damage as "not a database". The file's
/// header tells these cases apart, and reading it changes nothing.
enum ArchiveFile {
  enum Finding {
    case missing
    case archive
  }

  /// Examines the header of the file, which is its first hundred bytes.
  static func inspect(_ path: String) throws(ArchiveError) -> Finding {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular: break
      case .typeDirectory: throw ArchiveError.isDirectory(path: path)
      default: throw ArchiveError.notSQLite(path: path)
      }
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return .missing
    } catch {
      throw ArchiveError(error, path: path)
    }

    let head: Data
    do {
      head = try readHead(path)
    } catch {
      throw ArchiveError(error, path: path)
    }
    guard !head.isEmpty else { throw .empty(path: path) }
    guard Header.hasMagic(head) else { throw .notSQLite(path: path) }
    guard let header = Header(head) else {
      throw .damaged(
        path: path,
        reason: tr("it ends within its first {count} bytes", ["count": "\(Header.byteCount)"]))
    }
    guard header.applicationID == Schema.applicationID else { throw .foreign(path: path) }
    // While a log is pending, the file may be shorter than its header says. Read the size after the header:
    // otherwise a checkpoint of another program in between would look like damage.
    let pending = hasPendingLog(path)
    let size = byteCount(path)
    if !pending, let expected = header.expectedByteCount, size < expected {
      throw .damaged(
        path: path,
        reason: tr(
          "it is cut off after {size} of {expected} bytes", ["size": "\(size)", "expected": "\(expected)"]))
    }
    return .archive
  }

  /// Whether the file is a regular file whose header is that of an archive.
  static func hasArchiveHeader(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Opening a named pipe would block until a writer appears.
    guard attributes?[.type] as? FileAttributeType == .typeRegular, let head = try? readHead(path),
      Header.hasMagic(head)
    else { return false }
    return Header(head)?.applicationID == Schema.applicationID
  }

  /// Creates an empty archive at `path`, where no file exists.
  ///
  /// The archive is created under a temporary name and then linked to its path. A kill therefore leaves no incomplete
  /// archive, and a file that another process creates in the meantime is kept.
  static func create(_ path: String) throws(ArchiveError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard exists(folder) else { throw .folderMissing(path: path, folder: folder) }
    let draft = "\(path).new-\(UUID().uuidString)"
    defer { remove(companions(of: draft) + [draft]) }
    do {
      var configuration = Configuration()
      configuration.journalMode = .wal
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      try Schema.create(queue)
      try queue.close()
      // SQLite would replay the log of a deleted archive into the new one.
      if !exists(path) { remove(companions(of: path)) }
      let isLinked = (try? FileManager.default.linkItem(atPath: draft, toPath: path)) != nil
      // Some file systems (FAT, several network file systems) have no hard links.
      if !isLinked, !exists(path) { try FileManager.default.moveItem(atPath: draft, toPath: path) }
      // If another process was faster, examine its file like any existing one.
      _ = try inspect(path)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Whether SQLite's write-ahead log holds pages that may not be in the file yet.
  static func hasPendingLog(_ path: String) -> Bool {
    byteCount(path + "-wal") > 0
  }

  /// Bytes on disk, including the log.
  static func totalByteCount(_ path: String) -> Int64 {
    byteCount(path) + byteCount(path + "-wal")
  }

  private static func readHead(_ path: String) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    return try file.read(upToCount: Header.byteCount) ?? Data()
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  private static func byteCount(_ path: String) -> Int64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }

  private static func companions(of path: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  private static func remove(_ paths: [String]) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The fields of an SQLite file's header that tell its application and its size.
  ///
  /// Offsets: https://www.sqlite.org/fileformat2.html#the_database_header
  private struct Header {
    static let byteCount = 100

    /// The application that the file belongs to; 0 for most.
    let applicationID: UInt32
    /// The minimum size of the file in bytes; nil if the header does not tell it.
    let expectedByteCount: Int64?

    /// Whether the bytes are the start of an SQLite file, however few they are.
    static func hasMagic(_ bytes: Data) -> Bool {
      let magic = Data("SQLite format 3\0".utf8)
      return !bytes.isEmpty && bytes.prefix(magic.count) == magic.prefix(bytes.count)
    }

    /// Nil if there are too few bytes.
    init?(_ bytes: Data) {
      guard bytes.count >= Header.byteCount else { return nil }
      func integer(at offset: Int, bytes width: Int) -> UInt64 {
        bytes.dropFirst(offset).prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
      }
      applicationID = UInt32(integer(at: 68, bytes: 4))
      let pageSize = integer(at: 16, bytes: 2)
      let pageCount = integer(at: 28, bytes: 4)
      // SQLite before 3.7 does not update the page count; the two change counters then differ.
      let isCurrent = integer(at: 24, bytes: 4) == integer(at: 92, bytes: 4)
      // A page size of 65,536 does not fit into two bytes and is stored as 1.
      expectedByteCount = isCurrent ? Int64((pageSize == 1 ? 65_536 : pageSize) * pageCount) : nil
    }
  }
}
