import Chats

/// A message that a search found.
public struct SearchHit: Sendable, Hashable, Identifiable {
  /// The number of the message.
  public var id: Message.ID { message.id }
  /// The whole message.
  public var message: Message
  /// The title of the chat that shows it. Never empty.
  public var chatTitle: String

  /// Its position among the hits. The same order applies to all chats.
  public var cursor: MessageCursor { message.cursor }
}

/// The progress of an archive's search index.
public struct SearchIndexState: Sendable, Hashable {
  /// The version of the index, which determines how texts are cut into words; nil if the archive has no index that this
  /// release reads.
  public var version: Int?
  /// The fraction of the messages in the index, 0…1; exactly 1 if it is complete. Other messages are not found.
  public var fraction: Double

  /// Whether all messages are in the index. A complete index stays complete.
  public var isComplete: Bool { version != nil && fraction == 1 }
}

/// A person or chat whose name matches the text after `from:` or `in:`.
public struct SearchSuggestion: Sendable, Hashable, Identifiable {
  /// The number of the chat, or of the participant who represents the person.
  public var id: Int64
  /// Never empty.
  public var name: String
  /// The seed of the colours.
  public var colorSeed: UInt64
  /// The number of messages; for a person, without service messages.
  public var messageCount: Int
}
