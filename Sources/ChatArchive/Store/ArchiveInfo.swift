/// What an archive holds, at a glance.
public struct ArchiveInfo: Sendable, Hashable {
  /// Somebody who wrote in the archive, and how much.
  public struct Sender: Sendable, Hashable {
    /// The name as it was imported last.
    public var name: String
    /// Messages in all conversations, service lines apart.
    public var messageCount: Int
  }

  /// What SQLite's own check of the file's structure has found.
  public enum Integrity: Sendable, Hashable {
    case ok
    /// What is broken, in SQLite's words: at least one line.
    case damaged([String])
  }

  /// Number of conversations.
  public var conversationCount: Int
  /// Number of messages, service lines included.
  public var messageCount: Int
  /// Everyone who wrote, who wrote most first.
  public var senders: [Sender]
  /// When the earliest message was sent, in milliseconds since 1970 UTC; nil when there is none.
  public var firstSentAt: Int64?
  /// When the newest message was sent, in milliseconds since 1970 UTC; nil when there is none.
  public var lastSentAt: Int64?
  /// Bytes on the disk, those in SQLite's write-ahead log included.
  public var byteCount: Int64
  /// The version of the file format, from 1.
  public var schemaVersion: Int
  /// Whether the file is sound.
  public var integrity: Integrity
}
