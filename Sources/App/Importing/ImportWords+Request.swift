import ArchiveWords
import ChatFormats
import Foundation
import Translation

extension ImportWords {
  /// A sentence that names the archive to which the messages are added.
  package static func destination(_ request: ImportRequest) -> String {
    let name = archiveName(request)
    return FileManager.default.fileExists(atPath: request.archivePath)
      ? tr("The messages will be added to “{archive}”.", ["archive": name])
      : tr("The messages will be added to a new archive, “{archive}”.", ["archive": name])
  }

  /// "Into “walks.sqlite”".
  package static func into(_ request: ImportRequest) -> String {
    let names = ["archive": archiveName(request), "folder": folder(request)]
    return FileManager.default.fileExists(atPath: request.archivePath)
      ? tr("Into “{archive}” in {folder}", names) : tr("Into a new archive, “{archive}” in {folder}", names)
  }

  /// The folder of the destination archive, relative to the user's home folder if inside it: "~/Documents".
  package static func folder(_ request: ImportRequest) -> String {
    let path = URL(fileURLWithPath: request.archivePath).deletingLastPathComponent().path
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  private static func archiveName(_ request: ImportRequest) -> String {
    URL(fileURLWithPath: request.archivePath).lastPathComponent
  }

  /// "Importing “Ridge walk”"; the file's name until the chat is known.
  package static func running(_ request: ImportRequest, _ progress: ImportProgress?) -> String {
    let file = progress?.file?.lastPathComponent ?? request.title
    return tr("Importing “{file}”", ["file": progress?.chat ?? file])
  }
}
