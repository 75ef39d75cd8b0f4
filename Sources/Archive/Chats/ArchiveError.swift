import FilePaths
import Foundation
import Translation

/// An error of an archive. Each description is a sentence for the user that names the file and suggests what to do.
public enum ArchiveError: Error, Sendable, Hashable {
  /// No file exists at the path.
  case missing(path: String)
  /// The folder in which the archive would be created does not exist.
  case folderMissing(path: String, folder: String)
  /// The path is a symbolic link that leads to no file.
  case danglingLink(path: String)
  /// The name is too long for the names of SQLite's files beside the archive.
  case nameTooLong(path: String)
  /// The path is not in UTF-8: SQLite, and the programs that share the archive, could not open it.
  case nameNotUTF8(path: String)
  /// The path is that of a folder.
  case isDirectory(path: String)
  /// The user has no permission to read the file.
  case unreadable(path: String)
  /// The file is empty.
  case empty(path: String)
  /// The file is not an SQLite database.
  case notSQLite(path: String)
  /// The file is truncated, or its contents are corrupt.
  case damaged(path: String, reason: String)
  /// The file is an SQLite database of another program.
  case foreign(path: String)
  /// A newer version of Backscroll wrote the archive.
  case newerSchema(path: String, found: Int, supported: Int)
  /// A development version of Backscroll wrote the archive, with other tables.
  case olderSchema(path: String)
  /// Another program holds a lock on the archive, and the time-out has passed.
  case locked(path: String)
  /// The disk is full. Messages that were stored before are intact.
  case diskFull(path: String)
  /// The file, its folder or its medium cannot be written to.
  case readOnly(path: String)
  /// Another file took the place of the archive while it was open.
  case replaced(path: String)
  /// The archive was deleted or moved while it was open.
  case removed(path: String)
  /// The archive has no conversation with this number.
  case noSuchConversation(path: String, id: Conversation.ID)
  /// The archive has no message with this number, or no longer has it.
  case noSuchMessage(path: String, id: Message.ID)
  /// The message was imported, and is not changed or deleted.
  case notWrittenHere(path: String, id: Message.ID)
  /// The search index is damaged. The messages are not affected, and the index can be built anew.
  case searchIndexDamaged(path: String)
  /// The calling task was cancelled.
  case cancelled(path: String)
  /// Any other error, with the message of SQLite or the system.
  case other(path: String, reason: String)
}

extension ArchiveError {
  /// Throws `.nameNotUTF8` for a path that no archive can have.
  package static func check(path: String) throws(ArchiveError) {
    guard FilePath.isUTF8(path) else { throw .nameNotUTF8(path: path) }
  }
}

extension ArchiveError: CustomStringConvertible, LocalizedError {
  /// The error as one or two sentences.
  public var description: String {
    switch self {
    case .missing(let path):
      tr(
        "There is no archive at “{path}”. Check the path, or import a chat to create the archive.",
        ["path": path])
    case .folderMissing(let path, let folder):
      tr(
        "“{path}” cannot be created because the folder “{folder}” does not exist. Create the folder first.",
        ["path": path, "folder": folder])
    case .danglingLink(let path):
      tr(
        "“{path}” is a link to a file that does not exist. Restore that file, or open the archive at its new place.",
        ["path": path])
    case .nameTooLong(let path):
      tr(
        "The name of “{path}” is too long for an archive: files with longer names are kept beside it. Choose a shorter name.",
        ["path": path])
    case .nameNotUTF8(let path):
      tr(
        "The path “{path}” is not in UTF-8, which the path of an archive must be. Rename the file, or its folder.",
        ["path": path])
    case .isDirectory(let path):
      tr("“{path}” is a folder, not an archive. Choose an archive file.", ["path": path])
    case .unreadable(let path):
      tr("You do not have permission to read “{path}”. Check its permissions.", ["path": path])
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
        "“{path}” was written by a newer version of Backscroll (format {found}; this version reads up to {supported}). Update Backscroll to open it.",
        ["path": path, "found": "\(found)", "supported": "\(supported)"])
    case .olderSchema(let path):
      tr(
        "“{path}” was made by a development version of Backscroll. Import the chats again.", ["path": path])
    case .locked(let path):
      tr(
        "“{path}” is locked by another program. Close that program or wait until it has finished, then try again.",
        ["path": path])
    case .diskFull(let path):
      tr(
        "There is not enough disk space to write to “{path}”. Free some space and try again; stored messages are safe.",
        ["path": path])
    case .readOnly(let path):
      tr(
        "“{path}” cannot be written to: the file, its folder or its disk is read-only. Copy it to a writable folder.",
        ["path": path])
    case .replaced(let path):
      tr(
        "“{path}” was replaced by another file while it was open. Nothing is written to that file; open it to see what it contains.",
        ["path": path])
    case .removed(let path):
      tr(
        "“{path}” was deleted or moved while it was open, so nothing can be stored in it. Put it back, or open it at its new place.",
        ["path": path])
    case .noSuchConversation(let path, let id):
      tr(
        "“{path}” has no chat with the number {number}. Open the archive again to see its chats.",
        ["path": path, "number": "\(id)"])
    case .noSuchMessage(let path, let id):
      tr(
        "“{path}” no longer has a message with the number {number}. Open the chat again to see its messages.",
        ["path": path, "number": "\(id)"])
    case .notWrittenHere(let path, let id):
      tr(
        "The message with the number {number} in “{path}” was imported. Only what was written in Backscroll can be changed or deleted.",
        ["path": path, "number": "\(id)"])
    case .searchIndexDamaged(let path):
      tr(
        "The search index of “{path}” is damaged; its messages are not. Rebuild the index, or run “backscroll index --rebuild”.",
        ["path": path])
    case .cancelled(let path):
      tr("The operation on “{path}” was cancelled. Nothing was changed; try again.", ["path": path])
    case .other(let path, let reason):
      tr(
        "“{path}” cannot be used: {reason}. Try again; if the error persists, check the file and its disk.",
        ["path": path, "reason": reason])
    }
  }

  /// The same sentences as `description`.
  public var errorDescription: String? { description }
}

extension ArchiveError {
  /// Whether the file at the path is not the one that was opened.
  package var isDisplacement: Bool {
    switch self {
    case .removed, .replaced: true
    default: false
    }
  }
}
