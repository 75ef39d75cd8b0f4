import Foundation
import Translation

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
      tr(
        "There is no archive at “{path}”. Check the path, or create the archive by importing a chat into it.",
        ["path": path])
    case .folderMissing(let path, let folder):
      tr(
        "“{path}” cannot be created because the folder “{folder}” does not exist. Create the folder first.",
        ["path": path, "folder": folder])
    case .isDirectory(let path):
      tr("“{path}” is a folder, not an archive. Name the archive's file.", ["path": path])
    case .unreadable(let path):
      tr("“{path}” may not be read. Ask its owner for permission, or check it with “ls -l”.", ["path": path])
    case .empty(let path):
      tr("“{path}” is an empty file, not an archive. Delete it or choose another name.", ["path": path])
    case .notSQLite(let path):
      tr(
        "“{path}” is not a Backscroll archive. To read a chat export, import it into an archive first.",
        ["path": path])
    case .damaged(let path, let reason):
      tr(
        "“{path}” is damaged: {reason}. Restore it from a backup, or import the chat again into a new archive.",
        ["path": path, "reason": reason])
    case .foreign(let path):
      tr(
        "“{path}” is a database of another program, not a Backscroll archive. It was not changed; choose another file.",
        ["path": path])
    case .newerSchema(let path, let found, let supported):
      tr(
        "“{path}” was written by a newer Backscroll (format {found}; this one reads up to {supported}). Update Backscroll to open it.",
        ["path": path, "found": "\(found)", "supported": "\(supported)"])
    case .locked(let path):
      tr(
        "“{path}” is locked by another program. Close that program, or wait until it is done, and try again.",
        ["path": path])
    case .diskFull(let path):
      tr(
        "There is no room left to write to “{path}”. Free some space and try again; what was stored before is safe.",
        ["path": path])
    case .readOnly(let path):
      tr(
        "“{path}” cannot be written to: the file, its folder or its disk is read-only. Copy it to a folder of yours.",
        ["path": path])
    case .noSuchConversation(let path, let id):
      tr(
        "“{path}” has no conversation number {number}. Open the archive again to see those it has.",
        ["path": path, "number": "\(id)"])
    case .cancelled(let path):
      tr(
        "The work on “{path}” was cancelled before it was done. Nothing was changed; try again.",
        ["path": path])
    case .other(let path, let reason):
      tr(
        "“{path}” cannot be used: {reason}. Try again; if it stays, check the file and its disk.",
        ["path": path, "reason": reason])
    }
  }
}

extension ArchiveError: LocalizedError {
  /// The same sentences as `description`.
  public var errorDescription: String? { description }
}
