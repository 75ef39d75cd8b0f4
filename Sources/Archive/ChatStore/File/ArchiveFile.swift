import Chats
import Foundation
import GRDB
import Translation

/// An archive as a file, examined before SQLite opens it.
///
/// SQLite would initialize a foreign database as an archive, and reports most damage as "not a database". The file's
/// header distinguishes these cases, and reading it changes nothing.
package enum ArchiveFile {
  package enum Finding {
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
      // The path is resolved, so the link is dangling.
      case .typeSymbolicLink: throw ArchiveError.danglingLink(path: path)
      default: throw ArchiveError.notSQLite(path: path)
      }
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return .missing
    } catch {
      throw ArchiveError(error, path: path)
    }

    guard !isOpenHere(path) else { return .archive }
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
    // While a log is pending, the file may be shorter than its header says. Read the size after the header; otherwise a
    // checkpoint of another program in between would look like damage.
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

  /// Whether the file is a regular file with the header of an archive.
  static func hasArchiveHeader(_ path: String) -> Bool { isOpenHere(path) || hasClosedArchiveHeader(path) }

  private static func hasClosedArchiveHeader(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Opening a named pipe would block until a writer appears.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let head = try? readHead(path), Header.hasMagic(head), let header = Header(head)
    else { return false }
    return header.applicationID == Schema.applicationID
  }

  /// Whether this process has the file open as an archive; see ``OpenArchives``.
  static func isOpenHere(_ path: String) -> Bool {
    OpenFiles.contains(path)
  }

  // MARK: Creating

  /// Creates an empty archive at `path`, where no file exists. Only its owner may read and write it.
  ///
  /// The archive is created under a temporary name and then linked to its path. A kill therefore leaves no incomplete
  /// archive, and a file that another process creates in the meantime is kept.
  package static func create(_ path: String) throws(ArchiveError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard exists(folder) else { throw .folderMissing(path: path, folder: folder) }
    let draft = draftName(of: path)
    guard name(of: draft).utf8.count <= longestName - longestSuffix else { throw .nameTooLong(path: path) }
    defer { removeDraft(draft) }
    do {
      // SQLite would create it with the default mode of the process, with which others may read it. The files beside it
      // get the same mode.
      try createPrivate(draft)
      var configuration = Configuration()
      configuration.journalMode = .wal
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      try Schema.create(queue)
      // Closing moves the log into the file as well, but ignores a full disk, which would truncate the archive.
      try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
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

  /// Removes drafts of processes that were killed while they created the archive at `path`.
  static func removeStaleDrafts(of path: String) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    let prefix = file.lastPathComponent + draftMark
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where name.hasPrefix(prefix) {
      let writer = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let writer = pid_t(writer), !isRunning(writer) else { continue }
      remove([folder.appendingPathComponent(name).path])
    }
  }

  private static let draftMark = ".new-"

  /// The name of a draft, with the number of the process that writes it, so that others can check whether it still runs.
  package static func draftName(of path: String) -> String {
    "\(path)\(draftMark)\(getpid())-\(UUID().uuidString.prefix(8))"
  }

  /// Removes a draft, and SQLite's files beside it.
  static func removeDraft(_ draft: String) { remove(companions(of: draft) + [draft]) }

  /// Whether a process with this number exists, regardless of its owner.
  private static func isRunning(_ process: pid_t) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// Creates an empty file that only its owner may read and write.
  package static func createPrivate(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(file)
  }

  // MARK: Names and sizes

  /// Throws `.nameNotUTF8`, or `.nameTooLong` if a name beside the archive's, such as that of its log, would be longer
  /// than a file system allows.
  static func checkName(_ path: String) throws(ArchiveError) {
    try ArchiveError.check(path: path)
    guard name(of: path).utf8.count <= longestName - logSuffix.utf8.count else {
      throw .nameTooLong(path: path)
    }
  }

  /// In bytes: the limit of all usual file systems.
  private static let longestName = 255
  private static let logSuffix = "-wal"
  /// The length of "-journal" in bytes.
  private static let longestSuffix = 8

  private static func name(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

  /// Whether SQLite's write-ahead log holds pages that may not be in the file yet.
  static func hasPendingLog(_ path: String) -> Bool {
    byteCount(path + logSuffix) > 0
  }

  /// Bytes on disk, including the log.
  static func totalByteCount(_ path: String) -> Int64 {
    byteCount(path) + byteCount(path + logSuffix)
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

  /// The log and its index beside the archive at a path, while a connection has them open.
  struct Companions: Sendable {
    private let index: String
    private let files: [String: FileIdentity]

    init(of path: String) {
      index = path + "-shm"
      files = [path + logSuffix, index].reduce(into: [:]) { $0[$1] = FileIdentity($1) }
    }

    var isEmpty: Bool { files.isEmpty }

    /// Removes the files after another file has taken the archive's path. Otherwise SQLite would replay the log, which
    /// belongs to the old archive, into the new file, and damage it.
    ///
    /// Call it after the connection is closed. Files that were replaced as well are kept, and all files are kept while
    /// another process has them open.
    func remove() {
      guard !isIndexLocked else { return }
      ArchiveFile.remove(files.filter { FileIdentity($0.key) == $0.value }.map(\.key))
    }

    /// Each connection to a database in WAL mode holds a lock on this byte of the index
    /// (https://www.sqlite.org/walformat.html, section 2.3).
    private static let connectionLock: off_t = 128

    private var isIndexLocked: Bool {
      let file = open(index, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = Self.connectionLock
      lock.l_len = 1
      return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
  }

  private static func companions(of path: String) -> [String] {
    [logSuffix, "-shm", "-journal"].map { path + $0 }
  }

  private static func remove(_ paths: [String]) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The fields of an SQLite file's header that contain its application and its size.
  ///
  /// Offsets: https://www.sqlite.org/fileformat2.html#the_database_header
  private struct Header {
    static let byteCount = 100

    /// The application that the file belongs to; 0 for most.
    let applicationID: UInt32
    /// The minimum size of the file in bytes; nil if the header does not contain it.
    let expectedByteCount: Int64?

    /// Whether the bytes are the start of an SQLite file, however few there are.
    static func hasMagic(_ bytes: Data) -> Bool {
      let magic = Data("SQLite format 3\0".utf8)
      return !bytes.isEmpty && bytes.prefix(magic.count) == magic.prefix(bytes.count)
    }

    /// Fails if there are too few bytes.
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
