import Chats

/// The index words of messages' texts, in the order of the messages, without an allocation for each message.
package struct TextWords: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  init() {}

  init(of batch: [MessageBox]) {
    for box in batch { append(box.message) }
  }

  /// Appends the words of a message; see ``SearchDocument/appendTextWords(of:to:)``.
  mutating func append(_ message: ImportedMessage) {
    SearchDocument.appendTextWords(of: message, to: &bytes)
    ends.append(bytes.count)
  }

  /// The words of a message, as a range of ``bytes``.
  subscript(index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// Removes the last messages.
  ///
  /// - Returns: Their words.
  mutating func removeLast(_ count: Int) -> TextWords {
    var last = TextWords()
    let first = ends.count - count
    guard count > 0 else { return last }
    let start = self[first].lowerBound
    last.bytes = Array(bytes[start...])
    last.ends = ends[first...].map { $0 - start }
    bytes.removeSubrange(start...)
    ends.removeSubrange(first...)
    return last
  }
}
