import Chats
import CompressedFiles
import Foundation
import Translation

/// An error that prevents the import of a whole file. Each description is a sentence for the user that names the file
/// and suggests what to do. Messages that were read before the error are kept.
public enum ImportError: Error, Sendable, Hashable {
  /// No file exists at the path.
  case missing(path: String)
  /// The user has no permission to read the file or folder.
  case unreadable(path: String)
  /// The path is that of a device, a socket or similar.
  case notAFile(path: String)
  /// The file is empty or blank.
  case empty(path: String)
  /// The folder and its subfolders contain no chat.
  case noChatInFolder(path: String)
  /// The zip file contains no chat.
  case noChatInZip(path: String)
  /// No record is readable. The reasons were reported; this is the first one.
  case nothingReadable(path: String, reason: String?)
  /// The content is in no supported format; the hint describes it, if it was recognized.
  case unknownFormat(path: String, hint: ImportHint?)
  /// The content is not in the requested format.
  case otherFormat(path: String, asked: ImportFormat, found: ImportFormat?)
  /// The file is JSON, but contains no list of messages.
  case noMessageList(path: String)
  /// The system failed to read the file at this byte.
  case readFailed(path: String, offset: Int64, reason: String)
  /// The file is a zip file, or is in one, and cannot be read for this reason.
  case compressed(path: String, ZipError)
  /// The messages could not be stored. This ends the import.
  case archive(ArchiveError)
  /// The messages that were read are neither all new nor known, which is a defect of the program.
  case miscounted(read: Int, stored: Int)
}

extension ImportError: CustomStringConvertible, LocalizedError {
  /// The error as one or two sentences.
  public var description: String {
    switch self {
    case .missing(let path):
      tr("There is no file at “{path}”. Check the path.", ["path": path])
    case .unreadable(let path):
      tr("You do not have permission to read “{path}”. Check its permissions.", ["path": path])
    case .notAFile(let path):
      tr("“{path}” is not a regular file. Choose a chat export or a folder of chat exports.", ["path": path])
    case .empty(let path):
      tr("“{path}” is empty. Export the chat again, or choose another file.", ["path": path])
    case .noChatInFolder(let path):
      tr(
        "The folder “{path}” contains no chat that can be imported. Choose the folder of an export, or one with IRC logs.",
        ["path": path])
    case .noChatInZip(let path):
      tr(
        "The zip file “{path}” contains no chat that can be imported. Choose the zip file of an export.",
        ["path": path])
    case .nothingReadable(let path, let reason):
      tr(
        "Nothing in “{path}” could be read: {reason}. Export the chat again.",
        ["path": path, "reason": reason ?? tr("it is damaged or cut off")])
    case .unknownFormat(let path, let hint):
      hint?.sentence(path) ?? ImportHint.unsupported(path, advice: ImportError.advice)
    case .otherFormat(let path, let asked, .some(let found)):
      tr(
        "“{path}” is in the {found} format, not in the {asked} format. Omit the format to detect it automatically.",
        ["path": path, "asked": asked.rawValue, "found": found.rawValue])
    case .otherFormat(let path, let asked, nil):
      tr(
        "“{path}” is not in the {asked} format. Omit the format to detect it automatically.",
        ["path": path, "asked": asked.rawValue])
    case .noMessageList(let path):
      tr(
        "“{path}” contains no list of messages. Export the chat again, with messages included.",
        ["path": path])
    case .readFailed(let path, let offset, let reason):
      tr(
        "Reading “{path}” failed at byte {offset}: {reason}. Check its disk and import the file again.",
        ["path": path, "offset": "\(offset)", "reason": reason])
    case .compressed(let path, let error):
      ImportError.sentence(path, error)
    case .archive(let error):
      error.description
    case .miscounted(let read, let stored):
      tr(
        "{read} messages were read, but {stored} of them were stored or known. This is an error of Backscroll; please report it. The messages in the archive stay.",
        ["read": "\(read)", "stored": "\(stored)"])
    }
  }

  /// The same sentences as `description`.
  public var errorDescription: String? { description }

  static func noChat(in place: URL, isZip: Bool) -> ImportError {
    isZip ? .noChatInZip(path: place.relativePath) : .noChatInFolder(path: place.relativePath)
  }

  private static var advice: String {
    tr(
      "Choose what a messenger exports, such as Telegram’s result.json or WhatsApp’s _chat.txt, or an IRC log."
    )
  }
}
