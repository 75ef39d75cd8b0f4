import ArchiveWords
import ChatFormats
import Foundation
import Translation

extension ImportWords {
  /// Says which archive the messages are added to.
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

  /// The folder of the archive that the messages go to, from the person's own folder on: "~/Documents".
  package static func folder(_ order: ImportOrder) -> String {
    let path = URL(fileURLWithPath: order.archivePath).deletingLastPathComponent().path
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  private static func archiveName(_ order: ImportOrder) -> String {
    URL(fileURLWithPath: order.archivePath).lastPathComponent
  }

  /// "Importing “Ridge walk”"; as long as the chat is not known, the file.
  package static func running(_ order: ImportOrder, _ progress: ImportProgress?) -> String {
    let file = progress?.file?.lastPathComponent ?? order.title
    return tr("Importing “{file}”", ["file": progress?.chat ?? file])
  }
}
