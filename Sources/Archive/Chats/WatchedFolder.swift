/// A folder that an archive keeps up to date with: what is new in it is imported without a question.
public struct WatchedFolder: Sendable, Hashable, Identifiable {
  /// The archive's number for the folder, which never changes in the file.
  public typealias ID = Int64

  /// Whether the folder is read.
  public enum State: Sendable, Hashable {
    case active
    /// Since a time, in milliseconds since 1970 UTC.
    case paused(since: Int64)
    /// No longer kept up to date, since a time. What was read stays.
    case stopped(since: Int64)
  }

  /// The archive's number for the folder.
  public var id: ID
  /// Absolute path.
  public var path: String
  public var state: State
  /// The answers to the questions before the first import, as ``ChatFormats`` encodes them.
  public var answers: String
  /// The keys of conversations that are not imported.
  public var exceptions: Set<String>
  /// When the folder was last found to have nothing unread, in milliseconds since 1970 UTC; nil if never.
  public var lookedAt: Int64?

  package init(
    id: ID, path: String, state: State, answers: String, exceptions: Set<String> = [], lookedAt: Int64? = nil
  ) {
    self.id = id
    self.path = path
    self.state = state
    self.answers = answers
    self.exceptions = exceptions
    self.lookedAt = lookedAt
  }
}

/// A file of a ``WatchedFolder`` as it was when it was last read.
public struct WatchedFile: Sendable, Hashable {
  /// The result of the last attempt to read a file. The numbers are stored.
  public enum Outcome: Int, Sendable, Hashable {
    /// It was read.
    case read = 0
    /// Its import was undone. It is not read again, also if it changes.
    case undone = 1
    /// It could not be read.
    case failed = 2
    /// A question about it has no answer yet.
    case waiting = 3
    /// It is no chat, or it was there before the folder was kept up to date.
    case seen = 4
    /// It was read up to its last line, which has no end yet.
    case open = 5

    /// The outcomes of a file with several exports, from the one that matters least on.
    private static let byWeight = [Self.seen, .read, .open, .undone, .waiting, .failed]

    /// Whether another outcome of the same file matters more.
    package func isLess(than other: Self) -> Bool {
      (Self.byWeight.firstIndex(of: self) ?? 0) < (Self.byWeight.firstIndex(of: other) ?? 0)
    }
  }

  /// Relative to the folder.
  public var path: String
  /// The size and the time of the last change, as ``FilePath`` writes them.
  public var stamp: String
  public var outcome: Outcome
  /// The reason for a failure as a sentence; nil for other outcomes.
  public var note: String?

  public init(path: String, stamp: String, outcome: Outcome = .read, note: String? = nil) {
    self.path = path
    self.stamp = stamp
    self.outcome = outcome
    self.note = note
  }
}

/// One of the last times that something was read from a ``WatchedFolder``.
public struct FolderReading: Sendable, Hashable, Identifiable {
  /// The largest number of readings of a folder that an archive lists.
  public static let limit = 20

  public var id: Int64
  /// In milliseconds since 1970 UTC.
  public var readAt: Int64
  /// The name of the first file.
  public var file: String
  public var fileCount: Int
  /// The messages that were new.
  public var messageCount: Int
  /// The chats with new messages.
  public var chatCount: Int
  /// Whether it can be undone alone: only the newest one with new messages can.
  public var canUndo: Bool

  package init(
    id: Int64 = 0, readAt: Int64, file: String, fileCount: Int, messageCount: Int, chatCount: Int,
    canUndo: Bool = false
  ) {
    self.id = id
    self.readAt = readAt
    self.file = file
    self.fileCount = fileCount
    self.messageCount = messageCount
    self.chatCount = chatCount
    self.canUndo = canUndo
  }
}
