import ChatFormats
import Chats

/// What is happening to a folder that an archive is kept up to date with.
package enum FolderStatus: Equatable, Sendable {
  /// It was not looked at since the start of the program.
  case unknown
  /// Nothing is unread, as of a time in milliseconds since 1970 UTC.
  case upToDate(Int64)
  /// Files have changed and are not complete yet, or another import runs.
  case waiting(files: Int)
  case importing(ImportProgress?)
  /// Since a time, with the number of files that are not read.
  case paused(since: Int64, files: Int)
  /// Since a time.
  case stopped(since: Int64)
  /// The folder is not there, or cannot be read.
  case missing
  case unreadable
  /// Some files could not be read.
  case failed([WatchedFile])
  /// Questions about some files have no answer yet.
  case asking([WatchedFile])
  /// The archive cannot take messages, for this reason.
  case blocked(ArchiveError)
  /// Another program keeps the archive up to date.
  case elsewhere
}

extension FolderStatus {
  /// What is known of a folder that is not looked at.
  package init(_ state: WatchedFolder.State) {
    self =
      switch state {
      case .active: .unknown
      case .paused(let since): .paused(since: since, files: 0)
      case .stopped(let since): .stopped(since: since)
      }
  }
}

/// A folder and what is happening to it.
package struct KeptFolder: Equatable, Sendable {
  package var folder: WatchedFolder
  package var status: FolderStatus

  package init(_ folder: WatchedFolder, _ status: FolderStatus) {
    self.folder = folder
    self.status = status
  }
}
