/// A conversation of six people who plan walks: any number of messages, made up as they are asked for, the same
/// on every machine for the same seed.
///
/// It is built from its end. The newest message lies in the evening of 15 March 2026 (UTC), and what stands at a
/// place counted from the end depends on the seed alone: a longer conversation is a shorter one with more past.
/// Times are strictly ascending; people sleep at night and leave days out.
///
/// For example:
///
/// ```swift
/// for message in SyntheticConversation(seed: 1, count: 10_000) { print(message.text) }
/// ```
///
/// Memory does not depend on `count`: a week of messages is held at a time.
public struct SyntheticConversation: Sequence, Sendable {
  /// What decides everything but the length.
  public let seed: UInt64
  /// Number of messages; a negative number is taken as 0.
  public let count: Int

  /// The conversation of `count` messages that this seed gives.
  public init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = Swift.max(0, count)
  }

  /// Exactly `count`.
  public var underestimatedCount: Int { count }

  /// The messages from the oldest to the newest.
  public func makeIterator() -> Iterator {
    Iterator(seed: seed, remaining: count)
  }

  /// Makes up a week of messages whenever the one before it is used up.
  public struct Iterator: IteratorProtocol {
    private let seed: UInt64
    /// Messages still to come; the next one is `remaining` - 1 places from the end.
    private var remaining: Int
    private var week: [ImportedMessage] = []

    fileprivate init(seed: UInt64, remaining: Int) {
      self.seed = seed
      self.remaining = remaining
    }

    /// The next message; nil after the newest.
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
}

extension SyntheticConversation {
  /// Messages written at once: enough to make the cost of a transaction small, few enough to show progress.
  private static let batchSize = 2000

  /// Writes the conversation into the archive, batch by batch.
  ///
  /// A second run with the same arguments adds nothing; one with a larger number adds older messages.
  ///
  /// Blocks until it is done; to be called away from the main actor.
  ///
  /// - Parameter progress: Called after each batch with the number of messages made so far.
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
