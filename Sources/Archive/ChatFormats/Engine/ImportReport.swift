import Chats
import Foundation
import Translation

/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
  /// Bytes read so far, in all files.
  public var bytesRead: Int64
  /// Total bytes of all files; 0 if there is nothing to read.
  public var totalBytes: Int64
  /// Messages read so far, including those that the archive already has.
  public var messages: Int
  /// The file that is being read; nil before the first one.
  public var file: URL?
  /// The title of the chat that is being read; nil before the first message.
  public var chat: String?
}

/// The result of an import.
public struct ImportSummary: Sendable, Hashable {
  /// Messages that are new in the archive.
  public var added = 0
  /// Messages that the archive already had.
  public var duplicates = 0
  /// Records that could not be used. Each was reported with its position.
  public var skipped = 0
  /// Whether anything else is missing: the end of a file, or a picture that could not be copied. Each was reported.
  public var isIncomplete = false
  /// Conversations to which a message was added.
  public var conversations: Set<Conversation.ID> = []
  /// Whether the import was cancelled before the end. The messages counted here are in the archive.
  public var isCancelled = false
  /// Files that were read, completely or up to a failure.
  public var filesRead = 0
  /// Files of attachments that were copied beside the archive. Files that were already there do not count.
  public var mediaCopied = 0
  /// Files of attachments that are missing in the export, if they were to be copied.
  public var mediaMissing = 0
  /// Errors that prevented files from being read to their end, in order. An error of the archive comes last because it
  /// ends the import.
  public var failures: [ImportError] = []
}

extension ImportSummary {
  /// The summary of an import that failed before it read anything.
  public init(failure: ImportError) {
    self.init(failures: [failure])
  }

  /// Whether the archive's file was moved, deleted or replaced during the import. In this case, the stored part of the
  /// import is unknown, so nothing counts as added or as known before. The last failure contains the reason.
  public var hasLostArchive: Bool {
    if case .archive(let error)? = failures.last { error.isDisplacement } else { false }
  }

  /// Resets the counts after the archive's file was lost.
  mutating func lose(_ loss: ArchiveError) {
    (added, duplicates, mediaCopied, mediaMissing) = (0, 0, 0, 0)
    conversations = []
    // Any error of the archive is a consequence of the loss.
    if case .archive? = failures.last { failures.removeLast() }
    failures.append(.archive(loss))
  }
}

/// A defect in a file. The import continues after it.
public struct ImportProblem: Sendable, Hashable {
  /// A position in a file.
  public enum Place: Sendable, Hashable {
    /// A line, counted from 1.
    case line(Int)
    /// A byte, counted from 0.
    case byte(Int64)
    /// The file as a whole.
    case file
  }

  /// How the import handled a problem.
  public enum Effect: Sendable, Hashable {
    /// One record was skipped.
    case skipped
    /// Something other than a record is missing, such as the end of the file or a picture that was to be copied.
    case incomplete
    /// Nothing was skipped; the reason states what was changed or assumed.
    case noted
  }

  /// The file, as it was passed to the importer.
  public var file: URL
  /// The position of the problem in the file.
  public var place: Place
  /// A description of the problem without a full stop.
  public var reason: String
  /// How the import handled the problem.
  public var effect: Effect
}

extension ImportProblem {
  /// The reason why a line is skipped that exceeds ``ByteReader/captureLimit``.
  static var lineTooLong: String {
    tr("line longer than {size} MB", ["size": "\(ByteReader.captureLimit >> 20)"])
  }
}

extension ImportProblem: CustomStringConvertible {
  /// The problem in one line, for example “chat.log:17: not a message in the irssi format; skipped”.
  public var description: String {
    let location =
      switch place {
      case .line(let line): "\(file.relativePath):\(line)"
      case .byte(let byte): tr("{file}, byte {byte}", ["file": file.relativePath, "byte": "\(byte)"])
      case .file: file.relativePath
      }
    let values = ["place": location, "reason": reason]
    return effect == .skipped ? tr("{place}: {reason}; skipped", values) : "\(location): \(reason)"
  }
}
