import Foundation

/// The files around those of an export: pictures, lists of people, further pages.
///
/// Exports are files of strangers. A path that leads out of the tree, an absolute one or one through a symbolic link
/// out of it, leads to nothing.
struct ImportTree: Sendable {
  /// The folder that was chosen, or that of the file that was.
  let root: URL
  /// The files of the folder that was chosen, sorted by path; of a file that was chosen, only that.
  let files: [ImportFile]

  /// The tree of a folder that was chosen, or of a file.
  init(at chosen: URL, _ files: [ImportFile]) {
    root = files.first?.folder == nil ? chosen.deletingLastPathComponent() : chosen
    self.files = files
  }

  /// Absolute path of a file that an export names, whether it exists or not; nil if the path leads out of the tree.
  ///
  /// - Parameters:
  ///   - path: A path relative to the folder of `file`, or to a folder above it.
  ///   - depth: How many folders above that of `file` the path may be relative to. The nearest at which a file exists is
  ///     taken, otherwise the nearest.
  func path(_ path: String, beside file: ImportFile, above depth: Int = 0) -> String? {
    let names = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    guard !path.hasPrefix("/"), !names.isEmpty, !path.utf8.contains(0), path.utf8.count <= Self.longest,
      !names.contains("..")
    else { return nil }
    let tail = names.joined(separator: "/")
    var folder = file.url.deletingLastPathComponent()
    let nearest = folder.appendingPathComponent(tail).standardizedFileURL.path
    if exists(nearest) { return nearest }
    for _ in 0..<depth where folder.path != root.path && folder.path != "/" {
      folder = folder.deletingLastPathComponent()
      let path = folder.appendingPathComponent(tail).standardizedFileURL.path
      if exists(path) { return path }
    }
    return nearest
  }

  /// A file that an export names, if it exists.
  func file(_ path: String, beside file: ImportFile, above depth: Int = 0) -> ImportFile? {
    guard let path = self.path(path, beside: file, above: depth), exists(path) else { return nil }
    let url = URL(fileURLWithPath: path)
    return ImportFile(url: url, byteCount: ImportFile.byteCount(at: url), folder: file.folder)
  }

  /// Whether there is a file at an absolute path in the tree.
  func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      return false
    }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let top = root.resolvingSymlinksInPath().path
    return target.hasPrefix(top == "/" ? top : top + "/")
  }

  /// Bytes of a path.
  private static let longest = 4096
}
