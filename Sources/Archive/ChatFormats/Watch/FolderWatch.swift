import Chats
import FilePaths
import Foundation

/// Keeps an archive up to date with a folder, one look after the other.
///
/// It neither waits nor starts anything: its owner calls ``look(now:)`` whenever something may have changed, and
/// ``read(_:observer:)`` when files are due and nothing else is imported.
public struct FolderWatch: Sendable {
  /// What a look at a folder has found.
  public struct Finding: Sendable {
    public var folder: WatchedFolder
    public var state: FolderListing.State
    public var due: FolderChanges.Due
    /// The files that could not be read, sorted by path.
    public var failures: [WatchedFile]
    /// The files about which a question has no answer yet, sorted by path.
    public var waiting: [WatchedFile]
  }

  public let id: WatchedFolder.ID
  private let archive: any WatchDestination
  private var changes = FolderChanges()
  private var hasRetried = false

  public init(_ id: WatchedFolder.ID, of archive: any WatchDestination) {
    self.id = id
    self.archive = archive
  }

  /// Looks at the folder, also if it is paused. Blocks.
  ///
  /// The first look makes files due again that could not be read, or about which a question was open: another program
  /// may have solved both.
  ///
  /// - Returns: Nil if the folder was forgotten.
  public mutating func look(now: FolderChanges.Instant) throws(ArchiveError) -> Finding? {
    if !hasRetried {
      try retry()
      hasRetried = true
    }
    guard let folder = try archive.watchedFolder(id) else { return nil }
    changes.setKnown(try archive.watchedFiles(of: id))
    let listing = FolderListing(
      of: folder.path, besides: archive.path, hadFiles: changes.hasKnownFiles)
    changes.dropMissing(listing)
    let due = changes.look(at: listing, now: now)
    return Finding(
      folder: folder, state: listing.state, due: due, failures: changes.failures, waiting: changes.waiting)
  }

  /// Makes files due again that could not be read, or about which a question was open. Blocks.
  public func retry() throws(ArchiveError) {
    for outcome in [WatchedFile.Outcome.failed, .waiting] { try archive.retryFiles(of: id, outcome) }
  }

  /// Imports what is due, and stores what became of it. Blocks.
  ///
  /// - Parameter time: The time of the reading, in milliseconds since 1970 UTC.
  public func read(
    _ finding: Finding, at time: Int64, observer: ImportObserver = ImportObserver()
  ) -> FolderReader.Result {
    var importID: ImportRecord.ID?
    var observer = observer
    let begin = observer.didBegin
    observer.didBegin = { [archive, id] new in
      importID = new
      // Otherwise the import would stay beside that of the folder, which loses nothing.
      try? archive.assign(new, to: id)
      begin(new)
    }
    var result = FolderReader(finding.folder).read(finding.due, changes, into: archive, observer: observer)
    let reading =
      result.readCount > 0 || result.summary.added > 0
      ? FolderReading(
        readAt: time, file: result.read.first ?? "", fileCount: max(1, result.readCount),
        messageCount: result.summary.added, chatCount: result.summary.conversations.count) : nil
    let isComplete =
      finding.due.pendingCount == 0 && result.archiveError == nil && !result.summary.isCancelled
    do throws(ArchiveError) {
      try archive.noteLook(
        at: id, files: result.files, reading: reading, paths: result.read, importID: importID,
        lookedAt: isComplete ? time : nil)
    } catch {
      result.summary.failures.append(.archive(error))
    }
    return result
  }
}
