import Foundation
import GRDB
import Translation

/// The archive as a file: what stands at a path, before SQLite is let near it.
///
/// SQLite would turn a stranger's database into one of ours step by step, and calls most damage "not a
/// database". A look at the first hundred bytes tells these cases apart and changes nothing.
enum ArchiveFile {
  enum Finding {
    case missing
    case archive
  }

  /// Looks at the file's head; reads no more than its first hundred bytes.
  static func inspect(_ path: String) throws(ArchiveError) -> Finding {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular: break
      case .typeDirectory: throw ArchiveError.isDirectory(path: path)
      default: throw ArchiveError.notSQLite(path: path)
      }
    } catch let error as CocoaError where error.isMissingFile {
      return .missing
    } catch {
      throw ArchiveError(error, path: path)
    }

    let head: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      head = try file.read(upToCount: DatabaseHeader.byteCount) ?? Data()
    } catch {
      throw ArchiveError(error, path: path)
    }
    guard !head.isEmpty else { throw .empty(path: path) }
    guard DatabaseHeader.hasMagic(head) else { throw .notSQLite(path: path) }
    guard let header = DatabaseHeader(head) else {
      throw .damaged(
        path: path,
        reason: tr("it ends within its first {count} bytes", ["count": "\(DatabaseHeader.byteCount)"]))
    }
    guard header.applicationID == Schema.applicationID else { throw .foreign(path: path) }
    // While a log waits to be written back, the file may rightly be shorter than its head says. The size is asked
    // for after the head was read, or another program that writes its log back meanwhile would look like damage.
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

  /// Creates an empty archive at `path`, where nothing stands.
  ///
  /// The file is made ready under another name and then linked into place: a kill leaves no half-made archive,
  /// and a file that another process created meanwhile stays.
  static func create(_ path: String) throws(ArchiveError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard exists(folder) else { throw .folderMissing(path: path, folder: folder) }
    let draft = "\(path).new-\(UUID().uuidString)"
    defer { remove(companions(of: draft) + [draft]) }
    do {
      var configuration = Configuration()
      configuration.journalMode = .wal
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      try queue.write(Schema.create)
      try queue.close()
      // A log left over from a deleted archive would be replayed into the new one.
      if !exists(path) { remove(companions(of: path)) }
      let isLinked = (try? FileManager.default.linkItem(atPath: draft, toPath: path)) != nil
      // Some file systems (FAT, several network ones) know no hard links.
      if !isLinked, !exists(path) { try FileManager.default.moveItem(atPath: draft, toPath: path) }
      // Had another process been faster, whatever it put there is looked at like any file that was found.
      _ = try inspect(path)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Whether SQLite's write-ahead log holds pages that may not be in the file yet.
  static func hasPendingLog(_ path: String) -> Bool {
    byteCount(path + "-wal") > 0
  }

  /// Bytes on the disk, the log included.
  static func totalByteCount(_ path: String) -> Int64 {
    byteCount(path) + byteCount(path + "-wal")
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
}

extension CocoaError {
  /// The file, or a folder on the way to it, does not exist.
  var isMissingFile: Bool { code == .fileReadNoSuchFile || code == .fileNoSuchFile }
}
