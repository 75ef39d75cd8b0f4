/// What became of a batch of imported messages.
public struct BatchResult: Sendable, Hashable {
  /// Messages that were not in the archive before.
  public var added: Int
  /// Messages that were there already, or twice in the batch, and were left as they are.
  public var duplicates: Int

  /// A result with the counts given; nothing done by default.
  public init(added: Int = 0, duplicates: Int = 0) {
    self.added = added
    self.duplicates = duplicates
  }
}
