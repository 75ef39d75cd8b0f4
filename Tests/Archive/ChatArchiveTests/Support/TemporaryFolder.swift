import Foundation

/// A temporary folder that is deleted with the object.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String {
    url.appendingPathComponent(name).resolvingSymlinksInPath().path
  }

  /// Writes the bytes to a file and returns its path.
  func write(_ bytes: Data, to name: String) throws -> String {
    try bytes.write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Names of all files in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Copies an archive as it would be after a kill of its writer: the file, its log and its shared memory.
  func copyFiles(of archive: String, to copy: String) throws {
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path(archive) + suffix) {
      try FileManager.default.copyItem(atPath: path(archive) + suffix, toPath: path(copy) + suffix)
    }
  }
}
