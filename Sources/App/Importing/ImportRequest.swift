import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import Foundation
import Translation
import Watching

/// Files to import, and the archive into which they are imported.
package struct ImportRequest: Hashable, Sendable {
  /// Absolute paths.
  var files: [String]
  /// The path of the archive, which is created if it does not exist.
  var archivePath: String
  /// The user's statements about the files.
  var options = ImportOptions(timeZone: .current)
  /// The pictures and files that the export names but does not contain; nil if there are none, or it is unknown.
  var missingMedia: Int?
  /// The folder that the archive is kept up to date with afterwards; nil for none.
  var plan: FolderPlan?

  /// Imports into the archive of a window. From the sample conversation, and from an archive that cannot be opened, imports
  /// into a new archive.
  ///
  /// - Parameter hasFailed: Whether the window's archive could not be opened.
  init(_ files: [String], from source: ArchiveSource, hasFailed: Bool = false) {
    self.files = files
    switch source {
    case .file(let path): archivePath = hasFailed ? Self.newArchivePath(besides: path) : path
    case .demo: archivePath = Self.newArchivePath()
    }
  }

  /// A file in the folder for the user's data. Its name suits all chats, since chats of other programs are added to it
  /// later. If the archive already exists, it is used; another file of the name is left alone.
  ///
  /// - Parameter broken: An archive that cannot be opened.
  static func newArchivePath(in folder: URL = UserFolder.data, besides broken: String? = nil) -> String {
    let folder = folder.appendingPathComponent("backscroll")
    // Translators: the name of the file with the chats that were imported first.
    let name = tr("My Chats")
    var path = folder.appendingPathComponent("\(name).sqlite").path
    var number = 2
    while path == broken || FileManager.default.fileExists(atPath: path) && !Archive.isArchive(at: path) {
      path = folder.appendingPathComponent("\(name) \(number).sqlite").path
      number += 1
    }
    return path
  }

  /// The folder of the first file.
  package var folder: String? {
    files.first.map { URL(fileURLWithPath: $0).standardizedFileURL.deletingLastPathComponent().path }
  }

  /// The name of the first file.
  var title: String { files.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "" }
}

