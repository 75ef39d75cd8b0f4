import Foundation
import Translation

/// What keeps a whole file from being imported. Each description is a sentence for the person at the screen: it
/// names the file and says what to do. What was read before the error is kept.
public enum ImportError: Error, Sendable, Hashable {
  /// There is nothing at the path.
  case missing(path: String)
  /// The file or folder may not be read by this user.
  case unreadable(path: String)
  /// The path leads to a device, a socket or the like.
  case notAFile(path: String)
  /// The file holds nothing.
  case empty(path: String)
  /// The folder, with those in it, has no file that could be a chat.
  case noChatInFolder(path: String)
  /// The content is in none of the formats; the hint says what it is, as far as that can be told.
  case unknownFormat(path: String, hint: ImportHint?)
  /// The content is not in the format that was asked for.
  case otherFormat(path: String, asked: ImportFormat, found: ImportFormat?)
  /// The file is JSON, but no list of messages was found in it.
  case noMessageList(path: String)
  /// The system failed to read on at this byte.
  case readFailed(path: String, offset: Int64, reason: String)
  /// The messages could not be stored. The import ends with it.
  case archive(ArchiveError)
}

/// Well-known files that people take for a chat that can be imported.
public enum ImportHint: Sendable, Hashable {
  case telegramHTML, compressed, database, utf16, otherJSON
}

extension ImportError: CustomStringConvertible {
  /// The error as a sentence or two.
  public var description: String {
    switch self {
    case .missing(let path):
      tr("There is no file at “{path}”. Check the path.", ["path": path])
    case .unreadable(let path):
      tr("“{path}” may not be read. Ask its owner for permission, or check it with “ls -l”.", ["path": path])
    case .notAFile(let path):
      tr(
        "“{path}” is not an ordinary file. Name the file of a chat, or a folder of such files.",
        ["path": path])
    case .empty(let path):
      tr("“{path}” is empty. Export the chat again, or choose another file.", ["path": path])
    case .noChatInFolder(let path):
      tr(
        "The folder “{path}” holds no chat that can be imported. Name a folder with a result.json or IRC logs in it.",
        ["path": path])
    case .unknownFormat(let path, let hint):
      tr(
        "“{path}” is in none of the formats that can be imported. {advice}",
        ["path": path, "advice": hint?.advice ?? ImportError.advice])
    case .otherFormat(let path, let asked, .some(let found)):
      tr(
        "“{path}” is not in the {asked} format but in the {found} format. Leave the format out to have it detected.",
        ["path": path, "asked": asked.rawValue, "found": found.rawValue])
    case .otherFormat(let path, let asked, nil):
      tr(
        "“{path}” is not in the {asked} format. Leave the format out to have it detected.",
        ["path": path, "asked": asked.rawValue])
    case .noMessageList(let path):
      tr(
        "“{path}” holds no list of messages. Export the chat again from Telegram Desktop, with messages chosen.",
        ["path": path])
    case .readFailed(let path, let offset, let reason):
      tr(
        "“{path}” could not be read on from byte {offset}: {reason}. Check its disk and import it again.",
        ["path": path, "offset": "\(offset)", "reason": reason])
    case .archive(let error):
      error.description
    }
  }

  private static var advice: String {
    tr("Choose a Telegram result.json or an IRC log ({formats}).", ["formats": logFormats])
  }

  private static let logFormats = ImportFormat.allCases.filter { $0 != .telegram }.map(\.rawValue)
    .joined(separator: ", ")
}

extension ImportHint {
  fileprivate var advice: String {
    switch self {
    case .telegramHTML:
      tr("It is a web page. In Telegram Desktop, export again with the format “Machine-readable JSON”.")
    case .compressed: tr("It is compressed. Unpack it first, then import what was in it.")
    case .database: tr("It is a database. If it is a Backscroll archive, open it instead.")
    case .utf16: tr("It is in UTF-16. Save it as UTF-8 first.")
    case .otherJSON: tr("It is JSON, but not Telegram's. Choose the result.json of a Telegram export.")
    }
  }
}

extension ImportError: LocalizedError {
  /// The same sentences as `description`.
  public var errorDescription: String? { description }
}
