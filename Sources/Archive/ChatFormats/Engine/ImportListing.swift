import ChatFiles
import CompressedFiles
import FilePaths
import Foundation
import Translation

/// The files at a place that was chosen: a file, a folder, or a zip file, which is like a folder.
///
/// After a failure, the rest is still read.
struct ImportListing {
  /// The file itself, or all files of the folder or zip file and its subfolders, and of zip files in them, sorted by path
  /// so that daily logs are in order. Without those that belong to a `result.json` or `main.jsonl` of the folder.
  private(set) var files: [ImportFile] = []
  /// The zip files, including those from which no file is read.
  private(set) var zips: [ZipFile] = []
  /// The files and entries that were left out.
  private(set) var problems: [ImportProblem] = []
  private(set) var failures: [ImportError] = []

  /// The largest number of reported remarks about one zip file. A hostile one can have millions.
  private static let remarkLimit = 100

  /// - Parameters:
  ///   - places: A place, or the parts of a download in several zip files, which form one tree.
  ///   - isCancelled: Ends the search early, because a folder can contain very many files.
  init(of places: [URL], isCancelled: () -> Bool = { false }) {
    for place in places {
      do throws(ImportError) {
        try list(place, isCancelled)
      } catch {
        failures.append(error)
      }
    }
  }

  private mutating func list(_ url: URL, _ isCancelled: () -> Bool) throws(ImportError) {
    guard let status = FilePath.status(of: url.path) else { throw .missing(path: url.relativePath) }
    switch status.kind {
    case .file where ImportListing.isZip(url): try listZip(url, isCancelled)
    case .file: files.append(ImportFile(url: url, byteCount: status.byteCount, folder: nil))
    case .folder:
      let count = files.count
      try listFolder(url, isCancelled)
      if files.count == count, problems.isEmpty, !isCancelled() {
        throw .noChatInFolder(path: url.relativePath)
      }
    case .link, .special: throw .notAFile(path: url.relativePath)
    }
  }

  /// The files that are the whole of an export of Telegram or Signal.
  static let wholeExports = ["result.json", "main.jsonl"]
  /// The folders beside them with the files of messages: a text that a person sent can be a chat.
  private static let foldersOfWholeExports: Set<Substring> = [
    "animations", "chats", "contacts", "css", "files", "images", "js", "lists", "other_data", "photos",
    "profile_pictures", "round_video_messages", "stickers", "stories", "video_files", "voice_messages",
  ]

  /// Lists a folder. Ignores symbolic links: clients link to the current log, which would be read twice.
  private mutating func listFolder(_ folder: URL, _ isCancelled: () -> Bool) throws(ImportError) {
    let hasWhole = ImportListing.wholeExports.contains {
      FilePath.status(of: folder.appendingPathComponent($0).path) != nil
    }
    guard let walk = FolderWalk(folder.path) else { throw .unreadable(path: folder.relativePath) }
    var found: [ImportFile] = []
    for item in walk {
      if isCancelled() { break }
      let url = folder.appendingPathComponent(item.path)
      guard item.status.kind == .file, !url.lastPathComponent.hasPrefix(".") else { continue }
      if hasWhole, ImportListing.belongsToWholeExport(item.path[...]) { continue }
      // Many files that people send are zip files under another name.
      if url.pathExtension.lowercased() == "zip", ImportListing.isZip(url) {
        found += zipInFolder(url, folder, isCancelled)
      } else {
        found.append(ImportFile(url: url, byteCount: item.status.byteCount, folder: folder))
      }
    }
    files += found.sorted { $0.url.path < $1.url.path }
  }

  /// Whether a file in the folder of a whole export is one of its messages' files, a page with the same messages, or
  /// Signal's list of versions.
  private static func belongsToWholeExport(_ path: Substring) -> Bool {
    let parts = path.split(separator: "/")
    return parts.count > 1
      ? foldersOfWholeExports.contains(parts[0]) : path.hasSuffix(".html") || path == "metadata.json"
  }

  // MARK: Zip files

  /// Whether all files are in chosen zip files.
  var isZip: Bool { !zips.isEmpty && files.allSatisfy { file in zips.contains { $0.url == file.folder } } }

  private static func isZip(_ file: URL) -> Bool {
    guard let head = try? FilePath.open(file.path)?.read(upToCount: 4) else { return false }
    return ZipFile.claims(head)
  }

