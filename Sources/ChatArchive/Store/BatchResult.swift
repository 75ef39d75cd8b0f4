/// What became of a batch of imported messages.
public struct BatchResult: Sendable, Hashable {
  /// Messages that were not in the archive before.
  public var added: Int
  /// Messages that were there already, or twice in the batch, and were left as they are.
  public var duplicates: Int
  /// Those that have gained a message.
  public var conversations: Set<Conversation.ID>

  /// A result with what is given; nothing done by default.
  public init(added: Int = 0, duplicates: Int = 0, conversations: Set<Conversation.ID> = []) {
    self.added = added
    self.duplicates = duplicates
    self.conversations = conversations
  }
}
