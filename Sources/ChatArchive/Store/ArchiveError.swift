import Foundation

/// What can go wrong with an archive. Each description is a sentence for the person at the screen: it names the
/// file and says what to do.
public enum ArchiveError: Error, Sendable, Hashable {
  /// There is no file at the path.
  case missing(path: String)
  /// The archive is to be created in a folder that does not exist.
  case folderMissing(path: String, folder: String)
  /// The path leads to a folder.
  case isDirectory(path: String)
  /// The file may not be read by this user.
  case unreadable(path: String)
  /// The file exists and holds no byte.
  case empty(path: String)
  /// The file is something else than an SQLite database.
  case notSQLite(path: String)
  /// The file is cut off, or its inside is broken.
  case damaged(path: String, reason: String)
  /// The file is an SQLite database of some other program.
  case foreign(path: String)
  /// A newer Backscroll wrote the archive.
  case newerSchema(path: String, found: Int, supported: Int)
  /// Another program has kept the archive to itself for longer than we wait.
  case locked(path: String)
  /// There is no room left to write to. What was stored before is untouched.
  case diskFull(path: String)
  /// The file, its folder or its medium cannot be written to.
  case readOnly(path: String)
  /// The archive has no conversation of that number.
  case noSuchConversation(path: String, id: Conversation.ID)
  /// The task that asked was cancelled.
  case cancelled(path: String)
  /// Anything else, in the words of SQLite or of the system.
  case other(path: String, reason: String)
}

extension ArchiveError: CustomStringConvertible {
  /// The error as a sentence or two.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no archive at “\(path)”. Check the path, or create the archive by importing a chat into it."
    case .folderMissing(let path, let folder):
      "“\(path)” cannot be created because the folder “\(folder)” does not exist. Create the folder first."
    case .isDirectory(let path):
      "“\(path)” is a folder, not an archive. Name the archive's file."
    case .unreadable(let path):
      "“\(path)” may not be read. Ask its owner for permission, or check it with “ls -l”."
    case .empty(let path):
      "“\(path)” is an empty file, not an archive. Delete it or choose another name."
    case .notSQLite(let path):
      "“\(path)” is not a Backscroll archive. To read a chat export, import it into an archive first."
    case .damaged(let path, let reason):
      "“\(path)” is damaged: \(reason). Restore it from a backup, or import the chat again into a new archive."
    case .foreign(let path):
      "“\(path)” is a database of another program, not a Backscroll archive. It was not changed; choose another file."
    case .newerSchema(let path, let found, let supported):
      """
      “\(path)” was written by a newer Backscroll (format \(found); this one reads up to \(supported)). \
      Update Backscroll to open it.
      """
    case .locked(let path):
      "“\(path)” is locked by another program. Close that program, or wait until it is done, and try again."
    case .diskFull(let path):
      "There is no room left to write to “\(path)”. Free some space and try again; what was stored before is safe."
    case .readOnly(let path):
      "“\(path)” cannot be written to: the file, its folder or its disk is read-only. Copy it to a folder of yours."
    case .noSuchConversation(let path, let id):
      "“\(path)” has no conversation number \(id). Open the archive again to see those it has."
    case .cancelled(let path):
      "The work on “\(path)” was cancelled before it was done. Nothing was changed; try again."
    case .other(let path, let reason):
      "“\(path)” cannot be used: \(reason). Try again; if it stays, check the file and its disk."
    }
  }
}

extension ArchiveError: LocalizedError {
  /// The same sentences as `description`.
  public var errorDescription: String? { description }
}