  private mutating func listZip(_ url: URL, _ isCancelled: () -> Bool) throws(ImportError) {
    let zip = try opened(url, isCancelled)
    zips.append(zip)
    let whole = ImportListing.wholeExport(in: zip)
    if let whole { files.append(ImportFile(whole.entry, of: zip, folder: nil)) }
    let found = ImportListing.visible(zip, folder: url) { entry in
      guard let whole else { return true }
      let isInFolder = entry.name.hasPrefix(whole.folder)
      return entry.name != whole.entry.name
        && !(isInFolder && ImportListing.belongsToWholeExport(entry.name.dropFirst(whole.folder.count)))
    }
    if whole == nil {
      guard !found.isEmpty else { throw .noChatInZip(path: url.relativePath) }
      if found.allSatisfy({ $0.entry?.entry.obstacle == .encrypted }) {
        throw .compressed(path: url.relativePath, .encrypted)
      }
    }
    files += found
  }

  private mutating func zipInFolder(
    _ url: URL, _ folder: URL, _ isCancelled: () -> Bool
  ) -> [ImportFile] {
    do throws(ImportError) {
      let zip = try opened(url, isCancelled)
      zips.append(zip)
      let found = ImportListing.visible(zip, folder: folder)
      if !found.isEmpty, found.allSatisfy({ $0.entry?.entry.obstacle == .encrypted }) {
        throw .compressed(path: url.relativePath, .encrypted)
      }
      return found
    } catch {
      problems.append(
        ImportProblem(file: url, place: .file, reason: error.zipReason ?? error.description, effect: .skipped)
      )
      return []
    }
  }

  private mutating func opened(_ url: URL, _ isCancelled: () -> Bool) throws(ImportError) -> ZipFile {
    do throws(ZipError) {
      let zip = try ZipFile(url, isCancelled: isCancelled)
      problems += zip.remarks.prefix(ImportListing.remarkLimit).map { ImportProblem($0, in: url) }
      return zip
    } catch {
      throw .compressed(path: url.relativePath, error)
    }
  }

  /// The file that is the whole of an export, at the top or in the only folder at the top, and the path of that folder
  /// with a slash.
  private static func wholeExport(in zip: ZipFile) -> (entry: ZipFile.Entry, folder: String)? {
    func export(in folder: String) -> (entry: ZipFile.Entry, folder: String)? {
      wholeExports.lazy.compactMap { zip.entry(named: folder + $0) }.first.map { ($0, folder) }
    }
    if let export = export(in: "") { return export }
    guard let top = zip.entries.first?.name.split(separator: "/").first, let export = export(in: "\(top)/")
    else { return nil }
    let isOnlyFolder = zip.entries.allSatisfy { $0.name.hasPrefix(export.folder) || isHidden($0.name) }
    return isOnlyFolder ? export : nil
  }

  private static func visible(
    _ zip: ZipFile, folder: URL, where isRead: (ZipFile.Entry) -> Bool = { _ in true }
  ) -> [ImportFile] {
    zip.entries.filter { !isHidden($0.name) && isRead($0) }.map { ImportFile($0, of: zip, folder: folder) }
      .sorted { $0.url.path < $1.url.path }
  }

  /// Whether the name of a file or of a folder above it begins with a full stop, or is one that macOS adds to zip files.
  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }
}

/// The download that a zip file belongs to, recognized by its name: `facebook-mara-1.zip` and `facebook-mara-2.zip` are
/// parts of one, and so are `instagram-mara-2024-03-05-Ab3dE6.zip` and `instagram-mara-2024-03-05-xY1zW2.zip`.
struct ZipSeries: Hashable {
  /// The path without the part that differs between files.
  let stem: String

  /// A file without a number is a series by itself.
  init(of url: URL) {
    let path = url.standardizedFileURL.path
    stem = ZipSeries.withoutNumber(path) ?? path
  }

  /// The path without the number of a part; nil if it has none. The “(1)” that browsers add to existing names is not
  /// such a number.
  static func withoutNumber(_ path: String) -> String? {
    guard path.lowercased().hasSuffix(".zip") else { return nil }
    let name = path.dropLast(4)
    if let stem = withoutSign(name) { return stem }
    let rest = name.reversed().drop { $0.isASCII && $0.isNumber }.reversed()
    guard rest.count < name.count, name.count - rest.count <= 4, let mark = rest.last, "-_".contains(mark)
    else {
      return nil
    }
    return String(rest)
  }

