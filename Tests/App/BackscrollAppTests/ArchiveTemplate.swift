import ChatStore
import Foundation
import Synchronization

/// Archives with which many cases begin. Each is written once in a process, which takes longer than many a case, and copied.
enum ArchiveTemplate {
  /// The files' contents.
  private static let files = Mutex<[String: Data]>([:])

  /// Opens a new archive at `path` with the content that `fill` writes. `name` identifies that content.
  static func open(_ name: String, at path: String, fill: (Archive) throws -> Void) throws -> Archive {
    let contents = try files.withLock { files in
      if let known = files[name] { return known }
      let archive = try Archive(path: path, mode: .createIfMissing)
      try fill(archive)
      archive.close()
      let contents = try Data(contentsOf: URL(fileURLWithPath: path))
      files[name] = contents
      return contents
    }
    try contents.write(to: URL(fileURLWithPath: path))
    return try Archive(path: path, mode: .createIfMissing)
  }
}
