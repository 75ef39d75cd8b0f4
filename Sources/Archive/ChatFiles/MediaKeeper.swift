import Chats
import Foundation
import SeededRandom
import Translation

/// Copies the files of attachments beside an archive, so that the export can be deleted.
///
/// The copies of `chats.backscroll` are in the folder `chats.backscroll.media`. Their names are derived from their
/// contents: a picture is stored once, however often it was sent or imported, and no other one is ever overwritten.
package struct MediaKeeper {
  /// The number of files that were copied, without those that existed already.
  package private(set) var copied = 0
  /// The number of files that the export names or leaves out, and does not contain.
  package private(set) var missing = 0
  /// The new paths of files by the old ones, with one entry for each file that was kept in this import.
  package private(set) var places: [String: String] = [:]

  private let folder: URL
  private let store: MediaStore
  /// Whether the disk was full. Nothing more is copied afterwards.
  private var isFull = false

  /// - Parameters:
  ///   - archive: The path of the archive.
  ///   - reserve: Bytes that stay free on the disk.
  package init(of archive: String) {
    folder = MediaFolder.of(archive)
    // No files are extracted into this folder: entries are read in place.
    store = MediaStore(folder: folder)
  }

  /// Copies the files of a message and sets the paths of its attachments to the copies.
  ///
  /// - Parameter problem: Called with the path and the error of each file that could not be copied and keeps its path.
  package mutating func keep(
    _ message: inout ImportedMessage, isCancelled: () -> Bool, problem: (String, MediaError) -> Void
  ) {
    for index in message.attachments.indices {
      let attachment = message.attachments[index]
      guard !isFull, !isCancelled() else { return }
      if let path = attachment.path {
        message.attachments[index].path = keep(path, isCancelled, problem) ?? path
      } else {
        missing += 1
      }
      if let thumbnail = attachment.thumbnail {
        message.attachments[index].thumbnail = keep(thumbnail, isCancelled, problem) ?? thumbnail
      }
    }
  }

  private mutating func keep(
    _ path: String, _ isCancelled: () -> Bool, _ problem: (String, MediaError) -> Void
  ) -> String? {
    if let known = places[path] { return known }
    guard path.hasPrefix("/"), !path.hasPrefix(folder.path + "/") else { return nil }
    do throws(MediaError) {
      let place = try copy(path, isCancelled)
      places[path] = place
      return place
    } catch {
      switch error {
      case .missing: missing += 1
      case .cancelled: break
      case .noRoom:
        isFull = true
        problem(path, error)
      default: problem(path, error)
      }
      return nil
    }
  }

  private mutating func copy(_ path: String, _ isCancelled: () -> Bool) throws(MediaError) -> String {
    let draft = try store.draft(of: path, in: folder, isCancelled)
    let name = String(draft.hash, radix: 36) + "-\(draft.byteCount)"
    let suffix = MediaKeeper.suffix(of: path)
    // Different files can have the same hash.
    for number in 0... {
      let place = folder.appendingPathComponent((number == 0 ? name : "\(name)-\(number)") + suffix)
      guard FileManager.default.fileExists(atPath: place.path) else {
        try draft.move(to: place)
        copied += 1
        return place.path
      }
      if FileManager.default.contentsEqual(atPath: place.path, andPath: draft.url.path) { return place.path }
    }
    return path
  }

  /// The suffix of a file's name, by which programs recognize its kind.
  private static func suffix(of path: String) -> String {
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    let isPlain = suffix.utf8.count <= 8 && suffix.utf8.allSatisfy { $0.isDigit || 0x61...0x7a ~= $0 }
    return suffix.isEmpty || !isPlain ? "" : ".\(suffix)"
  }
}

extension MediaError {
  /// The reason why a file was not copied beside the archive.
  package var reason: String {
    switch self {
    // Neither is reported file by file.
    case .missing, .cancelled: ""
    case .encrypted: tr("encrypted")
    case .damaged: tr("damaged")
    case .noRoom: tr("the disk is full; this and all further files are not copied")
    case .system(let reason): tr("not copied: {reason}", ["reason": reason])
    }
  }
}
