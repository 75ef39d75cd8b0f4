import ChatFiles
import Chats
import CompressedFiles
import FilePaths
import Foundation

/// The other files of an export: pictures, lists of people, further pages.
///
/// Exports are untrusted. A path that leads out of the tree is invalid, including an absolute one and one through a
/// symbolic link.
struct ImportTree: Sendable {
  /// The chosen folder, or the folder of the chosen file.
  let root: URL
  /// The files of the chosen folder, sorted by path; for a chosen file, only that file.
  private let files: [ImportFile]

  /// A zip file in the tree.
  private struct Zip {
    let zip: ZipFile
    /// The prefix of its entries' paths.
    let folder: String
    let series: ZipSeries
  }

  private let zips: [Zip]

  /// Creates the tree of a chosen folder, zip file or file.
  ///
  /// - Parameter zips: Zip files in the tree, including those from which nothing is read.
  init(at chosen: URL, _ files: [ImportFile], zips: [ZipFile] = []) {
    if let first = files.first, first.folder == nil {
      root = first.url.deletingLastPathComponent()
    } else {
      root = chosen
    }
    // The files of several zip files are sorted only within each.
    self.files = files.sorted { $0.url.path < $1.url.path }
    var known = zips
    // Files of the same zip file are adjacent.
    for zip in files.lazy.compactMap({ $0.entry?.zip }) where known.last !== zip {
      if !known.contains(where: { $0 === zip }) { known.append(zip) }
    }
    self.zips = known.map { Zip(zip: $0, folder: $0.path(of: ""), series: ZipSeries(of: $0.url)) }
  }

  /// The files whose paths begin with these letters.
  ///
  /// - Complexity: O(log n) in the number of files, and O(1) for each that is used.
  func files(withPrefix prefix: String) -> some Sequence<ImportFile> {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if files[middle].url.path < prefix { low = middle + 1 } else { high = middle }
    }
    return files[low...].lazy.prefix { $0.url.path.hasPrefix(prefix) }
  }

  /// The absolute path of a file that an export refers to, whether it exists or not; nil if the path leads out of the
  /// tree, or to anything but a file.
  ///
  /// - Parameters:
  ///   - path: A path relative to the folder of `file`, or to a folder above it.
  ///   - depth: The number of folders above that of `file` to which the path may be relative. The nearest folder with
  ///     an existing file is used, otherwise the nearest of all.
  func path(_ path: String, beside file: ImportFile, above depth: Int = 0) -> String? {
    let names = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
    guard !path.hasPrefix("/"), !names.isEmpty, !path.utf8.contains(0), path.utf8.count <= Self.longest,
      !names.contains("..")
    else { return nil }
    let tail = names.joined(separator: "/")
    if let entry = file.entry { return self.path(tail, beside: entry, above: depth) }
    var folder = file.url.deletingLastPathComponent()
    let nearest = folder.appendingPathComponent(tail).standardizedFileURL.path
    if exists(nearest) { return nearest }
    // A link that leads out of the tree, a pipe, a device.
    let isRefused = FilePath.status(of: nearest, followsLinks: false) != nil
    for _ in 0..<depth where folder.path != root.path && folder.path != "/" {
      folder = folder.deletingLastPathComponent()
      let path = folder.appendingPathComponent(tail).standardizedFileURL.path
      if exists(path) { return path }
    }
    if isRefused { return nil }
    // An export that was copied by an old program.
    if let name = FilePath.latin1(tail), let old = self.path(name, beside: file, above: depth), exists(old) {
      return old
    }
    return nearest
  }

  /// The same for a file in a zip file: searches for the path in this zip file, then in the other parts of the same
  /// download.
  private func path(_ tail: String, beside file: ImportFile.ZipEntry, above depth: Int) -> String {
    var folders = file.entry.name.split(separator: "/").dropLast().map(String.init)
    let nearest = file.zip.path(of: (folders + [tail]).joined(separator: "/"))
    for level in 0...max(0, depth) {
      let name = (folders + [tail]).joined(separator: "/")
      if file.zip.entry(named: name) != nil { return file.zip.path(of: name) }
      let part = zips.first { $0.zip.entry(named: name) != nil && $0.series == series(of: file.zip) }
      if let part { return part.folder + name }
      guard level < depth, folders.popLast() != nil else { break }
    }
    return nearest
  }

  private func series(of zip: ZipFile) -> ZipSeries? { zips.first { $0.zip === zip }?.series }

  /// A file that an export refers to, if it exists.
  func file(_ path: String, beside file: ImportFile, above depth: Int = 0) -> ImportFile? {
    self.path(path, beside: file, above: depth).flatMap { self.file(at: $0, folder: file.folder) }
  }

  /// The file at an absolute path in the tree, if it exists.
  func file(at path: String, folder: URL?) -> ImportFile? {
    guard exists(path) else { return nil }
    if let (zip, entry) = entry(at: path) { return ImportFile(entry, of: zip, folder: folder) }
    let url = URL(fileURLWithPath: path)
    return ImportFile(url: url, byteCount: FileSize.of(url), folder: folder)
  }

  /// Whether there is a regular file at an absolute path in the tree. Reading a pipe or a device might never end.
  func exists(_ path: String) -> Bool {
    if entry(at: path) != nil { return true }
    // One system call for most of the paths that are tried.
    guard FilePath.status(of: path, followsLinks: false) != nil else { return false }
    let target = FilePath.resolved(path)
    guard FilePath.status(of: target, followsLinks: false)?.kind == .file else { return false }
    let top = FilePath.resolved(root.path)
    return target.hasPrefix(top == "/" ? top : top + "/")
  }

  /// The size in bytes of the file at an absolute path in the tree; nil if there is none.
  func byteCount(at path: String) -> Int64? {
    if let (_, entry) = entry(at: path) { return entry.size }
    return exists(path) ? FileSize.of(URL(fileURLWithPath: path)) : nil
  }

  /// The attachment with the size of its file, if there is one.
  func sized(_ attachment: Attachment) -> Attachment {
    var attachment = attachment
    if let size = attachment.path.flatMap({ byteCount(at: $0) }) { attachment.byteCount = size }
    return attachment
  }

  private func entry(at path: String) -> (ZipFile, ZipFile.Entry)? {
    for zip in zips where path.utf8.starts(with: zip.folder.utf8) {
      let name = String(decoding: path.utf8.dropFirst(zip.folder.utf8.count), as: UTF8.self)
      if let entry = zip.zip.entry(named: name) { return (zip.zip, entry) }
    }
    return nil
  }

  /// The longest path in bytes.
  private static let longest = 4096
}

extension ZipFile {
  /// The absolute path of an entry outside of the zip file, as if the zip file were a folder.
  package func path(of name: String) -> String { "\(url.standardizedFileURL.path)/\(name)" }
}
