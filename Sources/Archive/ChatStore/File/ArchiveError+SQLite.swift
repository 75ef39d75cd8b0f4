import Chats
import Foundation
import GRDB
import Translation

extension ArchiveError {
  /// Translates an error of SQLite, GRDB or Foundation into an error of the archive at `path`.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as ArchiveError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    case let error as CocoaError: self.init(error, path: path)
    case let error as POSIXError: self.init(error, path: path)
    case is SearchIndexDamage: self = .searchIndexDamaged(path: path)
    // Its description contains the row, and thus messages.
    case is RowDecodingError: self = .damaged(path: path, reason: tr("its contents are corrupt"))
    case is CancellationError: self = .cancelled(path: path)
    default: self = .other(path: path, reason: String(describing: error))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    // On a full disk, the allocation of shared memory fails first, with this code.
    case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull(path: path)
    // FTS5's code for damage of its own tables.
    case _ where error.extendedResultCode == .SQLITE_CORRUPT_VTAB: self = .searchIndexDamaged(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly(path: path)
    case .SQLITE_PERM, .SQLITE_AUTH: self = .unreadable(path: path)
    // The header is that of an archive, and the program's own statements are correct, so the contents are damaged.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR:
      self = .damaged(path: path, reason: error.message ?? tr("its contents are corrupt"))
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .cancelled(path: path)
    default:
      let number = error.extendedResultCode.rawValue
      self = .other(
        path: path, reason: error.message ?? tr("SQLite reports error {number}", ["number": "\(number)"]))
    }
  }

  private init(_ error: CocoaError, path: String) {
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: self = .missing(path: path)
    case .fileReadNoPermission: self = .unreadable(path: path)
    case .fileWriteNoPermission, .fileWriteVolumeReadOnly: self = .readOnly(path: path)
    case .fileWriteOutOfSpace: self = .diskFull(path: path)
    default: self = .other(path: path, reason: error.systemReason)
    }
  }

  private init(_ error: POSIXError, path: String) {
    switch error.code {
    case .ENOENT: self = .missing(path: path)
    case .EACCES, .EPERM, .EROFS: self = .readOnly(path: path)
    case .ENOSPC, .EDQUOT: self = .diskFull(path: path)
    case .ENAMETOOLONG: self = .nameTooLong(path: path)
    default: self = .other(path: path, reason: error.systemReason)
    }
  }
}
