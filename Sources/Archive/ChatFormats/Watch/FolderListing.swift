import Chats
import FilePaths
import Foundation

/// The files in a folder that is kept up to date, as they are at a moment.
public struct FolderListing: Sendable, Equatable {
  /// Whether a folder can be read.
  public enum State: Sendable, Hashable {
    case readable
    /// There is no folder at the path, or one without files in which files were read before: its disk is not there.
    case missing
    /// The user has no permission to read it.
    case unreadable
  }

  public private(set) var state: State
  /// The sizes and times of the files as texts, by their paths in the folder.
  package private(set) var stamps: [String: String] = [:]

  /// Looks into a folder. Blocks for a few microseconds for each file.
  ///
  /// Only regular files count. Symbolic links, pipes, hidden files and hidden folders are left out, so nothing outside
  /// of the folder is read.
  ///
  /// - Parameters:
  ///   - archive: The path of the archive that is kept up to date. Its own files, which change with each reading, and
  ///     its media are left out.
  ///   - hadFiles: Whether files were read in the folder before.
  public init(of folder: String, besides archive: String? = nil, hadFiles: Bool = false) {
    guard let status = FilePath.status(of: folder), status.kind == .folder else {
      state = .missing
      return
    }
    guard let walk = FolderWalk(folder) else {
      state = .unreadable
      return
    }
    state = .readable
    let top = FilePath.resolved(folder) + "/"
    let own = archive.map(FilePath.resolved).flatMap {
      $0.hasPrefix(top) ? String($0.dropFirst(top.count)) : nil
    }
    for item in walk where item.status.kind == .file && !Self.isHidden(item.path) {
      if let own, Self.belongs(item.path, to: own) { continue }
      stamps[item.path] = item.status.stamp.text
    }
    if stamps.isEmpty, hadFiles { state = .missing }
  }

  /// The files as those that an import reads now, in which the last line of a log can be incomplete.
  ///
  /// - Parameter folder: The folder that was listed. Blocks for each log.
  public func files(in folder: String) -> [WatchedFile] {
    stamps.map { path, stamp in
      let isOpen = Self.mayBeLog(path) && Self.endsInLine("\(folder)/\(path)")
      return WatchedFile(path: path, stamp: stamp, outcome: isOpen ? .open : .seen)
    }.sorted { $0.path < $1.path }
  }

  /// Whether a file can be written line by line, by its name.
  static func mayBeLog(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return !name.contains(".") || logs.contains { name.lowercased().hasSuffix($0) }
  }

  private static let logs = [".log", ".weechatlog", ".txt"]

  /// Whether a file has a last line without an end.
  static func endsInLine(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let end = try? file.seekToEnd(), end > 0, (try? file.seek(toOffset: end - 1)) != nil else {
      return false
    }
    return (try? file.read(upToCount: 1)) != Data([UInt8(ascii: "\n")])
  }

  init(state: State, stamps: [String: String] = [:]) {
    self.state = state
    self.stamps = stamps
  }

  /// Whether a file is an archive, its log or one of its kept pictures.
  private static func belongs(_ path: String, to archive: String) -> Bool {
    guard path.hasPrefix(archive) else { return false }
    let rest = path.dropFirst(archive.count)
    return ["", "-wal", "-shm", "-journal"].contains(rest) || rest.hasPrefix(".media/")
  }

  /// Whether the name of a file shows that it is not complete, or that it is none of the user's.
  private static func isHidden(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasPrefix(".") || name.hasPrefix("~")
      || unfinished.contains { name.lowercased().hasSuffix($0) }
  }

  /// The suffixes of files that browsers and other programs are still writing. They get another name at the end.
  private static let unfinished = [".part", ".crdownload", ".download", ".tmp", ".partial"]

  /// The folders of a folder that can contain files to read, itself included, as absolute paths, at most `limit`.
  public static func folders(in folder: String, limit: Int) -> [String] {
    guard let walk = FolderWalk(folder) else { return [] }
    var folders = [folder]
    for item in walk where item.status.kind == .folder && folders.count < limit {
      let name = item.path.split(separator: "/").last ?? ""
      if !name.hasPrefix(".") { folders.append("\(folder)/\(item.path)") }
    }
    return folders
  }
}

extension FolderListing {
  /// The reason why a folder cannot be kept up to date, because it holds much more than exports; nil if it can.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - archive: The path of the archive, whose folder of media must not be read.
  public static func isTooWide(_ folder: String, home: String, archive: String) -> Bool {
    let folder = FilePath.resolved(folder)
    if folder == "/" || folder == FilePath.resolved(home) { return true }
    let media = FilePath.resolved(archive + ".media")
    if folder == media || folder.hasPrefix(media + "/") { return true }
    // The root of a disk.
    guard let own = FilePath.status(of: folder),
      let above = FilePath.status(of: URL(fileURLWithPath: folder).deletingLastPathComponent().path)
    else { return false }
    return !own.identity.isOnSameDisk(as: above.identity)
  }
}
