import Foundation

/// A folder of a test's own, deleted with the object.
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

  /// Names of all files in a folder below, sorted.
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
