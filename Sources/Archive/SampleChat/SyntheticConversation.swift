import ChatStore
import Chats

/// A generated conversation of six people who plan walks, with any number of messages. A seed gives the same messages
/// on every machine.
///
/// Generation starts at the end. The newest message was sent in the evening of 15 March 2026 (UTC), and a message
/// depends only on the seed and its distance from the end: a longer conversation is a shorter one with earlier messages
/// added. Times ascend strictly; nights and some days are silent.
///
/// For example:
///
/// ```swift
/// for message in SyntheticConversation(seed: 1, count: 10_000) { print(message.text) }
/// ```
///
/// Memory does not depend on `count`: the iterator holds one week of messages.
public struct SyntheticConversation: Sequence, Sendable {
  /// The seed of the program's sample conversation.
  public static let usualSeed: UInt64 = 1

  /// Determines everything except the length.
  public let seed: UInt64
  /// Number of messages; a negative number counts as 0.
  public let count: Int

  /// The conversation of `count` messages for a seed.
  public init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = Swift.max(0, count)
  }

  /// Exactly `count`.
  public var underestimatedCount: Int { count }

  /// Iterates from the oldest message to the newest.
  public func makeIterator() -> Iterator {
    Iterator(seed: seed, remaining: count)
  }

  /// An iterator that generates one week of messages at a time.
  public struct Iterator: IteratorProtocol {
    private let seed: UInt64
    /// Number of remaining messages; the next one is `remaining` - 1 positions from the end.
    private var remaining: Int
    private var week: [ImportedMessage] = []

    fileprivate init(seed: UInt64, remaining: Int) {
      self.seed = seed
      self.remaining = remaining
    }

    /// The next message; nil after the newest one.
    public mutating func next() -> ImportedMessage? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let (weeksBack, place) = remaining.quotientAndRemainder(dividingBy: SyntheticWeek.messageCount)
      if week.isEmpty || place == SyntheticWeek.messageCount - 1 {
        week = SyntheticWeek.messages(seed: seed, weeksBack: weeksBack)
      }
      return week[SyntheticWeek.messageCount - 1 - place]
    }
  }

  /// Messages per batch: enough to make the cost of a transaction small, few enough to show progress.
  private static let batchSize = 2000

  /// Writes the conversation to the archive in batches.
  ///
  /// A second run with the same arguments adds nothing; one with a larger number adds older messages.
  ///
  /// Blocks until it is done; do not call it on the main actor.
  ///
  /// - Parameter progress: Called after each batch with the number of messages generated so far.
  public static func generate(
    into archive: Archive, messages: Int, seed: UInt64, progress: (Int) -> Void = { _ in }
  ) throws(ArchiveError) {
    var iterator = SyntheticConversation(seed: seed, count: messages).makeIterator()
    var done = 0
    var batch: [ImportedMessage] = []
    while let message = iterator.next() {
      batch.append(message)
      done += 1
      guard batch.count == batchSize || done == messages else { continue }
      _ = try archive.writeBatch(batch)
      batch.removeAll(keepingCapacity: true)
      progress(done)
    }
  }
}
