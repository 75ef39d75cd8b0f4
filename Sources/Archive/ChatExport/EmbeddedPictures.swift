import ChatFiles
import Foundation
import Synchronization

/// Embeds pictures from zip files into a page, because browsers do not read zip files.
final class EmbeddedPictures: Sendable {
  /// The size limits of one picture and of all pictures of a page, in bytes. Browsers need a multiple of them as memory.
  static let pictureLimit: Int64 = 4 << 20
  static let pageLimit: Int64 = 200 << 20

  /// Other programs need no copies here, because the bytes are read in place.
  private let store = MediaStore(folder: FileManager.default.temporaryDirectory)
  private let used = Mutex<Int64>(0)

  private static let types = [
    "jpg": "jpeg", "jpeg": "jpeg", "png": "png", "gif": "gif", "webp": "webp", "avif": "avif", "bmp": "bmp",
    "svg": "svg+xml",
  ]

  /// An address with the bytes of a picture. Nil if the file is not a picture, does not exist or is too large, or if
  /// the page has too many.
  ///
  /// - Parameter path: An absolute path that leads into a zip file.
  func address(of path: String) -> String? {
    guard let ending = path.split(separator: ".").last?.lowercased(), let type = Self.types[ending],
      let size = store.byteCount(of: path), size > 0, size <= Self.pictureLimit,
      used.withLock({ $0 + size <= Self.pageLimit })
    else { return nil }
    var bytes: [UInt8] = []
    do throws(MediaError) {
      try store.read(path) { piece throws(MediaError) in
        bytes += piece
        // The directory can state a smaller size than the zip file has.
        return bytes.count <= Self.pictureLimit
      }
    } catch {
      return nil
    }
    guard bytes.count <= Self.pictureLimit else { return nil }
    used.withLock { $0 += Int64(bytes.count) }
    return "data:image/\(type);base64,\(Data(bytes).base64EncodedString())"
  }
}
