import Chats
import Synchronization

/// The messages of a simulated person in one conversation, in ascending order. They are not in the archive, but the
/// pages of the conversation include them, so that they stay after other messages were loaded in place of all.
final class SimulatedMessages: Sendable {
  private let messages = Mutex<[Message]>([])

  /// The archive's own ids are positive.
  static func isSimulated(_ id: Message.ID) -> Bool { id < 0 }

  var all: [Message] { messages.withLock { $0 } }
  func message(_ id: Message.ID) -> Message? { messages.withLock { $0.first { $0.id == id } } }

  /// Adds a message after all others, at a time in milliseconds since 1970 UTC or after `last`.
  ///
  /// - Returns: The message with its number, time and place.
  func add(_ message: Message, at time: Int64, after last: Message?) -> Message {
    messages.withLock { messages in
      var message = message
      message.id = -Int64(messages.count + 1)
      message.sentAt = max(time, last?.sentAt ?? .min, messages.last?.sentAt ?? .min)
      let keys = [last, messages.last].compactMap { $0?.orderKey }
      message.orderKey = max(OrderKey.make(sentAt: message.sentAt), (keys.max() ?? .min / 2) + 1)
      messages.append(message)
      return message
    }
  }

  /// The number of messages before a position.
  func count(before cursor: MessageCursor) -> Int { messages.withLock { $0.count { $0.cursor < cursor } } }

  /// Merges the messages before a position, or all, into the last stored messages before it; at most `limit`.
  func merged(with stored: [Message], before cursor: MessageCursor? = nil, limit: Int) -> [Message] {
    let own = messages.withLock { all in cursor.map { end in all.filter { $0.cursor < end } } ?? all }
    return own.isEmpty ? stored : (stored + own).sorted { $0.cursor < $1.cursor }.suffix(limit)
  }

  /// Merges the messages after a position into the first stored messages after it; at most `limit`.
  func merged(with stored: [Message], after cursor: MessageCursor, limit: Int) -> [Message] {
    let own = messages.withLock { $0.filter { cursor < $0.cursor } }
    return own.isEmpty ? stored : Array((stored + own).sorted { $0.cursor < $1.cursor }.prefix(limit))
  }
}
