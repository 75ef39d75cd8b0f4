import ChatFiles
import Chats
import FilePaths
import Foundation
import Translation

/// The places of saved files: their folders and names, and the files that were there before.
struct SavedPlaces {
  enum Outcome {
    /// The file was saved; the value is its number of bytes.
    case saved(Int64)
    /// A file with the same contents was saved before in this run.
    case double
    /// A file with the same contents was in the folder before.
    case known
  }

  /// Files by their sizes, and then by the hashes of their contents.
  private typealias KnownFiles = [Int64: [UInt64: [URL]]]

  /// The folder of a chat, or of all files.
  private struct Place {
    let url: URL
    /// The files that were there before, by their sizes, until one of the same size is to be saved.
    var unread: [Int64: [URL]]
    /// The files that were there before, and have been read.
    var known: KnownFiles = [:]
    /// The next number for a name that is taken.
    var numbers: [String: Int] = [:]
  }

  private let folder: URL
  /// The titles of the chats if each has a folder; otherwise nil.
  private let titles: [Conversation.ID: String]?
  private var places: [Conversation.ID: Place] = [:]
  /// The names of the chats' folders in lower case, since some disks do not distinguish cases.
  private var folderNames: Set<String> = []
  private var clock: LocalClock
  private var saved: KnownFiles = [:]
  private let store: MediaStore

  /// Bytes that stay free on the disk.
  private static let reserve: Int64 = 1 << 20

  init(
    _ folder: URL, timeZone: TimeZone, titles: [Conversation.ID: String]?
  ) throws(ExportError) {
    self.folder = folder.standardizedFileURL
    self.titles = titles
    clock = LocalClock(timeZone)
    // Files in zip files are read in place, so that nothing is extracted into this folder.
    store = MediaStore(folder: folder)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // One sentence for a folder that cannot be written to, rather than one for each file.
      let probe = folder.appendingPathComponent(".\(UUID().uuidString).part")
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw ExportError(error, path: folder.path)
    }
  }

  mutating func save(_ file: MediaSaver.File, _ isCancelled: () -> Bool) throws(MediaError) -> Outcome {
    guard let path = file.attachment.path, let byteCount = store.byteCount(of: path) else { throw .missing }
    let chat = titles == nil ? 0 : file.chat
    var place = places[chat] ?? makePlace(of: chat)
    defer { places[chat] = place }
    // Nothing is written for a file that is there.
    readKnown(byteCount, of: &place, isCancelled)
    if saved[byteCount] != nil || place.known[byteCount] != nil {
      let hash = try store.hash(of: path, isCancelled)
      if try isAmong(saved[byteCount]?[hash], path, isCancelled) { return .double }
      if try isAmong(place.known[byteCount]?[hash], path, isCancelled) { return .known }
    }
    let draft = try store.draft(of: path, in: place.url, reserve: Self.reserve, isPrivate: false, isCancelled)
    let name = FileName(of: file, at: clock.reading(file.sentAt))
    let target = try move(draft, to: &place, name)
    saved[draft.byteCount, default: [:]][draft.hash, default: []].append(target)
    if Self.times.contains(file.sentAt) {
      let date = Date(timeIntervalSince1970: Double(file.sentAt) / 1_000)
      try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: target.path)
    }
    return .saved(draft.byteCount)
  }

  /// The times, in milliseconds since 1970, that names and all file systems can have: up to the year 2100.
  private static let times: Range<Int64> = 0..<4_102_444_800_000

  private func move(_ draft: MediaDraft, to place: inout Place, _ name: FileName) throws(MediaError) -> URL {
    let key = name.numbered(1).lowercased()
    while true {
      let number = place.numbers[key] ?? 1
      place.numbers[key] = number + 1
      let target = place.url.appendingPathComponent(name.numbered(number))
      if try draft.moveIfFree(to: target) { return target }
    }
  }

  // MARK: Files that are there

  /// Reads the files of a size that were in a place before.
  private func readKnown(_ byteCount: Int64, of place: inout Place, _ isCancelled: () -> Bool) {
    for url in place.unread.removeValue(forKey: byteCount) ?? [] {
      guard let hash = try? store.hash(of: url.path, isCancelled) else { continue }
      place.known[byteCount, default: [:]][hash, default: []].append(url)
    }
  }

  /// Whether one of the files, whose hash is the same, has the contents of the file at a path.
  private func isAmong(
    _ files: [URL]?, _ path: String, _ isCancelled: () -> Bool
  ) throws(MediaError) -> Bool {
    for file in files ?? [] {
      guard let handle = FilePath.open(file.path) else { continue }
      var isEqual = true
      try store.read(path) { piece throws(MediaError) in
        if isCancelled() { throw .cancelled }
        isEqual = (try? handle.read(upToCount: piece.count)).map { $0.elementsEqual(piece) } ?? false
        return isEqual
      }
      if isEqual { return true }
    }
    return false
  }

  // MARK: Folders

  private mutating func makePlace(of chat: Conversation.ID) -> Place {
    var url = folder
    if let titles {
      let plain = FileName.plain(titles[chat] ?? "")
      let name = plain.isEmpty ? tr("Chat") : plain
      var free = name
      if folderNames.contains(free.lowercased()) { free = "\(name) (\(chat))" }
      while !folderNames.insert(free.lowercased()).inserted { free += " (\(chat))" }
      url.appendPathComponent(free)
    }
    var files: [Int64: [URL]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] {
      let file = url.appendingPathComponent(name)
      guard let status = FilePath.status(of: file.path), status.kind == .file, !name.hasPrefix(".") else {
        continue
      }
      files[status.byteCount, default: []].append(file)
    }
    return Place(url: url, unread: files)
  }
}
