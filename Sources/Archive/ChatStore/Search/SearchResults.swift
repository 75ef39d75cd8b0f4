import Chats

/// A message that a search found.
public struct SearchHit: Sendable, Hashable, Identifiable {
  /// The number of the message.
  public var id: Message.ID { message.id }
  /// The whole message.
  public var message: Message
  /// The title of the chat that shows it. Never empty.
  public var chatTitle: String

  /// Its place among the hits, which are ordered by it in all chats alike.
  public var cursor: MessageCursor { message.cursor }
}

/// How far an archive's search index is.
public struct SearchIndexState: Sendable, Hashable {
  /// The version of the index, which tells how texts are cut into words; nil if the archive has none that this release reads.
  public var version: Int?
  /// The part of the messages that is in the index, 0…1; exactly 1 if it is complete. What is not in it is not found.
  public var fraction: Double

  /// Whether all messages are in it. Then it stays so.
  public var isComplete: Bool { version != nil && fraction == 1 }
}

/// A person or chat whose name fits what was typed after `from:` or `in:`.
public struct SearchSuggestion: Sendable, Hashable, Identifiable {
  /// The number of the participant that stands for the person, or of the chat.
  public var id: Int64
  /// Never empty.
  public var name: String
  /// Colours derive from it.
  public var colorSeed: UInt64
  /// The number of messages, without service messages for a person.
  public var messageCount: Int
}
