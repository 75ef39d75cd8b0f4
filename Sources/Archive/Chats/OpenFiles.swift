import Synchronization

/// The files of archives that this process has open.
///
/// The list belongs to the process because POSIX locks do: when a process closes any descriptor of a file, it loses all
/// its locks on that file, SQLite's included. A file that is open here must therefore not be opened in another way, not
/// even to read its header (https://www.sqlite.org/howtocorrupt.html, section 2.2).
package enum OpenFiles {
  /// The number of times that each file is open.
  private static let counts = Mutex<[FileIdentity: Int]>([:])

  package static func add(_ file: FileIdentity) { counts.withLock { $0[file, default: 0] += 1 } }

  /// Removes a file. Does nothing if it is not in the list.
  package static func remove(_ file: FileIdentity) {
    counts.withLock { counts in
      guard let count = counts[file] else { return }
      counts[file] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether a path leads to one of the files.
  package static func contains(_ path: String) -> Bool {
    guard let file = FileIdentity(path) else { return false }
    return counts.withLock { $0[file] != nil }
  }
}
