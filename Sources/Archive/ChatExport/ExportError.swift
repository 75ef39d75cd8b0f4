import Chats
import Foundation
import Translation

/// An error of an export. Each description is a sentence for the user. Nothing was written: an existing file is
/// unchanged.
public enum ExportError: Error, Sendable, Hashable {
  /// The archive could not be read.
  case archive(ArchiveError)
  /// The archive has no chat with this title or number; `titles` are some of its titles.
  case noSuchChat(name: String, titles: [String])
  /// Several chats have this title; each of `chats` is a title with its number.
  case ambiguousChat(name: String, chats: [String])
  /// The chat has no topic with this title or number; `titles` are some of its topics.
  case noSuchTopic(name: String, chat: String, titles: [String])
  /// Several topics have this title; each of `topics` is a title with its number.
  case ambiguousTopic(name: String, topics: [String])
  /// A text is not a date.
  case notADate(text: String)
  /// The first day is after the last one.
  case emptySpan(from: String, to: String)
  /// The folder of the file does not exist.
  case folderMissing(path: String, folder: String)
  /// A folder, a device or similar is at the path of the file.
  case notAFile(path: String)
  /// An archive is at the path of the file.
  case isArchive(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// The folder cannot be written to.
  case readOnly(path: String)
  /// Writing failed for another reason, as stated by the system.
  case writeFailed(path: String, reason: String)
  /// The export was cancelled.
  case cancelled
}

extension ExportError: CustomStringConvertible, LocalizedError {
  /// The error as one or two sentences.
  public var description: String {
    switch self {
    case .archive(let error): error.description
    case .noSuchChat(let name, let titles) where titles.isEmpty:
      tr("There is no chat “{name}”: the archive is empty.", ["name": name])
    case .noSuchChat(let name, let titles):
      tr("There is no chat “{name}”. There are: {chats}.", ["name": name, "chats": Self.list(titles)])
    case .ambiguousChat(let name, let chats):
      tr(
        "“{name}” can be one of several chats. Give the number of one: {chats}.",
        ["name": name, "chats": Self.list(chats)])
    case .noSuchTopic(_, let chat, let titles) where titles.isEmpty:
      tr("The chat “{chat}” has no topics.", ["chat": chat])
    case .noSuchTopic(let name, let chat, let titles):
      tr(
        "The chat “{chat}” has no topic “{name}”. There are: {topics}.",
        ["name": name, "chat": chat, "topics": Self.list(titles)])
    case .ambiguousTopic(let name, let topics):
      tr(
        "“{name}” can be one of several topics. Give the number of one: {topics}.",
        ["name": name, "topics": Self.list(topics)])
    case .notADate(let text):
      tr("“{text}” is not a date. Write 2021, 2021-03 or 2021-03-14.", ["text": text])
    case .emptySpan(let from, let to):
      tr("The first day, {from}, is after the last one, {to}.", ["from": from, "to": to])
    case .folderMissing(let path, let folder):
      tr(
        "“{path}” cannot be created because the folder “{folder}” does not exist. Create the folder first.",
        ["path": path, "folder": folder])
    case .notAFile(let path):
      tr("“{path}” is not a file that can be replaced. Choose another name.", ["path": path])
    case .isArchive(let path):
      tr("“{path}” is an archive. Choose another name for the export.", ["path": path])
    case .diskFull(let path):
      tr(
        "There is not enough disk space for “{path}”. Nothing was written; free some space and try again.",
        ["path": path])
    case .readOnly(let path):
      tr(
        "“{path}” cannot be written: its folder or its disk is read-only. Choose another folder.",
        ["path": path])
    case .writeFailed(let path, let reason):
      tr(
        "“{path}” cannot be written: {reason}. Check its disk and try again.",
        ["path": path, "reason": reason])
    case .cancelled:
      tr("The export was cancelled. Nothing was written.")
    }
  }

  /// The same sentences as `description`.
  public var errorDescription: String? { description }

  private static let listed = 10

  /// The first names in quotation marks, and an ellipsis for the others.
  private static func list(_ names: [String]) -> String {
    let first = names.prefix(listed).map { "“\($0)”" }
    return (first + (names.count > listed ? ["…"] : [])).joined(separator: ", ")
  }
}

extension ExportError {
  /// Translates an error of writing the file at `path`.
  init(_ error: any Error, path: String) {
    if let error = error as? ExportError {
      self = error
      return
    }
    let system = error as NSError
    let cause = (system.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? system
    switch (cause.domain, Int32(truncatingIfNeeded: cause.code)) {
    case (NSPOSIXErrorDomain, ENOSPC), (NSPOSIXErrorDomain, EDQUOT), (NSPOSIXErrorDomain, EFBIG):
      self = .diskFull(path: path)
    case (NSPOSIXErrorDomain, EACCES), (NSPOSIXErrorDomain, EPERM), (NSPOSIXErrorDomain, EROFS):
      self = .readOnly(path: path)
    case _ where (error as? CocoaError)?.code == .fileWriteOutOfSpace: self = .diskFull(path: path)
    case _ where (error as? CocoaError)?.code == .fileWriteNoPermission: self = .readOnly(path: path)
    default: self = .writeFailed(path: path, reason: error.systemReason)
    }
  }

  /// Translates an error of reading the archive.
  init(reading error: ArchiveError) {
    if case .cancelled = error { self = .cancelled } else { self = .archive(error) }
  }
}
