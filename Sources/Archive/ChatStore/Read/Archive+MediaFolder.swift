import Chats
import Foundation

extension Archive {
  /// The folder beside the archive with the copies of pictures and files; nil if there is none.
  public var mediaFolder: URL? {
    let folder = MediaFolder.of(path)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
