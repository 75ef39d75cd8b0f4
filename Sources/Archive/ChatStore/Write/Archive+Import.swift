import Chats

/// Messages with the words of their texts. The words are cut here, on the thread that reads, because the thread that
/// writes has more to do.
public struct WordedBatch: ImportBatch {
  public private(set) var messages: [MessageBox] = []
  private(set) var textWords = TextWords()

  /// Creates an empty batch.
  public init() {}

  public mutating func append(_ message: MessageBox) {
    messages.append(message)
    textWords.append(message.message)
  }

  public mutating func removeLast(_ count: Int) -> WordedBatch {
    var last = WordedBatch()
    last.messages = Array(messages.suffix(count))
    last.textWords = textWords.removeLast(count)
    messages.removeLast(count)
    return last
  }
}

extension Archive: ImportDestination {
  public func write(
    _ next: () -> (batch: WordedBatch, context: ImportContext)?
  ) throws(ArchiveError) -> BatchResult {
    try writeBatches(next)
  }
}
