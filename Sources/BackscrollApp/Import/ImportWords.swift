import ChatArchive
import Foundation
import Translation

/// What is said of an import before it has ended.
enum ImportWords {
  static func offer(_ order: ImportOrder) -> String {
    order.files.count > 1
      ? trn("Import {count} file?", "Import {count} files?", order.files.count)
      : tr("Import “{file}”?", ["file": order.title])
  }

  /// Where the messages go.
  static func destination(_ order: ImportOrder) -> String {
    let name = URL(fileURLWithPath: order.archivePath).lastPathComponent
    return FileManager.default.fileExists(atPath: order.archivePath)
      ? tr("Its messages are added to “{archive}”.", ["archive": name])
      : tr("Its messages go into a new archive, “{archive}”.", ["archive": name])
  }

  static func running(_ order: ImportOrder, _ progress: ImportProgress?) -> String {
    tr("Importing “{file}”", ["file": progress?.file?.lastPathComponent ?? order.title])
  }

  /// "3.2 of 12.4 MB · 45,000 messages · 2 more files wait"
  static func progress(_ progress: ImportProgress?, waiting: Int, locale: Locale = .desktop) -> String {
    var parts: [String] = []
    if let progress {
      parts.append(
        tr(
          "{part} of {whole}",
          [
            "part": Counted.bytes(Double(progress.bytesRead)),
            "whole": Counted.bytes(Double(progress.totalBytes)),
          ]))
      parts.append(Counted.messages(progress.messages, locale: locale))
    } else {
      parts.append(tr("Looking through the files"))
    }
    if waiting > 0 {
      // Translators: imports that were asked for while one was running.
      parts.append(trn("{count} more waits", "{count} more wait", waiting, locale: locale))
    }
    return parts.joined(separator: " · ")
  }
}
