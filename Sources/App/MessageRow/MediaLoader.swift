import AppBase
import ChatFiles
import Dispatch
import Foundation
import Gtk
import Translation

/// The only access to the files of attachments, which are on the disk or in the zip file of an export.
package enum MediaLoader {
  /// The copies of files from zip files, for programs and players that need a file of their own.
  package static let store = MediaStore(
    folder: UserFolder.cache.appendingPathComponent("backscroll").appendingPathComponent("media"))

  private static let queue = DispatchQueue(
    label: Program.applicationID + ".media", qos: .userInitiated, attributes: .concurrent)

  /// Whether a path may lead into a zip file, judged by its text alone, without reading the disk.
  package static func mayBeInZip(_ path: String) -> Bool { path.lowercased().contains(".zip/") }

  /// The path of a file that players can open: the path itself, or that of a copy. Nil if there is no such file, or if
  /// the task was cancelled.
  package static func file(at path: String) async -> String? {
    await withCheckedContinuation { done in
      queue.async { done.resume(returning: try? store.file(at: path)) }
    }
  }

  /// Decodes a picture, or draws the landscape of a `synthetic:` path. Blocks.
  ///
  /// - Parameters:
  ///   - box: The most pixels in each direction.
  ///   - drawn: The size of a landscape, in pixels.
  package static func picture(
    _ path: String, box: Int, drawn: (width: Int, height: Int)? = nil, isCancelled: () -> Bool
  ) throws(PictureError) -> Texture {
    guard path.hasPrefix("synthetic:") else { return try texture(path, box: box, isCancelled: isCancelled) }
    let size = drawn ?? (box, box)
    return Landscape(seed: path.dropFirst("synthetic:".count)).texture(width: size.width, height: size.height)
  }

  /// Decodes a picture, also from inside a zip file. Blocks.
  package static func texture(
    _ path: String, box: Int, isCancelled: () -> Bool
  ) throws(PictureError) -> Texture {
    do throws(PictureError) {
      guard store.isInZip(path) else {
        return try Texture(file: path, maxWidth: box, maxHeight: box, isCancelled: isCancelled)
      }
      return try Texture(
        bytes: try bytes(path, isCancelled), named: path, maxWidth: box, maxHeight: box,
        isCancelled: isCancelled)
    } catch  where error.kind == .unbounded {
      return try PictureProcess.texture(try copy(path), box: box, isCancelled: isCancelled)
    }
  }

  /// The frames of an animated picture; nil if it is a still one, or cannot be shown. Blocks.
  package static func movingPicture(_ path: String, side: Int, limits: PictureLimits) -> MovingPicture? {
    guard let file = try? store.file(at: path) else { return nil }
    return try? MovingPicture(file: file, maxWidth: side, maxHeight: side, limits: limits)
  }

  private static func bytes(_ path: String, _ isCancelled: () -> Bool) throws(PictureError) -> [UInt8] {
    let limit = PictureLimits().fileSize
    if let count = store.byteCount(of: path), count > limit {
      throw PictureError(path, .tooLarge, "limits")
    }
    var bytes: [UInt8] = []
    do throws(MediaError) {
      try store.read(path) {
        bytes += $0
        return bytes.count <= limit && !isCancelled()
      }
    } catch {
      // Show as much of a truncated picture as there is.
      if bytes.isEmpty { throw PictureError(path, .unreadable, "\(error)") }
    }
    if isCancelled() { throw PictureError(path, .cancelled, "cancelled") }
    return bytes
  }

  private static func copy(_ path: String) throws(PictureError) -> String {
    do throws(MediaError) {
      return try store.file(at: path)
    } catch {
      throw PictureError(path, .unreadable, "\(error)")
    }
  }
}

extension MediaError {
  /// The message for the user if a file cannot be extracted from a zip file.
  package var sentence: String {
    switch self {
    case .missing: tr("The file is missing")
    case .encrypted: tr("The file is encrypted. Extract the zip file with its password.")
    case .damaged: tr("The zip file is damaged at this place.")
    case .noRoom(let byteCount):
      tr("The disk has no room for {size}.", ["size": Counted.bytes(Double(byteCount))])
    case .cancelled: tr("Cancelled")
    case .system(let reason): reason
    }
  }
}