/// The result of one import, or of several that ran in succession.
package struct ImportOutcome: Equatable, Sendable {
  package let archivePath: String
  package var figures = ImportFigures()
  package var conversations: Set<Conversation.ID> = []
  /// The titles of the chats to which messages were added.
  package var titles: [Conversation.ID: String] = [:]
  /// The entries that were added to the archive's list of imports.
  package var imports: [ImportRecord.ID] = []
  /// The error that prevented undoing the import.
  var undoError: ArchiveError?
  /// Sentences about files that could not be read completely.
  package var failures: [String] = []
  /// The skipped or changed records, in the order of the files, at most ``ImportNotes/limit``.
  var problems: [ImportProblem] = []
  package var isCancelled = false
  /// Whether something other than a record is missing, such as the end of a file.
  package var isIncomplete = false
  /// Whether the archive was moved, deleted or replaced meanwhile, so that its content is unknown.
  package var hasLostArchive = false
  /// The duration of the import, and the bytes that were read.
  package var duration = Duration.zero
  package var byteCount: Int64 = 0

  package init(archivePath: String) { self.archivePath = archivePath }

  package var added: Int { figures.added }
  package var duplicates: Int { figures.duplicates }
  package var skipped: Int { figures.unreadable }

  package mutating func add(
    _ summary: ImportSummary, _ problems: [ImportProblem] = [], imports: [ImportRecord.ID] = [],
    titles: [Conversation.ID: String] = [:]
  ) {
    self.titles.merge(titles) { $1 }
    self.imports += imports
    figures.added += summary.added
    figures.duplicates += summary.duplicates
    figures.unreadable += summary.skipped
    conversations.formUnion(summary.conversations)
    failures += summary.failures.map(\.description)
    if summary.hasLostArchive {
      // This also holds for the messages that the previous imports have added.
      hasLostArchive = true
      figures = ImportFigures(unreadable: figures.unreadable)
      conversations = []
      self.titles = [:]
      self.imports = []
    }
    isCancelled = isCancelled || summary.isCancelled
    isIncomplete = isIncomplete || summary.isIncomplete
    self.problems += problems.prefix(max(0, ImportNotes.limit - self.problems.count))
  }

  /// Adds the media of a request that the survey found missing; nil if unknown.
  mutating func noteMissingMedia(_ count: Int?) {
    if let count { figures.mediaMissing = (figures.mediaMissing ?? 0) + count }
  }

  /// Whether nothing could be imported.
  package var isFailure: Bool { !failures.isEmpty && added == 0 && duplicates == 0 }

  /// Whether the import can be undone. Without a new message, undoing it would have no visible effect.
  package var canUndo: Bool { !imports.isEmpty && added > 0 }

  /// Whether there are new messages to show.
  var hasNewMessages: Bool { added > 0 && !conversations.isEmpty }

  /// Whether anything was left out.
  var hasLosses: Bool { !failures.isEmpty || skipped > 0 || isIncomplete }

  /// "3 chats are in".
  package var title: String {
    if hasLostArchive { return tr("The import was interrupted") }
    if isFailure { return tr("Nothing could be imported") }
    if isCancelled { return tr("Import cancelled") }
    if added == 0, duplicates > 0 { return tr("Nothing new to import") }
    return trn("{count} chat imported", "{count} chats imported", conversations.count)
  }

  /// "“Ridge walk”, “Harbour crew” and 4 more": the chats with new messages, as many as fit; empty without any.
  package var names: String {
    guard hasNewMessages else { return "" }
    let all = titles.sorted { $0.key < $1.key }.prefix(Self.sortedChats).map(\.value).sorted {
      $0.localizedStandardCompare($1) == .orderedAscending
    }
    let shown = all.prefix(titles.count == Self.namedChats + 1 ? titles.count : Self.namedChats).map {
      tr("“{name}”", ["name": ImportWords.shortened($0)])
    }
    guard var names = shown.first else { return "" }
    for name in shown.dropFirst() { names = tr("{first}, {second}", ["first": names, "second": name]) }
    let rest = titles.count - shown.count
    // Translators: behind the names of some chats, the number of the others: “Ridge”, “Harbour” and 4 more.
    return rest == 0
      ? names : trn("{names} and {count} more", "{names} and {count} more", rest, ["names": names])
  }

  /// The number of chats that are listed by name. The others are counted.
  private static let namedChats = 3
  /// The number of chats whose names are compared; all would take a second for an account with thousands.
  private static let sortedChats = 100

  /// "11 seconds · 34 MB/s", and the state after an import that was cancelled or interrupted.
  package var caption: String {
    if hasLostArchive {
      return tr(
        "It is unknown which messages were kept. Import the same files again when the right archive is in its place."
      )
    }
    if isCancelled {
      return added > 0
        ? tr(
          "The {messages} added so far are kept. Import the same files again for the rest.",
          ["messages": Counted.messages(added)])
        : tr("Nothing was added.")
    }
    let seconds = duration / .seconds(1)
    guard seconds >= 1, byteCount > 0 else { return "" }
    return [Counted.length(seconds: Int(seconds)), ImportRate.rate(Double(byteCount) / seconds)].joined(
      separator: " · ")
  }

  /// "Taking back 12,345 messages…"
  var undoingTitle: String { tr("Taking back {messages}…", ["messages": Counted.messages(added)]) }

  /// The messages that are deleted by undoing the import.
  var undoing: String {
    tr(
      "What the import has added to {chats} is being deleted. Your files stay as they are.",
      ["chats": Counted.conversations(conversations.count)])
  }

  /// The skipped or changed records, a line each.
  package var lines: [String] { failures + problems.map(\.description) }

  /// The whole report as text.
  package var text: String {
    let head = [title, names, caption].filter { !$0.isEmpty }
    let rows = hasLostArchive ? [] : figures.rows.map { "\($0.name): \(Counted.number($0.count))" }
    return (head + rows + lines).joined(separator: "\n") + "\n"
  }
}
