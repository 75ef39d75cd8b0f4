import ChatArchive
import Foundation
import Translation

/// Files to import, and the archive that they are imported into.
struct ImportOrder: Hashable, Sendable {
  /// Absolute.
  var files: [String]
  /// Created if it does not exist.
  var archivePath: String

  /// Imports into the archive of a window. From the demo conversation, imports into a new archive.
  init(_ files: [String], from source: ArchiveSource) {
    self.files = files
    switch source {
    case .file(let path): archivePath = path
    case .demo: archivePath = Self.newArchivePath(for: files.first ?? "")
    }
  }

  /// A file in the folder for the user's data, named after the export, so that importing it again completes the same
  /// archive.
  static func newArchivePath(for file: String, in folder: URL = UserFolder.data) -> String {
    let folder = folder.appendingPathComponent("backscroll")
    let name = name(of: file)
    // "demo" is the archive of the demo conversation.
    return folder.appendingPathComponent(name == "demo" ? "demo-import.sqlite" : "\(name).sqlite").path
  }

  /// "ChatExport_2024-03-14" for Telegram's folder of that name and for its result.json; for a log its name without the
  /// extension.
  private static func name(of file: String) -> String {
    let url = URL(fileURLWithPath: file).standardizedFileURL
    let isExport = url.lastPathComponent == "result.json"
    let named = isExport ? url.deletingLastPathComponent() : url.deletingPathExtension()
    let name = named.lastPathComponent.drop { $0 == "." }
    return name.isEmpty || name == "/" ? "chats" : String(name)
  }

  /// The name of the first file.
  var title: String { files.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "" }
}

/// The result of one import, or of several that ran in succession.
struct ImportOutcome: Equatable, Sendable {
  let archivePath: String
  var added = 0
  var duplicates = 0
  var skipped = 0
  var conversations: Set<Conversation.ID> = []
  /// Sentences about files that could not be read completely.
  var failures: [String] = []
  /// Sentences about the first records that were skipped or changed.
  var problems: [String] = []
  var isCancelled = false

  init(archivePath: String) { self.archivePath = archivePath }

  mutating func add(_ summary: ImportSummary, _ problems: [ImportProblem] = []) {
    added += summary.added
    duplicates += summary.duplicates
    skipped += summary.skipped
    conversations.formUnion(summary.conversations)
    failures += summary.failures.map(\.description)
    isCancelled = isCancelled || summary.isCancelled
    self.problems += problems.map(\.description)
  }

  /// Nothing could be imported.
  var isFailure: Bool { !failures.isEmpty && added == 0 && duplicates == 0 }

  /// "Imported 3,000 messages from 2 conversations".
  var title: String {
    if isFailure { return tr("Nothing could be imported") }
    if isCancelled { return tr("Import cancelled") }
    if added == 0, duplicates > 0 { return tr("Nothing new to import") }
    return tr(
      "Imported {messages} from {conversations}",
      [
        "messages": Counted.messages(added), "conversations": Counted.conversations(conversations.count),
      ])
  }

  /// Further sentences about the result.
  var details: [String] {
    var sentences: [String] = []
    if isCancelled {
      sentences.append(
        added > 0
          ? tr(
            "The {messages} added so far are kept. Import the same files again for the rest.",
            ["messages": Counted.messages(added)])
          : tr("Nothing was added."))
    }
    let rest = ImportReport.rest(duplicates: duplicates, skipped: skipped).joined(separator: "; ")
    if !rest.isEmpty { sentences.append("\(rest).") }
    sentences += problems.prefix(1).map { "\($0)." }
    sentences += failures.prefix(Self.failureLimit)
    if failures.count > Self.failureLimit {
      sentences.append(
        trn(
          "{count} more file could not be imported.", "{count} more files could not be imported.",
          failures.count - Self.failureLimit))
    }
    return sentences
  }

  private static let failureLimit = 2
}

/// Texts about an import that has not ended.
enum ImportWords {
  static func offer(_ order: ImportOrder) -> String {
    order.files.count > 1
      ? trn("Import {count} file?", "Import {count} files?", order.files.count)
      : tr("Import “{file}”?", ["file": order.title])
  }

  /// Says which archive the messages are added to.
  static func destination(_ order: ImportOrder) -> String {
    let name = URL(fileURLWithPath: order.archivePath).lastPathComponent
    return FileManager.default.fileExists(atPath: order.archivePath)
      ? tr("The messages will be added to “{archive}”.", ["archive": name])
      : tr("The messages will be added to a new archive, “{archive}”.", ["archive": name])
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
      parts.append(tr("Examining the files"))
    }
    if waiting > 0 {
      // Translators: imports that are queued while one is running.
      parts.append(trn("{count} more waiting", "{count} more waiting", waiting, locale: locale))
    }
    return parts.joined(separator: " · ")
  }
}
