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
  /// The files that are not read again: those of the import, and others that were in the folder before.
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
    answers = WatchAnswers(form, isSeen: isSeen)
    exceptions = form.leftOut
    // Of a folder from which single files are imported, other programs' files are left alone.
    if files.count != 1 || folder != Self.folder(of: files) || files.first.map(Self.isFolder) != true {
      answers.formats = WatchAnswers.formats(like: form.survey.found.map(\.format))
    }
  }

  private static func isFolder(_ path: String) -> Bool { FilePath.status(of: path)?.kind == .folder }

  /// Remembers the files that are in the folder now. Call it before the import begins, so that files that are added
  /// meanwhile are read later. Blocks.
  package mutating func noteFiles() { files = FolderListing(of: folder).files }

  /// Begins to keep the archive up to date. Blocks.
  ///
  /// - Parameter imports: The imports of the files, which become one.
  @discardableResult
  package func begin(
    in archive: Archive, imports: [ImportRecord.ID], at time: Int64
  ) throws(ArchiveError) -> WatchedFolder.ID {
    try archive.keepUpToDate(
      with: folder, answers: answers.encoded, exceptions: exceptions, imports: imports, files: files, at: time
    )
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
}
