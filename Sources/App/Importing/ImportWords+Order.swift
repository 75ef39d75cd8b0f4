import ArchiveWords
import ChatFormats
import Foundation
import Translation

extension ImportWords {
  /// A sentence that names the archive to which the messages are added.
  package static func destination(_ order: ImportOrder) -> String {
    let name = archiveName(order)
    return FileManager.default.fileExists(atPath: order.archivePath)
      ? tr("The messages will be added to “{archive}”.", ["archive": name])
      : tr("The messages will be added to a new archive, “{archive}”.", ["archive": name])
  }

  /// "Into “walks.sqlite”".
  package static func into(_ order: ImportOrder) -> String {
    let names = ["archive": archiveName(order), "folder": folder(order)]
    return FileManager.default.fileExists(atPath: order.archivePath)
      ? tr("Into “{archive}” in {folder}", names) : tr("Into a new archive, “{archive}” in {folder}", names)
  }

  /// The folder of the destination archive, relative to the user's home folder if inside it: "~/Documents".
  package static func folder(_ order: ImportOrder) -> String {
    let path = URL(fileURLWithPath: order.archivePath).deletingLastPathComponent().path
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  private static func archiveName(_ order: ImportOrder) -> String {
    URL(fileURLWithPath: order.archivePath).lastPathComponent
  }

  /// "Importing “Ridge walk”"; the file's name until the chat is known.
  package static func running(_ order: ImportOrder, _ progress: ImportProgress?) -> String {
    let file = progress?.file?.lastPathComponent ?? order.title
    return tr("Importing “{file}”", ["file": progress?.chat ?? file])
  }
}
