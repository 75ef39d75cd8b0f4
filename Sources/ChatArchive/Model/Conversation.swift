/// A chat, a group, a channel: an ordered run of messages.
public struct Conversation: Sendable, Hashable, Identifiable {
  /// The archive's own number: stable for the life of the archive file.
  public typealias ID = Int64

  /// The archive's own number.
  public var id: ID
  /// Never empty.
  public var title: String
  /// Messages in it, service lines included.
  public var messageCount: Int
  /// People who wrote at least one message other than a service line.
  public var participantCount: Int
  /// Milliseconds since 1970 UTC of the newest message; nil when there is none.
  public var lastSentAt: Int64?
}

/// Somebody who writes in a conversation.
public struct Participant: Sendable, Hashable, Identifiable {
  /// The archive's own number: stable for the life of the archive file.
  public typealias ID = Int64

  /// The archive's own number.
  public var id: ID
  /// Never empty.
  public var name: String
  /// A hash of the source's own key for this person, the same on every machine and in every archive:
  /// colours are chosen by it.
  public var colorSeed: UInt64
}