  /// Meta's downloads end with a date and a code of letters and digits, which differs between the parts.
  private static func withoutSign(_ name: Substring) -> String? {
    let file = name.split(separator: "/").last ?? ""
    guard metaServices.contains(where: { file.hasPrefix($0) }), let mark = name.lastIndex(of: "-") else {
      return nil
    }
    let sign = name[name.index(after: mark)...]
    let date = name[..<mark].suffix(10)
    guard (4...16).contains(sign.count), sign.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      date.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" || $0 == "_" }),
      date.count(where: \.isNumber) == 8
    else { return nil }
    return String(name[...mark])
  }

  private static let metaServices = ["facebook-", "instagram-", "messenger-", "meta-"]

  /// Groups the parts of each download, in the order of the first parts.
  static func joined(_ places: [URL]) -> [[URL]] {
    var groups: [[URL]] = []
    var numbers: [ZipSeries: Int] = [:]
    for place in places {
      guard withoutNumber(place.path) != nil else {
        groups.append([place])
        continue
      }
      let series = ZipSeries(of: place)
      if let number = numbers[series] {
        groups[number].append(place)
      } else {
        numbers[series] = groups.count
        groups.append([place])
      }
    }
    return groups
  }
}

extension ImportProblem {
  /// Creates the problem for a remark about a zip file.
  package init(_ remark: ZipFile.Remark, in zip: URL) {
    let (name, reason): (String?, String) =
      switch remark {
      case .unsafeName(let name):
        (nil, tr("“{name}” would lie outside of the zip file; ignored", ["name": name]))
      case .link(let name): (name, tr("a link; ignored"))
      case .notAFile(let name): (name, tr("not a regular file; ignored"))
      case .duplicate(let name): (name, tr("several files have this name; the last one is read"))
      case .assumedEncoding(let name):
        (
          nil,
          tr("names in an unknown encoding are read as those of MS-DOS, such as “{name}”", ["name": name])
        )
      case .noDirectory: (nil, tr("cut off, or damaged at its end; the files that could be found are read"))
      }
    self.init(
      file: name.map { zip.appendingPathComponent($0) } ?? zip, place: .file, reason: reason,
      effect: remark == .noDirectory ? .incomplete : .noted)
  }
}

extension ImportError {
  /// The reason why a compressed file, or a file in a zip file, is left out, without its path; nil for other errors.
  var zipReason: String? {
    guard case .compressed(_, let error) = self else { return nil }
    return switch error {
    case .unreadable: tr("no permission to read it")
    case .notZip: tr("not a readable zip file")
    case .split: tr("one part of a split zip file")
    case .tooManyEntries: tr("contains too many files")
    case .system(let reason): tr("reading failed: {reason}", ["reason": reason])
    case .encrypted: tr("encrypted")
    case .unsupported: tr("compressed in a way that is not supported")
    case .bomb: tr("would extract to far more than a chat")
    case .cutOff: tr("cut off")
    case .damaged: tr("damaged")
    }
  }

  static func sentence(_ path: String, _ error: ZipError) -> String {
    switch error {
    case .unreadable: ImportError.unreadable(path: path).description
    case .notZip:
      tr("“{path}” is not a zip file that can be read. Download or export it again.", ["path": path])
    case .split:
      tr(
        "“{path}” is one part of a split zip file. Join the parts, then import the whole file.",
        ["path": path])
    case .tooManyEntries:
      tr("“{path}” contains too many files. Extract it, then import the folders in it.", ["path": path])
    case .system(let reason):
      tr(
        "Reading “{path}” failed: {reason}. Check its disk and import the file again.",
        ["path": path, "reason": reason])
    case .encrypted:
      tr(
        "“{path}” is encrypted. Extract it with its password, then import the extracted files.",
        ["path": path])
    case .unsupported:
      tr(
        "“{path}” is compressed in a way that is not supported. Extract it with another program, then import the extracted files.",
        ["path": path])
    case .bomb: tr("“{path}” is not read: it would extract to far more than a chat.", ["path": path])
    case .cutOff: tr("“{path}” is cut off. Download or export the zip file again.", ["path": path])
    case .damaged: tr("“{path}” is damaged. Download or export the zip file again.", ["path": path])
    }
  }
}
