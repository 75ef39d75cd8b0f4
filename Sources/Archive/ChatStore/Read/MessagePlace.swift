import Chats

/// The position of a message among all messages of its conversation.
public struct MessagePlace: Sendable, Hashable {
  /// The number of messages before it.
  public var ordinal: Int
  /// The number of all messages.
  public var count: Int

  /// See the properties.
  public init(ordinal: Int, count: Int) { (self.ordinal, self.count) = (ordinal, count) }

  init(of cursor: MessageCursor, _ checkpoints: OrdinalIndex) throws {
    ordinal = try checkpoints.ordinal(of: cursor)
    count = try checkpoints.ordinal(of: MessageCursor(orderKey: .max, id: .max))
  }
}

/// A message with its neighbours.
public struct MessageSurroundings: Sendable {
  /// The messages before it, in ascending order.
  public var before: [Message]
  public var message: Message
  /// The messages after it, in ascending order.
  public var after: [Message]
}

/// The beginning of a period, such as a month, that has messages.
public struct PeriodStart: Sendable, Hashable {
  /// The number of messages before the period's first one.
  public var ordinal: Int
  /// The time by which that message is sorted, in milliseconds since 1970 UTC.
  public var time: Int64

  /// See the properties.
  public init(ordinal: Int, time: Int64) { (self.ordinal, self.time) = (ordinal, time) }
}
