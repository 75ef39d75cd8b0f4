import FilePaths
import Foundation

/// The identity of the file at a path, independent of its contents.
///
/// A file that replaces another by a rename has another identity, as long as the first one is open in some process.
package struct FileIdentity: Hashable, Sendable {
  private let identity: FilePath.Status.Identity

  /// Nil if the path leads to no file. Follows symbolic links.
  package init?(_ path: String) {
    guard let status = FilePath.status(of: path) else { return nil }
    identity = status.identity
  }
}

/// The size of a file and the time of its last change. Another pair means that the file was written to.
package struct FileStamp: Hashable, Sendable {
  private let stamp: FilePath.Status.Stamp

  /// Nil if the path leads to no file. Follows symbolic links.
  package init?(_ path: String) {
    guard let status = FilePath.status(of: path) else { return nil }
    stamp = status.stamp
  }
}

/// The place at which a file was opened.
package struct FilePlace: Hashable, Sendable {
  /// Absolute.
  package let path: String
  package let file: FileIdentity

  package init(path: String, file: FileIdentity) {
    self.path = path
    self.file = file
  }

  /// The error if the file at the path is not the one that was opened: `.replaced` or `.removed`; nil if it is.
  ///
  /// In WAL mode SQLite does not check the path again: it continues to write to a file that no longer has a name.
  package var displacement: ArchiveError? {
    switch FileIdentity(path) {
    case file: nil
    case nil: .removed(path: path)
    default: .replaced(path: path)
    }
  }

  /// Throws ``displacement``.
  package func check() throws(ArchiveError) {
    if let displacement { throw displacement }
  }
}
