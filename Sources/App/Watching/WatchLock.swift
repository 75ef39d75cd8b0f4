import AppBase
import FilePaths
import Foundation
import Glibc
import SeededRandom

/// The right to keep an archive up to date, which one program at a time has.
///
/// A lock on a file in the user's folder for caches, which the system releases when the program ends, however it
/// ends. Two programs that read the same folder would store nothing twice, but would read everything twice.
package final class WatchLock: Sendable {
  private let file: FileHandle

  /// Takes the right; fails if another program has it.
  ///
  /// - Parameters:
  ///   - archive: The path of the archive.
  ///   - folder: The folder of the locks.
  package init?(of archive: String, in folder: URL = WatchLock.folder) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = String(FNV1a.hash(FilePath.resolved(archive)), radix: 16)
    let path = folder.appendingPathComponent("watch-\(name)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a place for the lock, two programs can read the same folder. Reading twice is better than not at all.
    guard descriptor >= 0 else {
      file = FileHandle.nullDevice
      return
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// A folder that a session of a desktop, a timer and a remote shell share, unlike that of `XDG_RUNTIME_DIR`.
  package static var folder: URL { UserFolder.cache.appendingPathComponent("backscroll") }
}
