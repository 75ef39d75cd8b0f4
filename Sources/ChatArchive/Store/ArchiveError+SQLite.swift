import Foundation
import GRDB
import Translation

extension ArchiveError {
  /// Says what an error thrown by SQLite, GRDB or Foundation means for the archive at `path`.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as ArchiveError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    case let error as CocoaError: self.init(error, path: path)
    case is CancellationError: self = .cancelled(path: path)
    default: self = .other(path: path, reason: String(describing: error))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    // Reserving shared memory is the first thing to fail on a full disk, and fails under this name.
    case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN: self = .readOnly(path: path)
    case .SQLITE_PERM, .SQLITE_AUTH: self = .unreadable(path: path)
    case .SQLITE_NOTADB: self = .notSQLite(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path, reason: error.message ?? tr("its inside is broken"))
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
    default: self = .other(path: path, reason: error.localizedDescription)
    }
  }
}
