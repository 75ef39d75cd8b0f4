import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import FilePaths
import Foundation

/// The wish to keep an archive up to date with the folder of an import, from before that import begins.
package struct FolderPlan: Hashable, Sendable {
  /// Absolute path.
  package var folder: String
  package var answers: WatchAnswers
  /// The keys of chats that are not imported.
  package var exceptions: Set<String>
  /// The keys of the chats of the import.
  private let chosen: Set<String>
  /// The files and folders of the import.
  private let imported: [String]
  /// The files that were in the folder before the import.
  private var files: [WatchedFile] = []

  /// The folder to which files to import belong: the only one of them if it is a folder, otherwise that of the first.
  package static func folder(of files: [String]) -> String? {
    guard let first = files.first else { return nil }
    let url = URL(fileURLWithPath: first).standardizedFileURL
    if files.count == 1, FilePath.status(of: url.path)?.kind == .folder { return url.path }
    return url.deletingLastPathComponent().path
  }

  /// Whether a folder holds more than exports, so that it cannot be kept up to date.
  package static func isTooWide(_ folder: String, archive: String) -> Bool {
    FolderListing.isTooWide(folder, home: UserFolder.home.path, archive: archive)
  }

  /// The plan for an import.
  ///
  /// - Parameters:
  ///   - files: The files and folders of the import.
  ///   - folder: The folder to keep up to date with.
  ///   - form: The answers.
  ///   - isSeen: Whether the user has seen the guesses of the form, which makes them answers.
  package init(_ files: [String], in folder: String, _ form: ImportForm, isSeen: Bool) {
    self.folder = folder
    imported = files.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    answers = WatchAnswers(form, isSeen: isSeen)
    exceptions = form.leftOut
    chosen = Set(form.chosen.map(\.id))
    // Of a folder from which single files are imported, other programs' files are left alone.
    if files.count != 1 || folder != Self.folder(of: files) || files.first.map(Self.isFolder) != true {
      answers.formats = WatchAnswers.formats(like: form.survey.found.map(\.format))
    }
  }

  private static func isFolder(_ path: String) -> Bool { FilePath.status(of: path)?.kind == .folder }

  /// Remembers the files that are in the folder now. Call it before the import begins, so that files that are added
  /// meanwhile are read later. Blocks.
  ///
  /// - Parameter archive: The path of the archive, which can be in the folder.
  package mutating func noteFiles(besides archive: String) {
    files = FolderListing(of: folder, besides: archive).files(in: folder)
  }

  /// Begins to keep the archive up to date. Blocks.
  ///
  /// The files that were in the folder count as read. If the archive is or was kept up to date with the folder, the new
  /// answers are added to the old ones, only the imported files count as read, and their import stays one of its own.
  ///
  /// - Parameter imports: The imports of the files, which become one.
  package func begin(in archive: Archive, imports: [ImportRecord.ID], at time: Int64) throws(ArchiveError) {
    guard let known = try archive.watchedFolder(at: folder) else {
      try archive.keepUpToDate(
        with: folder, answers: answers.encoded, exceptions: exceptions, imports: imports, files: files,
        at: time)
      return
    }
    let paths = imported.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
    let read = files.filter { file in
      imported.contains(folder) || paths.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
    }
    try archive.keepUpToDate(
      with: folder, answers: WatchAnswers(known.answers).adding(answers).encoded,
      exceptions: known.exceptions.subtracting(chosen).union(exceptions), files: read, at: time)
  }
}

extension FolderPlan {
  /// Keeps an archive up to date with a folder from which nothing was imported yet: all of its files of the programs that
  /// a chat came from are read.
  package static func keep(
    _ path: String, for chat: Conversation.ID, in archive: Archive, at time: Int64
  ) async throws(ArchiveError) {
    let imports = try await archive.imports(into: chat)
    let details = try await archive.details(of: chat)
    let known = try await archive.watchedFolders().first { $0.path == path }
    var answers = known.map { WatchAnswers($0.answers) } ?? WatchAnswers()
    if known == nil {
      let formats = imports.compactMap { $0.format.flatMap(ImportFormat.init) }
      answers.formats = formats.isEmpty ? nil : WatchAnswers.formats(like: formats)
      answers.timeZone = details?.timeZone
      if let name = details?.owner.person?.name, details?.owner.isKnown == true {
        answers.owner = .people([name])
      }
    }
    try archive.keepUpToDate(
      with: path, answers: answers.encoded, exceptions: known?.exceptions ?? [], at: time)
  }
}

extension WatchAnswers {
  /// The answers in a form.
  init(_ form: ImportForm, isSeen: Bool) {
    self.init()
    let options = form.options(isSeen: isSeen)
    keepsMedia = options.keepsMedia
    trustsPaths = options.trustsPaths
    dayOrder = options.dayOrder?.rawValue
    conversation = options.conversation
    if form.survey.assumedZone != nil || form.zoneIsTold { timeZone = form.timeZone.identifier }
    let known = Set(form.knownOwners.values.joined())
    switch form.owner {
    case .person(let id): owner = .people([id])
    case .nobody: owner = .nobody
    case nil:
      if let name = options.owner {
        owner = .people([name])
      } else if isSeen, let id = form.shownOwner {
        owner = .people([id])
      } else if !known.isEmpty {
        owner = .people(known.sorted())
      }
    }
  }

  /// The answers with those that were given later, which take precedence.
  func adding(_ later: WatchAnswers) -> WatchAnswers {
    var answers = later
    answers.timeZone = later.timeZone ?? timeZone
    answers.dayOrder = later.dayOrder ?? dayOrder
    answers.conversation = conversation
    answers.formats = formats.flatMap { old in later.formats.map { Set(old + $0).sorted() } }
    switch (owner, later.owner) {
    case (.people(let old), .people(let new)): answers.owner = .people(Set(old + new).sorted())
    case (_, let new): answers.owner = new ?? owner
    }
    return answers
  }
}
